"""The scenarios on offer, and setups made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from warbook.board.terrain import Table
from warbook.books.family.scenarios import Tables, on_tables, read_scenarios, read_tables, unknown_tables
from warbook.books.vehicles.army.data import DATA
from warbook.books.vehicles.army.forces import force_offers
from warbook.books.vehicles.rulings import Rulings
from warbook.books.vehicles.scenario import Scenario
from warbook.books.vehicles.state import SIDES, Setup
from warbook.core.book import Choice, Offers, UnknownName
from warbook.core.datafile import Flaw, Written, parse_toml, settle

QUICKEST = "annihilation_toll_post"
SMALLEST = 36  # inches of a table's side
ROOM = 6  # inches that a place to set up in is deep at least
MOST_MARKERS = {"D3": 3, "D3+1": 4, "D3+2": 5, "D6": 6}


class ScenarioFile(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario as written: its tables inline, or the names of some of data/tables."""

    table: None = None  # type: ignore[assignment]
    tables: Tables


@cache
def tables() -> Mapping[str, Table]:
    return read_tables(DATA)


@cache
def scenarios() -> Mapping[str, Scenario]:
    """By id; the one for a quick game first. A scenario is played on each of its tables."""
    return read_scenarios(DATA, QUICKEST, _read)


def read_scenario(written: Written) -> Scenario:
    """A scenario of one's own, on the first of its tables."""
    return _read(written)[0]


def scenario_offered(scenario: Scenario) -> Choice:
    return Choice(scenario.id, scenario.name, scenario.words)


scenario_offers = Offers("scenario", scenarios, read_scenario, scenario_offered)


def make_setup(
    scenario: str | Written, brought: Sequence[str | Written], rulings: Mapping[str, Any]
) -> Setup:
    """A setup from ids or written data (veh.S2). Refuses unknown names and forces that may not fight."""
    found = scenario_offers.pick(scenario)
    if len(brought) != len(SIDES):
        raise UnknownName(f"{found.name} is fought by {len(SIDES)} forces; {len(brought)} were named")
    fighting = tuple(map(force_offers.pick, brought))
    return Setup(found, fighting, settle(rulings, Rulings))


def scenario_flaws(scenario: Scenario) -> list[Flaw]:
    """What is wrong with a scenario that could be read."""
    table = scenario.table
    found = [Flaw(".tables", words) for words in table.check()]
    if min(table.width, table.depth) < SMALLEST:
        found.append(Flaw(".tables", f"a table is at least {SMALLEST} x {SMALLEST} inches"))
    if scenario.deployment == "breakthrough":
        found += _breakthrough_flaws(scenario)
    elif not 0 <= scenario.from_centre <= min(table.width, table.depth) / 2 - ROOM:
        words = f"each side sets up in a place {ROOM} inches deep or more; the table has no such room"
        found.append(Flaw(".from_centre", words))
    if (scenario.deployment == "breakthrough") != scenario.roles:
        found.append(Flaw(".first_turn", "a breakthrough has an attacker, and nothing else has one"))
    if (scenario.wins == "breakthrough") and not scenario.roles:
        found.append(Flaw(".wins", "only an attacker breaks through"))
    if (scenario.wins == "markers") != (scenario.objectives is not None):
        found.append(Flaw(".objectives", "a scenario that markers win says how many, and no other does"))
    elif scenario.objectives is not None:
        found += _marker_flaws(scenario)
    if any(not 2 <= need <= 6 for need in scenario.goes_on) or len(scenario.goes_on) > 10:
        found.append(Flaw(".goes_on", "up to ten numbers from 2 to 6, one for each turn more"))
    return found


def _breakthrough_flaws(scenario: Scenario) -> list[Flaw]:
    depth = scenario.table.depth
    order = (0, scenario.attacker_within - ROOM, scenario.defender_beyond - 2 * ROOM, depth - 3 * ROOM)
    if all(low <= high for low, high in pairwise(order)):
        return []
    words = f"attacker and defender set up {ROOM} inches or more apart, each in a place as deep"
    return [Flaw(".defender_beyond", words)]


def _marker_flaws(scenario: Scenario) -> list[Flaw]:
    """Whether there is room for the markers, row by row."""
    assert scenario.objectives is not None
    placed, table = scenario.objectives, scenario.table
    most = MOST_MARKERS[placed.count] if isinstance(placed.count, str) else placed.count
    sides = (table.width - 2 * placed.from_edge, table.depth - 2 * placed.from_edge)
    if placed.apart <= 0 or placed.held_within <= 0 or placed.from_edge < 0 or min(sides) < 0:
        return [Flaw(".objectives", "distances are above 0, and leave the middle of the table free")]
    across, along = (int(side / placed.apart) + 1 for side in sides)
    if across * along < most:
        words = f"there is room for {across * along} markers so far apart, and there may be {most}"
        return [Flaw(".objectives", words)]
    return []


def _read(written: Written) -> list[Scenario]:
    """The scenario on each of its tables."""
    file = parse_toml(written.text, written.name, ScenarioFile, _file_flaws)
    return on_tables(file, Scenario, tables())


def _file_flaws(file: ScenarioFile) -> list[Flaw]:
    unknown = unknown_tables(file, tables())
    return unknown or [
        flaw for scenario in on_tables(file, Scenario, tables()) for flaw in scenario_flaws(scenario)
    ]
