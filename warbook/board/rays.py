"""The compiled rays by which somebody is seen: from an eye to the sixteen points of a silhouette, column by
column, past what stands near them."""

import numpy as np

from warbook.board.bodies import BROAD, COS, KEEP, LONG, SIN, TALL, X, Y, Z
from warbook.board.kernel import Floats, kernel
from warbook.board.shapes import (
    AREA_LEVEL,
    AREA_SEEN,
    BASE,
    EAST,
    NORTH,
    SOUTH,
    TOP,
    WALL_BASE,
    WALL_TOP,
    WEST,
    X0,
    X1,
    Y0,
    Y1,
    beside,
    crossings,
    inside,
)
from warbook.board.terrain import SAME_LEVEL

MOST_CROSSINGS = 64
ALL_RAYS = (1 << 16) - 1


@kernel
def part_seen(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    areas: Floats,
    screens: Floats,
    near: np.ndarray,
    cuts: Floats,
    ex: float,
    ey: float,
    ez: float,
    x: float,
    y: float,
    z: float,
    half: float,
    height: float,
) -> float:
    rays = open_rays(corners, prisms, walls, screens, near, cuts, ex, ey, ez, x, y, z, half, height)
    return sheltered(corners, areas, rays, ex, ey, x, y, z)


@kernel
def open_rays(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    screens: Floats,
    near: np.ndarray,
    cuts: Floats,
    ex: float,
    ey: float,
    ez: float,
    x: float,
    y: float,
    z: float,
    half: float,
    height: float,
) -> int:
    """Which of the sixteen rays arrive, as bits, column by column."""
    ax, ay = across(ex, ey, x, y, half)
    low, high = z + height * 0.125, z + height * 0.875
    found, first_wall = gather(
        prisms, walls, near, ex, ey, min(ez, low), max(ez, high),
        x - 0.75 * ax, y - 0.75 * ay, x + 0.75 * ax, y + 0.75 * ay,
    )  # fmt: skip
    if found == 0 and len(screens) == 0:
        return ALL_RAYS
    rays = 0
    for k in range(4):
        side = -0.75 + 0.5 * k
        free = column(
            corners, prisms, walls, screens, near, found, first_wall, cuts,
            ex, ey, ez, x + side * ax, y + side * ay, low, height * 0.25, 4,
        )  # fmt: skip
        rays |= free << 4 * k
    return rays


@kernel
def stopped_rays(
    screens: Floats,
    i: int,
    ex: float,
    ey: float,
    ez: float,
    x: float,
    y: float,
    z: float,
    half: float,
    height: float,
) -> int:
    """Which of the sixteen rays a screen stops, as bits."""
    ax, ay = across(ex, ey, x, y, half)
    rays = 0
    for k in range(4):
        side = -0.75 + 0.5 * k
        dx, dy = x + side * ax - ex, y + side * ay - ey
        rays |= stopped(screens, i, ex, ey, ez, dx, dy, z + height * 0.125, height * 0.25, 4) << 4 * k
    return rays


@kernel
def sheltered(
    corners: Floats, areas: Floats, rays: int, ex: float, ey: float, x: float, y: float, z: float
) -> float:
    """The share that is seen if such rays arrive: no more than an area lets somebody see into it."""
    free = 0
    for k in range(16):
        free += rays >> k & 1
    seen = free / 16.0
    for a in range(len(areas)):
        if (
            seen > areas[a, AREA_SEEN]
            and abs(z - areas[a, AREA_LEVEL]) <= SAME_LEVEL
            and inside(corners, areas, a, x, y)
            and not inside(corners, areas, a, ex, ey)
        ):
            seen = areas[a, AREA_SEEN]
    return seen


@kernel
def across(ex: float, ey: float, x: float, y: float, half: float) -> tuple[float, float]:
    """From the middle of a silhouette to its left end, as seen from the eye."""
    dx, dy = x - ex, y - ey
    flat = np.sqrt(dx * dx + dy * dy)
    if flat > 0.0:
        return -dy / flat * half, dx / flat * half
    return half, 0.0


@kernel
def gather(
    prisms: Floats,
    walls: Floats,
    near: np.ndarray,
    ex: float,
    ey: float,
    low: float,
    high: float,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
) -> tuple[int, int]:
    """Fill `near` with what could stand between the eye and the silhouette: prisms, then walls."""
    west, east = min(ex, x0, x1), max(ex, x0, x1)
    south, north = min(ey, y0, y1), max(ey, y0, y1)
    found = 0
    for i in range(len(prisms)):
        if (
            not beside(prisms, i, west, south, east, north)
            and prisms[i, BASE] < high
            and prisms[i, TOP] > low
            and not _aside(
                prisms[i, WEST], prisms[i, SOUTH], prisms[i, EAST], prisms[i, NORTH], ex, ey, x0, y0, x1, y1
            )
        ):
            near[found] = i
            found += 1
    first_wall = found
    for i in range(len(walls)):
        ax, ay, bx, by = walls[i, X0], walls[i, Y0], walls[i, X1], walls[i, Y1]
        if (
            min(ax, bx) <= east
            and max(ax, bx) >= west
            and min(ay, by) <= north
            and max(ay, by) >= south
            and walls[i, WALL_BASE] < high
            and walls[i, WALL_TOP] > low
        ):
            near[found] = i
            found += 1
    return found, first_wall


