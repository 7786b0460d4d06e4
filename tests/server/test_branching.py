"""A battle that is over becomes another from one of its moments, and a record one to be watched."""

import json

import msgspec
import pytest

from tests.server.client import Visit, Wire
from warbook.core.record import decode
from warbook.core.tape import Throw

pytestmark = pytest.mark.anyio

BOTS = {"a": "random", "b": "random"}


async def fought(visit: Visit, seat: str) -> Wire:
    """The record of a battle once it is over."""
    async with visit.sit(seat) as page:
        await page.begun()
        while not page.state["over"]:
            await page.until("state")
    return (await visit.told("record", seat)).json()


async def onward(visit: Visit, seat: str, **wanted: object) -> tuple[int, Wire]:
    reply = await visit.http.post("/api/battle/onward", json=wanted, headers={"x-seat": seat})
    return reply.status_code, reply.json()


async def test_with_the_old_dice_the_same_comes_again(visit: Visit) -> None:
    made = await visit.make(players=BOTS, seed="7")
    old = await fought(visit, made["watch"])
    status, again = await onward(visit, made["watch"], step=0, players=BOTS, new_dice=False)
    assert status == 201
    new = await fought(visit, again["watch"])
    assert (new["steps"], new["winner"], new["seed"]) == (old["steps"], old["winner"], old["seed"])
    async with visit.sit(again["watch"]) as page:
        assert page.scene["scenario"].endswith("played on from its beginning with the old dice")


async def test_what_came_before_stays_and_other_dice_fall_then(visit: Visit) -> None:
    made = await visit.make(players=BOTS, seed="7")
    old = await fought(visit, made["watch"])
    half = len(old["steps"]) // 2
    players = {"a": "me", "b": "bot"}
    status, again = await onward(visit, made["watch"], step=half, players=players, names={"a": "Ann"})
    assert status == 201 and set(again["seats"]) == {"a"}
    async with visit.sit(again["seats"]["a"]) as page:
        await page.begun()
        assert page.scene["sides"][1]["player"] != "bot"
        await page.say("resign")
        while not page.state["over"]:
            await page.until("state")
    new = await visit.told("record", again["watch"])
    record = decode(new.content, "the new one")
    assert json.loads(msgspec.json.encode(record.steps[:half])) == old["steps"][:half]
    throws = [entry for step in record.steps[:half] for entry in step.tape if isinstance(entry, Throw)]
    faces = [face for throw in throws for face in throw.faces]
    assert record.seed is not None and record.seed.startswith(f"arranged {','.join(map(str, faces))} then ")
    assert record.names == {"a": "Ann"}
    proved = await visit.http.post("/api/records", json={"record": new.text})
    assert proved.status_code == 201, proved.text


async def test_what_cannot_be_played_on(visit: Visit) -> None:
    going_on = await visit.make(players={"a": "me", "b": "random"}, seed="7")
    async with visit.sit(going_on["seats"]["a"]) as page:
        await page.begun()
        status, reply = await onward(visit, going_on["seats"]["a"], step=0, players=BOTS)
        assert status == 400 and "only a battle that is over" in reply["words"]
    made = await visit.make(players=BOTS, seed="7")
    record = await fought(visit, made["watch"])
    for wanted, words in (
        ({"step": len(record["steps"]), "players": BOTS}, "the end of the battle"),
        ({"step": 1, "players": {"a": "me"}}, "say who plays each of a, b"),
        ({"step": 1, "players": {"a": "me", "b": "nobody"}}, "choose one of: me, friend, bot"),
    ):
        status, reply = await onward(visit, made["watch"], **wanted)
        assert status == 400 and words in reply["words"], reply
    assert (await onward(visit, "no-such-seat", step=0, players=BOTS))[0] == 404


async def test_a_record_is_watched_and_played_on(visit: Visit) -> None:
    made = await visit.make(players=BOTS, seed="7")
    old = await fought(visit, made["watch"])
    brought = await visit.http.post("/api/records", json={"record": json.dumps(old)})
    assert brought.status_code == 201, brought.text
    seat = brought.json()["watch"]
    replay = await visit.replay(seat)
    first = await visit.replay(made["watch"])
    assert (replay["events"], replay["frames"]) == (first["events"], first["frames"])
    assert (await onward(visit, seat, step=1, players=BOTS))[0] == 201


async def test_a_record_that_does_not_prove_true_is_refused_with_words(visit: Visit) -> None:
    made = await visit.make(players=BOTS, seed="7")
    old = await fought(visit, made["watch"])
    under_way = {**old, "winner": None}
    for text in ("", "[]", json.dumps({**old, "seed": "8"}), json.dumps(under_way)):
        reply = await visit.http.post("/api/records", json={"record": text})
        assert reply.status_code == 400 and "record" in reply.json()["words"]
