"""A battle to be watched again, told line by line while it is played again: every step is proved before it is
told, and whoever listens hears the first before the last is played."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import msgspec

from warbook.core.dice import ByHand
from warbook.core.record import BadRecord, replayed
from warbook.server.jobs import Chapter, Kept
from warbook.server.messages import ReplayEnd, ReplayFrame, ReplayOpening, ReplayPart
from warbook.server.referee.battles import Shown, book_of, record_of
from warbook.server.referee.past import is_past, past_parts
from warbook.server.referee.shown import scene_of, shown_at_first
from warbook.telling.cast import cast_of
from warbook.telling.wire import events_wire

AT_ONCE = 0.1  # seconds of work, until others have their turn
CHAPTER = 200_000  # bytes, likewise


class Reading:
    """A replay under way: `told` are its lines so far."""

    def __init__(self, kept: Kept, side: str, clock: Callable[[], float] = time.process_time) -> None:
        self.clock, self.told = clock, 0
        self._parts = _parts(kept, side)

    def skip(self, lines: int) -> None:
        """Those were told before."""
        while self.told < lines and next(self._parts, None) is not None:
            self.told += 1

    def chapter(self) -> Chapter:
        """What can be told at once, at least a line. What is wrong with the battle refuses its first chapter,
        and is the last line of another."""
        first, lines, size = self.told == 0, list[bytes](), 0
        until = self.clock() + AT_ONCE
        last = False
        try:
            while not last and size < CHAPTER and (not lines or self.clock() < until):
                part = next(self._parts)
                last = isinstance(part, ReplayEnd)
                lines.append(msgspec.json.encode(part))
                size += len(lines[-1])
        except BadRecord as bad:
            if first:
                raise
            last = True
            lines.append(msgspec.json.encode(ReplayEnd(False, None, str(bad))))
        self.told += len(lines)
        return Chapter(b"".join(b"%b\n" % line for line in lines), self.told, last)


def _parts(kept: Kept, side: str) -> Iterator[ReplayPart]:
    if is_past(kept):
        yield from past_parts(kept, side)
        return
    book, who = book_of(kept), side or None
    record = record_of(kept)
    games = replayed(record, ByHand() if kept.by_hand else None, paused=kept.unfinished)
    game = next(games)
    yield ReplayOpening(scene_of(book, kept, side), len(record.steps) + 1 + (not kept.over), kept.names)
    shown, told = shown_at_first(game), 0
    while True:
        view = game.view(who)
        before, shown = shown, Shown([], 0, {each.id: each for each in book.pieces(view)}, book.table(view))
        events = events_wire(game.events[told:], who, cast_of(book, view))
        told = len(game.events)
        groups, standing = list(book.groups(view)), book.standing(view)
        changed, gone, table = shown.changes(before)
        yield ReplayFrame(events, changed, gone, groups, standing, table)
        if (following := next(games, None)) is None:
            break
        game = following
    yield ReplayEnd(game.over, game.battle.winner if game.over else None)
