"""Who serves a database, and which battle is whose.

A server alone keeps the battles it holds in memory, so no other may change them. With SQLite one server holds
all of them. With PostgreSQL there may be any number of servers, and each battle is held by one at a time
(`held`): whoever is asked for it first, until nobody is at it any more or its server is gone.

Every server has a row with a number that it moves on every `BEAT` seconds. The others watch that number, each
by its own clock: if it stands still for a whole `LEASE`, or its process was on this machine and is no more,
that server is gone, and its row and what it held are taken away. Every transaction of a server checks that
its row is still there, and while one is under way nobody takes it away: who slept through its lease can spoil
nothing, but finds out and stops.
"""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    Select,
    String,
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import DBAPIError, IntegrityError

from warbook.core.datafile import BadData
from warbook.server.tables import held

BEAT = 2.0  # seconds
LEASE = 6.0
LOOK = 0.2  # between two looks at others' rows by one that waits for their end
BLINK = 2 * BEAT  # whoever has not looked for so long knows nothing of what he saw before
TRIES = 3  # at a battle that is let go just when one asks for it

tables = MetaData()
owners = Table(
    "owners",
    tables,
    Column("number", Integer, primary_key=True, autoincrement=False),  # 1 is the first
    Column("key", String(40), nullable=False),
    Column("machine", String(200), nullable=False),
    Column("process", Integer, nullable=False),
    Column("beats", Integer, nullable=False),
    Column("address", String(200)),  # where the others reach it; none before it serves
)

_mine = owners.c.key == bindparam("mine")
_STILL_MINE = select(owners.c.beats).where(_mine)
_STAYS_MINE = _STILL_MINE.with_for_update(read=True, key_share=True)
_MOVE_ON = update(owners).where(_mine).values(beats=owners.c.beats + 1)
_ALL = select(owners.c.key, owners.c.machine, owners.c.process, owners.c.beats).order_by(owners.c.number)
_HOLD = postgresql.insert(held).on_conflict_do_nothing()
_HOLDER = (
    select(owners.c.key, owners.c.address)
    .join(held, held.c.owner == owners.c.key)
    .where(held.c.battle == bindparam("of"))
)
_FREE = delete(held).where(held.c.owner.not_in(select(owners.c.key)))
_LET_GO = delete(held).where(held.c.battle == bindparam("of"), held.c.owner == bindparam("mine"))


class Ousted(Exception):
    """This server was taken to be gone, and what it held is others' now."""


class Rival(Struct, frozen=True):
    """A row of those who serve."""

    key: str
    machine: str
    process: int
    beats: int


class Holder(Struct, frozen=True):
    """The other server that holds a battle: its key, and where it is reached."""

    key: str
    address: str


