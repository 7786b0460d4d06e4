"""Blast markers, flame teardrops and strips: whom do they cover?"""

from collections.abc import Sequence
from math import cos, hypot, radians, sin, sqrt
from typing import Literal, TypeAlias

import numpy as np
from msgspec import Struct

from warbook.board.bodies import BROAD, KEEP, LONG, X, Y, Z, base_apart, body_rows
from warbook.board.geometry import Body, Disc, Oblong, Point, Spot, corners, farthest, outside_oblong, overlap
from warbook.board.kernel import Flags, Floats, Ints, kernel
from warbook.board.shapes import rows

Cover: TypeAlias = Literal["wholly", "partly", "no"]


class Blast(Struct, frozen=True, tag="blast"):
    centre: Spot
    radius: float


class Teardrop(Struct, frozen=True, tag="teardrop"):
    """Pointed at the tip, round at the far end; longer than it is wide."""

    tip: Spot
    facing: float
    length: float = 8.0
    width: float = 2.5


class Strip(Struct, frozen=True, tag="strip"):
    """A straight band that begins at `start`, half its width on either side."""

    start: Spot
    facing: float
    length: float
    width: float


Template: TypeAlias = Blast | Teardrop | Strip


def covers(template: Template, body: Body, max_rise: float = 3.0) -> Cover:
    """How much of the base lies under the template; nothing if it stands over `max_rise` higher or lower."""
    if abs(_origin(template).z - body.spot.z) > max_rise:
        return "no"
    if isinstance(body.base, Disc):
        edge = outside(template, body.spot.x, body.spot.y)
        if edge <= -body.base.radius + 1e-9:
            return "wholly"
        return "partly" if edge < body.base.radius - 1e-9 else "no"
    if isinstance(template, Teardrop) and not _near(template, body):
        return "no"
    # Templates are convex: four corners inside mean the whole base is.
    if all(outside(template, x, y) <= 1e-9 for x, y in corners(body)):
        return "wholly"
    return "partly" if _meets_oblong(template, body) else "no"


def outside(template: Template, x: float, y: float) -> float:
    """Signed distance from a point to the template's edge: negative inside."""
    if isinstance(template, Blast):
        return hypot(x - template.centre.x, y - template.centre.y) - template.radius
    if isinstance(template, Strip):
        return outside_oblong(_as_body(template), x, y)
    c, s = cos(radians(template.facing)), sin(radians(template.facing))
    dx, dy = x - template.tip.x, y - template.tip.y
    along, across = dx * c + dy * s, abs(dy * c - dx * s)
    end = template.width / 2
    straight = template.length - end
    slope = end / straight
    level = sqrt(1 - slope * slope)
    reach = across * slope + along * level
    if reach < 0:
        return hypot(across, along)
    if reach > level * straight:
        return hypot(across, along - straight) - end
    return across * level - along * slope


def drops_over(drops: Floats, bodies: Sequence[Body], max_rise: float = 3.0) -> Flags:
    """Which of the bodies each of the teardrops `covers` some of."""
    return _drops_over(drops, body_rows(bodies), max_rise)


def points_under(drops: Floats, points: Sequence[Point]) -> Ints:
    """How many of the points each of the teardrops lies on, its edge included."""
    return _points_under(drops, rows(points, 2))


@kernel
def _drops_over(drops: Floats, bodies: Floats, max_rise: float) -> Flags:
    found = np.zeros((len(drops), len(bodies)), np.bool_)
    for i in range(len(drops)):
        for k in range(len(bodies)):
            if abs(drops[i, 2] - bodies[k, Z]) > max_rise:
                continue
            if bodies[k, LONG] == 0.0:
                found[i, k] = _edge(drops, i, bodies[k, X], bodies[k, Y]) < bodies[k, KEEP] - 1e-9
            else:
                found[i, k] = _on_oblong(drops, i, bodies, k)
    return found


@kernel
def _points_under(drops: Floats, points: Floats) -> Ints:
    found = np.zeros(len(drops), np.int64)
    for i in range(len(drops)):
        for k in range(len(points)):
            if _edge(drops, i, points[k, 0], points[k, 1]) <= 0.0:
                found[i] += 1
    return found


