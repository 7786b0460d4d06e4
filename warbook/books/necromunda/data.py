"""The figures of the book: fighters, weapons, armour, gear, gangs and scenarios, read from data/*.toml."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from warbook.board.terrain import Table
from warbook.books.necromunda.state import Gang, Profile, Recruit, Rulings, Scenario, Setup
from warbook.core.book import Choice, Offers, UnknownName
from warbook.core.datafile import (
    Flaw,
    Sourced,
    Written,
    did_you_mean,
    parse_toml,
    read_toml,
    read_written,
    settle,
)

DATA = Path(__file__).parent / "data"
SMALLEST = 24  # inches of a table's side
LONGEST = 100  # turns that a scenario may have
MOST_FIGHTERS = 40  # of a gang; a table does not hold more
MOST_CARRIED = 12  # weapons of one fighter, and pieces of gear
MOST_NAME = 60  # letters of a fighter's name

Title: TypeAlias = Annotated[str, Meta(max_length=80)]


class FighterType(Sourced, frozen=True, kw_only=True):
    id: str
    name: str
    cost: int
    profile: Profile
    weapon_lists: tuple[str, ...]
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


class WeaponRule(Sourced, frozen=True, kw_only=True):
    """A word on a weapon's line, as people read it."""

    id: str
    name: str
    means: str
    rule: str


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
    rule: str = ""
    heavy: bool = False  # encumbers in hand-to-hand combat (nec.A27)


class _FighterFile(Struct):
    fighters: tuple[FighterType, ...]
    gang_limits: Limits


class _WeaponFile(Struct):
    weapons: tuple[Weapon, ...]
    weapon_rules: tuple[WeaponRule, ...]


class _ArmourFile(Struct):
    armour: tuple[Armour, ...]
    gear: tuple[Gear, ...]


