"""The cards of a battle's squads and figures, and of a force on offer."""

from __future__ import annotations

from msgspec.structs import replace

from warbook.books.arap.army.forces import Force, squad_cost, stock_of
from warbook.books.arap.rulings import Rulings
from warbook.books.arap.scenarios import scenarios
from warbook.books.arap.setup.mustering import muster
from warbook.books.arap.showing.squads import figure_card, squad_card
from warbook.books.arap.state import SIDES, Battle, Setup
from warbook.core.book import UnknownName
from warbook.core.cards import Card, Glossary
from warbook.core.state import if_there

WHOLE = "meeting"  # a scenario in which the whole force takes part


def card(battle: Battle, piece: str, glossary: Glossary) -> Card:
    if unit := if_there(battle.units, piece):
        return squad_card(battle, unit, glossary)
    if figure := if_there(battle.figures, piece):
        return figure_card(battle, figure, glossary)
    raise UnknownName(f"there is no piece {piece!r}")


def force_cards(force: Force, glossary: Glossary) -> list[Card]:
    """The squads of a force as they come to any battle, with the usual rulings."""
    battle = muster(Setup(scenarios()[WHOLE], (force, force), Rulings()))
    units = [unit for unit in battle.units if unit.side == SIDES[0]]
    known = stock_of(force)
    return [
        replace(
            squad_card(battle, unit, glossary), id=str(number), done=(), may=(), states=(),
            cost=f"{squad_cost(squad, known)} points",
        )
        for number, (unit, squad) in enumerate(zip(units, force.squads, strict=True), 1)
    ]  # fmt: skip
