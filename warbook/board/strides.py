"""Where bases come to stop who go straight there: the first of many places for one, and a place for each of
many who go one after another."""

from __future__ import annotations

import numpy as np

from warbook.board.bodies import KEEP, TALL, crowded
from warbook.board.kernel import Floats, kernel
from warbook.board.land import FREE, Desk, Land, Place, Sheets
from warbook.board.legs import fits, leg
from warbook.board.net import spent
from warbook.board.search import keep_off


@kernel
def straight(
    land: Land, kept: Floats, start: Place, loose: bool, end: Place, price: Floats, desk: Desk
) -> float:
    """What it costs to go straight to a place and stop there; infinite if that is barred."""
    if leg(land, kept, start, end, loose, desk) != FREE:
        return np.inf
    cost = spent(desk.told, price)
    return cost if fits(land, end, desk.told) == FREE else np.inf


@kernel
def first_stop(
    land: Sheets,
    blockers: Floats,
    taken: Floats,
    start: Place,
    goals: Floats,
    extra: Floats,
    price: Floats,
    desk: Sheets,
    room: float,
    radius: float,
    tall: float,
    limit: float,
) -> int:
    """The first of some goals (n, 3) at which a base takes up nobody's room and to which it costs no more
    than the limit to go straight, with what is `extra` for each; -1 if there is none."""
    land, desk = Land(*land), Desk(*desk)
    loose = fits(land, start, desk.told) != FREE
    kept = keep_off(blockers, start, room)
    for n in range(len(goals)):
        end = (goals[n, 0], goals[n, 1], goals[n, 2])
        if extra[n] > limit or crowded(taken, end[0], end[1], end[2], radius, tall):
            continue
        if straight(land, kept, start, loose, end, price, desk) + extra[n] <= limit:
            return n
    return -1


@kernel
def in_step(
    land: Sheets,
    blockers: Floats,
    threats: Floats,
    taken: Floats,
    placed: Floats,
    starts: Floats,
    goals: Floats,
    price: Floats,
    desk: Sheets,
    room: float,
    radius: float,
    tall: float,
    link: float,
) -> Floats:
    """What it costs each of some bases to go straight to its goal, one after another: none where it takes up
    room that is `taken`, comes as near to one of the threats (x, y, z, inches) as that, or is further than
    the link from all who are placed, of whom it is one from then on. Infinite for the first who cannot go,
    and for all after it."""
    land, desk = Land(*land), Desk(*desk)
    costs = np.full(len(goals), np.inf)
    rows = np.zeros((len(placed) + len(goals), placed.shape[1]))
    rows[: len(placed)] = placed
    for n in range(len(goals)):
        known = rows[: len(placed) + n]
        end = (goals[n, 0], goals[n, 1], goals[n, 2])
        if crowded(taken, end[0], end[1], end[2], radius, tall):
            break
        if crowded(known, end[0], end[1], end[2], radius, tall):
            break
        if not _any_within(known, goals[n], link) or _threatened(threats, goals[n]):
            break
        start = (starts[n, 0], starts[n, 1], starts[n, 2])
        loose = fits(land, start, desk.told) != FREE
        cost = straight(land, keep_off(blockers, start, room), start, loose, end, price, desk)
        if cost == np.inf:
            break
        costs[n] = cost
        rows[len(known), :3] = goals[n]
        rows[len(known), KEEP], rows[len(known), TALL] = radius, tall
    return costs


@kernel
def _any_within(rows: Floats, spot: Floats, inches: float) -> bool:
    for k in range(len(rows)):
        dx, dy, dz = rows[k, 0] - spot[0], rows[k, 1] - spot[1], rows[k, 2] - spot[2]
        if dx * dx + dy * dy + dz * dz <= inches * inches:
            return True
    return False


@kernel
def _threatened(threats: Floats, spot: Floats) -> bool:
    for k in range(len(threats)):
        dx, dy, dz = threats[k, 0] - spot[0], threats[k, 1] - spot[1], threats[k, 2] - spot[2]
        if dx * dx + dy * dy + dz * dz <= threats[k, 3] * threats[k, 3]:
            return True
    return False
