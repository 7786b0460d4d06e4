"""Which way a Tank may be sent ahead, and what it is told of it."""

from __future__ import annotations

from random import Random

import pytest

from tests.books.vehicles.table import Position, table
from tests.books.vehicles.tanks.test_shock import judged, shocks
from tests.kit.script import b
from warbook.board.hulls import Leg
from warbook.books.vehicles.army.data import weapons
from warbook.books.vehicles.damage.dice import Strike
from warbook.books.vehicles.driving import turn
from warbook.books.vehicles.tanks import declaring, glory
from warbook.books.vehicles.tanks.lanes import Lanes
from warbook.core.questions import Refusal


def told(game: Position, *leg: float, ram: bool = False) -> str:
    question = declaring.charge_question(game.battle, game.ride("T"), ram)
    return question.tells(question.along((Leg(*leg),)))  # type: ignore[misc]


@pytest.mark.rule("veh.tank.declare", "veh.ram.procedure")
@pytest.mark.parametrize(("ram", "rule"), [(False, "veh.tank.declare"), (True, "veh.ram.procedure")])
def test_what_is_declared_names_its_rule(ram: bool, rule: str) -> None:
    game = table("predator T (10,10)      rhino x (20,10)")
    assert declaring.charge_question(game.battle, game.ride("T"), ram).rule == rule


@pytest.mark.rule("veh.tank.stop")
@pytest.mark.parametrize(("x", "rule"), [(14.5, "veh.tank.stop"), (14.6, None)])
def test_a_friend_right_before_it_leaves_it_no_lane(x: float, rule: str | None):
    """Its front is at 12.25, and a rhino is as long."""
    game = table(f"predator T (10,10)      rhino F ({x},10)      guard_squad x (30,30) models=1")
    assert judged(game, (0, 6)) == (rule or 6)


@pytest.mark.rule("veh.V90", "veh.tank.stop")
def test_who_stands_in_contact_is_shocked_and_does_not_stop_it():
    assert judged(table("predator T (10,10)      guard_squad x (12.76,10) models=1"), (0, 6)) == 6


@pytest.mark.rule("veh.ram.procedure")
def test_an_enemy_vehicle_in_contact_may_be_rammed_and_not_shocked_past():
    game = table("predator T (10,10)      rhino x (14.5,10)")
    assert judged(game, (0, 12), ram=True) == 12
    assert judged(game, (0, 12)) == "veh.tank.stop"


@pytest.mark.rule("veh.tank.declare")
def test_no_way_at_all_costs_nothing():
    game = table("predator T (30,20)")
    assert judged(game) == 0.0
    question = declaring.charge_question(game.battle, game.ride("T"), ram=False)
    assert question.tells(question.along(())) == "It stays where it is."  # type: ignore[misc]


@pytest.mark.rule("veh.tank.declare", "veh.tank.move")
def test_ends_are_every_inch_from_whom_it_meets_to_its_top_speed():
    game = table("predator T (10,10)      guard_squad x (17,10) models=1")
    question = declaring.charge_question(game.battle, game.ride("T"), ram=False)
    ahead = sorted(x for x, y, _, facing in question.reach() if abs(y - 10) < 0.01 and facing == 0)
    assert ahead == [15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0]


@pytest.mark.rule("veh.tank.declare", "veh.ram.conditions")
@pytest.mark.parametrize(("ram", "inches"), [(False, 5.0), (True, 12.0)])
def test_pointing_at_a_place_declares_the_way_there_or_in_a_ram_top_speed(ram: bool, inches: float):
    """(13,14) is 5 inches away, at 53.13 degrees."""
    game = table("predator T (10,10)      rhino x (40,10)")
    (leg,) = declaring.charge_question(game.battle, game.ride("T"), ram).legs(13.0, 14.0, 0.0, None) or ()
    assert (leg.turn, leg.inches) == pytest.approx((53.13, inches), abs=0.01)


@pytest.mark.rule("veh.ram.conditions", "veh.ram.procedure")
def test_a_ram_that_reaches_nobody_and_one_that_does_are_told():
    game = table("predator T (10,10)      rhino x (20,10)")
    assert (
        told(game, 90, 12, ram=True) == "It reaches no vehicle: a tank shock at full speed, without shooting."
    )
    assert told(game, 0, 12, ram=True).startswith("Rams x after 5.5 inches, ")


