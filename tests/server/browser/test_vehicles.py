"""The vehicle sheet on the page: hulls that turn at the end of a move."""

import math

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, Wire, advised_until
from tests.server.browser.table import Table
from tests.server.client import Visit

pytestmark = pytest.mark.anyio


def drives(question: Wire) -> bool:
    return bool(question.get("driven"))


async def at_the_wheel(visit: Visit, welcome: Welcome) -> tuple[Table, Wire]:
    """The first drive that the bot would choose, and the hull that is driven: by this seed one whose guns
    bear to one side only, with room about it."""
    made = await visit.make("vehicles", players=BOT, seed="1")
    await advised_until(visit, made["seats"]["a"], drives)
    table = await (await welcome()).open(f"/table#{made['seats']['a']}")
    question = await table.asked()
    await table.reach()
    return table, next(each for each in table.latest("state")["pieces"] if each["id"] == question["piece"])


async def test_a_hull_that_pivots_freely_is_asked_how_it_faces_wherever_it_ends(
    visit: Visit, welcome: Welcome
) -> None:
    table, hull = await at_the_wheel(visit, welcome)
    x, y = hull["x"], hull["y"] + (2.5 if hull["y"] < 24 else -2.5)
    await table.point(x, y)
    await table.click(x, y)
    await table("as-is").wait_for()
    await expect(table("way")).to_contain_text("Combat speed, 2.5 inches")
    await table.point(x + 10, y + 10)
    await expect(table("way")).to_contain_text("Facing north-east.")
    await expect(table("way")).not_to_contain_text("No room")
    await table.after(table.click(x + 10, y + 10))
    there = next(each for each in table.latest("state")["pieces"] if each["id"] == hull["id"])
    assert (there["x"], there["y"]) == pytest.approx((x, y), abs=0.1)
    assert there["facing"] == pytest.approx(45, abs=1)


async def test_a_facing_for_which_there_is_no_room_is_told_and_not_driven(
    visit: Visit, welcome: Welcome
) -> None:
    """Its front at the edge of the table it has no room to turn: its corners reach further than its front."""
    table, hull = await at_the_wheel(visit, welcome)
    side = 1 if hull["y"] > 24 else -1
    edge, front = 48.0 if side == 1 else 0.0, hull["hull"]["length"] / 2
    close = [end for end in await table.reach() if abs(end[1] - edge) == pytest.approx(front, abs=0.01)]
    x, y, *_ = min(close, key=lambda end: math.dist(end[:2], (hull["x"], hull["y"])))
    await table.point(x, y)
    await table.click(x, y)
    await table("as-is").wait_for()
    answered = len(table.answers)
    await table.click(x + 1.4, y + side * 2.1)
    await expect(table("way")).to_contain_text("No room to face so")
    await expect(table("as-is")).to_be_visible()
    assert len(table.answers) == answered
    await table.after(table("as-is").click())
    there = next(each for each in table.latest("state")["pieces"] if each["id"] == hull["id"])
    assert (there["x"], there["y"]) == pytest.approx((x, y), abs=0.1)
    assert abs((there["facing"] - side * 56 + 180) % 360 - 180) > 5


async def test_the_hull_that_is_driven_shows_its_armour_by_edge_and_where_its_guns_bear(
    visit: Visit, welcome: Welcome
) -> None:
    table, hull = await at_the_wheel(visit, welcome)
    bearing = {
        (*gun["at"], gun["centre"], gun["width"]) for gun in hull["hull"]["mounts"] if gun["width"] < 360
    }
    assert bearing
    armour = table.piece(hull["id"]).locator(".wb-armour")
    assert await armour.all_text_contents() == hull["hull"]["armour"]
    await expect(armour.first).to_be_visible()
    arcs = table.page.locator(".wb-wedge path")
    await expect(arcs).to_have_count(len(bearing))
    before = await arcs.first.get_attribute("d")
    await table.point(hull["x"], hull["y"] + (2.5 if hull["y"] < 24 else -2.5))
    await table("way").get_by_text("Combat speed").wait_for()
    await expect(table.page.locator(".wb-ghost .wb-armour").first).to_be_visible()
    lane = await table.page.evaluate(
        """([x, y, X, Y]) => {
            const { view } = document.querySelector("war-board");
            const [a, b] = [view.toScreen(x, y), view.toScreen(X, Y)];
            const path = document.querySelector(".wb-lane"), scale = path.getScreenCTM().a;
            return path.getAttribute("stroke-width") * scale / Math.hypot(a[0] - b[0], a[1] - b[1]);
        }""",
        [0, 0, hull["hull"]["width"], 0],
    )
    assert lane == pytest.approx(1, abs=0.05)  # as wide as the hull
    await expect(arcs).to_have_count(len(bearing))
    assert await arcs.first.get_attribute("d") != before  # they are those of where it would stand


