"""Who sees how much of whom.

An eye is a point. A body is an upright silhouette that always faces the eye: sixteen rays go to the
cell centres of a grid of 4 across and 4 up, and the fraction seen is the share of rays that arrive.
"""

from collections.abc import Sequence
from math import atan2, cos, radians, sin

import numpy as np

from warbook.board.geometry import Body, Disc
from warbook.board.kernel import Floats, kernel
from warbook.board.memory import recall
from warbook.board.terrain import SAME_LEVEL, Table

MOST_CROSSINGS = 64


class Sight:
    """The sight lines of one table. Smoke is (x, y, radius, z0, z1)."""

    def __init__(self, table: Table) -> None:
        corners: list[tuple[float, float]] = []
        prisms, areas = [], []

        def outline(polygon: Sequence[tuple[float, float]]) -> list[float]:
            first = len(corners)
            corners.extend(polygon)
            xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
            return [min(xs), min(ys), max(xs), max(ys), first, len(corners)]

        for block in table.blocks:
            prisms.append([*outline(block.polygon), block.base, block.top])
        for floor in table.floors:
            prisms.append([*outline(floor.polygon), floor.level, floor.level])
        for area in table.areas:
            if area.shelter > 0:
                areas.append([*outline(area.polygon), area.level, 1.0 - area.shelter])
        walls = [
            [*a, *b, wall.base, wall.top]
            for wall in table.walls
            for a, b in zip(wall.line, wall.line[1:], strict=False)
        ]
        self._scene = (
            _rows(corners, 2),
            _rows(prisms, 8),
            _rows(walls, 6),
            _rows(areas, 8),
        )

    def fraction(
        self,
        eye: tuple[float, float, float],
        body: Body,
        smoke: Sequence[tuple[float, ...]] = (),
    ) -> float:
        """The share of the body that the eye sees, in sixteenths unless an area shelters it."""
        x, y, z = map(float, eye)
        spot = body.spot
        return _fraction(
            *self._scene,
            _rows(smoke, 5) if smoke else _NO_SMOKE,
            x,
            y,
            z,
            float(spot.x),
            float(spot.y),
            float(spot.z),
            float(half_width(body, x, y)),
            float(body.height),
        )

    def clear(
        self,
        p: tuple[float, float, float],
        q: tuple[float, float, float],
        smoke: Sequence[tuple[float, ...]] = (),
    ) -> bool:
        """Whether the straight line between two points is free."""
        (x0, y0, z0), (x1, y1, z1) = map(float, p), map(float, q)
        clouds = _rows(smoke, 5) if smoke else _NO_SMOKE
        return _clear(*self._scene[:3], clouds, x0, y0, z0, x1, y1, z1)

    def fractions(self, eyes: Floats, bodies: Floats, smoke: Floats | None = None) -> Floats:
        """Every eye (n, 3) against every body (m, 6: x, y, z, half width, height, 0), as (n, m)."""
        return _fractions(*self._scene, _NO_SMOKE if smoke is None else smoke, eyes, bodies)

    def fraction_pairs(self, eyes: Floats, bodies: Floats, smoke: Floats | None = None) -> Floats:
        """The first eye against the first body, the second against the second, and so on."""
        return _fraction_pairs(*self._scene, _NO_SMOKE if smoke is None else smoke, eyes, bodies)


def sight_of(table: Table) -> Sight:
    """The compiled sight lines of a table."""
    return recall(table, Sight)


def half_width(body: Body, x: float, y: float) -> float:
    """Half the width of the base as seen from (x, y)."""
    if isinstance(body.base, Disc):
        return body.base.radius
    turn = radians(body.facing) - atan2(body.spot.y - y, body.spot.x - x)
    return (body.base.length * abs(sin(turn)) + body.base.width * abs(cos(turn))) / 2


def _rows(rows: Sequence[Sequence[float]], columns: int) -> Floats:
    return np.array(rows, dtype=np.float64).reshape(-1, columns)


_NO_SMOKE = np.empty((0, 5))


