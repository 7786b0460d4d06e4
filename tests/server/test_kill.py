"""The power fails at any moment, or the server is asked to stop: no answer that was acknowledged is lost,
nobody is refused anything, and every record proves true.

WARBOOK_KILL=all plays more battles, every one to its end, with many more failures; that takes some minutes.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest
from websockets.exceptions import InvalidHandshake, WebSocketException

from tests.server.client import Seat, Visit, legal
from tests.server.postgres import postgres
from tests.server.server import Server
from warbook.core.record import verify
from warbook.core.tape import Answer, Sealed
from warbook.server.referee.battles import record_of, reopened
from warbook.server.store import Store

pytestmark = pytest.mark.anyio

WHOLE = os.environ.get("WARBOOK_KILL") == "all"
BATTLES = 200 if WHOLE else 12
ANSWERS = 10**6 if WHOLE else 6  # in each of them
KILLS = 60 if WHOLE else 2
GONE = (WebSocketException, InvalidHandshake, OSError, EOFError)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Any) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/battles.db"
    else:
        with postgres() as address:
            yield address


class Storm:
    """Kills the server after so many messages or asks it to stop, by turns and wherever it is then, and
    starts it again."""

    def __init__(self, server: Server, number: int) -> None:
        self.server = server
        self.luck = random.Random(number)
        self.up = asyncio.Event()
        self.up.set()
        self.kills = 0
        self.heard = 0
        self.next = self._soon()

    refuses = False  # whoever is heard at all is not refused
    done = True  # nobody plays on for it

    @property
    def address(self) -> str:
        return self.server.address

    async def pause(self) -> None:
        """Whoever lost the line waits for the server."""

    def _soon(self) -> int:
        most = BATTLES * min(ANSWERS, 40) * 3 // KILLS  # an answer takes three messages
        return self.heard + self.luck.randrange(most // 10, most)

    def note(self) -> None:
        """A message has arrived somewhere."""
        self.heard += 1
        if self.heard >= self.next and self.kills < KILLS and self.up.is_set():
            self.up.clear()
            self.kills += 1
            self.breaking = asyncio.create_task(self._break())

    async def _break(self) -> None:
        how = signal.SIGTERM if self.kills % 2 else signal.SIGKILL
        await asyncio.to_thread(self.server.end, how)
        await asyncio.to_thread(self.server.start)
        self.next = self._soon()
        self.up.set()


class Away(OSError):
    """The server has not kept an answer, or cannot say: one comes back and sees."""


class Stubborn:
    """A battle whose people come back whenever the server does.

    `given` are the answers that must be in the record, side by side: those acknowledged, and those of which
    the state after coming back shows that one was kept (any of those under way then, all of them to the same
    question).
    """

    def __init__(self, made: dict[str, Any], storm: Any, number: int) -> None:
        self.made, self.storm = made, storm
        self.luck = random.Random(number)
        self.given: dict[str, list[list[Any]]] = {side: [] for side in made["seats"]}
        self.doubts: list[tuple[str, int, Any]] = []
        self.acknowledged = 0
        self.over = False

    @property
    def enough(self) -> bool:
        """Whatever is in doubt is settled first."""
        return not self.doubts and (self.over or (self.acknowledged >= ANSWERS and self.storm.done))

    async def play(self) -> None:
        while not self.enough:
            await self.storm.up.wait()
            visit = Visit(self.storm.address)
            try:
                async with visit:
                    await self._visit(visit)
            except GONE:
                await self.storm.pause()

    async def _visit(self, visit: Visit) -> None:
        """All seats at once, until the server is gone."""
        async with AsyncExitStack() as stack:
            seats = {
                side: await stack.enter_async_context(visit.sit(link, "5a"))
                for side, link in self.made["seats"].items()
            }
            for side, seat in seats.items():
                await seat.begun()
                self._settle(seat.state, side)
            while not self.enough:
                for side, seat in seats.items():
                    await self._answer(seat, side)
                    for other in seats.values():
                        while other.state["at"] < seat.state["at"]:
                            await other.until("state")

    async def _answer(self, seat: Seat, side: str) -> None:
        self.storm.note()
        self._settle(seat.state, side)
        if seat.state["question"] is None:
            self.over = seat.state["over"]
            return
        at = seat.state["at"]
        value = await legal(seat, self.luck)
        self.storm.note()
        if seat.state["at"] != at:
            return  # an answer of before has been heard meanwhile
        self.doubts.append((side, at, value))
        said = await seat.ask("answer", value=value)
        self.storm.note()
        if said["type"] != "done":
            assert self.storm.refuses, said
            raise Away(said["words"])
        self.doubts.clear()
        self.given[side].append([value])
        self.acknowledged += 1
        await seat.until("state")
        self.over = seat.state["over"]

    def _settle(self, state: dict[str, Any], side: str) -> None:
        """Was an answer kept that was under way when the line was cut?"""
        under_way = [(at, value) for asked, at, value in self.doubts if asked == side]
        if under_way and (state["at"] != under_way[0][0] or state["question"] is None):
            self.given[side].append([value for _, value in under_way])
            self.doubts.clear()


async def test_nothing_acknowledged_is_lost_when_the_server_is_killed(database, toys):
    with Server(database) as server:
        async with Visit(server.address) as visit:
            two = {"players": {"a": "me", "b": "friend"}}
            wanted = [("necromunda", {"players": {"b": "random"}}), *[("toy", {})] * 3, *[("toy", two)] * 4]
            made = [await visit.make(book, **more) for book, more in wanted * (BATTLES // len(wanted))]
        storm = Storm(server, 20)
        battles = [Stubborn(each, storm, number) for number, each in enumerate(made)]
        await asyncio.gather(*(battle.play() for battle in battles))
        await storm.up.wait()
        assert storm.kills >= KILLS - 1, "the server was hardly ever killed"
        server.kill()
        await every_record_holds(database, battles)
        assert server.log == []


async def every_record_holds(database: str, battles: list[Stubborn]) -> None:
    store = Store(database)
    try:
        for battle in battles:
            kept = await store.battle(battle.made["battle"])
            assert kept is not None
            game = verify(record_of(kept))
            assert [step.hash for step in game.steps] == [step.hash for step in kept.steps]
            again = reopened(kept).game
            assert again.over == kept.over
            tapes = [entry for step in kept.steps for entry in step.tape] + kept.tape
            for side, given in battle.given.items():
                stored = [
                    entry.values[side] if isinstance(entry, Sealed) else entry.value
                    for entry in tapes
                    if isinstance(entry, Sealed) or (isinstance(entry, Answer) and entry.side == side)
                ]
                stored += [kept.unopened[side]] if side in kept.unopened else []
                assert len(stored) == len(given), f"{len(given)} answers were acknowledged, {stored} are kept"
                for mine, theirs in zip(given, stored, strict=True):
                    assert any(same(each, theirs) for each in mine), (
                        f"{theirs} is kept where {mine} was answered"
                    )
    finally:
        store.close()


def same(given: Any, stored: Any) -> bool:
    """Whether an answer is kept as it was given; a way is kept with the place where it starts."""
    if isinstance(given, dict) and "path" in given:
        path, kept = given["path"], stored["path"]
        return kept[len(kept) - len(path) :] == path and given.get("facing") == stored["facing"]
    if isinstance(given, dict):
        return given.keys() == stored.keys() and all(same(given[name], stored[name]) for name in given)
    return msgspec.json.encode(given) == msgspec.json.encode(stored)


async def test_no_referee_outlives_a_killed_server(tmp_path):
    with Server(f"sqlite:///{tmp_path}/battles.db") as server:
        async with Visit(server.address) as visit:
            made = await visit.make("necromunda")
            async with visit.sit(made["seats"]["a"]) as seat:
                await seat.begun()
                await seat.send(do="advise", at=seat.state["at"])
                server.kill()  # fails where referees are left over


async def test_a_stopped_server_leaves_nobody_and_says_nothing(tmp_path):
    with Server(f"sqlite:///{tmp_path}/battles.db", toys=False) as server:
        async with Visit(server.address) as visit:
            made = await visit.make("necromunda")
            async with visit.sit(made["seats"]["a"]) as seat:
                await seat.begun()
                await asyncio.to_thread(server.stop)
    assert server.log == [] and server.process.returncode == 130  # as after any Ctrl-C
