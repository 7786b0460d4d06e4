"""Who sees how much of whom.

An eye is a point. A body is an upright silhouette that always faces the eye: sixteen rays go to the
cell centres of a grid of 4 across and 4 up, and the fraction seen is the share of rays that arrive.
"""

from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from math import atan2, cos, radians, sin
from typing import TypeAlias

import numpy as np

from warbook.board.bodies import BROAD, COS, KEEP, LONG, SIN, TALL, X, Y, Z, body_rows
from warbook.board.geometry import Body, Disc
from warbook.board.kernel import Flags, Floats, Ints, kernel
from warbook.board.memory import recall
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
    point_square,
    shapes_of,
    with_areas,
)
from warbook.board.terrain import SAME_LEVEL, Area, Table

Screens: TypeAlias = Sequence[Body] | Floats

MOST_CROSSINGS = 64
# Columns of bodies to be seen, after X, Y and Z.
HALF, STATURE = 3, 4


class Sight:
    """The sight lines of one table.

    Screens are bodies that stop sight without being part of the table: smoke, hulls, wrecks. Who looks and
    who is looked at are to be left out of them.
    """

    def __init__(self, table: Table) -> None:
        shapes = recall(table, shapes_of)
        areas = shapes.areas[shapes.areas[:, AREA_SEEN] < 1.0]
        self._scene = shapes.corners, shapes.prisms, shapes.walls, areas

    def with_areas(self, areas: Sequence[Area]) -> "Sight":
        """The same sight lines with areas that shelter and have come to lie on the table since."""
        twin = copy(self)
        corners, prisms, walls, known = self._scene
        corners, known = with_areas(corners, known, [area for area in areas if area.shelter > 0])
        twin._scene = corners, prisms, walls, known
        return twin

    def fraction(
        self,
        eye: tuple[float, float, float],
        body: Body,
        screens: Screens = (),
    ) -> float:
        """The share of the body that the eye sees, in sixteenths unless an area shelters it."""
        x, y, z = map(float, eye)
        spot = body.spot
        return _fraction(
            *self._scene,
            body_rows(screens),
            float(spot.x),
            float(spot.y),
            float(spot.z),
            float(half_width(body, x, y)),
            float(body.height),
            x,
            y,
            z,
        )

    def onto(self, body: Body, screens: Screens = ()) -> Callable[[float, float, float], float]:
        """`fraction` of one body on a round base, for eye after eye."""
        assert isinstance(body.base, Disc)
        spot = float(body.spot.x), float(body.spot.y), float(body.spot.z)
        sizes = float(body.base.radius), float(body.height)
        return partial(_fraction, *self._scene, body_rows(screens), *spot, *sizes)

    def clear(
        self,
        p: tuple[float, float, float],
        q: tuple[float, float, float],
        screens: Screens = (),
    ) -> bool:
        """Whether the straight line between two points is free."""
        (x0, y0, z0), (x1, y1, z1) = map(float, p), map(float, q)
        rows = body_rows(screens)
        return _clear(*self._scene[:3], rows, x0, y0, z0, x1, y1, z1)

    def any_clear(self, eye: tuple[float, float, float], points: Floats, screens: Screens = ()) -> bool:
        """Whether the straight line to any of the points (n, 3) is free."""
        x, y, z = map(float, eye)
        return _any_clear(*self._scene[:3], body_rows(screens), x, y, z, points)

    def fractions(self, eyes: Floats, bodies: Floats, screens: Screens = ()) -> Floats:
        """Every eye (n, 3) against every body (m, 5: x, y, z, half width, height), as (n, m)."""
        return _fractions(*self._scene, body_rows(screens), eyes, bodies)

    def any_seen(self, eye: tuple[float, float, float], bodies: Floats, screens: Screens = ()) -> bool:
        """Whether the eye sees anything of any of the bodies."""
        x, y, z = map(float, eye)
        return _any_seen(*self._scene, body_rows(screens), x, y, z, bodies)

    def fraction_pairs(self, eyes: Floats, bodies: Floats, screens: Screens = ()) -> Floats:
        """The first eye against the first body, the second against the second, and so on."""
        return _fraction_pairs(*self._scene, body_rows(screens), eyes, bodies)

    def past(
        self,
        eyes: Floats,
        bodies: Floats,
        crowd: Floats,
        whom: Ints,
        hinder: Flags,
        wide: float,
        yielding: Flags,
    ) -> Floats:
        """Every eye against every body as in `fractions`, past those of a crowd (k rows) who stand within so
        many inches of the line as seen from above and `hinder` (n, k) who looks; row `whom` (m) of the crowd
        is the body itself. Where they hide all of it together, one who is `yielding` (n, k) is left out."""
        return _past(*self._scene, crowd, eyes, bodies, whom, hinder, wide, yielding)

    def hidden_by(self, eye: tuple[float, float, float], body: Body, screens: Screens) -> list[float]:
        """Of each screen, the share of the lines to the body that it crosses, whatever else crosses them."""
        x, y, z = map(float, eye)
        spot = body.spot
        sizes = float(half_width(body, x, y)), float(body.height)
        return _crossed(body_rows(screens), x, y, z, spot.x, spot.y, spot.z, *sizes).tolist()  # type: ignore[no-any-return]


