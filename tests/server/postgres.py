"""A PostgreSQL of one's own in a folder of its own, from Debian's package."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import pytest

from deploy import on_debian
from deploy.on_debian import Missing, make_database, start_database, stop_database
from tests.kit.patience import PATIENCE


def binaries() -> Path:
    """Where initdb and pg_ctl are; installs them where that is possible."""
    try:
        return on_debian.binaries()
    except Missing as missing:
        pytest.skip(str(missing))


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a database that is gone afterwards."""
    binaries()
    folder = Path(mkdtemp(prefix="warbook-pg-", dir="/tmp"))  # a socket's path must be short
    try:
        address = make_database(folder)
        start_database(folder, PATIENCE)
        try:
            yield address
        finally:
            stop_database(folder, "immediate", PATIENCE)
    finally:
        shutil.rmtree(folder)


def crash(address: str) -> None:
    """All its processes die in the middle of what they do, and it is started again."""
    folder = Path(address.partition("?host=")[2])
    stop_database(folder, "immediate", PATIENCE)
    start_database(folder, PATIENCE)
