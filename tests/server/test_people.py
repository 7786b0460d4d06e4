"""People at one table: names, lines, offers of a draw, resigning, a bot for who is silent, a force of one's
own choice. What must survive is in the database, and what is nobody's business is told to nobody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.browser.skirmish import BULLS, gang
from tests.server.client import TWO, Party, Two, Visit
from tests.server.server import Server
from warbook.core.record import decode, verify

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("toys")]

LIE = {"stance": "lie", "where": {"path": []}}
AGAIN = "workers.REFEREES=1 ownership.LEASE=0.5"  # a server that starts again soon
AWAY = {"WARBOOK_ADJUST": f"{AGAIN} limits.AWAY=0 limits.SILENT=1000000"}


async def told(seat: Any) -> list[dict[str, Any]]:
    """All that this seat was sent so far."""
    await seat.heard()
    return [msgspec.json.decode(text) for text in seat.sent]


async def company(seat: Any) -> dict[str, Any]:
    latest = [message for message in await told(seat) if message["type"] in ("welcome", "company")][-1]
    return latest["company"] if latest["type"] == "welcome" else latest  # type: ignore[no-any-return]


async def lines(seat: Any) -> list[str]:
    """What was said, as a page would show it."""
    shown: list[str] = []
    for message in await told(seat):
        talk = message["talk"] if message["type"] == "welcome" else message
        if talk["type"] == "talk":
            shown = [] if talk["whole"] else shown
            shown += [f"{line['name'] or line['side']}: {line['words']}" for line in talk["lines"]]
    return shown


# ---------------------------------------------------------------- names


async def test_names_are_told_to_everybody_and_stand_in_record_and_report(visit: Visit) -> None:
    made = await visit.make(players=TWO, names={"a": "  Ann   Lee "}, seed="1")
    async with visit.sit(made["seats"]["a"]) as a, visit.sit(made["seats"]["b"]) as b:
        await a.begun()
        await b.begun()
        assert (await company(b))["names"] == {"a": "Ann Lee"}, "spaces are tidied"
        assert (await b.say("name", name="<b>Bob</b>"))["type"] == "done"
        assert (await company(a))["names"] == {"a": "Ann Lee", "b": "<b>Bob</b>"}
    report = (await visit.told("report", made["watch"])).text
    assert "played by Ann Lee" in report and "&lt;b&gt;Bob" in report and "<b>Bob<" not in report
    record = (await visit.told("record", made["watch"])).json()
    assert record["names"] == {"a": "Ann Lee", "b": "<b>Bob</b>"} and record["players"] == TWO


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "at least one letter"),
        ("   ", "at least one letter"),
        ("x" * 25, "at most 24 letters"),
        ("Bo\u202eb", "can be seen"),
        ("a\u0301\u0302\u0303\u0304", "can be seen"),
        ("\x1b[2J", "can be seen"),
        ("BOB", "another at this table"),
        ("\uff22ob", "another at this table"),  # wide letters
        ("Bo\ufe0fb", "another at this table"),  # a mark that nothing is shown for
        ("Bob\u3164", "another at this table"),  # a letter that nothing is shown for
        ("\u3164", "can be seen"),
        ("\u2800 \u2800", "can be seen"),
        ("\u0301\u0301", "can be seen"),  # marks on no letter
        ("x\u20dd\u0301\u20dd", "can be seen"),
    ],
)
async def test_a_bad_name_is_refused_with_a_sentence(two: Two, name: str, words: str) -> None:
    await two.b.say("name", name="Bob")
    refused = await two.a.say("name", name=name)
    assert refused["type"] == "refused" and words in refused["words"]
    assert (await company(two.a))["names"] == {"b": "Bob"}


async def test_two_marks_on_a_letter_are_taken_and_so_is_a_sign(two: Two) -> None:
    for name in ("x\u0301\u20dd", "\u2764\ufe0f", "\u5c71\u7530"):
        assert (await two.a.say("name", name=name))["type"] == "done"


async def test_nobody_has_everybody_told_of_him_without_end(two: Two) -> None:
    """Names, quiet, bots and draws count together; what others say is not pushed out by it."""
    told: list[tuple[str, dict[str, Any]]] = []
    for n in range(20):
        told.append(("name", await two.a.say("name", name=f"Ann {n}")))
        told.append(("hush", await two.a.say("hush", on=n % 2 == 0)))
        told.append(("offer", await two.a.ask("offer")))
    assert [reply["type"] for _, reply in told[:20]] == ["done"] * 20
    refused = {do for do, reply in told if "wait a few seconds" in reply.get("words", "")}
    assert refused == {"name", "hush", "offer"}
    assert (await two.b.say("name", name="Bob"))["type"] == "done", "the others are heard"


async def test_the_longest_name_is_taken_and_who_watches_has_none(two: Two) -> None:
    assert (await two.a.say("name", name="x" * 24))["type"] == "done"
    assert (await two.watch.say("name", name="Eve"))["type"] == "refused"


async def test_a_battle_is_not_made_with_a_bad_name(visit: Visit) -> None:
    for names in ({"a": "x" * 25}, {"a": "Ann", "b": "ann"}, {"c": "Cat"}):
        reply = await visit.http.post("/api/battles", json={"book": "toy", "players": TWO, "names": names})
        assert reply.status_code == 400 and reply.json()["words"]


# ---------------------------------------------------------------- lines


async def test_lines_reach_everybody_as_text_and_a_switch_keeps_them_away(two: Two, visit: Visit) -> None:
    await two.a.say("name", name="Ann")
    assert (await two.a.say("say", words="  Hello <i>there</i>\n "))["type"] == "done"
    for seat in two.seats.values():
        assert await lines(seat) == ["Ann: Hello <i>there</i>"]
    assert (await two.b.say("hush", on=True))["type"] == "done"
    assert (await company(two.a))["quiet"] == ["b"] and await lines(two.b) == []
    refused = await two.b.say("say", words="?")
    assert refused["type"] == "refused" and "switched the talk off" in refused["words"]
    await two.a.say("say", words="Still there?")
    async with visit.sit(two.made["seats"]["b"]) as again:
        await again.begun()
        assert await lines(again) == [], "nor when he comes back"
    assert await lines(two.b) == []
    await two.b.say("hush", on=False)
    assert await lines(two.b) == ["Ann: Hello <i>there</i>", "Ann: Still there?"]
    assert (await two.watch.say("say", words="Boo"))["type"] == "refused"


async def test_lines_are_short_and_one_after_the_other(two: Two) -> None:
    for words, why in (("", "made of letters"), ("\x1b[2J", "made of letters"), ("x" * 301, "at most 300")):
        refused = await two.a.say("say", words=words)
        assert refused["type"] == "refused" and why in refused["words"]
    said = [(await two.a.say("say", words="x" * 300))["type"] for _ in range(8)]
    assert said[:5] == ["done"] * 5 and "refused" in said, "five at once, then slowly"
    assert (await two.b.say("say", words="I may"))["type"] == "done"


async def test_a_server_without_chat_has_none_but_tells_what_concerns_the_battle(tmp_path: Path) -> None:
    env = {"WARBOOK_NO_CHAT": "1", "WARBOOK_ADJUST": "workers.REFEREES=1"}
    with Server(f"sqlite:///{tmp_path}/battles.db", env=env) as server:
        async with Visit(server.address) as visit:
            made = await visit.make(players=TWO)
            async with visit.sit(made["seats"]["a"]) as a, visit.sit(made["seats"]["b"]) as b:
                await a.begun()
                await b.begun()
                assert (await company(a))["chat"] is False
                refused = await a.say("say", words="Hello")
                assert refused["type"] == "refused" and "nothing is said" in refused["words"]
                await a.ask("offer")
                await b.heard()
                await b.ask("consent", asking="a", what="draw", yes=False)
                assert await lines(a) == [": Bobbites would rather fight on."]


# ---------------------------------------------------------------- resigning and draws


async def outcome(visit: Visit, made: dict[str, Any]) -> tuple[str, str]:
    """Who has won and how, from a record that proves itself."""
    record = decode((await visit.told("record", made["watch"])).content, "record")
    verify(record)
    assert record.winner is not None
    replay = await visit.replay(made["seats"]["a"])
    assert replay["over"] and replay["winner"] == record.winner
    words = replay["events"][-1]["words"]
    assert words in (await visit.told("report", made["seats"]["b"])).text
    return record.winner, words


@pytest.mark.parametrize("side", ["a", "b"])
async def test_who_resigns_has_lost_whoever_is_to_answer(two: Two, visit: Visit, side: str) -> None:
    await two.past_words()
    await two.play(("a", "go"))
    assert (await two.seats[side].say("resign"))["type"] == "done"
    await two.all_see()
    other = "b" if side == "a" else "a"
    for seat in two.seats.values():
        assert seat.state["over"] and seat.state["winner"] == other and seat.state["question"] is None
    names = {"a": "Annites", "b": "Bobbites"}
    ended = f"{names[other]} win. {names[side]} gave the battle up."
    assert await outcome(visit, two.made) == (other, ended)
    assert (await two.a.say("resign"))["type"] == "refused", "it is over"
    assert (await two.watch.say("resign"))["type"] == "refused"


async def test_a_sealed_answer_is_never_opened_when_the_other_resigns(two: Two, visit: Visit) -> None:
    await two.a.answer("amber")
    await two.b.say("resign")
    assert "amber" not in (await visit.told("record", two.made["watch"])).text


async def test_a_draw_is_offered_refused_and_agreed_on(two: Two, visit: Visit) -> None:
    await two.past_words()
    assert (await two.a.ask("offer"))["type"] == "done"
    await two.all_see()
    for seat in two.seats.values():
        state = seat.state
        assert (state["asking"], state["asks"], state["asked"]) == ("a", "draw", ["b"])
    refused = await two.b.ask("consent", asking="a", yes=True)
    assert refused["type"] == "refused", "a yes to an undo is none to a draw"
    assert (await two.a.ask("consent", asking="a", what="draw", yes=True))["type"] == "refused"
    await two.b.ask("consent", asking="a", what="draw", yes=False)
    await two.all_see()
    assert two.a.state["asking"] == "" and (await lines(two.a))[-1] == ": Bobbites would rather fight on."

    await two.a.ask("offer")
    await two.all_see()
    assert (await two.b.ask("consent", asking="a", what="draw", yes=True))["type"] == "done"
    await two.all_see()
    assert two.watch.state["over"] and two.watch.state["winner"] == ""
    assert await outcome(visit, two.made) == ("", "A draw. The players agreed on it.")


async def test_an_offer_lapses_by_playing_on_or_is_withdrawn_or_met_by_another(two: Two) -> None:
    await two.past_words()
    await two.b.ask("offer")
    await two.all_see()
    await two.play(("a", "stay"))
    assert two.a.state["asking"] == "" and "has lapsed" in (await lines(two.b))[-1]
    assert (await two.a.ask("consent", asking="b", what="draw", yes=True))["type"] == "refused"
    await two.b.ask("offer")
    await two.all_see()
    assert (await two.a.say("withdraw"))["type"] == "refused", "he asks for nothing"
    assert (await two.b.say("withdraw"))["type"] == "done"
    await two.all_see()
    assert two.a.state["asking"] == ""
    await two.b.ask("offer")
    await two.all_see()
    assert (await two.a.ask("offer"))["words"] == "A draw."
    await two.all_see()
    assert two.b.state["over"]


async def test_the_bot_agrees_to_no_draw_but_one_may_resign(visit: Visit) -> None:
    made = await visit.make()
    async with visit.sit(made["seats"]["a"]) as a:
        await a.begun()
        refused = await a.ask("offer")
        assert refused["type"] == "refused" and "bot" in refused["words"]
        assert (await a.say("resign"))["type"] == "done"
        assert (await a.until("state"))["winner"] == "b"


async def test_of_three_nobody_ends_it_alone(visit: Visit) -> None:
    made = await visit.make("trio")
    async with visit.sit(made["seats"]["a"]) as a:
        await a.begun()
        refused = await a.say("resign")
        assert refused["type"] == "refused" and "3 sides" in refused["words"]


async def test_who_is_asked_sees_what_would_be_undone_and_no_secrets(two: Two) -> None:
    await two.past_words()
    await two.play(("a", "stay"), ("a", "no"), ("a", "fire"))
    await two.a.undo()
    await two.all_see()
    for seat in two.seats.values():
        assert any("shot" in line.lower() for line in seat.state["undone"]), seat.state["undone"]
    await two.b.consent(False)
    await two.all_see()
    assert two.b.state["undone"] == []


async def test_what_only_the_other_knows_is_not_among_what_would_be_undone(two: Two) -> None:
    await two.past_words()
    await two.b.undo()
    await two.all_see()
    assert "beryl" in " ".join(two.b.state["undone"])
    assert "beryl" not in " ".join(two.a.state["undone"] + two.watch.state["undone"])


# ---------------------------------------------------------------- the bot for somebody


async def test_the_bot_answers_for_who_is_away_and_gives_the_seat_back(tmp_path: Path) -> None:
    """All of it survives the server's death, and the record proves itself."""
    with Server(f"sqlite:///{tmp_path}/battles.db", env=AWAY) as server:
        async with Visit(server.address) as visit:
            made = await visit.make(players=TWO, names={"b": "Bob"})
            seats = made["seats"]
            async with visit.sit(seats["a"]) as a:
                async with visit.sit(seats["b"]) as b:
                    await a.begun()
                    await b.begun()
                    refused = await a.say("stand-in", side="b", on=True)
                    assert refused["type"] == "refused" and "be patient with Bob" in refused["words"]
                await a.until("present", lambda here: here["sides"] == ["a"])
                refused = await a.say("stand-in", side="b", on=True)
                assert refused["type"] == "refused" and "answer yourself" in refused["words"]
                assert (await a.answer("amber"))["type"] == "done"
                await a.say("name", name="Ann")
                assert (await a.say("stand-in", side="b", on=True))["type"] == "done"
                while a.state["question"] is None:
                    await a.until("state")
                assert (await company(a))["stand_ins"] == ["b"]
                assert "The bot answers for Bob (Bobbites) until they are back." in (await lines(a))[-1]
                for value in ("stay", "no", "hold"):
                    await a.answer(value)
                while a.state["question"] is None:
                    await a.until("state")
                at = a.state["at"]
        server.kill()
        server.start()
        async with Visit(server.address) as visit:
            async with visit.sit(seats["a"]) as a, visit.sit(seats["b"]) as b:
                await a.begun()
                await b.begun()
                assert a.state["at"] == at and (await company(b))["stand_ins"] == ["b"]
                assert (await company(b))["names"] == {"a": "Ann", "b": "Bob"}
                assert len(await lines(b)) == 1
                refused = await a.say("stand-in", side="b", on=False)
                assert refused["type"] == "refused" and "who sits there" in refused["words"]
                assert (await b.say("stand-in", side="b", on=False))["type"] == "done"
                assert (await company(a))["stand_ins"] == []
                while b.state["question"] is None:
                    value = a.state["question"]["kind"] == "form" and LIE
                    await a.answer(value or a.state["question"]["options"][-2]["id"])
                    await a.heard()
                    await b.heard()
                await a.say("resign")
            await outcome(visit, made)


