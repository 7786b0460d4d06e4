"""Ways of several legs: what they cost, and how they are drawn straight."""

from __future__ import annotations

import numpy as np

from warbook.board.kernel import Floats, kernel
from warbook.board.land import FREE, Desk, Land, Place, Sheets
from warbook.board.legs import fits, leg
from warbook.board.net import spent

HALVINGS = 6  # by which a bend is drawn towards the straight line


@kernel
def fitting(land: Sheets, place: Place, told: Floats) -> int:
    """`fits`, called from outside."""
    return fits(Land(*land), place, told)


@kernel
def one_leg(land: Sheets, blockers: Floats, a: Place, b: Place, loose: bool, desk: Sheets) -> int:
    """`leg`, called from outside."""
    return leg(Land(*land), blockers, a, b, loose, Desk(*desk))


@kernel
def priced_leg(
    land: Land, blockers: Floats, a: Place, b: Place, start: Place, loose: bool, price: Floats, desk: Desk
) -> float:
    """What a leg costs, infinite if it is barred; who is `loose` where he starts is so on legs from there."""
    if leg(land, blockers, a, b, loose and a == start, desk) != FREE:
        return np.inf
    return spent(desk.told, price)


@kernel
def legs_cost(
    land: Sheets, blockers: Floats, way: Floats, start: Place, loose: bool, price: Floats, desk: Sheets
) -> float:
    """What a way (n, 3) costs; infinite if it is barred."""
    land, desk = Land(*land), Desk(*desk)
    total = 0.0
    for n in range(len(way) - 1):
        a, b = _at(way, n), _at(way, n + 1)
        total += priced_leg(land, blockers, a, b, start, loose, price, desk)
        if total == np.inf:
            break
    return total


@kernel
def drawn_straight(
    land: Sheets, blockers: Floats, way: Floats, start: Place, loose: bool, price: Floats, desk: Sheets
) -> Floats:
    """A way (n, 3) without the bends that save nothing, the others drawn in as far as that is free."""
    land, desk = Land(*land), Desk(*desk)
    kept = way.copy()
    count, bend = len(kept), 1
    while bend < count - 1:
        a, over = _at(kept, bend - 1), _at(kept, bend)
        b = _at(kept, bend + 1)
        around = priced_leg(land, blockers, a, over, start, loose, price, desk)
        if around < np.inf:
            around += priced_leg(land, blockers, over, b, start, loose, price, desk)
        if priced_leg(land, blockers, a, b, start, loose, price, desk) <= around:
            kept[bend : count - 1] = kept[bend + 1 : count].copy()
            count -= 1
            bend = max(1, bend - 1)
        else:
            bend += 1
    for bend in range(1, count - 1):
        kept[bend] = _drawn_in(
            land, blockers, kept[bend - 1], kept[bend], kept[bend + 1], start, loose, price, desk
        )
    return kept[:count].copy()


@kernel
def _drawn_in(
    land: Land,
    blockers: Floats,
    before: Floats,
    bend: Floats,
    after: Floats,
    start: Place,
    loose: bool,
    price: Floats,
    desk: Desk,
) -> Floats:
    """A bend between two places, drawn towards the straight line between them as far as it is free."""
    best = bend.copy()
    if not before[2] == bend[2] == after[2]:
        return best
    a, b = (before[0], before[1], before[2]), (after[0], after[1], after[2])
    over = (bend[0], bend[1], bend[2])
    least = priced_leg(land, blockers, a, over, start, loose, price, desk)
    if least < np.inf:
        least += priced_leg(land, blockers, over, b, start, loose, price, desk)
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((over[0] - a[0]) * dx + (over[1] - a[1]) * dy) / np.sqrt(dx * dx + dy * dy) ** 2
    share = max(0.0, min(1.0, along))
    foot_x, foot_y = a[0] + share * dx, a[1] + share * dy
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        draw = (low + high) / 2
        nearer = (over[0] + draw * (foot_x - over[0]), over[1] + draw * (foot_y - over[1]), over[2])
        cost = priced_leg(land, blockers, a, nearer, start, loose, price, desk)
        if cost < np.inf:
            cost += priced_leg(land, blockers, nearer, b, start, loose, price, desk)
        if cost < least:
            best[0], best[1], best[2] = nearer
            least, low = cost, draw
        else:
            high = draw
    return best


@kernel
def _at(way: Floats, n: int) -> Place:
    return way[n, 0], way[n, 1], way[n, 2]
