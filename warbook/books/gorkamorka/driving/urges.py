"""What a driver cannot help doing: enemies within 6 inches of his front whom he must ram or squash."""

from __future__ import annotations

from collections.abc import Callable

from warbook.board.hulls import Leg, edge_gap
from warbook.books.gorkamorka.driving.course import OBLIGED, obliged
from warbook.books.gorkamorka.field.bodies import TOLERANCE, hull, hulls, model, on_foot, on_ground
from warbook.books.gorkamorka.ramming.segments import follow
from warbook.books.gorkamorka.state import Battle, Vehicle
from warbook.core.questions import Refusal


def quarry(battle: Battle, vehicle: Vehicle) -> list[str]:
    """The enemies within 6 inches of its front whom the driver has to go for."""
    own = hull(vehicle)
    near = [
        v.id
        for v in hulls(battle)
        if not v.destroyed and edge_gap(own, "front", hull(v)) <= OBLIGED + TOLERANCE
    ]
    near += [w.id for w in on_foot(battle) if edge_gap(own, "front", on_ground(w)) <= OBLIGED + TOLERANCE]
    return [id for id in near if id != vehicle.id and obliged(battle, vehicle, model(battle, id))]


def urge(battle: Battle, vehicle: Vehicle) -> Refusal | None:
    """Why the driver may not let the enemies before him be."""
    for id in quarry(battle, vehicle):
        return obliged(battle, vehicle, model(battle, id))
    return None


def must_strike(battle: Battle, vehicle: Vehicle, most: float) -> Callable[[tuple[Leg, ...]], Refusal | None]:
    """gce.R9.13: if a legal gas move reaches one of them, only such a move may be made."""
    wanted = quarry(battle, vehicle)
    reason = urge(battle, vehicle)
    ways = [legs for legs in _tries(most) if _strikes(battle, vehicle, legs, wanted)] if wanted else []

    def judge(legs: tuple[Leg, ...]) -> Refusal | None:
        if not ways or _strikes(battle, vehicle, legs, wanted):
            return None
        return reason

    return judge


def _tries(most: float) -> list[tuple[Leg, ...]]:
    """Straight on, and turned after an inch or two by every step of a turn."""
    found: list[tuple[Leg, ...]] = [(Leg(0.0, most),)]
    for before in (1.0, 2.0, 3.0):
        if before < most:
            turns = (15.0, -15.0, 30.0, -30.0, 45.0, -45.0)
            found += [(Leg(0.0, before), Leg(turn, most - before)) for turn in turns]
    return found


def _strikes(battle: Battle, vehicle: Vehicle, legs: tuple[Leg, ...], wanted: list[str]) -> bool:
    driven, others, feet = follow(battle, vehicle, legs)
    contact = driven.contact
    rams = contact is not None and contact.kind == "body" and others[contact.number].id in wanted
    return (rams and not (contact and contact.turning)) or any(
        feet[met.number].id in wanted for met in driven.met
    )
