"""The rulebook as a page: read without a script, searched by keys and by finger."""

import asyncio
import re

import pytest
from playwright.async_api import Route, expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.table import Table
from tests.server.browser.test_phone import PHONE, fits
from tests.server.client import Visit
from warbook.core.shelf import load_book

pytestmark = pytest.mark.anyio

TO_HIT = "nec.shooting.to-hit"


async def opened(welcome: Welcome, path: str, **more: object) -> Table:
    guest = await welcome(**more)
    return await guest.open(path)


async def test_it_can_be_read_and_searched_without_a_script(welcome: Welcome) -> None:
    table = await opened(welcome, "/rules/necromunda", java_script_enabled=False)
    says = load_book("necromunda").rules.rules[TO_HIT].says
    await expect(table.page.locator(f"[id='{TO_HIT}'] .rule-says")).to_have_text(says)
    await table("seek").fill("to hit score")
    await table("seek").press("Enter")
    await table.page.wait_for_url("**/rules/necromunda?words=to+hit+score")
    await table("found").locator("a").filter(has_text="To hit").first.click()
    await table.page.wait_for_url(f"**/rules/necromunda/{TO_HIT}")
    await expect(table("places")).to_contain_text("warbook/books/necromunda/")
    await expect(table("places")).to_contain_text("tests/books/necromunda/")


async def test_it_answers_while_one_types_and_goes_by_keys(welcome: Welcome) -> None:
    table = await opened(welcome, "/rules/necromunda")
    await table.page.keyboard.press("/")
    await expect(table("seek")).to_be_focused()
    await table.page.keyboard.type("wound cha")
    first = table("found").locator("a").first
    await expect(first).to_contain_text("Wound chart")
    await table.page.keyboard.press("ArrowDown")
    await expect(first).to_be_focused()
    await table.page.keyboard.press("ArrowUp")
    await expect(table("seek")).to_be_focused()
    await table.page.keyboard.press("Enter")
    await table.page.wait_for_url("**/rules/necromunda/nec.shooting.wound-chart")
    rules = list(load_book("necromunda").rules.rules)
    await table.page.keyboard.press("ArrowRight")
    await table.page.wait_for_url(f"**/{rules[rules.index('nec.shooting.wound-chart') + 1]}")
    await table.page.keyboard.press("ArrowLeft")
    await table.page.wait_for_url("**/nec.shooting.wound-chart")


async def test_a_late_answer_leaves_whoever_goes_through_the_rows_where_he_is(welcome: Welcome) -> None:
    table = await opened(welcome, "/rules/necromunda")
    late = asyncio.Event()

    async def held(route: Route) -> None:
        await late.wait()
        await route.continue_()

    await table("seek").fill("wound chart")
    first = table("found").locator("a").first
    await expect(first).to_contain_text("Wound chart")
    await table.page.route("**/search?words=wound%20chart%20*", held)
    await table.page.route("**/search?words=zzz", held)
    await table.page.keyboard.type(" s")
    await table.page.keyboard.press("ArrowDown")
    await expect(first).to_be_focused()
    late.set()
    await expect(table("found")).to_have_attribute("data-words", "wound chart s")
    await expect(first).to_be_focused()
    late.clear()
    await table("seek").fill("zzz")
    await table.page.keyboard.press("ArrowDown")
    await expect(first).to_be_focused()
    late.set()
    await expect(table("found")).to_have_attribute("data-words", "zzz")
    await expect(table("seek")).to_be_focused()


async def test_enter_waits_for_the_answer_to_what_was_typed_last(welcome: Welcome) -> None:
    table = await opened(welcome, "/rules/necromunda")
    late = asyncio.Event()

    async def held(route: Route) -> None:
        await late.wait()
        await route.continue_()

    await table("seek").fill("to hit")
    await expect(table("found").locator("a").first).to_contain_text("To hit")
    await table.page.route("**/search?words=wound%20chart", held)
    await table("seek").fill("wound chart")
    await table.page.keyboard.press("Enter")
    late.set()
    await table.page.wait_for_url("**/rules/necromunda/nec.shooting.wound-chart")


