"""Databases of older schemas, kept in `kept/`, are opened by this program with all that is in them; newer
ones are refused."""

from __future__ import annotations

import itertools
import json
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, create_engine, inspect, text
from sqlalchemy.engine import make_url

from tests.server.client import Visit
from tests.server.postgres import postgres
from tests.server.server import Server
from warbook.core.datafile import BadData
from warbook.server import schema
from warbook.server.database import engine_of
from warbook.server.ownership import owners
from warbook.server.store import Store, hashed
from warbook.server.tables import tables

KEPT = Path(__file__).with_name("kept")
OLD = range(schema.LATEST)
_numbers = itertools.count()
SAYS = "The database has schema {}, and is brought to schema {}"


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with postgres() as address:
        yield address


def another(cluster: str) -> str:
    """The address of a new database."""
    name = f"battles{next(_numbers)}"
    engine = engine_of(cluster).execution_options(isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f'create database "{name}"'))
    engine.dispose()
    return make_url(cluster).set(database=name).render_as_string(hide_password=False)


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def new(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """An empty database."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path}/battles.db"
    return another(request.getfixturevalue("cluster"))


def restored(db: str, kind: str, number: int) -> dict[str, dict[str, str]]:
    """Lays the database of an old schema; tells the seats of its battles."""
    script = KEPT.joinpath(f"{kind}-{number}.sql").read_text()
    if kind == "sqlite":
        with sqlite3.connect(make_url(db).database or "") as database:
            database.executescript(script)
    else:
        engine = engine_of(db)
        with engine.begin() as connection:
            connection.exec_driver_sql(script.replace("%", "%%"))
        engine.dispose()
    seats = json.loads(KEPT.joinpath(f"seats-{number}.json").read_text())
    return seats[kind]


def differences(engine: Engine) -> list[Any]:
    """What the database has otherwise than the tables that the program works with."""
    with engine.begin() as connection:
        ours = {"include_object": lambda _, name, kind, *__: (kind, name) != ("table", owners.name)}
        return compare_metadata(MigrationContext.configure(connection, opts=ours), tables)


def test_the_migrations_lead_to_the_tables_that_the_program_works_with(new: str) -> None:
    Store(new, owns=True).close()
    engine = engine_of(new)
    assert differences(engine) == [] and schema.schema_of(engine) == schema.LATEST
    with engine.begin() as connection:
        connection.execute(text("alter table talk drop column line"))
    assert len(differences(engine)) == 1, "it would be noticed"
    engine.dispose()


@pytest.mark.anyio
@pytest.mark.parametrize("number", OLD)
async def test_every_battle_of_an_older_database_goes_on(new: str, kind: str, number: int) -> None:
    seats = restored(new, kind, number)
    of_another_version(new, seats["sealed"][""], hashed(seats["sealed"][""]) if number >= 3 else None)
    with Server(new) as server:
        async with Visit(server.address) as visit:
            async with visit.sit(seats["under way"]["a"]) as a, visit.sit(seats["under way"]["b"]) as b:
                welcome = json.loads(a.sent[0])
                assert welcome["company"]["names"] == {"a": "Ann"}
                assert [line["words"] for line in welcome["talk"]["lines"]] == ["Good luck!"]
                assert (await a.begun())["question"]["text"] == "Where to?", "in the middle of a step"
                assert (await a.answer({"path": []}))["type"] == "done"
                assert (await b.begun())["question"] is None
            async with visit.sit(seats["sealed"]["a"]) as a, visit.sit(seats["sealed"]["b"]) as b:
                assert "begun with version 0 of Toy and goes on by version 1" in a.scene["edition"]
                assert (await a.begun())["undo"] == "sealed"
                assert (await b.begun())["question"]["text"] == "Your password?"
                assert (await b.answer("birch"))["type"] == "done"
                assert (await a.until("state"))["question"]["text"] == "What now?"
            record = await visit.told("record", seats["over"]["b"])
            assert record.status_code == 200 and record.json()["winner"] == "a"
            async with visit.sit(seats["before"]["b"]) as b:
                assert (await b.until("room"))["choosing"] == {"b": ["scouts", "spies"]}
                reply = await b.say("force", force="spies")
                assert reply["type"] == "done", reply
        server.end(signal.SIGTERM)
        assert SAYS.format(number, schema.LATEST) in server.log[0] and len(server.log) == 3
        assert "was begun with version 0 of Toy, and goes on by version 1" in server.log[2]
        server.log.clear()
        server.start()
        server.end(signal.SIGTERM)
        assert server.log == [], "it is said once"


def of_another_version(db: str, seat: str, stored: str | None = None) -> None:
    """The battle of a seat was begun by version 0 of its book."""
    engine = engine_of(db)
    with engine.begin() as connection:
        seats = {"seat": stored or seat}
        battle = connection.execute(text("select battle from seats where seat = :seat"), seats).scalar()
        of = {"battle": battle}
        head = connection.execute(text("select head from battles where battle = :battle"), of).scalar()
        changed = bytes(head).replace(b'"book_version":"1"', b'"book_version":"0"')
        assert changed != bytes(head)
        change = text("update battles set head = :head where battle = :battle")
        connection.execute(change, {**of, "head": changed})
    engine.dispose()


def stored(db: str, kind: str) -> str:
    """All that is in the database, as words."""
    engine = engine_of(db)
    with engine.begin() as connection:
        names = inspect(connection).get_table_names()
        rows = [row for name in names for row in connection.execute(text(f"select * from {name}")).all()]
    engine.dispose()
    return str([[bytes(v) if isinstance(v, memoryview) else v for v in row] for row in rows])


@pytest.mark.parametrize("number", OLD)
def test_no_seat_is_stored_that_somebody_could_sit_at(new: str, kind: str, number: int) -> None:
    """Whoever reads the database, or a copy of it, sits nowhere with that; links of old stay good."""
    seats = restored(new, kind, number)
    secrets = [seat for battle in seats.values() for side, seat in battle.items() if side]
    assert all((seat in stored(new, kind)) is (number < 3) for seat in secrets)
    Store(new, owns=True).close()
    assert not any(seat in stored(new, kind) for seat in secrets)
    assert all(battle[""] in stored(new, kind) for battle in seats.values()), "everybody is told who watches"


@pytest.mark.parametrize("lacking", ["people", "talk", "choosing"])
def test_what_the_oldest_databases_lack_is_made(tmp_path: Path, lacking: str) -> None:
    db = f"sqlite:///{tmp_path}/battles.db"
    restored(db, "sqlite", 0)
    with sqlite3.connect(tmp_path / "battles.db") as database:
        database.execute(f"drop table {lacking}")
        before = database.execute("select count(*) from steps").fetchall()
    Store(db, owns=True).close()
    engine = create_engine(db)
    assert differences(engine) == []
    with engine.begin() as connection:
        assert connection.execute(text("select count(*) from steps")).fetchall() == before
    engine.dispose()


@pytest.mark.parametrize("number", [f"{schema.LATEST + 1}", "of my own"])
@pytest.mark.parametrize("owns", [True, False])
def test_a_newer_database_is_refused_and_stays_as_it_is(new: str, number: str, owns: bool) -> None:
    Store(new, owns=True).close()
    engine = engine_of(new)
    with engine.begin() as connection:
        connection.execute(text("update alembic_version set version_num = :number"), {"number": number})
        connection.execute(text("drop table talk"))
    with pytest.raises(BadData) as refused:
        Store(new, owns=owns)
    assert f"made by a newer Warbook: its schema has the number {number}" in str(refused.value)
    assert "--db" in str(refused.value)
    assert "talk" not in inspect(engine).get_table_names()
    with engine.begin() as connection:
        assert connection.execute(text("select count(*) from owners")).scalar() == 0, "nobody claimed it"
    engine.dispose()


def test_who_does_not_own_an_older_database_does_not_change_it(new: str, kind: str) -> None:
    restored(new, kind, 0)
    with pytest.raises(BadData, match="older than this Warbook: start `warbook serve`"):
        Store(new)
    engine = engine_of(new)
    assert schema.schema_of(engine) == 0
    engine.dispose()
