"""Battles on disk: SQLite by default, PostgreSQL by its address. What is acknowledged was committed before.

All work is done by one thread. Whatever has piled up while it was busy goes into its next transaction, so
that many battles share one flush to the disk.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import (
    Connection,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError

from warbook.core.datafile import BadData
from warbook.server import archive, schema
from warbook.server.database import engine_of
from warbook.server.faults import Unsure
from warbook.server.jobs import WATCHING, Changed, Kept, KeptStep, Person, Prepared
from warbook.server.messages import NewBattle, Saying
from warbook.server.ownership import Holder, Ousted, Ownership
from warbook.server.reading import CHOSEN_SEED, FIND_BATTLE, FIND_CHOOSING, read_battle
from warbook.server.tables import (
    battles,
    checkpoints,
    choosing,
    invitations,
    people,
    pictures,
    seats,
    steps,
    talk,
)
from warbook.server.tally import Tally

T = TypeVar("T")

MOST_TOGETHER = 64  # jobs in one transaction
MOST_LINES = 300  # of what is said at a battle; the oldest are forgotten

# Written once: to build such a sentence takes longer than to carry it out.
_FIND_SEAT = select(seats.c.battle, seats.c.side).where(seats.c.seat == bindparam("of"))
_FIND_INVITATION = select(invitations).where(invitations.c.invitation == bindparam("of"))
_TAKE = (
    update(invitations)
    .where(invitations.c.invitation == bindparam("of"), invitations.c.taken.is_(None))
    .values(taken=bindparam("seat"))
)
_FIND_TALK = select(talk).where(talk.c.battle == bindparam("of")).order_by(talk.c.number)
_CHANGE = (
    update(battles)
    .where(battles.c.battle == bindparam("of"), battles.c.version == bindparam("before"))
    .values(
        {name: bindparam(name) for name in ("version", "at", "tape", "unopened", "over", "winner", "touched")}
    )
)
_TAKE_BACK = delete(steps).where(steps.c.battle == bindparam("of"), steps.c.number >= bindparam("kept"))
_ANYTHING = select(1)
_ADD_STEPS = insert(steps)
_FORGET = delete(checkpoints).where(
    checkpoints.c.battle == bindparam("of"), checkpoints.c.step > bindparam("kept")
)
_ADD_CHECKPOINTS = insert(checkpoints)
_FORGET_PICTURES = delete(pictures).where(
    pictures.c.battle == bindparam("of"), pictures.c.step > bindparam("kept")
)
_ADD_PICTURES = insert(pictures)
_FIND_PICTURES = select(pictures).where(pictures.c.battle == bindparam("of")).order_by(pictures.c.step)

CHOSEN = ("title", "scenario", "rulings", "players", "called")
HEAD = ("book", "book_version", "began_with", *CHOSEN, "secret", "commitment", "chosen")


class Overtaken(Exception):
    """Somebody else changed the battle since it was read."""


class Taken(Exception):
    """An invitation has become somebody else's seat."""


class Invitation(Struct, frozen=True):
    """To which side of which battle, and the hash of the seat that it became."""

    battle: str
    side: str
    taken: str | None


