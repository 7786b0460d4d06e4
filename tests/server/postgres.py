"""A PostgreSQL of one's own in a folder of its own, from Debian's package."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.kit.patience import PATIENCE

WHERE = Path("/usr/lib/postgresql")


def binaries() -> Path:
    """Where initdb and pg_ctl are; installs them where that is possible."""
    if not list(WHERE.glob("*/bin/initdb")) and os.getuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-qy", "postgresql"]):
            subprocess.run(command, env=quiet, capture_output=True, check=True)
    found = sorted(WHERE.glob("*/bin/initdb"))
    if not found:
        pytest.skip("there is no PostgreSQL here, and it can be installed only by root on Debian")
    return found[-1].parent


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a database that is gone afterwards. It listens on no port, only on a socket file."""
    folder = Path(mkdtemp(prefix="warbook-pg-", dir="/tmp"))  # a socket's path must be short
    if os.getuid() == 0:  # PostgreSQL refuses to run as root
        shutil.chown(folder, "postgres", "postgres")
    try:
        _run(folder, "initdb", "-A", "trust", "-U", "warbook", "-E", "UTF8", "--locale", "C.UTF-8")
        _start(folder)
        try:
            yield f"postgresql://warbook@/postgres?host={folder}"
        finally:
            _stop(folder)
    finally:
        shutil.rmtree(folder)


def crash(address: str) -> None:
    """All its processes die in the middle of what they do, and it is started again."""
    folder = Path(address.partition("?host=")[2])
    _stop(folder)
    _start(folder)


def _start(folder: Path) -> None:
    options = f"-k {folder} -c listen_addresses=''"
    _run(folder, "pg_ctl", "start", "-w", "-t", f"{PATIENCE:.0f}", "-l", str(folder / "log"), "-o", options)


def _stop(folder: Path) -> None:
    _run(folder, "pg_ctl", "stop", "-t", f"{PATIENCE:.0f}", "-m", "immediate")


def _run(folder: Path, *command: str) -> None:
    user: dict[str, object] = {}
    if os.getuid() == 0:
        user = {"user": "postgres", "group": "postgres", "extra_groups": []}
    done = subprocess.run(  # type: ignore[call-overload]
        [str(binaries() / command[0]), "-D", str(folder / "data"), *command[1:]],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=(folder / "out").open("a"),
        stderr=subprocess.STDOUT,
        **user,
    )
    assert done.returncode == 0, (folder / "out").read_text()
