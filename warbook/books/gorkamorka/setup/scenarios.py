"""The scenarios on offer, and setups made of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from warbook.board.terrain import Table
from warbook.books.family.scenarios import read_tables
from warbook.books.gorkamorka.mob.building import force_offers
from warbook.books.gorkamorka.mob.data import DATA, fighters
from warbook.books.gorkamorka.rulings import Rulings
from warbook.books.gorkamorka.scenario import Scenario
from warbook.books.gorkamorka.state import NEST, SIDES, Setup
from warbook.core.book import Choice, Offers, UnknownName, pick
from warbook.core.datafile import Flaw, Written, did_you_mean, parse_toml, read_written, settle

PLAINEST = "open_fight"
SMALLEST = 36  # inches of a table's side; gce.game.table-size recommends 48
LONGEST = 100  # turns
COUNTS = {3: "three", 4: "four"}


@cache
def scenarios() -> dict[str, Scenario]:
    """By id; the plainest first, which is the one for a quick game."""
    paths = sorted((DATA / "scenarios").glob("*.toml"), key=lambda path: (path.stem != PLAINEST, path.stem))
    found = (read_scenario(read_written(path)) for path in paths)
    return {scenario.id: scenario for scenario in found}


class ScenarioFile(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario as written: its table inline, or the name of one of data/tables."""

    table: Table | str  # type: ignore[assignment]


@cache
def tables() -> dict[str, Table]:
    return read_tables(DATA)


def read_scenario(written: Written) -> Scenario:
    file = parse_toml(written.text, written.name, ScenarioFile, _file_flaws)
    return _settled(file)


def _settled(file: ScenarioFile) -> Scenario:
    fields = {name: getattr(file, name) for name in Scenario.__struct_fields__}
    if isinstance(file.table, str):
        fields["table"] = tables()[file.table]
    return Scenario(**fields)


def _file_flaws(file: ScenarioFile) -> list[Flaw]:
    if isinstance(file.table, str) and file.table not in tables():
        return [Flaw(".table", f"there is no table '{file.table}'{did_you_mean(file.table, tables())}")]
    return scenario_flaws(_settled(file))


def scenario_flaws(scenario: Scenario) -> list[Flaw]:
    """What is wrong with a scenario that could be read (gce.game.table-size, gce.game.scenario)."""
    table = scenario.table
    found = [Flaw(".table", words) for words in table.check()]
    if min(table.width, table.depth) < SMALLEST:
        found.append(Flaw(".table", f"a table is at least {SMALLEST} x {SMALLEST} inches"))
    if not 4.0 <= scenario.depth <= min(table.width, table.depth) / 3:
        found.append(
            Flaw(".depth", "a strip to set up in is 4 inches deep or more, and leaves the middle free")
        )
    if not 1 <= scenario.sides[0] <= scenario.sides[1] <= len(SIDES):
        found.append(Flaw(".sides", f"from 1 to {len(SIDES)} mobs"))
    if scenario.sides[0] == 1 and scenario.nest is None:
        found.append(Flaw(".sides", "one mob alone needs a nest to fight"))
    if (scenario.roles or scenario.attacker_extra) and scenario.sides != (2, 2):
        found.append(Flaw(".roles", "an attacker and a defender are two mobs"))
    if scenario.turn_limit > LONGEST:
        found.append(
            Flaw(".turn_limit", f"a battle has at most {LONGEST} turns, or 0 for as many as it takes")
        )
    for field in ("attacker_extra", "scrap_per_vehicle", "scrap_per_player"):
        if given := getattr(scenario, field):
            found += _dice_flaws(f".{field}", given)
    if scenario.sandgulpers is not None:
        found += _dice_flaws(".sandgulpers.per_player", scenario.sandgulpers.per_player)
    for field, creatures in (("nest", scenario.nest), ("sandgulpers", scenario.sandgulpers)):
        if creatures is not None and creatures.kind not in fighters():
            found.append(Flaw(f".{field}.kind", f"there is no creature '{creatures.kind}'"))
    return found


def _dice_flaws(at: str, given: str) -> list[Flaw]:
    try:
        written_dice(given)
    except ValueError as error:
        return [Flaw(at, str(error))]
    return []


def written_dice(dice: str) -> tuple[int, int, int]:
    """(count, sides, plus) of dice written as "D6", "2D6" or "D3+3"."""
    match = re.fullmatch(r"([1-9]?)D([36])(?:\+(\d{1,2}))?", dice)
    if match is None:
        raise ValueError(f"dice are written as D6, 2D6 or D3+1, not {dice!r}")
    return int(match[1] or 1), int(match[2]), int(match[3] or 0)


# ---------------------------------------------------------------- on offer


def scenarios_offered(scenario: Scenario) -> list[Choice]:
    """A scenario for each number of mobs that may fight it, the fewest first."""
    fewest, most = scenario.sides
    return [_choice(scenario, count) for count in range(fewest, most + 1)]


def _fewest(scenario: Scenario) -> Choice:
    return scenarios_offered(scenario)[0]


scenario_offers = Offers("scenario", scenarios, read_scenario, _fewest)


def _choice(scenario: Scenario, count: int) -> Choice:
    own = (NEST,) if scenario.nest is not None or scenario.sandgulpers is not None else ()
    more = count > scenario.sides[0]
    return Choice(
        f"{scenario.id}_{count}" if more else scenario.id,
        f"{scenario.name} for {COUNTS[count]}" if more else scenario.name,
        scenario.words,
        sides=(*SIDES[:count], *own),
        own=own,
    )


def make_setup(scenario: str | Written, forces: Sequence[str | Written], rulings: Mapping[str, Any]) -> Setup:
    """A setup from ids or written data. Refuses unknown names and mobs the book does not allow."""
    known = {choice.id: each for each in scenarios().values() for choice in scenarios_offered(each)}
    found = pick("scenario", scenario, known, read_scenario)
    wanted = {choice.id: len(choice.sides) - len(choice.own) for choice in scenarios_offered(found)}
    counts = [wanted[scenario]] if isinstance(scenario, str) else list(wanted.values())
    if len(forces) not in counts:
        mobs_ = "1 mob" if counts == [1] else f"{' or '.join(map(str, counts))} mobs"
        raise UnknownName(f"{found.name} is fought by {mobs_}; {len(forces)} were named")
    brought = tuple(map(force_offers.pick, forces))
    return Setup(found, brought, settle(rulings, Rulings))
