"""Territories to begin with: by name, what lies in each hex of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from warbook.board.hexes import Hex
from warbook.board.hextable import name_of, number_of

Laid = Callable[[int, int], str]  # what lies in a column, and there in a row counted from one's own edge


def _plain(column: int, row: int) -> str:
    return "forest" if column % 4 == 2 and row % 3 == 1 else "clear"


def _woods(column: int, row: int) -> str:
    if (column + row) % 5 == 0:
        return "hills"
    return "forest" if (column + 2 * row) % 3 == 0 else "clear"


def _town(column: int, row: int) -> str:
    if row == 1:
        return "clear+road"
    if row in (0, 2) and column % 3:
        return "building" if (column + row) % 2 else "ruins"
    return "rough" if column % 4 == 0 else "clear"


def _marsh(column: int, row: int) -> str:
    if (column + row) % 4 == 0:
        return "swamp"
    return "rough" if column % 2 else "clear"


LAYOUTS: Mapping[str, Laid] = {
    "open plain": _plain,
    "woods and hills": _woods,
    "a town on a road": _town,
    "marshes": _marsh,
}


def presets(territory: Sequence[Hex], south: bool) -> dict[str, dict[str, str]]:
    """The layouts for a territory at the southern or the northern edge."""
    numbers = {hex_: number_of(hex_) for hex_ in territory}
    edges: dict[int, int] = {}
    for column, number in numbers.values():
        edges[column] = (max if south else min)(edges.get(column, number), number)
    rows = {name_of(hex_): (column, abs(edges[column] - row)) for hex_, (column, row) in numbers.items()}
    return {name: {hex_: laid(*at) for hex_, at in rows.items()} for name, laid in LAYOUTS.items()}