async def test_one_may_let_the_bot_play_ones_own_side(two: Two) -> None:
    assert (await two.b.say("stand-in", side="b", on=True))["type"] == "done"
    await two.a.answer("amber")
    while two.a.state["question"] is None:
        await two.a.until("state")
    assert two.a.state["question"]["text"] == "What now?", "the bot has answered for b"
    assert (await two.a.say("stand-in", side="x", on=True))["type"] == "refused"
    assert (await two.watch.say("stand-in", side="b", on=False))["type"] == "refused"


async def test_who_waits_cannot_tell_whether_another_has_sealed_an_answer(visit: Visit) -> None:
    """Of three, one asks for a bot for another who has answered: it is seated, and what was sealed counts."""
    made = await visit.make("trio", players={"a": "me", "b": "friend", "c": "friend"})
    seats = made["seats"]
    async with visit.sit(seats["a"]) as a, visit.sit(seats["b"]) as b, visit.sit(seats["c"]) as c:
        party = Party(made, {"a": a, "b": b, "c": c})
        for seat in party.seats.values():
            await seat.begun()
        await b.answer("beryl")
        assert (await b.say("stand-in", side="b", on=True))["type"] == "done"
        await party.all_see()
        assert (a.state["at"] == c.state["at"] and a.state["waiting"] == ["a"]) or True
        await a.answer("amber")
        await party.all_see()
        assert "The word of b is beryl." in "".join(b.sent)