class Watch:
    """What one server sees of others, by its own clock."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock, self.last = clock, clock()
        self.seen: dict[str, tuple[int, float]] = {}  # the number of each, and since when

    def gone(self, rows: Sequence[Rival]) -> list[Rival]:
        """Those who have not moved for a whole lease, as far as that was watched, or are known to have
        ended."""
        now = self.clock()
        known = self.seen if now - self.last <= BLINK else {}
        self.last = now
        self.seen = {}
        for row in rows:
            beats, since = known.get(row.key, (None, now))
            self.seen[row.key] = (row.beats, since if beats == row.beats else now)
        return [
            row for row in rows if now - self.seen[row.key][1] >= LEASE or _is_gone(row.machine, row.process)
        ]


class Ownership:
    def __init__(
        self,
        engine: Engine,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.engine, self.clock, self.sleep = engine, clock, sleep
        self.shared = engine.dialect.name == "postgresql"
        self.mine: dict[str, Any] = {
            "key": secrets.token_urlsafe(18),
            "machine": socket.gethostname()[:200],
            "process": os.getpid(),
            "beats": 0,
        }
        self.due = self.look_due = 0.0
        self.watch = Watch(clock)

    @property
    def key(self) -> str:
        """Known to this server, and to whoever can read the database."""
        return str(self.mine["key"])

    def claim(self, alone: Callable[[], bool] = lambda: False) -> None:
        """Serve the database: with the others there are or, where only one can or as long as it must be
        `alone`, instead of them. Complains of others then, and waits only where they may be gone."""
        with self.engine.begin() as connection:
            one_at_a_time(connection)
            tables.create_all(connection)
        first: list[Rival] | None = None
        while True:
            with self.engine.begin() as connection:
                rows = _rivals(connection, _ALL)
            first = rows if first is None else first
            if self.shared and not alone():
                if self._is_in():
                    break
                continue
            lives = next((row for row in rows if row not in first), None)
            if lives is not None:
                raise BadData(self._taken(lives))
            if len(self.watch.gone(rows)) == len(rows) and self._is_in(instead_of=rows):
                break
            self.sleep(LOOK)
        self.due = self.clock() + BEAT

    def _taken(self, row: Rival) -> str:
        words = f"these battles are served already, by process {row.process} on {row.machine}, and "
        if self.shared:
            return f"{words}this Warbook is to change how they are stored; stop all servers first"
        return f"{words}only one server may do that; use it, stop it, or name another database with --db"

    def _is_in(self, instead_of: Sequence[Rival] | None = None) -> bool:
        """Whether there is a row of ours now, and not those it is to stand instead of; not if others were
        faster."""
        try:
            with self.engine.begin() as connection:
                if not all(_is_away(connection, row) for row in instead_of or ()):
                    connection.rollback()
                    return False
                last = connection.execute(select(func.max(owners.c.number))).scalar() or 0
                number = 1 if instead_of is not None else last + 1
                connection.execute(insert(owners).values(number=number, **self.mine))
        except IntegrityError:
            return False
        return True

    def open_at(self, address: str) -> None:
        """Others may send visitors there. Whatever was held by those who are gone is free."""
        with self.engine.begin() as connection:
            connection.execute(update(owners).where(owners.c.key == self.key).values(address=address))
            if self.shared:
                connection.execute(_FREE)

    def check(self, connection: Connection) -> None:
        """In a transaction: `Ousted` unless the row is still there. Moves the number on when that is due."""
        mine = {"mine": self.key}
        if self.clock() >= self.due:
            self.due = self.clock() + BEAT
            is_there = connection.execute(_MOVE_ON, mine).rowcount
        else:
            still = _STAYS_MINE if self.shared else _STILL_MINE
            is_there = len(connection.execute(still, mine).all())
        if not is_there:
            raise Ousted("another server has taken over these battles")

    def look(self) -> None:
        """Take away the rows of those who are gone, when it is time to look. One whose transaction is still
        under way is left for the next look."""
        if not self.shared or self.clock() < self.look_due:
            return
        self.look_due = self.clock() + BEAT
        with suppress(DBAPIError):
            with self.engine.begin() as connection:
                rows = _rivals(connection, _ALL.where(owners.c.key != self.key))
            for row in self.watch.gone(rows):
                with self.engine.begin() as connection:
                    connection.execute(text("set local lock_timeout = '500ms'"))
                    if _is_away(connection, row):
                        connection.execute(_FREE)

    def wait(self) -> float:
        """Seconds until the number must move on, or another attempt at it be made."""
        return max(LOOK, self.due - self.clock())

    # ------------------------------------------------------------ battles

    def hold(self, connection: Connection, battle: str) -> Holder | None:
        """Have a battle for oneself, or know who has it. In a transaction that was checked."""
        for _ in range(TRIES):
            connection.execute(_HOLD, {"battle": battle, "owner": self.key})
            holder = connection.execute(_HOLDER, {"of": battle}).first()
            if holder is not None:
                return None if holder.key == self.key else Holder(holder.key, holder.address or "")
        raise LookupError("it changes hands all the time")

    def let_go(self, connection: Connection, battle: str) -> None:
        connection.execute(_LET_GO, {"of": battle, "mine": self.key})

    def release(self) -> None:
        with self.engine.begin() as connection:
            connection.execute(delete(owners).where(owners.c.key == self.key))
            if self.shared:
                connection.execute(_FREE)


def one_at_a_time(connection: Connection) -> None:
    """Until the transaction ends no other changes how things are stored."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_xact_lock(8427)"))


def _rivals(connection: Connection, wanted: Select[Any, Any, Any, Any]) -> list[Rival]:
    return [Rival(*row) for row in connection.execute(wanted).all()]


def _is_away(connection: Connection, row: Rival) -> bool:
    """Whether it was we who took the row away."""
    same = (owners.c.key == row.key) & (owners.c.beats == row.beats)
    return connection.execute(delete(owners).where(same)).rowcount == 1


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
