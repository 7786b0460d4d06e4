"""A page of the web table as the tests need it: it says what it is told to, and keeps all it is sent."""

from __future__ import annotations

import itertools
import json
import math
import os
import random
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.kit.patience import PATIENCE

Wire = dict[str, Any]
TWO = {"a": "me", "b": "friend"}
SHARED = 2**29  # the ref of what is added to the luck
NEVER = 2**30  # a state that no battle comes to

_addresses = itertools.count(1)


def new_address() -> str:
    """An address of this machine that no other client of this run has: each has its own limits."""
    number = next(_addresses) + os.getpid() % 250 * 250
    return f"127.{1 + number // 62500 % 250}.{1 + number // 250 % 250}.{1 + number % 250}"


class Visit:
    """Somebody's computer: whatever is asked over HTTP, and the seats taken from there."""

    def __init__(self, server: str, address: str | None = None) -> None:
        self.server = server
        self.address = address or new_address()
        transport = httpx.AsyncHTTPTransport(verify=False, local_address=self.address)
        self.http = httpx.AsyncClient(base_url=server, transport=transport, trust_env=False, timeout=PATIENCE)

    async def __aenter__(self) -> Visit:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def make(self, book: str = "toy", **wanted: Any) -> Wire:
        made = await self.http.post("/api/battles", json={"book": book, **wanted})
        assert made.status_code == 201, made.text
        return await self.taken(made.json())

    async def taken(self, made: Wire) -> Wire:
        """The battle with the seats of friends, too, who have taken their invitations."""
        for side, invitation in made["invites"].items():
            made["seats"][side] = await self.take(invitation)
        return made

    async def take(self, invitation: str) -> str:
        """The seat that the invitation becomes."""
        seat = secrets.token_urlsafe(18)
        reply = await self.http.post("/api/invitation", json={"seat": seat}, headers={"x-seat": invitation})
        assert reply.status_code == 200, reply.text
        return seat

    async def replay(self, seat: str) -> Wire:
        """The battle that is watched again, in one piece; frames say how many events there were by then."""
        reply = await self.told("replay", seat)
        assert reply.status_code == 200, reply.text
        opening, *frames, end = map(json.loads, reply.text.splitlines())
        assert (opening["part"], end["part"]) == ("opening", "end"), reply.text[-300:]
        events = [event for frame in frames for event in frame["events"]]
        counts = itertools.accumulate(len(frame["events"]) for frame in frames)
        frames = [{**frame, "events": count} for frame, count in zip(frames, counts, strict=True)]
        return {**opening, **end, "events": events, "frames": frames}

    async def told(self, what: str, seat: str) -> httpx.Response:
        """The replay, record, report or ledger."""
        return await self.http.get(f"/api/battle/{what}", headers={"x-seat": seat})

    @asynccontextmanager
    async def socket(self) -> AsyncIterator[ClientConnection]:
        where = self.server.replace("http", "ws") + "/api/sit"
        own = (self.address, 0)
        async with connect(
            where,
            max_size=None,
            max_queue=None,
            local_addr=own,
            proxy=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        ) as socket:
            yield socket

    @asynccontextmanager
    async def sit(self, seat: str, share: str = "") -> AsyncIterator[Seat]:
        """Somebody who sits down and, if this seat has not done so, adds to the luck."""
        async with self.socket() as socket:
            page = Seat(socket)
            await page.send(do="sit", seat=seat)
            welcome = await page.until("welcome")
            page.scene = welcome["scene"]
            if welcome["adds"]:
                await page.add(share)
            yield page


