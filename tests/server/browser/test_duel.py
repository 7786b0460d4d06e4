"""The example book on the page: put on the shelf by its folder, played to its end by clicks."""

from collections.abc import Iterator

import pytest
from playwright.async_api import expect

from tests.kit.example import DUEL
from tests.server.browser.conftest import Welcome
from tests.server.browser.table import Table, Wire
from tests.server.client import Visit
from tests.server.server import ROOT, Server

pytestmark = pytest.mark.anyio

MOST = 60  # answers


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The web table as it is, where the example is not installed but named."""
    db = f"sqlite:///{tmp_path_factory.mktemp('shelf')}/battles.db"
    options = ("--book", str(DUEL))
    with Server(db, toys=False, more=options, env={"PYTHONPATH": str(ROOT)}) as running:
        yield running
        running.stop()


async def test_a_duel_by_clicks_only(shelf: Server, welcome: Welcome) -> None:
    async with Visit(shelf.address) as visit:
        made = await visit.make(
            book="duel",
            scenario="meadow",
            forces=["ada", "bram"],
            players={"a": "me", "b": "drill"},
            seed="3",
        )
    guest = await welcome(shelf.address)
    table = await guest.open(f"/table#{made['seats']['a']}")
    asked: set[str] = set()
    for _ in range(MOST):
        question = await table.asked()
        asked.add(question["rule"])
        if await answered(table, question) == "over":
            break
    assert asked == {"due.stance", "due.paces", "due.to-hit"}
    assert await table.state() == "over"
    assert "Ada" in await table.log()


async def answered(table: Table, question: Wire) -> str:
    """Upright, up to the other, and fire; looking at the odds beforehand."""
    if question["kind"] == "route":
        x, y, _ = max(await table.reach(), key=lambda spot: spot[0] - abs(spot[1] - 5))
        return await table.go(x, y)
    if question["rule"] == "due.stance":
        return await table.choose("upright")
    await table.option("fire").hover()
    await expect(table("odds")).to_contain_text("miss")
    return await table.choose("fire")


async def test_it_is_played_from_the_first_page(shelf: Server, welcome: Welcome) -> None:
    guest = await welcome(shelf.address)
    table = await guest.open("/")
    await table.page.locator("[data-testid=play-now][data-book=duel]").click()
    await table.page.wait_for_url("**/table#*")
    await table.until("asked")
    assert "stance" in await table("question").locator("h1").inner_text()
