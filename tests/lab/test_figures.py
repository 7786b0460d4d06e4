"""Intervals say what they promise."""

import math
import random
from statistics import fmean, stdev

import pytest

from tests.kit.long import examples
from warbook.lab.fighting import Row
from warbook.lab.figures import difference, estimate, looks, of_force, share, twins

STUDENT = {1: 12.706, 2: 4.303, 5: 2.571, 10: 2.228, 30: 2.042, 120: 1.980}  # 95 of 100, from a printed table


@pytest.mark.parametrize("free", [5, 10, 30, 120])
def test_the_interval_of_a_mean_is_students(free):
    values = [random.Random(7).gauss(0, 1) for _ in range(1)] + [float(n % 5) for n in range(free)]
    found = estimate(values)
    expected = STUDENT[free] * stdev(values) / math.sqrt(len(values))
    assert found.mean == fmean(values)
    assert found.margin == pytest.approx(expected, rel=0.002)


@pytest.mark.parametrize(
    ("chance", "drawn", "count"), [(0.5, 0.0, 20), (0.5, 0.2, 50), (0.1, 0.0, 40), (0.9, 0.05, 200)]
)
def test_shares_are_covered(chance, drawn, count):
    luck, held, studies = random.Random(f"{chance} {drawn}"), 0, examples(600, 20_000)
    truth = chance * (1 - drawn) + drawn / 2
    for _ in range(studies):
        values = [0.5 if luck.random() < drawn else float(luck.random() < chance) for _ in range(count)]
        found = share(values)
        held += found.low <= truth <= found.high
        assert 0 <= found.low <= found.mean <= found.high <= 1
    assert held / studies > 0.92


def test_nobody_is_sure_of_none_or_all():
    none, every = share([0.0] * 10), share([1.0] * 10)
    assert none.low == none.mean == 0 and 0.2 < none.high < 0.4
    assert every.high == every.mean == 1 and every.low == pytest.approx(1 - none.high)


def test_a_difference_is_taken_twin_by_twin():
    ones, others = [0.0, 1.0, 0.0, 1.0, 1.0, 0.0], [0.0, 1.0, 1.0, 1.0, 1.0, 0.0]
    found = difference(ones, others)
    gaps = [0, 0, 1, 0, 0, 0]
    assert found.estimate.mean == pytest.approx(1 / 6)
    assert found.estimate.margin == pytest.approx(STUDENT[5] * stdev(gaps) / math.sqrt(6), rel=0.002)
    assert found.gained == pytest.approx(1 - stdev(gaps) ** 2 / (stdev(ones) ** 2 + stdev(others) ** 2))
    assert found.verdict == "no difference seen"
    assert difference([0.0] * 9, [1.0] * 8 + [0.9]).verdict == "more"
    assert difference([1.0] * 9, [0.1] * 8 + [0.0]).verdict == "less"


def test_all_looks_together_are_wrong_five_times_in_a_hundred_at_most():
    several = list(looks(10_000))
    assert several[0][0] == 100 and several[-1][0] == 10_000
    assert [count for count, _ in several] == sorted({count for count, _ in several})
    assert sum(1 - sure for _, sure in looks(10**9)) < 0.05
    assert list(looks(60)) == [(60, pytest.approx(1 - 0.05 * 6 / math.pi**2))]


def row(number, forces, points):
    return Row(0, number, "s", forces, "x", points=points)


def test_points_of_a_force_count_from_both_sides_and_not_against_itself():
    rows = [
        row(0, ("x", "y"), (1.0, 0.0)), row(1, ("y", "x"), (1.0, 0.0)), row(2, ("z", "x"), (0.5, 0.5)),
        row(3, ("x", "x"), (1.0, 0.0)),
    ]  # fmt: skip
    assert of_force(rows, "x", "y").mean == 0.5
    assert of_force(rows, "x").mean == pytest.approx(0.5) and of_force(rows, "x").count == 3
    assert of_force(rows, "x", "w").count == 0


def test_only_battles_that_both_have_fought_are_twins():
    ones, others = [row(2, ("x",), (1,)), row(0, ("x",), (1,))], [row(0, ("y",), (0,)), row(1, ("y",), (0,))]
    assert [[each.number for each in side] for side in twins(ones, others)] == [[0], [0]]
