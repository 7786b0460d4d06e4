"""A battle taken up from its last checkpoint is the battle that was played from its beginning: in what it is,
what it tells, and how far it can be taken back."""

import msgspec
import pytest

from tests.core.test_fork import some_games
from tests.core.test_game import whole
from tests.core.toy import TOY, Omens, toy_game
from warbook.core import record
from warbook.core.game import Game
from warbook.core.questions import Refused
from warbook.core.record import Checkpoint, checkpoint_of, rebuild, record_of
from warbook.players.random import Random


def played(book=TOY, answers: int = 30) -> Game:
    """A battle of two people, somewhere in its middle."""
    game, luck = toy_game("checked", book=book), Random(3)
    for _ in range(answers):
        side = next(side for side in game.waiting if game.asked(side))
        game.answer(side, luck.answer(side, game.asked(side), None))
    assert not game.over
    return game


def marks(game: Game, every: int) -> list[Checkpoint]:
    steps = range(every, len(game.steps) + 1, every)
    return [checkpoint_of(moment) for step in steps if (moment := game.moment(step)) is not None]


def known(game: Game) -> tuple[object, ...]:
    questions = {side: question.text for side, question in game.waiting.items()}
    return (*whole(game)[:5], questions, {side: game.undoable(side) for side in "ab"})


@pytest.mark.parametrize("book", [TOY, Omens()])
@pytest.mark.parametrize("every", [1, 4, 7, 1000])
def test_it_is_the_same_battle(book, every, monkeypatch):
    monkeypatch.setattr(record, "load_book", lambda name: book)
    game = played(book)
    found = marks(game, every)
    assert len(found) == len(game.steps) // every
    taken_up = rebuild(record_of(game), checkpoints=found)
    assert known(taken_up) == known(game)
    for count in range(len(game.events) + 2) if every == 1 else ():
        assert taken_up.once_told(count) == game.once_told(count)


def test_only_what_came_after_it_is_played(monkeypatch):
    game = played()
    written, found = record_of(game), marks(game, 4)
    steps = []
    monkeypatch.setattr(TOY, "step", lambda at: steps.append(len(at.steps)) or type(TOY).step(TOY, at))
    rebuild(written, checkpoints=found)
    assert min(steps) == found[-1].step > len(game.steps) - 4
    steps.clear()
    rebuild(written)
    assert min(steps) == 0


@pytest.mark.parametrize("every", [1, 3, 10])
def test_everything_can_be_taken_back_that_could_be_before(every):
    """Down to the first answer of each side, past every checkpoint on the way."""
    game = played()
    taken_up = rebuild(record_of(game), checkpoints=marks(game, every))
    backs = 0
    while any(game.undoable(side) for side in "ab"):
        side = "ab"[backs % 2] if game.undoable("ab"[backs % 2]) else "ba"[backs % 2]
        game.undo(side, consent=True)
        taken_up.undo(side, consent=True)
        assert known(taken_up) == known(game)
        backs += 1
    assert backs > 5 and not game.steps
    for each in (game, taken_up):
        with pytest.raises(Refused, match="nothing to take back"):
            each.undo("a", consent=True)


def test_it_goes_on_with_the_same_dice():
    game = played()
    twin = rebuild(record_of(game), checkpoints=marks(game, 2))
    for each in (game, twin):
        each.seat({"a": Random(1), "b": Random(2)})
    assert game.over and whole(twin)[:5] == whole(game)[:5]


@pytest.mark.parametrize("field", ["step", "cursor", "state", "seal"])
def test_one_that_was_changed_counts_for_nothing(field):
    game = played()
    *others, last = marks(game, 5)
    changed = {"step": last.step - 1, "cursor": last.cursor + 1, "state": b"{" + last.state, "seal": "0"}
    spoilt = msgspec.structs.replace(last, **{field: changed[field]})
    assert known(rebuild(record_of(game), checkpoints=[*others, spoilt])) == known(game)


def test_one_of_another_history_counts_for_nothing():
    game, other = played(), played(answers=30)
    other.undo("a", consent=True)
    luck = Random(99)
    while len(other.steps) <= len(game.steps) and not other.over:
        side = next(side for side in other.waiting if other.asked(side))
        other.answer(side, luck.answer(side, other.asked(side), None))
    foreign = [mark for mark in marks(other, 1) if mark not in marks(game, 1)]
    assert foreign
    assert known(rebuild(record_of(game), checkpoints=foreign)) == known(game)


def test_wherever_a_battle_stands():
    for game in some_games():
        assert known(rebuild(record_of(game), checkpoints=marks(game, 2)))[:4] == known(game)[:4]
