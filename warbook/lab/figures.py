"""What the battles of a study come to: means and differences, each with the interval that it lies in 95 times
of 100."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist, fmean, stdev

from msgspec import Struct

from warbook.lab.fighting import Row

SURE = 0.95
FIRST_LOOK = 100  # battles of a variant; each further look is at twice as many


class Estimate(Struct, frozen=True):
    mean: float
    low: float
    high: float
    count: int

    @property
    def margin(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2


class Difference(Struct, frozen=True):
    """Of a variant from the first, battle by battle with its twin. `gained` is the share of the variance that
    pairing took away."""

    estimate: Estimate
    gained: float

    @property
    def verdict(self) -> str:
        return "more" if self.estimate.low > 0 else "less" if self.estimate.high < 0 else "no difference seen"


def estimate(values: Sequence[float], sure: float = SURE) -> Estimate:
    """The mean of independent values."""
    count = len(values)
    if count < 2:
        return Estimate(values[0] if values else math.nan, -math.inf, math.inf, count)
    mean, margin = fmean(values), _reach(count, sure) * stdev(values) / math.sqrt(count)
    return Estimate(mean, mean - margin, mean + margin, count)


def share(values: Sequence[float], sure: float = SURE) -> Estimate:
    """The mean of values from 0 to 1, never quite sure of 0 or 1: Wilson's interval, with the variance that
    was seen, which is less than a coin's where there are draws."""
    count = len(values)
    if count < 2:
        return Estimate(values[0] if values else math.nan, 0.0, 1.0, count)
    mean, reach = fmean(values), _reach(count, sure)
    square = reach * reach / count
    spread = fmean([(value - mean) ** 2 for value in values])
    middle = (mean + square / 2) / (1 + square)
    margin = reach / (1 + square) * math.sqrt(spread / count + square / (4 * count))
    return Estimate(mean, max(0.0, middle - margin), min(1.0, middle + margin), count)


def difference(
    ones: Sequence[float], others: Sequence[float], sure: float = SURE, shares: bool = False
) -> Difference:
    """How much more the others have than the ones, twin by twin; where `shares` are won, never quite sure."""
    gaps = [other - one for one, other in zip(ones, others, strict=True)]
    found = _gap(gaps, sure) if shares else estimate(gaps, sure)
    apart = stdev(ones) ** 2 + stdev(others) ** 2 if len(gaps) > 1 else 0.0
    return Difference(found, 1 - stdev(gaps) ** 2 / apart if apart else 0.0)


def _gap(gaps: Sequence[float], sure: float) -> Estimate:
    """The mean of differences between shares. Where few twins differ, what was seen says too little of how
    many do: so four pairs are counted besides that were not fought: one goes one way, one the other."""
    if len(gaps) < 2:
        return estimate(gaps, sure)
    count = len(gaps) + 4
    middle = sum(gaps) / count
    spread = (sum(gap * gap for gap in gaps) + 2) / count - middle * middle
    margin = _reach(len(gaps), sure) * math.sqrt(spread / count)
    return Estimate(fmean(gaps), max(-1.0, middle - margin), min(1.0, middle + margin), len(gaps))


def looks(most: int) -> Iterable[tuple[int, float]]:
    """After how many battles to look whether an interval is narrow enough, and how sure that look must be so
    that all of them together are wrong 5 times in 100 at most."""
    count, number = FIRST_LOOK, 1
    while count < most:
        yield count, 1 - (1 - SURE) * 6 / (math.pi * number) ** 2
        count, number = 2 * count, number + 1
    yield most, 1 - (1 - SURE) * 6 / (math.pi * number) ** 2


def _reach(count: int, sure: float) -> float:
    """Standard errors to either side: the quantile of Student's distribution, by its expansion."""
    z, free = NormalDist().inv_cdf((1 + sure) / 2), count - 1
    if free < 1:
        return math.inf
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / free + second / free**2 + third / free**3


# ---------------------------------------------------------------- of battles


class Measure(Struct, frozen=True):
    """Something counted in every battle: told as so many of a hundred if it `is_share`; what is `won` goes to
    one, to none or by halves."""

    name: str
    words: str
    is_share: bool
    won: bool = True


FORCE = Measure("first force", "points of the force named first, of 100", True)
FIRST = Measure("first side", "points of the first side, of 100", True)
MEASURES = (
    FORCE,
    Measure("force wins", "battles won by the force named first, of 100", True),
    FIRST,
    Measure("first wins", "battles won by the first side, of 100", True),
    Measure("draws", "battles that are drawn, of 100", True),
    Measure("turns", "turns that a battle lasts", False, False),
    Measure("losses", "pieces lost by both sides, of 100", True, False),
)


def counted(row: Row, measure: Measure) -> bool:
    """Whether the battle says anything of it."""
    return row.own >= 0 or measure.name not in ("first force", "force wins")


def value(row: Row, measure: Measure) -> float:
    at = row.own if measure.name in ("first force", "force wins") else 0
    if measure.name in ("first force", "first side"):
        return row.points[at]
    if measure.name in ("force wins", "first wins"):
        return float(row.points[at] == 1)
    if measure.name == "draws":
        return float(not row.winner)
    if measure.name == "turns":
        return float(row.turns)
    return fmean(row.lost)


def of_variant(rows: Sequence[Row], measure: Measure, sure: float = SURE) -> Estimate:
    values = [value(row, measure) for row in rows if counted(row, measure)]
    return share(values, sure) if measure.won else estimate(values, sure)


def apart(rows: Iterable[Row], others: Iterable[Row], measure: Measure, sure: float = SURE) -> Difference:
    """How the other variant differs, by the battles that both have fought."""
    pairs = [pair for pair in zip(*twins(rows, others), strict=True) if counted(pair[0], measure)]
    ones, others_ = ([value(pair[at], measure) for pair in pairs] for at in (0, 1))
    return difference(ones, others_, sure, measure.won)


def of_force(rows: Iterable[Row], force: str, other: str | None = None, sure: float = SURE) -> Estimate:
    """Points of a force, from whichever side it fought, against all others or one of them."""
    found = []
    for row in rows:
        for at, each in enumerate(row.forces):
            others = row.forces[:at] + row.forces[at + 1 :]
            if each == force and others != (force,) * len(others) and other in (None, *others):
                found.append(row.points[at])
    return share(found, sure)


def twins(rows: Iterable[Row], others: Iterable[Row]) -> tuple[list[Row], list[Row]]:
    """Of two variants the battles that both have fought, in order."""
    ones, by_number = {row.number: row for row in rows}, {row.number: row for row in others}
    both = sorted(ones.keys() & by_number.keys())
    return [ones[number] for number in both], [by_number[number] for number in both]
