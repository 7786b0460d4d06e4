"""Battles as an OpenSpiel game: its own tests and searches, exact dice, and what is sealed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from tests.kit.long import LONG, battles
from warbook.core.questions import Refused
from warbook.core.shelf import book_ids, load_book
from warbook.research import spiel

DATA = Path(__file__).with_name("data")


def skirmish() -> Any:
    """Three against three of Necromunda, on a bare yard, for four turns."""
    three = str(DATA / "three.toml")
    return spiel.game("necromunda", str(DATA / "yard.toml"), (three, three))


def at_random(state: Any, luck: Any, until: Any = lambda state: False) -> Any:
    while not state.is_terminal() and not until(state):
        if state.is_chance_node():
            faces, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choice(faces, p=chances))
        else:
            state.apply_action(luck.choice(state.legal_actions()))
    return state


def test_the_example_passes_the_simulation_of_openspiel() -> None:
    pyspiel.random_sim_test(spiel.game("duel", "meadow"), num_sims=2, serialize=True, verbose=False)


def test_a_skirmish_passes_the_simulation_of_openspiel() -> None:
    pyspiel.random_sim_test(skirmish(), num_sims=1, serialize=LONG, verbose=False)


@pytest.mark.skipif(not LONG, reason="a whole battle of each book, copied and written down at every die")
@pytest.mark.parametrize("book", book_ids())
def test_every_book_passes_the_simulation_of_openspiel(book: str) -> None:
    pyspiel.random_sim_test(spiel.game(book), num_sims=1, serialize=False, verbose=False)


def test_dice_are_chance_nodes_with_exact_chances() -> None:
    """A shot in the example: each face has a sixth, and those from the need on, and no others, end it."""
    start = spiel.game("duel", "meadow").new_initial_state()
    state = at_random(start, np.random.RandomState(3), lambda each: each.is_chance_node())
    one, two = state.table.match.game.battle.duellists
    outcomes = state.chance_outcomes()
    assert [face for face, _ in outcomes] == list(range(6))
    assert {Fraction(chance).limit_denominator(100) for _, chance in outcomes} == {Fraction(1, 6)}
    fallen = [state.child(face).is_terminal() for face, _ in outcomes]
    assert fallen == sorted(fallen) and 0 < sum(fallen) < 6
    assert not one.fallen and not two.fallen


def test_several_dice_of_one_throw_are_as_many_nodes() -> None:
    dice = spiel.Outside()
    for faces in ([], [3]):
        dice.faces = list(faces)
        with pytest.raises(spiel.Due):
            dice.throw(6, 2, "", None, None)
        assert dice.sides == 6
    dice.faces = [3, 5]
    assert dice.throw(6, 2, "", None, None) == (3, 5)
    assert dice.sides == 0 and dice.throw(6, 0, "", None, None) == ()


def test_a_copy_goes_its_own_way_from_any_point() -> None:
    luck = np.random.RandomState(2)
    state = skirmish().new_initial_state()
    for _ in range(60):
        if state.is_terminal():
            break
        before, twin = str(state), state.clone()
        assert (str(twin), twin.current_player()) == (before, state.current_player())
        if not state.is_chance_node():
            assert twin.legal_actions() == state.legal_actions()
        twin.apply_action(luck.choice(twin.legal_actions()))
        assert str(state) == before
        state.apply_action(luck.choice(state.legal_actions()))


def test_what_is_sealed_is_in_nobody_elses_information() -> None:
    known, own = set(), set()
    for action in (0, 1):
        state = spiel.game("duel").new_initial_state()
        state.apply_action(action)
        assert state.current_player() == 1
        known.add((state.information_state_string(1), tuple(state.observation_tensor(1))))
        own.add(state.information_state_string(0))
    assert len(known) == 1 and len(own) == 2


def test_a_resampled_state_is_the_same_to_the_player_and_others_have_sealed_something_else() -> None:
    state = spiel.game("duel").new_initial_state()
    state.apply_action(0)
    sealed = Counter()
    draw = spiel.resampler(1)
    for _ in range(20):
        twin = draw(state, 1)
        assert twin.information_state_string(1) == state.information_state_string(1)
        sealed[twin.table.match.game.unopened["a"]] += 1
    assert set(sealed) == {"upright", "crouched"}
    assert state.table.match.game.unopened == {"a": "upright"}


@pytest.mark.parametrize("kind", ["mcts", "is-mcts"])
def test_the_searches_of_openspiel_play_a_battle_to_its_end(kind: str) -> None:
    """That they can be let loose on it; how well they play is not asked here."""
    game, luck = spiel.game("duel", "meadow"), np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, luck)
    if kind == "mcts":
        bot = mcts.MCTSBot(game, 1.0, 5, rollouts, random_state=luck)
    else:
        bot = ismcts.ISMCTSBot(game, rollouts, 1.0, 5, random_state=luck)
        bot.set_resampler(spiel.resampler(1))
    state = game.new_initial_state()
    while not state.is_terminal():
        at_random(state, luck, lambda each: each.current_player() == 0)
        if not state.is_terminal():
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
    assert sum(state.returns()) == 0


def searched(game: Any, kind: str, simulations: int, number: int) -> float:
    """What a search took against random, from one side in even battles and from the other in odd ones."""
    luck, mine = np.random.RandomState(number), number % 2
    worth = spiel.PlayedOut(1, number)
    if kind == "mcts":
        bot = mcts.MCTSBot(game, 1.0, simulations, worth, random_state=luck)
    else:
        bot = ismcts.ISMCTSBot(game, worth, 1.0, simulations, random_state=luck)
        bot.set_resampler(spiel.resampler(number))
    state = game.new_initial_state()
    while not state.is_terminal():
        at_random(state, luck, lambda each: each.current_player() == mine)
        if not state.is_terminal():
            state.apply_action(bot.step(state))
    return float(state.returns()[mine])


@pytest.mark.parametrize("kind", ["mcts", "is-mcts"])
def test_searches_that_have_battles_played_out_win_against_random(kind: str) -> None:
    took = [searched(spiel.game("duel", "meadow"), kind, 20, number) for number in battles(8, 60)]
    assert sum(took) > 0


@pytest.mark.skipif(not LONG, reason="forty battles that are searched, a minute or two")
@pytest.mark.parametrize("kind", ["mcts", "is-mcts"])
def test_searches_win_a_small_battle_of_necromunda_against_random(kind: str) -> None:
    took = [searched(skirmish(), kind, 12, number) for number in range(40)]
    assert sum(took) > 5


def test_a_state_is_worth_what_is_sure_to_come_of_it() -> None:
    """A shot that fells is under way: with the face that is sure to hit, the battle is the shooter's."""
    state = at_random(
        spiel.game("duel", "meadow").new_initial_state(),
        np.random.RandomState(3),
        lambda each: each.is_chance_node(),
    )
    felled = state.child(5)
    assert felled.is_terminal()
    worth = spiel.PlayedOut(3, 1)
    assert list(worth.evaluate(felled)) == felled.returns() and sum(map(abs, felled.returns())) == 2
    assert worth.prior(state) == state.chance_outcomes()
    before = str(state)
    assert sum(worth.evaluate(state)) == 0 and str(state) == before


def test_battles_are_played_out_from_half_an_answer() -> None:
    """Where somebody goes is chosen and how he faces is not: that is taken at random."""
    luck = np.random.RandomState(2)
    state = at_random(skirmish().new_initial_state(), luck, lambda each: each.table.match.halfway)
    assert not state.is_terminal()
    before = str(state)
    assert sum(spiel.PlayedOut(2, 1).evaluate(state)) == 0 and str(state) == before


def test_a_battle_in_which_the_book_plays_is_refused() -> None:
    book = load_book("gorkamorka")
    own = [each.id for each in book.scenarios() if each.own]
    for scenario in own[:1]:
        with pytest.raises(Refused, match="plays a side of this battle itself"):
            spiel.game("gorkamorka", scenario)
    assert own
