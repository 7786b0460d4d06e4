"""Facing costs inches: the cheapest legal way of going a path to the facing that is wanted at its end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, nan
from typing import Literal, TypeAlias

import numpy as np
from msgspec import Struct

from warbook.board.geometry import Spot, bearing, turn_between
from warbook.board.kernel import Floats, Ints, kernel

FREE = 90.0  # arap.movement.free-turn: degrees in one action
TURN = 0.5  # arap.movement.extra-turns: inches for each further turn of up to 90 degrees
SIDESTEP = 0.5  # arap.movement.sidestep, arap.E2: inches, once in an action
BACKWARDS = 2.0  # arap.movement.backwards: inches of move for one inch
REAR = 135.0  # degrees off the front from which on one goes backwards
MOST_STATES = 100  # ways of going a path that are followed at once, the cheapest
FEW = 4  # legs up to which every facing that may matter is tried on each
SAME = 1e-6
NEARLY = 1e-3  # inches

Step: TypeAlias = Literal["ahead", "sideways", "backwards"]
STEPS: tuple[Step, ...] = ("ahead", "sideways", "backwards")
AHEAD, ASIDE, BACK = range(3)


class Footwork(Struct, frozen=True):
    """How a path is gone: what it costs, which way one faces on each leg and at the end, and how one went."""

    cost: float
    facings: tuple[float, ...]
    end: float
    steps: tuple[Step, ...]

    @property
    def backs(self) -> bool:
        return "backwards" in self.steps

    @property
    def sidesteps(self) -> bool:
        return "sideways" in self.steps


def footwork(
    facing: float, path: Sequence[Spot], costs: Sequence[float], allowance: float, wanted: float | None = None
) -> Footwork:
    """The cheapest way of going a path whose legs cost so much straight ahead. If the facing that is wanted
    cannot be paid for, one turns towards it as far as one can. Who backs up keeps his facing, and so his fire
    arc (arap.movement.backwards-fire)."""
    if wanted is not None and _least(facing, path, costs, wanted) <= allowance + SAME:
        best = _cheapest(facing, path, costs, wanted)
        if best.cost <= allowance + SAME:
            return best
    best = _cheapest(facing, path, costs, None)
    if wanted is None:
        return best
    return _turned_on(best, facing, wanted, allowance)


def turn_cost(degrees: float, free: float) -> tuple[float, float]:
    """What one turn costs of which `free` degrees are free, and how many are then left."""
    beyond = degrees - free
    if beyond <= SAME:
        return 0.0, max(0.0, free - degrees)
    return TURN * ceil(beyond / 90.0 - SAME), 0.0


def _cheapest(facing: float, path: Sequence[Spot], costs: Sequence[float], wanted: float | None) -> Footwork:
    ways = [_goes(a, b) for a, b in pairwise(path)]
    ahead = _freely(facing, ways, costs, wanted)
    if ahead is not None:
        return ahead
    tried = [wanted, facing, *(ways if len(ways) <= FEW else ())]
    tried += [(way + 180.0) % 360.0 for way in tried if way is not None]
    cost, facings, steps = _followed(
        facing,
        np.array([nan if way is None else way for way in ways]),
        np.array(costs, np.float64),
        np.array([way for way in tried if way is not None]),
        nan if wanted is None else wanted,
    )
    end = float(facings[-1]) if wanted is None else wanted
    return Footwork(cost, tuple(facings.tolist()), end, tuple([STEPS[step] for step in steps.tolist()]))


def _freely(
    facing: float, ways: Sequence[float | None], costs: Sequence[float], wanted: float | None
) -> Footwork | None:
    """Straight ahead all the way, if all its turns are free: nothing is cheaper."""
    turned, now = 0.0, facing
    facings: list[float] = []
    steps: list[Step] = ["ahead"] * len(ways)
    for way in ways:
        if way is not None:
            turned, now = turned + abs(turn_between(now, way)), way
        facings.append(now)
    end = now if wanted is None else wanted
    if turned + abs(turn_between(now, end)) > FREE + SAME:
        return None
    return Footwork(sum(costs), tuple(facings), end, tuple(steps))


def _least(facing: float, path: Sequence[Spot], costs: Sequence[float], wanted: float) -> float:
    """What a way cannot cost less than: who cannot go straight ahead with free turns alone pays for a turn, a
    sidestep, or a leg once more."""
    ways = [_goes(a, b) for a, b in pairwise(path)]
    total = sum(costs)
    if _freely(facing, ways, costs, wanted) is not None:
        return total
    return total + min((TURN, SIDESTEP, *((BACKWARDS - 1.0) * cost for cost in costs))) - NEARLY


def _goes(a: Spot, b: Spot) -> float | None:
    """The direction of a leg; none up a ladder, where nobody turns."""
    upright = abs(a.x - b.x) < SAME and abs(a.y - b.y) < SAME
    return None if upright else bearing(a, b)


@kernel
def _turn(facing: float, towards: float) -> float:
    """Degrees between two facings, from 0 to 180."""
    turn = (towards - facing) % 360.0
    return 360.0 - turn if turn > 180.0 else turn


@kernel
def _paid(degrees: float, free: float) -> tuple[float, float]:
    """`turn_cost`, compiled."""
    beyond = degrees - free
    if beyond <= SAME:
        return 0.0, max(0.0, free - degrees)
    return TURN * np.ceil(beyond / 90.0 - SAME), 0.0


@kernel
def _followed(
    facing: float, ways: Floats, costs: Floats, tried: Floats, wanted: float
) -> tuple[float, Floats, Ints]:
    """The cheapest way of going legs in such directions, NaN where nobody turns: what it costs, how one faces
    on each leg, and how one goes. All ways are followed leg by leg that differ in how one faces, in what is
    left of the free turn or in whether one has sidestepped, the cheapest of those that do not, and of too
    many the cheapest; each of those that are `tried` besides is a facing that may matter."""
    legs, widest = len(ways), len(tried) + 3
    faced, steps = np.full((1, legs), facing), np.zeros((1, legs), np.int64)
    spent, now, free = np.zeros(1), np.full(1, facing), np.full(1, FREE)
    aside = np.zeros(1, np.bool_)
    turns = np.empty(widest)
    for n in range(legs):
        goes, many, count = ways[n], len(spent), 0
        source = np.empty(many * widest, np.int64)
        cost, left, turned = np.empty(many * widest), np.empty(many * widest), np.empty(many * widest)
        how = np.zeros(many * widest, np.int64)
        for k in range(many):
            options = 1
            turns[0] = now[k] if np.isnan(goes) else goes
            if not np.isnan(goes):
                for m in range(1, widest):
                    turn = now[k] if m == 1 else (goes + 180.0) % 360.0 if m == 2 else tried[m - 3]
                    known = False
                    for other in range(options):
                        known |= turns[other] == turn
                    if not known:
                        turns[options] = turn
                        options += 1
            for m in range(options):
                turn = turns[m]
                paid, rest = _paid(_turn(now[k], turn), free[k])
                off = 0.0 if np.isnan(goes) else _turn(turn, goes)
                price, step = costs[n], AHEAD
                if off > REAR + SAME:
                    price, step = BACKWARDS * costs[n], BACK
                elif off > SAME:
                    price, step = costs[n] + (0.0 if aside[k] else SIDESTEP), ASIDE
                source[count], turned[count], left[count], how[count] = k, turn, rest, step
                cost[count] = spent[k] + paid + price
                count += 1
        order = np.argsort(cost[:count], kind="mergesort")
        kept = np.empty(min(count, MOST_STATES), np.int64)
        keys = np.empty((len(kept), 3), np.int64)
        found = 0
        for place in range(count):
            if found == len(kept):
                break
            c = order[place]
            sideways = how[c] == ASIDE or aside[source[c]]
            key = (np.int64(np.rint(turned[c] * 10)), np.int64(np.rint(left[c])), np.int64(sideways))
            known = False
            for other in range(found):
                known |= keys[other, 0] == key[0] and keys[other, 1] == key[1] and keys[other, 2] == key[2]
            if not known:
                keys[found, 0], keys[found, 1], keys[found, 2] = key
                kept[found] = c
                found += 1
        kept = kept[:found]
        sources = source[kept]
        faced, steps = faced[sources], steps[sources]
        faced[:, n], steps[:, n] = turned[kept], how[kept]
        spent, now, free = cost[kept], turned[kept], left[kept]
        aside = aside[sources] | (how[kept] == ASIDE)
    best, least = 0, np.inf
    for k in range(len(spent)):
        total = spent[k]
        if not np.isnan(wanted):
            total += _paid(_turn(now[k], wanted), free[k])[0]
        if total < least:
            best, least = k, total
    return least, faced[best].copy(), steps[best].copy()


def _turned_on(done: Footwork, began: float, wanted: float, allowance: float) -> Footwork:
    """The same way, and then as far towards the facing wanted as the rest of the allowance lets one turn."""
    free = FREE
    for before, after in pairwise((began, *done.facings)):
        _, free = turn_cost(abs(turn_between(before, after)), free)
    turns = int((allowance - done.cost) / TURN + SAME)
    most = free + 90.0 * max(0, turns)
    turn = turn_between(done.end, wanted)
    turn = max(-most, min(most, turn))
    paid, _ = turn_cost(abs(turn), free)
    return Footwork(done.cost + paid, done.facings, (done.end + turn) % 360.0, done.steps)
