"""Tests after fire, and what calls for them."""

from __future__ import annotations

import pytest

from tests.books.arap.thrown import noted, thrown
from warbook.books.arap.morale.dice import (
    casualties,
    casualties_test,
    half_lost,
    keeps_head,
    keeps_on,
    suppressing,
    suppression_test,
)


@pytest.mark.rule("arap.morale.heavy-casualty-trigger")
@pytest.mark.parametrize(
    ("strength", "lost", "tests"),
    [
        (10, 3, True),
        (10, 2, False),
        (8, 2, True),
        (8, 1, False),
        (10, 10, False),
        (10, 9, True),
        (1, 1, False),
    ],
)
def test_a_quarter_of_the_figures(strength, lost, tests):
    assert casualties_test(strength, lost) == tests


@pytest.mark.rule("arap.morale.suppression-trigger", "arap.A9")
@pytest.mark.parametrize(
    ("strength", "hits", "tests", "by_switch"),
    [(10, 3, True, True), (10, 2, False, False), (8, 2, True, False), (8, 3, True, True), (7, 2, True, True),
     (5, 1, False, False), (4, 1, True, False), (4, 2, True, True)],
)  # fmt: skip
def test_hits_that_call_for_a_suppression_test(strength, hits, tests, by_switch):
    assert suppression_test(strength, 0, hits) == tests == (hits >= suppressing(strength))
    assert suppression_test(strength, 0, hits, more_than_quarter=True) == by_switch


@pytest.mark.rule("arap.morale.suppression-limits")
def test_losses_rule_out_suppression():
    assert suppression_test(8, 1, 5) and not suppression_test(8, 2, 5)


@pytest.mark.rule("arap.morale.heavy-casualty-test")
def test_an_even_failure_pins_and_an_odd_one_routs():
    assert thrown(casualties, "3 4", 7) == "pass" and thrown(casualties, "4 4", 7) == "pinned"
    assert thrown(casualties, "4 5", 7) == "routs" and thrown(casualties, "4 5 3 4", 7, True) == "pass"
    assert thrown(casualties, "4 5 4 4", 7, True) == "pinned" and thrown(casualties, "1 1", 0) == "pass"


@pytest.mark.rule("arap.morale.heavy-casualty-half", "arap.F48")
def test_half_lost_is_a_modifier_by_a_switch():
    assert half_lost(10, 5) == -1 and half_lost(10, 4) == 0 and half_lost(5, 3) == -1
    assert thrown(casualties, "4 4", 8 + half_lost(10, 5)) == "pinned"


@pytest.mark.rule("arap.morale.pinning-test", "arap.morale.pinning-barrage")
def test_pinning():
    assert thrown(keeps_head, "5 3", 8) and not thrown(keeps_head, "5 4", 8)
    assert not thrown(keeps_head, "5 3", 8, False, True) and thrown(keeps_head, "4 3", 8, False, True)
    assert noted(keeps_head, "4 3", 8, False, True) == [("arap.morale.pinning-test", 7, 2, 6)]


@pytest.mark.rule("arap.morale.suppression-test")
def test_suppression():
    assert not thrown(keeps_on, "4 4", 7) and thrown(keeps_on, "3 4", 7)
    assert noted(keeps_on, "3 4", 7) == [("arap.morale.suppression-test", 7, 2, 6)]
