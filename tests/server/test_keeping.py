"""What goes to the disk together, and what goes on meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.kit.patience import PATIENCE
from warbook.server import workers
from warbook.server.budgets import Budgets
from warbook.server.errands import Errands
from warbook.server.hall import Hall
from warbook.server.jobs import Changed, Kept, KeptStep
from warbook.server.limits import Turns
from warbook.server.messages import Answer, Made, NewBattle, Odds, Share
from warbook.server.seating import Battle, Visitor
from warbook.server.setting_up import SettingUp
from warbook.server.store import Overtaken, Store
from warbook.server.workers import Workers

pytestmark = pytest.mark.anyio


class SlowDisk:
    """Whatever is to be kept waits until the disk is freed."""

    def __init__(self, store: Store) -> None:
        self.freed = threading.Event()
        self.held = asyncio.create_task(store.do(lambda _: self.freed.wait(PATIENCE)))

    async def free(self) -> None:
        self.freed.set()
        await self.held


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = Store(f"sqlite:///{tmp_path}/battles.db", owns=True)
    yield store
    store.close()


def battle(name: str) -> Kept:
    return Kept(
        battle=name,
        book="toy",
        book_version="1",
        title="",
        scenario="",
        setup=b"{}",
        rulings={},
        players={},
        secret="",
        commitment="",
        chosen=None,
        shares={},
        seed="1",
    )


def change(version: int, *steps: str, kept: int = 0, taken_back: bool = False) -> Changed:
    return Changed(
        version=version,
        at=version,
        open=True,
        kept=kept,
        taken_back=taken_back,
        steps=[KeptStep([], step, b"[]") for step in steps],
        checkpoints=[],
        pictures={kept + number: b"" for number in range(1, len(steps) + 1)},
        tape=[],
        unopened={},
        over=False,
        winner=None,
        states={},
        worked=0.0,
    )


async def hashes(store: Store, name: str) -> list[str]:
    kept = await store.battle(name)
    assert kept is not None
    return [step.hash for step in kept.steps]


async def test_one_that_fails_spoils_nothing_that_goes_to_the_disk_with_it(store: Store) -> None:
    names = ["first", "second", "third"]
    for name in names:
        await store.make(battle(name), {f"seat of {name}": "a"}, {})
    disk = SlowDisk(store)
    # The second is not at version 5: what was done to it must not be kept, and the others' must be, once.
    done = [
        asyncio.create_task(store.change(name, 5 if name == "second" else 0, change(1, f"a step of {name}")))
        for name in names
    ]
    await asyncio.sleep(0)  # all of them stand in the queue
    await disk.free()
    first, second, third = await asyncio.gather(*done, return_exceptions=True)
    assert first is None and third is None and isinstance(second, Overtaken)
    assert [await hashes(store, name) for name in names] == [["a step of first"], [], ["a step of third"]]


async def test_what_is_taken_back_is_no_longer_stored(store: Store) -> None:
    await store.make(battle("it"), {"seat of it": "a"}, {})
    await store.change("it", 0, change(1, "one", "two", "three"))
    await store.change("it", 1, change(2, "other", kept=1, taken_back=True))
    assert await hashes(store, "it") == ["one", "other"]
    kept = await store.battle("it", pictured=True)
    assert kept is not None and list(kept.pictures) == [1, 2]


class Table:
    """Somebody's page at a battle against a bot, who answers at once."""

    def __init__(self, at: Battle, visitor: Visitor) -> None:
        self.at, self.visitor = at, visitor

    async def until(self, kind: str) -> dict[str, Any]:
        while True:
            message = await asyncio.wait_for(self.visitor.mail.get(), PATIENCE)
            assert isinstance(message, bytes), message
            told: dict[str, Any] = msgspec.json.decode(message)
            if told["type"] == kind:
                return told


async def test_a_referee_goes_on_while_an_answer_goes_to_the_disk(
    store: Store, toys: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "REFEREE", "tests.server.toy_referee")
    monkeypatch.setattr(workers, "SLOWEST", PATIENCE)
    monkeypatch.setattr(workers, "REFEREES", 1)
    crew = Workers()
    errands = Errands(crew, Turns(), Budgets())
    hall, setting_up = Hall(store, crew, errands), SettingUp(store, errands)
    try:
        tables = []
        for _ in range(2):
            made = await setting_up.make(NewBattle(book="toy", scenario="short"), "here")
            assert isinstance(made, Made)
            table = Table(*await hall.enter(made.seats["a"], "here"))
            await hall.hear(table.at, table.visitor, Share(share="ab"))
            assert (await table.until("state"))["question"] is not None
            tables.append(table)
        one, other = tables
        disk = SlowDisk(store)
        answering = asyncio.create_task(
            hall.hear(one.at, one.visitor, Answer(at=one.at.at, value="amber", ref=1))
        )
        await asyncio.sleep(0)  # it has the turn
        asking = hall.hear(other.at, other.visitor, Odds(at=other.at.at, option="amber", ref=2))
        await asyncio.wait_for(asking, PATIENCE)
        assert not answering.done() and one.at.version == 1, "nothing is acknowledged before it is kept"
        await disk.free()
        await answering
        assert (await one.until("done"))["ref"] == 1 and one.at.version == 2
    finally:
        await crew.stop()
