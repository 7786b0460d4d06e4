"""People at one table, on the page: names, lines, draws, resigning, forces by choice, what is forgotten."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import FRIEND, skirmish
from tests.server.browser.table import Table
from tests.server.client import TWO, Visit
from tests.server.server import Server

pytestmark = pytest.mark.anyio

EVIL = "<i>Eve</i>"


async def both(visit: Visit, welcome: Welcome, view: str = "", **more: object) -> tuple[Table, Table]:
    made = await visit.make(players=TWO, **more)
    ann = await (await welcome()).open(f"/table{view}#{made['seats']['a']}")
    bob = await (await welcome()).open(f"/table{view}#{made['seats']['b']}")
    await ann.until("asked")
    await bob.until("asked")
    return ann, bob


async def call(table: Table, name: str) -> None:
    if not await table("people-card").is_visible():
        await table("people-open").click()
    await table("name").fill(name)
    await table("name-keep").click()


async def test_names_lines_and_the_link_for_those_who_watch(visit: Visit, welcome: Welcome) -> None:
    ann, bob = await both(visit, welcome)
    await call(ann, EVIL)
    await expect(bob("who-a")).to_have_text(EVIL)
    await expect(ann("who-a")).to_have_text(f"{EVIL}, you")
    await expect(bob("log-who")).to_have_text(f"{EVIL} plays Annites.")
    link = await ann("watch-link").input_value()
    await ann("people-close").click()
    await call(bob, EVIL)
    await expect(bob("toast")).to_contain_text("Another at this table is called")
    await call(bob, "Bob")
    await bob("people-close").click()

    await ann("say").fill("<b>Good luck</b>")
    await ann("say").press("Enter")
    await expect(bob("talk")).to_contain_text(f"{EVIL}: <b>Good luck</b>")
    assert await bob("talk").locator("ol b").count() == 1, "only the name is set off"
    guest = await welcome()
    watcher = await guest.open(link.removeprefix(guest.server))
    await expect(watcher("talk")).to_contain_text("Good luck")
    await expect(watcher("say")).to_be_hidden()
    await watcher("people-open").click()
    await expect(watcher("people-card")).to_contain_text("Bob")
    await expect(watcher("resign")).to_have_count(0)

    await bob("hush").uncheck()
    await expect(bob("talk")).not_to_contain_text("Good luck")
    await expect(bob("say")).to_be_hidden()
    await ann("people-open").click()
    await expect(ann("people-card")).to_contain_text("reads no lines")

    # The name is known the next time, in this browser.
    made = await visit.make(players=TWO)
    again = await ann.page.context.new_page()
    await again.goto(ann.page.url.split("#")[0] + f"#{made['seats']['a']}")
    await expect(again.get_by_test_id("who-a")).to_have_text(f"{EVIL}, you")


@pytest.mark.parametrize("view", ["", "?text"])
async def test_a_draw_is_offered_and_a_refusal_is_told_and_one_resigns(
    visit: Visit, welcome: Welcome, view: str
) -> None:
    ann, bob = await both(visit, welcome, view)
    if not view:
        await ann("people-open").click()
    await ann("offer-draw").click()
    await expect(bob.page.locator(".notice")).to_contain_text("offer a draw")
    await expect(ann("withdraw")).to_be_visible()
    await bob("consent-no").click()
    await expect(ann("talk")).to_contain_text("Bobbites would rather fight on.")
    await expect(ann("withdraw")).to_have_count(0)
    if not view:
        await bob("people-open").click()
    await bob("resign").click()
    await bob("resign-no").click()
    await bob("resign").click()
    await bob("resign-yes").click()
    await ann.until("over")
    await bob.until("over")
    await expect(ann("result")).to_have_text("Annites win")
    if not view:
        await expect(bob("ending")).to_contain_text("Bobbites gave the battle up")


async def test_who_is_asked_sees_what_would_be_undone(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(players=TWO)
    async with visit.sit(made["seats"]["a"]) as a, visit.sit(made["seats"]["b"]) as b:
        for seat in (a, b):
            await seat.begun()
        for seat, value in ((a, "amber"), (b, "beryl"), (a, "stay"), (a, "no"), (a, "fire")):
            await seat.answer(value)
            await a.heard()
            await b.heard()
        bob = await (await welcome()).open(f"/table#{made['seats']['b']}")
        await bob.until("asked")
        await a.undo()
        await expect(bob("undone")).to_contain_text(re.compile("shot", re.IGNORECASE))
        await bob("consent-no").click()
        (line,) = (await a.until("talk"))["lines"]
        assert "would rather not take that back" in line["words"]


async def test_a_guest_chooses_a_force_and_the_host_sees_it(welcome: Welcome) -> None:
    ann = await (await welcome()).open()
    await ann("to-setup").click()
    await ann("book").select_option("necromunda")
    await ann("my-name").fill("Ann")
    await ann("player-b").select_option("friend")
    await ann("force-b").select_option("theirs:")
    await ann("start").click()
    await ann.until("room")
    await expect(ann("choosing")).to_contain_text("chooses their force")
    invitation = await ann("invite").input_value()
    guest = await welcome()
    bob = await guest.open(invitation.removeprefix(guest.server))
    await expect(bob("invited")).to_contain_text("Ann plays in it")
    await bob("take-seat").click()
    await bob.until("room")
    await expect(ann("invite-taken")).to_contain_text("was taken")
    await expect(bob("seat-is-mine")).to_be_visible()
    await expect(bob("who-a")).to_have_text("Ann")
    await expect(bob("force-mine").locator("option")).not_to_have_count(0)
    offered = await bob("force-mine").locator("option").all()
    chosen = (await offered[-1].inner_text()).split(" (")[0]
    await bob("force-mine").select_option(index=len(offered) - 1)
    await bob("force-take").click()
    await ann.until("asked", "waiting")
    await bob.until("asked", "waiting")
    await expect(ann.page.locator("battle-header")).to_contain_text(chosen)
    await expect(ann("talk")).to_contain_text("chose a force")


async def test_where_not_everybody_sets_up_battles_the_page_says_who_does_and_takes_the_word(
    welcome: Welcome, tmp_path: Path
) -> None:
    env = {"WARBOOK_DOOR": "süße Äpfel", "WARBOOK_ADJUST": "workers.REFEREES=1"}
    with Server(f"sqlite:///{tmp_path}/battles.db", env=env) as server:
        guest = await welcome(server.address)
        guest.expects("403")
        home = await guest.open()
        await expect(home("invite-only")).to_contain_text("Whoever was invited needs neither")
        play = home.page.locator("[data-testid=play-now][data-book=toy]")
        await play.click()
        await expect(home.page.locator("#play-fault")).to_contain_text("set up by those who have a name here")
        await home("word").fill("Sour apples")
        await home("tell-word").click()
        await expect(home("name-fault")).to_contain_text("not the word")
        await home("word").fill("süsse äpfel")
        await home("tell-word").click()
        await expect(home("invite-only")).to_have_count(0)
        await play.click()
        await home.page.wait_for_url("**/table#*")


async def test_choosing_one_force_says_when_it_changes_the_other_and_forces_are_grouped(
    welcome: Welcome,
) -> None:
    table = await (await welcome()).open()
    await table("to-setup").click()
    await table("book").select_option("steampunk")
    groups = await table("force-a").locator("optgroup").all()
    assert len(groups) > 1, "the forces of each game are under a heading of their own"
    await expect(table("force-changed").first).to_be_hidden()
    before = await table("force-b").locator("option:checked").inner_text()
    last = await groups[-1].locator("option").last.get_attribute("value")
    await table("force-a").select_option(last)
    changed = table("side-b").get_by_test_id("force-changed")
    after = await table("force-b").locator("option:checked").inner_text()
    assert before != after
    await expect(changed).to_contain_text(f"Changed from {before.split(' (')[0]} to {after.split(' (')[0]}")
    await table("force-b").select_option(index=0)
    await expect(changed).to_be_hidden()


async def test_what_is_forgotten_is_asked_about_and_can_be_taken_back(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**skirmish(FRIEND))
    guest = await welcome()
    await (await guest.open(f"/table#{made['seats']['a']}")).until("room")
    home = await guest.open()
    await home("forget").click()
    await home("forget-no").click()
    await expect(home("battle")).to_have_count(1)
    await home("forget").click()
    await home("forget-yes").click()
    await expect(home("battle")).to_have_count(0)
    await home.page.reload()
    await home("forgotten").locator("summary").click()
    await home("unforget").click()
    await expect(home("battle")).to_contain_text("Irons against Bulls")
    await expect(home("forgotten")).to_have_count(0)


async def test_the_bot_answers_for_who_is_away_until_they_are_back(welcome: Welcome, tmp_path: Path) -> None:
    env = {"WARBOOK_ADJUST": "workers.REFEREES=1 limits.AWAY=0"}
    with Server(f"sqlite:///{tmp_path}/battles.db", env=env) as server:
        async with Visit(server.address) as visit:
            made = await visit.make(players=TWO, names={"b": "Bob"})
            async with visit.sit(made["seats"]["b"]):
                guests = [await welcome(server.address) for _ in range(2)]
                for guest in guests:  # their pages outlive the server
                    guest.expects("WebSocket connection")
                ann = await guests[0].open(f"/table#{made['seats']['a']}")
                await ann.until("asked")
        assert await ann.choose("amber") == "waiting"
        await ann("stand-in").click()
        await ann.until("asked")
        await expect(ann("who-b")).to_have_text("Bob, the bot answers, away")
        await expect(ann("talk")).to_contain_text("The bot answers for Bob (Bobbites) until they are back.")
        bob = await guests[1].open(f"/table#{made['seats']['b']}")
        await bob.until("waiting")
        await expect(bob("stood-in")).to_contain_text("The bot answers for you.")
        await bob("seat-back").click()
        await expect(bob("stood-in")).to_have_count(0)
        await expect(ann("who-b")).to_have_text("Bob")
        await expect(ann("talk")).to_contain_text("The bot no longer answers for Bob")
