"""What a side is sent: the scene, and then what has changed since it was last shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from warbook.board.hextable import AnyTable
from warbook.core.book import Book, Piece
from warbook.core.events import Event, visible
from warbook.core.game import Game
from warbook.server.jobs import (
    Kept,
    Plea,
)
from warbook.server.messages import (
    Scene,
    SideCard,
    State,
    Wire,
)
from warbook.server.referee.battles import Table, decoding
from warbook.telling.cast import cast_of
from warbook.telling.summaries import turns_told
from warbook.telling.wire import events_wire, question_wire, table_wire


class Shown(Struct, frozen=True):
    """The battle as a side may see it at some time."""

    events: list[Event]
    pieces: dict[str, Piece]
    table: AnyTable

    def changes(self, before: Shown) -> tuple[list[Piece], list[str], Wire | None]:
        """The pieces that are not as before, those no longer known of, and the table if it is another."""
        changed = [piece for id, piece in self.pieces.items() if before.pieces.get(id) != piece]
        gone = [id for id in before.pieces if id not in self.pieces]
        return changed, gone, None if self.table == before.table else table_wire(self.table)


def shown_to(game: Game, side: str) -> Shown:
    view = game.view(side or None)
    pieces = {piece.id: piece for piece in game.book.pieces(view)}
    return Shown(list(game.events), pieces, game.book.table(view))


def shown_at_first(game: Game) -> Shown:
    """What those know who have been sent no state yet: the scene."""
    return Shown([], {}, game.book.table(game.book.muster(game.setup)))


def state_for(table: Table, side: str, before: Shown, plea: Plea) -> bytes:
    """The message for a side: what is no longer as it was shown `before`."""
    game, who = table.game, side or None
    now = shown_to(game, side)
    kept = common(before.events, now.events, lambda a, b: a is b or a == b)
    pieces, gone, laid = now.changes(before)
    view = game.view(who)
    question = None if who is None else game.asked(who)
    state = State(
        at=table.at,
        keep=sum(visible(event, who) for event in now.events[:kept]),
        events=events_wire(now.events[kept:], who, cast_of(game.book, view)),
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
        asked=plea.waits_for,
        over=game.over,
        winner=game.battle.winner if game.over else None,
    )
    return msgspec.json.encode(state)


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
        measured=book.measured(battle.setup),
        briefing=book.briefing(book.known_setup(battle, side or None)),
        glossary=book.glossary,
    )


def common(before: list[Any], after: list[Any], same: Callable[[Any, Any], bool]) -> int:
    """How many entries at the start of both are the same."""
    count = 0
    for a, b in zip(before, after, strict=False):
        if not same(a, b):
            break
        count += 1
    return count
