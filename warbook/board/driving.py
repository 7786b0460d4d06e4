"""A hull on its way: straight legs with turns on the spot between them, swept against all that could be met.

Only an oblong drives. Distances are those of the hull's middle. A hull stays on one level; it rolls over what
is no higher than `over`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import degrees, inf, radians
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from warbook.board.geometry import (
    Body,
    Disc,
    Oblong,
    Point,
    Polygon,
    Spot,
    farthest,
    point_in_polygon,
    sides,
    stretches_inside,
)
from warbook.board.hulls import Edge, Leg, halves, in_frame, moved, touched_edges, turned
from warbook.board.kernel import Floats
from warbook.board.memory import recall
from warbook.board.obstacles import NOTHING, Kind, Obstacles, hull_row, obstacles, with_bodies
from warbook.board.shapes import TINY, rows
from warbook.board.sweeps import all_overlapped, overlapped, pivot, straight, strip_span
from warbook.board.terrain import SAME_LEVEL, Area, Table

Stretch: TypeAlias = tuple[float, float]  # from so many inches of the way to so many
Box: TypeAlias = tuple[float, float, float, float]  # west, south, east, north

TOUCH = 1e-3  # how near what is met is to the edges that meet it


class Contact(Struct, frozen=True):
    """What a hull met: the wall, block, floor or area of that name and number, a body by its number, the edge
    of the table, or the edge of what it stands on; `other` is the body or the line it met."""

    kind: Kind
    name: str
    number: int
    leg: int
    inches: float
    hull: Body
    turning: bool
    other: Body | Polygon | None

    @property
    def mine(self) -> tuple[Edge, ...]:
        """The edges of the hull that touch, two at a corner."""
        return () if self.other is None else touched_edges(self.hull, self.other, TOUCH)

    @property
    def theirs(self) -> tuple[Edge, ...]:
        """The edges of the other hull that touch, two at a corner."""
        if not isinstance(self.other, Body) or isinstance(self.other.base, Disc):
            return ()
        return touched_edges(self.other, self.hull, TOUCH)


class Passage(Struct, frozen=True):
    """An area of the ground and the stretches of the way on which the hull, and its middle, lie in it."""

    area: Area
    hull: tuple[Stretch, ...]
    middle: tuple[Stretch, ...]


class Driven(Struct, frozen=True):
    """A way as far as it went: where the hull stood at every turn and at the end, what stopped it, whom it
    met on the way, in order, and over what ground it went."""

    poses: tuple[Body, ...]
    inches: float
    contact: Contact | None
    met: tuple[Contact, ...]
    passes: tuple[Passage, ...]

    @property
    def end(self) -> Body:
        return self.poses[-1]


def drive(
    table: Table,
    hull: Body,
    legs: Sequence[Leg],
    bodies: Sequence[Body] = (),
    through: Sequence[Body] = (),
    areas: Sequence[Area] = (),
    over: float = 0.0,
    leaves: bool = False,
) -> Driven:
    """Follow a way until it ends or something stops the hull.

    `bodies` stop it, those to go `through` are told of and passed, `areas` are those that have come to lie on
    the table since. With `leaves` the edge of the table stops nobody.
    """
    assert isinstance(hull.base, Oblong), "a round base walks"
    way = _Way(table, hull, bodies, through, areas, over, leaves)
    for number, leg in enumerate(legs):
        if way.contact is None and leg.turn:
            way.turn(number, leg.turn)
        if way.contact is None and leg.inches:
            way.go(number, leg.inches)
    return way.told()


def fits(
    table: Table, hull: Body, bodies: Sequence[Body] = (), areas: Sequence[Area] = (), over: float = 0.0
) -> bool:
    """Whether a hull can stand where it is: on the table, on one level, in nothing and on nobody."""
    field = with_bodies(obstacles(table, hull, areas, over), hull, bodies)
    x, y = hull.spot.x, hull.spot.y
    return (
        not overlapped(field.lines, field.discs, hull_row(hull))
        and not any(point_in_polygon(x, y, outline) for outline in field.solids)
        and 0.0 < x < table.width
        and 0.0 < y < table.depth
        and (not field.raised or any(point_in_polygon(x, y, floor) for floor in field.floors))
    )


def rooms(
    table: Table,
    hull: Body,
    poses: Floats,
    bodies: Sequence[Body] = (),
    areas: Sequence[Area] = (),
    over: float = 0.0,
) -> list[bool]:
    """What `fits` says of the hull at each of many poses (rows of x, y, facing) on its level."""
    field = with_bodies(obstacles(table, hull, areas, over), hull, bodies)
    half, side = halves(hull)
    turn = np.radians(poses[:, 2])
    shape = np.full((len(poses), 1), half), np.full((len(poses), 1), side)
    hulls = np.column_stack((poses[:, 0], poses[:, 1], np.cos(turn), np.sin(turn), *shape))
    free = ~all_overlapped(field.lines, field.discs, hulls)
    x, y = poses[:, 0], poses[:, 1]
    free &= (x > 0.0) & (x < table.width) & (y > 0.0) & (y < table.depth)
    for outline in field.solids:
        free &= ~_all_inside(x, y, outline)
    if field.raised:
        held = np.zeros(len(poses), bool)
        for floor in field.floors:
            held |= _all_inside(x, y, floor)
        free &= held
    return free.tolist()  # type: ignore[no-any-return]


def _all_inside(x: Floats, y: Floats, polygon: Polygon) -> NDArray[np.bool_]:
    """`point_in_polygon` of many points."""
    inside = np.zeros(len(x), bool)
    for (x0, y0), (x1, y1) in sides(polygon):
        if y0 != y1:
            inside ^= ((y0 > y) != (y1 > y)) & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
    return inside


def lies_over(hull: Body, polygon: Polygon) -> bool:
    """Whether a hull that stands still covers some of an outline's inside; touching is not covering."""
    lines = rows([(*a, *b) for a, b in sides(polygon)], 4)
    return overlapped(lines, _NO_DISCS, hull_row(hull)) or point_in_polygon(hull.spot.x, hull.spot.y, polygon)


