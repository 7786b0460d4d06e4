"""The odds questions of a book: what they may be given, and what is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from warbook.core.chance import Odds


class Answered(Struct, frozen=True):
    """The answer to an odds question: outcomes in order from harmless to lethal, and what else was asked:
    other chances, and expected values (`means`)."""

    outcomes: dict[str, Fraction]
    also: dict[str, Fraction]
    means: dict[str, Fraction] = {}


class Parameter(Struct, frozen=True):
    """A parameter that must be given if it has no default: a number within `bounds` or one of `words`."""

    means: str
    default: int | str | None = None
    bounds: tuple[int, int] | None = None
    words: tuple[str, ...] = ()


class OddsQuestion(Struct, frozen=True):
    """A question that `warbook odds` answers exactly."""

    id: str
    says: str
    answer: Callable[..., Answered]
    parameters: Mapping[str, Parameter] = {}

    @property
    def defaults(self) -> dict[str, int | str | None]:
        """By parameter; None where one must be given."""
        return {name: each.default for name, each in self.parameters.items()}


def flag(means: str, default: int = 0) -> Parameter:
    return Parameter(f"{means}: 1 for yes", default, (0, 1))


def each_side(**parameters: Parameter) -> dict[str, Parameter]:
    """The parameters of a, then those of b: `ws` becomes a_ws, "a's Weapon Skill", and b_ws."""
    return {
        f"{side}_{name}": replace(each, means=f"{side}'s {each.means}")
        for side in "ab"
        for name, each in parameters.items()
    }


def listed(*questions: OddsQuestion) -> dict[str, OddsQuestion]:
    """By their ids."""
    return {question.id: question for question in questions}


def spread(odds: Odds[Any], names: Iterable[str]) -> dict[str, Fraction]:
    """The chance of each outcome, in this order."""
    return {name: odds.chance(name) for name in names}


def tested(odds: Odds[bool]) -> Answered:
    """Whether a test is passed."""
    return Answered({"pass": odds.chance(True), "fail": odds.chance(False)}, {})
