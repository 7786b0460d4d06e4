"""Who may do what at a battle, and what each gets to know of it."""

import json
import random

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.client import NEVER, TWO, Visit, legal
from warbook.core.dice import Seeded
from warbook.core.luck import commitment, seed_of

pytestmark = pytest.mark.anyio

DOCUMENTS = ("replay", "record", "report", "ledger")


async def full_state(visit: Visit, seat: str) -> dict:
    """The state as a page that was never there before is shown it."""
    async with visit.sit(seat) as page:
        return await page.begun()


# ---------------------------------------------------------------- coming in


async def test_a_battle_begins_when_every_person_has_sat_down(visit):
    made = await visit.make(players=TWO)
    async with visit.sit(made["seats"]["a"], "aa") as a:
        await a.until("room", lambda room: room["missing"] == ["b"])
        refused = await a.say("answer", at=0, value="amber")
        assert refused["type"] == "refused" and "not begun" in refused["words"]
        assert (await visit.told("record", made["seats"]["a"])).status_code == 400
        async with visit.sit(made["seats"]["b"], "bb") as b:
            assert (await b.begun())["question"]["text"] == "Your password?"
            assert (await a.begun())["question"]["text"] == "Your password?"


async def test_everybody_hears_who_is_here(visit):
    made = await visit.make(players=TWO)
    async with visit.sit(made["seats"]["a"]) as a:
        assert (await a.until("present"))["sides"] == ["a"]
        async with visit.sit(made["watch"]):
            assert (await a.until("present"))["watching"] == 1
        assert (await a.until("present"))["watching"] == 0
        async with visit.sit(made["seats"]["b"]):
            assert (await a.until("present"))["sides"] == ["a", "b"]
        assert (await a.until("present"))["sides"] == ["a"]


@pytest.mark.parametrize(
    "first",
    [
        '{"do": "sit", "seat": "no-such-seat-anywhere"}',
        '{"do": "sit", "seat": "../../etc/passwd"}',
        '{"do": "answer", "at": 1, "value": 1}',
        "sit",
        "[" * 50_000,
        b"\x00\xff",
        "",
    ],
)
async def test_whoever_has_no_seat_is_turned_away_with_words(visit, first):
    async with visit.socket() as socket:
        await socket.send(first)
        reply = json.loads(await socket.recv())
        assert reply["type"] == "refused" and reply["words"]
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd.code in (4400, 4404)


async def test_a_page_of_another_site_cannot_sit_down(visit):
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidStatus

    where = visit.server.replace("http", "ws") + "/api/sit"
    with pytest.raises(InvalidStatus) as refused:
        async with connect(where, origin="http://elsewhere.example"):
            pass
    assert refused.value.response.status_code == 403


async def test_a_seat_takes_eight_pages_and_no_more(visit):
    from contextlib import AsyncExitStack

    made = await visit.make()
    async with AsyncExitStack() as pages:
        for _ in range(8):
            await pages.enter_async_context(visit.sit(made["seats"]["a"]))
        async with visit.socket() as socket:
            await socket.send(json.dumps({"do": "sit", "seat": made["seats"]["a"]}))
            assert "too many pages" in json.loads(await socket.recv())["words"]
    async with visit.sit(made["seats"]["a"]) as again:
        assert await again.begun()


async def test_two_pages_at_one_seat_see_the_same(visit):
    made = await visit.make()
    async with visit.sit(made["seats"]["a"]) as one, visit.sit(made["seats"]["a"]) as other:
        await one.begun()
        await other.begun()
        await one.answer("amber")
        await other.until("state")
        assert other.state == one.state
        await other.answer("stay")
        await one.until("state")
        assert other.state == one.state


async def test_coming_back_gives_the_same_state(visit, two):
    await two.past_words()
    await two.play(("a", "stay"), ("a", "no"))
    for seat in (two.made["seats"]["a"], two.made["seats"]["b"], two.made["watch"]):
        first, second = await full_state(visit, seat), await full_state(visit, seat)
        assert first == second and first["keep"] == 0 and first["events"]
    fresh = await full_state(visit, two.made["seats"]["a"])
    assert fresh["at"] == two.a.state["at"] and fresh["question"] == two.a.state["question"]
    assert fresh["pieces"] == list(two.a.pieces.values())


