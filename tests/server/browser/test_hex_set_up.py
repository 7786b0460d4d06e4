"""A battle on hexes is set up by brush and by dragging, in few clicks, and what was filled in is not lost."""

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, Wire, advised_until
from tests.server.browser.table import Table
from tests.server.client import Visit

pytestmark = pytest.mark.anyio

ENTRENCHED: Wire = {"book": "steampunk", "scenario": "entrenched", "players": BOT, "seed": "3"}
WIDE = {"viewport": {"width": 1280, "height": 720}}
COUNT = "() => { window.presses = 0; addEventListener('pointerdown', () => presses++, true); }"
PLANNED = """() => Object.fromEntries(document.querySelector("war-board").marks.planned()
    .map(({ token, spot }) => [token.piece.id, spot.slice(0, 2)]))"""


async def planned(table: Table) -> dict[str, list[float]]:
    """Where pieces would stand."""
    return await table.page.evaluate(PLANNED)  # type: ignore[no-any-return]


def free_hexes(question: Wire, unit: str, plan: dict[str, list[float]]) -> list[list[float]]:
    """Where nobody would stand."""
    options = question["parts"][unit]["parts"]["place"]["options"]
    spots = [each["spot"][:2] for each in options if each["spot"] and not each["barred"]]
    return [spot for spot in spots if spot not in plan.values()]


async def test_a_territory_is_painted_and_judged_while_one_paints(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**ENTRENCHED)
    table = await (await welcome(**WIDE)).open(f"/table#{made['seats']['a']}")
    await table.asked()
    await table.choose("own")
    question = await table.asked()
    spots = {name: part["options"][0]["spot"] for name, part in question["parts"].items()}
    await expect(table("send-form")).to_be_enabled()  # it is filled in as it lies
    await expect(table("tin").nth(1)).to_have_text(
        "rough"
    )  # in the order of the list, and not of the alphabet
    await expect(table.page.locator("[data-option=burned-forest][data-testid=tin]")).to_have_text(
        "burned forest"
    )
    begins, brush = [await table(each).first.bounding_box() for each in ("preset", "brush")]
    assert begins and brush and begins["y"] < brush["y"]
    preset = question["presets"]["a town on a road"]
    await table("preset").and_(table.page.locator("[data-preset='a town on a road']")).click()
    built = table.page.locator(".wb-said text").filter(has_text="building")
    await expect(built).to_have_count(list(preset.values()).count("building"))
    await expect(table("send-form")).to_be_enabled()
    tin = table("tin").and_(table.page.locator("[data-option=water]"))
    await tin.click()
    await table.click(*spots["1.7"][:2])
    await table.draw(tuple(spots["1.8"][:2]), tuple(spots["1.9"][:2]))
    said = table.page.locator(".wb-said text").filter(has_text="water")
    await expect(said).to_have_count(3)
    await expect(table("send-form")).to_be_enabled()
    await table("paint-all").click()
    await expect(table("form-whole")).to_contain_text("half of a territory must be open")
    await expect(table("send-form")).to_be_disabled()
    await table.page.reload()
    await table.asked()
    await expect(said).to_have_count(len(spots))
    await table("tin").and_(table.page.locator("[data-option=rough]")).click()
    await table("paint-all").click()
    await tin.click()
    await table.click(*spots["1.7"][:2])
    await expect(table("send-form")).to_be_enabled()
    await table.after(table("send-form").click())
    laid = table.answers[-1]
    assert laid.pop("1.7") == "water" and set(laid.values()) == {"rough"}


