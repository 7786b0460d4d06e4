"""What a base must keep clear of along a leg: prisms, walls and other bodies."""

from warbook.board.bodies import HEADROOM, KEEP, core_square, level_with, off_leg, passed_by
from warbook.board.kernel import Floats, kernel
from warbook.board.land import (
    CAUSE,
    CLIMBED,
    CLOSE,
    CROSSED,
    FREE,
    FREE_WALL,
    FROM,
    LEAP_WALL,
    LEAPS,
    LEVEL,
    MODEL,
    RADIUS,
    RISE,
    TO,
    TROUBLE,
    WIDTH,
    Desk,
    Land,
    Place,
    jams,
)
from warbook.board.shapes import (
    DOOR,
    NUMBER,
    ROOF,
    TINY,
    TOP,
    WALL_BASE,
    WALL_TOP,
    X0,
    X1,
    Y0,
    Y1,
    outline_square,
    segments_square,
)
from warbook.board.terrain import SAME_LEVEL


@kernel
def clear_of_prisms(
    land: Land, a: Place, b: Place, close: int, runs: int, begin: float, end: float, desk: Desk
) -> bool:
    """Whether the base keeps its radius from what it can neither step onto nor pass under."""
    corners, prisms, frame = land.corners, land.prisms, land.frame
    told, scratch = desk.told, desk.scratch
    radius, leap_wall = frame[RADIUS], frame[LEAP_WALL]
    x, y, dx, dy = a[0], a[1], b[0] - a[0], b[1] - a[1]
    near = (radius - TINY) ** 2
    for k in range(close):
        i = int(scratch[CLOSE, k])
        for r in range(runs):
            rise = prisms[i, TOP] - scratch[LEVEL, r]
            if not jams(prisms, i, scratch[LEVEL, r]) or (prisms[i, ROOF] > 0.0 and rise <= leap_wall + TINY):
                continue
            s, t = max(scratch[FROM, r], begin), min(scratch[TO, r], end)
            if s < t:
                square = outline_square(corners, prisms, i, x + s * dx, y + s * dy, x + t * dx, y + t * dy)
                if square < near:
                    told[TROUBLE], told[CAUSE], told[RISE], told[WIDTH] = s, i, rise, 1.0
                    return False
    return True


@kernel
def clear_of_walls(
    land: Land, a: Place, b: Place, flat: float, runs: int, begin: float, end: float, desk: Desk
) -> bool:
    """Whether the base passes high walls at its radius and crosses only low ones and doors; notes these."""
    walls, frame = land.walls, land.frame
    told, crossed, scratch = desk.told, desk.crossed, desk.scratch
    radius, free_wall, leap_wall = frame[RADIUS], frame[FREE_WALL], frame[LEAP_WALL]
    x, y, dx, dy = a[0], a[1], b[0] - a[0], b[1] - a[1]
    west, east = min(x, b[0]) - radius, max(x, b[0]) + radius
    south, north = min(y, b[1]) - radius, max(y, b[1]) + radius
    near = (radius - TINY) ** 2
    for i in range(len(walls)):
        px, py, qx, qy = walls[i, X0], walls[i, Y0], walls[i, X1], walls[i, Y1]
        if min(px, qx) > east or max(px, qx) < west or min(py, qy) > north or max(py, qy) < south:
            continue
        base, top, door = walls[i, WALL_BASE], walls[i, WALL_TOP], walls[i, DOOR] > 0.0
        # A spot on the wall's line counts as right of it, so that a walk which stops there crosses once.
        side0 = (qx - px) * (y - py) - (qy - py) * (x - px)
        side1 = (qx - px) * (b[1] - py) - (qy - py) * (b[0] - px)
        if (side0 > 0.0) != (side1 > 0.0):
            t = side0 / (side0 - side1)
            square = (qx - px) ** 2 + (qy - py) ** 2
            u = ((x + t * dx - px) * (qx - px) + (y + t * dy - py) * (qy - py)) / square
            low, high = 1e300, -1e300
            for r in range(runs):
                if scratch[FROM, r] - TINY <= t <= scratch[TO, r] + TINY:
                    low, high = min(low, scratch[LEVEL, r]), max(high, scratch[LEVEL, r])
            rise = top - low
            if -1e-9 <= u <= 1.0 + 1e-9 and base < high + HEADROOM - SAME_LEVEL and top > high + SAME_LEVEL:
                if not door and rise > leap_wall + TINY:
                    told[TROUBLE], told[CAUSE], told[RISE] = t, walls[i, NUMBER], rise
                    return False
                if _note(told, crossed, t, walls[i, NUMBER], flat) and not door and rise > free_wall + TINY:
                    told[LEAPS] += 1.0
                    told[CLIMBED] += rise + top - high
        if door:
            continue
        for r in range(runs):
            z = scratch[LEVEL, r]
            s, t = max(scratch[FROM, r], begin), min(scratch[TO, r], end)
            if s >= t or base >= z + HEADROOM - SAME_LEVEL or top - z <= leap_wall + TINY:
                continue
            if segments_square(x + s * dx, y + s * dy, x + t * dx, y + t * dy, px, py, qx, qy) < near:
                told[TROUBLE], told[CAUSE], told[RISE], told[WIDTH] = s, walls[i, NUMBER], top - z, 1.0
                return False
    return True


@kernel
def _note(told: Floats, crossed: Floats, t: float, wall: float, flat: float) -> bool:
    """Note a crossing in order; False if it is a joint of the same wall, noted already."""
    count = int(told[CROSSED])
    for k in range(count):
        if crossed[k, 1] == wall and abs(crossed[k, 0] - t) * flat < 1e-4:
            return False
    k = count
    while k > 0 and crossed[k - 1, 0] > t:
        crossed[k, 0], crossed[k, 1] = crossed[k - 1, 0], crossed[k - 1, 1]
        k -= 1
    crossed[k, 0], crossed[k, 1] = t, wall
    told[CROSSED] = count + 1
    return True


@kernel
def models_by_runs(blockers: Floats, a: Place, b: Place, runs: int, told: Floats, scratch: Floats) -> int:
    x, y, dx, dy = a[0], a[1], b[0] - a[0], b[1] - a[1]
    for i in range(len(blockers)):
        if off_leg(blockers, i, x, y, b[0], b[1]):
            continue
        for r in range(runs):
            if level_with(blockers, i, scratch[LEVEL, r]):
                s, t = scratch[FROM, r], scratch[TO, r]
                square = core_square(blockers, i, x + s * dx, y + s * dy, x + t * dx, y + t * dy)
                if square < blockers[i, KEEP] ** 2:
                    told[TROUBLE], told[CAUSE] = s, i
                    return MODEL
    return FREE


@kernel
def models_by_ladder(blockers: Floats, a: Place, b: Place, told: Floats) -> int:
    for i in range(len(blockers)):
        square = core_square(blockers, i, a[0], a[1], b[0], b[1])
        if passed_by(blockers, i, a[2], b[2]) and square < blockers[i, KEEP] ** 2:
            told[CAUSE] = i
            return MODEL
    return FREE
