"""A battle against the bot, by mouse alone."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, advised_until, shoots, skirmish
from tests.server.browser.table import Table, Wire, alone, foreseen
from tests.server.client import Visit
from warbook.core import record

pytestmark = pytest.mark.anyio

NORMAL = 0  # the place of the normal speed among the page's speeds
WARY = ("done", "nobody", "none", "hold", "rest")  # what one takes who would rather not
MOST = 200  # answers
MIDDLE = 15.0  # inches north, of the table


class Fighter:
    """Sets up, moves, turns, shoots and charges by clicks; uses the board wherever it can."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.used: set[str] = set()
        self.north = 1  # or -1: where the enemy is

    async def play(self) -> None:
        for _ in range(MOST):
            if await self.table.until("asked", "over") == "over":
                return
            question = self.table.latest("state")["question"]
            await (self.walk(question) if question["kind"] == "route" else self.choose(question))
        raise AssertionError("the battle does not end")

    async def choose(self, question: Wire) -> None:
        pieces = alone(question)
        on_table = {piece["id"] for piece in self.table.latest("state")["pieces"] if piece["on_table"]}
        lit = [piece for piece in pieces if piece in on_table]
        if question["rule"] == "nec.bottle.voluntary":
            await self.table.choose("fight")
        elif lit and await self.is_free(lit[0]):
            self.used.add("piece")
            await self.table.pick(lit[0])
        else:
            self.used.add("option")
            options = [option["id"] for option in question["options"] if not option["barred"]]
            await self.table.choose(next((each for each in options if each not in WARY), options[0]))

    async def is_free(self, piece: str) -> bool:
        """Whether a click there can mean this piece only."""
        x, y = await self.table.spot_of(piece)
        pieces = self.table.latest("state")["pieces"]
        return all(
            (each["x"] - x) ** 2 + (each["y"] - y) ** 2 > 4
            for each in pieces
            if each["on_table"] and each["id"] != piece
        )

    async def walk(self, question: Wire) -> None:
        if question["start"] is not None and question["allowance"] == 0:
            self.used.add("turn")
            await self.table.after(self.table("as-is").click())
            return
        spots = await self.table.reach()
        if question["start"] is None:
            self.north = 1 if spots[0][1] < MIDDLE else -1
        north = self.north
        x, y, _ = max(spots, key=lambda spot: (spot[1] * north, -abs(spot[0] - 12)))
        self.used.add("place" if question["start"] is None else "way")
        if any((each["x"] - x) ** 2 + (each["y"] - y) ** 2 < 1 for each in self.others(question)):
            await self.table.after(self.stay())
            return
        await self.table.walk(x, y, towards=(x, y + 3 * north))

    async def stay(self) -> None:
        await self.table("stay").click()
        await self.table("stay").click()

    def others(self, question: Wire) -> list[Wire]:
        pieces = self.table.latest("state")["pieces"]
        return [piece for piece in pieces if piece["on_table"] and piece["id"] != question["piece"]]


async def test_a_battle_by_clicks_only(visit: Visit, welcome: Welcome, tmp_path: Path) -> None:
    made = await visit.make(**skirmish(BOT, turns=2))
    guest = await welcome()
    table = await guest.open(f"/table#{made['seats']['a']}")
    fighter = Fighter(table)
    await fighter.play()

    ended = next(event for event in reversed(table.latest("state")["events"]) if event["type"] == "Ended")
    assert ended["words"].split(".")[0] in await table("ending").inner_text()
    assert {"option", "place"} <= fighter.used

    await table.page.locator("[data-testid=luck] table").first.wait_for()
    luck = await table("luck").inner_text()
    assert "Irons" in luck and "Bulls" in luck
    await table("check-dice").click()
    await table.page.locator("[data-testid=dice-check].good").wait_for()
    assert "rolls are what the seed gives" in await table("dice-check").inner_text()

    async with table.page.expect_download() as saved:
        await table("get-record").click()
    file = tmp_path / "record.json"
    await (await saved.value).save_as(file)
    game = record.verify(record.read(file))
    assert game.over
    command = [sys.executable, "-m", "warbook", "verify-dice", str(file)]
    assert subprocess.run(command, check=False).returncode == 0

    async with table.page.expect_download() as saved:
        await table("get-report").click()
    report = tmp_path / "report.html"
    await (await saved.value).save_as(report)
    assert "Irons" in report.read_text("utf-8")


@pytest.mark.parametrize("book", ["gorkamorka", "necromunda", "steampunk"])
async def test_one_click_leads_to_a_question_of_each_book(welcome: Welcome, book: str) -> None:
    guest = await welcome()
    table = await guest.open("/")
    await table.page.locator(f"[data-testid=play-now][data-book={book}]").click()
    await table.page.wait_for_url("**/table#*")
    await table.until("asked")
    assert await table("question").locator("h1").inner_text()
    kept = await table.page.evaluate("JSON.parse(localStorage['warbook.battles'])[0].order")
    assert kept["scenario"] and len(kept["forces"]) == 2, "a rematch is the same battle, whatever was drawn"


async def test_what_happens_is_shown_in_order_and_can_be_skipped(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**skirmish(BOT, turns=4, seed="5"))
    await advised_until(visit, made["seats"]["a"], shoots)
    guest = await welcome(speed=NORMAL)
    table = await guest.open(f"/table#{made['seats']['a']}")
    question = await table.asked()
    before = len(await table.log())
    await table.page.evaluate(
        """() => {
            window.seen = [];
            const look = () => {
                const state = document.documentElement.dataset.state;
                if (seen.at(-1) !== state) seen.push(state);
            };
            new MutationObserver(look).observe(document.documentElement, { attributeFilter: ["data-state"] });
        }"""
    )
    await table.option(foreseen(question)["id"]).click()
    await table.until("animating")
    told = await table.page.evaluate("document.querySelector('battle-log').told")
    script = "told => document.querySelector('battle-log').told > told"
    await table.page.wait_for_function(script, arg=told)
    assert await table.state() == "animating"
    await table("skip").click()
    await table.until("asked", "over")
    seen = await table.page.evaluate("window.seen")
    assert seen[0] == "animating" and seen[-1] in ("asked", "over")

    after = await table.log()
    assert len(after) > before
    told = [event["words"] for event in table.latest("state")["events"] if event["type"] == "Aimed"]
    places = [after.find(re.sub(r"\.$", "", words)) for words in told if words]
    assert places == sorted(places)
