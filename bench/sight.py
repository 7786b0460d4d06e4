"""Visible parts of bodies: the compiled kernel against its twin in plain Python."""

from __future__ import annotations

import random
from time import perf_counter

import numpy as np

from tests.board.twins import seen_fraction
from warbook.board.geometry import Body, Disc, Spot
from warbook.board.sight import sight_of
from warbook.board.terrain import Block, Table, Wall


def crowded(features: int = 40) -> Table:
    """A table of 72 by 48 inches with as many blocks and walls."""
    luck = random.Random(1)
    blocks, walls = [], []
    for number in range(features):
        x, y = luck.uniform(4, 66), luck.uniform(4, 42)
        w, d = luck.uniform(1, 4), luck.uniform(1, 4)
        if number % 2:
            square = ((x, y), (x + w, y), (x + w, y + d), (x, y + d))
            blocks.append(Block(f"block {number}", square, luck.uniform(0.8, 4)))
        else:
            walls.append(Wall(f"wall {number}", ((x, y), (x + w, y + d)), luck.uniform(0.8, 3)))
    return Table("bench", 72.0, 48.0, blocks=tuple(blocks), walls=tuple(walls))


def speeds() -> tuple[float, float, float]:
    """Fractions a second: in batch, one by one, and the twin one by one."""
    table = crowded()
    sight = sight_of(table)
    luck = random.Random(2)
    eyes = np.array([(luck.uniform(1, 71), luck.uniform(1, 47), 1.1) for _ in range(400)])
    bodies = np.array([(luck.uniform(1, 71), luck.uniform(1, 47), 0.0, 0.5, 1.25, 0.0) for _ in range(400)])
    sight.fractions(eyes[:2], bodies[:2])
    batch = max(_rate(lambda: sight.fractions(eyes, bodies), 160_000) for _ in range(5))
    pairs = [
        ((float(e[0]), float(e[1]), float(e[2])), Body(Spot(float(b[0]), float(b[1])), Disc(0.5), 1.25))
        for e, b in zip(eyes, bodies, strict=True)
    ]

    def ours() -> None:
        for eye, body in pairs:
            sight.fraction(eye, body)

    def twin() -> None:
        for eye, body in pairs[:100]:
            seen_fraction(table, eye, body)

    ours()
    one = max(_rate(ours, len(pairs)) for _ in range(5))
    return batch, one, max(_rate(twin, 100) for _ in range(2))


def _rate(run: object, count: int) -> float:
    assert callable(run)
    start = perf_counter()
    run()
    return count / (perf_counter() - start)
