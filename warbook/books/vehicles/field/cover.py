"""Cover: what hides a target, how much of it, and the save that it gives (veh.P7, veh.target.cover)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from warbook.board.bodies import body_rows
from warbook.board.geometry import (
    Body,
    Disc,
    Point,
    point_in_polygon,
    segments_cross,
    sides,
    stretches_inside,
)
from warbook.board.kernel import Floats
from warbook.board.memory import recall
from warbook.board.terrain import ON_OUTLINE, Area, Table
from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.field.bodies import bodies, hull, new_ground
from warbook.books.vehicles.field.ground import cover_of
from warbook.books.vehicles.field.sight import Eye, screens, seen, sights
from warbook.books.vehicles.state import Battle, Unit, Vehicle

Box: TypeAlias = tuple[float, float, float, float]  # west, south, east, north
Giving: TypeAlias = tuple[Box, Area, int]  # ground that gives a save, with the box around it

USUAL = 4  # veh.V19
HALF = 0.5  # veh.V87


def unit_cover(battle: Battle, eyes: Sequence[Eye], target: Unit, but: Sequence[str]) -> int:
    """veh.P14: the save of a foot unit, NEVER if less than half of its models have one; of each model as seen
    from the nearest of these eyes. `but` are those who fire."""
    between = body_rows(
        [
            body
            for unit in battle.units
            if unit.id not in (*but, target.id)
            for body in _standing(battle, unit)
        ]
    )
    there = bodies(battle, target)
    near = [_nearest(eyes, body) for body in there]
    rows = np.array([(*_at(body), body.spot.z, _radius(body), body.height) for body in there])
    shown = sights(battle).fraction_pairs(np.array(near), rows, screens(battle, but))
    ground = _giving_ground(battle)
    saves = [
        _model_cover(battle, ground, eye, body, between, part < 1.0)
        for eye, body, part in zip(near, there, shown.tolist(), strict=True)
    ]
    return sorted(saves)[(len(saves) - 1) // 2] if saves else NEVER


def _nearest(eyes: Sequence[Eye], body: Body) -> Eye:
    return min(eyes, key=lambda eye: (eye[0] - body.spot.x) ** 2 + (eye[1] - body.spot.y) ** 2)


def hull_cover(battle: Battle, eyes: Sequence[Eye], target: Vehicle, but: Sequence[str]) -> int:
    """veh.target.cover, veh.V19, veh.V87: the save of a vehicle against those who look from these eyes, all
    of whom can hurt it; NEVER if no more than half of them see it half hidden."""
    body = hull(target)
    hidden = [eye for eye in eyes if seen(battle, eye, body, (*but, target.id)) <= HALF]
    if 2 * len(hidden) <= len(eyes):
        return NEVER
    stood_in = _stood_in(_giving_ground(battle), body)
    return min(_between(battle, eye, body, stood_in, _seen_through(battle, eye, body)) for eye in hidden)


def burst_cover(battle: Battle, body: Body) -> int:
    """veh.P10: of a barrage cover is judged from the middle of the marker: only what one stands in counts."""
    return _stood_in(_giving_ground(battle), body)


def _model_cover(
    battle: Battle, ground: Sequence[Giving], eye: Eye, body: Body, between: Floats, hidden: bool
) -> int:
    found, through = _stood_in(ground, body), _seen_through(battle, eye, body)
    if hidden or through:
        found = _between(battle, eye, body, found, through)
    if found > USUAL and len(between) and any(sights(battle).hidden_by(eye, body, between)):
        found = USUAL
    return found


def _between(battle: Battle, eye: Eye, body: Body, stood_in: int, through: Sequence[int]) -> int:
    """The best save of what lies on the line to the middle of a body, of the ground it stands in and of that
    it is seen through, or the usual one."""
    a, b = eye[:2], _at(body)
    found = [
        cover
        for box, cover, lines in recall(battle.table, _solids)
        if _meets(box, a, b) and any(segments_cross(a, b, p, q) for p, q in lines)
    ]
    return min((each for each in (*found, *through, stood_in) if each < NEVER), default=USUAL)


def _solids(table: Table) -> list[tuple[Box, int, list[tuple[Point, Point]]]]:
    """The box around each wall and block, its save and its lines."""
    found = [(tuple(wall.line), cover_of(wall) or NEVER, list(pairwise(wall.line))) for wall in table.walls]
    found += [(block.polygon, cover_of(block) or NEVER, sides(block.polygon)) for block in table.blocks]
    return [(_box(points), cover, lines) for points, cover, lines in found]


def _giving(table: Table) -> list[Giving]:
    """The ground of a table that gives those in it a save."""
    return [_with_save(area) for area in table.areas if cover_of(area)]


def _giving_ground(battle: Battle) -> list[Giving]:
    """The same, craters and wrecks included."""
    fresh = [_with_save(area) for area in new_ground(battle)]
    return [*recall(battle.table, _giving), *(each for each in fresh if each[2] < NEVER)]


@lru_cache(4_096)
def _with_save(area: Area) -> Giving:
    west, south, east, north = _box(area.polygon)
    room = west - ON_OUTLINE, south - ON_OUTLINE, east + ON_OUTLINE, north + ON_OUTLINE
    return room, area, cover_of(area) or NEVER


def _seen_through(battle: Battle, eye: Eye, body: Body) -> list[int]:
    """The saves of ground between the two that hides who is beyond it; not of that in which the firer himself
    stands."""
    a, b = eye[:2], _at(body)
    return [
        cover
        for box, area, cover in recall(battle.table, _giving)
        if area.shelter > 0
        and _meets(box, a, b)
        and not point_in_polygon(*a, area.polygon)
        and stretches_inside(area.polygon, a, b)
    ]


def _stood_in(ground: Sequence[Giving], body: Body) -> int:
    """The best save of the ground in which the middle of a body lies."""
    x, y = _at(body)
    return min(
        [
            cover
            for (west, south, east, north), area, cover in ground
            if west <= x <= east
            and south <= y <= north
            and abs(area.level - body.spot.z) < 0.01
            and point_in_polygon(x, y, area.polygon)
        ],
        default=NEVER,
    )


def _box(points: Sequence[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _meets(box: Box, a: Point, b: Point) -> bool:
    """Whether the box around a line meets the box."""
    west, south, east, north = box
    return (
        min(a[0], b[0]) <= east
        and max(a[0], b[0]) >= west
        and min(a[1], b[1]) <= north
        and max(a[1], b[1]) >= south
    )


def _standing(battle: Battle, unit: Unit) -> list[Body]:
    return [] if unit.aboard else bodies(battle, unit)


def _radius(body: Body) -> float:
    assert isinstance(body.base, Disc)
    return body.base.radius


def _at(body: Body) -> Point:
    return body.spot.x, body.spot.y
