"""`warbook serve`: the web table on this machine."""

from __future__ import annotations

import logging
import os
import socket
import sys
import time
import webbrowser
from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from pathlib import Path

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from warbook.core.datafile import BadData
from warbook.core.shelf import book_ids
from warbook.server import limits, logs
from warbook.server.app import make_app
from warbook.server.callers import Caller
from warbook.server.names import Names, check_names, reached_at, reached_within
from warbook.server.signing_in import Door
from warbook.server.store import Store
from warbook.server.workers import Workers
from warbook.telling.printable import Printable

log = logging.getLogger("warbook")

GRACE = 2  # seconds for visits to end in when the server stops
OPEN = (
    "Whoever can reach this machine there can open the page and make battles; a seat is only for those who "
    "have its link."
)
INVITED = (
    "Whoever can reach this machine there can open the page; battles are made only by those who have a name "
    "or know the word, and a seat is only for those who have its link."
)
BARE = (
    "No proxy is named that stands before it, so lines are not encrypted: whoever is on the way can read the "
    "links of seats. That is fine among friends, not on the open internet (docs/operating.md)."
)


class Server(uvicorn.Server):
    """Says where the table is as soon as it can be reached; stops when another server owns the battles."""

    def __init__(
        self,
        config: uvicorn.Config,
        browse: bool,
        store: Store,
        workers: Workers,
        names: Sequence[str] = (),
        invite_only: bool = False,
    ) -> None:
        super().__init__(config)
        self.browse, self.store, self.workers = browse, store, workers
        self.names, self.open = names, INVITED if invite_only else OPEN

    async def on_tick(self, counter: int) -> bool:
        return self.store.ousted.is_set() or await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started or not sockets:
            return
        here, elsewhere = reached_at(sockets[0])
        print(f"Warbook is at {here}  (Ctrl-C stops it; every battle is kept)", flush=True)
        if elsewhere:
            print(f"Others reach it at {' or '.join(elsewhere)}. {self.open}", flush=True)
        elif not ip_address(sockets[0].getsockname()[0]).is_loopback:
            print(f"It listens at every address of this machine, but none was found. {self.open}", flush=True)
        if self.config.proxy_headers and self.names:
            links = " or ".join(f"https://{name}/" for name in self.names)
            print(f"Through its proxy others reach it at {links}. {self.open}", flush=True)
        if not self.config.proxy_headers and not ip_address(sockets[0].getsockname()[0]).is_loopback:
            print(BARE, flush=True)
        log.info("the server has begun", extra={"seconds": round(time.process_time(), 2)})
        if self.browse and _has_browser():
            webbrowser.open(here)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Referees who think are ended first: then nobody waits for them, and every request has its reply."""
        began = time.monotonic()
        log.info("the server is stopping")
        await self.workers.stop()
        await super().shutdown(sockets)
        log.info("the server has stopped", extra={"seconds": round(time.monotonic() - began, 2)})


class Line(WebSocketsSansIOProtocol):
    """Text that is not UTF-8 ends the visit, as the protocol has it. No log tells of it: anybody can send
    any amount of it."""

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.send_close(1007, "not UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()


def serve(
    host: str,
    port: int,
    db: str | None,
    browse: bool,
    names: Sequence[str] = (),
    proxies: Sequence[str] = (),
    chat: bool = True,
    log_form: logs.Form = "plain",
    door: Door | None = None,
    older: Sequence[Path] = (),
) -> None:
    """Serve until interrupted. `names` are those of this server that its machine does not know of; `proxies`
    are believed when they say for whom they ask. Without `chat` people cannot write to each other. The `door`
    says who may set up battles; `older` are the folders of books whose battles go on by those."""
    sys.stderr = Printable(sys.stderr)
    logs.begin(log_form)
    _check(proxies)
    check_names(names)
    listening = _listen(host, port)
    store = Store(db or default_database(), owns=True, at=reached_within(listening))
    Caller.trusted = [ip_network(proxy) for proxy in proxies]
    workers = Workers([str(_older(folder)) for folder in older])
    config = uvicorn.Config(
        make_app(store, workers, Names([host, *names]), chat, door),
        log_level="warning",
        log_config=None,
        access_log=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        http=Caller,
        ws=Line,
        ws_max_size=limits.MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
    )
    server = Server(config, browse, store, workers, names, door is not None and door.invite_only)
    server.run(sockets=[listening])
    if store.ousted.is_set():
        raise BadData("another server has taken over these battles, so this one has stopped")


def data_folder() -> Path:
    """Where battles are kept on this machine."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "warbook"


def default_database() -> str:
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadData(f"{folder}: cannot be made: {error.strerror}; name a database with --db") from None
    return f"sqlite:///{folder / 'battles.db'}"


def _check(proxies: Sequence[str]) -> None:
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError as error:
            raise BadData(f"--proxy: {error}; write an address, as in 127.0.0.1 or 10.0.0.0/8") from None


def _older(folder: Path) -> Path:
    if not (folder / "rules.toml").exists() or folder.name not in book_ids():
        raise BadData(f"--older {folder}: the folder of a book is wanted, of which a newer version is here")
    return folder.resolve()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends small messages at once instead of gathering them.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or error
        raise BadData(f"{host}:{port} cannot be used: {why}; choose another --port") from None
    return listening


def _has_browser() -> bool:
    """Whether a browser would open on a screen, not in this terminal."""
    screen = (
        sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    return bool(screen)
