"""The odds desk with several set-ups: two side by side with the difference, or a parameter or two varied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

import msgspec
from msgspec import Struct

from warbook.core.book import Book, UnknownName
from warbook.core.oddsbook import Answered, OddsQuestion
from warbook.terminal.bars import percent
from warbook.terminal.oddsdesk import as_data, question_named, read_parameters
from warbook.terminal.screen import Screen

MOST = 400  # set-ups that are worked out at once


class Case(Struct, frozen=True):
    """One set-up of those that are laid side by side, by what is special about it."""

    varied: dict[str, str]
    answered: Answered


def compare_odds(
    screen: Screen, book: Book, name: str, given: Sequence[str], against: Sequence[str], as_json: bool,
    fractions: bool,
) -> None:  # fmt: skip
    """The set-up as it is given, and with other values instead: each outcome's difference is the second less
    the first."""
    question = question_named(book, name)
    first = question.answer(**read_parameters(question, given))
    second = question.answer(**read_parameters(question, _instead(given, against)))
    if as_json:
        both = [as_data(book, question, each, fractions) for each in (first, second)]
        screen.console.print(msgspec.json.format(msgspec.json.encode(both), indent=2).decode())
        return
    screen.head(question.says)
    there = f"with {', '.join(against)}"
    rows = [(each, _chance(first, each), _chance(second, each)) for each in _chances(question, first, second)]
    if screen.plain:
        for each, one, two in rows:
            screen.say(f"{each}: {percent(one)}, {there} {percent(two)}, {_points(two - one)}")
        return
    table = [("", "as given", there, "difference")]
    table += [(each, percent(one), percent(two), _points(two - one)) for each, one, two in rows]
    _lay_out(screen, table)


def vary_odds(
    screen: Screen, book: Book, name: str, given: Sequence[str], vary: Sequence[str], of: str | None,
    against: Sequence[str], as_json: bool, fractions: bool,
) -> None:  # fmt: skip
    """Every value of a parameter with all outcomes, or those of two with one outcome."""
    if against:
        raise UnknownName("--vary and --against do not go together; ask twice")
    if len(vary) > 2:
        raise UnknownName(f"at most two parameters are varied at once; here are {len(vary)}")
    question = question_named(book, name)
    ranges = dict(_range(question, each) for each in vary)
    if len(ranges) < len(vary):
        raise UnknownName(f"--vary names '{next(iter(ranges))}' twice")
    count = 1
    for values in ranges.values():
        count *= len(values)
    if count > MOST:
        raise UnknownName(f"that would be {count} set-ups; at most {MOST} are worked out at once")
    cases = []
    for values in product(*ranges.values()):
        varied = dict(zip(ranges, values, strict=True))
        typed = _instead(given, [f"{each}={value}" for each, value in varied.items()])
        cases.append(Case(varied, question.answer(**read_parameters(question, typed))))
    if as_json:
        data = [as_data(book, question, each.answered, fractions) | {"varied": each.varied} for each in cases]
        screen.console.print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
        return
    screen.head(question.says)
    outcomes = _chances(question, *(each.answered for each in cases))
    if of is not None and of not in outcomes:
        raise UnknownName(f"{question.id} has no outcome '{of}'; it has: {', '.join(outcomes)}")
    if len(ranges) == 1:
        _one_varied(screen, cases, [of] if of else [*cases[0].answered.outcomes])
    else:
        _two_varied(screen, ranges, cases, of or [*cases[0].answered.outcomes][-1])


def _one_varied(screen: Screen, cases: Sequence[Case], outcomes: Sequence[str]) -> None:
    rows = [
        (" ".join(f"{name}={value}" for name, value in each.varied.items()), each.answered) for each in cases
    ]
    if screen.plain:
        for label, answered in rows:
            words = ", ".join(f"{each} {percent(_chance(answered, each))}" for each in outcomes)
            screen.say(f"{label}: {words}")
        return
    table = [("", *outcomes)]
    table += [(label, *(percent(_chance(answered, each)) for each in outcomes)) for label, answered in rows]
    _lay_out(screen, table)


def _two_varied(
    screen: Screen, ranges: Mapping[str, Sequence[str]], cases: Sequence[Case], outcome: str
) -> None:
    """The first parameter down, the second across."""
    (down, rows), (across, columns) = ranges.items()
    found = {tuple(each.varied.values()): percent(_chance(each.answered, outcome)) for each in cases}
    screen.say(f"The chance of {outcome}: {down} down, {across} across.", indent=2)
    if screen.plain:
        for row in rows:
            words = ", ".join(f"{across}={column} {found[row, column]}" for column in columns)
            screen.say(f"{down}={row}: {words}")
        return
    table = [("", *(f"{across}={column}" for column in columns))]
    table += [(f"{down}={row}", *(found[row, column] for column in columns)) for row in rows]
    _lay_out(screen, table)


def _lay_out(screen: Screen, table: Sequence[Sequence[str]]) -> None:
    """In columns; what does not fit into the width goes on below, under the same rows."""
    widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    first, rest = widths[0], list(range(1, len(widths)))
    while rest:
        room = screen.width - first - 2
        fit: list[int] = []
        while rest and (not fit or room >= widths[rest[0]] + 2):
            room -= widths[rest[0]] + 2
            fit.append(rest.pop(0))
        for row in table:
            cells = "".join(f"  {row[column]:>{widths[column]}}" for column in fit)
            screen.console.print(f"  {row[0]:<{first}}{cells}", highlight=False, soft_wrap=True)
        if rest:
            screen.say()


def _range(question: OddsQuestion, given: str) -> tuple[str, tuple[str, ...]]:
    """A parameter and the values it takes: t=2..6, save=none,5,4, or both."""
    name, equals, typed = given.partition("=")
    if not equals or not typed:
        raise UnknownName(f"--vary {given}: write it as name=values, as in t=2..6 or save=none,5,4")
    if name not in question.parameters:
        known = ", ".join(question.parameters) or "none"
        raise UnknownName(f"{question.id} has no parameter '{name}'; its parameters are: {known}")
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


def _instead(given: Sequence[str], others: Sequence[str]) -> list[str]:
    """What was given, with these values in place of its own."""
    named = {each.partition("=")[0] for each in others}
    return [*(each for each in given if each.partition("=")[0] not in named), *others]


def _chances(question: OddsQuestion, *answers: Answered) -> list[str]:
    """All outcomes and other chances that occur, in order."""
    return [*dict.fromkeys(name for each in answers for name in (*each.outcomes, *each.also))]


def _chance(answered: Answered, name: str) -> Fraction:
    return answered.outcomes.get(name, answered.also.get(name, Fraction()))


def _points(difference: Fraction) -> str:
    """In points of a hundred, never 0 for what differs."""
    value = float(difference) * 100
    if difference and abs(value) < 0.1:
        return "+<0.1" if difference > 0 else "-<0.1"
    return f"{value:+.1f}" if difference else "same"
