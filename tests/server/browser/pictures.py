"""The pictures of docs/pictures: `python -m tests.server.browser.pictures`, or only some, by name (`squads`).
They show what the page looks like and are made anew by hand, whenever it looks different."""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, async_playwright

from tests.server.browser.skirmish import BOT, SHARED, Wire, advised_until, shoots, walks
from tests.server.browser.table import Table, foreseen, launched, receive
from tests.server.browser.test_phone import tap
from tests.server.client import Visit
from tests.server.server import Server

FOLDER = Path(__file__).parents[3] / "docs" / "pictures"
WIDE = {"viewport": {"width": 1280, "height": 670}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SEED = "5"


class Studio:
    def __init__(self, browser: Browser, visit: Visit, server: str) -> None:
        self.browser, self.visit, self.server = browser, visit, server

    async def sit(self, path: str, theme: str, **size: Any) -> Table:
        guest = await receive(self.browser, self.server, color_scheme=theme, **(size or WIDE))
        return await guest.open(path)

    async def battle(self, come: Callable[[Wire], bool] | None = None, **players: str) -> dict[str, Any]:
        made = await self.visit.make(
            "necromunda", players=players or BOT, seed=SEED, rulings={"premeasure": True}
        )
        if come:
            await advised_until(self.visit, made["seats"]["a"], come)
        return made


async def shoot(table: Table, name: str) -> None:
    await table.page.screenshot(path=FOLDER / f"{name}.png", animations="disabled")
    await table.page.context.close()


async def home(studio: Studio) -> None:
    for theme in ("light", "dark"):
        table = await studio.sit("/", theme)
        await table.until("waiting")
        await shoot(table, f"home-{theme}")


async def setting_up(studio: Studio) -> None:
    table = await studio.sit("/#setup", "light")
    await table("start").wait_for()
    await table.page.locator("#setup").scroll_into_view_if_needed()
    await table.page.evaluate("document.querySelector('#setup').scrollIntoView({ behavior: 'instant' })")
    await shoot(table, "setup")


async def building(studio: Studio) -> None:
    tall = {"viewport": {"width": 1280, "height": 900}}
    for name, theme, size in (
        ("build-light", "light", tall),
        ("build-dark", "dark", tall),
        ("phone-build", "light", PHONE),
    ):
        table = await studio.sit("/build?book=steampunk", theme, **size)
        await table.until("waiting")
        await table("start-from").select_option("start/ork.standard")
        await table("line").nth(9).wait_for()
        await table("take-out").nth(1).click()
        await table("line").nth(9).wait_for(state="detached")
        await table("open-line").filter(has_text="Infantry").first.click()
        await table.page.locator(".entry.open [data-testid=offer]").first.wait_for()
        await table.page.evaluate("document.querySelector('.lines').scrollIntoView(); scrollBy(0, -120)")
        await shoot(table, name)


async def a_target(studio: Studio) -> None:
    made = await studio.battle(shoots)
    for theme in ("light", "dark"):
        table = await studio.sit(f"/table#{made['seats']['a']}", theme)
        await point_at_target(table)
        await shoot(table, f"target-{theme}")
    table = await studio.sit(f"/table#{made['seats']['a']}", "light", **PHONE)
    await table.asked()
    await shoot(table, "phone-target")


async def point_at_target(table: Table) -> None:
    await table.point(*await table.spot_of(foreseen(await table.asked())["piece"]))
    await table("odds").wait_for()
    await table("borne").wait_for(state="attached")


async def a_move(studio: Studio) -> None:
    made = await studio.battle(walks)
    seat = made["seats"]["a"]
    while not (spot := await dangerous(studio.visit, seat)):
        await advised_once(studio.visit, seat)
        await advised_until(studio.visit, seat, walks)
    for theme in ("light", "dark"):
        table = await studio.sit(f"/table#{seat}", theme)
        await table.asked()
        await table.reach()
        await table.point(*spot)
        await table("dangers").wait_for()
        await shoot(table, f"move-{theme}")


async def dangerous(visit: Visit, seat: str) -> tuple[float, float] | None:
    """Where the piece could go that is to move, so that somebody would threaten it there."""
    async with visit.sit(seat) as page:
        await page.begun()
        for x, y, z in (await page.ask("reach"))["spots"][::5]:
            way = await page.ask("way", x=x, y=y, z=z)
            if len(way["dangers"]) > 1:
                return x, y
    return None


async def advised_once(visit: Visit, seat: str) -> None:
    async with visit.sit(seat) as page:
        await page.begun()
        await page.answer((await page.ask("advise"))["value"])


async def an_ending(studio: Studio) -> None:
    made = await studio.battle(a="drill", b="drill")
    for theme in ("light", "dark"):
        table = await studio.sit(f"/table#{made['watch']}", theme)
        await table.until("over")
        await table.page.locator("[data-testid=luck] table").first.wait_for()
        await table("check-dice").click()
        await table.page.locator(".dice-check:is(.good, .unproved)").wait_for()
        await table("ending").locator("h1").scroll_into_view_if_needed()
        await shoot(table, f"ending-{theme}")
    table = await studio.sit(f"/table?replay#{made['watch']}", "light")
    await table.until("over")
    await table("replay-scrub").fill("60")
    await shoot(table, "replay")
    table = await studio.sit(f"/table#{made['watch']}", "dark", **PHONE)
    await table.until("over")
    await table.page.locator("[data-testid=luck] table").first.wait_for()
    await shoot(table, "phone-ending")


async def text_view(studio: Studio) -> None:
    made = await studio.battle(shoots)
    table = await studio.sit(f"/table?text#{made['seats']['a']}", "light")
    await table.asked()
    await table("odds-of").first.click()
    await shoot(table, "text")


async def sealed_orders(studio: Studio) -> None:
    made = await studio.visit.make(
        "steampunk", scenario="entrenched", forces=["gnome.standard", "elf.standard"], players=BOT, seed="3"
    )
    seat = made["seats"]["a"]
    await advised_until(studio.visit, seat, lambda question: "orders for turn 2" in question["text"])
    table = await studio.sit(f"/table#{seat}", "light")
    await table.asked()
    await table.option("F, L, F").first.hover()
    await shoot(table, "steampunk-order")
    table = await studio.sit(f"/table#{seat}", "dark")
    await table.asked()
    await table("form-rest").click()
    await table("form-whole").wait_for()
    await shoot(table, "steampunk-plan")
    table = await studio.sit(f"/table#{seat}", "light", **PHONE)
    await table.asked()
    await table.option("F, L, F").first.tap()
    await shoot(table, "steampunk-phone")
    await advised_until(studio.visit, seat, declares_fire)
    table = await studio.sit(f"/table#{seat}", "light")
    await table.asked()
    await table("option").filter(has_text="hits,").first.hover()
    await table("odds").wait_for()
    await shoot(table, "steampunk-fire")


def declares_fire(question: Wire) -> bool:
    """The first gun that is asked about can be fired at somebody."""
    if question["text"] != "Declare fire":
        return False
    options = next(iter(question["parts"].values()))["options"]
    return any(each.get("previewed") and each["piece"] and not each["barred"] for each in options)


async def wheels(studio: Studio) -> None:
    made = await studio.visit.make(
        "gorkamorka", scenario="open_fight", forces=["grimtoofs", "sunburnt"], players=BOT, seed="11"
    )
    seat = made["seats"]["a"]
    await advised_until(studio.visit, seat, lambda question: question["text"].startswith("Where does"))
    table = await studio.sit(f"/table#{seat}", "dark")
    question = await table.asked()
    x, y = question["start"][:2]
    end = max(await table.reach(), key=lambda row: abs(row[0] - x) + abs(row[1] - y))
    await table.point(end[0], end[1])
    await table.page.get_by_test_id("way").get_by_text("ahead").first.wait_for()
    await shoot(table, "gorkamorka-drive")
    await advised_until(studio.visit, seat, rams)
    for name, size in (("gorkamorka-ram", WIDE), ("gorkamorka-phone", PHONE)):
        table = await studio.sit(f"/table#{seat}", "light", **size)
        question = await table.asked()
        wanted = next(each["id"] for each in question["options"] if "and ram" in each["label"])
        await (table.option(wanted).first.tap() if size is PHONE else table.option(wanted).first.hover())
        await table("odds").wait_for()
        await shoot(table, name)


def rams(question: Wire) -> bool:
    return any("and ram" in each["label"] and not each["barred"] for each in question.get("options", ()))


async def hulls(studio: Studio) -> None:
    made = await studio.visit.make(
        "vehicles", scenario="annihilation", forces=["marine_column", "guard_line"], players=BOT, seed="5"
    )
    seat = made["seats"]["a"]
    await advised_until(studio.visit, seat, fires)
    table = await studio.sit(f"/table#{seat}", "light")
    await table.asked()
    await table("option").nth(2).hover()
    await table("odds").wait_for()
    await shoot(table, "vehicles-volley")


async def a_tank_shock(studio: Studio) -> None:
    made = await studio.visit.make(
        "vehicles", scenario="breakthrough", forces=["guard_line", "kabal_raid"], players=BOT, seed="7"
    )
    seat = made["seats"]["a"]
    await shocks_somebody(studio.visit, seat)
    table = await studio.sit(f"/table#{seat}", "light")
    x, y = (await table.asked())["start"][:2]
    end = max(await table.reach(), key=lambda row: abs(row[0] - x) + abs(row[1] - y))
    await table.point(end[0], end[1])
    await table.page.mouse.wheel(0, -1000)
    await table.point(end[0], end[1])
    await table.page.get_by_test_id("way").get_by_text("to fall back").first.wait_for()
    await shoot(table, "vehicles-shock")


async def shocks_somebody(visit: Visit, seat: str) -> None:
    """Answers as the bot advises until a tank has a lane in which somebody stands."""
    async with visit.sit(seat) as page:
        await page.begun()
        while True:
            while page.state["question"] is None:
                await page.until("state")
            if not may_shock(page.state["question"]):
                await page.answer((await page.ask("advise"))["value"])
                continue
            await page.answer("shock")
            if (await page.ask("reach"))["spots"]:
                return
            await page.answer({"legs": []})


def may_shock(question: Wire) -> bool:
    return any(each["id"] == "shock" and not each["barred"] for each in question.get("options", ()))


def fires(question: Wire) -> bool:
    return question["text"].endswith("fires at whom?") and question["options"][0]["id"] not in ("run", "hold")


LOOKS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("", "light", WIDE),
    ("-dark", "dark", WIDE),
    ("-phone", "light", PHONE),
)


