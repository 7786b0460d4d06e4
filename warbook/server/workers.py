"""The referees: processes that run the rules, so that the event loop only talks.

A battle always goes to the same referee, who then has it in memory. Three more keep no battle waiting: the
clerk writes documents, the reader reads what people have written, which may be anything, and at the desk odds
are worked out and rules looked up. Aside, battles go on for which more was done than is fair (`budgets.py`):
referees there work only with what time the others leave.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from zlib import crc32

import msgspec

from warbook.core.shelf import OLDER, book_ids
from warbook.server.budgets import NOBODY, Bill
from warbook.server.jobs import (
    ASIDE,
    AT_DESK,
    HEAD,
    WARM,
    AnyJob,
    AnyResult,
    AtDesk,
    AtTable,
    Broken,
    GetReady,
    No,
)

SLOWEST = 30.0  # seconds for one job; whoever takes longer is replaced
LEISURE = 5  # so many times as long for those aside, who may have to wait for the processor
REFEREES = max(2, os.cpu_count() or 1)
GRACE = 1.0  # seconds in which a referee who has nothing to do ends by himself
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows knows only that, and means this
FRAME = 64 * 1024 * 1024
REFEREE = "warbook.server.referee.process"  # the module that a referee's process runs

log = logging.getLogger("warbook")
_decoder: msgspec.msgpack.Decoder[AnyResult] = msgspec.msgpack.Decoder(AnyResult)


class Lost(Exception):
    """The referee died; whatever it had in memory is gone."""


class Overdue(Lost):
    """The referee took too long."""


class Worker:
    """One process. It is sent a job only when it has done the one before; those who wait are served in
    the order in which they came, and whoever stops waiting costs nothing."""

    def __init__(self, name: str, *told: str, older: str = "") -> None:
        """With an `older` book in a folder, that one is on its shelf instead of the one that is there."""
        self.name, self._told, self._older = name, told, older
        self._process: asyncio.subprocess.Process | None = None
        self._ready = False
        self.stopped = False
        self._busy = asyncio.Lock()
        self.starts = self.due = 0
        self.worked = 0.0  # seconds of its processor, that jobs have taken

    async def start(self) -> None:
        async with self._busy:
            await self._running()

    async def run(self, job: AnyJob, bill: Bill = NOBODY) -> AnyResult:
        frame = msgspec.msgpack.encode(job)
        self.due += 1
        try:
            await self._busy.acquire()
        except BaseException:
            self.due -= 1
            raise
        # Once begun it is finished, whoever stops waiting: the next reply must be to the next job.
        exchange = asyncio.create_task(self._exchange(frame, bill))
        exchange.add_done_callback(self._free)
        return await asyncio.shield(exchange)

    async def stop(self) -> None:
        """Whoever thinks is not waited for: what was not kept was not acknowledged either."""
        self.stopped = True
        process = self._process
        if process is None or process.returncode is not None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), GRACE)
        except TimeoutError:
            await _end(process)

    def _free(self, exchange: asyncio.Task[AnyResult]) -> None:
        self._busy.release()
        self.due -= 1
        if not exchange.cancelled():
            exchange.exception()  # perhaps nobody waits for it any more

    async def _exchange(self, frame: bytes, bill: Bill) -> AnyResult:
        process = await self._running()
        assert process.stdin is not None
        slowest = SLOWEST * (LEISURE if ASIDE in self._told else 1)
        try:
            if not self._ready:
                await _reply(process)  # the first one comes unasked, when it has warmed up
                self._ready = True
            process.stdin.write(len(frame).to_bytes(4, "big") + frame)
            async with asyncio.timeout(slowest):
                result, worked = await _reply(process)
            bill.pay(worked)
            self.worked += worked
            return result
        except TimeoutError as late:
            bill.pay(slowest)
            await _end(process)
            log.info("a worker took too long, and was ended", extra={"worker": self.name})
            raise Overdue(f"more than {slowest:g} seconds") from late
        except (OSError, EOFError, msgspec.DecodeError) as trouble:
            await _end(process)
            if not self.stopped:
                log.info("a worker died", extra={"worker": self.name})
            raise Lost(str(trouble)) from trouble

    async def _running(self) -> asyncio.subprocess.Process:
        if self.stopped:
            raise Lost("the server is stopping")
        if self._process is None or self._process.returncode is not None:
            self._ready = False
            self.starts += 1
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                REFEREE,
                *self._told,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=FRAME,
                env={**os.environ, OLDER: self._older} if self._older else None,
            )
        return self._process


async def _reply(process: asyncio.subprocess.Process) -> tuple[AnyResult, float]:
    """A reply, and how many seconds of work it was."""
    assert process.stdout is not None
    size, worked = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
    return _decoder.decode(await process.stdout.readexactly(size)), worked


async def _end(process: asyncio.subprocess.Process) -> None:
    """`Process.kill` would first look whether it has ended, and so take its end away from the loop that waits
    for it."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, KILL)
    await process.wait()


