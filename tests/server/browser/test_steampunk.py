"""The game of sealed orders on the page: by mouse, by keys, by finger and in words."""

import re

import pytest
from playwright.async_api import Locator, expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, advised_until
from tests.server.browser.table import Table, Wire
from tests.server.browser.test_phone import PHONE, fits
from tests.server.client import Visit

pytestmark = pytest.mark.anyio

SCENARIO = """\
id = "clearing"
name = "Clearing"
words = "Two small forces meet, and the day is nearly over."
territory = 2
turns = 2
design = {design}

[table]
name = "Clearing"
columns = 5
rows = 6
cells = [
  {{ column = 1, number = 3, ground = "rough" }},
  {{ column = 5, number = 3, ground = "ruins" }},
]
"""
ARMY = """\
name = "{name}"
nation = "{nation}"
units = [{units}]
"""
TITANS = ("Titans", "spartan", ("fire-chariot", "hoplites", "peltasts"))
ELVES = ("Elves", "elf", ("e34", "elf-infantry"))
MOST = 120  # answers


def clearing(design: bool = False) -> dict[str, str]:
    return {"name": "clearing.toml", "text": SCENARIO.format(design=str(design).lower())}


def army(name: str, nation: str, units: tuple[str, ...]) -> dict[str, str]:
    listed = ", ".join(f'{{ unit = "{nation}.{unit}" }}' for unit in units)
    return {
        "name": f"{name.lower()}.toml",
        "text": ARMY.format(name=name, nation=nation, units=listed),
    }


def meeting(**more: object) -> Wire:
    wanted = {"scenario": clearing(), "forces": [army(*TITANS), army(*ELVES)], "players": BOT, "seed": "4"}
    return {"book": "steampunk", **wanted, **more}


def writes_orders(question: Wire) -> bool:
    return "orders for turn" in question["text"]


def movements(question: Wire) -> dict[str, list[Wire]]:
    """The movement orders that each unit may be given."""
    return {unit: form["parts"]["movement"]["options"] for unit, form in question["parts"].items()}


def marching(orders: list[Wire]) -> Wire:
    """An order that leads its unit elsewhere and leaves no choice, if there is one."""
    sure = [order for order in orders if not order["leads"]["ends"]] or orders
    return next((order for order in sure if len(order["leads"]["path"]) > 1), sure[0])


def ghost(table: Table, unit: str) -> Locator:
    return table.page.locator(f".wb-ghost[data-ghost='{unit}']")


def part(table: Table, *names: str) -> Locator:
    found = table.page.locator("#ask")
    for name in names:
        found = found.locator(f"[data-testid=part][data-part='{name}']")
    return found


# ---------------------------------------------------------------- by mouse


