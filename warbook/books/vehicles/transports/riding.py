"""Who may ride in what, and what passengers may do."""

from __future__ import annotations

from warbook.books.vehicles.army.lists import Edge
from warbook.books.vehicles.field.bodies import type_of, unit_type
from warbook.books.vehicles.state import Battle, Unit, Vehicle
from warbook.core.questions import Refusal


def access(vehicle: Vehicle) -> tuple[Edge, ...] | None:
    """The edges where one gets on and off; None is anywhere (veh.transport.when, veh.open.access)."""
    kind = type_of(vehicle)
    return None if kind.open_topped else kind.access_points


def why_not_carried(battle: Battle, unit: Unit, vehicle: Vehicle) -> Refusal | None:
    """Why the vehicle does not carry the unit."""
    kind, squad = type_of(vehicle), unit_type(battle, unit)
    if not kind.transport or vehicle.side != unit.side or not vehicle.works:
        return Refusal(f"{vehicle.name} carries nobody of this side", "veh.transport.capacity")
    if squad.jump:
        return Refusal("nobody carries jump infantry", "veh.transport.infantry-only")
    if any(each.id != unit.id for each in battle.passengers(vehicle)):
        return Refusal(f"{vehicle.name} carries one unit at a time", "veh.V46")
    slots = squad.slots(len(battle.members(unit)))
    if slots > kind.capacity:
        words = f"{vehicle.name} has room for {kind.capacity}, and the unit takes up {slots}"
        rule = "veh.transport.whole-unit" if squad.slots(1) <= kind.capacity else "veh.transport.capacity"
        return Refusal(words, rule)
    return None


def firers(battle: Battle, vehicle: Vehicle) -> int:
    """How many of those aboard may fire: one from each fire point, all from an open-topped transport
    (veh.transport.fire-points, veh.open.fire); nobody while its crew is Shaken or Stunned."""
    if vehicle.shaken or vehicle.stunned:
        return 0
    models = sum(len(battle.members(unit)) for unit in battle.passengers(vehicle))
    kind = type_of(vehicle)
    return models if kind.open_topped else min(models, kind.fire_points)


def moved_aboard(battle: Battle, unit: Unit) -> bool:
    """veh.transport.fire-moving: whether a passenger counts as having moved. A pivot is no move (veh.V49)."""
    return bool(unit.aboard) and battle.vehicle(unit.aboard).speed != "stationary"


def has_alighted(unit: Unit) -> Refusal | None:
    """Why a unit moves no more for having got off this turn."""
    if unit.alighted == "after":
        return Refusal("it got off after its transport had moved", "veh.transport.after-move")
    if unit.alighted == "emergency":
        return Refusal("after an emergency exit it does nothing else", "veh.transport.emergency")
    return None


def may_assault(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit may not assault for having got off this turn, or for being aboard. From an open-topped
    transport, and by an assault ramp, it may even after the transport moved (veh.open.assault, veh.V53)."""
    if unit.aboard:
        return Refusal("it is aboard", "veh.transport.when")
    if unit.alighted == "emergency":
        return Refusal(
            "it got out in an emergency and does nothing else this turn", "veh.transport.emergency"
        )
    if unit.alighted == "after":
        kind = type_of(battle.vehicle(unit.alighted_from))
        if not kind.open_topped and not kind.assault_ramp:
            return Refusal("it got off after its transport had moved", "veh.transport.after-move")
    return None
