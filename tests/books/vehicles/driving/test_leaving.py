"""Off the far edge, roads with gaps, and how far somebody may go who was boarded."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import Position, table
from tests.kit.script import By, a
from warbook.board.hulls import Leg
from warbook.books.vehicles.driving import leaving, ways
from warbook.books.vehicles.foot.turn import units_waiting
from warbook.books.vehicles.pieces import unit_states
from warbook.books.vehicles.shooting.turn import shoot
from warbook.books.vehicles.tanks import charge, lanes
from warbook.core.questions import Refusal

THROUGH = {"wins": "breakthrough", "first_turn": "attacker"}


def at(y: float, facing: float = 90.0, text: str = "") -> Position:
    game = table(f"rhino R (24,{y}) facing={facing}  {text}", size=(48.0, 72.0), scenario=THROUGH)
    game.battle.attacker = "a"
    return game


@pytest.mark.rule("veh.V93")
@pytest.mark.parametrize("y, leaves", [(57.75, True), (57.7, False)])
def test_the_hull_has_to_touch_the_edge(y: float, leaves: bool) -> None:
    """It is 4.5 inches long and drives 12."""
    game = at(y)
    assert (leaving.way_off(game.battle, game.ride("R")) is not None) is leaves


@pytest.mark.rule("veh.V93")
def test_it_leaves_front_or_rear_first_and_only_the_attacker() -> None:
    game = at(60.0)
    assert leaving.way_off(game.battle, game.ride("R")) == (Leg(0.0, 9.75),)
    game = at(60.0, 270.0, "block (20,50) (22.3,64) h=6   block (25.7,50) (28,64) h=6")
    assert leaving.way_off(game.battle, game.ride("R")) == (Leg(0.0, -9.75),)
    game.battle.attacker = "b"
    assert leaving.way_off(game.battle, game.ride("R")) is None


@pytest.mark.rule("veh.V93")
@pytest.mark.parametrize("dice, gone", [("2", True), ("1", False)])
def test_who_is_caught_on_its_way_off_stays(dice: str, gone: bool) -> None:
    game = at(60.0, text="area (10,66) (40,68) ground=difficult   guard_squad A in R")
    game.does(lambda g: leaving.leave(g, game.ride("R")), dice=dice)
    assert (game.ride("R").place == "off") is gone and game.ride("R").immobilized is not gone
    assert (game.model("A1").place == "off") is gone


@pytest.mark.rule("veh.V93", "veh.walker.terrain")
@pytest.mark.parametrize("dice, answers, gone", [("4 1", (), True), ("3 1", (a("stay"),), False)])
def test_difficult_ground_slows_a_walker_on_its_way_off(
    dice: str, answers: tuple[By, ...], gone: bool
) -> None:
    """It has 3.3 inches to go; who gets less far is asked anew."""
    wood = "area (0,69) (48,71) ground=difficult"
    game = table(f"scout_sentinel S (24,67.5)  {wood}", size=(48.0, 72.0), scenario=THROUGH)
    game.battle.attacker = "a"
    game.does(lambda g: leaving.leave(g, game.ride("S")), *answers, dice=dice)
    assert (game.ride("S").place == "off") is gone and not game.ride("S").immobilized


@pytest.mark.rule("veh.V4")
@pytest.mark.parametrize("second, allowed", [(16.0, True), (16.5, False)])
def test_a_road_with_a_gap_is_no_road(second: float, allowed: bool) -> None:
    roads = f"area (5,8) (16,12) words=road   area ({second},8) (40,12) words=road"
    game = table(f"rhino R (10,10)   {roads}")
    found = ways.Ways(game.battle, game.ride("R")).judge((Leg(0.0, 18.0),))
    assert isinstance(found, Refusal) is not allowed


@pytest.mark.rule("veh.V54")
@pytest.mark.parametrize("carried, far", [("", 18.0), ("carried", 12.0)])
def test_ends_in_reach_are_no_further_than_it_may_go(carried: str, far: float) -> None:
    game = table(f"trukk T (30,24) {carried}")
    rows = ways.Ways(game.battle, game.ride("T")).question().reach()
    assert max(((x - 30) ** 2 + (y - 24) ** 2) ** 0.5 for x, y, *_ in rows) == pytest.approx(far, abs=0.6)


@pytest.mark.rule("veh.P13")
@pytest.mark.parametrize("road, x", [("", 22.0), ("area (0,8) (70,12) words=road", 28.0)])
def test_who_runs_wild_goes_as_fast_as_it_can(road: str, x: float) -> None:
    game = table(f"looted_wagon W (10,10)   {road}")
    game.does(lambda g: charge.run_wild(g, game.ride("W")))
    assert game.ride("W").x == pytest.approx(x)


@pytest.mark.rule("veh.tank.pivot")
def test_turns_that_are_looked_at_go_all_round_and_at_every_enemy() -> None:
    game = table("predator P (20,20)   guard_squad x (27,22) models=1")
    found = lanes.Lanes(game.battle, game.ride("P"), ram=False).turns()
    assert {-180.0 + 15.0 * k for k in range(24)} <= set(found) and len(found) == 25
    assert found[0] == 15.9


@pytest.mark.rule("veh.V93")
def test_who_has_left_with_it_does_nothing_more() -> None:
    game = at(60.0, text="tactical_squad A in R   tactical_squad B (10,10) models=1")
    game.does(lambda g: leaving.leave(g, game.ride("R")))
    assert [unit.id for unit in units_waiting(game.battle)] == ["B"]
    game.battle.phase = "shoot"
    question = game.tries(shoot)
    assert [option.piece for option in question.options if option.piece] == ["B"]
    assert unit_states(game.battle, game["A"]) == ("off the table",)
