"""Steps that nobody has looked at for long are kept as one compressed row, before all others of their
battle.

Whoever reads a battle finds them as they were. It goes on without being unpacked: what follows is stored
beside them. Only when some of them are taken back they are put back into rows first.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from warbook.core.record import Checkpoint
from warbook.server.tables import battles, checkpoints, steps

NUMBER = -1  # of the row: it comes first
FORM = "zlib"  # stands where a step has its hash

_PACK = select(steps).where(steps.c.battle == bindparam("of"), steps.c.number == NUMBER)
_STEPS = select(steps).where(steps.c.battle == bindparam("of")).order_by(steps.c.number)
_CHECKPOINTS = select(checkpoints).where(checkpoints.c.battle == bindparam("of")).order_by(checkpoints.c.step)
_SAME = (
    update(battles)
    .where(battles.c.battle == bindparam("of"), battles.c.touched == bindparam("when"))
    .values(touched=battles.c.touched)
)


class Row(Struct, frozen=True, array_like=True):
    """A step as it was stored."""

    tape: bytes
    hash: str
    told: bytes


class Pack(Struct, frozen=True, array_like=True):
    """All steps of a battle up to some, and the last checkpoint among them."""

    steps: list[Row]
    checkpoint: Checkpoint | None


def unpacked(rows: Sequence[Any]) -> tuple[list[Any], list[Checkpoint]]:
    """The steps of a battle, one after the other, and the checkpoint that was packed with them."""
    if not rows or rows[0].number != NUMBER:
        return list(rows), []
    pack = _read(rows[0])
    return [*pack.steps, *rows[1:]], [pack.checkpoint] if pack.checkpoint else []


def pack(connection: Connection, battle: str, touched: float) -> bool:
    """Whether it was done: not if the battle was touched since then."""
    if connection.execute(_SAME, {"of": battle, "when": touched}).rowcount != 1:
        return False
    played, marks = unpacked(connection.execute(_STEPS, {"of": battle}).all())
    marks += [
        Checkpoint(row.step, row.cursor, row.state, row.seal)
        for row in connection.execute(_CHECKPOINTS, {"of": battle})
    ]
    rows = [Row(step.tape, step.hash, step.told) for step in played]
    data = zlib.compress(msgspec.msgpack.encode(Pack(rows, marks[-1] if marks else None)))
    _clear(connection, battle)
    row = {"battle": battle, "number": NUMBER, "tape": b"[]", "hash": FORM, "told": data}
    connection.execute(insert(steps).values(row))
    return True


def unpack(connection: Connection, battle: str) -> None:
    """Put them back into rows, where there is such a pack."""
    row = connection.execute(_PACK, {"of": battle}).first()
    if row is None:
        return
    pack = _read(row)
    connection.execute(delete(steps).where(steps.c.battle == battle, steps.c.number == NUMBER))
    if pack.steps:
        rows = [
            {"battle": battle, "number": number, **msgspec.structs.asdict(step)}
            for number, step in enumerate(pack.steps)
        ]
        connection.execute(insert(steps), rows)
    if pack.checkpoint:
        mark = msgspec.structs.asdict(pack.checkpoint)
        connection.execute(insert(checkpoints).values(battle=battle, **mark))


def _clear(connection: Connection, battle: str) -> None:
    for part in (steps, checkpoints):
        connection.execute(delete(part).where(part.c.battle == battle))


def _read(row: Any) -> Pack:
    """`ValueError` where it is damaged."""
    try:
        return msgspec.msgpack.decode(zlib.decompress(row.told), type=Pack)
    except (zlib.error, msgspec.DecodeError) as error:
        raise ValueError(f"its archive: {error}") from None
