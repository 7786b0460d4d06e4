"""The gubbinz of a vehicle that still work, and what they do for it."""

from __future__ import annotations

from warbook.books.gorkamorka.mob.data import gubbinz
from warbook.books.gorkamorka.mob.lists import Gubbin
from warbook.books.gorkamorka.state import Vehicle


def working(vehicle: Vehicle) -> list[str]:
    """Their ids, each plate and plank by itself."""
    left = list(vehicle.gubbinz)
    for lost in vehicle.gubbinz_lost:
        left.remove(lost)
    return left


def fittings(vehicle: Vehicle) -> list[Gubbin]:
    return [gubbinz()[id] for id in working(vehicle)]


def plates(vehicle: Vehicle) -> tuple[tuple[int, ...], int]:
    """gce.vehicle-damage.save: what so many plates save on, and how many are left."""
    left = [fitting for fitting in fittings(vehicle) if fitting.save_ladder]
    return (left[0].save_ladder if left else ()), len(left)


def impact_strength(vehicle: Vehicle | None, strength: int) -> int:
    """Of a hit that the vehicle causes: spikes make of Strength 3 more."""
    if vehicle is None or strength != 3:
        return strength
    return max([strength, *(fitting.impact_strength for fitting in fittings(vehicle))])


def dodge_initiative(vehicle: Vehicle) -> int:
    """What is added to the Initiative of who boards the vehicle or jumps clear of it."""
    return min([0, *(fitting.dodge_initiative for fitting in fittings(vehicle))])


def ram_dice(vehicle: Vehicle) -> int:
    """Dice of one damage roll of its rams, of which the highest counts."""
    return max([1, *(fitting.ram_dice for fitting in fittings(vehicle))])


def reaching(vehicle: Vehicle) -> list[Gubbin]:
    """The fittings that strike at whoever is in ram reach: grabbers and wrecker balls."""
    return [fitting for fitting in fittings(vehicle) if fitting.reach_hits]


def plank(vehicle: Vehicle) -> bool:
    return any(fitting.plank for fitting in fittings(vehicle))


def spare_ammo(vehicle: Vehicle) -> bool:
    """Whether its loadsa ammo makes good for the next failed ammo roll of its weapon."""
    return not vehicle.ammo_spared and any(
        fitting.spare_ammo and fitting.for_weapon == vehicle.weapon for fitting in fittings(vehicle)
    )
