"""The odds desk in the terminal: a book's questions, and the answer as bars."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warbook.core.book import Book
from warbook.desk.asking import answered, as_data, middling, question_named, role_words, wanted
from warbook.terminal.bars import percent, show_bars
from warbook.terminal.screen import Screen


def list_questions(screen: Screen, book: Book) -> None:
    """Every question with its parameters, their defaults and meanings, and what it may be given by name."""
    if not book.questions:
        screen.say(f"{book.title} has no odds questions.")
        return
    for question in book.questions.values():
        screen.head(question.id)
        screen.say(question.says, indent=2)
        parameters = ((wanted(name, each), each.means) for name, each in question.parameters.items())
        screen.rows([*parameters, *((name, role_words(role)) for name, role in question.roles.items())], 4)
    screen.say()
    screen.say(f"Ask as in: warbook odds {book.id} {_example(book)}")


def ask_odds(
    screen: Screen, book: Book, name: str, given: Sequence[str], as_json: bool, fractions: bool
) -> None:
    question = question_named(book, name)
    answer = answered(question, given)
    if as_json:
        data = as_data(book, question, answer, fractions)
        screen.console.print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
        return
    screen.head(question.says)
    show_bars(screen, answer.outcomes.items())
    if answer.also:
        screen.say(f"Also: {', '.join(f'{name} {percent(each)}' for name, each in answer.also.items())}.")
    if answer.means:
        means = (f"{name} {float(each):.2f}" for name, each in answer.means.items())
        screen.say(f"On average: {', '.join(means)}.")


def _example(book: Book) -> str:
    """The first question with every parameter that must be given, in the middle of its range."""
    question = next(iter(book.questions.values()))
    needed = [(name, each) for name, each in question.parameters.items() if each.default is None]
    return " ".join([question.id, *(f"{name}={middling(each)}" for name, each in needed)])
