"""Forces on offer, who is in one, and the card of each: before any battle."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.core.book import Book, UnknownName
from warbook.core.cards import Card
from warbook.core.datafile import Written
from warbook.terminal.answers import one_named
from warbook.terminal.cards import show_card
from warbook.terminal.screen import Screen


def list_forces(screen: Screen, book: Book) -> None:
    """All forces on offer, under the headings of the book."""
    forces = book.forces()
    for kind in dict.fromkeys(force.kind for force in forces):
        if kind:
            screen.head(f"{kind}:")
        screen.rows((each.id, f"{each.name}. {each.words}") for each in forces if each.kind == kind)


def show_force(screen: Screen, book: Book, force: str | Written, name: str = "") -> None:
    """Who is in a force, in a line each; or the card of the one with this name or number."""
    cards = book.force_cards(force)
    if not name:
        screen.rows((str(number), _line(card)) for number, card in enumerate(cards, 1))
        return
    show_card(screen, _one(cards, name))


def _one(cards: Sequence[Card], name: str) -> Card:
    if name.isdecimal() and 0 < int(name) <= len(cards):
        return cards[int(name) - 1]
    found = one_named(cards, name)
    if found is None:
        names = ", ".join(dict.fromkeys(card.name for card in cards))
        raise UnknownName(f'there is not one called just "{name}": give a number, or one of: {names}')
    return found


def _line(card: Card) -> str:
    kind = "" if card.kind == card.name else card.kind
    arms = ", ".join(arm.name for arm in card.arms)
    return f"{'; '.join(filter(None, (card.name, kind, card.cost, arms)))}."
