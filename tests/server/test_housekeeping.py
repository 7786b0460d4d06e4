"""Stored battles are listed, put into files, taken in elsewhere and removed; a database that was copied as
the docs say is served again."""

from __future__ import annotations

import gzip
import os
import re
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import text, update
from sqlalchemy.engine import make_url

from tests.server.client import Visit
from tests.server.postgres import binaries
from tests.server.server import ROOT, Server
from tests.server.test_keeping import change
from tests.server.test_upgrades import another, cluster, kind, restored
from tests.terminal.commands import command
from warbook.server import limits, schema
from warbook.server.database import engine_of
from warbook.server.housekeeping import Housekeeper
from warbook.server.jobs import Kept
from warbook.server.keeping import PARTS, Packed, Shelves
from warbook.server.store import Store
from warbook.server.tables import battles, tables

__all__ = ["cluster", "kind"]
pytestmark = pytest.mark.usefixtures("toys")

Seats = dict[str, dict[str, str]]


class Place:
    """A database with four battles, and one that is empty."""

    def __init__(self, kind: str, full: str, empty: str) -> None:
        self.full, self.empty = full, empty
        self.seats: Seats = restored(full, kind, 4)
        Store(full, owns=True).close()
        Store(empty, owns=True).close()

    def listed(self, db: str) -> dict[str, str]:
        """How the battles stand, by their names."""
        done = command("keep", "list", "--plain", "--db", db)
        assert done.code == 0, done.errors
        rows = [re.split(r"\s{2,}", line.strip()) for line in done.page.splitlines()[1:] if line.strip()]
        return {row[0]: row[3] for row in rows}


