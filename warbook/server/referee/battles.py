"""Battles made, and rebuilt from what is stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import SystemRandom

import msgspec
from msgspec import Struct, field

from warbook.board.hextable import AnyTable
from warbook.core.book import Book, Piece, any_scenario, line_up
from warbook.core.datafile import Written
from warbook.core.dice import Arranged, ByHand, seeded
from warbook.core.events import AnyEvent, Event
from warbook.core.game import Game, Player
from warbook.core.questions import (
    Refused,
)
from warbook.core.record import FORMAT, BadRecord, Record, rebuild
from warbook.core.record import record_of as whole_record
from warbook.core.shelf import load_book
from warbook.core.tape import Step
from warbook.learning.lesson import LEARNER, Lesson, lesson_of
from warbook.learning.tutor import FOE, begin
from warbook.players.seats import PEOPLE, players_of, seated
from warbook.server.jobs import (
    BY_HAND,
    Begun,
    Kept,
    KeptStep,
    Person,
    Prepared,
)
from warbook.server.messages import (
    NewBattle,
    Wire,
)
from warbook.server.referee.pace import Pace
from warbook.telling.summaries import Known
from warbook.telling.wire import table_wire


class Shown(Struct, frozen=True):
    """The battle as a side may see it at some time; `known` of the events it may know of."""

    events: list[Event]
    known: int
    pieces: dict[str, Piece]
    table: AnyTable

    def changes(self, before: Shown) -> tuple[list[Piece], list[str], Wire | None]:
        """The pieces that are not as before, those no longer known of, and the table if it is another."""
        changed = [piece for id, piece in self.pieces.items() if before.pieces.get(id) != piece]
        gone = [id for id in before.pieces if id not in self.pieces]
        return changed, gone, None if self.table == before.table else table_wire(self.table)


class Table(Struct):
    """A battle in play, what of it is stored, and how each side that somebody looks at it for sees it now."""

    game: Game
    version: int
    at: int
    advisers: dict[str, Player | None] = {}
    shown: dict[str, Shown] = {}
    turns: dict[str, Known] = {}  # of each side, what it was told of them
    pace: Pace = field(default_factory=Pace)
    lesson: Lesson | None = None


def prepare(wanted: NewBattle) -> Prepared:
    book = load_book(wanted.book)
    if wanted.lesson:
        return _lesson(book)
    if wanted.seed is not None and not (wanted.seed and wanted.seed.isprintable()):
        raise Refused("a seed is made of letters, digits and other characters that can be seen")
    if wanted.seed is not None and isinstance(seeded(wanted.seed), Arranged):
        raise Refused("faces that were written down beforehand are for lessons: choose another seed")
    if wanted.seed == BY_HAND or (wanted.real_dice and wanted.seed is not None):
        raise Refused("real dice have no seed: choose the one or the other")
    lots = SystemRandom() if wanted.varied and wanted.seed is None else None
    scenario = wanted.scenario or (any_scenario(book, lots) if lots else book.scenarios()[0]).id
    offered = book.scenario(scenario)
    sides, forces = book.seats(offered), line_up(book, offered, wanted.forces, lots)
    bots = players_of(book)
    players = {side: "me" if side == sides[0] else next(iter(bots)) for side in sides}
    for side, name in wanted.players.items():
        if side not in sides:
            raise Refused(
                f"nobody plays a side {side!r} in {offered.name}; its sides are: {', '.join(sides)}"
            )
        if name not in PEOPLE and name not in bots:
            raise Refused(f"there is no player {name!r}; choose one of: {', '.join([*PEOPLE, *bots])}")
        players[side] = name
    named = zip(sides, wanted.forces, strict=False)
    theirs = [side for side, force in named if force is None and players[side] == "friend"]
    people = sum(name in PEOPLE for name in players.values())
    setup = book.setup(scenario, forces, wanted.rulings, people)
    names = book.side_names(book.muster(setup))
    rulings = book.usual(people) | dict(wanted.rulings)
    return Prepared(
        book=wanted.book,
        book_version=book.version,
        title=" against ".join(names.values()),
        scenario=offered.name,
        setup=msgspec.json.encode(setup),
        rulings=rulings,
        players=players,
        called=dict(names),
        choosing=_offers(book, dict(zip(sides, forces, strict=True)), theirs),
        scenario_id=None if isinstance(scenario, Written) else scenario,
        fielded=tuple(None if isinstance(force, Written) else force for force in forces),
    )


def _lesson(book: Book) -> Prepared:
    game = begin(book)
    names = book.side_names(game.battle)
    players = {side: "me" if side == LEARNER else FOE for side in book.sides_of(game.setup)}
    return Prepared(
        book=book.id,
        book_version=book.version,
        title=" against ".join(names.values()),
        scenario=f"Lesson: {lesson_of(book).title}",
        setup=msgspec.json.encode(game.setup),
        rulings=book.usual(1) | lesson_of(book).rulings,
        players=players,
        called=dict(names),
        choosing={},
        scenario_id=None,
        fielded=(None,) * len(players),
        begun=begun(game, str(whole_record(game).seed)),
    )


def begun(game: Game, seed: str) -> Begun:
    """All of it so far, as it is stored, with that seed."""
    record = whole_record(game)
    starts = [0, *(step.events for step in record.steps)]
    steps = [
        KeptStep(step.tape, step.hash, msgspec.json.encode(record.events[start : step.events]))
        for start, step in zip(starts, record.steps, strict=False)
    ]
    return Begun(seed, steps, record.tape, record.winner)


def _offers(book: Book, fielded: Mapping[str, str | Written], theirs: Sequence[str]) -> dict[str, list[str]]:
    """What each of these sides may choose, who leave it open to each other too."""
    known = {choice.id: choice for choice in book.forces()}
    met = [
        known[force] if isinstance(force, str) else book.look_over("force", force)
        for side, force in fielded.items()
        if side not in theirs
    ]
    fit = [force.id for force in known.values() if all(one.may_meet(force) for one in met)]
    return {side: fit or list(known) for side in theirs}


def reopened(kept: Kept) -> Table:
    """The battle as it was after the last change that was kept: its last checkpoint, and every step since
    then played again and its hash checked."""
    if kept.seed is None:
        raise Refused("the battle has not begun: not everybody has sat down")
    book = book_of(kept)
    playing = {
        side: next(iter(players_of(book))) if kept.people.get(side, Person()).stand_in else name
        for side, name in kept.players.items()
    }
    players = seated(book, playing, kept.battle if kept.by_hand else kept.seed)
    source = ByHand() if kept.by_hand else None
    game = rebuild(record_of(kept), players, source, paused=kept.unfinished, checkpoints=kept.checkpoints)
    for side, value in kept.unopened.items():
        game.answer(side, value)
    lesson = lesson_of(book) if FOE in kept.players.values() else None
    return Table(game, kept.version, kept.at, lesson=lesson)


def book_of(kept: Kept) -> Book:
    book = load_book(kept.book)
    if kept.book_version != book.version:
        raise BadRecord(
            f"it was begun with version {kept.book_version} of {book.title}, and this server has version "
            f"{book.version}, by whose rules it cannot go on"
        )
    return book


def record_of(kept: Kept) -> Record:
    told: list[AnyEvent] = []
    steps = []
    with decoding():
        setup = msgspec.json.decode(kept.setup)
        for step in kept.steps:
            told += msgspec.json.decode(step.told, type=list[AnyEvent])
            steps.append(Step(step.tape, step.hash, len(told)))
    return Record(
        format=FORMAT,
        warbook="",
        book=kept.book,
        book_version=kept.book_version,
        setup=setup,
        seed=None if kept.by_hand else kept.seed,
        players=kept.players,
        steps=steps,
        tape=kept.tape or [],
        events=told,
        winner=kept.winner if kept.over else None,
    )


@contextmanager
def decoding() -> Iterator[None]:
    try:
        yield
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"what is stored of it is damaged: {error}") from None
