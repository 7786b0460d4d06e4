"""A fork and its parent never touch each other."""

import random

import pytest

from tests.core.test_game import whole
from tests.core.toy import TOY, WORDS_GIVEN, Omens, after, toy_game
from warbook.core.dice import Seeded
from warbook.core.events import Rolled
from warbook.core.game import Game
from warbook.core.questions import Refused
from warbook.core.record import record_of
from warbook.players.random import Random


def play_out(game: Game, seed: int) -> Game:
    """Answer from outside at random until the battle is over."""
    luck = Random(seed)
    while not game.over:
        side = next(side for side in game.waiting if game.asked(side))
        game.answer(side, luck.answer(side, game.asked(side), None))
    return game


def some_games(book=TOY):
    """The same battle at every question, the answers half in at sealed ones."""
    game, luck = toy_game("fork", book=book), Random(7)
    while not game.over:
        yield game
        side = next(side for side in game.waiting if game.asked(side))
        game.answer(side, luck.answer(side, game.asked(side), None))


@pytest.mark.parametrize("book", [TOY, Omens()])
def test_a_fork_at_any_question_never_changes_its_parent(book):
    for number, game in enumerate(some_games(book)):
        before = whole(game)
        fork = game.fork()
        assert whole(fork)[:5] == before[:5] and fork.waiting.keys() == game.waiting.keys()
        assert fork.unopened == game.unopened
        play_out(fork, number)
        assert whole(game) == before


def test_the_parent_never_changes_its_fork():
    game = after(toy_game(), *WORDS_GIVEN, ("a", "go"))
    fork = game.fork()
    before = whole(fork)
    play_out(game, 1)
    assert whole(fork) == before
    play_out(fork, 1)
    assert whole(fork)[:5] == whole(game)[:5]


def test_a_forks_questions_are_about_the_fork():
    game = after(toy_game(), *WORDS_GIVEN, ("a", "go"))
    fork = game.fork()
    assert fork.waiting["a"] is not game.waiting["a"]
    assert fork.battle is not game.battle and fork.battle.scouts[0] is not game.battle.scouts[0]


def test_undo_in_a_fork_leaves_the_parent_alone():
    game = after(toy_game(), *WORDS_GIVEN, ("a", "stay"), ("a", "no"), ("a", "fire"))
    before = whole(game)
    fork = game.fork()
    for _ in range(4):
        fork.undo("a", consent=True)
    assert whole(fork)[:5] == whole(toy_game())[:5]
    assert whole(game) == before


def test_a_fork_of_a_fork():
    game = after(toy_game(), *WORDS_GIVEN)
    forks = [game.fork().fork().fork() for _ in range(3)]
    ends = [whole(play_out(fork, 3))[:5] for fork in forks]
    assert ends[0] == ends[1] == ends[2] == whole(play_out(game, 3))[:5]


def test_a_fork_of_a_battle_of_bots():
    game = Game(toy_game().book, toy_game().setup, {"a": Random(1), "b": Random(2)}, Seeded(1))
    for _ in range(random.Random(3).randrange(3, 8)):
        game.step()
    before = whole(game)
    fork = game.fork()
    fork.players = {"a": Random(8), "b": Random(9)}
    fork.advance()
    assert fork.over and whole(game) == before


def test_a_fork_may_throw_dice_of_its_own():
    """Whoever searches must not know what will really fall."""
    game = after(toy_game(), *WORDS_GIVEN, ("a", "stay"), ("a", "no"))
    before = whole(game)
    faces = []
    for seed in range(40):
        fork = game.fork(Seeded(seed))
        after(fork, ("a", "fire"), ("b", "stay"))
        faces += [event.faces for event in fork.events if isinstance(event, Rolled)]
        assert faces[-1] == (Seeded(seed).d6(),)
    assert len(set(faces)) == 6
    assert whole(game) == before


def test_a_fork_with_other_dice_in_the_middle_of_a_step_keeps_what_has_fallen():
    game = after(toy_game(book=Omens()), *WORDS_GIVEN, ("a", "go"))
    fork = game.fork(Seeded("other"))
    assert fork.events == game.events and game.source.cursor == 1
    after(fork, ("a", {"path": []}), ("a", "yes"))
    rolls = [event.faces[0] for event in fork.events if isinstance(event, Rolled)]
    assert rolls == [Seeded("toy").d6(), Seeded("other").d6()]
    assert game.source.cursor == 1


def test_a_fork_with_other_dice_has_no_past():
    game = after(toy_game(), *WORDS_GIVEN, ("a", "go"))
    fork = game.fork(Seeded("other"))
    with pytest.raises(Refused, match="not kept that far back"):
        fork.undo("a")
    with pytest.raises(ValueError, match="forked with other dice"):
        record_of(fork)
    after(fork, ("a", {"path": []}), ("a", "no"))
    fork.undo("a")
    assert fork.asked("a").text == "Measure?"
