"""A battle without a mouse: on the drawn table by keys, and in the text view by buttons and fields."""

import re

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, shoots, skirmish, walks
from tests.server.browser.table import Table, Wire
from tests.server.client import Visit

pytestmark = pytest.mark.anyio

MOST = 120  # answers, or steps of the cursor


class Typist:
    """Plays by keys. Only what the page says to a screen reader tells where the cursor is."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.key = table.page.keyboard.press
        self.walked = self.shot = self.undone = False

    async def play_a_turn(self) -> None:
        for _ in range(MOST):
            question = await self.table.asked()
            phases = [each for each in self.all_events() if each["type"] == "Phase" and each["side"] == "a"]
            if phases and phases[-1]["turn"] > 1 and self.walked and self.shot:
                return
            await self.answer(question)
        raise AssertionError("the turn does not end")

    def all_events(self) -> list[Wire]:
        events: list[Wire] = []
        for state in (message for message in self.table.heard if message["type"] == "state"):
            events = [*events[: state["keep"]], *state["events"]]
        return events

    async def answer(self, question: Wire) -> None:
        if question["rule"] == "nec.bottle.voluntary":
            await self.table.after(self.key("1"))
        elif shoots(question):
            await self.shoot(question)
        elif question["kind"] == "route" and question["start"] is None:
            x, y = inside(await self.table.reach())
            await self.go(x, y)
        elif walks(question) and not self.walked:
            await self.go(*inside(await self.table.reach()))
            self.walked = True
        else:
            await self.key("a")
            await self.table("advice-take").wait_for()
            await self.table.after(self.key("Enter"))

    async def shoot(self, question: Wire) -> None:
        await self.key("ArrowDown")
        for _ in question["options"]:
            if await self.table("odds").is_visible():
                break
            await self.key("ArrowDown")
        await expect(self.table("odds")).to_contain_text("exact")
        chosen = self.table.page.locator("li.on [data-testid=option]")
        await expect(chosen).to_be_focused()
        await self.table.after(self.key("Enter"))
        self.shot = True

    async def go(self, x: float, y: float) -> None:
        """To a place, half-way round, and answered."""
        await self.table.reach()
        await self.key("ArrowUp")
        for _ in range(MOST):
            east, north = await self.cursor()
            if abs(east - x) <= 0.25 and abs(north - y) <= 0.25:
                break
            far = max(abs(east - x), abs(north - y)) >= 3
            if abs(east - x) > abs(north - y):
                arrow = "ArrowRight" if east < x else "ArrowLeft"
            else:
                arrow = "ArrowUp" if north < y else "ArrowDown"
            await self.key(f"Shift+{arrow}" if far else arrow)
        label = str(await self.table("board").get_attribute("aria-label"))
        assert label.endswith("in reach"), label
        await self.key("Enter")
        await self.table("as-is").wait_for()
        await self.key("ArrowLeft")
        await expect(self.table("as-is")).to_contain_text("Face ")
        await self.table.after(self.key("Enter"))

    async def cursor(self) -> tuple[float, float]:
        label = str(await self.table("board").get_attribute("aria-label"))
        found = re.search(r"([\d.]+) east, ([\d.]+) north", label)
        assert found, label
        return float(found[1]), float(found[2])


async def test_a_turn_by_keys_alone(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**skirmish(BOT, turns=6, seed="5"))
    table = await (await welcome()).open(f"/table#{made['seats']['a']}")
    typist = Typist(table)
    await table.page.evaluate(
        "() => { window.clicks = 0; addEventListener('mousedown', () => clicks++, true); }"
    )
    question = await table.asked()
    while "Set up" not in question["text"]:
        await typist.answer(question)
        question = await table.asked()

    numbers = table("option")
    first = await numbers.first.locator(".n").inner_text()
    await table.after(table.page.keyboard.press(first))
    assert (await table.asked())["kind"] == "route"
    await table.after(table.page.keyboard.press("u"))
    assert (await table.asked())["text"] == question["text"]
    await table.after(table.page.keyboard.press(first))
    await typist.answer(await table.asked())
    assert "set up" in await table.log()

    await table.page.keyboard.press("?")
    await expect(table("help")).to_contain_text("Keys")
    await table.page.keyboard.press("Escape")
    await expect(table("help")).to_have_count(0)

    theme = await table.page.evaluate("document.documentElement.dataset.theme")
    for _ in range(MOST):
        await table.page.keyboard.press("Tab")
        if await table.page.evaluate("document.activeElement?.dataset.testid === 'theme'"):
            break
    await table.page.keyboard.press("Enter")
    assert await table.page.evaluate("document.documentElement.dataset.theme") != theme

    await typist.play_a_turn()
    assert await table.page.evaluate("window.clicks") == 0


async def test_set_up_by_keys_alone(welcome: Welcome) -> None:
    table = await (await welcome()).open()
    await table.until("waiting")
    await table("to-setup").focus()
    await table.page.keyboard.press("Enter")
    await table("start").wait_for()
    await table("book").focus()
    await table.page.keyboard.press("Home")
    while await table("book").input_value() != "toy":
        await table.page.keyboard.press("ArrowDown")
    await table("start").focus()
    await table.page.keyboard.press("Enter")
    await table.page.wait_for_url("**/table#*")
    await table.until("asked")
    await table.page.keyboard.press("2")
    await expect(table("log")).to_contain_text("anvil")


async def test_the_text_view_plays_with_buttons_and_fields(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**skirmish(BOT, turns=6, seed="5"))
    table = await (await welcome()).open(f"/table?text#{made['seats']['a']}")
    walked = shot = False
    for _ in range(MOST):
        question = await table.asked()
        await expect(table.page.locator("#now")).to_have_text(question["text"])
        await reads_well(table)
        if walked and shot:
            break
        if question["kind"] == "choose" and "Set up" in question["text"] and not await placed(table):
            await table.after(table("option").nth(0).click())
        elif question["kind"] == "route" and (question["start"] is None or not walked):
            await go_somewhere(table)
            await expect(table("way")).to_contain_text("To ")
            await table("route-facing").select_option("north")
            await table.after(table("go").click())
            walked = walked or question["start"] is not None
        elif shoots(question):
            await table("odds-of").first.click()
            odds = table.page.locator(".text-odds [role=status]").first
            await expect(odds).to_contain_text("/")
            target = await table("odds-of").first.get_attribute("data-option")
            await table.choose(str(target))
            shot = True
        elif question["rule"] == "nec.bottle.voluntary":
            await table.choose("fight")
        else:
            await table("advice").click()
            await table.after(table("advice-take").click())
    assert walked and shot
    live = table.page.locator("[aria-live], [role=log], [role=status]")
    assert await live.count() >= 3
    assert "Xan" in await table.log()


async def go_somewhere(table: Table) -> None:
    """To a place by name where there is one, else by its figures."""
    await expect(table("places")).to_contain_text("reach")
    if await table("landmark").count():
        await table("landmark").first.click()
        return
    east, north, _ = table.latest("reach")["spots"][0]
    await table("route-x").fill(str(east))
    await table("route-y").fill(str(north))
    await table("look").click()


async def placed(table: Table) -> bool:
    return any(piece["on_table"] for piece in table.latest("state")["pieces"] if piece["side"] == "a")


async def reads_well(table: Table) -> None:
    """One heading of the first rank; everything that can be used has a name."""
    nameless = await table.page.evaluate(
        """() => [...document.querySelectorAll("button, a, input, select, summary")]
            .filter((each) => each.checkVisibility())
            .filter((each) => !each.textContent.trim() && !each.ariaLabel && !each.labels?.length)
            .map((each) => each.outerHTML)"""
    )
    assert nameless == []
    assert await table.page.locator("h1:visible").count() == 1


def inside(spots: list[list[float]]) -> tuple[float, float]:
    """A spot near the west with nothing but spots in reach round it, so that a cursor of half inches hits."""
    found = {(x, y) for x, y, _ in spots}
    steps = [(dx, dy) for dx in (-1, -0.5, 0, 0.5, 1) for dy in (-1, -0.5, 0, 0.5, 1)]
    deep = [(x, y) for x, y in found if all((x + dx, y + dy) in found for dx, dy in steps)]
    return min(deep or found, key=lambda spot: (abs(spot[0] - 12) + abs(spot[1] - 5), spot))
