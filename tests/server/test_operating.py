"""What whoever runs a server looks at, and the proxy that stands before it."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import sqlite3
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.kit.patience import PATIENCE
from tests.server.client import Visit
from tests.server.server import ROOT, Server
from warbook.server.tally import BOUNDS, Tally

pytestmark = pytest.mark.anyio


def figures(text: str) -> dict[str, float]:
    """What Prometheus would read: every line is a comment or a name with a number."""
    found = {}
    for line in text.splitlines():
        if line.startswith("#"):
            assert re.fullmatch(r"# (HELP \w+ .+|TYPE \w+ (counter|gauge|histogram))", line), line
            continue
        name, _, value = line.rpartition(" ")
        assert re.fullmatch(r'\w+(\{\w+="[^"]+"\})?', name), line
        assert name not in found, f"{name} is told twice"
        found[name] = float(value)
    return found


async def told(visit: Visit) -> dict[str, float]:
    reply = await visit.http.get("/metrics")
    assert reply.status_code == 200 and reply.headers["content-type"].startswith("text/plain")
    return figures(reply.text)


async def test_what_is_done_is_counted(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/battles.db", env={"WARBOOK_ADJUST": "workers.REFEREES=1"}) as server:
        async with Visit(server.address) as visit:
            made = await visit.make()
            async with visit.sit(made["seats"]["a"], "aa") as a:
                await a.begun()
                before = await told(visit)
                assert before["warbook_answers_seconds_count"] == 0 and before["warbook_battles_open"] == 1
                assert (await a.ask("answer", value="no such word"))["type"] == "refused"
                assert (await a.answer("amber"))["type"] == "done"
                after = await told(visit)
            assert after["warbook_answers_seconds_count"] == 1, "what is refused is none"
            assert after['warbook_answers_seconds_bucket{le="+Inf"}'] == 1
            assert after["warbook_commits_seconds_count"] > before["warbook_commits_seconds_count"]
            assert after["warbook_rebuilds_total"] == 1 and after["warbook_pages"] == 1
            assert after['warbook_worker_starts_total{worker="referee 1"}'] == 1
            assert not any(secret in str(after) for secret in (*made["seats"].values(), made["battle"]))


def test_a_tally_has_both_sides_of_every_bound() -> None:
    tally = Tally()
    for bound in BOUNDS:
        tally.add(bound)
        tally.add(bound + 0.0001)
    counts = [count for _, count in tally.up_to()]
    assert counts == [*range(1, 2 * len(BOUNDS), 2), 2 * len(BOUNDS)] and tally.count == 2 * len(BOUNDS)


async def test_ready_only_while_the_database_is_its_own(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/battles.db") as server:
        async with Visit(server.address) as visit:
            assert (await visit.http.get("/ready")).status_code == 200
            with sqlite3.connect(tmp_path / "battles.db") as database:
                database.execute("alter table owners rename to others")
            lost = await visit.http.get("/ready")
            assert lost.status_code == 503 and "database" in lost.json()["words"]
            assert (await visit.http.get("/health")).text == "alive\n", "it lives nevertheless"
            with sqlite3.connect(tmp_path / "battles.db") as database:
                database.execute("alter table others rename to owners")
            assert (await visit.http.get("/ready")).status_code == 200


# ---------------------------------------------------------------- nginx


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def nginx(folder: Path, upstream: str) -> Iterator[int]:
    """The configuration of the docs before this server: only ports, paths and the user are others."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(program).exists():
        pytest.skip("there is no nginx here; `make test` installs it")
    subject = ["-subj", "/CN=table.example", "-keyout", f"{folder}/table.key", "-out", f"{folder}/table.pem"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject]
    subprocess.run(made, check=True, capture_output=True)
    plain, port = free_port(), free_port()
    written = (ROOT / "docs" / "nginx.conf").read_text()
    for before, after in (
        ("127.0.0.1:8427", upstream),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("/etc/ssl/warbook", str(folder)),
        ("/run/nginx.pid", f"{folder}/pid"),
        ("/var/log/nginx", str(folder)),
    ):
        assert before in written
        written = written.replace(before, after)
    user = "user root;\n" if os.getuid() == 0 else ""
    (folder / "nginx.conf").write_text(user + written)
    running = subprocess.Popen([program, "-p", folder, "-c", folder / "nginx.conf", "-g", "daemon off;"])
    try:
        while running.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), PATIENCE).close()
                break
            except ConnectionRefusedError:
                continue
        assert running.poll() is None, (folder / "error.log").read_text()
        yield port
    finally:
        running.terminate()
        running.wait(PATIENCE)


async def test_the_proxy_of_the_docs_passes_on_a_battle_and_no_more(tmp_path: Path) -> None:
    env = {"WARBOOK_STILL": "1", "WARBOOK_ADJUST": "limits.REQUESTS=[5,1]"}
    with (
        Server(f"sqlite:///{tmp_path}/battles.db", more=["127.0.0.1"], env=env) as server,
        nginx(tmp_path, server.address.removeprefix("http://")) as port,
    ):
        site = f"https://localhost:{port}"
        trusting = ssl.create_default_context(cafile=tmp_path / "table.pem")
        trusting.check_hostname = False
        line = httpx.AsyncHTTPTransport(verify=trusting, local_address="127.0.0.7")
        async with httpx.AsyncClient(base_url=site, transport=line, timeout=PATIENCE) as http:
            assert (await http.get("/")).status_code == 200
            assert (await http.get("/ready")).status_code == 200
            assert (await http.get("/metrics")).status_code == 404
            made = (await http.post("/api/battles", json={"book": "toy"}, headers={"origin": site})).json()
            async with connect(
                f"wss://localhost:{port}/api/sit",
                ssl=trusting,
                origin=Origin(site),
                proxy=None,
                open_timeout=PATIENCE,
            ) as seat:
                await seat.send(json.dumps({"do": "sit", "seat": made["seats"]["a"]}))
                assert json.loads(await seat.recv())["type"] == "welcome"
            spoken = {"x-seat": "no-such-seat-anywhere", "x-forwarded-for": "10.1.1.1"}
            replies = [(await http.get("/api/battle/ledger", headers=spoken)).status_code for _ in range(6)]
            assert replies == [404] * 4 + [429] * 2, "one visitor, whatever he says of himself"
        async with Visit(site, "127.0.0.8") as other:
            assert (await other.told("ledger", "no-such-seat-anywhere")).status_code == 404, (
                "another has his own"
            )