class Store:
    """With `owns` one of those that serve these battles, reached by the others `at` an address; whoever only
    reads need not own them. If another server takes over nevertheless, nothing more is written and `ousted`
    is set."""

    def __init__(self, url: str, *, owns: bool = False, at: str = "") -> None:
        self.engine = engine_of(url)
        self.ousted = threading.Event()
        self.commits, self.jobs_done = Tally(), 0
        self._ownership = Ownership(self.engine) if owns else None
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        try:
            if self._ownership is None:
                schema.require(self.engine)
            else:
                schema.schema_of(self.engine)
                self._ownership.claim(lambda: schema.schema_of(self.engine) not in (None, schema.LATEST))
                schema.upgrade(self.engine)
                self._ownership.open_at(at)
        except DBAPIError as error:
            raise BadData(f"the database cannot be used: {error.orig}") from None
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    async def make(
        self,
        kept: Kept,
        seated: dict[str, str],
        invited: dict[str, str],
        wanted: NewBattle | None = None,
    ) -> None:
        """A new battle with its seats and invitations: which side each secret is for; and what is `wanted`,
        where some of it is still to be chosen."""

        def job(connection: Connection) -> None:
            now = time.time()
            connection.execute(
                insert(battles).values(
                    battle=kept.battle, head=_head(kept), made=now, touched=now, **_changing(kept)
                )
            )
            rows = [
                {
                    "seat": hashed(seat),
                    "battle": kept.battle,
                    "side": side,
                    "link": seat if side == WATCHING else None,
                }
                for seat, side in seated.items()
            ]
            connection.execute(insert(seats), rows)
            for secret, side in invited.items():
                row = {"invitation": hashed(secret), "battle": kept.battle, "side": side}
                connection.execute(insert(invitations).values(row))
            if kept.steps:
                connection.execute(_ADD_STEPS, _step_rows(kept.battle, 0, kept.steps))
            for side, person in kept.people.items():
                _write_person(connection, kept.battle, side, person)
            if kept.choosing:
                _write_choosing(connection, kept.battle, wanted, kept.choosing)

        await self.do(job)

    async def seat(self, seat: str) -> tuple[str, str] | None:
        """The battle and the side of a seat."""

        def job(connection: Connection) -> tuple[str, str] | None:
            row = connection.execute(_FIND_SEAT, {"of": hashed(seat)}).first()
            return None if row is None else (row.battle, row.side)

        return await self.do(job)

    async def invitation(self, secret: str) -> Invitation | None:
        """What an invitation is to."""

        def job(connection: Connection) -> Invitation | None:
            row = connection.execute(_FIND_INVITATION, {"of": hashed(secret)}).first()
            return None if row is None else Invitation(row.battle, row.side, row.taken)

        return await self.do(job)

    async def take(self, secret: str, seat: str) -> Invitation | None:
        """Have an invitation become a seat. Who took it may do so again, with the same seat: the reply of
        before may have been lost. `Taken` for everybody else."""

        def job(connection: Connection) -> Invitation | None:
            of = {"of": hashed(secret)}
            row = connection.execute(_FIND_INVITATION, of).first()
            if row is None:
                return None
            if row.taken is None and connection.execute(_TAKE, {**of, "seat": hashed(seat)}).rowcount == 1:
                sat = {"seat": hashed(seat), "battle": row.battle, "side": row.side, "link": None}
                connection.execute(insert(seats).values(sat))
            elif row.taken != hashed(seat):
                raise Taken(row.battle)
            return Invitation(row.battle, row.side, hashed(seat))

        try:
            return await self.do(job)
        except IntegrityError:
            raise Taken("a seat that there is already") from None

    async def invited(self, battle: str) -> list[str]:
        """The sides whose invitations nobody has taken."""

        def job(connection: Connection) -> list[str]:
            open_ = select(invitations.c.side).where(
                invitations.c.battle == battle, invitations.c.taken.is_(None)
            )
            return sorted(connection.execute(open_).scalars())

        return await self.do(job)

    async def battle(self, battle: str, *, whole: bool = True, pictured: bool = False) -> Kept | None:
        """The battle as it is stored, `whole` or without its steps, and with its pictures if that is wanted;
        `Damaged` where it cannot be read."""

        def job(connection: Connection) -> Kept | None:
            kept = read_battle(connection, battle, whole)
            if kept is None or not pictured:
                return kept
            found = connection.execute(_FIND_PICTURES, {"of": battle})
            return replace(kept, pictures={row.step: row.picture for row in found})

        return await self.do(job)

    async def watch_of(self, battle: str) -> str:
        """The seat of those who watch."""

        def job(connection: Connection) -> str:
            of_battle = select(seats.c.link).where(seats.c.battle == battle, seats.c.side == WATCHING)
            return str(connection.execute(of_battle).scalar() or "")

        return await self.do(job)

    async def wanted(self, battle: str) -> NewBattle | None:
        """What battle is wanted, as long as some of it is still to be chosen."""

        def job(connection: Connection) -> NewBattle | None:
            row = connection.execute(FIND_CHOOSING, {"of": battle}).first()
            return None if row is None else msgspec.json.decode(row.wanted, type=NewBattle)

        return await self.do(job)

    async def chose(
        self, battle: str, prepared: Prepared, wanted: NewBattle, left: dict[str, list[str]], seed: str | None
    ) -> None:
        """Somebody has chosen a force before the battle; with the last choice the seed may be settled."""

        def job(connection: Connection) -> None:
            row = connection.execute(FIND_BATTLE, {"of": battle}).first()
            if row is None or row.seed is not None:
                raise Overtaken(battle)
            head = msgspec.json.decode(row.head)
            head |= {name: getattr(prepared, name) for name in CHOSEN}
            head["setup"] = prepared.setup.decode()
            change = {"head": msgspec.json.encode(head), "seed": seed, "touched": time.time()}
            connection.execute(update(battles).where(battles.c.battle == battle).values(change))
            _write_choosing(connection, battle, wanted, left)

        await self.do(job)

    async def adopt(self, battle: str, version: str) -> None:
        """From now on the battle goes on by this version of its book."""

        def job(connection: Connection) -> None:
            row = connection.execute(FIND_BATTLE, {"of": battle}).first()
            head = {} if row is None else msgspec.json.decode(row.head)
            if head.get("book_version", version) == version:
                return
            head["began_with"] = head.get("began_with") or head["book_version"]
            head["book_version"] = version
            change = update(battles).where(battles.c.battle == battle).values(head=msgspec.json.encode(head))
            connection.execute(change)

        await self.do(job)

    async def know(self, battle: str, side: str, person: Person) -> None:
        """What is to be known of who plays a side."""
        await self.do(lambda connection: _write_person(connection, battle, side, person))

    async def talk(self, battle: str) -> list[Saying]:
        """All that was said there lately."""

        def job(connection: Connection) -> list[Saying]:
            rows = connection.execute(_FIND_TALK, {"of": battle}).all()
            return [msgspec.json.decode(row.line, type=Saying) for row in rows]

        return await self.do(job)

    async def say(self, battle: str, side: str, name: str, words: str) -> Saying:
        """One line more."""

        def job(connection: Connection) -> Saying:
            last = select(func.max(talk.c.number)).where(talk.c.battle == battle)
            number = (connection.execute(last).scalar() or 0) + 1
            line = Saying(number, side, name, words, time.time())
            connection.execute(
                insert(talk).values(battle=battle, number=number, line=msgspec.json.encode(line))
            )
            old = delete(talk).where(talk.c.battle == battle, talk.c.number <= number - MOST_LINES)
            connection.execute(old)
            return line

        return await self.do(job)

    async def sat_down(self, battle: str, shares: dict[str, str], seed: str | None) -> None:
        """Somebody's share of the luck; with the last one the seed is settled."""

        def job(connection: Connection) -> None:
            connection.execute(
                update(battles)
                .where(battles.c.battle == battle, battles.c.seed.is_(None))
                .values(shares=msgspec.json.encode(shares), seed=seed, touched=time.time())
            )

        await self.do(job)

    async def change(
        self, battle: str, before: int, changed: Changed, seated: tuple[str, Person] | None = None
    ) -> None:
        """What an answer or an undo has done, or that somebody else was `seated` at a side; `Overtaken` if
        the stored version is not `before`."""

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
            if seated is not None:
                _write_person(connection, battle, *seated)
            if changed.taken_back:
                archive.unpack(connection, battle)
                connection.execute(_TAKE_BACK, {"of": battle, "kept": changed.kept})
                connection.execute(_FORGET, {"of": battle, "kept": changed.kept})
                connection.execute(_FORGET_PICTURES, {"of": battle, "kept": changed.kept})
            if changed.steps:
                connection.execute(_ADD_STEPS, _step_rows(battle, changed.kept, changed.steps))
            if changed.checkpoints:
                marks = [{"battle": battle, **msgspec.structs.asdict(each)} for each in changed.checkpoints]
                connection.execute(_ADD_CHECKPOINTS, marks)
            if changed.pictures:
                drawn = [
                    {"battle": battle, "step": step, "picture": picture}
                    for step, picture in changed.pictures.items()
                ]
                connection.execute(_ADD_PICTURES, drawn)

        await self.do(job)

    # ------------------------------------------------------------ whose a battle is

    @property
    def key(self) -> str:
        """By which other servers show that they are some."""
        return "" if self._ownership is None else self._ownership.key

    async def hold(self, battle: str) -> Holder | None:
        """Have a battle for this server alone, or know which other one has it."""
        ownership = self._ownership
        if ownership is None or not ownership.shared:
            return None
        return await self.do(lambda connection: ownership.hold(connection, battle))

    def let_go(self, battle: str) -> None:
        """Whoever is asked for the battle next may have it. If that fails it only stays with this server."""
        ownership = self._ownership
        if ownership is not None and ownership.shared:
            done = self._put(lambda connection: ownership.let_go(connection, battle))
            done.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def look_round(self) -> None:
        """One of the other servers seems to be gone: whether it is must be known now."""
        if self._ownership is not None:
            self._ownership.look_due = 0.0
            await self.ask()

    @property
    def queued(self) -> int:
        return self._jobs.qsize()

    async def ask(self) -> None:
        """Fails where the database cannot be used, or is another's."""
        await self.do(lambda connection: connection.execute(_ANYTHING).all())

    def close(self) -> None:
        self._jobs.put(None)
        self._thread.join()
        if self._ownership is not None:
            with suppress(DBAPIError):
                self._ownership.release()
        self.engine.dispose()

    # ------------------------------------------------------------ the thread

    async def do(self, job: Callable[[Connection], T]) -> T:
        return await self._put(job)

    def _put(self, job: Callable[[Connection], T]) -> asyncio.Future[T]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(job, done, loop))
        return done

    def _work(self) -> None:
        while True:
            try:
                first = self._jobs.get(timeout=None if self._ownership is None else self._ownership.wait())
            except queue.Empty:
                self._commit([])
                self._look()
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
            self._look()
            if last:
                return

    def _look(self) -> None:
        if self._ownership is not None:
            self._ownership.look()

    def _commit(self, batch: list[_Job]) -> None:
        """All of them to the disk together; only then is anybody told. If one fails nothing of that is kept,
        and each is done by itself."""
        committing = False
        try:
            with self.commits.timing(), self.engine.begin() as connection:
                if self._ownership is not None:
                    self._ownership.check(connection)
                for job in batch:
                    job.run(connection)
                committing = True
            self.jobs_done += len(batch)
        except Exception as error:
            if self._ownership is not None:
                self._ownership.due = 0.0  # whether the number was moved on is lost with the rest
            if isinstance(error, Ousted):
                self.ousted.set()
            if len(batch) > 1 and any(job.failed for job in batch):
                for job in batch:
                    self._commit([job])
                return
            gone = committing and isinstance(error, DBAPIError) and error.connection_invalidated
            for job in batch:
                job.fault, job.result = Unsure() if gone else error, None
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


