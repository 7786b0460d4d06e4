"""The odds questions of a book: what they may be given, and what is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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


class Named(Struct, frozen=True):
    """Somebody or something that is known by name, and the figures that come with it: parameters it `sets`,
    and those it `adds` to. `of` is the heading it is listed under, `has` what is its own, by role, of the
    names that the role knows: the weapons of a fighter."""

    name: str
    sets: Mapping[str, int | str] = {}
    adds: Mapping[str, int] = {}
    of: str = ""
    has: Mapping[str, tuple[str, ...]] = {}


class Role(Struct, frozen=True):
    """What may be given by name in place of figures: who shoots, with what, and at whom; of `several`, such
    as the circumstances of a shot, any number together. The names differ, and have no comma."""

    means: str
    names: Callable[[], Sequence[Named]]
    several: bool = False


class OddsQuestion(Struct, frozen=True):
    """A question that `warbook odds` answers exactly. No role is called as a parameter is."""

    id: str
    says: str
    answer: Callable[..., Answered]
    parameters: Mapping[str, Parameter] = {}
    roles: Mapping[str, Role] = {}

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


def sided(side: str, named: Iterable[Named]) -> list[Named]:
    """The same for the parameters of a side, as `each_side` calls them."""
    return [
        replace(
            each,
            sets={f"{side}_{name}": value for name, value in each.sets.items()},
            adds={f"{side}_{name}": value for name, value in each.adds.items()},
            has={f"{side}_{role}": names for role, names in each.has.items()},
        )
        for each in named
    ]


def bringing(named: Iterable[Named], *parameters: str, has: tuple[str, ...] = ()) -> list[Named]:
    """Those who have any of these figures, with them alone, and with what they have for these roles."""
    found = [
        replace(
            each,
            sets={name: each.sets[name] for name in parameters if name in each.sets},
            adds={name: each.adds[name] for name in parameters if name in each.adds},
            has={role: each.has[role] for role in has if role in each.has},
        )
        for each in named
    ]
    return [each for each in found if each.sets or each.adds]


def apart(named: Iterable[Named]) -> list[Named]:
    """Each with a name that nobody else has: whoever comes later than another of that name goes by his
    heading too, or else by his number. Those that are the same in everything are one."""
    found: dict[str, Named] = {}
    for each in {str(each): each for each in named}.values():
        plain = name = " ".join(each.name.replace(",", " ").split())
        if name.lower() in found and each.of:
            plain = name = f"{name} ({each.of})"
        number = 1
        while name.lower() in found:
            number += 1
            name = f"{plain} {number}"
        found[name.lower()] = replace(each, name=name)
    return list(found.values())


def circumstances(table: Iterable[Mapping[str, Any]], called: str, parameter: str) -> list[Named]:
    """The rows of a rule's table that are plain modifiers, each called as it says there."""
    rows = (row for row in table if isinstance(row.get("modifier"), int))
    return apart(Named(str(row[called]), adds={parameter: row["modifier"]}) for row in rows)


def listed(*questions: OddsQuestion) -> dict[str, OddsQuestion]:
    """By their ids."""
    return {question.id: question for question in questions}


def spread(odds: Odds[Any], names: Iterable[str]) -> dict[str, Fraction]:
    """The chance of each outcome, in this order."""
    return {name: odds.chance(name) for name in names}


def tested(odds: Odds[bool]) -> Answered:
    """Whether a test is passed."""
    return Answered({"pass": odds.chance(True), "fail": odds.chance(False)}, {})
