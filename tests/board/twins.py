"""Slow, plain twins of the compiled and clever parts of the board."""

import heapq
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import cos, hypot, pi, radians, sin

import numpy as np
from numpy.typing import NDArray

from warbook.board.geometry import Body, Disc, Oblong, Point, Polygon, Spot, corners, point_in_polygon
from warbook.board.hulls import Leg
from warbook.board.sight import half_width
from warbook.board.terrain import Table

Place = tuple[float, float, float]


def outline(body: Body, count: int) -> list[Point]:
    """Points spread densely over the edge of a base."""
    if isinstance(body.base, Disc):
        turns = [2 * pi * k / count for k in range(count)]
        r = body.base.radius
        return [(body.spot.x + r * cos(t), body.spot.y + r * sin(t)) for t in turns]
    points = []
    for a, b in zip(corners(body), corners(body)[1:] + corners(body)[:1], strict=True):
        points += [(a[0] + k / count * (b[0] - a[0]), a[1] + k / count * (b[1] - a[1])) for k in range(count)]
    return points


def in_base(body: Body, x: float, y: float) -> bool:
    dx, dy = x - body.spot.x, y - body.spot.y
    if isinstance(body.base, Disc):
        return hypot(dx, dy) < body.base.radius
    c, s = cos(radians(body.facing)), sin(radians(body.facing))
    return abs(dx * c + dy * s) < body.base.length / 2 and abs(dy * c - dx * s) < body.base.width / 2


def sampled_gap(a: Body, b: Body, count: int = 60) -> float:
    """The least distance between points of the two outlines; 0 if one base reaches into the other."""
    one, other = outline(a, count), outline(b, count)
    if any(in_base(b, *p) for p in one) or any(in_base(a, *p) for p in other):
        return 0.0
    return min(hypot(x - u, y - v) for x, y in one for u, v in other)


def ray_is_free(table: Table, p: Place, q: Place, screens: Sequence[Body] = ()) -> bool:
    """One sight line against every feature in turn, cut up at every outline it crosses."""
    for block in table.blocks:
        for s, t in stretches(p, q, block.polygon):
            low, high = sorted((height(p, q, s), height(p, q, t)))
            if low < block.top and high > block.base:
                return False
    for floor in table.floors:
        for s, t in stretches(p, q, floor.polygon):
            low, high = sorted((height(p, q, s), height(p, q, t)))
            if low < floor.level < high:
                return False
    for wall in table.walls:
        for a, b in pairwise(wall.line):
            cross = crossing(p, q, a, b)
            if cross is not None and 0 < cross < 1 and wall.base < height(p, q, cross) < wall.top:
                return False
    return not any(enters(p, q, screen) for screen in screens)


def enters(p: Place, q: Place, screen: Body, steps: int = 2000) -> bool:
    """Whether a line passes through a body, step by step: it may miss a graze."""
    low, high = screen.spot.z, screen.spot.z + screen.height
    for k in range(steps + 1):
        t = k / steps
        px, py = p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])
        if in_base(screen, px, py) and low < height(p, q, t) < high:
            return True
    return False


def height(p: Place, q: Place, t: float) -> float:
    return p[2] + t * (q[2] - p[2])


