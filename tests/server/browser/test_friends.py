"""Several people at one battle: by invitation, at one screen, and watching."""

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, FRIEND, SHARED, advised_until, skirmish
from tests.server.browser.table import Table
from tests.server.client import Visit

pytestmark = pytest.mark.anyio


async def order(table: Table, **players: str) -> None:
    """Fills in the set-up page: the toy book, played by whom."""
    await table("to-setup").click()
    await table("book").select_option("toy")
    for side, player in players.items():
        await table(f"player-{side}").select_option(player)
    await table("start").click()
    await table.page.wait_for_url("**/table#*")


async def test_two_browsers_play_each_other_by_invitation(welcome: Welcome) -> None:
    host = await welcome()
    ann = await host.open()
    await order(ann, a="me", b="friend")
    await ann.until("room")
    invitation = await ann("invite").input_value()
    guest = await welcome()
    link = invitation.removeprefix(guest.server)
    bob = await guest.open(link)
    await expect(bob("invited")).to_contain_text("Annites against Bobbites")
    await bob("take-seat").click()
    await bob.page.wait_for_url("**/table#*")
    await ann.until("asked")
    await bob.until("asked")
    seat = bob.page.url.partition("#")[2]
    assert seat not in str(ann.heard) and seat != link.partition("#")[2]

    # Its link is the way back for this browser, and for no other.
    again = await guest.open(link)
    await again.page.wait_for_url(f"**/table#{seat}")
    await again.page.close()
    stolen = await host.open(link)
    await expect(stolen("invited-fault")).to_contain_text("taken already")
    await stolen.page.close()

    assert await ann.choose("amber") == "waiting"
    assert await bob.choose("beryl") == "waiting"
    await ann.until("asked")
    assert "amber" in await ann.log() and "amber" not in await bob.log()
    await ann.choose("go")
    await ann.reach()
    await ann.go(4, 4)
    await expect(bob.piece("ann")).to_have_attribute("transform", "translate(96 192)")
    assert await bob.spot_of("ann") == (4, 4)
    await ann.choose("no")
    await ann.choose("fire")
    await bob.until("asked")
    assert "Toy" not in await bob("question").inner_text()

    # What was rolled comes back only if the other side allows it.
    await expect(ann("undo")).to_contain_text("Ask to undo")
    rolled = await bob.log()
    await ann("undo").click()
    await bob("consent-no").click()
    await expect(ann.page.locator("#notice")).to_be_hidden()
    assert await bob.log() == rolled
    await ann("undo").click()
    await bob("consent-yes").click()
    await ann.until("asked")
    await expect(ann.option("fire")).to_be_visible()
    await bob.until("waiting")
    assert len(await bob.log()) < len(rolled)


