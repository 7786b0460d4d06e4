"""Duel: two pistols, a few paces. A tiny book, to learn how one is written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct

from warbook.board.geometry import Spot
from warbook.board.terrain import Table
from warbook.core.book import Book, Choice, Offers, Piece, chapter
from warbook.core.cards import Briefing, Goal
from warbook.core.datafile import read_toml
from warbook.core.questions import Route, Way
from warbook.players.bot import Bot

RADIUS = 0.5


class Field(Choice, frozen=True, kw_only=True):
    turns: int
    table: Table


class Setup(Struct, frozen=True):
    scenario: Field
    forces: tuple[Choice, Choice]


class Duellist(Struct):
    side: str
    name: str
    spot: Spot
    stance: Literal["upright", "crouched"] = "upright"
    fallen: bool = False


class Battle(Struct):
    setup: Setup
    duellists: list[Duellist]
    turn: int = 0
    due: list[str] = []  # the sides that are still to act in this turn
    over: bool = False
    winner: str = ""


class Data(Struct):
    forces: tuple[Choice, ...]
    scenarios: tuple[Field, ...]


DATA = read_toml(Path(__file__).with_name("data.toml"), Data)


class Hothead(Bot[Battle]):
    """Walks up to the other; of every other question it takes the first option, upright and fire."""

    def route(self, battle: Battle, side: str, question: Route) -> Way:
        other = next(each for each in battle.duellists if each.side != side)
        return Way(question.path(other.spot.x, other.spot.y, 0.0) or ())


class Duel(Book[Battle]):
    id = "duel"
    title = "Duel"
    source = "written as an example"
    licence = "MIT"
    phases = ("stances", "walking", "shooting")
    open_table = True
    force_offers = Offers.fixed("duellist", DATA.forces)
    scenario_offers = Offers.fixed("field", DATA.scenarios)
    drill = Hothead
    questions = chapter("odds", "QUESTIONS")

    def muster(self, setup: Setup) -> Battle:
        (a, b), table = setup.forces, setup.scenario.table
        west, east = Spot(1.0, table.depth / 2), Spot(table.width - 1.0, table.depth / 2)
        return Battle(setup, [Duellist("a", a.name, west), Duellist("b", b.name, east)])

    def pieces(self, view: Battle) -> Sequence[Piece]:
        return [
            Piece(
                id=each.side,
                name=each.name,
                side=each.side,
                x=each.spot.x,
                y=each.spot.y,
                z=0.0,
                facing=0.0,
                radius=RADIUS,
                states=(each.stance,),
                letter=each.name[0],
                words="duellist",
                on_table=not each.fallen,
            )
            for each in view.duellists
        ]

    def briefing(self, setup: Setup) -> Briefing:
        goals = tuple(Goal(side, "Be the one left standing.", "due.end") for side in self.sides)
        return Briefing(setup.scenario.name, setup.scenario.words, goals, f"{setup.scenario.turns} turns")


BOOK = Duel()
