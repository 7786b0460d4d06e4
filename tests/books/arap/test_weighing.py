"""The compiled sums of what places are worth, against the same one place and one enemy unit after another."""

from __future__ import annotations

from math import ceil, cos, dist, exp, inf, radians, sin
from random import Random

import numpy as np
import pytest

from warbook.books.arap.bot.weighing import hopeful, marks, promise, ring_of, to_try, weigh_places

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
    lasting = np.array([3.0, -2.0, 0.5, 9.0, 4.0])
    gaps, fires = (np.column_stack((each, each[:, 1])) for each in (gaps, fires))
    looked = np.array([3, 1, 0, 4])
    found = promise(
        lasting, looked, gaps, fires, seen, BACK, ARRIVES, FOES, shelter, POINTS, visibility, actions
    )
    assert found[2] == pytest.approx(0.5 - 0.25 * POINTS)  # from where nobody looked
    for number, place in enumerate(looked.tolist()):
        shots, charges, fear = [0.0], [0.0], 0.0
        for unit in range(3):
            share, away = max(seen[number, 2 * unit : 2 * unit + 2]), gaps[unit, place]
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
        slowly = 0.8 * at_once + later - 0.2 * min(fear, POINTS) * shelter[number]
        assert found[place] == pytest.approx(lasting[place] + slowly)
    assert len({round(each, 6) for each in (found - lasting).tolist()}) > 2  # they tell places apart


def test_of_each_unit_the_nearest_and_the_one_in_the_middle_are_looked_at() -> None:
    bodies = np.column_stack((THEM, np.arange(6.0), np.arange(6.0) + 10.0))
    found = marks(bodies, BEGINS, np.array([1, 0, 0]), np.array([[40.0, 5.0, 0.0]]))
    assert found[:, 3].tolist() == [2.0, 1.0, 3.0, 3.0, 5.0, 5.0]


@pytest.mark.parametrize("facing", [0.0, 90.0, 135.0, 300.0])
def test_places_all_round(facing: float) -> None:
    """Twelve at a move and twelve at half of it; who has to turn about comes less far; nobody leaves the
    table."""
    here = np.array([[4.0, 30.0, 1.5]])
    found = ring_of(here, facing, 6.0, 5.5, 90.0, np.array((1.0, 0.5)), 48.0, 36.0)
    slowly = []
    for share in (1.0, 0.5):
        for bearing in range(0, 360, 30):
            off = abs((bearing - facing + 180.0) % 360.0 - 180.0)
            far = share * (6.0 if off <= 90.0 else 5.5)
            x, y = 4.0 + far * cos(radians(bearing)), 30.0 + far * sin(radians(bearing))
            slowly.append((min(max(x, 0.5), 47.5), min(max(y, 0.5), 35.5), 1.5))
    assert found == pytest.approx(np.array(slowly))
    assert len({tuple(spot) for spot in found.tolist()}) == 24


def test_places_to_try_are_the_best_in_each_limit_and_the_first_ones_apart() -> None:
    """Against the same one after another, over many places of which some are equally good."""
    luck = Random(5)
    for _ in range(50):
        spots = [(luck.uniform(0.0, 8.0), luck.uniform(0.0, 8.0), luck.choice((0.0, 3.0))) for _ in range(25)]
        scores = [float(luck.randint(0, 9)) for _ in spots]
        here, limits = (4.0, 4.0, 0.0), (inf, inf, 3.0, 2.0, 1.2)
        slowly: list[int] = []
        for limit in limits:
            open_to = [
                n
                for n, spot in enumerate(spots)
                if n not in slowly
                and dist(spot, here) <= limit
                and (limit < inf or all(_apart(spot, spots[k]) >= 1.2 for k in slowly))
            ]
            if open_to:
                slowly.append(max(open_to, key=lambda n: (scores[n], -n)))
        found = to_try(np.array(spots), np.array([here]), np.array(scores), np.array(limits), 1.2)
        assert found.tolist() == slowly


def test_nothing_is_tried_where_there_is_no_place() -> None:
    none = np.empty((0, 3))
    assert not len(to_try(none, np.zeros((1, 3)), np.empty(0), np.array((inf, 3.0)), 1.2))


def _apart(one: tuple[float, ...], two: tuple[float, ...]) -> float:
    return max(abs(a - b) for a, b in zip(one, two, strict=True))


def test_the_most_hopeful_places_are_looked_from_and_the_first_ones_in_any_case() -> None:
    """Against sorting them; of those equally good the first comes first."""
    luck = Random(9)
    for many in (1, 5, 25):
        places = np.array(
            [[luck.uniform(0, 48), luck.uniform(0, 48), luck.choice((0.0, 3.0))] for _ in range(many)]
        )
        lasting = np.array([float(luck.randint(-3, 3)) for _ in range(many)])
        fires = np.array([[float(luck.randint(0, 2)) for _ in range(many)] for _ in range(3)])
        for sure in (0, 1):
            looked, found, eyes = hopeful(places, lasting, fires, 1.5, 4, sure)
            hopes = lasting + 1.2 * fires.max(axis=0)
            rest = sorted(range(sure, many), key=lambda place: (-hopes[place], place))[:4]
            slowly = [*range(sure), *rest]
            if many <= 4 + sure:
                slowly.sort()
            assert looked.tolist() == slowly
            assert found == pytest.approx(places[slowly])
            assert eyes == pytest.approx(places[slowly] + (0.0, 0.0, 1.5))
