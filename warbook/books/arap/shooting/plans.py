"""Who of a unit fires what at another, and who does not and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from math import inf

from msgspec import Struct

from warbook.books.arap.field.bodies import WITHIN, fighter, like, profile, units_apart
from warbook.books.arap.field.near import combats, is_engaged
from warbook.books.arap.shooting.aiming import Aim, aim_of
from warbook.books.arap.shooting.arms import LINE_OF_SIGHT, Arm, Barrel, arms_of, manners, reach_of
from warbook.books.arap.shooting.dice import Shot, Shots, to_hit
from warbook.books.arap.shooting.looking import Look, any_line, look_at
from warbook.books.arap.shooting.targets import Struckable, struckable
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.shooting.wound_dice import Hit, harm_of
from warbook.books.arap.state import Battle, Figure, Unit
from warbook.books.family.wounds import NEVER
from warbook.core.questions import Refusal

HOLD = "hold"


class Plan(Struct):
    """What each figure could fire, in the order of their worth, and what bars the others."""

    unit: Unit
    target: Unit
    terms: Terms
    looks: dict[str, Look]
    arms: dict[str, list[Arm]]
    idle: dict[str, Refusal]


def plan_of(
    battle: Battle, unit: Unit, target: Unit, terms: Terms, only: Collection[str] | None = None
) -> Plan:
    plan = Plan(unit, target, terms, {}, {}, {})
    for figure in firers(battle, unit, only):
        look = look_at(battle, figure, target)
        arms, refusals = arms_of(battle, figure, look, target, terms)
        plan.looks[figure.id] = look
        if len(arms) > 1:
            plan.arms[figure.id] = sorted(arms, key=lambda arm: -worth_of(battle, plan, arm))
        elif arms:
            plan.arms[figure.id] = arms
        else:
            plan.idle[figure.id] = refusals[0]
    return plan


def firers(battle: Battle, unit: Unit, only: Collection[str] | None = None) -> list[Figure]:
    """Who of the unit is free to fire; of one in melee, those not engaged; of one aboard, all."""
    there = [figure for figure in battle.members(unit) if figure.place in ("table", "aboard")]
    return [
        figure
        for figure in there
        if (only is None or figure.id in only) and not (unit.locked and is_engaged(battle, figure))
    ]


def may_fire(
    battle: Battle, unit: Unit, target: Unit, terms: Terms, only: Collection[str] | None = None
) -> Refusal | None:
    """Why nobody of the unit can fire at the target on these terms; None if somebody can. It looks no further
    than it must."""
    found: Counter[Refusal] = Counter()
    if target.hidden:
        return Refusal("nobody knows where they are", "arap.H8")
    blocked: dict[tuple[int, bool, bool, tuple[str, ...]], list[Refusal]] = {}
    reaches: dict[int, tuple[float, bool]] = {}
    for figure in firers(battle, unit, only):
        kind = like(battle, figure)
        alike = kind, figure.down, figure.hangs, figure.fired
        if kind not in reaches:
            weapons = fighter(battle, figure).weapons
            furthest = max((reach_of(weapon) for weapon in weapons), default=0.0)
            reaches[kind] = furthest, any("guess" in manners(weapon, terms) for weapon in weapons)
        reach, guesses = reaches[kind]
        if guesses or terms.charge or any_line(battle, figure, target, reach + WITHIN):
            look = look_at(battle, figure, target)
        else:
            look = Look(figure.id, (), len(battle.standing(target)))
        if not look.lines and alike in blocked:  # what bars one who sees nobody bars all like him
            found.update(blocked[alike])
            continue
        arms, refusals = arms_of(battle, figure, look, target, terms)
        if arms:
            return None
        weapons = fighter(battle, figure).weapons
        if not look.lines and not any(weapon.template or weapon.area for weapon in weapons):
            blocked[alike] = refusals
        found.update(refusals)
    if not found:
        return Refusal("nobody of it is free to fire", "arap.shooting.eligibility")
    best = max(found.values())
    refusal = next(refusal for refusal, count in found.items() if count == best)
    furthest = max(reach for reach, _ in reaches.values())
    if refusal.rule == LINE_OF_SIGHT and furthest + WITHIN < units_apart(battle, unit, target) < inf:
        return Refusal(f"no weapon of it reaches beyond {furthest:g} inches", "arap.shooting.eligibility")
    return refusal


# ---------------------------------------------------------------- what a barrel comes to


def hit_of(barrel: Barrel) -> Hit:
    """What a hit of it is like. Templates are always near, markers by the distance to the burst (arap.D6)."""
    weapon = barrel.weapon
    near = bool(weapon.template) or barrel.inches <= weapon.short_range + 0.01
    half = barrel.inches <= weapon.range / 2 + 0.01
    return Hit(
        barrel.strength,
        NEVER if weapon.ap is None else weapon.ap,
        weapon.damage,
        near,
        "melta" in weapon.rules and half,
        "rending" in weapon.rules,
        "pinning" in weapon.rules,
    )


def aim_at(battle: Battle, plan: Plan, barrel: Barrel) -> Aim:
    look = plan.looks[barrel.figure]
    return aim_of(battle, barrel, look, plan.unit, plan.target, plan.terms)


def shot_of(battle: Battle, plan: Plan, barrel: Barrel) -> Shot:
    covered = plan.looks[barrel.figure].cover != "none"
    return Shot(
        aim_at(battle, plan, barrel).goal,
        hit_of(barrel),
        "gets-hot" in barrel.weapon.rules,
        battle.rulings.hit_the_cover and covered,
    )


def worth_of(battle: Battle, plan: Plan, arm: Arm) -> float:
    """About how many wounds it takes: to put the better weapon first."""
    body = profile(battle, battle.standing(plan.target)[0])
    total = 0.0
    for barrel in arm:
        each = _wounds(hit_of(barrel), body.t, body.save, body.invulnerable, body.w)
        if barrel.manner == "shots":
            total += barrel.shots * _hits(shot_of(battle, plan, barrel)) * each
        else:
            many = min(len(battle.standing(plan.target)), 3 if barrel.manner == "strip" else 2)
            share = 0.7 if barrel.manner == "strip" else 0.5 if barrel.manner == "burst" else 0.3
            total += barrel.times * many * share * each
    return total


@lru_cache(maxsize=1024)
def _wounds(hit: Hit, toughness: int, save: int, invulnerable: int, most: int) -> float:
    harm = harm_of.odds(hit, toughness, save, invulnerable)
    return float(harm.mean(lambda came: min(max(came, 0), most)))


@lru_cache(maxsize=1024)
def _hits(shot: Shot) -> float:
    return float(to_hit.odds(shot).chance("hit"))


def choices(battle: Battle, plan: Plan, name: str) -> list[Arm]:
    """The arms of a figure among which somebody might doubt: none that another outdoes in every way."""
    arms = plan.arms[name]
    return [
        arm
        for arm in arms
        if not any(_outdoes(battle, plan, other, arm) for other in arms if other is not arm)
    ]


def _outdoes(battle: Battle, plan: Plan, one: Arm, other: Arm) -> bool:
    """Both are plain shots, and the first is better in something and worse in nothing."""
    if len(one) > 1 or len(other) > 1 or one[0].manner != "shots" or other[0].manner != "shots":
        return False
    if "gets-hot" in one[0].weapon.rules:
        return False
    first, second = (_merits(battle, plan, arm[0]) for arm in (one, other))
    if first == second:
        return plan.arms[one[0].figure].index(one) < plan.arms[one[0].figure].index(other)
    return all(a >= b for a, b in zip(first, second, strict=True))


def _merits(battle: Battle, plan: Plan, barrel: Barrel) -> tuple[float, ...]:
    shot = shot_of(battle, plan, barrel)
    hit = shot.hit
    damage = {"D3": 2.0, "D6": 3.5}.get(str(hit.damage)) or float(hit.damage)
    return (
        barrel.shots, shot.goal, hit.s, -hit.ap, damage, hit.melta, hit.rending, hit.pinning, hit.near,
        -("gets-hot" in barrel.weapon.rules),
    )  # fmt: skip


def chosen_barrels(plan: Plan, picked: Mapping[str, str]) -> list[Barrel]:
    """The barrels that fire when so much is chosen; who is not named fires the first of his arms."""
    found: list[Barrel] = []
    for name, arms in plan.arms.items():
        want = picked.get(name, "")
        if want != HOLD:
            found += next((arm for arm in arms if arm_id(arm) == want), arms[0])
    return found


def arm_id(arm: Arm) -> str:
    return "+".join(barrel.id for barrel in arm)


# ---------------------------------------------------------------- all shots of a volley


def shots_of(battle: Battle, plan: Plan, barrels: Sequence[Barrel]) -> tuple[Shots, list[list[Barrel]]]:
    """arap.shooting.mixed-dice: the shots, kind by kind, and the barrels behind each. Barrels that may burn
    their firers are kept apart."""
    kinds: dict[tuple[Shot, str], list[Barrel]] = {}
    for barrel in barrels:
        if barrel.manner == "shots":
            shot = shot_of(battle, plan, barrel)
            kinds.setdefault((shot, barrel.figure if shot.hot else ""), []).append(barrel)
    shots = tuple((sum(each.shots for each in group), shot) for (shot, _), group in kinds.items())
    return shots, list(kinds.values())


def victims(battle: Battle, plan: Plan, barrels: Sequence[Barrel]) -> Struckable:
    """arap.shooting.open-casualties-first, arap.F10: those in range and sight of who fires; who is in the
    open to one of them is struck before those in cover. In close combat anybody who fights there
    (arap.F11)."""
    if plan.target.locked:
        group = next(units for units in combats(battle) if plan.target in units)
        return struckable(battle, [figure for unit in group for figure in battle.standing(unit)])
    seen: dict[str, bool] = {}
    for barrel in barrels:
        if barrel.manner == "shots":
            for line in barrel.lines:
                seen[line.figure] = seen.get(line.figure, False) or line.cover == "none"
    figures = [figure for figure in battle.standing(plan.target) if figure.id in seen]
    return struckable(battle, figures, [name for name, openly in seen.items() if openly])