def sight_of(table: Table) -> Sight:
    """The compiled sight lines of a table."""
    return recall(table, Sight)


def half_width(body: Body, x: float, y: float) -> float:
    """Half the width of the base as seen from (x, y)."""
    if isinstance(body.base, Disc):
        return body.base.radius
    turn = radians(body.facing) - atan2(body.spot.y - y, body.spot.x - x)
    return (body.base.length * abs(sin(turn)) + body.base.width * abs(cos(turn))) / 2


@kernel
def _fractions(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    areas: Floats,
    screens: Floats,
    eyes: Floats,
    bodies: Floats,
) -> Floats:
    seen = np.empty((len(eyes), len(bodies)))
    near, cuts = np.empty(len(prisms) + len(walls), np.int64), np.empty(MOST_CROSSINGS)
    for i in range(len(eyes)):
        for j in range(len(bodies)):
            seen[i, j] = _part(
                corners, prisms, walls, areas, screens, near, cuts,
                eyes[i, X], eyes[i, Y], eyes[i, Z],
                bodies[j, X], bodies[j, Y], bodies[j, Z], bodies[j, HALF], bodies[j, STATURE],
            )  # fmt: skip
    return seen


@kernel
def _any_seen(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    areas: Floats,
    screens: Floats,
    ex: float,
    ey: float,
    ez: float,
    bodies: Floats,
) -> bool:
    near, cuts = np.empty(len(prisms) + len(walls), np.int64), np.empty(MOST_CROSSINGS)
    for j in range(len(bodies)):
        x, y, z = bodies[j, X], bodies[j, Y], bodies[j, Z]
        if _part(
            corners, prisms, walls, areas, screens, near, cuts, ex, ey, ez, x, y, z,
            bodies[j, HALF], bodies[j, STATURE],
        ):  # fmt: skip
            return True
    return False


@kernel
def _fraction_pairs(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    areas: Floats,
    screens: Floats,
    eyes: Floats,
    bodies: Floats,
) -> Floats:
    seen = np.empty(len(eyes))
    near, cuts = np.empty(len(prisms) + len(walls), np.int64), np.empty(MOST_CROSSINGS)
    for i in range(len(eyes)):
        seen[i] = _part(
            corners, prisms, walls, areas, screens, near, cuts,
            eyes[i, X], eyes[i, Y], eyes[i, Z],
            bodies[i, X], bodies[i, Y], bodies[i, Z], bodies[i, HALF], bodies[i, STATURE],
        )  # fmt: skip
    return seen


@kernel
def _past(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    areas: Floats,
    crowd: Floats,
    eyes: Floats,
    bodies: Floats,
    whom: Ints,
    hinder: Flags,
    wide: float,
    yielding: Flags,
) -> Floats:
    seen = np.empty((len(eyes), len(bodies)))
    near, cuts = np.empty(len(prisms) + len(walls), np.int64), np.empty(MOST_CROSSINGS)
    screens, numbers = np.empty((len(crowd), 9)), np.empty(len(crowd), np.int64)
    for i in range(len(eyes)):
        ex, ey, ez = eyes[i, X], eyes[i, Y], eyes[i, Z]
        for j in range(len(bodies)):
            x, y, z, half, high = (
                bodies[j, X],
                bodies[j, Y],
                bodies[j, Z],
                bodies[j, HALF],
                bodies[j, STATURE],
            )
            count = 0
            for k in range(len(crowd)):
                aside = point_square(crowd[k, X], crowd[k, Y], ex, ey, x, y)
                if hinder[i, k] and k != whom[j] and aside < wide * wide:
                    screens[count], numbers[count] = crowd[k], k
                    count += 1
            best = _part(
                corners, prisms, walls, areas, screens[:count], near, cuts, ex, ey, ez, x, y, z, half, high
            )
            for n in range(count if best == 0.0 else 0):
                if yielding[i, numbers[n]]:
                    # The last of them is put in the place of the one who is left out, and back again.
                    screens[n] = screens[count - 1]
                    seen_past = _part(
                        corners, prisms, walls, areas, screens[: count - 1], near, cuts,
                        ex, ey, ez, x, y, z, half, high,
                    )  # fmt: skip
                    screens[n] = crowd[numbers[n]]
                    best = max(best, seen_past)
            seen[i, j] = best
    return seen


