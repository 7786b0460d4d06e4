"""Who sees whom, arcs, and cover."""

from __future__ import annotations

import pytest

from tests.books.arap.table import Position, table
from warbook.board.geometry import Spot
from warbook.books.arap.field.cover import cover_from, cover_of_most, cover_of_unit, fires_from_hard_cover
from warbook.books.arap.field.sight import can_bear, eye, in_view, sees, share_seen, through_smoke
from warbook.books.arap.shooting.looking import smoke_between


def seen(game: Position, one: str = "A1", two: str = "x1") -> bool:
    return share_seen(game.battle, game.figure(one), game.figure(two)) > 0


def cover(text: str) -> str:
    game = table(text)
    return cover_from(game.battle, eye(game.battle, game.figure("A1")), game.figure("x1"))


@pytest.mark.rule("arap.shooting.line-of-sight", "arap.F1")
def test_a_block_hides_and_a_low_one_does_not():
    assert seen(table("human_trooper A (10,10)   marine x (20,10)"))
    assert not seen(table("human_trooper A (10,10)   marine x (20,10)   block (14,5) (16,15) h=3"))
    assert seen(table("human_trooper A (10,10)   marine x (20,10)   block (14,5) (16,15) h=0.5"))


@pytest.mark.rule("arap.shooting.field-of-view", "arap.F40")
def test_the_field_of_view_is_the_front_half():
    game = table("human_trooper A (10,10)   marine x (10,20)")
    man = game.figure("A1")
    assert in_view(game.battle, man, Spot(10, 20)) and not in_view(game.battle, man, Spot(9.8, 20))
    assert not sees(game.battle, man, game.figure("x1")) or game.figure("x1").x == 10


@pytest.mark.rule("arap.shooting.fire-arc", "arap.turn.free-turn")
def test_the_fire_arc_with_the_free_turn():
    game = table("human_trooper A (10,10)   marine x (20,10)")
    man = game.figure("A1")
    assert can_bear(game.battle, man, Spot(15, 15), 0.0) and not can_bear(
        game.battle, man, Spot(14.9, 15.2), 0.0
    )
    assert can_bear(game.battle, man, Spot(15, 18.66)), "60 degrees off"
    assert can_bear(game.battle, man, Spot(5, 15)) and not can_bear(game.battle, man, Spot(4.9, 14.8))
    assert not can_bear(game.battle, man, Spot(0, 10)), "right behind"


@pytest.mark.rule("arap.shooting.past-allies", "arap.F2")
def test_one_comrade_may_be_fired_past():
    men = "human_trooper A (10,10) (12,10) {}   marine x (20,10)"
    assert seen(table(men.format("")))
    assert not seen(table(men.format("(14,10)")))
    assert seen(table(men.format("(14,10)"), models_block_sight=False))


@pytest.mark.rule("arap.shooting.past-other-units", "arap.F2")
def test_other_units_are_in_the_way():
    assert not seen(table("human_trooper A (10,10)   human_trooper B (12,10)   marine x (20,10)"))
    assert not seen(table("human_trooper A (10,10)   marine y (12,10)   marine x (20,10)"))


@pytest.mark.rule("arap.F2")
@pytest.mark.parametrize(("switch", "sees"), [(True, False), (False, True)])
def test_from_another_place_figures_are_in_the_way_too(switch, sees):
    men = "human_trooper A (10,20)   human_trooper B (12,10)   marine x (20,10)"
    game = table(men, models_block_sight=switch)
    here = share_seen(game.battle, game.figure("A1"), game.figure("x1"), Spot(10, 10))
    assert (here > 0) is sees
    assert share_seen(game.battle, game.figure("A1"), game.figure("x1"), Spot(10, 18)) > 0


@pytest.mark.rule("arap.shooting.past-allies-limits")
def test_some_comrades_cannot_be_fired_past():
    assert not seen(table("human_trooper A (10,10) (13,10) (13,11)   marine x (20,10)")), (
        "in contact with another"
    )
    mixed = "human_trooper+walker A (10,10) (14,10)   marine x (24,10)"
    assert not seen(table(mixed, vehicles=True)), "larger"


