"""What was worked out from a table, kept with it.

Everything derived from a table (its sight lines, its ground for one size of base, what a bot knows of it by
heart) is asked for with `recall`, which works it out once. Tables with the same content share what is known.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from hashlib import blake2b
from typing import Any, TypeVar, TypeVarTuple
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct

T = TypeVar("T")
Args = TypeVarTuple("Args")
AnyPlace = TypeVar("AnyPlace", bound="Remembering")

MOST_TABLES = 32  # about which something is known at once


class Memo:
    """What is known of one table."""

    def __init__(self) -> None:
        self.known: dict[Hashable, Any] = {}

    def keep(self, key: Hashable, value: Any) -> None:
        """Know one thing more; when too many tables are known, the one begun longest ago is forgotten."""
        if self not in _known_tables:
            _known_tables[self] = None
            if len(_known_tables) > MOST_TABLES:
                oldest = next(iter(_known_tables))
                del _known_tables[oldest]
                oldest.known.clear()
        self.known[key] = value


class Remembering(Struct, frozen=True, dict=True):
    """A table that carries a memo, which is part neither of what it equals nor of how it is written."""

    @cached_property
    def memo(self) -> Memo:
        content = blake2b(msgspec.msgpack.encode((type(self).__name__, self)), digest_size=20).digest()
        memo = _memos.get(content)
        if memo is None:
            memo = _memos[content] = Memo()
        return memo


def recall(table: AnyPlace, make: Callable[[AnyPlace, *Args], T], *args: *Args) -> T:
    """`make(table, *args)`, worked out only the first time. What is made depends on nothing else."""
    memo, key = table.memo, (make, args) if args else make
    try:
        found: T = memo.known[key]
    except KeyError:
        found = make(table, *args)
        memo.keep(key, found)
    return found


_memos: WeakValueDictionary[bytes, Memo] = WeakValueDictionary()
_known_tables: dict[Memo, None] = {}


def forget() -> None:
    """Forget all that was worked out so far: every place where somebody stood or looked from adds to it."""
    for memo in _known_tables:
        memo.known.clear()
    _known_tables.clear()
