"""Dice for comparing: whoever throws for a rule in a turn has a stream of their own, so that one roll more in
one battle does not shift all that come after it in its twin."""

from __future__ import annotations

from collections.abc import Callable

from warbook.core.dice import Dice, Seeded

Thrower = Callable[[], tuple[int, str]]


class Streams(Dice):
    """The same seed gives the same dice to the same thrower, rule and turn, in whatever order they are
    thrown. Before the battle is there nobody throws."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.thrower: Thrower = lambda: (0, "")
        self._turn = -1
        self._open: dict[tuple[str, str], Seeded] = {}

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        turn, by = self.thrower()
        if turn != self._turn:  # the streams of a turn that has passed are not drawn from again
            self._turn, self._open = turn, {}
        stream = self._open.get((by, rule))
        if stream is None:
            stream = self._open[by, rule] = Seeded(f"{self.seed}|{turn}|{by}|{rule}")
        return stream.throw(sides, count, rule, need, most)
