"""One straight leg of a walk, judged exactly: the compiled core of `paths`.

A *prism* is anything one can stand on or bump into: a block, or a floor (a block of no thickness). Along a
leg the feet stay at one level until the ground under them ends (a step down), something begins that leaves
them no room (a step up), or the level begins at which the leg ends. A *run* is a stretch at one level.

Rows of the arrays in a Land:
  corners  x, y
  prisms   west, south, east, north, first corner, end corner, base, top, roof (0 or 1)
  areas    west, south, east, north, first corner, end corner, level, kind (1 difficult, 2 very, 3 impassable)
  walls    x0, y0, x1, y1, base, top, door (0 or 1), number of the wall
  ladders  x, y, x of the top, y of the top, bottom, top
  frame    (one row of numbers) table width, table depth, radius of the base, free_wall, leap_wall
"""

from typing import NamedTuple, TypeAlias

import numpy as np

from warbook.board.kernel import Flags, Floats, kernel
from warbook.board.terrain import SAME_LEVEL

Place: TypeAlias = tuple[float, float, float]


class Land(NamedTuple):
    """A table for one size of base and one way of climbing, as flat arrays."""

    corners: Floats
    prisms: Floats
    areas: Floats
    walls: Floats
    ladders: Floats
    frame: Floats


class Desk(NamedTuple):
    """What a leg writes down: its answer, the walls crossed (t, number), and scratch rows."""

    told: Floats
    crossed: Floats
    scratch: Floats


HEADROOM = 1.5
TINY = 1e-6
LOOSE = 0.5

FREE, WALL, BLOCK, EDGE, GROUND, HEIGHT, MODEL = range(7)

# What `told` says: inches on open, difficult and very difficult ground, leaps, then where the trouble is
# (t along the leg), the number of what causes it (-1: nothing), how high that is, whether only the width
# of the base is to blame, and how many walls were crossed.
LEAPS, TROUBLE, CAUSE, RISE, WIDTH, CROSSED = 3, 4, 5, 6, 7, 8
# Rows of the scratch.
FROM, TO, LEVEL, BREAK, CLOSE, PRISM, AREA, OVER, STRICTLY, WAS_OVER = range(10)


@kernel
def desk_for(land: Land) -> Desk:
    longest = len(land.corners) + len(land.prisms) + len(land.areas) + 2
    return Desk(np.zeros(9), np.empty((len(land.walls) + 1, 2)), np.empty((10, longest)))


@kernel
def neighbourhood(land: Land, a: Place, limit: float) -> Land:
    """The land without what a base cannot come near within the limit."""
    far = limit + land.frame[2] + 1.0
    west, south, east, north = a[0] - far, a[1] - far, a[0] + far, a[1] + far
    x0, x1 = np.minimum(land.walls[:, 0], land.walls[:, 2]), np.maximum(land.walls[:, 0], land.walls[:, 2])
    y0, y1 = np.minimum(land.walls[:, 1], land.walls[:, 3]), np.maximum(land.walls[:, 1], land.walls[:, 3])
    return Land(
        land.corners,
        land.prisms[_meeting(land.prisms, west, south, east, north)],
        land.areas[_meeting(land.areas, west, south, east, north)],
        land.walls[(x0 <= east) & (x1 >= west) & (y0 <= north) & (y1 >= south)],
        land.ladders[(np.abs(land.ladders[:, 0] - a[0]) <= far) & (np.abs(land.ladders[:, 1] - a[1]) <= far)],
        land.frame,
    )


