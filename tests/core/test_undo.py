"""Taking answers back: freely to the last die, fact or answer of the other side; beyond that by consent; not
at all when the battle is over."""

import pytest

from tests.core.test_game import whole
from tests.core.toy import TOY, WORDS_GIVEN, Setup, after, toy_game
from warbook.core.dice import Dice, Seeded
from warbook.core.events import Rolled
from warbook.core.game import Game, NeedsConsent
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
    refuses(game, "a", "a die was rolled since your last answer: taking it back needs the others' consent")


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


def at_orders():
    """Both are asked for sealed orders; b has answered last."""
    return after(moved(), *[(side, answer) for side in "ab" for answer in ("stay", "no", "hold")])


LIE = {"stance": "lie", "where": {"path": []}}


def test_no_sealed_answer_of_the_other_side_is_discarded_without_consent():
    game = after(at_orders(), ("a", LIE))
    assert game.undoable("b") == "consent"
    refuses(game, "b", "the other side was asked for a sealed answer since your last answer")
    assert game.unopened.keys() == {"a"}
    game.undo("b", consent=True)
    assert set(game.waiting) == {"b"} and game.asked("b").text == "Shoot?" and not game.unopened


def test_who_undoes_does_not_learn_that_the_other_has_sealed_an_answer():
    quiet, given = at_orders(), after(at_orders(), ("a", LIE))
    words = []
    for game in (quiet, given):
        with pytest.raises(NeedsConsent) as needs:
            game.undo("b")
        words.append((game.undoable("b"), needs.value.refusal.words))
        game.undo("b", consent=True)
    assert words[0] == words[1] and whole(quiet)[:5] == whole(given)[:5]


def test_a_bot_seals_nothing_that_could_be_lost():
    game = toy_game(players={"b": Holds()})
    after(game, ("a", "amber"), *[("a", answer) for answer in ("stay", "no", "hold")])
    assert game.asked("a").text == "Orders" and game.blind
    refuses(game, "a", "the other side has answered")


class Holds:
    """Does as little as can be done."""

    def answer(self, side, question, view):
        return {"Your password?": "beryl", "What now?": "stay", "Measure?": "no"}.get(question.text, "hold")


def test_consent_is_about_the_last_answer_that_was_opened_whatever_was_sealed_since():
    game = after(at_orders(), ("b", LIE))
    assert game.undoable("b") == "sealed"
    game.undo("b", consent=True)
    assert game.asked("b").text == "Shoot?" and not game.unopened


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


@pytest.mark.parametrize("consent", [False, True])
def test_nothing_is_taken_back_once_the_battle_is_over(consent):
    """Its seed is known then, and with it every die that would come."""
    game = toy_game(setup=Setup(rounds=1))
    after(game, *WORDS_GIVEN, *[(side, answer) for side in "ab" for answer in ("stay", "no", "hold")])
    assert game.over
    before = whole(game)
    for side in "ab":
        assert game.undoable(side) == ""
        with pytest.raises(Refused, match="the battle is over"):
            game.undo(side, consent=consent)
    assert whole(game) == before


def test_bots_alone_take_nothing_back():
    game = Game(TOY, Setup(), {"a": Random(1), "b": Random(2)}, Seeded("toy"), recording=True)
    for _ in range(3):
        game.step()
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
