"""The armies on offer, as who chooses one is told of them."""

from __future__ import annotations

from warbook.books.steampunk.army.building import MEETS, armies, heading, read_army
from warbook.books.steampunk.army.data import nations
from warbook.books.steampunk.army.roster import huge
from warbook.books.steampunk.army.written import Army
from warbook.books.steampunk.state import roster
from warbook.core.book import Choice, Offers


def _offered(army: Army) -> Choice:
    """With whose army it is and what it is worth, so that it can be matched with another."""
    units = roster(army).units
    worth = sum(unit.value for unit in units)
    what = f"{nations()[army.nation].name}, {len(units)} units, {worth} points"
    words = f"{what}. {army.words} For the {army.game} game."
    kind = heading(army)
    return Choice(army.id, army.name, words, kind, MEETS[kind], _announced(army))


def _announced(army: Army) -> str:
    """spf.army.huge-disclosure, spf.W26: told wherever the army can be chosen."""
    names = [unit.name for unit in huge(roster(army))]
    return f"It has huge units, seen from afar: {', '.join(names)}." if names else ""


force_offers = Offers("army", armies, read_army, _offered)
