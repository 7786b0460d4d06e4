"""Hexes against slow twins: middles and corners as points in the plane, lines looked along densely."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbook.board.hexes import Hex, between, distance, sides_towards, turns, within

ORIGIN = Hex(0, 0)
hexes = st.builds(Hex, st.integers(-7, 7), st.integers(-7, 7))


def middle(hex_: Hex) -> tuple[float, float]:
    """The middle in the plane, neighbours one apart; y grows to the south."""
    return hex_.q * math.sqrt(3) / 2, hex_.r + hex_.q / 2


def walked(a: Hex, b: Hex) -> int:
    """The distance, by flooding the neighbourhood."""
    seen, edge, steps = {a}, {a}, 0
    while b not in seen:
        edge = {near for hex_ in edge for near in hex_.neighbours()} - seen
        seen |= edge
        steps += 1
    return steps


def nearest(x: float, y: float, around: list[Hex]) -> list[Hex]:
    """The hexes whose middle is nearest: two on a side, three at a corner."""
    away = {hex_: math.dist((x, y), middle(hex_)) for hex_ in around}
    best = min(away.values())
    return sorted(hex_ for hex_, apart in away.items() if apart < best + 1e-9)


def looked_along(a: Hex, b: Hex) -> list[tuple[Hex, ...]]:
    """What a line crosses, by looking at many points of it; points at corners are left out."""
    (ax, ay), (bx, by) = middle(a), middle(b)
    around = list(within(a, distance(a, b) + 1))
    found: list[tuple[Hex, ...]] = []
    count = 401  # prime, so that no point falls on a corner by design
    for i in range(1, count):
        share = i / count
        here = nearest(ax + (bx - ax) * share, ay + (by - ay) * share, around)
        group = tuple(hex_ for hex_ in here if hex_ not in (a, b))
        if len(here) < 3 and group and len(group) == len(here) and group not in found:
            found.append(group)
    return found


@given(hexes, hexes)
def test_distance_is_the_number_of_steps(a: Hex, b: Hex) -> None:
    assert distance(a, b) == distance(b, a) == walked(a, b)


def test_within_counts_rings() -> None:
    assert [len(list(within(ORIGIN, radius))) for radius in range(4)] == [1, 7, 19, 37]
    assert all(distance(ORIGIN, hex_) <= 3 for hex_ in within(ORIGIN, 3))


@given(hexes, hexes)
def test_the_line_leaves_through_the_side_its_bearing_says(a: Hex, b: Hex) -> None:
    if a == b:
        assert sides_towards(a, b) == ()
        return
    (ax, ay), (bx, by) = middle(a), middle(b)
    bearing = math.degrees(math.atan2(bx - ax, ay - by)) % 360  # clockwise from north
    sides = sides_towards(a, b)
    if len(sides) == 1:
        assert abs((bearing - 60 * sides[0] + 180) % 360 - 180) < 30
    else:
        first, second = sides
        assert (second - first) % 6 == 1
        assert (bearing - 60 * first) % 360 == pytest.approx(30)


def test_angles_are_counted_from_the_facing() -> None:
    assert [turns(2, direction) for direction in range(6)] == [2, 1, 0, 1, 2, 3]


@pytest.mark.parametrize("target", [hex_ for hex_ in within(ORIGIN, 5) if hex_ != ORIGIN])
def test_the_line_crosses_what_one_sees_along_it(target: Hex) -> None:
    found = [tuple(sorted(group)) for group in between(ORIGIN, target)]
    assert found == looked_along(ORIGIN, target)


def test_a_line_along_a_side_names_both_hexes() -> None:
    assert between(ORIGIN, Hex(2, -1)) == ((Hex(1, -1), Hex(1, 0)),)
    assert between(ORIGIN, Hex(3, -3)) == ((Hex(1, -1),), (Hex(2, -2),))


@given(hexes, hexes)
def test_a_line_is_the_same_from_both_ends(a: Hex, b: Hex) -> None:
    forth = [set(group) for group in between(a, b)]
    back = [set(group) for group in between(b, a)]
    assert forth == back[::-1]
    for first, second in pairwise(forth):
        assert any(distance(x, y) == 1 for x in first for y in second)
