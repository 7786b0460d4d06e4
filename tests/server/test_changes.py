"""A page is sent what has changed, and knows the rest."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.server.client import TWO, Two, Visit

pytestmark = pytest.mark.anyio

STAND = {"stance": "stand", "where": {"path": []}}
LIE = {"stance": "lie", "where": {"path": []}}
TURN = ("stay", "no", "hold")


@asynccontextmanager
async def crowded(visit: Visit, force: str = "scouts") -> AsyncIterator[Two]:
    made = await visit.make("crowded", forces=[force], players=TWO, seed="crowd")
    a, b = made["seats"].values()
    async with visit.sit(a) as sits_a, visit.sit(b) as sits_b, visit.sit(made["watch"]) as watch:
        for seat in (sits_a, sits_b, watch):
            await seat.begun()
        yield Two(made, sits_a, sits_b, watch)


async def knows_all(visit: Visit, two: Two) -> None:
    """What each was sent bit by bit is what one who comes now is sent at once."""
    for side, link in {**two.made["seats"], "": two.made["watch"]}.items():
        async with visit.sit(link) as fresh:
            state = await fresh.begun()
            assert state["gone"] == []
            assert {piece["id"]: piece for piece in state["pieces"]} == two.seats[side].pieces


async def test_two_hundred_models_that_stand_still_cost_no_more_than_twenty(visit: Visit) -> None:
    sizes: dict[str, list[int]] = {}
    for force, crowd in (("scouts", 20), ("spies", 200)):
        async with crowded(visit, force) as two:
            assert len(two.watch.state["pieces"]) == 2 + crowd, "at first all are sent"
            before = {side: len(seat.sent) for side, seat in two.seats.items()}
            await two.past_words()
            await two.play(*[("a", answer) for answer in TURN])
            sizes[force] = [
                len(text)
                for side, seat in two.seats.items()
                for text in seat.sent[before[side] :]
                if '"type":"state"' in text
            ]
    assert sizes["spies"] == sizes["scouts"] and len(sizes["scouts"]) > 10


async def test_only_who_has_moved_is_sent(visit: Visit) -> None:
    async with crowded(visit) as two:
        await two.past_words()
        await two.play(("a", "go"), ("a", {"path": [[2, 2, 0], [4, 4, 0]]}))
        for seat in two.seats.values():
            assert [(piece["id"], piece["x"]) for piece in seat.state["pieces"]] == [("ann", 4.0)]
        assert (await two.a.undo())["type"] == "done"
        await two.all_see()
        for seat in two.seats.values():
            assert [(piece["id"], piece["x"]) for piece in seat.state["pieces"]] == [("ann", 2.0)]
        await knows_all(visit, two)


async def test_who_is_no_longer_seen_is_gone_and_comes_back(visit: Visit) -> None:
    async with crowded(visit) as two:
        await two.past_words()
        await two.play(*[(side, answer) for side in "ab" for answer in TURN])
        await two.play(("b", STAND), ("a", LIE))
        assert two.a.state["gone"] == two.a.state["pieces"] == []
        for seat in (two.b, two.watch):
            assert seat.state["gone"] == ["ann"] and seat.state["pieces"] == []
        await knows_all(visit, two)
        await two.b.undo()
        await two.all_see()
        assert two.b.state["asking"] == "b" and two.b.state["gone"] == [], "that was told before"
        assert (await two.a.consent(True))["type"] == "done"
        await two.all_see()
        for seat in (two.b, two.watch):
            assert [piece["id"] for piece in seat.state["pieces"]] == ["ann"]
        await knows_all(visit, two)