@kernel
def leg(land: Land, blockers: Floats, a: Place, b: Place, loose: bool, desk: Desk) -> int:
    """FREE if a base can go straight from a to b, or what stops it; the desk's `told` says the rest.

    Blockers are (x, y, z, distance the moving centre keeps). `loose`: the base does not fit where it
    starts and need not keep its clearance there; nor need it at the foot and the top of a ladder.
    """
    walls, ladders, frame = land.walls, land.ladders, land.frame
    told, scratch = desk.told, desk.scratch
    told[:] = 0.0
    told[CAUSE] = -1.0
    flat = np.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)
    if len(ladders) and _on_ladder(ladders, a, b, flat):
        told[0] = max(flat, abs(b[2] - a[2]))
        return _models_by_ladder(blockers, a, b, told)
    if flat < TINY:
        told[RISE] = abs(b[2] - a[2])
        return FREE if told[RISE] <= SAME_LEVEL else HEIGHT
    loose0, loose1 = loose, False
    if len(ladders):
        loose0, loose1 = loose or ladder_end(ladders, a), ladder_end(ladders, b)
    if not loose1 and _over_edge(frame, b):
        told[TROUBLE] = 1.0
        return EDGE
    close = _gather(land, a, b, flat, scratch)
    trouble, runs = _walk(land, a, b, flat, close, told, scratch)
    if trouble != FREE:
        return trouble
    # Where the base is excused from clearance only its centre counts.
    excused = (frame[2] + LOOSE) / flat
    begin, end = excused if loose0 else 0.0, 1.0 - excused if loose1 else 1.0
    if close and not _clear_of_prisms(land, a, b, close, runs, begin, end, desk):
        return BLOCK
    if len(walls) and not _clear_of_walls(land, a, b, flat, runs, begin, end, desk):
        return WALL
    return _models_by_runs(blockers, a, b, runs, told, scratch) if len(blockers) else FREE


@kernel
def fits(land: Land, a: Place, told: Floats) -> int:
    """FREE if a base may stop here, or what is in its way."""
    corners, prisms, areas, walls, ladders, frame = (
        land.corners,
        land.prisms,
        land.areas,
        land.walls,
        land.ladders,
        land.frame,
    )
    x, y, z = a
    told[CAUSE] = -1.0
    if _on_ladder(ladders, a, a, 0.0) or ladder_end(ladders, a):
        return FREE
    if _over_edge(frame, a):
        return EDGE
    radius = frame[2]
    near = (radius - TINY) ** 2
    supported = abs(z) <= SAME_LEVEL
    for i in range(len(prisms)):
        if _beside(prisms, i, x - radius, y - radius, x + radius, y + radius):
            continue
        inside, square = _inside(corners, prisms, i, x, y), _edge_square(corners, prisms, i, x, y)
        if _jams(prisms, i, z) and (inside or square < near):
            told[CAUSE], told[RISE] = i, prisms[i, 7] - z
            return BLOCK
        if prisms[i, 8] > 0.0 and abs(prisms[i, 7] - z) <= SAME_LEVEL and (inside or square <= TINY * TINY):
            supported = True
    if not supported:
        return HEIGHT
    for i in range(len(areas)):
        if areas[i, 7] == 3.0 and abs(areas[i, 6] - z) <= SAME_LEVEL and _inside(corners, areas, i, x, y):
            told[CAUSE] = i
            return GROUND
    for i in range(len(walls)):
        if (
            walls[i, 4] < z + HEADROOM - SAME_LEVEL
            and walls[i, 5] > z + SAME_LEVEL
            and point_square(x, y, walls[i, 0], walls[i, 1], walls[i, 2], walls[i, 3]) < near
        ):
            told[CAUSE], told[RISE] = walls[i, 7], walls[i, 5] - z
            return WALL
    return FREE


@kernel
def levels(land: Land, x: float, y: float, found: Floats) -> int:
    """Fill `found` with the levels at which feet have room at (x, y), and say how many there are."""
    corners, prisms = land.corners, land.prisms
    found[0] = 0.0
    count = 1
    for i in range(len(prisms)):
        if prisms[i, 8] > 0.0 and not _beside(prisms, i, x, y, x, y) and _spans(corners, prisms, i, x, y):
            again = False
            for k in range(count):
                again |= abs(found[k] - prisms[i, 7]) <= SAME_LEVEL
            if not again:
                found[count] = prisms[i, 7]
                count += 1
    free = 0
    for k in range(count):
        jammed = False
        for i in range(len(prisms)):
            if _jams(prisms, i, found[k]) and _strictly_inside(corners, prisms, i, x, y):
                jammed = True
                break
        if not jammed:
            found[free] = found[k]
            free += 1
    return free


