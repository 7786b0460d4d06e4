from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Browser, async_playwright, expect

from tests.server.browser.table import IN_TIME, Guest, launched, receive
from tests.server.server import Server

expect.set_options(timeout=IN_TIME)

Welcome = Callable[..., Awaitable[Guest]]


@pytest.fixture(scope="session")
async def chromium(anyio_backend: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await launched(playwright)
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
