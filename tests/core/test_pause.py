"""A battle put aside at any question and taken up from JSON is the same battle."""

import json

import msgspec
import pytest

from tests.core.test_fork import play_out, some_games
from tests.core.test_game import whole
from tests.core.toy import TOY, WORDS_GIVEN, Omens, Setup, after, toy_game
from warbook.core import record
from warbook.core.dice import Dice, Scripted, Seeded
from warbook.core.game import Game
from warbook.core.questions import Refused
from warbook.core.record import BadRecord, pause, record_of, resume, verify
from warbook.players.random import Random


@pytest.mark.parametrize("book", [TOY, Omens()])
def test_a_battle_paused_at_every_question_is_the_same_battle(book, monkeypatch):
    monkeypatch.setattr(record, "load_book", lambda name: book)
    straight, luck = toy_game("fork", book=book), Random(7)
    while not straight.over:
        side = next(side for side in straight.waiting if straight.asked(side))
        straight.answer(side, luck.answer(side, straight.asked(side), None))
    game, luck = resume(pause(toy_game("fork", book=book))), Random(7)
    while not game.over:
        side = next(side for side in game.waiting if game.asked(side))
        game.answer(side, luck.answer(side, game.asked(side), None))
        game = resume(pause(game))
    assert whole(game)[:5] == whole(straight)[:5]
    verify(record_of(game))


def test_every_pause_gives_the_same_state_events_and_question():
    for game in some_games():
        twin = resume(pause(game))
        assert whole(twin)[:5] == whole(game)[:5]
        assert twin.waiting.keys() == game.waiting.keys() and twin.unopened == game.unopened
        assert {s: q.text for s, q in twin.waiting.items()} == {s: q.text for s, q in game.waiting.items()}
        assert twin.setup == game.setup and twin.battle == game.battle


def test_a_sealed_answer_is_kept_sealed():
    game = resume(pause(after(toy_game(), ("a", "amber"))))
    assert game.asked("a") is None and game.asked("b") is not None
    with pytest.raises(Refused, match="already answered"):
        game.answer("a", "aspen")
    game.answer("b", "beryl")
    assert game.battle.words == {"a": "amber", "b": "beryl"}


def test_undo_goes_back_to_where_the_battle_was_taken_up():
    game = resume(pause(after(toy_game(), *WORDS_GIVEN, ("a", "stay"), ("a", "no"))))
    with pytest.raises(Refused, match="not kept that far back"):
        game.undo("a")
    after(game, ("a", "hold"))
    game.undo("a")
    game = resume(pause(after(toy_game(), *WORDS_GIVEN, ("a", "go"))))
    game.undo("a")
    assert game.asked("a").text == "What now?"


def test_between_steps_and_when_it_is_over():
    game = Game(TOY, Setup(), {"a": Random(1), "b": Random(2)}, Seeded(1), recording=True)
    twin = resume(pause(game), {"a": Random(1), "b": Random(2)})
    game.advance()
    assert whole(twin)[:5] == whole(game)[:5]
    again = resume(pause(game))
    assert again.over and whole(again)[:5] == whole(game)[:5]


def test_a_bot_may_take_the_battle_up():
    game = resume(pause(after(toy_game(), *WORDS_GIVEN, ("a", "go"))), {"a": Random(1), "b": Random(2)})
    assert game.over
    verify(record_of(game))


class Absent(Dice):
    def throw(self, sides, count, rule, need, most):
        raise EOFError


def test_real_dice_that_are_due_are_thrown_after_it_is_taken_up():
    game = Game(TOY, Setup(), {}, Absent())
    game.advance()
    after(game, *WORDS_GIVEN, ("a", "stay"), ("a", "no"))
    with pytest.raises(EOFError):
        game.answer("a", "fire")
    halted = resume(pause(game))
    assert halted.halted and halted.battle.scout("b").hits == 0
    twin = resume(pause(halted), source=Scripted("6 1 6"))
    assert twin.battle.scout("b").hits == 1 and set(twin.waiting) == {"b"}
    play_out(twin.fork(Seeded(1)), 1)


def test_recording_off_is_kept_all_the_same_when_people_play():
    game = Game(TOY, Setup(), {}, Seeded(1))
    game.advance()
    twin = resume(pause(after(game, *WORDS_GIVEN)))
    assert twin.waiting
    verify(record_of(play_out(twin, 3)))


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{}",
        b"[" * 100_000,
        b"\xff",
        b"null",
        b'{"record": 3}',
    ],
)
def test_what_is_not_a_paused_battle_is_refused(damage):
    with pytest.raises(BadRecord, match="not a whole battle put aside"):
        resume(damage)


def test_damage_is_noticed_wherever_it_is():
    data = pause(after(toy_game(), *WORDS_GIVEN, ("a", "go")))
    for at in range(0, len(data), 37):
        flipped = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        with pytest.raises(BadRecord):
            resume(flipped)
        with pytest.raises(BadRecord):
            resume(data[:at])


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("checkpoint", "scouts"), "nobody"),
        (("checkpoint", "phase"), "dinner"),
        (("checkpoint", "scouts"), []),
        (("cursor",), -3),
        (("unopened",), {"c": "x"}),
        (("unopened",), {"a": "x"}),
        (("record", "book"), "chess"),
        (("record", "setup"), {"rounds": "many"}),
        (("record", "tape"), [["dice", [3]]]),
        (("record", "tape"), [["answer", "a", "go"], ["answer", "a", {"path": [[99, 99]]}]]),
    ],
)
def test_what_cannot_be_is_refused_even_under_a_good_seal(path, value):
    paused = json.loads(pause(after(toy_game(), *WORDS_GIVEN, ("a", "go"))))
    inner = paused
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    whole_ = msgspec.convert(paused, record.Paused)
    whole_.seal = record._seal(whole_)
    with pytest.raises(BadRecord):
        resume(msgspec.json.encode(whole_))
