"""A battle in one piece, as far as a side may know it: record, report, ledger; and its scene."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from warbook.core.events import visible
from warbook.core.luck import Luck
from warbook.core.record import record_for
from warbook.players.seats import PEOPLE
from warbook.server.jobs import (
    Kept,
    SetScene,
    Tell,
)
from warbook.server.referee.battles import book_of, reopened
from warbook.server.referee.past import is_past, past_document
from warbook.server.referee.shown import scene_of
from warbook.telling.cast import cast_of
from warbook.telling.ledger import ledger
from warbook.telling.report import report_html


def document(kept: Kept, job: Tell | SetScene) -> bytes:
    if is_past(kept):
        return past_document(kept, job)
    book = book_of(kept)
    if isinstance(job, SetScene):
        return msgspec.json.encode(scene_of(book, kept, job.side))
    if job.what == "record":
        kept = replace(kept, checkpoints=[])  # what leaves as proof is proved from its beginning
    game = reopened(kept).game
    who = job.side or None
    luck = Luck(kept.commitment, kept.secret, kept.shares) if kept.secret else None
    record = record_for(game, who, kept.players, luck, kept.names)
    cast = cast_of(book, game.view(who))
    if job.what == "record":
        return msgspec.json.format(msgspec.json.encode(record), indent=1)
    seen = [event for event in game.events if visible(event, who)]
    if job.what == "ledger":
        return msgspec.json.encode(ledger(cast, seen))
    usual = book.usual(sum(name in PEOPLE for name in kept.players.values()))
    page = report_html(
        cast,
        seen,
        {side: kept.names.get(side, player) for side, player in kept.players.items()},
        title=book.title,
        scenario=kept.scenario,
        rulings={
            book.rules.house_rules[name].name: value
            for name, value in kept.rulings.items()
            if value != usual[name]
        },
        seed=record.seed,
        luck=record.luck,
        by_hand=kept.by_hand,
        pieces=book.pieces(game.view(who)),
    )
    return page.encode()
