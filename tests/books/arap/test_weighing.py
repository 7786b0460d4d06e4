"""The compiled sums of what places are worth, against the same one place and one enemy unit after another."""

from __future__ import annotations

from math import ceil, dist, exp

import numpy as np
import pytest

from warbook.books.arap.bot.weighing import marks, promise, weigh_places

PLACES = np.array([[3.0, 4.0, 0.0], [20.0, 11.0, 3.0], [40.0, 30.0, 0.0], [9.5, 9.5, 0.0]])
UNITS = [
    [(5.0, 5.0, 0.0), (6.5, 5.0, 0.0), (8.0, 5.0, 0.0)],
    [(30.0, 30.0, 0.0), (31.0, 31.5, 3.0)],
    [(12.0, 40.0, 0.0)],
]
# strikes, struck, want, reach, cap, share, backs, dreaded
FOES = np.array(
    [
        [12.0, 5.0, 30.0, 24.0, 40.0, 1.0, 1.0, 0.0],
        [-4.0, 25.0, 8.0, 12.0, 3.0, 0.5, 0.0, 1.0],
        [-1.0, 6.0, 11.0, 30.0, 99.0, 1.0, 1.0, 1.0],
    ]
)
POINTS = 20.0
FIRE = np.array([[max(0.0, top - 0.3 * inch) for inch in range(60)] for top in (15.0, 9.0, 6.0)])
BACK = np.array([[max(0.0, top - 0.2 * inch) for inch in range(60)] for top in (4.0, 7.0, 5.0)])
COMES = np.array([[max(0.0, 1.0 - inch / far) for inch in range(60)] for far in (12.0, 20.0, 40.0)])
ARRIVES = np.array([max(0.0, 1.0 - inch / 16.0) for inch in range(60)])
THEM = np.array([place for unit in UNITS for place in unit])
BEGINS = np.cumsum([0, *map(len, UNITS)])


def row(inches: float) -> int:
    return min(ceil(inches - 1e-6), 59)


def gap(place: np.ndarray, unit: int) -> float:
    return min(dist(place, figure) for figure in UNITS[unit])


def test_what_places_are_good_for() -> None:
    gaps, fires, lasting, best, nearest = weigh_places(PLACES, THEM, BEGINS, FIRE, COMES, FOES, POINTS)
    for number, place in enumerate(PLACES):
        slowly, lure = 0.0, 0.0
        for unit, (_, struck, want, reach, cap, share, _, dreaded) in enumerate(FOES.tolist()):
            away = gap(place, unit)
            assert gaps[unit, number] == pytest.approx(away)
            assert fires[unit, number] == pytest.approx(min(FIRE[unit][row(away)], cap) * share)
            lure = max(lure, max(0.0, want) * exp(-max(0.0, away - 0.7 * reach) / 10.0))
            slowly -= 0.6 * COMES[unit][row(away)] * min(struck, POINTS) * dreaded
        assert lasting[number] == pytest.approx(slowly + 0.5 * lure)
    near = [min(gap(place, unit) for place in PLACES) for unit in range(3)]
    wants = [FOES[unit, 2] / (10.0 + near[unit]) for unit in range(3)]
    assert best == wants.index(max(wants))
    assert nearest == pytest.approx(near[best])


@pytest.mark.parametrize("actions", [0.0, 0.6, 1.0, 2.0])
@pytest.mark.parametrize("visibility", [0.0, 12.0])
def test_what_places_promise(actions: float, visibility: float) -> None:
    gaps, fires, *_ = weigh_places(PLACES, THEM, BEGINS, FIRE, COMES, FOES, POINTS)
    seen = np.array(
        [
            [0.0, 1.0, 0.5, 0.0, 0.0, 0.0],
            [0.0, 0.0, 0.8, 0.2, 0.1, 0.75],
            [0.0] * 6,
            [1.0] * 6,
        ]
    )
    shelter = np.array([1.0, 0.5, 0.75, 1.0])
    found = promise(gaps, fires, seen, BACK, ARRIVES, FOES, shelter, POINTS, visibility, actions)
    for place in range(len(PLACES)):
        shots, charges, fear = [0.0], [0.0], 0.0
        for unit in range(3):
            share, away = max(seen[place, 2 * unit : 2 * unit + 2]), gaps[unit, place]
            if share <= 0.0 or (visibility and away > visibility):
                continue
            shots.append(fires[unit, place] * (1.0 if share > 0.75 else 0.7))
            charges.append(max(0.0, FOES[unit, 0]) * ARRIVES[row(away)])
            fear += BACK[unit][max(0, row(away) - 2)] * FOES[unit, 6]
        shot, charge = max(shots), max(charges)
        at_once = actions * shot
        if actions >= 0.5:
            many = max(0.0, actions - 1.0) if charge > 0.0 else actions
            at_once = max(at_once, charge + many * shot)
        later = 0.4 * max(shot, 0.5 * charge)
        slowly = 0.8 * at_once + later - 0.2 * min(fear, POINTS) * shelter[place]
        assert found[place] == pytest.approx(slowly)
    assert len({round(each, 6) for each in found.tolist()}) > 2  # they tell places apart


def test_of_each_unit_the_nearest_and_the_one_in_the_middle_are_looked_at() -> None:
    bodies = np.column_stack((THEM, np.arange(6.0), np.arange(6.0) + 10.0))
    found = marks(bodies, BEGINS, np.array([1, 0, 0]), np.array([[40.0, 5.0, 0.0]]))
    assert found[:, 3].tolist() == [2.0, 1.0, 3.0, 3.0, 5.0, 5.0]
