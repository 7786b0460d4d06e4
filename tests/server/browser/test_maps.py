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


async def test_on_hexes_an_enemy_s_orders_are_followed_movement_by_movement(
    visit: Visit, welcome: Welcome
) -> None:
    """Places are tinted by what each enemy can do from wherever his orders lead, which are shown as well."""
    seat = (await visit.make(book="steampunk", lesson=True))["seats"]["a"]
    async with visit.sit(seat) as page:
        await page.begun()
        while not any(piece["side"] == "b" for piece in page.state["pieces"]):
            await page.answer((await page.ask("advise"))["value"])
        while "before turn 2" not in page.state["question"]["text"]:
            await page.answer((await page.ask("advise"))["value"])
        foes = [piece for piece in page.state["pieces"] if piece["side"] == "b"]
        found = {foe["id"]: await page.say("whereabouts", piece=foe["id"]) for foe in foes}
        assert (await page.say("whereabouts", piece="nobody"))["rows"] == []
    table = await (await welcome()).open(f"/table#{seat}")
    await table.until("asked")
    await table.page.keyboard.press("d")
    tints = table("tints").locator(".wb-tint")
    await expect(tints.first).to_be_attached()
    foe = max(foes, key=lambda each: len(found[each["id"]]["rows"]))
    rows = found[foe["id"]]["rows"]
    assert {row[3] for row in rows} >= {0, 1, 2}
    await table.point(foe["x"], foe["y"])
    await expect(table("map-key")).to_contain_text("after movement 3")
    for after in (1, 2, 3):
        due = sum(row[3] == after for row in rows)
        await expect(table("tints").locator(f".after-{after}")).to_have_count(due)
    own = next(piece for piece in table.latest("state")["pieces"] if piece["side"] == "a")
    await table.point(own["x"], own["y"] + 2)
    await expect(table("map-key")).to_contain_text("50% or more")
    await expect(table("map-here")).to_contain_text("to be taken out here next turn")
    await expect(table("map-here")).to_contain_text("The worst:")
    await table.page.keyboard.press("d")
    await expect(table("map-here")).to_be_hidden()
    await expect(tints).to_have_count(0)
