"""Battles of another version of their book, by whose rules they are not played again: what was told of
them, and what was to be seen on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from warbook.core.book import Book
from warbook.core.events import Event, visible
from warbook.core.luck import Luck
from warbook.core.questions import Refused
from warbook.core.record import BadRecord, Record, stored_state, withheld
from warbook.core.shelf import load_book
from warbook.server.jobs import Kept, SetScene, Tell
from warbook.server.messages import (
    ReplayEnd,
    ReplayFrame,
    ReplayOpening,
    ReplayPart,
    Scene,
    SideCard,
)
from warbook.server.referee.battles import Shown, record_of, reopened
from warbook.server.referee.pictures import Picture, cast_in, picture_of, sketched, unpacked
from warbook.server.referee.shown import scene_of
from warbook.telling.ledger import ledger
from warbook.telling.report import report_html
from warbook.telling.wire import events_wire, table_wire


def is_past(kept: Kept) -> bool:
    return kept.book_version != load_book(kept.book).version


def comes_out_the_same(kept: Kept) -> None:
    """Refuses if a step has another hash by the book as it is now, or cannot be played."""
    kept = replace(kept, book_version=load_book(kept.book).version, checkpoints=[])
    if kept.version:
        _or_refused(lambda: reopened(kept), "its steps cannot be played")
    else:
        _or_refused(lambda: scene_of(load_book(kept.book), kept, ""), "its setup is not understood")


def _or_refused(deed: Callable[[], object], why: str) -> None:
    """Whatever a book says of what another version of it wrote."""
    try:
        deed()
    except (BadRecord, Refused):
        raise
    except Exception as error:
        raise BadRecord(f"{why}: {error}") from None


def _pictures(book: Book, kept: Kept, record: Record, side: str) -> list[tuple[int, Picture]]:
    """What the side saw, and after how many events: as it was drawn then; or, of a battle from before there
    were pictures, from the states at its checkpoints, if the book as it is can read them; or else as far as
    it can be told from what happened."""
    after = [0, *(step.events for step in record.steps)]
    drawn = [
        (after[step], picture)
        for step, data in sorted(kept.pictures.items())
        if step < len(after) and (picture := unpacked(data)) is not None and side in picture.seen
    ]
    if not drawn:
        with suppress(Exception):  # whatever a book says of what another version of it wrote
            drawn = list(_states(book, kept, after))
    return drawn or list(sketched(record.events, side, kept.called, book.title))


def _states(book: Book, kept: Kept, after: list[int]) -> Iterator[tuple[int, Picture]]:
    """At its beginning, and at every checkpoint that can be read."""
    setup = msgspec.json.decode(kept.setup, type=book.setup_type)
    yield 0, picture_of(book, book.muster(setup))
    for mark in sorted(kept.checkpoints, key=lambda mark: mark.step):
        if 0 < mark.step < len(after):
            try:
                state = stored_state(book, setup, mark)
            except (msgspec.DecodeError, TypeError):
                return
            yield after[mark.step], picture_of(book, state)


def _scene(book: Book, kept: Kept, side: str, first: Picture) -> Scene:
    return Scene(
        battle=kept.battle,
        side=side or None,
        book=kept.book,
        title=first.title,
        scenario=kept.scenario,
        phases=first.phases,
        table=table_wire(first.of(side).table),
        sides=tuple(SideCard(each, first.sides[each], kept.players.get(each, "")) for each in first.sides),
        rulings=kept.rulings,
        commitment=kept.commitment,
        open_table=first.open_table,
        by_hand=kept.by_hand,
        roams=False,
        measured=first.measured,
        edition=(
            f"This battle was fought by version {kept.book_version} of {first.title}. It is shown as it was "
            "told, and its pieces as they stood when a turn began."
        ),
        briefing=first.of(side).briefing,
        glossary=book.glossary,
    )


def past_parts(kept: Kept, side: str) -> Iterator[ReplayPart]:
    """The replay: between two pictures, what was told."""
    book, record = load_book(kept.book), record_of(kept)
    pictures = _pictures(book, kept, record, side)
    last = pictures[-1][1]
    cast = cast_in([picture for _, picture in pictures], side, book.rolls)
    if pictures[-1][0] < len(record.events):
        pictures.append((len(record.events), last))
    scene = _scene(book, kept, side, pictures[0][1])
    yield ReplayOpening(scene, len(pictures), kept.names)
    before, known = Shown([], 0, {}, pictures[0][1].of(side).table), 0
    for events, picture in pictures:
        view = picture.of(side)
        shown = Shown([], 0, {piece.id: piece for piece in view.pieces}, view.table)
        changed, gone, table = shown.changes(before)
        news = events_wire(list(record.events[known:events]), side or None, cast)
        yield ReplayFrame(news, changed, gone, list(view.groups), view.standing, table)
        before, known = shown, events
    yield ReplayEnd(kept.over, kept.winner if kept.over else None)


def past_document(kept: Kept, job: Tell | SetScene) -> bytes:
    book, who = load_book(kept.book), job.side or None
    assert isinstance(job, Tell), "nobody sits down at such a battle"
    luck = Luck(kept.commitment, kept.secret, kept.shares) if kept.secret else None
    record = replace(record_of(kept), luck=luck, names=kept.names)
    if job.what == "record":
        record = withheld(record, who, _known_setup(book, kept, who))
        return msgspec.json.format(msgspec.json.encode(record), indent=1)
    pictures = [picture for _, picture in _pictures(book, kept, record, job.side)]
    cast = cast_in(pictures, job.side, book.rolls)
    record = withheld(record, who, {})
    seen: list[Event] = [event for event in record.events if visible(event, who)]
    if job.what == "ledger":
        return msgspec.json.encode(ledger(cast, seen))
    return report_html(
        cast,
        seen,
        {side: kept.names.get(side, player) for side, player in kept.players.items()},
        title=f"{pictures[-1].title}, version {kept.book_version}",
        scenario=kept.scenario,
        seed=record.seed,
        luck=record.luck,
        by_hand=kept.by_hand,
        pieces=pictures[-1].of(job.side).pieces,
    ).encode()


def _known_setup(book: Book, kept: Kept, who: str | None) -> Any:
    """As far as the side may know it; where the book as it is cannot read it, nothing of it."""
    try:
        battle = book.muster(msgspec.json.decode(kept.setup, type=book.setup_type))
        return msgspec.to_builtins(book.known_setup(battle, who))
    except Exception:
        return {}
