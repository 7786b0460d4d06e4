"""Who of a mob rides what when the battle begins, and what is wrong with that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from warbook.books.gorkamorka.mob.data import fighters, vehicles
from warbook.books.gorkamorka.mob.flaws import Flaw
from warbook.books.gorkamorka.mob.lists import VehicleType
from warbook.books.gorkamorka.mob.written import Mob, Recruit
from warbook.core.datafile import did_you_mean
from warbook.core.drafting import numbered

RIDERS, DRIVERS, GUNNERS = (
    "gce.foot.riders", "gce.vehicle-movement.out-of-control", "gce.vehicle-shooting.gunner-only",
)  # fmt: skip


def fighter_names(mob: Mob) -> tuple[str, ...]:
    """What the fighters are called; those without a name by their type, numbered where several are alike."""
    kinds = (fighters().get(recruit.type) for recruit in mob.fighters)
    plain = [
        recruit.name or (kind.name if kind else recruit.type)
        for recruit, kind in zip(mob.fighters, kinds, strict=True)
    ]
    return numbered(plain)


def vehicle_names(mob: Mob) -> tuple[str, ...]:
    """What the vehicles are called; `aboard` of a fighter is one of these."""
    kinds = (vehicles().get(ride.type) for ride in mob.vehicles)
    plain = [
        ride.name or (kind.name if kind else ride.type)
        for ride, kind in zip(mob.vehicles, kinds, strict=True)
    ]
    return numbered(plain)


def riders(mob: Mob, vehicle: str) -> list[Recruit]:
    return [recruit for recruit in mob.fighters if recruit.aboard == vehicle]


def crew_flaws(mob: Mob) -> list[Flaw]:
    names = vehicle_names(mob)
    found = [*_lost(mob, names)]
    for number, (name, ride) in enumerate(zip(names, mob.vehicles, strict=True)):
        kind = vehicles().get(ride.type)
        if kind is not None:
            found += _ride_flaws(f".vehicles[{number}]", name, kind, riders(mob, name), ride.fixed_weapon)
    return found


def _lost(mob: Mob, names: Sequence[str]) -> Iterator[Flaw]:
    """Fighters aboard nothing that the mob has."""
    for number, recruit in enumerate(mob.fighters):
        if recruit.aboard and recruit.aboard not in names:
            right = did_you_mean(recruit.aboard, names) if names else "; it has none"
            words = f"the mob has no vehicle '{recruit.aboard}'{right}"
            yield Flaw(f".fighters[{number}].aboard", words, RIDERS)
        if recruit.role != "crew" and not recruit.aboard:
            words = f"a {recruit.role} rides a vehicle; say which one with aboard"
            yield Flaw(f".fighters[{number}].role", words, RIDERS)


def _ride_flaws(
    at: str, name: str, kind: VehicleType, aboard: Sequence[Recruit], fixed_weapon: str
) -> Iterator[Flaw]:
    posts = Counter(recruit.role for recruit in aboard)
    if not kind.crew_min <= len(aboard) <= kind.crew_max:
        words = f"{name} carries {kind.crew_min} to {kind.crew_max} fighters; here are {len(aboard)}"
        yield Flaw(at, words, RIDERS)
    if posts["driver"] != 1:
        yield Flaw(at, f"{name} has one driver; here are {posts['driver']}", DRIVERS)
    if not posts["gunner"]:
        return
    if kind.saddled:
        words = f"a bike's driver fires what is fixed to it; {name} has no gunner"
        yield Flaw(at, words, "gce.vehicle-shooting.biker-fixed")
    elif not fixed_weapon:
        yield Flaw(at, f"nothing is fixed to {name}, so it has no gunner", GUNNERS)
    elif posts["gunner"] > 1:
        yield Flaw(at, f"{name} has one gunner; here are {posts['gunner']}", GUNNERS)
