"""Battles set up, watched and played back from the command line."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from secrets import randbelow
from typing import Any

import msgspec
from msgspec import Struct

from warbook.core.book import Book, UnknownName, line_up, switched
from warbook.core.datafile import BadData, Written, id_or_written, spelt
from warbook.core.dice import Seeded
from warbook.core.events import Event
from warbook.core.game import Game
from warbook.core.record import BadRecord, Record, read, record_of, verify, write
from warbook.core.shelf import called, load_book
from warbook.lab.bots import bot, bots_at
from warbook.players.seats import PEOPLE, players_of
from warbook.telling.cast import Cast, cast_of, recorded_cast
from warbook.telling.story import Line, Teller
from warbook.terminal.ledger import ledger
from warbook.terminal.screen import Closed, Screen


class Order(Struct):
    """What was asked for on the command line; what was left open is None or empty."""

    scenario: str | None = None
    forces: Sequence[str] = ()
    rulings: Sequence[str] = ()
    players: Sequence[str] = ()
    seed: int | None = None
    names: Sequence[str] = ()

    @property
    def empty(self) -> bool:
        return self.scenario is None and not self.forces and not self.rulings and self.seed is None


def make_setup(book: Book, order: Order, people: int) -> Any:
    """The setup that was asked for; what was left open is the first the book has, or the usual in a battle of
    so many people."""
    scenario = _scenario(book, order)
    known = [force.id for force in book.forces()]
    named = [id_or_written(force, known) for force in order.forces]
    rulings = read_rulings(book, order.rulings)
    with _or_a_file():
        return book.setup(scenario, line_up(book, book.scenario(scenario), named), rulings, people)


@contextmanager
def _or_a_file() -> Iterator[None]:
    """What the book does not know may be somebody's own."""
    try:
        yield
    except UnknownName as error:
        raise UnknownName(f"{error}; or name a .toml file") from None


def sides_for(book: Book, order: Order) -> tuple[str, ...]:
    """The sides that players play in the scenario that was asked for."""
    with _or_a_file():
        return book.seats(book.scenario(_scenario(book, order)))


def _scenario(book: Book, order: Order) -> str | Written:
    known = [scenario.id for scenario in book.scenarios()]
    return id_or_written(order.scenario or known[0], known)


def read_rulings(book: Book, given: Sequence[str]) -> dict[str, Any]:
    """Switches written name=value."""
    found: dict[str, Any] = {}
    for each in given:
        name, equals, typed = each.partition("=")
        if not equals:
            raise UnknownName(f"--ruling {each}: write it as name=value, as in {_some_switch(book)}")
        found[name] = switched(book, name, typed)
    return found


def seats_for(
    book: Book, sides: Sequence[str], players: Sequence[str], others: Sequence[str], own: Sequence[str] = ()
) -> dict[str, str]:
    """Who plays each side, by name: those who were named, in the order of the sides, then the others, the
    last of them for all that are left. Names nobody knows are refused; `own` are known besides."""
    known = [*PEOPLE, *players_of(book), *own]
    if len(players) > len(sides):
        raise UnknownName(f"{len(players)} players were named for {len(sides)} sides: {', '.join(sides)}")
    found = {}
    for number, side in enumerate(sides):
        name = players[number] if number < len(players) else others[min(number, len(others) - 1)]
        if name not in known:
            raise UnknownName(
                f"there is no player '{name}' for side {side}; choose one of: {', '.join(known)}"
            )
        found[side] = name
    return found


def bots_only(book: Book, order: Order) -> dict[str, str]:
    """Who plays when nobody sits at the keyboard; bots of one's own may."""
    own = [name for name in order.players if ":" in name]
    for name in own:
        bot(book, name)
    names = seats_for(book, sides_for(book, order), order.players, [next(iter(players_of(book)))], own)
    for side, name in names.items():
        if name in PEOPLE:
            bots = ", ".join(players_of(book))
            raise UnknownName(
                f"only bots fight here, so side {side} cannot be '{name}'; the bots are: {bots}"
            )
    return names


def any_seed() -> int:
    return randbelow(1_000_000)


# ---------------------------------------------------------------- watching


