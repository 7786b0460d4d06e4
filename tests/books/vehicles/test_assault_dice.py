"""The dice of assaults."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.vehicles.thrown import noted, thrown
from warbook.books.vehicles.assault.dice import (
    GRENADES,
    attack_dice,
    blow_strike,
    doubled,
    grenade_aim,
    sweeps,
    troop_aim,
    vehicle_aim,
    walker_aim,
    walker_attacks,
)
from warbook.books.vehicles.damage.dice import Armour, Condition, penetrate
from warbook.books.vehicles.shooting.dice import AUTOMATIC, Aim, Shot, to_hit, volley


@pytest.mark.rule("veh.assault.attacks", "veh.assault.grenade-limit", "veh.V30")
def test_attack_dice():
    assert attack_dice(1, two_weapons=True, assaulted=True) == 3
    assert attack_dice(2, two_weapons=False, assaulted=False) == 2
    assert attack_dice(3, two_weapons=True, assaulted=True, grenade=True) == 1


@pytest.mark.rule("veh.assault.to-hit")
def test_to_hit_a_vehicle_by_its_speed():
    assert vehicle_aim("stationary", False) == AUTOMATIC
    assert to_hit.odds(vehicle_aim("combat", False)).chance("hit") == Fraction(1, 2)
    assert to_hit.odds(vehicle_aim("cruising", False)).chance("hit") == Fraction(1, 6)
    assert to_hit.odds(vehicle_aim("flat out", False)).chance("hit") == Fraction(1, 6)
    assert vehicle_aim("cruising", True) == vehicle_aim("flat out", True) == AUTOMATIC


@pytest.mark.rule("veh.P12.to-hit")
@pytest.mark.parametrize(
    ("ws", "theirs", "need"),
    [(4, 3, 3), (4, 4, 4), (4, 8, 4), (4, 9, 5), (1, 2, 4), (1, 3, 5), (10, 9, 3), (3, 7, 5), (3, 6, 4)],
)
def test_to_hit_by_weapon_skill(ws, theirs, need):
    assert troop_aim(ws, theirs) == Aim(need, rule="veh.P12.to-hit")
    assert walker_aim(ws, theirs) == Aim(need, rule="veh.walker.ws-to-hit")


@pytest.mark.rule("veh.walker.grenades", "veh.V74")
def test_grenades_on_a_walker():
    assert to_hit.odds(grenade_aim(4, 4, helpless=False)).chance("hit") == Fraction(1, 6)
    assert grenade_aim(9, 1, helpless=False).need == 6
    assert grenade_aim(4, 4, helpless=True) == walker_aim(4, 4)


@pytest.mark.rule("veh.assault.penetration")
def test_penetration_by_strength():
    assert thrown(penetrate, "6", blow_strike(4), 10) == "glancing"
    assert thrown(penetrate, "5", blow_strike(6), 10) == "penetrating"
    assert blow_strike(6).ap_modifier == 0 and blow_strike(6, ap_dash=True).ap_modifier == -1


@pytest.mark.rule("veh.assault.grenades")
def test_penetration_by_grenades():
    assert thrown(penetrate, "4", GRENADES["krak"], 10) == "glancing"
    assert thrown(penetrate, "3 4", GRENADES["melta"], 14) == "penetrating"
    assert thrown(penetrate, "6", GRENADES["frag"], 10) == "glancing"
    assert thrown(penetrate, "5", GRENADES["frag"], 10) == "none"
    assert thrown(penetrate, "4 4", GRENADES["tankbusta"], 14) == "glancing"
    assert all(strike.ap_modifier == 0 for strike in GRENADES.values())


@pytest.mark.rule("veh.V27")
def test_attacks_on_a_vehicle_roll_for_damage_as_shots_do():
    blows = (3, Shot(vehicle_aim("combat", False), blow_strike(6), Armour(10)))
    grenade = (1, Shot(AUTOMATIC, GRENADES["krak"], Armour(10)))
    assert noted(volley, "4 4 3  4 5 4  3 6 3", (blows, grenade), Condition(2)) == [
        ("veh.assault.to-hit", 4, 3),
        *[("veh.assault.penetration", 4, 1)] * 2,
        ("veh.assault.grenades", 4, 1),
        ("veh.damage.modifiers", None, 1),
        ("veh.damage.table", None, 1),
        ("veh.damage.modifiers", None, 1),
    ]


@pytest.mark.rule("veh.walker.attacks-reduced", "veh.V85")
def test_a_stunned_or_immobilized_walker_has_one_attack_less():
    assert walker_attacks(3, False, False, helpless=True) == 2
    assert walker_attacks(1, False, False, helpless=True) == 1
    assert walker_attacks(3, False, True, helpless=False) == 4


@pytest.mark.rule("veh.walker.close-combat-pair", "veh.V80")
def test_a_pair_of_close_combat_weapons():
    assert walker_attacks(2, True, False, helpless=False) == 3
    assert walker_attacks(1, True, False, helpless=True) == 2


@pytest.mark.rule("veh.walker.close-combat-weapon")
def test_the_close_combat_weapon_doubles_strength():
    assert [doubled(s) for s in (4, 5, 6)] == [8, 10, 10]


@pytest.mark.rule("veh.P12.sweep")
def test_a_sweeping_advance():
    assert thrown(sweeps, "3 3", 4, 4) and not thrown(sweeps, "3 4", 4, 4)
    assert thrown(sweeps, "1 3", 5, 3) and not thrown(sweeps, "1 4", 5, 3)
