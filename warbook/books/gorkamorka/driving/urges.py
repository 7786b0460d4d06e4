"""What a driver cannot help doing: enemies within 6 inches of his front whom he must ram or squash."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from warbook.board.hulls import Leg, edge_gap
from warbook.books.gorkamorka.driving.course import OBLIGED, obliged
from warbook.books.gorkamorka.driving.ways import way_barred
from warbook.books.gorkamorka.field.aboard import available_driver
from warbook.books.gorkamorka.field.bodies import TOLERANCE, hull, hulls, model, on_foot, on_ground
from warbook.books.gorkamorka.ramming.segments import Traffic
from warbook.books.gorkamorka.state import Battle, Vehicle
from warbook.core.questions import Refusal


def quarry(battle: Battle, vehicle: Vehicle) -> list[str]:
    """The enemies within 6 inches of its front whom the driver has to go for; nobody goes for who hides
    (gce.hiding.no-target)."""
    driver = available_driver(battle, vehicle)
    if driver is None or not (driver.frenzied or driver.hates):
        return []
    own = hull(vehicle)
    near = [
        v.id
        for v in hulls(battle)
        if not v.destroyed and edge_gap(own, "front", hull(v)) <= OBLIGED + TOLERANCE
    ]
    feet = [warrior for warrior in on_foot(battle) if not warrior.hidden]
    near += [w.id for w in feet if edge_gap(own, "front", on_ground(w)) <= OBLIGED + TOLERANCE]
    return [id for id in near if id != vehicle.id and obliged(battle, vehicle, model(battle, id))]


def urge(battle: Battle, vehicle: Vehicle) -> Refusal | None:
    """Why the driver may not let the enemies before him be."""
    for id in quarry(battle, vehicle):
        return obliged(battle, vehicle, model(battle, id))
    return None


class Urge(Struct, frozen=True):
    """gce.R9.13: the gas moves that reach one whom the driver must go for. If there are any, he makes one."""

    reason: Refusal | None
    wanted: tuple[str, ...] = ()
    ways: tuple[tuple[Leg, ...], ...] = ()


def urge_to_strike(traffic: Traffic, most: float) -> Urge:
    battle, vehicle = traffic.battle, traffic.vehicle
    wanted = tuple(quarry(battle, vehicle))
    if not wanted:
        return Urge(None)
    ways = tuple(
        legs
        for legs in tries(most)
        if strikes_wanted(traffic, legs, wanted) and way_barred(traffic, legs, rams=True) is None
    )
    return Urge(urge(battle, vehicle), wanted, ways)


def tries(most: float) -> list[tuple[Leg, ...]]:
    """Straight on, and turned after 1, 2 or 3 inches by every step of a turn."""
    found: list[tuple[Leg, ...]] = [(Leg(0.0, most),)]
    for before in (1.0, 2.0, 3.0):
        if before < most:
            turns = (15.0, -15.0, 30.0, -30.0, 45.0, -45.0)
            found += [(Leg(0.0, before), Leg(turn, most - before)) for turn in turns]
    return found


def strikes_wanted(traffic: Traffic, legs: tuple[Leg, ...], wanted: Sequence[str]) -> bool:
    driven = traffic.follow(legs)
    contact = driven.contact
    rams = contact is not None and contact.kind == "body" and traffic.others[contact.number].id in wanted
    return (rams and not (contact and contact.turning)) or any(
        traffic.feet[met.number].id in wanted for met in driven.met
    )
