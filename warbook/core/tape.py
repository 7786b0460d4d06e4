"""The tape of a step: all that the rules did not know by themselves, in order."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Answer(Struct, frozen=True, tag="answer", array_like=True, gc=False):
    side: str
    value: Any


class Sealed(Struct, frozen=True, tag="sealed", array_like=True):
    """Answers that were given blind and opened together."""

    values: dict[str, Any]


class Throw(Struct, frozen=True, tag="dice", array_like=True, gc=False):
    faces: tuple[int, ...]


class Fact(Struct, frozen=True, tag="fact", array_like=True, gc=False):
    """Something a player could not know before: undo stops here, as at a die."""

    words: str


class Peace(Struct, frozen=True, tag="peace", array_like=True, gc=False):
    """The players end the battle themselves: one gives up, or all agree on a draw, which nobody wins. Nothing
    comes after it."""

    by: tuple[str, ...]
    winner: str


class Put(Struct, frozen=True, tag="put", array_like=True, gc=False):
    """A piece is put to where it stands on a real table. Such entries come first in their step."""

    piece: str
    spot: tuple[float, float, float]
    facing: float | None = None


Entry = Answer | Sealed | Throw | Fact | Peace | Put


class Step(Struct):
    """One finished step: its tape, the hash of the state it led to, and how many events were told by then."""

    tape: list[Entry]
    hash: str
    events: int = 0


def kind_of(entry: Entry) -> str:
    return _NAMES[type(entry)]


_NAMES = {
    Answer: "an answer",
    Sealed: "sealed answers",
    Throw: "dice",
    Fact: "a fact",
    Peace: "a peace",
    Put: "a piece that is put somewhere",
}
