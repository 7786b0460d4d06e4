"""The dumb way to odds: play every row of faces that so many dice can show, with plain ints."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from warbook.core.dice import Dice


class Shown(Dice):
    """Dice that show a row of faces written as D6; a die with 1, 2 or 3 sides is read off a D6."""

    def __init__(self, row: tuple[int, ...]) -> None:
        self.row = iter(row)

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        assert 6 % sides == 0
        return tuple((next(self.row) - 1) % sides + 1 for _ in range(count))


def brute_odds(play: Callable[..., Any], dice: int, *args: Any) -> dict[Any, Fraction]:
    """Odds of `play(dice, *args)`, which throws at most that many dice; those left over change nothing."""
    odds: dict[Any, Fraction] = {}
    for row in product(range(1, 7), repeat=dice):
        result = play(Shown(row), *args)
        odds[result] = odds.get(result, Fraction(0)) + Fraction(1, 6**dice)
    return odds
