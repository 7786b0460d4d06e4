"""A battle with dice that people read, from its making to its record."""

import json

import pytest

from tests.server.client import Visit

pytestmark = pytest.mark.anyio


async def test_the_record_says_that_people_read_the_dice(visit: Visit) -> None:
    made = await visit.make(players={"a": "me", "b": "random"}, real_dice=True)
    assert made["commitment"] == ""
    seat, thrown = made["seats"]["a"], 0
    async with visit.sit(seat) as page:
        await page.begun()
        assert page.scene["by_hand"]
        while not page.state["over"]:
            asked = page.state["question"]
            if asked is None:
                await page.until("state")
            elif asked["kind"] == "dice":
                thrown += 1
                assert (await page.ask("advise"))["type"] == "refused"
                await page.answer([thrown % asked["sides"] + 1] * asked["count"])
            else:
                await page.answer((await page.ask("advise"))["value"])
    assert thrown
    record = (await visit.told("record", seat)).json()
    assert record["seed"] is None
    assert "thrown and read by people" in (await visit.told("report", seat)).text
    assert (await visit.replay(seat))["over"]
    brought = await visit.http.post("/api/records", json={"record": json.dumps(record)})
    assert brought.status_code == 201, brought.text


async def test_real_dice_have_no_seed(visit: Visit) -> None:
    for wanted in ({"real_dice": True, "seed": "7"}, {"seed": "dice read by people"}):
        reply = await visit.http.post("/api/battles", json={"book": "toy", **wanted})
        assert reply.status_code == 400 and "no seed" in reply.json()["words"]
