from collections.abc import AsyncIterator, Iterator

import pytest

from tests.server.client import TWO, Two, Visit
from tests.server.server import Server
from tests.server.shelf import shelve
from warbook.core.shelf import load_book


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the toy books, for all tests of this process. Its one referee loads every book once."""
    db = f"sqlite:///{tmp_path_factory.mktemp('server')}/battles.db"
    with Server(db, env={"WARBOOK_ADJUST": "workers.REFEREES=1"}) as running:
        yield running
        running.stop()


@pytest.fixture
async def visit(server: Server) -> AsyncIterator[Visit]:
    async with Visit(server.address) as visit:
        yield visit


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy books can be loaded here, too."""
    shelve(monkeypatch)
    load_book.cache_clear()
    yield
    load_book.cache_clear()


@pytest.fixture
async def two(visit: Visit) -> AsyncIterator[Two]:
    made = await visit.make(players=TWO)
    seats = made["seats"]
    async with (
        visit.sit(made["watch"]) as watch,
        visit.sit(seats["a"], "aa") as a,
        visit.sit(seats["b"], "bb") as b,
    ):
        for seat in (a, b, watch):
            await seat.begun()
        yield Two(made, a, b, watch)
