"""The tables and scenarios of the book as data."""

from __future__ import annotations

import tomllib

import pytest

from warbook.board.geometry import point_in_polygon
from warbook.board.terrain import Table
from warbook.books.gorkamorka.mob.data import DATA, damage_tables, fighters
from warbook.core.datafile import read_toml

TABLES = sorted((DATA / "tables").glob("*.toml"))
SCENARIOS = sorted((DATA / "scenarios").glob("*.toml"))


@pytest.mark.rule("gce.game.table-size")
@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_a_table_can_be_played_on_from_either_edge(path):
    table = read_toml(path, Table)
    assert not table.check() and min(table.width, table.depth) >= 48
    solid = [*table.blocks, *(area for area in table.areas if area.ground != "open")]
    for piece in solid:
        turned = [(table.width - x, table.depth - y) for x, y in piece.polygon]
        middle = sum(x for x, _ in turned) / len(turned), sum(y for _, y in turned) / len(turned)
        assert any(point_in_polygon(*middle, other.polygon) for other in solid), piece.name
        assert all(8 <= y <= table.depth - 8 for _, y in piece.polygon), piece.name


@pytest.mark.rule("gce.game.scenario")
def test_every_scenario_has_its_table_and_says_where_it_comes_from():
    told = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in SCENARIOS}
    assert set(told) == {
        "open_fight",
        "da_grudge",
        "vehicle_graveyard",
        "squigosaur_nest",
        "demolition_derby",
    }
    for name, scenario in told.items():
        assert scenario["id"] == name and scenario["table"] in {path.stem for path in TABLES}
        assert scenario["provenance"] == "ours" or scenario["source"]
    assert told["squigosaur_nest"]["nest"]["kind"] in fighters()


def test_a_row_of_a_damage_table_stands_for_each_of_its_faces() -> None:
    """Read anew; of an ork vehicle's wheels two rows have two faces each, two have one."""
    rows = damage_tables.__wrapped__()["ork_engine"]["wheels"]
    assert [row.effect for row in rows] == [
        "swerve-and-forward", "swerve-and-forward", "gas-move-minus", "gas-move-minus", "spin-and-forward",
        "immobilised",
    ]  # fmt: skip