class GangFile(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A gang as written."""

    name: Title
    fighters: tuple[Recruit, ...]
    id: Title = ""
    house: Title = ""


class _GangsFile(Struct):
    gangs: tuple[GangFile, ...]


class ScenarioFile(Struct, forbid_unknown_fields=True):
    """A scenario as written: its table inline, or the name of one of data/tables."""

    id: Title
    name: Title
    words: Annotated[str, Meta(max_length=1000)]
    table: Table | str
    deployment_depth: Annotated[float, Meta(ge=2)] = 8.0
    loot: str = ""
    attacker_fighters: str = ""
    attacker_loot: str = ""
    reinforcements: bool = False
    turn_limit: Annotated[int, Meta(ge=0)] = 15  # so that every battle ends; 0 is none
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
def weapon_rules() -> dict[str, WeaponRule]:
    return {entry.id: entry for entry in read_toml(DATA / "weapons.toml", _WeaponFile).weapon_rules}


@cache
def armour() -> dict[str, Armour]:
    return {entry.id: entry for entry in read_toml(DATA / "armour.toml", _ArmourFile).armour}


@cache
def gear() -> dict[str, Gear]:
    return {entry.id: entry for entry in read_toml(DATA / "armour.toml", _ArmourFile).gear}


@cache
def gangs() -> dict[str, Gang]:
    return {entry.id: _gang(entry) for entry in read_toml(DATA / "gangs.toml", _GangsFile).gangs}


@cache
def tables() -> dict[str, Table]:
    return {
        path.stem: read_toml(path, Table, _table_flaws) for path in sorted((DATA / "tables").glob("*.toml"))
    }


@cache
def scenarios() -> dict[str, Scenario]:
    found = (read_scenario(read_written(path)) for path in sorted((DATA / "scenarios").glob("*.toml")))
    return {scenario.id: scenario for scenario in found}


def make_setup(scenario: str | Written, forces: Sequence[str | Written], rulings: Mapping[str, Any]) -> Setup:
    """A setup from ids or written data. Refuses unknown names and gangs the book does not allow."""
    if len(forces) != 2:
        raise UnknownName(f"Necromunda is played by two gangs; {len(forces)} were named")
    hired = [force_offers.pick(force) for force in forces]
    return Setup(scenario_offers.pick(scenario), (hired[0], hired[1]), settle(rulings, Rulings))


def written(dice: str) -> tuple[int, int, int]:
    """(count, sides, plus) of dice written as "D6", "2D6" or "D3+1"."""
    match = re.fullmatch(r"([1-9]?)D([36])(?:\+(\d{1,2}))?", dice)
    if match is None:
        raise ValueError(f"dice are written as D6, 2D6 or D3+1, not {dice!r}")
    return int(match[1] or 1), int(match[2]), int(match[3] or 0)


# ---------------------------------------------------------------- gangs


def gang_cost(gang: Gang) -> int:
    return sum(recruit_cost(recruit) for recruit in gang.fighters)


def gang_flaws(gang: Gang | GangFile) -> list[Flaw]:
    """What the book does not allow about a gang; nothing if it may fight."""
    bounds = limits()
    kinds = [recruit.type for recruit in gang.fighters]
    if len(kinds) > MOST_FIGHTERS:
        return [Flaw(".fighters", f"a gang has at most {MOST_FIGHTERS} fighters; this one has {len(kinds)}")]
    flaws = []
    if len(kinds) < bounds.min_fighters:
        flaws.append(f"a gang needs at least {bounds.min_fighters} fighters; this one has {len(kinds)}")
    if kinds.count("leader") != bounds.leaders:
        flaws.append(f"a gang has exactly one leader; this one has {kinds.count('leader')}")
    if kinds.count("heavy") > bounds.max_heavies:
        flaws.append(f"a gang has at most {bounds.max_heavies} heavies; this one has {kinds.count('heavy')}")
    if kinds.count("juve") > bounds.juve_share_max * len(kinds):
        flaws.append(f"at most half of a gang may be juves; here {kinds.count('juve')} of {len(kinds)} are")
    recruits = [
        flaw
        for number, recruit in enumerate(gang.fighters)
        for flaw in _recruit_flaws(recruit, f".fighters[{number}]")
    ]
    return [*(Flaw(".fighters", words) for words in flaws), *recruits]


def _recruit_flaws(recruit: Recruit, at: str) -> list[Flaw]:
    kind = fighter_types().get(recruit.type)
    if kind is None:
        words = f"there is no type '{recruit.type}'{did_you_mean(recruit.type, fighter_types())}"
        return [Flaw(f"{at}.type", words)]
    for field, carried in (("weapons", recruit.weapons), ("gear", recruit.gear)):
        if len(carried) > MOST_CARRIED:
            return [
                Flaw(f"{at}.{field}", f"nobody carries more than {MOST_CARRIED}; here are {len(carried)}")
            ]
    if len(recruit.name) > MOST_NAME:
        return [
            Flaw(f"{at}.name", f"a name has at most {MOST_NAME} letters; this one has {len(recruit.name)}")
        ]
    flaws = []
    for weapon_id in recruit.weapons:
        weapon = weapons().get(weapon_id)
        if weapon is None:
            flaws.append(("weapons", f"there is no weapon '{weapon_id}'{did_you_mean(weapon_id, weapons())}"))
        elif weapon.list not in kind.weapon_lists:
            allowed = ", ".join(kind.weapon_lists)
            words = (
                f"a {recruit.type} may not carry a {weapon.name.lower()} ({weapon.list}); allowed: {allowed}"
            )
            flaws.append(("weapons", words))
    heavy = [w for w in recruit.weapons if w in weapons() and weapons()[w].list == "heavy"]
    if len(heavy) > limits().heavy_weapons_per_fighter:
        flaws.append(("weapons", f"nobody carries more than one heavy weapon; here are {len(heavy)}"))
    if recruit.armour and recruit.armour not in armour():
        flaws.append(
            ("armour", f"there is no armour '{recruit.armour}'{did_you_mean(recruit.armour, armour())}")
        )
    for item in recruit.gear:
        if item not in gear():
            flaws.append(("gear", f"there is no gear '{item}'{did_you_mean(item, gear())}"))
    return [Flaw(f"{at}.{field}", words) for field, words in flaws]


def recruit_cost(recruit: Recruit) -> int:
    return (
        fighter_types()[recruit.type].cost
        + sum(weapons()[weapon].cost for weapon in recruit.weapons)
        + (armour()[recruit.armour].cost if recruit.armour else 0)
        + sum(gear()[item].cost for item in recruit.gear)
    )


def read_gang(written: Written) -> Gang:
    """A gang of one's own. One that gives no id has the name of its file."""
    file = parse_toml(written.text, written.name, GangFile, gang_flaws)
    return _gang(file, PurePath(written.name).stem)


def _gang(written: GangFile, stem: str = "") -> Gang:
    return Gang(written.id or stem, written.name, written.fighters, written.house)


# ---------------------------------------------------------------- scenarios


def read_scenario(written: Written) -> Scenario:
    file = parse_toml(written.text, written.name, ScenarioFile, _scenario_flaws)
    fields = {name: getattr(file, name) for name in Scenario.__struct_fields__}
    return Scenario(**{**fields, "table": _table(file)})


def _table(file: ScenarioFile) -> Table:
    return file.table if isinstance(file.table, Table) else tables()[file.table]


def _scenario_flaws(file: ScenarioFile) -> list[Flaw]:
    if isinstance(file.table, str) and file.table not in tables():
        return [Flaw(".table", f"there is no table '{file.table}'{did_you_mean(file.table, tables())}")]
    table = _table(file)
    flaws = [Flaw(f".table{flaw.at}", flaw.words) for flaw in _table_flaws(table)]
    if min(table.width, table.depth) < SMALLEST:
        words = f"a table for two gangs is at least {SMALLEST} x {SMALLEST} inches"
        flaws.append(Flaw(".table", words))
    if file.deployment_depth * 2 > table.depth:
        words = (
            f"the two deployment zones overlap; at most {table.depth / 2:g} inches leave each gang its own"
        )
        flaws.append(Flaw(".deployment_depth", words))
    if file.turn_limit > LONGEST:
        words = f"a battle has at most {LONGEST} turns, or 0 for as many as it takes"
        flaws.append(Flaw(".turn_limit", words))
    for field in ("loot", "attacker_fighters", "attacker_loot"):
        try:
            written(getattr(file, field) or "D6")
        except ValueError as error:
            flaws.append(Flaw(f".{field}", str(error)))
    if file.attacker_loot and not file.attacker_fighters:
        flaws.append(Flaw(".attacker_loot", "raiders who carry loot need attacker_fighters, such as 'D3+3'"))
    return flaws


def _table_flaws(table: Table) -> list[Flaw]:
    """What is wrong with a table, at the piece it is about."""
    flaws = []
    for words in table.check():
        named = re.match(r"the (\w+) '([^']*)'", words)
        kind = f"{named[1]}s" if named else ""
        names = [piece.name for piece in getattr(table, kind, ())]
        at = f".{kind}[{names.index(named[2])}]" if named and named[2] in names else ""
        flaws.append(Flaw(at, words))
    return flaws


# ---------------------------------------------------------------- on offer


def _gang_offered(gang: Gang) -> Choice:
    house = f" of {gang.house.replace('_', ' ').title()}" if gang.house else ""
    return Choice(gang.id, gang.name, f"{len(gang.fighters)} fighters{house}, {gang_cost(gang)} credits")


def _scenario_offered(scenario: Scenario) -> Choice:
    return Choice(scenario.id, scenario.name, scenario.words)


force_offers = Offers("gang", gangs, read_gang, _gang_offered)
scenario_offers = Offers("scenario", scenarios, read_scenario, _scenario_offered)
