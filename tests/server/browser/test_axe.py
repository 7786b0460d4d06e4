"""axe-core finds no serious fault on any page. It comes with the page's own tools: `npm ci`."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, skirmish
from tests.server.browser.table import Table
from tests.server.browser.test_phone import PHONE
from tests.server.client import Visit
from warbook.core.shelf import load_book

pytestmark = pytest.mark.anyio

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")
PLACES = """async () => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    const places = (nodes) => nodes.map(({ target }) => target.join(" "));
    return violations.map(({ id, impact, nodes }) => ({ id, impact, at: places(nodes) }));
}"""


async def faults(table: Table) -> list[dict[str, Any]]:
    """The page's own policy lets nothing be loaded from elsewhere, so that the script is given by hand."""
    assert AXE.exists(), "axe-core is not installed: run `npm ci`, as `make test` does"
    await table.page.evaluate(AXE.read_text("utf-8"))
    return [fault for fault in await table.page.evaluate(PLACES) if fault["impact"] in SERIOUS]


PAGES = (
    "/",
    "/#setup",
    "/build",
    "/rules/necromunda",
    "/rules/necromunda/quick",
    "/odds/necromunda",
    "/table#nobody",
)


BOOKS = ("arap", "gorkamorka", "necromunda", "steampunk", "vehicles")
IN_THE_DARK = (
    "/",
    "/#setup",
    *(f"/odds/{book}" for book in BOOKS),
    *(f"/rules/{book}/{next(iter(load_book(book).rules.rules))}" for book in BOOKS),
)


@pytest.mark.parametrize(("paths", "look"), [(PAGES, {}), (IN_THE_DARK, {"color_scheme": "dark", **PHONE})])
async def test_pages_where_nobody_plays(
    welcome: Welcome, paths: tuple[str, ...], look: dict[str, Any]
) -> None:
    """In light on a desk, and in the dark on a phone, there of every book."""
    guest, found = await welcome(**look), {}
    guest.expects("Failed to load resource")
    for path in paths:
        table = await guest.open(path)
        await table.page.wait_for_load_state("networkidle")
        found[path] = await faults(table)
        await table.page.close()
    assert {path: each for path, each in found.items() if each} == {}


async def test_the_table_asked_read_as_text_over_and_watched_again(visit: Visit, welcome: Welcome) -> None:
    guest, found = await welcome(), {}
    seat = (await visit.make(**skirmish(BOT, seed="5")))["seats"]["a"]
    over = (await visit.make(**skirmish({"a": "drill", "b": "drill"}, turns=1, seed="5")))["watch"]
    pages = (("", seat, "asked"), ("?text", seat, "asked"), ("", over, "over"), ("?replay", over, "over"))
    for how, place, state in pages:
        table = await guest.open(f"/table{how}#{place}")
        await table.until(state)
        found[how, state] = await faults(table)
        await table.page.close()
    assert {page: each for page, each in found.items() if each} == {}
