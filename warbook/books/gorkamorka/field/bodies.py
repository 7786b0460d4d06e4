"""The room that warriors and vehicles take up, and how far they are from each other."""

from __future__ import annotations

from functools import cache, lru_cache
from math import hypot

from warbook.board.geometry import Body, Disc, Oblong, Spot, farthest, gap
from warbook.books.gorkamorka.mob.data import fighters, vehicles
from warbook.books.gorkamorka.mob.lists import Fighter, VehicleType
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior

LYING = 0.5  # inches: pinned or Down, laid on the table
TOLERANCE = 0.01  # ruling 2.6: "within" includes the limit


def type_of(warrior: Warrior) -> Fighter:
    return fighters()[warrior.kind]


def model_of(vehicle: Vehicle) -> VehicleType:
    return vehicles()[vehicle.kind]


def hull(vehicle: Vehicle) -> Body:
    """Wherever it stands, on the table or not."""
    return _hull(vehicle.kind, vehicle.x, vehicle.y, vehicle.facing)


def hull_at(vehicle: Vehicle, x: float, y: float, facing: float) -> Body:
    """The same if it stood there."""
    return _hull(vehicle.kind, x, y, facing)


def on_ground(warrior: Warrior) -> Body:
    """His own base; only for who is on no vehicle."""
    base, height = _base(warrior.kind)
    lies = warrior.down or warrior.pinned
    return Body(warrior.spot, base, min(LYING, height) if lies else height, warrior.facing)


def body(battle: Battle, model: Warrior | Vehicle) -> Body:
    """What distances are measured from and to: the base, the hull, for a rider the hull he is on (3.2)."""
    if isinstance(model, Vehicle):
        return hull(model)
    return hull(battle.vehicle(model.aboard)) if model.aboard else on_ground(model)


def model(battle: Battle, piece: str) -> Warrior | Vehicle:
    """The warrior or vehicle of that id."""
    for warrior in battle.warriors:
        if warrior.id == piece:
            return warrior
    return battle.vehicle(piece)


def apart(battle: Battle, one: Warrior | Vehicle, other: Warrior | Vehicle) -> float:
    """gce.basics.units, ruling 2.6: between the nearest points of bases or hulls."""
    return gap(body(battle, one), body(battle, other))


def within(battle: Battle, one: Warrior | Vehicle, other: Warrior | Vehicle, inches: float) -> bool:
    here, there = body(battle, one), body(battle, other)
    most = inches + TOLERANCE + farthest(here.base) + farthest(there.base)
    if hypot(there.spot.x - here.spot.x, there.spot.y - here.spot.y) > most:
        return False
    return gap(here, there) <= inches + TOLERANCE


def heading(hour: int) -> float:
    """The facing, in degrees, of an hour of the clock: 0 is twelve o'clock, north."""
    return (90.0 - 30.0 * hour) % 360.0


def on_foot(battle: Battle) -> list[Warrior]:
    """Everybody on the ground, of every side."""
    return [warrior for warrior in battle.warriors if warrior.place == "table" and not warrior.aboard]


def hulls(battle: Battle) -> list[Vehicle]:
    """The vehicles on the table, wrecks too."""
    return [vehicle for vehicle in battle.vehicles if vehicle.place == "table"]


@lru_cache(10_000)
def _hull(kind: str, x: float, y: float, facing: float) -> Body:
    found = vehicles()[kind]
    return Body(Spot(x, y), Oblong(found.length, found.width), found.height, facing)


@cache
def _base(kind: str) -> tuple[Disc, float]:
    found = fighters()[kind]
    return Disc(found.radius), found.height
