"""Records: a battle as its setup, its seed and its tape, with a hash per step to prove each state.

Events are stored beside the tape, so that an old battle can be watched even after the rules code changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from warbook import __version__
from warbook.core.book import load_book
from warbook.core.dice import Dice, Scripted, Seeded
from warbook.core.events import AnyEvent
from warbook.core.game import Answer, Astray, Entry, Game, Player, Sealed, Step
from warbook.core.questions import Refused, plain

FORMAT = 1


class BadRecord(Exception):
    """A record that cannot be read or does not check out; the words say what and where."""


class Record(Struct, forbid_unknown_fields=True):
    format: int
    warbook: str
    book: str
    book_version: str
    setup: Any
    seed: str | None
    players: dict[str, str]
    steps: list[Step]
    tape: list[Entry]
    events: list[AnyEvent]
    winner: str | None
    seal: str = ""


def record_of(game: Game, players: dict[str, str] | None = None) -> Record:
    """The record of a game so far; a game that waits in the middle of a step keeps that step's tape."""
    record = Record(
        format=FORMAT,
        warbook=__version__,
        book=game.book.id,
        book_version=game.book.version,
        setup=msgspec.to_builtins(game.setup),
        seed=game.source.seed if isinstance(game.source, Seeded) else None,
        players=players or {},
        steps=[Step(_plain_tape(step.tape), step.hash) for step in game.steps],
        tape=_plain_tape(game.tape) if game.waiting else [],
        events=list(game.events),  # type: ignore[arg-type]
        winner=game.battle.winner if game.battle.over else None,
    )
    record.seal = _seal(record)
    return record


def write(record: Record, path: Path) -> None:
    """Write whole or not at all: a record in place is only ever replaced by a complete one."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=1))
    part.replace(path)


def read(path: Path) -> Record:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadRecord(f"{path}: cannot be read: {error.strerror}") from None
    return decode(data, str(path))


def decode(data: bytes, name: str) -> Record:
    try:
        head = msgspec.json.decode(data)
    except msgspec.DecodeError as error:
        raise BadRecord(f"{name}: not a whole record, it may have been cut short: {error}") from None
    if not isinstance(head, dict) or "format" not in head or "book" not in head:
        raise BadRecord(f"{name}: this is JSON, but not a Warbook record (it has no 'format' and 'book')")
    if head["format"] != FORMAT:
        raise BadRecord(
            f"{name}: the record has format {head['format']}, this Warbook ({__version__}) reads format {FORMAT}"
        )
    try:
        record = msgspec.convert(head, Record)
    except msgspec.ValidationError as error:
        raise BadRecord(f"{name}: {error}") from None
    if record.seal != _seal(record):
        raise BadRecord(f"{name}: the record was changed after it was written: its seal does not match")
    return record


def rebuild(
    record: Record, players: Mapping[str, Player | None] | None = None, source: Dice | None = None
) -> Game:
    """Play the record again; the state after every step must have the recorded hash.

    An unfinished battle goes on with `players`; `source` throws the dice of one that was played with real dice.
    """
    game = _opened(record, players or {}, source)
    for number, step in enumerate(record.steps, 1):
        where = f"step {number} of {len(record.steps)}"
        _play(game, step.tape, where)
        if game.waiting:
            raise BadRecord(f"{where}: the tape ends in the middle of a decision")
        if len(game.steps[-1].tape) != len(step.tape):
            raise BadRecord(f"{where}: the tape ends in the middle of a decision")
        if game.steps[-1].hash != step.hash:
            raise BadRecord(f"{where}: the state differs from the recorded one ({step.hash})")
    if record.winner is not None and record.winner != game.battle.winner:
        raise BadRecord(f"the record names {record.winner!r} as winner, the battle gives {game.battle.winner!r}")
    if record.winner is None and not game.battle.over:
        _play(game, record.tape, "the unfinished step")
        if not game.waiting:
            game.advance()
    return game


def _opened(record: Record, players: Mapping[str, Player | None], source: Dice | None) -> Game:
    book = load_book(record.book)
    if record.book_version != book.version:
        raise BadRecord(
            f"the record was played with version {record.book_version} of {book.title}, this is version "
            f"{book.version}: it can be watched (replay without --verify) but not played again"
        )
    try:
        setup = msgspec.convert(record.setup, book.setup_type)
        if record.seed is not None:
            source = Seeded(record.seed)
        return Game(book, setup, players, source or Scripted(()), recording=True)
    except (msgspec.ValidationError, Refused) as error:
        raise BadRecord(f"the setup in the record is not valid: {error}") from None


def _play(game: Game, tape: list[Entry], where: str) -> None:
    try:
        game.replay(list(tape))
    except Astray as error:
        raise BadRecord(f"{where}: {error}") from None
    except Refused as error:
        raise BadRecord(f"{where}: an answer in the record is not legal: {error}") from None


class Paused(Struct):
    """A battle put aside in the middle of a step: a checkpoint, a tape, and the dice so far."""

    record: Record
    checkpoint: Any
    cursor: int
    events: int


def pause(game: Game) -> bytes:
    """Everything needed to go on elsewhere, as JSON."""
    moment = game._moments[-1]
    checkpoint = msgspec.to_builtins(moment.battle)
    return msgspec.json.encode(Paused(record_of(game), checkpoint, moment.cursor, moment.events))


def resume(data: bytes) -> Game:
    """Go on from `pause` without playing the battle again from the start."""
    paused = msgspec.json.decode(data, type=Paused)
    game = _opened(paused.record, {}, None)
    game.events = list(paused.record.events[: paused.events])
    game.steps = paused.record.steps
    battle = msgspec.convert(paused.checkpoint, game.book.battle_type)
    return game.resumed(battle, paused.cursor, paused.record.tape)


def _plain_tape(tape: list[Entry]) -> list[Entry]:
    return [_plain_entry(entry) for entry in tape]


def _plain_entry(entry: Entry) -> Entry:
    if isinstance(entry, Answer):
        return Answer(entry.side, plain(entry.value))
    if isinstance(entry, Sealed):
        return Sealed({side: plain(value) for side, value in entry.values.items()})
    return entry


def _seal(record: Record) -> str:
    bare = msgspec.structs.replace(record, seal="")
    return hashlib.blake2b(msgspec.json.encode(bare), digest_size=16).hexdigest()
