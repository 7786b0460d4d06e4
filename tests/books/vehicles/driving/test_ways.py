"""Who and what is in a vehicle's way; where it can get."""

from __future__ import annotations

import pytest

from tests.books.vehicles.driving.test_speeds import drives, judged, moves, way
from tests.books.vehicles.table import table
from warbook.board.geometry import Spot, bearing, turn_between
from warbook.board.hulls import Leg, followed
from warbook.books.vehicles.driving import ways
from warbook.core.questions import Refusal


@pytest.mark.rule("veh.terrain.intervening-models", "veh.V7", "veh.P3")
@pytest.mark.parametrize(("inches", "free"), [(7.4, True), (7.6, False)])
def test_a_vehicle_stays_an_inch_off_enemies(inches: float, free: bool):
    """Its front is at 11.5, the edge of his base at 20."""
    game = table("warbuggy R (10,10)      guard_squad x (20.5,10) models=1")
    assert judged(game, (0, inches)) == (inches if free else "veh.terrain.intervening-models")


@pytest.mark.rule("veh.terrain.intervening-models", "veh.V7")
def test_friends_may_be_touched_and_not_driven_through():
    game = table("rhino R (10,10)      tactical_squad A (20.5,10) models=1      rhino Q (10,18)")
    gap = 20.5 - 0.5 - 12.25
    assert judged(game, (0, gap)) == pytest.approx(gap)
    assert judged(game, (0, gap + 0.1)) == "veh.terrain.intervening-models"
    assert judged(game, (90, 6)) == "veh.terrain.intervening-models"


@pytest.mark.rule("veh.P3")
def test_rocks_walls_and_the_edge_are_in_the_way_and_low_walls_are_not():
    game = table(
        "rhino R (10,10)   area (20,5) (24,15) ground=impassable   wall (8,18) (14,18) h=3"
        "   wall (8,4) (14,4) h=1.5   wall (8,25) (14,25) h=1.6"
    )
    assert judged(game, (0, 7.8)) == "veh.P3"
    assert judged(game, (0, 7.7)) == 7.7
    assert judged(game, (90, 6)) == "veh.P3"
    assert judged(game, (-90, 5)) == 5
    assert judged(game, (180, 7.8)) == "veh.P3"


@pytest.mark.rule("veh.V90", "veh.assault.not-locked")
def test_enemies_in_contact_do_not_hold_it():
    game = table("warbuggy R (10,10)      guard_squad x (12.1,10) models=1")
    assert judged(game, (0, 1)) == "veh.terrain.intervening-models"
    assert judged(game, (0, -1)) == 1
    assert judged(game, (0, -0.8)) == "veh.V90"
    assert judged(game) == 0.0
    moves(game, drives())
    assert game.ride("R").speed == "stationary"


@pytest.mark.rule("veh.skimmer.over-models", "veh.skimmer.ignore-terrain")
def test_a_skimmer_passes_over_everything_and_lands_on_nobody():
    game = table(
        "land_speeder R (10,10)      guard_squad x (18,10) models=1      rhino Q (24,10)"
        "      block (30,6) (34,14) h=5      area (38,6) (44,14) ground=impassable"
    )
    assert judged(game, (0, 18)) == 18
    assert judged(game, (0, 8)) == "veh.V90"
    assert judged(game, (0, 14)) == "veh.skimmer.over-models"
    assert judged(game, (0, 22)) == "veh.skimmer.over-models"
    assert judged(game, (0, 24.1)) == "veh.skimmer.fast-flat-out"
    game.ride("R").x = 18.0
    assert judged(game, (0, 23)) == 23  # veh.V55: on impassable ground
    speeder = moves(table("land_speeder R (10,10)      rhino q (18,10)"), drives((0, 14))).ride("R")
    assert (speeder.speed, speeder.flat_out_skimming) == ("flat out", True)


