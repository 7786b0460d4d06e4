"""Hulls that are driven and squads that follow, by mouse, keys and finger."""

import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.table import Table
from tests.server.browser.test_phone import PHONE, fits, tap
from tests.server.client import Visit

pytestmark = pytest.mark.anyio

# The truck is put where the name of the escort stands, and the names are laid out again.
PARK_BELOW = """() => {
    const board = document.querySelector("war-board"), name = document.querySelector(".wb-group-name text");
    const { left, width, top } = name.getBoundingClientRect(), own = board.getBoundingClientRect();
    const [x, y] = board.view.toTable(left + width / 2 - own.left, top - own.top);
    const { piece } = board.tokens.get("truck-a");
    Object.assign(piece, { x, y: y - piece.hull.length / 2 });
    board.shown(true);
}"""


async def at_the_wheel(visit: Visit, welcome: Welcome, **more: Any) -> Table:
    """The truck of the Haulers stands at (4, 4) and faces east; where it can drive is lit."""
    made = await visit.make("convoy", players={"a": "me", "b": "random"}, seed="5")
    table = await (await welcome(**more)).open(f"/table#{made['seats']['a']}")
    await table.asked()
    await table.reach()
    return table


def truck(table: Table) -> tuple[float, float, float]:
    found = next(piece for piece in table.latest("state")["pieces"] if piece["id"] == "truck-a")
    return found["x"], found["y"], found["facing"]


async def test_a_hull_is_driven_by_clicks_on_its_end_and_where_it_faces_there(
    visit: Visit, welcome: Welcome
) -> None:
    table = await at_the_wheel(visit, welcome)
    await table.point(7, 4)
    await expect(table("way")).to_contain_text("Ahead 3″.")
    await table.click(7, 4)
    await expect(table("way")).to_contain_text("Facing east.")
    await table.point(9, 6.2)  # it can face at 45 degrees there, and not quite at what is pointed at
    await expect(table("way")).to_contain_text("Ahead 3″, left 45°.")
    await table.after(table.click(9, 6.2))
    assert truck(table) == (7.0, 4.0, 45.0)
    await expect(table.page.get_by_role("log")).to_contain_text("drives 3.0″ to (7, 4)")


async def test_a_hull_is_driven_by_keys(visit: Visit, welcome: Welcome) -> None:
    table = await at_the_wheel(visit, welcome)
    for _ in range(6):
        await table.page.keyboard.press("ArrowRight")
    await expect(table("way")).to_contain_text("Ahead 3″.")
    await table.page.keyboard.press("Enter")
    await table("as-is").wait_for()
    await table.page.keyboard.press("ArrowRight")
    await expect(table("way")).to_contain_text("Ahead 3″, right 45°.")
    await table.page.keyboard.press("Escape")
    await expect(table("as-is")).to_have_count(0)
    await table.page.keyboard.press("Enter")
    await table("as-is").wait_for()
    await table.page.keyboard.press("ArrowLeft")
    await table.after(table.page.keyboard.press("Enter"))
    assert truck(table) == (7.0, 4.0, 45.0)


async def test_a_hull_is_driven_by_a_finger(visit: Visit, welcome: Welcome) -> None:
    table = await at_the_wheel(visit, welcome, **PHONE)
    await fits(table)
    await tap(table, 7, 4)
    await table("as-is").wait_for()
    await table.after(table("as-is").tap())
    assert truck(table) == (7.0, 4.0, 0.0)


async def test_a_hull_that_is_clicked_on_turns_where_it_stands(visit: Visit, welcome: Welcome) -> None:
    table = await at_the_wheel(visit, welcome)
    await table.click(4, 4)
    await table("as-is").wait_for()
    await table.point(4.1, 9)  # north: 90 degrees are two turns of 45
    await expect(table("way")).to_contain_text("Facing north.")
    await table.after(table.click(4.1, 9))
    assert truck(table) == (4.0, 4.0, 90.0)


async def test_groups_are_framed_and_the_squad_follows_its_leader(visit: Visit, welcome: Welcome) -> None:
    table = await at_the_wheel(visit, welcome)
    frame = table.page.locator(".wb-group[data-group=escort-a]")
    await expect(frame).to_contain_text("Haulers' escort 3")
    name = frame.locator(".wb-group-name")
    await expect(name).to_have_class(re.compile("below"))
    await table.page.evaluate(PARK_BELOW)
    await expect(name).not_to_have_class(re.compile("below"))  # it would lie under the truck
    await table.after(table("stay").click())
    await table.reach()
    await expect(table("send-form")).to_be_disabled()
    await table.point(2.5, 11)
    await table.click(2.5, 11)
    await expect(table("send-form")).to_be_enabled()  # the others follow
    ghosts = table.page.locator(".wb-ghost")
    await expect(ghosts).to_have_count(3)
    await table.after(table("send-form").click())
    log = table.page.get_by_role("log")
    await expect(log.locator("p").filter(has_text="escort-a")).to_have_count(0)
    await expect(log.locator("p").filter(has_text="Haulers' escort")).to_have_count(1)
    escort = [piece for piece in table.latest("state")["pieces"] if piece["group"] == "escort-a"]
    assert len(escort) == 3 and all(piece["y"] > 9 for piece in escort)
    await expect(frame).to_contain_text("Haulers' escort 3")