@kernel
def _aside(
    west: float,
    south: float,
    east: float,
    north: float,
    ex: float,
    ey: float,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
) -> bool:
    """Whether the box lies wholly to one side of the wedge from the eye to the silhouette."""
    # (x0, y0) is the silhouette's right end seen from the eye, (x1, y1) its left end.
    rx, ry, lx, ly = x0 - ex, y0 - ey, x1 - ex, y1 - ey
    right = rx * ((north if rx > 0 else south) - ey) - ry * ((west if ry > 0 else east) - ex)
    left = lx * ((south if lx > 0 else north) - ey) - ly * ((east if ly > 0 else west) - ex)
    return right < 0.0 or left > 0.0


@kernel
def column(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    screens: Floats,
    near: np.ndarray,
    found: int,
    first_wall: int,
    cuts: Floats,
    ex: float,
    ey: float,
    ez: float,
    x: float,
    y: float,
    low: float,
    rise: float,
    rows: int,
) -> int:
    """Which of the rays from the eye to (x, y, low + k * rise) for k < rows arrive, as bits."""
    dx, dy = x - ex, y - ey
    open_rows = (1 << rows) - 1
    for n in range(found):
        i = near[n]
        if n < first_wall:
            if dx == 0.0 and dy == 0.0:
                count, begins = 0, inside(corners, prisms, i, ex, ey)
            else:
                count, behind = crossings(corners, prisms, i, ex, ey, dx, dy, cuts, 0)
                begins = behind & 1 == 1
            if count == 0 and not begins:
                continue
            for k in range(rows):
                if open_rows >> k & 1 and _solid(
                    prisms[i, BASE], prisms[i, TOP], cuts, count, begins, ez, low + k * rise
                ):
                    open_rows &= ~(1 << k)
        else:
            ax, ay, bx, by = walls[i, X0] - ex, walls[i, Y0] - ey, walls[i, X1] - ex, walls[i, Y1] - ey
            left_a, left_b = dx * ay - dy * ax, dx * by - dy * bx
            if (left_a > 0.0) == (left_b > 0.0):
                continue
            t = (ax * by - ay * bx) / (left_b - left_a)
            if t <= 0.0 or t >= 1.0:
                continue
            for k in range(rows):
                height = ez + t * (low + k * rise - ez)
                if walls[i, WALL_BASE] < height < walls[i, WALL_TOP]:
                    open_rows &= ~(1 << k)
        if open_rows == 0:
            return 0
    for i in range(len(screens)):
        open_rows &= ~stopped(screens, i, ex, ey, ez, dx, dy, low, rise, rows)
    return open_rows


@kernel
def _solid(base: float, top: float, cuts: Floats, count: int, begins: bool, ez: float, z: float) -> bool:
    """Whether the ray from height ez to z passes the prism's height while inside its outline."""
    within, enter = begins, 0.0
    for k in range(count + 1):
        leave = cuts[k] if k < count else 1.0
        if within:
            a, b = ez + enter * (z - ez), ez + leave * (z - ez)
            if min(a, b) < top and max(a, b) > base:
                return True
        within, enter = not within, leave
    return False


@kernel
def stopped(
    screens: Floats,
    i: int,
    ex: float,
    ey: float,
    ez: float,
    dx: float,
    dy: float,
    low: float,
    rise: float,
    rows: int,
) -> int:
    """Which of the rows of a column (see there) end at a screen, as bits."""
    x, y = screens[i, X] - ex, screens[i, Y] - ey
    if screens[i, LONG] == 0.0:
        enter, leave = _through_disc(x, y, screens[i, KEEP], dx, dy)
    else:
        c, s = screens[i, COS], screens[i, SIN]
        enter, leave = _through_box(
            screens[i, LONG],
            screens[i, BROAD],
            -x * c - y * s,
            x * s - y * c,
            dx * c + dy * s,
            dy * c - dx * s,
        )
    hit = 0
    if enter < leave:
        base = screens[i, Z]
        top = base + screens[i, TALL]
        for k in range(rows):
            climb = low + k * rise - ez
            a, b = ez + enter * climb, ez + leave * climb
            if min(a, b) < top and max(a, b) > base:
                hit |= 1 << k
    return hit


@kernel
def _through_box(long: float, broad: float, x: float, y: float, dx: float, dy: float) -> tuple[float, float]:
    """The part of the ray from (x, y) inside a box around the origin; empty as for a disc."""
    enter, leave = 0.0, 1.0
    for axis in range(2):
        half, a, d = (long, x, dx) if axis == 0 else (broad, y, dy)
        if d == 0.0:
            if abs(a) >= half:
                return 0.0, 0.0
        else:
            s, t = (-half - a) / d, (half - a) / d
            enter, leave = max(enter, min(s, t)), min(leave, max(s, t))
    return enter, leave


@kernel
def _through_disc(cx: float, cy: float, radius: float, dx: float, dy: float) -> tuple[float, float]:
    """The part of the ray inside a disc; empty when the second number is not the larger."""
    square = dx * dx + dy * dy
    if square == 0.0:
        return (0.0, 1.0) if cx * cx + cy * cy < radius * radius else (0.0, 0.0)
    along = (cx * dx + cy * dy) / square
    off = cx * cx + cy * cy - along * along * square
    if off >= radius * radius:
        return 0.0, 0.0
    half = np.sqrt((radius * radius - off) / square)
    return max(0.0, along - half), min(1.0, along + half)
