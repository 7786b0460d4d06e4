"""Weapons on a card: range, Strength and the like in words, what is special about them, how they stand."""

from __future__ import annotations

from collections.abc import Iterator

from warbook.books.gorkamorka.field.bodies import type_of
from warbook.books.gorkamorka.fight import arms as close
from warbook.books.gorkamorka.mob.data import factions, weapon_rules, weapons
from warbook.books.gorkamorka.mob.describing import ammo_words, has_rule
from warbook.books.gorkamorka.mob.lists import Power, Weapon
from warbook.books.gorkamorka.shooting import aim
from warbook.books.gorkamorka.shooting import arms as ranged
from warbook.books.gorkamorka.showing.entries import word_id
from warbook.books.gorkamorka.state import Battle, Warrior
from warbook.core.cards import Arm, Trait

SENT = ("table", "reserve")


def arms_of(battle: Battle, warrior: Warrior) -> Iterator[Arm]:
    """All he can shoot with, the fixed weapon that is his to fire among it, then what is for blows alone.
    Everybody has a knife (gce.hand-to-hand.knife)."""
    fired = ranged.ranged_arms(battle, warrior)
    for arm in fired:
        yield _fired(battle, warrior, arm)
    names = {arm.id for arm in fired}
    for name in dict.fromkeys((*warrior.weapons, "knife")):
        if name not in names:
            yield _struck_with(battle, warrior, weapons()[name])


def _fired(battle: Battle, warrior: Warrior, arm: ranged.Arm) -> Arm:
    """One that serves hand to hand is of use even when it cannot be fired (gce.weapon.classes)."""
    barred = ranged.not_ready(battle, warrior, arm)
    serves = not arm.mount and arm.id in close.melee_weapons(battle, warrior)
    state = "ready" if warrior.place in SENT else ""
    if barred is not None:
        state = f"{barred.words}{', but serves hand to hand' if serves else ''}"
    name = arm.weapon.name
    if arm.mount:
        name += f" of {battle.vehicle(arm.mount).name}"
    return Arm(
        name=name,
        words="; ".join((*ranged_words(arm.weapon, warrior), *_blow_words(weapons()[arm.id], warrior))),
        state=state,
        useless=barred is not None and not serves,
        rule=barred.rule if barred else "gce.weapon.statline",
        traits=traits_of(arm.weapon),
    )


def _struck_with(battle: Battle, warrior: Warrior, weapon: Weapon) -> Arm:
    gone = weapon.id not in close.melee_weapons(battle, warrior)
    state = "ready" if warrior.place in SENT else ""
    return Arm(
        name=weapon.name,
        words="; ".join(_blow_words(weapon, warrior)) or "of no use in a battle",
        state="not at hand" if gone else state,
        useless=gone,
        rule="gce.weapon.statline",
        traits=traits_of(weapon),
    )


def traits_of(weapon: Weapon) -> tuple[Trait, ...]:
    """The rules that a weapon has besides its figures."""
    return tuple(
        Trait(rule.name, rule.means, word_id(name))
        for name, rule in weapon_rules().items()
        if has_rule(weapon, name)
    )


def ranged_words(weapon: Weapon, shooter: Warrior | None = None) -> Iterator[str]:
    """gce.weapon.statline: what it does from afar, in the hands of that shooter or of anybody."""
    if weapon.teardrop:
        yield f'a flame {weapon.teardrop}" long, no roll to hit'
    elif weapon.guess:
        yield f'lobbed {weapon.guess[0]} to {weapon.guess[1]}", the range guessed'
    elif weapon.thrown_reach and shooter is not None:
        yield f'thrown up to {aim.reach(shooter, weapon)}"{_to_hit(weapon.hit_short)}'
    elif weapon.short is not None and weapon.long is not None:
        near = f'short range {weapon.short[1]}"{_to_hit(weapon.hit_short)}'
        yield f'{near}, long {weapon.long[1]}"{_to_hit(weapon.hit_long)}'
    elif weapon.short is not None:
        yield f'range {weapon.short[1]}"{_to_hit(weapon.hit_short)}'
    if weapon.blast:
        yield f'a blast {weapon.blast}" across'
    if not weapon.harmless:
        yield _power(weapon, shooter)
    if weapon.sustained_dice:
        dice = weapon.sustained_dice
        yield f"sustained fire with {dice} {'die' if dice == 1 else 'dice'}"
    if weapon.uses:
        yield "once in a battle"
    elif weapon.ammo is not None:
        yield f"ammo {ammo_words(weapon.ammo)}{_short_of_it(shooter)}"


def _short_of_it(shooter: Warrior | None) -> str:
    """Some mobs test their ammo on a 1 to hit as well."""
    faction = factions().get(type_of(shooter).faction) if shooter else None
    return ", rolled after a 1 to hit too" if faction and faction.short_of_ammo else ""


def _blow_words(weapon: Weapon, warrior: Warrior) -> Iterator[str]:
    """What it does hand to hand."""
    blow = weapon.close
    if blow is not None:
        hands = ", both hands" if weapon.two_handed else ""
        yield f"hand to hand{hands}, {_power(blow, warrior)}"


def _power(power: Power, user: Warrior | None) -> str:
    """gce.weapon.strength, gce.weapon.save-modifier, gce.weapon.damage."""
    own = user.profile.s if user else 0
    strength = power.strength_of(own)
    dice = f"{power.strength_d6 if power.strength_d6 > 1 else ''}D6" if power.strength_d6 else ""
    told = "+".join(filter(None, (dice, str(strength) if strength or not dice else "")))
    words = [f"strength {told}"]
    if modifier := power.modifies(strength):
        words.append(f"{modifier} to saves")
    if power.damage != 1:
        words.append(f"damage {power.damage}")
    return ", ".join(words)


def _to_hit(value: int) -> str:
    return f" ({value:+} to hit)" if value else ""
