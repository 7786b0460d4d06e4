"""How the table is looked at: near or whole, and from which edge."""

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.table import Table
from tests.server.browser.test_dragging import WIDE, at_the_moves, drag, facing_of
from tests.server.client import Visit

pytestmark = pytest.mark.anyio


async def scale(table: Table) -> float:
    return await table.page.evaluate("document.querySelector('war-board').scale")  # type: ignore[no-any-return]


async def test_zoom_and_fit_by_buttons_keys_wheel_and_fingers(visit: Visit, welcome: Welcome) -> None:
    table, (ada, *_) = await at_the_moves(visit, welcome, **WIDE)
    whole = await scale(table)
    await table("zoom-in").click()
    near = await scale(table)
    assert near > whole
    await table.page.keyboard.press("+")
    assert await scale(table) > near
    await table.page.keyboard.press("-")
    await table("zoom-out").click()
    assert await scale(table) == pytest.approx(whole)
    await table.point(*await table.spot_of(ada))
    under = await table.place(*await table.spot_of(ada))
    await table.page.mouse.wheel(0, -300)
    assert await scale(table) > whole
    now = await table.place(*await table.spot_of(ada))
    assert now == pytest.approx(under, abs=1)  # what is pointed at stays
    await table.page.keyboard.press("f")
    assert await scale(table) == pytest.approx(whole)
    await table.page.mouse.wheel(0, -300)
    await table("fit").click()
    assert await scale(table) == pytest.approx(whole)
    touch = await table.page.context.new_cdp_session(table.page)
    x, y = await table.place(12, 15)
    for kind, apart in (("touchStart", 40), ("touchMove", 60), ("touchMove", 90), ("touchEnd", None)):
        fingers = () if apart is None else (x - apart, x + apart)
        points = [{"x": left, "y": y, "id": n} for n, left in enumerate(fingers)]
        await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert await scale(table) > 1.5 * whole
    assert table.answers == []


async def test_ones_own_edge_is_at_the_bottom_if_one_likes_and_stays_there(
    visit: Visit, welcome: Welcome
) -> None:
    """The side that is asked has set up in the north."""
    table, (ada, *_) = await at_the_moves(visit, welcome, **WIDE)
    height = table.page.viewport_size["height"] if table.page.viewport_size else 0
    x, y = await table.spot_of(ada)
    assert (await table.place(x, y))[1] < height / 2
    await table("own-edge").click()
    assert (await table.place(x, y))[1] > height / 2
    letter = (
        await table.piece(ada)
        .locator(".wb-letter")
        .evaluate("text => { const m = text.getScreenCTM(); return [m.a > 0, Math.abs(m.b) < 1e-6]; }")
    )
    assert letter == [True, True]  # letters stay upright
    await table.page.reload()
    await table.asked()
    assert (await table.place(x, y))[1] > height / 2
    middle = (
        await table.piece(ada)
        .locator(".wb-body")
        .evaluate("body => { const m = body.getScreenCTM(); return [m.e, m.f]; }")
    )
    assert middle == pytest.approx(await table.place(x, y), abs=1)  # it is drawn where a click finds it
    await table.page.evaluate("window.presses = 0")
    await drag(table, ada, (x, y - 2))
    await expect(table("log")).to_contain_text("Ada walks")
    assert facing_of(table, ada) % 360 == pytest.approx(270, abs=10)
    tick = (
        await table.piece(ada)
        .locator(".wb-facing")
        .evaluate("tick => { const m = tick.getScreenCTM(); return Math.atan2(m.b, m.a) * 180 / Math.PI; }")
    )
    assert tick == pytest.approx(-90, abs=10)  # it looks up the screen, away from its own edge
    await table.page.keyboard.press("o")
    assert (await table.place(x, y))[1] < height / 2