async def test_where_it_can_end_is_one_area_that_holds_every_end(visit: Visit, welcome: Welcome) -> None:
    table, _ = await at_the_wheel(visit, welcome)
    ends = await table.reach()
    drawn = await table.page.evaluate(
        """(ends) => {
            const board = document.querySelector("war-board"), box = board.getBoundingClientRect();
            const paths = [...document.querySelectorAll(".wb-reach > *")];
            const inside = (path, [x, y]) => {
                const [left, top] = board.view.toScreen(x, y), screen = path.getScreenCTM().inverse();
                const place = new DOMPoint(left + box.left, top + box.top).matrixTransform(screen);
                return path.isPointInFill(place);
            };
            return [paths.length, ends.filter((end) => paths.some((path) => inside(path, end))).length];
        }""",
        ends,
    )
    assert drawn == [1, len(ends)]
    assert len(ends) > 100


async def test_wide_arcs_are_outlines_and_leave_the_table_as_it_is(visit: Visit, welcome: Welcome) -> None:
    table, hull = await at_the_wheel(visit, welcome)
    widths = {gun["width"] for gun in hull["hull"]["mounts"] if gun["width"] < 360}
    await table("seen").wait_for(state="attached")  # arcs are drawn as far as they are seen
    fills = await table.page.locator(".wb-wedge path").evaluate_all(
        "(paths) => paths.map((path) => path.getAttribute('fill'))"
    )
    assert fills and all((fill == "none") is (min(widths) >= 180) for fill in fills)


async def test_the_armour_of_a_hull_is_shown_only_while_it_is_looked_at(
    visit: Visit, welcome: Welcome
) -> None:
    table, hull = await at_the_wheel(visit, welcome)
    foe = next(
        each
        for each in table.latest("state")["pieces"]
        if each["hull"] and each["on_table"] and each["side"] != hull["side"]
    )
    armour = table.piece(foe["id"]).locator(".wb-armour").first
    await expect(armour).to_be_hidden()
    await table.point(foe["x"], foe["y"])
    await expect(armour).to_be_visible()


async def test_the_ending_fits_beside_the_table(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make("vehicles", players={"a": "drill", "b": "drill"}, seed="5")
    table = await (await welcome(viewport={"width": 1280, "height": 720})).open(f"/table#{made['watch']}")
    await table.until("over")
    await table.page.locator("[data-testid=luck] table").first.wait_for()
    wide = "() => { const { scrollWidth, clientWidth } = document.querySelector('battle-ending');"
    assert await table.page.evaluate(f"{wide} return scrollWidth - clientWidth; }}") == 0


def many_fall(question: Wire) -> bool:
    """There are more options than are shown at once: the parts are folded."""
    parts = question.get("parts", {})
    return "loss_2" in parts and sum(len(each["options"]) for each in parts.values()) > 12


async def test_enter_sends_who_falls_as_it_is_filled_in(visit: Visit, welcome: Welcome) -> None:
    """The first of them is open, with an option under the pointer; Go is what Enter is said to do."""
    made = await visit.make("vehicles", players=BOT, seed="2")
    question = await advised_until(visit, made["seats"]["a"], many_fall)
    usual = {part: each["usual"] for part, each in question["parts"].items()}
    table = await (await welcome()).open(f"/table#{made['seats']['a']}")
    await table.asked()
    await expect(table("send-form")).to_be_enabled()
    await expect(table("send-form")).to_contain_text("Enter")
    await table("option").first.hover()
    await table.after(table.page.keyboard.press("Enter"))
    assert table.answers[-1] == usual
