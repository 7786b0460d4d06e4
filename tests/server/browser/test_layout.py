"""That everything has room: the phases of the turn, words in both themes, dice on a phone."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, advised_until, skirmish
from tests.server.browser.table import Table
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
    scene = table.latest("welcome")["scene"]
    phases = len(scene["phases"])
    for phase in scene["phases"][-1:]:  # each says what it is for
        said = scene["glossary"]["phases"][phase]["words"]
        last = table.page.locator(".phases li").last
        await expect(last).to_have_attribute("title", re.compile(re.escape(said)))
        await last.click()
        await expect(table("toast")).to_contain_text(said)
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
    boxes = [await table("force-of-b").bounding_box(), await table.page.locator(".corner").bounding_box()]
    side, icons = (box or {} for box in boxes)
    assert side["x"] + side["width"] <= icons["x"]


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


OVERLAPS = """() => {
    const box = (node) => node.getBoundingClientRect();
    const names = [...document.querySelectorAll(".wb-group-name text")].map(box);
    const shown = names.filter(({ width }) => width > 0);
    const apart = (a, b) => a.right <= b.left || a.bottom - 2 <= b.top;
    const meet = (a, b) => !apart(a, b) && !apart(b, a);
    const covered = shown.filter((a) => shown.some((b) => a !== b && meet(a, b)));
    return [shown.length, Math.min(...shown.map(({ height }) => height)), covered.length];
}"""


async def test_the_names_of_squads_can_be_read_on_every_screen_and_cover_none(
    visit: Visit, welcome: Welcome
) -> None:
    """Two squads of each side, and two boats side by side, which are one piece each and are called so."""
    made = await visit.make(book="arap", scenario="river_crossing", players=BOT, seed="3")
    await advised_until(visit, made["seats"]["a"], lambda asked: asked["text"] == "Which unit acts?")
    for size in ({"viewport": {"width": 1366, "height": 768}}, PHONE):
        table = await (await welcome(**size)).open(f"/table#{made['seats']['a']}")
        await table.asked()
        await expect(table.page.locator(".wb-group-name text").first).to_be_visible()
        await table.page.wait_for_function(
            f"() => ({OVERLAPS})()[2] === 0"
        )  # they are laid out a moment later
        count, least, _ = await table.page.evaluate(OVERLAPS)
        assert count >= 6 and least >= 10
    assert {piece["name"] for piece in table.latest("state")["pieces"]} >= {"Boat 1", "Boat 2"}


async def heights(table: Table) -> list[float]:
    """Of the strip of one's pieces, on three screens."""
    found = []
    for width in (1280, 1366, 1920):
        await table.page.set_viewport_size({"width": width, "height": 768})
        found.append(await table("roster").evaluate("strip => strip.getBoundingClientRect().height"))
    return found


async def test_the_table_keeps_its_size_whatever_is_told_of_the_pieces(
    visit: Visit, welcome: Welcome
) -> None:
    """Those aboard are told to be so while another acts; the strip stays one line of words high."""
    made = await visit.make(book="gorkamorka", forces=["grimtoofs", "sunburnt"], players=BOT, seed="4")
    await advised_until(visit, made["seats"]["a"], lambda asked: asked["text"] == "Who moves?")
    table = await (await welcome()).open(f"/table#{made['seats']['a']}")
    question = await table.asked()
    before = await heights(table)
    await table.choose(next(each["id"] for each in question["options"] if not each["barred"]))
    await table.asked()
    await expect(table("roster")).to_contain_text(", in ")
    assert await heights(table) == before


TOLD = """() => {
    const head = document.querySelector("battle-header"), rows = () => {
        const parts = [".mark", ".corner", ".sides"].map((each) => head.querySelector(each));
        const tops = parts.map((each) => each.getBoundingClientRect());
        return tops.every((box) => box.bottom > tops[0].top && box.top < tops[0].bottom);
    };
    for (const up of head.querySelectorAll(".side .up"))
        up.textContent = "250 points: 76 for units left, 152 for destroyed enemies, 6 for crippled ones, " +
            "16 for the win";
    return [rows(), head.scrollWidth <= head.clientWidth];
}"""


async def test_however_much_is_told_of_the_sides_they_stand_beside_the_buttons(
    visit: Visit, welcome: Welcome
) -> None:
    made = await visit.make(book="steampunk", players=BOT, seed="3")
    table = await (await welcome(viewport={"width": 1280, "height": 720})).open(
        f"/table#{made['seats']['a']}"
    )
    await table.asked()
    assert await table.page.evaluate(TOLD) == [True, True]


async def test_a_unit_is_not_coloured_inside_the_name_of_a_side(visit: Visit, welcome: Welcome) -> None:
    """The Court of Queen YY is led by Queen YY."""
    forces = ["dwarf.standard", "dark-elf.standard"]
    made = await visit.make(book="steampunk", forces=forces, players=BOT, seed="3")
    await advised_until(visit, made["seats"]["a"], lambda asked: "orders for turn 2" in asked["text"])
    table = await (await welcome()).open(f"/table#{made['seats']['a']}")
    await table.asked()
    coloured = table.page.locator("battle-log p b.of-side", has_text="Queen YY")
    names = set(await coloured.all_inner_texts())
    assert names == {"The Court of Queen YY", "Queen YY"}
    bare = table.page.locator("battle-log p", has_text="The Court of Queen YY").locator(
        "b", has_text=re.compile("^Queen YY$")
    )
    before = await bare.evaluate_all("found => found.map((each) => each.previousSibling?.textContent ?? '')")
    assert not [words for words in before if words.endswith("The Court of ")]
