"""A finished battle that is played on from one of its moments, and one that somebody brings as a record."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from itertools import chain

import msgspec

from warbook.core.dice import Arranged
from warbook.core.events import Event, Phase
from warbook.core.questions import Refused
from warbook.core.record import Record, decode, verify
from warbook.core.tape import Step, Throw
from warbook.players.seats import PEOPLE, players_of
from warbook.server.jobs import Begun, Kept, Prepared, Settled
from warbook.server.messages import Onward
from warbook.server.referee.battles import begun, book_of, record_of

BEST = "bot"  # the best that the book has
ORIGIN = ", played on "


def branched(kept: Kept, wanted: Onward) -> Prepared:
    """The battle as it was after so many steps. New dice are those that had fallen by then, and then
    others."""
    if not kept.over:
        raise Refused("only a battle that is over can be played on from a moment of it")
    record = record_of(kept)
    gone_by = record.steps[: wanted.step]
    if wanted.step >= len(record.steps):
        raise Refused(f"that is the end of the battle: choose one of its {len(record.steps)} steps")
    seed = _seed(record)
    if wanted.new_dice:
        seed = str(Arranged(_faces(gone_by), secrets.token_hex(16)).seed)
    settled = {name: getattr(kept, name) for name in Settled.__struct_fields__}
    events = record.events[: gone_by[-1].events if gone_by else 0]
    origin = f"from {_moment(events)} with {'new' if wanted.new_dice else 'the old'} dice"
    settled |= {
        "players": _players(kept, wanted.players),
        "scenario": f"{kept.scenario.partition(ORIGIN)[0]}{ORIGIN}{origin}",
    }
    return Prepared(
        **settled,
        choosing={},
        scenario_id=None,
        fielded=(None,) * len(kept.players),
        begun=Begun(seed, kept.steps[: wanted.step], None),
    )


def brought(text: str) -> Prepared:
    """A finished battle as it stands in a record, every step of it proved: to be looked at, and played on
    from."""
    record = decode(text.encode(errors="surrogatepass"), "the record")
    if record.winner is None:
        raise Refused("the battle of this record is not over: go on with it where it is played")
    game = verify(record)
    book, names = game.book, game.book.side_names(game.battle)
    own = book.own_players(game.setup)
    players = {side: record.players.get(side, "") for side in names if side not in own}
    return Prepared(
        book=record.book,
        book_version=record.book_version,
        title=" against ".join(names.values()),
        scenario="From a record",
        setup=msgspec.json.encode(game.setup),
        rulings={},
        players={side: name if name in players_of(book) else PEOPLE[0] for side, name in players.items()},
        called=dict(names),
        choosing={},
        scenario_id=None,
        fielded=(None,) * len(players),
        begun=begun(game, _seed(record)),
    )


def _players(kept: Kept, wanted: Mapping[str, str]) -> dict[str, str]:
    bots = list(players_of(book_of(kept)))
    known = [*PEOPLE, BEST, *bots]
    if wanted.keys() != kept.players.keys() or not set(wanted.values()) <= set(known):
        sides = ", ".join(kept.players)
        raise Refused(f"say who plays each of {sides}, and nobody else; choose one of: {', '.join(known)}")
    return {side: bots[0] if wanted[side] == BEST else wanted[side] for side in kept.players}


def _seed(record: Record) -> str:
    """Of real dice, the faces that were read."""
    return record.seed or str(Arranged(_faces(record.steps), "").seed)


def _faces(steps: Sequence[Step]) -> list[int]:
    thrown = [entry.faces for step in steps for entry in step.tape if isinstance(entry, Throw)]
    return list(chain.from_iterable(thrown))


def _moment(events: Sequence[Event]) -> str:
    turn = max((event.turn for event in events if isinstance(event, Phase)), default=0)
    return f"turn {turn}" if turn else "its beginning"
