"""Cards beside the table: of a force on the set-up page, of a piece or a group in the text view."""

import re

import pytest
from playwright.async_api import FilePayload, expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, BULLS, IRONS, gang, skirmish
from tests.server.browser.table import Table
from tests.server.browser.test_phone import PHONE, fits
from tests.server.client import Visit

pytestmark = pytest.mark.anyio


async def setting_up(welcome: Welcome, book: str = "necromunda", **more: object) -> Table:
    table = await (await welcome(**more)).open(f"/?book={book}#setup")
    await table("start").wait_for()
    return table


async def test_everybody_in_a_force_on_offer_has_a_card_with_its_cost(welcome: Welcome) -> None:
    table = await setting_up(welcome)
    irons, bulls = table("members").nth(0), table("members").nth(1)
    await irons.locator("summary").click()
    await expect(irons.get_by_test_id("member")).to_have_count(11)
    heavy = irons.get_by_test_id("member").nth(1)
    await expect(heavy).to_contain_text("Heavy190 creditsStub gun, Heavy stubber, Knife")
    await expect(bulls.get_by_test_id("member")).to_have_count(0)  # nobody has asked for them
    await heavy.click()
    await expect(table("card").get_by_role("heading")).to_contain_text("Heavy190 credits")
    await expect(table("card")).to_contain_text("sustained fire with 2 dice")
    await table("card").get_by_test_id("why").first.click()
    await expect(table("rule-note")).to_contain_text("What a weapon's profile holds")
    await table.page.keyboard.press("Escape")
    await expect(table("rule-note")).to_be_hidden()
    await table("card-close").click()
    await expect(table("card")).to_have_count(0)


async def test_another_force_has_others_in_it_and_a_file_of_ones_own_too(welcome: Welcome) -> None:
    table = await setting_up(welcome)
    members = table("members").first
    await members.locator("summary").click()
    await expect(members.get_by_test_id("member")).to_have_count(11)
    await table("force-a").select_option("van_saar_sample")
    await expect(members.get_by_test_id("member")).to_have_count(10)
    mine = gang(*IRONS)
    file: FilePayload = {
        "name": mine["name"],
        "mimeType": "application/toml",
        "buffer": mine["text"].encode(),
    }
    await table("file").nth(1).set_input_files(file)
    await expect(members.get_by_test_id("member").first).to_contain_text(IRONS[1][0])
    await expect(members.get_by_test_id("member")).to_have_count(len(IRONS[1]))
    await members.get_by_test_id("member").first.click()
    await expect(table("card")).to_contain_text("Gang leader, ")


async def test_cards_are_opened_and_closed_by_keys(welcome: Welcome) -> None:
    table = await setting_up(welcome, "steampunk")
    members = table("members").first
    await members.locator("summary").focus()
    await table.page.keyboard.press("Enter")
    await members.get_by_test_id("member").first.wait_for()
    await table.page.keyboard.press("Tab")
    await table.page.keyboard.press("Enter")
    await expect(table("card")).to_contain_text("Gnome Helicopter")
    await table.page.keyboard.press("Escape")
    await expect(table("card")).to_have_count(0)
    await expect(members.get_by_test_id("member").first).to_be_focused()


async def test_on_a_phone_a_long_card_begins_at_its_top_and_can_be_closed_from_anywhere(
    welcome: Welcome,
) -> None:
    table = await setting_up(welcome, "steampunk", **PHONE)
    await table("members").first.locator("summary").tap()
    await table("member").first.tap()
    await expect(table("card").get_by_role("heading")).to_be_in_viewport()
    await fits(table)
    await table("card").locator(".chart").last.scroll_into_view_if_needed()
    await expect(table("card-close")).to_be_in_viewport()
    await table("card-close").tap()
    await expect(table("card")).to_have_count(0)


async def test_the_text_view_shows_the_card_of_a_piece(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**skirmish(BOT, seed="5"))
    table = await (await welcome()).open(f"/table?text#{made['seats']['a']}")
    await table.until("asked")
    look = table.page.get_by_role("button", name=f"Card of {IRONS[1][1]}", exact=True)
    await look.focus()
    await table.page.keyboard.press("Enter")
    await expect(table("card").get_by_role("heading")).to_contain_text(IRONS[1][1])
    await expect(table("card")).to_contain_text("Not on yet")
    await table.page.keyboard.press("Escape")
    await expect(look).to_be_focused()


async def test_the_text_view_tells_of_groups_and_shows_their_cards(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make("convoy", players={"a": "me", "b": "random"})
    table = await (await welcome()).open(f"/table?text#{made['seats']['a']}")
    await table.until("asked")
    squad = table.page.get_by_role("listitem").filter(has_text="Haulers' escort")
    await expect(squad).to_contain_text("Abe, Ada and Alf")
    await squad.get_by_test_id("card-of").click()
    await expect(table("card").get_by_role("heading")).to_contain_text("Haulers' escort")


async def test_the_card_of_a_piece_goes_when_one_points_at_the_ground(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make("convoy", players={"a": "me", "b": "random"}, seed="5")
    table = await (await welcome()).open(f"/table#{made['seats']['a']}")
    await table.asked()
    await table.point(4, 4)
    await expect(table("card")).to_be_visible()
    await table.point(22, 5)
    await expect(table("card")).to_be_hidden()


async def test_who_fights_for_a_side_is_listed_at_any_time_and_leads_to_their_cards(
    visit: Visit, welcome: Welcome
) -> None:
    """One's own and the others', by mouse and by a finger on a phone."""
    made = await visit.make(**skirmish(BOT, seed="5"))
    for size in ({}, PHONE):
        table = await (await welcome(**size)).open(f"/table#{made['seats']['a']}")
        await table.asked()
        for side, names in (("a", IRONS[1]), ("b", BULLS[1])):
            await table(f"force-of-{side}").click()
            rows = table("force-list").locator("[data-piece]")
            await expect(rows).to_have_text([re.compile(name) for name in names])
            await rows.nth(2).click()
            await expect(table("force-list")).to_have_count(0)
            await expect(table("card")).to_contain_text(names[2])
