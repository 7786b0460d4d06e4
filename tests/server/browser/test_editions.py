"""A battle of another version of its book, on the page."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.client import Visit
from tests.server.server import Server
from tests.server.test_editions import bent

pytestmark = pytest.mark.anyio


async def test_what_cannot_be_played_on_is_watched_and_told(welcome: Welcome, tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/battles.db"
    with Server(db, env={"WARBOOK_ADJUST": "workers.REFEREES=1"}) as server:
        async with Visit(server.address) as visit:
            made = await visit.make(scenario="short")
            async with visit.sit(made["seats"]["a"]) as page:
                await page.begun()
                await page.answer("amber")
        server.end(signal.SIGTERM)
        bent(db, made["seats"])
        server.start()
        guest = await welcome(server.address)
        table = await guest.open(f"/table#{made['seats']['a']}")
        await table.until("bad")
        await expect(table("bad-link")).to_contain_text("begun with version 0 of Toy")
        async with table.page.expect_download() as coming:
            await table("past-report").click()
        assert "version 0" in Path(await (await coming.value).path()).read_text()
        await table("past-watch").click()
        await expect(table("edition")).to_contain_text("by version 0 of Toy")
        await expect(table.piece("ann")).to_be_visible()
