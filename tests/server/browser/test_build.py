"""Building a force on the page: by clicks, by keyboard, by finger; undo, files, and on to a battle."""

import re
from pathlib import Path

import pytest
from playwright.async_api import FilePayload, Locator, expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.table import Table
from tests.server.browser.test_phone import PHONE, fits
from warbook.books.steampunk.army.building import armies, read_army, write_army
from warbook.core.datafile import read_written

pytestmark = pytest.mark.anyio

IMAGE = "<img src=x onerror=window.struck=1>"


async def desk(welcome: Welcome, path: str = "/build?book=steampunk", **more: object) -> Table:
    guest = await welcome(**more)
    guest.expects("Failed to load resource")  # how a browser tells that a file was refused
    table = await guest.open(path)
    await table.until("waiting")
    return table


def offer(table: Table, act: str) -> Locator:
    return table.page.locator(f"[data-testid=offer][data-act='{act}']")


def total(table: Table, name: str) -> Locator:
    return table("total").filter(has_text=name)


def payload(text: str) -> FilePayload:
    return {"name": "mine.toml", "mimeType": "application/toml", "buffer": text.encode()}


async def ork_infantry(table: Table) -> None:
    await table("set-nation").select_option("nation/ork")
    await offer(table, "add/ork.ork-infantry").click()
    await expect(table("line")).to_have_count(1)


async def saved(table: Table, path: Path) -> str:
    async with table.page.expect_download() as download:
        await table("download").click()
    await (await download.value).save_as(path)
    return (await download.value).suggested_filename


WHOLE = "lines => lines.scrollHeight <= lines.clientHeight + 1"  # nothing of it has to be scrolled for


async def test_an_army_is_built_by_clicks_saved_and_taken_into_battle(
    welcome: Welcome, tmp_path: Path
) -> None:
    table = await desk(welcome)
    await expect(table("wrong")).to_contain_text("An army has at least one unit")
    await expect(table("play-with-it")).to_be_disabled()
    await ork_infantry(table)
    await expect(table("sound")).to_be_visible()
    await expect(total(table, "Manpower")).to_contain_text("4 of 24")
    await offer(table, "0/replace/ork.ork-elite-infantry").click()
    await expect(table("part")).to_have_count(1)
    await offer(table, "0/equip/ork.war-drum").click()
    await expect(table("part")).to_have_text([re.compile("Ork Elite Infantry"), re.compile("War Drum")])
    await offer(table, "add/ork.troll").click()
    await expect(table("mind")).to_contain_text("huge in yours: Troll")
    assert await table.page.locator(".lines").evaluate(WHOLE)
    await table("set-name").fill("The Iron Fist")
    await table("set-name").press("Enter")
    await expect(table.page.locator("h1")).to_have_text("The Iron Fist")
    assert await saved(table, tmp_path / "mine.toml") == "the-iron-fist.toml"
    army = read_army(read_written(tmp_path / "mine.toml"))
    assert [unit.unit for unit in army.units] == ["ork.ork-infantry", "ork.troll"]
    assert army.units[0].equip == ("ork.war-drum",)
    await table("play-with-it").click()
    await table.page.wait_for_url("**/?book=steampunk&own#setup")
    await expect(table("force-a")).to_have_value("own:the-iron-fist.toml")
    await expect(table("force-b").locator("option[value^=own]")).to_have_count(1)
    await table("start").click()
    await table.page.wait_for_url("**/table#*")
    await expect(table.page.locator("battle-header")).to_contain_text("The Iron Fist")


async def test_what_is_wrong_and_why_is_told_at_once(welcome: Welcome) -> None:
    table = await desk(welcome)
    await ork_infantry(table)
    await offer(table, "0/equip/ork.assault-musket").click()
    pistol = offer(table, "0/equip/ork.ork-pistol")
    await expect(pistol).to_contain_text("Ork Infantry has 2 hands")
    assert await pistol.evaluate("element => element.tagName") == "DIV"
    await pistol.get_by_test_id("why").click()
    await expect(table("rule-note")).to_contain_text("one two-handed weapon")
    await table.page.keyboard.press("Escape")
    await table("set-game").select_option("game/tank")
    await expect(table("wrong").first).to_contain_text("the tank game has 0; save 4")
    await expect(total(table, "Manpower")).to_have_class(re.compile("over"))
    await table("undo").click()
    await expect(table("sound")).to_be_visible()


