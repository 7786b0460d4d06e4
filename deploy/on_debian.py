"""The three parts of deploy/compose.yaml without containers: PostgreSQL, servers and nginx, from Debian's
packages, in a folder of their own and as whoever starts it. For trying it out, and for the tests.

    python -m deploy.on_debian FOLDER --name table.example --servers 2 --port 8443
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).parents[1]
POSTGRESQL = Path("/usr/lib/postgresql")
AS_LONG = 300.0  # seconds in which a part must have begun, or ended


class Missing(Exception):
    """A Debian package is not installed, and cannot be here."""


def install(package: str) -> None:
    if os.getuid() != 0 or shutil.which("apt-get") is None:
        raise Missing(f"{package} is not here, and can be installed only by root on Debian")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-q"], ["install", "-qy", "--no-install-recommends", package]):
        subprocess.run(["apt-get", *command], env=quiet, capture_output=True, check=True)


# ---------------------------------------------------------------- PostgreSQL


def binaries() -> Path:
    """Where initdb and pg_ctl are."""
    if not list(POSTGRESQL.glob("*/bin/initdb")):
        install("postgresql")
    found = sorted(POSTGRESQL.glob("*/bin/initdb"))
    if not found:
        raise Missing("PostgreSQL is not where Debian puts it")
    return found[-1].parent


def make_database(folder: Path) -> str:
    """The address of a database that is made there. It listens on no port, only on a socket file."""
    if not (folder / "data").exists():
        folder.mkdir(parents=True, exist_ok=True)
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(folder, "postgres", "postgres")
        _run(folder, "initdb", "-A", "trust", "-U", "warbook", "-E", "UTF8", "--locale", "C.UTF-8")
    return f"postgresql://warbook@/postgres?host={folder}"


def start_database(folder: Path, wait: float = AS_LONG) -> None:
    options = f"-k {folder} -c listen_addresses=''"
    _run(folder, "pg_ctl", "start", "-w", "-t", f"{wait:.0f}", "-l", str(folder / "log"), "-o", options)


def stop_database(folder: Path, how: str = "fast", wait: float = AS_LONG) -> None:
    _run(folder, "pg_ctl", "stop", "-t", f"{wait:.0f}", "-m", how)


def _run(folder: Path, *command: str) -> None:
    user: dict[str, object] = {}
    if os.getuid() == 0:
        user = {"user": "postgres", "group": "postgres", "extra_groups": []}
    with (folder / "out").open("a") as out:
        done = subprocess.run(  # type: ignore[call-overload]
            [str(binaries() / command[0]), "-D", str(folder / "data"), *command[1:]],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            **user,
        )
    if done.returncode:
        raise RuntimeError((folder / "out").read_text())


# ---------------------------------------------------------------- nginx


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def nginx(folder: Path, servers: Sequence[str], name: str = "table.example", port: int = 0) -> Iterator[int]:
    """The configuration of the docs before these servers; only ports, paths, names and the user are others.
    Its certificate is made here, and nobody but who made it trusts it."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(program).exists():
        install("nginx-light")
    folder.mkdir(parents=True, exist_ok=True)
    subject = ["-subj", f"/CN={name}", "-keyout", f"{folder}/table.key", "-out", f"{folder}/table.pem"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject]
    subprocess.run(made, check=True, capture_output=True)
    port = port or free_port()
    written = (ROOT / "docs" / "nginx.conf").read_text()
    for before, after in (
        ("server 127.0.0.1:8427;", " ".join(f"server {server};" for server in servers)),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("/etc/ssl/warbook", str(folder)),
        ("/run/nginx.pid", f"{folder}/pid"),
        ("/var/log/nginx", str(folder)),
        ("server_name table.example;", f"server_name {name};"),
    ):
        if before not in written:
            raise RuntimeError(f"docs/nginx.conf no longer has {before!r}")
        written = written.replace(before, after)
    user = "user root;\n" if os.getuid() == 0 else ""
    (folder / "nginx.conf").write_text(user + written)
    running = subprocess.Popen([program, "-p", folder, "-c", folder / "nginx.conf", "-g", "daemon off;"])
    try:
        while running.poll() is None:
            with suppress(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", port), AS_LONG).close()
                break
            time.sleep(0.02)
        if running.poll() is not None:
            raise RuntimeError((folder / "error.log").read_text())
        yield port
    finally:
        running.terminate()
        running.wait(AS_LONG)


# ---------------------------------------------------------------- servers


@contextmanager
def server(db: str, name: str, log: Path, program: str) -> Iterator[str]:
    """The address of a server that serves a database for a proxy on this machine."""
    command = [sys.executable, "-m", *program.split(), "--port", "0", "--db", db, "--name", name]
    command += ["--trusted-proxy", "127.0.0.1", "--log", "json"]
    with log.open("a") as errors:
        running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    try:
        assert running.stdout is not None
        found = re.search(r"http://([^/]+)", running.stdout.readline())
        if found is None:
            raise RuntimeError(log.read_text())
        yield found[1]
    finally:
        running.send_signal(signal.SIGTERM)
        running.wait(AS_LONG)


@contextmanager
def all_parts(folder: Path, name: str, servers: int, port: int, program: str) -> Iterator[int]:
    """The port of the proxy."""
    db = make_database(folder / "database")
    start_database(folder / "database")
    try:
        with ExitStack() as stack:
            logs = [folder / f"server-{number}.log" for number in range(1, servers + 1)]
            upstream = [stack.enter_context(server(db, name, log, program)) for log in logs]
            yield stack.enter_context(nginx(folder / "proxy", upstream, name, port))
    finally:
        stop_database(folder / "database")


def main() -> None:
    takes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    takes.add_argument("folder", type=Path)
    takes.add_argument("--name", default="localhost")
    takes.add_argument("--servers", type=int, default=2)
    takes.add_argument("--port", type=int, default=0)
    takes.add_argument("--program", default="warbook serve", help="the module that serves")
    given = takes.parse_args()
    stopped = threading.Event()
    for signalled in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signalled, lambda *_: stopped.set())
    folder = given.folder.resolve()
    with all_parts(folder, given.name, given.servers, given.port, given.program) as port:
        print(f"https://{given.name}:{port}/  (its certificate: {folder}/proxy/table.pem)", flush=True)
        stopped.wait()


if __name__ == "__main__":
    main()
