"""Walls and faces: stepped over, climbed up and down, rappelled, jumped; and falls."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.arap.movement.test_walking import HUMAN, OUT, left, may, reason
from tests.books.arap.table import table
from warbook.books.arap.dice.tests import initiative_test
from warbook.books.arap.field.bodies import size
from warbook.books.arap.movement.faces import _place
from warbook.books.arap.movement.falls import fall, shot_off
from warbook.core.questions import Refused

CLIFF = "   block (10.6,5) (30,20) h={}"
UP = "human_trooper A (11.2,10,{z})" + "   block (10.6,5) (30,20) h={z}"


def wall(height: float) -> str:
    return f"   wall (11,5) (11,15) h={height}"


@pytest.mark.rule("arap.movement.free-climb")
def test_low_walls_are_nothing():
    assert left(HUMAN + wall(1), (13, 10)) == pytest.approx(1.0)
    large = "monster_carnifex A (8,10)"
    assert left(large + wall(1.5), (13, 10)) == pytest.approx(1.0)
    assert left(large + " size=4" + wall(2), (13, 10)) == pytest.approx(1.0)


@pytest.mark.rule(
    "arap.movement.obstacle-up-to-height", "arap.movement.cross-over", "arap.movement.model-height"
)
def test_a_wall_up_to_the_own_height_takes_its_height_once():
    assert left(HUMAN + wall(1.25), (12, 10)) == pytest.approx(4 - 2 - 1.25)
    assert left(HUMAN + wall(1.25), (10.3, 10), (12, 10)) == pytest.approx(4 - 2 - 1.25), "in two legs"
    assert may(HUMAN + wall(1.25), (12.75, 10)) and not may(HUMAN + wall(1.25), (12.8, 10))
    assert left("ogryn A (9,10)" + wall(1.25), (12, 10)) == pytest.approx(6 - 3 - 1.25)
    assert reason(HUMAN + wall(1.3), (12, 10)) == "arap.movement.climb-up"
    game = table(HUMAN + OUT)
    assert size(game.battle, game.figure("A1")).height == 1.25


@pytest.mark.rule("arap.movement.obstacle-up-to-height", "arap.movement.descend-up-to-height")
def test_a_step_up_or_down_takes_its_height():
    step = "   block (11,5) (30,20) h=1.25"
    assert left(HUMAN + step, (12, 10, 1.25)) == pytest.approx(4 - 2 - 1.25)
    down = "human_trooper A (12,10,1.25)   block (11,5) (30,20) h=1.25"
    assert left(down + " ", (10, 10)) == pytest.approx(4 - 2 - 1.25 - 0.5)


@pytest.mark.rule("arap.movement.descend-free", "arap.E25")
def test_a_short_descent_costs_nothing():
    assert left("human_trooper A (12,10,1) facing=180   block (11,5) (30,20) h=1", (10, 10)) == pytest.approx(
        2.0
    )


@pytest.mark.rule("arap.movement.slopes")
def test_stairs_are_as_flat_ground():
    stairs = "   block (11,5) (12,15) h=0.8   block (12,5) (13,15) h=1.6   block (13,5) (30,15) h=2.4"
    assert left(HUMAN + stairs, (13.6, 10, 2.4)) == pytest.approx(0.4)
    assert not may(HUMAN + "   block (11,5) (30,15) h=2.4", (13.6, 10, 2.4))
    steep = "   block (11,5) (12.2,15) h=1.44   block (12.2,5) (30,15) h=2.88"  # 50 degrees: each a face
    assert reason(HUMAN + steep, (12.8, 10, 2.88)) == "arap.movement.climb-up"
    flat = "   block (11,5) (12.2,15) h=1   block (12.2,5) (30,15) h=2"  # 40 degrees
    assert left(HUMAN + flat, (12.8, 10, 2)) == pytest.approx(4 - 2.8)


@pytest.mark.rule("arap.movement.climb-up", "arap.turn.action-cost")
@pytest.mark.parametrize(("height", "die", "z"), [(4, "3", 4), (4, "5", 0), (6, "3", 4)])
def test_climbing_takes_two_points_and_a_test(height, die, z):
    game = table(HUMAN + CLIFF.format(height) + OUT).act("A", "climb", "0", points=2, dice=die)
    assert game.figure("A1").z == z and game.battle.stack[-1].points == 0
    assert game.figure("A1").hangs == (z not in (0, height))


@pytest.mark.rule("arap.movement.climb-up")
def test_a_climb_goes_on_with_the_next_action():
    game = table(HUMAN + CLIFF.format(6) + OUT).act("A", "climb", "0", points=2, dice="3")
    game.act("A", "climb", "0", points=2, dice="1")
    assert game.figure("A1").z == 6 and not game.figure("A1").hangs


@pytest.mark.rule("arap.movement.climbable")
def test_some_faces_cannot_be_climbed():
    assert "climb" not in table(HUMAN + CLIFF.format(6) + " unclimbable" + OUT).choices("A", 2)


@pytest.mark.rule("arap.movement.vertical-terrain-traits")
def test_a_difficult_face_is_slower():
    game = table(HUMAN + CLIFF.format(6) + " difficult" + OUT).act("A", "climb", "0", points=2, dice="3")
    assert game.figure("A1").z == 2 and game.figure("A1").hangs
    game = table(HUMAN + CLIFF.format(6) + " variable" + OUT).act("A", "climb", "0", points=2, dice="3 1 2")
    assert game.figure("A1").z == 2


@pytest.mark.rule("arap.E13", "arap.movement.cross-over")
def test_a_wall_higher_than_oneself_is_crossed_with_one_test():
    game = table("human_trooper A (10.2,10)" + wall(2) + OUT).act("A", "climb", "0", points=2, dice="3")
    assert game.figure("A1").x > 11 and game.figure("A1").z == 0
    game = table("human_trooper A (10.2,10)" + wall(5) + OUT).act("A", "climb", "0", points=2, dice="3")
    assert game.at("A1") == (10.2, 10)


@pytest.mark.rule("arap.movement.cross-over", "arap.E13")
@pytest.mark.parametrize(("m", "over"), [(2, True), (1, False)])
def test_the_height_of_a_wall_that_is_crossed_is_paid_once(m, over):
    """1.5 inches: a move of 2 is enough, though it is 3 inches up and down."""
    game = table(f"human_trooper A (10.2,10) m={m}" + wall(1.5) + OUT)
    assert (game.act("A", "climb", "0", points=2, dice="3").figure("A1").x > 11) is over


@pytest.mark.rule("arap.movement.climb-down")
def test_climbing_down():
    game = table(UP.format(z=10) + OUT).act("A", "climb down", "0", points=2, dice="3")
    assert game.figure("A1").z == 6 and game.figure("A1").hangs
    game = table(UP.format(z=3) + OUT).act("A", "climb down", "0", points=2, dice="3")
    assert game.figure("A1").z == 0 and not game.figure("A1").hangs


@pytest.mark.rule("arap.movement.climb-down", "arap.movement.fall-damage", "arap.A12")
def test_who_fails_to_climb_down_falls():
    game = table(UP.format(z=6) + " " + OUT).act("A", "climb down", "0", points=2, dice="5 5 1 1")
    assert game.figure("A1").z == 0 and game.figure("A1").prone
    rolls = game.rolled("arap.dice.wound-goal")
    assert len(rolls) == 2 and rolls[0].need == 2


@pytest.mark.rule("arap.movement.climb-down-unit", "arap.D8")
def test_one_test_for_a_whole_unit_by_the_switch():
    men = "human_trooper A (11.2,6,3) (11.2,8,3) (11.2,10,3)   block (10.6,5) (30,20) h=3" + OUT
    game = table(men, initiative_tests="per_unit").act(
        "A", "climb down", "0", points=2, dice="5 2 1 1 1 1 1 1"
    )
    assert all(figure.z == 0 for figure in game.battle.standing(game["A"]))
    assert len(game.rolled("arap.movement.fall-damage")) == 2


@pytest.mark.rule("arap.movement.fall-damage", "arap.E11")
@pytest.mark.parametrize(("inches", "t", "need"), [(4, 3, 3), (6, 4, 2), (3.5, 3, 3)])
def test_a_fall_hits_with_its_height(inches, t, need):
    game = table(f"human_trooper A (10,10) t={t}" + OUT)
    game.does(lambda g: fall(g, game.figure("A1"), inches), dice="5 1 1")
    rolls = game.rolled("arap.dice.wound-goal")
    assert len(rolls) == 2 and rolls[0].need == need


@pytest.mark.rule("arap.movement.after-fall")
@pytest.mark.parametrize(("inches", "stops"), [(3, False), (4, True), (3.1, True)])
def test_who_falls_far_lies_there(inches, stops):
    game = table(HUMAN + OUT)
    game.does(lambda g: fall(g, game.figure("A1"), inches), dice="1 1")
    assert game.figure("A1").prone == stops and game.figure("A1").stopped == stops


@pytest.mark.rule("arap.movement.climb-damage-fall", "arap.E14")
def test_a_climber_who_is_hit_falls():
    game = table(HUMAN + CLIFF.format(6) + OUT).act("A", "climb", "0", points=2, dice="3")
    game.does(lambda g: shot_off(g, game.figure("A1")), dice="1 1")
    assert game.figure("A1").z == 0 and game.rolled("arap.dice.wound-goal")[0].need == 3


@pytest.mark.rule("arap.movement.climb-damage-fall", "arap.movement.fall-damage")
def test_a_fall_ends_on_what_lies_below():
    """From 6 inches up onto a ledge of 2: four inches, and Strength 4 wounds Toughness 3 on a 3."""
    ledge = "human_trooper A (10,10,6) hangs t=3   block (10.6,5) (30,20) h=8   block (8,5) (10.6,20) h=2"
    game = table(ledge + OUT)
    game.does(lambda g: shot_off(g, game.figure("A1")), dice="1 1")
    assert game.at("A1") == (10, 10, 2) and game.rolled("arap.dice.wound-goal")[0].need == 3


@pytest.mark.rule("arap.movement.rappel", "arap.E15", "arap.turn.interaction")
def test_rappelling_takes_one_point():
    rope = "   area (11,8) (12,9) level=4 rope"
    game = table(UP.format(z=4) + rope + OUT).act("A", "rappel", "0", points=1, dice="3")
    assert game.figure("A1").z == 0 and not game.figure("A1").prone
    game = table(UP.format(z=4) + rope + OUT).act("A", "rappel", "0", points=1, dice="5 1 1")
    assert game.figure("A1").z == 0 and game.figure("A1").prone
    far = "   area (11,14) (12,15) level=4 rope"
    assert "rappel" not in table(UP.format(z=4) + far + OUT).choices("A")
    for level in (0, 3.5):
        other_level = f"   area (11,8) (12,9) level={level} rope"
        assert "rappel" not in table(UP.format(z=4) + other_level + OUT).choices("A")


@pytest.mark.rule("arap.movement.jump-down")
@pytest.mark.parametrize(("drop", "tests"), [(5, "1 1"), (1.5, ""), (6, "3 3 3")])
def test_a_jump_down_is_tested_for_each_two_inches(drop, tests):
    game = table(UP.format(z=drop) + OUT).act("A", "jump down", "0", (7, 10), dice=tests)
    assert game.at("A1") == (7, 10)
    chance = initiative_test.odds(4, "arap.movement.jump-down")[True] ** 3
    assert chance == Fraction(8, 27)


@pytest.mark.rule("arap.movement.jump-down-failure")
def test_a_failed_jump_is_a_fall_from_where_it_began():
    game = table(UP.format(z=5) + OUT).act("A", "jump down", "0", "stay", dice="1 4 1 1")
    assert game.figure("A1").z == 0 and game.figure("A1").prone
    assert game.rolled("arap.dice.wound-goal")[0].need == 2, "Strength 5 against Toughness 3"
    short = table(UP.format(z=3) + OUT).act("A", "jump down", "0", (8, 10), dice="4 1 1")
    assert short.at("A1") == (8, 10), "after three inches one goes on"


@pytest.mark.rule("arap.movement.jump-down-limit", "arap.E18")
def test_nobody_jumps_down_more_than_six_inches():
    assert "jump down" in table(UP.format(z=6) + OUT).choices("A")
    assert "jump down" not in table(UP.format(z=7) + OUT).choices("A")
    low = table(UP.format(z=7) + OUT, scenario={"longest_drop": 12.0, "drop_per_test": 6.0})
    assert low.act("A", "jump down", "0", "stay", dice="1").figure("A1").z == 0


@pytest.mark.rule("arap.movement.jump-down-devices")
@pytest.mark.parametrize("device", ["jump-pack", "grav-chute"])
def test_devices_land_without_tests(device):
    text = UP.format(z=6).replace("   block", f" rules={device}   block")
    assert table(text + OUT).act("A", "jump down", "0", "stay").figure("A1").z == 0


@pytest.mark.rule("arap.movement.jump-pack-climb", "arap.E16")
def test_jump_packs_jump_up_a_face():
    text = "human_trooper A ({},10) i=4 rules=jump-pack   block (12,5) (30,20) h=6" + OUT
    game = table(text.format(6)).act("A", "jump up", "0", dice="4")
    assert game.figure("A1").z == 6
    assert "jump up" not in table(text.format(5)).choices("A")
    game = table(text.format(6)).act("A", "jump up", "0", dice="5 1 1")
    assert game.at("A1") == (6, 10) and game.figure("A1").prone
    assert "jump up" not in table(text.format(6).replace("h=6", "h=6.1")).choices("A")


LADDER = "   block (12,5) (20,15) h=3   ladder (11.5,10) (12.6,10) h=3"


@pytest.mark.rule("arap.movement.ladder-height", "arap.movement.ladder-move")
def test_a_ladder_is_climbed_by_ordinary_moves():
    game = table("human_trooper A (8.5,10)" + LADDER + OUT, size=(72, 48))
    game.act("A", "move", [(11.5, 10), (11.5, 10, 1)], points=2)
    assert game.at("A1") == (11.5, 10, 1) and game.figure("A1").hangs
    game.act("A", "move", [(11.5, 10, 3), (12.6, 10, 3), (13.4, 10, 3)])
    assert game.at("A1") == (13.4, 10, 3) and not game.figure("A1").hangs


@pytest.mark.rule("arap.movement.ladder-height", "arap.movement.ladder-move")
def test_a_ladder_of_two_storeys_takes_six_inches():
    tall = "   block (12,5) (20,15) h=6   ladder (11.5,10) (12.6,10) h=6"
    game = table("human_trooper A (11.5,10)" + tall + OUT).act("A", "move", [(11.5, 10, 4)], points=2)
    assert game.at("A1") == (11.5, 10, 4) and game.figure("A1").hangs
    with pytest.raises(Refused):
        table("human_trooper A (11.5,10)" + tall + OUT).act("A", "move", [(11.5, 10, 4.1)])
    game.act("A", "move", [(11.5, 10, 6), (12.6, 10, 6), (13.5, 10, 6)])
    assert game.at("A1") == (13.5, 10, 6)


@pytest.mark.rule("arap.movement.ladder-capacity", "arap.E19")
def test_four_may_use_a_ladder_in_a_turn():
    game = table("human_trooper A (10.5,10)" + LADDER + OUT)
    game.battle.ladders = {"0": 3}
    game.act("A", "move", [(11.5, 10), (11.5, 10, 1)])
    assert game.battle.ladders == {"0": 4}
    beside = "   ladder (11.5,14) (12.6,14) h=3"
    game = table("human_trooper A (10.5,14)" + LADDER + beside + OUT)
    game.act("A", "move", [(11.5, 14), (11.5, 14, 1)])
    assert game.battle.ladders == {"1": 1}
    game = table("human_trooper A (10.5,10)" + LADDER + OUT)
    game.battle.ladders = {"0": 4}
    with pytest.raises(Refused, match="no more than 4"):
        game.act("A", "move", [(11.5, 10), (11.5, 10, 1)])
    bulky = table("terminator A (10.5,10)" + LADDER + OUT)
    bulky.battle.ladders = {"0": 3}
    with pytest.raises(Refused, match="no more than 4"):
        bulky.act("A", "move", [(11.5, 10), (11.5, 10, 1)])


@pytest.mark.rule("arap.turn.interaction")
@pytest.mark.parametrize(("x", "z", "there"), [(12, 0, True), (12.1, 0, False), (11, 3, False)])
def test_things_are_used_from_two_inches_on_the_same_level(x, z, there):
    from warbook.books.arap.scenery.deeds import usable
    from warbook.books.arap.state import Marker

    game = table(HUMAN + OUT)
    assert (usable(game.battle, game["A"], Marker("d", "door", x, 10, z)) is not None) == there


@pytest.mark.rule("arap.S22")
def test_nobody_lands_or_hangs_on_another():
    men = "human_trooper A (11.2,9.5,3) (11.2,10.5,3) (12.3,10,3)   block (10.6,5) (30,20) h=3" + OUT
    game = table(men).act("A", "climb down", {"A1": "0", "A2": "0"}, points=2, dice="3 3")
    spots = [game.figure(name).spot for name in ("A1", "A2")]
    assert abs(spots[0].y - spots[1].y) >= 0.99 and spots[0].z == spots[1].z == 0
    high = men.replace(",3)", ",9)").replace("h=3", "h=9")
    game = table(high).act("A", "climb down", {"A1": "0", "A2": "0"}, points=2, dice="3 3")
    spots = [game.figure(name).spot for name in ("A1", "A2")]
    assert abs(spots[0].y - spots[1].y) >= 0.99 or spots[0].z != spots[1].z


@pytest.mark.rule("arap.S22")
@pytest.mark.parametrize(("x", "there"), [(9.6, True), (9.5, False)])
def test_one_climbs_with_half_an_inch_to_the_face_at_most(x, there):
    assert ("climb" in table(f"human_trooper A ({x},10)" + CLIFF.format(6) + OUT).choices("A", 2)) == there
    tall = f"human_trooper A ({x + 0.4},10)   wall (11,5) (11,15) h=2" + OUT
    assert ("climb" in table(tall).choices("A", 2)) == there
    up = f"human_trooper A ({21.2 - x},10,4)   block (10.6,5) (30,20) h=4" + OUT
    assert ("climb down" in table(up).choices("A", 2)) == there


@pytest.mark.rule("arap.movement.rappel", "arap.turn.interaction")
@pytest.mark.parametrize(("y", "there"), [(8.0, True), (7.9, False)])
def test_a_rope_is_reached_from_two_inches(y, there):
    rope = f"   area (11,7) (11.4,{y}) level=4 rope"
    assert ("rappel" in table(UP.format(z=4) + rope + OUT).choices("A")) == there


@pytest.mark.rule("arap.movement.climb-up", "arap.movement.descend-up-to-height")
@pytest.mark.parametrize(("height", "climbed"), [(1.25, False), (1.3, True)])
def test_what_is_no_higher_than_oneself_is_not_climbed(height, climbed):
    assert ("climb" in table(HUMAN + CLIFF.format(height) + OUT).choices("A", 2)) == climbed
    assert ("climb down" in table(UP.format(z=height) + OUT).choices("A", 2)) == climbed


@pytest.mark.rule("arap.S22", "arap.E12")
@pytest.mark.parametrize(("die", "x"), [("3", 11.45), ("4", 12.4)])
def test_who_has_fallen_into_a_gap_climbs_out_of_it(die, x):
    """Four inches deep, on the side to which he is nearer."""
    gap = "human_trooper A (12.4,10)   area (12,0) (16,30) crevasse" + OUT
    game = table(gap).act("A", "climb", "0", points=2, dice=die)
    assert game.at("A1") == (x, 10)


@pytest.mark.rule("arap.movement.climb-up")
@pytest.mark.parametrize(("inward", "place"), [(True, (12.55, 10.0, 3.0)), (False, (11.45, 10.0, 0.0))])
def test_who_comes_over_the_edge_of_a_block_stands_straight_inside_it_or_outside(inward, place):
    """His base is an inch across."""
    game = table("human_trooper A (11.5,10)   marine x (60,40)   block (12,8) (20,14) h=3")
    found = _place(game.battle, game.figure("A1"), game.battle.table.blocks[0], 3.0 * inward, inward)
    assert found is not None and (found.x, found.y, found.z) == pytest.approx(place)
