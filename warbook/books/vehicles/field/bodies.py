"""The room that models and vehicles take up, and how far they are from each other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import hypot

from msgspec.structs import replace

from warbook.board.bodies import body_rows, nearest_gap
from warbook.board.geometry import Body, Disc, Oblong, Spot, corners, farthest, flat_gap, gap, overlap
from warbook.board.terrain import Area
from warbook.books.vehicles.army.data import units, vehicles
from warbook.books.vehicles.army.lists import ModelType, UnitType, VehicleType
from warbook.books.vehicles.state import Battle, Model, Unit, Vehicle

WITHIN = 0.01  # a limit in inches includes itself
CONTACT = 0.05  # inches between what touches
CLEAR = 1.0  # veh.P3: no nearer to an enemy, except to assault him
WRECK_WORDS = ("dangerous", "cover-4", "wreck")
LARGEST = 8.0  # inches: no base and no hull reaches further from its middle
CRATER_WORDS = ("cover-4", "crater")


def type_of(vehicle: Vehicle) -> VehicleType:
    return vehicles()[vehicle.kind]


def unit_type(battle: Battle, unit: Unit) -> UnitType:
    known = units().get(unit.kind)
    return battle.force(unit.side).unit(unit.kind) if known is None else known


def model_type(battle: Battle, model: Model) -> ModelType:
    return unit_type(battle, battle.unit(model.unit)).models[model.kind]


def hull(vehicle: Vehicle) -> Body:
    """Hull and turret are one box (veh.V86)."""
    return hull_at(vehicle.kind, vehicle.x, vehicle.y, vehicle.z, vehicle.facing)


def base(battle: Battle, model: Model) -> Body:
    """Only for who is on the table."""
    kind = unit_type(battle, battle.unit(model.unit))
    return Body(model.spot, Disc(kind.base / 2), kind.height)


def bodies(battle: Battle, one: Unit | Vehicle) -> list[Body]:
    """What distances are measured from and to; of a unit aboard, the hull (veh.transport.fire-points)."""
    if isinstance(one, Vehicle):
        return [hull(one)]
    if one.aboard:
        return [hull(battle.vehicle(one.aboard))]
    kind = unit_type(battle, one)
    disc = _disc(kind.base)
    return [Body(model.spot, disc, kind.height) for model in battle.standing(one)]


def apart(battle: Battle, one: Unit | Vehicle, two: Unit | Vehicle) -> float:
    """Between the nearest points of the two."""
    hulks, foot = list[list[Body]](), list[list[Body]]()
    for there in (bodies(battle, one), bodies(battle, two)):
        (hulks if there and isinstance(there[0].base, Oblong) else foot).append(there)
    if not foot:
        return gap(hulks[0][0], hulks[1][0])
    return nearest_gap(body_rows(foot[0]), body_rows((hulks or foot)[-1]))


def closer(one: Body, two: Body, inches: float) -> bool:
    """Whether there is less than so much between the bases, seen from above."""
    return _least(one, two) < inches and flat_gap(one, two) < inches


def reaches(one: Body, two: Body, inches: float) -> bool:
    """Whether there is no more than so much between the bases, seen from above."""
    return _least(one, two) <= inches + WITHIN and flat_gap(one, two) <= inches + WITHIN


def _least(one: Body, two: Body) -> float:
    """What the `flat_gap` of the two is at least, and so the `gap`."""
    a, b = one.spot, two.spot
    return hypot(a.x - b.x, a.y - b.y) - farthest(one.base) - farthest(two.base)


def on_table(battle: Battle, side: str) -> list[Unit | Vehicle]:
    """The side's foot units on the table (not those aboard) and its vehicles that work."""
    standing = {model.unit for model in battle.models if model.place == "table"}
    foot: list[Unit | Vehicle] = [
        unit for unit in battle.units if unit.side == side and not unit.aboard and unit.id in standing
    ]
    return foot + [vehicle for vehicle in battle.vehicles if vehicle.side == side and vehicle.works]


def on_foot(battle: Battle) -> list[Model]:
    """Every model on the table, of both sides."""
    return [model for model in battle.models if model.place == "table"]


def hulls(battle: Battle) -> list[Vehicle]:
    """The vehicles on the table, wrecks too."""
    return [vehicle for vehicle in battle.vehicles if vehicle.place == "table"]


def in_the_way(battle: Battle, but: Sequence[str] = ()) -> list[Body]:
    """All bodies on the table except those of the units and vehicles named. A wreck is ground (veh.V41)."""
    found = list[Body]()
    for unit in battle.units:
        if unit.id not in but and not unit.aboard:
            found += bodies(battle, unit)
    return found + [hull(each) for each in battle.vehicles if each.works and each.id not in but]


def room_to_turn(battle: Battle, vehicle: Vehicle, facing: float) -> bool:
    """Whether its hull, turned so where it stands, comes upon nobody."""
    turned = replace(hull(vehicle), facing=facing)
    near = close_by(battle, vehicle.x, vehicle.y, farthest(turned.base))
    return not any(overlap(turned, body) for one, body in near if one is not vehicle)


def close_by(battle: Battle, x: float, y: float, inches: float) -> list[tuple[Unit | Vehicle, Body]]:
    """Whoever is within so many inches of a point, and perhaps some who are not: of each body whose it is.
    A wreck is ground (veh.V41)."""
    reach = inches + LARGEST
    found: list[tuple[Unit | Vehicle, Body]] = []
    for model in battle.models:
        if model.place == "table" and abs(model.x - x) < reach and abs(model.y - y) < reach:
            unit = battle.unit(model.unit)
            kind = unit_type(battle, unit)
            found.append((unit, Body(model.spot, _disc(kind.base), kind.height)))
    for vehicle in battle.vehicles:
        if vehicle.works and abs(vehicle.x - x) < reach and abs(vehicle.y - y) < reach:
            found.append((vehicle, hull(vehicle)))
    return found


def new_ground(battle: Battle) -> list[Area]:
    """The areas that have come to lie on the table since the battle began: craters and wrecks."""
    wrecks = [
        _wreck(vehicle.name, hull(vehicle))
        for vehicle in battle.vehicles
        if vehicle.wrecked and vehicle.place == "table"
    ]
    return [*battle.craters, *wrecks]


@lru_cache(1_000)
def _wreck(name: str, hulk: Body) -> Area:
    return Area(f"wreck of {name}", corners(hulk), "difficult", level=hulk.spot.z, words=WRECK_WORDS)


@lru_cache(10_000)
def hull_at(kind: str, x: float, y: float, z: float, facing: float) -> Body:
    found = vehicles()[kind]
    return Body(Spot(x, y, z), Oblong(found.length, found.width), found.height, facing)


@cache
def _disc(diameter: float) -> Disc:
    return Disc(diameter / 2)
