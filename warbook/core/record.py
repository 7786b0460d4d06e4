"""Records: a battle as its setup, its seed and its tape, with a hash per step to prove each state.

Events are stored beside the tape, so that an old battle can be watched even after the rules code changed.
A record of an unfinished battle holds the seed and both sides' answers: it is for whoever keeps the battle.
`record_for` gives the one that a side may have.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from warbook import __version__
from warbook.core.book import Book, UnknownName
from warbook.core.datafile import BadData
from warbook.core.dice import ByHand, Dice, Seeded, seeded, spell
from warbook.core.events import AnyEvent, Event, visible
from warbook.core.game import Astray, Game, Moment, Player
from warbook.core.luck import Luck
from warbook.core.questions import Refused, plain
from warbook.core.shelf import load_book
from warbook.core.state import state_hash
from warbook.core.tape import Answer, Entry, Sealed, Step

FORMAT = 1
LARGEST = 64_000_000  # bytes; a long battle is well below one million


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
    watch_only: bool = False
    luck: Luck | None = None  # where the seed came from; None where it was chosen beforehand
    names: dict[str, str] = {}  # what the people call themselves who play


def record_of(
    game: Game,
    players: dict[str, str] | None = None,
    luck: Luck | None = None,
    names: dict[str, str] | None = None,
) -> Record:
    """The record of a game so far; a game that waits in the middle of a step keeps that step's tape."""
    if not game.complete:
        raise ValueError("a battle played with recording off, or forked with other dice, has no record")
    return _sealed(
        Record(
            format=FORMAT,
            warbook=__version__,
            book=game.book.id,
            book_version=game.book.version,
            setup=msgspec.to_builtins(game.setup),
            seed=_seed(game.source),
            players=players or {},
            steps=[Step(plain_tape(step.tape), step.hash, step.events) for step in game.steps],
            tape=plain_tape(game.tape) if game.under_way else [],
            events=game.told,  # type: ignore[arg-type]
            winner=game.battle.winner if game.over and not game.halted else None,
            luck=luck,
            names=names or {},
        )
    )


def record_for(
    game: Game,
    side: str | None,
    players: dict[str, str] | None = None,
    luck: Luck | None = None,
    names: dict[str, str] | None = None,
) -> Record:
    """The record as a side may have it (None: a spectator). Until the battle is over it can only be watched:
    no seed nor what it is made of, nobody's answers, and nothing of setup and events that the side may not
    know of."""
    record = record_of(game, players, luck, names)
    if record.winner is not None:
        return record
    return withheld(record, side, msgspec.to_builtins(game.book.known_setup(game.battle, side)))


def withheld(record: Record, side: str | None, known_setup: Any) -> Record:
    """What a side may have of it: all of it, if the battle is over."""
    if record.winner is None:
        record.watch_only = True
        record.setup = known_setup
        record.seed, record.steps, record.tape = None, [], []
        record.luck = None if record.luck is None else Luck(record.luck.commitment)
        record.events = [event for event in record.events if visible(event, side)]
    return _sealed(record)


