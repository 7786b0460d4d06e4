"""Cover: what hides a target, how much of it, and the save that it gives (veh.P7, veh.target.cover)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from warbook.board.geometry import Body, Point, point_in_polygon, segments_cross, sides, stretches_inside
from warbook.board.terrain import Area
from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.field.bodies import bodies, hull, new_ground
from warbook.books.vehicles.field.ground import cover_of
from warbook.books.vehicles.field.sight import Eye, screens, seen, sights
from warbook.books.vehicles.state import Battle, Unit, Vehicle

USUAL = 4  # veh.V19
HALF = 0.5  # veh.V87


def unit_cover(battle: Battle, eyes: Sequence[Eye], target: Unit, but: Sequence[str]) -> int:
    """veh.P14: the save of a foot unit, NEVER if less than half of its models have one; of each model as seen
    from the nearest of these eyes. `but` are those who fire."""
    between = [
        body for unit in battle.units if unit.id not in (*but, target.id) for body in _standing(battle, unit)
    ]
    saves = []
    for body in bodies(battle, target):
        near = min(eyes, key=lambda eye: (eye[0] - body.spot.x) ** 2 + (eye[1] - body.spot.y) ** 2)
        saves.append(_model_cover(battle, near, body, between, but))
    return sorted(saves)[(len(saves) - 1) // 2] if saves else NEVER


def hull_cover(battle: Battle, eyes: Sequence[Eye], target: Vehicle, but: Sequence[str]) -> int:
    """veh.target.cover, veh.V19, veh.V87: the save of a vehicle against those who look from these eyes, all
    of whom can hurt it; NEVER if no more than half of them see it half hidden."""
    body = hull(target)
    hidden = [eye for eye in eyes if seen(battle, eye, body, (*but, target.id)) <= HALF]
    if 2 * len(hidden) <= len(eyes):
        return NEVER
    return min(_between(battle, eye, body, (*but, target.id)) for eye in hidden)


def burst_cover(battle: Battle, body: Body) -> int:
    """veh.P10: of a barrage cover is judged from the middle of the marker: only what one stands in counts."""
    return min((cover_of(area) or NEVER for area in _areas_at(battle, body)), default=NEVER)


def _model_cover(battle: Battle, eye: Eye, body: Body, between: Sequence[Body], but: Sequence[str]) -> int:
    found = min((cover_of(area) or NEVER for area in _areas_at(battle, body)), default=NEVER)
    hidden = sights(battle).fraction(eye, body, screens(battle, but)) < 1.0
    if hidden or any(
        stretches_inside(area.polygon, eye[:2], _at(body)) for area in _seen_through(battle, eye)
    ):
        found = min(found, _between(battle, eye, body, but))
    if found > USUAL and between and any(sights(battle).hidden_by(eye, body, between)):
        found = USUAL
    return found


def _between(battle: Battle, eye: Eye, body: Body, but: Sequence[str]) -> int:
    """The best save of what lies on the line to the middle of a body, or the usual one."""
    a, b = eye[:2], _at(body)
    table = battle.table
    found = [
        cover_of(wall)
        for wall in table.walls
        if any(segments_cross(a, b, p, q) for p, q in pairwise(wall.line))
    ]
    found += [
        cover_of(block)
        for block in table.blocks
        if any(segments_cross(a, b, p, q) for p, q in sides(block.polygon))
    ]
    found += [cover_of(area) for area in _areas_at(battle, body)]
    found += [cover_of(area) for area in _seen_through(battle, eye) if stretches_inside(area.polygon, a, b)]
    return min((each for each in found if each), default=USUAL)


def _seen_through(battle: Battle, eye: Eye) -> list[Area]:
    """Ground that hides who is beyond it; not that in which the firer himself stands."""
    return [
        area
        for area in battle.table.areas
        if area.shelter > 0 and cover_of(area) and not point_in_polygon(eye[0], eye[1], area.polygon)
    ]


def _areas_at(battle: Battle, body: Body) -> list[Area]:
    x, y = _at(body)
    return [
        area
        for area in (*battle.table.areas, *new_ground(battle))
        if abs(area.level - body.spot.z) < 0.01 and point_in_polygon(x, y, area.polygon)
    ]


def _standing(battle: Battle, unit: Unit) -> list[Body]:
    return [] if unit.aboard else bodies(battle, unit)


def _at(body: Body) -> Point:
    return body.spot.x, body.spot.y