@pytest.fixture
def place(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Place:
    if kind == "sqlite":
        return Place(kind, f"sqlite:///{tmp_path}/full.db", f"sqlite:///{tmp_path}/empty.db")
    cluster = request.getfixturevalue("cluster")
    return Place(kind, another(cluster), another(cluster))


async def goes_on(db: str, seats: dict[str, str]) -> None:
    """The battle in the middle of a step, with all that was said."""
    with Server(db) as server:
        async with Visit(server.address) as visit, visit.sit(seats["a"]) as a:
            assert (await a.begun())["question"]["text"] == "Where to?"
            assert "Good luck!" in a.sent[0] and (await a.answer({"path": []}))["type"] == "done"


@pytest.mark.anyio
async def test_what_is_put_into_files_goes_on_elsewhere(place: Place, tmp_path: Path) -> None:
    before = place.listed(place.full)
    assert sorted(before.values()) == ["not begun", "over", "under way", "under way"]
    done = command("keep", "export", tmp_path / "files", "--db", place.full)
    assert done.code == 0 and len(done.page.splitlines()) == 4
    files = sorted((tmp_path / "files").iterdir())
    assert {file.name for file in files} == {f"{battle}.warbook.gz" for battle in before}
    assert not any(
        seat.encode() in gzip.decompress(file.read_bytes()) for file in files for seat in secrets(place)
    )
    done = command("keep", "import", *files, "--db", place.empty)
    assert done.code == 0, done.errors
    assert place.listed(place.empty) == before
    assert everything(place.empty) == everything(place.full)
    again = command("keep", "import", files[0], "--db", place.empty)
    assert again.code == 2 and "is here already" in again.errors
    await goes_on(place.empty, place.seats["under way"])


def secrets(place: Place) -> list[str]:
    return [seat for battle in place.seats.values() for side, seat in battle.items() if side]


def everything(db: str) -> dict[str, list[str]]:
    engine = engine_of(db)
    with engine.begin() as connection:
        rows = {part.name: sorted(str(row) for row in connection.execute(part.select())) for part in PARTS}
    engine.dispose()
    return rows


def test_a_battle_is_all_that_is_stored_but_whose_it_is() -> None:
    others = {"held", "names", "devices", "belongings"}
    assert {part.name for part in PARTS} == set(tables.tables) - others


def spoilt(packed: Packed) -> Iterator[tuple[Packed, str]]:
    replace = msgspec.structs.replace
    rows = packed.rows
    yield replace(packed, schema=schema.LATEST - 1), "written by the schema"
    yield replace(packed, rows={}), "some of it is missing"
    yield replace(packed, rows={**rows, "battles": []}), "not of one battle"
    yield replace(packed, rows={**rows, "talk": [{"battle": "x"}]}), "not all of it is of the same battle"
    (battle,) = rows["battles"]
    yield replace(packed, rows={**rows, "battles": [{**battle, "more": 1}]}), "other columns"
    yield replace(packed, rows={**rows, "battles": [{**battle, "version": "1"}]}), "something else"
    yield replace(packed, rows={**rows, "battles": [{**battle, "head": b"{"}]}), "does not prove true"
    yield replace(packed, rows={**rows, "battles": [{**battle, "winner": "b"}]}), "does not prove true"
    yield replace(packed, rows={**rows, "steps": rows["steps"][1:]}), "does not prove true"


def test_what_is_no_battle_or_was_forged_is_not_taken_in(tmp_path: Path) -> None:
    place = Place("sqlite", f"sqlite:///{tmp_path}/full.db", f"sqlite:///{tmp_path}/empty.db")
    over = next(battle for battle, stands in place.listed(place.full).items() if stands == "over")
    command("keep", "export", tmp_path, over, "--db", place.full)
    file = tmp_path / f"{over}.warbook.gz"
    packed = msgspec.msgpack.decode(gzip.decompress(file.read_bytes()), type=Packed)
    files = [(gzip.compress(msgspec.msgpack.encode(each)), words) for each, words in spoilt(packed)]
    files += [(b"", "no battle"), (b"nothing", "no battle"), (gzip.compress(b"{}"), "no battle")]
    files += [(file.read_bytes()[:-9], "no battle")]
    for data, words in files:
        file.write_bytes(data)
        done = command("keep", "import", file, "--db", place.empty)
        assert done.code == 2 and words in done.errors, f"{words}: {done}"
        assert place.listed(place.empty) == {}
    missing = command("keep", "import", tmp_path / "none", "--db", place.empty)
    assert missing.code == 2 and "No such file" in missing.errors


def test_old_battles_are_removed_and_no_others(place: Place, tmp_path: Path) -> None:
    names = place.listed(place.full)
    engine = engine_of(place.full)
    with engine.begin() as connection:
        connection.execute(update(battles).values(touched=time.time()))
        old = (battles.c.over == True) | (battles.c.version == 0)  # noqa: E712
        connection.execute(update(battles).where(old).values(touched=0))
    where = ["--db", place.full, "--days", 30]
    would = command("keep", "prune", *where, "--dry-run")
    assert "2 would be removed." in would.page and place.listed(place.full) == names
    done = command("keep", "prune", *where, "--only", "not-begun")
    assert done.page.split() == ["1", "removed."]
    done = command("keep", "prune", *where, "--into", tmp_path / "away")
    assert done.page.split() == ["1", "removed."]
    assert sorted(place.listed(place.full).values()) == ["under way", "under way"]
    (file,) = (tmp_path / "away").iterdir()
    assert names[file.name.removesuffix(".warbook.gz")] == "over"
    with engine.begin() as connection:
        for part in PARTS:
            left = {row.battle for row in connection.execute(part.select())}
            assert left <= set(place.listed(place.full)), f"something is left in {part.name}"
    engine.dispose()
    assert command("keep", "prune", *where, "--only", "all").code == 2
    assert command("keep", "import", file, "--db", place.full).code == 0


@pytest.mark.anyio
async def test_old_battles_are_archived_and_go_on(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are read the same, archived once more, and put back; and removed after all."""
    before = await kept(place)
    where = ("--db", place.full)
    assert "4 archived" not in command("keep", "archive", "--days", "30", *where).page
    with Shelves(place.full) as shelves:
        age(shelves, 40)
        loose = dict(shelves.loose(30.0))
        assert sorted(loose) == sorted(battle for battle, each in before.items() if each.steps)
        assert not shelves.archive(next(iter(loose)), 1.0), "it was touched since then"
    assert command("keep", "archive", "--days", "30", "--dry-run", *where).page == "2 would be archived.\n"
    housekeeper = Housekeeper(Store(place.full))
    housekeeper.once()
    assert (housekeeper.archived, housekeeper.removed) == (2, 0)
    assert command("keep", "archive", "--days", "30", *where).page == "0 archived.\n"
    archived = await kept(place)
    last = {battle: replace(each, checkpoints=each.checkpoints[-1:]) for battle, each in before.items()}
    assert archived == {battle: each if each.checkpoints else before[battle] for battle, each in last.items()}
    await goes_on(place.full, place.seats["under way"])
    with Shelves(place.full) as shelves:
        age(shelves, 40)
        for battle, touched in shelves.loose(30.0):
            assert shelves.archive(battle, touched) and battle not in dict(shelves.loose(30.0))
    gone_on = await kept(place)
    store = Store(place.full, owns=True)
    for battle in loose:
        version, first = gone_on[battle].version, gone_on[battle].steps[:1]
        await store.change(battle, version, change(version + 1, kept=1, taken_back=True))
        back = await store.battle(battle)
        assert back is not None and back.steps == first, "the rest is taken back"
    store.close()
    with Shelves(place.full) as shelves:
        age(shelves, 40)
        assert sorted(dict(shelves.loose(30.0))) == sorted(loose), "and it is no longer archived"
    monkeypatch.setattr(limits, "REMOVE_AFTER", 30.0)
    monkeypatch.setattr(limits, "ARCHIVE_AFTER", 0.0)
    housekeeper.once()
    assert place.listed(place.full) == {} and housekeeper.removed == 4, "none of them is over any more"


async def kept(place: Place) -> dict[str, Kept]:
    store = Store(place.full)
    found = {battle: await store.battle(battle) for battle in place.listed(place.full)}
    store.close()
    return {battle: each for battle, each in found.items() if each is not None}


def age(shelves: Shelves, days: float) -> None:
    with shelves.engine.begin() as connection:
        connection.execute(update(battles).values(touched=time.time() - days * 86400.0))


def test_what_was_touched_meanwhile_is_not_removed(tmp_path: Path) -> None:
    place = Place("sqlite", f"sqlite:///{tmp_path}/full.db", f"sqlite:///{tmp_path}/empty.db")
    with Shelves(place.full) as shelves:
        found = shelves.listed()[0]
        with shelves.engine.begin() as connection:
            connection.execute(text("update battles set touched = touched + 1"))
        assert not shelves.remove(found) and len(shelves.listed()) == 4


def test_only_a_database_of_this_warbook_is_looked_at(tmp_path: Path) -> None:
    for db in (f"sqlite:///{tmp_path}/none/battles.db", f"sqlite:///{tmp_path}/new.db"):
        done = command("keep", "list", "--db", db)
        assert done.code == 2 and done.errors


@pytest.mark.anyio
async def test_a_copy_made_as_the_docs_say_is_served_again(place: Place, kind: str, tmp_path: Path) -> None:
    """While the server runs."""
    told = (ROOT / "docs" / "operating.md").read_text()
    with Server(place.full):
        if kind == "sqlite":
            assert 'sqlite3 battles.db ".backup copy.db"' in told
            copy = f"sqlite:///{tmp_path}/copy.db"
            with sqlite3.connect(make_url(place.full).database or "") as source:
                source.backup(sqlite3.connect(tmp_path / "copy.db"))
        else:
            assert "pg_dump warbook > copy.sql" in told and "psql again < copy.sql" in told
            copy = another(place.full)
            dump = subprocess.run([binaries() / "pg_dump", place.full], capture_output=True, check=True)
            psql = [binaries() / "psql", "-q", "-v", "ON_ERROR_STOP=1", copy]
            subprocess.run(psql, input=dump.stdout, check=True, env={**os.environ}, capture_output=True)
    await goes_on(copy, place.seats["under way"])
