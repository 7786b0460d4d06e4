"""One straight leg of a walk, judged exactly: the compiled core of `paths`."""

import numpy as np

from warbook.board.bodies import HEADROOM
from warbook.board.clearance import clear_of_prisms, clear_of_walls, models_by_ladder, models_by_runs
from warbook.board.footing import follow, prisms_near
from warbook.board.kernel import Floats, kernel
from warbook.board.land import (
    BLOCK,
    CAUSE,
    DEEP,
    EDGE,
    FOOT_X,
    FOOT_Y,
    FREE,
    GROUND,
    HEIGHT,
    IMPASSABLE,
    LOWER,
    OPEN,
    RADIUS,
    RISE,
    TOP_X,
    TOP_Y,
    TROUBLE,
    UPPER,
    WALL,
    WIDE,
    Desk,
    Land,
    Place,
    jams,
)
from warbook.board.shapes import (
    AREA_KIND,
    AREA_LEVEL,
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
    beside,
    edge_square,
    inside,
    point_square,
    spans,
    strictly_inside,
)
from warbook.board.terrain import SAME_LEVEL

LOOSE = 0.5


@kernel
def leg(land: Land, blockers: Floats, a: Place, b: Place, loose: bool, desk: Desk) -> int:
    """FREE if a base can go straight from a to b, or what stops it; the desk's `told` says the rest.

    Blockers are rows of `bodies`: the moving centre keeps their rim. `loose`: the base does not fit where it
    starts and need not keep its clearance there; nor need it at the foot and the top of a ladder.
    """
    walls, ladders, frame = land.walls, land.ladders, land.frame
    told, scratch = desk.told, desk.scratch
    told[:] = 0.0
    told[CAUSE] = -1.0
    flat = np.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)
    if len(ladders) and _on_ladder(ladders, a, b, flat):
        told[OPEN] = max(flat, abs(b[2] - a[2]))
        return models_by_ladder(blockers, a, b, told)
    if flat < TINY:
        told[RISE] = abs(b[2] - a[2])
        return FREE if told[RISE] <= SAME_LEVEL else HEIGHT
    loose0, loose1 = loose, False
    if len(ladders):
        loose0, loose1 = loose or ladder_end(ladders, a), ladder_end(ladders, b)
    if not loose1 and _over_edge(frame, b):
        told[TROUBLE] = 1.0
        return EDGE
    close = prisms_near(land, a, b, flat, scratch)
    trouble, runs = follow(land, a, b, flat, close, told, scratch)
    if trouble != FREE:
        return trouble
    # Where the base is excused from clearance only its centre counts.
    excused = (frame[RADIUS] + LOOSE) / flat
    begin, end = excused if loose0 else 0.0, 1.0 - excused if loose1 else 1.0
    if close and not clear_of_prisms(land, a, b, close, runs, begin, end, desk):
        return BLOCK
    if len(walls) and not clear_of_walls(land, a, b, flat, runs, begin, end, desk):
        return WALL
    return models_by_runs(blockers, a, b, runs, told, scratch) if len(blockers) else FREE


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
    radius = frame[RADIUS]
    near = (radius - TINY) ** 2
    supported = abs(z) <= SAME_LEVEL
    for i in range(len(prisms)):
        if beside(prisms, i, x - radius, y - radius, x + radius, y + radius):
            continue
        within, square = inside(corners, prisms, i, x, y), edge_square(corners, prisms, i, x, y)
        if jams(prisms, i, z) and (within or square < near):
            told[CAUSE], told[RISE] = i, prisms[i, TOP] - z
            return BLOCK
        if (
            prisms[i, ROOF] > 0.0
            and abs(prisms[i, TOP] - z) <= SAME_LEVEL
            and (within or square <= TINY * TINY)
        ):
            supported = True
    if not supported:
        return HEIGHT
    for i in range(len(areas)):
        if (
            areas[i, AREA_KIND] == IMPASSABLE
            and abs(areas[i, AREA_LEVEL] - z) <= SAME_LEVEL
            and inside(corners, areas, i, x, y)
        ):
            told[CAUSE] = i
            return GROUND
    for i in range(len(walls)):
        if (
            walls[i, WALL_BASE] < z + HEADROOM - SAME_LEVEL
            and walls[i, WALL_TOP] > z + SAME_LEVEL
            and point_square(x, y, walls[i, X0], walls[i, Y0], walls[i, X1], walls[i, Y1]) < near
        ):
            told[CAUSE], told[RISE] = walls[i, NUMBER], walls[i, WALL_TOP] - z
            return WALL
    return FREE


@kernel
def levels(land: Land, x: float, y: float, found: Floats) -> int:
    """Fill `found` with the levels at which feet have room at (x, y), and say how many there are."""
    corners, prisms = land.corners, land.prisms
    found[0] = 0.0
    count = 1
    for i in range(len(prisms)):
        if prisms[i, ROOF] > 0.0 and not beside(prisms, i, x, y, x, y) and spans(corners, prisms, i, x, y):
            again = False
            for k in range(count):
                again |= abs(found[k] - prisms[i, TOP]) <= SAME_LEVEL
            if not again:
                found[count] = prisms[i, TOP]
                count += 1
    free = 0
    for k in range(count):
        jammed = False
        for i in range(len(prisms)):
            if jams(prisms, i, found[k]) and strictly_inside(corners, prisms, i, x, y):
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
            off = max(abs(x - ladders[i, FOOT_X + 2 * end]), abs(y - ladders[i, FOOT_Y + 2 * end]))
            if off < TINY and abs(z - ladders[i, LOWER + end]) <= SAME_LEVEL:
                return True
    return False


@kernel
def _on_ladder(ladders: Floats, a: Place, b: Place, flat: float) -> bool:
    """Whether the leg runs up or down a ladder, or is the step between its upper end and its top."""
    for i in range(len(ladders)):
        ax, ay, bx, by = ladders[i, FOOT_X], ladders[i, FOOT_Y], ladders[i, TOP_X], ladders[i, TOP_Y]
        bottom, top = ladders[i, LOWER], ladders[i, UPPER]
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
    width, depth, radius = frame[WIDE], frame[DEEP], frame[RADIUS] - TINY
    return bool(a[0] < radius or a[1] < radius or a[0] > width - radius or a[1] > depth - radius)
