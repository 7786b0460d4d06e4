"""Steps a second of the environment for agents, with its observations: `python -m bench.research`."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

import numpy as np

from bench.tables import show
from warbook.core.shelf import book_ids
from warbook.research import env

SECONDS = 3.0


def rows() -> Iterator[tuple[str, ...]]:
    return ((book, f"{steps(book):,.0f}") for book in book_ids())


def steps(book: str) -> float:
    """Of agents who take slots at random, after a battle to get warm."""
    battle, luck = env(book), np.random.default_rng(1)
    for most in (0.0, SECONDS):
        taken, began = 0, process_time()
        while taken == 0 or process_time() - began < most:
            battle.reset(seed=taken)
            for _ in battle.agent_iter():
                seen, _, ended, _, _ = battle.last()
                battle.step(None if ended else int(luck.choice(np.flatnonzero(seen["action_mask"]))))
                taken += not ended
    return taken / (process_time() - began)


if __name__ == "__main__":
    show(rows())
