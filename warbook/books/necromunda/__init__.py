"""Necromunda, the quick reference: a gang skirmish on three levels, with hiding and nerve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warbook.board.geometry import Spot
from warbook.books.necromunda.state import RADIUS, SIDES, Battle, Fighter, Setup
from warbook.core.book import Book, Outlook, Piece, chapter
from warbook.core.cards import Card
from warbook.core.datafile import Written


class Necromunda(Book[Battle]):
    id = "necromunda"
    title = "Necromunda"
    version = "1"
    source = "Necromunda quick-reference sheet"
    licence = "publisher copyright; rules told in our own words, figures only"
    sides = SIDES
    phases = ("start of the turn", "movement", "shooting", "hand-to-hand", "recovery")
    open_table = True

    force_offers = chapter("gangs")
    scenario_offers = chapter("data")
    make_setup = chapter("gangs")
    muster = chapter("deploy")
    briefing = chapter("briefing")
    standing = chapter("briefing")
    builds = True
    entries = chapter("entries")
    draft = chapter("sheet")
    amend = chapter("sheet")
    drill = chapter("bot.drill", "Drill")
    questions = chapter("oddsbook", "QUESTIONS")

    def check(self, setup: Setup) -> Sequence[str]:
        from warbook.books.necromunda.gangs import gang_flaws

        gangs = [f"{gang.name}: {flaw.words}" for gang in setup.gangs for flaw in gang_flaws(gang)]
        return [*setup.scenario.table.check(), *gangs]

    def measured(self, setup: Setup) -> bool:
        """nec.M37."""
        return setup.rulings.premeasure

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
                states=(*f.states, "recharging") if _recharges(view, f) else f.states,
                letter=f.name[:1].upper(),
                words=f"{f.kind}, {', '.join(f.weapons).replace('_', ' ') or 'knife'}",
                on_table=f.on_table,
                arc=float(view.rulings.firing_arc),
            )
            for f in view.fighters
        ]

    def card(self, view: Battle, piece: str) -> Card:
        from warbook.books.necromunda.cards import card

        return card(view, view.fighter(piece), self.glossary)

    def force_cards(self, force: str | Written) -> Sequence[Card]:
        from warbook.books.necromunda.cards import gang_cards

        return gang_cards(self.force_offers.pick(force), self.glossary)

    def outlook(self, view: Battle, piece: str, spot: Spot, facing: float | None = None) -> Outlook:
        from warbook.books.necromunda.outlook import outlook

        return outlook(view, piece, spot)

    gaze = chapter("wedges")

    def side_names(self, battle: Battle) -> Mapping[str, str]:
        return {side: gang.name for side, gang in zip(SIDES, battle.setup.gangs, strict=True)}


def _recharges(view: Battle, fighter: Fighter) -> bool:
    return any(view.turn < again for _, again in fighter.recharging)


BOOK = Necromunda()