class General:
    """Sets up, writes orders and chooses by clicks; where there is nothing to show, as the bot advises."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.used: set[str] = set()

    async def play(self) -> None:
        for _ in range(MOST):
            if await self.table.until("asked", "over") == "over":
                return
            question = self.table.latest("state")["question"]
            if "starting speed" in question["rule"].replace("-", " "):
                await self.set_speeds(question)
            elif question["text"].startswith("Set up"):
                await self.place(question)
            elif writes_orders(question) and "orders" not in self.used:
                await self.write_orders(question)
            else:
                await self.be_advised()
        raise AssertionError("the battle does not end")

    async def be_advised(self) -> None:
        await self.table("advice").click()
        await self.table.after(self.table("advice-take").click())

    async def seal(self) -> None:
        await self.table.after(self.table("send-form").click())

    async def set_speeds(self, question: Wire) -> None:
        for unit in question["parts"]:
            await part(self.table, unit).get_by_test_id("option").last.click()
        self.used.add("speeds")
        await self.seal()

    async def place(self, question: Wire) -> None:
        """The first on the board: a click on a hex, then one on a better one. It faces the enemy as usual.
        The others as the bot advises."""
        unit, first = next(iter(question["parts"].items()))
        options, usual = first["parts"]["place"]["options"], first["parts"]["facing"]["usual"]
        free = sorted(
            (option for option in options if not option["barred"]), key=lambda each: each["spot"][1]
        )
        box = part(self.table, unit)
        for hex_ in (free[0], free[-1]):
            if await box.get_by_test_id("part-head").first.get_attribute("aria-expanded") == "false":
                await box.get_by_test_id("part-head").first.click()
            await self.table.click(*hex_["spot"][:2])
            await expect(box.locator(".fold-answer").first).to_contain_text(f"{hex_['id']}, ")
        await expect(box.locator(".fold-answer").first).to_contain_text(usual)
        if await self.table("form-rest").is_visible():
            await self.table("form-rest").click()
        await expect(self.table("send-form")).to_be_enabled()
        self.used.add("place")
        await self.seal()

    async def write_orders(self, question: Wire) -> None:
        """Each unit's by pointing at an order, seeing where it leads, and clicking on it; then all of it is
        looked over, and one order changed."""
        table, orders = self.table, movements(question)
        for unit in question["parts"]:
            box = part(table, unit)
            order = marching(orders[unit])
            row = part(table, unit, "movement").locator(f"[data-option='{order['id']}']")
            await row.hover()
            await expect(ghost(table, unit)).to_have_count(len(order["leads"]["ends"]) or 1)
            if not order["leads"]["ends"]:
                await self.stands_at(unit, order)
                self.used.add("ghost")
            await row.click()
            shots = part(table, unit, "gunnery")
            if await shots.count():
                firing = shots.locator("[data-testid=option][data-option*=fire]")
                await (firing if await firing.count() else shots.get_by_test_id("option")).first.click()
            await expect(box.locator(".fold-answer").first).to_contain_text(order["id"])
        await expect(table("form-whole")).to_contain_text("Look it over")
        for unit in question["parts"]:
            await expect(ghost(table, unit)).to_have_count(1)

        changed = next(iter(question["parts"]))
        halt = next(option for option in orders[changed] if option is not marching(orders[changed]))
        await part(table, changed).get_by_test_id("part-head").first.click()
        movement = part(table, changed, "movement")
        if await movement.get_by_test_id("part-head").count():
            await movement.get_by_test_id("part-head").click()
        await movement.locator(f"[data-option='{halt['id']}']").click()
        await expect(part(table, changed).locator(".fold-answer").first).to_contain_text(halt["id"])
        self.used.add("orders")
        await self.seal()

    async def stands_at(self, unit: str, order: Wire) -> None:
        """Its ghost, once it is drawn: while one points it is drawn anew again and again."""
        script = """([unit, x, y]) => {
            const disc = document.querySelector(`.wb-ghost[data-ghost='${unit}'] .wb-ghost-disc`);
            const { left, right, top, bottom } = disc?.getBoundingClientRect() ?? {};
            return Math.abs((left + right) / 2 - x) < 3 && Math.abs((top + bottom) / 2 - y) < 25;
        }"""
        x, y, _ = order["leads"]["path"][-1]
        await self.table.page.wait_for_function(script, arg=[unit, *await self.table.place(x, y)])


async def test_a_battle_from_the_set_up_to_the_replay_by_clicks(welcome: Welcome) -> None:
    table = await (await welcome()).open("/#setup")
    await table("book").select_option("steampunk")
    for field, file in (("scenario", clearing()), ("force-a", army(*TITANS)), ("force-b", army(*ELVES))):
        picker = table.page.locator(".picker").filter(has=table(field))
        await picker.get_by_test_id("file").set_input_files(
            {"name": file["name"], "mimeType": "application/toml", "buffer": file["text"].encode()}
        )
        await expect(table(field)).to_have_value(f"own:{file['name']}")
    await table("seed").fill("4")
    await table("start").click()
    await table.page.wait_for_url("**/table#*")
    general = General(table)
    await general.play()
    assert {"speeds", "place", "orders", "ghost"} <= general.used
    await expect(table("result")).to_be_visible()
    assert "match victory points" in await table("ending").inner_text()

    await table.page.get_by_role("link", name="Watch it again").click()
    await expect(table("replay-place")).to_contain_text(" of ")
    last = int((await table("replay-place").inner_text()).split(" of ")[1])
    await table("replay-scrub").fill(str(last - 1))
    await expect(table("log")).to_contain_text("match victory points")
    # what both sides had sealed was turned up together, side by side
    await expect(table("log")).to_contain_text(re.compile(r"\((forward|turn|speed up|brake)"))


async def test_an_order_can_be_found_by_where_it_leads(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**meeting())
    question = await advised_until(visit, made["seats"]["a"], writes_orders)
    table = await (await welcome()).open(f"/table#{made['seats']['a']}")
    await table.asked()
    unit, orders = next(iter(movements(question).items()))
    pieces = [piece for piece in table.latest("state")["pieces"] if piece["on_table"]]
    ends = [tuple(each["leads"]["path"][-1][:2]) for each in orders if not each["leads"]["ends"]]
    there = next(
        (x, y) for x, y in ends if all(abs(x - each["x"]) + abs(y - each["y"]) > 1 for each in pieces)
    )
    await table.click(*there)
    shown = part(table, unit, "movement").locator("[data-testid=option]:visible")
    leading = [
        each["id"]
        for each in orders
        if there in [tuple(spot[:2]) for spot in (each["leads"]["ends"] or each["leads"]["path"][-1:])]
    ]
    await expect(shown).to_have_count(len(leading))
    found = [await row.get_attribute("data-option") for row in await shown.all()]
    assert found == leading


def one_gun(asked: Wire) -> bool:
    """One answer is sent at once."""
    return bool(asked["text"] == "Declare fire" and len(asked["parts"]) == 1)


async def test_a_target_is_chosen_on_the_board_with_its_odds(visit: Visit, welcome: Welcome) -> None:
    alone = army("Lonely", "spartan", ("fire-chariot",))
    made = await visit.make(**meeting(forces=[alone, army(*ELVES)]))
    seat = made["seats"]["a"]
    question = await advised_until(visit, seat, one_gun)
    table = await (await welcome()).open(f"/table#{seat}")
    await table.asked()
    name, asked = next(iter(question["parts"].items()))
    target = next(option for option in asked["options"] if option["piece"] and not option["barred"])
    await table.point(*await table.spot_of(target["piece"]))
    await expect(table("odds")).to_contain_text("exact")
    await table.after(table.click(*await table.spot_of(target["piece"])))
    fired = next(event for event in table.latest("state")["events"] if event["type"] == "Aimed")
    assert (fired["piece"], fired["target"]) == (asked["piece"] or name, target["piece"])


async def test_the_bot_answers_nothing_it_was_not_told_to(visit: Visit, welcome: Welcome) -> None:
    """A question that no rule stands behind is put like any other."""
    made = await visit.make("toy", players={"a": "me", "b": "random"})
    question = await advised_until(visit, made["seats"]["a"], lambda asked: not asked["rule"])
    table = await (await welcome()).open(f"/table#{made['seats']['a']}")
    await table.asked()
    await expect(table("delegate")).to_be_visible()
    await table("advice").click()
    await table("advice-take").wait_for()
    assert len([message for message in table.heard if message["type"] == "advice"]) == 1
    assert table.latest("state")["question"]["text"] == question["text"]


async def test_the_bot_sets_up_all_that_is_left_and_leaves_the_orders(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**meeting())
    table = await (await welcome()).open(f"/table#{made['seats']['a']}")
    assert not writes_orders(await table.asked())
    await table("delegate").click()
    await expect(table("question").locator("h1")).to_contain_text("orders for turn 1")
    mine = [piece for piece in table.latest("state")["pieces"] if piece["side"] == "a"]
    assert mine and all(piece["on_table"] for piece in mine)


async def test_a_hidden_token_lies_in_its_hex_and_is_one(visit: Visit, welcome: Welcome) -> None:
    """The number beside a marker is how many there are, not that of its hex."""
    hunters = army("Hunters", "dark-elf", ("assassin", "darkelf-infantry"))
    made = await visit.make(**meeting(forces=[hunters, army(*ELVES)]))
    await advised_until(visit, made["seats"]["a"], lambda asked: "orders for turn 2" in asked["text"])
    table = await (await welcome()).open(f"/table#{made['watch']}")
    await table.until("waiting")
    token = table.page.locator(".wb-marker[data-marker^='hidden']")
    await expect(token).to_have_count(1)
    await expect(token.locator(".wb-hexcount")).to_have_count(0)


async def test_what_is_planned_stays_behind_the_screen_until_both_have_sealed(
    visit: Visit, welcome: Welcome
) -> None:
    made = await visit.make(**meeting(players={"a": "me", "b": "friend"}))
    seats = made["seats"]
    async with visit.sit(seats["a"]) as one, visit.sit(seats["b"]) as two:
        await one.begun()
        await two.begun()
        while not writes_orders(one.state["question"] or {"text": ""}):
            for seat in (one, two):
                if seat.state["question"]:
                    await seat.answer((await seat.ask("advise"))["value"])
            for seat in (one, two):
                await seat.heard()
    watcher = await (await welcome()).open(f"/table#{made['watch']}")
    await watcher.until("waiting")
    enemy = await (await welcome()).open(f"/table#{seats['b']}")
    await enemy.asked()
    table = await (await welcome()).open(f"/table#{seats['a']}")
    question = await table.asked()
    quiet = len(enemy.heard), len(watcher.heard)
    await table("form-rest").click()
    await expect(table("form-whole")).to_be_visible()
    await table.after(table("send-form").click())
    states = [
        [message for message in page.heard[before:] if message["type"] == "state"]
        for page, before in zip((enemy, watcher), quiet, strict=True)
    ]
    assert states == [[], []]
    for unit in question["parts"]:
        for page in (enemy, watcher):
            await expect(ghost(page, unit)).to_have_count(0)


# ---------------------------------------------------------------- by keys


async def test_a_turn_from_the_set_up_on_by_keys_alone(welcome: Welcome) -> None:
    table = await (await welcome()).open()
    await table.until("waiting")
    key = table.page.keyboard.press
    await table("to-setup").focus()
    await key("Enter")
    await table("start").wait_for()
    await table("book").focus()
    await table.page.keyboard.type("Steampunk")
    await expect(table("book")).to_have_value("steampunk")
    await table("force-b").focus()
    await table.page.keyboard.type("First")
    await table("seed").focus()
    await table.page.keyboard.type("4")
    await table("start").focus()
    await key("Enter")
    await table.page.wait_for_url("**/table#*")
    await table.page.evaluate(
        "() => { window.clicks = 0; addEventListener('mousedown', () => clicks++, true); }"
    )

    sealed = ghosts = 0
    for _ in range(MOST):
        question = await table.asked()
        if "orders for turn 3" in question["text"]:
            break
        if question["kind"] == "form" and (writes_orders(question) or "Set up" in question["text"]):
            ghosts += await fill_in_by_keys(table, apart="Set up" in question["text"])
            await table.after(key("Control+Enter"))
            sealed += writes_orders(question)
        else:
            await key("a")
            await table("advice-take").wait_for()
            await table.after(key("Enter"))
    assert sealed >= 2 and ghosts >= 2
    assert await table.page.evaluate("window.clicks") == 0


async def fill_in_by_keys(table: Table, apart: bool) -> int:
    """Down and Enter, until everything is filled in, each a place further down where they stand apart; then a
    look at the first part. How often a ghost was seen."""
    seen = 0
    for number in range(MOST):
        done, _, parts = (await table("form-left").inner_text()).partition(" of ")
        if done == parts:
            break
        for _ in range(number + 1 if apart else 1):
            await table.page.keyboard.press("ArrowDown")
        await expect(table.page.locator("#ask li.on [data-testid=option]:visible")).to_be_focused()
        seen += await table.page.locator(".wb-ghost").count() > 0
        await table.page.keyboard.press("Enter")
    await expect(table("send-form")).to_be_enabled()
    await table.page.keyboard.press("ArrowRight")
    await expect(table.page.locator("#ask .fold.now").first).to_be_visible()
    return seen


# ---------------------------------------------------------------- other ways to look at it


async def test_the_text_view_shows_the_plan_as_a_whole(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**meeting())
    question = await advised_until(visit, made["seats"]["a"], writes_orders)
    table = await (await welcome()).open(f"/table?text#{made['seats']['a']}")
    await table.asked()
    unit, orders = next(iter(movements(question).items()))
    box = table.page.locator(f"[data-testid=part][data-part='{unit}']")
    said = box.get_by_test_id("part-said")
    await expect(said).to_have_text("to be answered")
    await box.locator("summary").first.click()
    order = marching(orders)
    chosen = box.locator(f"[data-option='{order['id']}']")
    await expect(chosen.locator("xpath=..")).to_contain_text("facing")
    await chosen.check()
    await table("form-rest").click()
    await expect(table("form-left")).to_contain_text("All is filled in")
    await expect(said).to_contain_text(order["id"])
    assert "to be answered" not in await table("question").inner_text()
    await table.after(table("send-form").click())
    sent = await table.asked() if await table.state() == "asked" else {"text": ""}
    assert not writes_orders(sent) or sent["text"] != question["text"]


async def test_orders_on_a_phone_show_where_they_lead_before_they_are_given(
    visit: Visit, welcome: Welcome
) -> None:
    made = await visit.make(**meeting())
    question = await advised_until(visit, made["seats"]["a"], writes_orders)
    table = await (await welcome(**PHONE)).open(f"/table#{made['seats']['a']}")
    await table.asked()
    await fits(table)
    unit, orders = next(iter(movements(question).items()))
    order = marching(orders)
    row = part(table, unit, "movement").locator(f"[data-option='{order['id']}']")
    answer = part(table, unit).locator(".fold-answer").first
    await row.tap()
    await expect(ghost(table, unit)).to_have_count(1)
    assert await row.get_attribute("aria-pressed") != "true"
    await row.tap()
    await expect(row).to_have_attribute("aria-pressed", "true")
    await table("form-rest").tap()
    await expect(answer).to_contain_text(order["id"])
    await fits(table)
    await table.after(table("send-form").tap())


async def test_a_replay_shows_the_table_as_it_was_at_each_moment(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**meeting(scenario=clearing(design=True)))
    seat = made["seats"]["a"]
    async with visit.sit(seat) as page:
        await page.begun()
        await page.answer("own")
        layout = (await page.ask("advise"))["value"]
        await page.answer({**layout, "3.6": "forest"})
    await advised_until(visit, seat, writes_orders)
    table = await (await welcome()).open(f"/table?replay#{seat}")
    await table.until("over")
    last = int((await table("replay-place").inner_text()).split(" of ")[1])
    ground = "document.querySelector('war-board').table.cells.find((cell) => cell.name === '3.6').ground"
    for frame, expected in ((0, "clear"), (last - 1, "forest"), (0, "clear")):
        await table("replay-scrub").fill(str(frame))
        await expect(table("replay-place")).to_contain_text(f"{frame + 1} of ")
        assert await table.page.evaluate(ground) == expected
