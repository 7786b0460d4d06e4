"""The weapons of a vehicle that still work, and its condition when it is hit."""

from __future__ import annotations

from warbook.books.vehicles.army.data import mounts, weapons
from warbook.books.vehicles.damage.dice import Condition
from warbook.books.vehicles.field.bodies import type_of
from warbook.books.vehicles.state import Vehicle


def condition(vehicle: Vehicle, in_combat: bool = False) -> Condition:
    """As the kernels take it; in close combat the damage rolls of a Walker are counted
    (veh.walker.damage-as-wounds)."""
    return Condition(
        weapons=len(working_weapons(vehicle)),
        immobilized=vehicle.immobilized,
        flat_out=vehicle.flat_out_skimming,
        walker=in_combat and type_of(vehicle).walker is not None,
    )


def working_guns(vehicle: Vehicle) -> list[int]:
    """The numbers of the guns that can still be fired."""
    return [
        number
        for number in range(len(type_of(vehicle).guns))
        if number not in vehicle.guns_lost and number not in vehicle.guns_spent
    ]


def working_blades(vehicle: Vehicle) -> list[int]:
    """The numbers of the close combat weapons that a Walker still has; they are counted after the guns."""
    kind = type_of(vehicle)
    numbers = range(len(kind.guns), len(kind.guns) + len(kind.melee))
    return [number for number in numbers if number not in vehicle.guns_lost]


def working_weapons(vehicle: Vehicle) -> list[int]:
    """veh.V38: what Weapon Destroyed may take; two ammunitions of one gun are one weapon (veh.V94)."""
    return working_guns(vehicle) + working_blades(vehicle)


def weapon_name(vehicle: Vehicle, number: int) -> str:
    kind = type_of(vehicle)
    if number < len(kind.guns):
        return weapons()[kind.guns[number].weapons[0]].name
    return weapons()[kind.melee[number - len(kind.guns)]].name


def weapon_title(vehicle: Vehicle, number: int) -> str:
    """Its name, and its mount where a gun of that name sits elsewhere too: those are not alike."""
    guns, name = type_of(vehicle).guns, weapon_name(vehicle, number)
    if number >= len(guns):
        return name
    namesakes = {gun.mount for gun in guns if gun.weapons[0] == guns[number].weapons[0]}
    return f"{name} ({mounts()[guns[number].mount].name})" if len(namesakes) > 1 else name
