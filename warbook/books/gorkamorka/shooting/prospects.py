"""Odds of a shot for those who have to choose, exactly, by the kernels that play. Where nothing may be
measured beforehand (gce.shooting.no-premeasure, gce.R2.7) they are given for each way the range may be."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb

from msgspec.structs import replace

from warbook.board.templates import Blast, Cover, Teardrop, covers
from warbook.books.family.injuries import after_words
from warbook.books.gorkamorka.damage.dice import location, penetrates, plate_saves, plate_score, template_hits
from warbook.books.gorkamorka.damage.hits import locations
from warbook.books.gorkamorka.field.bodies import body, model_of, on_ground, type_of
from warbook.books.gorkamorka.field.fittings import plates
from warbook.books.gorkamorka.mob.lists import Weapon
from warbook.books.gorkamorka.shooting import aim as aiming
from warbook.books.gorkamorka.shooting.arms import Arm
from warbook.books.gorkamorka.shooting.dice import Aim, aimed, rolled_strength, sustained, tally
from warbook.books.gorkamorka.shooting.explosives import (
    aim_point,
    covered,
    guessed,
    is_thrown,
    landing,
    lobbed,
    marker,
    under_point,
)
from warbook.books.gorkamorka.shooting.flames import teardrop
from warbook.books.gorkamorka.shooting.grenade_dice import Flight, caught, drift, flight, touch_hits
from warbook.books.gorkamorka.shooting.stakes import besides, rolls_at, rolls_of
from warbook.books.gorkamorka.shooting.striking import (
    harm_of,
    place_words,
    spared,
    strength_of,
    strike_of,
)
from warbook.books.gorkamorka.shooting.targets import Mark
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior
from warbook.books.gorkamorka.wounds.dice import Hit, blows, damage, struck
from warbook.books.gorkamorka.wounds.harm import body_of, bs, hit_on
from warbook.books.gorkamorka.wounds.saves import Harm
from warbook.core.questions import Modifier, Preview

Chances = dict[str, Fraction]

ONE, NONE = Fraction(1), Fraction(0)
FATES = (
    "miss", "unhurt", "no wound", "saved", "pinned", "wounded", "flesh wound", "still down", "down",
    "out of action",
)  # fmt: skip
TOLD = 3  # choices whose odds a headline has room for
LIES: tuple[tuple[Cover, str], ...] = (
    ("wholly", "if it lies wholly under the template"),
    ("partly", "if partly"),
    ("no", "if the template does not reach it"),
)


def preview(
    battle: Battle,
    shooter: Warrior,
    arm: Arm,
    mark: Mark,
    fleeting: bool = False,
    dice: int = 0,
    shots: int = 0,
) -> Preview:
    """The target's fate: with so many sustained-fire dice, or so many shots, or as many as he has."""
    weapon = arm.weapon
    if shooter.aboard == mark.id:
        return _deck(battle, shooter, arm, mark, dice, shots)
    if weapon.guess:
        return Preview((), headline="the range has to be guessed")
    known = battle.rulings.premeasuring
    if weapon.teardrop:
        worn = besides(shooter, arm, None, 0, 0)
        if known:
            lying = _lying(battle, teardrop(battle, shooter, arm, mark), mark)
            return replace(_flamed(battle, weapon, mark, lying), besides=worn)
        flames = [
            replace(_flamed(battle, weapon, mark, {lies: ONE}), given=words, besides=worn)
            for lies, words in LIES
        ]
        return _of_cases(flames, ("wholly under the template", "partly", ""))

    def at(inches: float) -> Preview:
        return _fired(battle, shooter, arm, mark, inches, fleeting, dice, shots)

    if known:
        return at(aiming.inches_to(battle, shooter, arm, mark))
    far = float(aiming.reach(shooter, weapon))
    beyond = replace(at(math.inf), given=f'beyond {far:g}"')
    if weapon.short is None or weapon.long is None:
        return _of_cases(
            [replace(at(far), given=f'if in range, up to {far:g}"'), beyond], ("if in range", "")
        )
    near = replace(at(float(weapon.short[1])), given=f'at short range, up to {weapon.short[1]}"')
    long = replace(at(far), given=f'at long range, up to {far:g}"')
    return _of_cases([near, long, beyond], ("at short range", "at long", ""))


