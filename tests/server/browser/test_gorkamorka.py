"""The game of mobs and vehicles on the page: as many sides as its scenario has."""

import json
from collections.abc import Callable

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, Wire, advised_until
from tests.server.browser.table import Table
from tests.server.client import Visit

pytestmark = pytest.mark.anyio

SETTING = "/?book=gorkamorka#setup"


@pytest.mark.parametrize(
    ("scenario", "sides"),
    [("open_fight", "ab"), ("vehicle_graveyard_3", "abc"), ("squigosaur_nest", "a")],
)
async def test_a_scenario_is_set_up_for_those_who_fight_it(
    welcome: Welcome, scenario: str, sides: str
) -> None:
    table = await (await welcome()).open(SETTING)
    await table.until("waiting")
    await table("scenario").select_option(scenario)
    for side in "abcdn":
        await expect(table(f"side-{side}")).to_be_visible(visible=side in sides)
    await table("start").click()
    await table.page.wait_for_url("**/table#*")
    await table.asked()
    shown = {each["id"]: each["player"] for each in table.latest("welcome")["scene"]["sides"]}
    assert {side: player for side, player in shown.items() if side in "abcd"} == {
        side: "me" if side == "a" else "drill" for side in sides
    }


async def come_to(visit: Visit, welcome: Welcome, come: Callable[[Wire], bool], seed: str = "5") -> Table:
    """At the first question of such a kind, as far as the bot has played until then."""
    made = await visit.make("gorkamorka", forces=["grimtoofs", "sunburnt"], players=BOT, seed=seed)
    await advised_until(visit, made["seats"]["a"], come)
    table = await (await welcome()).open(f"/table#{made['seats']['a']}")
    await table.asked()
    return table


def thrusts(question: Wire) -> bool:
    return str(question["text"]).startswith("Thrust 1")


async def test_a_thrust_is_clicked_on_its_line(visit: Visit, welcome: Welcome) -> None:
    """Every place has its dot, above the hull too, and the nearest is meant."""
    table = await come_to(visit, welcome, thrusts)
    question = await table.asked()
    places = {option["id"]: option["spot"] for option in question["options"] if option["spot"]}
    barred = {option["id"] for option in question["options"] if option["barred"]}
    await expect(table.page.locator(".wb-stop:not(.barred)")).to_have_count(len(places.keys() - barred))
    x, y = await table.spot_of(question["piece"])
    by_distance = sorted(places, key=lambda each: abs(places[each][0] - x) + abs(places[each][1] - y))
    near, far = by_distance[1], by_distance[5]
    assert not barred & {near, far}
    for wanted in (far, near):
        await table.point(*places[wanted][:2])
        await expect(table.page.locator("li.on [data-testid=option]")).to_have_attribute(
            "data-option", wanted
        )
    sent: list[str] = []
    table.page.on("websocket", lambda line: line.on("framesent", lambda frame: sent.append(str(frame))))
    await table.page.reload()
    await table.asked()
    await table.after(table.click(*places[near][:2]))
    assert [json.loads(frame)["value"] for frame in sent if '"answer"' in frame] == [near]


async def test_the_bot_finishes_a_phase_whatever_is_asked_in_it(visit: Visit, welcome: Welcome) -> None:
    table = await come_to(visit, welcome, lambda question: question["text"] == "Who moves?")
    now = table.page.locator(".phases [aria-current=step]")
    await expect(now).to_have_text("Movement")
    await table("delegate").click()
    await expect(now).not_to_have_text("Movement")
    await table.asked()
    await expect(table("delegate")).to_have_text("Finish this phase for me")


async def test_who_is_aboard_is_picked_by_the_hull(visit: Visit, welcome: Welcome) -> None:
    """Where nobody asks about the hull itself."""
    table = await come_to(visit, welcome, lambda question: question["text"] == "Who shoots?")
    question, pieces = await table.asked(), {each["id"]: each for each in table.latest("state")["pieces"]}
    open_ = [option["piece"] for option in question["options"] if option["piece"] and not option["barred"]]
    aboard = [piece for piece in open_ if pieces[piece]["aboard"]]
    ride = pieces[aboard[0]]["aboard"]
    with_him = [piece for piece in aboard if pieces[piece]["aboard"] == ride]
    assert len(with_him) > 1, "one alone would be taken at once"
    await table.click(*await table.spot_of(ride))
    await expect(table("option").filter(visible=True)).to_have_count(len(with_him))


async def test_other_ways_to_win_are_told_as_such(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make("gorkamorka", forces=["grimtoofs", "sunburnt"], players=BOT, seed="5")
    table = await (await welcome()).open(f"/table#{made['seats']['a']}")
    goals = table("briefing").locator("li b")
    await expect(goals).to_have_text(["Each side:", "Or:"])
