"""Grenades that miss, unreliable explosives, bombs that wake up, guessed ranges."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from warbook.books.gorkamorka.shooting.dice import OUT_OF_RANGE, Aim
from warbook.books.gorkamorka.shooting.grenade_dice import (
    Flight,
    bails,
    bungled,
    caught,
    drift,
    flight,
    touch_hits,
    wakes,
)
from warbook.core.dice import Scripted

FACES = range(1, 7)


def thrown(kernel, faces, *args):
    dice = Scripted(faces)
    result = kernel(dice, *args)
    assert not dice.left
    return result


@pytest.mark.rule("gce.special-weapons.scatter-roll")
@pytest.mark.rule("gce.special-weapons.blast-place")
@pytest.mark.parametrize(
    ("faces", "result"),
    [
        ("5", Flight("true")),
        ("4 3 4", Flight("wide", 3, 3)),  # three o'clock, in twelfths from 0
        ("2 6 5", Flight("dud")),
        ("2 6 6 6", Flight("dropped")),
        ("2 6 6 1", Flight("in hand")),
    ],
)
def test_a_grenade_that_needs_five(faces, result):
    assert thrown(flight, faces, Aim(5), True) == result


@pytest.mark.rule("gce.special-weapons.grenade-fumble")
@pytest.mark.rule("gce.special-weapons.unreliable-explosives")
@pytest.mark.parametrize(
    ("faces", "result"),
    [
        ("1", Flight("in hand")),
        ("2 3 4 1", Flight("astray", 7, 0)),
        ("3 1 1 12", Flight("astray", 2, 11)),
        ("4 6 6 7", Flight("asleep", 12, 6)),
        ("5 4 4 1", Flight("asleep", 8, 0)),
        ("6", Flight("dropped")),
    ],
)
def test_a_die_of_one_goes_to_the_table(faces, result):
    assert thrown(flight, f"1 {faces}", Aim(2), True) == result and thrown(bungled, faces, False) == result


@pytest.mark.rule("gce.special-weapons.scatter-roll")
@pytest.mark.rule("gce.basics.scatter-die")
def test_the_odds_after_a_miss():
    odds = flight.odds(Aim(OUT_OF_RANGE), True).map(lambda each: each.landed)
    missed = Fraction(5, 6)
    assert odds.chance("dud") == missed * Fraction(5, 36) and odds.chance("wide") == missed * Fraction(30, 36)
    table = Fraction(1, 6) + missed * Fraction(1, 36)
    assert odds.chance("in hand") == odds.chance("dropped") == table / 6
    assert odds.chance("astray") == odds.chance("asleep") == table / 3


def test_a_flight_beside_a_twin():
    def landed(aim, distance, die, chart):
        unreliable = ("in hand", "astray", "astray", "asleep", "asleep", "dropped")[chart - 1]
        if aim == 1:
            return unreliable
        if aim >= 4:
            return "true"
        return f"{distance} wide" if distance < 6 else unreliable if die == 6 else "dud"

    counted = Counter(landed(*faces) for faces in product(FACES, repeat=4))
    odds = flight.odds(Aim(4), True).map(
        lambda each: f"{each.inches} wide" if each.landed == "wide" else each.landed
    )
    assert dict(odds) == {name: Fraction(count, 6**4) for name, count in counted.items()}


@pytest.mark.rule("gce.basics.scatter-die")
def test_directions_are_the_hours_of_the_clock():
    odds = flight.odds(Aim(4), True)
    assert {each.direction for each in odds if each.landed == "wide"} == set(range(12))


def test_out_of_range_a_one_is_still_a_fumble_and_a_six_an_ammo_roll():
    assert thrown(flight, "1 6", Aim(OUT_OF_RANGE, ammo=True), True) == Flight("dropped")
    assert thrown(flight, "6 6 1", Aim(OUT_OF_RANGE, ammo=True), True) == Flight("dud", six=True)
    assert thrown(flight, "1 6", Aim(4, ammo=True, short=True), True) == Flight("dropped", six=True)


@pytest.mark.rule("gce.special-weapons.scatter-general")
def test_what_is_not_thrown_has_no_fumble():
    assert thrown(flight, "1 2 1", Aim(4), False) == Flight("wide", 2, 0)


@pytest.mark.rule("gce.special-weapons.delayed-bomb")
def test_a_bomb_wakes_up():
    assert wakes(Scripted("4")) and not wakes(Scripted("3"))


@pytest.mark.rule("gce.special-weapons.blast-coverage")
@pytest.mark.rule("gce.special-weapons.teardrop-coverage")
@pytest.mark.rule("gce.hiding.no-target")
def test_who_is_caught_by_a_template():
    """Three wholly under it, two partly with 4 and 2: four hits."""
    dice = Scripted("4 2")
    assert sum(caught(dice, wholly) for wholly in (True, True, True, False, False)) == 4
    assert not caught(Scripted("3"), False) and caught(Scripted("4"), False)
    assert touch_hits(Scripted("4"), 4) and not touch_hits(Scripted("3"), 4)


def test_a_guessed_shot_drifts_less_with_a_good_gunner():
    assert thrown(drift, "6", 3) == Flight("true")
    assert thrown(drift, "5 3 4 2", 3) == Flight("wide", 4, 1)
    assert thrown(drift, "1 1 1 1", 3) == Flight("wide", 0, 0)
    assert bails(Scripted("5")) == 5
