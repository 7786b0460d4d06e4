"""How strong each of several is, from the points they took of each other (Bradley and Terry). Who is rated
100 above another takes 64 of 100 points from him."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from msgspec import Struct

ELO = 400 / math.log(10)
ROUNDS = 10_000
CLOSE = 1e-10
REACH = 1.959964  # standard errors that hold 95 of 100


class Rating(Struct, frozen=True):
    name: str
    points: float
    battles: int
    rating: float  # the mean of all is 0
    margin: float  # to either side, 95 times of 100


def ratings(names: Sequence[str], taken: Mapping[tuple[str, str], Sequence[float]]) -> list[Rating]:
    """The best first. `taken[x, y]` are the points that x took in each battle against y. Each pair counts one
    drawn battle more than it fought, so that nobody who only won is rated without bounds."""
    count = len(names)
    fought = [[len(taken.get((x, y), ())) + (x != y) for y in names] for x in names]
    points = [sum(sum(taken.get((x, y), ())) + 0.5 for y in names if y != x) for x in names]
    strength = [1.0] * count
    for _ in range(ROUNDS):
        new = [
            points[x] / sum(fought[x][y] / (strength[x] + strength[y]) for y in range(count) if y != x)
            for x in range(count)
        ]
        mean = math.exp(sum(map(math.log, new)) / count)
        new = [each / mean for each in new]
        moved = max(abs(math.log(a / b)) for a, b in zip(new, strength, strict=True))
        strength = new
        if moved < CLOSE:
            break
    errors = _errors(strength, fought)
    told = [
        Rating(
            name,
            float(sum(sum(taken.get((name, y), ())) for y in names)),
            sum(len(taken.get((name, y), ())) for y in names),
            ELO * math.log(strength[at]),
            ELO * REACH * errors[at],
        )
        for at, name in enumerate(names)
    ]
    return sorted(told, key=lambda each: -each.rating)


def _errors(strength: Sequence[float], fought: Sequence[Sequence[int]]) -> list[float]:
    """Standard errors of the logarithms, by the information of the battles, where their sum is held at 0."""
    import numpy as np

    count = len(strength)
    shares = [[x / (x + y) for y in strength] for x in strength]
    information = np.zeros((count, count))
    for x in range(count):
        for y in range(count):
            if x != y:
                weight = fought[x][y] * shares[x][y] * shares[y][x]
                information[x, x] += weight
                information[x, y] -= weight
    found = np.linalg.inv(information + 1 / count) - 1 / count
    return [math.sqrt(max(0.0, float(found[x, x]))) for x in range(count)]
