"""Walkers on their legs."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import Position, table
from tests.kit.script import By, a
from warbook.board.geometry import Spot, distance
from warbook.books.vehicles.driving import turn, walkers
from warbook.core.questions import Refusal, Refused, Way

WOOD = "area (16,5) (26,15) ground=difficult name=wood"
MIRE = "area (16,5) (26,15) words=dangerous name=mire"


def walks(game: Position, *answers: By, dice: str = "") -> Position:
    return game.does(lambda g: turn.move_vehicle(g, game.ride("D")), *answers, dice=dice)


def to(x: float, y: float, facing: float | None = None) -> By:
    return a(Way((Spot(x, y),), facing))


@pytest.mark.rule("veh.walker.move", "veh.move.walker-top-speed")
@pytest.mark.parametrize(("inches", "rule"), [(6.0, ""), (6.1, "veh.move.walker-top-speed")])
def test_up_to_six_inches(inches: float, rule: str):
    game = table("dreadnought D (10,10)")
    question = walkers.walk_question(game.battle, game.ride("D"), 6.0, walkers.RULE, "walk")
    found = question.judge((Spot(10, 10), Spot(10 + inches, 10)))
    assert (found.rule if isinstance(found, Refusal) else "") == rule


@pytest.mark.rule("veh.walker.move", "veh.walker.facing")
def test_it_faces_as_it_is_told_or_the_way_it_went():
    game = walks(table("dreadnought D (10,10)"), to(10, 14))
    walker = game.ride("D")
    assert (walker.y, walker.facing, walker.speed, walker.straight) == (14.0, 90.0, "combat", 4.0)
    assert walks(table("dreadnought D (10,10)"), to(10, 14, 200.0)).ride("D").facing == 200.0


@pytest.mark.rule("veh.walker.facing", "veh.move.stationary")
def test_a_walker_that_only_turns_is_stationary():
    walker = walks(table("dreadnought D (10,10)"), a(135.0)).ride("D")
    assert (walker.facing, walker.speed, walker.x) == (135.0, "stationary", 10.0)


@pytest.mark.rule("veh.walker.terrain")
def test_difficult_ground_lets_it_go_as_far_as_the_higher_of_two_dice():
    game = walks(table(f"dreadnought D (12,10)\n{WOOD}"), to(18, 10), dice="6 3")
    assert (game.ride("D").x, game.ride("D").immobilized) == (18.0, False)
    with pytest.raises(Refused):
        walks(table(f"dreadnought D (20,10)\n{WOOD}"), to(20, 14), to(20, 12.1), dice="1 2")
    walks(table(f"dreadnought D (9,10)\n{WOOD}"), to(15, 10))


@pytest.mark.rule("veh.walker.terrain")
def test_who_does_not_get_so_far_says_anew_where_he_goes():
    game = walks(table(f"dreadnought D (12,10)\n{WOOD}"), to(18, 10), to(12, 13, 45.0), dice="1 3")
    walker = game.ride("D")
    assert (walker.x, walker.y, walker.facing, walker.straight) == (12.0, 13.0, 45.0, 3.0)


@pytest.mark.rule("veh.walker.dangerous-failed", "veh.walker.terrain")
def test_dangerous_ground_immobilizes_it_on_a_one():
    game = walks(table(f"dreadnought D (12,10)\n{MIRE}"), to(18, 10), dice="1")
    assert (game.ride("D").x, game.ride("D").immobilized) == (pytest.approx(16.0), True)
    game = walks(table(f"dreadnought D (12,10)\n{MIRE}"), to(18, 10), dice="2")
    assert (game.ride("D").x, game.ride("D").immobilized) == (18.0, False)
    game = walks(table(f"dreadnought D (20,10)\n{MIRE}"), to(20, 14, 33.0), dice="1")
    assert (game.ride("D").y, game.ride("D").facing, game.ride("D").immobilized) == (10.0, 0.0, True)


@pytest.mark.rule("veh.P3")
def test_it_stays_an_inch_off_enemies():
    game = table("dreadnought D (10,10)      guard_squad x (17,10) models=1")
    question = walkers.walk_question(game.battle, game.ride("D"), 6.0, walkers.RULE, "walk")
    assert isinstance(question.judge((Spot(10, 10), Spot(14.5, 10))), Refusal)
    assert question.judge((Spot(10, 10), Spot(13.7, 10))) == pytest.approx(3.7)
    assert isinstance(question.judge((Spot(10, 10), Spot(16, 10))), Refusal)


@pytest.mark.rule("veh.walker.run", "veh.V72")
def test_it_runs_a_die_more():
    game = table("dreadnought D (10,10)").does(
        lambda g: walkers.run_walker(g, g.battle.vehicle("D")), to(14, 10), dice="4"
    )
    assert (game.ride("D").x, game.ride("D").ran) == (14.0, True)


@pytest.mark.rule("veh.P12")
def test_a_walker_in_close_combat_does_not_move():
    game = table("dreadnought D (10,10) locked=x smoke_used      guard_squad x (12,10) models=2 locked=D")
    assert turn.vehicle_options(game.battle) == []


@pytest.mark.rule("veh.assault.not-locked", "veh.P3")
@pytest.mark.parametrize(("end", "allowed"), [((8, 14), True), ((10, 16), True), ((9.5, 10), False)])
def test_it_leaves_a_vehicle_that_it_has_struck_any_way(end: tuple[float, float], allowed: bool):
    game = table("dreadnought D (10,10)      rhino x (13.46,10)")
    question = walkers.walk_question(game.battle, game.ride("D"), 6.0, walkers.RULE, "walk")
    assert isinstance(question.judge((Spot(10, 10), Spot(*map(float, end)))), Refusal) is not allowed
    path = question.path(9.5, 10, 0.0)
    assert path is not None and not isinstance(question.judge(path), Refusal)


@pytest.mark.rule("veh.P3", "veh.walker.facing")
@pytest.mark.parametrize(("y", "facing"), [(11.8, 0.0), (12.3, 45.0)])
def test_it_does_not_turn_onto_who_stands_beside_it(y: float, facing: float):
    """Turned by 45 degrees its corner is 1.7 inches from its middle."""
    game = walks(table(f"dreadnought D (10,10)      tactical_squad A (10,{y}) models=1"), a(45.0))
    assert game.ride("D").facing == facing


@pytest.mark.rule("veh.walker.move")
def test_a_way_to_a_point_on_no_level_stays_on_its_own():
    """It stands on a deck, and on the ground below there is room as well."""
    deck = "floor (4,4) (20,16) level=3"
    game = table(f"dreadnought D (10,10,3)      {deck}")
    question = walkers.walk_question(game.battle, game.ride("D"), 6.0, walkers.RULE, "walk")
    assert question.path(13.0, 10.0, None) == (Spot(10, 10, 3), Spot(13, 10, 3))
    assert question.path(13.0, 10.0, 3.0) == (Spot(10, 10, 3), Spot(13, 10, 3))


@pytest.mark.rule("veh.P3", "veh.assault.not-locked")
def test_a_walker_beside_an_enemy_is_shown_only_places_an_inch_off_him() -> None:
    """It may come away from him, and neither stay that near elsewhere nor be offered such a place."""
    game = table("dreadnought D (10,20)   rhino x (14,20) facing=90")
    route = walkers.walk_question(game.battle, game.ride("D"), 6.0, "veh.P3", "walk")
    here, *spots = (Spot(*row[:3]) for row in route.reach())
    refused = route.judge((here, Spot(10.0, 20.5)))
    assert isinstance(refused, Refusal) and "within an inch" in refused.words
    assert len(spots) > 50 and not any(distance(spot, here) < 0.4 for spot in spots)
    said = [route.judge((here, spot)) for spot in spots]
    assert not [each for each in said if isinstance(each, Refusal) and "within an inch" in each.words]
    assert route.judge((here,)) == 0.0
