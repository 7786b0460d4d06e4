"""Hundreds of battles at once on one server, as people play them: `python -m bench.load`, with the names of
`PARTS` for some of it.

The players are in a process of their own and answer at random through WebSockets. Before they answer they
look at where they could go and how they would stand there, and at the odds of an option, as a person at a
page does; then they think for a while.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from bench.tables import show

BATTLES = 200
NECROMUNDA: dict[str, Any] = {"book": "necromunda", "rulings": {"premeasure": True}}
MIXED = (NECROMUNDA, NECROMUNDA, NECROMUNDA, {"book": "vehicles"})  # by turns
HORDE = ({"book": "arap", "scenario": "meeting", "forces": ["garrison", "ork_warband"]},)
THINKING, HURRIED = 3.0, 1.0  # seconds on average
CLOSED_LOOP = 16


class Times(Struct):
    """Seconds of each kind of exchange, in the order they were taken."""

    done: list[float] = []
    state: list[float] = []
    odds: list[float] = []
    way: list[float] = []
    refused: int = 0


class Crowd(Struct, frozen=True):
    """So many players, each at one of these battles in turn, who think for so long on average; the first
    seconds are not counted, and it goes on until so many answers were given. Each is at an address of his
    own, unless all share one. Beside them may be another, of which nothing is measured."""

    battles: tuple[dict[str, Any], ...]
    players: int
    thinking: float
    warming: float
    measured: float
    answers: int = 0
    shared: bool = False
    beside: Crowd | None = None


PEOPLE = Crowd(MIXED, BATTLES, THINKING, 30.0, 30.0)
IN_A_HURRY = Crowd(MIXED, BATTLES, HURRIED, 10.0, 20.0)
RESTLESS = Crowd(MIXED, CLOSED_LOOP, 0.0, 2.0, 8.0)
WITH_A_HORDE = Crowd(HORDE, 1, 0.0, 20.0, 30.0, answers=300)
CLUB = Crowd(MIXED, 400, 400 / 57, 40.0, 30.0)  # 57 answers a second
NEVER = Crowd(MIXED, BATTLES, 0.0, 20.0, 30.0)
GREEDY = Crowd(HORDE, 60, 0.0, 3600.0, 0.0, shared=True)
MODEST = Crowd(MIXED, 20, THINKING, 30.0, 60.0)
BESIDE_HIM = msgspec.structs.replace(MODEST, beside=GREEDY)


class Load(Struct, frozen=True):
    per_second: float
    times: Times


class Player:
    """One person at one battle after the other, against the bot."""

    def __init__(self, server: str, number: int, crowd: Crowd, times: Times) -> None:
        self.server, self.thinking, self.times = server, crowd.thinking, times
        self.sits_at = server
        self.address = "127.2.0.1" if crowd.shared else f"127.1.{number // 250}.{number % 250 + 1}"
        self.luck = random.Random(number)
        self.battle = crowd.battles[number % len(crowd.battles)]
        self.measuring = False

    async def play(self) -> None:
        while True:
            await self.sit(await asyncio.to_thread(new_battle, self.server, self.battle, self.address))

    async def sit(self, made: dict[str, Any]) -> None:
        """Until the battle is over."""
        address = self.sits_at.replace("http", "ws") + "/api/sit"
        async with connect(
            address,
            compression=None,
            max_size=None,
            max_queue=None,
            proxy=None,
            open_timeout=60,
            local_addr=(self.address, 0),
        ) as socket:
            self.socket: ClientConnection = socket
            await self.send(do="sit", seat=made["seats"]["a"])
            await self.until("welcome")
            await self.send(do="share", share="ab" * 32)
            state = await self.until("state")
            await self.begun(made)
            while not state["over"]:
                waits = state["question"] is None
                state = await (self.until("state") if waits else self.answer(state))

    async def begun(self, made: dict[str, Any]) -> None:
        """The battle has."""

    async def answer(self, state: dict[str, Any]) -> dict[str, Any]:
        if self.thinking:
            await asyncio.sleep(self.luck.expovariate(1 / self.thinking))
        value = await self.choose(state)
        start = perf_counter()
        await self.send(do="answer", at=state["at"], value=value, ref=1)
        while (said := await self.hear())["type"] not in ("done", "refused"):
            pass
        if said["type"] == "refused":
            self.times.refused += 1
            await self.send(do="answer", at=state["at"], value=await self.advised(state))
            return await self.until("state")
        done = perf_counter() - start
        after = await self.until("state")
        if self.measuring:
            self.times.done.append(done)
            self.times.state.append(perf_counter() - start)
        return after

    async def choose(self, state: dict[str, Any]) -> Any:
        question, at = state["question"], state["at"]
        if question["kind"] == "choose":
            options = [each for each in question["options"] if not each["barred"]]
            pointed = [each for each in options if each.get("previewed")]
            if pointed:
                await self.timed("odds", at=at, option=self.luck.choice(pointed)["id"])
            return self.luck.choice(options)["id"]
        if question["kind"] != "route":
            return await self.advised(state)
        await self.send(do="reach", at=at)
        spots = (await self.until("reach"))["spots"]
        if not spots:
            return {"path": []}
        x, y, z, *facing = self.luck.choice(spots)
        if facing:  # a drive
            return await self.advised(state)
        way = await self.timed("way", at=at, x=x, y=y, z=z)
        return {"path": way["path"], "facing": self.luck.uniform(0, 360)}

    async def advised(self, state: dict[str, Any]) -> Any:
        await self.send(do="advise", at=state["at"])
        return (await self.until("advice"))["value"]

    async def timed(self, do: str, **fields: Any) -> dict[str, Any]:
        start = perf_counter()
        await self.send(do=do, **fields)
        reply = await self.until(do)
        if self.measuring:
            getattr(self.times, do).append(perf_counter() - start)
        return reply

    async def send(self, **message: Any) -> None:
        await self.socket.send(msgspec.json.encode(message), text=True)

    async def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = msgspec.json.decode(await self.socket.recv(decode=False))
        return message

    async def until(self, kind: str) -> dict[str, Any]:
        while (message := await self.hear())["type"] != kind:
            if message["type"] == "refused":
                raise RuntimeError(f"instead of {kind}: {message['words']}")
        return message


def new_battle(server: str, battle: dict[str, Any], address: str = "127.0.0.1") -> dict[str, Any]:
    line = HTTPConnection(server.removeprefix("http://"), source_address=(address, 0))
    try:
        headers = {"content-type": "application/json"}
        line.request("POST", "/api/battles", msgspec.json.encode(battle), headers)
        reply = line.getresponse()
        told = reply.read()
        if reply.status != 201:
            raise RuntimeError(told.decode())
        made: dict[str, Any] = msgspec.json.decode(told)
        return made
    finally:
        line.close()


async def _played(server: str, crowd: Crowd) -> Load:
    times = Times()
    players = [Player(server, number, crowd, times) for number in range(crowd.players)]
    return await played(players, crowd)


async def played(players: Sequence[Player], crowd: Crowd) -> Load:
    """What is measured of the players, who share their times."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    await asyncio.wait(tasks, timeout=crowd.warming, return_when=asyncio.FIRST_EXCEPTION)
    for player in players:
        player.measuring = True
    start = perf_counter()
    await asyncio.wait(tasks, timeout=crowd.measured, return_when=asyncio.FIRST_EXCEPTION)
    times = players[0].times
    while len(times.done) < crowd.answers and not any(task.done() for task in tasks):
        before = len(times.done)
        await asyncio.wait(tasks, timeout=crowd.measured, return_when=asyncio.FIRST_EXCEPTION)
        if len(times.done) == before:
            raise RuntimeError(f"nobody had an answer acknowledged for {crowd.measured:g} seconds")
    took = perf_counter() - start
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(ended, asyncio.CancelledError):
            raise RuntimeError("a player gave up") from ended
    return Load(len(times.done) / took, times)


