"""How a model would stand at a place."""

from fractions import Fraction

import pytest

from tests.books.gorkamorka.table import table
from warbook import load_book
from warbook.board.geometry import Spot

BOOK = load_book("gorkamorka")


@pytest.mark.rule("gce.shooting.body-visible")
def test_who_is_seen_and_who_sees_from_there() -> None:
    game = table(
        """
        ork_boy A (10,10)   block (18,5) (20,15) h=4
        ork_boy x (30,10)   ork_trukk t (30,20)   ork_spanner y in t driver
        """
    )
    behind = BOOK.outlook(game.battle, "A", Spot(10, 10))
    assert "x" not in behind.sees and "x" not in behind.seen_by
    clear = BOOK.outlook(game.battle, "A", Spot(22, 18))
    assert set(clear.sees) == {"x", "t"} and set(clear.seen_by) == {"x", "t"}
    assert game["A"].x == 10
    game = table(
        "ork_trukk T (10,10)   ork_spanner D in T driver   block (18,5) (20,15) h=5   ork_boy x (30,10)"
    )
    assert BOOK.outlook(game.battle, "T", Spot(10, 10)).seen_by == ()
    assert BOOK.outlook(game.battle, "T", Spot(30, 20)).seen_by == ("x",)


@pytest.mark.rule("gce.shooting.no-premeasure")
def test_shots_are_told_for_each_range_or_for_the_true_one() -> None:
    """A shoota at BS 3 needs 3+ up to 12 inches, and wounds T4 with S3 on 5+; two injuries in three fell."""
    text = "ork_boy A (10,10)   ork_boy x (24,10) shoota"
    known = BOOK.outlook(table(text, premeasuring=True).battle, "A", Spot(14, 10)).threats
    assert [threat.chance for threat in known if threat.how == "shoots"] == [
        Fraction(2, 3) * Fraction(1, 3) * Fraction(2, 3)
    ]
    blind = BOOK.outlook(table(text).battle, "A", Spot(14, 10)).threats
    ranges = [threat.given for threat in blind if threat.how == "shoots"]
    assert ranges == ['at short range, up to 12"', 'at long range, up to 18"']


@pytest.mark.rule("gce.foot.charge-move")
def test_a_charge_threatens_where_it_can_reach() -> None:
    text = "ork_boy A (10,10)   ork_boy x (30,10) choppa"
    near = BOOK.outlook(table(text, premeasuring=True).battle, "A", Spot(24, 10)).threats
    far = BOOK.outlook(table(text, premeasuring=True).battle, "A", Spot(12, 10)).threats
    assert [threat.how for threat in near] == ["charges"] and far == ()
    blind = BOOK.outlook(table(text).battle, "A", Spot(12, 10)).threats
    assert [(threat.how, threat.given) for threat in blind] == [("charges", "if he gets there")]


def test_a_vehicle_sees_and_is_seen() -> None:
    game = table("ork_trukk T (10,10)   ork_spanner D in T driver   ork_boy x (30,10) shoota")
    found = BOOK.outlook(game.battle, "T", Spot(20, 10))
    assert (found.sees, found.seen_by, found.threats) == (("x",), ("x",), ())


@pytest.mark.parametrize(
    ("state", "charges"),
    [
        ("", True),
        ("pinned", False),
        ("down", False),
        ("netted", False),
        ("hobbled", False),
        ("burning", False),
    ],
)
def test_who_cannot_charge_threatens_nobody(state: str, charges: bool) -> None:
    game = table(f"ork_boy A (10,10)   ork_boy x (16,10) choppa {state}", premeasuring=True)
    threats = BOOK.outlook(game.battle, "A", Spot(11, 10)).threats
    assert ("charges" in [threat.how for threat in threats]) is charges


def test_one_in_the_open_is_not_hidden_where_he_stands() -> None:
    """He would be seen where he is, unless he hides there already."""
    for state, seen in (("", ("x",)), ("hidden", ())):
        game = table(f"ork_boy A (10,10) {state}   wall (11.2,8) (11.2,12) h=0.6   ork_boy x (30,10) shoota")
        threats = BOOK.outlook(game.battle, "A", Spot(10, 10)).threats
        assert tuple(sorted({threat.piece for threat in threats if threat.how == "shoots"})) == seen
