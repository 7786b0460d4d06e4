"""A hull on its way: straight legs with turns on the spot between them, swept against all that could be met.

Only an oblong drives. Distances are those of the hull's middle. A hull stays on one level; it rolls over what
is no higher than `over`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
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
from warbook.board.hulls import Edge, Leg, halves, moved, touched_edges, turned
from warbook.board.kernel import Floats
from warbook.board.memory import recall
from warbook.board.obstacles import NOTHING, Kind, Obstacles, Owner, hull_row, obstacles, with_bodies
from warbook.board.shapes import TINY, rows
from warbook.board.sweeps import (
    all_overlapped,
    middle_stretches,
    overlapped,
    pivot,
    stoppers,
    straight,
    strip_stretches,
)
from warbook.board.terrain import SAME_LEVEL, Area, Table

Stretch: TypeAlias = tuple[float, float]  # from so many inches of the way to so many
Box: TypeAlias = tuple[float, float, float, float]  # west, south, east, north
Sweep: TypeAlias = Callable[[Floats, Floats, Floats, float, Floats], tuple[float, int]]

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


class _Ground(Struct, frozen=True, eq=False):
    """An area, what it lies in, and its sides."""

    area: Area
    box: Box
    lines: Floats


class Field(Struct, frozen=True, eq=False):
    """All that a hull could meet on its level, looked up once for many ways."""

    hull: Body
    stops: Obstacles
    passable: Obstacles
    ground: tuple[_Ground, ...]
    leaves: bool

    def drive(self, legs: Sequence[Leg], start: Body | None = None) -> Driven:
        """Follow a way until it ends or something stops the hull. It may start elsewhere on its level."""
        return _driven(self.stops, self.passable, self.ground, start or self.hull, tuple(legs), self.leaves)

    def stoppers(self, ways: Sequence[Sequence[Leg]]) -> list[Owner | None]:
        """What stops each of many ways, straight on: cheaper than to drive them all. None for a way that is
        free or stopped in a turn. Only on the ground, for a hull that does not leave."""
        assert not self.stops.raised and not self.leaves
        most = max(map(len, ways), default=0)
        legs = np.zeros((len(ways), 2 * most))
        for row, way in zip(legs, ways, strict=True):
            row[: 2 * len(way)] = [part for leg in way for part in (leg.turn, leg.inches)]
        stops, hull = self.stops, self.hull
        causes = stoppers(stops.lines, stops.discs, hull_row(hull), float(hull.facing), legs)
        return [None if cause < 0 else stops.owners[cause] for cause in causes.tolist()]


def field(
    table: Table,
    hull: Body,
    bodies: Sequence[Body] = (),
    through: Sequence[Body] = (),
    areas: Sequence[Area] = (),
    over: float = 0.0,
    leaves: bool = False,
) -> Field:
    """`bodies` stop the hull, those to go `through` are told of and passed, `areas` are those that have come
    to lie on the table since. With `leaves` the edge of the table stops nobody."""
    assert isinstance(hull.base, Oblong), "a round base walks"
    stops = with_bodies(obstacles(table, hull, areas, over), hull, bodies)
    ground = recall(table, _ground, hull.spot.z)
    if areas:
        ground = (*ground, *_on_level(tuple(areas), hull.spot.z))
    return Field(hull, stops, with_bodies(NOTHING, hull, through), ground, leaves)


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
    """Follow one way over a `field`."""
    return field(table, hull, bodies, through, areas, over, leaves).drive(legs)


@lru_cache(1024)
def _driven(
    stops: Obstacles,
    passable: Obstacles,
    ground: tuple[_Ground, ...],
    hull: Body,
    legs: tuple[Leg, ...],
    leaves: bool,
) -> Driven:
    """Who plans asks for the same way several times."""
    way = _Way(stops, passable, ground, hull, leaves)
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
    stops = with_bodies(obstacles(table, hull, areas, over), hull, bodies)
    x, y = hull.spot.x, hull.spot.y
    return (
        not overlapped(stops.lines, stops.discs, hull_row(hull))
        and not any(point_in_polygon(x, y, outline) for outline in stops.solids)
        and 0.0 < x < table.width
        and 0.0 < y < table.depth
        and (not stops.raised or any(point_in_polygon(x, y, floor) for floor in stops.floors))
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
    stops = with_bodies(obstacles(table, hull, areas, over), hull, bodies)
    half, side = halves(hull)
    turn = np.radians(poses[:, 2])
    shape = np.full((len(poses), 1), half), np.full((len(poses), 1), side)
    hulls = np.column_stack((poses[:, 0], poses[:, 1], np.cos(turn), np.sin(turn), *shape))
    free = ~all_overlapped(stops.lines, stops.discs, hulls)
    x, y = poses[:, 0], poses[:, 1]
    free &= (x > 0.0) & (x < table.width) & (y > 0.0) & (y < table.depth)
    for outline in stops.solids:
        free &= ~_all_inside(x, y, outline)
    if stops.raised:
        held = np.zeros(len(poses), bool)
        for floor in stops.floors:
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
        field: Obstacles,
        passable: Obstacles,
        ground: tuple[_Ground, ...],
        hull: Body,
        leaves: bool,
    ) -> None:
        self.field, self.passable, self.ground, self.leaves = field, passable, ground, leaves
        self.hull, self.inches = hull, 0.0
        self.size = farthest(hull.base)
        self.poses = [hull]
        self.contact: Contact | None = None
        self.met: dict[int, Contact] = {}
        self.under: dict[int, list[Stretch]] = {}
        self.centre: dict[int, list[Stretch]] = {}

    def turn(self, number: int, turn: float) -> None:
        row, way = hull_row(self.hull), 1.0 if turn > 0 else -1.0
        wanted = radians(turn)

        def at(angle: float) -> Body:
            return turned(self.hull, way * degrees(angle))

        free, cause = self._first(pivot, row, wanted)
        if cause >= 0:
            self.contact = self._contact(self.field, cause, number, 0.0, at(free), True)
        self._meet(pivot, row, wanted, free, number, lambda angle: (0.0, at(angle)))
        for n, area in self._near(self.hull.spot, self.hull.spot):
            touched = pivot(area.lines, _NO_DISCS, row, way * free, np.empty(len(area.lines)))[1] >= 0
            if touched or point_in_polygon(self.hull.spot.x, self.hull.spot.y, area.area.polygon):
                self.under.setdefault(n, []).append((self.inches, self.inches))
        self.hull = turned(self.hull, turn) if cause < 0 else at(free)
        self.poses.append(self.hull)

    def go(self, number: int, inches: float) -> None:
        row, way = hull_row(self.hull), 1.0 if inches > 0 else -1.0

        def at(free: float) -> Body:
            return moved(self.hull, way * free)

        free, cause = self._first(straight, row, inches)
        drop = self._drop(way, free)
        if drop < free:
            free = drop
            self.contact = Contact("drop", "", -1, number, self.inches + free, at(free), False, None)
        elif cause >= 0:
            self.contact = self._contact(self.field, cause, number, free, at(free), False)
        self._meet(straight, row, inches, free, number, lambda far: (far, at(far)))
        end = at(free)
        for n, area in self._near(self.hull.spot, end.spot):
            for spans, (begins, ends) in (
                (self.under, strip_stretches(area.lines, row, way * free)),
                (self.centre, middle_stretches(area.lines, row, way * free)),
            ):
                for begin, last in zip(begins.tolist(), ends.tolist(), strict=True):
                    spans.setdefault(n, []).append((self.inches + begin, self.inches + last))
        self.hull = end
        self.inches += free
        self.poses.append(end)

    def told(self) -> Driven:
        passes = [
            Passage(area.area, _merged(self.under.get(n, ())), _merged(self.centre.get(n, ())))
            for n, area in enumerate(self.ground)
            if n in self.under or n in self.centre
        ]
        met = sorted(
            self.met.values(), key=lambda contact: (contact.leg, not contact.turning, contact.inches)
        )
        return Driven(tuple(self.poses), self.inches, self.contact, tuple(met), tuple(passes))

    def _first(self, sweep: Sweep, row: Floats, wanted: float) -> tuple[float, int]:
        """The first to be met before as much as is wanted is done; of several at once the one named first."""
        field = self.field
        away = np.empty(len(field.owners))
        free, cause = sweep(field.lines, field.discs, row, wanted, away)
        if self.leaves:
            away[[n for n, owner in enumerate(field.owners) if owner[0] == "edge"]] = inf
            cause = int(away.argmin())
            free = float(away[cause])
        return (free, cause) if cause >= 0 and free < abs(wanted) - TINY else (abs(wanted), -1)

    def _near(self, a: Spot, b: Spot) -> list[tuple[int, _Ground]]:
        """The areas that the hull, on its way from one spot to another, could come over."""
        east, west = max(a.x, b.x) + self.size, min(a.x, b.x) - self.size
        north, south = max(a.y, b.y) + self.size, min(a.y, b.y) - self.size
        return [
            (n, area)
            for n, area in enumerate(self.ground)
            if east >= area.box[0] and north >= area.box[1] and west <= area.box[2] and south <= area.box[3]
        ]

    def _meet(
        self,
        sweep: Sweep,
        row: Floats,
        wanted: float,
        free: float,
        number: int,
        place: Callable[[float], tuple[float, Body]],
    ) -> None:
        passable = self.passable
        if not passable.owners:
            return
        away = np.empty(len(passable.owners))
        if sweep(passable.lines, passable.discs, row, wanted, away)[0] >= free:
            return
        for n in np.argsort(away, kind="stable").tolist():
            body = passable.owners[n][2]
            if away[n] < free and body not in self.met:
                far, hull = place(float(away[n]))
                turning = sweep is pivot
                self.met[body] = self._contact(passable, n, number, far, hull, turning)

    def _contact(
        self, field: Obstacles, cause: int, leg: int, far: float, hull: Body, turning: bool
    ) -> Contact:
        kind, name, number = field.owners[cause]
        if kind == "body":
            return Contact(kind, name, number, leg, self.inches + far, hull, turning, field.bodies[number])
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


_NO_DISCS = rows([], 3)


def _ground(table: Table, level: float) -> tuple[_Ground, ...]:
    return _on_level(table.areas, level)


@lru_cache(256)
def _on_level(areas: tuple[Area, ...], level: float) -> tuple[_Ground, ...]:
    """The areas that a hull on that level may come over."""
    return tuple(
        _Ground(area, _box(area.polygon), rows([(*a, *b) for a, b in sides(area.polygon)], 4))
        for area in areas
        if area.ground != "impassable" and abs(area.level - level) <= SAME_LEVEL
    )


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