@kernel
def ladder_end(ladders: Floats, a: Place) -> bool:
    """Whether this is the foot of a ladder or where one steps off it."""
    x, y, z = a
    for i in range(len(ladders)):
        for end in range(2):
            off = max(abs(x - ladders[i, 2 * end]), abs(y - ladders[i, 2 * end + 1]))
            if off < TINY and abs(z - ladders[i, 4 + end]) <= SAME_LEVEL:
                return True
    return False


@kernel
def point_square(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The squared distance from a point to a segment."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    t = 0.0
    if square > 0.0:
        t = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / square))
    ex, ey = x - ax - t * dx, y - ay - t * dy
    return ex * ex + ey * ey


@kernel
def _gather(land: Land, a: Place, b: Place, flat: float, scratch: Floats) -> int:
    """Write down which prisms come within the radius of the leg, or nearly, and say how many."""
    corners, prisms, radius = land.corners, land.prisms, land.frame[2]
    dx, dy = b[0] - a[0], b[1] - a[1]
    west, east = min(a[0], b[0]) - radius, max(a[0], b[0]) + radius
    south, north = min(a[1], b[1]) - radius, max(a[1], b[1]) + radius
    close = 0
    for i in range(len(prisms)):
        if prisms[i, 0] > east or prisms[i, 2] < west or prisms[i, 1] > north or prisms[i, 3] < south:
            continue
        if not _off_line(corners, prisms, i, a[0], a[1], dx, dy, radius * flat):
            scratch[CLOSE, close] = i
            close += 1
    return close


@kernel
def _walk(
    land: Land, a: Place, b: Place, flat: float, close: int, told: Floats, scratch: Floats
) -> tuple[int, int]:
    """Follow the feet: FREE or what stops them, and the number of runs now in the scratch."""
    corners, prisms, areas, frame = land.corners, land.prisms, land.areas, land.frame
    x0, y0, z = a
    dx, dy = b[0] - x0, b[1] - y0
    west, south, east, north = min(x0, b[0]), min(y0, b[1]), max(x0, b[0]), max(y0, b[1])
    solids, patches, count = 0, 0, 0
    for k in range(close):
        i = int(scratch[CLOSE, k])
        if _beside(prisms, i, west, south, east, north):
            continue
        if not _off_line(corners, prisms, i, x0, y0, dx, dy, TINY * flat):
            scratch[PRISM, solids] = i
            solids += 1
            count = _breaks(corners, prisms, i, x0, y0, dx, dy, scratch, count)
    for i in range(len(areas)):
        if _beside(areas, i, west, south, east, north):
            continue
        if not _off_line(corners, areas, i, x0, y0, dx, dy, TINY * flat):
            scratch[AREA, patches] = i
            patches += 1
            count = _breaks(corners, areas, i, x0, y0, dx, dy, scratch, count)
    if solids == 0 and patches == 0:
        told[0] = flat
        told[RISE] = max(abs(z), abs(b[2]))
        if told[RISE] > SAME_LEVEL:
            return HEIGHT, 0
        scratch[FROM, 0], scratch[TO, 0], scratch[LEVEL, 0] = 0.0, 1.0, 0.0
        return FREE, 1
    scratch[BREAK, count] = 1.0

    begin, runs = 0.0, 0
    for k in range(solids):
        scratch[WAS_OVER, k] = 1.0
    for n in range(count + 1):
        end = scratch[BREAK, n]
        if (end - begin) * flat < 1e-7 and (runs > 0 or n < count):
            continue
        t = (begin + end) / 2
        x, y = x0 + t * dx, y0 + t * dy
        for k in range(solids):
            i = int(scratch[PRISM, k])
            inside = _inside(corners, prisms, i, x, y)
            edge = _edge_square(corners, prisms, i, x, y) <= TINY * TINY
            scratch[OVER, k], scratch[STRICTLY, k] = inside or edge, inside and not edge
        level, cause = _next_level(prisms, solids, scratch, z, b[2], frame[4])
        rise = abs(level - z)
        told[TROUBLE], told[CAUSE], told[RISE] = begin, cause, rise
        if cause >= 0:
            told[RISE] = prisms[cause, 7] - z
            return BLOCK, 0
        if rise > frame[4] + TINY:
            return HEIGHT, 0
        if rise > SAME_LEVEL:
            if runs == 0 and not (
                _at_edge(corners, prisms, solids, scratch, x0, y0, max(z, level))
                and _holds(corners, prisms, solids, scratch, x0, y0, z)
            ):
                return HEIGHT, 0
            if rise > frame[3] + TINY:
                told[LEAPS] += 1.0
        z = level
        kind = 0
        for k in range(patches):
            i = int(scratch[AREA, k])
            if abs(areas[i, 6] - z) <= SAME_LEVEL and areas[i, 7] > kind and _inside(corners, areas, i, x, y):
                kind = int(areas[i, 7])
                told[CAUSE] = i
        if kind == 3:
            return GROUND, 0
        told[kind] += (end - begin) * flat
        if runs and scratch[LEVEL, runs - 1] == z:
            scratch[TO, runs - 1] = end
        else:
            scratch[FROM, runs], scratch[TO, runs], scratch[LEVEL, runs] = begin, end, z
            runs += 1
        for k in range(solids):
            scratch[WAS_OVER, k] = scratch[STRICTLY, k]
        begin = end
    scratch[TO, runs - 1] = 1.0
    rise = abs(b[2] - z)
    if rise > SAME_LEVEL:
        told[TROUBLE], told[CAUSE], told[RISE] = 1.0, -1.0, rise
        if (
            rise > frame[4] + TINY
            or not _at_edge(corners, prisms, solids, scratch, b[0], b[1], max(z, b[2]))
            or not _holds(corners, prisms, solids, scratch, b[0], b[1], b[2])
        ):
            return HEIGHT, 0
        if rise > frame[3] + TINY:
            told[LEAPS] += 1.0
    told[TROUBLE], told[CAUSE], told[RISE] = 0.0, -1.0, 0.0
    return FREE, runs


