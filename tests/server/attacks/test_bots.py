"""Battles that only bots fight: in slices between which others have their turn, with an end in any case."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.attacks.traps import NEVER, neighbours, trapped, turned_away
from tests.server.client import Visit
from tests.server.server import PATIENCE

pytestmark = pytest.mark.anyio

BOTS = {"a": "random", "b": "random"}


async def test_bots_play_on_in_slices_and_from_where_they_were_after_a_crash(tmp_path: Path) -> None:
    with trapped(tmp_path, "referee.pace.SLICE=0") as house:
        async with Visit(house.server.address) as visit:
            made = await visit.make("held", players=BOTS)
            async with visit.sit(made["watch"]) as watch:
                first = await watch.begun()
                assert not first["over"]
                assert (await watch.until("state"))["at"] == first["at"] + 1
        house.server.kill()
        house.server.start()
        async with Visit(house.server.address) as visit:
            async with visit.sit(made["watch"]) as watch:
                shown = await watch.begun()
                assert shown["at"] >= first["at"] + 1
                while not watch.state["over"]:
                    await watch.until("state")
            record = (await visit.told("record", made["watch"])).json()
            assert record["winner"] == watch.state["winner"] and record["steps"]
        assert house.server.troubles == []


async def test_others_have_their_turn_while_bots_fight_without_end(tmp_path: Path) -> None:
    with trapped(tmp_path, "referee.pace.SLICE=0 workers.SLOWEST=1e9", "endless") as house:
        async with Visit(house.server.address) as visit, Visit(house.server.address) as other:
            made = await visit.make("held", players=BOTS)
            near = await neighbours(other, made["battle"])
            async with visit.sit(made["watch"]) as watch, asyncio.timeout(PATIENCE):
                await watch.begun()
                async with other.sit(near["seats"]["a"]) as seat:
                    await seat.begun()
                    assert (await seat.answer("amber"))["type"] == "done"
                at = watch.state["at"]
                assert (await watch.until("state", lambda state: state["at"] > at))["over"] is False


async def test_bots_who_come_to_no_end_are_stopped_with_words(tmp_path: Path) -> None:
    adjust = "referee.pace.SLICE=0 limits.THINKING=0 workers.SLOWEST=1e9"
    with trapped(tmp_path, adjust, "endless") as house:
        async with Visit(house.server.address) as visit, asyncio.timeout(PATIENCE):
            made = await visit.make("held", players=BOTS)
            for _ in range(3):
                code, words = await turned_away(visit, made["watch"])
                assert code == NEVER and "without an end" in words
            assert (await visit.told("record", made["watch"])).status_code == 200, "what was fought is there"
        house.server.kill()
        assert sum("cannot be opened" in line for line in house.server.log) == 1, "nobody tried again"


async def test_a_battle_that_kills_its_referees_is_not_begun_again_by_everybody_who_comes(
    tmp_path: Path,
) -> None:
    with trapped(tmp_path, "", "dead") as house:
        async with Visit(house.server.address) as visit:
            made = await visit.make("held", players=BOTS)
            assert (await turned_away(visit, made["watch"]))[0] == 4503
            code, words = await turned_away(visit, made["watch"])
            assert code == NEVER and "This battle cannot be opened: The table was cleared" in words
            house.clear("dead")
            assert await turned_away(visit, made["watch"]) == (code, words)
            async with visit.sit((await visit.make("held"))["seats"]["a"]) as seat:
                assert (await seat.begun())["question"], "others of its kind go on"


async def test_so_many_may_watch_and_no_more(tmp_path: Path) -> None:
    with trapped(tmp_path, "limits.WATCHING=2") as house:
        async with Visit(house.server.address) as visit:
            made = await visit.make()
            async with visit.sit(made["watch"]), visit.sit(made["watch"]):
                code, words = await turned_away(visit, made["watch"])
                assert code == 4429 and words == "2 pages watch this battle, and no more can."
                async with visit.sit(made["seats"]["a"]) as seat:
                    assert (await seat.begun())["question"]
