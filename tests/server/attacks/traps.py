"""A server in which traps can be set (`tests/server/shelf.py`), and those who walk into them."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from zlib import crc32

from websockets.exceptions import ConnectionClosed

from tests.server.client import Seat, Visit, Wire
from tests.server.server import PATIENCE, Server
from warbook.server.workers import REFEREES

NEVER = 4410  # how the line is closed when a battle does not open later either


class Trapped:
    """A server with traps, and its constants as `adjust` sets them: "workers.SLOWEST=1 limits.WATCHING=2"."""

    def __init__(self, folder: Path, adjust: str, *traps: str) -> None:
        self.folder = folder / "traps"
        self.folder.mkdir()
        self._settings = itertools.count()
        for trap in traps:
            self.set(trap)
        env = {"WARBOOK_TRAPS": str(self.folder), "WARBOOK_ADJUST": adjust}
        self.server = Server(f"sqlite:///{folder}/battles.db", env=env)

    def set(self, trap: str) -> None:
        """Whoever is held by it already is let go."""
        setting = self.folder / "setting"
        setting.write_text(str(next(self._settings)))
        setting.replace(self.folder / trap)

    def clear(self, trap: str) -> None:
        (self.folder / trap).unlink()

    def held(self, trap: str) -> int:
        """How many walked into it."""
        marks = self.folder / f"{trap}.held"
        return len(marks.read_text()) if marks.exists() else 0


@contextmanager
def trapped(folder: Path, adjust: str = "", *traps: str) -> Iterator[Trapped]:
    house = Trapped(folder, adjust, *traps)
    with house.server:
        yield house


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


async def heard_out(visit: Visit) -> None:
    """All that reached the server before has got as far as it can for now: its loop and its store do one
    thing after the other, and these come last."""
    for _ in range(4):
        await visit.make()


async def neighbours(visit: Visit, battle: str) -> Wire:
    """A battle of one person that has the same referee."""
    while True:
        made = await visit.make()
        if crc32(made["battle"].encode()) % REFEREES == crc32(battle.encode()) % REFEREES:
            return made


async def turned_away(visit: Visit, seat: str) -> tuple[int, str]:
    """How and with which words a page is sent away, however far it came."""
    async with visit.socket() as socket:
        page, words = Seat(socket), ""
        await page.send(do="sit", seat=seat)
        try:
            while True:
                message = await page.hear()
                if message["type"] == "refused":
                    words = message["words"]
        except ConnectionClosed as closed:
            assert closed.rcvd is not None
            return closed.rcvd.code, words