def of_arms(
    battle: Battle, shooter: Warrior, arms: Sequence[Arm], mark: Mark, fleeting: bool = False
) -> Preview:
    """Of a target for which the weapon has yet to be chosen: one case for each."""
    return _either(
        [
            (arm.weapon.name, f"with {arm.words}", preview(battle, shooter, arm, mark, fleeting))
            for arm in arms
        ]
    )


def of_aims(battle: Battle, shooter: Warrior, aims: Sequence[tuple[Arm, Sequence[Mark]]]) -> Preview:
    """Of a shot for which both the weapon and the target have yet to be chosen: one case for each pair."""
    if len(aims) == 1:
        return of_marks(battle, shooter, *aims[0])
    return _either(
        [
            (f"{arm.weapon.name} at {mark.name}", f"with {arm.words} at {mark.name}",
             preview(battle, shooter, arm, mark))
            for arm, marks in aims
            for mark in marks
        ]
    )  # fmt: skip


def of_marks(battle: Battle, shooter: Warrior, arm: Arm, marks: Sequence[Mark], dice: int = 0) -> Preview:
    """Of a way to fire for which the target has yet to be chosen: one case for each."""
    return _either(
        [(mark.name, f"at {mark.name}", preview(battle, shooter, arm, mark, dice=dice)) for mark in marks]
    )


def _either(choices: Sequence[tuple[str, str, Preview]]) -> Preview:
    """One preview of choices that are still to be made: the name of each, how it is said, and its odds."""
    if len(choices) == 1:
        return choices[0][2]
    cases = [
        replace(case, given=f"{how}, {case.given}" if case.given else how)
        for _, how, shown in choices
        for case in shown.cases or (shown,)
    ]
    headline = "; ".join(f"{name}: {shown.headline}" for name, _, shown in choices[:TOLD])
    if len(choices) > TOLD:
        headline = f"odds of {len(choices)} choices below"
    return Preview((), headline=headline, cases=tuple(cases))


def of_guess(battle: Battle, shooter: Warrior, arm: Arm, mark: Mark, guess: int) -> Preview:
    """Of one guessed range; only where ranges are known beforehand."""
    spot = guessed(battle, shooter, arm, mark, guess)
    lies = _lies_under(
        battle,
        mark,
        ((landing(battle, shooter, spot, result), part) for result, part in drift.odds(bs(shooter)).items()),
    )
    return _engulfed(battle, arm.weapon, mark, lies, "", ())


def _of_cases(cases: Sequence[Preview], words: Sequence[str]) -> Preview:
    named = [(case, each) for case, each in zip(cases, words, strict=True) if each]
    headline = ", ".join(f"{case.headline} {each}" for case, each in named)
    return Preview((), headline=headline, cases=tuple(cases))


def need_words(aim: Aim) -> str:
    """The very scores that the dice are thrown for."""
    return ", then ".join(f"{score}+" for score in aim.dice) or "cannot hit"


# ---------------------------------------------------------------- shots


def _fired(
    battle: Battle,
    shooter: Warrior,
    arm: Arm,
    mark: Mark,
    inches: float,
    fleeting: bool,
    dice: int,
    shots: int,
) -> Preview:
    weapon = arm.weapon
    aim, why = aiming.aim_at(battle, shooter, arm, mark, inches, fleeting)
    if weapon.scatters:
        return _thrown(battle, shooter, arm, mark, inches, aim, why)
    count = shots or aiming.shots(battle, shooter, arm, inches)
    # Of a burst that has been rolled, the jams have called for ammo rolls already.
    worn = () if shots else besides(shooter, arm, aim, 1 if weapon.harmless else count, dice)
    if not aiming.in_range(shooter, weapon, inches):
        return Preview((("miss", ONE),), "out of range", why, "out of range", besides=worn, vain=True)
    if weapon.harmless:
        held = aimed.odds(aim).chance(lambda roll: roll.hit)
        outcomes = (("miss", 1 - held), ("caught", held))
        return Preview(outcomes, need_words(aim), why, f"{float(held):.0%} caught", besides=worn)
    hits = _hits(replace(aim, ammo=False), count, dice)
    shown = replace(_struck(battle, shooter, arm, mark, hits, need_words(aim), why), besides=worn)
    return replace(shown, headline=f"{shown.headline} with {_dice_words(dice)}") if dice else shown


