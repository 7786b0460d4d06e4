import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Browser, async_playwright, expect

from tests.server.browser.table import CHROMIUM, IN_TIME, Guest, receive
from tests.server.server import Server

expect.set_options(timeout=IN_TIME)

Welcome = Callable[..., Awaitable[Guest]]


@pytest.fixture(scope="session")
async def chromium(anyio_backend: str) -> AsyncIterator[Browser]:
    found = shutil.which("chromium") or shutil.which("google-chrome")
    assert found, "there is no Chromium here; `make test` installs it"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=found, args=list(CHROMIUM), timeout=IN_TIME
        )
        yield browser
        await browser.close()


@pytest.fixture
async def welcome(chromium: Browser, server: Server) -> AsyncIterator[Welcome]:
    """Lets guests in, each with a browser profile of their own. Whatever error one of their pages meets
    fails the test."""
    guests: list[Guest] = []

    async def let_in(address: str = server.address, **more: Any) -> Guest:
        guests.append(await receive(chromium, address, **more))
        return guests[-1]

    yield let_in
    for guest in guests:
        await guest.context.close()
    assert [fault for guest in guests for fault in guest.unexpected] == []
