"""A visitor has come to a server that does not hold the battle: the line is passed on to the one that does.

Who passes a line on shows the key of the server it leads to, which only the servers of a database know, and
is believed whom it asks for. A line is passed on once: whoever then has no such battle says so, and the page
comes back by itself.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from litestar import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from warbook.server.ownership import LEASE, Holder
from warbook.server.seating import NotNow
from warbook.server.store import Store

KEY, FOR = "x-warbook-key", "x-warbook-for"
PING = 2.0  # seconds between two
SILENT = LEASE  # after so many without a word a server is taken to be gone
GONE = "The server of this battle is gone, and another takes over."

log = logging.getLogger("warbook")


def passed_on(headers: Mapping[str, str], key: str) -> str | None:
    """The address of whoever another server passes on; None if it is no other server that asks."""
    shown = headers.get(KEY, "")
    if not key or not secrets.compare_digest(shown.encode(errors="replace"), key.encode()):
        return None
    return headers.get(FOR, "")


class Forwarding:
    """`lines` is how many are passed on just now."""

    def __init__(self, store: Store) -> None:
        self.store, self.lines = store, 0

    async def stay(
        self, socket: WebSocket[Any, Any, Any], first: str, address: str, holder: Holder
    ) -> tuple[int, str]:
        """Pass everything on, both ways, the `first` message and what follows it, until one end is closed:
        the code and the words with which the other server did. `NotNow` where it is gone."""
        self.lines += 1
        try:
            async with connect(
                f"ws://{holder.address}/api/sit",
                additional_headers={KEY: holder.key, FOR: address},
                compression=None,
                max_size=None,
                open_timeout=SILENT,
                ping_interval=PING,
                ping_timeout=SILENT,
                proxy=None,
            ) as line:
                await line.send(first)
                return await _both_ways(socket, line)
        except (OSError, InvalidHandshake, TimeoutError, ConnectionClosed, ValueError):
            with suppress(Exception):
                await self.store.look_round()
            log.warning("a server at %s, which holds a battle, is not reached", holder.address)
            raise NotNow(GONE) from None
        finally:
            self.lines -= 1


async def _both_ways(socket: WebSocket[Any, Any, Any], line: ClientConnection) -> tuple[int, str]:
    sending = asyncio.create_task(_send(socket, line))
    hearing = asyncio.create_task(_hear(socket, line))
    try:
        await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
        if sending.done():
            sending.result()  # the page may be gone
    finally:
        for task in (sending, hearing):
            task.cancel()
        await asyncio.gather(sending, hearing, return_exceptions=True)
    code = line.close_code
    if code is None or code in (1005, 1006):
        raise NotNow(GONE)
    return code, line.close_reason or ""


async def _send(socket: WebSocket[Any, Any, Any], line: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        while True:
            await line.send(await socket.receive_text())


async def _hear(socket: WebSocket[Any, Any, Any], line: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        while True:
            await socket.send_text(await line.recv(decode=True))
