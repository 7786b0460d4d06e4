"""What was to be seen of a battle, kept beside its states: it needs no book. So a battle whose states a later
version of its book cannot read is still watched and told."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from warbook.board.geometry import Spot
from warbook.board.hextable import AnyTable, HexTable
from warbook.board.terrain import Table
from warbook.core.book import Book, Group, Piece, Rolls
from warbook.core.cards import Briefing, Standing
from warbook.core.events import Event, Moved, Phase, Placed, Removed, Turned, visible
from warbook.telling.cast import Cast, of_those

ROOM = 3.0  # inches around all that was told, where nobody knows the table
ACROSS = 0.5  # inches of a piece of which only its places are known


class View(Struct, frozen=True, omit_defaults=True):
    """As a side saw it. The table is of one kind or the other."""

    pieces: tuple[Piece, ...]
    groups: tuple[Group, ...]
    standing: Standing
    briefing: Briefing
    inches: Table | None = None
    hexes: HexTable | None = None

    @property
    def table(self) -> AnyTable:
        found = self.inches or self.hexes
        assert found is not None
        return found


class Picture(Struct, frozen=True):
    """A battle between two steps. What several saw alike is in it once; who watches is the side ""."""

    title: str
    phases: tuple[str, ...]
    open_table: bool
    measured: bool
    sides: dict[str, str]
    views: tuple[View, ...]
    seen: dict[str, int]

    def of(self, side: str) -> View:
        return self.views[self.seen[side]]


def picture_of(book: Book, battle: Any) -> Picture:
    views, seen = list[View](), dict[str, int]()
    for side in ("", *book.sides_of(battle.setup)):
        view = book.view(battle, side or None)
        table = book.table(view)
        found = View(
            tuple(book.pieces(view)),
            tuple(book.groups(view)),
            book.standing(view),
            book.briefing(book.known_setup(battle, side or None)),
            table if isinstance(table, Table) else None,
            None if isinstance(table, Table) else table,
        )
        if found not in views:
            views.append(found)
        seen[side] = views.index(found)
    return Picture(
        book.title,
        tuple(book.phases),
        book.open_table,
        book.measured(battle.setup),
        dict(book.side_names(battle)),
        tuple(views),
        seen,
    )


def packed(picture: Picture) -> bytes:
    return zlib.compress(msgspec.json.encode(picture))


def unpacked(data: bytes) -> Picture | None:
    """None, if it is damaged or was kept by a Warbook that draws otherwise."""
    try:
        return msgspec.json.decode(zlib.decompress(data), type=Picture)
    except (zlib.error, msgspec.DecodeError):
        return None


def cast_in(pictures: Sequence[Picture], side: str, rolls: Rolls) -> Cast:
    """Everybody who was ever seen by the side, as last seen."""
    views = [picture.of(side) for picture in pictures]
    pieces = {piece.id: piece for view in views for piece in view.pieces}
    groups = {group.id: group for view in views for group in view.groups}
    return of_those(pieces.values(), groups.values(), pictures[-1].sides, rolls, views[-1].table)


# ---------------------------------------------------------------- from what was told


def sketched(
    events: Sequence[Event], side: str, sides: dict[str, str], title: str
) -> Iterator[tuple[int, Picture]]:
    """Pictures of a battle of which nothing is left but its events, and after how many of these: at the start
    of each turn and at the end, where the pieces were put and came to as far as the side was told, on a table
    without anything on it."""
    table = _bare([event for event in events if visible(event, side or None)])
    pieces = dict[str, Piece]()
    turn = 0
    for number, event in enumerate(events):
        if isinstance(event, Phase) and event.turn != turn:
            yield number, _sketch(title, side, sides, table, pieces, turn)
            turn = event.turn
        if visible(event, side or None):
            _follow(pieces, event, sides)
    yield len(events), _sketch(title, side, sides, table, pieces, turn)


def _follow(pieces: dict[str, Piece], event: Event, sides: Iterable[str]) -> None:
    if isinstance(event, Placed):
        _put(pieces, event.piece, event.spot, event.facing, event.name, sides)
    elif isinstance(event, Moved) and event.path:
        _put(pieces, event.piece, event.path[-1], event.facings[-1] if event.facings else None, "", sides)
    elif isinstance(event, Turned) and event.piece in pieces:
        pieces[event.piece] = replace(pieces[event.piece], facing=event.facing)
    elif isinstance(event, Removed):
        pieces.pop(event.piece, None)


def _put(
    pieces: dict[str, Piece], id: str, spot: Spot, facing: float | None, name: str, sides: Iterable[str]
) -> None:
    """Whose it is tells its id, if that begins as the side is called."""
    before = pieces.get(id)
    if before is None:
        side = next((side for side in sides if id.startswith(side)), "")
        before = Piece(id, name or id, side, spot.x, spot.y, spot.z, 0.0, ACROSS, letter=id[:1].upper())
    turned = before.facing if facing is None else facing
    pieces[id] = replace(before, x=spot.x, y=spot.y, z=spot.z, facing=turned, name=name or before.name)


def _bare(events: Sequence[Event]) -> Table:
    spots = [event.spot for event in events if isinstance(event, Placed)]
    spots += [spot for event in events if isinstance(event, Moved) for spot in event.path]
    width, depth = (max([*along, 0.0]) + ROOM for along in ([s.x for s in spots], [s.y for s in spots]))
    return Table("a table that is no longer known", width, depth)


def _sketch(
    title: str, side: str, sides: dict[str, str], table: Table, pieces: dict[str, Piece], turn: int
) -> Picture:
    briefing = Briefing(" against ".join(sides.values()), "", (), "")
    view = View(tuple(pieces.values()), (), Standing(turn, 0, ()), briefing, table)
    return Picture(title, (), False, True, sides, (view,), {side: 0})
