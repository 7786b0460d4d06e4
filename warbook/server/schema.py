"""Which schema a database has, and how it gets the one that this program needs.

Schemas are numbered; `tables.py` has the latest as SQLAlchemy needs it, `migrations/` how each came of the
one before (Alembic). All that is due is done in one transaction: whatever happens meanwhile, a database has
the old schema or the new one.
"""

from __future__ import annotations

import logging
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from warbook.core.datafile import BadData
from warbook.server.ownership import one_at_a_time

LATEST = 6

log = logging.getLogger("warbook")


def schema_of(engine: Engine) -> int | None:
    """The number of a database's schema: 0 before they were numbered, None where nothing is stored yet. One
    that is newer than this program is refused."""
    with engine.begin() as connection:
        return _schema_of(connection)


def _schema_of(connection: Connection) -> int | None:
    found = set(inspect(connection).get_table_names())
    if "alembic_version" not in found:
        return 0 if "battles" in found else None
    number = connection.execute(text("select version_num from alembic_version")).scalar()
    if number is None or not number.isdecimal() or int(number) > LATEST:
        raise BadData(
            f"the database was made by a newer Warbook: its schema has the number {number}, and this Warbook "
            f"knows those up to {LATEST}. Update Warbook, or name another database with --db"
        )
    return int(number)


def upgrade(engine: Engine) -> None:
    """For a server alone, or for those that begin together: make what is missing, and say so where there was
    something before."""
    before = schema_of(engine)
    if before == LATEST:
        return
    if before is not None:
        log.warning("The database has schema %d, and is brought to schema %d; please wait.", before, LATEST)
    with engine.begin() as connection:
        one_at_a_time(connection)
        if _schema_of(connection) == LATEST:
            return
        if connection.dialect.name == "postgresql":
            connection.execute(text("set local idle_in_transaction_session_timeout = 0"))  # it may take long
        _migrate(connection)
    if before is not None:
        log.warning("The database has schema %d now, and every battle is still there.", LATEST)


def require(engine: Engine) -> None:
    """For who does not own the database: refuse one that its owner would change first."""
    found = schema_of(engine)
    if found is None:
        raise BadData("no battle was ever stored there: `warbook serve` makes the database")
    if found != LATEST:
        raise BadData("the database is older than this Warbook: start `warbook serve` with it once")


def _migrate(connection: Connection) -> None:
    from alembic import command  # takes a while to load, and is seldom needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
