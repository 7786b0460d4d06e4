"""What is done by dragging on the table, by mouse and by finger, and what the ruler does."""

import re

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, Wire, advised_until, skirmish
from tests.server.browser.table import Table
from tests.server.browser.test_phone import PHONE
from tests.server.client import Visit

pytestmark = pytest.mark.anyio

WIDE = {"viewport": {"width": 1280, "height": 720}}
COUNT = "() => { window.presses = 0; addEventListener('pointerdown', () => presses++, true); }"


def who_moves(question: Wire) -> bool:
    return question["text"] == "Who moves?"


async def at_the_moves(visit: Visit, welcome: Welcome, **screen: object) -> tuple[Table, list[str]]:
    """A page where somebody is to move, and who may."""
    made = await visit.make(**skirmish(BOT, turns=6, seed="5"))
    seat = made["seats"]["a"]
    await advised_until(visit, seat, who_moves)
    table = await (await welcome(**screen)).open(f"/table#{seat}")
    question = await table.asked()
    await table.page.evaluate(COUNT)
    return table, [option["piece"] for option in question["options"] if option["piece"]]


def facing_of(table: Table, piece: str) -> float:
    return next(each["facing"] for each in table.latest("state")["pieces"] if each["id"] == piece)  # type: ignore[no-any-return]


async def drag(table: Table, piece: str, to: tuple[float, float], wheel: int = 0, keys: str = "") -> None:
    """Takes hold of a piece and lets it go at a place; turned there by so many notches, or keys, before."""
    mouse = table.page.mouse
    await mouse.move(*await table.place(*await table.spot_of(piece)))
    await mouse.down()
    await mouse.move(*await table.place(*to), steps=5)
    if wheel or keys:
        await expect(table.page.locator(".wb-ring")).to_have_count(1)
        for _ in range(abs(wheel)):
            await mouse.wheel(0, 100 if wheel > 0 else -100)
        for key in keys:
            await table.page.keyboard.press(key)
    await mouse.up()


async def gone(table: Table, name: str, how: str) -> None:
    """He has gone so, by one press of the pointer; who came into cover has hidden without being asked."""
    await expect(table("log")).to_contain_text(f"{name} {how}")
    await expect(table.page.locator("ask-panel")).to_contain_text(re.compile("Who (moves|shoots)"))
    assert await table.page.evaluate("presses") == 1
    await table.page.evaluate("presses = 0")


async def test_a_piece_is_dragged_to_where_it_goes_and_turned_on_the_way(
    visit: Visit, welcome: Welcome
) -> None:
    table, free = await at_the_moves(visit, welcome, **WIDE)
    ada, bek, cy = free
    x, y = await table.spot_of(ada)
    await drag(table, ada, (x, y - 2))
    await gone(table, "Ada", "walks")
    where = await table.spot_of(ada)
    assert abs(where[0] - x) < 0.5 and abs(where[1] - y + 2) < 0.5
    assert facing_of(table, ada) % 360 == pytest.approx(270, abs=10)

    x, y = await table.spot_of(bek)
    await drag(table, bek, (x, y - 6), wheel=3)
    await gone(table, "Bek", "runs")
    assert facing_of(table, bek) % 360 == pytest.approx(225, abs=15)

    x, y = await table.spot_of(cy)
    await drag(table, cy, (x, y - 2), keys=",,")
    await gone(table, "Cy", "walks")
    assert facing_of(table, cy) % 360 == pytest.approx(300, abs=10)


async def test_a_piece_that_is_put_back_has_not_moved_and_one_out_of_reach_neither(
    visit: Visit, welcome: Welcome
) -> None:
    table, (ada, *_) = await at_the_moves(visit, welcome, **WIDE)
    x, y = await table.spot_of(ada)
    await table.page.mouse.move(*await table.place(x, y))
    await table.page.mouse.down()
    await table.page.mouse.move(*await table.place(x, y - 3), steps=3)
    await table.page.mouse.move(*await table.place(x, y), steps=3)
    await table.page.mouse.up()
    await expect(table.page.locator(".wb-ring")).to_have_count(1)
    await drag(table, ada, (x, y - 20))
    await expect(table("toast")).to_contain_text("too far")
    assert table.answers == [ada]  # who it is, and nothing else
    await drag(table, ada, (x, y - 2))
    await expect(table("log")).to_contain_text("Ada walks")


async def test_a_piece_is_dragged_by_a_finger(visit: Visit, welcome: Welcome) -> None:
    table, (ada, *_) = await at_the_moves(visit, welcome, **PHONE)
    x, y = await table.spot_of(ada)
    touch = await table.page.context.new_cdp_session(table.page)
    way = [await table.place(x, y - step / 2) for step in range(5)]
    moves = [("touchMove", [place]) for place in way]
    for kind, places in (("touchStart", way[:1]), *moves, ("touchEnd", [])):
        points = [{"x": left, "y": top} for left, top in places]
        await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    await gone(table, "Ada", "walks")
    assert facing_of(table, ada) % 360 == pytest.approx(270, abs=15)


async def test_the_ruler_measures_by_clicks_and_drags_and_answers_nothing(
    visit: Visit, welcome: Welcome
) -> None:
    table, (ada, bek, *_) = await at_the_moves(visit, welcome, **WIDE)
    x, y = await table.spot_of(ada)
    read = table.page.locator(".wb-ruler text")
    await table("ruler").click()
    await table.click(x, y)
    await table.point(x, y - 4)
    await expect(read).to_have_text("4.0″")
    await table.click(x, y - 4)
    await table.point(x, y - 8)
    await expect(read).to_have_text("4.0″")  # it is read: the pointer may go
    await drag(table, bek, await table.spot_of(ada))
    await expect(read).not_to_have_text("4.0″")
    assert table.answers == []
    assert (await table.asked())["text"] == "Who moves?"
    await table("ruler").click()
    await expect(read).to_have_count(0)
    await table.pick(ada)
    assert table.answers == [ada]
