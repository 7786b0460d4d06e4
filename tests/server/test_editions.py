"""Battles of another version of their book: they go on by the one they began with where that is installed, or
by the new one if they come out the same; and can be watched, told and exported for ever."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed

from tests.server.client import TWO, Visit
from tests.server.server import ROOT, Server
from tests.server.test_upgrades import of_another_version, restored
from tests.terminal.commands import command
from warbook.core.record import decode, verify
from warbook.server.database import engine_of
from warbook.server.store import Store, hashed

PAST = 4411
DOCUMENTS = ("replay", "report", "ledger", "record")


def bent(db: str, seats: dict[str, str]) -> None:
    """Begun by version 0 of the book, by which the first step came out otherwise."""
    of_another_version(db, seats["a"], hashed(seats["a"]))
    engine = engine_of(db)
    with engine.begin() as connection:
        of = "battle = (select battle from seats where seat = :seat)"
        change = text(f"update steps set hash = 'another' where number = 0 and {of}")
        assert connection.execute(change, {"seat": hashed(seats["a"])}).rowcount == 1
    engine.dispose()


async def turned_away(visit: Visit, seat: str) -> str:
    async with visit.socket() as socket:
        await socket.send(json.dumps({"do": "sit", "seat": seat}))
        words = json.loads(await socket.recv())["words"]
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == PAST
    return str(words)


@pytest.mark.anyio
async def test_what_cannot_be_played_on_can_be_watched_told_and_exported(tmp_path: Path, toys: None) -> None:
    db = f"sqlite:///{tmp_path}/battles.db"
    with Server(db) as server:
        async with Visit(server.address) as visit:
            open_, over = [await visit.make(players=TWO, seed="7", scenario="short") for _ in range(2)]
            for made in (open_, over):
                seats = made["seats"]
                async with visit.sit(seats["a"], "aa") as a, visit.sit(seats["b"], "bb") as b:
                    await a.begun()
                    await b.begun()
                    for page, word in ((a, "amber"), (b, "beryl"), (a, "stay")):
                        await page.answer(word)
                        await a.heard()
                        await b.heard()
                    if made is over:
                        await a.say("resign")
                    sentences = [event["words"] for event in (a.state["events"] or [{"words": ""}])]
        server.end(signal.SIGTERM)
        for made in (open_, over):
            bent(db, made["seats"])
        server.start()
        async with Visit(server.address) as visit:
            words = await turned_away(visit, open_["seats"]["a"])
            assert "begun with version 0 of Toy" in words and "has version 1" in words
            assert "step 1 of" in words and "can be watched" in words
            for made in (open_, over):
                for seat, other in ((made["seats"]["b"], "amber"), (made["watch"], "beryl")):
                    replies = {what: await visit.told(what, seat) for what in ("replay", "record", "report")}
                    assert {reply.status_code for reply in replies.values()} == {200}
                    secret = made is open_ and other in "".join(reply.text for reply in replies.values())
                    assert not secret, "of a battle that is not over nobody gets to know more than before"
                    parts = [json.loads(line) for line in replies["replay"].text.splitlines()]
                    assert "by version 0 of Toy" in parts[0]["scene"]["edition"]
                    assert parts[-1]["part"] == "end" and parts[-1]["over"] is (made is over)
                    told = sum(len(part["events"]) for part in parts if part["part"] == "frame")
                    record = decode(replies["record"].content, "the record")
                    assert told and record.book_version == "0" and record.watch_only is (made is open_)
                    assert parts[1]["pieces"] and "version 0" in replies["report"].text
                assert (await visit.told("ledger", made["seats"]["a"])).status_code == 200
            whole = decode((await visit.told("record", over["seats"]["a"])).content, "the record")
            assert whole.winner == "b" and whole.steps and whole.seed == "7" and sentences
            await turned_away(visit, over["watch"])
        server.end(signal.SIGTERM)
        assert "".join(server.log) == "", "nothing has failed"
    with pytest.raises(Exception, match="version 0"):
        verify(whole)


def unreadable(db: str, seats: dict[str, str]) -> None:
    """Version 0 wrote its setup and its states quite otherwise."""
    bent(db, seats)
    engine = engine_of(db)
    with engine.begin() as connection:
        seat = {"seat": hashed(seats["a"])}
        of = "battle = (select battle from seats where seat = :seat)"
        head = json.loads(connection.execute(text(f"select head from battles where {of}"), seat).scalar_one())
        head["setup"] = '{"field": "of another kind"}'
        change = text(f"update battles set head = :head where {of}")
        connection.execute(change, {**seat, "head": json.dumps(head, separators=(",", ":")).encode()})
        connection.execute(
            text(f"update checkpoints set state = :state where {of}"), {**seat, "state": b"{}"}
        )
    engine.dispose()


@pytest.mark.anyio
@pytest.mark.parametrize("drawn", [True, False])
async def test_states_that_nobody_can_read_any_more_are_not_needed_to_watch_tell_and_export(
    tmp_path: Path, toys: None, drawn: bool
) -> None:
    """Their pictures are kept; of battles from before there were any, what was told is."""
    db = f"sqlite:///{tmp_path}/battles.db"
    with Server(db) as server:
        async with Visit(server.address) as visit:
            over = await visit.make(players=TWO, seed="7", scenario="short")
            seats = over["seats"]
            async with visit.sit(seats["a"], "aa") as a, visit.sit(seats["b"], "bb") as b:
                await a.begun()
                await b.begun()
                for page, word in ((a, "amber"), (b, "beryl"), (a, "go")):
                    await page.answer(word)
                    await a.heard()
                    await b.heard()
                assert (await a.answer({"path": [[3.0, 3.0, 0.0]]}))["type"] == "done"
                await a.say("resign")
                names = {piece["id"]: piece["name"] for piece in a.pieces.values()}
            fresh = await told_of(visit, over)
        server.end(signal.SIGTERM)
        unreadable(db, seats)
        if not drawn:
            engine = engine_of(db)
            with engine.begin() as connection:
                assert connection.execute(text("delete from pictures")).rowcount > 1
            engine.dispose()
        server.start()
        async with Visit(server.address) as visit:
            assert "cannot be played on" in await turned_away(visit, seats["a"])
            told = await told_of(visit, over)
            frames = [part for part in told["replay"] if part["part"] == "frame"]
            events = [event for part in frames for event in part["events"]]
            before = [
                event for part in fresh["replay"] if part["part"] == "frame" for event in part["events"]
            ]
            seen = {piece["id"]: piece["name"] for part in frames for piece in part["pieces"]}
            assert len(events) == len(before) and told["replay"][-1] == fresh["replay"][-1]
            table = told["replay"][0]["scene"]["table"]
            if drawn:
                assert seen == names and events == before
                assert table == fresh["replay"][0]["scene"]["table"]
                assert all(name in told["report"] for name in names.values())
            else:
                moved = {event["piece"] for event in before if event["type"] == "Moved"}
                assert moved and moved <= seen.keys() <= names.keys() and table["width"] > 3.0
            assert told["ledger"] and told["record"]["events"] == fresh["record"]["events"]
        server.end(signal.SIGTERM)
        assert "".join(server.log) == "", "nothing has failed"
    assert command("keep", "export", tmp_path / "files", "--db", db).code == 0


async def told_of(visit: Visit, made: Any) -> dict[str, Any]:
    """All that is to be had of a battle, as its first seat may know it."""
    replies = {what: await visit.told(what, made["seats"]["a"]) for what in DOCUMENTS}
    assert {reply.status_code for reply in replies.values()} == {200}, replies
    return {
        "replay": [json.loads(line) for line in replies["replay"].text.splitlines()],
        "report": replies["report"].text,
        "ledger": replies["ledger"].json(),
        "record": replies["record"].json(),
    }


def test_it_is_put_into_a_file_and_taken_in_elsewhere(tmp_path: Path, toys: None) -> None:
    full, empty = f"sqlite:///{tmp_path}/full.db", f"sqlite:///{tmp_path}/empty.db"
    seats = restored(full, "sqlite", 4)["over"]
    Store(full, owns=True).close()
    Store(empty, owns=True).close()
    of_another_version(full, seats["a"], hashed(seats["a"]))
    assert command("keep", "export", tmp_path / "files", "--db", full).code == 0
    done = command("keep", "import", *(tmp_path / "files").iterdir(), "--db", empty)
    assert done.code == 0, done.errors
    words = " ".join(done.page.split())
    assert words.count("is stored") == 4 and words.count("begun with version 0") == 1


def copied(folder: Path, version: str) -> Path:
    """The book of the examples, as this version of it."""
    shutil.copytree(ROOT / "examples" / "duel", folder / "joust")
    start = folder / "joust" / "__init__.py"
    written = start.read_text()
    assert '    id = "duel"\n' in written
    start.write_text(written.replace('    id = "duel"\n', f'    id = "joust"\n    version = "{version}"\n'))
    return folder / "joust"


@pytest.mark.anyio
async def test_where_the_version_it_began_with_is_installed_it_goes_on_by_that(tmp_path: Path) -> None:
    old, new = copied(tmp_path / "old", "1"), copied(tmp_path / "new", "2")
    db, env = (
        f"sqlite:///{tmp_path}/battles.db",
        {"WARBOOK_ADJUST": "workers.REFEREES=1"},
    )
    with Server(db, toys=False, more=["--book", str(old)], env=env) as server:
        async with Visit(server.address) as visit:
            made = await visit.make("joust", players={"a": "me"})
            async with visit.sit(made["seats"]["a"]) as page:
                before = await page.begun()
                assert page.scene["edition"] == ""
        server.end(signal.SIGTERM)
    with Server(db, toys=False, more=["--book", str(new), "--older", str(old)], env=env) as server:
        async with Visit(server.address) as visit:
            async with visit.sit(made["seats"]["a"]) as page:
                assert (await page.begun())["question"] == before["question"]
                assert "goes on by version 1 of" in page.scene["edition"]
                assert (await page.say("resign"))["type"] == "done"
            record = (await visit.told("record", made["watch"])).json()
            assert record["book_version"] == "1" and record["winner"] == "b"
            assert (await visit.told("replay", made["watch"])).status_code == 200
            fresh = await visit.make("joust", players={"a": "me"})
            async with visit.sit(fresh["seats"]["a"]) as page:
                await page.begun()
                assert page.scene["edition"] == ""
        server.end(signal.SIGTERM)
        assert server.log == []


def test_an_older_book_of_this_package_comes_with_what_it_shares(tmp_path: Path) -> None:
    """In a process of its own, as a worker is."""
    books = tmp_path / "books"
    for part in ("vehicles", "family"):
        shutil.copytree(ROOT / "warbook" / "books" / part, books / part)
    start = books / "vehicles" / "__init__.py"
    start.write_text(start.read_text().replace('version = "1"', 'version = "0.9"'))
    asks = (
        "from warbook.core.shelf import book_ids, load_book; book = load_book('vehicles'); book.scenarios();"
        "import warbook.books.family as family; print(book.version, family.__path__[0], *book_ids())"
    )
    env = {**os.environ, "WARBOOK_OLDER": str(books / "vehicles")}
    told = subprocess.run([sys.executable, "-c", asks], env=env, capture_output=True, text=True, check=True)
    version, family, *ids = told.stdout.split()
    assert version == "0.9" and Path(family) == books / "family"
    assert {"necromunda", "arap", "vehicles"} <= set(ids)
