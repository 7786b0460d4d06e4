"""What more servers bring: `python -m bench.several`.

Servers share a PostgreSQL, and all this machine's processors. For each to have processors of its own their
referees wait instead of working (`slow_referee.py`): so what is measured is whether anything else is in the
way: the database, leases, lines that are passed on. Whoever sits down goes to the next server, and so does
who watches, as behind a proxy that knows nothing.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import shutil
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import msgspec
from websockets.asyncio.client import connect

from bench.load import Crowd, Load, Player, Times, part, played, started
from bench.tables import show
from deploy.on_debian import Missing, make_database, start_database, stop_database

SERVERS = (1, 2, 4)  # each twice as many as the one before
PLAYERS = 24  # for each server, who never think: more than its referees can serve
DUEL = ({"book": "duel"},)


class Traveller(Player):
    """Makes a battle at one server, sits at the next, and has somebody watch at the one after that."""

    def __init__(self, servers: list[str], number: int, crowd: Crowd, times: Times) -> None:
        super().__init__(servers[number % len(servers)], number, crowd, times)
        self.servers, self.number = servers, number

    async def play(self) -> None:
        self.sits_at = self.servers[(self.number + 1) % len(self.servers)]
        await super().play()

    async def begun(self, made: dict[str, Any]) -> None:
        self.watching = asyncio.create_task(self.watch(made["watch"]))

    async def watch(self, seat: str) -> None:
        where = self.servers[(self.number + 2) % len(self.servers)].replace("http", "ws") + "/api/sit"
        with suppress(Exception):
            async with connect(where, compression=None, max_size=None, proxy=None) as line:
                await line.send(msgspec.json.encode({"do": "sit", "seat": seat}), text=True)
                async for _ in line:
                    pass


def _run(servers: list[str], warming: float, measured: float) -> Load:
    crowd, times = Crowd(DUEL, PLAYERS * len(servers), 0.0, warming, measured), Times()
    players = [Traveller(servers, number, crowd, times) for number in range(crowd.players)]
    return asyncio.run(played(players, crowd))


@contextmanager
def database() -> Iterator[str]:
    folder = Path(mkdtemp(prefix="warbook-bench-", dir="/tmp"))  # a socket's path must be short
    try:
        address = make_database(folder)
        start_database(folder)
        try:
            yield address
        finally:
            stop_database(folder, "immediate")
    finally:
        shutil.rmtree(folder)


def serving(address: str) -> AbstractContextManager[str]:
    return started(sys.executable, "-m", "bench.slow_server", address)


def load(count: int, warming: float = 15.0, measured: float = 30.0) -> Load:
    """Of so many servers."""
    with database() as address, ExitStack() as stack:
        servers = [stack.enter_context(serving(address)) for _ in range(count)]
        with multiprocessing.get_context("spawn").Pool(1) as clients:
            return clients.apply(_run, (servers, warming, measured))


def rows() -> Iterator[tuple[str, ...]]:
    """What, its figure, half of them within, bar."""
    fewer = 0.0  # answers a second of half as many servers
    try:
        for count in SERVERS:
            found = load(count)
            many = "1 server" if count == 1 else f"{count} servers"
            yield f"answers a second at {many} whose referees wait", f"{found.per_second:.0f}", "", ""
            p99, half = f"{part(found.times.done, 99):.0f} ms", f"{part(found.times.done, 50):.1f} ms"
            yield f"p99 of an answer at {many} whose referees wait", p99, half, ""
            if fewer:
                grown = f"{found.per_second / fewer:.2f}"
                yield f"that is so many times as many with {many}", grown, "", "at least 1.7"
            fewer = found.per_second
    except Missing as missing:
        yield "several servers", f"not measured: {missing}", "", ""


if __name__ == "__main__":
    show(rows())
