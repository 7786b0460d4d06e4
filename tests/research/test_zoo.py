"""Battles as a PettingZoo environment: its own tests, and what they do not look at."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from tests.kit.long import LONG, examples
from warbook.core.questions import Refused
from warbook.core.shelf import book_ids, load_book
from warbook.core.state import state_hash
from warbook.research import env
from warbook.research.layout import HEAD, PIECE, PIECES, SLOT, layout, numbers, size
from warbook.research.slots import SLOTS

BOOKS = book_ids()


def at_random(battle: Any, seed: int, most: int | None = None) -> tuple[dict[str, float], int]:
    """Play on with slots at random; what everybody got in all, and in how many steps."""
    luck, got, steps = np.random.default_rng(seed), dict.fromkeys(battle.possible_agents, 0.0), 0
    for agent in battle.agent_iter():
        seen, reward, ended, _, _ = battle.last()
        got[agent] += reward
        if ended:
            battle.step(None)
        elif steps == most:
            break
        else:
            battle.step(int(luck.choice(np.flatnonzero(seen["action_mask"]))))
            steps += 1
    return got, steps


@pytest.mark.parametrize("book", BOOKS)
def test_it_passes_the_tests_of_the_zoo(book: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for harmless in ("Observation is not a NumPy array", "Observation space for each agent probably"):
            warnings.filterwarnings("ignore", harmless)  # they are of every environment with a mask
        warnings.filterwarnings("ignore", category=DeprecationWarning)
        api_test(env(book), num_cycles=examples(20, 300))
        seed_test(lambda: env(book), num_cycles=examples(10, 100))
        render_test(lambda render_mode: env(book, render_mode=render_mode))


@pytest.mark.parametrize(
    "book", [book for book in BOOKS if LONG or book in ("duel", "necromunda", "steampunk")]
)
def test_agents_at_random_come_to_the_end(book: str) -> None:
    battle = env(book)
    battle.reset(seed=5)
    got, steps = at_random(battle, 5)
    match = battle.unwrapped.match
    assert match.game.over and not battle.agents and steps > 4
    winner = match.game.battle.winner
    assert sum(got.values()) == pytest.approx(0.0)
    for agent, side in battle.unwrapped.sides.items():
        assert (got[agent] > 0) == (side == winner)


def test_a_seed_is_a_battle_and_the_next_is_another() -> None:
    def hashes(seeds: list[int | None]) -> list[str]:
        battle, found = env("necromunda"), []
        for seed in seeds:
            battle.reset(seed=seed)
            at_random(battle, 1, 40)
            found.append(state_hash(battle.unwrapped.match.game.battle))
        return found

    first, second, again = hashes([3, None, 3])
    assert first == again != second
    assert hashes([3, None]) == [first, second]


@pytest.mark.parametrize("book", ["duel", "steampunk"])
def test_what_is_sealed_is_seen_by_nobody_until_all_have_answered(book: str) -> None:
    """Whatever the first side answers, the second sees the same."""
    seen = set()
    for last in (False, True):
        battle = env(book)
        battle.reset(seed=1)
        assert battle.unwrapped.match.game.blind
        while battle.agent_selection == "player_0":
            mask = battle.observe("player_0")["action_mask"]
            battle.step(int(np.flatnonzero(mask)[-1 if last else 0]))
        assert battle.agent_selection == "player_1"
        told = battle.observe("player_1")
        seen.add((told["observation"].tobytes(), told["action_mask"].tobytes()))
        seen.add(state_hash(battle.unwrapped.view("player_1")))
    assert len(seen) == 2


def test_the_mask_is_what_is_open_and_nothing_else_is_taken() -> None:
    battle = env("necromunda").unwrapped
    battle.reset(seed=1)
    agent = battle.agent_selection
    other = next(each for each in battle.agents if each != agent)
    mask = battle.observe(agent)["action_mask"]
    assert mask.sum() == len(battle.decision(agent).open) > 1
    assert not battle.observe(other)["action_mask"].any()
    before = state_hash(battle.match.game.battle)
    with pytest.raises(ValueError, match="is not open"):
        battle.step(int(np.flatnonzero(mask == 0)[0]))
    assert state_hash(battle.match.game.battle) == before
    assert battle.decision(agent).slots[0].words and battle.question(agent).text
    assert battle.question(other) is None


@pytest.mark.parametrize("book", BOOKS)
def test_the_numbers_stand_where_the_layout_says(book: str) -> None:
    battle = env(book).unwrapped
    battle.reset(seed=2)
    for _ in range(12):
        agent = battle.agent_selection
        told = dict(zip(layout(battle.book), battle.observe(agent)["observation"], strict=True))
        side = battle.sides[agent]
        pieces = battle.book.pieces(battle.view(agent))
        assert len(told) == size(battle.book) and len(pieces) <= PIECES
        assert sum(told[f"piece {n}: is there"] for n in range(PIECES)) == len(pieces)
        for n, piece in enumerate(pieces):
            assert told[f"piece {n}: is of side 0"] == (piece.side == side)
            assert told[f"piece {n}: x"] == pytest.approx(piece.x / 48, abs=1e-5)
            assert told[f"piece {n}: on the table"] == piece.on_table
            for state in piece.states:
                assert state not in battle.book.glossary.states or told[f"piece {n}: state {state}"]
        decision = battle.decision(agent)
        assert told[f"to decide: {decision.kind}"] == 1
        assert [n for n in range(SLOTS) if told[f"slot {n}: open"]] == decision.open
        battle.step(decision.open[-1])
        if battle.match.game.over:
            break


def test_the_layout_names_every_number_once() -> None:
    names = layout(load_book("necromunda"))
    assert len(set(names)) == len(names)
    assert len(names) > len(HEAD) + PIECES * len(PIECE) + SLOTS * len(SLOT)


def test_a_side_sees_itself_first_and_no_more_than_its_view() -> None:
    """Numbers come from the view alone: the same view gives the same, whatever the battle is."""
    battle = env("necromunda").unwrapped
    battle.reset(seed=2)
    for agent, side in battle.sides.items():
        view = battle.view(agent)
        alone = numbers(
            battle.book, view, side, battle.seats, battle.decision(agent), battle.match.game.blind
        )
        assert np.array_equal(alone, battle.observe(agent)["observation"])
    own = layout(battle.book).index("piece 0: is of side 0")
    first, second = (battle.observe(agent)["observation"][own] for agent in battle.agents)
    assert first != second


def test_a_bot_can_sit_at_the_other_side() -> None:
    battle = env("duel", against={"b": "drill"})
    battle.reset(seed=1)
    assert battle.agents == ["player_0"]
    got, _ = at_random(battle, 2)
    assert got["player_0"] in (-1.0, 0.0, 1.0) and battle.unwrapped.match.game.over


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"render_mode": "film"}, "cannot be rendered as 'film'"),
        ({"against": {"z": "drill"}}, "no side 'z'"),
        ({"against": {"b": "picard"}}, "no bot 'picard'"),
        ({"scenario": "moon"}, "no field 'moon'|moon"),
        ({"forces": ("nobody",)}, "nobody"),
    ],
)
def test_what_cannot_be_fought_is_refused_in_words(how: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words):
        env("duel", **how)
