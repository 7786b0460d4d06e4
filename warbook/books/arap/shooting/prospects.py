"""What a shooting action would do, exactly, before it is taken; from the kernels that play."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from warbook.books.arap.blasts.bursts import KINDS, figures_under, limit_of
from warbook.books.arap.blasts.dice import Struck, marker, stray, template
from warbook.books.arap.blasts.placing import Placed, usual_placement
from warbook.books.arap.blasts.striking import Under
from warbook.books.arap.blasts.strips import exposed, strip_goal
from warbook.books.arap.field.bodies import fighter
from warbook.books.arap.morale.dice import casualties_test
from warbook.books.arap.shooting.arms import Barrel
from warbook.books.arap.shooting.dice import Shots, foreseen, toll, toll_of_all
from warbook.books.arap.shooting.plans import (
    Plan,
    aim_at,
    chosen_barrels,
    hit_of,
    plan_of,
    shots_of,
    victims,
)  # fmt: skip
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.shooting.wound_dice import Band
from warbook.books.arap.state import Battle, Unit
from warbook.core.chance import Odds
from warbook.core.questions import Modifier, Preview

Lost: TypeAlias = dict[int, Fraction]
"""How many figures the target loses, with what chance."""


def mean_of(lost: Lost) -> Fraction:
    return sum((count * chance for count, chance in lost.items()), Fraction(0))


def prospect(
    battle: Battle, unit: Unit, target: Unit, terms: Terms, only: Collection[str] | None = None
) -> Preview:
    """Who fires and who does not and why, one goal for each kind of shooter, and what it comes to. Of a
    marker it is what it does where it is aimed."""
    plan = plan_of(battle, unit, target, terms, only)
    barrels = chosen_barrels(plan, {})
    words, given = [], ""
    direct = [barrel for barrel in barrels if barrel.manner == "shots"]
    laid = [barrel for barrel in barrels if barrel.manner in ("strip", "burst")]
    lost = shots_lost(battle, plan, direct) if direct else {0: Fraction(1)}
    for barrel in laid:
        placed = usual_placement(battle, plan, barrel)
        on, fallen = placed_lost(battle, plan, placed)
        if not direct and barrel is laid[0]:
            lost, given = fallen, "it lands where it is aimed" if on < 1 else ""
        mean = mean_of(fallen)
        sure = f"{float(on):.0%} on target, then " if on < 1 else ""
        words.append(f"{barrel.weapon.name}: {sure}{float(mean):.1f} lost")
    guesses = sum(barrel.manner == "guess" for barrel in barrels)
    if guesses:
        words.append(f"{guesses} at a range that is guessed")
    return _told(battle, plan, barrels, lost, words, given)


def foresee(
    battle: Battle, unit: Unit, target: Unit, terms: Terms, only: Collection[str] | None = None
) -> Lost:
    """The chances that the shots cost the target so many figures."""
    plan = plan_of(battle, unit, target, terms, only)
    return shots_lost(battle, plan, [each for each in chosen_barrels(plan, {}) if each.manner == "shots"])


def shots_lost(battle: Battle, plan: Plan, barrels: Sequence[Barrel]) -> Lost:
    shots, _ = shots_of(battle, plan, barrels)
    targets = victims(battle, plan, barrels)
    if not shots or not targets.bands:
        return {0: Fraction(1)}
    evenly = battle.rulings.large_battle_allocation
    bands = _merged(targets.bands)
    if len(bands) == 1 and not plan.target.locked and not evenly:
        return _of_like_figures(shots, bands[0])
    mine = [_of(battle, names, plan.target) for names in targets.figures]
    odds = foreseen.odds(shots, targets.bands, 0, evenly)
    return _counted(odds.map(lambda came: sum(n for n, own in zip(came.fallen, mine, strict=True) if own)))


def placed_lost(battle: Battle, plan: Plan, placed: Placed) -> tuple[Fraction, Lost]:
    """The chance that a template or marker stays where it was laid, and what it does there to the target."""
    barrel = placed.barrel
    if placed.lane is not None:
        those = exposed(battle, barrel, placed.lane)
        goal, fallback = strip_goal(battle, plan, barrel, placed.lane), battle.rulings.template_cover_fallback
        odds = template.odds(goal, hit_of(barrel), those.kinds, fallback, those.sirs)
        return Fraction(1), template_losses(battle, plan.target, those, odds)
    assert placed.spot is not None
    aim = aim_at(battle, plan, barrel)
    kind = KINDS[barrel.sight]
    strays = stray.odds(kind, aim.bs, aim.sum, battle.rulings.scatter_seven)
    limit = limit_of(battle, barrel, battle.figure(barrel.figure), placed.spot)
    on = Fraction(1) if limit == 0 else strays.chance(0)
    those = figures_under(battle, placed.spot, barrel.weapon.area)
    return on, template_losses(
        battle, plan.target, those, marker.odds(hit_of(barrel), those.kinds, those.sirs)
    )


# ---------------------------------------------------------------- counting


def _of_like_figures(shots: Shots, band: Band) -> Lost:
    if band.left == 1:
        return _counted(toll_of_all.odds(shots, band))
    if len(shots) == 1:
        return _counted(toll.odds(shots[0][0], shots[0][1], band, 0).map(lambda each: each.count))
    return _counted(foreseen.odds(shots, (band,), 0).map(lambda each: sum(each.fallen)))


def _merged(bands: Sequence[Band]) -> list[Band]:
    """Bands that differ only in what does not matter here are one."""
    covered = all(band.cover for band in bands)
    found: dict[Band, int] = {}
    for band in bands:
        like = Band(1, band.t, band.save, band.inv, band.left, band.cover and not covered)
        found[like] = found.get(like, 0) + band.count
    return [Band(count, one.t, one.save, one.inv, one.left, one.cover) for one, count in found.items()]


def template_losses(battle: Battle, target: Unit, those: Under, odds: Odds[tuple[Struck, ...]]) -> Lost:
    """What a template or a marker that lies there costs the target."""

    def fallen(came: tuple[Struck, ...]) -> int:
        count = 0
        for struck, names in zip(came, those.figures, strict=True):
            if _of(battle, names, target):
                left = battle.figure(names[0]).wounds
                count += sum(damage >= left for damage in struck.damage)
        return count

    return _counted(odds.map(fallen))


def _of(battle: Battle, names: Sequence[str], unit: Unit) -> bool:
    return bool(names) and battle.figure(names[0]).unit == unit.id


def _counted(odds: Odds[int]) -> Lost:
    return {count: chance for count, chance in sorted(odds.items()) if chance}


# ---------------------------------------------------------------- telling


def _told(
    battle: Battle, plan: Plan, barrels: Sequence[Barrel], lost: Lost, words: list[str], given: str
) -> Preview:
    before = len(battle.standing(plan.target))
    outcomes: dict[str, Fraction] = {}
    for count, chance in lost.items():
        name = _named(plan.target, before, count)
        outcomes[name] = outcomes.get(name, Fraction(0)) + chance
    headline = f"{float(mean_of(lost)):.1f} of {before} lost"
    return Preview(
        tuple(outcomes.items()), needs(battle, plan, barrels),
        (*volley_modifiers(battle, plan, barrels), *_firing(plan, barrels)),
        "; ".join([headline, *words]), given,
    )  # fmt: skip


def _firing(plan: Plan, barrels: Sequence[Barrel]) -> Iterator[Modifier]:
    """How many fire, and who does not and why."""
    yield Modifier(0, f"{len({barrel.figure for barrel in barrels})} fire")
    for refusal in dict.fromkeys(plan.idle.values()):
        count = sum(each == refusal for each in plan.idle.values())
        yield Modifier(0, f"{count} {'does' if count == 1 else 'do'} not: {refusal.words}", refusal.rule)


def _named(target: Unit, before: int, lost: int) -> str:
    if not lost:
        return "nobody"
    if lost >= before:
        return "wiped out"
    return "a quarter or more" if casualties_test(target.strength, lost) else "some"


def needs(battle: Battle, plan: Plan, barrels: Sequence[Barrel]) -> str:
    """One goal for each kind of shooter."""
    kinds: dict[tuple[str, int], int] = {}
    for barrel in barrels:
        if barrel.manner in ("shots", "strip"):
            name = f"{fighter(battle, battle.figure(barrel.figure)).name} with {barrel.weapon.name}"
            key = name, aim_at(battle, plan, barrel).goal
            kinds[key] = kinds.get(key, 0) + (barrel.shots if barrel.manner == "shots" else barrel.times)
    if len({goal for _, goal in kinds}) == 1:
        return f"{next(iter(kinds))[1]} or less"
    return ", ".join(f"{name}: {goal} or less" for name, goal in kinds)


def volley_modifiers(battle: Battle, plan: Plan, barrels: Sequence[Barrel]) -> tuple[Modifier, ...]:
    """The Ballistic Skill if all have the same; what changes it for the first of them, and what only others
    have."""
    skills = {aim_at(battle, plan, barrel).bs for barrel in barrels if barrel.manner == "shots"}
    found = [Modifier(bs, "Ballistic Skill", "arap.shooting.to-hit") for bs in skills if len(skills) == 1]
    for barrel in barrels:
        found += [each for each in aim_at(battle, plan, barrel).modifiers if each not in found]
    return tuple(found)
