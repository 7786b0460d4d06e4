"""What a figure strikes with: how often, how hard, at whom, and in which Initiative step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.arap.army.data import Fighter, natural_blows
from warbook.books.arap.army.lists import MeleeWeapon
from warbook.books.arap.dice.goals import goal_of
from warbook.books.arap.field.bodies import fighter, profile
from warbook.books.arap.field.units import initiative
from warbook.books.arap.melee.attacks import (
    HACK,
    Armed,
    Bonus,
    Stance,
    charge_bonus,
    hack_modifiers,
    hit_modifiers,
    hooked,
    own_attacks,
    strikes_at,
    weapon_skill,
)
from warbook.books.arap.melee.dice import Attacks, Blow, melee_hit
from warbook.books.arap.melee.reach import (
    across_barricade,
    blocks_way,
    in_arc,
    opponents,
    quadrant,
    reached,
    uphill,
)
from warbook.books.arap.shooting.wound_dice import Hit
from warbook.books.arap.state import Battle, Charge, Figure, Unit
from warbook.books.family.wounds import NEVER
from warbook.core.questions import Modifier

ARMED: dict[int, Armed] = {0: "armed", -1: "improvised", -2: "unarmed"}
KRAK = melee_hit(6, 4)
"""arap.charge.krak-profile."""


class Manner(Struct, frozen=True):
    """What the players have decided for the round (arap.G44): who strikes with two weapons, who drops a krak
    grenade, who plants a charge."""

    two_weapons: frozenset[str] = frozenset()
    krak: frozenset[str] = frozenset()
    plants: frozenset[str] = frozenset()


class Swing(Struct, frozen=True):
    """The attacks of one figure on one enemy unit, and why its goal is what it is."""

    figure: str
    target: str
    attacks: Attacks
    why: tuple[Modifier, ...] = ()


def swings(battle: Battle, figure: Figure, manner: Manner) -> list[Swing]:
    """arap.melee.who-fights, arap.melee.attacks-by-arc: all that the figure does in its step; nothing
    if nobody is in reach and arc. Who hangs on a ladder or a face has one hand for it
    (arap.movement.climb-equipment)."""
    if figure.down:
        return []
    foes = reached(battle, figure, opponents(battle, battle.unit(figure.unit)))
    kind = fighter(battle, figure)
    if figure.id in manner.plants:
        return _planted(battle, figure, foes)
    found: list[Swing] = []
    natural = natural_blows(kind) if kind.natural else ()
    free = kind.profile.a - sum(count for _, count in natural)
    first = True
    if kind.melee or not kind.natural:
        foe = next((foe for foe in foes if in_arc(battle, figure, foe)), None)
        if foe is not None:
            both = figure.id in manner.two_weapons
            count = free if kind.natural else kind.profile.a
            count = own_attacks(count, both, battle.rulings.second_weapon_attack)
            weapon = _main(kind, one_handed=figure.hangs)
            found.append(_swing(battle, figure, foe, weapon, count, both, True))
            first = False
    for way, count in natural:
        foe = next((foe for foe in foes if quadrant(figure, foe) in way.arc), None)
        if foe is not None and count:
            found.append(_swing(battle, figure, foe, None, count, False, first))
            first = False
    return found


def hack(battle: Battle, figure: Figure, target: Unit, full: bool = False) -> Swing:
    """arap.rout.free-hack, arap.G24, arap.G25: one attack at 4 or less, or all of them."""
    kind = fighter(battle, figure)
    foes = reached(battle, figure, battle.standing(target))
    high = bool(foes) and uphill(figure, foes[0])
    why = hack_modifiers(Stance(ARMED[kind.armed], uphill=high))
    goal = goal_of(HACK, sum(each.value for each in why))
    return Swing(
        figure.id,
        target.id,
        ((kind.profile.a if full else 1, Blow(goal, hit_with(kind, _main(kind)))),),
        why,
    )


def step_of(battle: Battle, figure: Figure, manner: Manner) -> int:
    """arap.melee.initiative-order: the step in which it strikes; Chargers against cover, krak attacks and
    heavy weapons come last (arap.charge.against-cover, arap.charge.krak-attack)."""
    kind = fighter(battle, figure)
    weapon = _main(kind)
    own = kind.profile.i
    if figure.id in manner.krak or (weapon is not None and "initiative-1" in weapon.rules):
        own = min(own, 1)
    for charge in battle.charges:
        if charge.together and figure.unit in (charge.unit, charge.target):
            one, other = battle.unit(charge.unit), battle.unit(charge.target)
            return hooked(initiative(battle, one), initiative(battle, other))  # arap.charge.flesh-hooks
        if charge.unit == figure.unit:
            own = strikes_at(own, charge.cover)
    return own


def hit_with(kind: Fighter, weapon: MeleeWeapon | None) -> Hit:
    """arap.H6: the user's Strength and no AP, unless the weapon has its own."""
    rending = "rending" in kind.rules
    if weapon is None:
        return melee_hit(kind.profile.s, NEVER, rending)
    return melee_hit(
        weapon.strength_of(kind.profile.s),
        NEVER if weapon.ap is None else weapon.ap,
        rending or "rending" in weapon.rules,
        weapon.damage,
    )


