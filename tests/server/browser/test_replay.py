"""A battle watched again."""

from pathlib import Path
from xml.etree import ElementTree

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


async def test_a_line_of_the_log_leads_to_its_moment_and_the_keys_go_on_from_there(
    visit: Visit, welcome: Welcome
) -> None:
    made = await visit.make(**skirmish(BOTS, turns=3, seed="5"))
    table = await (await welcome()).open(f"/table#{made['watch']}")
    await table.until("over")
    await table.page.goto(await table("share").input_value())
    await table.until("over")
    await table.page.keyboard.press("End")
    lines = table.page.locator("battle-log p[data-at]")
    nth = await lines.count() // 2
    words = await lines.nth(nth).inner_text()
    await lines.nth(nth).click(position={"x": 3, "y": 3})
    await expect(table("replay-play")).to_contain_text("Play")
    at, of = await place(table)
    assert 1 < at < of
    assert words.split(".")[0] in await lines.last.inner_text()  # it is the last that has happened by then
    for press, to in (("ArrowRight", at + 1), ("ArrowLeft", at), ("Home", 1), ("End", of)):
        await table.page.keyboard.press(press)
        await expect(table("replay-place")).to_have_text(f"{to} of {of}")
    await table("replay-scrub").focus()
    await table.page.keyboard.press("ArrowLeft")
    await expect(table("replay-place")).to_have_text(f"{of - 1} of {of}")
    await table("replay-next").focus()
    await table.page.keyboard.press("ArrowLeft")
    await expect(table("replay-place")).to_have_text(f"{of - 2} of {of}")


async def test_what_is_told_of_a_battle_that_is_over(visit: Visit, welcome: Welcome) -> None:
    """Three lines and a picture to share, and of each who rolled what was made and what was expected."""
    made = await visit.make(**skirmish(BOTS, turns=3, seed="5"))
    guest = await welcome(permissions=["clipboard-read", "clipboard-write"])
    table = await guest.open(f"/table#{made['watch']}")
    await table.until("over")
    sides = (await visit.told("ledger", made["watch"])).json()
    await expect(table("summary-line")).to_have_count(3)
    lines = await table("summary-line").all_inner_texts()
    assert all(side["name"] in lines[2] for side in sides)
    await table("copy-summary").click()
    assert await table.page.evaluate("navigator.clipboard.readText()") == "\n".join(lines)
    async with table.page.expect_download() as download:
        await table("get-picture").click()
    picture = ElementTree.fromstring((await (await download.value).path()).read_text("utf-8"))
    assert picture.tag == "{http://www.w3.org/2000/svg}svg" and picture[0].tag.endswith("style")
    assert any("Ada" in str(words.text) for words in picture.iter())
    await table("stories").locator("summary").click()
    told = [(await row.inner_text()).split("\t")[-3:] for row in await table("story").all()]
    due = [line for side in sides for story in side["stories"] for line in story["lines"]]
    assert due and [row[1] for row in told] == [f"{line['made']} of {line['of']}" for line in due]
    assert [float(row[2]) for row in told] == [round(line["expected"], 1) for line in due]


async def test_orders_that_were_sealed_are_laid_over_the_table(visit: Visit, welcome: Welcome) -> None:
    seat = (await visit.make(book="steampunk", lesson=True))["seats"]["a"]
    async with visit.sit(seat) as page:
        await page.begun()
        while not any(event["type"] == "Revealed" for event in page.state["events"]):
            await page.answer((await page.ask("advise"))["value"])
        await page.say("resign")
    table = await (await welcome()).open(f"/table?replay#{seat}")
    await table.until("over")
    await table.page.keyboard.press("End")
    revealed = [event for event in (await visit.replay(seat))["events"] if event["type"] == "Revealed"]
    shown = {piece: short for piece, short, *_ in revealed[-1]["shown"]}
    assert {piece[0] for piece in shown} == {"a", "b"}
    await expect(table.page.locator(".wb-said")).to_have_count(0)
    await table.page.keyboard.press("o")
    await expect(table("replay-orders")).to_have_attribute("aria-pressed", "true")
    said = await table.page.locator(".wb-said").all_text_contents()
    assert sorted(said) == sorted(shown.values())


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
