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
    table = await (await welcome(viewport={"width": 1366, "height": 768})).open(
        f"/table#{made['seats']['a']}"
    )
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


async def test_a_vehicle_is_set_up_facing_the_enemy_or_as_it_is_turned(
    visit: Visit, welcome: Welcome
) -> None:
    """Its front is seen before it is put down; a drag from the place turns it."""
    table = await come_to(visit, welcome, lambda question: question["text"] == "Set up: what next?")
    hulls = [piece["id"] for piece in table.latest("state")["pieces"] if piece["hull"]]
    ride = next(option["id"] for option in (await table.asked())["options"] if option["id"] in hulls)
    await table.choose(ride)
    question = await table.asked()
    assert question["faces"]
    spots = await table.reach()
    x, y, _ = spots[len(spots) // 2]
    await table.point(x, y)
    ghost = table.page.locator(f".wb-ghost[data-ghost='{ride}'] .wb-hull")
    await expect(ghost).to_be_attached()
    await expect(ghost).to_have_attribute("transform", f"rotate({-table.latest('way')['facings'][0]:g})")
    await table.walk(x, y, towards=(x - 6, y))
    assert abs(table.answers[-1]["facing"] % 360 - 180) < 3


CUT = """all => all.filter(each => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
    .map(each => each.textContent)"""  # what is inline has no width of its own


async def test_names_are_whole_and_the_briefing_begins_at_its_beginning(
    visit: Visit, welcome: Welcome
) -> None:
    """On a screen of 1366 x 768. One option sets up all that is left, and no button besides."""
    table = await come_to(visit, welcome, lambda question: question["text"] == "Set up: what next?")
    await expect(table.option("rest")).to_be_visible()
    await expect(table("delegate")).to_have_count(0)
    shown = (
        "([log, page]) => [log.scrollTop, page.getBoundingClientRect().top - log.getBoundingClientRect().top]"
    )
    log = await table.page.query_selector("battle-log")
    scrolled, top = await table.page.evaluate(shown, [log, await table("briefing").element_handle()])
    assert scrolled == 0 and top >= 0
    await table.choose("rest")
    await table.asked()
    while (await table.asked())["text"] != "Who moves?":
        await table.after(table("option").last.click())
    texts = table.page.locator(".chip b, .chip small, .opt small, .opt .words")
    assert await texts.count() > 20 and await texts.evaluate_all(CUT) == []


async def test_who_shoots_in_vain_comes_last(visit: Visit, welcome: Welcome) -> None:
    """Though that is known only when the odds have come; the numbers go with the places."""
    asked: list[Wire] = []

    def second(question: Wire) -> bool:
        if question["text"] == "Who shoots?":
            asked.append(question)
        return len(asked) == 2

    table = await come_to(visit, welcome, second)
    rows = table.page.locator(".opts > li:not(.zero) > .opt")
    vain = table.page.locator(".opts > li:not(.zero) > .opt:has(.vain)")
    first, count = asked[1]["options"][0]["label"], await rows.count()
    await expect(vain).to_have_count(2)
    await expect(rows.nth(0)).not_to_contain_text(first)
    await expect(rows.nth(count - 2)).to_contain_text(first)
    await expect(rows.locator(".n")).to_have_text([str(number) for number in range(1, count + 1)])


async def test_one_option_is_outlined_at_a_time(visit: Visit, welcome: Welcome) -> None:
    """That which is pointed at, not that which had the focus before as well."""
    table = await come_to(visit, welcome, lambda question: question["text"] == "Who moves?")
    rows = table("option")
    await table.page.keyboard.press("ArrowDown")
    await rows.nth(3).hover()
    await expect(table.page.locator("li.on [data-testid=option]")).to_have_count(1)
    colours = await rows.evaluate_all("all => all.map(each => getComputedStyle(each).borderTopColor)")
    assert colours.count(colours[3]) == 1


async def test_a_line_of_places_is_not_called_an_area(visit: Visit, welcome: Welcome) -> None:
    """And where a drive ends after a turn, it is asked which way the hull then faces."""
    table = await come_to(visit, welcome, lambda question: question["text"].startswith("Where does"))
    await expect(table("way")).to_contain_text("Click a lit place, within")
    ends = [(x, y) for x, y, *_ in await table.reach()]
    x, y = max(ends, key=lambda end: (ends.count(end), end[0] % 1.0))
    assert ends.count((x, y)) > 1 and x % 1.0
    await table.click(x, y)
    await expect(table("way")).to_contain_text("Now the facing")