async def in_all_looks(
    studio: Studio, seat: str, name: str, show: Callable[[Table, bool], Awaitable[None]]
) -> None:
    """Light, dark and on a phone; `show` is told whether a finger points."""
    for ending, theme, size in LOOKS:
        table = await studio.sit(f"/table#{seat}", theme, **size)
        await table.asked()
        await show(table, size is PHONE)
        await shoot(table, f"{name}{ending}")


async def squads(studio: Studio) -> None:
    made = await studio.visit.make("arap", scenario="first_blood", players=BOT, seed="1")
    seat = made["seats"]["a"]
    await advised_until(studio.visit, seat, lambda question: question["text"].endswith("squad move?"))
    await in_all_looks(studio, seat, "arap-move", lead)
    await advised_until(studio.visit, seat, shoots_as_one)
    await in_all_looks(studio, seat, "arap-volley", partial(look_at, "[data-option^='shoot:']"))


async def a_charge(studio: Studio) -> None:
    made = await studio.visit.make("arap", scenario="first_blood", players=BOT, seed="2")
    seat = made["seats"]["a"]
    await advised_until(studio.visit, seat, lambda question: " Charges " in question["text"])
    await in_all_looks(studio, seat, "arap-charge", partial(look_at, ":last-child"))


async def a_guess(studio: Studio) -> None:
    made = await studio.visit.make("arap", scenario="first_blood", players=BOT, seed="3")
    await guesses_a_range(studio.visit, made["seats"]["a"])
    await in_all_looks(studio, made["seats"]["a"], "arap-guess", guess)


