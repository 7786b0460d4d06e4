"""A battle that nobody has in memory is rebuilt from its last checkpoint; what leaves the server as proof is
proved from the beginning."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from tests.server.client import TWO, Party, Visit, legal
from tests.server.server import Server

pytestmark = pytest.mark.anyio

EVERY = 3  # steps
ANSWERS = [("a", "stay"), ("a", "no"), ("a", "hold"), ("b", "stay"), ("b", "no"), ("b", "hold")]


async def test_the_checkpoint_is_enough_to_go_on(tmp_path: Path) -> None:
    """The steps before it are spoilt on the disk: nobody who plays on looks at them, and a record is
    refused."""
    file = tmp_path / "battles.db"
    with Server(f"sqlite:///{file}", env={"WARBOOK_ADJUST": f"referee.process.MARKED={EVERY}"}) as server:
        async with Visit(server.address) as visit:
            made = await visit.make(players=TWO)
            seats = made["seats"]
            async with visit.sit(seats["a"], "aa") as a, visit.sit(seats["b"], "bb") as b:
                await a.begun()
                await b.begun()
                party = Party(made, {"a": a, "b": b})
                await party.past_words()
                await party.play(*ANSWERS)
                before = (await a.begun())["question"], dict(a.pieces)
        server.kill()
        with sqlite3.connect(file) as database:
            marks = [row[0] for row in database.execute("select step from checkpoints order by step")]
            (steps,) = database.execute("select count(*) from steps").fetchone()
            assert marks == list(range(EVERY, steps + 1, EVERY)) and steps > EVERY
            database.execute("update steps set hash = 'spoilt' where number = 0")
        server.start()
        async with Visit(server.address) as visit:
            async with visit.sit(seats["a"]) as a, visit.sit(seats["b"]) as b:
                assert ((await a.begun())["question"], a.pieces) == before
                value = await legal(a, random.Random(1))
                assert (await a.ask("answer", value=value))["type"] == "done"
            told = await visit.told("record", seats["a"])
            assert told.status_code == 400 and "step 1 of" in told.json()["words"]
        server.kill()
        with sqlite3.connect(file) as database:
            database.execute("delete from checkpoints")
        server.start()
        async with Visit(server.address) as visit, visit.socket() as socket:
            await socket.send(f'{{"do": "sit", "seat": "{seats["a"]}"}}')
            assert "the state differs from the recorded one" in str(await socket.recv())


async def test_what_is_taken_back_takes_its_checkpoints_along(tmp_path: Path) -> None:
    file = tmp_path / "battles.db"
    with Server(f"sqlite:///{file}", env={"WARBOOK_ADJUST": "referee.process.MARKED=1"}) as server:
        async with Visit(server.address) as visit:
            made = await visit.make(players={"a": "me", "b": "random"})
            async with visit.sit(made["seats"]["a"], "aa") as a:
                await a.begun()
                for value in ("amber", "stay", "no"):
                    assert (await a.answer(value))["type"] == "done"
                for _ in range(2):
                    assert (await a.undo())["type"] == "done"
                    await a.until("state")
                server.kill()
        with sqlite3.connect(file) as database:
            (steps,) = database.execute("select count(*) from steps").fetchone()
            marks = [row[0] for row in database.execute("select step from checkpoints order by step")]
        assert marks == list(range(1, steps + 1)) and steps == 1
        server.start()
        async with Visit(server.address) as visit, visit.sit(made["seats"]["a"]) as a:
            assert (await a.begun())["question"]["text"] == "What now?"
            assert (await a.answer("go"))["type"] == "done"
