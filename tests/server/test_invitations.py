"""An invitation becomes a seat for whoever takes it first; who sent it never holds that seat."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest

from tests.server.client import TWO, Visit
from tests.server.server import Server

pytestmark = pytest.mark.anyio

SEATS = [f"{number:024d}" for number in range(10)]


async def invited(visit: Visit, **more: object) -> tuple[dict, str]:
    """A battle to which somebody is invited, and the invitation."""
    made = (await visit.http.post("/api/battles", json={"book": "toy", "players": TWO, **more})).json()
    assert made["seats"].keys() == {"a"} and made["invites"].keys() == {"b"}
    return made, made["invites"]["b"]


async def takes(visit: Visit, invitation: str, seat: str) -> tuple[int, str]:
    reply = await visit.http.post("/api/invitation", json={"seat": seat}, headers={"x-seat": invitation})
    return reply.status_code, reply.text


async def looks(visit: Visit, invitation: str) -> tuple[int, dict]:
    reply = await visit.http.get("/api/invitation", headers={"x-seat": invitation})
    return reply.status_code, reply.json()


async def turned_away(visit: Visit, seat: str) -> str:
    """Why one cannot sit there."""
    async with visit.socket() as socket:
        await socket.send(json.dumps({"do": "sit", "seat": seat}))
        reply = json.loads(await socket.recv())
    assert reply["type"] == "refused", reply
    return str(reply["words"])


async def test_an_invitation_is_no_seat_before_it_is_taken_nor_after(visit: Visit) -> None:
    made, invitation = await invited(visit, names={"a": "Ann"})
    assert "This is an invitation" in await turned_away(visit, invitation)
    assert (await visit.told("record", invitation)).status_code == 404
    status, told = await looks(visit, invitation)
    assert status == 200 and (told["book"], told["plays"]) == ("Toy", "Bobbites")
    assert told["names"] == ["Ann"] and not told["taken"]
    async with visit.sit(made["seats"]["a"]) as a:
        assert json.loads(a.sent[0])["company"]["invited"] == ["b"]
        seat = await visit.take(invitation)
        async with visit.sit(seat) as b:
            assert (await a.until("company"))["invited"] == [], "who invited is told"
            assert json.loads(b.sent[0])["company"]["invited"] == ["b"]
            assert (await b.until("company"))["invited"] == [], "and who came"
            await a.begun()
            await b.begun()
        assert seat not in str(a.sent)
    assert (await looks(visit, invitation))[1]["taken"]
    assert "This is an invitation" in await turned_away(visit, invitation)


async def test_who_took_it_takes_it_again_and_nobody_else_does(visit: Visit) -> None:
    """The reply may have been lost: the same browser has kept its secret."""
    made, invitation = await invited(visit)
    mine, theirs = "m" * 24, made["seats"]["a"]
    assert [(await takes(visit, invitation, mine))[0] for _ in range(2)] == [200, 200]
    for other in ("o" * 24, theirs, invitation):
        status, words = await takes(visit, invitation, other)
        assert status == 409 and "was taken already" in words
    assert "no such seat" in await turned_away(visit, "o" * 24)
    async with visit.sit(mine) as page:
        assert page.scene["side"] == "b"


async def test_of_many_who_take_it_at_once_one_has_it(visit: Visit) -> None:
    _, invitation = await invited(visit)
    replies = await asyncio.gather(*(takes(visit, invitation, seat) for seat in SEATS))
    assert sorted(status for status, _ in replies) == [200] + [409] * 9
    for seat, (status, _) in zip(SEATS, replies, strict=True):
        async with visit.socket() as socket:
            await socket.send(json.dumps({"do": "sit", "seat": seat}))
            assert (json.loads(await socket.recv())["type"] == "welcome") is (status == 200)


async def test_nobody_takes_a_seat_that_is_there_already(visit: Visit) -> None:
    """Neither with a secret that is known nor without one."""
    first, invitation = await invited(visit)
    for seat, status in ((first["seats"]["a"], 409), ("short", 400), ("x" * 61, 400), ("a b" * 10, 400)):
        assert (await takes(visit, invitation, seat))[0] == status, seat
    assert not (await looks(visit, invitation))[1]["taken"]
    assert (await takes(visit, "no-such-invitation", "n" * 24))[0] == 404
    assert (await looks(visit, "no-such-invitation"))[0] == 404
    assert (await takes(visit, first["seats"]["a"], "n" * 24))[0] == 404, "a seat is no invitation"
    status, told = await looks(visit, first["seats"]["a"])
    assert status == 200 and told["seat"] and not told["taken"], (
        "as the links were that friends were sent once"
    )


async def test_neither_invitation_nor_seat_is_stored_or_logged(tmp_path: Path) -> None:
    file = tmp_path / "battles.db"
    with Server(f"sqlite:///{file}") as server:
        async with Visit(server.address) as visit:
            _, invitation = await invited(visit)
            seat = await visit.take(invitation)
            with sqlite3.connect(file) as database:
                dump = "\n".join(database.iterdump())
                database.execute("alter table invitations rename to away")
            assert "invitations" in dump and invitation not in dump and seat not in dump
            assert (await takes(visit, invitation, seat))[0] == 500
        server.stop()
        log = "".join(server.log)
        assert "no such table" in log and invitation not in log and seat not in log
