"""The odds desk: a book's questions about chance, asked by name and answered exactly."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

import msgspec

from warbook.core.book import Book, UnknownName
from warbook.core.oddsbook import Answered, OddsQuestion, Parameter
from warbook.terminal.bars import percent, show_bars
from warbook.terminal.screen import Screen

MOST_WORDS = 8  # that a parameter's choices are listed in full
NEAREST = 4


def list_questions(screen: Screen, book: Book) -> None:
    """Every question with its parameters, their defaults and meanings."""
    for question in book.questions.values():
        screen.head(question.id)
        screen.say(question.says, indent=2)
        screen.rows(((_wanted(name, each), each.means) for name, each in question.parameters.items()), 4)
    screen.say()
    screen.say(f"Ask as in: warbook odds {book.id} {_example(book)}")


def ask_odds(
    screen: Screen, book: Book, name: str, given: Sequence[str], as_json: bool, fractions: bool
) -> None:
    question = question_named(book, name)
    answered = question.answer(**read_parameters(question, given))
    if as_json:
        data = as_data(book, question, answered, fractions)
        screen.console.print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
        return
    screen.head(question.says)
    show_bars(screen, answered.outcomes.items())
    if answered.also:
        screen.say(f"Also: {', '.join(f'{name} {percent(each)}' for name, each in answered.also.items())}.")
    if answered.means:
        means = (f"{name} {float(each):.2f}" for name, each in answered.means.items())
        screen.say(f"On average: {', '.join(means)}.")


def question_named(book: Book, name: str) -> OddsQuestion:
    questions = book.questions
    if name not in questions:
        known = ", ".join(questions) or "none"
        raise UnknownName(f"{book.title} has no odds question '{name}'; its questions are: {known}")
    return questions[name]


def read_parameters(question: OddsQuestion, given: Sequence[str]) -> dict[str, int | str]:
    """The parameters as typed, name=value each, with the defaults of those left out."""
    typed: dict[str, int | str] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals:
            raise UnknownName(f"'{each}' is not a parameter: write name=value; {_takes(question)}")
        if name not in question.parameters:
            raise UnknownName(f"{question.id} has no parameter '{name}'; {_takes(question)}")
        if name in typed:
            raise UnknownName(f"{question.id}: '{name}' is given twice; {_takes(question)}")
        typed[name] = _value(question, name, value)
    missing = [name for name, default in question.defaults.items() if default is None and name not in typed]
    if missing:
        raise UnknownName(f"{question.id} still needs {', '.join(missing)}; {_takes(question)}")
    defaults = {name: default for name, default in question.defaults.items() if default is not None}
    return {**defaults, **typed}


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
    """What the parameter may be; of many words those most like what was typed."""
    words = parameter.words
    parts = list(words)
    if len(words) > MOST_WORDS:
        parts = get_close_matches(typed.lower(), words, NEAREST, 0) or [_in_short(words)]
        parts[-1] += f" or another of {len(words)}"
    if parameter.bounds:
        low, high = parameter.bounds
        parts.append(f"a whole number from {low} to {high}")
    return " or ".join(parts)


def _takes(question: OddsQuestion) -> str:
    if not question.parameters:
        return "it takes no parameters"
    return f"it takes: {', '.join(_wanted(name, each) for name, each in question.parameters.items())}"


def _wanted(name: str, parameter: Parameter) -> str:
    choices = parameter.words
    words = "|".join(choices) if len(choices) <= MOST_WORDS else _in_short(choices)
    bounds = "{} to {}".format(*parameter.bounds) if parameter.bounds else ""
    allowed = ", ".join(part for part in (bounds, words) if part)
    return f"{name}{'' if parameter.default is None else f'={parameter.default}'} ({allowed})"


def _in_short(words: Sequence[str]) -> str:
    return f"{words[0]}, {words[1]} ... {words[-1]}"


def _example(book: Book) -> str:
    """The first question with every parameter that must be given, in the middle of its range."""
    question = next(iter(book.questions.values()))
    needed = [(name, each) for name, each in question.parameters.items() if each.default is None]
    return " ".join([question.id, *(f"{name}={_middling(each)}" for name, each in needed)])


def _middling(parameter: Parameter) -> int | str:
    return sum(parameter.bounds) // 2 if parameter.bounds else parameter.words[0]