class _Way:
    """A hull under way, leg by leg."""

    def __init__(
        self,
        table: Table,
        hull: Body,
        bodies: Sequence[Body],
        through: Sequence[Body],
        areas: Sequence[Area],
        over: float,
        leaves: bool,
    ) -> None:
        self.field = with_bodies(obstacles(table, hull, areas, over), hull, bodies)
        self.passable = with_bodies(NOTHING, hull, through)
        self.bodies, self.through, self.leaves = bodies, through, leaves
        self.ground = [*recall(table, _ground, hull.spot.z), *_on_level(areas, hull.spot.z)]
        self.hull, self.inches = hull, 0.0
        self.size = farthest(hull.base)
        self.poses = [hull]
        self.contact: Contact | None = None
        self.met: dict[int, Contact] = {}
        self.under: list[list[Stretch]] = [[] for _ in self.ground]
        self.centre: list[list[Stretch]] = [[] for _ in self.ground]

    def turn(self, number: int, turn: float) -> None:
        row, way = hull_row(self.hull), 1.0 if turn > 0 else -1.0
        wanted = radians(turn)

        def at(angle: float) -> Body:
            return turned(self.hull, way * degrees(angle))

        away = np.empty(len(self.field.owners))
        pivot(self.field.lines, self.field.discs, row, wanted, away)
        free, cause = self._first(away, abs(wanted), self.field)
        if cause >= 0:
            self.contact = self._contact(self.field, cause, number, 0.0, at(free), self.bodies, True)
        seen = np.empty(len(self.passable.owners))
        pivot(self.passable.lines, self.passable.discs, row, wanted, seen)
        self._meet(seen, free, number, lambda angle: (0.0, at(angle)), True)
        for (area, box), under in zip(self.ground, self.under, strict=True):
            if not self._near(box, self.hull.spot, self.hull.spot):
                continue
            lines = rows([(*a, *b) for a, b in sides(area.polygon)], 4)
            touched = pivot(lines, _NO_DISCS, row, way * free, np.empty(len(lines)))[1] >= 0
            if touched or point_in_polygon(self.hull.spot.x, self.hull.spot.y, area.polygon):
                under.append((self.inches, self.inches))
        self.hull = turned(self.hull, turn) if cause < 0 else at(free)
        self.poses.append(self.hull)

    def go(self, number: int, inches: float) -> None:
        row, way = hull_row(self.hull), 1.0 if inches > 0 else -1.0

        def at(free: float) -> Body:
            return moved(self.hull, way * free)

        away = np.empty(len(self.field.owners))
        straight(self.field.lines, self.field.discs, row, inches, away)
        free, cause = self._first(away, abs(inches), self.field)
        drop = self._drop(way, free)
        if drop < free:
            free = drop
            self.contact = Contact("drop", "", -1, number, self.inches + free, at(free), False, None)
        elif cause >= 0:
            self.contact = self._contact(self.field, cause, number, free, at(free), self.bodies, False)
        seen = np.empty(len(self.passable.owners))
        straight(self.passable.lines, self.passable.discs, row, inches, seen)
        self._meet(seen, free, number, lambda far: (far, at(far)), False)
        for n, (area, box) in enumerate(self.ground):
            if not self._near(box, self.hull.spot, at(free).spot):
                continue
            for begin, end in self._overlaps(area.polygon, way, free):
                self.under[n].append((self.inches + begin, self.inches + end))
            for begin, end in stretches_inside(area.polygon, _flat(self.hull.spot), _flat(at(free).spot)):
                self.centre[n].append((self.inches + begin, self.inches + end))
        self.hull = at(free)
        self.inches += free
        self.poses.append(self.hull)

    def told(self) -> Driven:
        passes = [
            Passage(area, _merged(under), _merged(centre))
            for (area, _), under, centre in zip(self.ground, self.under, self.centre, strict=True)
            if under or centre
        ]
        met = sorted(
            self.met.values(), key=lambda contact: (contact.leg, not contact.turning, contact.inches)
        )
        return Driven(tuple(self.poses), self.inches, self.contact, tuple(met), tuple(passes))

    def _first(self, away: Floats, wanted: float, field: Obstacles) -> tuple[float, int]:
        """The first to be met before as much as is wanted is done; of several at once the one named first."""
        if self.leaves:
            away[[n for n, owner in enumerate(field.owners) if owner[0] == "edge"]] = inf
        cause = int(away.argmin())
        return (float(away[cause]), cause) if away[cause] < wanted - TINY else (wanted, -1)

    def _near(self, box: Box, a: Spot, b: Spot) -> bool:
        """Whether the hull, on its way from one spot to another, could come over anything in a box."""
        west, south, east, north = box
        return (
            max(a.x, b.x) + self.size >= west
            and min(a.x, b.x) - self.size <= east
            and max(a.y, b.y) + self.size >= south
            and min(a.y, b.y) - self.size <= north
        )

    def _meet(
        self,
        away: Floats,
        free: float,
        number: int,
        place: Callable[[float], tuple[float, Body]],
        turning: bool,
    ) -> None:
        if not len(away) or away.min() >= free:
            return
        for n in np.argsort(away, kind="stable").tolist():
            body = self.passable.owners[n][2]
            if away[n] < free and body not in self.met:
                far, hull = place(float(away[n]))
                self.met[body] = self._contact(self.passable, n, number, far, hull, self.through, turning)

    def _contact(
        self,
        field: Obstacles,
        cause: int,
        leg: int,
        far: float,
        hull: Body,
        bodies: Sequence[Body],
        turning: bool,
    ) -> Contact:
        kind, name, number = field.owners[cause]
        if kind == "body":
            return Contact(kind, name, number, leg, self.inches + far, hull, turning, bodies[number])
        x0, y0, x1, y1 = field.lines[cause].tolist()
        line = ((x0, y0), (x1, y1))
        return Contact(kind, name, number, leg, self.inches + far, hull, turning, line)

    def _drop(self, way: float, free: float) -> float:
        """After how many inches there is nothing under the middle any more."""
        if not self.field.raised:
            return inf
        end = moved(self.hull, way * free).spot
        held = [
            span
            for polygon in self.field.floors
            for span in stretches_inside(polygon, _flat(self.hull.spot), _flat(end))
        ]
        reached = 0.0
        for begin, last in _merged(held):
            if begin <= reached + TINY:
                reached = max(reached, last)
        return reached if reached < free - TINY else inf

    def _overlaps(self, polygon: Polygon, way: float, free: float) -> list[Stretch]:
        """The stretches of a straight leg on which the hull lies over some of the area."""
        half, side = halves(self.hull)
        ends = [in_frame(self.hull, x, y) for x, y in polygon]
        spans = []
        for (u0, v0), (u1, v1) in sides(tuple(ends)):
            begin, end = strip_span(half, side, way * u0, v0, way * u1, v1)
            if begin < end and end > 0.0 and begin < free:
                spans.append((max(0.0, begin), min(free, end)))
        # Between these the hull lies wholly inside, or wholly outside.
        cuts = [0.0, *(cut for span in _merged(spans) for cut in span), free]
        for begin, end in zip(cuts[::2], cuts[1::2], strict=True):
            spot = moved(self.hull, way * (begin + end) / 2).spot
            if begin < end and point_in_polygon(spot.x, spot.y, polygon):
                spans.append((begin, end))
        return spans


_NO_DISCS = rows([], 3)


def _ground(table: Table, level: float) -> list[tuple[Area, Box]]:
    return _on_level(table.areas, level)


def _on_level(areas: Sequence[Area], level: float) -> list[tuple[Area, Box]]:
    """The areas that a hull on that level may come over, and what each lies in."""
    return [
        (area, _box(area.polygon))
        for area in areas
        if area.ground != "impassable" and abs(area.level - level) <= SAME_LEVEL
    ]


def _box(polygon: Polygon) -> Box:
    xs, ys = zip(*polygon, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _flat(spot: Spot) -> Point:
    return spot.x, spot.y


def _merged(spans: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """Stretches in order, those that meet joined."""
    found: list[Stretch] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1] + TINY:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((begin, end))
    return tuple(found)
