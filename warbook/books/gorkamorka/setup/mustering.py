"""A battle before its first step: warriors and vehicles of every mob, who rides what."""

from __future__ import annotations

from warbook.books.gorkamorka.mob.crews import fighter_names, vehicle_names
from warbook.books.gorkamorka.mob.data import fighters, skills_of
from warbook.books.gorkamorka.mob.written import Mob
from warbook.books.gorkamorka.state import SIDES, Battle, Setup, Vehicle, Warrior


def muster(setup: Setup) -> Battle:
    battle = Battle(setup=setup, warriors=[], vehicles=[], tokens=[], began={}, edges={}, order=[])
    for side, mob in zip(SIDES, setup.mobs, strict=False):
        _enlist(battle, side, mob)
    return battle


def _enlist(battle: Battle, side: str, mob: Mob) -> None:
    """gce.game.forces, gce.basics.needed. In a derby only the drivers ride; the others look on."""
    rides, mark = {}, battle.setup.mark(side)
    for number, (name, ride) in enumerate(zip(vehicle_names(mob), mob.vehicles, strict=True), 1):
        vehicle = Vehicle(
            f"{side}v{number}", name + mark, side, ride.type, ride.fixed_weapon, gubbinz=ride.gubbinz
        )
        rides[name] = vehicle
        battle.vehicles.append(vehicle)
    for number, (name, recruit) in enumerate(zip(fighter_names(mob), mob.fighters, strict=True), 1):
        kind = fighters()[recruit.type]
        warrior = Warrior(
            id=f"{side}{number}",
            name=name + mark,
            side=side,
            kind=recruit.type,
            profile=kind.profile,
            weapons=recruit.weapons,
            armour=recruit.armour,
            skills=skills_of(recruit.skills),
            wounds=kind.profile.w,
            traits=kind.traits,
            frenzied="frenzy" in kind.traits,
        )
        battle.warriors.append(warrior)
        own = rides.get(recruit.aboard)
        warrior.spectator = battle.setup.scenario.derby and (own is None or recruit.role != "driver")
        if own is None or warrior.spectator:
            continue
        warrior.aboard, warrior.station = own.id, recruit.role
        if recruit.role == "driver":
            own.driver = warrior.id
        elif recruit.role == "gunner":
            own.gunner = warrior.id
