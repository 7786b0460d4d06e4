"""Connections of those who take their time, or open more of them than anybody needs."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.kit.patience import PATIENCE
from tests.server.server import Server

IMPATIENT = "limits.HEADERS_WITHIN=0.2 limits.BODY_WITHIN=0.2"
FULL = "limits.HEADERS_WITHIN=600 limits.CONNECTIONS_FROM=3 limits.CONNECTIONS=5"
GET = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /api/check HTTP/1.1\r\nHost: localhost\r\ncontent-length: 99\r\n"


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is impatient."""
    db = f"sqlite:///{tmp_path_factory.mktemp('slow')}/battles.db"
    with Server(db, env={"WARBOOK_ADJUST": IMPATIENT}) as server:
        yield server
        assert server.log == []


def called(server: Server, address: str) -> socket.socket:
    host, _, port = server.address.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), PATIENCE, (address, 0))


def rest(line: socket.socket) -> bytes:
    """All that comes until the other end closes."""
    found = b""
    while data := line.recv(4096):
        found += data
    return found


@pytest.mark.parametrize("said", [b"", b"GE", GET[:-2], POST, POST + b"\r\n{", GET + GET[:-2]])
def test_who_does_not_say_what_is_wanted_is_cut_off(slow: Server, said: bytes) -> None:
    with called(slow, "127.0.0.20") as line:
        line.sendall(said)
        assert rest(line).count(b"alive") == said.count(GET), "and what was said before is answered"


def test_who_says_it_in_time_is_answered_again_and_again(slow: Server) -> None:
    with called(slow, "127.0.0.21") as line:
        for _ in range(3):
            line.sendall(GET)
            while b"alive" not in line.recv(4096):
                pass


def test_nobody_has_more_connections_than_a_browser_needs(tmp_path: Path) -> None:
    """Those of a proxy that is trusted are those of many, but there is an end to all together."""
    db = f"sqlite:///{tmp_path}/battles.db"
    with Server(db, more=["127.0.0.9"], env={"WARBOOK_ADJUST": FULL}) as server:
        with ExitStack() as lines:
            for _ in range(3):
                lines.enter_context(called(server, "127.0.0.22"))
            with called(server, "127.0.0.22") as one_more:
                told = rest(one_more)
                assert b" 503 " in told and b"Too many connections" in told
            for address, full in (("127.0.0.9", False), ("127.0.0.9", False), ("127.0.0.9", True)):
                line = lines.enter_context(called(server, address))
                line.sendall(GET)
                assert line.recv(4096).startswith(b"HTTP/1.1 503" if full else b"HTTP/1.1 200")
        with called(server, "127.0.0.22") as line:
            line.sendall(GET)
            assert line.recv(4096).startswith(b"HTTP/1.1 200"), "as soon as the others are gone"
        server.kill()
        assert server.log == []
