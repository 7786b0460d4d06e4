"""What a vehicle may fire after its move: all its weapons, one main weapon, or none (veh.fire.allowance)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.books.vehicles.army.data import weapons
from warbook.books.vehicles.field.bodies import type_of
from warbook.books.vehicles.state import Vehicle
from warbook.core.questions import Refusal

Limit: TypeAlias = Literal["all", "one main", "none"]
LINES: tuple[Limit, ...] = ("all", "one main", "none", "none")
SPEEDS = ("stationary", "combat", "cruising", "flat out")


class Loaded(Struct, frozen=True):
    """A gun of a vehicle with the ammunition it would fire, as a barrage or directly."""

    gun: int
    weapon: str
    barrage: bool = False


def fire_limit(vehicle: Vehicle) -> Limit:
    """By speed alone: veh.fire.stationary, veh.fire.combat-speed, veh.fire.cruising-speed, veh.fire.flat-out.
    A Fast vehicle fires as one that was a band slower, but not flat out (veh.fast.fire-combat,
    veh.fast.fire-cruising, veh.fast.fire-flat-out); a Walker as if it had stood (veh.walker.fire-all)."""
    kind = type_of(vehicle)
    if kind.walker is not None:
        return "all"
    band = SPEEDS.index(vehicle.speed)
    if kind.fast and 0 < band < 3:
        band -= 1
    return LINES[band]


def silent(vehicle: Vehicle) -> Refusal | None:
    """Why it fires nothing whatever its speed, its extra weapon left aside."""
    if vehicle.shaken:
        return Refusal("its crew is shaken", "veh.damage.shaken")
    if vehicle.stunned:
        return Refusal("its crew is stunned", "veh.damage.stunned")
    if fire_limit(vehicle) == "none":
        rule = "veh.fire.flat-out" if vehicle.speed == "flat out" else "veh.fire.cruising-speed"
        return Refusal(f"it moved {'flat out' if vehicle.speed == 'flat out' else 'at cruising speed'}", rule)
    return None


def forbidden(vehicle: Vehicle) -> Refusal | None:
    """Why it may fire nothing at all, not even an extra weapon."""
    if vehicle.smoking:
        return Refusal("it has triggered its smoke launchers", "veh.fire.smoke")
    if vehicle.rammed:
        return Refusal("it rammed", "veh.ram.conditions")
    if vehicle.ran:
        return Refusal("it ran", "veh.walker.run")
    return None


def may_barrage(vehicle: Vehicle) -> bool:
    """veh.ordnance.barrage-indirect, veh.fast.ordnance-barrage, veh.V13: from a standstill, Fast vehicles at
    combat speed too, Walkers always."""
    kind = type_of(vehicle)
    slow = vehicle.speed == "stationary" or (kind.fast and vehicle.speed == "combat")
    return slow or kind.walker is not None


def loadouts(
    vehicle: Vehicle, ready: Mapping[int, Sequence[Loaded]], allowed: Limit
) -> list[tuple[Loaded, ...]]:
    """What may be fired together of the guns that are ready, each with its ammunitions. An Ordnance weapon is
    fired alone (veh.V10, veh.V11, veh.V12); what has only one shot may be kept."""
    plain, alone = list[Loaded](), list[tuple[Loaded, ...]]()
    for choices in ready.values():
        for loaded in choices:
            if weapons()[loaded.weapon].ordnance:
                alone.append((loaded,))
            elif not any(each.gun == loaded.gun for each in plain):
                plain.append(loaded)
    if allowed == "all":
        together = [tuple(plain)]
    else:
        mains = {each.weapon: each for each in reversed(plain) if not weapons()[each.weapon].defensive}
        defensive = [each for each in plain if weapons()[each.weapon].defensive]
        together = [
            tuple(each for each in plain if each is main or each in defensive) for main in mains.values()
        ] or [tuple(defensive)]
    found = [each for each in together if each]
    for each in list(found):
        kept = tuple(loaded for loaded in each if weapons()[loaded.weapon].uses is None)
        if kept and kept != each and kept not in found:
            found.append(kept)
    return found + alone