@pytest.mark.rule("veh.skimmer.terrain-test", "veh.glory.stopped")
@pytest.mark.parametrize(("dice", "wrecked"), [("1 1  5 6  4", True), ("1 1  5 6  1  2", False)])
def test_a_skimmer_that_is_wrecked_on_the_way_tests_no_ground(dice: str, wrecked: bool):
    """Stunned it comes down in the mire, and is tested there."""
    mire = "area (14,2) (30,18) ground=difficult"
    game = table(f"falcon T (10,10)      tactical_squad x (18,10) models=1 kinds=2      {mire}")
    attacks = glory.of_model(game.battle, game.ride("T"), game.model("x1"))
    melta = next(each for each in attacks if each.weapon == "meltagun")
    shocks(game, 12, b(glory.option_id(melta)), dice=dice)
    assert game.ride("T").wrecked is wrecked
    assert len(game.rolled("veh.terrain.dangerous-test")) == (not wrecked)


@pytest.mark.rule("veh.walker.rammed", "veh.glory.attack")
def test_a_walker_without_arms_strikes_with_bare_hands():
    game = table("rhino T (10,10)      dreadnought d (20,10) guns_lost=0+1+2")
    found = glory.of_walker(game.battle, game.ride("T"), game.ride("d"))
    assert [each.weapon for each in found] == ["ccw"]
    armed = glory.of_walker(
        game.battle, game.ride("T"), table("rhino T (10,10)      dreadnought d (20,10)").ride("d")
    )
    assert len(armed) > 1 and "ccw" not in [each.weapon for each in armed]


@pytest.mark.rule("veh.glory.attack", "veh.V34")
def test_what_a_weapon_comes_to_right_before_a_tank():
    battle = table("rhino T (10,10)").battle
    hits = {name: glory.hit_of(battle, weapons()[name], 4) for name in ("meltagun", "krak_grenades", "ccw")}
    assert hits["meltagun"] == Strike(8, "sum", 1)
    assert hits["krak_grenades"].roll == "d6" and hits["krak_grenades"].s == 6
    assert hits["ccw"].s == 4


@pytest.mark.rule("veh.P3")
@pytest.mark.parametrize(
    ("leg", "words"),
    [
        ((180, 12), "after 7.8 inches the edge of the table is in the way"),
        ((0, 12), "after 5.8 inches tower is in the way"),
    ],
)
def test_what_is_in_the_way_of_a_lane_is_named(leg: tuple[float, float], words: str):
    game = table("predator T (10,10)      block (18,5) (20,15) h=5 name=tower")
    found = declaring.judge(Lanes(game.battle, game.ride("T"), ram=False), [Leg(*leg)])
    assert isinstance(found, Refusal) and found.words == words


@pytest.mark.rule("veh.tank.declare")
def test_a_click_where_it_may_not_end_takes_the_lane_nearest_to_it():
    game = table("predator T (10,10)      guard_squad x (17,10) models=1")
    question = declaring.charge_question(game.battle, game.ride("T"), ram=False)
    far = question.towards(40.0, 10.0, 0.0, None)
    assert far is not None and far.legs == (Leg(0.0, 12.0),)
    near = question.towards(19.0, 10.0, 0.0, None)
    assert near is not None and near.legs == (Leg(0.0, 9.0),)


# Where no lane leads to anybody a tank shock or a ram is listed, and barred.

BEFORE = "predator T (10,10)      {} x (20,10) {}"


def offered(game: Position, how: str) -> str | None:
    """The rule by which it is barred; None if it is open."""
    option = next(each for each in turn.manners(game.battle, game.ride("T")) if each.id == how)
    return option.barred.rule if option.barred else None


@pytest.mark.rule("veh.tank.move", "veh.P3")
@pytest.mark.parametrize(("how", "enemy"), [("shock", ("guard_squad", "models=1")), ("ram", ("rhino", ""))])
def test_behind_a_wall_nobody_is_shocked_or_rammed(how: str, enemy: tuple[str, str]):
    text = BEFORE.format(*enemy)
    assert offered(table(text), how) is None
    assert offered(table(f"{text}      block (14,0) (15,48) h=5"), how) == "veh.P3"


