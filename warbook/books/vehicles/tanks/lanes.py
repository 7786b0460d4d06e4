"""What lies straight ahead of a Tank: whom it drives over, what stops it, and where the ground is bad."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from math import atan2, degrees

from msgspec import Struct

from warbook.board.driving import Contact
from warbook.board.geometry import Body, Disc, bearing, distance, farthest, turn_between
from warbook.board.hulls import Leg
from warbook.books.vehicles.driving.course import foes, follows, friends, keeps_to_road, kept_off
from warbook.books.vehicles.driving.terrain import Risk, driving_risk
from warbook.books.vehicles.driving.ways import most
from warbook.books.vehicles.field.bodies import WITHIN, base, bodies, hull, reaches, type_of
from warbook.books.vehicles.state import Battle, Unit, Vehicle

GRAZE = 0.1  # inches of a model that a flank of the hull comes over, where one is looked for that does


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


class Lanes:
    """The straight ways of a Tank from where it stands, as long as nobody moves. Who is `dealt` with is
    passed."""

    def __init__(self, battle: Battle, tank: Vehicle, ram: bool, dealt: Collection[str] = ()) -> None:
        self.battle, self.tank, self.ram = battle, tank, ram
        shocked = [unit for unit in to_shock(battle, tank) if unit.id not in dealt]
        self.models = [model for unit in shocked for model in battle.standing(unit)]
        self.stops, self.owners = _stops(battle, tank, ram)
        self.field = follows(battle, tank, self.stops, [base(battle, model) for model in self.models])

    def ahead(self, leg: Leg) -> Lane:
        """A turn and so many inches straight on."""
        driven, models = self.field.drive((leg,)), self.models
        met = tuple(
            Met(each.inches, models[each.number].unit, models[each.number].id, each.turning)
            for each in driven.met
        )
        contact = driven.contact
        target = self.owners[contact.number] if contact is not None and contact.kind == "body" else ""
        risk = None if type_of(self.tank).skimmer else driving_risk(driven)
        return Lane(driven.inches, met, target, contact, risk, keeps_to_road(driven), driven.end)

    def leads_by_road(self, leg: Leg) -> bool:
        """Whether all of a lane is road, beyond whoever ends it too."""
        return keeps_to_road(follows(self.battle, self.tank, ()).drive((leg,)))

    @cached_property
    def prey(self) -> tuple[list[Unit], list[Vehicle]]:
        return prey(self.battle, self.tank)

    def hitting(self, turns: Sequence[float]) -> list[float]:
        """Those of the turns after which somebody is met before anything else, straight on, as far as it can
        go on any ground; where somebody is so near that the turn itself may hit him, all of them."""
        aims = self._aims()
        if self.tank.z or any(reaches(_all_round(self.tank), body, 0.0) for body in aims):
            return list(turns)
        meets = follows(self.battle, self.tank, [*aims, *(each for each in self.stops if each not in aims)])
        far = most(self.battle, self.tank)
        met = meets.stoppers([(Leg(turn, far),) for turn in turns])
        return [
            turn
            for turn, by in zip(turns, met, strict=True)
            if by is not None and by[0] == "body" and by[2] < len(aims)
        ]

    def turns(self) -> list[float]:
        """Turns worth looking at: straight at each of those that it might hit, the nearest first, and all
        round."""
        tank = self.tank
        aims = [turn_between(tank.facing, bearing(tank.spot, body.spot)) for body in self._aims()]
        return list(dict.fromkeys(round(turn, 1) for turn in (*aims, *map(float, range(-180, 180, 15)))))

    def grazing(self) -> list[float]:
        """Turns to pass by each of them so that a flank of the hull just touches him, on either side."""
        tank, found = self.tank, list[float]()
        for body in self._aims():
            straight = turn_between(tank.facing, bearing(tank.spot, body.spot))
            away = max(distance(tank.spot, body.spot), WITHIN)
            aside = type_of(tank).width / 2 + farthest(body.base) - GRAZE
            found += (straight + side * degrees(atan2(aside, away)) for side in (-1.0, 1.0))
        return found

    def _aims(self) -> list[Body]:
        """The bodies of those that it might hit, the nearest first."""
        units, targets = self.prey
        enemies: list[Unit | Vehicle] = [*targets] if self.ram else [*units]
        found = [body for enemy in enemies for body in bodies(self.battle, enemy)]
        return sorted(found, key=lambda body: distance(self.tank.spot, body.spot))


def lane(battle: Battle, tank: Vehicle, leg: Leg, ram: bool, dealt: Collection[str] = ()) -> Lane:
    """One straight way from where it stands."""
    return Lanes(battle, tank, ram, dealt).ahead(leg)


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
        more = bodies(battle, enemy) if rammed else kept_off(battle, tank, [enemy])[0]
        found += more
        owners += [enemy.id if rammed else ""] * len(more)
    return found, owners


def prey(battle: Battle, tank: Vehicle) -> tuple[list[Unit], list[Vehicle]]:
    """The units that it might shock and the vehicles that it might ram, by the distance alone,
    whichever way it turns first."""
    far, own = most(battle, tank), _all_round(tank)
    units = [unit for unit in to_shock(battle, tank) if _within(battle, own, unit, far)]
    targets = [
        each
        for each in foes(battle, tank)
        if isinstance(each, Vehicle) and not each.locked and _within(battle, own, each, far)
    ]
    return units, targets


def _all_round(tank: Vehicle) -> Body:
    """What its hull covers when it turns where it stands."""
    return Body(tank.spot, Disc(farthest(hull(tank).base)), 0.0)


def _within(battle: Battle, own: Body, enemy: Unit | Vehicle, far: float) -> bool:
    return any(reaches(own, body, far) for body in bodies(battle, enemy))