async def test_events_sent_one_by_one_add_up_to_those_sent_at_once(visit, two):
    await two.past_words()
    await two.play(("a", "stay"), ("a", "yes"), ("a", "fire"), ("b", "stay"))
    for seat, link in ((two.a, two.made["seats"]["a"]), (two.watch, two.made["watch"])):
        events: list = []
        for message in map(json.loads, seat.sent):
            if message["type"] == "state":
                events = events[: message["keep"]] + message["events"]
        assert events == (await full_state(visit, link))["events"]


# ---------------------------------------------------------------- answering


async def test_a_seat_answers_only_its_own_questions(visit, two):
    await two.past_words()
    assert two.a.state["question"] and two.b.state["question"] is None
    before = await full_state(visit, two.made["seats"]["a"])
    refused = await two.b.ask("answer", value="stay")
    assert refused["type"] == "refused" and "nothing to answer" in refused["words"]
    for do in ("reach", "advise"):
        assert (await two.b.ask(do))["type"] == "refused"
    assert (await two.b.ask("odds", option="stay"))["type"] == "refused"
    assert (await two.b.ask("way", x=1, y=1))["type"] == "refused"
    assert await two.a.heard() == []
    assert await full_state(visit, two.made["seats"]["a"]) == before


@pytest.mark.parametrize(
    "message",
    [
        {"do": "answer", "value": "amber"},
        {"do": "odds", "option": "amber"},
        {"do": "reach"},
        {"do": "way", "x": 1, "y": 1},
        {"do": "advise"},
        {"do": "undo", "how": "free"},
        {"do": "consent", "asking": "a", "yes": True},
    ],
)
async def test_who_watches_can_do_nothing(visit, two, message):
    before = await full_state(visit, two.made["seats"]["a"])
    refused = await two.watch.ask(**message)
    assert refused["type"] == "refused" and "watching" in refused["words"]
    assert await two.a.heard() == [] and await two.b.heard() == []
    after = await full_state(visit, two.made["seats"]["a"])
    assert after == before


async def test_an_answer_to_an_old_question_is_refused(two):
    await two.past_words()
    old = two.a.state["at"]
    await two.play(("a", "stay"))
    for at in (old, NEVER):
        refused = await two.a.say("answer", at=at, value="no")
        assert refused["type"] == "refused" and "moved on" in refused["words"]
        assert refused["ref"]
    assert await two.b.heard() == []
    assert (await two.a.answer("no"))["type"] == "done"


async def test_two_pages_that_answer_at_once_are_heard_once(visit):
    made = await visit.make()
    async with visit.sit(made["seats"]["a"]) as one, visit.sit(made["seats"]["a"]) as other:
        await one.begun()
        at = (await other.begun())["at"]
        for page in (one, other):
            await page.send(do="answer", at=at, value="amber", ref=77)
        replies = [
            await page.until("done" if page is one else "refused", lambda said: said["ref"] == 77)
            for page in (one, other)
        ]
        assert [reply["type"] for reply in replies] == ["done", "refused"]


async def test_a_rule_that_forbids_is_named(two):
    await two.past_words()
    refused = await two.a.ask("answer", value="fly")
    assert refused["rule"] == "toy.wings" and "wings" in refused["words"]


async def test_a_part_of_a_form_can_be_asked_about(visit):
    made = await visit.make(scenario="long")
    luck = random.Random(3)
    async with visit.sit(made["seats"]["a"]) as seat:
        await seat.begun()
        while (seat.state["question"] or {"kind": ""})["kind"] != "form":
            await seat.answer(await legal(seat, luck))
        spots = (await seat.ask("reach", part=["where"]))["spots"]
        way = await seat.ask("way", part=["where"], x=spots[0][0], y=spots[0][1])
        assert way["cost"] is not None
        assert (await seat.ask("reach", part=["nowhere"]))["type"] == "refused"
        assert (await seat.ask("reach", part=["stance"]))["type"] == "refused"
        assert (await seat.answer({"stance": "lie", "where": {"path": way["path"]}}))["type"] == "done"


# ---------------------------------------------------------------- sealed answers


async def test_nobody_hears_anything_when_a_sealed_answer_is_given(visit, two):
    made = two.made
    links = {"b": made["seats"]["b"], "watch": made["watch"]}
    before = {name: await known(visit, link) for name, link in links.items()}
    for seat in (two.a, two.b, two.watch):
        await seat.heard()
    at = two.a.state["at"]
    assert (await two.a.answer("amber"))["at"] == at
    assert two.a.state["question"] is None and two.a.state["undo"] == "sealed"
    assert two.a.state["waiting"] == ["a", "b"]
    assert await two.b.heard() == [] and await two.watch.heard() == []
    assert {name: await known(visit, link) for name, link in links.items()} == before
    for seat in (two.a, two.b, two.watch):
        await seat.heard()

    assert (await two.a.undo())["type"] == "done"
    await two.a.until("state")
    assert two.a.state["question"] and two.a.state["at"] == at
    assert await two.b.heard() == [] and await two.watch.heard() == []

    await two.play(("a", "anvil"), ("b", "beryl"))
    assert two.b.state["at"] > at and two.a.state["question"]["text"] == "What now?"


