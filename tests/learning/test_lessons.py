"""Every lesson is played to its end, as the tutor would."""

from functools import cache

import pytest

from warbook.core.game import Game
from warbook.core.record import record_of, verify
from warbook.core.shelf import load_book
from warbook.learning.lesson import LEARNER, lesson_of, progress
from warbook.learning.tutor import Tutor, begin

MOST = 120  # answers
BOOKS = ("arap", "gorkamorka", "necromunda", "steampunk", "vehicles")


@cache
def taught(book_id: str) -> tuple[Game, list[int]]:
    """The lesson once it is done, and at which step the learner was with each answer."""
    lesson = lesson_of(load_book(book_id))
    game = begin(load_book(book_id))
    tutor, steps = Tutor(lesson, game), []
    while (at := progress(lesson, game.events).step) < len(lesson.steps):
        question = game.asked(LEARNER)
        assert question is not None and len(steps) < MOST, f"step {at + 1} is never done"
        steps.append(at)
        game.answer(LEARNER, tutor.answer(LEARNER, question, game.view(LEARNER)))
    return game, steps


@pytest.mark.parametrize("book_id", BOOKS)
class TestLesson:
    def test_each_step_is_done_by_the_written_answers(self, book_id: str) -> None:
        game, steps = taught(book_id)
        lesson = lesson_of(load_book(book_id))
        assert progress(lesson, game.events).left == ()
        assert steps == sorted(steps)  # no answer leads back

    def test_it_is_short_and_teaches_about_a_dozen_things(self, book_id: str) -> None:
        _, steps = taught(book_id)
        lesson = lesson_of(load_book(book_id))
        assert 12 <= len(lesson.steps) <= 14
        assert len(steps) <= 60
        assert all(step.says.count(". ") <= 1 for step in lesson.steps), "two sentences at most"

    def test_it_points_at_what_is_there(self, book_id: str) -> None:
        book = load_book(book_id)
        game = begin(book)
        known = {piece.id for piece in book.pieces(game.battle)} | {g.id for g in book.groups(game.battle)}
        table = book.table(game.battle)
        for step in lesson_of(book).steps:
            assert known >= set(step.points)
            if step.spot is not None:
                assert 0 <= step.spot[0] <= table.width and 0 <= step.spot[1] <= table.depth

    def test_its_record_proves_itself(self, book_id: str) -> None:
        game, _ = taught(book_id)
        again = verify(record_of(game))
        assert again.told == game.told

    def test_a_few_fight_on_each_side(self, book_id: str) -> None:
        """Three to five who act by themselves: units, vehicles, or models where nobody acts together."""
        book = load_book(book_id)
        game = begin(book)
        pieces, groups = book.pieces(game.battle), book.groups(game.battle)
        for side in book.sides_of(game.setup):
            alone = [piece for piece in pieces if piece.side == side and not piece.group]
            together = [group for group in groups if group.side == side]
            assert 3 <= len(alone) + len(together) <= 5
