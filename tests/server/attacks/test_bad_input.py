"""What nobody would send by accident: it is refused with words, nothing fails, and no log tells secrets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.server.attacks.test_joins import spoil
from tests.server.client import Seat, Visit, Wire
from tests.server.server import Server

pytestmark = pytest.mark.anyio

# ---------------------------------------------------------------- questions about parts of a question


def ways_down(question: Wire, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every part of a question, named from its top, and beside each some that are not there."""
    yield above
    yield (*above, "no such part")
    for name, part in question.get("parts", {}).items():
        yield from ways_down(part, (*above, name))


async def to_orders(seat: Seat) -> Wire:
    """By the bot's advice up to the first form whose parts are forms."""
    await seat.begun()
    while not seat.state["question"]["text"].startswith("Write the orders"):
        assert (await seat.answer((await seat.ask("advise"))["value"]))["type"] == "done"
    return seat.state["question"]  # type: ignore[no-any-return]


async def test_whatever_part_somebody_asks_about_the_rules_do_not_fail(visit: Visit, server: Server) -> None:
    made = await visit.make("steampunk", forces=["ork.small", "elf.small"], seed="3")
    troubles = len(server.troubles)
    async with visit.sit(made["seats"]["a"]) as seat:
        orders = await to_orders(seat)
        parts = [part for part in ways_down(orders) if len(part) <= 4]
        assert max(map(len, parts)) >= 2, "the form has forms in it"
        whole = (await seat.ask("advise"))["value"]
        for part in parts:
            advice = await seat.ask("advise", part=part)
            if part[-1:] == ("no such part",):
                assert advice["type"] == "refused" and "no part 'no such part'" in advice["words"]
            else:
                assert advice["value"] == below(whole, part), "advice about a part is part of the advice"
            for ask in ABOUT:
                reply = await seat.ask(part=part, **ask)
                assert reply["type"] in ("refused", "odds", "judged"), reply
                assert "failed" not in reply.get("words", "")
        assert (await seat.answer(whole))["type"] == "done"
    assert server.troubles[troubles:] == []


ABOUT: list[Wire] = [
    {"do": "odds", "option": "no such option"},
    {"do": "reach"},
    {"do": "way", "x": 3.0, "y": 3.0},
    {"do": "judge", "value": None},
    {"do": "judge", "value": {"no such part": {}}},
    {"do": "judge", "value": {"a1": {"movement": ["still"]}}},
]


def below(answer: Any, part: tuple[str, ...]) -> Any:
    for name in part:
        answer = answer[name]
    return answer


# ---------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    "path",
    [
        "/web/%00",
        "/web/index.html%00",
        "/web/" + "a" * 300,
        "/web/" + "a" * 5000,
        "/web/" + "a/" * 2000,
        "/web/index.html/x",
        "/web/%ff",
        "/web/a%0ab",
        "/web/%2e%2e",
        "/web/%2e",
        "/web/",
        "/web//etc/passwd",
        "/web/%2e%2e%2fapp.py",
        "/web/%5c..%5capp.py",
        "/%00",
        "/api/books/%00/rules",
        "/api/books/" + "a" * 5000 + "/rules",
    ],
    ids=lambda path: path[:30],
)
async def test_what_is_not_there_is_not_found(visit: Visit, server: Server, path: str) -> None:
    troubles = len(server.troubles)
    reply = await visit.http.get(path)
    assert reply.status_code == 404 and reply.json()["words"]
    assert len(reply.content) < 500, "what was asked for is not sent back at length"
    assert server.troubles[troubles:] == []


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/web/index.html", "text/html"),
        ("/web/table/table.js", "text/javascript"),
        ("/web/shared/style.css", "text/css"),
        ("/web/mark.svg", "image/svg+xml"),
    ],
)
async def test_what_is_there_is_sent_as_what_it_is(visit: Visit, path: str, kind: str) -> None:
    reply = await visit.http.get(path)
    assert reply.status_code == 200 and reply.headers["content-type"].startswith(kind)
    file = Path(__file__).parents[3] / "warbook" / "server" / path.lstrip("/")
    assert reply.content == file.read_bytes()


# ---------------------------------------------------------------- frames


async def closed_with(socket: ClientConnection) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            await socket.recv()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


NOT_UTF8 = [b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80", b'{"do": "sit", "seat": "\xff"}']
SITS = '{"do": "sit", "seat": "no-such-seat-anywhere"}'


async def test_text_that_is_none_ends_only_that_visit_and_fills_no_log(visit: Visit, server: Server) -> None:
    made = await visit.make()
    seen = len(server.log)
    async with visit.sit(made["seats"]["a"]) as seat:
        await seat.begun()
        for frame in NOT_UTF8:
            async with visit.socket() as socket:
                await socket.send(frame, text=True)
                assert await closed_with(socket) == 1007
            async with visit.socket() as socket:
                await socket.send([frame[:1], frame[1:]], text=True)  # in two pieces
                assert await closed_with(socket) == 1007
            async with visit.socket() as socket:
                await socket.send(SITS)
                await socket.send(frame, text=True)
                assert await closed_with(socket) in (1007, 4404)
            async with visit.sit(made["watch"]) as watch:
                await watch.begun()
                await watch.socket.send(frame, text=True)
                assert await closed_with(watch.socket) == 1007
        assert (await seat.answer("amber"))["type"] == "done", "nobody else notices"
    assert server.log[seen:] == []


async def test_who_leaves_while_being_turned_away_fills_no_log(visit: Visit, server: Server) -> None:
    seen = len(server.log)
    for _ in range(20):
        async with visit.socket() as socket:
            await socket.send(SITS)
            socket.transport.abort()
    async with visit.socket() as socket:
        await socket.send(SITS)
        assert await closed_with(socket) == 4404
    assert server.log[seen:] == []


# ---------------------------------------------------------------- the log


async def test_what_fails_at_a_seat_is_logged_by_its_battle_and_never_by_its_seat(tmp_path: Path) -> None:
    file = tmp_path / "battles.db"
    with Server(f"sqlite:///{file}") as server:
        async with Visit(server.address) as visit:
            made = await visit.make(players={"a": "me", "b": "friend"})
            seats = [*made["seats"].values(), made["watch"]]
            async with visit.sit(seats[0], "ab") as a, visit.sit(seats[1], "cd") as b:
                await a.begun()
                await b.begun()
                spoil(file, "alter table battles rename to fights")
                assert "could not keep" in (await a.ask("answer", value="amber"))["words"]
            for seat in seats:
                async with visit.socket() as socket:
                    await socket.send(json.dumps({"do": "sit", "seat": seat}))
                    assert await closed_with(socket) == 4503
                assert (await visit.told("record", seat)).status_code == 500
            spoil(file, "alter table seats rename to chairs")
            for seat in seats:
                async with visit.socket() as socket:
                    await socket.send(json.dumps({"do": "sit", "seat": seat}))
                    assert await closed_with(socket) == 4503
                assert (await visit.told("record", seat)).status_code == 500
            assert (await visit.http.post("/api/battles", json={"book": "toy"})).status_code == 500
        server.kill()
    log = "".join(server.log)
    assert f"battle {made['battle']}: somebody could not sit down" in log
    assert f"battle {made['battle']}: a change could not be kept" in log
    assert "no such table: seats" in log and "no such table: battles" in log
    for secret in (*seats, '"ab"', '"cd"', "amber", "Annites"):
        assert secret not in log, "what is in the database stays there"