async def a_combat(studio: Studio) -> None:
    made = await studio.visit.make("arap", scenario="first_blood", players=BOT, seed="4")
    seat = made["seats"]["a"]
    await advised_until_told(studio.visit, seat, " scores ")
    await in_all_looks(studio, seat, "arap-result", away)


async def lead(table: Table, finger: bool) -> None:
    """Where the first of a squad goes; the others follow."""
    first = next(iter((await table.asked())["parts"].values()))
    end = max(await table.reach(), key=lambda row: row[1] - abs(row[0] - first["start"][0]))
    await (tap(table, end[0], end[1]) if finger else table.click(end[0], end[1]))
    if finger:
        await table("as-is").tap()
    await table("send-form").and_(table.page.locator(":enabled")).wait_for()


async def look_at(which: str, table: Table, finger: bool) -> None:
    """The odds of the last such option."""
    row = table.page.locator(f"[data-testid=option]{which}").last
    await (row.tap() if finger else row.hover())
    await table("odds").wait_for()


async def guess(table: Table, finger: bool) -> None:
    row = table("option").filter(has_text=re.compile("^\\d+ ?10 inches"))
    await (row.scroll_into_view_if_needed() if finger else row.hover())


async def away(table: Table, finger: bool) -> None:
    if not finger:
        await table.page.mouse.move(440, 20)


