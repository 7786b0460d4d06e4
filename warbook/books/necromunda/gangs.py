"""Gangs: whom one may hire and what each may carry, gangs as files, and a setup of two (nec.S1).

A gang that costs more than a new one may fight all the same: it has had time to grow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import PurePath
from typing import Any

from msgspec import Struct

from warbook.books.necromunda.data import (
    DATA,
    Title,
    armour,
    fighter_types,
    gear,
    houses,
    limits,
    scenario_offers,
    weapons,
)
from warbook.books.necromunda.state import Gang, Recruit, Rulings, Setup
from warbook.core.book import Choice, Offers, UnknownName
from warbook.core.datafile import (
    Flaw,
    Sourced,
    Written,
    did_you_mean,
    parse_toml,
    read_toml,
    settle,
    toml_fields,
)

HIRING = "nec.S1"
MOST_FIGHTERS = 40  # of a gang; a table does not hold more
MOST_CARRIED = 12  # weapons of one fighter, and pieces of gear
MOST_NAME = 60  # letters of a fighter's name


class GangFile(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A gang as written."""

    name: Title
    fighters: tuple[Recruit, ...] = ()
    id: Title = ""
    house: Title = ""


class _GangsFile(Struct):
    gangs: tuple[GangFile, ...]


@cache
def gang_files() -> dict[str, GangFile]:
    return {entry.id: entry for entry in read_toml(DATA / "gangs.toml", _GangsFile).gangs}


@cache
def gangs() -> dict[str, Gang]:
    return {id: _gang(file) for id, file in gang_files().items()}


def make_setup(scenario: str | Written, forces: Sequence[str | Written], rulings: Mapping[str, Any]) -> Setup:
    """A setup from ids or written data. Refuses unknown names and gangs the book does not allow."""
    if len(forces) != 2:
        raise UnknownName(f"Necromunda is played by two gangs; {len(forces)} were named")
    hired = [force_offers.pick(force) for force in forces]
    return Setup(scenario_offers.pick(scenario), (hired[0], hired[1]), settle(rulings, Rulings))


def read_gang(written: Written) -> Gang:
    """A gang of one's own. One that gives no id has the name of its file."""
    file = parse_toml(written.text, written.name, GangFile, gang_flaws)
    return _gang(file, PurePath(written.name).stem)


def _gang(written: GangFile, stem: str = "") -> Gang:
    return Gang(written.id or stem, written.name, written.fighters, written.house)


def write_gang(gang: GangFile) -> str:
    """The gang as a file. What is empty is left out."""
    lines = toml_fields(gang, ("id", "name", "house"), ("name",))
    for recruit in gang.fighters:
        lines += ["", "[[fighters]]", *toml_fields(recruit, Recruit.__struct_fields__, ("type",))]
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- what it costs


def gang_cost(gang: Gang | GangFile) -> int:
    return sum(recruit_cost(recruit) for recruit in gang.fighters)


def recruit_cost(recruit: Recruit) -> int:
    """What nobody sells costs nothing; it is a flaw."""
    kind, worn = fighter_types().get(recruit.type), armour().get(recruit.armour)
    return (
        (kind.cost if kind else 0)
        + sum(weapons()[weapon].price for weapon in recruit.weapons if weapon in weapons())
        + (worn.cost if worn else 0)
        + sum(gear()[item].cost for item in recruit.gear if item in gear())
    )


# ---------------------------------------------------------------- what is wrong with it


def gang_flaws(gang: Gang | GangFile) -> list[Flaw]:
    """What the book does not allow about a gang; nothing if it may fight."""
    if len(gang.fighters) > MOST_FIGHTERS:
        words = f"a gang has at most {MOST_FIGHTERS} fighters; this one has {len(gang.fighters)}"
        return [Flaw(".fighters", words, HIRING)]
    flaws = [*_too_few(gang), *too_many([recruit.type for recruit in gang.fighters])]
    recruits = (
        Flaw(f".fighters[{number}]{flaw.at}", flaw.words, flaw.rule)
        for number, recruit in enumerate(gang.fighters)
        for flaw in recruit_flaws(recruit)
    )
    return [*(Flaw(".fighters", words, HIRING) for words in flaws), *recruits]