@kernel
def _next_level(
    prisms: Floats, solids: int, scratch: Floats, z: float, goal: float, leap_wall: float
) -> tuple[float, int]:
    """The level of the feet on the next stretch, and the prism that stops them there (-1: none)."""
    stay, goal_held = abs(z) <= SAME_LEVEL, abs(goal) <= SAME_LEVEL
    goal_jammed, goal_begins = False, False
    jammer, top, below = -1, -1e300, 0.0
    for k in range(solids):
        i = int(scratch[PRISM, k])
        upper = prisms[i, 7]
        if scratch[STRICTLY, k] > 0.0:
            goal_jammed |= _jams(prisms, i, goal)
            if _jams(prisms, i, z) and upper > top:
                top, jammer = upper, i
        if scratch[OVER, k] > 0.0 and prisms[i, 8] > 0.0:
            if abs(upper - z) <= SAME_LEVEL:
                stay = True
            elif upper < z:
                below = max(below, upper)
            if abs(upper - goal) <= SAME_LEVEL:
                goal_held = True
                goal_begins |= scratch[WAS_OVER, k] == 0.0
    stay = stay and jammer < 0
    inviting = goal_begins if goal > z else not stay
    if inviting and goal_held and not goal_jammed and SAME_LEVEL < abs(goal - z) <= leap_wall + TINY:
        return goal, -1
    if stay:
        return z, -1
    if jammer >= 0 and (prisms[jammer, 8] == 0.0 or top - z > leap_wall + TINY):
        return z, jammer
    level = top if jammer >= 0 else below
    for k in range(solids):
        i = int(scratch[PRISM, k])
        if scratch[STRICTLY, k] > 0.0 and _jams(prisms, i, level):
            return z, i
    return level, -1