class Workers:
    """`older` are folders of books of which newer versions are on the shelf."""

    def __init__(self, older: Iterable[str] = ()) -> None:
        self.older = [Worker(f"older {n}", older=folder) for n, folder in enumerate(older, 1)]
        self.referees = [Worker(f"referee {n}", WARM) for n in range(1, REFEREES + 1)]
        self.aside = [Worker(f"aside {n}", WARM, ASIDE) for n in range(1, max(1, REFEREES // 4) + 1)]
        self._known: set[str] = set()  # books that were asked for
        self.clerk, self.reader, self.desk = Worker("clerk"), Worker("reader"), Worker("desk", AT_DESK)

    @property
    def stopping(self) -> bool:
        return self.clerk.stopped

    @property
    def everybody(self) -> list[Worker]:
        return [self.clerk, self.reader, self.desk, *self.referees, *self.aside, *self.older]

    @property
    def for_battles(self) -> list[Worker]:
        """Those without whom nobody sits down at a battle."""
        return [self.clerk, *self.referees]

    async def start(self, these: Iterable[Worker]) -> None:
        """Whoever runs already goes on."""
        await asyncio.gather(*(worker.start() for worker in these))

    async def stop(self) -> None:
        await asyncio.gather(*(worker.stop() for worker in self.everybody))

    def referee_of(self, battle: str, aside: bool = False) -> Worker:
        referees = self.aside if aside else self.referees
        return referees[crc32(battle.encode()) % len(referees)]

    def worker_of(self, job: AnyJob) -> Worker:
        """Jobs that change a battle or look at it go to its referee, documents to the clerk, what is looked
        up to the desk, and what else needs no battle to the reader."""
        if isinstance(job, AtDesk):
            return self.desk
        if not isinstance(job, AtTable):
            return self.reader
        return self.referee_of(job.battle) if job.at_referee else self.clerk

    async def get_ready(self, book: str) -> None:
        """Once for each book, all who play it load it while the battle is being made."""
        if book not in self._known and book in book_ids():
            self._known.add(book)
            job = GetReady(book=book)
            await asyncio.gather(*(self.run(job, referee=worker) for worker in self.for_battles))

    async def run(self, job: AnyJob, bill: Bill = NOBODY, referee: Worker | None = None) -> AnyResult:
        """By the `referee` to whom its battle goes just now, or else by whoever does such jobs."""
        worker = referee or self.worker_of(job)
        try:
            return await worker.run(job, bill)
        except Overdue as late:
            if worker is self.reader:
                return No(f"this takes too long to work out: {late}")
            return Broken(f"This takes too long to work out: {late}. Nothing has changed.", again=True)
        except Lost:
            words = "The table was cleared in the middle of this; nothing has changed. Try again."
            return Broken(words, again=True)
        except (OverflowError, RecursionError):
            return No("a value in it is out of all bounds")
