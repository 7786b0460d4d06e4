"""Fire: whom at, with what, and where templates, markers and grenades are laid."""

from __future__ import annotations

from functools import lru_cache
from math import exp, hypot
from random import Random
from typing import Any

import numpy as np

from warbook.board.geometry import Spot, distance
from warbook.books.arap.blasts.grenades import grenades_of, throwers
from warbook.books.arap.blasts.lanes import Lane
from warbook.books.arap.blasts.placing import usual_placement
from warbook.books.arap.bot.aims import counts
from warbook.books.arap.bot.worth import Guns, figure_worth
from warbook.books.arap.field.bodies import fighter, gaps_between, like, profile, units_apart
from warbook.books.arap.field.cover import classes_from
from warbook.books.arap.field.covering import HARD, NONE
from warbook.books.arap.field.near import centre
from warbook.books.arap.field.sight import lines, unit_sees
from warbook.books.arap.field.stills import while_still
from warbook.books.arap.morale.dice import quarter
from warbook.books.arap.shooting.aiming import of_target
from warbook.books.arap.shooting.arms import Barrel
from warbook.books.arap.shooting.dice import Shot, Shots, to_hit
from warbook.books.arap.shooting.looking import sighted
from warbook.books.arap.shooting.plans import Plan, chosen_barrels, plan_of, shots_of, victims
from warbook.books.arap.shooting.prospects import mean_of, placed_lost
from warbook.books.arap.shooting.targets import Struckable
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.shooting.wound_dice import Hit, harm_of
from warbook.books.arap.state import Battle, Unit
from warbook.books.family.wounds import NEVER
from warbook.core.questions import Choose, Form, Option

SHAKEN = 0.12  # of a unit's points: what its test for casualties is worth
STRAYED = 0.25  # of what a marker does where it is aimed, it does where it goes astray
GUESSED = 0.4  # of the same, at a range that is guessed
BESIDE = 5.0  # inches from a target within which a marker may harm others
OWN = 1.5  # how much more one's own count than the enemy's


def volley_worth(battle: Battle, unit: Unit, target: Unit, terms: Terms) -> float:
    """What a shooting action takes on average, in points, less what it takes of one's own."""
    plan = plan_of(battle, unit, target, terms)
    barrels = chosen_barrels(plan, {})
    figures = battle.standing(target)
    each = sum(figure_worth(battle, figure) for figure in figures) / max(1, len(figures))
    direct = [barrel for barrel in barrels if barrel.manner == "shots"]
    worth = 0.0
    if direct:
        worth += _direct(battle, plan, direct, each)
    for barrel in barrels:
        if barrel.manner != "shots":
            worth += _laid(battle, plan, barrel, each)
    return worth * counts(battle, target)


def about(battle: Battle, guns: Guns, unit: Unit, target: Unit, terms: Terms) -> float:
    """The same, about, where nobody else is near: as if each of its figures fired
    at whom he sees nearest, in the cover that this one has from him, and all the enemies were of one kind."""
    figures, foes = battle.standing(unit), battle.standing(target)
    squad = guns.squad(battle, target)
    known = sum(each.value for each in of_target(battle, target)) + terms.aimed
    known -= unit.tactical == battle.clock
    low = bool(target.tactical) or 2 * sum(each.prone for each in foes) > len(foes)
    key = _at_nearest, unit.id, target.id
    mean = 0.0
    for row, inches, cover in while_still(battle, key, lambda: _at_nearest(battle, unit, target)):
        figure = figures[row]
        if not figure.down and not figure.fired:
            modifier = known - (cover if cover != NONE else low)
            table = guns.volley(like(battle, figure), squad.kind, modifier, terms.points)
            mean += table[min(inches, len(table) - 1)]
    many = len(foes)
    each, mean = squad.points / many, min(mean, 0.9 * many)
    worth = mean * each + _at_least(quarter(target.strength), mean) * SHAKEN * each * many
    return worth * counts(battle, target)


