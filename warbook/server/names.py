"""Under which names and addresses the web table is reached, and whether a request is meant for it.

Any site may have a browser send requests here, and may point a name of its own at this machine. But a browser
tells truly which name it looked up (`Host`) and whose page asks (`Origin`). So only names known to be this
server's are answered, and only its own pages change anything. An address in figures belongs to whom it
reaches: every one will do.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.handlers.base import BaseRouteHandler

from warbook.core.datafile import BadData
from warbook.core.questions import shown

ANYWHERE = {socket.AF_INET: ("192.0.2.1", 9), socket.AF_INET6: ("2001:db8::1", 9)}  # nobody is there
_HOST = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[^:\[\]]+))(?::\d*)?", re.IGNORECASE)
_NAME = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?", re.IGNORECASE)


def check_names(told: Iterable[str]) -> None:
    """Refuses what no browser would ask for: it writes other letters than these as `xn--...`."""
    for name in told:
        if not _NAME.fullmatch(name):
            raise BadData(f"--name {name!r}: the name of a machine is wanted, as in table.example")


class Names:
    """The names of this server: those of its machine, and those it was told."""

    def __init__(self, told: Iterable[str] = ()) -> None:
        machine = socket.gethostname()
        self.own = {_bare(name) for name in ("localhost", machine, f"{machine}.local", *told)}

    def know(self, host: str) -> bool:
        """Whether a `Host`, with or without a port, means this server."""
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = _bare(found["six"] or found["name"])
        return name in self.own or name.endswith(".localhost") or _is_address(name)


def meant_for_us(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A guard of every address: refuses what was sent to another name, and whatever but reading another
    site's page asks for. A page cannot send JSON to another site without asking it first, so only JSON is
    taken."""
    host, method = connection.headers.get("host", ""), connection.scope.get("method")
    if not connection.app.state.names.know(host):
        raise PermissionDeniedException(
            f"This server does not know itself by the name {shown(host)}. Use its address in figures, or "
            "have whoever runs it name it at its start: warbook serve --name NAME"
        )
    if method == "GET":
        return
    origin = connection.headers.get("origin")
    if origin is not None and origin.partition("://")[2] != host:
        raise PermissionDeniedException(
            f"A page of {shown(origin)} asks for this, and only pages of this server may. (A proxy before it "
            "must pass on the Host it was sent.)"
        )
    if method is not None and connection.headers.get("content-type", "").split(";")[0] != "application/json":
        raise HTTPException("Send this as JSON, with content-type: application/json.", status_code=415)


def reached_at(listening: socket.socket) -> tuple[str, list[str]]:
    """The address to be opened on this machine, and those under which others reach it."""
    host, port = listening.getsockname()[:2]
    if not ip_address(host).is_unspecified:
        here = _address(host, port)
        return here, [] if ip_address(host).is_loopback else [here]
    families, own = [socket.AF_INET], "127.0.0.1"
    if listening.family == socket.AF_INET6:
        alone = listening.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)
        families, own = [socket.AF_INET6, *([] if alone else families)], "::1"
    return _address(own, port), [_address(a, port) for family in families for a in _own_addresses(family)]


def reached_within(listening: socket.socket) -> str:
    """The address with its port under which the other servers of a database reach this one."""
    here, elsewhere = reached_at(listening)
    return (elsewhere or [here])[0].removeprefix("http://").rstrip("/")


def _own_addresses(family: socket.AddressFamily) -> list[str]:
    """Under which others may find this machine: from where it would send to them, and what its name means."""
    found: list[str] = []
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as unsent:
        unsent.connect(ANYWHERE[family])
        found.append(unsent.getsockname()[0])
    with suppress(OSError):
        found += [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, family)]
    local = [own for own in found if ip_address(own).is_loopback or ip_address(own).is_link_local]
    return [own for own in dict.fromkeys(found) if own not in local]


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _bare(name: str) -> str:
    return name.lower().removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
