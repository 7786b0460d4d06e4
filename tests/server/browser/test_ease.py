"""What makes a battle easy to play on the page, whatever the book: keys, previews that stay, what is left to
the bot, advice that overwrites nothing, turns in short, a move in two clicks."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, SHARED, Wire, advised_until, skirmish
from tests.server.browser.table import Table
from tests.server.client import Visit

pytestmark = pytest.mark.anyio

PATROLS: Wire = {"book": "arap", "scenario": "first_blood", "players": BOT, "seed": "4"}


async def come_to(visit: Visit, welcome: Welcome, come: Callable[[Wire], bool], **wanted: Any) -> Table:
    made = await visit.make(**wanted)
    await advised_until(visit, made["seats"]["a"], come)
    table = await (await welcome(viewport={"width": 1280, "height": 720})).open(
        f"/table#{made['seats']['a']}"
    )
    await table.asked()
    return table


# ---------------------------------------------------------------- keys and previews


def many(question: Wire) -> bool:
    return sum(not option["barred"] for option in question.get("options", ())) >= 10


async def test_two_digits_choose_option_ten(visit: Visit, welcome: Welcome) -> None:
    table = await come_to(visit, welcome, many, **PATROLS)
    await table("board").focus()
    await table.page.keyboard.press("1")
    first = table("option").first
    await expect(first).to_be_focused()  # it is not taken: 10 begins so, too
    assert table.answers == []
    tenth = (
        await table("option")
        .filter(has=table.page.get_by_text("10", exact=True))
        .get_attribute("data-option")
    )
    await table.after(table.page.keyboard.press("0"))
    assert table.answers == [tenth]


async def test_enter_takes_the_number_that_was_typed(visit: Visit, welcome: Welcome) -> None:
    table = await come_to(visit, welcome, many, **PATROLS)
    first = await table("option").first.get_attribute("data-option")
    await table.page.keyboard.press("1")
    await table.after(table.page.keyboard.press("Enter"))
    assert table.answers == [first]


async def test_the_odds_stay_so_that_their_links_can_be_reached(visit: Visit, welcome: Welcome) -> None:
    """On the way from the second row to the card the pointer crosses those below."""
    table = await come_to(visit, welcome, lambda asked: asked["text"].startswith("How many dice"), **PATROLS)
    await table.option("1").hover()
    title = table("odds").locator("h2")
    await expect(title).to_contain_text("Roll 1 die")
    link = table("odds").get_by_test_id("why").first
    await table.page.mouse.move(*await middle(table.option("2")))
    await table.page.mouse.move(*await middle(link))
    await expect(title).to_contain_text("Roll 1 die")
    await link.click()
    await expect(table("rule-note")).to_be_visible()
    await expect(title).to_contain_text("Roll 1 die")


async def middle(locator: Locator) -> tuple[float, float]:
    box = await locator.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def test_pointing_on_the_table_scrolls_no_list(visit: Visit, welcome: Welcome) -> None:
    table = await come_to(visit, welcome, many, **PATROLS)
    panel = table("question")
    far = [option for option in (await table.asked())["options"] if option["id"].startswith("charge:")]
    target = next(piece for piece in table.latest("state")["pieces"] if piece["group"] == far[-1]["piece"])
    assert await panel.evaluate("panel => panel.scrollHeight > panel.clientHeight")
    await table.point(target["x"], target["y"])
    await expect(table.page.locator("li.on")).to_have_count(1)
    assert await panel.evaluate("panel => panel.scrollTop") == 0


async def at_the_march(visit: Visit, welcome: Welcome) -> tuple[Table, list[str], str]:
    """Where three men go who have to keep together."""
    made = await visit.make("convoy", players=BOT | {"b": "random"}, seed="5")
    seat = made["seats"]["a"]
    async with visit.sit(seat) as page:
        await page.begun()
        await page.answer({"legs": []})
    table = await (await welcome()).open(f"/table#{seat}")
    return table, list((await table.asked())["parts"]), seat


STAYS = {"path": [], "facing": None}


async def test_what_would_be_refused_cannot_be_sent(visit: Visit, welcome: Welcome) -> None:
    """Who is sent away from the others is told of, with the reason, before anything is sent."""
    table, men, seat = await at_the_march(visit, welcome)
    async with visit.sit(seat) as page:
        await page.begun()
        spots = (await page.ask("reach", part=[men[2]]))["spots"]
        x, y, z = max(spots, key=lambda spot: spot[0] + spot[1])
        gone = {**dict.fromkeys(men, STAYS), men[2]: {"path": [[x, y, z]], "facing": None}}
        reply = await page.ask("judge", value=gone)
        assert reply["type"] == "refused" and "keeps together" in reply["words"]
        assert (await page.ask("judge", part=[men[2]], value=gone[men[2]]))["type"] == "judged"
    await table("part").nth(0).get_by_test_id("stay").click()  # and the others with him
    await expect(table("send-form")).to_be_enabled()
    await table("part").nth(2).get_by_role("button", name="Change").click()
    await table.point(x, y)
    await table.click(x, y)
    await expect(table("form-whole")).to_contain_text("keeps together")
    await expect(table("send-form")).to_be_disabled()
    assert table.answers == []


# ---------------------------------------------------------------- left to the bot


async def test_one_who_leaves_the_set_up_to_the_bot_leaves_it_the_others_not(
    visit: Visit, welcome: Welcome
) -> None:
    made = await visit.make(**skirmish(SHARED, seed="5"))
    seats = made["seats"]
    table = await (await welcome()).open(f"/table#{seats['a']}.{seats['b']}")
    title = table("question").locator("h1")
    await at_the_next(table)
    while not {"Set", "where?"} <= set((await title.inner_text()).split()):
        await table.after(table("option").first.click())
        await at_the_next(table)
    whose = await table("question").locator(".asked-of").inner_text()
    await table("delegate").click()
    await table.until("pass")
    await at_the_next(table)
    await expect(table("question").locator(".asked-of")).not_to_have_text(whose)
    placed = {piece["side"] for piece in table.latest("state")["pieces"] if piece["on_table"]}
    assert len(placed) == 1


async def at_the_next(table: Table) -> None:
    """The screen is with whoever is asked."""
    if await table.until("pass", "asked") == "pass":
        await table("pass-go").click()
    await table.until("asked")


async def test_finish_my_turn_ends_with_my_turn(visit: Visit, welcome: Welcome) -> None:
    moving = {"book": "gorkamorka", "forces": ["grimtoofs", "sunburnt"], "players": BOT, "seed": "4"}
    table = await come_to(visit, welcome, lambda asked: asked["text"] == "Who moves?", **moving)
    await table("delegate-turn").click()
    over = re.compile("Turn 1, Da Grimtoofs.*Turn [12], Da Sunburnt", re.S)
    await expect(table("log")).to_contain_text(over)
    await table.asked()
    await expect(table("delegate-stop")).to_have_count(0)
    events = [event for state in table.heard if state["type"] == "state" for event in state["events"]]
    last = next(event for event in reversed(events) if event["type"] == "Phase")
    assert (last["turn"], last["side"]) != (1, "a")


async def test_advice_leaves_what_the_player_has_answered(visit: Visit, welcome: Welcome) -> None:
    table, men, _ = await at_the_march(visit, welcome)
    await table("part").nth(0).get_by_test_id("stay").click()  # and the others with him
    await expect(table("send-form")).to_be_enabled()
    await table("advice").click()
    await expect(table("advice-shown")).to_contain_text("What you had answered stays")
    await expect(table("advice-take")).to_have_count(0)
    await table.after(table("send-form").click())
    assert [set(answer) for answer in table.answers] == [set(men)]
    assert all(len(way["path"]) < 2 for way in table.answers[0].values())


# ---------------------------------------------------------------- what happened


async def test_a_turn_is_told_in_three_lines_and_the_log_folds_and_can_be_searched(
    visit: Visit, welcome: Welcome
) -> None:
    made = await visit.make(**skirmish(BOT, turns=6, seed="5"))
    seat = made["seats"]["a"]
    async with visit.sit(seat) as page:
        await page.begun()
        while not page.state["turns"]:
            if page.state["question"]:
                rule = page.state["question"]["rule"]
                advised = (await page.ask("advise"))["value"]
                await page.answer("fight" if rule == "nec.bottle.voluntary" else advised)
            else:
                await page.until("state")
    for view in ("", "?text"):
        table = await (await welcome()).open(f"/table{view}#{seat}")
        await table.asked()
        told = table("turn-told")
        if view:
            await expect(told).to_have_count(3)
            continue
        await expect(told.locator("p")).to_have_count(3)
        await expect(told.locator("p").last).to_have_text(re.compile(r"^You: .+; Bulls: .+\.$"))
        turn = table.page.locator(".log-turn").first
        await expect(turn.locator("p").first).to_be_visible()
        await table("log-fold").click()
        await expect(turn.locator("p").first).to_be_hidden()
        await expect(told).to_be_visible()
        await table("log-fold").click()
        await table("log-find").fill("ada")
        shown = table.page.locator(".log-turn p").filter(visible=True)
        assert await shown.count() > 0
        assert all("ada" in words.lower() for words in await shown.all_inner_texts())


# ---------------------------------------------------------------- a move in two clicks


async def test_a_fighters_move_takes_two_clicks_and_runs_only_where_walking_is_too_short(
    visit: Visit, welcome: Welcome
) -> None:
    battle = skirmish(BOT, turns=6, seed="5")
    table = await come_to(visit, welcome, lambda asked: asked["text"] == "Who moves?", **battle)
    await table.page.evaluate(
        "() => { window.clicks = 0; addEventListener('mousedown', () => clicks++, true); }"
    )
    free = [option["piece"] for option in (await table.asked())["options"] if option["piece"]]
    for fighter, far, how in zip(free, (2.0, 6.0), ("walks", "runs"), strict=False):
        before = await table.page.evaluate("window.clicks")
        await table.pick(fighter)
        await expect(table.page.locator(".wb-ring")).to_have_count(1)
        x, y = await table.spot_of(fighter)
        spots = [row for row in table.latest("reach")["spots"] if row[2] == 0]
        end = min(spots, key=lambda row: abs(((row[0] - x) ** 2 + (row[1] - y) ** 2) ** 0.5 - far))
        await table.point(end[0], end[1])
        await table.after(table.click(end[0], end[1]))
        await table.page.wait_for_function("document.documentElement.dataset.state === 'asked'")
        assert await table.page.evaluate("window.clicks") - before == 2
        name = next(each["name"] for each in table.latest("state")["pieces"] if each["id"] == fighter)
        await expect(table("log")).to_contain_text(f"{name} {how}")
        if how == "walks":  # he ends in cover, and hides as most would; who undoes it is asked
            await expect(table("log")).to_contain_text(f"{name} hides")
            await table.after(table("undo").click())
            assert (await table.asked())["text"] == f"{name} is in cover: does he hide?"
            await table.choose("no")
