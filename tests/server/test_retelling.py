"""A replay comes line by line: the first before the last is played, each proved before it is told."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.server.attacks.traps import Trapped, trapped, until
from tests.server.client import TWO, Party, Visit
from tests.server.test_upgrades import restored
from warbook.core.record import BadRecord
from warbook.server import schema
from warbook.server.jobs import Chapter, Kept
from warbook.server.referee import retelling
from warbook.server.referee.retelling import Reading
from warbook.server.store import Store

pytestmark = pytest.mark.anyio

ANSWERS = [("a", "stay"), ("a", "no"), ("a", "hold"), ("b", "stay"), ("b", "no"), ("b", "hold")]


def clerks(house: Trapped) -> list[int]:
    """Its processes that keep no battle: who writes documents is one of them."""
    server = house.server.process.pid
    children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    told = {int(child): Path(f"/proc/{child}/cmdline").read_text().split("\0") for child in children}
    return [child for child, words in told.items() if words[-2] == "tests.server.toy_referee"]


@pytest.mark.parametrize("readings", [0, 16])
async def test_the_first_lines_are_heard_before_the_last_are_played(tmp_path: Path, readings: int) -> None:
    """Whether the clerk still has it in mind, or not, or is another."""
    adjust = f"referee.retelling.AT_ONCE=-1 referee.process.MOST_READINGS={readings}"
    with trapped(tmp_path, adjust) as house:
        async with Visit(house.server.address) as visit:
            made = await visit.make("held", players=TWO)
            seats = made["seats"]
            async with visit.sit(seats["a"], "aa") as a, visit.sit(seats["b"], "bb") as b:
                await a.begun()
                await b.begun()
                party = Party(made, {"a": a, "b": b})
                await party.past_words()
                await party.play(*ANSWERS)
                state = a.state
            whole = await visit.told("replay", seats["a"])
            house.set("step")
            asked = visit.http.stream("GET", "/api/battle/replay", headers={"x-seat": seats["a"]})
            async with asked as reply:
                lines = reply.aiter_lines()
                first = [json.loads(await anext(lines)) for _ in range(2)]
                assert [line["part"] for line in first] == ["opening", "frame"]
                await until(lambda: house.held("step") == 1)
                for clerk in clerks(house):
                    os.kill(clerk, signal.SIGKILL)
                house.clear("step")
                rest = [json.loads(line) async for line in lines]
            assert [*first, *rest] == [json.loads(line) for line in whole.text.splitlines()]
            assert rest[-1] == {"part": "end", "over": False, "winner": None, "fault": ""}
            assert len(rest) >= 4 and first[0]["frames"] in (len(rest), len(rest) + 1)
            assert (await visit.replay(seats["a"]))["frames"][-1]["standing"] == state["standing"]


async def of_the_past(tmp_path: Path) -> Kept:
    """A battle that is over."""
    db = f"sqlite:///{tmp_path}/kept.db"
    seats = restored(db, "sqlite", schema.LATEST - 1)
    store = Store(db, owns=True)
    found = await store.seat(seats["over"]["a"])
    assert found is not None
    kept = await store.battle(found[0])
    store.close()
    assert kept is not None and kept.over
    return kept


async def test_what_does_not_prove_true_is_not_told(
    tmp_path: Path, toys: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing at all where that is found at once; else all before it, and why no more."""
    kept = await of_the_past(tmp_path)
    whole = Reading(kept, "a").chapter()
    assert whole.last and whole.told == len(kept.steps) + 3, "opening, the beginning, each step, the end"
    skipped = Reading(kept, "a")
    skipped.skip(3)
    assert skipped.chapter().text == b"".join(whole.text.splitlines(keepends=True)[3:])

    last = len(kept.steps) - 1
    spoilt = replace(kept, steps=[*kept.steps[:last], replace(kept.steps[last], hash="spoilt")])
    with pytest.raises(BadRecord, match="differs from the recorded one"):
        Reading(spoilt, "a").chapter()
    monkeypatch.setattr(retelling, "AT_ONCE", -1.0)
    reading, chapters = Reading(spoilt, "a"), list[Chapter]()
    while not chapters or not chapters[-1].last:
        chapters.append(reading.chapter())
    lines = [json.loads(line) for chapter in chapters for line in chapter.text.splitlines()]
    assert [line["part"] for line in lines] == ["opening", *["frame"] * (last + 1), "end"]
    assert f"step {last + 1} of {last + 1}" in lines[-1]["fault"]
    assert all(chapter.told == number for number, chapter in enumerate(chapters, 1)), "a line each"
