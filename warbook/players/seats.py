"""Who plays a side, by name: a person, or one of the book's bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b

from warbook.core.book import Book
from warbook.core.game import Player
from warbook.players.random import Random

PEOPLE = ("me", "friend")


def players_of(book: Book) -> dict[str, Callable[[int], Player]]:
    """The bots that play this book, the best of them first."""
    return {**book.bots(), "random": Random}


def seated(book: Book, names: Mapping[str, str], seed: int | str) -> dict[str, Player | None]:
    """The bots of these seats, made from the seed; None for a person."""
    bots = players_of(book)
    return {
        side: None if name in PEOPLE else bots[name](_seed_of(seed, side)) for side, name in names.items()
    }


def _seed_of(seed: int | str, side: str) -> int:
    return int.from_bytes(blake2b(f"{seed}:{side}".encode(), digest_size=4).digest())
