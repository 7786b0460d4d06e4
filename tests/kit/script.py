"""Answers written down beforehand, each for the side that is to be asked.

    game.play(a("A"), a("x"), b("hold"), dice="6 4")
    game.play(sealed(a="load", b="fire"))

A script fails when another side is asked than the one it answers for, and when answers that it gives sealed
are not asked for sealed, or the reverse. So a test of "X chooses" fails if Y is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from warbook.core.game import Game
from warbook.core.questions import Question


class By(Struct, frozen=True):
    """What one side answers."""

    side: str
    answer: Any


class Sealed(Struct, frozen=True):
    """What several sides answer without knowing of each other."""

    answers: dict[str, Any]


def a(answer: Any) -> By:
    return By("a", answer)


def b(answer: Any) -> By:
    return By("b", answer)


def sealed(**answers: Any) -> Sealed:
    return Sealed(answers)


class Unanswered(Exception):
    """The rules asked more than the test answers."""

    def __init__(self, side: str, question: Question) -> None:
        super().__init__(f"{side} was asked: {question.text}")
        self.side, self.question = side, question


class WrongSide(AssertionError):
    """Somebody else was asked, or not in the way that the script says."""


class Script:
    """All players of a game. `translate` turns a test's short answer into one that the question takes."""

    def __init__(self, translate: Callable[[Question, Any], object]) -> None:
        self.translate = translate
        self.answers: list[By | Sealed] = []
        self.asked: list[tuple[str, Question]] = []
        self.game: Game | None = None
        self._given: list[str] = []  # who has answered the sealed questions at hand
        self._last: tuple[Any, int, str] = (
            None,
            0,
            "",
        )  # the tape as it was at the last answer, and whose it was

    def load(self, answers: Iterable[By | Sealed]) -> None:
        self.answers = list(answers)
        for answer in self.answers:
            assert isinstance(answer, By | Sealed), (
                f"whose answer is {answer!r}? Write a({answer!r}) or b(...)"
            )
        self._given, self._last = [], (None, 0, "")

    def answer(self, side: str, question: Question, view: Any) -> object:
        self.asked.append((side, question))
        if not self.answers:
            raise Unanswered(side, question)
        assert self.game is not None, "the script belongs to no game"
        tape, next_ = self.game.tape, self.answers[0]
        last, length, before = self._last
        together = last is tape and length == len(tape)  # nothing was opened since the last answer
        self._last = (tape, len(tape), side)
        if isinstance(next_, By):
            if next_.side != side:
                raise WrongSide(f"{side} is asked, not {next_.side} ({next_.answer!r}): {question.text}")
            if together and before != side:
                raise WrongSide(f"{before} and {side} answer sealed; write sealed(...): {question.text}")
            self.answers.pop(0)
            return self.translate(question, next_.answer)
        if side not in next_.answers or side in self._given:
            raise WrongSide(f"{side} is asked, not one of {list(next_.answers)}: {question.text}")
        if self._given and not together:
            raise WrongSide(f"{side} is asked when {before} has shown an answer: {question.text}")
        self._given.append(side)
        if len(self._given) == len(next_.answers):
            self.answers.pop(0)
            self._given = []
        return self.translate(question, next_.answers[side])
