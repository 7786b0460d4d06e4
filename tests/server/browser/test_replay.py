"""A battle watched again."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, advised_until, shoots, skirmish
from tests.server.browser.table import Table
from tests.server.client import Visit

pytestmark = pytest.mark.anyio

BOTS = {"a": "drill", "b": "drill"}


async def place(table: Table) -> tuple[int, int]:
    at, _, of = (await table("replay-place").inner_text()).partition(" of ")
    return int(at), int(of)


async def scrub(table: Table, to: int) -> None:
    await table("replay-scrub").fill(str(to))
    await expect(table("replay-place")).to_contain_text(f"{to + 1} of ")


async def test_a_finished_battle_by_the_watch_link(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**skirmish(BOTS, seed="5"))
    table = await (await welcome()).open(f"/table#{made['watch']}")
    await table.until("over")
    await expect(table("result")).to_be_visible()
    share = await table("share").input_value()

    guest = await welcome()
    table = await guest.open(share.removeprefix(guest.server))
    await table.until("over")
    await expect(table("replay-play")).to_contain_text("Pause")
    _, frames = await place(table)
    assert frames > 5
    await scrub(table, 0)
    await expect(table("replay-play")).to_contain_text("Play")
    nothing = await table.log()
    await expect(table("replay-back")).to_be_disabled()
    await table("replay-next").click()
    await expect(table("replay-place")).to_have_text(f"2 of {frames}")
    await table.page.keyboard.press("ArrowRight")
    await expect(table("replay-place")).to_have_text(f"3 of {frames}")
    await table("replay-back").click()
    await expect(table("replay-place")).to_have_text(f"2 of {frames}")
    await scrub(table, frames - 1)
    assert len(await table.log()) > len(nothing)
    await expect(table("replay-next")).to_be_disabled()
    ended = await table.log()
    await scrub(table, frames // 2)
    assert ended.startswith((await table.log())[:100])

    for _ in range(3):  # to "at once"
        if "At once" not in await table("speed").inner_text():
            await table("speed").click()
    await table("replay-play").click()
    await expect(table("replay-place")).to_have_text(f"{frames} of {frames}")
    assert await table.log() == ended
    assert await table("option").count() == 0


async def test_turns_are_marked_and_the_marks_lead_there(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**skirmish(BOTS, turns=8, seed="5"))
    table = await (await welcome()).open(f"/table#{made['watch']}")
    await table.until("over")
    await table.page.goto(await table("share").input_value())
    await table.until("over")
    await expect(table("replay-turn").first).to_have_text("Turn 1")
    await scrub(table, 0)
    await expect(table.page.locator("#head")).not_to_contain_text("Turn 2")
    await table.page.get_by_role("button", name="Turn 2", exact=True).click()
    await expect(table.page.locator("#head")).to_contain_text("Turn 2")
    second, _ = await place(table)
    await table.page.keyboard.press("Home")
    for _ in range(await table("replay-turn").count() + await table("replay-lost").count()):
        await table.page.keyboard.press("PageDown")
        if (await place(table))[0] == second:
            break
    assert (await place(table))[0] == second
    await table.page.keyboard.press("PageUp")
    assert (await place(table))[0] < second


async def test_a_moment_of_a_battle_is_played_on(visit: Visit, welcome: Welcome, tmp_path: Path) -> None:
    """From the record of it, as somebody has it who was not there."""
    made = await visit.make(**skirmish(BOTS, turns=3, seed="5"))
    async with visit.sit(made["watch"]) as page:
        await page.begun()
        while not page.state["over"]:
            await page.until("state")
    (tmp_path / "battle.json").write_text((await visit.told("record", made["watch"])).text)
    guest = await welcome()
    table = await guest.open()
    await table("open-record").set_input_files(tmp_path / "battle.json")
    await table.until("over")
    await table.page.get_by_role("button", name="Turn 2", exact=True).click()
    await table("play-on").click()
    await table("onward-begin").click()
    await table.page.wait_for_url(lambda address: "replay" not in address)
    await table.until("asked", "waiting")
    await expect(table.page.locator("#head")).to_contain_text("played on from turn 2 with new dice")
    assert (await table.log())[0]


async def test_a_battle_under_way_up_to_now(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**skirmish(BOT, turns=6, seed="5"))
    await advised_until(visit, made["seats"]["a"], shoots)
    table = await (await welcome()).open(f"/table?replay#{made['watch']}")
    await table.until("over")
    _, frames = await place(table)
    await scrub(table, frames - 1)
    await expect(table.page.locator("#ask")).to_contain_text("still going on")
    await expect(table.piece("a1")).to_be_visible()
