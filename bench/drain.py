"""A server that is asked to stop while two hundred play at it, and then started again:
`python -m bench.drain`."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from websockets.exceptions import WebSocketException

from bench.load import BATTLES, HURRIED, MIXED, Crowd, Player, Times, new_battle
from bench.tables import show

CROWD = Crowd(MIXED, BATTLES, HURRIED, 25.0, 10.0)
AGAIN = 0.5  # seconds after which somebody who lost the line tries again, on average
TRIES = 3


class Returning(Player):
    """Comes back when the line is cut; `away` is since when, and `pauses` how long it was until he could go
    on."""

    away = 0.0

    def __init__(self, server: str, number: int, crowd: Crowd, pauses: list[float]) -> None:
        super().__init__(server, number, crowd, Times())
        self.pauses, self.wait = pauses, random.Random(number)

    async def play(self) -> None:
        while True:
            try:
                made = await asyncio.to_thread(new_battle, self.server, self.battle, self.address)
            except (RuntimeError, OSError):
                await asyncio.sleep(AGAIN)
            else:
                await self.sit(made)

    async def sit(self, made: dict[str, Any]) -> None:
        while True:
            try:
                return await super().sit(made)
            except (WebSocketException, OSError):
                self.away = self.away or perf_counter()
                await asyncio.sleep(self.wait.uniform(0.0, 2 * AGAIN))

    async def begun(self, made: dict[str, Any]) -> None:
        if self.away:
            self.pauses.append(perf_counter() - self.away)
            self.away = 0.0


async def served(folder: str, port: int = 0) -> tuple[Process, str]:
    warbook = str(Path(sys.executable).with_name("warbook"))
    command = [warbook, "serve", "--port", f"{port}", "--db", f"sqlite:///{folder}/battles.db"]
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE)
    assert process.stdout is not None
    found = re.search(r"http://[^/]+", (await process.stdout.readline()).decode())
    assert found is not None, "the server did not start"
    return process, found[0]


async def drained(folder: str) -> tuple[float, list[float]]:
    """Seconds from SIGTERM to the end of the server, and how long everybody was away."""
    process, server = await served(folder)
    pauses: list[float] = []
    players = [Returning(server, number, CROWD, pauses) for number in range(CROWD.players)]
    tasks = [asyncio.create_task(player.play()) for player in players]
    await asyncio.wait(tasks, timeout=CROWD.warming, return_when=asyncio.FIRST_EXCEPTION)
    before = perf_counter()
    process.terminate()
    code = await process.wait()
    took = perf_counter() - before
    process, _ = await served(folder, int(server.rpartition(":")[2]))
    while any(player.away for player in players) and not any(task.done() for task in tasks):
        await asyncio.sleep(0.1)
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(ended, asyncio.CancelledError):
            raise RuntimeError("a player gave up") from ended
    process.terminate()
    await process.wait()
    if code not in (0, -signal.SIGTERM):
        raise RuntimeError(f"the server ended with {code}")
    return took, pauses


def rows() -> Iterator[tuple[str, ...]]:
    """What, its figure, half of them within, bar."""
    ends, pauses = [], []
    for _ in range(TRIES):
        with TemporaryDirectory() as folder:
            took, away = asyncio.run(drained(folder))
        ends.append(took)
        pauses += away
    what = f"from SIGTERM to the end of a server at which {BATTLES} play, worst of {TRIES}"
    yield what, f"{max(ends):.2f} s", f"{sorted(ends)[TRIES // 2]:.2f} s", "within 5 s"
    half = sorted(pauses)[len(pauses) // 2]
    yield (
        "they were away, the longest, while it was started again",
        f"{max(pauses):.1f} s",
        f"{half:.1f} s",
        "",
    )


if __name__ == "__main__":
    show(rows())