async def test_units_are_dragged_about_and_an_illegal_plan_says_why_and_keeps_everything(
    visit: Visit, welcome: Welcome
) -> None:
    made = await visit.make(**ENTRENCHED)
    seat = made["seats"]["a"]
    await advised_until(visit, seat, lambda asked: asked["text"] == "Set up your units")
    guest = await welcome(**WIDE)
    table = await guest.open(f"/table#{seat}")
    question = await table.asked()
    await table("form-rest").click()
    await expect(table("send-form")).to_be_enabled()
    plan = await planned(table)
    one, two, three, *_ = plan
    target = free_hexes(question, one, plan)[0]
    await table.draw(tuple(plan[one]), tuple(target))  # type: ignore[arg-type]
    await expect(table("send-form")).to_be_enabled()
    assert (await planned(table))[one] == target
    for unit in list(plan)[1:5]:
        await table.draw(tuple(plan[unit]), tuple(target))  # type: ignore[arg-type]
    await expect(table("form-whole")).to_contain_text("the hex is full")
    await expect(table("send-form")).to_be_disabled()
    crowd = await planned(table)
    assert [crowd[unit] for unit in (one, two, three)] == [target] * 3
    assert table.answers == []

    await table.page.reload()
    await table.asked()
    await expect(table("form-whole")).to_contain_text("the hex is full")
    assert await planned(table) == crowd
    text = await guest.open(f"/table?text#{seat}")
    await text.asked()
    options = question["parts"][one]["parts"]["place"]["options"]
    where = next(each["id"] for each in options if each["spot"][:2] == target)
    for unit in (one, two, three):
        said = text("part").and_(text.page.locator(f"[data-part={unit}]")).get_by_test_id("part-said")
        await expect(said).to_contain_text(f"{where}, ")
    await text.page.close()

    for unit, spot in list(plan.items())[1:5]:
        part = table("part").and_(table.page.locator(f"[data-part={unit}]"))
        await part.get_by_test_id("part-head").first.click()
        await table.click(*spot)
    await expect(table("send-form")).to_be_enabled()
    await table.after(table("send-form").click())
    sent = table.answers[-1]
    assert sent[one]["place"] == where
    await table.after(table("undo").click())
    await expect(table("send-form")).to_be_enabled()
    assert (await planned(table))[one] == target
    await table("advice").click()  # which overwrites nothing
    await expect(table("advice-shown")).to_contain_text("What you had answered stays")
    assert (await planned(table))[one] == target


async def test_entrenched_takes_few_clicks_to_turn_1_and_in_a_turn(visit: Visit, welcome: Welcome) -> None:
    """Seven units; the advice is kept, or changed for two of them."""
    made = await visit.make(**ENTRENCHED)
    table = await (await welcome(**WIDE)).open(f"/table#{made['seats']['a']}")
    await table.asked()
    await table.page.evaluate(COUNT)
    await table.choose("as-it-lies")
    await table("always-advised").check()
    await sealed(table)  # the starting speeds
    question = await table.asked()
    await expect(table("send-form")).to_be_enabled()
    assert len(question["parts"]) == 7
    plan = await planned(table)
    for unit in list(plan)[:2]:
        free = free_hexes(question, unit, await planned(table))
        await table.draw(tuple(plan[unit]), tuple(free[0]))  # type: ignore[arg-type]
    await sealed(table)
    await changed_for_two(table)
    assert (await table.asked())["text"].startswith("Write the orders for turn 2")  # turn 1 has begun
    assert await table.page.evaluate("presses") <= 15

    await table.page.evaluate("presses = 0")
    await changed_for_two(table)
    while "Write the orders" not in (await table.asked())["text"]:
        await sealed(table)
    assert await table.page.evaluate("presses") <= 12


async def sealed(table: Table) -> None:
    """The form is filled in, and is sealed; a single question is answered."""
    if (await table("send-form").count()) == 0:
        await table.after(table("option").first.click())
        return
    await expect(table("send-form")).to_be_enabled()
    await table.after(table("send-form").click())


async def changed_for_two(table: Table) -> None:
    """The advised orders are kept but for two units, which get others, and are sealed."""
    question = await table.asked()
    await expect(table("send-form")).to_be_enabled()
    movers = [unit for unit, part in question["parts"].items() if "movement" in part["parts"]]
    for unit in movers[:2]:
        part = table("part").and_(table.page.locator(f"[data-part={unit}]"))
        await part.get_by_test_id("part-head").first.click()
        inner = part.locator("[data-part=movement]")
        if not await inner.get_by_test_id("option").first.is_visible():
            await inner.get_by_test_id("part-head").click()
        await inner.locator("[data-testid=option][aria-pressed=false]").first.click()
    await sealed(table)
