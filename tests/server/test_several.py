"""Several servers on one database, behind a proxy that sends everybody to the next one.

WARBOOK_KILL=all plays more battles with many more failures, as in `test_kill.py`.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import secrets
import signal
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from typing import Any

import pytest
from httpx import HTTPError
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.kit.patience import PATIENCE
from tests.server.client import TWO, Seat, Visit
from tests.server.postgres import crash, postgres
from tests.server.server import Server
from tests.server.test_kill import BATTLES, WHOLE, Stubborn, every_record_holds
from tests.server.test_operating import told
from tests.server.test_upgrades import another
from warbook.server.forwarding import FOR, KEY
from warbook.server.store import Store

pytestmark = pytest.mark.anyio

SERVERS = 3
KILLS = 200 if WHOLE else 4  # of a server or, each fourth, of the database


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as address:
        yield address


class RoundRobin:
    """Passes each line on to the next server that takes it, and knows nothing of who came where."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self.turns = itertools.cycle(servers)
        self.lines: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        listening = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        try:
            yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        finally:
            listening.close()
            for line in self.lines:
                line.cancel()
            await asyncio.gather(*self.lines, return_exceptions=True)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.current_task()
        assert line is not None
        self.lines.add(line)
        try:
            for _ in range(SERVERS):
                host, _, port = next(self.turns).address.removeprefix("http://").partition(":")
                with suppress(OSError):
                    there, to = await asyncio.open_connection(host, int(port))
                    await _until_one_ends(_pump(reader, to), _pump(there, writer))
                    to.close()
                    break
        finally:
            writer.close()
            self.lines.discard(line)


async def _until_one_ends(*pumps: Any) -> None:
    tasks = [asyncio.create_task(pump) for pump in pumps]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()


@pytest.fixture(scope="module")
def servers(database: str) -> Iterator[list[Server]]:
    """Whoever kills one starts it again."""
    with ExitStack() as stack:
        # The proxy names nobody, so all are one visitor.
        crowd = "limits.OPEN=100000 limits.BATTLES_MADE=[1e9,1] limits.REQUESTS=[1e9,1]"
        env = {"WARBOOK_ADJUST": f"workers.REFEREES=1 {crowd}"}
        yield [stack.enter_context(Server(database, env=env)) for _ in range(SERVERS)]


# ---------------------------------------------------------------- two people at two servers


async def back(visit: Visit, seat: str, stack: AsyncExitStack) -> Seat:
    """A page comes back until it has a state, as pages do."""
    while True:
        with suppress(ConnectionClosed, OSError):
            page = await stack.enter_async_context(visit.sit(seat))
            await page.begun()
            return page
        await asyncio.sleep(0.1)


async def closed(seat: Seat) -> int:
    with pytest.raises(ConnectionClosed) as end:
        while True:
            await seat.hear()
    assert end.value.rcvd is not None
    return end.value.rcvd.code


