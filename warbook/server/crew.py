"""The referees: processes that run the rules, so that the event loop only talks.

A battle always goes to the same referee, who then has it in memory. One more, the clerk, makes setups and
documents, so that a long one keeps no battle waiting.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import deque
from zlib import crc32

import msgspec

from warbook.server.errands import AnyBack, AnyErrand, AtTable, Broken, No

SLOWEST = 30.0  # seconds for one errand; a referee that takes longer is replaced
FRAME = 64 * 1024 * 1024
REFEREE = "warbook.server.referee"  # the module that a referee's process runs

_decoder: msgspec.msgpack.Decoder[AnyBack] = msgspec.msgpack.Decoder(AnyBack)


class Lost(Exception):
    """The referee died or took too long; whatever it had in memory is gone."""


class Worker:
    """One process and the errands it has been sent, in order."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._due: deque[asyncio.Future[AnyBack]] = deque()
        self._ready: asyncio.Future[AnyBack] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()

    async def start(self) -> None:
        async with self._starting:
            if self._process is not None and self._process.returncode is None:
                return
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                REFEREE,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=FRAME,
            )
            self._ready = asyncio.get_running_loop().create_future()
            self._due = deque([self._ready])  # the first reply comes unasked, when it has warmed up
            self._reading = asyncio.create_task(self._read(self._process, self._due))

    async def run(self, errand: AnyErrand) -> AnyBack:
        frame = msgspec.msgpack.encode(errand)
        await self.start()
        process, ready = self._process, self._ready
        assert process is not None and process.stdin is not None and ready is not None
        await asyncio.shield(ready)
        reply: asyncio.Future[AnyBack] = asyncio.get_running_loop().create_future()
        self._due.append(reply)  # in the order in which frames are written
        try:
            process.stdin.write(len(frame).to_bytes(4, "big") + frame)
            await process.stdin.drain()
            return await asyncio.wait_for(asyncio.shield(reply), SLOWEST)
        except (TimeoutError, ConnectionError, BrokenPipeError) as trouble:
            if process.returncode is None:
                process.kill()
            raise Lost(str(trouble)) from trouble

    async def stop(self) -> None:
        if self._process is not None and self._process.returncode is None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            await self._process.wait()
        if self._reading is not None:
            await self._reading

    async def _read(self, process: asyncio.subprocess.Process, due: deque[asyncio.Future[AnyBack]]) -> None:
        assert process.stdout is not None
        try:
            while True:
                size = int.from_bytes(await process.stdout.readexactly(4), "big")
                reply = _decoder.decode(await process.stdout.readexactly(size))
                waiting = due.popleft()
                if not waiting.done():
                    waiting.set_result(reply)
        except asyncio.IncompleteReadError:
            pass  # it has ended or is about to
        except BaseException:
            process.kill()
            raise
        finally:
            await process.wait()
            for waiting in due:
                if not waiting.done():
                    waiting.set_exception(Lost("the referee is gone"))
                    waiting.exception()  # somebody may have stopped waiting


class Crew:
    def __init__(self, referees: int | None = None) -> None:
        self.referees = [Worker() for _ in range(referees or max(2, os.cpu_count() or 1))]
        self.clerk = Worker()

    async def start(self) -> None:
        await asyncio.gather(self.clerk.start(), *(referee.start() for referee in self.referees))

    async def stop(self) -> None:
        await asyncio.gather(self.clerk.stop(), *(referee.stop() for referee in self.referees))

    async def run(self, errand: AnyErrand) -> AnyBack:
        """Errands that change a battle or look at it go to its referee, all others to the clerk."""
        worker = self.clerk
        if isinstance(errand, AtTable) and errand.at_referee:
            worker = self.referees[crc32(errand.battle.encode()) % len(self.referees)]
        try:
            return await worker.run(errand)
        except Lost:
            words = "The table was cleared in the middle of this; nothing has changed. Try again."
            return Broken(words, again=True)
        except (OverflowError, RecursionError):
            return No("a value in it is out of all bounds")