@pytest.mark.rule("veh.tank.stop")
@pytest.mark.parametrize(("how", "enemy"), [("shock", ("guard_squad", "models=1")), ("ram", ("rhino", ""))])
def test_a_friend_before_all_of_them_leaves_no_lane_to_them(how: str, enemy: tuple[str, str]):
    game = table(f"{BEFORE.format(*enemy)}      rhino F (14.6,10) facing=90")
    assert offered(game, how) == "veh.tank.stop"


@pytest.mark.rule("veh.tank.pivot")
def test_who_has_no_room_to_pivot_shocks_nobody_beside_it():
    """A predator's corner is 2.7 inches from its middle."""
    walls = "block (5,12) (15,13) h=5      block (5,7) (15,8) h=5"
    game = table(f"predator T (10,10)      guard_squad x (10,17) models=1      {walls}")
    assert offered(game, "shock") == "veh.tank.pivot"


@pytest.mark.rule("veh.tank.move", "veh.tank.stop")
@pytest.mark.parametrize(("y", "rule"), [(8.4, None), (8.9, "veh.tank.stop")])
def test_a_lane_that_merely_grazes_somebody_is_one(y: float, rule: str | None):
    """Straight at him a friend is in the way; 11 degrees aside there is room, if he stands so far off."""
    game = table(f"{BEFORE.format('guard_squad', 'models=1')}      guard_squad F (14,{y}) models=1")
    assert offered(game, "shock") == rule
    question = declaring.charge_question(game.battle, game.ride("T"), ram=False)
    assert bool(question.reach()) is (rule is None)


@pytest.mark.rule("veh.tank.declare", "veh.P3")
def test_a_shock_may_end_right_before_a_wall():
    """He is met after 4.25 inches and the tower after 4.75."""
    game = table("predator T (10,10)      guard_squad x (17,10) models=1      block (17,0) (20,48) h=5")
    assert offered(game, "shock") is None
    question = declaring.charge_question(game.battle, game.ride("T"), ram=False)
    straight = [x for x, y, _, facing in question.reach() if facing == 0]
    assert straight == [pytest.approx(14.74)]


@pytest.mark.rule("veh.tank.pivot", "veh.tank.declare")
@pytest.mark.parametrize(("y", "offered_"), [(24.7, ["drive", "shock"]), (24.8, ["drive"])])
def test_who_turns_first_reaches_further_with_its_front(y: float, offered_: list[str]):
    """Its middle goes 12 inches and its front is 2.25 before it; his base begins half an inch nearer."""
    game = table(f"predator T (10,10)      guard_squad x (10,{y}) models=1")
    found = [each.id for each in turn.manners(game.battle, game.ride("T")) if each.barred is None]
    assert found == offered_


@pytest.mark.rule("veh.tank.declare", "veh.move.cruising-speed")
def test_on_a_road_a_shock_reaches_further():
    text = "predator T (10,10)      guard_squad x (27,10) models=1"
    assert offered(table(f"{text}      area (0,8) (70,12) words=road"), "shock") is None
    off_road = table(text)
    assert [each.id for each in turn.manners(off_road.battle, off_road.ride("T"))] == ["drive"]


@pytest.mark.rule("veh.tank.move")
@pytest.mark.parametrize("ram", [False, True])
def test_turns_that_hit_somebody_are_found_in_one_pass(ram: bool):
    """The slow twin follows the lane after every turn."""
    luck = Random(7)
    for _ in range(25):
        spots = [(luck.uniform(4, 36), luck.uniform(4, 36)) for _ in range(5)]
        (fx, fy), (x, y), (rx, ry), (bx, by), (gx, gy) = spots
        game = table(
            f"predator T (20,20)      rhino F ({fx},{fy})      guard_squad x ({x},{y}) models=2"
            f"      rhino r ({rx},{ry})      block ({bx},{by}) ({bx + 3},{by + 3}) h=5"
            f"      guard_squad G ({gx},{gy}) models=1"
        )
        found = Lanes(game.battle, game.ride("T"), ram)
        turns = [*found.turns(), *found.grazing()]
        quick = set(found.hitting(turns))
        for each in turns:
            ahead = found.ahead(Leg(each, declaring.declared(found, each)))
            hits = bool(ahead.target) if ram else any(not met.turning for met in ahead.met)
            assert each in quick or not hits


