"""The odds questions of the book: each answered by the kernels that play."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from warbook.books.arap.activation.dice import activation_value, attempt
from warbook.books.arap.blasts.dice import Cover, stray, template_hits, template_reach, thrown, under_template
from warbook.books.arap.charge.dice import FAST, Run, fire_goal, run_in, stand_and_fire
from warbook.books.arap.dice.goals import goal_of, ranged_goal
from warbook.books.arap.dice.scatter import within_half
from warbook.books.arap.dice.tests import limited, passes
from warbook.books.arap.melee.attacks import Bonus, charge_bonus, own_attacks, strikes_at
from warbook.books.arap.melee.counting import felled
from warbook.books.arap.melee.dice import Blow, melee_hit
from warbook.books.arap.melee.resolution import Resolve, combat
from warbook.books.arap.melee.round_dice import Fighters, bloodshed
from warbook.books.arap.morale.dice import casualties, casualties_test, suppressing, suppression_test
from warbook.books.arap.odds import named, parameters
from warbook.books.arap.rout.dice import Pursuers, Routers, compulsory_phase
from warbook.books.arap.shooting.dice import Shot, to_hit, toll, unsaved_of
from warbook.books.arap.shooting.wound_dice import Band, Hit
from warbook.books.family.wounds import NEVER
from warbook.core.chance import Odds
from warbook.core.oddsbook import Answered, OddsQuestion, listed, spread
from warbook.core.questions import Refused

COVERS: tuple[Cover, ...] = ("open", "soft", "hard")
VERDICTS = ("a-wiped", "a-routs", "a-flinches", "draw", "b-flinches", "b-routs", "b-wiped", "both-wiped")
MOST_WOUNDS = 80  # of all figures of a side in a melee, where each has more than one


def _numbers(odds: Odds[Any], most: int) -> dict[str, Fraction]:
    return {str(number): odds.chance(number) for number in range(most + 1)}


def _or_none(value: int | str) -> int | None:
    return None if isinstance(value, str) else value


def _score(value: int | str) -> int:
    """A save or an AP that there may not be."""
    return NEVER if isinstance(value, str) else value


def _band(given: dict[str, Any], side: str = "") -> Band:
    return Band(
        given[f"{side}n"],
        given[f"{side}t"],
        _score(given[f"{side}save"]),
        _score(given[f"{side}inv"]),
        given.get(f"{side}w", 1),
    )


# ---------------------------------------------------------------- acting and shooting


def _activation(i: int, state: Any, next_i: int | str, next_state: Any, **given: Any) -> Answered:
    following = _or_none(next_i)
    value = None if following is None else activation_value(following)
    odds = attempt.odds(given["dice"], activation_value(i), state, value, next_state)
    return Answered(
        _numbers(odds.map(lambda each: each.points), 3),
        {
            "bust": odds.chance(lambda each: each.bust),
            "pick-up": odds.chance(lambda each: each.picked_up),
        },
    )


def _fire(shots: int, bs: int, mods: int, n: int, **given: Any) -> Answered:
    hit = Hit(given["s"], _score(given["ap"]), given["damage"], bool(given["short"]), bool(given["melta"]))
    shot, band = Shot(ranged_goal(bs, mods), hit), _band({"n": n, **given})
    odds = toll.odds(shots, shot, band, suppressing(n))
    single, failed = to_hit.odds(shot).chance("hit"), unsaved_of.odds(1, shot, band, 1)
    return Answered(
        _numbers(odds.map(lambda each: each.count), n),
        {
            "hit": single,
            "casualty-test": odds.chance(lambda each: casualties_test(n, each.count)),
            "suppression-test": odds.chance(lambda each: suppression_test(n, each.count, each.hits)),
        },
        {"hits": shots * single, "unsaved": shots * failed.mean(lambda each: each.count)},
    )


def _stand_and_fire(i: int, need: int, shots: int, mods: int, m: int, n: int, **given: Any) -> Answered:
    shot = Shot(fire_goal(mods), Hit(given["s"], _score(given["ap"]), near=bool(given["short"])))
    band = _band({"n": n, **given})
    odds = stand_and_fire.odds(activation_value(i), need, shots, shot, band, m)
    return Answered({"no-fire": odds.chance(None), **_numbers(odds, n)}, {})


def _template(bs: int, mods: int, **figures: int) -> Answered:
    goal = goal_of(bs, mods)
    odds = under_template.odds(goal, tuple((figures[cover], cover) for cover in COVERS))
    reach = template_reach.odds(goal)
    also: dict[str, Fraction] = {
        cover: sum(
            (chance * template_hits.odds(depth, 1, cover).chance(1) for depth, chance in reach.items()),
            Fraction(0),
        )
        for cover in COVERS
    }
    return Answered(_numbers(odds, sum(figures.values())), also)


def _scatter(kind: Any, bs: int, mods: int, **given: Any) -> Answered:
    inches: Odds[float]
    if kind == "grenade":
        inches = thrown.odds(goal_of(bs - 1, mods)).map(float)
    else:
        limit = _or_none(given["range"])
        inches = stray.odds(kind, bs, mods).map(lambda far: float(within_half(far, limit)))
    outcomes = {f"{far:g}": inches[far] for far in sorted(inches)}
    return Answered(outcomes, {"on-target": inches.chance(0)}, {"inches": inches.mean()})


# ---------------------------------------------------------------- hand to hand


def _charge(m: int, gap: int, radius: int, terrain: Any, runs_m: int | str) -> Answered:
    odds = run_in.odds(m, terrain, gap - radius, _or_none(runs_m))

    def outcome(run: Run) -> str:
        return "contact" if run.contact else f"short-{run.charge.highest}"

    names = ("contact", *(f"short-{highest}" for highest in range(1, 7)))
    fast = odds.chance(lambda run: run.charge.inches > FAST)
    return Answered(spread(odds.map(outcome), names), {"fast": fast})


def _melee(charge: Any, cover: int, defensive: int, **given: Any) -> Answered:
    bonus = charge_bonus(charge, bool(defensive))
    charges = charge != "none"
    a = _fighters(given, "a_", bonus, charges and bool(cover))
    b = _fighters(given, "b_", Bonus(), False)
    for_a = Resolve(given["a_score"] + charges, given["a_ld"], bool(given["a_reroll"]))
    for_b = Resolve(given["b_score"] + bonus.charged_score, given["b_ld"], bool(given["b_reroll"]))
    wounds = bloodshed((a,), (b,))
    means = {
        "a-casualties": _fallen(wounds.map(lambda each: each[0]), a.band),
        "b-casualties": _fallen(wounds.map(lambda each: each[1]), b.band),
    }
    return Answered(spread(combat.odds((a,), (b,), for_a, for_b), VERDICTS), {}, means)


def _fallen(wounds: Odds[int], band: Band) -> Fraction:
    return wounds.mean(lambda number: felled(number, band.count, band.left).mean())


def _fighters(given: dict[str, Any], side: str, bonus: Bonus, against_cover: bool) -> Fighters:
    band = _band(given, side)
    if band.left > 1 and band.count * band.left > MOST_WOUNDS:
        raise Refused(
            f"{side}n times {side}w may be {MOST_WOUNDS} at most where {side}w is more than 1",
            "arap.melee.round",
        )
    two = given[f"{side}weapons"] == 2
    skill, mods = given[f"{side}ws"], given[f"{side}mods"] + bonus.to_hit
    hit = melee_hit(given[f"{side}s"], _score(given[f"{side}ap"]))
    attacks = (
        (own_attacks(given[f"{side}a"], two), Blow(goal_of(skill, mods - two), hit)),
        (bonus.attacks, Blow(goal_of(skill, mods), hit)),
    )
    return Fighters(band, attacks, strikes_at(given[f"{side}i"], against_cover))


# ---------------------------------------------------------------- nerve


def _morale(ld: int, mods: int, difference: int, reroll: int, test: str) -> Answered:
    target = ld + mods + limited(difference)
    if test == "casualties":
        return Answered(spread(casualties.odds(target, bool(reroll)), ("pass", "pinned", "routs")), {})
    passed = passes.odds(target, "arap.dice.leadership-roll", bool(reroll)).chance(True)
    return Answered({"pass": passed, "fail": 1 - passed}, {})


def _rout(ld: int, mods: int, reroll: int, m: int, **given: Any) -> Answered:
    routers = Routers(_band(given), ld + mods, bool(reroll), m, _or_none(given["edge"]), bool(given["near"]))
    behind = Pursuers(
        given["pursuers"],
        given["gap"],
        given["p_m"],
        given["radius"],
        melee_hit(given["s"], _score(given["ap"])),
    )
    odds = compulsory_phase.odds(routers, behind if behind.count else None)
    return Answered(
        spread(odds.map(lambda each: each.end), ("rallies", "routs-on", "lost", "wiped-out")),
        {"caught": odds.chance(lambda each: each.caught)},
        {"casualties": odds.mean(lambda each: each.fallen)},
    )


QUESTIONS = listed(
    OddsQuestion(
        "activation",
        "An activation roll: action points, a bust, and what its failed dice would give the next player.",
        _activation,
        parameters.ACTIVATION,
        named.ACTIVATION,
    ),
    OddsQuestion(
        "fire",
        "Like shots at a unit of like figures: how many of them fall, and the tests that follow.",
        _fire,
        parameters.FIRE,
        named.FIRE,
    ),
    OddsQuestion(
        "stand-and-fire",
        "A unit that is Charged stands and fires: how many of the Chargers fall.",
        _stand_and_fire,
        parameters.STAND_AND_FIRE,
        named.STAND_AND_FIRE,
    ),
    OddsQuestion("template", "Figures that a template hits.", _template, parameters.TEMPLATE, named.TEMPLATE),
    OddsQuestion(
        "scatter",
        "How many inches from the point aimed at a shot or a grenade comes down.",
        _scatter,
        parameters.SCATTER,
        named.SCATTER,
    ),
    OddsQuestion(
        "charge",
        "Whether a Charge makes contact, or by which die the Chargers move if it fails.",
        _charge,
        parameters.CHARGE,
        named.CHARGE,
    ),
    OddsQuestion(
        "melee",
        "One round of melee between two units, and what becomes of the loser.",
        _melee,
        parameters.MELEE,
        named.MELEE,
    ),
    OddsQuestion("morale", "A test against Leadership.", _morale, parameters.MORALE, named.MORALE),
    OddsQuestion(
        "rout",
        "One compulsory phase of a routing unit, pursued or not.",
        _rout,
        parameters.ROUT,
        named.ROUT,
    ),
)
