"""A player who picks among legal answers at random: knows the three kinds of question and no rulebook."""

from __future__ import annotations

import random
from typing import Any

from warbook.core.questions import Choose, Drive, Form, Refusal, Refused, Route, Way
from warbook.players.bot import Bot

TRIES = 5  # for answers to a form that go together
AGAIN = 200  # where nothing is suggested


class Random(Bot[Any]):
    def __init__(self, seed: int = 0) -> None:
        self.luck = random.Random(seed)

    def choose(self, battle: Any, side: str, question: Choose) -> str:
        return self.luck.choice(question.open()).id

    def route(self, battle: Any, side: str, question: Route) -> Way:
        spots = question.reach()
        path = None
        if len(spots):
            x, y, z = (float(value) for value in self.luck.choice(spots))
            path = question.path(x, y, z)
        if path is None or isinstance(question.judge(path), Refusal):
            path = () if question.start is None else (question.start,)
        facing = self.luck.uniform(0.0, 360.0)
        if path and question.faces is not None and isinstance(question.faces(path[-1], facing), Refusal):
            return Way(path)
        return Way(path, facing)

    def drive(self, battle: Any, side: str, question: Drive) -> Way:
        ends = question.reach()
        way = question.towards(*map(float, self.luck.choice(ends))) if len(ends) else None
        return way or question.along(())

    def form(self, battle: Any, side: str, question: Form) -> dict[str, Any]:
        """Where a form suggests, one part at random and the rest as it suggests: answers at random seldom go
        together."""
        if question.suggest is None:
            return self._parts(battle, side, question)
        for _ in range(TRIES):
            lead = self.luck.choice(list(question.parts))
            answer = question.suggested({lead: self.answer(side, question.parts[lead], battle)})
            for name, part in question.parts.items():
                if name not in answer:
                    answer[name] = self.answer(side, part, battle)
            try:
                return question.accept(answer)
            except Refused:
                continue
        return question.suggested({})

    def _parts(self, battle: Any, side: str, question: Form) -> dict[str, Any]:
        """Each part by itself; again if they do not go together."""
        for _ in range(AGAIN if question.judge else 1):
            answer = {name: self.answer(side, part, battle) for name, part in question.parts.items()}
            if not question.judge or not any(concern.barred for concern in question.judge(answer)):
                break
        return answer
