"""Ways are straightened in a compiled pass as they would be leg by leg."""

from itertools import pairwise
from math import inf

import pytest

from tests.board.tables import cluttered
from warbook.board.geometry import Spot, distance
from warbook.board.paths import Going, Path, _place, _Trip, ground_of

GOING = Going(9, leap_cost=4, factors=(("difficult", 2.0), ("very-difficult", 4.0)))
OTHERS = ((9.0, 12.0, 0.0, 0.5), (14.0, 10.5, 0.0, 0.5), (12.0, 15.0, 0.0, 1.0))


def cost(trip: _Trip, path: Path) -> float:
    total = 0.0
    for a, b in pairwise(path):
        if trip.leg(_place(a), _place(b)):
            return inf
        total += trip.spent()
    return total


def straightened(trip: _Trip, path: Path) -> Path:
    kept = list(path)
    bend = 1
    while bend < len(kept) - 1:
        around = cost(trip, tuple(kept[bend - 1 : bend + 2]))
        if cost(trip, (kept[bend - 1], kept[bend + 1])) <= around:
            del kept[bend]
            bend = max(1, bend - 1)
        else:
            bend += 1
    for bend in range(1, len(kept) - 1):
        kept[bend] = tightened(trip, *kept[bend - 1 : bend + 2])
    return tuple(kept)


def tightened(trip: _Trip, a: Spot, bend: Spot, b: Spot) -> Spot:
    best, least = bend, cost(trip, (a, bend, b))
    if not a.z == bend.z == b.z:
        return best
    along = ((bend.x - a.x) * (b.x - a.x) + (bend.y - a.y) * (b.y - a.y)) / distance(a, b) ** 2
    share = max(0.0, min(1.0, along))
    foot = Spot(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), bend.z)
    low, high = 0.0, 1.0
    for _ in range(6):
        draw = (low + high) / 2
        nearer = Spot(bend.x + draw * (foot.x - bend.x), bend.y + draw * (foot.y - bend.y), bend.z)
        if cost(trip, (a, nearer, b)) < least:
            best, least, low = nearer, cost(trip, (a, nearer, b)), draw
        else:
            high = draw
    return best


@pytest.mark.parametrize("seed", [0, 1, 2, 4, 6, 9, 11])
def test_ways_are_straightened_as_leg_by_leg(seed: int) -> None:
    reach = ground_of(cluttered(seed), 0.5).reach(Spot(11.8, 12.1), GOING, OTHERS)
    trip, bent = reach._trip, 0
    for index in range(1, len(reach.spots), 9):
        way = trip.back(*reach._tree, int(reach._rows[index - 1]))
        found = reach.path(index)
        assert found == straightened(trip, way)
        bent += len(found) > 2
    assert bent > 0
