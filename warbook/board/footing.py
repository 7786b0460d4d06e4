"""The feet along a leg: which prisms come near, and at which levels one walks.

The feet stay at one level until the ground under them ends (a step down), something begins that leaves them
no room (a step up), or the level begins at which the leg ends. A *run* is a stretch at one level.
"""

from warbook.board.kernel import Floats, kernel
from warbook.board.land import (
    AREA,
    BLOCK,
    BREAK,
    CAUSE,
    CLIMBED,
    CLOSE,
    FREE,
    FREE_WALL,
    FROM,
    GROUND,
    HEIGHT,
    IMPASSABLE,
    LEAP_WALL,
    LEAPS,
    LEVEL,
    OPEN,
    OVER,
    PRISM,
    RADIUS,
    RISE,
    STRICTLY,
    TO,
    TROUBLE,
    WAS_OVER,
    Land,
    Place,
    jams,
)
from warbook.board.shapes import (
    AREA_KIND,
    AREA_LEVEL,
    EAST,
    NORTH,
    ROOF,
    SOUTH,
    TINY,
    TOP,
    WEST,
    beside,
    crossings,
    edge_square,
    inside,
    off_line,
    spans,
)
from warbook.board.terrain import SAME_LEVEL


@kernel
def prisms_near(land: Land, a: Place, b: Place, flat: float, scratch: Floats) -> int:
    """Write down which prisms come within the radius of the leg, or nearly, and say how many."""
    corners, prisms, radius = land.corners, land.prisms, land.frame[RADIUS]
    dx, dy = b[0] - a[0], b[1] - a[1]
    west, east = min(a[0], b[0]) - radius, max(a[0], b[0]) + radius
    south, north = min(a[1], b[1]) - radius, max(a[1], b[1]) + radius
    close = 0
    for i in range(len(prisms)):
        if (
            prisms[i, WEST] > east
            or prisms[i, EAST] < west
            or prisms[i, SOUTH] > north
            or prisms[i, NORTH] < south
        ):
            continue
        if not off_line(corners, prisms, i, a[0], a[1], dx, dy, radius * flat):
            scratch[CLOSE, close] = i
            close += 1
    return close


@kernel
def follow(
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
        if beside(prisms, i, west, south, east, north):
            continue
        if not off_line(corners, prisms, i, x0, y0, dx, dy, TINY * flat):
            scratch[PRISM, solids] = i
            solids += 1
            count, _ = crossings(corners, prisms, i, x0, y0, dx, dy, scratch[BREAK], count)
    for i in range(len(areas)):
        if beside(areas, i, west, south, east, north):
            continue
        if not off_line(corners, areas, i, x0, y0, dx, dy, TINY * flat):
            scratch[AREA, patches] = i
            patches += 1
            count, _ = crossings(corners, areas, i, x0, y0, dx, dy, scratch[BREAK], count)
    if solids == 0 and patches == 0:
        told[OPEN] = flat
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
            within = inside(corners, prisms, i, x, y)
            edge = edge_square(corners, prisms, i, x, y) <= TINY * TINY
            scratch[OVER, k], scratch[STRICTLY, k] = within or edge, within and not edge
        level, cause = _next_level(prisms, solids, scratch, z, b[2], frame[LEAP_WALL])
        rise = abs(level - z)
        told[TROUBLE], told[CAUSE], told[RISE] = begin, cause, rise
        if cause >= 0:
            told[RISE] = prisms[cause, TOP] - z
            return BLOCK, 0
        if rise > frame[LEAP_WALL] + TINY:
            return HEIGHT, 0
        if rise > SAME_LEVEL:
            if runs == 0 and not (
                _at_edge(corners, prisms, solids, scratch, x0, y0, max(z, level))
                and _holds(corners, prisms, solids, scratch, x0, y0, z)
            ):
                return HEIGHT, 0
            if rise > frame[FREE_WALL] + TINY:
                told[LEAPS] += 1.0
                told[CLIMBED] += rise
        z = level
        kind = 0
        for k in range(patches):
            i = int(scratch[AREA, k])
            if (
                abs(areas[i, AREA_LEVEL] - z) <= SAME_LEVEL
                and areas[i, AREA_KIND] > kind
                and inside(corners, areas, i, x, y)
            ):
                kind = int(areas[i, AREA_KIND])
                told[CAUSE] = i
        if kind == IMPASSABLE:
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
            rise > frame[LEAP_WALL] + TINY
            or not _at_edge(corners, prisms, solids, scratch, b[0], b[1], max(z, b[2]))
            or not _holds(corners, prisms, solids, scratch, b[0], b[1], b[2])
        ):
            return HEIGHT, 0
        if rise > frame[FREE_WALL] + TINY:
            told[LEAPS] += 1.0
            told[CLIMBED] += rise
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
        upper = prisms[i, TOP]
        if scratch[STRICTLY, k] > 0.0:
            goal_jammed |= jams(prisms, i, goal)
            if jams(prisms, i, z) and upper > top:
                top, jammer = upper, i
        if scratch[OVER, k] > 0.0 and prisms[i, ROOF] > 0.0:
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
    if jammer >= 0 and (prisms[jammer, ROOF] == 0.0 or top - z > leap_wall + TINY):
        return z, jammer
    level = top if jammer >= 0 else below
    for k in range(solids):
        i = int(scratch[PRISM, k])
        if scratch[STRICTLY, k] > 0.0 and jams(prisms, i, level):
            return z, i
    return level, -1


@kernel
def _at_edge(
    corners: Floats, prisms: Floats, solids: int, scratch: Floats, x: float, y: float, z: float
) -> bool:
    """Whether the spot is on the outline of something to stand on at level z."""
    for k in range(solids):
        i = int(scratch[PRISM, k])
        flush = abs(prisms[i, TOP] - z) <= SAME_LEVEL and prisms[i, ROOF] > 0.0
        if flush and edge_square(corners, prisms, i, x, y) <= TINY * TINY:
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
        if (
            abs(prisms[i, TOP] - z) <= SAME_LEVEL
            and prisms[i, ROOF] > 0.0
            and spans(corners, prisms, i, x, y)
        ):
            return True
    return False
