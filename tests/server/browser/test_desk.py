"""The odds desk as a page: asked by name and by figure, compared, varied, kept in a link."""

import re
from fractions import Fraction
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.async_api import Locator, expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.table import Table
from tests.server.browser.test_phone import PHONE, fits
from warbook.core.shelf import load_book
from warbook.desk.asking import answered

pytestmark = pytest.mark.anyio

BOOKS = ("arap", "duel", "gorkamorka", "necromunda", "steampunk", "vehicles")


async def desk(welcome: Welcome, path: str = "/odds/necromunda", **more: object) -> Table:
    guest = await welcome(**more)
    guest.expects("Failed to load resource")  # how a browser tells that something was refused
    table = await guest.open(path)
    await table.until("waiting")
    return table


def outcome(table: Table, name: str) -> Locator:
    return table.page.locator(f"[data-testid=outcome][data-name='{name}']")


def figure(table: Table, name: str) -> Locator:
    return table(f"figure-{name}")


def due(*given: str, book: str = "necromunda", question: str = "shot") -> dict[str, Fraction]:
    return dict(answered(load_book(book).questions[question], given).outcomes)


async def shows(table: Table, chances: dict[str, Fraction]) -> None:
    for name, chance in chances.items():
        await expect(outcome(table, name)).to_have_attribute("data-exact", str(chance))


@pytest.mark.parametrize("book", BOOKS)
async def test_every_question_is_answered_as_it_opens(welcome: Welcome, book: str) -> None:
    table = await desk(welcome, f"/odds/{book}")
    for question in load_book(book).questions.values():
        await table(f"question-{question.id}").click()
        await expect(table.page.locator("#says")).to_have_text(question.says)
        await expect(table(f"question-{question.id}")).to_have_attribute("aria-current", "page")
        asked = parse_qsl(urlsplit(table.page.url).query)
        given = [f"{name}={value}" for name, value in asked if name != "q"]
        assert asked[0] == ("q", question.id)
        await shows(table, due(*given, book=book, question=question.id))


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_the_words_of_the_book_explain_themselves_in_place(welcome: Welcome, theme: str) -> None:
    table = await desk(welcome, "/odds/necromunda?q=shot&bs=3&s=3&t=3", color_scheme=theme, **PHONE)
    term = load_book("necromunda").glossary.spoken["down"][1]
    await outcome(table, "down").locator("[data-term=down]").tap()
    await expect(table("rule-note")).to_contain_text(term.words)
    await table.page.keyboard.press("Escape")
    await table("more-t").tap()
    await shows(table, due("bs=3", "s=3", "t=4"))
    await expect(outcome(table, "down").locator("[data-term=down]")).to_have_count(1)
    await fits(table)
    table = await desk(welcome, "/odds/gorkamorka?q=shot", color_scheme=theme, **PHONE)
    told = table("words-here").locator("[data-term=overwatch]")  # it stands on a switch, too
    await told.tap()
    await expect(table("rule-note")).to_contain_text(
        load_book("gorkamorka").glossary.spoken["overwatch"][1].words
    )
    await fits(table)


async def test_by_name_then_a_figure_and_back(welcome: Welcome) -> None:
    table = await desk(welcome)
    await table("role-shooter").select_option("Krell")
    await expect(table("role-weapon")).to_have_value("Heavy stubber")  # what he carries
    await table("role-target").select_option("Moth")
    by_name = ("shooter=Krell", "weapon=Heavy stubber", "target=Moth")
    await shows(table, due(*by_name))
    await table.page.get_by_label("Target is in cover", exact=True).check()
    await shows(table, due(*by_name, "when=target is in cover"))
    await expect(figure(table, "mods").locator("input[type=number]")).to_have_value("-2")
    await table("more-t").click()
    await shows(table, due(*by_name, "when=target is in cover", "t=4"))
    await figure(table, "t").get_by_role("button", name="undo").click()
    await shows(table, due(*by_name, "when=target is in cover"))


async def test_figures_stay_when_nobody_is_named_any_more(welcome: Welcome) -> None:
    table = await desk(welcome, "/odds/necromunda?q=shot&shooter=Vex&s=3&t=3")
    await shows(table, due("bs=4", "s=3", "t=3"))
    await table("role-shooter").select_option("")
    await expect(table.page).to_have_url(re.compile("bs=4"))
    await shows(table, due("bs=4", "s=3", "t=3"))


async def test_a_link_brings_all_of_it_back(welcome: Welcome) -> None:
    table = await desk(welcome)
    await table("role-target").select_option("Moth")
    await table("more-bs").click()
    await table("compare").click()
    await table("role-target").select_option("Sorrow")
    await expect(table("compared")).to_be_visible()
    await expect(table.page).to_have_url(re.compile("vs=target%3DSorrow"))
    page = await table.page.context.new_page()
    await page.goto(table.page.url)
    again = Table(page)
    await again.until("waiting")
    await expect(again("role-target")).to_have_value("Moth")
    await expect(figure(again, "bs").locator("input[type=number]")).to_have_value("5")
    await again("set-up-second").click()
    await expect(again("role-target")).to_have_value("Sorrow")


async def test_two_set_ups_side_by_side_with_the_difference(welcome: Welcome) -> None:
    table = await desk(welcome, "/odds/necromunda?q=shot&bs=3&s=3&t=3")
    await table("compare").click()
    await table("more-s").click()
    first, second = due("bs=3", "s=3", "t=3"), due("bs=3", "s=4", "t=3")
    for name in first:
        row = table.page.locator(f"[data-testid=difference][data-name='{name}']")
        await expect(row).to_have_attribute("data-exact", str(second[name] - first[name]))
    await table("set-up-first").click()
    await expect(figure(table, "s").locator("input[type=number]")).to_have_value("3")
    await table("compare").click()
    await shows(table, first)


