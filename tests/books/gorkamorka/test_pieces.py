"""Warriors and vehicles as clients draw them."""

from __future__ import annotations

import pytest

from tests.books.gorkamorka.table import table
from warbook import load_book
from warbook.books.gorkamorka.field.bodies import on_ground

BOOK = load_book("gorkamorka")


@pytest.mark.rule("gce.basics.counters")
def test_a_warrior_on_foot_is_a_disc_with_his_states() -> None:
    game = table("ork_boy A (10,10,0) shoota hidden flesh=1 scrap=1   ork_boy x (40,40) down")
    pieces = {piece.id: piece for piece in BOOK.pieces(game.battle)}
    assert pieces["A"].states == ("hidden", "1 flesh", "scrap") and pieces["A"].on_table
    assert (pieces["A"].x, pieces["A"].radius, pieces["A"].arc) == (10.0, 0.5, 90.0)
    assert pieces["x"].states == ("down",)


def test_the_letter_of_a_piece_is_not_that_of_an_article() -> None:
    game = table("ork_trukk T (20,20)   ork_boy A (10,10)   ork_boy x (40,40)")
    game.ride("T").name, game["A"].name, game["x"].name = "Da Grimwagon", "Dregga", "Da"
    letters = {piece.id: piece.letter for piece in BOOK.pieces(game.battle)}
    assert letters == {"T": "G", "A": "D", "x": "D"}


@pytest.mark.rule("gce.foot.riders")
def test_a_rider_is_where_the_hull_is() -> None:
    game = table("""
        ork_trukk T (20,20) weapon=linked_shoota quadrant=left moved=gas
        ork_boy A in T driver   digga_boy x in T   digga_boy y (40,40)
    """)
    pieces = {piece.id: piece for piece in BOOK.pieces(game.battle)}
    hull = pieces["T"].hull
    assert hull is not None and (hull.length, hull.width, hull.aboard) == (6.0, 3.0, 2)
    assert [mount.centre for mount in hull.mounts] == [90.0]
    assert (pieces["A"].x, pieces["A"].on_table, pieces["A"].states) == (20.0, False, ("driver",))
    assert pieces["x"].states == ("boarder",)
    assert not BOOK.groups(game.battle)


@pytest.mark.rule("gce.chase.definition")
def test_a_chase_is_a_group_of_two_vehicles() -> None:
    game = table("""
        ork_bike T (20,20) moved=gas  ork_spanner D in T driver
        ork_bike t (25,20) moved=gas chasing=T chase=tail  ork_spanner d in t driver
    """)
    (chase,) = BOOK.groups(game.battle)
    assert (chase.members, chase.side, chase.name) == (("t", "T"), "b", "t tailing T")


@pytest.mark.rule("gce.vehicle-movement.out-of-control")
def test_a_vehicle_shows_what_is_wrong_with_it() -> None:
    game = table(
        """
        ork_trukk T (20,20) moved=gas burning=3   ork_boy A in T
        ork_bike u (30,30) immobilised   ork_boy x (40,40)
        """
    )
    pieces = {piece.id: piece for piece in BOOK.pieces(game.battle)}
    assert pieces["T"].states == ("burning", "out of control") and pieces["u"].states == ("immobilised",)


@pytest.mark.rule("gce.game.forces")
def test_sides_have_the_names_of_their_mobs() -> None:
    battle = BOOK.muster(BOOK.setup("squigosaur_nest", ["sunburnt"], {}))
    assert BOOK.side_names(battle) == {"a": "Da Sunburnt", "n": "the creatures"}
    offered = {choice.id: choice.words for choice in BOOK.forces()}
    assert offered["grimtoofs"] == "7 fighters, 2 vehicles, 96 teef"


def test_who_lies_is_as_high_as_he_who_is_pinned_and_lower_than_who_stands() -> None:
    game = table("ork_boy A (10,10)  ork_boy B (20,10) down  ork_boy C (30,10) pinned  ork_boy x (40,40)")
    standing, down, pinned = (on_ground(game[name]).height for name in "ABC")
    assert down == pinned < standing


@pytest.mark.parametrize(("state", "shown"), [("", ("no thrust",)), ("immobilised", ("immobilised",))])
def test_of_what_does_not_move_nobody_is_told_that_it_does_not_thrust(
    state: str, shown: tuple[str, ...]
) -> None:
    game = table(
        f"ork_trukk T (20,20) no_thrust=ever slower={1 if state else 0} {state}  ork_spanner D in T driver"
        "  ork_boy x (40,40)"
    )
    assert next(piece for piece in BOOK.pieces(game.battle) if piece.id == "T").states == shown