@pytest.mark.rule("arap.shooting.laser-smoke", "arap.F39")
def test_smoke_hides():
    game = table("human_trooper A (10,10)   marine x (20,10)   smoke (15,11) radius=2")
    assert not seen(game) and through_smoke(game.battle, eye(game.battle, game.figure("A1")), Spot(20, 10))
    grazed = table("human_trooper A (10,10)   marine x (20,10)   smoke (15,12) radius=2")
    look = eye(grazed.battle, grazed.figure("A1"))
    assert seen(grazed) and smoke_between(grazed.battle, look, Spot(20, 10)) == (0, 0)
    assert smoke_between(game.battle, look, Spot(20, 10)) == (6, 2)
    assert not seen(table("human_trooper A (10,10)   marine x (20,10)   area (14,9) (15,11) smoke"))


@pytest.mark.rule("arap.turn.compulsory-random-events")
def test_in_the_dark_nobody_sees_far():
    game = table("human_trooper A (10,10)   marine x (20,10)")
    game.battle.visibility = 9.0
    assert not seen(game)
    game.battle.visibility = 10.5
    assert seen(game)


@pytest.mark.rule("arap.shooting.cover-modifier", "arap.F47")
@pytest.mark.parametrize(
    ("terrain", "found"),
    [
        ("", "none"),
        ("area (19,9) (21,11) wood", "soft"),
        ("area (19,9) (21,11) trench", "hard"),
        ("area (14,9) (16,11) wood", "soft"),
        ("wall (19.4,8) (19.4,12) h=1 barricade", "hard"),
        ("wall (19.4,8) (19.4,12) h=1 hedge", "soft"),
        ("wall (19.4,8) (19.4,12) h=0.2 barricade", "none"),
        ("wall (10.8,8) (10.8,12) h=1 barricade", "none"),
        ("wall (10.8,8) (10.8,12) h=1 hedge", "none"),
        ("area (9,9) (10.9,11) wood", "none"),
        ("area (9,9) (12,11) wood", "soft"),
    ],
)
def test_cover(terrain, found):
    assert cover(f"human_trooper A (10,10)   marine x (20,10)   {terrain}") == found


@pytest.mark.rule("arap.shooting.unit-cover", "arap.F46", "arap.B3")
def test_more_than_half_must_have_it():
    assert cover_of_most(["hard", "none"]) == "none" and cover_of_most(["hard", "hard", "none"]) == "hard"
    assert (
        cover_of_most(["hard", "soft", "none"]) == "soft"
        and cover_of_most(["soft", "hard", "hard"]) == "hard"
    )
    text = "human_trooper A (10,10)   marine x (20,8) (20,10) (20,12)   area (19,{}) (21,13) wood"
    half, most = table(text.format(11)), table(text.format(9))
    assert cover_of_unit(half.battle, half.figure("A1"), half["x"]) == "none"
    assert cover_of_unit(most.battle, most.figure("A1"), most["x"]) == "soft"
    hidden = table("human_trooper A (10,10)   marine x (20,10) (22,10) (24,10)   block (19,10.6) (26,12) h=3")
    assert cover_of_unit(hidden.battle, hidden.figure("A1"), hidden["x"]) == "hard", (
        "unseen is as in hard cover"
    )


@pytest.mark.rule("arap.F45")
@pytest.mark.parametrize(
    ("terrain", "found"),
    [
        ("area (9,9) (11,11) trench", True),
        ("wall (11,8) (11,12) h=1 barricade", True),
        ("wall (11.1,8) (11.1,12) h=1 barricade", False),
        ("wall (9,8) (9,12) h=1 barricade", False),
        ("wall (11,8) (11,12) h=1 hedge", False),
        ("area (9,9) (11,11) wood", False),
    ],
)
def test_who_fires_from_hard_cover(terrain, found):
    game = table(f"human_trooper A (10,10)   marine x (20,10)   {terrain}")
    assert fires_from_hard_cover(game.battle, game.figure("A1"), Spot(20, 10)) == found
