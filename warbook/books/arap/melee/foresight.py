"""A round of melee before it is fought: two units as if all figures of each were like most of them."""

from __future__ import annotations

from collections import Counter

from warbook.books.arap.army.data import Fighter
from warbook.books.arap.dice.goals import goal_of
from warbook.books.arap.field.bodies import like
from warbook.books.arap.field.units import leadership, most_have
from warbook.books.arap.melee.attacks import Bonus, own_attacks, strikes_at
from warbook.books.arap.melee.choices import pays
from warbook.books.arap.melee.dice import Blow, melee_hit
from warbook.books.arap.melee.resolution import Resolve
from warbook.books.arap.melee.round_dice import Fighters
from warbook.books.arap.shooting.wound_dice import Band
from warbook.books.arap.state import Battle, Unit
from warbook.books.family.wounds import NEVER


def main_kind(battle: Battle, unit: Unit) -> int:
    """That of most of its figures."""
    return Counter(like(battle, figure) for figure in battle.standing(unit)).most_common(1)[0][0]


def melee_fighters(battle: Battle, unit: Unit, count: int, bonus: Bonus, cover: bool = False) -> Fighters:
    """So many figures of a unit, with what their Charge gives them, if they Charge, and against cover."""
    return _alike(battle.setup.fighters[main_kind(battle, unit)], count, bonus, cover)


def _alike(kind: Fighter, count: int, bonus: Bonus, cover: bool) -> Fighters:
    """Figures of a kind, with the strongest of their weapons, or with two where that pays."""
    body = kind.profile
    weapon = max(kind.melee, key=lambda each: each.strength_of(body.s), default=None)
    strength = body.s if weapon is None else weapon.strength_of(body.s)
    ap = NEVER if weapon is None or weapon.ap is None else weapon.ap
    hit = melee_hit(strength, ap, "rending" in kind.rules)
    both = kind.two_weapons and pays(kind)
    mods = kind.armed + bonus.to_hit
    attacks = [(own_attacks(body.a, both), Blow(goal_of(body.ws, mods - both), hit))]
    if bonus.attacks:
        attacks.append((bonus.attacks, Blow(goal_of(body.ws, mods), hit)))
    band = Band(count, body.t, body.save, body.invulnerable, body.w)
    return Fighters(band, tuple(attacks), strikes_at(body.i, cover))


def resolves(
    battle: Battle, one: Unit, two: Unit, bonus: Bonus, charges: bool = True
) -> tuple[Resolve, Resolve]:
    """How both stand in the reckoning if `one` Charges with this bonus; grenades that take it away leave the
    one for having Charged (arap.charge.defensive-grenades)."""
    again_one, again_two = (most_have(battle, unit, "know-no-fear") for unit in (one, two))
    return (
        Resolve(int(charges), leadership(battle, one), again_one),
        Resolve(bonus.charged_score, leadership(battle, two), again_two),
    )
