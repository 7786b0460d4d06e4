"""Questions that depend on each other, put to both sides at the same time."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TypeAlias, TypeVar, cast

from warbook.books.steampunk.state import Game
from warbook.core.questions import Choose, Option

T = TypeVar("T")
Asking: TypeAlias = Generator[Choose, str, T]  # a side's questions, the next one after each answer


def together(game: Game, asking: Mapping[str, Asking[T]]) -> dict[str, T]:
    """Both sides answer at the same time, question by question, until each has given all its answers."""
    done: dict[str, T] = {}
    due: dict[str, Choose] = {}
    answers: dict[str, str | None] = dict.fromkeys(asking)
    while answers:
        due = {}
        for side, answer in answers.items():
            try:
                due[side] = asking[side].send(cast(str, answer))
            except StopIteration as end:
                done[side] = end.value
        if len(due) == 1:
            ((side, question),) = due.items()
            answers = {side: game.ask(side, question)}
        else:
            answers = dict(game.ask_all(due)) if due else {}
    return done


def pick(text: str, options: Sequence[Option], rule: str, piece: str = "") -> Asking[str]:
    """The answer to one question, which is not asked if only one answer is open."""
    question = Choose(text, options, rule, piece)
    allowed = question.open()
    if len(allowed) == 1:
        return allowed[0].id
    return (yield question)


def unasked(asking: Asking[T]) -> T:
    """What comes of the questions if the first answer is always given."""
    answer: str | None = None
    while True:
        try:
            answer = asking.send(cast(str, answer)).open()[0].id
        except StopIteration as end:
            return cast(T, end.value)
