"""Tank shock and Death or Glory."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import Position, table
from tests.kit.script import By, a, b
from warbook.board.geometry import flat_gap
from warbook.board.hulls import Leg
from warbook.books.vehicles.driving import turn
from warbook.books.vehicles.field.bodies import base, hull
from warbook.books.vehicles.tanks import charge, declaring, lanes
from warbook.core.questions import Refusal


def shocks(game: Position, inches: float, *answers: By, turn_by: float = 0.0, dice: str = "") -> Position:
    leg = Leg(turn_by, inches)
    return game.does(
        lambda g: charge.tank_charge(g, g.battle.vehicle("T"), leg, ram=False), *answers, dice=dice
    )


def judged(game: Position, *legs: tuple[float, float], ram: bool = False) -> str | float:
    found = declaring.judge(lanes.Lanes(game.battle, game.ride("T"), ram), [Leg(*leg) for leg in legs])
    return found.rule if isinstance(found, Refusal) else found


# A Predator from (10,10): its front is at 12.25. Guardsmen have Ld 8 and bases of one inch.


@pytest.mark.rule("veh.tank.shock", "veh.tank.morale", "veh.tank.move", "veh.V61")
def test_who_fails_falls_back_at_once_and_the_tank_goes_on():
    game = table("predator T (10,10)      guard_squad x (17,10) (17,12) models=2")
    shocks(game, 10, dice="6 6 1 2")
    assert (game.ride("T").x, game["x"].falling_back) == (20.0, True)
    assert [event.rule for event in game.rolled("veh.tank.morale")] == ["veh.tank.morale"]
    assert game.places("x") == [(18.0, 12.0), (17.0, 15.0)]


@pytest.mark.rule("veh.tank.move", "veh.tank.morale", "veh.tank.displace")
def test_every_unit_on_the_way_is_hit_once_and_who_stands_is_driven_through():
    game = table("predator T (10,10)      guard_squad x (17,10) models=1      guard_squad y (21,10) models=1")
    shocks(game, 10, dice="1 1 2 2")
    assert game.ride("T").x == 20.0
    assert len(game.rolled("veh.tank.morale")) == 2
    assert (game.model("x1").x, game.model("x1").y) == (17.0, 10.0)
    assert flat_gap(hull(game.ride("T")), base(game.battle, game.model("y1"))) >= 0.98


@pytest.mark.rule("veh.tank.displace")
def test_whoever_it_stops_upon_is_moved_aside_the_shortest_way():
    game = table("predator T (10,10)      guard_squad x (18,10.6) (18,12.4) models=2")
    shocks(game, 8, dice="1 1")
    tank, moved, stays = hull(game.ride("T")), game.model("x1"), game.model("x2")
    assert flat_gap(tank, base(game.battle, moved)) == pytest.approx(1.0, abs=0.26)
    assert flat_gap(tank, base(game.battle, moved)) >= 0.98
    assert (stays.x, stays.y) == (18, 12.4)
    assert moved.y > 12


@pytest.mark.rule("veh.tank.displace", "veh.V62")
@pytest.mark.parametrize(("rocks", "place"), [(12.9, "out"), (15.2, "table")])
def test_who_has_no_place_in_coherency_is_lost(rocks: float, place: str):
    """His comrade stands between the Tank and rocks: an inch off the Tank begins at 13."""
    game = table(
        "predator T (10,10)      guard_squad x (18,10.5) (18,12.6) models=2"
        f"      area (5,{rocks}) (31,25) ground=impassable"
    )
    shocks(game, 8, dice="1 1")
    assert (game.model("x1").place, game.model("x2").y) == (place, 12.6)


@pytest.mark.rule("veh.tank.stop")
def test_it_stops_at_friends_and_an_inch_from_enemy_vehicles():
    game = shocks(table("predator T (10,10)      rhino F (20,10)"), 10)
    assert game.ride("T").x == pytest.approx(20 - 2.25 - 2.25)
    game = shocks(table("predator T (10,10)      rhino f (20,10)"), 10)
    assert game.ride("T").x == pytest.approx(20 - 2.25 - 2.25 - 1.0)


@pytest.mark.rule("veh.V60", "veh.tank.shock")
def test_units_in_close_combat_are_in_its_way():
    game = table(
        "predator T (10,10)      guard_squad x (20,10) models=1 locked=A"
        "      tactical_squad A (21.2,10) models=1 locked=x"
    )
    shocks(game, 10)
    assert game.ride("T").x == pytest.approx(20 - 0.5 - 1.0 - 2.25)


@pytest.mark.rule("veh.tank.declare", "veh.V59", "veh.tank.pivot", "veh.tank.shock-sequence", "veh.tank.move")
def test_what_may_be_declared():
    game = table("predator T (30,20)")
    assert judged(game, (90, 0.1)) == 0.1
    assert judged(game, (90, 12)) == 12
    assert judged(game, (90, 12.1)) == "veh.move.cruising-speed"
    assert judged(game, (90, 0)) == "veh.V59"
    assert judged(game, (0, 3), (90, 3)) == "veh.tank.move"
    assert judged(game, (0, -3)) == "veh.tank.move"
    assert judged(game, (0, 3), (0, -3)) == "veh.tank.move"
    assert judged(game, (90, 0), (0, 6)) == 6


@pytest.mark.rule("veh.tank.pivot")
def test_the_pivot_comes_first_and_needs_room():
    game = shocks(table("predator T (10,10)      guard_squad x (10,17) models=1"), 6, turn_by=90, dice="1 1")
    assert (game.ride("T").x, game.ride("T").y) == (pytest.approx(10.0), 16.0)
    assert judged(table("predator T (10,10)      rhino F (10,13.3)"), (90, 6)) == "veh.tank.pivot"


@pytest.mark.rule("veh.tank.shoot", "veh.fire.allowance")
def test_afterwards_it_shoots_by_its_speed():
    game = shocks(table("predator T (10,10)      guard_squad x (15,10) models=1"), 6, dice="1 1")
    assert (game.ride("T").speed, game.ride("T").rammed) == ("combat", False)


@pytest.mark.rule("veh.V89", "veh.terrain.dangerous-test")
def test_bad_ground_is_tested_where_it_is_reached():
    text = (
        "predator T (10,10)      guard_squad x (15,10) models=1      guard_squad y (22,10) models=1"
        "      area (18,5) (20,15) ground=difficult"
    )
    game = shocks(table(text), 12, dice="1 1 1")
    assert (game.ride("T").x, game.ride("T").immobilized) == (pytest.approx(18 - 2.25), True)
    assert len(game.rolled("veh.tank.morale")) == 1
    game = shocks(table(text), 12, dice="1 1 2 1 1")
    assert game.ride("T").x == 22.0


@pytest.mark.rule("veh.V5", "veh.V89")
def test_who_starts_in_it_and_fails_does_not_even_pivot():
    game = table("predator T (10,10)      area (5,5) (15,15) ground=difficult")
    shocks(game, 6, turn_by=90, dice="1")
    assert (game.ride("T").facing, game.ride("T").y, game.ride("T").immobilized) == (0.0, 10.0, True)


@pytest.mark.rule("veh.V90")
def test_enemies_in_contact_are_hit_at_once():
    game = table("predator T (10,10)      guard_squad x (12.8,10) models=1")
    shocks(game, 6, dice="1 1")
    assert game.ride("T").x == 16.0


@pytest.mark.rule("veh.tank.shock", "veh.terrain.intervening-models")
def test_only_tanks_are_asked_whether_they_shock_or_ram_and_only_with_somebody_near():
    for pieces, manners in [
        ("predator T (10,10)      guard_squad x (20,10) models=3", ["drive", "shock"]),
        ("trukk T (10,10)      guard_squad x (20,10) models=3", ["drive"]),
        ("predator T (10,10)      rhino x (20,10)", ["drive", "ram"]),
        ("predator T (10,10)      rhino x (40,10)", ["drive"]),
    ]:
        game = table(pieces)
        assert [option.id for option in turn.manners(game.battle, game.ride("T"))] == manners


@pytest.mark.rule("veh.tank.morale", "veh.tank.shock")
def test_the_question_lights_lanes_and_tells_who_is_in_them():
    game = table("predator T (10,10)      guard_squad x (17,10) models=2")
    question = declaring.charge_question(game.battle, game.ride("T"), ram=False)
    ends = question.reach()
    assert ends
    for x, y, z, facing in ends[::3]:
        assert question.towards(x, y, z, facing) is not None
    told = question.tells(question.along((Leg(0.0, 6.0),)))  # type: ignore[misc]
    assert told == (
        "Shocks x after 4.2 inches: 28% to fall back."
        " Combat, 6.0 inches: may fire one main weapon and the Defensive ones."
    )


def test_a_whole_tank_shock_by_its_questions():
    game = table("predator T (10,10)      guard_squad x (17,10) models=1")
    game.does(lambda g: turn.move_vehicle(g, game.ride("T")), a("shock"), a({"legs": [[0, 8]]}), dice="1 1")
    assert (game.ride("T").x, game.ride("T").moved) == (18.0, True)


# Death or Glory: tactical marines have krak grenades (S 6).


@pytest.mark.rule("veh.glory.attack", "veh.V63", "veh.V91")
def test_who_can_hurt_it_may_and_his_owner_may_decline():
    game = table("rhino T (10,10)      tactical_squad x (17,10) (17,14) models=2")
    question = game.tries(
        lambda g: charge.tank_charge(g, g.battle.vehicle("T"), Leg(0, 8), ram=False), dice="1 1"
    )
    assert question.kind == "death or glory"
    assert {option.id.split()[0] for option in question.options} == {"x1", "decline"}
    game = table("rhino T (10,10)      tactical_squad x (17,10) models=1")
    shocks(game, 10, b("decline"), dice="1 1")
    assert (game.ride("T").x, game.model("x1").place) == (20.0, "table")


@pytest.mark.rule("veh.glory.stopped")
def test_a_stunned_tank_stops_right_in_front_of_him():
    game = table("rhino T (10,10)      tactical_squad x (17,10) models=1")
    shocks(game, 10, b("x1 krak_grenades"), dice="1 1 6 2")
    tank = game.ride("T")
    assert tank.x == pytest.approx(17 - 0.5 - 2.25, abs=0.1)
    assert (tank.stunned, game.model("x1").place) == (True, "table")


@pytest.mark.rule("veh.glory.failed", "veh.V65")
@pytest.mark.parametrize("dice", ["1 1 1", "1 1 6 1"])
def test_nothing_or_shaken_costs_him_his_life(dice: str):
    game = table("rhino T (10,10)      tactical_squad x (17,10) models=1")
    shocks(game, 10, b("x1 krak_grenades"), dice=dice)
    assert (game.ride("T").x, game.model("x1").place) == (20.0, "out")


@pytest.mark.rule("veh.V64", "veh.glory.stopped", "veh.glory.failed")
@pytest.mark.parametrize("stops", [True, False])
def test_whether_a_lost_weapon_stops_it_is_a_switch(stops: bool):
    game = table("rhino T (10,10)      tactical_squad x (17,10) models=1", weapon_destroyed_stops_tank=stops)
    shocks(game, 10, b("x1 krak_grenades"), dice="1 1 6 3")
    assert game.ride("T").guns_lost == (0,)
    assert ((game.ride("T").x < 20), game.model("x1").place) == (stops, "table" if stops else "out")


@pytest.mark.rule("veh.glory.stopped", "veh.damage.explodes")
def test_if_it_explodes_it_does_so_there():
    game = table("rhino T (10,10)      tactical_squad x (17,10) models=1")
    shocks(game, 10, b("x1 krak_grenades"), dice="1 1 6 6 1 1")
    assert game.ride("T").place == "out"
    assert max(x for x, _ in game.battle.craters[0].polygon) == pytest.approx(16.5, abs=0.1)


def test_who_cannot_hurt_it_is_not_asked():
    game = table("land_raider T (10,10)      guard_squad x (18,10) models=1")
    shocks(game, 10, dice="1 1")
    assert game.ride("T").x == 20.0


def test_a_lane_tells_whom_it_meets_in_order():
    game = table("predator T (10,10)      guard_squad x (21,10) models=1      guard_squad y (17,10) models=1")
    assert lanes.lane(game.battle, game.ride("T"), Leg(0, 12), ram=False).units == ("y", "x")


def test_who_thinks_better_of_it_halts():
    game = table("predator T (10,10)      guard_squad x (17,10) models=1")
    game.does(lambda g: turn.move_vehicle(g, game.ride("T")), a("shock"), a({"legs": []}))
    assert (game.ride("T").x, game.ride("T").moved, game.ride("T").speed) == (10.0, True, "stationary")
