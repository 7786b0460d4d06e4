"""The ground that is seen from an eye, as shapes: an arc cut by its range and by whatever stops the sight.

A place belongs to it if anything of a body that stood there would be seen, on any level where one can stand:
the very lines by which `Sight` judges who is seen.
"""

from __future__ import annotations

from itertools import pairwise
from math import ceil, cos, hypot, radians, sin
from typing import TypeAlias

import numpy as np
from msgspec import Struct

from warbook.board.bodies import body_rows, flat_gaps
from warbook.board.geometry import Body, Polygon, Shapes, farthest, sides
from warbook.board.kernel import Flags, Floats
from warbook.board.memory import recall
from warbook.board.sight import Screens, sight_of
from warbook.board.terrain import Table, surfaces

# From where to where something is seen along a ray, in inches.
Stretch: TypeAlias = tuple[float, float]

TURN = 1.5  # degrees between two rays
STEP = 0.5  # inches between two places on a ray
HALVINGS = 5  # of a step, to where what is seen begins and ends
SHARPER = 2  # halvings of the turn where one ray is cut much shorter than the next
WITHIN = 1e-6  # a range includes its limits
JUMP = 1.0  # inches of difference that are much


class Sector(Struct, frozen=True):
    """So many degrees round a facing."""

    facing: float = 0.0
    width: float = 360.0


class Range(Struct, frozen=True):
    """So many inches between two bases, at least and at most, the one of them being this body's."""

    body: Body
    most: float
    least: float = 0.0
    flat: bool = False  # as seen from above


class Stature(Struct, frozen=True):
    """Of a body that would be seen: half its width, and its height."""

    half: float
    height: float


def vista(
    table: Table,
    eye: tuple[float, float, float],
    stature: Stature,
    arc: Sector | None = None,
    range: Range | None = None,
    screens: Screens = (),
) -> Shapes:
    """Where bodies like that would be seen from the eye past the screens: all round if there is no arc, and
    as far as the table goes if there is no range."""
    return _shapes(_Look(table, eye, stature, range, body_rows(screens)), arc or Sector())


class _Look:
    """From one eye, whether a place is seen."""

    def __init__(
        self,
        table: Table,
        eye: tuple[float, float, float],
        stature: Stature,
        range: Range | None,
        screens: Floats,
    ) -> None:
        self.table, self.eye, self.stature, self.range, self.screens = table, eye, stature, range, screens
        self.sight, self.levels = sight_of(table), recall(table, standing_room)

    @property
    def furthest(self) -> float:
        """Inches from the eye beyond which there is nothing to be seen."""
        across = hypot(self.table.width, self.table.depth)
        if self.range is None:
            return across
        spot = self.range.body.spot
        off = hypot(spot.x - self.eye[0], spot.y - self.eye[1]) + farthest(self.range.body.base)
        return min(across, self.range.most + off + self.stature.half + WITHIN)

    def sees(self, xy: Floats) -> Flags:
        """Of each place (n, 2)."""
        on_table = (
            (xy[:, 0] >= 0.0)
            & (xy[:, 0] <= self.table.width)
            & (xy[:, 1] >= 0.0)
            & (xy[:, 1] <= self.table.depth)
        )
        there = np.flatnonzero(on_table)
        lying = [
            (there if each is None else there[each.holds(xy[there])], level) for level, each in self.levels
        ]
        numbers = np.concatenate([some for some, _ in lying])
        bodies = np.empty((len(numbers), 5))
        bodies[:, :2] = xy[numbers]
        bodies[:, 2] = np.repeat([level for _, level in lying], [len(some) for some, _ in lying])
        bodies[:, 3], bodies[:, 4] = self.stature.half, self.stature.height
        if self.range is not None:
            near = self._in_range(self.range, bodies)
            bodies, numbers = bodies[near], numbers[near]
        seen = self.sight.fractions(np.array([self.eye]), bodies, self.screens)[0] > 0.0
        found = np.zeros(len(xy), np.bool_)
        found[numbers[seen]] = True
        return found

    def _in_range(self, range: Range, bodies: Floats) -> Flags:
        bases = np.zeros((len(bodies), 9))
        bases[:, :4] = bodies[:, :4]
        gaps = flat_gaps(bases, body_rows([range.body]))[:, 0]
        if not range.flat:
            gaps = np.hypot(gaps, bodies[:, 2] - range.body.spot.z)
        return (gaps <= range.most + WITHIN) & (gaps >= range.least - WITHIN)

    def along(self, degrees: Floats, inches: Floats) -> Floats:
        """The places so far from the eye in these directions."""
        turns = np.radians(degrees)
        x, y, _ = self.eye
        return np.stack((x + np.cos(turns) * inches, y + np.sin(turns) * inches), axis=-1)