def _too_few(gang: Gang | GangFile) -> Iterator[str]:
    least = limits().min_fighters
    if len(gang.fighters) < least:
        yield f"a gang needs at least {least} fighters; this one has {len(gang.fighters)}"
    if not any(recruit.type == "leader" for recruit in gang.fighters):
        yield "a gang has exactly one leader; this one has 0"


def too_many(kinds: Sequence[str]) -> Iterator[str]:
    """Of which types a gang of these has too many."""
    bounds = limits()
    if kinds.count("leader") > bounds.leaders:
        yield f"a gang has exactly one leader; this one has {kinds.count('leader')}"
    if kinds.count("heavy") > bounds.max_heavies:
        yield f"a gang has at most {bounds.max_heavies} heavies; this one has {kinds.count('heavy')}"
    if kinds.count("juve") > bounds.juve_share_max * len(kinds):
        yield f"at most half of a gang may be juves; here {kinds.count('juve')} of {len(kinds)} are"


def recruit_flaws(recruit: Recruit) -> list[Flaw]:
    """What a fighter may not be, carry or wear, at the field it is about."""
    kind = fighter_types().get(recruit.type)
    if kind is None:
        words = f"there is no type '{recruit.type}'{did_you_mean(recruit.type, fighter_types())}"
        return [Flaw(".type", words, HIRING)]
    for field, carried in (("weapons", recruit.weapons), ("gear", recruit.gear)):
        if len(carried) > MOST_CARRIED:
            words = f"nobody carries more than {MOST_CARRIED}; here are {len(carried)}"
            return [Flaw(f".{field}", words, HIRING)]
    flaws = []
    if len(recruit.name) > MOST_NAME:
        flaws.append(("name", f"a name has at most {MOST_NAME} letters; this one has {len(recruit.name)}"))
    flaws += [("weapons", words) for words in _weapon_flaws(recruit, kind.weapon_lists)]
    if recruit.armour and recruit.armour not in armour():
        flaws.append(
            ("armour", f"there is no armour '{recruit.armour}'{did_you_mean(recruit.armour, armour())}")
        )
    for item in recruit.gear:
        if item not in gear():
            flaws.append(("gear", f"there is no gear '{item}'{did_you_mean(item, gear())}"))
    return [Flaw(f".{field}", words, HIRING) for field, words in flaws]


def _weapon_flaws(recruit: Recruit, lists: Sequence[str]) -> Iterator[str]:
    """Shells and missiles of another kind are bought for a gun one has, and are no second weapon."""
    heavy = 0
    for id in recruit.weapons:
        weapon = weapons().get(id)
        if weapon is None:
            yield f"there is no weapon '{id}'{did_you_mean(id, weapons())}"
        elif weapon.list not in lists:
            allowed = ", ".join(lists)
            carried = f"{weapon.name.lower()} ({weapon.list})"
            yield f"a {recruit.type} may not carry a {carried}; allowed: {allowed}"
        elif weapon.part_of and weapon.part_of not in recruit.weapons:
            yield f"a {weapon.name.lower()} is for who has a {weapons()[weapon.part_of].name.lower()}"
        else:
            heavy += weapon.list == "heavy" and not weapon.part_of
    if heavy > limits().heavy_weapons_per_fighter:
        yield f"nobody carries more than one heavy weapon; here are {heavy}"


# ---------------------------------------------------------------- on offer


def _gang_offered(gang: Gang) -> Choice:
    house = houses().get(gang.house)
    words = f" of {house.name if house else gang.house}" if gang.house else ""
    return Choice(gang.id, gang.name, f"{len(gang.fighters)} fighters{words}, {gang_cost(gang)} credits")


force_offers = Offers("gang", gangs, read_gang, _gang_offered)
