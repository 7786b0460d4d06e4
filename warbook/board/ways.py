"""Inches along a way that is known: how long it is, its beginning, its rest, and where one is on it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from warbook.board.geometry import Spot, distance
from warbook.board.paths import Path


def length(path: Sequence[Spot]) -> float:
    return sum(distance(a, b) for a, b in pairwise(path))


def cut(path: Sequence[Spot], inches: float) -> Path:
    """The first so many inches of a path."""
    kept = [path[0]]
    for a, b in pairwise(path):
        step = distance(a, b)
        if step >= inches:
            kept.append(_between(a, b, inches / step if step else 0.0))
            return tuple(kept)
        inches -= step
        kept.append(b)
    return tuple(kept)


def after(path: Path, inches: float) -> Path:
    """The rest of a path behind its first `inches`."""
    if not inches:
        return path
    rest, gone = [point_along(path, inches)], 0.0
    for a, b in pairwise(path):
        gone += distance(a, b)
        if gone > inches + 1e-9:
            rest.append(b)
    return tuple(rest)


def point_along(path: Sequence[Spot], inches: float) -> Spot:
    """Where one is after so many inches of a path."""
    for a, b in pairwise(path):
        step = distance(a, b)
        if step >= inches:
            return _between(a, b, inches / step if step else 0.0)
        inches -= step
    return path[-1]


def _between(a: Spot, b: Spot, share: float) -> Spot:
    return Spot(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z + share * (b.z - a.z))
