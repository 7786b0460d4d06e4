"""The ground as warriors walk on it and vehicles drive over it."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.board.geometry import Body, Polygon, Spot, corners, point_in_polygon
from warbook.board.paths import Ground, ground_of
from warbook.board.terrain import SAME_LEVEL, Area
from warbook.books.gorkamorka.field.bodies import hull, hulls, on_foot, on_ground, type_of
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior


def walked(battle: Battle, warrior: Warrior) -> Ground:
    """What he walks on."""
    return ground_of(battle.table, type_of(warrior).radius)


def in_the_way(battle: Battle, mover: Warrior | Vehicle, but: Sequence[str] = ()) -> list[Body]:
    """All other bodies on the table, except those named: a warrior goes round them, a hull meets them."""
    bodies = [on_ground(w) for w in on_foot(battle) if w.id != mover.id and w.id not in but]
    return bodies + [hull(v) for v in hulls(battle) if v.id != mover.id and v.id not in but]


def outline(vehicle: Vehicle) -> Polygon:
    return corners(hull(vehicle))


def areas_at(battle: Battle, spot: Spot) -> list[Area]:
    """The pieces of ground under a point."""
    return [
        area
        for area in battle.table.areas
        if abs(area.level - spot.z) <= SAME_LEVEL and point_in_polygon(spot.x, spot.y, area.polygon)
    ]