async def test_a_search_that_is_not_answered_says_so_and_goes_on(welcome: Welcome) -> None:
    guest = await welcome()
    guest.expects("ERR_FAILED")
    table = await guest.open("/rules/duel")
    await table.page.route("**/search?words=hit", lambda route: route.abort())
    await table("seek").fill("hit")
    await expect(table("found")).to_contain_text("did not answer")
    await table("seek").fill("xyzzy")
    await expect(table("found")).to_have_text("Nothing in the book has these words.")


async def test_an_empty_search_shows_nothing_and_a_vain_one_says_so(welcome: Welcome) -> None:
    table = await opened(welcome, "/rules/duel")
    await table("seek").fill("xyzzy")
    await expect(table("found")).to_have_text("Nothing in the book has these words.")
    await table.page.keyboard.press("Escape")
    await expect(table("found").locator("li")).to_have_count(0)
    await expect(table("seek")).to_have_value("")


async def test_the_way_back_leads_to_the_rule_in_its_chapter(welcome: Welcome) -> None:
    table = await opened(welcome, f"/rules/necromunda/{TO_HIT}")
    await table.page.locator(".crumbs a").click()
    await table.page.wait_for_url(f"**/rules/necromunda#{TO_HIT}")
    await expect(table.page.locator(f"[id='{TO_HIT}']")).to_be_in_viewport()


async def test_a_why_leads_to_its_rule(welcome: Welcome) -> None:
    guest = await welcome()
    table = await guest.open("/build?book=steampunk")
    await table.until("waiting")
    await table("why").first.click()
    link = table("in-the-book").first
    address = await link.get_attribute("href")
    assert address is not None
    async with guest.context.expect_page() as beside:
        await link.click()
    page = await beside.value
    await expect(page.locator(".alone .rule-id").last).to_have_text(address.rpartition("/")[2])


async def test_the_front_page_leads_to_rules_and_odds_of_every_book(welcome: Welcome) -> None:
    table = await opened(welcome, "/")
    await table.until("waiting")
    row = table("lookups").locator("[data-book=vehicles]")
    await row.get_by_test_id("to-rules").click()
    await expect(table.page.locator("h1")).to_have_text("The rules of Vehicles")
    await table.page.go_back()
    await row.get_by_test_id("to-odds").click()
    await expect(table.page.locator("h1")).to_have_text("Vehicles: the odds")


async def test_the_help_of_a_battle_leads_there_beside_it(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(players={"a": "me", "b": "random"})
    table = await opened(welcome, f"/table#{made['seats']['a']}")
    await table.asked()
    await table("help-open").click()
    for name, address in (("to-rules", "/rules/toy"), ("to-odds", "/odds/toy")):
        await expect(table("help").get_by_test_id(name)).to_have_attribute("href", address)
        await expect(table("help").get_by_test_id(name)).to_have_attribute("target", "_blank")


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_on_a_phone_in_both_themes(welcome: Welcome, theme: str) -> None:
    table = await opened(welcome, "/rules/gorkamorka", color_scheme=theme, **PHONE)
    await fits(table)
    await expect(table.page.locator("html")).to_have_attribute("data-theme", theme)
    await table("seek").tap()
    await table.page.keyboard.type("thrust")
    await table("found").locator("a").first.tap()
    await table.page.wait_for_url(re.compile("/rules/gorkamorka/gce"))
    await fits(table)
    await table.page.get_by_role("link", name="Quick reference").tap()
    await table.page.wait_for_url("**/quick")
    await fits(table)


async def test_the_quick_reference_is_printed_without_what_one_presses(welcome: Welcome) -> None:
    table = await opened(welcome, "/rules/necromunda/quick")
    await table.page.emulate_media(media="print")
    await expect(table.page.locator(".home-head")).to_be_hidden()
    await expect(table.page.get_by_role("heading", name="Wound chart")).to_be_visible()
    ink = await table.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ink == "rgb(255, 255, 255)"
