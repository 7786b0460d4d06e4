"""The odds desk with several set-ups, in columns: two side by side with the difference, or a parameter or two
varied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from warbook.core.book import Book, UnknownName
from warbook.desk.asking import as_data, chance, question_named
from warbook.desk.varied import Case, compared, varied
from warbook.terminal.bars import percent
from warbook.terminal.screen import Screen


def compare_odds(
    screen: Screen, book: Book, name: str, given: Sequence[str], against: Sequence[str], as_json: bool,
    fractions: bool,
) -> None:  # fmt: skip
    """The set-up as it is given, and with other values instead."""
    question = question_named(book, name)
    both = compared(question, given, against)
    if as_json:
        data = [as_data(book, question, each, fractions) for each in (both.first, both.second)]
        screen.console.print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
        return
    screen.head(question.says)
    there = f"with {', '.join(against)}"
    if screen.plain:
        for each, one, two in both.rows:
            screen.say(f"{each}: {percent(one)}, {there} {percent(two)}, {_points(two - one)}")
        return
    table = [("", "as given", there, "difference")]
    table += [(each, percent(one), percent(two), _points(two - one)) for each, one, two in both.rows]
    screen.columns(table)


def vary_odds(
    screen: Screen, book: Book, name: str, given: Sequence[str], vary: Sequence[str], of: str | None,
    against: Sequence[str], as_json: bool, fractions: bool,
) -> None:  # fmt: skip
    """Every value of a parameter with all outcomes, or those of two with one outcome."""
    if against:
        raise UnknownName("--vary and --against do not go together; ask twice")
    question = question_named(book, name)
    found = varied(question, given, vary)
    if of is not None and of not in found.chances:
        raise UnknownName(f"{question.id} has no outcome '{of}'; it has: {', '.join(found.chances)}")
    if as_json:
        data = [
            as_data(book, question, each.answered, fractions) | {"varied": each.varied}
            for each in found.cases
        ]
        screen.console.print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
        return
    screen.head(question.says)
    if len(found.ranges) == 1:
        _one_varied(screen, found.cases, [of] if of else [*found.cases[0].answered.outcomes])
    else:
        _two_varied(screen, found.ranges, found.cases, of or found.usual)


def _one_varied(screen: Screen, cases: Sequence[Case], outcomes: Sequence[str]) -> None:
    rows = [
        (" ".join(f"{name}={value}" for name, value in each.varied.items()), each.answered) for each in cases
    ]
    if screen.plain:
        for label, answered in rows:
            words = ", ".join(f"{each} {percent(chance(answered, each))}" for each in outcomes)
            screen.say(f"{label}: {words}")
        return
    table = [("", *outcomes)]
    table += [(label, *(percent(chance(answered, each)) for each in outcomes)) for label, answered in rows]
    screen.columns(table)


def _two_varied(
    screen: Screen, ranges: Mapping[str, Sequence[str]], cases: Sequence[Case], outcome: str
) -> None:
    """The first parameter down, the second across."""
    (down, rows), (across, columns) = ranges.items()
    found = {tuple(each.varied.values()): percent(chance(each.answered, outcome)) for each in cases}
    screen.say(f"The chance of {outcome}: {down} down, {across} across.", indent=2)
    if screen.plain:
        for row in rows:
            words = ", ".join(f"{across}={column} {found[row, column]}" for column in columns)
            screen.say(f"{down}={row}: {words}")
        return
    table = [("", *(f"{across}={column}" for column in columns))]
    table += [(f"{down}={row}", *(found[row, column] for column in columns)) for row in rows]
    screen.columns(table)


def _points(difference: Fraction) -> str:
    """In points of a hundred, never 0 for what differs."""
    value = float(difference) * 100
    if difference and abs(value) < 0.1:
        return "+<0.1" if difference > 0 else "-<0.1"
    return f"{value:+.1f}" if difference else "same"
