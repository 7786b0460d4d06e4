"""Gorkamorka Community Edition: mobs on foot and on wheels, in a desert."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warbook.board.geometry import Spot
from warbook.board.terrain import Table
from warbook.books.gorkamorka.state import NEST, SIDES, Battle, Setup
from warbook.core.book import Book, Choice, Outlook, chapter
from warbook.core.cards import Card
from warbook.core.datafile import Written
from warbook.core.game import Player


class Gorkamorka(Book[Battle]):
    id = "gorkamorka"
    title = "Gorkamorka"
    version = "1"
    source = "Gorkamorka Community Edition, core rules"
    licence = "CC-BY-NC-SA-4.0; rules told in our own words"
    sides = (*SIDES, NEST)
    phases = ("start of the turn", "movement", "shooting", "hand-to-hand", "recovery")
    open_table = True
    """gce.R2.12: who hides, runs or watches is marked for all to see."""
    builds = True

    force_offers = chapter("mob.building")
    scenario_offers = chapter("setup.scenarios")
    make_setup = chapter("setup.scenarios")
    muster = chapter("setup.mustering")
    pieces = chapter("pieces")
    groups = chapter("pieces")
    briefing = chapter("showing.briefing")
    standing = chapter("showing.briefing")
    entries = chapter("showing.entries")
    draft = chapter("mob.sheet")
    amend = chapter("mob.sheet")
    drill = chapter("bot.drill", "Drill")
    questions = chapter("odds.oddsbook", "QUESTIONS")

    def scenarios(self) -> Sequence[Choice]:
        from warbook.books.gorkamorka.setup.scenarios import scenarios, scenarios_offered

        return [choice for scenario in scenarios().values() for choice in scenarios_offered(scenario)]

    def check(self, setup: Setup) -> Sequence[str]:
        from warbook.books.gorkamorka.mob.building import mob_flaws
        from warbook.books.gorkamorka.setup.scenarios import scenario_flaws

        mobs = [f"{mob.name}: {flaw.words}" for mob in setup.mobs for flaw in mob_flaws(mob)]
        return [*(flaw.words for flaw in scenario_flaws(setup.scenario)), *mobs]

    def sides_of(self, setup: Setup) -> tuple[str, ...]:
        return setup.sides

    def own_players(self, setup: Setup) -> Mapping[str, Player]:
        from warbook.books.gorkamorka.beasts import Beasts

        return {NEST: Beasts()} if NEST in setup.sides else {}

    def measured(self, setup: Setup) -> bool:
        """gce.shooting.no-premeasure, gce.R2.7."""
        return setup.rulings.premeasuring

    def table(self, battle: Battle) -> Table:
        return battle.table

    def card(self, view: Battle, piece: str) -> Card:
        from warbook.books.gorkamorka.showing.cards import card

        return card(view, piece, self.glossary)

    def force_cards(self, force: str | Written) -> Sequence[Card]:
        from warbook.books.gorkamorka.showing.cards import mob_cards

        return mob_cards(self.force_offers.pick(force), self.glossary)

    def outlook(self, view: Battle, piece: str, spot: Spot, facing: float | None = None) -> Outlook:
        from warbook.books.gorkamorka.showing.outlook import outlook

        return outlook(view, piece, spot)

    gaze = chapter("shooting.wedges")

    def side_names(self, battle: Battle) -> Mapping[str, str]:
        return {side: battle.name(side) for side in battle.setup.sides}


BOOK = Gorkamorka()
