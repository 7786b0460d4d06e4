import gc
from weakref import ref

import msgspec
import pytest

from tests.board.tables import cluttered
from warbook.board import memory
from warbook.board.hextable import HexTable
from warbook.board.memory import recall
from warbook.board.terrain import Table
from warbook.players.lanes import lanes_of


class Work:
    """Something worked out from a table, which keeps the table as a ground does."""

    def __init__(self, table, size=1.0):
        self.table, self.size = table, size


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    monkeypatch.setattr(memory, "_known_tables", {})


def test_a_thing_is_worked_out_once_for_each_table_and_size():
    field, other = Table("field", 24, 24), Table("other", 24, 24)
    assert recall(field, Work, 2.0) is recall(field, Work, 2.0)
    assert recall(field, Work, 2.0) is not recall(field, Work, 3.0)
    assert recall(field, Work, 2.0) is not recall(other, Work, 2.0)
    assert recall(field, Work).size == 1.0


def test_tables_with_the_same_content_share_what_is_known():
    one, same = cluttered(3), cluttered(3)
    assert one is not same
    assert recall(one, Work) is recall(same, Work)
    assert recall(cluttered(4), Work) is not recall(one, Work)


def test_two_kinds_of_table_share_nothing():
    flat, hexes = Table("field", 12, 12), HexTable("field", 12, 12)
    assert recall(flat, Work) is not recall(hexes, Work)


def test_a_memo_is_no_part_of_a_table():
    field, bare = cluttered(3), cluttered(3)
    recall(field, Work)
    assert field == bare
    assert hash(field) == hash(bare)
    assert msgspec.json.encode(field) == msgspec.json.encode(bare)
    assert msgspec.json.decode(msgspec.json.encode(field), type=Table) == bare
    changed = msgspec.structs.replace(field, width=30.0)
    assert recall(changed, Work) is not recall(field, Work)
    assert recall(changed, Work).table.width == 30


def test_only_so_many_tables_are_known_and_the_oldest_is_forgotten():
    tables = [Table(f"table {n}", 10, 10) for n in range(memory.MOST_TABLES + 1)]
    works = [recall(table, Work) for table in tables[:-1]]
    assert all(recall(table, Work) is work for table, work in zip(tables, works, strict=False))
    recall(tables[-1], Work)
    assert all(recall(table, Work) is work for table, work in zip(tables[1:], works[1:], strict=False))
    assert recall(tables[0], Work) is not works[0]


def test_what_is_forgotten_is_gone():
    def visit(n):
        return ref(recall(Table(f"passing {n}", 10, 10), Work))

    first = visit(0)
    gc.collect()
    assert first() is not None
    for n in range(memory.MOST_TABLES):
        visit(n + 1)
    gc.collect()
    assert first() is None


def test_lanes_are_those_of_the_body_and_the_eye_they_are_asked_for():
    field = cluttered(5, size=12.0, pieces=1)
    tall, low = lanes_of(field, 0.5, 1.25, 1.1), lanes_of(field, 0.5, 1.25, 0.2)
    assert tall is lanes_of(field, 0.5, 1.25, 1.1)
    assert (tall.seen != low.seen).any()
    assert len(lanes_of(field, 1.0, 1.25, 1.1).places) < len(tall.places)
