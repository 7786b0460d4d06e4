"""The figures of the book, read from data/*.toml."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from warbook.books.gorkamorka.mob.lists import (
    Armour,
    DamageEffect,
    DamageRow,
    DamageTable,
    Effect,
    Faction,
    Fighter,
    Gubbin,
    Skill,
    Skills,
    VehicleType,
    Weapon,
    WeaponRule,
)
from warbook.core.datafile import Flaw, read_toml

DATA = Path(__file__).parents[1] / "data"


class _Factions(Struct, forbid_unknown_fields=True):
    faction: tuple[Faction, ...]


class _Fighters(Struct, forbid_unknown_fields=True):
    fighter: tuple[Fighter, ...]


class _Weapons(Struct, forbid_unknown_fields=True):
    weapon: tuple[Weapon, ...]


class _WeaponRules(Struct, forbid_unknown_fields=True):
    weapon_rule: tuple[WeaponRule, ...]


class _Armour(Struct, forbid_unknown_fields=True):
    armour: tuple[Armour, ...]


class _Gubbinz(Struct, forbid_unknown_fields=True):
    gubbin: tuple[Gubbin, ...]


class _Vehicles(Struct, forbid_unknown_fields=True):
    vehicle: tuple[VehicleType, ...]


class _Damage(Struct, forbid_unknown_fields=True):
    damage: tuple[DamageRow, ...]
    effect: tuple[DamageEffect, ...]


class _Skills(Struct, forbid_unknown_fields=True):
    skill: tuple[Skill, ...]


@cache
def factions() -> Mapping[str, Faction]:
    return _by_id(read_toml(DATA / "factions.toml", _Factions).faction)


@cache
def fighters() -> Mapping[str, Fighter]:
    return _by_id(read_toml(DATA / "fighters.toml", _Fighters).fighter)


@cache
def weapons() -> Mapping[str, Weapon]:
    """As printed: gce.weapon.shoota, gce.weapon.uge-choppa, and what gce.weapon.profile-fragments tells of
    others."""
    return _by_id(read_toml(DATA / "weapons.toml", _Weapons).weapon)


@cache
def weapon_rules() -> Mapping[str, WeaponRule]:
    """What the fields of weapons mean that are rules of their own, by the field."""
    return _by_id(read_toml(DATA / "weapon_rules.toml", _WeaponRules).weapon_rule)


@cache
def armour() -> Mapping[str, Armour]:
    return _by_id(read_toml(DATA / "armour.toml", _Armour).armour)


@cache
def gubbinz() -> Mapping[str, Gubbin]:
    return _by_id(read_toml(DATA / "gubbinz.toml", _Gubbinz).gubbin)


@cache
def skills() -> Mapping[str, Skill]:
    return _by_id(read_toml(DATA / "skills.toml", _Skills).skill)


@cache
def vehicles() -> Mapping[str, VehicleType]:
    return _by_id(read_toml(DATA / "vehicles.toml", _Vehicles).vehicle)


@cache
def damage_tables() -> Mapping[str, DamageTable]:
    """The damage tables by their ids; each location has the rows of a D6 (gce.R8.1)."""
    found: dict[str, dict[Any, list[DamageRow]]] = {}
    for row in read_toml(DATA / "damage.toml", _Damage, _row_flaws).damage:
        rows = found.setdefault(row.table, {}).setdefault(row.location, [])
        rows += [row] * (row.high - row.low + 1)
    return {
        table: {location: tuple(rows) for location, rows in lines.items()} for table, lines in found.items()
    }


@cache
def damage_effects() -> Mapping[Effect, str]:
    return {effect.id: effect.means for effect in read_toml(DATA / "damage.toml", _Damage).effect}


@cache
def skills_of(ids: tuple[str, ...]) -> Skills:
    """The skills of a fighter by name; those for between battles are left out."""
    taken: dict[str, Any] = {id: True for id in ids if id in Skills.__struct_fields__}
    if "dodgy_git" in taken:
        taken["dodgy_git"] = ids.count("dodgy_git")
    return Skills(**taken)


def _row_flaws(file: _Damage) -> list[Flaw]:
    """Rows that do not follow each other from 1 to 6."""
    flaws = []
    ends: dict[tuple[str, str], int] = {}
    for number, row in enumerate(file.damage):
        before = ends.get((row.table, row.location), 0)
        if row.low != before + 1 or row.high < row.low:
            flaws.append(Flaw(f".damage[{number}]", f"the row begins at {row.low}, not at {before + 1}"))
        ends[row.table, row.location] = row.high
    short = [f"{table}, {location}" for (table, location), end in ends.items() if end != 6]
    return [*flaws, *(Flaw(".damage", f"{name}: the rows do not end at 6") for name in short)]


def _by_id(entries: Iterable[Any]) -> dict[str, Any]:
    return {entry.id: entry for entry in entries}
