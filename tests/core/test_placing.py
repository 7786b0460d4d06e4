"""Pieces put to where they stand on a real table: part of the record, and proved with it."""

from itertools import cycle

import pytest

from warbook.core.dice import ByHand, seeded
from warbook.core.game import Game
from warbook.core.questions import Faces, Refused
from warbook.core.record import record_of, verify
from warbook.core.shelf import book_ids, load_book
from warbook.core.tape import Put
from warbook.learning.lesson import has_lesson, lesson_of


def asked(book_id: str) -> Game:
    """A lesson's battle with real dice, where something is asked first in a step."""
    book = load_book(book_id)
    bots = book.bots()["drill"]
    setup = lesson_of(book).setup(book)
    game = Game(book, setup, {"a": None, "b": bots(1)}, ByHand(), recording=True)
    adviser = bots(2)
    thrown = cycle((2, 5, 1))
    game.advance()
    while (
        isinstance(question := game.asked("a"), Faces)
        or game.tape
        or sum(piece.on_table for piece in book.pieces(game.battle)) < 3
    ):
        if isinstance(question, Faces):
            game.answer("a", [min(next(thrown), question.sides) for _ in range(question.count)])
        else:
            game.answer("a", adviser.answer("a", question, game.view("a")))
    return game


def free(game: Game) -> tuple[str, tuple[float, float, float]]:
    """A piece, without a hull if there is one, and a place for it where nobody stands."""
    book = game.book
    pieces = [piece for piece in book.pieces(game.battle) if piece.on_table and not piece.aboard]
    moved = min(pieces, key=lambda piece: piece.hull is not None)
    table = book.table(game.battle)
    for n in range(1, 200):
        x, y = (moved.x + 0.37 * n) % table.width, (moved.y + 0.61 * n) % table.depth
        if all(abs(each.x - x) + abs(each.y - y) > 3 for each in pieces):
            return moved.id, (x, y, 0.0)
    raise AssertionError("the table is full")


@pytest.mark.parametrize("book_id", [book for book in book_ids() if has_lesson(load_book(book))])
def test_a_piece_is_put_right_and_its_record_is_proved(book_id):
    game = asked(book_id)
    piece, (x, y, z) = free(game)
    question = game.asked("a")
    game.put(Put(piece, (x, y, z)))
    there = next(each for each in game.book.pieces(game.battle) if each.id == piece)
    assert abs(there.x - x) < 1.1 and abs(there.y - y) < 1.1  # the middle of its hex, on hexes
    assert type(game.asked("a")) is type(question)
    told = [event for event in game.events if getattr(event, "piece", "") == piece]
    assert "real table" in told[-1].words
    proved = verify(record_of(game))
    assert [each for each in proved.book.pieces(proved.battle) if each.id == piece] == [there]


def test_not_off_the_table_not_onto_others_and_not_in_the_middle_of_something():
    game = asked("necromunda")
    one, two = [piece for piece in game.book.pieces(game.battle) if piece.on_table][:2]
    for spot, words in (((-1.0, 2.0, 0.0), "not on the table"), ((two.x, two.y, two.z), "stands there")):
        with pytest.raises(Refused, match=words):
            game.put(Put(one.id, spot))
    assert not game.tape
    adviser = game.book.bots()["drill"](3)
    while not game.tape:
        game.answer("a", adviser.answer("a", game.asked("a"), game.view("a")))
    with pytest.raises(Refused, match="something has begun"):
        game.put(Put(one.id, (1.0, 1.0, 0.0)))


def test_only_with_real_dice():
    game = asked("necromunda")
    game.source = seeded("7")
    with pytest.raises(Refused, match="real dice"):
        game.put(Put("a1", (1.0, 1.0, 0.0)))
