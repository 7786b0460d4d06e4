"""Places next to a goal in one compiled pass, against the same place after place."""

from __future__ import annotations

from math import atan2, degrees, dist, hypot
from random import Random

import numpy as np

from warbook.board.bodies import body_rows
from warbook.board.geometry import Body, Disc, Spot, overlap
from warbook.books.arap.movement.walking import close_by

RADIUS, TALL, LINK = 0.5, 1.2, 3.0


def slowly(
    goal: tuple[float, ...], start: tuple[float, ...], facing: float, most: float, placed: list[Body],
    threats: list[tuple[float, float, float, float]],
) -> list[tuple[float, float, float, float]]:  # fmt: skip
    """Half inches up to two inches from the goal, the nearest first, each with the price of the turn."""
    steps = [(x / 2, y / 2) for x in range(-4, 5) for y in range(-4, 5) if hypot(x, y) <= 4]
    found = []
    for x, y in sorted(steps, key=lambda step: hypot(*step)):
        spot = (goal[0] + x, goal[1] + y, goal[2])
        body = Body(Spot(*spot), Disc(RADIUS), TALL)
        linked = any(dist(spot, (each.spot.x, each.spot.y, each.spot.z)) <= LINK for each in placed)
        if dist(spot, start) > most or not linked or any(overlap(body, each) for each in placed):
            continue
        if any(dist(spot, threat[:3]) <= threat[3] for threat in threats):
            continue
        along, across = spot[0] - start[0], spot[1] - start[1]
        off = abs((degrees(atan2(across, along)) - facing + 180.0) % 360.0 - 180.0)
        found.append((*spot, 0.5 if off > 90.0 + 1e-6 and hypot(along, across) >= 1e-6 else 0.0))
    return found


def test_places_next_to_a_goal_are_as_one_by_one() -> None:
    luck = Random(3)
    kept, turned = set[bool](), set[float]()
    for _ in range(60):
        goal = (luck.uniform(4.0, 8.0), luck.uniform(4.0, 8.0), 0.0)
        start = (luck.uniform(2.0, 9.0), luck.uniform(2.0, 9.0), luck.choice((0.0, 0.0, 1.0)))
        facing, most = luck.uniform(0.0, 360.0), luck.uniform(2.0, 6.0)
        placed = [
            Body(
                Spot(luck.uniform(2.0, 11.0), luck.uniform(2.0, 11.0), luck.choice((0.0, 2.0))),
                Disc(0.5),
                1.2,
            )
            for _ in range(luck.randint(1, 4))
        ]
        threats = [
            (luck.uniform(2.0, 11.0), luck.uniform(2.0, 11.0), 0.0, luck.uniform(1.0, 2.5))
            for _ in range(luck.randint(0, 2))
        ]
        rows = np.array(threats).reshape(-1, 4)
        spots, turns = close_by(goal, start, facing, most, body_rows(placed), LINK, RADIUS, TALL, rows)
        wanted = slowly(goal, start, facing, most, placed, threats)
        assert np.allclose(np.column_stack((spots, turns)), np.array(wanted).reshape(-1, 4))
        kept.add(bool(len(wanted)))
        turned |= {turn for *_, turn in wanted}
    assert kept == {True, False} and turned == {0.0, 0.5}