async def test_people_at_different_servers_play_one_battle(servers: list[Server]) -> None:
    async with AsyncExitStack() as stack:
        one, two, three = [await stack.enter_async_context(Visit(each.address)) for each in servers]
        made = await one.make(players=TWO, scenario="short")
        a = await stack.enter_async_context(one.sit(made["seats"]["a"], "aa"))
        b = await stack.enter_async_context(two.sit(made["seats"]["b"], "bb"))
        watch = await stack.enter_async_context(three.sit(made["watch"]))
        for page in (a, b, watch):
            await page.begun()
        held, passed = "warbook_battles_open", "warbook_pages_passed_on"
        figures = [await told(visit) for visit in (one, two, three)]
        assert [(each[held], each[passed]) for each in figures] == [(1, 0), (0, 1), (0, 1)]
        assert (await b.answer("beryl"))["type"] == "done"
        assert (await a.answer("amber"))["type"] == "done"
        for page in (b, watch):
            while page.state["at"] < a.state["at"]:
                await page.until("state")
        assert (await b.say("say", words="Here I am."))["type"] == "done"
        assert (await a.until("talk"))["lines"][0]["words"] == "Here I am."
        for visit in (one, two, three):
            record = await visit.told("record", made["seats"]["a"])
            assert record.status_code == 200, "any server writes it"

        servers[0].kill()
        assert await closed(b) == await closed(watch) == 4503
        b = await back(two, made["seats"]["b"], stack)
        a = await back(three, made["seats"]["a"], stack)
        figures = [await told(visit) for visit in (two, three)]
        assert sum(each[held] for each in figures) == 1 and sum(each[passed] for each in figures) == 1
        assert (await a.answer("go"))["type"] == "done", "where they had been"
        servers[0].start()

        holder = 1 if figures[0][held] else 2
        page, side = (a, "a") if holder == 1 else (b, "b")  # who was passed on to it
        await asyncio.to_thread(servers[holder].end, signal.SIGTERM)
        assert await closed(page) == 1012, "the server goes, and tells so"
        page = await back(three if holder == 1 else two, made["seats"][side], stack)
        if side == "b":
            a = await back(two, made["seats"]["a"], stack)
        else:
            a = page
        assert (await a.answer({"path": []}))["type"] == "done", "nothing but a pause"
        servers[holder].start()
        log = [line for server in servers for line in server.log if "is not reached" not in line]
        assert log == [], "".join(log)


async def test_a_battle_that_everybody_left_is_whose_who_is_asked_next(servers: list[Server]) -> None:
    async with AsyncExitStack() as stack:
        visits = [await stack.enter_async_context(Visit(each.address)) for each in servers]
        made = await visits[0].make()
        for visit in visits:
            async with visit.sit(made["seats"]["a"], "aa") as seat:
                await seat.begun()
                assert (await told(visit))["warbook_battles_open"] == 1
            while (await told(visit))["warbook_battles_open"]:
                pass


async def test_only_who_knows_the_key_is_believed_to_be_a_server(servers: list[Server]) -> None:
    """Whoever is passed on once is not passed on again, and says for whom it comes."""
    async with AsyncExitStack() as stack:
        one, two = [await stack.enter_async_context(Visit(each.address)) for each in servers[:2]]
        made = await one.make()
        await stack.enter_async_context(one.sit(made["seats"]["a"], "aa"))
        for key in ("", "x", "\u00e9"):
            where = two.server.replace("http", "ws") + "/api/sit"
            async with connect(where, additional_headers={KEY: key, FOR: "10.0.0.1"}, proxy=None) as line:
                page = Seat(line)
                await page.send(do="sit", seat=made["seats"]["a"])
                await page.until("welcome")


async def test_a_server_that_sleeps_loses_its_battles_and_stops(database: str) -> None:
    """Nobody who came by way of it, or whom it is passed on to, is left waiting."""
    quick = "ownership.LEASE=5 ownership.BEAT=0.2 forwarding.PING=0.2 forwarding.SILENT=5"
    slow, alone = "ownership.LEASE=300 ownership.BEAT=0.2", another(database)
    with (
        Server(alone, env={"WARBOOK_ADJUST": slow}) as old,
        Server(alone, env={"WARBOOK_ADJUST": quick}) as new,
    ):
        async with Visit(old.address) as here, Visit(new.address) as there, AsyncExitStack() as stack:
            made = await here.make(players=TWO, scenario="short")
            a = await stack.enter_async_context(here.sit(made["seats"]["a"], "aa"))
            b = await stack.enter_async_context(there.sit(made["seats"]["b"], "bb"))
            await b.begun()
            old.process.send_signal(signal.SIGSTOP)
            await a.send(do="answer", at=b.state["at"], value="amber", ref=1)
            assert await closed(b) == 4503
            b = await back(there, made["seats"]["b"], stack)
            a = await back(there, made["seats"]["a"], stack)
            assert (await a.answer("anvil"))["type"] == "done"
            old.process.send_signal(signal.SIGCONT)
            old.process.wait(PATIENCE)
            assert old.all_ended() and old.process.returncode != 0
            assert "another server has taken over these battles" in "".join(old.log)
            assert (await b.answer("beryl"))["type"] == "done"
    store = Store(alone)
    kept = await store.battle(made["battle"])
    store.close()
    words = str(kept)
    assert "'anvil'" in words and "'amber'" not in words


