"""Odds of many blows at once, counted: the dice one by one would take too many paths."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import TypeAlias, TypeVar

from warbook.core.chance import Odds

T = TypeVar("T")
U = TypeVar("U")
Counts: TypeAlias = tuple[int, ...]
"""How many of the standing figures have lost no wounds, one, two ..."""


def follow(odds: Odds[T], then: Callable[[T], Odds[U]]) -> Odds[U]:
    """The odds of all that follows from each outcome."""
    parts = [(weight, then(outcome)) for outcome, weight in odds.weights.items()]
    share = lcm(*(after.total for _, after in parts))
    found: dict[U, int] = {}
    for weight, after in parts:
        ways = weight * (share // after.total)
        for outcome, number in after.weights.items():
            found[outcome] = found.get(outcome, 0) + ways * number
    return Odds(found)


@lru_cache(maxsize=4096)
def bitten(attacks: tuple[tuple[int, Fraction], ...], most: int) -> Odds[int]:
    """How many of all attacks, so many at each chance, succeed; counted up to `most`."""
    ways, total = [1], 1
    for count, chance in attacks:
        succeeds, of = chance.numerator, chance.denominator
        pool = [
            comb(count, number) * succeeds**number * (of - succeeds) ** (count - number)
            for number in range(min(count, most) + 1)
        ]
        ways = [
            sum(ways[n - k] * pool[k] for k in range(max(0, n - len(ways) + 1), min(n, len(pool) - 1) + 1))
            for n in range(min(len(ways) + len(pool) - 1, most + 1))
        ]
        total *= of**count
    if len(ways) > most:
        ways[most] = total - sum(ways[:most])
    return Odds({number: each for number, each in enumerate(ways) if each})


@lru_cache(maxsize=1024)
def felled(wounds: int, figures: int, left: int) -> Odds[int]:
    """How many of the figures fall, when so many wounds go to a random standing one each."""
    if left == 1:
        return Odds({wounds: 1})
    fallen: dict[int, int] = {}
    for counts, ways in _conditions(figures, left)[wounds].items():
        number = figures - sum(counts)
        fallen[number] = fallen.get(number, 0) + ways
    return Odds(fallen)


@lru_cache(maxsize=8)
def _conditions(figures: int, left: int) -> list[dict[Counts, int]]:
    """For each number of wounds, all conditions the figures can be in and the ways that lead there."""
    share = lcm(*range(1, figures + 1))
    found: list[dict[Counts, int]] = [{(figures,) + (0,) * (left - 1): 1}]
    for _ in range(figures * left):
        after: dict[Counts, int] = {}
        for counts, ways in found[-1].items():
            each = ways * (share // sum(counts))
            for lost, number in enumerate(counts):
                if number:
                    hurt = _hurt(counts, lost)
                    after[hurt] = after.get(hurt, 0) + each * number
        found.append(after)
    return found


def _hurt(counts: Counts, lost: int) -> Counts:
    if lost + 1 == len(counts):
        return (*counts[:lost], counts[lost] - 1)
    return (*counts[:lost], counts[lost] - 1, counts[lost + 1] + 1, *counts[lost + 2 :])