async def known(visit: Visit, seat: str) -> list:
    """Everything that a seat can find out without doing anything."""
    found: list = [await full_state(visit, seat)]
    for what in DOCUMENTS:
        reply = await visit.told(what, seat)
        found.append((reply.status_code, reply.text))
    return found


# ---------------------------------------------------------------- taking back


async def test_undo_is_free_until_a_die_or_a_secret(visit, two):
    await two.past_words()
    before = await full_state(visit, two.made["seats"]["a"])
    await two.play(("a", "stay"))
    assert two.a.state["undo"] == "free"
    done = await two.a.undo()
    assert done["type"] == "done"
    await two.a.until("state")
    await two.b.until("state")
    after = await full_state(visit, two.made["seats"]["a"])
    assert {**after, "at": 0} == {**before, "at": 0}
    assert after["at"] > before["at"], "an answer to the state before the undo must not count for this one"


async def test_what_was_revealed_is_taken_back_only_by_consent(visit, two):
    await two.past_words()
    await two.play(("a", "stay"), ("a", "yes"))
    before = await full_state(visit, two.made["seats"]["b"])
    assert two.a.state["undo"] == "consent"

    asked = await two.a.undo()
    assert asked["type"] == "done" and "asked" in asked["words"]
    assert (await two.b.until("state"))["asking"] == "a"
    assert (await two.watch.until("state"))["asking"] == "a"
    assert (await full_state(visit, two.made["seats"]["b"]))["asking"] == "a"
    refused = await two.a.consent(True)
    assert refused["type"] == "refused", "nobody consents to what he asks himself"

    assert (await two.b.consent(False))["type"] == "done"
    assert (await two.a.until("state"))["asking"] == ""
    (line,) = (await two.a.until("talk"))["lines"]
    assert line["words"] == "Bobbites would rather not take that back."
    assert await full_state(visit, two.made["seats"]["b"]) == before
    assert (await two.b.consent(True))["type"] == "refused", "that was settled"

    await two.a.undo()
    await two.b.until("state", lambda state: state["asking"] == "a")
    assert (await two.b.consent(True))["type"] == "done"
    await two.a.until("state", lambda state: state["question"] and state["question"]["text"] == "Measure?")
    assert two.a.state["asking"] == ""


async def test_an_answer_settles_what_was_asked_to_be_taken_back(two):
    await two.past_words()
    await two.play(("a", "stay"), ("a", "yes"))
    await two.a.undo()
    await two.all_see()
    await two.play(("a", "hold"))
    assert two.b.state["asking"] == ""
    assert (await two.b.consent(True))["type"] == "refused"


async def test_a_bot_never_minds(visit):
    made = await visit.make()
    async with visit.sit(made["seats"]["a"]) as seat:
        await seat.begun()
        for value in ("amber", "stay", "yes"):
            await seat.answer(value)
        assert seat.state["undo"] == "consent"
        assert (await seat.undo())["words"] == "Taken back."
        await seat.until("state")
        assert seat.state["question"]["text"] == "Measure?"


async def test_there_is_nothing_to_take_back_at_first(two):
    refused = await two.a.undo()
    assert refused["type"] == "refused" and await two.b.heard() == []


# ---------------------------------------------------------------- kinds of battles


async def test_two_people_can_share_one_computer(visit):
    """Hot-seat: one page holds a socket for each side, and each hears only what its side may know."""
    made = await visit.make(players={"a": "me", "b": "me"})
    luck = random.Random(5)
    async with visit.sit(made["seats"]["a"], "01") as a, visit.sit(made["seats"]["b"], "02") as b:
        await a.begun()
        await b.begun()
        words = {"a": "aspen", "b": "bronze"}
        for seat, side in ((a, "a"), (b, "b")):
            await seat.answer(words[side])
        await a.until(
            "state", lambda state: not state["question"] or state["question"]["text"] == "What now?"
        )
        while not a.state["over"]:
            seat = a if a.state["question"] else b
            await seat.answer(await legal(seat, luck))
            await a.heard()
            await b.heard()
        assert b.state["over"] and b.state["winner"] == a.state["winner"]
        for seat, other in ((a, "b"), (b, "a")):
            assert not any(words[other] in text for text in seat.sent)


