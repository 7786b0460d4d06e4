"""What went wrong, for whoever runs the server. A database that is away is no fault of ours, and everybody
notices at once: a line will do, where anything else comes with all that is known of it."""

from __future__ import annotations

import logging
import sqlite3

from sqlalchemy.exc import DBAPIError, OperationalError

log = logging.getLogger("warbook")


class Unsure(Exception):
    """The database went away while it was to keep something: perhaps it did."""


def is_away(error: BaseException) -> bool:
    """Whether a database that is somewhere else cannot be reached just now."""
    if isinstance(error, DBAPIError) and not isinstance(error.orig, sqlite3.Error):
        return error.connection_invalidated or isinstance(error, OperationalError)
    return isinstance(error, Unsure)


def log_fault(battle: str, what: str, error: Exception) -> None:
    """Something failed at a battle, or elsewhere (none)."""
    where = f"battle {battle}: " if battle else ""
    if is_away(error):
        cause = getattr(error, "orig", None) or error
        words = f"the database cannot be used ({type(cause).__name__})"
        log.error("%s%s: %s", where, what, words, extra={"battle": battle})
    else:
        log.error("%s%s", where, what, exc_info=error, extra={"battle": battle})