def _dice_words(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"


def _hits(aim: Aim, count: int, dice: int) -> dict[int, Fraction]:
    """How many of the shots hit."""
    found: dict[int, Fraction] = {}
    for shots, part in _volleys(count, dice):
        for rolled, likely in tally.odds(shots, aim).items():
            found[rolled.hits] = found.get(rolled.hits, NONE) + part * likely
    return found


def _volleys(count: int, dice: int) -> Iterable[tuple[int, Fraction]]:
    """How many shots there are: as many as the sustained-fire dice give, or so many."""
    return sustained.odds(dice).map(lambda burst: burst.shots).items() if dice else ((count, ONE),)


def _deck(battle: Battle, shooter: Warrior, arm: Arm, mark: Mark, dice: int, shots: int) -> Preview:
    """gce.shooting.stationary-vehicle-aboard: every shot hits."""
    if arm.weapon.blast or arm.weapon.teardrop:
        return _engulfed(battle, arm.weapon, mark, {"wholly": ONE}, "no roll", ())
    hits = dict(_volleys(shots or aiming.shots(battle, shooter, arm, 0.0), dice))
    return _struck(battle, shooter, arm, mark, hits, "no roll", ())


def _struck(
    battle: Battle,
    shooter: Warrior,
    arm: Arm,
    mark: Mark,
    hits: Mapping[int, Fraction],
    need: str,
    why: tuple[Modifier, ...],
) -> Preview:
    """A target that is hit so many times with these chances. A random Strength is that of every hit."""
    weapon = arm.weapon
    strength = strength_of(shooter, weapon)
    strengths: Iterable[tuple[int, Fraction]] = ((strength, ONE),)
    if weapon.strength_d6:
        strengths = rolled_strength.odds(weapon.strength_d6, strength).items()
    if isinstance(mark, Warrior):
        parts = [
            (part, _fates(battle, shooter, weapon, mark, each, harm_of(weapon), hits))
            for each, part in strengths
        ]
        hit = hit_on(battle, mark, strike_of(shooter, weapon, strength, harm_of(weapon)))
        then = () if weapon.strength_d6 else rolls_of(hit, body_of(mark))
        return replace(_spelled(mark, _mixed(parts), need, why), then=then)
    points = _points(battle, weapon, hits)
    there = tuple(locations(battle, mark, spared(shooter, mark)))
    if shooter.skills.kool:
        return _kool(weapon, mark, tuple(strengths), points, there, need, why)
    where = dict(location.odds(there, battle.rulings.missing_location == "reroll"))
    fates = _mixed((part, _wrecked(weapon, mark, each, points, where)) for each, part in strengths)
    then = () if weapon.strength_d6 else rolls_at(weapon, mark, strength, there)
    return replace(_of_vehicle(fates, need, why), then=then)


def _fates(
    battle: Battle,
    shooter: Warrior,
    weapon: Weapon,
    mark: Warrior,
    strength: int,
    harm: Harm,
    hits: Mapping[int, Fraction],
) -> Chances:
    hit = hit_on(battle, mark, strike_of(shooter, weapon, strength, harm))
    return _mixed((part, _after(mark, hit, count)) for count, part in hits.items())


def _after(mark: Warrior, hit: Hit, count: int) -> Chances:
    """What so many hits do to a warrior. Who is hit without harm is pinned, unless he cannot be."""
    if not count:
        return {"miss": ONE}
    before = body_of(mark)
    pinned = mark.up and not type_of(mark).immune_to_pinning
    found: Chances = {}
    if count == 1:
        for result, part in struck.odds(hit, before).items():
            words = after_words(before, result.body) if result.came == "wounded" else ""
            words = words or ("pinned" if pinned else result.came.replace("-", " "))
            found[words] = found.get(words, NONE) + part
        return found
    for after, part in blows.odds(count, (hit,), before).items():
        words = "pinned" if after == before and pinned else after_words(before, after)
        found[words] = found.get(words, NONE) + part
    return found


def _spelled(mark: Warrior, fates: Chances, need: str, why: tuple[Modifier, ...]) -> Preview:
    """A warrior's fates, from harmless to lethal."""
    outcomes = tuple((name, fates[name]) for name in FATES if fates.get(name))
    felled = sum((fates.get(name, NONE) for name in felling(mark)), NONE)
    words = "out of action" if mark.down else "down or out"
    return Preview(outcomes, need, why, f"{float(felled):.0%} {words}")


def telling(mark: Mark, shown: Preview) -> Fraction:
    """How likely a shot fells a warrior, or does anything to a vehicle."""
    outcomes = (shown.cases or (shown,))[0].outcomes
    if isinstance(mark, Warrior):
        return sum((part for name, part in outcomes if name in felling(mark)), NONE)
    return sum((part for name, part in outcomes if name not in ("miss", "bounces off")), NONE)


def felling(mark: Warrior) -> tuple[str, ...]:
    """The outcomes by which he falls; who is Down already falls no lower than Out of Action."""
    return ("out of action",) if mark.down else ("down", "out of action")


# ---------------------------------------------------------------- vehicles


def _points(battle: Battle, weapon: Weapon, hits: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """gce.R1.1: how many points so many hits come to."""
    if battle.rulings.weapon_damage_vs_vehicles == "single":
        return dict(hits)
    each = damage.odds(Hit(wound=2, damage=weapon.damage))
    sums: dict[int, Fraction] = {0: ONE}
    found: dict[int, Fraction] = {}
    for count in range(max(hits) + 1):
        part = hits.get(count, NONE)
        for points, likely in sums.items():
            found[points] = found.get(points, NONE) + part * likely
        grown: dict[int, Fraction] = {}
        for points, likely in sums.items():
            for more, chance in each.items():
                grown[points + more] = grown.get(points + more, NONE) + likely * chance
        sums = grown
    return found


def through(weapon: Weapon, vehicle: Vehicle, strength: int, where: Mapping[int, Fraction]) -> Chances:
    """The chance that one hit, which falls on each location with the chance given, goes through it."""
    saved = plate_saves.odds(plate_score(*plates(vehicle), weapon.modifies(strength))).chance(True)
    found: Chances = {}
    for number, part in where.items():
        if number:
            armour = model_of(vehicle).locations[number - 1].armour
            name = place_words(vehicle, number)
            gone = part * penetrates.odds(strength, armour).chance(True) * (1 - saved)
            found[name] = found.get(name, NONE) + gone
    return found


def _wrecked(
    weapon: Weapon,
    vehicle: Vehicle,
    strength: int,
    points: Mapping[int, Fraction],
    where: Mapping[int, Fraction],
) -> Chances:
    """Of one point where it goes through, of more how many do."""
    each = through(weapon, vehicle, strength, where)
    chance = sum(each.values(), NONE)
    found: Chances = {"miss": points.get(0, NONE)}
    single = max(points) == 1
    for count, part in points.items():
        if not count:
            continue
        found["bounces off"] = found.get("bounces off", NONE) + part * (1 - chance) ** count
        if single:
            for name, likely in each.items():
                found[f"hit through: {name}"] = part * likely
            continue
        for gone in range(1, count + 1):
            words = f"{gone} hit{'s' if gone > 1 else ''} through"
            likely = comb(count, gone) * chance**gone * (1 - chance) ** (count - gone)
            found[words] = found.get(words, NONE) + part * likely
    return found


def _of_vehicle(fates: Chances, need: str, why: tuple[Modifier, ...]) -> Preview:
    outcomes = tuple((name, part) for name, part in fates.items() if part)
    harmless = sum((fates.get(name, NONE) for name in ("miss", "bounces off")), NONE)
    return Preview(outcomes, need, why, f"{float(1 - harmless):.0%} to go through")


def _kool(
    weapon: Weapon,
    vehicle: Vehicle,
    strengths: Sequence[tuple[int, Fraction]],
    points: Mapping[int, Fraction],
    there: Sequence[int],
    need: str,
    why: tuple[Modifier, ...],
) -> Preview:
    """Who chooses the location: a case for each."""
    cases = []
    for number in there:
        at = {number: ONE}
        fates = _mixed((part, _wrecked(weapon, vehicle, each, points, at)) for each, part in strengths)
        cases.append(replace(_of_vehicle(fates, need, why), given=f"at: {place_words(vehicle, number)}"))
    best = max(cases, key=lambda case: 1 - _chance(case, "bounces off"))
    return Preview((), need, why, best.headline, cases=tuple(cases))


def _chance(shown: Preview, name: str) -> Fraction:
    return sum((part for words, part in shown.outcomes if words == name), NONE)


# ---------------------------------------------------------------- templates


def _flamed(battle: Battle, weapon: Weapon, mark: Mark, lies: Mapping[Cover, Fraction]) -> Preview:
    need = "out of reach" if "no" in lies else "4+" if "partly" in lies else "no roll"
    return _engulfed(battle, weapon, mark, lies, need, ())


def _lying(battle: Battle, shape: Blast | Teardrop, mark: Mark) -> dict[Cover, Fraction]:
    if isinstance(mark, Vehicle):
        return covered(battle, shape, mark)
    return {covers(shape, on_ground(mark)): ONE}


def _thrown(
    battle: Battle,
    shooter: Warrior,
    arm: Arm,
    mark: Mark,
    inches: float,
    aim: Aim,
    why: tuple[Modifier, ...],
) -> Preview:
    """The target's own fate, wherever it may scatter; what happens to others is not in it. Where nothing may
    be measured, neither how it falls short is told nor whether one that goes off in the hand reaches it."""
    short = not aiming.in_range(shooter, arm.weapon, inches)
    need = "out of range" if short else need_words(aim)
    known = battle.rulings.premeasuring
    if short and not known:
        return Preview((), need, why, "falls short")
    spot = aim_point(battle, shooter, arm, body(battle, mark).spot, inches)
    untold = ("asleep",) if known else ("asleep", "in hand")
    found = []
    for result, part in flight.odds(replace(aim, ammo=False, short=False), is_thrown(arm)).items():
        result = lobbed(shooter, arm, result)
        where = None if result.landed in untold else landing(battle, shooter, spot, result)
        found.append((result, where, part))
    if arm.weapon.blast:
        lies = _lies_under(battle, mark, ((where, part) for _, where, part in found))
        return _engulfed(battle, arm.weapon, mark, lies, need, why)
    hits = {0: NONE, 1: NONE}
    for result, where, part in found:
        hits[int(_falls_on(battle, result, where, mark))] += part
    return _struck(battle, shooter, arm, mark, hits, need, why)


def _falls_on(battle: Battle, result: Flight, where: object, mark: Mark) -> bool:
    """gce.R4.14: what has no marker hits its target, or on what it comes down."""
    if result.landed == "true":
        return True
    if where is None or result.landed == "in hand":
        return False
    return under_point(battle, where) is mark  # type: ignore[arg-type]


def _lies_under(
    battle: Battle, mark: Mark, landings: Iterable[tuple[object, Fraction]]
) -> dict[Cover, Fraction]:
    found: dict[Cover, Fraction] = {}
    for where, part in landings:
        under: dict[Cover, Fraction] = {"no": ONE}
        if where is not None:
            under = _lying(battle, marker(battle, where), mark)  # type: ignore[arg-type]
        for lies, likely in under.items():
            found[lies] = found.get(lies, NONE) + part * likely
    return found


def _engulfed(
    battle: Battle,
    weapon: Weapon,
    mark: Mark,
    lies_under: Mapping[Cover, Fraction],
    need: str,
    why: tuple[Modifier, ...],
) -> Preview:
    """A target that lies under a template with these chances."""
    if isinstance(mark, Vehicle):
        return _clipped(weapon, lies_under, need, why)
    hits = {0: lies_under.get("no", NONE), 1: NONE}
    for lies, part in lies_under.items():
        if lies == "no":
            continue
        if weapon.touched_hit:
            held = touch_hits.odds(weapon.touched_hit).chance(True)
        else:
            held = caught.odds(lies == "wholly").chance(True)
        hits[1] += part * held
        hits[0] += part * (1 - held)
    hit = hit_on(battle, mark, strike_of(None, weapon, weapon.strength, "template"))
    fates = _mixed((part, _after(mark, hit, count)) for count, part in hits.items())
    return replace(_spelled(mark, fates, need, why), then=rolls_of(hit, body_of(mark)))


def _clipped(
    weapon: Weapon, lies_under: Mapping[Cover, Fraction], need: str, why: tuple[Modifier, ...]
) -> Preview:
    """gce.vehicle-damage.template-full, gce.vehicle-damage.template-partial: how many hits it takes."""
    if weapon.spares_vehicles:
        return Preview((), need, why, "does nothing to the vehicle itself")
    counts: dict[int, Fraction] = {0: lies_under.get("no", NONE)}
    for lies, part in lies_under.items():
        for hits, likely in template_hits.odds(lies == "wholly").items() if lies != "no" else ():
            counts[hits] = counts.get(hits, NONE) + part * likely
    outcomes = tuple(
        ("miss" if not hits else f"{hits} hit{'s' if hits > 1 else ''}", part)
        for hits, part in sorted(counts.items())
        if part
    )
    return Preview(outcomes, need, why, f"{float(1 - counts[0]):.0%} to hit it")


def _mixed(parts: Iterable[tuple[Fraction, Chances]]) -> Chances:
    found: Chances = {}
    for share, chances in parts:
        for name, part in chances.items():
            found[name] = found.get(name, NONE) + share * part
    return found
