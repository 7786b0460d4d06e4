"""What is done with stored battles besides playing them: they are listed, put into files, taken from files
and removed. No server is needed for that, and none is in the way.

A file has all that is stored of a battle, compressed: with it the battle goes on in another database, and
the links of its seats are good there. It tells the seed, and so the dice to come.
"""

from __future__ import annotations

import gzip
import time
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Engine, Select, Table, bindparam, delete, exists, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from warbook.core.datafile import BadData
from warbook.core.record import BadRecord, verify
from warbook.server import archive, schema
from warbook.server.database import engine_of
from warbook.server.reading import Damaged, read_battle
from warbook.server.referee.battles import record_of
from warbook.server.referee.past import is_past
from warbook.server.tables import (
    battles,
    belongings,
    checkpoints,
    choosing,
    invitations,
    people,
    pictures,
    seats,
    steps,
    talk,
)

PARTS = (battles, steps, checkpoints, pictures, seats, invitations, people, talk, choosing)
DAY = 86400.0
ENDING = ".warbook.gz"
_LOOSE = (
    select(battles.c.battle, battles.c.touched)
    .where(
        battles.c.touched <= bindparam("last"),
        exists().where(steps.c.battle == battles.c.battle, steps.c.number > archive.NUMBER),
    )
    .order_by(battles.c.touched)
)
_LISTED = select(battles.c.battle, battles.c.head, battles.c.version, battles.c.over, battles.c.touched)
LARGEST = 200_000_000  # bytes of a battle that is taken from a file


