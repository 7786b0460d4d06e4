"""The dice of assaults. Attacks on a vehicle are a `volley` of `shooting.dice` with the aims of this chapter;
blows at troops are a `fusillade` of `shooting.troops_dice`."""

from __future__ import annotations

from typing import Literal, TypeAlias

from warbook.books.vehicles.damage.dice import STRONGEST, Strike
from warbook.books.vehicles.shooting.dice import AUTOMATIC, Aim
from warbook.core.chance import chance
from warbook.core.dice import Dice

Speed: TypeAlias = Literal["stationary", "combat", "cruising", "flat out"]
Grenade: TypeAlias = Literal["frag", "krak", "melta", "tankbusta"]


def blow_strike(s: int, ap_dash: bool = False) -> Strike:
    """veh.assault.penetration. A blow has no AP, or a dash by the switch of veh.V34."""
    return Strike(s, ap_modifier=-int(ap_dash), rule="veh.assault.penetration")


def grenade_strike(bonus: int, dice: int, ap_dash: bool = False) -> Strike:
    """veh.assault.grenades: one D6, or the sum of two, and the bonus."""
    return Strike(bonus, "sum" if dice == 2 else "d6", -int(ap_dash), rule="veh.assault.grenades")


# veh.assault.grenades; tankbusta bombs are the data's.
GRENADES: dict[Grenade, Strike] = {
    "frag": grenade_strike(4, 1),
    "krak": grenade_strike(6, 1),
    "melta": grenade_strike(8, 2),
    "tankbusta": grenade_strike(6, 2),
}


def vehicle_aim(speed: Speed, immobilized: bool) -> Aim:
    """veh.assault.to-hit."""
    if immobilized or speed == "stationary":
        return AUTOMATIC
    return Aim(4 if speed == "combat" else 6, rule="veh.assault.to-hit")


def troop_aim(ws: int, their_ws: int) -> Aim:
    """veh.P12.to-hit: 3+ against a lower WS, 5+ against one of more than double, else 4+."""
    return Aim(_ws_need(ws, their_ws), rule="veh.P12.to-hit")


def walker_aim(ws: int, their_ws: int) -> Aim:
    """veh.walker.ws-to-hit: by a Walker or against one."""
    return Aim(_ws_need(ws, their_ws), rule="veh.walker.ws-to-hit")


def grenade_aim(ws: int, walker_ws: int, helpless: bool) -> Aim:
    """veh.walker.grenades: against a Walker, `helpless` if it is Stunned or Immobilized."""
    return walker_aim(ws, walker_ws) if helpless else Aim(6, rule="veh.walker.grenades")


def _ws_need(ws: int, their_ws: int) -> int:
    return 3 if their_ws < ws else 5 if their_ws > 2 * ws else 4


def attack_dice(a: int, two_weapons: bool, assaulted: bool, grenade: bool = False) -> int:
    """veh.assault.attacks, veh.assault.grenade-limit, veh.P12: of one model."""
    return 1 if grenade else a + two_weapons + assaulted


def walker_attacks(a: int, pair: bool, assaulted: bool, helpless: bool) -> int:
    """veh.walker.attacks-reduced (veh.V85), veh.walker.close-combat-pair (veh.V80): `helpless` if it is
    Stunned or Immobilized."""
    return (max(1, a - 1) if helpless else a) + pair + assaulted


def doubled(s: int) -> int:
    """veh.walker.close-combat-weapon, veh.V26."""
    return min(STRONGEST, 2 * s)


@chance
def sweeps(dice: Dice, winner_i: int, loser_i: int) -> bool:
    """veh.P12.sweep: a sweeping advance, D6 + I on both sides; the winner catches them unless his total
    is lower."""
    return dice.d6("veh.P12.sweep") + winner_i >= dice.d6("veh.P12.sweep") + loser_i


@chance
def hard_going(dice: Dice) -> int:
    """veh.P3.difficult: the higher of two dice is as far as an assault through difficult ground gets."""
    return dice.pool(2, "veh.P3.difficult")[0]


@chance
def consolidation(dice: Dice) -> int:
    """veh.P12.consolidate: inches."""
    return dice.d6("veh.P12.consolidate")