@kernel
def _fractions(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    areas: Floats,
    smoke: Floats,
    eyes: Floats,
    bodies: Floats,
) -> Floats:
    seen = np.empty((len(eyes), len(bodies)))
    near, crossings = np.empty(len(prisms) + len(walls), np.int64), np.empty(MOST_CROSSINGS)
    for i in range(len(eyes)):
        for j in range(len(bodies)):
            seen[i, j] = _part(
                corners, prisms, walls, areas, smoke, near, crossings,
                eyes[i, 0], eyes[i, 1], eyes[i, 2],
                bodies[j, 0], bodies[j, 1], bodies[j, 2], bodies[j, 3], bodies[j, 4],
            )  # fmt: skip
    return seen


@kernel
def _fraction_pairs(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    areas: Floats,
    smoke: Floats,
    eyes: Floats,
    bodies: Floats,
) -> Floats:
    seen = np.empty(len(eyes))
    near, crossings = np.empty(len(prisms) + len(walls), np.int64), np.empty(MOST_CROSSINGS)
    for i in range(len(eyes)):
        seen[i] = _part(
            corners, prisms, walls, areas, smoke, near, crossings,
            eyes[i, 0], eyes[i, 1], eyes[i, 2],
            bodies[i, 0], bodies[i, 1], bodies[i, 2], bodies[i, 3], bodies[i, 4],
        )  # fmt: skip
    return seen


@kernel
def _fraction(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    areas: Floats,
    smoke: Floats,
    ex: float,
    ey: float,
    ez: float,
    x: float,
    y: float,
    z: float,
    half: float,
    height: float,
) -> float:
    near, crossings = np.empty(len(prisms) + len(walls), np.int64), np.empty(MOST_CROSSINGS)
    return _part(corners, prisms, walls, areas, smoke, near, crossings, ex, ey, ez, x, y, z, half, height)


@kernel
def _clear(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    smoke: Floats,
    ex: float,
    ey: float,
    ez: float,
    x: float,
    y: float,
    z: float,
) -> bool:
    near, crossings = np.empty(len(prisms) + len(walls), np.int64), np.empty(MOST_CROSSINGS)
    found, first_wall = _gather(prisms, walls, near, ex, ey, min(ez, z), max(ez, z), x, y, x, y)
    free = _column(
        corners, prisms, walls, smoke, near, found, first_wall, crossings, ex, ey, ez, x, y, z, 0.0, 1
    )
    return free == 1


