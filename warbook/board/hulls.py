"""A hull has a front: its edges, who touches which of them, in which sector somebody stands, its guns, and
the legs of its way.

Any body will do: a round base counts as a square of its diameter wherever edges are spoken of.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, hypot, radians, sin
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.geometry import (
    Body,
    Disc,
    Oblong,
    Point,
    Polygon,
    Spot,
    corners,
    in_arc,
    outside_base,
    point_to_segment,
    sides,
)

Edge: TypeAlias = Literal["front", "left", "rear", "right"]
# How a hull is divided: at 45 degrees from its facing, or by the diagonals through its corners.
Sectors: TypeAlias = Literal["quadrants", "diagonals"]

EDGES: tuple[Edge, ...] = ("front", "left", "rear", "right")
ON_LINE = 1e-9


class Mount(Struct, frozen=True):
    """Where a gun sits and where it points.

    `at` is shares of half the hull's length (forwards) and half its width (leftwards), `up` a share of its
    height; the arc is `width` degrees around `centre`, counted from the facing, to the left.
    """

    at: Point = (0.0, 0.0)
    up: float = 1.0
    centre: float = 0.0
    width: float = 360.0
    name: str = ""


class Leg(Struct, frozen=True):
    """A turn in degrees (to the left, or to the right if negative) and then so many inches straight on, or
    backwards if negative."""

    turn: float = 0.0
    inches: float = 0.0


def turned(hull: Body, turn: float) -> Body:
    return Body(hull.spot, hull.base, hull.height, _round(hull.facing + turn))


def moved(hull: Body, inches: float) -> Body:
    """The hull so many inches further on, or back."""
    return Body(_ahead(hull.spot, hull.facing, inches), hull.base, hull.height, hull.facing)


def followed(start: Spot, heading: float, legs: Sequence[Leg]) -> tuple[tuple[Spot, ...], tuple[float, ...]]:
    """The points to which legs lead the middle of a hull if nothing stops it, and how it faces when it comes
    there. A leg that is a turn alone leads to where it is; one that is nothing, nowhere."""
    path, facings = [start], [_round(heading)]
    for leg in legs:
        if leg.turn or leg.inches:
            facings.append(_round(facings[-1] + leg.turn))
            path.append(_ahead(path[-1], facings[-1], leg.inches))
    return tuple(path), tuple(facings)


def halves(body: Body) -> tuple[float, float]:
    """Half the length and half the width."""
    if isinstance(body.base, Disc):
        return body.base.radius, body.base.radius
    return body.base.length / 2, body.base.width / 2


def in_frame(body: Body, x: float, y: float) -> Point:
    """How far a point lies ahead of the body's middle, and how far to its left."""
    c, s = cos(radians(body.facing)), sin(radians(body.facing))
    dx, dy = x - body.spot.x, y - body.spot.y
    return dx * c + dy * s, dy * c - dx * s


def from_frame(body: Body, ahead: float, left: float) -> Point:
    c, s = cos(radians(body.facing)), sin(radians(body.facing))
    return body.spot.x + ahead * c - left * s, body.spot.y + ahead * s + left * c


def widened(body: Body, by: float) -> tuple[Body, ...]:
    """Bodies that together take up whatever is nearer to a base than that: what keeps others off it."""
    if isinstance(body.base, Disc):
        return (replace(body, base=Disc(body.base.radius + by)),)
    half, side = halves(body)
    ends = [from_frame(body, u, v) for u, v in ((half, side), (-half, side), (-half, -side), (half, -side))]
    return (
        replace(body, base=Oblong(2 * (half + by), 2 * side)),
        replace(body, base=Oblong(2 * half, 2 * (side + by))),
        *(replace(body, spot=Spot(x, y, body.spot.z), base=Disc(by)) for x, y in ends),
    )


def edge_line(body: Body, edge: Edge) -> tuple[Point, Point]:
    """The two ends of an edge, in counter-clockwise order."""
    half, side = halves(body)
    ends = {
        "front": ((half, -side), (half, side)),
        "left": ((half, side), (-half, side)),
        "rear": ((-half, side), (-half, -side)),
        "right": ((-half, -side), (half, -side)),
    }[edge]
    return from_frame(body, *ends[0]), from_frame(body, *ends[1])


@lru_cache(4_096)
def edge_gap(body: Body, edge: Edge, other: Body) -> float:
    """From one edge of a body to the base of another, seen from above."""
    a, b = edge_line(body, edge)
    if isinstance(other.base, Disc):
        return max(0.0, point_to_segment(other.spot.x, other.spot.y, a, b) - other.base.radius)
    if outside_base(other, *a) <= 0.0:
        return 0.0
    return _apart((a, b), corners(other))


