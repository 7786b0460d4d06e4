"""Dice that people throw and read: the game asks what they show, and a misread die is taken back."""

import pytest

from tests.core.toy import TOY, WORDS_GIVEN, Setup, after
from warbook.core.dice import ByHand
from warbook.core.events import Rolled
from warbook.core.game import Game, NeedsConsent
from warbook.core.questions import Faces, Refused
from warbook.core.record import record_of, verify
from warbook.core.tape import Throw
from warbook.players.random import Random


def by_hand(**players):
    game = Game(TOY, Setup(), players or {"a": None, "b": Random(1)}, ByHand(), recording=True)
    game.advance()
    return game


def at_a_throw():
    """Of a, between two people."""
    game = by_hand(a=None, b=None)
    return after(game, *WORDS_GIVEN, ("a", "stay"), ("a", "no"), ("a", "fire"))


def test_whoever_throws_is_asked_and_what_he_says_falls():
    game = at_a_throw()
    faces = game.asked("a")
    assert isinstance(faces, Faces) and game.asked("b") is None
    said = [1] * faces.count
    game.answer("a", said)
    rolled = next(event for event in reversed(game.events) if isinstance(event, Rolled))
    assert Throw(tuple(said)) in [*game.tape, *(entry for step in game.steps for entry in step.tape)]
    assert rolled.faces == tuple(said)


@pytest.mark.parametrize("said", [[], [0], [7], [1.0], ["1"], None, [1] * 9])
def test_faces_that_there_are_not_are_refused(said):
    game = at_a_throw()
    with pytest.raises(Refused, match="from 1 to 6"):
        game.answer("a", said)
    assert isinstance(game.asked("a"), Faces)


class Gunner:
    """Stays where he is, and fires."""

    def answer(self, side, question, view):
        wanted = {"What now?": "stay", "Measure?": "no", "Shoot?": "fire"}
        return wanted.get(question.text) or Random(1).answer(side, question, view)


def test_a_misread_die_is_taken_back_freely_where_nobody_else_plays():
    """Also one that was thrown for the bot."""
    game = after(by_hand(a=None, b=None), *WORDS_GIVEN, ("a", "stay"), ("a", "no"), ("a", "hold"))
    game.seat({"b": Gunner()})
    count = game.asked("a").count
    game.answer("a", [6] * count)
    assert game.undoable("a") == "free"
    game.undo("a")
    assert isinstance(game.asked("a"), Faces)
    game.answer("a", [1] * count)
    assert [event.faces for event in game.events if isinstance(event, Rolled)] == [(1,) * count]


def test_between_people_the_other_is_asked():
    game = at_a_throw()
    game.answer("a", [1] * game.asked("a").count)
    with pytest.raises(NeedsConsent):
        game.undo("a")


def test_for_a_bot_a_person_reads_and_the_record_proves_true():
    game, asked = by_hand(), 0
    while not game.over:
        question = game.asked("a")
        asked += isinstance(question, Faces)
        so_far = verify(record_of(game))
        assert so_far.told == game.told and so_far.under_way
        answer = (
            [1] * question.count if isinstance(question, Faces) else Random(2).answer("a", question, None)
        )
        game.answer("a", answer)
    record = record_of(game)
    assert asked and record.seed is None
    assert verify(record).battle == game.battle


def test_where_only_bots_play_they_fall_by_chance():
    game = by_hand(a=Random(1), b=Random(2))
    assert game.over and verify(record_of(game)).battle == game.battle