# ---------------------------------------------------------------- whatever dies, and whenever


class Storm:
    """Kills a server after so many messages, or the database, wherever they are then, and starts it again.
    One in four is only asked to stop."""

    refuses = True  # an answer that could not be kept, because the database is gone

    def __init__(self, servers: Sequence[Server], database: str, address: str) -> None:
        self.servers, self.database, self.address = servers, database, address
        self.luck = random.Random(15)
        self.up = asyncio.Event()
        self.up.set()
        self.kills = self.heard = 0
        self.breaking: asyncio.Task[None] | None = None
        self.next = self._soon()

    def _soon(self) -> int:
        most = BATTLES * (40 if WHOLE else 6) * 2 // KILLS
        return self.heard + self.luck.randrange(most // 10, most)

    def note(self) -> None:
        self.heard += 1
        busy = self.breaking is not None and not self.breaking.done()
        if self.heard >= self.next and self.kills < KILLS and not busy:
            self.kills += 1
            self.breaking = asyncio.create_task(self._break())

    async def _break(self) -> None:
        if self.kills % 4 == 0:
            await asyncio.to_thread(crash, self.database)
        else:
            server = self.luck.choice(self.servers)
            how = signal.SIGTERM if self.kills % 4 == 2 else signal.SIGKILL
            await asyncio.to_thread(server.end, how)
            await asyncio.to_thread(server.start)
        self.next = self._soon()

    @property
    def done(self) -> bool:
        return self.kills >= KILLS and self.breaking is not None and self.breaking.done()

    async def pause(self) -> None:
        await asyncio.sleep(0.1)


async def with_friends(storm: Storm, made: Any) -> Any:
    """Whoever was invited takes the same seat again, until somebody says that it is taken."""
    for side, invitation in made["invites"].items():
        seat = secrets.token_urlsafe(18)
        while side not in made["seats"]:
            with suppress(HTTPError):
                async with Visit(storm.address) as visit:
                    headers = {"x-seat": invitation}
                    reply = await visit.http.post("/api/invitation", json={"seat": seat}, headers=headers)
                if reply.status_code == 200:
                    made["seats"][side] = seat
                else:
                    assert reply.status_code == 503, reply.text
            if side not in made["seats"]:
                await storm.pause()
    return made


async def one_after_the_other(storm: Storm, book: str, number: int, **wanted: Any) -> list[Stubborn]:
    """Battles, the next when one is over, as long as the storm lasts."""
    fought: list[Stubborn] = []
    while not fought or not storm.done:
        try:
            async with Visit(storm.address) as visit:
                made = await visit.http.post("/api/battles", json={"book": book, **wanted})
        except HTTPError:
            await storm.pause()
            continue
        if made.status_code == 201:
            whole = await with_friends(storm, made.json())
            fought.append(Stubborn(whole, storm, number + BATTLES * len(fought)))
            await fought[-1].play()
        else:
            assert made.status_code == 503, made.text
            await storm.pause()
    return fought


async def test_nothing_is_lost_whichever_server_dies_or_the_database(database, servers, toys):
    async with RoundRobin(servers).open() as address, asyncio.timeout(PATIENCE * (12 if WHOLE else 1)):
        storm = Storm(servers, database, address)
        two = {"players": TWO}
        wanted = [("necromunda", {"players": {"b": "random"}}), *[("toy", {})] * 3, *[("toy", two)] * 4]
        each = enumerate(wanted * (BATTLES // len(wanted)))
        lanes = [one_after_the_other(storm, book, number, **more) for number, (book, more) in each]
        battles = [battle for lane in await asyncio.gather(*lanes) for battle in lane]
    assert storm.kills == KILLS
    for server in servers:
        server.kill()
    await every_record_holds(database, battles)
    log = "".join(line for server in servers for line in server.log)
    assert "Traceback" not in log, log
    answers = sum(battle.acknowledged for battle in battles)
    print(f"{len(battles)} battles, {answers} answers, {storm.kills} kills")
