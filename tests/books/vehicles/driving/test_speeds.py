"""Speed bands, roads, and how far each vehicle may go."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import Position, table
from tests.kit.script import a
from warbook.board.hulls import Leg
from warbook.books.vehicles.army.data import vehicles
from warbook.books.vehicles.driving import turn, ways
from warbook.books.vehicles.driving.speeds import band, fastest, still_fires
from warbook.books.vehicles.state import Speed
from warbook.core.questions import Refusal

ROAD = "area (0,6) (72,14) words=road"


def way(*pairs: tuple[float, float]) -> tuple[Leg, ...]:
    return tuple(Leg(*pair) for pair in pairs)


def judged(game: Position, *pairs: tuple[float, float], name: str = "R") -> str | float:
    """What a way costs, or the rule that refuses it."""
    found = ways.Ways(game.battle, game.ride(name)).judge(way(*pairs))
    return found.rule if isinstance(found, Refusal) else found


def moves(game: Position, *answers, dice: str = "", name: str = "R") -> Position:
    return game.does(lambda g: turn.move_vehicle(g, game.ride(name)), *answers, dice=dice)


def drives(*pairs: tuple[float, float]):
    return a({"legs": [list(pair) for pair in pairs]})


@pytest.mark.rule("veh.move.speed-bands", "veh.move.stationary", "veh.move.combat-speed", "veh.V2")
@pytest.mark.parametrize(
    ("inches", "speed"),
    [
        (0.0, "stationary"),
        (0.1, "combat"),
        (4.0, "combat"),
        (6.0, "combat"),
        (6.1, "cruising"),
        (12.0, "cruising"),
        (12.1, "flat out"),
        (18.0, "flat out"),
    ],
)
def test_the_length_of_a_way_makes_its_speed(inches: float, speed: str):
    assert band(vehicles()["hellhound"], inches) == speed


@pytest.mark.rule("veh.V3", "veh.V4", "veh.move.flat-out")
def test_on_a_road_fifteen_inches_are_cruising_speed():
    fast, skimmer, slow = vehicles()["hellhound"], vehicles()["falcon"], vehicles()["rhino"]
    assert [band(fast, 15.0), band(fast, 15.0, True), band(fast, 18.1, True)] == [
        "flat out",
        "cruising",
        "flat out",
    ]
    assert band(slow, 18.0, True) == "cruising"
    assert band(skimmer, 15.0, True) == "flat out"
    assert band(fast, 6.1, True) == "cruising"


@pytest.mark.rule(
    "veh.move.cruising-speed", "veh.move.flat-out", "veh.move.walker-top-speed", "veh.fast.flat-out",
    "veh.skimmer.fast-flat-out", "veh.V4",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "off_road", "on_road"),
    [("rhino", 12, 18), ("hellhound", 18, 24), ("dreadnought", 6, 6), ("falcon", 24, 24), ("trukk", 18, 24)],
)
def test_how_far_each_goes(kind: str, off_road: float, on_road: float):
    assert (fastest(vehicles()[kind]), fastest(vehicles()[kind], True)) == (off_road, on_road)


@pytest.mark.rule("veh.move.cruising-speed", "veh.move.flat-out", "veh.skimmer.fast-flat-out")
@pytest.mark.parametrize(
    ("kind", "inches", "rule"),
    [
        ("rhino", 12.0, ""),
        ("rhino", 12.1, "veh.move.cruising-speed"),
        ("hellhound", 18.0, ""),
        ("hellhound", 18.1, "veh.move.flat-out"),
        ("falcon", 24.0, ""),
        ("falcon", 24.1, "veh.skimmer.fast-flat-out"),
    ],
)
def test_no_further_than_its_top_speed(kind: str, inches: float, rule: str):
    game = table(f"{kind} R (10,10)")
    assert judged(game, (0, inches)) == (rule or inches)


@pytest.mark.rule("veh.V1", "veh.move.stationary")
def test_pivots_are_free_and_backwards_counts_as_forwards():
    game = table("rhino R (30,20)")
    assert judged(game, (90, 3), (45, -4), (-170, 2), (77, 0)) == 9.0
    moves(game, drives((90, 0)))
    rhino = game.ride("R")
    assert (rhino.speed, rhino.turned, rhino.facing, rhino.moved) == ("stationary", True, 90.0, True)


@pytest.mark.rule("veh.V1", "veh.V31", "veh.assault.speed")
def test_the_speed_goes_by_the_path_and_the_straight_distance_is_kept_beside_it():
    game = moves(table("rhino R (30,20)"), drives((0, 5), (0, -4)))
    rhino = game.ride("R")
    assert (rhino.speed, rhino.straight, rhino.x) == ("cruising", pytest.approx(1.0), pytest.approx(31.0))


@pytest.mark.rule("veh.V4", "veh.move.cruising-speed")
@pytest.mark.parametrize(
    ("legs", "found"),
    [
        ([(0, 18)], 18.0),
        ([(0, 18.1)], "veh.move.cruising-speed"),
        ([(30, 18)], "veh.move.cruising-speed"),
        ([(30, 12)], 12.0),
        ([(20, 6), (-20, 10)], 16.0),
    ],
)
def test_a_road_takes_it_further_only_if_the_whole_way_is_on_it(legs, found):
    game = table(f"rhino R (10,10)\n{ROAD}")
    assert judged(game, *legs) == found


@pytest.mark.rule("veh.V3")
def test_a_fast_vehicle_that_went_fifteen_inches_on_a_road_was_at_cruising_speed():
    assert moves(table(f"hellhound R (10,10)\n{ROAD}"), drives((0, 15))).ride("R").speed == "cruising"
    assert moves(table("hellhound R (10,10)"), drives((0, 15))).ride("R").speed == "flat out"


@pytest.mark.rule("veh.fast.transport-flat-out", "veh.V54")
def test_nobody_goes_flat_out_on_whom_somebody_got_on_or_off():
    game = table("trukk R (10,10) carried")
    assert judged(game, (0, 12)) == 12.0
    assert judged(game, (0, 12.1)) == "veh.fast.transport-flat-out"
    assert ways.Ways(game.battle, game.ride("R")).question().allowance == 12.0


@pytest.mark.rule(
    "veh.damage.stunned", "veh.V37", "veh.damage.immobilized", "veh.transport.after-move-vehicle"
)
@pytest.mark.parametrize("state", ["stunned_until=2", "immobilized", "let_off_after", "moved", "wrecked"])
def test_who_may_not_move(state: str):
    game = table(f"rhino R (10,10) {state} smoke_used      rhino Q (30,10) smoke_used shaken_until=2")
    assert [option.id for option in turn.vehicle_options(game.battle)] == ["Q"]


@pytest.mark.rule("veh.fire.allowance")
def test_the_way_says_how_fast_it_is_and_what_may_still_be_fired():
    for kind, inches, words in [
        ("predator", 6.0, "Combat speed, 6.0 inches: may fire one main weapon and the Defensive ones."),
        ("predator", 7.0, "Cruising speed, 7.0 inches: may not fire."),
        ("predator", 0.0, "Stationary, 0.0 inches: may fire everything."),
        ("hellhound", 6.0, "Combat speed, 6.0 inches: may fire everything."),
        ("hellhound", 13.0, "Flat out, 13.0 inches: may not fire."),
    ]:
        game = table(f"{kind} R (30,10)")
        question = ways.Ways(game.battle, game.ride("R")).question()
        assert question.tells is not None
        assert question.tells(question.along(way((0, inches)))) == words


@pytest.mark.rule("veh.fire.allowance", "veh.fast.fire-combat", "veh.fast.fire-cruising", "veh.P13")
@pytest.mark.parametrize(
    ("kind", "speed", "words"),
    [
        ("rhino", "stationary", "may fire everything"),
        ("rhino", "combat", "may fire one main weapon and the Defensive ones"),
        ("rhino", "cruising", "may not fire"),
        ("land_raider", "cruising", "may fire one extra weapon"),
        ("trukk", "combat", "may fire everything"),
        ("trukk", "cruising", "may fire one main weapon and the Defensive ones"),
        ("trukk", "flat out", "may not fire"),
        ("dreadnought", "combat", "may fire everything"),
    ],
)
def test_what_is_said_to_be_fired_after_a_move(kind: str, speed: Speed, words: str):
    assert still_fires(vehicles()[kind], speed) == words