def sector(body: Body, x: float, y: float, how: Sectors) -> tuple[Edge, ...]:
    """The sector in which a point lies; both if it lies on the line between two, all in the very middle."""
    ahead, left = in_frame(body, x, y)
    if how == "diagonals":
        half, side = halves(body)
        ahead, left = ahead / half, left / side
    reach = max(abs(ahead), abs(left)) - ON_LINE
    towards = {"front": ahead, "left": left, "rear": -ahead, "right": -left}
    return tuple(edge for edge in EDGES if towards[edge] >= reach)


def touched_edges(body: Body, other: Body | Polygon, tolerance: float = 0.05) -> tuple[Edge, ...]:
    """The edges of a hull that touch another body or an outline (of two points: a line): both edges of a
    corner if nothing else of the hull is touched, none if they are further apart than the tolerance."""
    half, side = halves(body)
    if isinstance(other, Body) and isinstance(other.base, Disc):
        x, y = other.spot.x, other.spot.y
        if outside_base(body, x, y) - other.base.radius > tolerance + ON_LINE:
            return ()
        ahead, left = in_frame(body, x, y)
        if abs(ahead) > half and abs(left) > side:
            return tuple(edge for edge in EDGES if edge in (_end(ahead), _flank(left)))
        return (_end(ahead),) if abs(ahead) / half > abs(left) / side else (_flank(left),)
    outline = corners(other) if isinstance(other, Body) else other
    found, ends = set[Edge](), set[Edge]()
    for edge in EDGES:
        a, b = edge_line(body, edge)
        long = hypot(b[0] - a[0], b[1] - a[1])
        for share in _contacts(a, b, outline, tolerance):
            if tolerance < share * long < long - tolerance:
                found.add(edge)
        at_a, at_b = (_point_apart(end, outline) <= tolerance for end in (a, b))
        if at_a and at_b:
            found.add(edge)
        elif at_a or at_b:
            ends.add(edge)
    return tuple(edge for edge in EDGES if edge in (found or ends))


def mount_point(body: Body, mount: Mount) -> Spot:
    """Where a gun sits: arcs, ranges and lines of sight run from there."""
    half, side = halves(body)
    x, y = from_frame(body, mount.at[0] * half, mount.at[1] * side)
    return Spot(x, y, body.spot.z + mount.up * body.height)


def bears(body: Body, mount: Mount, target: Spot) -> bool:
    """Whether a point lies in the arc of a gun, the sides of the arc included."""
    return in_arc(mount_point(body, mount), body.facing + mount.centre, mount.width, target)


def _ahead(spot: Spot, facing: float, inches: float) -> Spot:
    c, s = cos(radians(facing)), sin(radians(facing))
    return Spot(spot.x + inches * c, spot.y + inches * s, spot.z)


def _round(facing: float) -> float:
    """Degrees from 0 up to, but not including, 360."""
    return facing % 360.0 % 360.0


def _end(ahead: float) -> Edge:
    return "front" if ahead > 0 else "rear"


def _flank(left: float) -> Edge:
    return "left" if left > 0 else "right"


def _contacts(a: Point, b: Point, outline: Polygon, tolerance: float) -> list[float]:
    """Shares along ab at which a corner of the outline lies on it, or a side of it crosses."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    found = []
    for x, y in outline:
        if point_to_segment(x, y, a, b) <= tolerance:
            found.append(((x - a[0]) * dx + (y - a[1]) * dy) / square)
    for p, q in sides(outline):
        before = dx * (p[1] - a[1]) - dy * (p[0] - a[0])
        after = dx * (q[1] - a[1]) - dy * (q[0] - a[0])
        if before * after < 0:
            t = before / (before - after)
            x, y = p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])
            found.append(((x - a[0]) * dx + (y - a[1]) * dy) / square)
    return [share for share in found if 0.0 <= share <= 1.0]


def _point_apart(point: Point, outline: Polygon) -> float:
    return min(point_to_segment(*point, p, q) for p, q in sides(outline))


def _apart(line: tuple[Point, Point], outline: Polygon) -> float:
    """From a line to a convex outline; nothing if they share a point."""
    if _contacts(*line, outline, 0.0):
        return 0.0
    near = [_point_apart(end, outline) for end in line]
    return min(*near, *(point_to_segment(*point, *line) for point in outline))
