"""Inches, bases and angles: where a model stands and how far it is from another.

x runs along the table's width, y along its depth, z is the height of the feet. Angles are degrees,
0 along +x, counter-clockwise.
"""

from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, inf, radians, sin, sqrt
from typing import Protocol, TypeAlias

from msgspec import Struct

Point: TypeAlias = tuple[float, float]
Polygon: TypeAlias = tuple[Point, ...]
# Counter-clockwise outlines that may touch and lie over one another: together they are one picture.
Shapes: TypeAlias = tuple[Polygon, ...]
COMPASS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")


class Spot(Struct, frozen=True, gc=False):
    x: float
    y: float
    z: float = 0.0


def facing_words(facing: float) -> str:
    return COMPASS[round(facing / 45.0) % 8]


class Located(Protocol):
    """A spot, or whoever stands at one."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def z(self) -> float: ...


class Disc(Struct, frozen=True, tag="disc", gc=False):
    radius: float


class Oblong(Struct, frozen=True, tag="oblong", gc=False):
    """`length` lies along the facing."""

    length: float
    width: float


Base: TypeAlias = Disc | Oblong


class Body(Struct, frozen=True, cache_hash=True, gc=False):
    spot: Spot
    base: Base
    height: float
    facing: float = 0.0


class Placed:
    """What a Struct with a place of its own can do besides."""

    __slots__ = ()

    x: float
    y: float
    z: float

    @property
    def spot(self) -> Spot:
        return Spot(self.x, self.y, self.z)

    def at(self, spot: Spot) -> None:
        self.x, self.y, self.z = spot.x, spot.y, spot.z  # type: ignore[misc]  # the Struct has the slots


def distance(a: Located, b: Located) -> float:
    """From centre to centre, in three dimensions."""
    return sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2)


def flat_gap(a: Body, b: Body) -> float:
    """From base edge to base edge seen from above; overlapping bases are 0 apart."""
    return max(0.0, _separation(a, b))


def gap(a: Body, b: Body) -> float:
    """From base edge to base edge, in three dimensions."""
    return hypot(flat_gap(a, b), a.spot.z - b.spot.z)


def touching(a: Body, b: Body, tolerance: float = 0.05, max_rise: float = 2.0) -> bool:
    """Base contact: one may stand up to `max_rise` inches above the other."""
    return abs(a.spot.z - b.spot.z) <= max_rise and flat_gap(a, b) <= tolerance


def overlap(a: Body, b: Body) -> bool:
    """Whether the two take up the same room; bodies that merely touch do not."""
    lower = a if a.spot.z <= b.spot.z else b
    if abs(a.spot.z - b.spot.z) >= lower.height:
        return False
    if hypot(a.spot.x - b.spot.x, a.spot.y - b.spot.y) >= farthest(a.base) + farthest(b.base):
        return False
    return _separation(a, b) < -1e-9


def farthest(base: Base) -> float:
    """From the middle of a base to the farthest point of its edge."""
    return base.radius if isinstance(base, Disc) else hypot(base.length, base.width) / 2


def bearing(a: Located, b: Located) -> float:
    """The direction of b seen from a, in [0, 360)."""
    return degrees(atan2(b.y - a.y, b.x - a.x)) % 360.0


def turn_between(facing: float, other: float) -> float:
    """How far one turns from `facing` to `other` the short way, in (-180, 180]; left is positive."""
    turn = (other - facing) % 360.0
    return turn - 360.0 if turn > 180.0 else turn


def turn_towards(facing: float, goal: float, limit: float) -> float:
    """The facing after turning from `facing` to `goal` by no more than `limit` degrees."""
    turn = turn_between(facing, goal)
    return (facing + max(-limit, min(limit, turn))) % 360.0


def in_arc(viewer: Spot, facing: float, width: float, target: Spot) -> bool:
    """Whether the target lies in the arc of `width` degrees centred on `facing`, its sides included."""
    if width >= 360.0 or (viewer.x, viewer.y) == (target.x, target.y):
        return True
    return abs(turn_between(facing, bearing(viewer, target))) <= width / 2 + 1e-9


class Arc:
    """`in_arc` for one viewer and target after target: exact sums are done only near its sides."""

    __slots__ = ("_c", "_facing", "_limit", "_s", "_width", "_x", "_y")

    def __init__(self, viewer: Spot, facing: float, width: float) -> None:
        self._x, self._y, self._facing, self._width = viewer.x, viewer.y, facing, width
        ahead = radians(facing)
        self._c, self._s, self._limit = cos(ahead), sin(ahead), cos(radians(min(width, 360.0) / 2))

    def holds(self, x: float, y: float) -> bool:
        dx, dy = x - self._x, y - self._y
        over = dx * self._c + dy * self._s - self._limit * sqrt(dx * dx + dy * dy)
        if -1e-6 <= over <= 1e-6:
            return in_arc(Spot(self._x, self._y), self._facing, self._width, Spot(x, y))
        return over > 0.0


def corners(body: Body) -> Polygon:
    """The four corners of an oblong base, counter-clockwise."""
    base = body.base
    if isinstance(base, Disc):
        raise TypeError("a round base has no corners")
    c, s = cos(radians(body.facing)), sin(radians(body.facing))
    half, side = base.length / 2, base.width / 2
    return tuple(
        (body.spot.x + u * c - v * s, body.spot.y + u * s + v * c)
        for u, v in ((half, side), (-half, side), (-half, -side), (half, -side))
    )


def point_in_polygon(x: float, y: float, polygon: Polygon) -> bool:
    """Interior by the crossing rule; a point exactly on the outline may go either way."""
    inside = False
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
        x0, y0 = x1, y1
    return inside


def stretches_inside(polygon: Polygon, a: Point, b: Point) -> list[tuple[float, float]]:
    """The stretches of the line from a to b inside an outline, in inches from a."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    cuts = [0.0, 1.0]
    for (px, py), (qx, qy) in sides(polygon):
        left_p, left_q = dx * (py - a[1]) - dy * (px - a[0]), dx * (qy - a[1]) - dy * (qx - a[0])
        if (left_p > 0) != (left_q > 0):
            t = ((px - a[0]) * (qy - a[1]) - (py - a[1]) * (qx - a[0])) / (left_q - left_p)
            if 0.0 < t < 1.0:
                cuts.append(t)
    cuts.sort()
    long = hypot(dx, dy)
    return [
        (s * long, t * long)
        for s, t in pairwise(cuts)
        if point_in_polygon(a[0] + (s + t) / 2 * dx, a[1] + (s + t) / 2 * dy, polygon)
    ]