def run(server: str, crowd: Crowd) -> Load:
    return asyncio.run(_played(server, crowd))


@contextmanager
def accompanied(server: str, crowd: Crowd | None) -> Iterator[None]:
    """While such a crowd plays in a process of its own, so that nobody who is measured waits for it there."""
    if crowd is None:
        yield
        return
    others = multiprocessing.get_context("spawn").Process(target=run, args=(server, crowd))
    others.start()
    try:
        yield
        if not others.is_alive():
            raise RuntimeError("those beside gave up")
    finally:
        others.kill()
        others.join()


@contextmanager
def serving(db: str = "") -> Iterator[str]:
    """A server with that database, or one of its own on the disk."""
    with TemporaryDirectory() as folder:
        warbook = Path(sys.executable).with_name("warbook")
        with started(
            str(warbook), "serve", "--port", "0", "--db", db or f"sqlite:///{folder}/battles.db"
        ) as server:
            yield server


@contextmanager
def started(*command: str) -> Iterator[str]:
    """The address of a server that is started so, and ended afterwards; its modules are compiled once."""
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://[^/]+", process.stdout.readline())
            assert found is not None, "the server did not start"
            yield found[0]
        finally:
            process.terminate()


def load(crowd: Crowd) -> Load:
    """At a server of its own."""
    clients = multiprocessing.get_context("spawn").Pool(1)
    with serving() as server, clients, accompanied(server, crowd.beside):
        return clients.apply(run, (server, crowd))