@pytest.mark.rule("veh.V1", "veh.P3")
@pytest.mark.parametrize("kind", ["rhino", "land_speeder"])
def test_every_end_that_is_lit_is_judged_to_be_open(kind: str):
    game = table(
        f"{kind} R (20,20)      guard_squad x (28,18) models=6      rhino q (14,26) facing=40"
        "      tactical_squad A (20,12) models=4      block (26,26) (31,31) h=4"
        "      area (8,12) (14,18) ground=impassable      wall (22,8) (30,10) h=3"
    )
    question = ways.Ways(game.battle, game.ride("R")).question()
    ends = question.reach()
    assert len(ends) > 500
    for x, y, z, facing in ends[:: len(ends) // 60]:
        found = question.towards(x, y, z, facing)
        assert found is not None
        path, facings = followed(question.start, question.heading, found.legs)
        assert (path[-1].x, path[-1].y) == pytest.approx((x, y), abs=1e-6)
        assert abs((facings[-1] - facing + 180.0) % 360.0 - 180.0) < 1e-6


@pytest.mark.rule("veh.V4")
def test_the_ends_beyond_twelve_inches_are_all_on_the_road():
    game = table("rhino R (10,10)      area (0,7) (72,13) words=road")
    question = ways.Ways(game.battle, game.ride("R")).question()
    assert question.allowance == 18
    far = [end for end in question.reach() if abs(end[0] - 10) > 12.01]
    assert far and all(6.99 <= y <= 13.01 for _, y, _, _ in far)


def test_a_place_that_cannot_be_reached_leads_to_the_nearest_that_can():
    game = table("rhino R (10,10)      block (16,4) (20,16) h=4")
    question = ways.Ways(game.battle, game.ride("R")).question()
    found = question.towards(24, 10)
    assert found is not None and not isinstance(question.judge(found.legs), Refusal)
    assert question.towards(10, 17) == question.along(way((90, 7)))


@pytest.mark.rule("veh.V1")
@pytest.mark.parametrize("facing", [0.0, 77.0, 200.0])
def test_at_the_end_of_any_way_it_faces_as_wanted(facing: float):
    """Straight on, and round a block."""
    game = table("rhino R (10,20)      block (15,16) (18,24) h=4")
    question = ways.Ways(game.battle, game.ride("R")).question()
    for x, y in ((10.0, 29.5), (17.0, 28.0)):
        found = question.towards(x, y, None, facing)
        assert found is not None and found.facing == pytest.approx(facing)
    assert question.pivots


@pytest.mark.rule("veh.V1", "veh.P3")
def test_where_it_has_no_room_to_turn_it_faces_as_it_came():
    game = table("rhino R (10,20)      wall (3,21.6) (30,21.6) h=4      wall (3,18.4) (30,18.4) h=4")
    found = ways.Ways(game.battle, game.ride("R")).question().towards(20, 20, None, 90.0)
    assert found is not None and (found.path[-1].x, found.facing) == (20.0, 0.0)


@pytest.mark.rule("veh.V1", "veh.P3")
@pytest.mark.parametrize(("wanted", "comes"), [(90.0, 10.0), (-90.0, 350.0), (8.0, 8.0)])
def test_where_it_has_some_room_to_turn_it_goes_straight_there_and_faces_as_nearly_so_as_it_can(
    wanted: float, comes: float
):
    """Between the walls its corners are free up to 13 degrees."""
    game = table("rhino R (10,20)      wall (3,22) (30,22) h=4      wall (3,18) (30,18) h=4")
    found = ways.Ways(game.battle, game.ride("R")).question().towards(15, 20, None, wanted)
    assert found is not None and found.cost == pytest.approx(5.0)
    assert found.path[-1] == Spot(15.0, 20.0) and found.facing == pytest.approx(comes)
    assert judged(game, (0, 5), (20, 0)) == "veh.P3"


@pytest.mark.rule("veh.move.speed-bands")
@pytest.mark.parametrize(
    ("inches", "words"),
    [
        (6.0, "Combat speed, 6.0 inches"),
        (6.02, "Cruising speed, 6.02 inches"),
        (5.97, "Combat speed, 6.0 inches"),
        (6.32, "Cruising speed, 6.3 inches"),
    ],
)
def test_what_is_a_little_over_a_limit_is_not_told_as_the_limit(inches: float, words: str):
    game = table("rhino R (10,20)")
    asked = ways.Ways(game.battle, game.ride("R")).question()
    assert asked.tells is not None and asked.tells(asked.along((Leg(0.0, inches),))).startswith(words)


@pytest.mark.rule("veh.P3")
@pytest.mark.parametrize(
    ("name", "words"), [("", "wall is in the way"), (" name=dyke", "dyke is in the way")]
)
def test_what_is_in_the_way_is_called_by_its_name_or_else_what_it_is(name: str, words: str):
    game = table(f"rhino R (10,10)   wall (18,5) (18,15) h=3{name}")
    refused = ways.Ways(game.battle, game.ride("R")).judge((Leg(0.0, 12.0),))
    assert isinstance(refused, Refusal) and refused.words.endswith(words)


@pytest.mark.rule("veh.V1")
@pytest.mark.parametrize(("x", "y"), [(36.0, 30.0), (36.0, 10.0), (8.0, 20.0)])
def test_a_way_round_ends_looking_the_way_it_has_gone(x: float, y: float) -> None:
    """Straight on a block is in the way, or it is too far."""
    game = table("rhino R (24,20) facing=90   block (28,12) (32,28) h=6")
    legs = ways.Ways(game.battle, game.ride("R")).legs(x, y, None, None)
    assert legs is not None
    end = ways.Ways(game.battle, game.ride("R")).driven(legs).end
    went = bearing(Spot(24.0, 20.0), Spot(x, y))
    assert abs(turn_between(end.facing, went)) <= 90.0
