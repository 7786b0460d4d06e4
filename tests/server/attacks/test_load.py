"""One who asks for much keeps nobody else waiting, and nothing is done for those who have gone."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from tests.server.attacks.traps import heard_out, trapped, until
from tests.server.client import TWO, Visit
from tests.server.server import PATIENCE

pytestmark = pytest.mark.anyio


async def begun(visit: Visit, book: str = "toy") -> str:
    """The seat of a battle that has begun."""
    made = await visit.make(book)
    async with visit.sit(made["seats"]["a"]) as seat:
        await seat.begun()
    return str(made["seats"]["a"])


async def test_who_asks_once_is_served_after_one_of_those_who_asks_forty_times(tmp_path: Path) -> None:
    with trapped(tmp_path) as house:
        async with Visit(house.server.address) as greedy, Visit(house.server.address) as modest:
            theirs, mine = await begun(greedy, "held"), await begun(modest)
            served: list[str] = []

            async def ask(visit: Visit, seat: str, name: str) -> None:
                assert (await visit.told("replay", seat)).status_code == 200
                served.append(name)

            house.set("scene")
            asking = [asyncio.create_task(ask(greedy, theirs, "greedy")) for _ in range(40)]
            await until(lambda: house.held("scene") == 1)
            await heard_out(greedy)
            asking.append(asyncio.create_task(ask(modest, mine, "modest")))
            await heard_out(modest)
            house.clear("scene")
            await asyncio.gather(*asking)
            assert served.index("modest") <= 2, "after the one under way, and one whose reply came at once"


async def test_what_nobody_waits_for_any_more_is_not_done(tmp_path: Path) -> None:
    with trapped(tmp_path) as house:
        async with Visit(house.server.address) as patient:
            seat = await begun(patient, "held")
            house.set("scene")
            async with Visit(house.server.address) as fickle:
                asking = [asyncio.create_task(fickle.told("replay", seat)) for _ in range(30)]
                await until(lambda: house.held("scene") == 1)
                await heard_out(fickle)
                for each in asking:
                    each.cancel()
                await asyncio.gather(*asking, return_exceptions=True)
            await heard_out(patient)
            last = asyncio.create_task(patient.told("replay", seat))
            await heard_out(patient)
            house.set("scene")
            await until(lambda: house.held("scene") == 2)
            house.set("scene")
            await until(lambda: last.done() or house.held("scene") > 2)
            assert house.held("scene") == 2, "one that was under way, and the last"
            assert (await last).status_code == 200


async def test_whatever_people_write_holds_up_no_battle(tmp_path: Path) -> None:
    """Not even while it is read; who takes too long with it is ended alone."""
    file = {"name": "mine.toml", "text": "?"}
    with trapped(tmp_path, "workers.SLOWEST=20", "reading") as house:
        async with Visit(house.server.address) as slow, Visit(house.server.address) as visit:
            made = await visit.make()
            draft = {"book": "held", "kind": "force", "file": file}
            reading = asyncio.create_task(slow.http.post("/api/check", json=draft))
            await until(lambda: house.held("reading") == 1)
            async with visit.sit(made["seats"]["a"]) as seat:
                await seat.begun()
                assert (await seat.answer("amber"))["type"] == "done"
                assert not reading.done()
                refused = await reading
                assert refused.status_code == 400 and "takes too long" in refused.json()["words"]
                assert (await seat.answer("stay"))["type"] == "done"
            house.clear("reading")
            assert (await slow.http.post("/api/check", json=draft)).json()["id"] == "mine"


async def test_the_loop_goes_round_while_the_shelves_are_looked_through(tmp_path: Path) -> None:
    with trapped(tmp_path, "", "shelf") as house:
        async with Visit(house.server.address) as visit, asyncio.timeout(PATIENCE):
            books = asyncio.create_task(visit.http.get("/api/books"))
            await until(lambda: house.held("shelf") == 1)
            assert (await visit.http.get("/")).status_code == 200
            assert not books.done()
            house.clear("shelf")
            shelves = {shelf["id"]: shelf for shelf in (await books).json()}
            assert [force["id"] for force in shelves["held"]["forces"]] == ["scouts", "spies"]
            again = await visit.http.get("/api/books")
            assert again.content == books.result().content


async def test_a_server_that_is_stopped_waits_for_nobody_who_thinks(tmp_path: Path) -> None:
    """What was acknowledged is there when it starts again; who still waited has a reply."""
    with trapped(tmp_path, "workers.SLOWEST=1e9") as house:
        async with Visit(house.server.address) as visit:
            made = await visit.make("held", players=TWO)
            async with visit.sit(made["seats"]["a"], "aa") as a, visit.sit(made["seats"]["b"], "bb") as b:
                await a.begun()
                await b.begun()
                assert (await a.answer("amber"))["type"] == "done"
                house.set("scene")
                replay = asyncio.create_task(visit.told("replay", made["seats"]["a"]))
                await until(lambda: house.held("scene") == 1)
                house.set("step")
                await b.send(do="answer", at=b.state["at"], value="beryl")
                await until(lambda: house.held("step") == 1)
                await asyncio.to_thread(house.server.end, signal.SIGTERM)
                assert (await replay).status_code == 503
        assert house.server.log == []
        house.clear("scene")
        house.clear("step")
        house.server.start()
        async with Visit(house.server.address) as visit, visit.sit(made["seats"]["a"]) as a:
            state = await a.begun()
            assert state["question"] is None and state["undo"] == "sealed", "a's word is kept, b's was not"
