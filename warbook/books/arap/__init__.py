"""Gemini-ARAP 2.4: squads that act, react, break and run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from warbook.board.terrain import Table
from warbook.books.arap.state import SIDES, Battle, Setup
from warbook.core.book import Book, Choice, Group, Piece
from warbook.core.datafile import Written


class Arap(Book[Battle]):
    id = "arap"
    title = "Gemini-ARAP"
    version = "2.4"
    source = "Gemini-ARAP Basic Rules 2.4"
    licence = "not stated; rules told in our own words"
    sides = SIDES
    setup_type = Setup
    battle_type = Battle
    phases = ("tests", "compulsory", "activation", "melee")

    def forces(self) -> Sequence[Choice]:
        from warbook.books.arap.army.forces import forces, offered

        return [offered(force) for force in forces().values()]

    def scenarios(self) -> Sequence[Choice]:
        from warbook.books.arap.scenarios import scenarios
        from warbook.books.arap.setup.choosing import offered

        return [offered(scenario) for scenario in scenarios().values()]

    def look_over(self, kind: Literal["force", "scenario"], written: Written) -> Choice:
        from warbook.books.arap.army.forces import offered as offered_force
        from warbook.books.arap.army.forces import read_force
        from warbook.books.arap.scenarios import read_scenario
        from warbook.books.arap.setup.choosing import offered

        return offered_force(read_force(written)) if kind == "force" else offered(read_scenario(written))

    def make_setup(
        self, scenario: str | Written, forces: Sequence[str | Written], rulings: Mapping[str, Any]
    ) -> Setup:
        from warbook.books.arap.setup.choosing import make_setup

        return make_setup(scenario, forces, rulings)

    def sides_of(self, setup: Setup) -> tuple[str, ...]:
        return SIDES[: len(setup.forces)]

    def muster(self, setup: Setup) -> Battle:
        from warbook.books.arap.setup.mustering import muster

        return muster(setup)

    def view(self, battle: Battle, side: str | None) -> Battle:
        from warbook.books.arap.viewing import view

        return view(battle, side)

    def table(self, battle: Battle) -> Table:
        return battle.table

    def pieces(self, view: Battle) -> Sequence[Piece]:
        from warbook.books.arap.pieces import pieces

        return pieces(view)

    def groups(self, view: Battle) -> Sequence[Group]:
        from warbook.books.arap.pieces import groups

        return groups(view)

    def side_names(self, battle: Battle) -> Mapping[str, str]:
        return {side: battle.force(side).name for side in battle.order}


BOOK = Arap()
