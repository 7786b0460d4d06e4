"""Connections over which something is asked, before they become the line of a seat: who takes too long to say
what is wanted is cut off, and nobody has more of them than a browser needs."""

from __future__ import annotations

import asyncio
from collections import Counter
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from warbook.server import limits

FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\n"
    b"retry-after: 10\r\ncontent-length: %d\r\n\r\n%s"
)
WORDS = b'{"words":"Too many connections are open here. Close some pages, or try again.","rule":""}'


class Caller(H11Protocol):
    """`open` counts the connections of each address; those of a `trusted` proxy are not limited by that."""

    open: ClassVar[Counter[str]] = Counter()
    trusted: ClassVar[list[IPv4Network | IPv6Network]] = []

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._late: asyncio.TimerHandle | None = None
        self._counted = False
        self._in_body = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._counted = True
        self.open[self._host] += 1
        self._wait(limits.HEADERS_WITHIN)
        own, everybody = self.open[self._host], self.open.total()
        if everybody > limits.CONNECTIONS or (own > limits.CONNECTIONS_FROM and not self._is_trusted()):
            transport.write(FULL % (len(WORDS), WORDS))
            transport.close()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._late is None and self.conn.their_state is h11.IDLE:
            self._wait(limits.HEADERS_WITHIN)
        super().data_received(data)
        if not self._counted:
            return  # it is a line now
        state = self.conn.their_state
        if state is h11.SEND_BODY and not self._in_body:
            self._wait(limits.BODY_WITHIN)
        elif state not in (h11.IDLE, h11.SEND_BODY):
            self._heard()
        self._in_body = state is h11.SEND_BODY

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._gone()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone()
        super().connection_lost(exc)

    @property
    def _host(self) -> str:
        return self.client[0] if self.client else ""

    def _is_trusted(self) -> bool:
        return any(ip_address(self._host) in network for network in self.trusted)

    def _wait(self, seconds: float) -> None:
        self._heard()
        self._late = self.loop.call_later(seconds, self.transport.close)

    def _heard(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _gone(self) -> None:
        self._heard()
        if self._counted:
            self._counted = False
            self.open[self._host] -= 1
            if not self.open[self._host]:
                del self.open[self._host]
