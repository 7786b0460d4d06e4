"""A battle as it is stored, read from its rows."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, select

from warbook.core.record import Checkpoint
from warbook.core.tape import Entry
from warbook.server import archive
from warbook.server.jobs import Kept, KeptStep, Person
from warbook.server.tables import battles, checkpoints, choosing, people, steps

CHOSEN_SEED = ""  # stored where the seed is the one that was chosen: that may be long, and is kept already

# Written once: to build such a sentence takes longer than to carry it out.
_FIND_STEPS = select(steps).where(steps.c.battle == bindparam("of")).order_by(steps.c.number)
_FIND_CHECKPOINTS = select(checkpoints).where(checkpoints.c.battle == bindparam("of"))
_FIND_PEOPLE = select(people).where(people.c.battle == bindparam("of"))
FIND_BATTLE = select(battles).where(battles.c.battle == bindparam("of"))
FIND_CHOOSING = select(choosing).where(choosing.c.battle == bindparam("of"))


class Damaged(Exception):
    """What is stored of a battle cannot be read."""


def read_battle(connection: Connection, battle: str, whole: bool = True) -> Kept | None:
    row = connection.execute(FIND_BATTLE, {"of": battle}).first()
    if row is None:
        return None
    played = connection.execute(_FIND_STEPS, {"of": battle}).all() if whole else []
    marks = connection.execute(_FIND_CHECKPOINTS, {"of": battle}).all() if whole else []
    there = connection.execute(_FIND_PEOPLE, {"of": battle}).all()
    left = None if row.seed is not None else connection.execute(FIND_CHOOSING, {"of": battle}).first()
    return _kept(row, played, marks, there, left)


def _kept(row: Any, played: Any, marks: Any, there: Any, left: Any) -> Kept:
    try:
        return _read(row, played, marks, there, left)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise Damaged(f"what is stored of it is damaged: {error}") from None


def _read(row: Any, played: Any, marks: Any, there: Any, left: Any) -> Kept:
    head = msgspec.json.decode(row.head)
    played, packed = archive.unpacked(played)
    return Kept(
        battle=row.battle,
        setup=head.pop("setup").encode(),
        **head,
        shares=msgspec.json.decode(row.shares),
        seed=head["chosen"] if row.seed == CHOSEN_SEED else row.seed,
        version=row.version,
        at=row.at,
        steps=[
            KeptStep(msgspec.json.decode(step.tape, type=list[Entry]), step.hash, step.told)
            for step in played
        ],
        tape=msgspec.json.decode(row.tape, type=list[Entry] | None),
        unopened=msgspec.json.decode(row.unopened),
        over=row.over,
        winner=row.winner,
        checkpoints=[*packed, *(Checkpoint(row.step, row.cursor, row.state, row.seal) for row in marks)],
        people={person.side: msgspec.json.decode(person.person, type=Person) for person in there},
        choosing={} if left is None else msgspec.json.decode(left.offers, type=dict[str, list[str]]),
    )