def write(record: Record, path: Path) -> None:
    """Write whole or not at all: a record in place is only ever replaced by a complete one."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=1))
    part.replace(path)


def read(path: Path) -> Record:
    try:
        if path.stat().st_size > LARGEST:
            raise BadRecord(f"{path}: larger than {LARGEST:,} bytes, so it is no record of a battle")
        data = path.read_bytes()
    except OSError as error:
        raise BadRecord(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise BadRecord(f"{str(path)!r}: cannot be read: {error}") from None
    return decode(data, str(path))


def decode(data: bytes, name: str) -> Record:
    if len(data) > LARGEST:
        raise BadRecord(f"{name}: larger than {LARGEST:,} bytes, so it is no record of a battle")
    try:
        head = msgspec.json.decode(data)
    except RecursionError:
        raise BadRecord(f"{name}: this is JSON nested too deeply for a record") from None
    except UnicodeDecodeError as error:
        raise BadRecord(f"{name}: not a whole record, it is damaged: {error.reason}") from None
    except msgspec.DecodeError as error:
        raise BadRecord(f"{name}: not a whole record, it may have been cut short: {error}") from None
    if not isinstance(head, dict) or "format" not in head or "book" not in head:
        raise BadRecord(f"{name}: this is JSON, but not a Warbook record (it has no 'format' and 'book')")
    if head["format"] != FORMAT:
        raise BadRecord(
            f"{name}: the record has format {head['format']!r:.40}, this Warbook ({__version__}) reads "
            f"format {FORMAT}"
        )
    try:
        record = msgspec.convert(head, Record)
        seal = _hash({**head, "seal": ""})
    except msgspec.ValidationError as error:
        raise BadRecord(f"{name}: {error}") from None
    except (RecursionError, OverflowError) as error:
        raise BadRecord(f"{name}: a value in it is out of all bounds: {error}") from None
    if record.seal != seal:
        raise BadRecord(f"{name}: the record was changed after it was written: its seal does not match")
    return record


def rebuild(
    record: Record,
    players: Mapping[str, Player | None] | None = None,
    source: Dice | None = None,
    *,
    paused: bool = False,
    checkpoints: Sequence[Checkpoint] = (),
) -> Game:
    """Play the record again; the state after every step must have the recorded hash. With `checkpoints` only
    what came after the last of them is played; one that does not check out counts for nothing.

    An unfinished battle goes on with `players`; one that was `paused` stays between two steps. If it was
    played with real dice, `source` throws them from here on; without it the battle halts where the next die
    is due.
    """
    game = _opened(record)
    game.paused = lambda: paused
    game.taken_up(record.steps, list(record.events), _moments(game, record, checkpoints))
    _replay(game, record)
    return _go_on(game, players, source)


class Checkpoint(Struct, frozen=True):
    """A battle between two steps, after so many, as it is kept beside its record. The seal is about all of
    it, and the state must have the hash that the record has of that step."""

    step: int
    cursor: int
    state: bytes
    seal: str


def checkpoint_of(moment: Moment) -> Checkpoint:
    state, cursor = msgspec.json.encode(_fields(moment.battle)), moment.cursor or 0
    return Checkpoint(moment.step, cursor, state, _hash((moment.step, cursor, state)))


def stored_state(book: Book, setup: Any, checkpoint: Checkpoint) -> Any:
    """The battle of a checkpoint as the book reads it, whatever version of it wrote that."""
    fields = {**msgspec.json.decode(checkpoint.state), "setup": setup}
    return msgspec.convert(fields, book.battle_type, str_keys=True)


def _moments(game: Game, record: Record, checkpoints: Sequence[Checkpoint]) -> list[Moment]:
    """Those that check out, the earliest first."""
    found = []
    for each in sorted(checkpoints, key=lambda checkpoint: checkpoint.step):
        if not 0 < each.step <= len(record.steps) or each.seal != _hash((each.step, each.cursor, each.state)):
            continue
        step = record.steps[each.step - 1]
        try:
            battle = _battle(game, msgspec.json.decode(each.state))
        except (msgspec.DecodeError, TypeError):
            continue
        if state_hash(battle) == step.hash:
            found.append(Moment(battle, each.step, step.events, each.cursor))
    return found


def _fields(battle: Any) -> dict[str, Any]:
    names = [name for name in battle.__struct_fields__ if name != "setup"]
    return {name: msgspec.to_builtins(getattr(battle, name)) for name in names}


def _battle(game: Game, fields: dict[str, Any]) -> Any:
    return msgspec.convert({**fields, "setup": game.setup}, game.book.battle_type, str_keys=True)


def verify(record: Record) -> Game:
    """The game of a record that proves to be what was played, to the last event; else `BadRecord`."""
    game = _opened(record)
    if isinstance(game.source, _RealDice):
        game.source = ByHand()  # nobody reads them: it waits where the next are due, as it did when recorded
    told = _replay(game, record)
    if record.events in (told, game.told):
        return game
    for number, (recorded, event) in enumerate(zip(record.events, game.told, strict=False), 1):
        if recorded != event:
            raise BadRecord(f"event {number} of {len(record.events)} is not what happened: {_spelt(event)}")
    raise BadRecord(f"the record tells {len(record.events)} events, the battle {len(game.told)}")


class Paused(Struct):
    """A battle put aside at any point: the start of the step under way, and answers not yet opened."""

    record: Record
    checkpoint: dict[str, Any]
    cursor: int
    events: int
    under_way: bool
    unopened: dict[str, Any]
    seal: str = ""


def pause(game: Game) -> bytes:
    """Everything needed to go on elsewhere, as JSON. It holds secrets: for whoever keeps the battle."""
    moment = game.checkpoint
    paused = Paused(
        record=record_of(game),
        checkpoint=_fields(moment.battle),
        cursor=moment.cursor or 0,
        events=moment.events,
        under_way=game.under_way,
        unopened={side: plain(value) for side, value in game.unopened.items()},
    )
    paused.seal = _seal(paused)
    return msgspec.json.encode(paused)


def resume(
    data: bytes, players: Mapping[str, Player | None] | None = None, source: Dice | None = None
) -> Game:
    """Go on from `pause` without playing the battle again from the start."""
    try:
        paused = msgspec.json.decode(data, type=Paused)
        seal = _seal(paused)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OverflowError) as error:
        raise BadRecord(f"not a whole battle put aside: {error}") from None
    if paused.seal != seal:
        raise BadRecord("the battle put aside was changed since: its seal does not match")
    game = _opened(paused.record)
    game.events = list(paused.record.events[: paused.events])
    game.steps = paused.record.steps
    try:
        game.resumed(
            _battle(game, paused.checkpoint), paused.cursor, paused.record.tape if paused.under_way else None
        )
        for side, value in paused.unopened.items():
            game.answer(side, value)
    except DiceDue:
        pass
    except Exception as error:
        raise BadRecord(f"the step under way: {_words(error)}") from error
    return _go_on(game, players, source)


class DiceDue(Exception):
    """Real dice must be thrown, and nobody is there to throw them."""


class _RealDice(Dice):
    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        raise DiceDue(f"{spell(sides, count, rule, need, most)} must be thrown with real dice")


def _opened(record: Record) -> Game:
    """The game before its first step, with nobody to answer: whatever happens comes from the record."""
    if record.watch_only:
        raise BadRecord("this record of an unfinished battle can be watched, but not played again")
    try:
        book = load_book(record.book)
    except UnknownName as error:
        raise BadRecord(f"the record is of another book: {error}") from None
    if record.book_version != book.version:
        raise BadRecord(
            f"the record was played with version {record.book_version} of {book.title}, this is version "
            f"{book.version}: it can be watched (replay without --verify) but not played again"
        )
    try:
        setup = _setup(book, msgspec.json.encode(record.setup))
        source = _RealDice() if record.seed is None else seeded(record.seed)
        return Game(book, setup, {}, source, recording=True)
    except Exception as error:
        raise BadRecord(f"the setup in the record is not valid: {_words(error)}") from error


@lru_cache(maxsize=32)
def _setup(book: Book, setup: bytes) -> Any:
    """Equal setups are one object, so that what is worked out about a table serves all its battles."""
    made = msgspec.json.decode(setup, type=book.setup_type)
    wrong = book.check(made)
    if wrong:
        raise BadData("; ".join(wrong))
    return made


def replayed(record: Record, source: Dice | None = None, *, paused: bool = False) -> Iterator[Game]:
    """One game before its first step, after each step that has proved true, and in the middle of the one
    under way, unless it was `paused`. What is wrong with the record is said where that comes to light."""
    game = _opened(record)
    game.paused = lambda: paused
    if source is not None and isinstance(game.source, _RealDice):
        game.source = source
    yield game
    yield from _stepping(game, record)
    _end(game, record)
    if game.under_way:
        yield game


def _replay(game: Game, record: Record) -> list[Event]:
    """Play the steps that the game has not come to, and then the one under way. Returns what had been told
    before that one."""
    for _ in _stepping(game, record):
        pass
    told = list(game.events)
    _end(game, record)
    return told


def _stepping(game: Game, record: Record) -> Iterator[Game]:
    for number, step in enumerate(record.steps[len(game.steps) :], len(game.steps) + 1):
        where = f"step {number} of {len(record.steps)}"
        if game.over:
            raise BadRecord(f"{where}: the battle was over before it")
        _play(game, step.tape, where)
        if game.waiting or game.halted or len(game.steps[-1].tape) != len(step.tape):
            raise BadRecord(f"{where}: the tape ends in the middle of the step")
        if game.steps[-1].hash != step.hash:
            raise BadRecord(f"{where}: the state differs from the recorded one ({step.hash})")
        yield game


def _end(game: Game, record: Record) -> None:
    """Whether it is over as the record says; else the step under way is played."""
    if record.winner is not None:
        if not game.over:
            raise BadRecord("the record says that the battle is over, but after its last step it is not")
        if record.winner != game.battle.winner:
            raise BadRecord(f"the record names {record.winner!r} as winner, but it is {game.battle.winner!r}")
        if record.tape:
            raise BadRecord("the record goes on after the end of the battle")
    elif game.over:
        raise BadRecord("the record says that the battle is not over, but after its last step it is")
    elif not game.paused():
        _play(game, record.tape, "the unfinished step")


def _play(game: Game, tape: list[Entry], where: str) -> None:
    try:
        game.replay(list(tape))
    except DiceDue:
        pass
    except Exception as error:
        raise BadRecord(f"{where}: {_words(error)}") from error


def _go_on(game: Game, players: Mapping[str, Player | None] | None, source: Dice | None) -> Game:
    if source is not None and isinstance(game.source, _RealDice):
        game.source = source
    game.seat(players or {})
    if not (game.halted and isinstance(game.source, _RealDice)):
        game.advance()
    return game


def plain_tape(tape: list[Entry]) -> list[Entry]:
    """A tape with its answers as JSON."""
    return [_plain_entry(entry) for entry in tape]


def _plain_entry(entry: Entry) -> Entry:
    if isinstance(entry, Answer):
        return Answer(entry.side, plain(entry.value))
    if isinstance(entry, Sealed):
        return Sealed({side: plain(value) for side, value in entry.values.items()})
    return entry


def _seed(source: Dice) -> str | None:
    """The seed as words: `Seeded` throws the same dice for a number, its digits, or their bytes."""
    if not isinstance(source, Seeded):
        return None
    return source.seed.decode() if isinstance(source.seed, bytes) else str(source.seed)


def _sealed(record: Record) -> Record:
    record.seal = _seal(record)
    return record


def _seal(whole: Record | Paused) -> str:
    return _hash(msgspec.structs.replace(whole, seal=""))


def _hash(unsealed: Any) -> str:
    """Of a record read from a file, the fields it was written with: a later Warbook may know of more."""
    return hashlib.blake2b(msgspec.json.encode(unsealed), digest_size=16).hexdigest()


def _words(error: Exception) -> str:
    if isinstance(error, Astray | msgspec.ValidationError | Refused | BadData):
        return str(error)
    return f"{type(error).__name__}: {error}"


def _spelt(event: Event) -> str:
    return msgspec.json.encode(event).decode()
