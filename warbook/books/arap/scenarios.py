"""The scenarios and tables on offer, read and looked over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from math import dist
from typing import Any

from msgspec.structs import replace

from warbook.board.terrain import Area, Block, Floor, Table, areas_at
from warbook.books.arap.army.data import DATA, stock
from warbook.books.arap.rulings import Rulings
from warbook.books.arap.scenario import Animal, Break, Charges, Hold, Leave, Part, Scenario, SmokeBank, Zone
from warbook.books.arap.terrain import Terrain, kinds, laid_out, traits, word_flaws
from warbook.books.family.scenarios import Tables, on_tables, read_scenarios, read_tables, unknown_tables
from warbook.core.book import Choice
from warbook.core.datafile import Flaw, Written, did_you_mean, parse_toml, settle

FIRST = "first_blood"
SMALLEST = 24  # inches of a table's side
ROOM = 4  # inches that a place to set up in is deep at least


class ScenarioFile(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario as written: its tables inline, or the names of some of data/tables."""

    table: None = None  # type: ignore[assignment]
    tables: Tables


@cache
def tables() -> Mapping[str, Table]:
    """As they are written; a scenario has them laid out."""
    return read_tables(DATA)


@cache
def scenarios() -> Mapping[str, Scenario]:
    """By id; the one for a first game first. A scenario is played on each of its tables."""
    return read_scenarios(DATA, FIRST, _read)


def read_scenario(written: Written) -> Scenario:
    """A scenario of one's own, on the first of its tables."""
    return _read(written)[0]


def scenario_offered(scenario: Scenario) -> Choice:
    """Those on offer here are ours, and say so; one that a player wrote does not."""
    ours = " (Ours: the book prints no scenarios.)" if scenario.id in scenarios() else ""
    return Choice(scenario.id, scenario.name, f"{scenario.words}{ours}")


def settled(scenario: Scenario, rulings: Mapping[str, Any]) -> Rulings:
    """The switches as the players set them, and those they leave alone as the scenario does (arap.S6)."""
    given = settle(rulings, Rulings)
    return replace(scenario.rulings, **{name: getattr(given, name) for name in rulings})


# ---------------------------------------------------------------- what may be wrong


def scenario_flaws(scenario: Scenario) -> list[Flaw]:
    """What is wrong with a scenario that could be read."""
    table = scenario.table
    found = [Flaw(".tables", words) for words in table.check()]
    found += word_flaws(table, scenario.terrain)
    if min(table.width, table.depth) < SMALLEST:
        found.append(Flaw(".tables", f"a table is at least {SMALLEST} x {SMALLEST} inches"))
    found += _kind_flaws(scenario.terrain)
    found += _role_flaws(scenario)
    for number, part in enumerate(scenario.parts):
        found += _part_flaws(f".parts[{number}]", part, scenario)
    return [*found, *_aim_flaws(scenario), *_event_flaws(scenario)]


def _kind_flaws(own: tuple[Terrain, ...]) -> Iterator[Flaw]:
    known = set(kinds())
    for number, kind in enumerate(own):
        if kind.id in known:
            words = f"there is a kind of terrain '{kind.id}' already; call it another name"
            yield Flaw(f".terrain[{number}].id", words)
        known.add(kind.id)


def _role_flaws(scenario: Scenario) -> Iterator[Flaw]:
    roles = [part.role for part in scenario.parts]
    if scenario.roles and (roles.count("attacker") != 1 or "defender" not in roles or "side" in roles):
        yield Flaw(".parts", "one part is the attacker and all others are defenders, or all are plain sides")
    if scenario.first_turn != "high" and not scenario.roles:
        yield Flaw(".first_turn", "there is neither attacker nor defender; write high")
    if isinstance(scenario.aim, Leave | Charges) and not scenario.roles:
        yield Flaw(".aim", "this is the aim of an attacker or a defender, and there is none")
    if isinstance(scenario.aim, Hold) and scenario.aim.equal != "draw" and not scenario.roles:
        yield Flaw(".aim", "there is neither attacker nor defender to win an equal fight; write draw")


