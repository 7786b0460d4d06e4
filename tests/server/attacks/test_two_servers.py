"""Two that write to one database, although only one may: an answer whose commit is refused is forgotten at
once, and the next one stands on what is stored."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed

from tests.server.client import Seat, Visit
from tests.server.server import Server
from warbook.core.record import verify
from warbook.server.jobs import Changed, Kept, Take
from warbook.server.referee.battles import record_of, reopened
from warbook.server.referee.process import Referee
from warbook.server.store import Store

FULL = "create trigger full before update on battles begin select raise(abort, 'full'); end"

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("toys")]


class Intruder:
    """Another server, which owns nothing and writes nevertheless."""

    def __init__(self, db: str) -> None:
        self.store = Store(db)

    async def kept(self, battle: str) -> Kept:
        kept = await self.store.battle(battle)
        assert kept is not None
        return kept

    async def answer(self, battle: str, side: str, value: object) -> None:
        kept = await self.kept(battle)
        take = Take(battle=battle, version=kept.version, kept=kept, side=side, value=value, shown=[])
        changed = Referee().run(take)
        assert isinstance(changed, Changed)
        await self.store.change(battle, kept.version, changed)


async def sent_away(seat: Seat) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            await seat.hear()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


async def test_a_refused_commit_leaves_nothing_in_memory(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/battles.db"
    with Server(db) as server:
        intruder = Intruder(db)
        async with Visit(server.address) as visit:
            made = await visit.make(players={"a": "me", "b": "friend"}, scenario="short")
            battle, links = made["battle"], made["seats"]
            async with visit.sit(links["a"], "aa") as a, visit.sit(links["b"], "bb") as b:
                for seat, word in ((a, "amber"), (b, "beryl")):
                    await seat.begun()
                    assert (await seat.answer(word))["type"] == "done"
                await a.heard()
                await intruder.answer(battle, "a", "go")
                refused = await a.ask("answer", value="stay")
                assert refused["type"] == "refused" and "moved on" in refused["words"]
                assert await sent_away(a) == await sent_away(b) == 4503
            async with visit.sit(links["a"]) as a, visit.sit(links["b"]) as b:
                assert (await a.begun())["question"]["text"] == "Where to?", "the other's answer stands"
                for value in ({"path": []}, "no", "fire"):
                    assert (await a.answer(value))["type"] == "done"
                await b.until("state", lambda state: state["question"] is not None)
                assert (await b.answer("stay"))["type"] == "done"
        server.kill()
        kept = await intruder.kept(battle)
        assert verify(record_of(kept)) and reopened(kept).game.asked("b").text == "Measure?"
        intruder.store.close()
        assert server.troubles == []


async def test_an_answer_that_cannot_be_kept_is_told_and_forgotten(tmp_path: Path) -> None:
    """The disk fails for a moment: who answered is told that nothing has changed, and nothing has."""
    db = f"sqlite:///{tmp_path}/battles.db"
    with Server(db) as server:
        intruder = Intruder(db)
        async with Visit(server.address) as visit:
            made = await visit.make()
            async with visit.sit(made["seats"]["a"]) as seat:
                await seat.begun()
                await seat.answer("amber")
                before = await intruder.kept(made["battle"])
                _run(intruder, FULL)
                refused = await seat.ask("answer", value="go")
                assert refused["type"] == "refused" and "nothing has changed" in refused["words"]
                assert await sent_away(seat) == 4503
                _run(intruder, "drop trigger full")
            assert await intruder.kept(made["battle"]) == before
            async with visit.sit(made["seats"]["a"]) as seat:
                assert (await seat.begun())["question"]["text"] == "What now?"
                assert (await seat.answer("stay"))["type"] == "done"
        server.kill()
        assert verify(record_of(await intruder.kept(made["battle"])))
        intruder.store.close()
        assert any("could not be kept" in line for line in server.log)


def _run(intruder: Intruder, statement: str) -> None:
    with intruder.store.engine.begin() as connection:
        connection.execute(text(statement))
