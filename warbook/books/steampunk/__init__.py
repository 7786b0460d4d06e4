"""Steampunk Fantasy: the hex game with sealed orders, for tanks and fantasy infantry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any, Literal

from msgspec.structs import replace

from warbook.board.hextable import Cell, HexTable, number_of
from warbook.books.steampunk.state import SIDES, Battle, Setup, Unit, field, has
from warbook.core.book import Book, Choice, OddsQuestion, Piece
from warbook.core.datafile import Written
from warbook.core.game import Game

RADIUS = 0.7  # of a unit's token, in inches of the drawn table
STATES = (  # a unit's tokens as they are named on the table
    ("shaken", "shaken"),
    ("jammed", "jammed"),
    ("crippled_crew", "crippled crew"),
    ("unconscious", "unconscious"),
    ("fires", "on fire"),
    ("acid", "acid"),
    ("minor_acid", "minor acid"),
    ("poison", "poisoned"),
    ("bleeding", "bleeding"),
    ("aims", "aimed"),
    ("critical", "critical damage"),
)


class Steampunk(Book):
    id = "steampunk"
    title = "Steampunk Fantasy"
    version = "1"
    source = "Steampunk Fantasy, rules and army lists version 2"
    licence = "no licence stated; rules told in our own words, figures only"
    sides = SIDES
    setup_type = Setup
    battle_type = Battle
    phases = (
        "orders",
        "gunnery 1",
        "movement 1",
        "movement 2",
        "movement 3",
        "gunnery 2",
        "agony",
        "aftermath",
    )

    def forces(self) -> Sequence[Choice]:
        from warbook.books.steampunk.army import armies

        return [Choice(army.id, army.name, army.words) for army in armies().values()]

    def scenarios(self) -> Sequence[Choice]:
        from warbook.books.steampunk.battleground import scenarios

        return [Choice(scenario.id, scenario.name, scenario.words) for scenario in scenarios().values()]

    def setup(
        self, scenario: str | Written, forces: Sequence[str | Written], rulings: Mapping[str, Any]
    ) -> Setup:
        from warbook.books.steampunk.battleground import make_setup

        return make_setup(scenario, forces, rulings)

    def look_over(self, kind: Literal["force", "scenario"], written: Written) -> Choice:
        from warbook.books.steampunk.army import read_army
        from warbook.books.steampunk.battleground import read_scenario

        if kind == "force":
            army = read_army(written)
            return Choice(army.id, army.name, army.words)
        scenario = read_scenario(written)
        return Choice(scenario.id, scenario.name, scenario.words)

    def check(self, setup: Setup) -> Sequence[str]:
        from warbook.books.steampunk.army import flaws
        from warbook.books.steampunk.battleground import setup_flaws

        armies = [f"{army.name}: {flaw.words}" for army in setup.armies for flaw in flaws(army)]
        return [*setup.scenario.table.check(), *armies, *setup_flaws(setup)]

    def muster(self, setup: Setup) -> Battle:
        from warbook.books.steampunk.setting_up import muster

        return muster(setup)

    def step(self, game: Game) -> None:
        self._turn.step(game)

    @cached_property
    def _turn(self) -> ModuleType:
        """The rules of the turn, and with them all others; looked up once, when a battle is fought."""
        from warbook.books.steampunk import turn

        return turn

    def view(self, battle: Battle, side: str | None) -> Battle:
        """Orders are their own side's secret until they are carried out; so is all of a set-up behind the
        screen, and who is under a hidden token."""
        from warbook.books.steampunk.hiding import tokens
        from warbook.books.steampunk.setting_up import BLIND

        screened = battle.phase in BLIND
        units = [unit if unit.side == side else _seen(unit, screened) for unit in battle.units]
        marks = battle.marks if screened else [*battle.marks, *tokens(battle, side)]
        return replace(battle, units=[unit for unit in units if unit is not None], marks=marks)

    def known_setup(self, battle: Battle, side: str | None) -> Setup:
        """Without what the enemy's list says from the first unit on that is still a secret."""
        armies = []
        for each, army in zip(SIDES, battle.setup.armies, strict=True):
            secrets = [
                unit.number for unit in battle.units if unit.side == each != side and _secret(battle, unit)
            ]
            cut = replace(army, units=army.units[: min(secrets)], words="") if secrets else army
            armies.append(cut)
        return replace(battle.setup, armies=(armies[0], armies[1]))

    def secrets(self, battle: Battle, side: str) -> Iterable[str]:
        """The names of the enemy's secret units, unless another of the name is in the open."""
        hidden = [unit for unit in battle.units if unit.side != side and _secret(battle, unit)]
        known = {field(battle, unit).name for unit in battle.units if unit not in hidden}
        return sorted({field(battle, unit).name for unit in hidden} - known)

    def table(self, battle: Battle) -> HexTable:
        """As laid out, and as the battle has changed it."""
        laid = battle.table
        if not battle.ground and not battle.roads:
            return laid
        cells = [
            Cell(*number_of(hex_), battle.ground_at(hex_), battle.has_road(hex_)) for hex_ in laid.hexes()
        ]
        return replace(laid, cells=tuple(cells))

    def pieces(self, view: Battle) -> Sequence[Piece]:
        return [_piece(view, unit) for unit in view.units]

    def side_names(self, battle: Battle) -> Mapping[str, str]:
        return {side: army.name for side, army in zip(SIDES, battle.setup.armies, strict=True)}

    def name_of(self, battle: Battle, piece: str) -> str:
        return field(battle, battle.unit(piece)).name

    def odds_questions(self) -> Mapping[str, OddsQuestion]:
        from warbook.books.steampunk.oddsbook import QUESTIONS

        return QUESTIONS


def _secret(battle: Battle, unit: Unit) -> bool:
    """Whether the enemy may not know what the unit is: hidden, or able to hide until the screen goes."""
    from warbook.books.steampunk.hiding import secret
    from warbook.books.steampunk.setting_up import HIDING

    return secret(unit) or (not battle.turn and any(has(battle, unit, name) for name in HIDING))


def _seen(unit: Unit, screened: bool) -> Unit | None:
    """An enemy's unit as one sees it: without its orders, and not at all while it is hidden or screened."""
    if unit.hidden or screened:
        return None
    return replace(
        unit,
        movement="",
        gunnery="",
        gunnery_only="",
        next_movement="",
        next_gunnery="",
        next_gunnery_only="",
    )


def _piece(view: Battle, unit: Unit) -> Piece:
    from warbook.books.steampunk.ground import bearing

    of = field(view, unit)
    x, y = view.table.middle(unit.hex)
    states = [words for name, words in STATES if getattr(unit, name)]
    states += [f"{unit.future} to future damage"] if unit.future else []
    states += ["hidden"] if unit.hidden else []
    living = f"{len(unit.living)} of {len(of.models)} models, " if len(of.models) > 1 else ""
    return Piece(
        id=unit.id,
        name=of.name,
        side=unit.side,
        x=x,
        y=y,
        z=0.0,
        facing=bearing(unit.facing),
        radius=RADIUS,
        states=tuple(states),
        letter=of.name[:1].upper(),
        words=f"{living}{unit.speed.replace('-', ' ')}",
        on_table=unit.on_map,
        arc=60.0,
    )


BOOK = Steampunk()
