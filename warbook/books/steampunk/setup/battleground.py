"""The battle ground: scenarios, their three bands, what terrain may lie where, and the setup of a battle.

Side a has the southern edge, side b the northern one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeAlias

from warbook.board.hexes import Hex, within
from warbook.board.hextable import HexTable, name_of, number_of
from warbook.books.steampunk.army.building import OURS, may_meet
from warbook.books.steampunk.army.data import DATA
from warbook.books.steampunk.army.offers import force_offers
from warbook.books.steampunk.state import Battle, Rulings, Scenario, Setup, enemy
from warbook.core.book import Choice, Offers, UnknownName
from warbook.core.datafile import (
    Flaw,
    Written,
    did_you_mean,
    parse_toml,
    read_written,
    settle,
)
from warbook.core.questions import Refused

Band: TypeAlias = Literal["a", "b", "none"]
CutHex: TypeAlias = Literal["no-mans-land", "territory"]

TERRAIN = {  # spf.terrain.table
    "clear": "open ground",
    "rough": "cover",
    "ruins": "cover",
    "forest": "cover, blocks sight, tracks and wheels enter at 2+",
    "burned-forest": "cover, blocks sight",
    "sand-dunes": "cover, blocks sight",
    "hills": "level 1, blocks sight",
    "mountains": "level 2, no tracks or wheels",
    "swamp": "large and huge units enter at 2+, tracks and wheels may get stuck",
    "building": "cover, blocks sight, infantry only",
    "river": "no effect",
    "water": "only for ships and for who floats or flies",
}
NO_TRACKS = ("mountains", "building", "water")  # what tracked units never enter
OPEN = ("clear", "rough", "ruins")  # what neither blocks nor is advanced
SMALLEST = 3  # columns


# ---------------------------------------------------------------- bands


def band_of(table: HexTable, territory: int, hex_: Hex, cut: CutHex = "no-mans-land") -> Band:
    """Whose territory a hex is in (spf.battleground.entrenched-zones): a's along the southern edge, b's along
    the northern one, or none in No Man's Land. In the shifted columns the border cuts a hex, which belongs to
    No Man's Land unless ruled otherwise (ruling B1)."""
    column, number = number_of(hex_)
    whole = territory if column % 2 or cut == "territory" else territory - 1
    if number <= whole:
        return "b"
    return "a" if number > table.length(column) - whole else "none"


def territory_of(battle: Battle, side: str) -> list[Hex]:
    """The hexes of a side's territory, column by column (switch cut_hex)."""
    return list(_bands(battle.setup.scenario, battle.rulings)[side])


def forward_of(battle: Battle, side: str, far: int) -> list[Hex]:
    """What is at most so far from a side's territory and not in the enemy's, column by column."""
    table, territory = battle.table, battle.setup.scenario.territory
    return list(_forward(table.columns, table.rows, territory, battle.rulings.cut_hex, side, far))


@cache
def _forward(columns: int, rows: int, territory: int, cut: CutHex, side: str, far: int) -> Sequence[Hex]:
    bands = _bands_of(columns, rows, territory, cut)
    near = {hex_ for home in bands[side] for hex_ in within(home, far)}.difference(bands[enemy(side)])
    return [hex_ for hex_ in HexTable("", columns, rows).hexes() if hex_ in near]


def _bands(scenario: Scenario, rulings: Rulings) -> Mapping[str, Sequence[Hex]]:
    return _bands_of(scenario.table.columns, scenario.table.rows, scenario.territory, rulings.cut_hex)


@cache
def _bands_of(columns: int, rows: int, territory: int, cut: CutHex) -> Mapping[str, Sequence[Hex]]:
    table = HexTable("", columns, rows)
    bands: dict[str, list[Hex]] = {"a": [], "b": [], "none": []}
    for hex_ in table.hexes():
        bands[band_of(table, territory, hex_, cut)].append(hex_)
    return bands


def terrain_words(rulings: Rulings) -> dict[str, str]:
    """Each terrain with what it does (switches mountains_block and river)."""
    words = dict(TERRAIN)
    if not rulings.mountains_block:
        words["mountains"] = "no tracks or wheels"
    if rulings.river == "roll":
        words["river"] = "tracks and wheels enter at 3+"
    return words