async def guesses_a_range(visit: Visit, seat: str) -> None:
    """Fires what is fired at a range that is guessed, up to the guess."""
    async with visit.sit(seat) as page:
        await page.begun()
        while not page.state["question"] or not page.state["question"].get("blind"):
            if page.state["question"] is None:
                assert not page.state["over"], "the battle was over before it came to that"
                await page.until("state")
                continue
            fired = at_a_guess(page.state["question"]) or volley(page.state["question"])
            await page.answer(fired or (await page.ask("advise"))["value"])


def volley(question: Wire) -> str | None:
    ids = [each["id"] for each in question.get("options", ()) if not each["barred"]]
    return next((each for each in ids if each.startswith("shoot:")), None)


def at_a_guess(question: Wire) -> Any:
    """The answer that leads to a guess, if there is one."""
    for option in question.get("options", ()):
        if "guess" in option["label"] and not option["barred"]:
            return option["id"]
    for name, part in question.get("parts", {}).items():
        if guessed := at_a_guess(part):
            return {**{each: usual(other) for each, other in question["parts"].items()}, name: guessed}
    return None


def usual(question: Wire) -> Any:
    return question.get("usual") or question["options"][0]["id"]


async def advised_until_told(visit: Visit, seat: str, words: str) -> None:
    async with visit.sit(seat) as page:
        await page.begun()
        while not (page.state["question"] and any(words in each["words"] for each in page.state["events"])):
            if page.state["question"]:
                await page.answer((await page.ask("advise"))["value"])
            else:
                await page.until("state")


def shoots_as_one(question: Wire) -> bool:
    return any(each["id"].startswith("shoot:") and not each["barred"] for each in question.get("options", ()))


async def pass_the_screen(studio: Studio) -> None:
    made = await studio.battle(**SHARED)
    table = await studio.sit(f"/table#{made['seats']['a']}.{made['seats']['b']}", "dark")
    await table.until("pass")
    await shoot(table, "pass")


async def lookups(studio: Studio) -> None:
    """Vex with a heavy stubber at Moth, in the open and in cover; a rule with its table."""
    shot = "q=shot&shooter=Vex&weapon=Heavy+stubber&target=Moth"
    for name, path, theme, size in (
        ("odds-desk", f"/odds/necromunda?{shot}&vs=when%3Dtarget+is+in+cover", "light", WIDE),
        ("odds-phone", f"/odds/necromunda?{shot}", "dark", PHONE),
        ("odds-grid", f"/odds/necromunda?{shot}&vary=t%3D2..7&vary=mods%3D-3..2&of=out", "light", WIDE),
        ("rulebook", "/rules/necromunda/nec.shooting.hit-modifiers", "light", WIDE),
        ("quick-reference", "/rules/necromunda/quick", "light", WIDE),
    ):
        table = await studio.sit(path, theme, **size)
        await table.until("waiting")
        await shoot(table, name)


PICTURES = (
    home,
    lookups,
    setting_up,
    building,
    a_target,
    a_move,
    an_ending,
    text_view,
    sealed_orders,
    wheels,
    hulls,
    a_tank_shock,
    squads,
    a_charge,
    a_guess,
    a_combat,
    pass_the_screen,
)


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/battles.db", toys=False)
        try:
            async with async_playwright() as playwright, Visit(server.address) as visit:
                browser = await launched(playwright)
                studio = Studio(browser, visit, server.address)
                for picture in PICTURES:
                    if not sys.argv[1:] or picture.__name__ in sys.argv[1:]:
                        await picture(studio)
                await browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    asyncio.run(main())
