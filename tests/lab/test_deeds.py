"""What is told of who did what."""

from __future__ import annotations

import io

import pyarrow.parquet

from warbook.core.book import Piece
from warbook.core.events import Aimed, Became, Phase, Removed, Rolled
from warbook.core.shelf import load_book
from warbook.lab import Study, study
from warbook.lab.deeds import Unit, deeds
from warbook.lab.telling import as_csv, as_parquet, damage, page, paid, used_by

PIECES = [
    Piece(id, name, side, 0, 0, 0, 0, 0.5, words="still")
    for id, side, name in (("a1", "a", "archer"), ("a2", "a", "archer"), ("b1", "b", "ogre"))
]
FORCES = {"a": "ada", "b": "bram"}


def told(*events):
    return deeds(load_book("duel"), PIECES, events, FORCES)


def test_who_aimed_last_has_felled_whoever_falls_then() -> None:
    found = told(
        Aimed(piece="a1", target="b1", rule="due.to-hit"),
        Rolled(faces=(6,), by="a1", rule="due.wound"),
        Removed(piece="b1", rule="due.end"),
    )
    assert found.felled == {"a": {"due.to-hit": 1}}
    assert found.units["a"]["archer"] == Unit(2, 2.0, 1.0, 0)
    assert found.units["b"]["ogre"] == Unit(1, 1.0, 0.0, 1)
    assert found.used == {"a": {"due.to-hit": 1, "due.wound": 1}, "b": {"due.end": 1}}


def test_who_falls_by_nobodys_hand_is_felled_by_nobody() -> None:
    """A phase lies between, or a roll of its own side."""
    aimed = Aimed(piece="a1", target="b1", rule="due.to-hit")
    for between in (Phase(turn=2, side="b", phase="rout"), Rolled(faces=(1,), by="b1", rule="due.nerve")):
        found = told(aimed, between, Removed(piece="b1"))
        assert found.felled == {"b": {"": 1}}
        assert found.units["a"]["archer"].took == 0


def test_who_goes_down_and_then_out_falls_once() -> None:
    down = Became(piece="a2", status="down")
    found = told(Aimed(piece="b1", rule="due.to-hit"), down, down, Removed(piece="a2"))
    assert found.felled == {"b": {"due.to-hit": 1}}
    assert found.units["a"]["archer"].lost == 1
    assert told(Became(piece="a2", status="down", gained=False)).felled == {}


def test_pieces_are_worth_what_they_cost() -> None:
    found = study(Study("necromunda", forces=("orlock_sample", "goliath_sample"), battles=2))
    units = found.units["orlock_sample"]
    assert sum(unit.count for unit in units.values()) == 2 * 11
    leader = next(unit for name, unit in units.items() if name == "Gang leader: Boltgun, Sword, Knife")
    assert (leader.count, leader.worth) == (2, 2 * 165.0)
    lost = sum(unit.lost for several in found.units.values() for unit in several.values())
    assert lost == sum(sum(counts.values()) for counts in found.felled.values())
    rows = used_by(found)
    assert rows[0] == ["rule", "orlock_sample", "goliath_sample", "nobody's"]
    assert len(rows) - 1 == len(found.used)
    assert {row[0] for row in damage(found, load_book("necromunda"))[1:]} <= set(found.units)
    by_rule = [(row[0], row[2]) for row in damage(found, load_book("necromunda"))[1:]]
    assert len(set(by_rule)) == len(by_rule)
    whole = page(found, load_book("necromunda"))
    assert all(row[1] in whole for row in paid(found)[1:])


def test_parquet_has_the_rows_of_the_csv_with_types() -> None:
    found = study(Study("marksmen", battles=5))
    table = pyarrow.parquet.read_table(io.BytesIO(as_parquet(found)))
    assert table.num_rows == 5
    assert table.column_names == as_csv(found).split("\n")[0].split(",")
    rows = table.to_pylist()
    assert [row["seed"] for row in rows] == [row.seed for row in found.of(0)]
    assert [(row["points_1"], row["turns"]) for row in rows] == [
        (row.points[0], row.turns) for row in found.of(0)
    ]
