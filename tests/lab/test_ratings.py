"""Ratings from points."""

import math
import random

import pytest

from warbook.lab.ratings import ratings


def taken(score: dict[tuple[str, str], tuple[float, int]]) -> dict[tuple[str, str], list[float]]:
    """`x, y: (wins of x, battles)`."""
    found = {}
    for (x, y), (wins, battles) in score.items():
        found[x, y] = [1.0] * int(wins) + [0.0] * (battles - int(wins))
        found[y, x] = [1 - each for each in found[x, y]]
    return found


def test_two_are_as_far_apart_as_their_points_say():
    best, worst = ratings(["x", "y"], taken({("y", "x"): (640, 1000)}))
    assert best.name == "y" and best.points == 640 and best.battles == 1000
    apart = best.rating - worst.rating
    share = 640.5 / 1001
    assert apart == pytest.approx(400 * math.log10(share / (1 - share)), abs=0.01)
    assert best.rating == pytest.approx(-worst.rating)
    one = 400 / math.log(10) * 1.959964 / math.sqrt(1001 * share * (1 - share))  # of the difference, by hand
    assert best.margin == pytest.approx(one / 2, rel=1e-6)


def test_equal_points_are_equal_ratings():
    score = {("x", "y"): (10, 20), ("y", "z"): (10, 20), ("x", "z"): (10, 20)}
    assert [each.rating for each in ratings(["x", "y", "z"], taken(score))] == pytest.approx(
        [0, 0, 0], abs=1e-6
    )


def test_who_won_everything_has_a_rating():
    best, _ = ratings(["x", "y"], taken({("x", "y"): (30, 30)}))
    assert best.name == "x" and 100 < best.rating < 1000


def test_true_strengths_lie_within_the_margins():
    truth, luck, held, all_ = {"p": 0.0, "q": 0.5, "r": 1.2}, random.Random(3), 0, 0
    middle = sum(truth.values()) / 3
    for _ in range(120):
        score = {}
        for x, y in (("p", "q"), ("p", "r"), ("q", "r")):
            chance = 1 / (1 + math.exp(truth[y] - truth[x]))
            score[x, y] = sum(luck.random() < chance for _ in range(120)), 120
        for each in ratings(list(truth), taken(score)):
            true = 400 / math.log(10) * (truth[each.name] - middle)
            held += abs(each.rating - true) <= each.margin
            all_ += 1
    assert 0.92 < held / all_ < 0.99