def charges_by(battle: Battle, unit: str, target: str = "") -> list[Charge]:
    """The Charges of the unit in this round that still count."""
    return [
        charge
        for charge in battle.charges
        if charge.unit == unit
        and charge.target in (target or charge.target,)
        and not charge.resumed
        and not charge.caught
    ]


# ---------------------------------------------------------------- one weapon at one enemy


def _main(kind: Fighter, one_handed: bool = False) -> MeleeWeapon | None:
    """The strongest of its weapons, or of those that take one hand."""
    strength = kind.profile.s
    weapons = [each for each in kind.melee if not (one_handed and "two-handed" in each.rules)]
    return max(weapons, key=lambda each: (each.strength_of(strength), -(each.ap or NEVER)), default=None)


def _swing(
    battle: Battle, figure: Figure, foe: Figure, weapon: MeleeWeapon | None, count: int, both: bool,
    extra: bool,
) -> Swing:  # fmt: skip
    """The extra attacks of a Charge are not at -1 for a second weapon (arap.G44); who jumped down strikes
    harder with what he holds (arap.movement.jump-into-melee-bonus)."""
    kind = profile(battle, figure)
    hit = hit_with(fighter(battle, figure), weapon)
    if weapon is not None and any(figure.id in each.jumped for each in charges_by(battle, figure.unit)):
        hit = replace(hit, s=hit.s + 1)
    skill = weapon_skill(kind.ws, figure.prone)
    bonus = _bonus(battle, figure, foe)
    stance = stance_of(battle, figure, foe, both)
    why = hit_modifiers(stance)
    goal = goal_of(skill, sum(each.value for each in why))
    attacks: Attacks = ((count, Blow(goal, hit)),) if count else ()
    if extra and bonus.attacks:
        single = hit_modifiers(stance_of(battle, figure, foe, False))
        attacks += ((bonus.attacks, Blow(goal_of(skill, sum(each.value for each in single)), hit)),)
    return Swing(figure.id, foe.unit, attacks, why)


def _bonus(battle: Battle, figure: Figure, foe: Figure) -> Bonus:
    """arap.charge.bonus-table, arap.charge.bonus-first-round, arap.G4."""
    for charge in charges_by(battle, figure.unit, foe.unit):
        if charge.bonus:
            return charge_bonus(charge.direction)
    return Bonus()


def stance_of(battle: Battle, figure: Figure, foe: Figure, both: bool, planting: bool = False) -> Stance:
    """arap.melee.hit-modifiers: all that changes the figure's goal against the other, whichever way that one
    faces (arap.melee.defence-all-round); teeth and claws are weapons (arap.melee.natural-weapons-armed)."""
    charges = charges_by(battle, figure.unit, foe.unit)
    return Stance(
        ARMED[fighter(battle, figure).armed],
        both,
        uphill(figure, foe),
        across_barricade(battle, figure, foe),
        planting,
        any(charge.bonus and charge.direction == "rear" for charge in charges),
        any(charge.ambush for charge in charges),
        any(figure.id in charge.jumped for charge in charges),
        blocks_way(battle, figure),
        foe.prone and not figure.prone,
    )


def _planted(battle: Battle, figure: Figure, foes: Sequence[Figure]) -> list[Swing]:
    """arap.charge.planted-grenades, arap.charge.krak-vehicles: one attack at -1 on a vehicle."""
    foe = next((foe for foe in plantable(battle, foes) if in_arc(battle, figure, foe)), None)
    bombs = [each for each in fighter(battle, figure).grenades if is_planted(each.rules)]
    if foe is None or not bombs:
        return []
    bomb = max(bombs, key=lambda each: each.strength if isinstance(each.strength, int) else 0)
    strength = bomb.strength if isinstance(bomb.strength, int) else profile(battle, figure).s
    hit = melee_hit(strength, NEVER if bomb.ap is None else bomb.ap, False, bomb.damage)
    why = hit_modifiers(stance_of(battle, figure, foe, False, True))
    skill = weapon_skill(profile(battle, figure).ws, figure.prone)
    goal = goal_of(skill, sum(each.value for each in why))
    return [Swing(figure.id, foe.unit, ((1, Blow(goal, hit)),), why)]


def is_planted(rules: Iterable[str]) -> bool:
    return bool({"planted", "planted-only"} & set(rules))


def plantable(battle: Battle, foes: Iterable[Figure]) -> list[Figure]:
    """Vehicles, where they are in the game (arap.H19)."""
    return [foe for foe in foes if battle.rulings.vehicles and profile(battle, foe).vehicle]
