"""The figures of the book: fighters, weapons, armour, gear, gangs and scenarios, read from data/*.toml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from warbook.board.terrain import Table
from warbook.books.necromunda.state import Gang, Profile, Recruit, Rulings, Scenario, Setup
from warbook.core.book import UnknownName
from warbook.core.datafile import BadData, as_switch, read_toml

DATA = Path(__file__).parent / "data"


class Sourced(Struct, frozen=True, kw_only=True):
    """Where a figure comes from."""

    provenance: str = "ours"
    source: str = ""
    note: str = ""
    known_fields: tuple[str, ...] = ()
    ours_fields: tuple[str, ...] = ()
    alt: dict[str, Any] = {}


class FighterType(Sourced, frozen=True, kw_only=True):
    id: str
    name: str
    cost: int
    profile: Profile
    weapon_lists: tuple[str, ...]
    min: int = 0
    max: int | None = None
    max_share: float = 1.0
    hired: bool = False
    size: Literal["normal", "small", "large"] = "normal"


class Limits(Sourced, frozen=True, kw_only=True):
    min_fighters: int
    leaders: int
    max_heavies: int
    juve_share_max: float
    heavy_weapons_per_fighter: int


class Weapon(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon's line (nec.M5). `strength` may be the user's with a bonus: "user+1"."""

    id: str
    name: str
    list: Literal["hand_to_hand", "pistol", "basic", "special", "heavy", "grenade"]
    cost: int
    strength: int | str = 0
    save_mod: int | Literal["by-strength"] = 0
    damage: int | Literal["D3", "D6", "2D6"] = 1
    hands: int = 0
    rules: tuple[str, ...] = ()
    short: tuple[int, int] = (0, 0)
    long: tuple[int, int] = (0, 0)
    hit_short: int = 0
    hit_long: int = 0
    ammo: int | Literal["auto", "one-shot"] = 0
    template: Literal["", "teardrop", "small-teardrop"] = ""
    template_length: int = 0
    blast_diameter: int = 0
    sustained_dice: int = 0
    move_or_fire: bool = False
    range: str = ""
    range_max: int = 0
    part_of: str = ""
    two_handed: dict[str, int] = {}
    missile_cost: int = 0
    rare: str = ""

    @property
    def ranged(self) -> bool:
        return self.list != "hand_to_hand" and "placed-not-thrown" not in self.rules

    @property
    def close(self) -> bool:
        """Usable in hand-to-hand combat."""
        return self.list == "hand_to_hand" or (self.list == "pistol" and "no-hand-to-hand" not in self.rules)

    @property
    def needs_two_hands(self) -> bool:
        return (self.hands or (1 if self.list in ("hand_to_hand", "pistol", "grenade") else 2)) == 2

    def reach(self, strength: int) -> int:
        """The longest range in inches; a thrown weapon's depends on the thrower."""
        if self.range:
            return min(strength * 2 + 2, self.range_max)
        return self.long[1] or self.template_length or (4 if self.template else 0)


class Armour(Sourced, frozen=True, kw_only=True):
    id: str
    name: str
    save: int
    cost: int
    save_vs_templates: int = 0
    initiative_halved: bool = False


class Gear(Sourced, frozen=True, kw_only=True):
    id: str
    name: str
    cost: int
    effect: str


class _FighterFile(Struct):
    fighters: tuple[FighterType, ...]
    gang_limits: Limits


class _WeaponFile(Struct):
    weapons: tuple[Weapon, ...]


class _ArmourFile(Struct):
    armour: tuple[Armour, ...]
    gear: tuple[Gear, ...]


class _GangFile(Struct):
    gangs: tuple[Gang, ...]


class ScenarioFile(Struct, forbid_unknown_fields=True):
    """A scenario as written: its table inline, or the name of one of data/tables."""

    id: str
    name: str
    words: str
    table: Table | str
    deployment_depth: float = 8.0
    loot: str = ""
    attacker_fighters: str = ""
    attacker_loot: str = ""
    reinforcements: bool = False
    turn_limit: int = 0
    provenance: str = "ours"
    source: str = ""


@cache
def fighter_types() -> dict[str, FighterType]:
    return {entry.id: entry for entry in read_toml(DATA / "fighters.toml", _FighterFile).fighters}


@cache
def limits() -> Limits:
    return read_toml(DATA / "fighters.toml", _FighterFile).gang_limits


@cache
def weapons() -> dict[str, Weapon]:
    return {entry.id: entry for entry in read_toml(DATA / "weapons.toml", _WeaponFile).weapons}


@cache
def armour() -> dict[str, Armour]:
    return {entry.id: entry for entry in read_toml(DATA / "armour.toml", _ArmourFile).armour}


@cache
def gear() -> dict[str, Gear]:
    return {entry.id: entry for entry in read_toml(DATA / "armour.toml", _ArmourFile).gear}


@cache
def gangs() -> dict[str, Gang]:
    return {entry.id: entry for entry in read_toml(DATA / "gangs.toml", _GangFile).gangs}


@cache
def tables() -> dict[str, Table]:
    return {path.stem: read_toml(path, Table) for path in sorted((DATA / "tables").glob("*.toml"))}


@cache
def scenarios() -> dict[str, Scenario]:
    found = (_scenario(path) for path in sorted((DATA / "scenarios").glob("*.toml")))
    return {scenario.id: scenario for scenario in found}


