"""Who serves a database: with SQLite one server alone, with PostgreSQL any number that share its battles; who
is refused, and what becomes of one that was given up."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, select, update

from tests.kit.patience import PATIENCE
from tests.server.client import Visit
from tests.server.postgres import postgres
from tests.server.server import ROOT, Server
from warbook.core.datafile import BadData
from warbook.server.database import engine_of
from warbook.server.ownership import BEAT, LEASE, Ousted, Ownership, owners
from warbook.server.tables import held


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('owned')}/battles.db"
    else:
        with postgres() as address:
            yield address


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    engine = engine_of(database)
    held.create(engine)
    yield engine
    owners.drop(engine, checkfirst=True)
    held.drop(engine)
    engine.dispose()


class Hours:
    """Time that passes only when somebody sleeps; `meanwhile` is what happens then."""

    def __init__(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        self.now, self.slept, self.meanwhile = 1000.0, 0.0, meanwhile

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept += seconds
        self.meanwhile()


class Alone(Ownership):
    """It would be the only one: with PostgreSQL, too, it is to change how battles are stored."""

    def claim(self, alone: Callable[[], bool] = lambda: True) -> None:
        super().claim(alone)


def server(engine: Engine, hours: Hours, *, elsewhere: bool = False, kind: type[Ownership] = Alone) -> Any:
    made = kind(engine, hours.clock, hours.sleep)
    if elsewhere:
        made.mine["machine"] = "elsewhere.example"
    return made


def works(owner: Ownership) -> bool:
    """A transaction of this server."""
    try:
        with owner.engine.begin() as connection:
            owner.check(connection)
    except Ousted:
        return False
    return True


def test_the_first_owns_it_at_once(engine: Engine) -> None:
    hours = Hours()
    first = server(engine, hours)
    first.claim()
    assert hours.slept == 0.0 and works(first)


@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "elsewhere"])
def test_a_second_is_refused_while_the_first_lives(engine: Engine, elsewhere: bool) -> None:
    hours = Hours()
    first = server(engine, hours, elsewhere=elsewhere)
    first.claim()
    hours.meanwhile = lambda: works(first)
    second = server(engine, hours)
    with pytest.raises(BadData) as refused:
        second.claim()
    machine = "elsewhere.example" if elsewhere else socket.gethostname()
    words = f"these battles are served already, by process {os.getpid()} on {machine}"
    assert words in str(refused.value)
    assert ("--db" if engine.dialect.name == "sqlite" else "stop all servers first") in str(refused.value)
    assert hours.slept < LEASE, "it need not wait for what it sees to be alive"
    assert works(first) and not works(second)


def test_one_that_is_gone_is_followed_when_its_lease_is_over(engine: Engine) -> None:
    hours = Hours()
    first, second = server(engine, hours, elsewhere=True), server(engine, hours)
    first.claim()
    second.claim()
    assert LEASE <= hours.slept < LEASE + 1.0
    assert works(second) and not works(first), "who slept through its lease can write nothing more"


def test_one_that_is_gone_from_this_machine_is_followed_at_once(engine: Engine) -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    hours = Hours()
    first = server(engine, hours)
    first.mine["process"] = ended.pid
    first.claim()
    second = server(engine, hours)
    second.claim()
    assert hours.slept < 1.0 and works(second) and not works(first)


def test_one_that_stops_leaves_it_to_the_next(engine: Engine) -> None:
    hours = Hours()
    first = server(engine, hours)
    first.claim()
    first.release()
    second = server(engine, hours)
    second.claim()
    assert hours.slept == 0.0 and works(second)
    first.release()
    assert works(second), "what is not its own it does not give up"


def test_one_that_stops_while_another_waits(engine: Engine) -> None:
    hours = Hours()
    first = server(engine, hours, elsewhere=True)
    first.claim()
    hours.meanwhile = first.release
    second = server(engine, hours)
    second.claim()
    assert hours.slept < LEASE and works(second)


def test_of_two_that_wait_one_gets_it(engine: Engine) -> None:
    hours = Hours()
    server(engine, hours, elsewhere=True).claim()
    late = server(engine, hours)

    def third_takes_it() -> None:
        if hours.slept >= LEASE:
            with engine.begin() as connection:
                connection.execute(update(owners).values(key="third", machine="third.example", beats=0))

    hours.meanwhile = third_takes_it
    with pytest.raises(BadData, match=r"third\.example"):
        late.claim()


def test_the_number_moves_on_only_when_it_is_due(engine: Engine) -> None:
    hours = Hours()
    first = server(engine, hours)
    first.claim()

    def beats() -> int:
        with engine.begin() as connection:
            return connection.execute(select(owners.c.beats)).scalar_one()

    for _ in range(5):
        assert works(first)
    assert beats() == 0, "reading needs no writing"
    hours.now += first.wait()
    assert works(first) and works(first) and beats() == 1


# ---------------------------------------------------------------- several that share


@pytest.fixture
def shared(engine: Engine) -> Engine:
    if engine.dialect.name == "sqlite":
        pytest.skip("SQLite is for one server")
    return engine


def one_of_many(engine: Engine, hours: Hours, *, elsewhere: bool = False) -> Ownership:
    made: Ownership = server(engine, hours, elsewhere=elsewhere, kind=Ownership)
    made.claim()
    made.open_at(made.key)
    return made


def holder(ownership: Ownership, battle: str = "one") -> str:
    """Who has the battle when this server asks for it: nobody else, or at which address."""
    with ownership.engine.begin() as connection:
        ownership.check(connection)
        other = ownership.hold(connection, battle)
    return "" if other is None else other.address


def test_servers_share_what_they_serve(shared: Engine) -> None:
    hours = Hours()
    first, second = one_of_many(shared, hours), one_of_many(shared, hours)
    assert hours.slept == 0.0 and works(first) and works(second)
    assert holder(first) == "" and holder(second) == first.key == holder(second)
    assert holder(second, "two") == "" and holder(first, "two") == second.key
    with shared.begin() as connection:
        second.let_go(connection, "one")
    assert holder(second) == first.key, "what is not its own it does not give up"
    with shared.begin() as connection:
        first.let_go(connection, "one")
    assert holder(second) == "" and holder(first) == second.key
    second.release()
    assert holder(first) == holder(first, "two") == "" and not works(second)


def pass_by(hours: Hours, seconds: float, *servers: Ownership) -> None:
    """These move on and look round whenever they should; all others sleep."""
    for _ in range(round(seconds / BEAT)):
        hours.now += BEAT
        for each in servers:
            assert works(each)
            each.look()


def test_what_somebody_held_is_free_when_he_has_not_moved_for_a_lease(shared: Engine) -> None:
    hours = Hours()
    first, second = one_of_many(shared, hours, elsewhere=True), one_of_many(shared, hours)
    assert holder(first) == ""
    pass_by(hours, 3 * LEASE, first, second)
    assert holder(second) == first.key, "it lives"
    pass_by(hours, LEASE - BEAT, second)
    assert holder(second) == first.key, "not yet"
    pass_by(hours, BEAT, second)
    assert holder(second) == "" and not works(first)


def test_nobody_is_taken_to_be_gone_by_one_who_has_not_looked(shared: Engine) -> None:
    """As when the database was away, or the machine asleep."""
    hours = Hours()
    first, second = one_of_many(shared, hours, elsewhere=True), one_of_many(shared, hours)
    pass_by(hours, BEAT, first, second)
    hours.now += 10 * LEASE
    pass_by(hours, BEAT, second, first)
    assert works(first)


def test_what_a_process_held_that_ended_on_this_machine_is_free_at_once(shared: Engine) -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    hours = Hours()
    first, second = one_of_many(shared, hours), one_of_many(shared, hours)
    assert holder(first) == ""
    with shared.begin() as connection:
        connection.execute(update(owners).where(owners.c.key == first.key).values(process=ended.pid))
    pass_by(hours, BEAT, second)
    assert holder(second) == "" and not works(first)


def test_nothing_is_taken_from_one_who_is_just_writing(shared: Engine, database: str) -> None:
    hours, other = Hours(), engine_of(database)
    first, second = one_of_many(shared, hours, elsewhere=True), one_of_many(other, hours)
    assert holder(first) == ""
    pass_by(hours, LEASE - BEAT, second)
    with shared.begin() as connection:
        first.check(connection)
        pass_by(hours, 2 * BEAT, second)
        first.hold(connection, "two")
    assert holder(second) == holder(second, "two") == first.key, "it was in time"
    pass_by(hours, LEASE + BEAT, second)
    assert holder(second) == holder(second, "two") == "" and not works(first)
    other.dispose()


# ---------------------------------------------------------------- real servers


def second_server(running: Server) -> subprocess.CompletedProcess[str]:
    """`warbook serve` on the same database, that takes nobody to be gone who is only slow."""
    program = (
        "from warbook.cli import main; from warbook.server import ownership; "
        f"ownership.LEASE = {PATIENCE}; main()"
    )
    warbook = [sys.executable, "-c", program, "serve", "--port", "0", "--db", running.db]
    return subprocess.run(warbook, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)


@pytest.mark.anyio
async def test_a_second_server_of_sqlite_is_refused_at_its_start(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/battles.db") as running:
        refused = second_server(running)
        assert refused.returncode == 2 and refused.stdout == ""
        assert f"served already, by process {running.process.pid} on {socket.gethostname()}" in refused.stderr
        assert "Traceback" not in refused.stderr
        async with Visit(running.address) as visit:
            made = await visit.make()
            async with visit.sit(made["seats"]["a"]) as seat:
                assert (await seat.begun())["question"]["text"] == "Your password?"


@pytest.mark.anyio
async def test_a_server_that_slept_through_its_lease_stops_and_spoils_nothing(tmp_path: Path) -> None:
    """Stopped in the middle, it is followed by another; woken up, it keeps no answer and ends with words."""
    db = f"sqlite:///{tmp_path}/battles.db"
    with Server(db, toys=False) as old:
        async with Visit(old.address) as visit:
            made = await visit.make("necromunda", players={"b": "random"})
            async with visit.sit(made["seats"]["a"]) as seat:
                await seat.begun()
                first = seat.state["question"]["options"][0]["id"]
                old.process.send_signal(signal.SIGSTOP)
                await seat.send(do="answer", at=seat.state["at"], value=first, ref=1)
                with Server(db, toys=False, env={"WARBOOK_ADJUST": "ownership.LEASE=0.5"}) as new:
                    old.process.send_signal(signal.SIGCONT)
                    old.process.wait(PATIENCE)
                    assert old.all_ended() and old.process.returncode == 2
                    assert "another server has taken over these battles" in "".join(old.log)
                    async with Visit(new.address) as again, again.sit(made["seats"]["a"]) as page:
                        assert (await page.begun())["at"] == seat.state["at"], (
                            "what was not kept is not there"
                        )
                        assert (await page.answer(first))["type"] == "done"
