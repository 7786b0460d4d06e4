"""A vehicle goes on, or turns, until it meets something: a vehicle, a warrior, terrain, ground, the edge.

What comes of the meeting is for whoever moves it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.driving import Contact, Driven, field
from warbook.board.geometry import Body, Oblong, outside_base, turn_between
from warbook.board.geometry import corners as corners_of
from warbook.board.hulls import Edge, Leg, moved, sector
from warbook.books.gorkamorka.damage.riders import shake_off
from warbook.books.gorkamorka.field.bodies import hull, hulls, model_of, on_foot, on_ground
from warbook.books.gorkamorka.mob.lists import Passage
from warbook.books.gorkamorka.state import Battle, Game, Vehicle
from warbook.core.events import Moved, Turned

OVER = 0.98  # gce.R7.12: walls below an inch are open ground
TINY = 1e-6
TOUCH = 0.02

MetKind: TypeAlias = Literal["", "vehicle", "warrior", "terrain", "edge", "bog", "mire"]


class Met(Struct, frozen=True):
    """How far it went, and what it met there: nothing, a piece, terrain with the edges of the hull that
    struck, the edge of the table, ground where it only goes slowly (bog) or not at all (mire)."""

    inches: float
    kind: MetKind = ""
    who: str = ""
    contact: Contact | None = None

    @property
    def edges(self) -> tuple[Edge, ...]:
        return () if self.contact is None else self.contact.mine


def passage(vehicle: Vehicle, ground: str) -> Passage:
    """gce.vehicle-movement.terrain-profile, gce.terrain.vehicles; gce.vehicle-movement.trukk-terrain is in
    the data."""
    terrain = model_of(vehicle).terrain
    return {"difficult": terrain.difficult, "very-difficult": terrain.very_difficult}.get(
        ground, terrain.open
    )


class Traffic:
    """All that a vehicle could meet, looked up once for many ways while nobody moves: vehicles stop it,
    warriors do not."""

    def __init__(self, battle: Battle, vehicle: Vehicle, through: Collection[str] = ()) -> None:
        self.battle, self.vehicle = battle, vehicle
        self.others = [other for other in hulls(battle) if other.id != vehicle.id]
        self.feet = [warrior for warrior in on_foot(battle) if warrior.id not in through]
        self.own = hull(vehicle)
        self._field = field(
            battle.table,
            self.own,
            [hull(other) for other in self.others],
            [on_ground(warrior) for warrior in self.feet],
            over=OVER,
        )

    def follow(self, legs: tuple[Leg, ...]) -> Driven:
        """A way as far as it would go."""
        return self._field.drive(legs)

    def into_vehicles(self, ways: Sequence[tuple[Leg, ...]]) -> list[tuple[Leg, ...]]:
        """Those of the ways that run into another vehicle."""
        stopped = zip(ways, self._field.stoppers(ways), strict=True)
        return [legs for legs, by in stopped if by is not None and by[0] == "body"]

    def ahead(self, start: Body, inches: float) -> Met:
        """What would stop it straight on from there, or hold it; warriors do not."""
        driven = self._field.drive((Leg(0.0, inches),), start)
        found = _stopped(driven, self.others)
        return _ground(self.vehicle, driven, found.inches) or found

    def first_met(self, leg: Leg) -> tuple[Met, Body]:
        """What one leg (a turn or a straight run) leads to first, and where the hull is then."""
        own, driven = self.own, self._field.drive((leg,))
        found, contact = _stopped(driven, self.others), driven.contact
        if driven.met and (leg.turn or driven.met[0].inches <= found.inches):
            met = driven.met[0]
            found = Met(met.inches, "warrior", self.feet[met.number].id)
            if leg.turn and contact is None:
                return found, driven.end
        if leg.inches > 0.0:
            into = _ground(self.vehicle, driven, found.inches)
            found = into or found
        where = driven.end if leg.turn else moved(own, found.inches if leg.inches > 0 else -found.inches)
        return found, where


def first_met(battle: Battle, vehicle: Vehicle, leg: Leg, through: Collection[str] = ()) -> tuple[Met, Body]:
    return Traffic(battle, vehicle, through).first_met(leg)


def go_straight(
    game: Game, vehicle: Vehicle, inches: float, through: Collection[str], how: str, rule: str
) -> Met:
    """Straight on until something is met."""
    met, where = first_met(game.battle, vehicle, Leg(0.0, inches), through)
    put_vehicle(game, vehicle, where, how, rule)
    return met


def turn_vehicle(
    game: Game, vehicle: Vehicle, degrees: float, through: Collection[str], how: str, rule: str
) -> Met:
    """On the spot, as far as there is room."""
    met, where = first_met(game.battle, vehicle, Leg(degrees, 0.0), through)
    put_vehicle(game, vehicle, where, how, rule)
    return met


def put_vehicle(game: Game, vehicle: Vehicle, where: Body, how: str, rule: str) -> None:
    """A vehicle stands there now."""
    old = hull(vehicle)
    if where.spot == old.spot and where.facing == old.facing:
        return
    vehicle.x, vehicle.y, vehicle.facing = where.spot.x, where.spot.y, where.facing
    vehicle.went_in = game.battle.now
    if where.spot == old.spot:
        game.tell(Turned(piece=vehicle.id, facing=where.facing, rule=rule))
    else:
        path, facings = (old.spot, where.spot), (old.facing, where.facing)
        game.tell(Moved(piece=vehicle.id, path=path, how=how, facings=facings, rule=rule))
    if abs(turn_between(old.facing, where.facing)) > TINY:
        shake_off(game, vehicle)


def sweep(body: Body, inches: float) -> Body:
    """The strip that a hull covers on its way straight on."""
    assert isinstance(body.base, Oblong)
    return replace(moved(body, inches / 2), base=Oblong(body.base.length + inches, body.base.width))


def quadrant(body: Body, other: Body) -> Edge:
    """gce.ramming.quadrants: in which quarter of a hull another touches it; the first named on the line."""
    points = [p for p in corners_of(other) if outside_base(body, *p) <= TOUCH]
    points += [p for p in corners_of(body) if outside_base(other, *p) <= TOUCH]
    if not points:
        points = [(other.spot.x, other.spot.y)]
    x, y = (sum(p[k] for p in points) / len(points) for k in (0, 1))
    return sector(body, x, y, "quadrants")[0]


def _stopped(driven: Driven, others: list[Vehicle]) -> Met:
    contact = driven.contact
    if contact is None:
        return Met(driven.inches)
    if contact.kind == "body":
        return Met(contact.inches, "vehicle", others[contact.number].id, contact)
    if contact.kind == "edge":
        return Met(contact.inches, "edge")
    return Met(contact.inches, "terrain", contact.name, contact)


def _ground(vehicle: Vehicle, driven: Driven, before: float) -> Met | None:
    """gce.R7.11: the first ground into which its middle comes and that holds it."""
    found: Met | None = None
    for crossed in driven.passes:
        held = passage(vehicle, crossed.area.ground)
        if held == "normal":
            continue
        for begin, _ in crossed.middle:
            if TINY < begin <= before + TINY and (found is None or begin < found.inches):
                found = Met(begin, "bog" if held == "slow" else "mire", crossed.area.name)
    return found