@kernel
def _clear_of_prisms(
    land: Land, a: Place, b: Place, close: int, runs: int, begin: float, end: float, desk: Desk
) -> bool:
    """Whether the base keeps its radius from what it can neither step onto nor pass under."""
    corners, prisms, frame = land.corners, land.prisms, land.frame
    told, scratch = desk.told, desk.scratch
    radius, leap_wall = frame[2], frame[4]
    x, y, dx, dy = a[0], a[1], b[0] - a[0], b[1] - a[1]
    near = (radius - TINY) ** 2
    for k in range(close):
        i = int(scratch[CLOSE, k])
        for r in range(runs):
            rise = prisms[i, 7] - scratch[LEVEL, r]
            if not _jams(prisms, i, scratch[LEVEL, r]) or (prisms[i, 8] > 0.0 and rise <= leap_wall + TINY):
                continue
            s, t = max(scratch[FROM, r], begin), min(scratch[TO, r], end)
            if s < t:
                square = _outline_square(corners, prisms, i, x + s * dx, y + s * dy, x + t * dx, y + t * dy)
                if square < near:
                    told[TROUBLE], told[CAUSE], told[RISE], told[WIDTH] = s, i, rise, 1.0
                    return False
    return True


@kernel
def _clear_of_walls(
    land: Land, a: Place, b: Place, flat: float, runs: int, begin: float, end: float, desk: Desk
) -> bool:
    """Whether the base passes high walls at its radius and crosses only low ones and doors; notes these."""
    walls, frame = land.walls, land.frame
    told, crossed, scratch = desk.told, desk.crossed, desk.scratch
    radius, free_wall, leap_wall = frame[2], frame[3], frame[4]
    x, y, dx, dy = a[0], a[1], b[0] - a[0], b[1] - a[1]
    west, east = min(x, b[0]) - radius, max(x, b[0]) + radius
    south, north = min(y, b[1]) - radius, max(y, b[1]) + radius
    near = (radius - TINY) ** 2
    for i in range(len(walls)):
        px, py, qx, qy = walls[i, 0], walls[i, 1], walls[i, 2], walls[i, 3]
        if min(px, qx) > east or max(px, qx) < west or min(py, qy) > north or max(py, qy) < south:
            continue
        base, top, door = walls[i, 4], walls[i, 5], walls[i, 6] > 0.0
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
                    told[TROUBLE], told[CAUSE], told[RISE] = t, walls[i, 7], rise
                    return False
                if _note(told, crossed, t, walls[i, 7], flat) and not door and rise > free_wall + TINY:
                    told[LEAPS] += 1.0
        if door:
            continue
        for r in range(runs):
            z = scratch[LEVEL, r]
            s, t = max(scratch[FROM, r], begin), min(scratch[TO, r], end)
            if s >= t or base >= z + HEADROOM - SAME_LEVEL or top - z <= leap_wall + TINY:
                continue
            if _segments_square(x + s * dx, y + s * dy, x + t * dx, y + t * dy, px, py, qx, qy) < near:
                told[TROUBLE], told[CAUSE], told[RISE], told[WIDTH] = s, walls[i, 7], top - z, 1.0
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
def _models_by_runs(blockers: Floats, a: Place, b: Place, runs: int, told: Floats, scratch: Floats) -> int:
    x, y, dx, dy = a[0], a[1], b[0] - a[0], b[1] - a[1]
    for i in range(len(blockers)):
        for r in range(runs):
            if abs(scratch[LEVEL, r] - blockers[i, 2]) < HEADROOM:
                s, t = scratch[FROM, r], scratch[TO, r]
                square = point_square(
                    blockers[i, 0], blockers[i, 1], x + s * dx, y + s * dy, x + t * dx, y + t * dy
                )
                if square < blockers[i, 3] ** 2:
                    told[TROUBLE], told[CAUSE] = s, i
                    return MODEL
    return FREE


