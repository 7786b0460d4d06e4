"""The page on a phone, by finger."""

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, advised_until, shoots, skirmish, walks
from tests.server.browser.table import Table, foreseen
from tests.server.client import Visit

pytestmark = pytest.mark.anyio

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


async def fits(table: Table) -> None:
    wide = await table.page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1] == 390


async def tap(table: Table, x: float, y: float) -> None:
    await table.page.touchscreen.tap(*await table.place(x, y))


async def test_home_set_up_and_ending_fit(visit: Visit, welcome: Welcome) -> None:
    guest = await welcome(**PHONE)
    table = await guest.open()
    await table.until("waiting")
    await fits(table)
    await table("to-setup").tap()
    await table("start").wait_for()
    await table.page.locator("details.rulings > summary").first.tap()
    await fits(table)
    made = await visit.make(**skirmish({"a": "drill", "b": "drill"}, seed="5"))
    table = await guest.open(f"/table#{made['watch']}")
    await table.until("over")
    await table.page.locator("[data-testid=luck] table").first.wait_for()
    await fits(table)
    table = await guest.open(f"/table?replay#{made['watch']}")
    await table.until("over")
    await fits(table)
    table = await guest.open(f"/table?text#{made['watch']}")
    await table.until("over")
    await fits(table)


async def held(table: Table, piece: str) -> None:
    """A finger that stays on a piece gets its card, to stay, and has not tapped it."""
    left, top = await table.place(*await table.spot_of(piece))
    touch = await table.page.context.new_cdp_session(table.page)
    place = {"x": left, "y": top}
    await touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
    name = next(each["name"] for each in table.latest("state")["pieces"] if each["id"] == piece)
    await expect(table.page.locator("piece-card.pinned")).to_contain_text(name)
    await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await fits(table)
    await table.page.locator("piece-card").get_by_role("button", name="Close").tap()
    await expect(table.page.locator("piece-card")).to_be_hidden()
    await expect(table.page.locator("li.tapped")).to_have_count(0)


async def test_a_move_and_a_shot_by_taps(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**skirmish(BOT, turns=6, seed="5"))
    question = await advised_until(visit, made["seats"]["a"], walks)
    guest = await welcome(**PHONE)
    table = await guest.open(f"/table#{made['seats']['a']}")
    await table.asked()
    await fits(table)
    spots = await table.reach()
    lit = {(x, y) for x, y, _ in spots}
    steps = ((0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5))
    deep = [(x, y) for x, y in sorted(lit) if all((x + dx, y + dy) in lit for dx, dy in steps)]
    x, y = max(deep, key=lambda spot: abs(spot[1] - question["start"][1]))
    await tap(table, x, y)
    await table("as-is").wait_for()
    await fits(table)
    await table.after(tap(table, x, y + 6))
    found = await table.spot_of(question["piece"])
    assert abs(found[0] - x) < 1.5 and abs(found[1] - y) < 1.5

    await table.page.close()
    await advised_until(visit, made["seats"]["a"], shoots)
    table = await guest.open(f"/table#{made['seats']['a']}")
    target = foreseen(await table.asked())
    await held(table, target["piece"])
    await table.option(target["id"]).tap()
    await expect(table("odds")).to_be_visible()
    await fits(table)
    await table.after(table.option(target["id"]).tap())