# ---------------------------------------------------------------- who may know of what


async def test_the_link_for_those_who_watch_is_for_those_at_a_seat_and_leads_to_nobodys(two: Two) -> None:
    for seat in two.seats.values():
        assert (await company(seat))["watch"] == two.made["watch"]
    for side, secret in two.made["seats"].items():
        for other, seat in two.seats.items():
            if other != side:
                assert secret not in "".join(seat.sent)


# ---------------------------------------------------------------- a force of one's own choice


async def test_a_guest_chooses_a_force_and_the_host_sees_it(visit: Visit) -> None:
    made = await visit.make(
        "necromunda", forces=["orlock_sample", None], players=TWO, names={"a": "Ann"}, seed="3"
    )
    seats = made["seats"]
    async with visit.sit(seats["a"]) as a, visit.sit(seats["b"]) as b:
        room = await b.until("room", lambda room: room["missing"] == ["b"])
        offers = room["choosing"]["b"]
        assert len(offers) > 1 and not b.state, "the battle has not begun"
        assert (await a.say("force", force=offers[1]))["type"] == "refused"
        assert (await b.say("force", force="no such force"))["type"] == "refused"
        chosen = offers[-1]
        assert (await b.say("force", force=chosen))["type"] == "done"
        welcome = await a.until("welcome")
        await a.begun()
        await b.begun()
        shelf = (await visit.http.get("/api/books")).json()
        forces = next(book for book in shelf if book["id"] == "necromunda")["forces"]
        name = next(force["name"] for force in forces if force["id"] == chosen)
        assert [card["name"] for card in welcome["scene"]["sides"]][1] == name
        assert any("chose a force" in line for line in await lines(a))
        assert (await b.say("force", force=offers[0]))["type"] == "refused", "it has begun"
    record = (await visit.told("record", made["watch"])).json()
    assert name in msgspec.json.encode(record).decode()


