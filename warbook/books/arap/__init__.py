"""Gemini-ARAP 2.4: squads that act, react, break and run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from warbook.board.terrain import Table
from warbook.books.arap.state import SIDES, Battle, Setup
from warbook.core.book import Book, chapter
from warbook.core.cards import Card
from warbook.core.datafile import Written


class Arap(Book[Battle]):
    id = "arap"
    title = "Gemini-ARAP"
    version = "2.4"
    source = "Gemini-ARAP Basic Rules 2.4"
    licence = "no licence stated; rules told in our own words"
    sides = SIDES
    phases = ("tests", "compulsory", "activation", "melee")
    builds = True

    force_offers = chapter("army.forces")
    scenario_offers = chapter("setup.choosing")
    make_setup = chapter("setup.choosing")
    muster = chapter("setup.mustering")
    pieces = chapter("pieces")
    groups = chapter("pieces")
    briefing = chapter("showing.briefing")
    standing = chapter("showing.briefing")
    outlook = chapter("showing.outlook")
    gaze = chapter("shooting.wedges")
    entries = chapter("showing.entries")
    draft = chapter("army.sheet")
    amend = chapter("army.sheet")
    drill = chapter("bot.drill", "Drill")
    questions = chapter("odds.oddsbook", "QUESTIONS")

    def setup(
        self,
        scenario: str | Written,
        forces: Sequence[str | Written],
        rulings: Mapping[str, Any],
        people: int = 1,
    ) -> Setup:
        """arap.S6: switches that nobody sets are as the scenario has them, however many people play."""
        made: Setup = self.make_setup(scenario, forces, rulings)
        return made

    def check(self, setup: Setup) -> Sequence[str]:
        from warbook.books.arap.army.forces import force_flaws
        from warbook.books.arap.scenarios import scenario_flaws

        forces = [f"{force.name}: {flaw.words}" for force in setup.forces for flaw in force_flaws(force)]
        return [*(flaw.words for flaw in scenario_flaws(setup.scenario)), *forces]

    def sides_of(self, setup: Setup) -> tuple[str, ...]:
        return SIDES[: len(setup.forces)]

    def view(self, battle: Battle, side: str | None) -> Battle:
        """Where hidden enemies are is not seen; all else is open."""
        from warbook.books.arap.field.hiding import seen_by

        return seen_by(battle, side)

    def secrets(self, battle: Battle, side: str) -> Iterable[str]:
        from warbook.books.arap.field.hiding import whereabouts

        return whereabouts(battle, side)

    def table(self, battle: Battle) -> Table:
        from warbook.books.arap.showing.table import as_it_is_now

        return as_it_is_now(battle)

    def card(self, view: Battle, piece: str) -> Card:
        from warbook.books.arap.showing.cards import card

        return card(view, piece, self.glossary)

    def force_cards(self, force: str | Written) -> Sequence[Card]:
        from warbook.books.arap.showing.cards import force_cards

        return force_cards(self.force_offers.pick(force), self.glossary)


BOOK = Arap()