def hashed(seat: str) -> str:
    """What is stored of a seat's secret. Secrets are drawn from 2^144: nobody finds one by trying, so a plain
    hash will do."""
    return urlsafe_b64encode(sha256(seat.encode(errors="surrogatepass")).digest()).decode()


def _head(kept: Kept) -> bytes:
    head = {name: getattr(kept, name) for name in HEAD}
    return msgspec.json.encode({**head, "setup": kept.setup.decode()})


def _changing(kept: Kept) -> dict[str, Any]:
    return {
        "shares": msgspec.json.encode(kept.shares),
        "seed": CHOSEN_SEED if kept.seed is not None and kept.seed == kept.chosen else kept.seed,
        "version": kept.version,
        "at": kept.at,
        "tape": msgspec.json.encode(kept.tape),
        "unopened": msgspec.json.encode(kept.unopened),
        "over": kept.over,
        "winner": kept.winner,
    }


def _step_rows(battle: str, first: int, played: list[KeptStep]) -> list[dict[str, Any]]:
    return [
        {
            "battle": battle,
            "number": first + number,
            "tape": msgspec.json.encode(step.tape),
            "hash": step.hash,
            "told": step.told,
        }
        for number, step in enumerate(played)
    ]


def _write_person(connection: Connection, battle: str, side: str, person: Person) -> None:
    connection.execute(delete(people).where(people.c.battle == battle, people.c.side == side))
    connection.execute(insert(people).values(battle=battle, side=side, person=msgspec.json.encode(person)))


def _write_choosing(
    connection: Connection, battle: str, wanted: NewBattle | None, offers: dict[str, list[str]]
) -> None:
    connection.execute(delete(choosing).where(choosing.c.battle == battle))
    if offers:
        row = {"wanted": msgspec.json.encode(wanted), "offers": msgspec.json.encode(offers)}
        connection.execute(insert(choosing).values(battle=battle, **row))