def crossing(p: Place, q: Place, a: Point, b: Point) -> float | None:
    """Where (as a share of pq) the line through p and q crosses the segment ab."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    ax, ay, bx, by = a[0] - p[0], a[1] - p[1], b[0] - p[0], b[1] - p[1]
    left_a, left_b = dx * ay - dy * ax, dx * by - dy * bx
    if (left_a > 0) == (left_b > 0):
        return None
    return (ax * by - ay * bx) / (left_b - left_a)


def stretches(p: Place, q: Place, polygon: Polygon) -> list[tuple[float, float]]:
    """The parts of pq inside the polygon, found by asking the middle of each part."""
    shares = [crossing(p, q, polygon[i - 1], polygon[i]) for i in range(len(polygon))]
    cuts = [0.0, *sorted(t for t in shares if t is not None and 0 < t < 1), 1.0]
    inside = []
    for s, t in pairwise(cuts):
        middle = (s + t) / 2
        x, y = p[0] + middle * (q[0] - p[0]), p[1] + middle * (q[1] - p[1])
        if point_in_polygon(x, y, polygon):
            inside.append((s, t))
    return inside


def seen_fraction(
    table: Table,
    eye: Place,
    body: Body,
    screens: Sequence[Body] = (),
    across: int = 4,
    up: int = 4,
) -> float:
    """The share of rays to the middles of a grid over the silhouette that arrive."""
    spot = body.spot
    dx, dy = spot.x - eye[0], spot.y - eye[1]
    flat = hypot(dx, dy)
    half = half_width(body, eye[0], eye[1])
    side = (-dy / flat * half, dx / flat * half) if flat else (half, 0.0)
    free = 0
    for i in range(across):
        off = (2 * i + 1) / across - 1
        for j in range(up):
            z = spot.z + body.height * (j + 0.5) / up
            free += ray_is_free(table, eye, (spot.x + off * side[0], spot.y + off * side[1], z), screens)
    seen = free / (across * up)
    for area in table.areas:
        sheltered = abs(area.level - spot.z) < 0.01 and point_in_polygon(spot.x, spot.y, area.polygon)
        if sheltered and not point_in_polygon(eye[0], eye[1], area.polygon):
            seen = min(seen, 1 - area.shelter)
    return seen


def flood(
    clear: Sequence[Sequence[bool]], spacing: float, start: tuple[int, int], limit: float
) -> dict[tuple[int, int], float]:
    """Dijkstra over a fine flat grid where one may step to any cell within 3 cells whose line is clear."""
    steps = [(i, j) for i in range(-3, 4) for j in range(-3, 4) if (i, j) != (0, 0)]
    cost = {start: 0.0}
    queue = [(0.0, start)]
    while queue:
        spent, (i, j) = heapq.heappop(queue)
        if spent > cost[i, j]:
            continue
        for di, dj in steps:
            u, v = i + di, j + dj
            if not (0 <= u < len(clear) and 0 <= v < len(clear[0])) or not clear[u][v]:
                continue
            between = range(1, max(abs(di), abs(dj)))
            share = max(abs(di), abs(dj))
            if not all(clear[i + round(k * di / share)][j + round(k * dj / share)] for k in between):
                continue
            total = spent + spacing * hypot(di, dj)
            if total <= limit and total < cost.get((u, v), limit + 1):
                cost[u, v] = total
                heapq.heappush(queue, (total, (u, v)))
    return cost


def straightened(cost: Callable[[Sequence[Spot]], float], path: Sequence[Spot]) -> list[Spot]:
    """A way without the bends that save nothing, each other one halved six times towards the foot of its
    perpendicular, as far as the two legs beside it cost less so."""
    kept, bend = list(path), 1
    while bend < len(kept) - 1:
        before, over, after = kept[bend - 1 : bend + 2]
        if cost((before, after)) <= cost((before, over, after)):
            del kept[bend]
            bend = max(1, bend - 1)
        else:
            bend += 1
    for at in range(1, len(kept) - 1):
        a, over, b = kept[at - 1 : at + 2]
        if a.z == over.z == b.z:
            square = (b.x - a.x) ** 2 + (b.y - a.y) ** 2
            along = ((over.x - a.x) * (b.x - a.x) + (over.y - a.y) * (b.y - a.y)) / square
            share = min(max(along, 0.0), 1.0)
            foot = Spot(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), over.z)
            least, low, high = cost((a, over, b)), 0.0, 1.0
            for _ in range(6):
                draw = (low + high) / 2
                nearer = Spot(over.x + draw * (foot.x - over.x), over.y + draw * (foot.y - over.y), over.z)
                if (spent := cost((a, nearer, b))) < least:
                    kept[at], least, low = nearer, spent, draw
                else:
                    high = draw
    return kept


def samples(a: Point, b: Point, spacing: float = 0.02) -> list[Point]:
    """Points along a line, its ends included."""
    steps = max(1, round(hypot(b[0] - a[0], b[1] - a[1]) / spacing))
    return [(a[0] + k / steps * (b[0] - a[0]), a[1] + k / steps * (b[1] - a[1])) for k in range(steps + 1)]


def depth_in_base(body: Body, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """How deep each point lies inside an oblong base; outside, minus how far beyond a side it is."""
    assert isinstance(body.base, Oblong)
    c, s = cos(radians(body.facing)), sin(radians(body.facing))
    dx, dy = points[:, 0] - body.spot.x, points[:, 1] - body.spot.y
    ahead, aside = np.abs(dx * c + dy * s), np.abs(dy * c - dx * s)
    return np.minimum(body.base.length / 2 - ahead, body.base.width / 2 - aside)


def poses(
    hull: Body, legs: Sequence[Leg], inch: float = 0.05, degree: float = 0.5
) -> list[tuple[float, Body]]:
    """A hull on its way in small steps: inches gone so far, and how it stands."""
    found, gone = [(0.0, hull)], 0.0
    x, y, facing = hull.spot.x, hull.spot.y, hull.facing
    for leg in legs:
        steps = max(1, round(abs(leg.turn) / degree))
        for k in range(1, steps + 1):
            found.append(
                (gone, Body(Spot(x, y, hull.spot.z), hull.base, hull.height, facing + leg.turn * k / steps))
            )
        facing += leg.turn
        steps = max(1, round(abs(leg.inches) / inch))
        c, s = cos(radians(facing)), sin(radians(facing))
        for k in range(1, steps + 1):
            far = leg.inches * k / steps
            spot = Spot(x + far * c, y + far * s, hull.spot.z)
            found.append((gone + abs(far), Body(spot, hull.base, hull.height, facing)))
        x, y, gone = x + leg.inches * c, y + leg.inches * s, gone + abs(leg.inches)
    return found
