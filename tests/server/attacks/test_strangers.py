"""Requests that no page of this server sends: under a name that is not its own, from pages of other sites, or
with a word from whoever is no proxy. And what a server says of how far it can be reached."""

from __future__ import annotations

import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.kit.patience import PATIENCE
from tests.server.client import Visit
from tests.server.server import Server
from tests.terminal.commands import command

pytestmark = pytest.mark.anyio

BODY = '{"book": "toy"}'
JSON = {"content-type": "application/json"}
READ = ["/", "/table", "/web/table/table.js", "/api/books", "/api/battle/record", "/schema/openapi.json"]


async def sits(visit: Visit, origin: str) -> int:
    """The status with which a page of this origin gets its line, or not."""
    where = visit.server.replace("http", "ws") + "/api/sit"
    try:
        async with connect(where, origin=Origin(origin), proxy=None, open_timeout=PATIENCE):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


async def posted(visit: Visit, path: str = "/api/battles", **headers: str) -> httpx.Response:
    """The reply to wanting a battle; without a word of it the body is JSON."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return await visit.http.post(path, content=BODY, headers={**JSON, **named})


# ---------------------------------------------------------------- names


def names(port: str) -> Iterator[tuple[str, bool]]:
    """What a `Host` may be, and whether it is answered."""
    machine = socket.gethostname()
    ours = ["127.0.0.1", "localhost", "LocalHost", "localhost.", "table.localhost", "[::1]", "127.8.9.10"]
    ours += [machine, machine.upper(), f"{machine}.local", "192.168.3.4", "[fd00::7]"]
    others = ["evil.example", "localhost.evil.example", "evillocalhost", "127.0.0.1.evil.example", "[evil]"]
    others += [f"{machine}.evil.example", "127.0.0.1@evil.example", "[::1].evil.example", "evil.example:80:"]
    others += ["1.2.3", "[127.0.0.1"]
    for name in ours:
        yield name, True
        yield f"{name}:{port}", True
    for name in others:
        yield name, False
        yield f"{name}:{port}", False


async def test_a_name_that_is_not_its_own_is_not_answered(visit: Visit) -> None:
    """A site can point its own name at this machine, and is then of the same origin as what it finds there;
    but the browser says under which name it looked."""
    for host, known in names(visit.server.rpartition(":")[2]):
        for path in READ:
            reply = await visit.http.get(path, headers={"host": host})
            assert (reply.status_code != 403) is known, f"{path} as {host}"
        assert reply.status_code == 200 or "--name NAME" in reply.json()["words"]
        made = await posted(visit, host=host, origin=f"http://{host}")
        assert made.status_code == (201 if known else 403), host


async def test_nobody_sits_down_under_a_name_that_is_not_its_own(server: Server) -> None:
    """Spoken by hand: a client library writes its own `Host`."""
    address, _, port = server.address.removeprefix("http://").partition(":")
    for host, status in (
        (f"localhost:{port}", b"101"),
        ("evil.example", b"403"),
        (f"evil.example:{port}", b"403"),
    ):
        with socket.create_connection((address, int(port))) as line:
            line.sendall(
                f"GET /api/sit HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                "AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            )
            assert line.recv(1000).split()[1] == status, host


async def test_names_it_is_told_are_its_own(tmp_path: Path) -> None:
    told = ["--name", "table.example", "--name", "Other.Example.", "--trusted-proxy", "127.0.0.9"]
    told += ["--invite-only"]
    with Server(f"sqlite:///{tmp_path}/battles.db", toys=False, more=told) as server:
        async with Visit(server.address) as visit:
            for host in ("table.example", "TABLE.example:443", "other.example", "other.example."):
                assert (await visit.http.get("/", headers={"host": host})).status_code == 200, host
            for host in ("example", "able.example", "a.table.example"):
                assert (await visit.http.get("/", headers={"host": host})).status_code == 403, host
        server.end(signal.SIGTERM)
        (said,) = server.said
        assert "https://table.example/ or https://Other.Example./" in said
        assert "battles are made only by those who have a name" in said


# ---------------------------------------------------------------- pages of other sites


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/json", 201),
        ("application/json; charset=utf-8", 201),
        ("text/plain", 415),
        ("text/plain; application/json", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
        ("application/jsonp", 415),
        ("", 415),
    ],
)
async def test_only_what_says_it_is_json_is_taken(visit: Visit, kind: str, status: int) -> None:
    """Anything else a page can send to other sites without asking them first."""
    reply = await posted(visit, content_type=kind)
    assert reply.status_code == status
    assert status == 201 or "application/json" in reply.json()["words"]
    bare = await visit.http.post("/api/battles", content=BODY)
    assert bare.status_code == 415


@pytest.mark.parametrize("path", ["/api/battles", "/api/check", "/api/draft", "/api/cards", "/api/odds"])
async def test_pages_of_other_sites_get_nothing_done(visit: Visit, path: str) -> None:
    port = visit.server.rpartition(":")[2]
    elsewhere = ["null", "http://evil.example", "http://127.0.0.1", f"http://localhost:{port}", "", "file://"]
    elsewhere += [f"http://127.0.0.1:{int(port) - 1}", f"http://127.0.0.1:{port}.evil.example"]
    for origin in elsewhere:
        reply = await posted(visit, path, origin=origin)
        assert reply.status_code == 403 and "only pages of this server may" in reply.json()["words"], origin
    assert await sits(visit, "http://evil.example") == 403
    assert (await posted(visit, origin=visit.server)).status_code == 201
    assert await sits(visit, visit.server) == 101


# ---------------------------------------------------------------- for whom somebody asks


async def asked_until_told_to_wait(visit: Visit, number: int) -> list[int]:
    """What so many requests come to, each said to be for somebody else."""
    return [
        (
            await visit.http.get(
                "/api/battle/ledger",
                headers={"x-seat": "no-such-seat-anywhere", "x-forwarded-for": f"10.0.{n // 250}.{n % 250}"},
            )
        ).status_code
        for n in range(number)
    ]


MANY = 20  # at once, and no more
STILL = {"WARBOOK_STILL": "1", "WARBOOK_ADJUST": f"limits.REQUESTS=[{MANY},1]"}


async def test_nobody_is_believed_to_ask_for_others(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/battles.db"
    with Server(db, env={**STILL, "FORWARDED_ALLOW_IPS": "*"}) as server:
        async with Visit(server.address, "127.0.0.1") as visit:
            statuses = await asked_until_told_to_wait(visit, MANY + 2)
            assert statuses == [404] * MANY + [429] * 2


async def test_only_the_proxy_that_was_named_is_believed(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/battles.db"
    with Server(db, more=["127.0.0.9"], env=STILL) as server:
        async with Visit(server.address, "127.0.0.9") as proxy:
            assert await asked_until_told_to_wait(proxy, MANY + 2) == [404] * (MANY + 2)
        async with Visit(server.address, "127.0.0.1") as visit:
            assert await asked_until_told_to_wait(visit, MANY + 2) == [404] * MANY + [429] * 2


def test_a_proxy_is_named_by_its_address() -> None:
    for proxy in ("*", "proxy.example", "10.0.0.1/8"):
        done = command("serve", "--port", "0", "--proxy", proxy)
        assert (
            done.code == 2 and "--proxy: " in done.errors and "as in 127.0.0.1 or 10.0.0.0/8" in done.errors
        )


# ---------------------------------------------------------------- what a server says of itself


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
async def test_a_server_open_to_the_network_says_so_and_where(tmp_path: Path, host: str) -> None:
    db = f"sqlite:///{tmp_path}/battles.db"
    with Server(db, toys=False, more=["--host", host]) as server:
        assert server.process.stdout is not None
        second = server.process.stdout.readline()
        addresses = [server.address + "/", *re.findall(r"http://\S+?/", second)]
        assert "Whoever can reach this machine there can open the page and make battles" in second
        async with httpx.AsyncClient(trust_env=False, timeout=PATIENCE) as client:
            for address in addresses:
                assert (await client.get(address)).status_code == 200, address
    assert not any("0.0.0.0" in address or "[::]" in address for address in addresses)


async def test_a_server_of_this_machine_alone_says_nothing_of_others(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/battles.db") as server:
        server.kill()
        assert server.said == []
    assert server.address.startswith("http://127.0.0.1:")
