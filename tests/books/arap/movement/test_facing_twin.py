"""The cheapest footwork beside a twin that tries every way of facing on every leg."""

from __future__ import annotations

from itertools import pairwise, product
from math import ceil, cos, radians, sin

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some

from warbook.board.geometry import Spot, bearing, turn_between
from warbook.books.arap.movement.facing import _paid, _turn, footwork, turn_cost

degrees = some.integers(0, 23).map(lambda each: 15.0 * each)
legs = some.lists(degrees | some.none(), min_size=1, max_size=3)  # none: up a ladder


def slowly(facing: float, bearings: list[float | None], costs: list[float], wanted: float | None) -> float:
    """Of all ways to face on the legs the least price, each turn and step reckoned by itself. Nobody turns on
    a ladder."""
    ways = [each for each in (*bearings, facing, wanted) if each is not None]
    choices = sorted({*ways, *((each + 180) % 360 for each in ways)})
    best = float("inf")
    for facings in product(*([None] if each is None else choices for each in bearings)):
        price, free, now, aside = 0.0, 90.0, facing, False
        for turned, goes, cost in zip(facings, bearings, costs, strict=True):
            if turned is None or goes is None:
                price += cost
                continue
            degrees = abs(turn_between(now, turned))
            beyond = max(0.0, degrees - free)
            free = max(0.0, free - degrees)
            price += 0.5 * ceil(beyond / 90 - 1e-6) if beyond > 1e-6 else 0.0
            now = turned
            off = abs(turn_between(turned, goes))
            if off <= 1e-6:
                price += cost
            elif off > 135 + 1e-6:
                price += 2 * cost
            else:
                price += cost + (0.0 if aside else 0.5)
                aside = True
        if wanted is not None:
            beyond = max(0.0, abs(turn_between(now, wanted)) - free)
            price += 0.5 * ceil(beyond / 90 - 1e-6) if beyond > 1e-6 else 0.0
        best = min(best, price)
    return best


def walk(bearings: list[float | None]) -> tuple[Spot, ...]:
    path = [Spot(20, 20)]
    for turn in bearings:
        x, y, z = path[-1].x, path[-1].y, path[-1].z
        path.append(
            Spot(x, y, z + 1) if turn is None else Spot(x + cos(radians(turn)), y + sin(radians(turn)), z)
        )
    return tuple(path)


def headings(path: tuple[Spot, ...]) -> list[float | None]:
    return [bearing(a, b) if a.z == b.z else None for a, b in pairwise(path)]


@settings(max_examples=40, deadline=None)
@given(facing=degrees, bearings=legs, wanted=some.none() | degrees)
def test_no_way_of_facing_is_cheaper(facing, bearings, wanted):
    path = walk(bearings)
    real = headings(path)
    costs = [1.0] * len(bearings)
    done = footwork(facing, path, costs, 100.0, wanted)
    least = slowly(facing, real, costs, wanted)
    assert abs(done.cost - least) < 1e-6


@settings(max_examples=60, deadline=None)
@given(
    facing=degrees,
    bearings=legs,
    wanted=degrees,
    spare=some.sampled_from([-0.2, 0.0, 0.3, 0.5, 0.7, 1.0, 1.5]),
)
def test_a_facing_that_can_be_paid_for_is_always_found(facing, bearings, wanted, spare):
    """Also where it is seen beforehand that some cannot be."""
    path = walk(bearings)
    real = headings(path)
    costs = [1.0, 0.3, 0.6][: len(bearings)]
    allowance = sum(costs) + spare
    done = footwork(facing, path, costs, allowance, wanted)
    least = slowly(facing, real, costs, wanted)
    if least <= allowance:
        assert abs(done.cost - least) < 1e-6 and done.end == wanted
    else:
        assert done.cost <= max(allowance, slowly(facing, real, costs, None)) + 1e-6


@given(facing=some.floats(0, 359.9), towards=some.floats(0, 359.9), free=some.floats(0, 90))
@example(facing=0.0, towards=180.3, free=0.5)
@example(facing=0.0, towards=179.8, free=90.0)
@example(facing=0.0, towards=269.8, free=90.0)
@example(facing=0.0, towards=90.5, free=0.0)
@example(facing=0.0, towards=40.0, free=39.5)
@example(facing=0.0, towards=40.0, free=40.2)
def test_a_turn_is_the_lesser_way_round_and_costs_the_same_compiled(facing, towards, free):
    turn = abs(turn_between(facing, towards))
    assert abs(_turn(facing, towards) - turn) < 1e-9
    assert _paid(turn, free) == turn_cost(turn, free)


@pytest.mark.rule("arap.movement.free-turn", "arap.movement.extra-turns")
@pytest.mark.parametrize(
    ("degrees", "free", "cost", "left"),
    [
        (30, 90, 0, 60),
        (90, 90, 0, 0),
        (90.5, 90, 0.5, 0),
        (180, 90, 0.5, 0),
        (91, 0, 1, 0),
        (40.0, 40.2, 0, 0.2),
    ],
)
def test_what_one_turn_costs(degrees, free, cost, left):
    assert turn_cost(degrees, free) == (cost, pytest.approx(left))


@pytest.mark.parametrize(
    ("facing", "bearings", "costs", "wanted"),
    [
        (225.0, (90.0, 270.0, 0.0, 45.0, 45.0), (0.3, 1.0, 0.1, 1.0, 0.1), None),
        (225.0, (180.0, 135.0, 90.0, 135.0, 45.0), (1.0, 0.3, 1.0, 0.3, 0.3), 315.0),
        (180.0, (270.0, 270.0, 90.0, 270.0, 90.0), (0.1, 0.1, 0.1, 0.1, 1.0), None),
        (45.0, (225.0, 45.0, 45.0, 90.0, 315.0), (0.1, 1.0, 1.0, 1.0, 0.1), 225.0),
    ],
)
def test_of_many_legs_it_is_looked_at_to_keep_facing_to_face_ahead_and_to_back_up_straight(
    facing, bearings, costs, wanted
):
    """Each of these ways is dearer without one of them."""
    done = footwork(facing, walk(list(bearings)), costs, 100.0, wanted)
    assert abs(done.cost - slowly(facing, list(bearings), list(costs), wanted)) < 1e-6
