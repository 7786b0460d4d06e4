"""The dice of tank shocks, of Death or Glory, and of rams."""

from __future__ import annotations

from msgspec import Struct

from warbook.books.vehicles.damage.dice import STRONGEST, UNHARMED, Armour, Condition, Harm, Strike, settle
from warbook.books.vehicles.shooting.troops_dice import morale
from warbook.core.chance import chance
from warbook.core.dice import Dice


class Shocked(Struct, frozen=True, cache_hash=True):
    """Whether a unit stood, and what its Death or Glory did to the Tank."""

    stands: bool
    harm: Harm = UNHARMED


class Bumper(Struct, frozen=True, cache_hash=True):
    """A vehicle in a ram: the hit it deals, its side that is struck, its condition."""

    strike: Strike
    armour: Armour
    condition: Condition = Condition()


class Ram(Struct, frozen=True, cache_hash=True):
    """What befell who rammed, a, and who was rammed, b."""

    dodged: bool
    a: Harm = UNHARMED
    b: Harm = UNHARMED


@chance
def shock(dice: Dice, ld: int) -> bool:
    """veh.tank.morale: whether the unit stands."""
    return morale(dice, ld, "veh.tank.morale")


@chance
def glory(dice: Dice, strike: Strike, armour: Armour, condition: Condition) -> Harm:
    """veh.glory.attack: one hit on the Tank's front, no roll to hit, no cover save (veh.V63)."""
    return settle(dice, ((strike, armour),), condition)


@chance
def tank_shock(dice: Dice, ld: int, strike: Strike, armour: Armour, condition: Condition) -> Shocked:
    """A unit that is tank shocked and, if it stands, tries Death or Glory."""
    return Shocked(True, glory(dice, strike, armour, condition)) if shock(dice, ld) else Shocked(False)


def stopped(harm: Harm, weapon_destroyed_stops: bool = True) -> bool:
    """veh.glory.stopped, veh.glory.failed: nothing and Shaken leave the Tank going; a lost weapon stops it or
    not by the switch of veh.V64."""
    lost = harm.weapons_lost > 0 and weapon_destroyed_stops
    return bool(harm.end) or harm.stunned or harm.immobilized or lost


def ram_strength(av: int, inches: float, tank: bool) -> int:
    """veh.ram.strength: of the vehicle that deals the hit; the inches are the rammer's (veh.V67). At most 10
    (veh.V26)."""
    return min(STRONGEST, max(0, av - 10) + int(inches // 3) + tank)


def ram_strike(av: int, inches: float, tank: bool, ap_dash: bool = False) -> Strike:
    """veh.ram.penetration: a ram has no AP, or a dash by the switch of veh.V34."""
    return Strike(ram_strength(av, inches, tank), ap_modifier=-int(ap_dash), rule="veh.ram.penetration")


@chance
def dodge(dice: Dice) -> bool:
    """veh.skimmer.dodge: on 3+."""
    return dice.d6("veh.skimmer.dodge", need=3) >= 3


@chance
def impact(dice: Dice, a: Bumper, b: Bumper) -> Ram:
    """veh.ram.impact, veh.ram.penetration: both hits at the same time (veh.V68)."""
    rammed = settle(dice, ((a.strike, b.armour),), b.condition)
    return Ram(False, settle(dice, ((b.strike, a.armour),), a.condition), rammed)


@chance
def ram(dice: Dice, a: Bumper, b: Bumper, may_dodge: bool) -> Ram:
    """A ram, from the dodge to the damage of both."""
    return Ram(True) if may_dodge and dodge(dice) else impact(dice, a, b)


def rammer_goes_on(ram: Ram) -> bool:
    """veh.ram.halt, veh.ram.continue (veh.V69): whether who rammed drives on."""
    return ram.b.end == "explodes" and not (ram.a.end or ram.a.stunned or ram.a.immobilized)