def point_to_segment(x: float, y: float, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0.0 else max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / square))
    return hypot(x - a[0] - t * dx, y - a[1] - t * dy)


def point_to_outline(x: float, y: float, polygon: Polygon) -> float:
    return min(point_to_segment(x, y, a, b) for a, b in sides(polygon))


def sides(polygon: Polygon) -> list[tuple[Point, Point]]:
    return [(polygon[i - 1], polygon[i]) for i in range(len(polygon))]


def segments_cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments ab and cd share a point."""

    def turn(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    def between(p: Point, q: Point, r: Point) -> bool:
        return min(p[0], q[0]) <= r[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= r[1] <= max(p[1], q[1])

    abc, abd, cda, cdb = turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)
    if abc * abd < 0 and cda * cdb < 0:
        return True
    return (
        (abc == 0 and between(a, b, c))
        or (abd == 0 and between(a, b, d))
        or (cda == 0 and between(c, d, a))
        or (cdb == 0 and between(c, d, b))
    )


def _separation(a: Body, b: Body) -> float:
    """Flat distance between the bases, negative when their interiors overlap."""
    if isinstance(a.base, Disc):
        if isinstance(b.base, Disc):
            return hypot(a.spot.x - b.spot.x, a.spot.y - b.spot.y) - a.base.radius - b.base.radius
        return outside_oblong(b, a.spot.x, a.spot.y) - a.base.radius
    if isinstance(b.base, Disc):
        return outside_oblong(a, b.spot.x, b.spot.y) - b.base.radius
    return _between_oblongs(a, b)


def outside_base(body: Body, x: float, y: float) -> float:
    """Signed distance from a point to the edge of a base: negative inside."""
    if isinstance(body.base, Disc):
        return hypot(x - body.spot.x, y - body.spot.y) - body.base.radius
    return outside_oblong(body, x, y)


def outside_oblong(body: Body, x: float, y: float) -> float:
    """Signed distance from a point to an oblong base: negative inside."""
    base = body.base
    assert isinstance(base, Oblong)
    c, s = cos(radians(body.facing)), sin(radians(body.facing))
    dx, dy = x - body.spot.x, y - body.spot.y
    along = abs(dx * c + dy * s) - base.length / 2
    across = abs(dy * c - dx * s) - base.width / 2
    return hypot(max(along, 0.0), max(across, 0.0)) + min(0.0, max(along, across))


@lru_cache(10_000)
def _between_oblongs(one: Body, other: Body) -> float:
    """Positive distance between the two; else minus the depth by which they overlap. Where they are apart, a
    corner of one is nearest to the other."""
    depth, nearest = -inf, inf
    for own, theirs in ((one, other), (other, one)):
        assert isinstance(own.base, Oblong)
        half, side = own.base.length / 2, own.base.width / 2
        x, y, turn = own.spot.x, own.spot.y, radians(own.facing)
        c, s = cos(turn), sin(turn)
        points = [((px - x) * c + (py - y) * s, (py - y) * c - (px - x) * s) for px, py in corners(theirs)]
        ahead, aside = [u for u, _ in points], [v for _, v in points]
        depth = max(depth, min(ahead) - half, -max(ahead) - half, min(aside) - side, -max(aside) - side)
        for u, v in points:
            nearest = min(nearest, hypot(max(abs(u) - half, 0.0), max(abs(v) - side, 0.0)))
    return depth if depth <= 0 else nearest