def _at_nearest(battle: Battle, unit: Unit, target: Unit) -> list[tuple[int, int, int]]:
    """Of each of a unit who sees anybody of another which one he is, the inches to the nearest, rounded up,
    and the class of cover; who does not see half of them has them in hard cover."""
    open_to = sighted(battle, unit, target)
    count = open_to.sum(axis=1)
    rows = np.flatnonzero(count)
    if not len(rows):
        return []
    gaps = np.where(open_to, gaps_between(battle, unit, target), np.inf)[rows]
    nearest, sights = gaps.argmin(axis=1), lines(battle, unit.id, target.id)
    covers = classes_from(battle, sights.eyes[rows], sights.bodies[nearest])
    covers = np.where(2 * count[rows] < open_to.shape[1], HARD, covers)
    inches = np.ceil(gaps.min(axis=1) - 1e-6).astype(np.int64)
    return list(zip(rows.tolist(), inches.tolist(), covers.tolist(), strict=True))


def fires_plainly(battle: Battle, unit: Unit) -> bool:
    """Whether none of its weapons has a template or a marker."""
    figures = battle.standing(unit)
    return not any(w.template or w.area for figure in figures for w in fighter(battle, figure).weapons)


def is_apart(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether a unit sees another one, and nobody of its own side is near that."""
    own = (each for each in battle.on_table(unit.side) if each.id != unit.id)
    return all(units_apart(battle, each, target) > BESIDE for each in own) and unit_sees(battle, unit, target)


def _direct(battle: Battle, plan: Plan, barrels: list[Barrel], each: float) -> float:
    target = plan.target
    those = victims(battle, plan, barrels)
    if target.locked:
        return _into_melee(battle, plan, barrels, those, each)
    shots, _ = shots_of(battle, plan, barrels)
    many = len(battle.standing(target))
    mean = min(_mean(shots, those), 0.9 * many)
    return mean * each + _at_least(quarter(target.strength), mean) * SHAKEN * each * many


def _at_least(count: int, mean: float) -> float:
    """The chance of so many, about, where there are so many on average."""
    term = total = exp(-mean)
    for number in range(1, count):
        term *= mean / number
        total += term
    return max(0.0, 1.0 - total)


def _into_melee(battle: Battle, plan: Plan, barrels: list[Barrel], those: Struckable, each: float) -> float:
    """Whoever fights there may be hit, friend or foe."""
    shots, _ = shots_of(battle, plan, barrels)
    all_of = [battle.figure(name) for names in those.figures for name in names]
    mean = _mean(shots, those)
    own = [figure for figure in all_of if battle.unit(figure.unit).side == plan.unit.side]
    foes = len(all_of) - len(own)
    lost = sum(figure_worth(battle, figure) for figure in own)
    return mean * (foes * each - OWN * lost) / max(1, len(all_of))


def _mean(shots: Shots, those: Struckable) -> float:
    """Figures lost: each shot as likely to go to one as to another."""
    count = sum(band.count for band in those.bands)
    total = 0.0
    for number, shot in shots:
        hits = number * _hits(shot)
        for band in those.bands:
            total += (
                hits * band.count / max(1, count) * _harm(shot.hit, band.t, band.save, band.inv, band.left)
            )
    return total


@lru_cache(maxsize=1024)
def _hits(shot: Shot) -> float:
    return float(to_hit.odds(shot).chance("hit"))


@lru_cache(maxsize=1024)
def _harm(hit: Hit, toughness: int, save: int, invulnerable: int, left: int) -> float:
    """The share of a figure with so many wounds left that a hit takes on average."""
    odds = harm_of.odds(hit, toughness, save, invulnerable)
    return float(odds.mean(lambda came: min(max(came, 0), left))) / left


def _laid(battle: Battle, plan: Plan, barrel: Barrel, each: float) -> float:
    placed = usual_placement(battle, plan, barrel)
    on, lost = placed_lost(battle, plan, placed)
    mean = float(mean_of(lost)) * barrel.times
    if barrel.manner == "guess":
        mean *= GUESSED
    else:
        mean *= float(on) + STRAYED * float(1 - on)
    if placed.lane is not None:
        return (mean - OWN * 0.5 * placed.lane.friends) * each
    assert placed.spot is not None
    return mean * each - OWN * _friends_near(battle, plan.unit.side, placed.spot, barrel.weapon.area)


def _friends_near(battle: Battle, side: str, spot: Spot, area: float) -> float:
    """Points of one's own that a marker may come down upon."""
    sides = {unit.id: unit.side for unit in battle.units}
    near = [
        figure
        for figure in battle.figures
        if figure.place == "table" and sides[figure.unit] == side and distance(figure, spot) <= area
    ]
    return 0.4 * sum(figure_worth(battle, figure) for figure in near)


def throw_worth(battle: Battle, unit: Unit, target: Unit, weapon_id: str) -> float:
    """Of grenades, thrown as far as one guesses."""
    weapon = next(each for each in grenades_of(battle, unit) if each.id == weapon_id)
    figures = battle.standing(target)
    who = [
        figure
        for figure in throwers(battle, unit, weapon, target)
        if min(distance(figure, foe) for foe in figures) <= weapon.range
    ]
    if not who or weapon.strength is None or target.locked:
        return 0.0
    body = profile(battle, figures[0])
    hit = Hit(weapon.strength_of(body.s), NEVER if weapon.ap is None else weapon.ap, weapon.damage, True)
    harm = _harm(hit, body.t, body.save, body.invulnerable, body.w)
    many = min(len(figures), 2.0) if weapon.area else 0.5
    near = _friends_near(battle, unit.side, centre(figures), weapon.area)
    return 0.5 * len(who) * many * harm * figure_worth(battle, figures[0]) - OWN * near


# ---------------------------------------------------------------- smaller questions


def lane(question: Choose, battle: Battle) -> str:
    """The most of them, and none of one's own for nothing."""

    def merit(option: Option) -> float:
        about = option.about
        return about.aimed - OWN * about.friends if isinstance(about, Lane) else 0.0

    return max(question.open(), key=merit).id


def aim_point(question: Choose, battle: Battle) -> str:
    """Where most enemies and fewest friends are near."""
    side = battle.side_of(battle.figure(question.piece))

    def merit(option: Option) -> float:
        if option.spot is None:
            return 0.0
        found = 0.0
        for figure in battle.figures:
            if figure.place == "table" and distance(figure, option.spot) <= 3.0:
                worth = figure_worth(battle, figure)
                found += worth if battle.side_of(figure) != side else -OWN * worth
        return found

    return max(question.open(), key=merit).id


def guess(battle: Battle, question: Form, target: Unit | None, luck: Random) -> dict[str, Any]:
    """arap.F32: the true distance, off by half the difference of two dice; one error for them all."""
    error = (luck.randint(1, 6) - luck.randint(1, 6)) / 2
    answer = {}
    for name, part in question.parts.items():
        assert isinstance(part, Choose)
        figure = battle.figure(name)
        side = battle.side_of(figure)
        at = target if target is not None and battle.standing(target) else None
        if at is None:
            foes = [each for each in battle.enemies(side) if not each.hidden]
            at = min(foes, key=lambda each: _away(battle, figure.spot, each), default=None)
        inches = _away(battle, figure.spot, at) if at is not None else 8.0
        least = float(sum(weapon.area for weapon in fighter(battle, figure).grenades) > 0)
        numbers = [option for option in part.open() if isinstance(option.about, float | int)]
        answer[name] = min(numbers, key=lambda each: abs(each.about - max(least, inches + error))).id
    return answer


def _away(battle: Battle, spot: Spot, unit: Unit) -> float:
    middle = centre(battle.standing(unit))
    return hypot(middle.x - spot.x, middle.y - spot.y)
