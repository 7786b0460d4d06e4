"""Activation rolls, busts, and what pinned and suppressed units get of them."""

from __future__ import annotations

import pytest

from tests.books.arap.thrown import noted, thrown
from warbook.books.arap.activation.dice import (
    Attempt,
    activation_value,
    attempt,
    is_bust,
    points_of,
    successes,
)


@pytest.mark.rule("arap.turn.activation-value", "arap.C5")
def test_the_activation_value_goes_by_initiative():
    assert [activation_value(i) for i in (0, 1, 2, 3, 4, 5, 8)] == [3, 3, 3, 3, 4, 5, 5]


@pytest.mark.rule("arap.turn.activation-dice", "arap.turn.action-points", "arap.turn.activation-six")
@pytest.mark.parametrize(
    ("value", "faces", "good"),
    [(4, "2 4 6", 2), (3, "1 3 5", 2), (5, "5 6", 1), (4, "5", 0), (5, "6", 0), (3, "2 5", 1), (3, "4 6", 0)],
)
def test_each_success_is_a_point(value, faces, good):
    assert thrown(successes, faces, len(faces.split()), value) == good


def test_activation_dice_are_thrown_together():
    assert noted(successes, "1 2 3", 3, 4) == [("arap.turn.activation-dice", 4, 3, 6)]


@pytest.mark.rule("arap.turn.bust", "arap.turn.bust-with-success", "arap.morale.pinned-bust")
def test_two_failures_are_a_bust():
    assert is_bust(2, 0) and not is_bust(1, 0) and not is_bust(3, 2) and is_bust(3, 1)
    assert thrown(attempt, "2 5 6", 3, 3, "able", None, "able") == Attempt(1, True, False)
    assert thrown(attempt, "2 4 5", 3, 3, "pinned", None, "able") == Attempt(0, True, False)


@pytest.mark.rule("arap.morale.pinned", "arap.morale.suppressed")
def test_pinned_and_suppressed_units_have_fewer_points():
    assert [points_of(good, "pinned") for good in range(4)] == [0, 0, 0, 1]
    assert [points_of(good, "suppressed") for good in range(4)] == [0, 0, 1, 2]
    assert [points_of(good, "able") for good in range(4)] == [0, 1, 2, 3]


@pytest.mark.rule("arap.turn.pick-up", "arap.C3")
def test_failed_dice_are_rolled_again_by_the_next_player():
    assert thrown(attempt, "2 5 6 6 3", 3, 4, "able", 3, "able") == Attempt(1, True, True)
    assert thrown(attempt, "2 5 6 3 3", 3, 4, "able", 3, "pinned") == Attempt(1, True, False)
    assert thrown(attempt, "2 5 6 3 3", 3, 4, "able", 3, "suppressed") == Attempt(1, True, True)
    assert thrown(attempt, "2 5 6 3 4", 3, 4, "able", 3, "suppressed") == Attempt(1, True, False)
    assert thrown(attempt, "1 2 3", 3, 4, "able", 5, "able") == Attempt(3, False, False)
