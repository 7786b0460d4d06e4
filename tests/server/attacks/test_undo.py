"""What taking back could be abused for: to foretell dice, to lose the other side's answer, or two of one's
own."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.server.client import TWO, Seat, Two, Visit, legal

pytestmark = pytest.mark.anyio

LIE = {"stance": "lie", "where": {"path": []}}


async def to_orders(two: Two) -> None:
    """Both are asked for sealed orders; b has answered last."""
    await two.past_words()
    await two.play(*[(side, answer) for side in "ab" for answer in ("stay", "no", "hold")])
    assert two.a.state["question"]["text"] == two.b.state["question"]["text"] == "Orders"


@pytest.mark.parametrize("players", [{}, TWO], ids=["against a bot", "against a friend"])
async def test_who_knows_the_seed_takes_nothing_back(visit: Visit, players: dict[str, str]) -> None:
    made = await visit.make(players=players, scenario="short")
    luck = random.Random(4)
    async with visit.sit(made["seats"]["a"], "aa") as a, visit.sit(list(made["seats"].values())[-1]) as b:
        await a.begun()
        await b.begun()
        while not a.state["over"]:
            seat = a if a.state["question"] else b
            assert (await seat.answer(await legal(seat, luck)))["type"] == "done"
            await a.heard()
            await b.heard()
        record = (await visit.told("record", made["seats"]["a"])).json()
        assert record["seed"], "the record of a battle that is over tells its seed"
        for seat in (a, b):
            assert seat.state["undo"] == ""
            for how in ("sealed", "free", "consent"):
                refused = await seat.ask("undo", how=how)
                assert refused["type"] == "refused" and "the battle is over" in refused["words"]
        assert await a.heard() == [] and await b.heard() == []
        assert (await visit.told("record", made["seats"]["a"])).json() == record


async def test_consent_given_before_the_end_takes_nothing_back_after_it(visit: Visit) -> None:
    made = await visit.make(players=TWO, scenario="short")
    luck = random.Random(4)
    async with visit.sit(made["seats"]["a"]) as a, visit.sit(made["seats"]["b"]) as b:
        await a.begun()
        await b.begun()
        while not a.state["over"]:
            for seat in (a, b):
                if seat.state["undo"] == "consent":
                    assert (await seat.undo())["type"] == "done"
            seat = a if a.state["question"] else b
            await seat.answer(await legal(seat, luck))
            await a.heard()
            await b.heard()
        for seat in (a, b):
            assert seat.state["asking"] == ""
            assert (await seat.consent(True))["type"] == "refused"


async def test_a_sealed_answer_is_not_lost_to_what_the_other_takes_back(two: Two) -> None:
    await to_orders(two)
    assert (await two.a.answer(LIE))["type"] == "done"
    assert two.b.state["undo"] == "consent"
    assert "sealed" in (await two.b.undo())["words"]
    await two.all_see()
    assert two.a.state["question"] is None and two.a.state["undo"] == "sealed", "it is still there"
    assert two.a.state["asking"] == "b"
    assert (await two.a.consent(True))["type"] == "done"
    await two.all_see()
    assert two.b.state["question"]["text"] == "Shoot?"


async def test_whether_the_other_has_sealed_an_answer_shows_in_no_offer_to_take_back(two: Two) -> None:
    await to_orders(two)
    before = dict(two.b.state)
    assert (await two.a.answer(LIE))["type"] == "done"
    assert await two.b.heard() == [] and two.b.state == before


async def test_who_seals_an_answer_after_asking_gets_back_what_was_asked_for(two: Two) -> None:
    await to_orders(two)
    await two.b.undo()
    await two.all_see()
    assert (await two.b.answer(LIE))["type"] == "done"
    await two.all_see()
    assert two.a.state["asking"] == "b", "nobody is told that it was sealed"
    assert (await two.a.consent(True))["type"] == "done"
    await two.all_see()
    assert two.b.state["question"]["text"] == "Shoot?"


async def twice(seat: Seat, **message: Any) -> list[str]:
    """What comes back when the same is sent twice before anything came back."""
    for ref in (901, 902):
        await seat.send(ref=ref, **message)
    return [(await _reply(seat, ref))["type"] for ref in (901, 902)]


async def _reply(seat: Seat, ref: int) -> dict[str, Any]:
    while True:
        message = await seat.hear()
        if message.get("ref") == ref:
            return message


async def test_two_clicks_take_back_one_answer(two: Two) -> None:
    await two.past_words()
    await two.play(("a", "stay"), ("a", "no"))
    undo = {"do": "undo", "at": two.a.state["at"], "how": "free"}
    assert await twice(two.a, **undo) == ["done", "refused"]
    await two.all_see()
    assert two.a.state["question"]["text"] == "Measure?"


async def test_two_clicks_take_back_a_sealed_answer_and_no_other(visit: Visit, two: Two) -> None:
    """The number of the state stays the same then, or others would learn of it."""
    await two.past_words()
    await two.play(*[(side, answer) for side in "ab" for answer in ("stay", "no", "hold")])
    assert (await two.b.answer(LIE))["type"] == "done"
    undo = {"do": "undo", "at": two.b.state["at"], "how": "sealed"}
    assert await twice(two.b, **undo) == ["done", "refused"]
    await two.all_see()
    assert two.b.state["question"]["text"] == "Orders" and two.a.state["asking"] == ""


async def test_consent_to_one_request_is_no_consent_to_the_next(two: Two) -> None:
    await two.past_words()
    await two.play(("a", "stay"), ("a", "yes"))
    await two.a.undo()
    await two.all_see()
    old = two.b.state["at"]
    await two.play(("a", "fire"))
    await two.a.undo()
    await two.all_see()
    refused = await two.b.say("consent", at=old, asking="a", yes=True)
    assert refused["type"] == "refused" and "moved on" in refused["words"]
    assert two.b.state["asking"] == "a"
