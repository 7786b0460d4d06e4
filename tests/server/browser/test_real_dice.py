"""A battle with real dice: whoever throws them taps or types what they show."""

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
    while not (own := [each for each in table.latest("state")["pieces"] if each["on_table"]]):
        if (question := await table.asked())["kind"] == "dice":
            for face in range(1, question["count"]):
                await table.page.keyboard.press(str(face))
            await table.after(table.page.keyboard.press(str(question["count"])))
        else:
            await table("advice").click()
            await table.after(table("advice-take").click())
    await table("put-piece").click()
    x, y = own[0]["x"], own[0]["y"]
    await table.click(x, y)
    await table.after(table.click(x, y + 3))
    moved = next(each for each in table.latest("state")["pieces"] if each["id"] == own[0]["id"])
    assert abs(moved["y"] - y - 3) < 0.3
    await expect(table.page.get_by_role("log")).to_contain_text("is put to where it stands on the real table")
