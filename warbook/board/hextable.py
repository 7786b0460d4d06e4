"""A table of hexes, as written in a scenario's TOML: which hexes there are, and what lies in each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from math import sqrt
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from warbook.board.geometry import Polygon
from warbook.board.hexes import Hex, hex_at
from warbook.board.memory import Remembering
from warbook.board.terrain import Table

SPACING = 2.0  # inches between the middles of neighbours, for who draws the table
LARGEST = 40  # columns, and hexes in a column
STAGGER = SPACING * sqrt(3) / 2  # from column to column


class Cell(Struct, frozen=True, forbid_unknown_fields=True):
    """One hex: its column and its number in the column, both from 1, and what it is."""

    column: Annotated[int, Meta(ge=1, le=LARGEST)]
    number: Annotated[int, Meta(ge=1, le=LARGEST)]
    ground: str = "clear"
    road: bool = False


class HexTable(Remembering, frozen=True, forbid_unknown_fields=True):
    """Columns of hexes side by side. Odd columns have `rows` hexes, even ones stand half a hex lower and have
    one less. Cells that are not named are clear."""

    name: str
    columns: Annotated[int, Meta(ge=1, le=LARGEST)]
    rows: Annotated[int, Meta(ge=2, le=LARGEST)]
    cells: Annotated[tuple[Cell, ...], Meta(max_length=LARGEST * LARGEST)] = ()

    def check(self) -> list[str]:
        """What is wrong with this table, one sentence each; nothing when it can be played on."""
        wrong, seen = [], set()
        for cell in self.cells:
            where = (cell.column, cell.number)
            if cell.column > self.columns or cell.number > self.length(cell.column):
                wrong.append(f"there is no hex {cell.number} in column {cell.column} of {self.name!r}")
            if where in seen:
                wrong.append(f"hex {cell.number} of column {cell.column} is named twice")
            seen.add(where)
        return wrong

    def length(self, column: int) -> int:
        return self.rows if column % 2 else self.rows - 1

    def hexes(self) -> Iterator[Hex]:
        """All hexes, column by column."""
        for column in range(1, self.columns + 1):
            for number in range(1, self.length(column) + 1):
                yield place(column, number)

    def __contains__(self, hex_: object) -> bool:
        return hex_ in self.ground

    @cached_property
    def ground(self) -> Mapping[Hex, str]:
        """What lies in each hex of the table."""
        named = {place(cell.column, cell.number): cell.ground for cell in self.cells}
        return {hex_: named.get(hex_, "clear") for hex_ in self.hexes()}

    @cached_property
    def roads(self) -> frozenset[Hex]:
        return frozenset(place(cell.column, cell.number) for cell in self.cells if cell.road)

    @property
    def width(self) -> float:
        """Inches from the first column's left corners to the last one's right corners."""
        return (self.columns - 1) * STAGGER + 2 * SPACING / sqrt(3)

    @property
    def depth(self) -> float:
        return self.rows * SPACING

    def middle(self, hex_: Hex) -> tuple[float, float]:
        """Where the hex's middle lies: inches from the south-west corner, as on any table."""
        return middle(self.rows, hex_)

    def outline(self, hex_: Hex) -> Polygon:
        """The corners of a hex, counter-clockwise from the east."""
        x, y = self.middle(hex_)
        wide, half = SPACING / sqrt(3), SPACING / 2
        east = (wide, 0.0), (wide / 2, half), (-wide / 2, half)
        corners = (*east, *((-dx, -dy) for dx, dy in east))
        return tuple((round(x + dx, 3), round(y + dy, 3)) for dx, dy in corners)

    def at(self, x: float, y: float) -> Hex | None:
        """The hex in which a point lies; a point on a border belongs to one of its hexes."""
        q = round((x - SPACING / sqrt(3)) / STAGGER)
        near = [
            Hex(column, round((self.depth - SPACING / 2 - y) / SPACING - column / 2))
            for column in (q - 1, q, q + 1)
        ]
        best = min(near, key=lambda hex_: _apart(self.middle(hex_), (x, y)))
        return best if best in self else None


@cache
def middle(rows: int, hex_: Hex) -> tuple[float, float]:
    """The same on any table of so many rows."""
    x = SPACING / sqrt(3) + hex_.q * STAGGER
    y = rows * SPACING - SPACING / 2 - (hex_.r + hex_.q / 2) * SPACING
    return x, y


AnyTable: TypeAlias = Table | HexTable


def place(column: int, number: int) -> Hex:
    """The hex of that number, counted from the north, in that column, counted from the west; both from 1."""
    q = column - 1
    return hex_at(q, number - 1 - q // 2)


def number_of(hex_: Hex) -> tuple[int, int]:
    """The column of a hex and its number there, both from 1."""
    return hex_.q + 1, hex_.r + hex_.q // 2 + 1


@cache
def name_of(hex_: Hex) -> str:
    """What people call a hex: column.number."""
    return "{}.{}".format(*number_of(hex_))


def _apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
