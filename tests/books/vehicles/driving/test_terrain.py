"""Bad ground, Skimmers that land, smoke, vehicles that run wild, and leaving the table."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.books.vehicles.driving.test_speeds import drives, moves, way
from tests.books.vehicles.table import table
from tests.kit.script import a
from warbook.board.geometry import Spot
from warbook.books.vehicles.driving import smoke, turn, ways
from warbook.books.vehicles.driving.course import has_room, low_walls
from warbook.books.vehicles.field.bodies import hull, type_of

WOOD = "area (20,5) (26,15) ground=difficult name=wood"


@pytest.mark.rule("veh.terrain.difficult", "veh.terrain.dangerous-test", "veh.V5")
def test_a_one_stops_it_just_outside_and_immobilizes_it():
    game = moves(table(f"rhino R (10,10)\n{WOOD}"), drives((0, 12)), dice="1")
    rhino = game.ride("R")
    assert (rhino.x, rhino.immobilized, rhino.speed) == (pytest.approx(17.75), True, "cruising")
    assert [event.need for event in game.rolled("veh.terrain.dangerous-test")] == [2]


@pytest.mark.rule("veh.terrain.difficult", "veh.terrain.dangerous-test", "veh.V5")
def test_a_two_carries_it_all_the_way_with_one_test_for_two_woods():
    game = table(f"rhino R (10,10)\n{WOOD}\narea (12,8) (14,12) words=dangerous name=mire")
    rhino = moves(game, drives((0, 12)), dice="2").ride("R")
    assert (rhino.x, rhino.immobilized) == (22.0, False)


@pytest.mark.rule("veh.V5")
def test_who_starts_in_it_and_rolls_a_one_does_not_move():
    game = moves(table(f"rhino R (23,10)\n{WOOD}"), drives((40, 6)), dice="1")
    rhino = game.ride("R")
    assert (rhino.x, rhino.facing, rhino.immobilized, rhino.speed) == (23.0, 0.0, True, "stationary")


@pytest.mark.rule("veh.V5")
def test_a_pivot_by_itself_is_not_tested():
    assert not moves(table(f"rhino R (23,10)\n{WOOD}"), drives((90, 0))).ride("R").immobilized


@pytest.mark.rule("veh.terrain.dangerous-test")
def test_a_hull_that_only_touches_the_edge_is_not_in_it():
    moves(table(f"rhino R (10,10)\n{WOOD}"), drives((0, 7.7)))
    moves(table(f"rhino R (10,10)\n{WOOD}"), drives((0, 7.8)), dice="3")


@pytest.mark.rule("veh.V41", "veh.terrain.dangerous-test")
def test_wrecks_craters_and_low_walls_are_bad_ground_too():
    for piece in ("rhino q (20,10) wrecked", "crater (18,8) (22,12)", "wall (20,6) (20,14) h=1"):
        assert moves(table(f"rhino R (10,10)\n{piece}"), drives((0, 10)), dice="1").ride("R").immobilized


@pytest.mark.rule("veh.terrain.dangerous-test")
def test_the_way_tells_of_its_test():
    game = table(f"rhino R (10,10)\n{WOOD}")
    question = ways.Ways(game.battle, game.ride("R")).question()
    assert question.tells is not None
    told = question.tells(question.along(way((0, 12))))
    assert told.endswith("Dangerous ground (wood) after 7.8 inches: 1 in 6 to be Immobilized there.")
    assert "Dangerous" not in question.tells(question.along(way((0, 7))))


# Skimmers


@pytest.mark.rule("veh.skimmer.terrain-test", "veh.skimmer.ignore-terrain")
@pytest.mark.parametrize(("start", "end", "tests"), [(10, 34, 0), (10, 20, 1), (23, 40, 1), (21, 25, 1)])
def test_a_skimmer_is_tested_where_it_starts_or_lands(start: float, end: float, tests: int):
    game = table(f"land_speeder R ({start},10)\n{WOOD}")
    moves(game, drives((0, end - start)), dice="2" * tests)
    assert game.ride("R").x == end


@pytest.mark.rule("veh.skimmer.terrain-test", "veh.V55")
def test_landing_on_impassable_ground_is_tested():
    game = moves(
        table("land_speeder R (10,10)   area (18,6) (24,14) ground=impassable"), drives((0, 11)), dice="1"
    )
    assert (game.ride("R").x, game.ride("R").immobilized) == (21.0, True)


@pytest.mark.rule("veh.V6", "veh.skimmer.crash")
@pytest.mark.parametrize(("inches", "crashes"), [(11.0, False), (13.0, True)])
def test_a_failed_landing_after_flat_out_is_a_crash(inches: float, crashes: bool):
    game = table(f"land_speeder R ({23 - inches},10)\n{WOOD}")
    question = ways.Ways(game.battle, game.ride("R")).question()
    assert question.tells is not None
    assert ("to crash" in question.tells(question.along(way((0, inches))))) == crashes
    moves(game, drives((0, inches)), dice="1")
    speeder = game.ride("R")
    assert (speeder.wrecked, speeder.immobilized) == (crashes, not crashes)


@pytest.mark.rule("veh.skimmer.crash", "veh.V57")
def test_a_skimmer_that_cannot_start_has_not_gone_flat_out():
    game = moves(table(f"land_speeder R (23,10)\n{WOOD}"), drives((0, 20)), dice="1")
    assert (game.ride("R").wrecked, game.ride("R").immobilized, game.ride("R").x) == (False, True, 23.0)


@pytest.mark.rule("veh.V56", "veh.skimmer.flat-out-cover", "veh.V57")
def test_flat_out_lasts_until_its_next_movement_phase():
    game = moves(table("land_speeder R (10,10)"), drives((0, 13)))
    assert game.ride("R").flat_out_skimming
    game.does(lambda g: turn.begin_vehicles(g, "b"))
    assert game.ride("R").flat_out_skimming
    game.does(lambda g: turn.begin_vehicles(g, "a"))
    assert (game.ride("R").flat_out_skimming, game.ride("R").speed) == (False, "stationary")


# Smoke


@pytest.mark.rule("veh.smoke.trigger")
def test_smoke_comes_after_the_move_and_once_in_a_battle():
    game = table("rhino R (10,10)      trukk T (30,10)")
    assert [option.id for option in turn.vehicle_options(game.battle)] == ["R", "T", "smoke R"]
    assert turn.vehicle_options(game.battle)[-1].label == "Smoke: R (instead of moving; no fire this turn)"
    moves(game, drives((0, 6)))
    assert [option.id for option in turn.vehicle_options(game.battle)] == ["T", "smoke R"]
    assert turn.vehicle_options(game.battle)[-1].label == "Smoke: R (no fire this turn)"
    game.does(lambda g: turn.take_vehicle_option(g, "smoke R"))
    assert (game.ride("R").smoking, game.ride("R").smoke_used) == (True, True)
    assert [option.id for option in turn.vehicle_options(game.battle)] == ["T"]


@pytest.mark.rule("veh.smoke.trigger")
def test_who_makes_smoke_without_having_moved_has_declared_a_halt():
    game = table("rhino R (10,10)").does(lambda g: turn.take_vehicle_option(g, "smoke R"))
    assert turn.vehicle_options(game.battle) == [] and game.ride("R").speed == "stationary"


@pytest.mark.rule("veh.smoke.crew-state")
@pytest.mark.parametrize("state", ["stunned_until=1", "shaken_until=1", "immobilized"])
def test_a_stunned_crew_makes_smoke(state: str):
    game = table(f"rhino R (10,10) {state}")
    assert "smoke R" in [option.id for option in turn.vehicle_options(game.battle)]


@pytest.mark.rule("veh.smoke.trigger")
@pytest.mark.parametrize(
    "piece", ["trukk R (10,10)", "rhino R (10,10) smoke_used", "rhino R (10,10) wrecked"]
)
def test_no_smoke_without_launchers(piece: str):
    assert smoke.no_smoke(table(piece).ride("R")) is not None


@pytest.mark.rule("veh.V9", "veh.target.smoke-cover")
def test_smoke_lasts_until_the_enemy_has_shot():
    game = table("rhino R (10,10) smoking")
    assert game.does(lambda g: smoke.lift(g, "a")).ride("R").smoking
    assert not game.does(lambda g: smoke.lift(g, "b")).ride("R").smoking


@pytest.mark.rule("veh.walker.run-smoke", "veh.V73")
def test_a_walker_makes_smoke_after_its_run():
    assert smoke.no_smoke(table("dreadnought D (10,10) moved ran").ride("D")) is None


# Running wild, leaving


@pytest.mark.rule("veh.P13", "veh.P13.wild")
def test_a_looted_wagon_runs_wild_on_a_one():
    game = table("looted_wagon W (10,10) facing=90").does(lambda g: turn.begin_vehicles(g, "a"), dice="1")
    wagon = game.ride("W")
    assert (wagon.x, wagon.y, wagon.speed, wagon.moved) == (10.0, 22.0, "cruising", True)
    game = table("looted_wagon W (10,10)").does(lambda g: turn.begin_vehicles(g, "a"), dice="2")
    assert (game.ride("W").x, game.ride("W").moved) == (10.0, False)
    for state in ("immobilized", "stunned_until=1"):
        table(f"looted_wagon W (10,10) {state}").does(lambda g: turn.begin_vehicles(g, "a"))


@pytest.mark.rule("veh.V93")
def test_the_attacker_of_a_breakthrough_leaves_with_whoever_is_aboard():
    game = table(
        "rhino R (10,35)      tactical_squad A in R models=5      rhino Q (30,33)",
        scenario={"wins": "breakthrough"},
    )
    game.battle.attacker = "a"
    assert [option.id for option in turn.manners(game.battle, game.ride("Q"))] == ["drive"]
    moves(game, a("leave"))
    assert (game.ride("R").place, {model.place for model in game.battle.models}) == ("off", {"off"})
    game.battle.attacker = "b"
    game.ride("Q").y = 40
    assert [option.id for option in turn.manners(game.battle, game.ride("Q"))] == ["drive"]


@pytest.mark.rule("veh.V55", "veh.P3")
def test_on_rocks_only_a_skimmer_stands() -> None:
    game = table("rhino R (10,10)   land_speeder S (10,30)   area (30,10) (40,20) ground=impassable")
    for name, stands in (("R", False), ("S", True)):
        ride = game.ride(name)
        end = replace(hull(ride), spot=Spot(35.0, 15.0))
        assert has_room(game.battle, type_of(ride), end, ()) is stands


@pytest.mark.rule("veh.terrain.difficult")
def test_walls_that_hulls_drive_over_are_bad_ground_and_higher_ones_are_none() -> None:
    game = table("rhino R (10,10)   wall (20,0) (20,9) h=1   wall (30,0) (30,9) h=4")
    (low,) = low_walls(game.battle.table)
    assert low.polygon[0][0] == pytest.approx(20.0, abs=0.1) and low.ground == "difficult"