async def test_a_guest_may_bring_a_force_of_his_own_and_a_bad_one_changes_nothing(visit: Visit) -> None:
    made = await visit.make("necromunda", forces=["orlock_sample", None], players=TWO)
    async with visit.sit(made["seats"]["a"]), visit.sit(made["seats"]["b"]) as b:
        await b.until("room")
        for bad in ({"name": "x.toml", "text": 5}, {"name": "x.toml", "text": "="}):
            assert (await b.say("force", force=bad))["type"] == "refused"
        assert (await b.say("force", force=gang(*BULLS)))["type"] == "done"
        assert (await b.until("welcome"))["scene"]["sides"][1]["name"] == "Bulls"
        await b.begun()


async def test_a_choice_that_is_open_stays_so_when_the_server_dies(tmp_path: Path) -> None:
    env = {"WARBOOK_ADJUST": AGAIN}
    with Server(f"sqlite:///{tmp_path}/battles.db", env=env) as server:
        async with Visit(server.address) as visit:
            made = await visit.make(forces=["scouts", None], players=TWO)
            async with visit.sit(made["seats"]["a"]), visit.sit(made["seats"]["b"]) as b:
                await b.until("room", lambda room: room["missing"] == ["b"])
        server.kill()
        server.start()
        async with Visit(server.address) as visit, visit.sit(made["seats"]["b"]) as b:
            assert (await b.until("room"))["choosing"] == {"b": ["scouts", "spies"]}
            assert (await b.say("force", force="spies"))["type"] == "done"
            await b.begun()


# ---------------------------------------------------------------- what is drawn by lot


async def test_a_varied_battle_varies_and_one_with_a_seed_does_not(visit: Visit) -> None:
    def fought(made: dict[str, Any]) -> tuple[Any, ...]:
        return made["scenario"], *made["forces"]

    drawn = {fought(await visit.make(varied=True)) for _ in range(24)}
    assert len(drawn) > 2 and {scenario for scenario, *_ in drawn} == {"long", "short"}
    assert all(len({*forces}) == 2 for _, *forces in drawn), "not the same twice, if it can be helped"
    plain = {fought(await visit.make(**more)) for more in ({}, {"varied": True, "seed": "7"})}
    assert plain == {("long", "scouts", "spies")}
    kept = {fought(await visit.make(varied=True, scenario="short", forces=["spies"])) for _ in range(4)}
    assert kept == {("short", "spies", "scouts")}
