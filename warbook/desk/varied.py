"""Several set-ups of an odds question: two side by side with the difference, or a parameter or two varied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from msgspec import Struct

from warbook.core.book import UnknownName
from warbook.core.oddsbook import Answered, OddsQuestion
from warbook.desk.asking import answered, chance, chances, check_known, instead

MOST = 400  # set-ups that are worked out at once


class Compared(Struct, frozen=True):
    """Two set-ups: of each chance the second less the first is the difference."""

    first: Answered
    second: Answered

    @property
    def rows(self) -> list[tuple[str, Fraction, Fraction]]:
        both = self.first, self.second
        return [(name, chance(self.first, name), chance(self.second, name)) for name in chances(*both)]


class Case(Struct, frozen=True):
    """One set-up of those that are laid side by side, by what is special about it."""

    varied: dict[str, str]
    answered: Answered


class Varied(Struct, frozen=True):
    """The values of a parameter or two, and the answer for each of them (or each pair, the second varied
    first)."""

    ranges: dict[str, tuple[str, ...]]
    cases: tuple[Case, ...]

    @property
    def chances(self) -> list[str]:
        return chances(*(each.answered for each in self.cases))

    @property
    def usual(self) -> str:
        """The outcome that is shown where only one is: the last."""
        return [*self.cases[0].answered.outcomes][-1]


def compared(question: OddsQuestion, given: Sequence[str], against: Sequence[str]) -> Compared:
    """The set-up as it is given, and with other values instead."""
    return Compared(answered(question, given), answered(question, instead(question, given, against)))


def varied(
    question: OddsQuestion,
    given: Sequence[str],
    vary: Sequence[str],
    check: Callable[[], None] = lambda: None,
) -> Varied:
    """Before each set-up it is `check`ed whether to go on."""
    if len(vary) > 2:
        raise UnknownName(f"at most two parameters are varied at once; here are {len(vary)}")
    ranges = dict(_range(question, each) for each in vary)
    if len(ranges) < len(vary):
        raise UnknownName(f"--vary names '{next(iter(ranges))}' twice")
    count = prod(len(values) for values in ranges.values())
    if count > MOST:
        raise UnknownName(f"that would be {count} set-ups; at most {MOST} are worked out at once")
    cases = []
    for values in product(*ranges.values()):
        by = dict(zip(ranges, values, strict=True))
        typed = instead(question, given, [f"{each}={value}" for each, value in by.items()])
        check()
        cases.append(Case(by, answered(question, typed)))
    return Varied(ranges, tuple(cases))


def _range(question: OddsQuestion, given: str) -> tuple[str, tuple[str, ...]]:
    """A parameter and the values it takes: t=2..6, save=none,5,4, or both; or a role and its names."""
    name, equals, typed = given.partition("=")
    if not equals or not typed:
        raise UnknownName(f"--vary {given}: write it as name=values, as in t=2..6 or save=none,5,4")
    check_known(question, name)
    values: dict[str, None] = {}
    for part in typed.split(","):
        low, dots, high = part.partition("..")
        if not dots:
            values[part] = None
            continue
        ends = [each.removeprefix("-").isdecimal() and len(each) < 6 for each in (low, high)]
        if not all(ends) or int(low) > int(high):
            raise UnknownName(f"--vary {given}: '{part}' is no range; write the lower end first, as in 2..6")
        if int(high) - int(low) >= MOST:
            raise UnknownName(f"--vary {given}: at most {MOST} set-ups are worked out at once")
        values |= dict.fromkeys(map(str, range(int(low), int(high) + 1)))
    return name, tuple(values)
