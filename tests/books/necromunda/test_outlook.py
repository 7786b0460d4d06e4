"""How a fighter would stand at a place: whom he sees, who sees him, and what the enemy could do to him."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from tests.books.necromunda.position import Position, table
from tests.kit.script import a, b
from warbook import load_book
from warbook.board.geometry import Spot, bearing
from warbook.books.necromunda.sight import sees
from warbook.books.necromunda.turn import PHASE_NAMES
from warbook.core.book import Outlook, Threat
from warbook.core.questions import Choose
from warbook.core.state import state_hash

BOOK = load_book("necromunda")


def look(game: Position, *place: float) -> Outlook:
    """The outlook of A at a place. Looking changes nothing."""
    before = state_hash(game.battle)
    found = BOOK.outlook(game.battle, "A", Spot(*place))
    assert state_hash(game.battle) == before
    assert list(found.threats) == sorted(found.threats, key=lambda threat: -threat.chance)
    return found


def open_table(text: str, **rulings: Any) -> Position:
    return table(text, premeasure=True, **rulings)


def threat(found: Outlook, how: str, piece: str = "x") -> Threat | None:
    return next((each for each in found.threats if (each.how, each.piece) == (how, piece)), None)


# ---------------------------------------------------------------- by hand


@pytest.mark.rule("nec.shooting.to-hit", "nec.shooting.wound-chart", "nec.injury.chart")
def test_a_shot_by_hand() -> None:
    """BS 3 at long range hits on 4+, S 3 wounds T 3 on 4+, and 2 to 6 on the chart fell him."""
    game = open_table("ganger A (5,10)     ganger x (25,10) lasgun")
    half = Fraction(1, 2)
    found = look(game, 9, 10)
    assert found == Outlook(
        ("x",), ("x",), (Threat("x", "shoots", half * half * Fraction(5, 6), 'lasgun, 15.0", 4+'),)
    )
    nearer = look(game, 13, 10)
    assert nearer.threats == (
        Threat("x", "shoots", Fraction(4, 6) * half * Fraction(5, 6), 'lasgun, 11.0", 3+'),
    )


@pytest.mark.rule("nec.combat.score", "nec.combat.mod-charging", "nec.combat.down-is-out")
def test_a_charge_by_hand() -> None:
    """A die each, and 1 for the charge; a 1 helps the enemy. Each hit fells with 1/2 x 5/6 and leaves a flesh
    wound with 1/2 x 1/6; the third of those takes him out as well."""

    def falls(hits: int) -> Fraction:
        hit, flesh = Fraction(1, 2), Fraction(1, 12)
        return 1 - sum(comb(hits, f) * flesh**f * hit ** (hits - f) for f in range(min(hits, 2) + 1))

    dice = [(x, a) for x in range(1, 7) for a in range(1, 7)]
    margins = [(x + 1 + (a == 1)) - (a + (x == 1)) for x, a in dice]
    expected = sum(falls(margin) for margin in margins if margin > 0) / 36
    game = open_table("ganger A (5,10)     ganger x (16,10)")
    assert look(game, 9, 10).threats == (
        Threat("x", "charges", expected, f'charge of 6.0", {float(expected):.0%}'),
    )


def test_a_charge_that_cannot_hurt_is_no_threat() -> None:
    assert look(open_table("ganger A (5,10) T=10     ganger x (16,10)"), 9, 10).threats == ()


def test_a_fighter_who_lies_down_is_finished_off_by_a_charge() -> None:
    game = open_table("ganger A (8,10) down     ganger x (16,10) lasgun")
    found = look(game, 9, 10)
    assert threat(found, "charges") == Threat("x", "charges", Fraction(1), 'charge of 6.0", 100%')
    shot = threat(found, "shoots")
    assert shot is not None and shot.chance == Fraction(4, 6) * Fraction(1, 2) * Fraction(1, 6)
    assert found.sees == () and found.seen_by == ("x",)


# ---------------------------------------------------------------- as it is played

PLACES = {
    "near": ("ganger A (5,10)     ganger x (16,10) lasgun facing=0", (9, 10)),
    "far": ("ganger A (5,10)     ganger x (27,14) lasgun facing=0", (8, 8)),
    "out of range": ("ganger A (5,10)     ganger x (40,10) lasgun", (9, 10)),
    "in cover": ("ganger A (5,10)     ganger x (19,10) lasgun     area (6,8) (10,12) shelter=0.6", (8.5, 10)),
    "behind a low wall": (
        "ganger A (5,10)     leader x (19,10) boltgun     wall (10,8) (10,12) h=0.6",
        (9, 10),
    ),
    "sustained fire of one who has run": (
        "ganger A (5,10) armour=flak     heavy x (24,12) heavy_stubber moved=ran went=8",
        (8, 11),
    ),
    "a flame": ("ganger A (5,10)     ganger x (14,10) flamer facing=90", (8.2, 10)),
    "a grenade": ("ganger A (5,10)     ganger x (14,10) frag_grenades shot", (8.2, 10)),
    "sights for one who stands still": (
        "ganger A (5,10)     ganger x (24,10) autogun gear=telescopic_sight+mono_sight moved=walked",
        (8, 10),
    ),
    "a rapid target": ("ganger A (5,10) M=11     ganger x (30,10) lasgun", (15.5, 10)),
    "a gun that is empty": ("ganger A (5,10)     ganger x (20,10) stub_gun boltgun empty=boltgun", (8, 10)),
    "the better of two": ("ganger A (5,10)     ganger x (20,10) stub_gun boltgun", (8, 10)),
}


def played(game: Position, place: tuple[float, float], phase: str) -> Any:
    """What x is asked about A, who walks there, in his next turn: whom to charge, or whom to shoot at with
    each of his weapons."""
    here = game["A"].spot
    answers = [a("A"), a("walk"), a([(here.x, here.y), place])]
    question = game.question(*answers)
    if "hide" in question.text:
        answers.append(a("no"))
        question = game.question(*answers)
    if question.text == "Who charges?":
        if phase == "charge":
            return game.question(*answers, b("x"))
        answers.append(b("done"))
    elif phase == "charge":
        return None
    answers += [b("x"), b("turn"), b(bearing(game["x"].spot, Spot(*place))), b("x")]
    question = game.question(*answers)
    if "which weapon" not in question.text:
        return [question]
    return [game.question(*answers, b(weapon.id)) for weapon in question.options]


def felled(question: Choose, words: tuple[str, ...]) -> Fraction:
    preview = next(option for option in question.options if option.id == "A").preview
    assert preview is not None
    return sum((chance for fate, chance in preview().outcomes if fate in words), Fraction(0))


@pytest.mark.parametrize("name", PLACES)
def test_a_shot_is_as_likely_as_the_shooter_is_told_in_his_own_turn(name: str) -> None:
    text, place = PLACES[name]
    game = open_table(text, ammo_rolls=False)
    best = max(felled(question, ("down", "out of action")) for question in played(game, place, "shoot"))
    shot = threat(look(game, *place), "shoots")
    assert (shot.chance if shot else 0) == best
    assert (shot is None) == (name == "out of range")


@pytest.mark.parametrize(
    ("text", "reaches"),
    [
        ("ganger A (5,10)     ganger x (16,10) laspistol club", True),
        ("ganger A (5,10) armour=mesh     leader x (15,12) sword     wall (10.5,8) (10.5,14) h=0.8", True),
        ("heavy A (5,10) heavy_stubber     ganger x (17.9,10)", True),
        ("ganger A (5,10)     ganger x (18.2,10)", False),
        ("ganger A (5,10)     ganger x (12,10,3)     block (11,5) (20,15) h=3", False),
        ("ganger A (5,10)     ganger x (14,10)     wall (11,4) (11,16) h=2.5", False),
    ],
)
def test_a_charge_is_as_likely_as_the_charger_is_told_in_his_own_turn(text: str, reaches: bool) -> None:
    game = open_table(text)
    place = (9.0, 10.0)
    found = threat(look(game, *place), "charges")
    question = played(game, place, "charge")
    told = next(option for option in question.options if option.id == "A").preview() if question else None
    if told is None or "out of reach" in told.headline:
        assert found is None and not reaches
    else:
        assert found is not None and found.chance == felled(question, ("A out",)) and reaches


# ---------------------------------------------------------------- who is no threat


@pytest.mark.parametrize(
    "state", ["down", "pinned", "broken", "webbed", "empty=lasgun loot=1", "M=0 empty=lasgun"]
)
def test_who_cannot_act_is_no_threat(state: str) -> None:
    game = open_table(f"ganger A (5,10)     ganger x (15,10) lasgun {state}")
    assert look(game, 9, 10).threats == ()


def test_who_is_down_or_pinned_sees_nobody_but_is_seen() -> None:
    game = open_table("ganger A (5,10)     ganger x (15,10) down     ganger y (15,12) pinned")
    assert look(game, 9, 10) == Outlook(sees=("x", "y"))


@pytest.mark.rule("nec.movement.engaged")
def test_who_is_engaged_is_no_threat() -> None:
    game = open_table("ganger A (5,10)     ganger B (15,11)     ganger x (15,10) lasgun")
    found = look(game, 9, 10)
    assert found.seen_by == ("x",) and found.threats == ()


@pytest.mark.rule("nec.M17")
@pytest.mark.parametrize(("turn", "ready"), [(2, False), (3, True)])
def test_a_gun_that_recharges_is_no_threat_before_it_has(turn: int, ready: bool) -> None:
    game = table("ganger A (5,10)     ganger x (20,10) plasma_gun_low", turn=turn, premeasure=True)
    game["x"].recharging = (("plasma_gun_low", 3),)
    assert (threat(look(game, 8, 10), "shoots") is not None) == ready


def test_what_is_out_of_range_and_out_of_reach_is_no_threat() -> None:
    game = open_table("ganger A (5,10)     ganger x (25.5,10) stub_gun")
    found = look(game, 8, 10)
    assert found.seen_by == ("x",) and found.threats == ()
    assert [each.how for each in look(game, 9, 10).threats] == ["shoots"]


def test_a_wall_hides() -> None:
    game = open_table("ganger A (5,10)     ganger x (15,10) lasgun     wall (10,6) (10,14) h=3")
    assert look(game, 9, 10) == Outlook()
    assert look(game, 9, 16).seen_by == ("x",)


@pytest.mark.rule("nec.hiding.hidden")
def test_a_hidden_enemy_is_not_seen_and_yet_a_threat() -> None:
    game = open_table("ganger A (5,10)     ganger x (20,10) lasgun hidden     wall (19,8) (19,12) h=0.6")
    found = look(game, 8, 10)
    assert (found.sees, found.seen_by) == ((), ("x",))
    assert threat(found, "shoots") is not None


@pytest.mark.rule("nec.hiding.hidden")
def test_who_moves_is_judged_as_no_longer_hidden() -> None:
    game = open_table("ganger A (5,10) hidden     ganger x (20,10) lasgun     wall (6,8) (6,12) h=0.6")
    assert look(game, 5, 10) == Outlook(sees=("x",))
    assert look(game, 5, 11).seen_by == ("x",)


# ---------------------------------------------------------------- the closest target first


@pytest.mark.rule("nec.M11")
@pytest.mark.parametrize(
    ("friend", "drawn"),
    [
        ("(17,10)", True),
        ("(17,11)     ganger C (17,9)", True),
        ("(17,11)", False),  # out of the arc of an enemy who turns aside
        ("(17,10) pinned", False),
        ("(17,10) size=small", False),  # A is the easier one to hit
        ("(3,10)", False),  # the farther one
    ],
)
def test_somebody_nearer_draws_the_fire_unless_the_enemy_can_turn_aside(friend: str, drawn: bool) -> None:
    text = f"ganger A (5,10)     ganger B {friend}     ganger x (21,10) autogun"
    assert (threat(look(open_table(text), 9, 10), "shoots") is None) == drawn
    free = open_table(text, closest_target_first=False)
    assert threat(look(free, 9, 10), "shoots") is not None


@pytest.mark.rule("nec.M11")
@pytest.mark.parametrize("y", [9, 11])
def test_an_enemy_turns_aside_wherever_he_looks(y: int) -> None:
    text = f"ganger A (25,10)     ganger B (9,{y})     ganger x (5,10) autogun"
    assert threat(look(open_table(text), 21, 10), "shoots") is not None


@pytest.mark.rule("nec.A2")
def test_somebody_nearer_draws_the_charge_by_switch() -> None:
    text = "ganger A (5,10)     ganger B (13,14)     ganger x (16,10)"
    assert threat(look(open_table(text), 9, 10), "charges") is not None
    assert look(open_table(text, charge_closest_only=True), 9, 10).threats == ()


# ---------------------------------------------------------------- where nothing may be measured


def test_without_measuring_no_distance_is_told_or_plays_a_part() -> None:
    text = "ganger A (20,24)     ganger B (30,25)     ganger x (38,24) lasgun"
    game = table(text, size=(96.0, 48.0), premeasure=False, charge_closest_only=True)
    near = look(game, 28, 24)
    assert near.seen_by == near.sees == ("x",)
    assert not any('"' in each.words for each in near.threats)
    wound = Fraction(1, 2) * Fraction(5, 6)
    assert [each for each in near.threats if each.how == "shoots"] == [
        Threat("x", "shoots", Fraction(4, 6) * wound, "lasgun, 3+", 'at short range, up to 12"'),
        Threat("x", "shoots", Fraction(3, 6) * wound, "lasgun, 4+", 'at long range, up to 24"'),
    ]
    assert [each.given for each in near.threats if each.how == "charges"] == ["if he gets there"]
    for x in (4, 12, 20, 33, 90):
        game["A"].at(Spot(x - 2, 24))
        assert look(game, x, 24) == near


# ---------------------------------------------------------------- and all the rest


def test_names_may_be_alike() -> None:
    game = open_table("ganger A (5,10) A=3     ganger x (16,10)")
    apart = look(game, 9, 10)
    game["x"].name = "A"
    assert look(game, 9, 10) == apart


def test_there_is_no_outlook_of_what_is_no_fighter() -> None:
    game = open_table("ganger A (5,10)     ganger x (16,10)")
    assert BOOK.outlook(game.battle, "", Spot(9, 10)) == Outlook()


def test_a_fighter_not_yet_set_up_is_looked_at_where_he_would_stand() -> None:
    game = open_table("ganger A (0,0) place=reserve     ganger x (16,10) lasgun")
    assert look(game, 9, 10).seen_by == ("x",)


@pytest.mark.rule("nec.M15")
def test_who_is_set_up_there_has_not_come_a_long_way() -> None:
    """A walk of 25 inches would make him a rapid target."""
    position = "ganger A (0,0) {}     ganger x (40,15) lasgun"
    needs = []
    for place in ("place=reserve", "place=table"):
        found = threat(look(open_table(position.format(place)), 20, 15), "shoots")
        assert found is not None
        needs.append(found.words.rpartition(", ")[2])
    assert needs == ["4+", "5+"]


@pytest.mark.rule("nec.M15")
@pytest.mark.parametrize(("went", "need"), [(9.9, "4+"), (10.0, "5+")])
def test_in_the_enemys_turn_what_he_covered_is_what_he_covered(went: float, need: str) -> None:
    game = open_table(f"ganger A (20,15) went={went}     ganger x (40,15) lasgun", side="b")
    found = threat(look(game, 18, 15), "shoots")
    assert found is not None and found.words.endswith(f", {need}")


def test_the_phases_are_those_that_are_told() -> None:
    assert BOOK.phases == tuple(PHASE_NAMES.values())


@pytest.mark.rule("nec.M11")
def test_every_piece_has_the_firing_arc() -> None:
    game = table("ganger A (5,10)     ganger x (16,10)", firing_arc=180)
    assert {piece.arc for piece in BOOK.pieces(game.battle)} == {180.0}


# ---------------------------------------------------------------- maps


def test_the_sight_map_is_where_he_sees_somebody() -> None:
    """Place by place as the rules would see the enemy if he stood there, on every level."""
    game = table(
        """
        block (14,8) (18,13) h=3
        wall (8,4) (8,16) h=1
        ganger A (5,10)    ganger x (12,10) lasgun
        """
    )
    game["x"].facing = 0.0
    rows = BOOK.sight_map(game.battle, "A", Spot(5, 10))
    assert {share < 1.0 for *_, share in rows} == {True, False}
    shown = {(x, y, z) for x, y, z, _ in rows}
    for i in range(9, 40, 2):
        for j in range(20):
            for z in (0.0, 3.0) if 14 < i + 0.5 < 18 and 8 < j + 0.5 < 13 else (0.0,):
                there = (i + 0.5, j + 0.5, z)
                game["x"].at(Spot(*there))
                game["A"].facing = bearing(game["A"].spot, game["x"].spot)
                assert sees(game.battle, game["A"], game["x"]) == (there in shown), there


def test_danger_counts_the_worst_of_each_enemy() -> None:
    shoots, charges = Threat("x", "shoots", Fraction(1, 4)), Threat("x", "charges", Fraction(1, 3))
    found = Outlook(threats=(shoots, charges, Threat("y", "shoots", Fraction(1, 2))))
    assert found.danger == 1 - Fraction(2, 3) * Fraction(1, 2)
    assert Outlook().danger == 0