@kernel
def _models_by_ladder(blockers: Floats, a: Place, b: Place, told: Floats) -> int:
    for i in range(len(blockers)):
        square = point_square(blockers[i, 0], blockers[i, 1], a[0], a[1], b[0], b[1])
        beside = min(a[2], b[2]) - HEADROOM < blockers[i, 2] < max(a[2], b[2]) + HEADROOM
        if beside and square < blockers[i, 3] ** 2:
            told[CAUSE] = i
            return MODEL
    return FREE


@kernel
def _on_ladder(ladders: Floats, a: Place, b: Place, flat: float) -> bool:
    """Whether the leg runs up or down a ladder, or is the step between its upper end and its top."""
    for i in range(len(ladders)):
        ax, ay, bx, by = ladders[i, 0], ladders[i, 1], ladders[i, 2], ladders[i, 3]
        bottom, top = ladders[i, 4], ladders[i, 5]
        starts = abs(a[0] - ax) < TINY and abs(a[1] - ay) < TINY
        ends = abs(b[0] - ax) < TINY and abs(b[1] - ay) < TINY
        if starts and ends:
            if bottom - SAME_LEVEL <= min(a[2], b[2]) and max(a[2], b[2]) <= top + SAME_LEVEL:
                return True
        elif flat >= TINY and abs(a[2] - top) <= SAME_LEVEL and abs(b[2] - top) <= SAME_LEVEL:
            if starts and abs(b[0] - bx) < TINY and abs(b[1] - by) < TINY:
                return True
            if ends and abs(a[0] - bx) < TINY and abs(a[1] - by) < TINY:
                return True
    return False


@kernel
def _over_edge(frame: Floats, a: Place) -> bool:
    width, depth, radius = frame[0], frame[1], frame[2] - TINY
    return bool(a[0] < radius or a[1] < radius or a[0] > width - radius or a[1] > depth - radius)


@kernel
def _at_edge(
    corners: Floats, prisms: Floats, solids: int, scratch: Floats, x: float, y: float, z: float
) -> bool:
    """Whether the spot is on the outline of something to stand on at level z."""
    for k in range(solids):
        i = int(scratch[PRISM, k])
        flush = abs(prisms[i, 7] - z) <= SAME_LEVEL and prisms[i, 8] > 0.0
        if flush and _edge_square(corners, prisms, i, x, y) <= TINY * TINY:
            return True
    return False


@kernel
def _holds(
    corners: Floats, prisms: Floats, solids: int, scratch: Floats, x: float, y: float, z: float
) -> bool:
    """Whether there is something to stand on at this very level."""
    if abs(z) <= SAME_LEVEL:
        return True
    for k in range(solids):
        i = int(scratch[PRISM, k])
        if abs(prisms[i, 7] - z) <= SAME_LEVEL and prisms[i, 8] > 0.0 and _spans(corners, prisms, i, x, y):
            return True
    return False


@kernel
def _jams(prisms: Floats, i: int, z: float) -> bool:
    """Whether feet at level z would have the prism in the room they take up."""
    return bool(prisms[i, 6] < z + HEADROOM - SAME_LEVEL and prisms[i, 7] > z + SAME_LEVEL)


@kernel
def _meeting(shapes: Floats, west: float, south: float, east: float, north: float) -> Flags:
    return (shapes[:, 0] <= east) & (shapes[:, 2] >= west) & (shapes[:, 1] <= north) & (shapes[:, 3] >= south)


@kernel
def _beside(shapes: Floats, i: int, west: float, south: float, east: float, north: float) -> bool:
    return bool(shapes[i, 0] > east or shapes[i, 2] < west or shapes[i, 1] > north or shapes[i, 3] < south)


@kernel
def _off_line(
    corners: Floats, shapes: Floats, i: int, x: float, y: float, dx: float, dy: float, margin: float
) -> bool:
    """Whether the shape lies wholly to one side of the line; the margin counts in lengths of (dx, dy)."""
    left, right = True, True
    for c in range(int(shapes[i, 4]), int(shapes[i, 5])):
        side = dx * (corners[c, 1] - y) - dy * (corners[c, 0] - x)
        left &= side > margin
        right &= side < -margin
        if not left and not right:
            return False
    return True


