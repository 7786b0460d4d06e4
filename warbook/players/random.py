"""A player who picks among legal answers at random: knows the three kinds of question and no rulebook."""

from __future__ import annotations

import random
from typing import Any

from warbook.core.questions import Choose, Form, Question, Refusal, Route, Way


class Random:
    def __init__(self, seed: int = 0) -> None:
        self.luck = random.Random(seed)

    def answer(self, side: str, question: Question, view: Any) -> object:
        if isinstance(question, Choose):
            return self.luck.choice(question.open()).id
        if isinstance(question, Route):
            return self._route(question)
        if isinstance(question, Form):
            return {name: self.answer(side, part, view) for name, part in question.parts.items()}
        raise TypeError(f"not a question: {question!r}")

    def _route(self, question: Route) -> Way:
        spots = question.reach()
        path = None
        if len(spots):
            x, y, z = (float(value) for value in self.luck.choice(spots))
            path = question.path(x, y, z)
        if path is None or isinstance(question.judge(path), Refusal):
            path = () if question.start is None else (question.start,)
        return Way(path, self.luck.uniform(0.0, 360.0))
