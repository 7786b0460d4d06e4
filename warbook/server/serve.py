"""`warbook serve`: the web table on this machine."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from pathlib import Path

import uvicorn

from warbook.core.datafile import BadData
from warbook.server import limits
from warbook.server.app import make_app
from warbook.server.crew import Crew
from warbook.server.store import Store


class Server(uvicorn.Server):
    """Says where the table is as soon as it can be reached; stops when another server owns the battles."""

    def __init__(self, config: uvicorn.Config, browse: bool, store: Store) -> None:
        super().__init__(config)
        self.browse, self.store = browse, store

    async def on_tick(self, counter: int) -> bool:
        return self.store.ousted.is_set() or await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started or not sockets:
            return
        host, port = sockets[0].getsockname()[:2]
        address = f"http://{host}:{port}/"
        print(f"Warbook is at {address}  (Ctrl-C stops it; every battle is kept)", flush=True)
        if self.browse and _has_browser():
            webbrowser.open(address)


def serve(host: str, port: int, db: str | None, browse: bool) -> None:
    """Serve until interrupted."""
    listening = _listen(host, port)
    store = Store(db or _default_database(), owns=True)
    config = uvicorn.Config(
        make_app(store, Crew()),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=limits.MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
    )
    Server(config, browse, store).run(sockets=[listening])
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


def _default_database() -> str:
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadData(f"{folder}: cannot be made: {error.strerror}; name a database with --db") from None
    return f"sqlite:///{folder / 'battles.db'}"


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