async def test_bots_alone_begin_when_somebody_watches(visit):
    made = await visit.make(players={"a": "random", "b": "random"}, scenario="short")
    assert made["seats"] == {}
    assert (await visit.told("replay", made["watch"])).status_code == 400
    async with visit.sit(made["watch"]) as watch:
        assert (await watch.begun())["over"]
    assert (await visit.replay(made["watch"]))["over"]


async def test_a_battle_with_a_chosen_seed_can_be_played_again(visit):
    played = []
    for _ in range(2):
        made = await visit.make(seed="thirteen", scenario="short")
        assert made["commitment"] == ""
        await whole_battle(visit, made["seats"]["a"], 9)
        record = (await visit.told("record", made["watch"])).json()
        assert record["seed"] == "thirteen" and record["luck"] is None
        played.append((record["steps"], record["events"]))
    assert played[0] == played[1]


async def test_the_seed_of_a_battle_follows_from_what_all_have_added(visit):
    made = await visit.make(scenario="short")
    await whole_battle(visit, made["seats"]["a"], 9, share="c0ffee")
    record = (await visit.told("record", made["watch"])).json()
    luck = record["luck"]
    assert commitment(luck["secret"]) == luck["commitment"] == made["commitment"]
    assert luck["shares"] == {"a": "c0ffee"}
    assert record["seed"] == seed_of(luck["secret"], luck["shares"])
    rolled = [entry[1][0] for step in record["steps"] for entry in step["tape"] if entry[0] == "dice"]
    dice = Seeded(record["seed"])
    assert rolled and rolled == [dice.throw(6, 1, "", None, None)[0] for _ in rolled]


async def test_only_the_first_to_sit_down_adds_to_the_luck(visit):
    made = await visit.make(scenario="short")
    async with visit.sit(made["seats"]["a"], "aaaa") as first, visit.sit(made["seats"]["a"], "bbbb"):
        await first.begun()
    await whole_battle(visit, made["seats"]["a"], 9, share="cccc")
    record = (await visit.told("record", made["seats"]["a"])).json()
    assert record["luck"]["shares"] == {"a": "aaaa"}


async def whole_battle(visit: Visit, seat: str, number: int, share: str = "") -> None:
    choosing = random.Random(number)
    async with visit.sit(seat, share) as page:
        await page.begun()
        while not page.state["over"]:
            reply = await page.answer(await legal(page, choosing))
            assert reply["type"] == "done", reply


# ---------------------------------------------------------------- documents of a battle that is not over


async def test_documents_of_a_running_battle_hold_what_the_seat_may_know(visit, two):
    await two.past_words()
    await two.play(("a", "stay"), ("a", "no"), ("a", "fire"))
    seats = {"a": two.made["seats"]["a"], "b": two.made["seats"]["b"], None: two.made["watch"]}
    words = {"a": "The word of a is amber.", "b": "The word of b is beryl."}
    for side, seat in seats.items():
        told = {what: await visit.told(what, seat) for what in DOCUMENTS}
        for what, reply in told.items():
            assert reply.status_code == 200, reply.text
            for other, sentence in words.items():
                hidden = other != side or what == "ledger"
                assert (sentence not in reply.text) is hidden, f"{what} for {side} about {other}"
        replay, record = await visit.replay(seat), told["record"].json()
        state = await full_state(visit, seat)
        assert replay["events"] == state["events"] and replay["scene"]["side"] == side
        assert replay["frames"][-1]["events"] == len(state["events"]) and not replay["over"]
        pieces: dict = {}
        for frame in replay["frames"]:
            pieces.update({piece["id"]: piece for piece in frame["pieces"]})
        assert list(pieces.values()) == state["pieces"]
        assert record["watch_only"] and record["seed"] is None
        assert record["steps"] == [] and record["tape"] == []
        assert record["luck"] == {"commitment": two.made["commitment"], "secret": "", "shares": {}}
        assert told["report"].headers["content-type"].startswith("text/html")


async def test_documents_need_a_seat(visit):
    for what in DOCUMENTS:
        assert (await visit.told(what, "no-such-seat-anywhere")).status_code == 404
        assert (await visit.http.get(f"/api/battle/{what}")).status_code == 400
