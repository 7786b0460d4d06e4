"""Necromunda, the quick reference: a gang skirmish on three levels, with hiding and nerve."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any

from warbook.board.terrain import Table
from warbook.books.necromunda.state import RADIUS, SIDES, Battle, Setup
from warbook.core.book import Book, Choice, OddsQuestion, Piece
from warbook.core.game import Game


class Necromunda(Book):
    id = "necromunda"
    title = "Necromunda"
    version = "1"
    source = "Necromunda quick-reference sheet"
    licence = "publisher copyright; rules told in our own words, figures only"
    sides = SIDES
    setup_type = Setup
    battle_type = Battle

    def forces(self) -> Sequence[Choice]:
        from warbook.books.necromunda.data import gang_cost, gangs

        return [
            Choice(
                g.id,
                g.name,
                f"{len(g.fighters)} fighters of {g.house.replace('_', ' ').title()}, {gang_cost(g)} credits",
            )
            for g in gangs().values()
        ]

    def scenarios(self) -> Sequence[Choice]:
        from warbook.books.necromunda.data import scenarios

        return [Choice(s.id, s.name, s.words) for s in scenarios().values()]

    def setup(self, scenario: str, forces: Sequence[str], rulings: Mapping[str, Any]) -> Setup:
        from warbook.books.necromunda.data import make_setup

        return make_setup(scenario, forces, rulings)

    def check(self, setup: Setup) -> Sequence[str]:
        from warbook.books.necromunda.data import gang_flaws

        gangs = [f"{gang.name}: {flaw.words}" for gang in setup.gangs for flaw in gang_flaws(gang)]
        return [*setup.scenario.table.check(), *gangs]

    def muster(self, setup: Setup) -> Battle:
        from warbook.books.necromunda.deploy import muster

        return muster(setup)

    def step(self, game: Game) -> None:
        self._turn.step(game)

    @cached_property
    def _turn(self) -> ModuleType:
        """The rules of the turn, and with them all others; looked up once, when a battle is fought."""
        from warbook.books.necromunda import turn

        return turn

    def view(self, battle: Battle, side: str | None) -> Battle:
        """Nothing on a Necromunda table is secret: a hidden fighter's model stands there for all to see."""
        return battle

    def table(self, battle: Battle) -> Table:
        return battle.setup.scenario.table

    def pieces(self, view: Battle) -> Sequence[Piece]:
        return [
            Piece(
                id=f.id,
                name=f.name,
                side=f.side,
                x=f.x,
                y=f.y,
                z=f.z,
                facing=f.facing,
                radius=RADIUS,
                states=states(f),
                letter=f.name[:1].upper(),
                words=f"{f.kind}, {', '.join(f.weapons).replace('_', ' ') or 'knife'}",
                on_table=f.on_table,
            )
            for f in view.fighters
        ]

    def side_names(self, battle: Battle) -> Mapping[str, str]:
        return {side: gang.name for side, gang in zip(SIDES, battle.setup.gangs, strict=True)}

    def name_of(self, battle: Battle, piece: str) -> str:
        return battle.fighter(piece).name

    def odds_questions(self) -> Mapping[str, OddsQuestion]:
        from warbook.books.necromunda.oddsbook import QUESTIONS

        return QUESTIONS

    def bots(self) -> Mapping[str, Callable[[int], Any]]:
        from warbook.players.necromunda import Drill

        return {"drill": Drill}


def states(fighter: Any) -> tuple[str, ...]:
    names = ("down", "pinned", "broken", "hidden", "overwatch", "webbed")
    found = [name for name in names if getattr(fighter, name)]
    if fighter.flesh:
        found.append(f"{fighter.flesh} flesh")
    if fighter.empty:
        found.append("out of ammo")
    if fighter.loot:
        found.append("loot")
    return tuple(found)


BOOK = Necromunda()
