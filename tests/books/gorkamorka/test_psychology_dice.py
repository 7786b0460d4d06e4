"""Fear, terror, stupidity and frenzy; burning warriors; bottle tests."""

from __future__ import annotations

from fractions import Fraction

import pytest

from warbook.books.gorkamorka.ending.dice import must_check, stays
from warbook.books.gorkamorka.psychology.dice import (
    Run,
    feared_ws,
    fights_on,
    flees,
    initiative_score,
    leadership_score,
    runs_burning,
    wanders,
)
from warbook.core.dice import Scripted


@pytest.mark.rule("gce.fear.charged")
def test_fear():
    assert [feared_ws(ws) for ws in (0, 1, 2, 3, 4)] == [0, 1, 1, 2, 2]


@pytest.mark.rule("gce.terror.start-within-8")
def test_terror():
    assert flees(Scripted("2 4")) == 6


@pytest.mark.rule("gce.stupidity.movement")
@pytest.mark.rule("gce.stupidity.hth")
def test_stupidity():
    assert wanders(Scripted("2")) is None and wanders(Scripted("3")) is None
    assert wanders(Scripted("5 12")) == 11 and wanders(Scripted("4 1")) == 0
    assert fights_on(Scripted("4")) and not fights_on(Scripted("3")) and not fights_on(Scripted("2"))


@pytest.mark.rule("gce.foot.on-fire-flee")
def test_a_burning_warrior_runs():
    assert runs_burning(Scripted("3 4 1")) == Run(7, 0)


@pytest.mark.rule("gce.basics.initiative-test")
@pytest.mark.rule("gce.basics.leadership-test")
def test_nothing_passes_or_fails_of_itself_unless_players_want_it():
    assert (
        initiative_score(6, False) == 6 and initiative_score(6, True) == 5 and initiative_score(3, True) == 3
    )
    assert (
        leadership_score(12, False) == 12
        and leadership_score(12, True) == 11
        and leadership_score(7, True) == 7
    )


@pytest.mark.rule("gce.ending.bottle-test")
def test_a_bottle_test():
    assert stays(Scripted("4 4"), 8) and not stays(Scripted("4 4"), 7)
    assert stays.odds(7).chance(True) == Fraction(21, 36)


@pytest.mark.rule("gce.ending.threshold")
@pytest.mark.parametrize(
    ("models", "casualties", "percent", "checks"),
    [
        (12, 3, 25, True),
        (12, 2, 25, False),
        (10, 3, 25, True),
        (10, 2, 25, False),
        (10, 4, 50, False),
        (10, 5, 50, True),
        (0, 0, 25, False),
    ],
)
def test_when_a_mob_must_check(models, casualties, percent, checks):
    assert must_check(casualties, models, percent) is checks
