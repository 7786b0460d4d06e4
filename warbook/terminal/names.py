"""`warbook names`: who has a name on a server, from the command line."""

from __future__ import annotations

import secrets
import time

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from warbook.core.datafile import BadData
from warbook.players.names import good_name, seen
from warbook.server import register
from warbook.server.passphrases import sealed
from warbook.terminal.screen import Screen


def show_names(screen: Screen, connection: Connection) -> None:
    found = register.entered(connection)
    if not found:
        screen.say("Nobody has a name there.")
        return
    rows = [(called, time.strftime("%Y-%m-%d", time.gmtime(made)), f"{own}") for called, made, own in found]
    screen.columns([("name", "since", "battles"), *rows])


def add_name(screen: Screen, connection: Connection, words: str) -> None:
    called, passphrase = good_name(words), _drawn()
    try:
        register.enter(connection, called, sealed(passphrase))
    except IntegrityError:
        raise BadData(
            f"{called} is taken already; `warbook names renew` gives it another passphrase"
        ) from None
    screen.say(f"{called} signs in with the passphrase: {passphrase}")


def renew_name(screen: Screen, connection: Connection, words: str) -> None:
    passphrase = _drawn()
    if not register.reseal(connection, seen(words), sealed(passphrase)):
        raise BadData(f"nobody is called {words} there; `warbook names list` tells who is")
    screen.say(f"{words} is signed out everywhere, and signs in with the passphrase: {passphrase}")


def remove_name(screen: Screen, connection: Connection, words: str) -> None:
    if not register.strike(connection, seen(words)):
        raise BadData(f"nobody is called {words} there; `warbook names list` tells who is")
    screen.say(f"The name {words} is gone. Whoever had it still sits where they have sat.")


def _drawn() -> str:
    return "-".join(secrets.token_hex(3) for _ in range(4))
