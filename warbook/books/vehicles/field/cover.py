"""Cover: what hides a target, how much of it, and the save that it gives (veh.P7, veh.target.cover)."""

from __future__ import annotations

from collections.abc import Sequence
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
from warbook.board.terrain import Area, Table
from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.field.bodies import bodies, hull
from warbook.books.vehicles.field.ground import areas_near, cover_of
from warbook.books.vehicles.field.sight import Eye, screens, seen, sights
from warbook.books.vehicles.state import Battle, Unit, Vehicle

Box: TypeAlias = tuple[float, float, float, float]  # west, south, east, north

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
    saves = [
        _model_cover(battle, eye, body, between, part < 1.0)
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
    return min(_between(battle, eye, body) for eye in hidden)


def burst_cover(battle: Battle, body: Body) -> int:
    """veh.P10: of a barrage cover is judged from the middle of the marker: only what one stands in counts."""
    return min((cover_of(area) or NEVER for area in _areas_at(battle, body)), default=NEVER)


def _model_cover(battle: Battle, eye: Eye, body: Body, between: Floats, hidden: bool) -> int:
    found = min((cover_of(area) or NEVER for area in _areas_at(battle, body)), default=NEVER)
    if hidden or any(
        stretches_inside(area.polygon, eye[:2], _at(body)) for area in _seen_through(battle, eye, body)
    ):
        found = min(found, _between(battle, eye, body))
    if found > USUAL and len(between) and any(sights(battle).hidden_by(eye, body, between)):
        found = USUAL
    return found


def _between(battle: Battle, eye: Eye, body: Body) -> int:
    """The best save of what lies on the line to the middle of a body, or the usual one."""
    a, b = eye[:2], _at(body)
    found = [
        cover
        for box, cover, lines in recall(battle.table, _solids)
        if _meets(box, a, b) and any(segments_cross(a, b, p, q) for p, q in lines)
    ]
    found += [cover_of(area) for area in _areas_at(battle, body)]
    found += [
        cover_of(area) for area in _seen_through(battle, eye, body) if stretches_inside(area.polygon, a, b)
    ]
    return min((each for each in found if each), default=USUAL)


def _solids(table: Table) -> list[tuple[Box, int, list[tuple[Point, Point]]]]:
    """The box around each wall and block, its save and its lines."""
    found = [(tuple(wall.line), cover_of(wall), list(pairwise(wall.line))) for wall in table.walls]
    found += [(block.polygon, cover_of(block), sides(block.polygon)) for block in table.blocks]
    return [(_box(points), cover, lines) for points, cover, lines in found]


def _shelters(table: Table) -> list[tuple[Box, Area]]:
    """The ground that hides who is beyond it."""
    return [(_box(area.polygon), area) for area in table.areas if area.shelter > 0 and cover_of(area)]


def _seen_through(battle: Battle, eye: Eye, body: Body) -> list[Area]:
    """Ground between the two that hides who is beyond it; not that in which the firer himself stands."""
    return [
        area
        for box, area in recall(battle.table, _shelters)
        if _meets(box, eye[:2], _at(body)) and not point_in_polygon(eye[0], eye[1], area.polygon)
    ]


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


def _areas_at(battle: Battle, body: Body) -> list[Area]:
    x, y = _at(body)
    return [
        area
        for area in areas_near(battle, x, y)
        if abs(area.level - body.spot.z) < 0.01 and point_in_polygon(x, y, area.polygon)
    ]


def _standing(battle: Battle, unit: Unit) -> list[Body]:
    return [] if unit.aboard else bodies(battle, unit)


def _radius(body: Body) -> float:
    assert isinstance(body.base, Disc)
    return body.base.radius


def _at(body: Body) -> Point:
    return body.spot.x, body.spot.y