@kernel
def _breaks(
    corners: Floats,
    shapes: Floats,
    i: int,
    x: float,
    y: float,
    dx: float,
    dy: float,
    scratch: Floats,
    count: int,
) -> int:
    """Add every t in (0, 1) at which the leg meets the outline, in order; the new number of breaks."""
    first, last = int(shapes[i, 4]), int(shapes[i, 5])
    ax, ay = corners[last - 1, 0] - x, corners[last - 1, 1] - y
    left_a = dx * ay - dy * ax
    for c in range(first, last):
        bx, by = corners[c, 0] - x, corners[c, 1] - y
        left_b = dx * by - dy * bx
        if (left_a > 0.0) != (left_b > 0.0):
            t = (ax * by - ay * bx) / (left_b - left_a)
            if 0.0 < t < 1.0:
                k = count
                while k > 0 and scratch[BREAK, k - 1] > t:
                    scratch[BREAK, k] = scratch[BREAK, k - 1]
                    k -= 1
                scratch[BREAK, k] = t
                count += 1
        ax, ay, left_a = bx, by, left_b
    return count


@kernel
def _spans(corners: Floats, shapes: Floats, i: int, x: float, y: float) -> bool:
    """Inside or on the outline."""
    return _inside(corners, shapes, i, x, y) or _edge_square(corners, shapes, i, x, y) <= TINY * TINY


@kernel
def _strictly_inside(corners: Floats, shapes: Floats, i: int, x: float, y: float) -> bool:
    return _inside(corners, shapes, i, x, y) and _edge_square(corners, shapes, i, x, y) > TINY * TINY


@kernel
def _inside(corners: Floats, shapes: Floats, i: int, x: float, y: float) -> bool:
    if _beside(shapes, i, x, y, x, y):
        return False
    first, last = int(shapes[i, 4]), int(shapes[i, 5])
    inside = False
    x0, y0 = corners[last - 1, 0], corners[last - 1, 1]
    for c in range(first, last):
        x1, y1 = corners[c, 0], corners[c, 1]
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
        x0, y0 = x1, y1
    return inside


@kernel
def _edge_square(corners: Floats, shapes: Floats, i: int, x: float, y: float) -> float:
    """The squared distance from a point to an outline."""
    first, last = int(shapes[i, 4]), int(shapes[i, 5])
    ax, ay = corners[last - 1, 0], corners[last - 1, 1]
    least = 1e300
    for c in range(first, last):
        bx, by = corners[c, 0], corners[c, 1]
        least = min(least, point_square(x, y, ax, ay, bx, by))
        ax, ay = bx, by
    return least


@kernel
def _outline_square(
    corners: Floats, shapes: Floats, i: int, x0: float, y0: float, x1: float, y1: float
) -> float:
    """The squared distance from a segment to an outline."""
    first, last = int(shapes[i, 4]), int(shapes[i, 5])
    ax, ay = corners[last - 1, 0], corners[last - 1, 1]
    least = 1e300
    for c in range(first, last):
        bx, by = corners[c, 0], corners[c, 1]
        least = min(least, _segments_square(x0, y0, x1, y1, ax, ay, bx, by))
        ax, ay = bx, by
    return least


@kernel
def _segments_square(
    x0: float, y0: float, x1: float, y1: float, ax: float, ay: float, bx: float, by: float
) -> float:
    """The squared distance between two segments."""
    ux, uy, vx, vy = x1 - x0, y1 - y0, bx - ax, by - ay
    s0, s1 = vx * (y0 - ay) - vy * (x0 - ax), vx * (y1 - ay) - vy * (x1 - ax)
    r0, r1 = ux * (ay - y0) - uy * (ax - x0), ux * (by - y0) - uy * (bx - x0)
    if s0 * s1 < 0.0 and r0 * r1 < 0.0:
        return 0.0
    return min(
        point_square(x0, y0, ax, ay, bx, by),
        point_square(x1, y1, ax, ay, bx, by),
        point_square(ax, ay, x0, y0, x1, y1),
        point_square(bx, by, x0, y0, x1, y1),
    )