@pytest.mark.rule("veh.glory.stopped", "veh.V89")
@pytest.mark.parametrize(
    ("start", "dice", "x"),
    [("", "1 1 6 2", 15.75), ("area (5,5) (11,15) ground=difficult", "4 1 1 6 2", 18.25)],
)
def test_who_is_stopped_by_a_model_further_on_gets_no_further_than_bad_ground(
    start: str, dice: str, x: float
):
    """The wood begins at 18, he stands at 21; one who was tested where it started is not tested again."""
    text = "rhino T (10,10)      tactical_squad x (17,10) (21,10) models=2"
    game = table(f"{text}      area (18,5) (20,15) ground=difficult      {start}")
    shocks(game, 12, b("x2 krak_grenades"), dice=dice)
    assert game.ride("T").x == pytest.approx(x, abs=0.02)


@pytest.mark.rule("veh.tank.stop")
def test_a_shock_that_a_friend_ends_is_told_without_a_ram():
    game = table("predator T (10,10)      rhino F (18,10)      guard_squad x (30,30) models=1")
    assert told(game, 0, 6).startswith("Combat, 3.5 inches: ")


@pytest.mark.rule("veh.tank.move")
def test_straight_on_in_two_legs_is_one_lane_and_a_bend_is_none():
    game = table("predator T (10,10)      guard_squad x (17,10) models=1")
    assert judged(game, (0, 3), (0, 3)) == 6
    assert judged(game, (0, 3), (10, 3)) == "veh.tank.move"


@pytest.mark.rule("veh.tank.declare")
def test_a_click_too_far_away_takes_the_lane_that_ends_nearest_to_it():
    game = table("predator T (10,10)      guard_squad x (17,10) models=1      guard_squad y (10,17) models=1")
    question = declaring.charge_question(game.battle, game.ride("T"), ram=False)
    way = question.towards(14.0, 40.0, 0.0, None)
    assert way is not None and way.path[-1].y > 18.0


@pytest.mark.rule("veh.skimmer.ignore-terrain")
@pytest.mark.parametrize(("tank", "risks"), [("predator", True), ("falcon", False)])
@pytest.mark.parametrize("ground", ["area (14,5) (16,15) ground=difficult", "crater (14,8) (16,12)"])
def test_what_skims_is_not_at_risk_from_the_ground_it_passes(tank: str, risks: bool, ground: str):
    game = table(f"{tank} V (10,10)  {ground}  guard_squad x (40,40)")
    lane = Lanes(game.battle, game.ride("V"), False).ahead(Leg(0.0, 12.0))
    assert (lane.risk is not None) is risks


@pytest.mark.rule("veh.tank.declare", "veh.tank.morale")
def test_a_shock_of_one_inch_is_declared_at_who_stands_right_before_it() -> None:
    """The front is at 12.25, his base half an inch before it."""
    game = table("predator T (10,10)      guard_squad x (13.25,10) models=1")
    lanes = Lanes(game.battle, game.ride("T"), ram=False)
    ahead = lanes.ahead(Leg(0.0, 12.0))
    assert ahead.met[0].inches == pytest.approx(0.5, abs=0.01)
    assert declaring._lengths(ahead, 12.0) == [float(n) for n in range(1, 13)]


@pytest.mark.rule("veh.tank.stop", "veh.tank.shock")
def test_a_way_on_which_a_friend_is_met_first_hits_nobody() -> None:
    game = table("predator T (10,10)      rhino F (20,10)      guard_squad x (30,10) (10,20) kinds=1")
    assert Lanes(game.battle, game.ride("T"), False).hitting([0.0, 90.0, 180.0]) == [90.0]


@pytest.mark.rule("veh.tank.declare", "veh.P3")
def test_a_tank_shock_may_be_declared_up_to_a_wall_and_not_into_it() -> None:
    """Its front is at 12.25; the wall is 7.75 inches on."""
    game = table("predator T (10,10)      guard_squad x (17,10) models=1      wall (20,2) (20,18) h=3")
    question = declaring.charge_question(game.battle, game.ride("T"), ram=False)
    ahead = sorted(x for x, y, _, facing in question.reach() if abs(y - 10) < 0.01 and facing == 0)
    assert ahead[-1] == pytest.approx(17.74) and judged(game, (0, ahead[-1] - 10)) == ahead[-1] - 10
    assert judged(game, (0, 7.76)) == "veh.P3"
