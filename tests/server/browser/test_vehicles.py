"""The vehicle sheet on the page: hulls that turn at the end of a move."""

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, Wire, advised_until
from tests.server.browser.table import Table
from tests.server.client import Visit

pytestmark = pytest.mark.anyio


def drives(question: Wire) -> bool:
    return bool(question.get("driven"))


async def at_the_wheel(visit: Visit, welcome: Welcome) -> tuple[Table, Wire]:
    """The first drive that the bot would choose, and the hull that is driven."""
    made = await visit.make("vehicles", players=BOT, seed="5")
    await advised_until(visit, made["seats"]["a"], drives)
    table = await (await welcome()).open(f"/table#{made['seats']['a']}")
    question = await table.asked()
    await table.reach()
    return table, next(each for each in table.latest("state")["pieces"] if each["id"] == question["piece"])


async def test_a_hull_that_pivots_freely_is_asked_how_it_faces_wherever_it_ends(
    visit: Visit, welcome: Welcome
) -> None:
    table, hull = await at_the_wheel(visit, welcome)
    x, y = hull["x"], hull["y"] + (2.5 if hull["y"] < 24 else -2.5)
    await table.point(x, y)
    await table.click(x, y)
    await table("as-is").wait_for()
    await expect(table("way")).to_contain_text("Combat speed, 2.5 inches")
    await table.point(x + 10, y + 10)
    await expect(table("way")).to_contain_text("Facing north-east.")
    await table.after(table.click(x + 10, y + 10))
    there = next(each for each in table.latest("state")["pieces"] if each["id"] == hull["id"])
    assert (there["x"], there["y"]) == pytest.approx((x, y), abs=0.1)
    assert there["facing"] == pytest.approx(45, abs=1)
