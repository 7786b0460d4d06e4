"""How long a server with many stored battles takes until somebody can play: `python -m bench.start`."""

from __future__ import annotations

import asyncio
import time
import urllib.request
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from sqlalchemy import insert, select
from websockets.asyncio.client import connect

from bench.load import Crowd, new_battle, run, serving
from bench.tables import show
from warbook.server.database import engine_of
from warbook.server.tables import battles, checkpoints, people, pictures, seats, steps

STORED = 2000
GAMES = Crowd(({"book": "necromunda"}, {"book": "vehicles"}), 8, 0.0, 1.0, 20.0)
TRIES = 3


def fill(db: str) -> None:
    """Some battles are played for a while, and stored again under other names until there are enough."""
    with serving(db) as server:
        run(server, GAMES)
    engine = engine_of(db)
    with engine.begin() as connection:
        names = [row.battle for row in connection.execute(select(battles.c.battle))]
        copies = STORED // len(names)
        for part in (battles, steps, checkpoints, pictures, people, seats):
            for battle in names:
                found = connection.execute(select(part).where(part.c.battle == battle))
                rows = [dict(row._mapping) for row in found]
                for number in range(copies if rows else 0):
                    connection.execute(insert(part), [_copy(row, number) for row in rows])
    engine.dispose()


def _copy(row: dict[str, Any], number: int) -> dict[str, Any]:
    other = {**row, "battle": f"{row['battle']}{number}"}
    return {**other, "seat": f"{row['seat'][:40]}{number}"} if "seat" in row else other


async def begun(server: str) -> None:
    """A battle is made, and somebody has its first question."""
    made = await asyncio.to_thread(new_battle, server, {"book": "necromunda"})
    address = server.replace("http", "ws") + "/api/sit"
    async with connect(address, compression=None, max_size=None, proxy=None) as line:
        for message, until in (
            ({"do": "sit", "seat": made["seats"]["a"]}, "welcome"),
            ({"do": "share", "share": "ab" * 32}, "state"),
        ):
            await line.send(msgspec.json.encode(message), text=True)
            while msgspec.json.decode(await line.recv(decode=False))["type"] != until:
                pass


def times(db: str) -> tuple[float, float]:
    """Seconds from the start to the first question, and of the first front page."""
    start = time.perf_counter()
    with serving(db) as server:
        before = time.perf_counter()
        with urllib.request.urlopen(server) as reply:
            reply.read()
        page = time.perf_counter() - before
        asyncio.run(begun(server))
        return time.perf_counter() - start, page


def rows() -> list[tuple[str, ...]]:
    """What, its figure, half of them within, bar."""
    with TemporaryDirectory() as folder:
        db = f"sqlite:///{folder}/battles.db"
        fill(db)
        found = [times(db) for _ in range(TRIES)]
    question, page = (min(each) for each in zip(*found, strict=True))
    what = f"from the start to a question, {STORED} battles stored, best of {TRIES}"
    return [
        (what, f"{question:.2f} s", "", "under 2 s"),
        ("the front page meanwhile", f"{page * 1e3:.0f} ms", "", "under 300 ms"),
    ]


if __name__ == "__main__":
    show(rows())
