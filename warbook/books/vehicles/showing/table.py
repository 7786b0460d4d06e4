"""The table as it has become."""

from __future__ import annotations

from msgspec.structs import replace

from warbook.board.memory import recall
from warbook.board.terrain import Area, Table
from warbook.books.vehicles.state import Battle


def scarred(battle: Battle) -> Table:
    """With the craters of what has exploded (veh.damage.explodes-terrain); wrecks are pieces."""
    return recall(battle.table, _with, tuple(battle.craters)) if battle.craters else battle.table


def _with(table: Table, craters: tuple[Area, ...]) -> Table:
    return replace(table, areas=(*table.areas, *craters))
