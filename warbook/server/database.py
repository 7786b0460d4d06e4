"""How a database is reached: SQLite in a file, or PostgreSQL at its address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError

from warbook.core.datafile import BadData
from warbook.server import schema
from warbook.server.ownership import LEASE

IN_REACH = {"connect_timeout": 5, "tcp_user_timeout": 10_000}  # seconds, milliseconds: no longer is waited


def engine_of(url: str) -> Engine:
    if url.startswith(("postgresql://", "postgres://")):
        url = "postgresql+psycopg://" + url.partition("://")[2]
    try:
        more = {} if "sqlite" in url else {"pool_size": 1, "max_overflow": 0, "connect_args": IN_REACH}
        # What is stored is in no complaint: seats are secrets.
        engine = create_engine(url, hide_parameters=True, **more)
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise BadData(
            f"--db {url!r}: {error}; write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
        ) from None
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _sqlite)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    else:
        event.listen(engine, "connect", _postgresql)
    return engine


@contextmanager
def opened(url: str) -> Iterator[Connection]:
    """A transaction of whoever does not serve the database."""
    engine = engine_of(url)
    try:
        schema.require(engine)
        with engine.begin() as connection:
            yield connection
    except OperationalError as error:
        raise BadData(f"the database cannot be used: {error.orig}") from None
    finally:
        engine.dispose()


def _postgresql(connection: Any, _: Any) -> None:
    """Whoever falls asleep in the middle of a transaction loses it, and holds up nobody who follows him."""
    with connection.cursor() as cursor:
        cursor.execute(f"set idle_in_transaction_session_timeout = '{LEASE:g}s'")
    connection.commit()


def _sqlite(connection: Any, _: Any) -> None:
    """Write-ahead, flushed at every commit. The driver begins no transactions of its own: what is read first
    belongs to them too."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()