def _part_flaws(at: str, part: Part, scenario: Scenario) -> Iterator[Flaw]:
    both = sorted(set(part.friendly) & set(part.enemy))
    if both:
        yield Flaw(f"{at}.enemy", f"the {both[0]} edge cannot be friendly as well")
    for number, zone in enumerate(part.zones):
        if bool(zone.squads) == (number == len(part.zones) - 1):
            words = "every zone but the last says for how many squads it is; the last is for all the others"
            yield Flaw(f"{at}.zones[{number}].squads", words)
        yield from _zone_flaws(f"{at}.zones[{number}]", zone, scenario)
    for number, boat in enumerate(part.boats):
        here = f"{at}.boats[{number}]"
        profile = stock().profiles.get(boat.profile)
        if profile is None or "boat" not in profile.rules:
            afloat = [each.id for each in stock().profiles.values() if "boat" in each.rules]
            right = did_you_mean(boat.profile, afloat)
            yield Flaw(f"{here}.profile", f"there is no boat '{boat.profile}'{right}")
        if not _afloat(boat.at, scenario):
            yield Flaw(f"{here}.at", "a boat lies in deep water; there is none here")


def _zone_flaws(at: str, zone: Zone, scenario: Scenario) -> Iterator[Flaw]:
    table = scenario.table
    if zone.edge is None and (zone.within or zone.beyond):
        yield Flaw(f"{at}.edge", "within and beyond are measured from an edge; say which")
    if (zone.posts_within or zone.posts_beyond) and not scenario.posts:
        yield Flaw(f"{at}", "the scenario has no posts to measure from")
    if zone.on and not _piece(zone.on, table):
        yield Flaw(f"{at}.on", f"there is no piece '{zone.on}'{did_you_mean(zone.on, _names(table))}")
    across = table.depth if zone.edge in ("north", "south") else table.width
    deep = (zone.within or across) - zone.beyond
    if zone.edge is not None and (deep < ROOM or zone.within > across):
        yield Flaw(f"{at}.edge", f"squads set up in a strip {ROOM} inches deep or more")
    if zone.posts_within and zone.posts_within <= zone.posts_beyond:
        yield Flaw(f"{at}.posts_beyond", "nothing is nearer to a post than that and further away as well")


def _aim_flaws(scenario: Scenario) -> Iterator[Flaw]:
    table, aim = scenario.table, scenario.aim
    match aim:
        case Break() | Leave():
            pass
        case Hold():
            if not _piece(aim.piece, table):
                right = did_you_mean(aim.piece, _names(table))
                yield Flaw(".aim.piece", f"there is no piece '{aim.piece}'{right}")
        case Charges():
            if aim.needed > len(scenario.posts):
                words = f"charges are set on posts; there are {len(scenario.posts)}, not {aim.needed}"
                yield Flaw(".aim.needed", words)
    for number, post in enumerate(scenario.posts):
        if not _on_table(post, table):
            yield Flaw(f".posts[{number}]", "this post is not on the table")
    if any(dist(one, other) < 1 for one, other in combinations(scenario.posts, 2)):
        yield Flaw(".posts", "two posts stand at one place")


def _event_flaws(scenario: Scenario) -> Iterator[Flaw]:
    for number, event in enumerate(scenario.events):
        if isinstance(event, SmokeBank) and not scenario.posts:
            yield Flaw(f".events[{number}]", "the smoke comes over a post, and there is none")
        if isinstance(event, Animal) and not _on_table(event.start, scenario.table):
            yield Flaw(f".events[{number}].start", "this is not on the table")


def _names(table: Table) -> list[str]:
    pieces: tuple[Area | Block | Floor, ...] = (*table.areas, *table.blocks, *table.floors)
    return [piece.name for piece in pieces]


def _piece(name: str, table: Table) -> bool:
    return name in _names(table)


def _on_table(at: tuple[float, float], table: Table) -> bool:
    return 0 <= at[0] <= table.width and 0 <= at[1] <= table.depth


def _afloat(at: tuple[float, float], scenario: Scenario) -> bool:
    here = areas_at(scenario.table.areas, *at)
    return any(traits(area.words, scenario.terrain).water for area in here)


# ---------------------------------------------------------------- files


def _read(written: Written) -> list[Scenario]:
    """The scenario on each of its tables, laid out."""
    file = parse_toml(written.text, written.name, ScenarioFile, _file_flaws)
    return [
        replace(scenario, table=laid_out(scenario.table, file.terrain))
        for scenario in on_tables(file, Scenario, tables())
    ]


def _file_flaws(file: ScenarioFile) -> list[Flaw]:
    unknown = unknown_tables(file, tables())
    return unknown or [flaw for each in on_tables(file, Scenario, tables()) for flaw in scenario_flaws(each)]
