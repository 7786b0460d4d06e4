"""A table of hexes: the shape of 7 by 9 with shifted columns, places and points."""

from __future__ import annotations

import math
from random import Random

import msgspec
import pytest

from warbook.board.hexes import Hex, distance
from warbook.board.hextable import SPACING, Cell, HexTable, number_of, place

ENTRENCHED = HexTable("Entrenched", 7, 9, (Cell(2, 3, "forest"), Cell(4, 8, "clear", road=True)))


def test_seven_columns_of_nine_and_eight() -> None:
    assert [ENTRENCHED.length(column) for column in range(1, 8)] == [9, 8, 9, 8, 9, 8, 9]
    assert len(list(ENTRENCHED.hexes())) == 4 * 9 + 3 * 8


def test_a_shifted_column_lies_half_a_hex_lower() -> None:
    (x1, y1), (x2, y2) = ENTRENCHED.middle(place(1, 1)), ENTRENCHED.middle(place(2, 1))
    assert y1 - y2 == pytest.approx(SPACING / 2)
    assert x2 - x1 == pytest.approx(SPACING * math.sqrt(3) / 2)
    assert {number_of(near) for near in place(2, 1).neighbours() if near in ENTRENCHED} == {
        (1, 1),
        (1, 2),
        (2, 2),
        (3, 1),
        (3, 2),
    }


def test_neighbours_are_one_spacing_apart_wherever_they_are() -> None:
    for hex_ in ENTRENCHED.hexes():
        assert place(*number_of(hex_)) == hex_
        for near in hex_.neighbours():
            assert math.dist(ENTRENCHED.middle(hex_), ENTRENCHED.middle(near)) == pytest.approx(SPACING)


def test_what_is_not_named_is_clear() -> None:
    assert ENTRENCHED.ground[place(2, 3)] == "forest"
    assert ENTRENCHED.ground[place(2, 4)] == "clear"
    assert ENTRENCHED.roads == {place(4, 8)}


def test_every_hex_lies_on_the_table_and_a_point_in_the_hex_with_the_nearest_middle() -> None:
    chance = Random(5)
    for _ in range(2000):
        x, y = chance.uniform(-2, ENTRENCHED.width + 2), chance.uniform(-2, ENTRENCHED.depth + 2)
        around = [Hex(q, r) for q in range(-3, 11) for r in range(-8, 14)]
        nearest = min(around, key=lambda hex_: math.dist(ENTRENCHED.middle(hex_), (x, y)))
        assert ENTRENCHED.at(x, y) == (nearest if nearest in ENTRENCHED else None)
    for hex_ in ENTRENCHED.hexes():
        x, y = ENTRENCHED.middle(hex_)
        assert SPACING / math.sqrt(3) <= x + 1e-9 and x <= ENTRENCHED.width - SPACING / math.sqrt(3) + 1e-9
        assert y + 1e-9 >= SPACING / 2 and y <= ENTRENCHED.depth - SPACING / 2 + 1e-9


def test_the_far_corners_are_six_columns_and_eight_hexes_apart() -> None:
    assert distance(place(1, 1), place(1, 9)) == 8
    assert distance(place(1, 1), place(7, 9)) == 11


def test_bad_tables_say_what_is_wrong() -> None:
    table = HexTable("Odd", 3, 4, (Cell(2, 4), Cell(1, 1), Cell(1, 1), Cell(4, 1)))
    assert table.check() == [
        "there is no hex 4 in column 2 of 'Odd'",
        "hex 1 of column 1 is named twice",
        "there is no hex 1 in column 4 of 'Odd'",
    ]
    with pytest.raises(msgspec.ValidationError, match="columns"):
        msgspec.convert({"name": "x", "columns": 99, "rows": 3}, HexTable)
