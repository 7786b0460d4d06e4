"""Players may end a battle themselves: one gives it up, or all agree on a draw. The tape carries it."""

import msgspec
import pytest

from tests.core.test_game import whole
from tests.core.toy import TOY, WORDS_GIVEN, Omens, Setup, Toy, after, toy_game
from warbook.core.dice import Seeded
from warbook.core.events import Ended
from warbook.core.game import Game
from warbook.core.questions import Refused
from warbook.core.record import BadRecord, decode, pause, rebuild, record_for, record_of, resume, verify
from warbook.core.tape import Peace
from warbook.players.random import Random

BEGUN = (*WORDS_GIVEN, ("a", "go"))  # in the middle of a step: where to?


def proved(game):
    """The game as its record proves it."""
    kept = decode(msgspec.json.encode(record_of(game)), "x")
    assert kept.winner is not None
    return verify(kept)


@pytest.mark.parametrize("answers", [(), WORDS_GIVEN[:1], WORDS_GIVEN, BEGUN], ids=len)
@pytest.mark.parametrize("side", ["a", "b"])
def test_who_resigns_loses_wherever_the_battle_stands(answers, side):
    game = after(toy_game(), *answers)
    before, told = list(game.battle.scouts), list(game.events)
    game.resign(side)
    other = "b" if side == "a" else "a"
    assert game.over and game.battle.winner == other and not game.waiting
    assert game.battle.scouts == before and game.events[:-1] == told, "nothing else happens"
    who = {"a": "Annites", "b": "Bobbites"}[side]
    assert game.events[-1] == Ended(winner=other, words=f"{who} gave the battle up.")
    assert whole(proved(game))[:5] == whole(game)[:5]


def test_a_draw_is_won_by_nobody():
    game = after(toy_game(), *BEGUN)
    game.draw()
    assert game.over and game.battle.winner == ""
    assert game.events[-1] == Ended(winner="", words="The players agreed on it.")
    assert proved(game).battle.winner == ""


def test_a_sealed_answer_stays_sealed_for_ever():
    game = after(toy_game(), ("a", "amber"))
    game.resign("b")
    assert "amber" not in msgspec.json.encode(record_of(game)).decode() and game.unopened == {}


@pytest.mark.parametrize("steps", range(8))
def test_between_two_steps_of_bots_the_rules_go_on_to_where_they_need_something(steps):
    """The step that has nothing to ask is done; where it ends the battle, the peace comes too late."""
    bots = {"a": Random(1), "b": Random(2)}
    game = Game(TOY, Setup(rounds=1), bots, Seeded(1), recording=True)
    for _ in range(steps):
        game.step()
    last = steps == 7 or game.battle.phase == "end"
    game.resign("a") if not game.over else None
    assert game.over
    if not last:
        assert game.battle.winner == "b" and game.steps[-1].tape == [Peace(("a",), "b")]
    assert whole(proved(game))[:5] == whole(game)[:5]


def test_too_late_when_the_rules_end_it():
    game = Game(TOY, Setup(rounds=1), {"a": Random(1), "b": Random(2)}, Seeded(1), recording=True)
    while not (game.battle.phase == "end" and game.battle.side == "b"):
        game.step()
    game.battle.scout("a").hits = 2
    game.resign("b")
    assert game.battle.winner == "b" and game.steps[-1].tape == []


def test_dice_of_the_step_stay_on_the_tape():
    game = toy_game(book=Omens())
    after(game, *WORDS_GIVEN)
    assert game.tape
    thrown = list(game.tape)
    game.resign("a")
    assert game.steps[-1].tape == [*thrown, Peace(("a",), "b")]


def test_nothing_comes_after_it():
    game = after(toy_game(), *BEGUN)
    game.resign("a")
    for deed in (lambda: game.resign("b"), game.draw, lambda: game.undo("a", consent=True)):
        with pytest.raises(Refused, match="over"):
            deed()
    assert game.undoable("a") == ""


class Trio(Toy):
    sides = ("a", "b", "c")


def test_of_three_nobody_can_end_it_alone_but_all_can():
    game = toy_game(book=Trio())
    with pytest.raises(Refused, match="3 sides fight here"):
        game.resign("a")
    assert game.waiting and not game.over
    with pytest.raises(Refused):
        game.resign("x")
    game.draw()
    assert game.over and game.battle.winner == ""


@pytest.mark.parametrize(
    "forged",
    [Peace(("a",), "a"), Peace(("a",), ""), Peace(("a", "b"), "a"), Peace((), ""), Peace(("x",), "b")],
)
def test_a_record_that_ends_as_nobody_can_end_it_is_caught(forged):
    game = after(toy_game(), *BEGUN)
    game.resign("a")
    kept = record_of(game)
    kept.steps[-1].tape[-1] = forged
    with pytest.raises(BadRecord, match=r"cannot end the battle so|fight here"):
        verify(kept)


def test_a_tape_that_goes_on_after_the_peace_is_caught():
    game = after(toy_game(), *BEGUN)
    game.resign("a")
    kept = record_of(game)
    kept.steps[-1].tape.append(Peace(("a",), "b"))
    with pytest.raises(BadRecord, match="left over"):
        verify(kept)


def test_put_aside_and_taken_up_again_it_can_still_be_ended():
    for game in (resume(pause(after(toy_game(), *BEGUN))), rebuild(record_of(after(toy_game(), *BEGUN)))):
        game.resign("b")
        assert proved(game).battle.winner == "a"


def test_what_was_sealed_before_a_bot_sat_down_there_counts():
    class Never:
        def answer(self, side, question, view):
            raise AssertionError("it was answered before")

    game = after(toy_game(), ("a", "amber"))
    game.seat({"a": Never()})
    assert game.waiting.keys() == {"b"}
    game.players["a"] = Random(1)
    game.answer("b", "beryl")
    assert game.battle.words == {"a": "amber", "b": "beryl"}


def test_a_record_tells_what_people_are_called():
    game = after(toy_game(), *BEGUN)
    kept = record_for(game, "a", {"a": "me"}, names={"a": "Ann", "b": "Bob"})
    assert decode(msgspec.json.encode(kept), "x").names == {"a": "Ann", "b": "Bob"}
