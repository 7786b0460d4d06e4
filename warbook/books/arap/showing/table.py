"""The table as it has become."""

from __future__ import annotations

from msgspec.structs import replace

from warbook.board.memory import recall
from warbook.board.terrain import Table
from warbook.books.arap.scenario import Scenario
from warbook.books.arap.state import Battle
from warbook.books.arap.terrain import traits


def as_it_is_now(battle: Battle) -> Table:
    """Without what drifts: that is a marker, wherever it has got to."""
    if not battle.clouds:
        return battle.table
    return recall(battle.table, _without_clouds, battle.scenario)


def _without_clouds(table: Table, scenario: Scenario) -> Table:
    areas = tuple(area for area in table.areas if not traits(area.words, scenario.terrain).drifts)
    return replace(table, areas=areas)
