"""Facing costs inches: the cheapest legal way of going a path to the facing that is wanted at its end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.board.geometry import Spot, bearing, turn_between

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


class _State(Struct, frozen=True):
    cost: float
    facing: float
    free: float  # degrees of the free turn left
    facings: tuple[float, ...] = ()
    steps: tuple[Step, ...] = ()


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
    states = [_State(0.0, facing, FREE)]
    for goes, cost in zip(ways, costs, strict=True):
        states = _best([new for state in states for new in _leg(state, goes, cost, tried)])
    ended = [_end(state, wanted) for state in states]
    return min(ended, key=lambda each: each.cost)


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


def _leg(state: _State, goes: float | None, cost: float, tried: Sequence[float | None]) -> list[_State]:
    if goes is None:
        return [_went(state, state.facing, 0.0, state.free, "ahead", cost)]
    found = []
    for facing in dict.fromkeys((goes, state.facing, (goes + 180.0) % 360.0, *tried)):
        if facing is None:
            continue
        paid, free = turn_cost(abs(turn_between(state.facing, facing)), state.free)
        off = abs(turn_between(facing, goes))
        if off <= SAME:
            found.append(_went(state, facing, paid, free, "ahead", cost))
        elif off > REAR + SAME:
            found.append(_went(state, facing, paid, free, "backwards", BACKWARDS * cost))
        else:
            aside = 0.0 if "sideways" in state.steps else SIDESTEP
            found.append(_went(state, facing, paid, free, "sideways", cost + aside))
    return found


def _went(state: _State, facing: float, paid: float, free: float, step: Step, cost: float) -> _State:
    return _State(state.cost + paid + cost, facing, free, (*state.facings, facing), (*state.steps, step))


def _best(states: list[_State]) -> list[_State]:
    """The cheapest states, of those that are alike but for the price only one."""
    found: dict[tuple[int, int, bool], _State] = {}
    for state in sorted(states, key=lambda each: each.cost):
        key = round(state.facing * 10), round(state.free), "sideways" in state.steps
        found.setdefault(key, state)
    return list(found.values())[:MOST_STATES]


def _end(state: _State, wanted: float | None) -> Footwork:
    if wanted is None:
        return Footwork(state.cost, state.facings, state.facing, state.steps)
    paid, _ = turn_cost(abs(turn_between(state.facing, wanted)), state.free)
    return Footwork(state.cost + paid, state.facings, wanted, state.steps)


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
