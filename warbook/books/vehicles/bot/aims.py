"""What a scenario wants of each piece, as a pull towards places."""

from __future__ import annotations

import numpy as np

from warbook.board.kernel import Floats
from warbook.books.vehicles.bot.roads import far_by_road
from warbook.books.vehicles.bot.worth import points
from warbook.books.vehicles.ending.victory import holder
from warbook.books.vehicles.field.bodies import type_of
from warbook.books.vehicles.state import Battle, Marker, Unit, Vehicle

MARKER = 90.0  # points that a marker is worth
THROUGH = 4.0  # times its worth, from one edge to the other, that getting through is worth
FAR = 14.0  # inches over which its pull falls off


def pull(battle: Battle, piece: Unit | Vehicle, places: Floats) -> Floats:
    """What the aim of the battle makes places worth to a piece."""
    wins = battle.setup.scenario.wins
    found: Floats = np.zeros(len(places))
    if wins == "markers":
        return _markers(battle, piece, places)
    if wins == "breakthrough" and piece.side == battle.attacker and isinstance(piece, Vehicle):
        depth = battle.table.depth
        found = (depth - far_through(battle, piece, places)) * THROUGH * points(battle, piece) / depth
    return found


def far_through(battle: Battle, vehicle: Vehicle, places: Floats) -> Floats:
    """Inches to drive to the edge by which the attacker leaves."""
    table, kind = battle.table, type_of(vehicle)
    edge = tuple((float(x), table.depth - kind.length / 2) for x in range(3, int(table.width) - 2, 2))
    return far_by_road(table, kind, edge, places)


def goal(battle: Battle, unit: Unit, x: float, y: float) -> Marker | None:
    """The marker that a foot unit makes for."""
    wanted = [marker for marker in battle.markers if _wanted(battle, unit, marker)]
    return min(wanted, key=lambda each: np.hypot(each.x - x, each.y - y)) if wanted else None


def _wanted(battle: Battle, piece: Unit | Vehicle, marker: Marker) -> bool:
    """Whether nobody of ours holds it, or this one does."""
    if holder(battle, marker) != piece.side:
        return True
    others = [
        unit
        for unit in battle.units
        if unit.side == piece.side and unit.id != piece.id and battle.standing(unit)
    ]
    return not any(
        np.hypot(model.x - marker.x, model.y - marker.y) <= 3.5
        for unit in others
        for model in battle.standing(unit)
    )


def _markers(battle: Battle, piece: Unit | Vehicle, places: Floats) -> Floats:
    """Foot units and those who carry them make for markers; vehicles for those that an enemy holds, more so
    towards the end."""
    found: Floats = np.zeros(len(places))
    scores = isinstance(piece, Unit) or bool(battle.passengers(piece))
    late = battle.turn >= battle.setup.scenario.turns - 1
    for marker in battle.markers:
        if scores:
            if not _wanted(battle, piece, marker):
                continue
            weight = 1.0
        else:
            weight = 0.6 if late and holder(battle, marker) not in ("", piece.side) else 0.1
        if isinstance(piece, Vehicle):
            far = far_by_road(battle.table, type_of(piece), ((marker.x, marker.y),), places)
        else:
            far = np.hypot(places[:, 0] - marker.x, places[:, 1] - marker.y)
        near = np.where(far <= 3.0, 1.0, 0.8 * np.exp(-(far - 3.0) / FAR))
        found = np.maximum(found, weight * MARKER * near)
    return found