async def test_one_parameter_is_a_curve_and_two_are_a_grid(welcome: Welcome) -> None:
    table = await desk(welcome, "/odds/necromunda?q=shot&bs=3&s=3&t=3")
    await table("vary").click()
    await table("vary-1").select_option("t")
    await table("values-1").fill("2..5")
    await table("values-1").press("Enter")
    await expect(table("varied").locator("polyline")).to_have_count(6)  # nobody is only wounded
    await table("vary-2").select_option("save")
    await table("values-2").fill("none,5")
    await table("values-2").press("Enter")
    await table("of").select_option("out")
    cells = table("varied").locator("svg rect title")
    await expect(cells).to_have_count(8)
    await expect(cells.nth(1)).to_have_text(
        f"T 2, save 5: {float(due('bs=3', 's=3', 't=2', 'save=5')['out']):.1%}"
    )
    await table("values-1").fill("5..2")
    await table("values-1").press("Enter")
    await expect(table("fault")).to_contain_text("is no range")


async def test_exact_fractions_text_csv_and_picture(welcome: Welcome) -> None:
    guest = await welcome(permissions=["clipboard-read", "clipboard-write"])
    table = await guest.open("/odds/necromunda?q=leadership&ld=7")
    await table.until("waiting")
    await expect(outcome(table, "pass")).not_to_contain_text("7/12")
    await table("fractions").click()
    await expect(outcome(table, "pass")).to_contain_text("7/12")
    await expect(table("fractions")).to_be_focused()
    await table("copy-text").click()
    await expect(table("toast")).to_contain_text("Copied")
    text = await table.page.evaluate("navigator.clipboard.readText()")
    assert "pass: 58.3% (7/12)" in text and "q=leadership&ld=7" in text
    await table("copy-link").click()
    link = urlsplit(await table.page.evaluate("navigator.clipboard.readText()"))
    assert (link.path, parse_qsl(link.query)) == ("/odds/necromunda", [("q", "leadership"), ("ld", "7")])
    async with table.page.expect_download() as download:
        await table("csv").click()
    saved = await (await download.value).path()
    assert saved.read_text("utf-8").splitlines()[1].startswith("pass,0.5833333333333334,7/12")
    async with table.page.expect_download() as download:
        await table("picture").click()
    picture = (await (await download.value).path()).read_text("utf-8")
    assert picture.startswith("<svg") and "58.3%" in picture and "var(" not in picture


async def test_wrong_values_in_a_link_get_a_sentence(welcome: Welcome) -> None:
    table = await desk(welcome, "/odds/necromunda?q=shot&bs=3&s=3&t=99")
    await expect(table("fault")).to_contain_text("t cannot be '99', it is a whole number from 1 to 10")
    await figure(table, "t").locator("input[type=number]").fill("3")
    await figure(table, "t").locator("input[type=number]").press("Enter")
    await expect(table("fault")).to_have_count(0)
    await shows(table, due("bs=3", "s=3", "t=3"))


async def test_by_keyboard_alone(welcome: Welcome) -> None:
    table = await desk(welcome, "/odds/necromunda?q=fight&a_fighter=Vex&b_fighter=Moth")
    fight = ("a_fighter=Vex", "b_fighter=Moth")
    await table("role-a_fighter").focus()
    await table.page.keyboard.type("Krell")
    await expect(table("role-a_fighter")).to_have_value("Krell")
    await shows(table, due("a_fighter=Krell", fight[1], question="fight"))
    switch = figure(table, "charging").get_by_role("switch")
    await switch.focus()
    await table.page.keyboard.press("Space")
    await shows(table, due("a_fighter=Krell", fight[1], "charging=1", question="fight"))
    await figure(table, "higher").get_by_role("radio").first.focus()
    await table.page.keyboard.press("ArrowRight")
    await shows(table, due("a_fighter=Krell", fight[1], "charging=1", "higher=a", question="fight"))
    await figure(table, "b_t").get_by_role("slider").focus()
    await table.page.keyboard.press("ArrowRight")
    given = ("a_fighter=Krell", fight[1], "charging=1", "higher=a", "b_t=4")
    await shows(table, due(*given, question="fight"))


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_with_a_thumb_on_a_phone_the_answer_stays_in_sight(welcome: Welcome, theme: str) -> None:
    table = await desk(welcome, "/odds/necromunda?q=shot&bs=3&s=3&t=3", color_scheme=theme, **PHONE)
    await fits(table)
    await table("more-t").tap()
    await shows(table, due("bs=3", "s=3", "t=4"))
    await expect(outcome(table, "miss")).to_be_in_viewport()
    small = await table.page.evaluate(
        """[...document.querySelectorAll("main .btn, main select, main .chip-box, main .step")]
            .map((each) => each.getBoundingClientRect())
            .filter((box) => box.width && (box.height < 44 || box.width < 40)).length"""
    )
    assert small == 0
    await table("compare").tap()
    await fits(table)
    await table("vary").tap()
    await table("varied").wait_for()
    await fits(table)


async def test_the_back_button_goes_to_the_question_before(welcome: Welcome) -> None:
    table = await desk(welcome)
    await table("question-injury").click()
    await shows(table, due(question="injury"))
    await table.page.go_back()
    await expect(table("question-shot")).to_have_attribute("aria-current", "page")
    await expect(outcome(table, "miss")).to_be_visible()
