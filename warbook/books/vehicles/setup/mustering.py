"""A battle before its first step: the units and vehicles of both forces, and who is aboard."""

from __future__ import annotations

from warbook.books.vehicles.army.forces import Force, unit_names, vehicle_names
from warbook.books.vehicles.state import SIDES, Battle, Model, Setup, Unit, Vehicle


def muster(setup: Setup) -> Battle:
    battle = Battle(setup=setup, units=[], models=[], vehicles=[], points=dict.fromkeys(SIDES, 0))
    for side, force in zip(SIDES, setup.forces, strict=True):
        _enlist(battle, side, force)
    return battle


def _enlist(battle: Battle, side: str, force: Force) -> None:
    """veh.V93: a unit may begin the battle aboard."""
    rides = {}
    for number, (name, ride) in enumerate(zip(vehicle_names(force), force.vehicles, strict=True), 1):
        vehicle = Vehicle(f"{side}v{number}", name, side, ride.type)
        rides[name] = vehicle.id
        battle.vehicles.append(vehicle)
    for number, (name, squad) in enumerate(zip(unit_names(force), force.units, strict=True), 1):
        kind = force.unit(squad.type)
        unit = Unit(f"{side}{number}", name, side, squad.type, kind.size, rides.get(squad.aboard, ""))
        battle.units.append(unit)
        soldiers = [at for at, model in enumerate(kind.models) for _ in range(model.count)]
        battle.models += [
            Model(f"{unit.id}.{place}", unit.id, at, kind.models[at].profile.w)
            for place, at in enumerate(soldiers, 1)
        ]
