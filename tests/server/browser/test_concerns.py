"""Before orders are sealed the page says what will come to nothing of them, on the board and in words."""

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import advised_until
from tests.server.browser.test_steampunk import meeting, writes_orders
from tests.server.client import Visit

pytestmark = pytest.mark.anyio

VOID = "load (gunnery 2) will be void: only when still, and by then it is slow"
SAID = f"L{VOID[1:]}."


async def at_orders(visit: Visit) -> tuple[str, str]:
    """A seat that has the first orders to write, and its unit of hoplites."""
    made = await visit.make(**meeting())
    seat = made["seats"]["a"]
    speeds = await advised_until(visit, seat, lambda asked: "Starting speeds" in asked["text"])
    async with visit.sit(seat) as page:
        await page.begun()
        await page.answer({unit: {"speed": "slow"} for unit in speeds["parts"]})
    question = await advised_until(visit, seat, writes_orders)
    slow = (
        unit for unit, form in question["parts"].items() if form["text"] == "Hoplite Infantry, speed: slow"
    )
    return seat, next(slow)


async def test_a_seat_may_ask_what_is_the_matter_with_its_answers(visit: Visit) -> None:
    seat, unit = await at_orders(visit)
    async with visit.sit(seat) as page:
        state = await page.begun()
        assert state["question"]["parts"][unit]["judged"]
        part = [unit]
        void = {"movement": "360, F, 360", "gunnery": "-, load"}
        reply = await page.ask("judge", part=part, value=void)
        rule = "spf.orders.speed-change-gunnery"
        assert reply["concerns"] == [{"part": ["gunnery"], "words": VOID, "rule": rule, "barred": False}]
        good = {"movement": "360, B, 360", "gunnery": "-, load"}
        assert (await page.ask("judge", part=part, value=good))["concerns"] == []
        for wrong in (None, {}, {"movement": "360, F, 360"}, {**good, "gunnery": "sing"}, [], "x"):
            assert (await page.ask("judge", part=part, value=wrong))["type"] == "refused"
        assert (await page.ask("judge", part=[unit, "movement"], value="x"))["type"] == "refused"


async def test_the_page_shows_it_before_the_orders_are_sealed(visit: Visit, welcome: Welcome) -> None:
    seat, unit = await at_orders(visit)
    table = await (await welcome()).open(f"/table#{seat}")
    await table.asked()
    box = table.page.locator(f"[data-testid=part][data-part='{unit}']")
    await box.locator("> [data-testid=part-head]").click()
    await box.locator("[data-option='360, F, 360']").click()
    await box.locator("[data-option='-, load']").click()
    await expect(box.get_by_test_id("concern")).to_contain_text(SAID)
    await table("form-rest").click()
    await expect(table("form-whole")).to_contain_text("will come to nothing, see below")
    await box.locator("> [data-testid=part-head]").click()
    await box.locator("[data-option='360, B, 360']").click()
    await expect(box.get_by_test_id("concern")).to_have_count(0)


async def test_the_text_view_says_it_too(visit: Visit, welcome: Welcome) -> None:
    seat, unit = await at_orders(visit)
    table = await (await welcome()).open(f"/table?text#{seat}")
    await table.asked()
    box = table.page.locator(f"[data-testid=part][data-part='{unit}']")
    await box.locator("> summary").click()
    await box.locator("[data-option='360, F, 360']").check()
    await box.locator("[data-option='-, load']").check()
    await expect(box.get_by_test_id("concern")).to_contain_text(f"Beware: {SAID}")
