"""The lesson of every book on the page, as somebody learns who has each step shown."""

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.test_axe import faults
from tests.server.browser.test_phone import PHONE
from tests.server.client import Visit
from warbook.core.shelf import load_book
from warbook.learning.lesson import lesson_of

pytestmark = pytest.mark.anyio

MOST = 120  # answers
DARK = {"color_scheme": "dark"}
LOOKS = {
    "arap": DARK,
    "gorkamorka": DARK | PHONE,
    "necromunda": PHONE,
    "steampunk": {},
    "vehicles": DARK | PHONE,
}


@pytest.mark.parametrize("book_id", LOOKS)
async def test_a_lesson_is_learned_from_the_front_page_to_its_end(book_id: str, welcome: Welcome) -> None:
    guest = await welcome(**LOOKS[book_id])
    table = await guest.open()
    await table.page.locator(f"[data-testid=learn][data-book={book_id}]").click()
    await table.until("asked")
    steps = lesson_of(load_book(book_id)).steps
    await expect(table("lesson-says")).to_have_text(steps[0].says)
    assert await faults(table) == []
    for _ in range(MOST):
        lesson = table.latest("state")["lesson"]
        if lesson["number"] > lesson["of"]:
            break
        await table("lesson-show").click()
        await table.after(table("advice-take").click())
    await expect(table.page.locator(".wb-beckon")).to_have_count(0)  # none is left of any step
    await expect(table("lesson-play")).to_be_visible()
    assert table.latest("state")["lesson"]["word"] == steps[-1].praise
    assert await faults(table) == []
    await table.page.goto(guest.server)
    await expect(table.page.locator(f"[data-testid=learn][data-book={book_id}]")).to_contain_text("✓")


@pytest.mark.parametrize("book_id", LOOKS)
async def test_the_end_and_the_replay_of_every_book_have_no_serious_fault(
    book_id: str, visit: Visit, welcome: Welcome
) -> None:
    made = await visit.make(book=book_id, lesson=True)
    seat = made["seats"]["a"]
    async with visit.sit(seat) as page:
        await page.begun()
        await page.say("resign")
    guest, found = await welcome(**LOOKS[book_id]), {}
    for how, state in (("", "over"), ("?replay", "over"), ("?text", "over")):
        table = await guest.open(f"/table{how}#{seat}")
        await table.until(state)
        if how == "?replay":
            await table.page.keyboard.press("End")
        found[how] = await faults(table)
        await table.page.close()
    assert {how: each for how, each in found.items() if each} == {}


async def test_a_step_can_be_taken_back_left_and_gone_on_with(welcome: Welcome) -> None:
    guest = await welcome()
    table = await guest.open()
    await table.page.locator("[data-testid=learn][data-book=necromunda]").click()
    await table.until("asked")
    await expect(table.page.locator(".wb-beckon.who")).to_have_count(1)
    await expect(table("lesson-back")).to_be_enabled()
    await table.choose("a3")
    await table.choose("walk")
    await table.walk(11.5, 8.0)
    await expect(table("lesson-word")).to_contain_text("the pipe now hides half of him")
    assert table.latest("state")["lesson"]["number"] == 2
    await table.after(table("lesson-back").click())
    assert table.latest("state")["lesson"]["number"] == 1
    await table.choose("walk") if (await table.asked())["kind"] == "choose" else None
    await table.walk(11.5, 8.0)
    assert table.latest("state")["lesson"]["number"] == 2
    await table("lesson-leave").click()
    onward = table.page.locator("[data-testid=learn-on][data-book=necromunda]")
    await expect(onward).to_contain_text("step 2 of 12")
    await onward.click()
    await expect(table("lesson-says")).to_contain_text("Dross")
    word = table("lesson-says").locator("[data-term=run]")
    await word.click()
    await expect(table("rule-note")).to_contain_text("Twice as far as a walk")
    await table.page.keyboard.press("Escape")
    await expect(table("rule-note")).to_be_hidden()


async def test_something_else_gets_a_kind_word(welcome: Welcome) -> None:
    table = await (await welcome()).open()
    await table.page.locator("[data-testid=learn][data-book=necromunda]").click()
    await table.until("asked")
    await table.choose("done")  # nobody moves: all four steps of this phase are left
    await expect(table("lesson-word")).to_contain_text("quite all right")
    await expect(table("lesson-says")).to_contain_text("Kern fire at Moth")