class Packed(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle in a file: the schema it was stored by, and its rows by table."""

    schema: int
    rows: dict[str, list[dict[str, Any]]]


class Stored(Struct, frozen=True):
    """A battle as it is listed; `touched` in seconds since 1970."""

    battle: str
    book: str
    title: str
    version: int
    over: bool
    touched: float
    unproved: str = ""  # the version of its book, if this Warbook has another and so cannot play it again

    @property
    def stands(self) -> str:
        return "over" if self.over else "under way" if self.version else "not begun"


class Shelves:
    """The battles of a database of this Warbook's schema. Several may use it at once."""

    def __init__(self, url: str) -> None:
        self.engine: Engine = engine_of(url)
        try:
            schema.require(self.engine)
        except DBAPIError as error:
            raise BadData(f"the database cannot be used: {error.orig}") from None

    def __enter__(self) -> Shelves:
        return self

    def __exit__(self, *_: object) -> None:
        self.engine.dispose()

    def listed(self, untouched: float = 0.0, stands: Sequence[str] = ()) -> list[Stored]:
        """Those that nobody has touched for so many days and that stand so, the one untouched longest
        first."""
        wanted = _LISTED
        if untouched:
            wanted = wanted.where(battles.c.touched <= time.time() - untouched * DAY)
        with self.engine.begin() as connection:
            found = [_stored(row) for row in connection.execute(wanted.order_by(battles.c.touched))]
        return [each for each in found if not stands or each.stands in stands]

    def loose(self, untouched: float) -> list[tuple[str, float]]:
        """Those that nobody has touched for so many days and that are not archived, the oldest first, and
        when they were touched."""
        with self.engine.begin() as connection:
            found = connection.execute(_LOOSE, {"last": time.time() - untouched * DAY}).all()
        return [(row.battle, row.touched) for row in found]

    def archive(self, battle: str, touched: float) -> bool:
        """Keep a battle compressed, unless it was touched since then. It goes on nevertheless."""
        try:
            with self.engine.begin() as connection:
                return archive.pack(connection, battle, touched)
        except ValueError as error:
            raise Damaged(str(error)) from None
        except IntegrityError:
            return False  # another was faster

    def export(self, battle: str, folder: Path) -> Path:
        """Put a battle into a file of the folder, which is there whole or not at all."""
        with self.engine.begin() as connection:
            packed = self._packed(connection, battle)
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{battle}{ENDING}"
        unfinished = file.with_suffix(".part")
        unfinished.write_bytes(gzip.compress(msgspec.msgpack.encode(packed)))
        unfinished.replace(file)
        return file

    def take_in(self, file: Path) -> Stored:
        """Store a battle from a file: one that is not here yet, and whose record proves true, unless it is of
        another version of its book."""
        packed = _unpacked(file)
        with self.engine.begin() as connection:
            name = packed.rows[battles.name][0]["battle"]
            if connection.execute(_rows(battles, name)).first() is not None:
                raise BadData(f"{file}: the battle {name} is here already")
            for part in PARTS:
                if packed.rows[part.name]:
                    connection.execute(insert(part), packed.rows[part.name])
            try:
                kept = read_battle(connection, name)
                assert kept is not None
                past = is_past(kept)
                if kept.seed is not None and kept.version and not past:
                    verify(record_of(kept))
            except (Damaged, BadRecord, BadData) as error:
                raise BadData(f"{file}: its record does not prove true: {error}") from None
            stored = _stored(connection.execute(_LISTED.where(battles.c.battle == name)).one())
            return replace(stored, unproved=kept.book_version if past else "")

    def remove(self, found: Stored) -> bool:
        """Remove a battle, unless it was touched since it was found. Whoever is at it is told that it is no
        longer stored."""
        with self.engine.begin() as connection:
            same = (battles.c.battle == found.battle) & (battles.c.touched == found.touched)
            if connection.execute(delete(battles).where(same)).rowcount != 1:
                return False
            for part in (*PARTS[1:], belongings):
                connection.execute(delete(part).where(part.c.battle == found.battle))
        return True

    def _packed(self, connection: Connection, battle: str) -> Packed:
        rows = {
            part.name: [dict(row._mapping) for row in connection.execute(_rows(part, battle))]
            for part in PARTS
        }
        if not rows[battles.name]:
            raise BadData(f"there is no battle {battle}; `warbook keep list` tells which there are")
        return Packed(schema.LATEST, rows)


def _rows(part: Table, battle: str) -> Select[Any]:
    return select(part).where(part.c.battle == battle).order_by(*part.primary_key)


def _stored(row: Any) -> Stored:
    try:
        head = msgspec.json.decode(row.head)
        book, title = str(head["book"]), str(head["title"])
    except (msgspec.DecodeError, LookupError, TypeError):
        book, title = "?", "(what is stored of it is damaged)"
    return Stored(row.battle, book, title, row.version, row.over, row.touched)


def _unpacked(file: Path) -> Packed:
    try:
        with gzip.open(file) as stream:
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise BadData(f"{file}: it is larger than any battle")
        packed = msgspec.msgpack.decode(data, type=Packed)
    except (gzip.BadGzipFile, EOFError, zlib.error, msgspec.DecodeError) as error:
        raise BadData(f"{file}: it is no battle that `warbook keep export` has written: {error}") from None
    if packed.schema != schema.LATEST:
        raise BadData(
            f"{file}: it was written by the schema {packed.schema}, and this Warbook has {schema.LATEST}: "
            "take it in with that Warbook, and start this one with the database"
        )
    if complaint := next(_amiss(packed), ""):
        raise BadData(f"{file}: it is no battle that `warbook keep export` has written: {complaint}")
    return packed


def _amiss(packed: Packed) -> Iterator[str]:
    """What is wrong with the rows, as far as a database would take them nevertheless."""
    if packed.rows.keys() != {part.name for part in PARTS}:
        yield "some of it is missing"
        return
    if len(packed.rows[battles.name]) != 1:
        yield "it is not of one battle"
        return
    names = {str(row.get("battle")) for rows in packed.rows.values() for row in rows}
    if len(names) != 1:
        yield "not all of it is of the same battle"
    for part in PARTS:
        for row in packed.rows[part.name]:
            if row.keys() != set(part.columns.keys()):
                yield f"a row of {part.name} has other columns"
            for column in part.columns:
                value, kind = row.get(column.name), column.type.python_type
                if not isinstance(value, kind) and not (value is None and column.nullable):
                    yield f"{part.name}.{column.name} is something else"
