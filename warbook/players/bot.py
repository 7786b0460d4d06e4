"""What bots have in common: how each kind of question comes to who answers it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Generic, TypeVar

from warbook.core.questions import Choose, Drive, Form, Question, Route, Way, usual_answer

B = TypeVar("B")  # the battle of its book


class Bot(Generic[B]):
    def __init__(self, seed: int = 0) -> None:
        """Made from a seed, as every bot is: by it, it decides what it leaves to luck."""
        self.luck = Random(seed)

    def answer(self, side: str, question: Question, view: B) -> object:
        if isinstance(question, Choose):
            return self.choose(view, side, question)
        if isinstance(question, Route):
            return self.route(view, side, question)
        if isinstance(question, Drive):
            return self.drive(view, side, question)
        if isinstance(question, Form):
            return self.form(view, side, question)
        raise TypeError(f"not a question: {question!r}")

    def choose(self, battle: B, side: str, question: Choose) -> str:
        free = question.open()
        if len(free) == 1:
            return free[0].id
        return self.pick(battle, side, question) or str(usual_answer(question) or free[0].id)

    def pick(self, battle: B, side: str, question: Choose) -> str:
        """One of several options; "" for what is usual, or else the first."""
        return ""

    def route(self, battle: B, side: str, question: Route) -> Way:
        raise TypeError(f"no way is known: {question!r}")

    def drive(self, battle: B, side: str, question: Drive) -> Way:
        raise TypeError(f"no way is known: {question!r}")

    def form(self, battle: B, side: str, question: Form) -> Mapping[str, Any]:
        return {name: self.answer(side, part, battle) for name, part in question.parts.items()}
