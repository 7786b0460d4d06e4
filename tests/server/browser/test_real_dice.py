"""A battle with real dice: whoever throws them taps or types what they show."""

import json

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, skirmish
from tests.server.client import Visit

pytestmark = pytest.mark.anyio


async def test_dice_are_tapped_typed_and_taken_back(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**skirmish(BOT, turns=1, real_dice=True))
    assert made["commitment"] == ""
    seat = made["seats"]["a"]
    guest = await welcome()
    table = await guest.open(f"/table#{seat}")
    question = await table.asked()
    while question["kind"] != "dice":
        await table("advice").click()
        await table.after(table("advice-take").click())
        question = await table.asked()
    for face in range(1, question["count"]):
        await table.page.keyboard.press(str(face))
    await expect(table("face")).to_have_count(question["sides"])
    await table.after(table("face").nth(3).click())
    rolled = next(each for each in table.latest("state")["events"] if each["type"] == "Rolled")
    assert rolled["faces"][-1] == 4
    await table.after(table("undo").click())
    assert (await table.asked())["text"] == question["text"]
    for _ in range(question["count"] - 1):
        await table.page.keyboard.press("1")
    await table.after(table.page.keyboard.press("2"))

    async with visit.sit(seat) as page:
        await page.begun()
        thrown = 0
        while not page.state["over"]:
            asked = page.state["question"]
            if asked is None:
                await page.until("state")
            elif asked["kind"] == "dice":
                thrown += 1  # never the same for ever: a roll-off must end
                await page.answer([(thrown + n) % asked["sides"] + 1 for n in range(asked["count"])])
            else:
                await page.answer((await page.ask("advise"))["value"])
    await table.until("over")
    await expect(table("ending")).to_contain_text("thrown and read by people")
    record = json.loads((await visit.told("record", seat)).text)
    assert record["seed"] is None
    assert "read by people" in (await visit.told("report", seat)).text
    brought = await visit.http.post("/api/records", json={"record": json.dumps(record)})
    assert brought.status_code == 201
    await table.page.goto(f"{guest.server}/table?replay#{seat}")
    await table.until("over")
    await expect(table("replay-place")).to_contain_text(" of ")