@kernel
def _part(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    areas: Floats,
    smoke: Floats,
    near: np.ndarray,
    crossings: Floats,
    ex: float,
    ey: float,
    ez: float,
    x: float,
    y: float,
    z: float,
    half: float,
    height: float,
) -> float:
    dx, dy = x - ex, y - ey
    flat = np.sqrt(dx * dx + dy * dy)
    if flat > 0.0:
        ax, ay = -dy / flat * half, dx / flat * half
    else:
        ax, ay = half, 0.0
    low, high = z + height * 0.125, z + height * 0.875
    found, first_wall = _gather(
        prisms, walls, near, ex, ey, min(ez, low), max(ez, high),
        x - 0.75 * ax, y - 0.75 * ay, x + 0.75 * ax, y + 0.75 * ay,
    )  # fmt: skip
    free = 0
    if found == 0 and len(smoke) == 0:
        free = 16
    else:
        for k in range(4):
            side = -0.75 + 0.5 * k
            free += _column(
                corners, prisms, walls, smoke, near, found, first_wall, crossings,
                ex, ey, ez, x + side * ax, y + side * ay, low, height * 0.25, 4,
            )  # fmt: skip
    seen = free / 16.0
    for a in range(len(areas)):
        if (
            seen > areas[a, 7]
            and abs(z - areas[a, 6]) <= SAME_LEVEL
            and _within(corners, areas, a, x, y)
            and not _within(corners, areas, a, ex, ey)
        ):
            seen = areas[a, 7]
    return seen


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
            prisms[i, 0] <= east
            and prisms[i, 2] >= west
            and prisms[i, 1] <= north
            and prisms[i, 3] >= south
            and prisms[i, 6] < high
            and prisms[i, 7] > low
            and not _aside(prisms[i, 0], prisms[i, 1], prisms[i, 2], prisms[i, 3], ex, ey, x0, y0, x1, y1)
        ):
            near[found] = i
            found += 1
    first_wall = found
    for i in range(len(walls)):
        ax, ay, bx, by = walls[i, 0], walls[i, 1], walls[i, 2], walls[i, 3]
        if (
            min(ax, bx) <= east
            and max(ax, bx) >= west
            and min(ay, by) <= north
            and max(ay, by) >= south
            and walls[i, 4] < high
            and walls[i, 5] > low
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
    smoke: Floats,
    near: np.ndarray,
    found: int,
    first_wall: int,
    crossings: Floats,
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
            count, inside = _crossings(corners, prisms, i, crossings, ex, ey, dx, dy)
            if count == 0 and not inside:
                continue
            for k in range(rows):
                if open_rows >> k & 1 and _solid(
                    prisms[i, 6], prisms[i, 7], crossings, count, inside, ez, low + k * rise
                ):
                    open_rows &= ~(1 << k)
        else:
            ax, ay, bx, by = walls[i, 0] - ex, walls[i, 1] - ey, walls[i, 2] - ex, walls[i, 3] - ey
            left_a, left_b = dx * ay - dy * ax, dx * by - dy * bx
            if (left_a > 0.0) == (left_b > 0.0):
                continue
            t = (ax * by - ay * bx) / (left_b - left_a)
            if t <= 0.0 or t >= 1.0:
                continue
            for k in range(rows):
                height = ez + t * (low + k * rise - ez)
                if walls[i, 4] < height < walls[i, 5]:
                    open_rows &= ~(1 << k)
        if open_rows == 0:
            return 0
    for i in range(len(smoke)):
        enter, leave = _through_disc(smoke[i, 0] - ex, smoke[i, 1] - ey, smoke[i, 2], dx, dy)
        if enter < leave:
            for k in range(rows):
                climb = low + k * rise - ez
                a, b = ez + enter * climb, ez + leave * climb
                if min(a, b) < smoke[i, 4] and max(a, b) > smoke[i, 3]:
                    open_rows &= ~(1 << k)
    free = 0
    for k in range(rows):
        free += open_rows >> k & 1
    return free


@kernel
def _crossings(
    corners: Floats,
    prisms: Floats,
    i: int,
    crossings: Floats,
    ex: float,
    ey: float,
    dx: float,
    dy: float,
) -> tuple[int, bool]:
    """The sorted t in (0, 1) at which the ray crosses the outline, and whether it begins inside."""
    if dx == 0.0 and dy == 0.0:
        return 0, _within(corners, prisms, i, ex, ey)
    first, last = int(prisms[i, 4]), int(prisms[i, 5])
    ax, ay = corners[last - 1, 0] - ex, corners[last - 1, 1] - ey
    left_a = dx * ay - dy * ax
    count, behind = 0, 0
    for c in range(first, last):
        bx, by = corners[c, 0] - ex, corners[c, 1] - ey
        left_b = dx * by - dy * bx
        if (left_a > 0.0) != (left_b > 0.0):
            t = (ax * by - ay * bx) / (left_b - left_a)
            if t <= 0.0:
                behind += 1
            elif t < 1.0 and count < MOST_CROSSINGS:
                k = count
                while k > 0 and crossings[k - 1] > t:
                    crossings[k] = crossings[k - 1]
                    k -= 1
                crossings[k] = t
                count += 1
        ax, ay, left_a = bx, by, left_b
    return count, behind & 1 == 1


@kernel
def _solid(base: float, top: float, crossings: Floats, count: int, inside: bool, ez: float, z: float) -> bool:
    """Whether the ray from height ez to z passes the prism's height while inside its outline."""
    within, enter = inside, 0.0
    for k in range(count + 1):
        leave = crossings[k] if k < count else 1.0
        if within:
            a, b = ez + enter * (z - ez), ez + leave * (z - ez)
            if min(a, b) < top and max(a, b) > base:
                return True
        within, enter = not within, leave
    return False


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


@kernel
def _within(corners: Floats, areas: Floats, i: int, x: float, y: float) -> bool:
    if x < areas[i, 0] or y < areas[i, 1] or x > areas[i, 2] or y > areas[i, 3]:
        return False
    first, last = int(areas[i, 4]), int(areas[i, 5])
    inside = False
    x0, y0 = corners[last - 1, 0], corners[last - 1, 1]
    for c in range(first, last):
        x1, y1 = corners[c, 0], corners[c, 1]
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
        x0, y0 = x1, y1
    return inside
