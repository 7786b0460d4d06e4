"""Hexes: places, directions, distances, and the lines between their middles; all of it exact.

Hexes stand in columns, one side up. A hex is named by its column q and its number r in a skewed grid (axial
coordinates); `s = -q - r` is the third, symmetric one. Directions run clockwise from north, 0 to 5.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple, Protocol


class Hex(NamedTuple):
    q: int
    r: int

    def towards(self, direction: int, steps: int = 1) -> Hex:
        dq, dr = DIRECTIONS[direction % 6]
        return hex_at(self.q + dq * steps, self.r + dr * steps)

    def neighbours(self) -> tuple[Hex, ...]:
        return tuple(self.towards(direction) for direction in range(6))


@cache
def hex_at(q: int, r: int) -> Hex:
    """The hex with these coordinates, made once."""
    return Hex(q, r)


DIRECTIONS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
COMPASS = ("north", "north-east", "south-east", "south", "south-west", "north-west")

# Corner k lies between direction k and the next one, at a third of their sum.
_CORNERS = tuple(
    (DIRECTIONS[k][0] + DIRECTIONS[(k + 1) % 6][0], DIRECTIONS[k][1] + DIRECTIONS[(k + 1) % 6][1])
    for k in range(6)
)


class Located(Protocol):
    """A hex, or what is in one."""

    @property
    def q(self) -> int: ...

    @property
    def r(self) -> int: ...


def distance(a: Located, b: Located) -> int:
    """Hexes from one to the other."""
    q, r = b.q - a.q, b.r - a.r
    return (abs(q) + abs(r) + abs(q + r)) // 2


def within(centre: Hex, radius: int) -> Iterator[Hex]:
    """All hexes at most so far away, the centre included, column by column."""
    for q in range(-radius, radius + 1):
        for r in range(max(-radius, -q - radius), min(radius, radius - q) + 1):
            yield hex_at(centre.q + q, centre.r + r)


def sides_towards(a: Located, b: Located) -> tuple[int, ...]:
    """The side of `a` through which the line to the middle of `b` leaves: one direction, or two, in order
    clockwise, where it leaves through the corner between them; none if they are the same hex."""
    return _sides(b.q - a.q, b.r - a.r)


@cache
def _sides(q: int, r: int) -> tuple[int, ...]:
    if not (q or r):
        return ()
    reach = [_dot(q, r, *step) for step in DIRECTIONS]
    best = [direction for direction in range(6) if reach[direction] == max(reach)]
    return (5, 0) if best == [0, 5] else tuple(best)


def turns(facing: int, direction: int) -> int:
    """How far the direction is from the facing: 0 in front, 1 and 2 to either side, 3 behind."""
    apart = (direction - facing) % 6
    return min(apart, 6 - apart)


@lru_cache(maxsize=100_000)
def between(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    """What the line from middle to middle crosses, strictly between the two, from `a` on.

    A hex whose inside is crossed stands alone; where the line runs along the side between two hexes, both
    stand together. A corner that is only touched does not count.
    """
    crossed = _crossed(b.q - a.q, b.r - a.r)
    return tuple(tuple(hex_at(a.q + q, a.r + r) for q, r in group) for group in crossed)


@cache
def _crossed(q: int, r: int) -> list[tuple[Hex, ...]]:
    """What the line from the middle of (0, 0) to that of (q, r) crosses."""
    v = (q, r)
    start, end = Hex(0, 0), Hex(q, r)
    length = _dot(*v, *v)
    found: dict[tuple[int, bool], list[Hex]] = {}
    for hex_ in within(start, distance(start, end)):
        u = (hex_.q, hex_.r)
        along = _dot(*u, *v)
        if hex_ in (start, end) or not 0 < along < length:
            continue
        corners = [_cross(3 * u[0] + q, 3 * u[1] + r, *v) for q, r in _CORNERS]
        inside = min(corners) < 0 < max(corners)
        if inside or corners.count(0) == 2:
            found.setdefault((along, inside), []).append(hex_)
    return [
        group
        for (_, inside), hexes in sorted(found.items())
        for group in ([(hex_,) for hex_ in hexes] if inside else [tuple(hexes)])
    ]


def _dot(q1: int, r1: int, q2: int, r2: int) -> int:
    """Twice the scalar product, in hexes between middles."""
    return 2 * (q1 * q2 + r1 * r2) + q1 * r2 + q2 * r1


def _cross(q1: int, r1: int, q2: int, r2: int) -> int:
    """On which side of the second the first lies."""
    return q1 * r2 - r1 * q2
