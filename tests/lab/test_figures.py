"""Intervals say what they promise."""

import math
import random
from statistics import fmean, stdev

import pytest
from msgspec.structs import replace

from tests.kit.long import examples
from warbook.lab.fighting import Row
from warbook.lab.figures import (
    FIRST,
    FORCE,
    MEASURES,
    apart,
    difference,
    estimate,
    looks,
    of_force,
    of_variant,
    share,
    twins,
)

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


def test_a_force_is_followed_to_whichever_side_it_fights_on():
    """Where it takes all from both sides, the first side has half, and so it has where it takes nothing."""
    rows = [
        Row(0, n, "s", ("x", "y") if n % 2 == 0 else ("y", "x"), "x", "w", points, own=n % 2)
        for n, points in enumerate([(1.0, 0.0), (0.0, 1.0)] * 10)
    ]
    beaten = [replace(row, points=row.points[::-1]) for row in rows]
    assert of_variant(rows, FORCE).mean == 1 and of_variant(rows, FIRST).mean == 0.5
    assert apart(rows, beaten, FORCE).estimate.mean == -1 and apart(rows, beaten, FIRST).estimate.mean == 0
    alone = [replace(row, own=-1) for row in rows]
    assert of_variant(alone, FORCE).count == 0


def test_few_that_differ_say_little_of_how_many_do():
    """Nothing seen in a hundred pairs: still one or two in a hundred may differ."""
    none = difference([0.0] * 100, [0.0] * 100, shares=True)
    assert none.estimate.low < -0.015 and none.estimate.high > 0.015
    assert none.verdict == "no difference seen"
    luck, held, studies = random.Random(4), 0, examples(200, 20_000)
    for _ in range(studies):
        gaps = [float(luck.random() < 0.02) for _ in range(100)]
        found = difference([0.0] * 100, gaps, shares=True).estimate
        held += found.low <= 0.02 <= found.high
    assert held / studies >= 0.94


@pytest.mark.parametrize("chance", [0.5, 0.97])
def test_who_stops_when_it_is_narrow_enough_is_still_right(chance):
    """Looking again and again until the interval is narrow, and taking it then."""
    luck, held, runs = random.Random(f"{chance}"), 0, examples(60, 4000)
    for _ in range(runs):
        values: list[float] = []
        for count, sure in looks(3200):
            values += [float(luck.random() < chance) for _ in range(count - len(values))]
            found = share(values, sure)
            if found.margin <= 0.06:
                break
        held += found.low <= chance <= found.high
    assert held / runs >= 0.95


def test_losses_are_a_mean_and_no_share_that_is_won():
    """Where a tenth is lost in every battle it is known to be a tenth."""
    rows = [Row(0, n, "s", ("x", "y"), "x", "w", (1.0, 0.0), 3, (0.1, 0.1 + n % 2 / 100)) for n in range(40)]
    losses = next(each for each in MEASURES if each.name == "losses")
    assert of_variant(rows, losses).margin < 0.002
    assert apart(rows, rows, losses).estimate.margin == 0
