"""The cheapest footwork beside a twin that tries every way of facing on every leg."""

from __future__ import annotations

from itertools import pairwise, product
from math import ceil, cos, radians, sin

from hypothesis import given, settings
from hypothesis import strategies as some

from warbook.board.geometry import Spot, bearing, turn_between
from warbook.books.arap.movement.facing import footwork

degrees = some.integers(0, 23).map(lambda each: 15.0 * each)


def slowly(facing: float, bearings: list[float], costs: list[float], wanted: float | None) -> float:
    """Of all ways to face on the legs the least price, each turn and step reckoned by itself."""
    ways = [*bearings, facing] if wanted is None else [*bearings, facing, wanted]
    choices = [sorted({*ways, *((each + 180) % 360 for each in ways)})]
    best = float("inf")
    for facings in product(*choices * len(bearings)):
        price, free, now, aside = 0.0, 90.0, facing, False
        for turned, goes, cost in zip(facings, bearings, costs, strict=True):
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


def walk(bearings: list[float]) -> tuple[Spot, ...]:
    path = [Spot(20, 20)]
    for turn in bearings:
        path.append(Spot(path[-1].x + cos(radians(turn)), path[-1].y + sin(radians(turn))))
    return tuple(path)


@settings(max_examples=40, deadline=None)
@given(facing=degrees, bearings=some.lists(degrees, min_size=1, max_size=3), wanted=some.none() | degrees)
def test_no_way_of_facing_is_cheaper(facing, bearings, wanted):
    path = walk(bearings)
    real = [bearing(a, b) for a, b in pairwise(path)]
    costs = [1.0] * len(bearings)
    done = footwork(facing, path, costs, 100.0, wanted)
    least = slowly(facing, real, costs, wanted)
    assert abs(done.cost - least) < 1e-6


@settings(max_examples=60, deadline=None)
@given(
    facing=degrees,
    bearings=some.lists(degrees, min_size=1, max_size=3),
    wanted=degrees,
    spare=some.sampled_from([-0.2, 0.0, 0.3, 0.5, 0.7, 1.0, 1.5]),
)
def test_a_facing_that_can_be_paid_for_is_always_found(facing, bearings, wanted, spare):
    """Also where it is seen beforehand that some cannot be."""
    path = walk(bearings)
    real = [bearing(a, b) for a, b in pairwise(path)]
    costs = [1.0, 0.3, 0.6][: len(bearings)]
    allowance = sum(costs) + spare
    done = footwork(facing, path, costs, allowance, wanted)
    least = slowly(facing, real, costs, wanted)
    if least <= allowance:
        assert abs(done.cost - least) < 1e-6 and done.end == wanted
    else:
        assert done.cost <= max(allowance, slowly(facing, real, costs, None)) + 1e-6
