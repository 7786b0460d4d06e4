"""Ways over a net of nodes without the bends that save nothing."""

from __future__ import annotations

import numpy as np

from warbook.board.kernel import Floats, kernel
from warbook.board.land import FREE, Desk, Land, Place
from warbook.board.legs import leg
from warbook.board.search import spent

HALVINGS = 6  # of the way from a bend to the straight line


@kernel
def straightened(
    land: Land, blockers: Floats, path: Floats, start: Place, loose: bool, price: Floats, desk: Desk
) -> Floats:
    """The spots of a path (n, 3) that it bends at, each drawn as near to the straight line between its
    neighbours as that is free and cheaper. Who does not fit where he starts is loose there."""
    kept, many = path.copy(), len(path)
    bend = 1
    while bend < many - 1:
        a, at, b = _spot(kept, bend - 1), _spot(kept, bend), _spot(kept, bend + 1)
        around = _by(land, blockers, start, loose, a, at, b, price, desk)
        if _straight(land, blockers, start, loose, a, b, price, desk) <= around:
            kept[bend : many - 1] = kept[bend + 1 : many].copy()
            many -= 1
            bend = max(1, bend - 1)
        else:
            bend += 1
    for bend in range(1, many - 1):
        a, at, b = _spot(kept, bend - 1), _spot(kept, bend), _spot(kept, bend + 1)
        at = _tightened(land, blockers, start, loose, a, at, b, price, desk)
        kept[bend, 0], kept[bend, 1], kept[bend, 2] = at
    return kept[:many].copy()


@kernel
def _spot(path: Floats, row: int) -> Place:
    return path[row, 0], path[row, 1], path[row, 2]


@kernel
def _straight(
    land: Land, blockers: Floats, start: Place, loose: bool, a: Place, b: Place, price: Floats, desk: Desk
) -> float:
    """What a leg costs; infinite if it is barred."""
    from_start = a[0] == start[0] and a[1] == start[1] and a[2] == start[2]
    if leg(land, blockers, a, b, loose and from_start, desk) != FREE:
        return np.inf
    return spent(desk.told, price)


@kernel
def _by(
    land: Land,
    blockers: Floats,
    start: Place,
    loose: bool,
    a: Place,
    at: Place,
    b: Place,
    price: Floats,
    desk: Desk,
) -> float:
    """What it costs to go by another spot."""
    first = _straight(land, blockers, start, loose, a, at, price, desk)
    return first if first == np.inf else first + _straight(land, blockers, start, loose, at, b, price, desk)


@kernel
def _tightened(
    land: Land,
    blockers: Floats,
    start: Place,
    loose: bool,
    a: Place,
    bend: Place,
    b: Place,
    price: Floats,
    desk: Desk,
) -> Place:
    """The bend drawn towards the straight line between its neighbours as far as it is free."""
    best, least = bend, _by(land, blockers, start, loose, a, bend, b, price, desk)
    if not (a[2] == bend[2] == b[2]):
        return best
    dx, dy, dz = a[0] - b[0], a[1] - b[1], a[2] - b[2]
    square = np.sqrt(dx * dx + dy * dy + dz * dz) ** 2
    along = ((bend[0] - a[0]) * (b[0] - a[0]) + (bend[1] - a[1]) * (b[1] - a[1])) / square
    share = max(0.0, min(1.0, along))
    foot = a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        draw = (low + high) / 2
        nearer = bend[0] + draw * (foot[0] - bend[0]), bend[1] + draw * (foot[1] - bend[1]), bend[2]
        cost = _by(land, blockers, start, loose, a, nearer, b, price, desk)
        if cost < least:
            best, least, low = nearer, cost, draw
        else:
            high = draw
    return best
