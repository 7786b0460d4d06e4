"""Bots by name: those of the book, and somebody's own as `package.module:Name`."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path

from warbook.core.book import Book
from warbook.core.game import Player
from warbook.core.questions import Refused
from warbook.players.seats import players_of, seed_of
from warbook.telling.printable import printable

LONGEST = 300  # letters of what a bot failed at


def bot(book: Book, name: str) -> Callable[[int], Player]:
    """What makes the bot from a seed. Only who commands this machine may name one that is not the book's."""
    known = players_of(book)
    if name in known:
        return known[name]
    module, colon, called = name.partition(":")
    if not colon:
        others = "or one of your own as package.module:Name"
        raise Refused(f"there is no bot '{name}'; the bots are: {', '.join(known)}; {others}")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        made = getattr(importlib.import_module(module), called)
    except (Exception, SystemExit) as fault:  # whatever somebody's own file does
        raise Refused(f"the bot '{name}' cannot be loaded: {in_words(fault)}") from None
    if not callable(made) or not callable(getattr(made, "answer", None)):
        raise Refused(f"'{name}' is no bot: a bot is a class with answer(side, question, view)")
    return made  # type: ignore[no-any-return]


def in_words(fault: BaseException) -> str:
    """What somebody's own code failed at: in one line, and not a long one."""
    said = " ".join(traceback.format_exception_only(fault)[-1].split())
    return printable(said if len(said) <= LONGEST else f"{said[:LONGEST]} …")


def source(name: str) -> str:
    """What the file of somebody's own bot says, in short."""
    file = getattr(sys.modules[name.partition(":")[0]], "__file__", None)
    return blake2b(Path(file).read_bytes(), digest_size=8).hexdigest() if file else ""


def bots_at(book: Book, names: Mapping[str, str], seed: str) -> dict[str, Player | None]:
    return {side: bot(book, name)(seed_of(seed, side)) for side, name in names.items()}
