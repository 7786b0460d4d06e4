"""Who takes part: the names of pieces and sides, and the table, as a report needs them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from warbook.board.hextable import AnyTable
from warbook.core.book import Book, Group, Piece, Rolls
from warbook.core.record import Record


class Cast(Struct, frozen=True):
    names: dict[str, str]
    side_of: dict[str, str]
    sides: dict[str, str]
    rolls: Rolls
    table: AnyTable | None = None
    group_sides: dict[str, str] = {}
    group_of: dict[str, str] = {}  # of those who act together with others

    def name(self, piece: str) -> str:
        """What a piece is called; a side too may throw dice. A part of a group is known by the group's id and
        its number, also where it is there no more or was not yet."""
        known = self.names.get(piece) or self.sides.get(piece)
        whole, _, number = piece.rpartition("-")
        return known or (f"{self.names[whole]} ({number})" if whole in self.group_sides else piece)

    def owner(self, actor: str) -> str:
        """The side of a piece, of a group or of a part of one."""
        whole = actor.rpartition("-")[0]
        return self.side_of.get(actor) or self.group_sides.get(actor) or self.group_sides.get(whole, "")

    def side(self, side: str) -> str:
        return self.sides.get(side, side)

    def counted(self, pieces: Iterable[str]) -> list[str]:
        """What they are called; those of one name are counted."""
        names = Counter(self.name(piece) for piece in pieces)
        return [name if count == 1 else f"{count} x {name}" for name, count in names.items()]

    def strength(self, side: str) -> int:
        """How many pieces the side began with."""
        return sum(owner == side for owner in self.side_of.values())


def of_those(
    pieces: Collection[Piece],
    groups: Collection[Group],
    sides: Mapping[str, str],
    rolls: Rolls,
    table: AnyTable | None,
) -> Cast:
    """The cast of these pieces and groups."""
    size = Counter(piece.group for piece in pieces if piece.group)
    return Cast(
        names={piece.id: piece.name for piece in pieces} | {group.id: group.name for group in groups},
        side_of={piece.id: piece.side for piece in pieces},
        sides=dict(sides),
        rolls=rolls,
        table=table,
        group_sides={group.id: group.side for group in groups},
        group_of={piece.id: piece.group for piece in pieces if size[piece.group] > 1},
    )


def cast_of(book: Book, battle: Any, pieces: Collection[Piece] = ()) -> Cast:
    """The cast of a battle, whose `pieces` need not be found where they are known."""
    known = pieces or book.pieces(battle)
    return of_those(known, book.groups(battle), book.side_names(battle), book.rolls, book.table(battle))


def recorded_cast(book: Book, record: Record) -> Cast:
    """The cast of a record. One that this version of the book cannot read keeps the bare ids."""
    try:
        return cast_of(book, book.muster(msgspec.convert(record.setup, book.setup_type)))
    except Exception:
        return Cast({}, {}, {side: f"side {side}" for side in book.sides}, book.rolls)
