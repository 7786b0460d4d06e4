"""What the page says before the click: odds, reasons, rules, dangers."""

from collections.abc import Callable
from math import cos, radians, sin

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, advised_until, shoots, skirmish, walks
from tests.server.browser.table import Table, Wire, foreseen
from tests.server.client import Visit

pytestmark = pytest.mark.anyio


SMALL = {"width": 1366, "height": 768}
# Whether the bar, the chances and the need are seen, and whether nothing is cut off at the side.
WHOLE = """card => {
    const box = card.getBoundingClientRect(), rows = card.querySelectorAll(".bar, .legend, .besides, .needs");
    const seen = (row) => row.getBoundingClientRect().bottom <= Math.min(box.bottom, innerHeight);
    return [[...rows].every(seen), card.scrollWidth <= card.clientWidth];
}"""
# Which of some places lie on the ground on which a weapon bears.
BORNE = """(path, places) => places.map(([x, y]) => {
    const board = document.querySelector("war-board"), box = board.getBoundingClientRect();
    const [left, top] = board.view.toScreen(x, y), screen = path.getScreenCTM().inverse();
    return path.isPointInFill(new DOMPoint(left + box.left, top + box.top).matrixTransform(screen));
})"""


# Whether somebody is pointed at by the time a move of the pointer has been told of, before the next frame.
POINTED = """([x, y]) => {
    const board = document.querySelector("war-board"), over = () => board.classList.contains("wb-over");
    const before = over(), move = { clientX: x, clientY: y, bubbles: true, pointerType: "mouse" };
    document.elementFromPoint(x, y).dispatchEvent(new PointerEvent("pointermove", move));
    return [before, over()];
}"""


async def sits_at(visit: Visit, welcome: Welcome, come: Callable[[Wire], bool]) -> Table:
    made = await visit.make(**skirmish(BOT, turns=6, seed="5"))
    await advised_until(visit, made["seats"]["a"], come)
    table = await (await welcome(viewport=SMALL)).open(f"/table#{made['seats']['a']}")
    await table.asked()
    return table


async def shown_odds(table: Table) -> tuple[list[str], str]:
    await table("odds").wait_for()
    legend = table("odds").locator(".legend > span")
    exact = [str(await row.get_attribute("title")) for row in await legend.all()]
    return exact, await table("odds").inner_text()


async def test_pointing_at_a_target_shows_the_exact_odds(visit: Visit, welcome: Welcome) -> None:
    table = await sits_at(visit, welcome, shoots)
    target = foreseen(await table.asked())
    await table.option(target["id"]).hover()
    from_list = await shown_odds(table)
    preview = target.get("preview") or table.latest("odds")["preview"]
    outcomes = [outcome for outcome in preview["outcomes"] if outcome[2] > 0]
    assert from_list[0] == [exact for _, exact, _ in outcomes]
    assert all(name in from_list[1] for name, _, _ in outcomes)
    assert preview["need"] in from_list[1]
    besides = await table("odds-besides").inner_text()
    assert preview["besides"] and all(name in besides for name, _, _ in preview["besides"])
    then = [await row.inner_text() for row in await table("odds-then").all()]
    assert len(then) == len(preview["then"]) and all(
        each["what"] in row and each["need"] in row for each, row in zip(preview["then"], then, strict=True)
    )
    assert await table("odds").evaluate(WHOLE) == [True, True]
    await table("pair").wait_for()
    pair = [await each.inner_text() for each in await table("pair-of").all()]
    names = {piece["id"]: piece["name"] for piece in table.latest("state")["pieces"]}
    assert [words.partition("\n")[0] for words in pair] == [
        names[(await table.asked())["piece"]],
        names[target["piece"]],
    ]
    grow = "slices => slices.map((slice) => Number(slice.style.flexGrow))"
    bar = await table("odds").locator(".bar > i").evaluate_all(grow)
    assert bar == pytest.approx([100 * value for _, _, value in outcomes])

    await table.page.mouse.move(2, 2)
    await expect(table.page.locator("li.on")).to_have_count(0)
    await expect(table("odds")).to_be_visible()  # it stays, so that its links can be reached
    place = await table.place(*await table.spot_of(target["piece"]))
    assert await table.page.evaluate(POINTED, place) == [False, True]
    await table.point(*await table.spot_of(target["piece"]))
    assert (await shown_odds(table))[0] == from_list[0]
    await expect(table.page.locator("li.on [data-testid=option]")).to_have_attribute(
        "data-option", target["id"]
    )


async def test_the_wedge_is_the_ground_on_which_the_weapon_bears(visit: Visit, welcome: Welcome) -> None:
    """Whoever can be hit stands on it; what is behind the shooter does not lie on it."""
    table = await sits_at(visit, welcome, shoots)
    question = await table.asked()
    pieces = {piece["id"]: piece for piece in table.latest("state")["pieces"]}
    shooter = pieces[question["piece"]]
    ahead = complex(cos(radians(shooter["facing"])), sin(radians(shooter["facing"])))
    places = [[shooter["x"] + ahead.real * by, shooter["y"] + ahead.imag * by] for by in (-2, 1)]
    hit = [each for each in question["options"] if each["piece"] and not each["barred"]]
    hit = [pieces[each["piece"]] for each in hit if not each.get("preview", {}).get("vain")]
    places += [[foe["x"], foe["y"]] for foe in hit]
    on_it = await table("borne").locator("path").evaluate(BORNE, places)
    assert hit and on_it == [False, True, *(True for _ in hit)]


async def test_what_is_barred_says_why_and_opens_its_rule(visit: Visit, welcome: Welcome) -> None:
    def barred(question: Wire) -> bool:
        return any(option["barred"] and option["barred"]["rule"] for option in question.get("options", ()))

    table = await sits_at(visit, welcome, barred)
    option = next(each for each in (await table.asked())["options"] if each["barred"])
    row = table.page.locator(f"[data-testid=barred][data-option='{option['id']}']")
    await expect(row).to_contain_text(option["barred"]["words"])
    await row.get_by_test_id("why").click()
    rules = (await visit.http.get("/api/books/necromunda/rules")).json()
    says = next(rule["says"] for rule in rules if rule["id"] == option["barred"]["rule"])
    await expect(table("rule-note")).to_contain_text(says[:40])
    await expect(table("rule-note")).to_contain_text(option["barred"]["rule"])


async def test_pointing_at_a_destination_shows_its_dangers(visit: Visit, welcome: Welcome) -> None:
    table = await sits_at(visit, welcome, walks)
    await table.reach()
    await table.point(*await table.spot_of("b1"))  # the way leads as near to him as one can get
    await table("dangers").wait_for()
    way = table.latest("way")
    worst = max(way["dangers"], key=lambda danger: danger["value"])
    names = {piece["id"]: piece["name"] for piece in table.latest("state")["pieces"]}
    row = table("dangers").locator("tr").first
    await expect(row).to_contain_text(names[worst["piece"]])
    await expect(row).to_contain_text(worst["how"])
    await expect(row).to_contain_text(f"{round(worst['value'] * 100)}%")
    if len(worst["chance"]) < 12:
        await expect(row).to_contain_text(worst["chance"])
    for seer in way["seen_by"]:
        await expect(table("outlook")).to_contain_text(names[seer])
    assert await table.page.locator(".wb-way").count() > 0
