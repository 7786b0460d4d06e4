"""The figures of the book: houses, fighters, weapons, armour, gear and scenarios, read from data/*.toml."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from warbook.board.terrain import Table
from warbook.books.necromunda.state import Profile, Scenario
from warbook.core.book import Choice, Offers
from warbook.core.datafile import (
    Flaw,
    Sourced,
    Written,
    did_you_mean,
    parse_toml,
    read_toml,
    read_written,
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


class House(Sourced, frozen=True, kw_only=True):
    id: str
    name: str


class Limits(Sourced, frozen=True, kw_only=True):
    budget: int  # credits of a new gang
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
    def price(self) -> int:
        """With the missiles it comes with (nec.S1)."""
        return self.cost + self.missile_cost

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
    houses: tuple[House, ...]
    fighters: tuple[FighterType, ...]
    gang_limits: Limits


class _WeaponFile(Struct):
    weapons: tuple[Weapon, ...]
    weapon_rules: tuple[WeaponRule, ...]


class _ArmourFile(Struct):
    armour: tuple[Armour, ...]
    gear: tuple[Gear, ...]


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
def houses() -> dict[str, House]:
    return {entry.id: entry for entry in read_toml(DATA / "fighters.toml", _FighterFile).houses}


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
def tables() -> dict[str, Table]:
    return {
        path.stem: read_toml(path, Table, _table_flaws) for path in sorted((DATA / "tables").glob("*.toml"))
    }


@cache
def scenarios() -> dict[str, Scenario]:
    found = (read_scenario(read_written(path)) for path in sorted((DATA / "scenarios").glob("*.toml")))
    return {scenario.id: scenario for scenario in found}


def written(dice: str) -> tuple[int, int, int]:
    """(count, sides, plus) of dice written as "D6", "2D6" or "D3+1"."""
    match = re.fullmatch(r"([1-9]?)D([36])(?:\+(\d{1,2}))?", dice)
    if match is None:
        raise ValueError(f"dice are written as D6, 2D6 or D3+1, not {dice!r}")
    return int(match[1] or 1), int(match[2]), int(match[3] or 0)


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


def _scenario_offered(scenario: Scenario) -> Choice:
    return Choice(scenario.id, scenario.name, scenario.words)


scenario_offers = Offers("scenario", scenarios, read_scenario, _scenario_offered)
