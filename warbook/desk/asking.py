"""An odds question as people ask it, name=value each: in the terminal, in a link, on the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from warbook.core.book import Book, UnknownName
from warbook.core.oddsbook import Answered, Named, OddsQuestion, Parameter, Role

MOST_WORDS = 8  # that a parameter's choices are listed in full
NEAREST = 4


def question_named(book: Book, name: str) -> OddsQuestion:
    questions = book.questions
    if name not in questions:
        known = ", ".join(questions) or "none"
        raise UnknownName(f"{book.title} has no odds question '{name}'; its questions are: {known}")
    return questions[name]


def read_parameters(question: OddsQuestion, given: Sequence[str]) -> dict[str, int | str]:
    """The parameters as typed. What is given by name sets its figures in place of the defaults, and adds to
    them; a figure that is given itself has the last word."""
    typed: dict[str, int | str] = {}
    named: dict[str, list[Named]] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals:
            raise UnknownName(f"'{each}' is not a parameter: write name=value; {_takes(question)}")
        check_known(question, name)
        if name in typed or name in named:
            raise UnknownName(f"{question.id}: '{name}' is given twice; {_takes(question)}")
        if name in question.parameters:
            typed[name] = _value(question, name, value)
        else:
            named[name] = _named(question, name, value)
    values = {**question.defaults, **_figures(question, named), **typed}
    missing = [name for name, value in values.items() if value is None]
    if missing:
        raise UnknownName(f"{question.id} still needs {', '.join(missing)}; {_takes(question)}")
    return {name: value for name, value in values.items() if value is not None}


def check_known(question: OddsQuestion, name: str) -> None:
    if name not in question.parameters and name not in question.roles:
        raise UnknownName(f"{question.id} has no parameter '{name}'; {_takes(question)}")


def answered(question: OddsQuestion, given: Sequence[str]) -> Answered:
    return question.answer(**read_parameters(question, given))


def instead(question: OddsQuestion, given: Sequence[str], others: Sequence[str]) -> list[str]:
    """What was given, with these values in place of its own; one that is empty takes it away."""
    named = {each.partition("=")[0] for each in others if "=" in each}
    for name in named:
        check_known(question, name)
    kept = [each for each in given if each.partition("=")[0] not in named]
    return [*kept, *(each for each in others if not each.endswith("="))]


def chances(*answers: Answered) -> list[str]:
    """All outcomes and other chances that occur, in order."""
    return [*dict.fromkeys(name for each in answers for name in (*each.outcomes, *each.also))]


def chance(answered: Answered, name: str) -> Fraction:
    return answered.outcomes.get(name, answered.also.get(name, Fraction()))


def as_data(book: Book, question: OddsQuestion, answered: Answered, fractions: bool) -> dict[str, Any]:
    """For programs."""

    def number(chance: Fraction) -> float | str:
        return str(chance) if fractions else float(chance)

    return {
        "book": book.id,
        "question": question.id,
        "exact": True,
        "outcomes": {name: number(chance) for name, chance in answered.outcomes.items()},
        "also": {name: number(each) for name, each in (answered.also | answered.means).items()},
    }


def wanted(name: str, parameter: Parameter) -> str:
    """A parameter with its default and what it may be."""
    choices = parameter.words
    words = "|".join(choices) if len(choices) <= MOST_WORDS else in_short(choices)
    bounds = "{} to {}".format(*parameter.bounds) if parameter.bounds else ""
    allowed = ", ".join(part for part in (bounds, words) if part)
    return f"{name}{'' if parameter.default is None else f'={parameter.default}'} ({allowed})"


def in_short(words: Sequence[str]) -> str:
    return " ... ".join((", ".join(words[:2]), words[-1])) if len(words) > 3 else ", ".join(words)


def middling(parameter: Parameter) -> int | str:
    """A value to begin with, where there is no default."""
    return sum(parameter.bounds) // 2 if parameter.bounds else parameter.words[0]


def _figures(question: OddsQuestion, named: dict[str, list[Named]]) -> dict[str, int | str]:
    """What those who are named bring; a sum stays within the parameter's bounds."""
    chosen = [each for role in question.roles for each in named.get(role, ())]
    found: dict[str, Any] = {}
    for each in chosen:
        found |= each.sets
    for each in chosen:
        for name, more in each.adds.items():
            before = found.get(name, question.defaults[name])
            if isinstance(before, int):
                low, high = question.parameters[name].bounds or (before, before)
                found[name] = min(high, max(low, before + more))
    return found


def _named(question: OddsQuestion, name: str, typed: str) -> list[Named]:
    role = question.roles[name]
    parts = [part.strip() for part in typed.split(",")] if role.several else [typed.strip()]
    known = {each.name.lower(): each for each in role.names()}
    found = []
    for part in filter(None, parts):
        if part.lower() not in known:
            allowed = _nearest([each.name for each in known.values()], part)
            raise UnknownName(f"{question.id}: {name} cannot be '{part}', it is {allowed}")
        if known[part.lower()] in found:
            raise UnknownName(f"{question.id}: {name} names '{part}' twice")
        found.append(known[part.lower()])
    return found


def _value(question: OddsQuestion, name: str, typed: str) -> int | str:
    parameter = question.parameters[name]
    for word in parameter.words:
        if typed.lower() == word.lower():
            return word
    if parameter.bounds and re.fullmatch(r"[+-]?\d{1,9}", typed, re.ASCII):
        low, high = parameter.bounds
        if low <= int(typed) <= high:
            return int(typed)
    allowed = _allowed(parameter, typed)
    raise UnknownName(f"{question.id}: {name} cannot be '{typed}', it is {allowed}; {_takes(question)}")


def _allowed(parameter: Parameter, typed: str) -> str:
    """What the parameter may be."""
    parts = [_nearest(parameter.words, typed)] if parameter.words else []
    if parameter.bounds:
        low, high = parameter.bounds
        parts.append(f"a whole number from {low} to {high}")
    return " or ".join(parts)


def _nearest(words: Sequence[str], typed: str) -> str:
    """The words; of many those most like what was typed."""
    parts = list(words)
    if len(words) > MOST_WORDS:
        close = get_close_matches(typed.lower(), [word.lower() for word in words], NEAREST, 0)
        parts = [word for word in words if word.lower() in close] or [in_short(words)]
        parts[-1] += f" or another of {len(words)}"
    return " or ".join(parts)


def _takes(question: OddsQuestion) -> str:
    if not question.parameters:
        return "it takes no parameters"
    takes = f"it takes: {', '.join(wanted(name, each) for name, each in question.parameters.items())}"
    return f"{takes}; or by name {', '.join(question.roles)}" if question.roles else takes


def role_words(role: Role) -> str:
    """What it is, and the figures that it brings."""
    named = role.names()
    brings = dict.fromkeys(name for each in named for name in (*each.sets, *each.adds))
    return f"{role.means}, by name, which brings {', '.join(brings)}: {in_short(names(named))}"


def names(named: Iterable[Named]) -> list[str]:
    return [each.name for each in named]
