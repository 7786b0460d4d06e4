"""What a side is sent: the scene, and then what has changed since it was last shown."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Sequence

import msgspec

from warbook.core.book import Book
from warbook.core.events import Event, visible
from warbook.core.game import Game
from warbook.core.questions import Refused
from warbook.core.shelf import OLDER
from warbook.learning.lesson import LEARNER, Lesson, progress
from warbook.server.jobs import (
    Kept,
    Plea,
)
from warbook.server.messages import (
    Lesson as LessonStep,
)
from warbook.server.messages import (
    Scene,
    SideCard,
    State,
)
from warbook.server.referee.battles import Shown, Table, decoding
from warbook.telling.cast import cast_of
from warbook.telling.story import Teller
from warbook.telling.summaries import turns_told
from warbook.telling.wire import events_wire, question_wire, table_wire

MOST_UNDONE = 8  # lines about what is to be taken back


def shown_at_first(game: Game) -> Shown:
    """What those know who have been sent no state yet: the scene."""
    return Shown([], 0, {}, game.book.table(game.book.muster(game.setup)))


def shown_to(game: Game, side: str, before: Shown | None = None) -> Shown:
    """How the side sees the battle; sooner where it is told how it was seen `before`."""
    view, who = game.view(side or None), side or None
    events, told = list(game.events), [] if before is None else before.events
    kept = _still_told(told, events)
    known = 0 if before is None else before.known - sum(visible(event, who) for event in told[kept:])
    known += sum(visible(event, who) for event in events[kept:])
    pieces = {piece.id: piece for piece in game.book.pieces(view)}
    return Shown(events, known, pieces, game.book.table(view))


def shown_now(table: Table, side: str, before: Shown | None = None) -> Shown:
    """Worked out once for as long as nothing is done to the battle."""
    if side not in table.shown:
        table.shown[side] = shown_to(table.game, side, before)
    return table.shown[side]


def state_for(table: Table, side: str, before: Shown, plea: Plea) -> bytes:
    """The message for a side: what is no longer as it was shown `before`."""
    game, who = table.game, side or None
    now = shown_now(table, side, before)
    kept = _still_told(before.events, now.events)
    pieces, gone, laid = now.changes(before)
    view = game.view(who)
    question = None if who is None else game.asked(who)
    news = [event for event in now.events[kept:] if visible(event, who)]
    state = State(
        at=table.at,
        keep=now.known - len(news),
        events=events_wire(news, who, cast_of(game.book, view, now.pieces.values())) if news else [],
        pieces=pieces,
        gone=gone,
        groups=list(game.book.groups(view)),
        standing=game.book.standing(view),
        turns=turns_told(game, who, table.turns.setdefault(side, {})),
        table=laid,
        question=None if question is None else question_wire(question, previews=True),
        waiting=list(game.waiting),
        undo="" if who is None else game.undoable(who),
        asking=plea.side,
        asks=plea.what,
        asked=plea.waits_for,
        undone=_undone(game, plea, who) if plea.side and plea.what == "undo" else [],
        over=game.over,
        winner=game.battle.winner if game.over else None,
        lesson=None if table.lesson is None or who != LEARNER else _step(table.lesson, game),
    )
    return msgspec.json.encode(state)


def _step(lesson: Lesson, game: Game) -> LessonStep:
    found, of = progress(lesson, game.events), len(lesson.steps)
    if found.step == of:
        return LessonStep(of + 1, of, lesson.title, "", (), None, found.word)
    step = lesson.steps[found.step]
    return LessonStep(found.step + 1, of, step.title, step.says, step.points, step.spot, found.word)


def _undone(game: Game, plea: Plea, who: str | None) -> list[str]:
    """What has happened since the answer that is to be taken back, as far as the side may know; the latest of
    it, where that is much."""
    twin = game.fork()
    try:
        twin.undo(plea.side, consent=True)
    except Refused:
        return []
    lost = game.events[_still_told(game.events, twin.events) :]
    teller = Teller(cast_of(game.book, game.view(who)))
    seen = [event for event in lost if visible(event, who)]
    lines = [line.words for line in (*teller.tell(seen), *teller.rest())]
    more = len(lines) - MOST_UNDONE
    return lines if more <= 0 else [f"{more} more before that", *lines[-MOST_UNDONE:]]


def scene_of(book: Book, kept: Kept, side: str) -> Scene:
    with decoding():
        setup = msgspec.json.decode(kept.setup, type=book.setup_type)
    battle = book.muster(setup)
    names = book.side_names(battle)
    return Scene(
        battle=kept.battle,
        side=side or None,
        book=kept.book,
        title=book.title,
        scenario=kept.scenario,
        phases=book.phases,
        table=table_wire(book.table(battle)),
        sides=tuple(SideCard(each, names[each], kept.players.get(each, "")) for each in book.sides_of(setup)),
        rulings=kept.rulings,
        commitment=kept.commitment,
        open_table=book.open_table,
        by_hand=kept.by_hand,
        measured=book.measured(battle.setup),
        roams=type(book).whereabouts is not Book.whereabouts,
        edition=_edition(book, kept),
        briefing=book.briefing(book.known_setup(battle, side or None)),
        glossary=book.glossary,
    )


def _edition(book: Book, kept: Kept) -> str:
    if kept.began_with:
        return (
            f"This battle was begun with version {kept.began_with} of {book.title} and goes on by version "
            f"{book.version}: all of it came out the same by that."
        )
    if OLDER in os.environ:
        return f"This battle goes on by version {book.version} of {book.title}, with which it was begun."
    return ""


def same_up_to(before: Sequence[object], after: Sequence[object]) -> int:
    """How many entries at the start of both are the very same: whatever follows another is another."""
    length = min(len(before), len(after))
    return bisect_left(range(length), True, key=lambda at: before[at] is not after[at])


def _still_told(before: list[Event], after: list[Event]) -> int:
    """How many events at the start of both are the same. Those of a step that ran again were told anew."""
    count = same_up_to(before, after)
    while count < min(len(before), len(after)) and before[count] == after[count]:
        count += 1
    return count
