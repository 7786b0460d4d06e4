"""Taking answers back: freely to the last die, fact or answer of the other side; beyond that by consent."""

import pytest

from tests.core.test_game import whole
from tests.core.toy import TOY, WORDS_GIVEN, Setup, after, toy_game
from warbook.core.dice import Dice
from warbook.core.events import Rolled
from warbook.core.game import Game
from warbook.core.questions import Refused
from warbook.core.record import record_of, verify
from warbook.players.random import Random


def moved():
    return after(toy_game(), *WORDS_GIVEN)


def refuses(game, side, words):
    before = whole(game)
    with pytest.raises(Refused, match=words):
        game.undo(side)
    assert whole(game) == before


def test_there_is_nothing_to_take_back_at_the_start():
    refuses(toy_game(), "a", "nothing to take back")
    refuses(toy_game(), "nobody", "nothing to take back")


def test_within_a_step():
    game, before = after(moved(), ("a", "go")), whole(moved())
    game.undo("a")
    assert whole(game)[:5] == before[:5] and set(game.waiting) == {"a"}
    after(game, ("a", "stay"))


def test_across_steps_in_which_nothing_fell_or_was_revealed():
    game, before = moved(), whole(moved())
    after(game, ("a", "go"), ("a", {"path": [[2, 5]]}), ("a", "no"))
    assert game.battle.scout("a").y == 5.0
    game.undo("a")
    assert game.asked("a").text == "Measure?"
    game.undo("a")
    assert game.asked("a").text == "Where to?" and game.battle.scout("a").y == 2.0
    game.undo("a")
    assert whole(game)[:5] == before[:5]


def test_not_past_a_die():
    game = after(moved(), ("a", "stay"), ("a", "no"), ("a", "fire"))
    refuses(
        game, "a", "a die was rolled since your last answer: taking it back needs the other side's consent"
    )


def test_not_past_a_fact():
    game = after(moved(), ("a", "stay"), ("a", "yes"))
    refuses(game, "a", "a fact was revealed")


def test_not_past_an_answer_of_the_other_side():
    game = after(moved(), ("a", "stay"), ("a", "no"), ("a", "hold"), ("b", "go"))
    refuses(game, "a", "the other side has answered")
    game.undo("b")
    game.undo("a")
    assert game.asked("a").text == "Shoot?"


def test_not_past_sealed_answers_once_they_are_open():
    game = moved()
    refuses(game, "a", "sealed answers were opened")
    refuses(game, "b", "sealed answers were opened")


@pytest.mark.parametrize("mine", ["amber", "anvil"])
def test_a_sealed_answer_not_yet_opened_is_taken_back_alone(mine):
    game, start = after(toy_game(), ("a", mine)), whole(toy_game())
    refuses(game, "b", "nothing to take back")
    game.undo("a")
    assert whole(game)[:5] == start[:5] and not game.unopened
    after(game, ("b", "beryl"), ("a", "aspen"))
    assert game.battle.words == {"a": "aspen", "b": "beryl"}


def test_who_undoes_does_not_learn_that_the_other_has_sealed_an_answer():
    def at_orders():
        turn = [(side, answer) for side in "ab" for answer in ("stay", "no", "hold")]
        return after(moved(), *turn)

    quiet, given = at_orders(), after(at_orders(), ("a", {"stance": "lie", "where": {"path": []}}))
    for game in (quiet, given):
        game.undo("b")
        assert set(game.waiting) == {"b"} and game.asked("b").text == "Shoot?"
    assert whole(quiet)[:5] == whole(given)[:5] and not given.unopened


def test_with_consent_past_anything_and_the_same_dice_come_again():
    game = after(
        moved(), ("a", "stay"), ("a", "yes"), ("a", "fire"), ("b", "stay"), ("b", "no"), ("b", "fire")
    )
    played = whole(game)
    rolls = [event.faces for event in game.events if isinstance(event, Rolled)]
    for _ in range(3):
        game.undo("a", consent=True)
    assert game.asked("a").text == "What now?" and game.source.cursor == 0
    after(game, ("a", "stay"), ("a", "yes"), ("a", "fire"), ("b", "stay"), ("b", "no"), ("b", "fire"))
    assert whole(game)[:5] == played[:5]
    assert [event.faces for event in game.events if isinstance(event, Rolled)] == rolls
    game.undo("b", consent=True)
    game.undo("a", consent=True)
    game.undo("a", consent=True)
    game.undo("a", consent=True)
    game.undo("a", consent=True)
    assert whole(game)[:5] == whole(toy_game())[:5]


def test_another_answer_after_undo_uses_the_same_next_die():
    game = after(moved(), ("a", "stay"), ("a", "no"), ("a", "fire"))
    (first,) = [event for event in game.events if isinstance(event, Rolled)]
    game.undo("a", consent=True)
    after(game, ("a", "hold"), ("b", "stay"), ("b", "no"), ("b", "fire"))
    (second,) = [event for event in game.events if isinstance(event, Rolled)]
    assert second.faces == first.faces and second.by == "bob"


def test_the_record_after_undo_still_proves_itself():
    game = after(moved(), ("a", "stay"), ("a", "yes"), ("a", "fire"), ("b", "stay"))
    game.undo("b")
    game.undo("a", consent=True)
    after(game, ("a", "hold"), ("b", "go"), ("b", {"path": [[10, 5]], "facing": 90}))
    assert verify(record_of(game)).events == game.events


def test_in_the_middle_of_a_step_against_a_bot():
    game = toy_game(players={"b": Random(5)})
    after(game, ("a", "amber"), ("a", "go"))
    game.undo("a")
    refuses(game, "a", "sealed answers were opened")
    after(game, ("a", "stay"), ("a", "no"), ("a", "hold"))
    refuses(game, "a", "the other side has answered|a die was rolled")
    game.undo("a", consent=True)
    assert game.asked("a").text == "Shoot?"


def test_the_last_answer_of_a_battle_may_be_taken_back():
    game = toy_game(setup=Setup(rounds=1))
    after(game, *WORDS_GIVEN, *[(side, answer) for side in "ab" for answer in ("stay", "no", "hold")])
    assert game.over
    game.undo("b")
    assert not game.over and game.asked("b").text == "Shoot?"
    after(game, ("b", "hold"))
    assert game.over


def test_bots_alone_take_nothing_back():
    game = toy_game(players={"a": Random(1), "b": Random(2)})
    before = whole(game)
    with pytest.raises(Refused, match="not kept that far back"):
        game.undo("a", consent=True)
    assert whole(game) == before


def test_a_step_that_halted_can_be_taken_back():
    class Never(Dice):
        def throw(self, sides, count, rule, need, most):
            raise EOFError

    game = Game(TOY, Setup(), {}, Never())
    game.advance()
    after(game, *WORDS_GIVEN, ("a", "stay"), ("a", "no"))
    with pytest.raises(EOFError):
        game.answer("a", "fire")
    game.undo("a")
    assert game.asked("a").text == "Shoot?"
    after(game, ("a", "hold"))
