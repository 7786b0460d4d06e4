"""The odds desk as a page needs it: the questions of a book as forms, and answers with their fractions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from time import process_time
from typing import Annotated

from msgspec import Meta, Struct

from warbook.core.book import Book, UnknownName
from warbook.core.cards import Glossary
from warbook.core.oddsbook import Answered, OddsQuestion, Parameter, Role
from warbook.desk.asking import answered, chance, instead, middling, question_named, read_parameters
from warbook.desk.varied import Compared, varied

FEW = 6
LONGEST = 1.5  # seconds of work on the set-ups that one visitor varies

# ---------------------------------------------------------------- the forms


class DeskName(Struct, frozen=True):
    name: str
    of: str
    has: Mapping[str, tuple[str, ...]]


class DeskRole(Struct, frozen=True):
    """What may be given by name, and the parameters that it `brings`. `start` is who it is to begin with."""

    id: str
    means: str
    several: bool
    brings: tuple[str, ...]
    names: tuple[DeskName, ...]
    start: str


class DeskParameter(Struct, frozen=True):
    """A number within `bounds` or one of `words`. `start` is what it is to begin with."""

    id: str
    means: str
    bounds: tuple[int, int] | None
    words: tuple[str, ...]
    default: int | str | None
    start: int | str


class DeskQuestion(Struct, frozen=True):
    id: str
    says: str
    parameters: tuple[DeskParameter, ...]
    roles: tuple[DeskRole, ...]


class Desk(Struct, frozen=True):
    """All odds questions of a book, and its words."""

    book: str
    title: str
    questions: tuple[DeskQuestion, ...]
    glossary: Glossary


def desk_of(book: Book) -> Desk:
    return Desk(book.id, book.title, tuple(map(_question, book.questions.values())), book.glossary)


def _question(question: OddsQuestion) -> DeskQuestion:
    parameters = (
        DeskParameter(
            name,
            each.means,
            each.bounds,
            each.words,
            each.default,
            _start(each),
        )
        for name, each in question.parameters.items()
    )
    owned: dict[str, str] = {}
    roles = tuple(_role(question, name, role, owned) for name, role in question.roles.items())
    return DeskQuestion(question.id, question.says, tuple(parameters), roles)


def _start(parameter: Parameter) -> int | str:
    """The default; else something that is likely at a table: few of what there may be many of."""
    if parameter.default is not None:
        return parameter.default
    low, high = parameter.bounds or (0, 0)
    if low < 0 <= high:
        return 0
    return low + FEW if high - low > 2 * FEW else middling(parameter)


def _role(question: OddsQuestion, id: str, role: Role, owned: dict[str, str]) -> DeskRole:
    """One that brings something that must be given begins with a name: one that another role began with has
    for its own (`owned`, by role, which is filled in), or the first under a heading that nobody is of yet."""
    named = role.names()
    brings = tuple(dict.fromkeys(name for each in named for name in (*each.sets, *each.adds)))
    needed = any(question.parameters[name].default is None for name in brings)
    start = ""
    if needed and named and not role.several:
        known = {each.name: each for each in named}
        others = (each for each in named if f"of {each.of}" not in owned)
        first = known.get(owned.get(id, "")) or next(others, named[0])
        start, owned[f"of {first.of}"] = first.name, ""
        for other, names in first.has.items():
            owned[other] = next((name for name in names if name in _names(question.roles[other])), "")
    listed = tuple(DeskName(each.name, each.of, each.has) for each in named)
    return DeskRole(id, role.means, role.several, brings, listed, start)


def _names(role: Role) -> set[str]:
    return {each.name for each in role.names()}


# ---------------------------------------------------------------- answers

Line = Annotated[str, Meta(max_length=300)]
Lines = Annotated[tuple[Line, ...], Meta(max_length=100)]


class DeskAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A question with what is given, name=value each. `against`: the same with these values instead. `vary`:
    a parameter or two in several values, t=2..6."""

    book: Annotated[str, Meta(min_length=1, max_length=80)]
    question: Annotated[str, Meta(min_length=1, max_length=80)]
    given: Lines = ()
    against: Lines | None = None
    vary: Annotated[tuple[Annotated[str, Meta(max_length=4000)], ...], Meta(max_length=4)] = ()


class Likely(Struct, frozen=True):
    """A chance, or an expected value, also as an exact fraction."""

    name: str
    value: float
    exact: str


class DeskSetUp(Struct, frozen=True):
    """The figures that a set-up came to, and the answer."""

    values: dict[str, int | str]
    outcomes: tuple[Likely, ...]
    also: tuple[Likely, ...]
    means: tuple[Likely, ...]


class DeskVaried(Struct, frozen=True):
    """The chances of every set-up: a row for each, in the order of the values, the second varied first.
    `usual` is the outcome that is shown where only one is."""

    ranges: dict[str, tuple[str, ...]]
    chances: tuple[str, ...]
    usual: str
    rows: tuple[tuple[float, ...], ...]


class DeskAnswer(Struct, frozen=True):
    """`differences` are those of the second set-up less the first, of every chance in either."""

    first: DeskSetUp
    second: DeskSetUp | None = None
    differences: tuple[Likely, ...] = ()
    varied: DeskVaried | None = None


def answer(book: Book, asked: DeskAsked) -> DeskAnswer:
    question = question_named(book, asked.question)
    if asked.against is not None and asked.vary:
        raise UnknownName("two set-ups are not varied at the same time; vary one of them")
    first = answered(question, asked.given)
    one = _set_up(question, asked.given, first)
    if asked.against is not None:
        other = instead(question, asked.given, asked.against)
        second = answered(question, other)
        rows = Compared(first, second).rows
        return DeskAnswer(
            one, _set_up(question, other, second), _likely({name: b - a for name, a, b in rows})
        )
    return DeskAnswer(one, varied=_varied(question, asked.given, asked.vary) if asked.vary else None)


def _set_up(question: OddsQuestion, given: Sequence[str], found: Answered) -> DeskSetUp:
    parts = map(_likely, (found.outcomes, found.also, found.means))
    return DeskSetUp(read_parameters(question, given), *parts)


def _varied(question: OddsQuestion, given: Sequence[str], vary: Sequence[str]) -> DeskVaried:
    """Others wait meanwhile: whoever wants too much of it is refused."""
    began = process_time()

    def check() -> None:
        if process_time() - began > LONGEST:
            words = f"these set-ups take more than {LONGEST:g} seconds to work out; vary over fewer values"
            raise UnknownName(f"{words}, or ask in a terminal: warbook odds")

    found = varied(question, given, vary, check)
    names = found.chances
    rows = tuple(tuple(float(chance(each.answered, name)) for name in names) for each in found.cases)
    return DeskVaried(found.ranges, tuple(names), found.usual, rows)


def _likely(chances: Mapping[str, Fraction]) -> tuple[Likely, ...]:
    return tuple(Likely(name, float(each), str(each)) for name, each in chances.items())
