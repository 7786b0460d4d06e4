"""The dice of tank shocks, of Death or Glory, and of rams."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.vehicles.thrown import noted, thrown
from warbook.books.vehicles.damage.dice import Armour, Condition, Harm, Strike
from warbook.books.vehicles.tanks.dice import (
    Bumper,
    Ram,
    Shocked,
    dodge,
    glory,
    impact,
    ram,
    ram_strength,
    ram_strike,
    rammer_goes_on,
    shock,
    stopped,
    tank_shock,
)

TANK = Bumper(ram_strike(13, 10, True), Armour(13), Condition(2))
OTHER = Bumper(ram_strike(11, 10, False), Armour(11), Condition(1))
WRECK, BANG = Harm(end="wrecked"), Harm(end="explodes")


@pytest.mark.rule("veh.tank.morale")
def test_who_is_shocked_stands_or_falls_back():
    assert thrown(shock, "4 4", 8) and not thrown(shock, "4 5", 8) and thrown(shock, "1 1", 0)
    assert noted(shock, "4 4", 8) == [("veh.tank.morale", 8, 2)]
    assert thrown(tank_shock, "6 6", 9, Strike(8), Armour(13), Condition()) == Shocked(False)
    assert thrown(tank_shock, "1 1 6 3", 9, Strike(8), Armour(13), Condition()) == Shocked(
        True, Harm(weapons_lost=1)
    )


@pytest.mark.rule("veh.glory.attack", "veh.V63")
def test_death_or_glory_is_one_hit_without_a_roll_to_hit():
    """S 8 and a 6 against AV 13: 14, penetrating."""
    assert thrown(glory, "6 5", Strike(8), Armour(13), Condition()) == WRECK
    assert thrown(glory, "5 6", Strike(8), Armour(13), Condition()) == Harm(immobilized=True)
    assert thrown(glory, "4", Strike(8), Armour(13), Condition()) == Harm()


@pytest.mark.rule("veh.glory.stopped", "veh.glory.failed", "veh.V64")
def test_what_stops_the_tank():
    assert not stopped(Harm()) and not stopped(Harm(shaken=True))
    assert (
        stopped(Harm(stunned=True)) and stopped(Harm(immobilized=True)) and stopped(WRECK) and stopped(BANG)
    )
    assert stopped(Harm(weapons_lost=1)) and not stopped(Harm(weapons_lost=1), weapon_destroyed_stops=False)
    assert stopped(Harm(immobilized=True, weapons_lost=1), weapon_destroyed_stops=False)


@pytest.mark.rule("veh.ram.strength", "veh.V67", "veh.V26")
@pytest.mark.parametrize(
    ("av", "inches", "tank", "s"),
    [
        (13, 10, True, 7),
        (11, 10, False, 4),
        (14, 2, True, 5),
        (14, 2.9, True, 5),
        (14, 3.0, True, 6),
        (10, 0, False, 0),
        (9, 3, False, 1),
        (14, 15, True, 10),
        (14, 24, True, 10),
    ],
)
def test_the_strength_of_a_ram(av, inches, tank, s):
    assert ram_strength(av, inches, tank) == s
    assert ram_strike(av, inches, tank) == Strike(s, rule="veh.ram.penetration")
    assert ram_strike(av, inches, tank, ap_dash=True).ap_modifier == -1


@pytest.mark.rule("veh.ram.impact", "veh.ram.penetration", "veh.V68")
def test_both_are_hit_at_the_same_time():
    """S 7 against AV 11 with a 5 explodes b; b's S 4 cannot hurt AV 13."""
    assert thrown(impact, "5 6 6", TANK, OTHER) == Ram(False, Harm(), BANG)
    back = Bumper(ram_strike(14, 10, True), Armour(14), Condition(1))
    # S 7 against AV 14 does nothing with a 6; S 8 against AV 13 penetrates
    assert thrown(impact, "6 6 4", TANK, back) == Ram(False, Harm(immobilized=True), Harm())


@pytest.mark.rule("veh.skimmer.dodge")
def test_a_dodge():
    assert [thrown(dodge, face) for face in "23"] == [False, True]
    assert dodge.odds().chance(True) == Fraction(2, 3)
    assert thrown(ram, "3", TANK, OTHER, True) == Ram(True)
    assert thrown(ram, "2 3 1", TANK, OTHER, True) == Ram(False) == thrown(ram, "3 1", TANK, OTHER, False)


@pytest.mark.rule("veh.ram.halt", "veh.ram.continue", "veh.V69")
def test_who_rams_drives_on_through_what_explodes():
    for harm in (Harm(), Harm(shaken=True), Harm(weapons_lost=1)):
        assert rammer_goes_on(Ram(False, harm, BANG)) and not rammer_goes_on(Ram(False, harm, WRECK))
    for harm in (Harm(stunned=True), Harm(immobilized=True), WRECK, BANG):
        assert not rammer_goes_on(Ram(False, harm, BANG))
    assert not rammer_goes_on(Ram(True)) and not rammer_goes_on(Ram(False))