async def test_a_fault_stands_at_the_entry_and_part_it_is_about(welcome: Welcome) -> None:
    table = await desk(welcome)
    await ork_infantry(table)
    await offer(table, "0/replace/ork.ork-elite-infantry").click()
    await expect(table("part")).to_have_count(1)
    await offer(table, "0/equip/ork.war-drum").click()
    await expect(table("part")).to_have_count(2)
    await table("part").first.get_by_test_id("take-off").click()
    await expect(table("part")).to_have_count(1)
    await expect(table("line").get_by_test_id("wrong")).to_contain_text("War Drum needs a model that is")
    await expect(table("part")).to_have_class(re.compile("flawed"))
    await table("take-out").click()
    await expect(table("line")).to_have_count(0)


async def test_quick_presses_are_all_heard(welcome: Welcome) -> None:
    table = await desk(welcome)
    await table("set-nation").select_option("nation/ork")
    await offer(table, "add/ork.grunt").click(click_count=3)
    await expect(table("line")).to_have_count(3)


async def test_undo_goes_back_step_by_step(welcome: Welcome) -> None:
    table = await desk(welcome)
    await expect(table("undo")).to_be_disabled()
    await table("start-from").select_option("start/ork.small")
    await expect(table("line")).to_have_count(len(armies()["ork.small"].units))
    await table("take-out").first.click()
    await expect(table("line")).to_have_count(len(armies()["ork.small"].units) - 1)
    await table("undo").click()
    await expect(table("line")).to_have_count(len(armies()["ork.small"].units))
    await table.page.locator("h1").click()
    await table.page.keyboard.press("Control+z")
    await expect(table("line")).to_have_count(0)
    await expect(table("undo")).to_be_disabled()


async def test_the_draft_is_there_again_when_the_page_is(welcome: Welcome) -> None:
    table = await desk(welcome)
    await ork_infantry(table)
    await table.page.reload()
    await table.until("waiting")
    await expect(table("line")).to_have_count(1)


async def test_a_name_that_is_typed_does_not_swallow_the_click_that_ends_it(welcome: Welcome) -> None:
    table = await desk(welcome)
    await table("set-nation").select_option("nation/ork")
    first = offer(table, "add/ork.speedhead")
    await first.wait_for()
    await table("set-name").fill("Speed")
    box = await first.bounding_box()
    assert box is not None
    async with table.page.expect_response("**/api/draft"):
        await table.page.mouse.move(box["x"] + 20, box["y"] + 10)
        await table.page.mouse.down()
    await table.page.mouse.up()
    await expect(table("line")).to_have_count(1)
    await expect(table.page.locator("h1")).to_have_text("Speed")


async def test_by_keyboard_alone_and_the_focus_stays_where_one_works(welcome: Welcome) -> None:
    table = await desk(welcome)
    await table("set-nation").focus()
    await table.page.keyboard.type("Ork")
    await offer(table, "add/ork.ork-infantry").wait_for()
    await offer(table, "add/ork.ork-infantry").focus()
    await table.page.keyboard.press("Enter")
    await expect(table("line")).to_have_count(1)
    await expect(offer(table, "add/ork.ork-infantry")).to_be_focused()
    await table.page.keyboard.press("Space")
    await expect(table("line")).to_have_count(2)
    await table("open-line").first.focus()
    await table.page.keyboard.press("Enter")
    await offer(table, "0/equip/ork.pyro").wait_for()
    await expect(table("open-line").first).to_be_focused()
    await offer(table, "0/equip/ork.pyro").focus()
    await table.page.keyboard.press("Enter")
    await expect(table("part")).to_have_count(1)
    await table("take-off").focus()
    await table.page.keyboard.press("Enter")
    await expect(table("part")).to_have_count(0)
    await expect(table("open-line").first).to_be_focused()
    await expect(table.page.locator("#now")).to_contain_text("Taken off: Pyro. Nothing is wrong with it.")


