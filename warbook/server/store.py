"""Battles on disk: SQLite by default, PostgreSQL by its address. What is acknowledged was committed before.

All work is done by one thread. Whatever has piled up while it was busy goes into its next transaction, so
that many battles share one flush to the disk.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Double,
    Engine,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    bindparam,
    create_engine,
    delete,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from warbook.core.datafile import BadData
from warbook.core.game import Entry
from warbook.server.jobs import Changed, Kept, KeptStep
from warbook.server.ownership import Ousted, Ownership

T = TypeVar("T")

MOST_TOGETHER = 64  # jobs in one transaction

tables = MetaData()

battles = Table(
    "battles",
    tables,
    Column("battle", String(40), primary_key=True),
    Column("head", LargeBinary, nullable=False),  # what never changes, as JSON
    Column("shares", LargeBinary, nullable=False),
    Column("seed", String(80)),
    Column("version", Integer, nullable=False),
    Column("at", Integer, nullable=False),
    Column("tape", LargeBinary, nullable=False),
    Column("unopened", LargeBinary, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("winner", String(80)),
    Column("made", Double, nullable=False),
    Column("touched", Double, nullable=False),
)
steps = Table(
    "steps",
    tables,
    Column("battle", String(40), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("tape", LargeBinary, nullable=False),
    Column("hash", String(80), nullable=False),
    Column("told", LargeBinary, nullable=False),
)
seats = Table(
    "seats",
    tables,
    Column("seat", String(60), primary_key=True),
    Column("battle", String(40), nullable=False),
    Column("side", String(80), nullable=False),  # empty: only watches
    Index("seats_of_battle", "battle"),
)

# Written once: to build such a sentence takes longer than to carry it out.
_FIND_SEAT = select(seats.c.battle, seats.c.side).where(seats.c.seat == bindparam("of"))
_FIND_BATTLE = select(battles).where(battles.c.battle == bindparam("of"))
_FIND_STEPS = select(steps).where(steps.c.battle == bindparam("of")).order_by(steps.c.number)
_CHANGE = (
    update(battles)
    .where(battles.c.battle == bindparam("of"), battles.c.version == bindparam("before"))
    .values(
        {name: bindparam(name) for name in ("version", "at", "tape", "unopened", "over", "winner", "touched")}
    )
)
_TAKE_BACK = delete(steps).where(steps.c.battle == bindparam("of"), steps.c.number >= bindparam("kept"))
_ADD_STEPS = insert(steps)

HEAD = ("book", "book_version", "title", "scenario", "rulings", "players", "secret", "commitment", "chosen")


class Overtaken(Exception):
    """Somebody else changed the battle since it was read."""


class Damaged(Exception):
    """What is stored of a battle cannot be read."""


class Store:
    """With `owns` the only one that serves these battles; whoever only reads need not own them. If another
    server takes over nevertheless, nothing more is written and `ousted` is set."""

    def __init__(self, url: str, *, owns: bool = False) -> None:
        self.engine = _engine(url)
        self.ousted = threading.Event()
        self._ownership = Ownership(self.engine) if owns else None
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        try:
            tables.create_all(self.engine)
            if self._ownership is not None:
                self._ownership.claim()
        except DBAPIError as error:
            raise BadData(f"the database cannot be used: {error.orig}") from None
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    async def make(self, kept: Kept, seated: dict[str, str]) -> None:
        """A new battle with its seats: which side each secret is for."""

        def job(connection: Connection) -> None:
            now = time.time()
            connection.execute(
                insert(battles).values(
                    battle=kept.battle, head=_head(kept), made=now, touched=now, **_changing(kept)
                )
            )
            rows = [{"seat": seat, "battle": kept.battle, "side": side} for seat, side in seated.items()]
            connection.execute(insert(seats), rows)

        await self._do(job)

    async def seat(self, seat: str) -> tuple[str, str] | None:
        """The battle and the side of a seat."""

        def job(connection: Connection) -> tuple[str, str] | None:
            row = connection.execute(_FIND_SEAT, {"of": seat}).first()
            return None if row is None else (row.battle, row.side)

        return await self._do(job)

    async def battle(self, battle: str) -> Kept | None:
        """The whole battle as it is stored; `Damaged` where that is not to be read."""

        def job(connection: Connection) -> Kept | None:
            row = connection.execute(_FIND_BATTLE, {"of": battle}).first()
            if row is None:
                return None
            return _kept(row, connection.execute(_FIND_STEPS, {"of": battle}).all())

        return await self._do(job)

    async def sat_down(self, battle: str, shares: dict[str, str], seed: str | None) -> None:
        """Somebody's share of the luck; with the last one the seed is settled."""

        def job(connection: Connection) -> None:
            connection.execute(
                update(battles)
                .where(battles.c.battle == battle, battles.c.seed.is_(None))
                .values(shares=msgspec.json.encode(shares), seed=seed, touched=time.time())
            )

        await self._do(job)

    async def change(self, battle: str, before: int, changed: Changed) -> None:
        """What an answer or an undo has done; `Overtaken` if the stored version is not `before`."""

        def job(connection: Connection) -> None:
            change = {
                "of": battle,
                "before": before,
                "version": changed.version,
                "at": changed.at,
                "tape": msgspec.json.encode(changed.tape),
                "unopened": msgspec.json.encode(changed.unopened),
                "over": changed.over,
                "winner": changed.winner,
                "touched": time.time(),
            }
            if connection.execute(_CHANGE, change).rowcount != 1:
                raise Overtaken(battle)
            if changed.taken_back:
                connection.execute(_TAKE_BACK, {"of": battle, "kept": changed.kept})
            rows = [
                {
                    "battle": battle,
                    "number": changed.kept + number,
                    "tape": msgspec.json.encode(step.tape),
                    "hash": step.hash,
                    "told": step.told,
                }
                for number, step in enumerate(changed.steps)
            ]
            if rows:
                connection.execute(_ADD_STEPS, rows)

        await self._do(job)

    def close(self) -> None:
        self._jobs.put(None)
        self._thread.join()
        if self._ownership is not None:
            with suppress(DBAPIError):
                self._ownership.release()
        self.engine.dispose()

    # ------------------------------------------------------------ the thread

    async def _do(self, job: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(job, done, loop))
        return await done

    def _work(self) -> None:
        while True:
            try:
                first = self._jobs.get(timeout=None if self._ownership is None else self._ownership.wait())
            except queue.Empty:
                self._commit([])
                continue
            if first is None:
                return
            batch, last = [first], False
            while len(batch) < MOST_TOGETHER and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    last = True
                    break
                batch.append(job)
            self._commit(batch)
            if last:
                return

    def _commit(self, batch: list[_Job]) -> None:
        """All of them to the disk together; only then is anybody told. If one fails nothing of that is kept,
        and each is done by itself."""
        try:
            with self.engine.begin() as connection:
                if self._ownership is not None:
                    self._ownership.check(connection)
                for job in batch:
                    job.run(connection)
        except Exception as error:
            if self._ownership is not None:
                self._ownership.due = 0.0  # whether the number was moved on is lost with the rest
            if isinstance(error, Ousted):
                self.ousted.set()
            if len(batch) > 1 and any(job.failed for job in batch):
                for job in batch:
                    self._commit([job])
                return
            for job in batch:
                job.fault, job.result = error, None
        for job in batch:
            job.report()


