"""One server owns a database: it alone keeps its battles in memory, so no other may change them.

The owner's row has a number that the owner moves on every `BEAT` seconds. Who comes later watches that number
by its own clock: if it moves, somebody is alive there; if it stands still for a whole `LEASE`, or its process
was on this machine and is no more, the owner is gone and its row is taken over. Every transaction of an owner
checks that it still is one: who slept through its lease can spoil nothing, but finds out and stops.
"""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    bindparam,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from warbook.core.datafile import BadData

BEAT = 2.0  # seconds
LEASE = 6.0
LOOK = 0.2  # between two looks at another's row

tables = MetaData()
owners = Table(
    "owners",
    tables,
    Column("number", Integer, primary_key=True, autoincrement=False),  # always 1: there is one row or none
    Column("key", String(40), nullable=False),
    Column("machine", String(200), nullable=False),
    Column("process", Integer, nullable=False),
    Column("beats", Integer, nullable=False),
)

_mine = owners.c.key == bindparam("mine")
_STILL_MINE = select(owners.c.beats).where(_mine)
_MOVE_ON = update(owners).where(_mine).values(beats=owners.c.beats + 1)


class Ousted(Exception):
    """Another server owns the database now."""


class Ownership:
    def __init__(
        self,
        engine: Engine,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.engine, self.clock, self.sleep = engine, clock, sleep
        self.mine: dict[str, Any] = {
            "number": 1,
            "key": secrets.token_urlsafe(18),
            "machine": socket.gethostname()[:200],
            "process": os.getpid(),
            "beats": 0,
        }
        self.due = 0.0

    def claim(self) -> None:
        """Become the owner, or complain of the one there is. Waits only where that one may be gone."""
        tables.create_all(self.engine)
        first, since = None, self.clock()
        while not self._is_taken(first, self.clock() - since >= LEASE):
            with self.engine.begin() as connection:
                row = connection.execute(select(owners)).first()
            if first is None or row is None:
                first, since = row, self.clock()
            elif row != first:
                raise BadData(
                    f"these battles are served already, by process {row.process} on {row.machine}, and only "
                    "one server may do that; use it, stop it, or name another database with --db"
                )
            if first is not None:
                self.sleep(LOOK)
        self.due = self.clock() + BEAT

    def _is_taken(self, row: Any, expired: bool) -> bool:
        """Whether the row is now ours: there was none, or its owner is gone and nobody else was faster."""
        try:
            with self.engine.begin() as connection:
                if row is None:
                    connection.execute(insert(owners).values(self.mine))
                    return True
                if not expired and not _is_gone(row.machine, row.process):
                    return False
                same = (owners.c.key == row.key) & (owners.c.beats == row.beats)
                return connection.execute(update(owners).where(same).values(self.mine)).rowcount == 1
        except IntegrityError:
            return False

    def check(self, connection: Connection) -> None:
        """In a transaction: `Ousted` unless this is still the owner. Moves the number on when that is due."""
        mine = {"mine": self.mine["key"]}
        if self.clock() >= self.due:
            self.due = self.clock() + BEAT
            held = connection.execute(_MOVE_ON, mine).rowcount
        else:
            held = len(connection.execute(_STILL_MINE, mine).all())
        if not held:
            raise Ousted("another server has taken over these battles")

    def wait(self) -> float:
        """Seconds until the number must move on, or another attempt at it be made."""
        return max(LOOK, self.due - self.clock())

    def release(self) -> None:
        with self.engine.begin() as connection:
            connection.execute(delete(owners).where(owners.c.key == self.mine["key"]))


def _is_gone(machine: str, process: int) -> bool:
    """Whether a process is known to have ended: one of this machine that is no more."""
    if machine != socket.gethostname()[:200] or os.name != "posix":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except OSError:
        pass
    return False
