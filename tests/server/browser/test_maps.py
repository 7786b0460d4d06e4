"""Maps on the table: what a piece sees, and how dangerous it is to stand where one can get to."""

from fractions import Fraction

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, advised_until, skirmish
from tests.server.client import Visit, Wire

pytestmark = pytest.mark.anyio

OVERLAPPING = """tints => {
    const boxes = tints.filter(each => !each.matches(".up")).map(each => each.getBBox());
    const cover = (a, b) => Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 0.2 &&
        Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 0.2;
    return boxes.filter((a, n) => boxes.slice(n + 1).some(b => cover(a, b))).length;
}"""


def goes(question: Wire) -> bool:
    return question["kind"] == "choose" and any(option.get("goes") for option in question["options"])


async def test_danger_is_filled_in_and_sight_is_shown_of_friend_and_enemy(
    visit: Visit, welcome: Welcome
) -> None:
    made = await visit.make(**skirmish(BOT, seed="5"))
    seat = made["seats"]["a"]
    question = await advised_until(visit, seat, goes)
    table = await (await welcome()).open(f"/table#{seat}")
    await table.until("asked")
    tints = table("tints").locator(".wb-tint")
    await expect(tints).to_have_count(0)

    await table.page.keyboard.press("d")
    async with visit.sit(seat) as page:
        await page.begun()
        option = next(each["id"] for each in question["options"] if each.get("goes"))
        spots = (await page.ask("reach", option=option))["spots"]
        found = await page.ask("dangers", option=option, spots=spots[:3])
        for (x, y, z), exact in zip(spots[:3], found["chances"], strict=True):
            way = await page.ask("way", option=option, x=x, y=y, z=z)
            safe = Fraction(1)
            for foe in {danger["piece"] for danger in way["dangers"]}:
                worst = max(Fraction(each["chance"]) for each in way["dangers"] if each["piece"] == foe)
                safe *= 1 - worst
            assert Fraction(exact) == 1 - safe
    await expect(tints.first).to_be_attached()
    await expect(table.page.locator(".wb-tint title").first).to_contain_text("to be taken out here next turn")
    await expect(table("map-key")).to_contain_text("50% or more")
    overlapping = await tints.evaluate_all(OVERLAPPING)
    assert overlapping == 0, "two squares over each other look more dangerous than either place is"

    await table.page.keyboard.press("v")
    await expect(table("tints").locator(".seen").first).to_be_attached()
    await expect(table("map-key")).to_contain_text("in part")
    own = table.latest("sights")["rows"]
    foe = next(each for each in table.latest("state")["pieces"] if each["side"] == "b" and each["on_table"])
    point = "id => document.querySelector('#board').tell('point-piece', { piece: id })"
    await table.page.evaluate(point, foe["id"])
    await expect(tints).not_to_have_count(len(own))
    await table.page.keyboard.press("v")
    await expect(tints).to_have_count(0)
    await expect(table("map-key")).to_have_count(0)
