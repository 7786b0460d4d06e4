"""Who did what in a battle, read from its events: which rules each side used, what felled whom, and how each
unit paid for its points."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from warbook.core.book import Book, Piece
from warbook.core.cards import Card
from warbook.core.datafile import Written
from warbook.core.events import Aimed, Became, Event, Phase, Removed, Rolled

NOBODY = ""


class Unit(Struct, array_like=True):
    """All units of a force that are called the same. `took` is what the enemies were worth that they felled,
    and `worth` what they themselves are: points where the book tells the price of each piece, else 1 a piece.
    """

    count: int = 0
    worth: float = 0.0
    took: float = 0.0
    lost: int = 0

    def add(self, other: Unit) -> None:
        self.count += other.count
        self.worth += other.worth
        self.took += other.took
        self.lost += other.lost


class Deeds(Struct):
    """Of one battle: by side the rules that its pieces were named with, by side what felled its enemies (the
    rule of the attack, "" where no enemy did it, and then under the side that lost), by side its units."""

    used: dict[str, dict[str, int]] = {}
    felled: dict[str, dict[str, int]] = {}
    units: dict[str, dict[str, Unit]] = {}


def deeds(
    book: Book, began: Sequence[Piece], events: Sequence[Event], forces: Mapping[str, str | Written]
) -> Deeds:
    owner = {piece.id: piece.side for piece in began}
    owner |= {side: side for side in forces}
    cards = {side: _cards(book, force) for side, force in forces.items()}
    worth = _worths(began, cards)
    used: dict[str, Counter[str]] = defaultdict(Counter)
    felled: dict[str, Counter[str]] = defaultdict(Counter)
    took: dict[str, float] = defaultdict(float)
    lost: set[str] = set()
    attacker, attack = "", ""  # who acted last in this phase, and by which rule
    for event in events:
        actor = _actor(event)
        if event.rule:
            used[owner.get(actor, NOBODY)][event.rule] += 1
        if isinstance(event, Phase):
            attacker, attack = "", ""
        elif isinstance(event, Aimed) or (isinstance(event, Rolled) and actor and actor != attacker):
            attacker, attack = actor, event.rule
        victim = _victim(book, event)
        if victim not in worth or victim in lost:
            continue
        lost.add(victim)
        mine, other = owner[victim], owner.get(attacker, NOBODY)
        if other in (NOBODY, mine):
            felled[mine][NOBODY] += 1
        else:
            felled[other][attack] += 1
            took[attacker] += worth[victim]
    return Deeds(
        {side: dict(counts) for side, counts in used.items()},
        {side: dict(counts) for side, counts in felled.items()},
        _units(began, _called(began, cards), worth, took, lost),
    )


@lru_cache(256)
def _cards(book: Book, force: str | Written) -> Sequence[Card]:
    """The same before every battle."""
    return book.force_cards(force)


def _actor(event: Event) -> str:
    return event.by if isinstance(event, Rolled) else getattr(event, "piece", "")


def _victim(book: Book, event: Event) -> str:
    """Who is lost by it; a piece that is down is, where the book counts that so."""
    if isinstance(event, Removed):
        return event.piece
    if isinstance(event, Became) and event.gained and event.status in book.rolls.lost:
        return event.piece
    return ""


def _units(
    began: Sequence[Piece],
    called: Mapping[str, str],
    worth: Mapping[str, float],
    took: Mapping[str, float],
    lost: set[str],
) -> dict[str, dict[str, Unit]]:
    found: dict[str, dict[str, Unit]] = defaultdict(lambda: defaultdict(Unit))
    for piece in began:
        one = Unit(1, worth[piece.id], took.get(piece.id, 0.0), piece.id in lost)
        found[piece.side][called[piece.id]].add(one)
    return {side: dict(units) for side, units in found.items()}


def _called(began: Sequence[Piece], cards: Mapping[str, Sequence[Card]]) -> dict[str, str]:
    """What the unit of each piece is called. Who bears a name of his own that his card does not know is told
    by his card and his weapons."""
    found = {piece.id: piece.name for piece in began}
    for side, told in cards.items():
        pieces = [piece for piece in began if piece.side == side]
        for piece, card in zip(pieces, told, strict=False):
            if len(pieces) == len(told) and card.arms and card.name != piece.name:
                found[piece.id] = f"{card.name}: {', '.join(arm.name for arm in card.arms)}"
    return found


def _worths(began: Sequence[Piece], told: Mapping[str, Sequence[Card]]) -> dict[str, float]:
    """What each piece is worth. The cards of a force are in the order of its pieces, or cannot be told which
    is whose; and unless every side has prices, a piece counts for a piece."""
    found: dict[str, float] = {}
    for side, cards in told.items():
        pieces = [piece for piece in began if piece.side == side]
        costs = [_cost(card.cost) for card in cards]
        if len(costs) != len(pieces) or None in costs:
            return {piece.id: 1.0 for piece in began}
        found |= {piece.id: cost or 0.0 for piece, cost in zip(pieces, costs, strict=True)}
    return {piece.id: found.get(piece.id, 1.0) for piece in began}


def _cost(words: str) -> float | None:
    number = re.match(r"[\d.]+", words)
    return float(number.group()) if number else None