class Report:
    """A battle told from its events as they come in, with its result and ledger at the end."""

    def __init__(self, screen: Screen, cast: Cast, quiet: bool = False) -> None:
        self.screen, self.cast, self.quiet = screen, cast, quiet
        self.teller = Teller(cast)
        self.told = 0

    def open(
        self, players: Mapping[str, str], seed: str | None, names: Mapping[str, str] | None = None
    ) -> None:
        who = {**players, **(names or {})}
        sides = [f"{name} ({who.get(side, 'unknown')})" for side, name in self.cast.sides.items()]
        where = f" on the table {self.cast.table.name}" if self.cast.table is not None else ""
        dice = "real dice" if seed is None else f"seed {seed}"
        self.screen.say(f"{' against '.join(sides)}{where}, {dice}.", "bold")

    def more(self, events: Sequence[Event]) -> None:
        new, self.told = events[self.told :], len(events)
        for line in self.teller.tell(new):
            self._show(line)

    def close(self, events: Sequence[Event]) -> None:
        self.more(events)
        for line in self.teller.rest():
            self._show(line)
        self.screen.say()
        self.screen.rows(ledger(self.cast, events), indent=0)

    def _show(self, line: Line) -> None:
        if not self.quiet or line.kind == "end":
            show_line(self.screen, line)


def show_line(screen: Screen, line: Line) -> None:
    if line.kind == "turn":
        screen.say()
        rule = "──" if screen.symbols else "=="
        screen.say(line.words if screen.plain else f"{rule} {line.words} {rule}", "bold bright_white")
    elif line.kind == "phase":
        screen.say(line.words, "bold")
    elif line.kind == "end":
        screen.say()
        screen.say(line.words, "bold bright_green")
    else:
        screen.say(line.words, indent=2, hang=2)


def seeded(book: Book, setup: Any, names: Mapping[str, str], seed: str) -> Game:
    """A battle of these bots with dice that the seed gives."""
    return Game(book, setup, bots_at(book, names, seed), Seeded(seed), recording=True)


def watch(
    screen: Screen, game: Game, names: dict[str, str], seed: str, path: Path | None, quiet: bool
) -> None:
    """Bots against each other, told as it happens. A record is written even if nobody reads on."""
    book = game.book
    report = Report(screen, cast_of(book, game.battle), quiet)
    closed = False
    try:
        report.open(names, seed)
        while not game.over:
            game.step()
            report.more(game.events)
        report.close(game.events)
    except Closed:
        closed = True
    if path is not None:
        game.advance()
        keep(game, names, path)
        if not closed:
            screen.say(f"The record is in {path}.")
    if closed:
        raise Closed


def replay(screen: Screen, path: Path, check: bool, quiet: bool) -> None:
    """A record told again from its events; `check` plays it again first and compares every state."""
    record = read_record(path)
    book = load_book(record.book)
    if check:
        _proved(path, record)
    report = Report(screen, recorded_cast(book, record), quiet)
    report.open(record.players, record.seed, record.names)
    report.close(record.events)
    if record.winner is None:
        screen.say(f"The battle is not over. Go on with: warbook play {called(book)} --load {path}")
    if check:
        screen.say(f"{len(record.steps)} steps, all states as recorded.")


# ---------------------------------------------------------------- records


def read_record(path: Path) -> Record:
    """The record in a file. Of one that was changed the words say where."""
    try:
        return read(path)
    except BadRecord as error:
        raise BadRecord(f"{error}{_where_changed(path)}") from None


def keep(game: Game, players: dict[str, str], path: Path, names: dict[str, str] | None = None) -> None:
    """Write the record, with who plays each side and what the people call themselves."""
    try:
        write(record_of(game, players, names=names), path)
    except OSError as error:
        raise BadData(f"{path}: cannot be written: {error.strerror}") from None


def check_writable(path: Path) -> None:
    """Refuse a place where nothing can be written before a battle is played for it."""
    folder = path.parent
    if path.is_dir():
        raise BadData(f"{path}: is a folder; name a file in it")
    if not folder.is_dir():
        raise BadData(f"{path}: there is no folder {folder}")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise BadData(f"{path}: cannot be written: permission denied")


def _proved(path: Path, record: Record) -> Game:
    try:
        return verify(record)
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None


def _where_changed(path: Path) -> str:
    """Where a record that reads well but has another seal stops being true; else nothing."""
    try:
        record = msgspec.json.decode(path.read_bytes(), type=Record)
    except Exception:
        return ""
    try:
        verify(record)
    except BadRecord as error:
        return f" ({error})"
    return " (the battle itself is as it was played)"


def _some_switch(book: Book) -> str:
    name, ruling = next(iter(book.rulings.items()))
    return f"{name}={spelt(ruling.default)}"
