"""The fifth-edition vehicle sheet: tanks, transports, skimmers and walkers, with foot troops around them."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.board.terrain import Table
from warbook.books.vehicles.state import SIDES, Battle, Setup
from warbook.core.book import Book, chapter
from warbook.core.cards import Card
from warbook.core.datafile import Written


class Vehicles(Book[Battle]):
    id = "vehicles"
    title = "Vehicles"
    version = "1"
    source = "Vehicle Reference Sheet 1.0, for a science-fiction battle game in its fifth edition"
    licence = "no licence stated; rules told in our own words"
    sides = SIDES
    phases = ("movement", "shooting", "assault")
    open_table = True
    builds = True

    force_offers = chapter("army.forces")
    scenario_offers = chapter("setup.scenarios")
    make_setup = chapter("setup.scenarios")
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

    def check(self, setup: Setup) -> Sequence[str]:
        from warbook.books.vehicles.army.forces import force_flaws
        from warbook.books.vehicles.setup.scenarios import scenario_flaws

        forces = [f"{force.name}: {flaw.words}" for force in setup.forces for flaw in force_flaws(force)]
        return [*(flaw.words for flaw in scenario_flaws(setup.scenario)), *forces]

    def table(self, battle: Battle) -> Table:
        from warbook.books.vehicles.showing.table import scarred

        return scarred(battle)

    def card(self, view: Battle, piece: str) -> Card:
        from warbook.books.vehicles.showing.cards import card

        return card(view, piece, self.glossary)

    def force_cards(self, force: str | Written) -> Sequence[Card]:
        from warbook.books.vehicles.showing.cards import force_cards

        return force_cards(self.force_offers.pick(force), self.glossary)


BOOK = Vehicles()