@kernel
def _fraction(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    areas: Floats,
    screens: Floats,
    x: float,
    y: float,
    z: float,
    half: float,
    height: float,
    ex: float,
    ey: float,
    ez: float,
) -> float:
    near, cuts = np.empty(len(prisms) + len(walls), np.int64), np.empty(MOST_CROSSINGS)
    return _part(corners, prisms, walls, areas, screens, near, cuts, ex, ey, ez, x, y, z, half, height)


@kernel
def _crossed(
    screens: Floats, ex: float, ey: float, ez: float, x: float, y: float, z: float, half: float, height: float
) -> Floats:
    shares = np.zeros(len(screens))
    ax, ay = _across(ex, ey, x, y, half)
    for i in range(len(screens)):
        for k in range(4):
            side = -0.75 + 0.5 * k
            hit = _stopped(
                screens,
                i,
                ex,
                ey,
                ez,
                x + side * ax - ex,
                y + side * ay - ey,
                z + height * 0.125,
                height * 0.25,
                4,
            )
            for row in range(4):
                shares[i] += (hit >> row & 1) / 16.0
    return shares


@kernel
def _clear(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    screens: Floats,
    ex: float,
    ey: float,
    ez: float,
    x: float,
    y: float,
    z: float,
) -> bool:
    near, cuts = np.empty(len(prisms) + len(walls), np.int64), np.empty(MOST_CROSSINGS)
    found, first_wall = _gather(prisms, walls, near, ex, ey, min(ez, z), max(ez, z), x, y, x, y)
    free = _column(
        corners, prisms, walls, screens, near, found, first_wall, cuts, ex, ey, ez, x, y, z, 0.0, 1
    )
    return free == 1


@kernel
def _any_clear(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    screens: Floats,
    ex: float,
    ey: float,
    ez: float,
    points: Floats,
) -> bool:
    for i in range(len(points)):
        if _clear(corners, prisms, walls, screens, ex, ey, ez, points[i, X], points[i, Y], points[i, Z]):
            return True
    return False


@kernel
def _part(
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
    ax, ay = _across(ex, ey, x, y, half)
    low, high = z + height * 0.125, z + height * 0.875
    found, first_wall = _gather(
        prisms, walls, near, ex, ey, min(ez, low), max(ez, high),
        x - 0.75 * ax, y - 0.75 * ay, x + 0.75 * ax, y + 0.75 * ay,
    )  # fmt: skip
    free = 0
    if found == 0 and len(screens) == 0:
        free = 16
    else:
        for k in range(4):
            side = -0.75 + 0.5 * k
            free += _column(
                corners, prisms, walls, screens, near, found, first_wall, cuts,
                ex, ey, ez, x + side * ax, y + side * ay, low, height * 0.25, 4,
            )  # fmt: skip
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
def _across(ex: float, ey: float, x: float, y: float, half: float) -> tuple[float, float]:
    """From the middle of a silhouette to its left end, as seen from the eye."""
    dx, dy = x - ex, y - ey
    flat = np.sqrt(dx * dx + dy * dy)
    if flat > 0.0:
        return -dy / flat * half, dx / flat * half
    return half, 0.0


@kernel
def _gather(
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
def _column(
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
    """How many of the rays from the eye to (x, y, low + k * rise) for k < rows arrive."""
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
        open_rows &= ~_stopped(screens, i, ex, ey, ez, dx, dy, low, rise, rows)
    free = 0
    for k in range(rows):
        free += open_rows >> k & 1
    return free


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
def _stopped(
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