async def test_a_key_held_down_takes_back_one_answer(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make()
    async with visit.sit(made["seats"]["a"]) as page:
        await page.begun()
        for value in ("amber", "stay", "no"):
            await page.answer(value)
    table = await (await welcome()).open(f"/table#{made['seats']['a']}")
    assert (await table.asked())["text"] == "Shoot?"
    await table.after(table.page.keyboard.down("u"))
    await table.page.keyboard.down("u")  # as the keyboard repeats it
    await table("advice").click()
    await table("advice-take").wait_for()  # whatever was asked for before has come back
    assert table.latest("state")["question"]["text"] == "Measure?"


@pytest.mark.parametrize("view", ["", "?text"])
async def test_who_undoes_does_not_lose_the_others_sealed_answer(
    visit: Visit, welcome: Welcome, view: str
) -> None:
    made = await visit.make(players={"a": "me", "b": "friend"})
    seats = made["seats"]
    async with visit.sit(seats["a"]) as a, visit.sit(seats["b"]) as b:
        await a.begun()
        await b.begun()
        for seat, value in (
            (a, "amber"),
            (b, "beryl"),
            *[(seat, v) for seat in (a, b) for v in ("stay", "no", "hold")],
        ):
            await seat.answer(value)
            await a.heard()
            await b.heard()
        await a.answer({"stance": "lie", "where": {"path": []}})
        table = await (await welcome()).open(f"/table{view}#{seats['b']}")
        assert (await table.asked())["text"] == "Orders"
        await expect(table("undo")).to_contain_text("Ask to undo")
        await table("undo").click()
        await a.until("state", lambda state: state["asking"] == "b")
        assert a.state["question"] is None and a.state["undo"] == "sealed", "it is still there"


@pytest.mark.parametrize("view", ["", "?text"])
async def test_a_double_click_takes_back_one_answer(visit: Visit, welcome: Welcome, view: str) -> None:
    made = await visit.make()
    async with visit.sit(made["seats"]["a"]) as page:
        await page.begun()
        for value in ("amber", "stay", "no"):
            await page.answer(value)
    table = await (await welcome()).open(f"/table{view}#{made['seats']['a']}")
    assert (await table.asked())["text"] == "Shoot?"
    await table.after(table("undo").dblclick())
    await expect(table("question").locator("h1")).to_have_text("Measure?")
    await expect(table("toast")).to_contain_text("Taken back")
    async with visit.sit(made["seats"]["a"]) as page:
        assert (await page.begun())["question"]["text"] == "Measure?"


async def test_a_spectator_sees_the_battle_go_on_and_answers_nothing(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**skirmish(FRIEND))
    watcher = await (await welcome()).open(f"/table#{made['watch']}")
    await watcher.until("room")
    ann = await (await welcome()).open(f"/table#{made['seats']['a']}")
    bob = await (await welcome()).open(f"/table#{made['seats']['b']}")
    await watcher.until("waiting")
    first = ann if await ann.until("asked", "waiting") == "asked" else bob
    await first.after(first("option").first.click())
    await expect(watcher("log")).to_contain_text("edge")
    assert await watcher("option").count() == 0
    await expect(watcher("undo")).to_be_disabled()
    await expect(watcher("advice")).to_be_disabled()
    await expect(watcher("delegate")).to_have_count(0)


async def test_at_one_screen_a_card_hides_what_the_other_must_not_see(welcome: Welcome) -> None:
    table = await (await welcome()).open()
    await order(table, a="me", b="me")
    await table.until("pass")
    await expect(table("pass-card")).to_contain_text("Annites")
    await hides_all(table)
    await table.page.keyboard.press("Enter")
    await table.until("asked")
    assert await table.choose("amber") == "pass"
    await expect(table("pass-card")).to_contain_text("Bobbites")
    await hides_all(table)
    assert "amber" not in await table.page.content()
    await table.page.keyboard.press("Enter")
    await table.until("asked")
    assert await table("open-table").count() == 0  # the toy book has secrets: its table is never open


async def hides_all(table: Table) -> None:
    assert await table.page.locator(".wb-token").count() == 0
    assert await table("option").count() == 0
    assert await table.page.locator("#log .log-page").text_content() == ""
    assert await table("log-find").input_value() == ""
    covered = """() => {
        const card = document.querySelector("[data-testid=pass-card]").getBoundingClientRect();
        return card.left <= 0 && card.top <= 0 && card.right >= innerWidth && card.bottom >= innerHeight;
    }"""
    assert await table.page.evaluate(covered)


async def test_an_open_table_needs_the_card_only_once(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**skirmish(SHARED, seed="5"))
    table = await (await welcome()).open(f"/table#{made['seats']['a']}.{made['seats']['b']}")
    await table.until("pass")
    await table("open-table").check()
    await table("pass-go").click()
    await table.until("asked")
    sides = set()
    while len(sides) < 2:
        sides.add(await table.page.locator(".asked-of").inner_text())
        await table("advice").click()
        await table.after(table("advice-take").click())
        assert await table.until("asked", "pass") == "asked"


async def test_a_whole_toy_battle_with_its_forms_needs_no_code_of_the_page(welcome: Welcome) -> None:
    table = await (await welcome()).open()
    await table("to-setup").click()
    await table("book").select_option("toy")
    await table("scenario").select_option("short")
    await table("player-b").select_option("me")
    await table("start").click()
    answers = {"Your password?": ("amber", "beryl"), "What now?": ("go", "stay"), "Measure?": ("no", "yes")}
    seen = set()
    while (state := await table.until("pass", "asked", "over")) != "over":
        if state == "pass":
            await table.after(table("pass-go").click())
            continue
        side = "ab".index("a" if "Annites" in await table.page.locator(".asked-of").inner_text() else "b")
        text = await table("question").locator("h1").inner_text()
        seen.add(text)
        if text == "Orders":
            await table.page.locator("[data-part=stance]").get_by_text("Lie down").click()
            await table.page.locator("[data-part=where]").get_by_test_id("stay").click()
            await table.after(table("send-form").click())
        elif text == "Where to?":
            await table.reach()
            x, y = await table.spot_of("ann")
            await table.go(x, y + 2)
        elif text == "Shoot?":
            await table.option("fire").hover()
            await expect(table("odds")).to_contain_text("hit")
            await table.choose("fire")
        else:
            await table.choose(answers[text][side])
    assert seen == {*answers, "Orders", "Where to?", "Shoot?"}
    await expect(table("result")).to_be_visible()


async def test_the_battle_is_kept_in_this_browser(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**skirmish(BOT, seed="1"))
    await advised_until(visit, made["seats"]["a"], lambda question: True)
    guest = await welcome()
    await (await guest.open(f"/table#{made['seats']['a']}")).until("asked")
    home = await guest.open()
    await expect(home("battle")).to_contain_text("Irons against Bulls")

    # With a name it is also found elsewhere, and leaves this browser when one signs out.
    await home("name-open").click()
    await home("own-name").fill("Ann of the Kept")
    await home("passphrase").fill("badgers in the rain")
    await home("take-name").click()
    await expect(home("signed-in")).to_contain_text("Ann of the Kept")
    other = await welcome()
    other.expects("401")
    there = await other.open()
    await there("name-open").click()
    await there("own-name").fill("ann of the kept")
    await there("passphrase").fill("badgers in the sun")
    await there("passphrase").press("Enter")
    await expect(there("name-fault")).to_contain_text("No name here goes with that passphrase")
    await there("passphrase").fill("badgers in the rain")
    await there("sign-in").click()
    await expect(there("elsewhere")).to_contain_text("Irons against Bulls")
    await there("bring").click()
    await there.page.wait_for_url("**/table#*")
    await there.until("asked")
    assert made["seats"]["a"] not in there.page.url, "a seat of its own"
    await home("sign-out").click()
    await home("sign-out-yes").click()
    await expect(home("name-open")).to_be_visible()
    await expect(home("battle")).to_have_count(0)

    back = await other.open()
    await expect(back("elsewhere")).to_have_count(0)
    await back("continue").click()
    await back.page.wait_for_url("**/table#*")
    await back.until("asked")
