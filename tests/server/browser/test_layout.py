"""That everything has room: the phases of the turn, words in both themes, dice on a phone."""

import pytest
from playwright.async_api import Page, expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, advised_until, skirmish
from tests.server.browser.test_phone import PHONE
from tests.server.client import Visit, Wire

pytestmark = pytest.mark.anyio

PHASES = """() => {
    const box = (node) => node.getBoundingClientRect();
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const others = [...document.querySelectorAll(".mark, .turn-of, .side, .watching, .corner")].map(box);
    return [...document.querySelectorAll(".phases li")].map((phase) => {
        const at = box(phase);
        const whole = phase.scrollWidth <= phase.clientWidth && at.width > 0 && at.right <= innerWidth;
        return [phase.textContent, whole && !others.some((other) => meet(at, other))];
    });
}"""


async def whole_phases(page: Page, count: int) -> None:
    for width, height in ((1280, 720), (1366, 768), (1536, 864), (1920, 1080)):
        await page.set_viewport_size({"width": width, "height": height})
        found = await page.evaluate(PHASES)
        assert len(found) == count
        assert [phase for phase, whole in found if not whole] == [], width


@pytest.mark.parametrize(
    "wanted",
    [
        {"book": "steampunk", "players": BOT},
        {"book": "necromunda", "players": BOT},
        {"book": "trio", "players": {"a": "me", "b": "random", "c": "random"}},
    ],
    ids=["many phases", "long words", "three sides"],
)
async def test_the_phases_are_whole_on_every_screen_and_with_spectators(
    visit: Visit, welcome: Welcome, wanted: Wire
) -> None:
    made = await visit.make(**wanted, seed="3")
    if wanted["book"] == "necromunda":
        await advised_until(visit, made["seats"]["a"], lambda asked: asked["text"] == "Who moves?")
    guest = await welcome()
    table = await guest.open(f"/table#{made['seats']['a']}")
    await table.asked()
    watch = await guest.open(f"/table#{made['watch']}")
    await watch.until("waiting")
    await expect(table.page.locator(".watching")).to_have_text("1 watching")
    phases = len(table.latest("welcome")["scene"]["phases"])
    await whole_phases(table.page, phases)
    await whole_phases(watch.page, phases)


ROLL = """async (piece) => {
    const board = document.querySelector("war-board");
    const roll = { type: "Rolled", name: "to hit with all that the squad has", by: piece, sides: 6, need: 4 };
    const dice = (count) => Array.from({ length: count }, (_, n) => 1 + (n % 6));
    const rolls = [4, 24].map((count) => ({ ...roll, faces: dice(count) }));
    const box = (node) => node.getBoundingClientRect();
    const seen = [];
    for (const each of rolls) {
        const done = board.play([each], 4);
        await new Promise(requestAnimationFrame);
        const room = box(board), shown = [...board.querySelectorAll(".wb-roll, .wb-roll svg")].map(box);
        const wide = shown.every(({ left, right }) => left >= room.left - 1 && right <= room.right + 1);
        const high = shown.every(({ top, bottom }) => top >= room.top - 9 && bottom <= room.bottom + 9);
        seen.push(shown.length > 1 && wide && high);
        board.skip();
        await done;
    }
    return seen;
}"""


async def test_dice_stay_on_the_screen_of_a_phone(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**skirmish(BOT, turns=6, seed="5"))
    await advised_until(visit, made["seats"]["a"], lambda asked: asked["text"] == "Who moves?")
    table = await (await welcome(**PHONE)).open(f"/table#{made['seats']['a']}")
    question = await table.asked()
    corner = next(each["piece"] for each in question["options"] if each["piece"])
    assert await table.page.evaluate(ROLL, corner) == [True, True]


async def test_the_heights_of_walls_can_be_read_on_a_small_screen(visit: Visit, welcome: Welcome) -> None:
    """Most of the walls of a table of 48 by 48 inches; those that have no room stay without."""
    made = await visit.make(book="necromunda", players=BOT, seed="3")
    table = await (await welcome(viewport={"width": 1366, "height": 768})).open(
        f"/table#{made['seats']['a']}"
    )
    await table.asked()
    heights = table.page.locator(".wb-wall-height text").filter(visible=True)
    await expect(heights.nth(11)).to_be_visible()
    sizes = await heights.evaluate_all("all => all.map((each) => each.getBoundingClientRect().height)")
    assert min(sizes) >= 10
