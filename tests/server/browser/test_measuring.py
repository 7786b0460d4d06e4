"""Distances on the page: known against a bot, and between people not before they are due."""

from __future__ import annotations

import json
import re

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, FRIEND, skirmish
from tests.server.browser.table import Table
from tests.server.client import Visit

pytestmark = pytest.mark.anyio

INCHES = re.compile(r'\d(?:\\"|″)')  # as they stand in JSON


async def at_setup(welcome: Welcome) -> Table:
    table = await (await welcome()).open("/#setup")
    await table("start").wait_for()
    await table.page.locator("details.rulings > summary").first.click()
    return table


async def test_the_set_up_page_knows_who_plays(welcome: Welcome) -> None:
    table = await at_setup(welcome)
    ruling = table.page.locator("[data-ruling=premeasure]")
    switch = ruling.locator("input")
    await expect(ruling).to_contain_text("Usually on against a bot, off between people")
    await expect(switch).to_be_checked()
    await table("player-b").select_option("friend")
    await expect(switch).not_to_be_checked()
    await table("player-b").select_option("drill")
    await expect(switch).to_be_checked()


async def test_what_somebody_has_set_stays_set(welcome: Welcome) -> None:
    table = await at_setup(welcome)
    switch = table.page.locator("[data-ruling=premeasure] input")
    await table("player-b").select_option("friend")
    await switch.check()
    await table("player-a").select_option("friend")
    await expect(switch).to_be_checked()


@pytest.mark.parametrize(("players", "known"), [(BOT, True), (FRIEND, False)])
async def test_the_ruler_is_there_only_where_one_may_measure(
    visit: Visit, welcome: Welcome, players: dict[str, str], known: bool
) -> None:
    made = await visit.make(**{**skirmish(players), "rulings": {}})
    table = await (await welcome()).open(f"/table#{made['seats']['a']}")
    if known:
        await table.asked()
        await expect(table("ruler")).to_be_enabled()
        await table.page.keyboard.press("r")
        await expect(table("ruler")).to_have_attribute("aria-pressed", "true")
        return
    await table.until("room")
    await expect(table("ruler")).to_be_disabled()
    await expect(table("ruler")).to_have_attribute(
        "title", "In this battle nothing is measured before it is declared"
    )
    await table.page.keyboard.press("r")
    await expect(table("ruler")).to_have_attribute("aria-pressed", "false")


async def test_a_charge_between_people_says_if_he_gets_there(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**skirmish(BOT, turns=6, seed="5", rulings={"premeasure": False}))
    seat = made["seats"]["a"]
    async with visit.sit(seat) as page:
        await page.begun()
        while (page.state["question"] or {}).get("text") != "Who charges?":
            while page.state["question"] is None:
                await page.until("state")
            if page.state["question"]["text"] != "Who charges?":
                await page.answer((await page.ask("advise"))["value"])
        charger = next(each for each in page.state["question"]["options"] if not each["barred"])
        await page.answer(charger["id"])
        asked = json.dumps(page.state["question"])
    assert not INCHES.search(asked)
    table = await (await welcome()).open(f"/table#{seat}")
    question = await table.asked()
    target = next(each for each in question["options"] if each["piece"] and not each["barred"])
    await table.option(target["id"]).hover()
    await table("odds").wait_for()
    await expect(table("odds-given")).to_have_text(["If he gets there", "If he falls short"])
    await expect(table.option(target["id"])).to_contain_text("if he gets there")
    text = await (await welcome()).open(f"/table?text#{seat}")
    await text.asked()
    await text("odds-of").first.click()
    await expect(text.page.locator(".text-odds").first).to_contain_text("If he gets there: ")
