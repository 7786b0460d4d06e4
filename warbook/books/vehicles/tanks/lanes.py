"""What lies straight ahead of a Tank: whom it drives over, what stops it, and where the ground is bad."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from warbook.board.driving import Contact
from warbook.board.geometry import Body, bearing, flat_gap, turn_between
from warbook.board.hulls import Leg
from warbook.books.vehicles.driving.course import foes, follows, friends, keeps_to_road, kept_off
from warbook.books.vehicles.driving.terrain import Risk, driving_risk
from warbook.books.vehicles.driving.ways import most
from warbook.books.vehicles.field.bodies import WITHIN, base, bodies, hull, type_of
from warbook.books.vehicles.state import Battle, Unit, Vehicle


class Met(Struct, frozen=True):
    """A model under the hull, after how many inches, or in the turn before them."""

    inches: float
    unit: str
    model: str
    turning: bool = False


class Lane(Struct, frozen=True):
    """A straight way as far as it can be gone: the models of units to be shocked, in the order they are met,
    the enemy vehicle that ends it, how it is struck, whatever else ends it, and the first bad ground."""

    inches: float
    met: tuple[Met, ...]
    target: str
    contact: Contact | None
    risk: Risk | None
    on_road: bool
    end: Body

    @property
    def units(self) -> tuple[str, ...]:
        """Those who are hit, in order."""
        return tuple(dict.fromkeys(met.unit for met in self.met))


def lane(battle: Battle, tank: Vehicle, leg: Leg, ram: bool, dealt: Collection[str] = ()) -> Lane:
    """A turn and so many inches straight ahead from where it stands. Who is `dealt` with is passed."""
    shocked = [unit for unit in to_shock(battle, tank) if unit.id not in dealt]
    models = [model for unit in shocked for model in battle.standing(unit)]
    stops, owners = _stops(battle, tank, ram)
    driven = follows(battle, tank, stops, [base(battle, model) for model in models]).drive((leg,))
    met = tuple(
        Met(each.inches, models[each.number].unit, models[each.number].id, each.turning)
        for each in driven.met
    )
    contact = driven.contact
    target = owners[contact.number] if contact is not None and contact.kind == "body" else ""
    risk = None if type_of(tank).skimmer else driving_risk(driven)
    return Lane(driven.inches, met, target, contact, risk, keeps_to_road(driven), driven.end)


def to_shock(battle: Battle, tank: Vehicle) -> list[Unit]:
    """veh.tank.shock: enemies on foot who are not in close combat (veh.V60); nobody for who is no Tank."""
    if not type_of(tank).tank:
        return []
    return [each for each in foes(battle, tank) if isinstance(each, Unit) and not each.locked]


def _stops(battle: Battle, tank: Vehicle, ram: bool) -> tuple[list[Body], list[str]]:
    """veh.tank.stop: friends, and an inch off enemy vehicles and whoever is in close combat, Walkers too
    (veh.V60). A ram drives into other vehicles instead (veh.ram.procedure). Each with the id of the vehicle
    to be rammed, if it is one."""
    found, owners = friends(battle, tank), list[str]()
    owners += [""] * len(found)
    shocked = {unit.id for unit in to_shock(battle, tank)}
    for enemy in foes(battle, tank):
        if enemy.id in shocked:
            continue
        rammed = ram and isinstance(enemy, Vehicle) and not enemy.locked
        more = bodies(battle, enemy) if rammed else kept_off(battle, tank, [enemy])
        found += more
        owners += [enemy.id if rammed else ""] * len(more)
    return found, owners


def prey(battle: Battle, tank: Vehicle) -> tuple[list[Unit], list[Vehicle]]:
    """The units that it might shock and the vehicles that it might ram, by the distance alone."""
    far, own = most(battle, tank), hull(tank)
    units = [unit for unit in to_shock(battle, tank) if _within(battle, own, unit, far)]
    targets = [
        each
        for each in foes(battle, tank)
        if isinstance(each, Vehicle) and not each.locked and _within(battle, own, each, far)
    ]
    return units, targets


def _within(battle: Battle, own: Body, enemy: Unit | Vehicle, far: float) -> bool:
    return any(flat_gap(own, body) <= far + WITHIN for body in bodies(battle, enemy))


def turns(battle: Battle, tank: Vehicle) -> list[float]:
    """Turns worth looking at: all round, and straight at each model and vehicle of the enemy."""
    units, targets = prey(battle, tank)
    enemies: list[Unit | Vehicle] = [*units, *targets]
    aims = [
        turn_between(tank.facing, bearing(tank.spot, body.spot))
        for enemy in enemies
        for body in bodies(battle, enemy)
    ]
    return sorted({round(turn, 1) for turn in (*map(float, range(-180, 180, 15)), *aims)})
