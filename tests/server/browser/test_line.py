"""When the line goes dead, and when there was none."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, skirmish
from tests.server.client import Visit
from tests.server.server import Server

pytestmark = pytest.mark.anyio


async def test_the_page_comes_back_by_itself_and_play_goes_on(welcome: Welcome, tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/battles.db", toys=False) as server:
        async with Visit(server.address) as visit:
            made = await visit.make(**skirmish(BOT, turns=4, seed="5"))
        guest = await welcome(server.address)
        guest.expects("ERR_CONNECTION")
        guest.expects("WebSocket connection")
        table = await guest.open(f"/table#{made['seats']['a']}")
        await table.asked()
        await table("advice").click()
        await table.after(table("advice-take").click())
        await table.asked()
        at = table.latest("state")["at"]
        await table("advice").click()
        await expect(table("advice-take")).to_be_visible()

        server.kill()
        await expect(table("reconnecting")).to_be_visible()
        server.command[server.command.index("--port") + 1] = server.address.rpartition(":")[2]

        async def there_again() -> None:
            await table("advice-take").click()
            await asyncio.to_thread(server.start)

        await table.after(there_again())  # nobody heard the answer; it is given again
        await expect(table("reconnecting")).to_be_hidden()
        await table.asked()
        assert table.latest("state")["at"] > at
        states = [each["at"] for each in table.heard if each["type"] == "state"]
        assert states.count(at) == 2, "as it was before, and then on"


@pytest.mark.parametrize("view", ["", "?text"])
async def test_the_page_says_why_it_cannot_be_shown_and_tries_again(
    welcome: Welcome, tmp_path: Path, view: str
) -> None:
    """First the clerk dies whenever somebody joins, then the referee; then the rules themselves fail."""
    env = {"WARBOOK_TRAPS": str(tmp_path)}
    with Server(f"sqlite:///{tmp_path}/battles.db", env=env) as server:
        async with Visit(server.address) as visit:
            made = await visit.make("mortal", players={"a": "me", "b": "friend"})
        guest = await welcome(server.address)
        for trap in ("clerk", "referee"):
            (tmp_path / trap).touch()
            tables = [await guest.open(f"/table{view}#{seat}") for seat in made["seats"].values()]
            for table in tables:
                await expect(table("reconnecting")).to_contain_text("Try again")
                await expect(table("reconnecting")).to_contain_text("Trying again…")
            (tmp_path / trap).unlink()
            for table in tables:
                assert (await table.asked())["text"] == "Your password?"
                await table.page.close()
        (tmp_path / "rules").touch()
        table = await guest.open(f"/table{view}#{made['seats']['a']}")
        await table.until("bad")
        await expect(table("bad-link").locator("h1")).to_have_text("This battle cannot be opened")
        await expect(table("bad-link")).to_contain_text("The rules failed here")


@pytest.mark.parametrize("view", ["", "?text", "?replay"])
async def test_a_bad_link_gets_a_friendly_page(welcome: Welcome, view: str) -> None:
    guest = await welcome()
    guest.expects("Failed to load resource")
    for seat in ("#AAAAAAAAAAAAAAAAAAAAAAAA", "#no", ""):
        table = await guest.open(f"/table{view}{seat}")
        await table.until("bad")
        await expect(table("bad-link").locator("h1")).to_have_text("There is no seat here")
        await expect(table("bad-link").get_by_role("link", name="To the front page")).to_be_visible()
        await table.page.close()
