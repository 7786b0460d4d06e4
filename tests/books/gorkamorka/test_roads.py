"""How far the bot thinks it is to drive, compiled and not."""

from __future__ import annotations

from math import hypot, inf
from typing import Any

import numpy as np
import pytest

from tests.books.gorkamorka.table import table
from warbook.board.geometry import Spot
from warbook.books.gorkamorka.bot import roads
from warbook.books.gorkamorka.bot.roads import roads_of

BOTH = pytest.mark.parametrize("compiled", [True, False])


def kernel(name: str, compiled: bool) -> Any:
    found = getattr(roads, name)
    return found if compiled else found.py_func


def ground() -> Any:
    """Places 2 inches apart, 6 by 5 of them; three in a row are bad."""
    cost = np.ones((6, 5))
    cost[2, 0:3] = 5.0
    return cost


def slow(cost: Any, goal: tuple[int, int]) -> Any:
    """The same by going over all places again and again."""
    found = {(i, j): inf for i in range(6) for j in range(5)}
    found[goal] = 0.0
    for _ in range(30):
        for i, j in found:
            for k, n in found:
                if max(abs(k - i), abs(n - j)) == 1:
                    step = 2.0 * hypot(k - i, n - j) * (cost[i, j] + cost[k, n]) / 2
                    found[i, j] = min(found[i, j], found[k, n] + step)
    return found


@BOTH
@pytest.mark.parametrize("goal", [(0, 0), (5, 0), (3, 2), (2, 1)])
def test_how_far_it_is_round_bad_places_or_through_them(compiled: bool, goal: tuple[int, int]) -> None:
    far = kernel("_spread", compiled)(ground(), goal)
    assert {place: far[place] for place in np.ndindex(6, 5)} == pytest.approx(slow(ground(), goal))


@BOTH
@pytest.mark.parametrize(
    ("spot", "cell"),
    [
        ((0.9, 1.1), (0, 1)),
        ((3.1, 4.9), (2, 2)),
        ((-3.0, 2.0), (0, 1)),
        ((30.0, 2.0), (5, 1)),
        ((2.0, -1.1), (1, 0)),
        ((2.0, 20.0), (1, 4)),
    ],
)
def test_the_place_nearest_to_a_point_is_on_the_table(
    compiled: bool, spot: tuple[float, float], cell: tuple[int, int]
) -> None:
    assert kernel("_cell", compiled)(ground(), *spot) == cell


@BOTH
def test_from_a_point_the_way_leads_over_one_of_the_nine_places_round_it(compiled: bool) -> None:
    """What is left to that place costs as the ground on which the point lies."""
    cost = ground()
    field = roads._spread(cost, (5, 4))
    for x, y in ((0.3, 0.4), (4.2, 3.9), (9.9, 8.0), (6.6, 0.1), (2.1, 2.0), (2.1, 0.4)):
        i, j = round(x / 2), round(y / 2)
        wanted = min(
            field[k, n] + cost[i, j] * hypot(2 * k - x, 2 * n - y)
            for k in range(max(0, i - 1), min(6, i + 2))
            for n in range(max(0, j - 1), min(5, j + 2))
        )
        assert kernel("_far", compiled)(cost, field, x, y) == pytest.approx(wanted)


@BOTH
def test_all_ends_are_measured_from_a_point_ahead_of_each(compiled: bool) -> None:
    cost = ground()
    field = roads._spread(cost, (5, 4))
    ends = np.array([[2.0, 6.0, 0.0], [8.0, 2.0, 90.0], [8.0, 6.0, 180.0]])
    ahead = [(5.0, 6.0), (8.0, 5.0), (5.0, 6.0)]
    far = kernel("_all_far", compiled)(cost, field, ends, 3.0)
    assert far.tolist() == pytest.approx([roads._far(cost, field, x, y) for x, y in ahead])


@BOTH
def test_an_end_is_cramped_by_each_glance_at_a_bad_place(compiled: bool) -> None:
    ends = np.array([[0.0, 2.0, 0.0], [8.0, 2.0, 180.0], [8.0, 2.0, 0.0], [4.0, 2.0, 90.0]])
    cramped = kernel("_all_cramped", compiled)(ground(), ends, np.array([0.0, 4.0, 6.0]))
    assert cramped.tolist() == [1.0, 1.0, 0.0, 1.0]


def test_a_vehicle_goes_round_rocks_and_what_would_hold_it() -> None:
    """From one side of a wide obstacle to the other it is farther than straight on; farther off it is not."""
    for obstacle, held in (
        ("block (22,0) (26,30) h=3", True),
        ("area (22,0) (26,30) ground=very-difficult", True),
        ("area (22,0) (26,30) ground=open", False),
    ):
        game = table(f"ork_trukk T (10,10)  {obstacle}  ork_boy x (40,10)")
        known = roads_of(game.battle.table, game.ride("T"))
        assert (known.far(10.0, 10.0, Spot(40.0, 10.0)) > 40.0) is held, obstacle
        assert known.far(30.0, 40.0, Spot(40.0, 40.0)) == pytest.approx(10.0)


def test_who_keeps_away_from_a_spot_goes_farther() -> None:
    """So many inches round it, the limit included; what is known of the others stays as it is."""
    game = table("ork_trukk T (10,10)  ork_boy x (40,10)")
    known = roads_of(game.battle.table, game.ride("T"))
    straight, goal = known.far(10.0, 24.0, Spot(40.0, 24.0)), Spot(40.0, 24.0)
    assert known.round((Spot(24.0, 24.0),), 6.0).far(10.0, 24.0, goal) > straight + 1.0
    assert known.round((Spot(24.0, 30.0),), 6.0).cost[12, 12] == roads.BAD
    assert known.round((Spot(24.0, 30.1),), 6.0).cost[12, 12] == 1.0
    assert known.far(10.0, 24.0, goal) == straight and known.round((), 6.0) is known