def part(times: list[float], percent: int) -> float:
    """Milliseconds within which so many of a hundred were done."""
    return quantiles(times, n=100)[percent - 1] * 1e3


Row = tuple[str, ...]  # what, its figure, half of them within, bar


def row(what: str, taken: list[float], bar: str = "") -> Row:
    return what, f"{part(taken, 99):.0f} ms", f"{part(taken, 50):.1f} ms", bar


def people() -> Iterator[Row]:
    found = load(PEOPLE)
    times = found.times
    yield "answers a second", f"{found.per_second:.0f}", "", ""
    yield row("p99 of an answer until it is kept and acknowledged", times.done, "under 150 ms")
    yield row("p99 of an answer until the next question is shown with its odds", times.state, "under 150 ms")
    yield row("p99 of the odds of an option pointed at", times.odds, "half under 50 ms")
    yield row("p99 of a way with all that threatens at its end", times.way)


def hurried() -> Iterator[Row]:
    return _answers(IN_A_HURRY, f"{BATTLES} who think {HURRIED:g} s")


def restless() -> Iterator[Row]:
    return _answers(RESTLESS, f"{CLOSED_LOOP} players who never think")


def club() -> Iterator[Row]:
    return _answers(CLUB, f"{CLUB.players} battles", "57", "under 250 ms")


def never() -> Iterator[Row]:
    return _answers(NEVER, f"{BATTLES} who never think", "", "under 1 s")


def _answers(crowd: Crowd, whose: str, bar: str = "", bar_of_one: str = "") -> Iterator[Row]:
    found = load(crowd)
    yield f"answers a second of {whose}", f"{found.per_second:.0f}", "", bar
    yield row(f"p99 of an answer of {whose}", found.times.done, bar_of_one)


def beside() -> Iterator[Row]:
    alone = load(MODEST).times.done
    yield row(f"p99 of an answer, {MODEST.players} battles alone", alone)
    beside = load(BESIDE_HIM).times.done
    yield row("the same beside one visitor with 60 big battles", beside)
    yield "that is so many times as long", f"{part(beside, 99) / part(alone, 99):.2f}", "", "at most 2"


def horde() -> Iterator[Row]:
    times = load(WITH_A_HORDE).times
    yield row("p99 of an answer with 106 figures on the table", times.done, "under 150 ms")
    yield row("p99 of the odds of an option pointed at, 106 figures", times.odds, "under 50 ms")


PARTS = {each.__name__: each for each in (people, hurried, restless, club, never, beside, horde)}


def rows() -> Iterator[Row]:
    for each in PARTS.values():
        yield from each()


def words() -> list[str]:
    """How the figures were taken."""
    return [
        f"{BATTLES} battles at once on loopback; server, players and database share the machine. Each player",
        f"answers through a WebSocket after thinking {THINKING:g} s on average, having looked at reach, ways",
        "and odds. Every fourth battle is one of vehicles, the others of Necromunda. The 106 figures are a",
        "garrison and a warband of Gemini-ARAP, one battle whose player never thinks; so are the big ones.",
        "Every player is at an address of his own, but for the one visitor with many.",
    ]


def main() -> None:
    for name in sys.argv[1:] or PARTS:
        show(PARTS[name]())


if __name__ == "__main__":
    main()