def passable(grounds: Iterable[str]) -> bool:
    """Ruling B2: at least half of the hexes can be entered by tracked units."""
    closed = [ground in NO_TRACKS for ground in grounds]
    return 2 * sum(closed) <= len(closed)


# ---------------------------------------------------------------- scenarios


@cache
def scenarios() -> dict[str, Scenario]:
    """Those that come with the book: ENTRENCHED! (spf.battleground.entrenched-size), and maps of ours."""
    found = (read_scenario(read_written(path)) for path in sorted((DATA / "scenarios").glob("*.toml")))
    return {scenario.id: scenario for scenario in found}


def read_scenario(written: Written) -> Scenario:
    """A scenario; refuses one that cannot be played."""
    return parse_toml(written.text, written.name, Scenario, _flaws)


def _flaws(scenario: Scenario) -> list[Flaw]:
    table = scenario.table
    flaws = [Flaw(".table", words) for words in table.check()]
    for number, cell in enumerate(table.cells):
        if cell.ground not in TERRAIN:
            words = f"there is no terrain '{cell.ground}'{did_you_mean(cell.ground, TERRAIN)}"
            flaws.append(Flaw(f".table.cells[{number}].ground", words))
    if table.columns < SMALLEST:
        flaws.append(Flaw(".table.columns", f"a battle ground has at least {SMALLEST} columns"))
    if 2 * scenario.territory >= table.rows:
        most = (table.rows - 1) // 2
        words = f"the two territories leave nothing between them; at most {most} of {table.rows} rows do"
        flaws.append(Flaw(".territory", words))
    if scenario.territory < 2:
        flaws.append(
            Flaw(".territory", "a territory is at least 2 hexes deep, so that every column has some")
        )
    return flaws


def ground_flaw(scenario: Scenario, rulings: Rulings) -> str:
    """What the table has that the book does not allow where sides lay out their own territory; nothing if it
    may be played on. spf.battleground.no-mans-land, and mountains by ruling R1; roads are for the sides to
    lay."""
    if not scenario.design:
        return ""
    table = scenario.table
    allowed = OPEN if rulings.mountains_block else (*OPEN, "mountains")
    wrong = {hex_: "a road" for hex_ in table.hexes() if hex_ in table.roads}
    for hex_ in _bands(scenario, rulings)["none"]:
        if table.ground[hex_] not in allowed:
            wrong.setdefault(hex_, table.ground[hex_])
    for hex_, lies in wrong.items():
        where = name_of(hex_)
        return f"No Man's Land may hold {', '.join(allowed)}, and no hex a road; in {where} lies {lies}"
    return ""


# ---------------------------------------------------------------- the setup of a battle


def _offered(scenario: Scenario) -> Choice:
    return Choice(scenario.id, scenario.name, scenario.words)


scenario_offers = Offers("scenario", scenarios, read_scenario, _offered)


def make_setup(scenario: str | Written, forces: Sequence[str | Written], rulings: Mapping[str, Any]) -> Setup:
    """A setup from ids or written data; refuses what the book does not allow."""
    if len(forces) != 2:
        raise UnknownName(f"Steampunk Fantasy is played by two armies; {len(forces)} were named")
    mustered = [force_offers.pick(force) for force in forces]
    setup = Setup(
        scenario_offers.pick(scenario),
        (mustered[0], mustered[1]),
        settle(rulings, Rulings),
    )
    for words in setup_flaws(setup):
        raise Refused(words)
    return setup


def setup_flaws(setup: Setup) -> list[str]:
    """Why scenario, armies and rulings do not go together, one sentence each."""
    found = [ground_flaw(setup.scenario, setup.rulings)]
    refusal = may_meet(*setup.armies)
    if refusal:
        found.append(refusal.words)
    if not setup.rulings.spartans and any(army.nation == OURS for army in setup.armies):
        found.append("the Spartan list is ours; choose another army, or the house rule Spartans may play")
    return [words for words in found if words]
