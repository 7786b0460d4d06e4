"""Whoever asks for nothing in particular gets a battle by lot: whatever is drawn can be fought."""

from __future__ import annotations

from random import Random

import pytest

from warbook.core.book import any_scenario, line_up
from warbook.core.shelf import book_ids, load_book

DRAWS = 8


@pytest.mark.parametrize("book_id", book_ids())
def test_whatever_is_drawn_is_a_battle_for_as_many_as_the_books_first(book_id: str) -> None:
    book = load_book(book_id)
    forces, drawn = {choice.id: choice for choice in book.forces()}, set()
    seats = book.seats(book.scenarios()[0])
    for number in range(DRAWS):
        luck = Random(number)
        scenario = any_scenario(book, luck)
        lined_up = [str(force) for force in line_up(book, scenario, (), luck)]
        assert book.muster(book.setup(scenario.id, lined_up, {}))
        assert len(lined_up) == len(set(lined_up)) == len(seats)
        assert forces[lined_up[0]].may_meet(forces[lined_up[1]])
        drawn.add((scenario.id, *lined_up))
    assert len(drawn) > 1
