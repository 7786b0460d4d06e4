"""Small tables and a generator of cluttered ones."""

import random

from warbook.board.terrain import Area, Block, Floor, Ladder, Table, Wall


def box(x, y, width, depth):
    return ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))


def cluttered(seed: int, size: float = 24.0, pieces: int = 4) -> Table:
    """A table with so many pieces of every kind, on odd coordinates and on the half-inch lattice alike."""
    rng = random.Random(seed)

    def at() -> float:
        place = rng.uniform(1, size - 7)
        return round(place * 2) / 2 if rng.random() < 0.5 else place

    blocks, floors, walls, ladders, areas = [], [], [], [], []
    for k in range(pieces):
        x, y, width, depth = at(), at(), rng.uniform(2, 6), rng.uniform(2, 6)
        height = rng.choice([0.8, 1.5, 2.0, 3.0, 4.5])
        blocks.append(Block(f"block {k}", box(x, y, width, depth), height, roof=rng.random() < 0.9))
        if height > 2 and blocks[-1].roof:
            ladders.append(Ladder((x, y + depth / 2), (x + 0.7, y + depth / 2), height, f"ladder {k}"))
        x, y = at(), at()
        floors.append(
            Floor(f"floor {k}", ((x, y), (x + 5, y + 1), (x + 4, y + 5)), rng.choice([1, 1.8, 3, 3.0]))
        )
        x, y = at(), at()
        line = ((x, y), (x + rng.uniform(0, 4), y + rng.uniform(0, 4)), (x + 5, y))
        walls.append(Wall(f"wall {k}", line, rng.choice([1.0, 1.5, 2.0, 2.1, 4.0]), door=rng.random() < 0.2))
        ground = rng.choice(["open", "difficult", "very-difficult", "impassable"])
        areas.append(Area(f"area {k}", box(at(), at(), 4, 3), ground, rng.choice([0.0, 0.25, 0.5])))
    return Table(
        "clutter", size, size, tuple(areas), tuple(blocks), tuple(floors), tuple(walls), tuple(ladders)
    )
