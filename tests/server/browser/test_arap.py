"""The game of squads on the page."""

import re

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, advised_until
from tests.server.browser.table import Wire
from tests.server.client import Visit

pytestmark = pytest.mark.anyio

PATROLS: Wire = {"book": "arap", "scenario": "first_blood", "players": BOT, "seed": "7"}


def who_acts(question: Wire) -> bool:
    return bool(question["text"] == "Which unit acts?")


async def test_a_squad_is_one_on_the_board_in_the_strip_and_in_the_story(
    visit: Visit, welcome: Welcome
) -> None:
    """Pointing at it frames it, its states are in words, a click on any figure of it chooses it."""
    made = await visit.make(**PATROLS)
    seat = made["seats"]["a"]
    await advised_until(visit, seat, who_acts)
    table = await (await welcome()).open(f"/table#{seat}")
    await table.asked()
    await expect(table("roster").get_by_role("button")).to_have_text(
        [re.compile("10Line squad.*untried"), re.compile("8Veteran squad.*untried")]
    )
    frame = table.page.locator(".wb-group[data-group=a2]")
    await expect(frame).to_contain_text("untried")
    await expect(frame).to_have_class(re.compile(r"\bopen\b"))
    await expect(frame).not_to_have_class(re.compile(r"\bpointed\b"))
    await table.option("a2").hover()
    await expect(frame).to_have_class(re.compile(r"\bpointed\b"))
    story = await table.log()
    assert "Human patrol set up Line squad, Veteran squad." in story and "a2:" not in story
    last = next(group for group in table.latest("state")["groups"] if group["id"] == "a2")["members"][-1]
    await table.pick(last)
    question = await table.asked()
    assert question["text"] == "How many dice for Veteran squad?"
    await expect(frame).to_have_class(re.compile(r"\bacting\b"))
    await table.page.keyboard.press("d")
    await expect(table("toast")).to_contain_text("Nobody is asked where to go")
    await table.choose("free")
    await expect(table("tints").locator(".wb-tint").first).to_be_attached()
    assert len(table.latest("dangers")["chances"])
    await table.page.keyboard.press("d")
    await expect(table("tints").locator(".wb-tint")).to_have_count(0)
    await expect(table("form-whole")).to_contain_text("Say where the first goes, and the others follow.")
    await expect(table("part").filter(visible=True)).to_have_count(2)  # the first figure, and their posture
    await table("advice").click()
    await table.after(table("advice-take").click())
    await expect(table.page.get_by_role("log")).to_contain_text(
        re.compile(r"Veteran squad moves [\d.]+″ to \(.*\) \(8 figures\)\.")
    )


async def test_pointing_at_an_option_moves_none(visit: Visit, welcome: Welcome) -> None:
    """The odds come below: otherwise another option would come under the pointer."""
    made = await visit.make(**PATROLS)
    seat = made["seats"]["a"]
    await advised_until(visit, seat, lambda question: question["text"].startswith("How many dice"))
    table = await (await welcome(viewport={"width": 1280, "height": 720})).open(f"/table#{seat}")
    await table.asked()
    panel = table.page.locator("ask-panel")
    await table.option("free").focus()
    await expect(table("odds")).to_be_hidden()
    without = await panel.bounding_box()
    await table.option("2").focus()
    await expect(table("odds")).to_be_visible()
    assert await panel.bounding_box() == without


async def test_a_volley_shows_the_goal_of_every_kind_of_shooter(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**{**PATROLS, "seed": "2"})
    seat = made["seats"]["a"]
    question = await advised_until(visit, seat, fires)
    table = await (await welcome(viewport={"width": 1280, "height": 720})).open(f"/table#{seat}")
    await table.asked()
    option = next(
        each for each in question["options"] if each["id"].startswith("shoot:") and not each["barred"]
    )
    await table.option(option["id"]).hover()
    of = table.page.locator("odds-card h2 > .of")  # words of the book stand in its line, and not beside it
    assert await of.evaluate("title => title.parentElement.children.length") == 2
    needs = table.page.locator(".mods .needs")
    await expect(needs).to_contain_text("or less")
    assert await table("odds").evaluate("card => card.scrollWidth <= card.clientWidth")


async def test_the_luck_of_squads_is_told_and_fits(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**{**PATROLS, "players": {"a": "random", "b": "random"}})
    table = await (await welcome(viewport={"width": 1280, "height": 720})).open(f"/table#{made['watch']}")
    await table.until("over")
    await expect(table("luck").locator("tbody tr", has_text="Activation")).to_have_count(2)
    ending = table.page.locator("battle-ending")
    assert await ending.evaluate("page => page.scrollWidth <= page.clientWidth")


def fires(question: Wire) -> bool:
    return any(each["id"].startswith("shoot:") and not each["barred"] for each in question.get("options", ()))