async def test_a_file_is_opened_and_a_broken_one_says_what_is_wrong(welcome: Welcome) -> None:
    table = await desk(welcome)
    await table("open-file").set_input_files(payload(write_army(armies()["elf.small"])))
    await expect(table("line")).to_have_count(len(armies()["elf.small"].units))
    await table("open-file").set_input_files(payload("nation = 'elf'"))
    await expect(table("file-fault")).to_contain_text(
        "mine.toml, line 1: the top of the file lacks the field 'name'"
    )
    await expect(table("line")).to_have_count(len(armies()["elf.small"].units))
    await table("open-file").set_input_files(payload(f'name = "{IMAGE}"\nnation = "{IMAGE}"\nunits = []'))
    await expect(table("wrong")).to_contain_text("There is no nation")
    await expect(table.page.locator("h1")).to_have_text(IMAGE)
    assert await table.page.evaluate("window.struck") is None


async def test_the_front_page_and_the_set_up_lead_to_it(welcome: Welcome) -> None:
    table = await desk(welcome, "/")
    await table("to-build").click()
    await table.page.wait_for_url("**/build")
    await expect(table.page.locator("h1")).to_have_text(re.compile("^New "))
    await table.page.goto(table.page.url.replace("/build", "/?book=steampunk#setup"))
    await table("build-one").first.click()
    await table.page.wait_for_url("**/build?book=steampunk")
    await table.page.goto(table.page.url.replace("/build?book=steampunk", "/?book=toy#setup"))
    await table("start").wait_for()
    await expect(table("build-one")).to_have_count(0)


async def test_the_set_up_lists_forces_by_game_and_finds_an_opponent(welcome: Welcome) -> None:
    table = await desk(welcome, "/?book=steampunk#setup")
    groups = table("force-a").locator("optgroup")
    await expect(groups).to_have_count(6)
    assert [await each.get_attribute("label") for each in await groups.all()][2] == "Tank game"
    await expect(table("force-b")).to_have_value("elf.small")
    await table("force-a").select_option("dwarf.standard")
    await expect(table("force-b")).to_have_value("elf.small")  # they may meet
    await table("force-a").select_option("dark-elf.tank")
    await expect(table("force-b")).to_have_value("dwarf.tank")
    await table("force-b").select_option("ork.men")
    await expect(table("force-a")).to_have_value("dwarf.industrial")
    tanks = table.page.locator(".picker").filter(has=table("force-a")).get_by_test_id("file")
    await tanks.set_input_files(payload(write_army(armies()["elf.tank"])))
    await expect(table("force-a")).to_have_value("own:mine.toml")
    await expect(table("force-b")).to_have_value("dark-elf.tank")
    await table("force-b").select_option("elf.small")
    await expect(table("force-a")).to_have_value("own:mine.toml")  # nobody's own file is put aside
    await table("start").click()
    await expect(table("setup-fault")).to_contain_text("choose two armies for the same game")
    await table("force-b").select_option("gnome.tank")
    await table("start").click()
    await table.page.wait_for_url("**/table#*")


async def test_on_a_phone_by_finger(welcome: Welcome) -> None:
    table = await desk(welcome, **PHONE)
    await fits(table)
    await table("start-from").select_option("start/dwarf.standard")
    await expect(table("line")).to_have_count(len(armies()["dwarf.standard"].units))
    infantry = table("open-line").filter(has_text="Infantry").first
    await infantry.tap()
    await table.page.locator(".entry.open [data-testid=offer]").first.wait_for()
    await fits(table)
    before = await table("part").count()
    await table("take-off").first.tap()
    await expect(table("part")).to_have_count(before - 1)
    await fits(table)