def make_setup(scenario: str, forces: Sequence[str], rulings: Mapping[str, Any]) -> Setup:
    """A setup from ids or the paths of TOML files. Refuses unknown names and gangs the book does not allow."""
    if len(forces) != 2:
        raise UnknownName(f"Necromunda is played by two gangs; {len(forces)} were named")
    switches = {name: as_switch(value) for name, value in rulings.items()}
    try:
        settled = msgspec.convert(switches, Rulings)
    except msgspec.ValidationError as error:
        known = ", ".join(Rulings.__struct_fields__)
        raise BadData(f"rulings: {error}; the switches are: {known}") from None
    return Setup(_pick_scenario(scenario), (_pick_gang(forces[0]), _pick_gang(forces[1])), settled)


def gang_cost(gang: Gang) -> int:
    return sum(_recruit_cost(recruit) for recruit in gang.fighters)


def check_gang(gang: Gang) -> list[str]:
    """What the book does not allow about a gang, as sentences; none means it may fight."""
    wrong = []
    bounds = limits()
    kinds = [recruit.type for recruit in gang.fighters]
    if len(kinds) < bounds.min_fighters:
        wrong.append(f"a gang needs at least {bounds.min_fighters} fighters; this one has {len(kinds)}")
    if kinds.count("leader") != bounds.leaders:
        wrong.append(f"a gang has exactly one leader; this one has {kinds.count('leader')}")
    if kinds.count("heavy") > bounds.max_heavies:
        wrong.append(f"a gang has at most {bounds.max_heavies} heavies; this one has {kinds.count('heavy')}")
    if kinds.count("juve") > bounds.juve_share_max * len(kinds):
        wrong.append(f"at most half of a gang may be juves; here {kinds.count('juve')} of {len(kinds)} are")
    for number, recruit in enumerate(gang.fighters, 1):
        wrong.extend(f"fighter {number} ({recruit.type}): {words}" for words in _check_recruit(recruit))
    return wrong


def _check_recruit(recruit: Recruit) -> list[str]:
    kind = fighter_types().get(recruit.type)
    if kind is None:
        return [f"there is no such type; the types are: {', '.join(fighter_types())}"]
    wrong = []
    for weapon_id in recruit.weapons:
        weapon = weapons().get(weapon_id)
        if weapon is None:
            wrong.append(f"there is no weapon '{weapon_id}'{_near(weapon_id, weapons())}")
        elif weapon.list not in kind.weapon_lists:
            wrong.append(f"a {recruit.type} may not carry a {weapon.name.lower()} ({weapon.list} weapon)")
    heavy = [w for w in recruit.weapons if w in weapons() and weapons()[w].list == "heavy"]
    if len(heavy) > limits().heavy_weapons_per_fighter:
        wrong.append("nobody carries more than one heavy weapon")
    if recruit.armour and recruit.armour not in armour():
        wrong.append(f"there is no armour '{recruit.armour}'; there is: {', '.join(armour())}")
    for item in recruit.gear:
        if item not in gear():
            wrong.append(f"there is no gear '{item}'{_near(item, gear())}")
    return wrong


def _recruit_cost(recruit: Recruit) -> int:
    return (
        fighter_types()[recruit.type].cost
        + sum(weapons()[weapon].cost for weapon in recruit.weapons)
        + (armour()[recruit.armour].cost if recruit.armour else 0)
        + sum(gear()[item].cost for item in recruit.gear)
    )


def _pick_gang(name: str) -> Gang:
    if name in gangs():
        return gangs()[name]
    if not name.endswith(".toml"):
        raise UnknownName(f"there is no gang '{name}'; the gangs are: {', '.join(gangs())}; or name a .toml file")
    gang = read_toml(Path(name), Gang)
    wrong = check_gang(gang)
    if wrong:
        raise BadData(f"{name}: " + "; ".join(wrong))
    return gang


def _pick_scenario(name: str) -> Scenario:
    if name in scenarios():
        return scenarios()[name]
    if not name.endswith(".toml"):
        known = ", ".join(scenarios())
        raise UnknownName(f"there is no scenario '{name}'; the scenarios are: {known}; or name a .toml file")
    return _scenario(Path(name))


def _scenario(path: Path) -> Scenario:
    written = read_toml(path, ScenarioFile)
    table = written.table
    if isinstance(table, str):
        if table not in tables():
            raise BadData(f"{path}: table: there is no table '{table}'; the tables are: {', '.join(tables())}")
        table = tables()[table]
    wrong = table.check()
    if written.deployment_depth * 2 > table.depth:
        wrong.append("the two deployment zones overlap")
    if wrong:
        raise BadData(f"{path}: " + "; ".join(wrong))
    return Scenario(
        id=written.id,
        name=written.name,
        words=written.words,
        table=table,
        deployment_depth=written.deployment_depth,
        loot=written.loot,
        attacker_fighters=written.attacker_fighters,
        attacker_loot=written.attacker_loot,
        reinforcements=written.reinforcements,
        turn_limit=written.turn_limit,
    )


def _near(name: str, known: Mapping[str, Any]) -> str:
    import difflib

    close = difflib.get_close_matches(name, known, 1)
    return f"; did you mean '{close[0]}'?" if close else f"; there is: {', '.join(known)}"