class Seat:
    """`sent` is every message the server has sent, as text; `pieces` are all as it has told of them."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.sent: list[str] = []
        self.scene: Wire = {}
        self.state: Wire = {}
        self.pieces: dict[str, Wire] = {}
        self._refs = itertools.count(1)
        self._held: list[Wire] = []

    async def add(self, share: str) -> Wire:
        """Add to the luck. Whatever else is sent meanwhile is heard later."""
        await self.send(do="share", share=share, ref=SHARED)
        held = []
        while (message := await self.hear()).get("ref") != SHARED:
            held.append(message)
        self.sent.pop()
        self._held = held
        return message

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self) -> Wire:
        if self._held:
            message = self._held.pop(0)
        else:
            text = await self.socket.recv(decode=True)
            assert isinstance(text, str)
            self.sent.append(text)
            message = json.loads(text)
        if message["type"] == "state":
            self.pieces.update({piece["id"]: piece for piece in message["pieces"]})
            for piece in message["gone"]:
                del self.pieces[piece]
            self.state = message
        return message

    async def until(self, kind: str, true: Callable[[Wire], bool] = lambda _: True) -> Wire:
        while True:
            message = await self.hear()
            if message["type"] == kind and true(message):
                return message

    async def begun(self) -> Wire:
        """The latest state; waits for the first one."""
        return self.state or await self.until("state")

    async def say(self, do: str, **fields: Any) -> Wire:
        """The reply to a message."""
        ref = next(self._refs)
        await self.send(do=do, ref=ref, **fields)
        while True:
            message = await self.hear()
            if message.get("ref") == ref:
                return message

    async def ask(self, do: str, **fields: Any) -> Wire:
        """The reply to something about the question of the latest state."""
        return await self.say(do, at=self.state["at"], **fields)

    async def answer(self, value: Any) -> Wire:
        """Answers and takes in the state that follows."""
        reply = await self.ask("answer", value=value)
        if reply["type"] == "done":
            await self.until("state")
        return reply

    async def undo(self) -> Wire:
        """The reply to taking back what the latest state offers."""
        return await self.ask("undo", how=self.state["undo"] or "free")

    async def consent(self, yes: bool) -> Wire:
        """The reply to a yes or no to what the latest state tells that somebody asks."""
        return await self.ask("consent", asking=self.state["asking"] or "a", yes=yes)

    async def heard(self) -> list[Wire]:
        """All that was sent before now and not yet taken in, except who comes and goes."""
        seen = len(self.sent)
        refused = await self.say("reach", at=NEVER)
        assert refused["type"] == "refused"
        messages = map(json.loads, self.sent[seen:-1])
        return [message for message in messages if message["type"] != "present"]


class Party:
    """Everybody at a toy battle, by their sides."""

    def __init__(self, made: Wire, seats: dict[str, Seat]) -> None:
        self.made, self.seats = made, seats
        self.a, self.b = seats["a"], seats["b"]

    async def all_see(self) -> None:
        """Everybody takes in the state that follows an answer."""
        for seat in self.seats.values():
            await seat.heard()

    async def play(self, *answers: tuple[str, object]) -> None:
        for side, value in answers:
            reply = await self.seats[side].answer(value)
            assert reply["type"] == "done", reply
            await self.all_see()

    async def past_words(self) -> None:
        await self.play(("a", "amber"), ("b", "beryl"))


class Two(Party):
    """A battle of two people, and one who watches."""

    def __init__(self, made: Wire, a: Seat, b: Seat, watch: Seat) -> None:
        super().__init__(made, {"a": a, "b": b, "": watch})
        self.watch = watch


async def legal(seat: Seat, luck: random.Random) -> Any:
    """Some answer that the question of the latest state allows."""
    return await _legal(seat, seat.state["question"], (), luck)


async def _legal(seat: Seat, question: Wire, part: tuple[str, ...], luck: random.Random) -> Any:
    if question["kind"] == "choose":
        return luck.choice([option["id"] for option in question["options"] if not option["barred"]])
    if question.get("driven"):
        x, y, z, facing = luck.choice((await seat.ask("reach", part=part))["spots"])
        return {"legs": (await seat.ask("way", part=part, x=x, y=y, z=z, facing=facing))["legs"]}
    if question["kind"] == "form" and question.get("suggests"):
        lead = luck.choice(list(question["parts"]))
        first = {lead: await _legal(seat, question["parts"][lead], (*part, lead), luck)}
        return (await seat.ask("suggest", part=part, value=first))["value"]
    if question["kind"] == "form":
        return {
            name: await _legal(seat, asked, (*part, name), luck) for name, asked in question["parts"].items()
        }
    spots = (await seat.ask("reach", part=part))["spots"]
    here = question["start"]
    stays = here is not None and any(math.dist(here, spot) < 0.01 for spot in spots)
    if not spots or (stays and luck.random() < 0.5):
        return {"path": []}
    x, y, z = luck.choice(spots)
    way = await seat.ask("way", part=part, x=x, y=y, z=z)
    return {"path": [] if way["cost"] is None else way["path"], "facing": luck.randrange(360)}
