"""The drill bot plays to win, from both sides of the table."""

from __future__ import annotations

from typing import Any

from warbook import load_book
from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.players.random import Random

BOOK = load_book("necromunda")
GANGS = [choice.id for choice in BOOK.forces()]


def drill(seed: int) -> Any:
    return BOOK.bots()["drill"](seed)


def fought(seed: int, a: Any, b: Any, scenario: str = "gang_fight") -> Game:
    forces = (GANGS[seed % 6], GANGS[(seed // 6 + 1 + seed) % 6])
    game = Game(BOOK, BOOK.setup(scenario, forces, {}), {"a": a, "b": b}, Seeded(seed))
    game.advance()
    return game


def test_drill_wins_95_of_100_battles_against_random() -> None:
    wins = sum(fought(seed, drill(seed), Random(seed)).battle.winner == "a" for seed in range(50))
    wins += sum(fought(seed, Random(seed), drill(seed)).battle.winner == "b" for seed in range(50, 100))
    assert wins >= 95


def test_drill_wins_scavengers_from_both_sides() -> None:
    wins = sum(fought(s, drill(s), Random(s), "scavengers").battle.winner == "a" for s in range(10))
    wins += sum(fought(s, Random(s), drill(s), "scavengers").battle.winner == "b" for s in range(10))
    assert wins >= 16


def test_drill_defends_against_raiders() -> None:
    """Ransack is uneven: a handful of raiders against a whole gang."""
    assert sum(fought(s, Random(s), drill(s), "ransack").battle.winner == "b" for s in range(10)) >= 9


def test_neither_side_of_the_table_is_favoured() -> None:
    """Drill against itself with equal gangs: the sides win about as often as each other."""
    won = {"a": 0, "b": 0, "": 0}
    for seed in range(60):
        gang = GANGS[seed % 6]
        game = Game(
            BOOK,
            BOOK.setup("gang_fight", (gang, gang), {}),
            {"a": drill(1), "b": drill(2)},
            Seeded(f"even {seed}"),
        )
        game.advance()
        won[game.battle.winner] += 1
    assert min(won["a"], won["b"]) >= 18


def test_drill_does_what_the_rules_offer() -> None:
    """Over some battles it charges, hides, goes on overwatch and bottles out of its own accord."""
    told = set()
    for seed in range(12):
        for event in fought(seed, drill(seed), drill(seed + 1)).events:
            told.add(event.rule)
    assert {"nec.movement.charge", "nec.hiding.enter", "nec.M8", "nec.shooting.to-hit"} <= told


def test_same_seed_same_battle() -> None:
    first, again = (fought(3, drill(3), drill(4)) for _ in range(2))
    assert first.events == again.events
