"""Battles of another version of their book, by whose rules they are not played again: what was told of
them, and the states that were stored on the way, as far as the book as it is now can read them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from warbook.core.book import Book
from warbook.core.events import Event, visible
from warbook.core.luck import Luck
from warbook.core.record import BadRecord, stored_state, withheld
from warbook.core.shelf import load_book
from warbook.server.jobs import Kept, SetScene, Tell
from warbook.server.messages import ReplayEnd, ReplayFrame, ReplayOpening, ReplayPart
from warbook.server.referee.battles import Shown, record_of, reopened
from warbook.server.referee.shown import scene_of
from warbook.telling.cast import Cast, cast_of
from warbook.telling.ledger import ledger
from warbook.telling.report import report_html
from warbook.telling.wire import events_wire

UNREADABLE = (
    "what is stored of its table is not understood by this version; its report and its record are there"
)


def is_past(kept: Kept) -> bool:
    return kept.book_version != load_book(kept.book).version


def comes_out_the_same(kept: Kept) -> None:
    """Refuses if a step has another hash by the book as it is now, or cannot be played."""
    kept = replace(kept, book_version=load_book(kept.book).version, checkpoints=[])
    if kept.version:
        reopened(kept)
        return
    try:
        scene_of(load_book(kept.book), kept, "")
    except Exception as error:
        raise BadRecord(f"its setup is not understood: {error}") from None


class Stand(Struct, frozen=True):
    """The battle after so many events."""

    events: int
    battle: Any


def _stands(book: Book, kept: Kept) -> Iterator[Stand]:
    """At its beginning, and at every checkpoint that can be read."""
    setup = msgspec.json.decode(kept.setup, type=book.setup_type)
    yield Stand(0, book.muster(setup))
    steps = record_of(kept).steps
    for mark in sorted(kept.checkpoints, key=lambda mark: mark.step):
        if 0 < mark.step <= len(steps):
            try:
                yield Stand(steps[mark.step - 1].events, stored_state(book, setup, mark))
            except (msgspec.DecodeError, TypeError):
                return


def past_parts(kept: Kept, side: str) -> Iterator[ReplayPart]:
    """The replay: between two states that were stored, what was told."""
    book, who = load_book(kept.book), side or None
    try:
        scene = scene_of(book, kept, side)
        stands = [(stand.events, _seen(book, stand.battle, who)) for stand in _stands(book, kept)]
        cast = cast_of(book, book.view(list(_stands(book, kept))[-1].battle, who))
    except Exception as error:
        raise BadRecord(f"{UNREADABLE} ({error})") from None
    told = record_of(kept).events
    stands.append((len(told), stands[-1][1]))
    yield ReplayOpening(scene, len(stands), kept.names)
    before, known = Shown([], 0, {}, stands[0][1][0].table), 0
    for events, (shown, groups, standing) in stands:
        changed, gone, table = shown.changes(before)
        news = events_wire(list(told[known:events]), who, cast)
        yield ReplayFrame(news, changed, gone, groups, standing, table)
        before, known = shown, events
    yield ReplayEnd(kept.over, kept.winner if kept.over else None)


def _seen(book: Book, battle: Any, who: str | None) -> tuple[Shown, Any, Any]:
    view = book.view(battle, who)
    pieces = {piece.id: piece for piece in book.pieces(view)}
    return Shown([], 0, pieces, book.table(view)), list(book.groups(view)), book.standing(view)


def past_document(kept: Kept, job: Tell | SetScene) -> bytes:
    book, who = load_book(kept.book), job.side or None
    assert isinstance(job, Tell), "nobody sits down at such a battle"
    luck = Luck(kept.commitment, kept.secret, kept.shares) if kept.secret else None
    record = replace(record_of(kept), luck=luck, names=kept.names)
    cast, pieces, setup = _last(book, kept, who)
    record = withheld(record, who, setup)
    if job.what == "record":
        return msgspec.json.format(msgspec.json.encode(record), indent=1)
    seen: list[Event] = [event for event in record.events if visible(event, who)]
    if job.what == "ledger":
        return msgspec.json.encode(ledger(cast, seen))
    return report_html(
        cast,
        seen,
        {side: kept.names.get(side, player) for side, player in kept.players.items()},
        title=f"{book.title}, version {kept.book_version}",
        scenario=kept.scenario,
        seed=record.seed,
        luck=record.luck,
        by_hand=kept.by_hand,
        pieces=pieces,
    ).encode()


def _last(book: Book, kept: Kept, who: str | None) -> tuple[Cast, Any, Any]:
    """Who takes part, how the pieces last stood, and the setup as far as the side may know it; where nothing
    of that can be read, what the sides are called."""
    try:
        *_, last = _stands(book, kept)
        view = book.view(last.battle, who)
        setup = msgspec.to_builtins(book.known_setup(last.battle, who))
        return cast_of(book, view), book.pieces(view), setup
    except Exception:
        return Cast({}, {}, dict(kept.called), book.rolls), (), {}