@kernel
def _edge(drops: Floats, i: int, x: float, y: float) -> float:
    """`outside` of a teardrop."""
    c, s, end = drops[i, 3], drops[i, 4], drops[i, 6] / 2
    dx, dy = x - drops[i, 0], y - drops[i, 1]
    along, across = dx * c + dy * s, abs(dy * c - dx * s)
    straight = drops[i, 5] - end
    slope = end / straight
    level = np.sqrt(1 - slope * slope)
    reach = across * slope + along * level
    if reach < 0:
        return float(np.hypot(across, along))
    if reach > level * straight:
        return float(np.hypot(across, along - straight) - end)
    return float(across * level - along * slope)


@kernel
def _on_oblong(drops: Floats, i: int, bodies: Floats, k: int) -> bool:
    """See `_near` and `_meets_oblong`."""
    c, s, length, end = drops[i, 3], drops[i, 4], drops[i, 5], drops[i, 6] / 2
    x, y = drops[i, 0], drops[i, 1]
    half = length / 2
    size = np.hypot(bodies[k, LONG], bodies[k, BROAD])
    if np.hypot(bodies[k, X] - x - half * c, bodies[k, Y] - y - half * s) >= half + size:
        return False
    straight = length - end
    low, high = 0.0, 1.0
    for _ in range(80):
        third = (high - low) / 3
        a, b = low + third, high - third
        one = base_apart(bodies, k, x + c * straight * a, y + s * straight * a, end * a)
        other = base_apart(bodies, k, x + c * straight * b, y + s * straight * b, end * b)
        least = min(one, other)
        if least < -1e-9:
            return True
        if least > (high - low) * length:
            return False
        if one < other:
            high -= third
        else:
            low += third
    middle = (low + high) / 2
    return base_apart(bodies, k, x + c * straight * middle, y + s * straight * middle, end * middle) < -1e-9


def scatter(spot: Spot, direction_degrees: float, inches: float, width: float, depth: float) -> Spot:
    """Where something drifts to; it stays on the table."""
    x = spot.x + inches * cos(radians(direction_degrees))
    y = spot.y + inches * sin(radians(direction_degrees))
    return Spot(max(0.0, min(width, x)), max(0.0, min(depth, y)), spot.z)


def _origin(template: Template) -> Spot:
    if isinstance(template, Blast):
        return template.centre
    return template.tip if isinstance(template, Teardrop) else template.start


def _near(template: Teardrop, body: Body) -> bool:
    """Whether the base comes into the circle around a teardrop, which is longer than it is wide."""
    half = template.length / 2
    x = template.tip.x + half * cos(radians(template.facing))
    y = template.tip.y + half * sin(radians(template.facing))
    return hypot(body.spot.x - x, body.spot.y - y) < half + farthest(body.base)


def _as_body(strip: Strip) -> Body:
    c, s = cos(radians(strip.facing)), sin(radians(strip.facing))
    middle = Spot(strip.start.x + c * strip.length / 2, strip.start.y + s * strip.length / 2, strip.start.z)
    return Body(middle, Oblong(strip.length, strip.width), 1.0, strip.facing)


def _meets_oblong(template: Template, body: Body) -> bool:
    if isinstance(template, Blast):
        return outside_oblong(body, template.centre.x, template.centre.y) < template.radius - 1e-9
    if isinstance(template, Strip):
        strip = _as_body(template)
        level = Body(Spot(body.spot.x, body.spot.y, strip.spot.z), body.base, 1.0, body.facing)
        return overlap(strip, level)
    # A teardrop is the union of discs growing from its tip to its round end, so how far the disc at
    # share s stays from the base is a convex function of s: search for its least value. It changes by no
    # more than the length for the whole of s, so what is left to search may soon be too little.
    c, s = cos(radians(template.facing)), sin(radians(template.facing))
    end = template.width / 2
    straight = template.length - end

    def apart(share: float) -> float:
        x = template.tip.x + c * straight * share
        y = template.tip.y + s * straight * share
        return outside_oblong(body, x, y) - end * share

    low, high = 0.0, 1.0
    for _ in range(80):
        third = (high - low) / 3
        one, other = apart(low + third), apart(high - third)
        least = min(one, other)
        if least < -1e-9:
            return True
        if least > (high - low) * template.length:
            return False
        if one < other:
            high -= third
        else:
            low += third
    return apart((low + high) / 2) < -1e-9
