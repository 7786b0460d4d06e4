"""Outlines of what stands on a table, as flat arrays, and the geometry that sight and walking share.

A *shape* is a row of an array: the box around its outline, and where its corners begin and end among all
corners. A *prism* is a block, or a floor (a block of no thickness).
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from warbook.board.geometry import Point, Polygon
from warbook.board.kernel import Flags, Floats, Ints, kernel
from warbook.board.terrain import Area, Table

KINDS = ("open", "difficult", "very-difficult", "impassable")

TINY = 1e-6

# Columns of every array of shapes, then those that only prisms and only areas have: of an area its level,
# the number of its ground among KINDS, and how much of a body in it is seen from outside.
WEST, SOUTH, EAST, NORTH, FIRST, END = range(6)
BASE, TOP, ROOF = range(6, 9)
AREA_LEVEL, AREA_KIND, AREA_SEEN = range(6, 9)
# Columns of walls, one row for each straight piece: its ends, its heights, and the number of the wall.
X0, Y0, X1, Y1, WALL_BASE, WALL_TOP, DOOR, NUMBER = range(8)


class Shapes(NamedTuple):
    """The outlines of one table."""

    corners: Floats
    prisms: Floats
    areas: Floats
    walls: Floats


def shapes_of(table: Table) -> Shapes:
    """Blocks and then floors as prisms, all areas, and all walls."""
    corners: list[Point] = []
    prisms = [
        [*_outline(block.polygon, corners), block.base, block.top, block.roof] for block in table.blocks
    ]
    prisms += [[*_outline(floor.polygon, corners), floor.level, floor.level, 1.0] for floor in table.floors]
    areas = [_area(area, corners) for area in table.areas]
    walls = [
        [*a, *b, wall.base, wall.top, wall.door, number]
        for number, wall in enumerate(table.walls)
        for a, b in pairwise(wall.line)
    ]
    return Shapes(rows(corners, 2), rows(prisms, 9), rows(areas, 9), rows(walls, 8))


def with_areas(corners: Floats, areas: Floats, more: Sequence[Area]) -> tuple[Floats, Floats]:
    """Corners and areas with some that have come to lie on the table since."""
    fresh: list[Point] = []
    added = rows([_area(area, fresh) for area in more], 9)
    added[:, FIRST : END + 1] += len(corners)
    return np.concatenate((corners, rows(fresh, 2))), np.concatenate((areas, added))


def rows(values: Sequence[Sequence[float]], columns: int) -> Floats:
    return np.array(values, dtype=np.float64).reshape(-1, columns)


def inside_any(points: Floats, outlines: Sequence[Polygon]) -> Flags:
    """Which of the points (rows that begin with x and y) lie inside one of the outlines."""
    return _inside_any(points, *_together(outlines))


def through_any(starts: Floats, ends: Floats, outlines: Sequence[Polygon]) -> Flags:
    """Which of the straight ways (rows that begin with x and y) lie in one of the outlines with a part of
    them."""
    corners, bounds = _together(outlines)
    return _inside_any(starts, corners, bounds) | _crossing_any(starts, ends, corners, bounds)


def _together(outlines: Sequence[Polygon]) -> tuple[Floats, Ints]:
    """All their corners, and where those of each begin and end."""
    corners = rows([corner for outline in outlines for corner in outline], 2)
    return corners, np.cumsum(np.array([0, *map(len, outlines)], np.int64))


@kernel
def _crossing_any(starts: Floats, ends: Floats, corners: Floats, bounds: Ints) -> Flags:
    """Which of the straight ways cross a side of one of the outlines."""
    found = np.zeros(len(starts), np.bool_)
    for k in range(len(bounds) - 1):
        x0, y0 = corners[bounds[k + 1] - 1]
        for c in range(bounds[k], bounds[k + 1]):
            x1, y1 = corners[c]
            for i in range(len(starts)):
                ax, ay, bx, by = starts[i, 0], starts[i, 1], ends[i, 0], ends[i, 1]
                from_side = (x1 - x0) * (ay - y0) - (y1 - y0) * (ax - x0)
                to_side = (x1 - x0) * (by - y0) - (y1 - y0) * (bx - x0)
                if (from_side > 0.0) == (to_side > 0.0):
                    continue
                one = (bx - ax) * (y0 - ay) - (by - ay) * (x0 - ax)
                two = (bx - ax) * (y1 - ay) - (by - ay) * (x1 - ax)
                if (one > 0.0) != (two > 0.0):
                    found[i] = True
            x0, y0 = x1, y1
    return found


@kernel
def _inside_any(points: Floats, corners: Floats, ends: Ints) -> Flags:
    found = np.zeros(len(points), np.bool_)
    for k in range(len(ends) - 1):
        outline = corners[ends[k] : ends[k + 1]]
        west, east = outline[:, 0].min(), outline[:, 0].max()
        south, north = outline[:, 1].min(), outline[:, 1].max()
        for i in range(len(points)):
            x, y = points[i, 0], points[i, 1]
            if found[i] or x < west or x > east or y < south or y > north:
                continue
            x0, y0 = outline[-1, 0], outline[-1, 1]
            inside = False
            for c in range(len(outline)):
                x1, y1 = outline[c, 0], outline[c, 1]
                if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                    inside = not inside
                x0, y0 = x1, y1
            found[i] = inside
    return found


def _area(area: Area, corners: list[Point]) -> list[float]:
    return [*_outline(area.polygon, corners), area.level, KINDS.index(area.ground), 1.0 - area.shelter]


def _outline(polygon: Polygon, corners: list[Point]) -> list[float]:
    first = len(corners)
    corners.extend(polygon)
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return [min(xs), min(ys), max(xs), max(ys), first, len(corners)]


@kernel
def beside(shapes: Floats, i: int, west: float, south: float, east: float, north: float) -> bool:
    return bool(
        shapes[i, WEST] > east
        or shapes[i, EAST] < west
        or shapes[i, SOUTH] > north
        or shapes[i, NORTH] < south
    )


@kernel
def meeting(shapes: Floats, west: float, south: float, east: float, north: float) -> Flags:
    return (
        (shapes[:, WEST] <= east)
        & (shapes[:, EAST] >= west)
        & (shapes[:, SOUTH] <= north)
        & (shapes[:, NORTH] >= south)
    )


@kernel
def off_line(
    corners: Floats, shapes: Floats, i: int, x: float, y: float, dx: float, dy: float, margin: float
) -> bool:
    """Whether the shape lies wholly to one side of the line; the margin counts in lengths of (dx, dy)."""
    left, right = True, True
    for c in range(int(shapes[i, FIRST]), int(shapes[i, END])):
        side = dx * (corners[c, 1] - y) - dy * (corners[c, 0] - x)
        left &= side > margin
        right &= side < -margin
        if not left and not right:
            return False
    return True


@kernel
def crossings(
    corners: Floats,
    shapes: Floats,
    i: int,
    x: float,
    y: float,
    dx: float,
    dy: float,
    found: Floats,
    count: int,
) -> tuple[int, int]:
    """Add every t in (0, 1) at which a line from (x, y) crosses the outline to those found, in order.

    The new number of those found, and how often the outline is crossed behind (x, y).
    """
    first, last = int(shapes[i, FIRST]), int(shapes[i, END])
    ax, ay = corners[last - 1, 0] - x, corners[last - 1, 1] - y
    left_a = dx * ay - dy * ax
    behind = 0
    for c in range(first, last):
        bx, by = corners[c, 0] - x, corners[c, 1] - y
        left_b = dx * by - dy * bx
        if (left_a > 0.0) != (left_b > 0.0):
            t = (ax * by - ay * bx) / (left_b - left_a)
            if t <= 0.0:
                behind += 1
            elif t < 1.0 and count < len(found):
                k = count
                while k > 0 and found[k - 1] > t:
                    found[k] = found[k - 1]
                    k -= 1
                found[k] = t
                count += 1
        ax, ay, left_a = bx, by, left_b
    return count, behind


@kernel
def spans(corners: Floats, shapes: Floats, i: int, x: float, y: float) -> bool:
    """Inside or on the outline."""
    return inside(corners, shapes, i, x, y) or edge_square(corners, shapes, i, x, y) <= TINY * TINY


@kernel
def strictly_inside(corners: Floats, shapes: Floats, i: int, x: float, y: float) -> bool:
    return inside(corners, shapes, i, x, y) and edge_square(corners, shapes, i, x, y) > TINY * TINY


@kernel
def inside(corners: Floats, shapes: Floats, i: int, x: float, y: float) -> bool:
    if beside(shapes, i, x, y, x, y):
        return False
    first, last = int(shapes[i, FIRST]), int(shapes[i, END])
    inside = False
    x0, y0 = corners[last - 1, 0], corners[last - 1, 1]
    for c in range(first, last):
        x1, y1 = corners[c, 0], corners[c, 1]
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
        x0, y0 = x1, y1
    return inside


@kernel
def edge_square(corners: Floats, shapes: Floats, i: int, x: float, y: float) -> float:
    """The squared distance from a point to an outline."""
    first, last = int(shapes[i, FIRST]), int(shapes[i, END])
    ax, ay = corners[last - 1, 0], corners[last - 1, 1]
    least = 1e300
    for c in range(first, last):
        bx, by = corners[c, 0], corners[c, 1]
        least = min(least, point_square(x, y, ax, ay, bx, by))
        ax, ay = bx, by
    return least


@kernel
def outline_square(
    corners: Floats, shapes: Floats, i: int, x0: float, y0: float, x1: float, y1: float
) -> float:
    """The squared distance from a segment to an outline."""
    first, last = int(shapes[i, FIRST]), int(shapes[i, END])
    ax, ay = corners[last - 1, 0], corners[last - 1, 1]
    least = 1e300
    for c in range(first, last):
        bx, by = corners[c, 0], corners[c, 1]
        least = min(least, segments_square(x0, y0, x1, y1, ax, ay, bx, by))
        ax, ay = bx, by
    return least


@kernel
def segments_square(
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
