"""Who plays a side, by name: a person, or one of the book's bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

from warbook.core.book import Book
from warbook.core.game import Explaining, Player
from warbook.core.questions import Question, plain
from warbook.learning.lesson import lesson_of
from warbook.learning.tutor import FOE, Foe
from warbook.players.random import Random

FRIEND = "friend"  # who comes by invitation
PEOPLE = ("me", FRIEND)


def players_of(book: Book) -> dict[str, Callable[[int], Player]]:
    """The bots that play this book, the best of them first."""
    return {**book.bots(), "random": Random}


def seated(book: Book, names: Mapping[str, str], seed: int | str) -> dict[str, Player | None]:
    """The bots of these seats, made from the seed; None for a person."""
    return {
        side: None if name in PEOPLE else _made(book, name, seed_of(seed, side))
        for side, name in names.items()
    }


def _made(book: Book, name: str, seed: int) -> Player:
    return Foe(book, lesson_of(book), seed) if name == FOE else players_of(book)[name](seed)


def advice(player: Player, side: str, question: Question, view: Any) -> tuple[Any, str]:
    """What the player would answer, as JSON, and why, if he says."""
    answer = question.accept(player.answer(side, question, view))
    why = player.reason(side, question, answer, view) if isinstance(player, Explaining) else ""
    return plain(answer), why


def seed_of(seed: int | str, side: str) -> int:
    """Of the bot at a side of a battle with this seed."""
    return int.from_bytes(blake2b(f"{seed}:{side}".encode(), digest_size=4).digest())
