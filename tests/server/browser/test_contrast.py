"""Every word on the pages can be read in both themes: a contrast of at least 4.5 to 1."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, advised_until, shoots, skirmish
from tests.server.browser.table import Table
from tests.server.client import Visit

pytestmark = pytest.mark.anyio

FAINT = Path(__file__).with_name("contrast.js").read_text("utf-8")


async def legible(table: Table, words: int) -> None:
    """In both themes, and so many words were looked at at least."""
    for theme in ("light", "dark"):
        await table.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        looked, faint = await table.page.evaluate(FAINT)
        assert looked >= words
        assert faint == [], theme


@pytest.fixture
def still() -> dict[str, object]:
    """What fades in is there at once."""
    return {"viewport": {"width": 1366, "height": 768}, "reduced_motion": "reduce"}


async def test_the_pages_before_a_battle(welcome: Welcome, still: dict[str, object]) -> None:
    guest = await welcome(**still)
    guest.expects("404")
    table = await guest.open("/nowhere")
    await expect(table("lost")).to_be_visible()
    await legible(table, 4)
    table = await guest.open()
    await table.until("waiting")
    await table("to-setup").click()
    await table("start").wait_for()
    for fold in await table.page.locator("details > summary").filter(visible=True).all():
        await fold.click()
    await legible(table, 60)
    table = await guest.open("/build?book=steampunk")
    await table.until("waiting")
    await legible(table, 20)


async def test_the_table(visit: Visit, welcome: Welcome, still: dict[str, object]) -> None:
    guest = await welcome(**still)
    shot = (await visit.make(**skirmish(BOT, turns=6, seed="5")))["seats"]["a"]
    await advised_until(visit, shot, shoots)
    table = await guest.open(f"/table#{shot}")
    await table.asked()
    await table("names").click()
    await table("option").first.hover()
    await expect(table("odds")).to_be_visible()
    await table.page.locator(".bar i").first.wait_for()
    await legible(table, 60)
    table = await guest.open(f"/table?text#{shot}")
    await table.asked()
    await legible(table, 40)
    hexes = (await visit.make(book="steampunk", players=BOT, seed="3"))["seats"]["a"]
    table = await guest.open(f"/table#{hexes}")
    await table.asked()
    await legible(table, 60)
    over = (await visit.make(**skirmish({"a": "drill", "b": "drill"}, seed="5")))["watch"]
    table = await guest.open(f"/table#{over}")
    await table.until("over")
    await expect(table("luck").locator("table").first).to_be_visible()
    await legible(table, 60)