class Patch:
    """A roof or a floor."""

    def __init__(self, polygon: Polygon) -> None:
        self.sides = sides(polygon)
        corners = np.array(polygon)
        self.least, self.most = corners.min(axis=0), corners.max(axis=0)

    def holds(self, xy: Floats) -> Flags:
        """Which of the places (n, 2) lie in it."""
        found: Flags = ((xy >= self.least) & (xy <= self.most)).all(axis=1)
        x, y = xy[found].T
        inside = np.zeros(len(x), np.bool_)
        if len(x):
            for (ax, ay), (bx, by) in self.sides:
                if ay != by:
                    inside ^= ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
        found[found] = inside
        return found


def standing_room(table: Table) -> list[tuple[float, Patch | None]]:
    """Where one can stand: the ground, and every roof and floor."""
    return [(each.level, None if each.polygon is None else Patch(each.polygon)) for each in surfaces(table)]


def _shapes(look: _Look, arc: Sector) -> Shapes:
    count = max(1, ceil(arc.width / TURN))
    rays = np.linspace(arc.facing - arc.width / 2, arc.facing + arc.width / 2, count + 1)
    seen = _seen(look, rays)
    for _ in range(SHARPER):
        apart = [n for n in range(len(rays) - 1) if _differ(seen[n], seen[n + 1])]
        between = (rays[apart] + rays[[n + 1 for n in apart]]) / 2
        more = _seen(look, between)
        order = np.argsort(np.concatenate((rays, between)), kind="stable").tolist()
        rays = np.concatenate((rays, between))[order]
        seen = [(seen + more)[n] for n in order]
    return tuple(_outline(look, strip) for strip in _strips(rays.tolist(), seen))


def _strips(rays: list[float], seen: list[list[Stretch]]) -> list[list[tuple[float, Stretch]]]:
    """Stretches of neighbouring rays that lie side by side, as far as each has but one neighbour."""
    done: list[list[tuple[float, Stretch]]] = []
    going: dict[Stretch, list[tuple[float, Stretch]]] = {}  # by the stretch of this ray at which each ends
    for (ray, here), (next_ray, there) in pairwise(zip(rays, seen, strict=True)):
        pairs = [(a, b) for a in here for b in there if a[0] < b[1] and b[0] < a[1]]
        alone = {a for a in here if sum(a is one for one, _ in pairs) == 1}
        ahead: dict[Stretch, list[tuple[float, Stretch]]] = {}
        for a, b in pairs:
            single = a in alone and sum(b is other for _, other in pairs) == 1
            strip = going.pop(a) if single and a in going else [(ray, a)]
            strip.append((next_ray, b))
            if single:
                ahead[b] = strip
            else:
                done.append(strip)
        done += going.values()
        going = ahead
    return done + list(going.values())


def _outline(look: _Look, strip: list[tuple[float, Stretch]]) -> Polygon:
    x, y, _ = look.eye
    ends = [(radians(ray), far) for ray, (_, far) in strip]
    ends += [(radians(ray), near) for ray, (near, _) in reversed(strip)]
    points = [(round(x + cos(turn) * r, 2), round(y + sin(turn) * r, 2)) for turn, r in ends]
    return tuple(dict.fromkeys(points))


def _differ(one: list[Stretch], other: list[Stretch]) -> bool:
    return len(one) != len(other) or any(
        abs(a - b) > JUMP for ends in zip(one, other, strict=True) for a, b in zip(*ends, strict=True)
    )


def _seen(look: _Look, rays: Floats) -> list[list[Stretch]]:
    """On each ray, from where to where bodies are seen."""
    if not len(rays):
        return []
    most = look.furthest
    steps = np.linspace(0.0, most, ceil(most / STEP) + 1)
    degrees, inches = (each.ravel() for each in np.meshgrid(rays, steps, indexing="ij"))
    flags = look.sees(look.along(degrees, inches)).reshape(len(rays), len(steps))
    row, at = np.nonzero(flags[:, 1:] != flags[:, :-1])
    begins = flags[row, at + 1]  # what is seen begins between these two places, or ends there
    low, high = steps[at], steps[at + 1]
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        nearer = look.sees(look.along(rays[row], middle)) == begins
        low, high = np.where(nearer, low, middle), np.where(nearer, middle, high)
    turns: list[list[float]] = [[] for _ in rays]
    for ray, inch in zip(row.tolist(), ((low + high) / 2).tolist(), strict=True):
        turns[ray].append(inch)
    found = []
    for ray, cuts in enumerate(turns):
        ends = [0.0, *cuts] if flags[ray, 0] else list(cuts)
        if len(ends) % 2:
            ends.append(most)
        found.append(list(zip(ends[::2], ends[1::2], strict=True)))
    return found
