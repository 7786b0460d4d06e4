"""The figures of the book, read from data/*.toml."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from warbook.books.vehicles.army.lists import (
    Faction,
    Gun,
    ModelType,
    Mount,
    MountId,
    RuleWord,
    UnitType,
    VehicleType,
    Weapon,
)
from warbook.core.datafile import Flaw, did_you_mean, read_toml

DATA = Path(__file__).parents[1] / "data"
CCW = "ccw"  # what everybody strikes with who has nothing better


class _Factions(Struct, forbid_unknown_fields=True):
    faction: tuple[Faction, ...]


class _Weapons(Struct, forbid_unknown_fields=True):
    weapon: tuple[Weapon, ...]


class _WeaponRules(Struct, forbid_unknown_fields=True):
    weapon_rule: tuple[RuleWord, ...]


class _VehicleRules(Struct, forbid_unknown_fields=True):
    vehicle_rule: tuple[RuleWord, ...]


class _Mounts(Struct, forbid_unknown_fields=True):
    mount: tuple[Mount, ...]


class _Vehicles(Struct, forbid_unknown_fields=True):
    vehicle: tuple[VehicleType, ...]


class _Units(Struct, forbid_unknown_fields=True):
    unit: tuple[UnitType, ...]


@cache
def factions() -> Mapping[str, Faction]:
    return _by_id(read_toml(DATA / "factions.toml", _Factions).faction)


@cache
def weapons() -> Mapping[str, Weapon]:
    return _by_id(read_toml(DATA / "weapons.toml", _Weapons).weapon)


@cache
def weapon_rules() -> Mapping[str, RuleWord]:
    """What the fields of weapons mean that are rules of their own, by the field."""
    return _by_id(read_toml(DATA / "weapon_rules.toml", _WeaponRules).weapon_rule)


@cache
def vehicle_rules() -> Mapping[str, RuleWord]:
    """What the fields of vehicles mean that are rules of their own, by the field."""
    return _by_id(read_toml(DATA / "vehicle_rules.toml", _VehicleRules).vehicle_rule)


@cache
def mounts() -> Mapping[MountId, Mount]:
    return _by_id(read_toml(DATA / "mounts.toml", _Mounts).mount)


@cache
def vehicles() -> Mapping[str, VehicleType]:
    return _by_id(read_toml(DATA / "vehicles.toml", _Vehicles, _vehicles_flaws).vehicle)


@cache
def units() -> Mapping[str, UnitType]:
    return _by_id(read_toml(DATA / "units.toml", _Units, _units_flaws).unit)


# ---------------------------------------------------------------- what a gun fires, what a model carries


@cache
def ammunitions(gun: Gun) -> tuple[Weapon, ...]:
    """The weapons that a gun may be fired as."""
    return tuple(weapons()[id] for id in gun.weapons)


@cache
def shooters(model: ModelType) -> tuple[Weapon, ...]:
    """What a model may shoot with, one of them at a time (veh.P14)."""
    return tuple(weapon for id in model.weapons if (weapon := weapons()[id]).ranged)


@cache
def blows(model: ModelType) -> tuple[Weapon, ...]:
    """What a model may strike with; a pistol strikes as a close combat weapon (veh.P14)."""
    carried = [weapons()[id] for id in model.weapons]
    melee = list(dict.fromkeys(weapon for weapon in carried if weapon.type == "melee"))
    if not melee or any(weapon.type == "pistol" for weapon in carried):
        melee += [weapons()[CCW]] if weapons()[CCW] not in melee else []
    return tuple(melee)


@cache
def two_weapons(model: ModelType, blow: Weapon) -> bool:
    """Whether he who strikes with `blow` has the extra attack of two one-handed weapons (veh.P14)."""
    if blow.pairs_alike:
        return model.weapons.count(blow.id) > 1
    carried = (weapons()[id] for id in model.weapons)
    return sum(weapon.one_handed and not weapon.pairs_alike for weapon in carried) > 1


@cache
def grenades(model: ModelType) -> tuple[Weapon, ...]:
    return tuple(weapons()[id] for id in model.grenades)


# ---------------------------------------------------------------- what may be wrong


def unit_flaws(at: str, unit: UnitType) -> Iterator[Flaw]:
    if unit.faction not in factions():
        yield Flaw(f"{at}.faction", _unknown("faction", unit.faction, factions()))
    for number, model in enumerate(unit.models):
        here = f"{at}.models[{number}]"
        yield from _weapon_flaws(f"{here}.weapons", model.weapons, lambda weapon: weapon.type != "grenade")
        yield from _weapon_flaws(f"{here}.grenades", model.grenades, lambda weapon: weapon.type == "grenade")


def _units_flaws(file: _Units) -> Sequence[Flaw]:
    return [flaw for number, unit in enumerate(file.unit) for flaw in unit_flaws(f".unit[{number}]", unit)]


def _vehicles_flaws(file: _Vehicles) -> Sequence[Flaw]:
    return [
        flaw
        for number, kind in enumerate(file.vehicle)
        for flaw in _vehicle_flaws(f".vehicle[{number}]", kind)
    ]


def _vehicle_flaws(at: str, kind: VehicleType) -> Iterator[Flaw]:
    if kind.faction not in factions():
        yield Flaw(f"{at}.faction", _unknown("faction", kind.faction, factions()))
    for number, gun in enumerate(kind.guns):
        yield from _weapon_flaws(f"{at}.guns[{number}].weapons", gun.weapons, lambda weapon: weapon.ranged)
    yield from _weapon_flaws(f"{at}.melee", kind.melee, lambda weapon: weapon.type == "melee")
    if ("walker" in kind.types) != (kind.walker is not None):
        yield Flaw(f"{at}.walker", "a Walker, and nothing else, has WS, S, I and A")
    if kind.transport != bool(kind.capacity):
        yield Flaw(f"{at}.capacity", "a Transport, and nothing else, has a capacity")
    if bool(kind.access_points) != (kind.transport and not kind.open_topped):
        yield Flaw(f"{at}.access_points", "a Transport that is not Open-Topped, and nothing else, has them")


def _weapon_flaws(at: str, ids: Sequence[str], fits: Any) -> Iterator[Flaw]:
    for number, id in enumerate(ids):
        if id not in weapons():
            yield Flaw(f"{at}[{number}]", _unknown("weapon", id, weapons()))
        elif not fits(weapons()[id]):
            yield Flaw(f"{at}[{number}]", f"{weapons()[id].name} has no place here")


def _unknown(what: str, given: str, known: Iterable[str]) -> str:
    return f"there is no {what} '{given}'{did_you_mean(given, known)}"


def _by_id(entries: Iterable[Any]) -> dict[Any, Any]:
    return {entry.id: entry for entry in entries}
