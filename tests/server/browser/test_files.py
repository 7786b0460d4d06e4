"""Forces and scenarios of one's own."""

import pytest
from playwright.async_api import FilePayload, expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, BULLS, IRONS, gang, scenario, skirmish
from tests.server.browser.table import Table
from tests.server.client import Visit

pytestmark = pytest.mark.anyio

IMAGE = "<img src=x onerror=window.struck=1>"


def payload(file: dict[str, str]) -> FilePayload:
    return {"name": file["name"], "mimeType": "application/toml", "buffer": file["text"].encode()}


async def setting_up(welcome: Welcome) -> Table:
    guest = await welcome()
    guest.expects("Failed to load resource")  # how a browser tells that a file was refused
    table = await guest.open("/#setup")
    await table("start").wait_for()
    return table


async def test_good_files_are_taken_and_played(welcome: Welcome) -> None:
    table = await setting_up(welcome)
    for field, file in (
        ("scenario", scenario()),
        ("force-a", gang(*IRONS)),
        ("force-b", gang(*BULLS)),
    ):
        picker = table.page.locator(".picker").filter(has=table(field))
        await picker.get_by_test_id("file").set_input_files(payload(file))
        await expect(table(field)).to_have_value(f"own:{file['name']}")
    await table("start").click()
    await table.page.wait_for_url("**/table#*")
    await table.until("asked")
    await expect(table.page.locator("battle-header")).to_contain_text("Irons")
    assert {piece["name"] for piece in table.latest("state")["pieces"]} == {*IRONS[1], *BULLS[1]}


@pytest.mark.parametrize(
    ("field", "kind", "text"),
    [
        ("force-a", "force", 'name = "Nobody"\nfighters = []\n'),
        ("force-b", "force", gang(*BULLS)["text"].replace("autogun", "autogum")),
        ("scenario", "scenario", scenario()["text"].replace("width = 24", "width = 12")),
        ("scenario", "scenario", "this is not = = TOML"),
    ],
)
async def test_a_broken_file_says_what_is_wrong_with_it(
    visit: Visit, welcome: Welcome, field: str, kind: str, text: str
) -> None:
    file = {"name": "mine.toml", "text": text}
    refused = await visit.http.post("/api/check", json={"book": "necromunda", "kind": kind, "file": file})
    assert refused.status_code == 400
    table = await setting_up(welcome)
    before = await table(field).input_value()
    picker = table.page.locator(".picker").filter(has=table(field))
    await picker.get_by_test_id("file").set_input_files(payload(file))
    fault = picker.get_by_test_id("file-fault")
    await expect(fault).to_be_visible()
    assert await fault.text_content() == refused.json()["words"]
    assert await table(field).input_value() == before


async def test_names_with_markup_in_them_are_words(visit: Visit, welcome: Welcome) -> None:
    forces = [gang(IMAGE, (IMAGE, f"{IMAGE}2", "Cy")), gang(*BULLS)]
    made = await visit.make(**skirmish({"a": "drill", "b": "drill"}, forces=forces, seed="5"))
    guest = await welcome()
    for path in (f"/table#{made['watch']}", f"/table?text#{made['watch']}", f"/table?replay#{made['watch']}"):
        table = await guest.open(path)
        await table.until("over")
        await expect(table.page.locator("body")).to_contain_text(IMAGE)
        assert await table.page.locator("img").count() == 0
        assert await table.page.evaluate("window.struck") is None
    home = await guest.open()
    await expect(home("battle")).to_contain_text(IMAGE)
    assert await home.page.evaluate("window.struck") is None


async def test_markup_in_names_stays_words_while_one_is_asked(visit: Visit, welcome: Welcome) -> None:
    forces = [gang(IMAGE, (IMAGE, f"{IMAGE}2", "Cy")), gang(*BULLS)]
    made = await visit.make(**skirmish(BOT, forces=forces, seed="5"))
    table = await (await welcome()).open(f"/table#{made['seats']['a']}")
    while (await table.asked())["options"][0]["id"] not in ("rest", "a1"):
        await table.after(table("option").first.click())
    await expect(table("question")).to_contain_text(IMAGE)
    await expect(table("roster")).to_contain_text(IMAGE)
    assert await table.page.evaluate("window.struck") is None