class _Job:
    def __init__(
        self,
        deed: Callable[[Connection], Any],
        done: asyncio.Future[Any],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self.deed, self.done, self.loop = deed, done, loop
        self.result: Any = None
        self.fault: Exception | None = None
        self.failed = False

    def run(self, connection: Connection) -> None:
        self.failed = True
        self.result = self.deed(connection)
        self.failed = False

    def report(self) -> None:
        def tell() -> None:
            if self.done.done():
                return
            if self.fault is not None:
                self.done.set_exception(self.fault)
            else:
                self.done.set_result(self.result)

        with suppress(RuntimeError):  # the server has stopped; what was committed stays
            self.loop.call_soon_threadsafe(tell)


def _engine(url: str) -> Engine:
    if url.startswith(("postgresql://", "postgres://")):
        url = "postgresql+psycopg://" + url.partition("://")[2]
    try:
        pool = {} if "sqlite" in url else {"pool_size": 1, "max_overflow": 0}
        # What is stored is in no complaint: seats are secrets.
        engine = create_engine(url, hide_parameters=True, **pool)
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise BadData(
            f"--db {url!r}: {error}; write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
        ) from None
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _sqlite)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def _sqlite(connection: Any, _: Any) -> None:
    """Write-ahead, flushed at every commit. The driver begins no transactions of its own: what is read first
    belongs to them too."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()


def _head(kept: Kept) -> bytes:
    head = {name: getattr(kept, name) for name in HEAD}
    return msgspec.json.encode({**head, "setup": kept.setup.decode()})


def _changing(kept: Kept) -> dict[str, Any]:
    return {
        "shares": msgspec.json.encode(kept.shares),
        "seed": kept.seed,
        "version": kept.version,
        "at": kept.at,
        "tape": msgspec.json.encode(kept.tape),
        "unopened": msgspec.json.encode(kept.unopened),
        "over": kept.over,
        "winner": kept.winner,
    }


def _kept(row: Any, played: Any) -> Kept:
    try:
        return _read(row, played)
    except (msgspec.DecodeError, UnicodeDecodeError, LookupError, TypeError, AttributeError) as error:
        raise Damaged(f"what is stored of it is damaged: {error}") from None


def _read(row: Any, played: Any) -> Kept:
    head = msgspec.json.decode(row.head)
    return Kept(
        battle=row.battle,
        setup=head.pop("setup").encode(),
        **head,
        shares=msgspec.json.decode(row.shares),
        seed=row.seed,
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
    )
