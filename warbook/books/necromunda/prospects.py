"""Odds of a shot for those who have to choose: the target's fate, exactly, before anything is thrown. Where
nothing may be measured beforehand (nec.M37) they are given for each way the range may be."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from msgspec.structs import replace

from warbook.board.templates import Blast, Cover
from warbook.books.family.injuries import after_words
from warbook.books.necromunda import shooting, special, stakes
from warbook.books.necromunda.aim import (
    OUT_OF_RANGE,
    PLAIN,
    Aim,
    Circumstance,
    full_auto,
    shot,
    sustained,
    tally,
    to_hit,
)
from warbook.books.necromunda.data import Weapon
from warbook.books.necromunda.harm import body_of
from warbook.books.necromunda.injury import Body, fate_words
from warbook.books.necromunda.sight import apart
from warbook.books.necromunda.state import Battle, Fighter
from warbook.core.chance import Odds
from warbook.core.questions import Modifier, Preview

Why: TypeAlias = tuple[Modifier, ...]  # the sum behind an aim
FATES = (
    "unhurt", "miss", "no wound", "saved", "wounded", "flesh wound", "still down", "down", "out of action",
)  # fmt: skip
UNDER: Mapping[Cover, Fraction] = {"no": Fraction(0), "partly": Fraction(1, 2), "wholly": Fraction(1)}
COVERED: tuple[tuple[Cover, str], ...] = (
    ("wholly", "if he is wholly under the template"),
    ("partly", "if he is partly under it"),
    ("no", "if it does not reach him"),
)


def shot_preview(
    battle: Battle,
    shooter: Fighter,
    weapon: Weapon,
    target: Fighter,
    circumstance: Circumstance = PLAIN,
    dice: int | None = None,
) -> Preview:
    """The exact outcomes of firing at this target, with all the sustained-fire dice unless told otherwise."""
    dice = shooting.fire_dice(battle, weapon) if dice is None else dice
    if dice:
        circumstance = replace(circumstance, sustained=True)
    known = battle.rulings.premeasure
    if weapon.template:
        shape = special.teardrop(battle, shooter, weapon, target.spot)
        if known:
            return _flamed(battle, shooter, weapon, target, special.lying(battle, weapon, shape, target))
        flames = [
            replace(_flamed(battle, shooter, weapon, target, lies), given=words) for lies, words in COVERED
        ]
        return _of_cases(flames, ("wholly under the template", "partly", ""))

    def at(inches: float) -> Preview:
        aimed = shooting.aim_at(battle, shooter, weapon, target, inches, circumstance)
        if shooting.lobbed(weapon):
            return _lobbed(battle, shooter, weapon, target, inches, *aimed)
        return _fired(battle, shooter, weapon, target, *aimed, dice)

    if known:
        return at(apart(shooter, target))
    reach, short = weapon.reach(shooter.profile.S), shooting.short_range(shooter, weapon)
    near, far = at(0.0), at(float(reach))
    beyond = replace(at(math.inf), given=f'beyond {reach}"')
    if near.need == far.need:
        return _of_cases([replace(near, given=f'if in range, up to {reach}"'), beyond], ("if in range", ""))
    short_band = replace(near, given=f'at short range, up to {short}"')
    long_band = replace(far, given=f'at long range, up to {reach}"')
    return _of_cases([short_band, long_band, beyond], ("at short range", "at long", ""))


def of_burst(
    battle: Battle, shooter: Fighter, weapon: Weapon, target: Fighter, circumstance: Circumstance
) -> Preview:
    """One of the shots of sustained fire, which is under way: the range has been measured, and what the burst
    does to the weapon is not up to where this shot goes."""
    inches = apart(shooter, target)
    aimed = shooting.aim_at(battle, shooter, weapon, target, inches, circumstance)
    found = _fired(battle, shooter, weapon, target, *aimed, 0)
    return replace(found, besides=tuple(each for each in found.besides if each[0] == stakes.PINNED))


def best_shot(
    battle: Battle, shooter: Fighter, weapon: Weapon | None = None, *, locked: Collection[str]
) -> Preview:
    """The odds of the shot by which somebody most likely falls, of this weapon or of all that he may fire:
    at whom, with what and, where that may be known, how far away."""
    arms = shooting.ready_arms(battle, shooter) if weapon is None else [weapon]
    foes = [foe for foe, barred in shooting.targets(battle, shooter, locked) if barred is None]
    shots = [(foe, arm, shot_preview(battle, shooter, arm, foe)) for foe in foes for arm in arms]
    if not shots:
        return Preview((), headline="nobody in sight, but a spot on the table")
    foe, arm, found = max(shots, key=lambda each: felled(each[0], (each[2].cases or (each[2],))[0]))
    far = f', {apart(shooter, foe):.1f}"' if battle.rulings.premeasure else ""
    how = f" with {shooting.weapon_words(arm)}" if len(arms) > 1 else ""
    aimed = f"at {foe.name}{far}{how}"
    given = f"{aimed}, {found.given}" if found.given else "" if found.cases else aimed
    return replace(found, headline=f"{aimed}: {found.headline}", given=given)


def _of_cases(cases: Sequence[Preview], words: Sequence[str]) -> Preview:
    """One preview of several cases; `words` name those that the headline speaks of."""
    named = [(case, each) for case, each in zip(cases, words, strict=True) if each]
    headline = ", ".join(f"{case.headline} {each}" for case, each in named)
    return Preview((), headline=headline, cases=tuple(cases))


def felled(target: Fighter, preview: Preview) -> Fraction:
    """The chance that he falls; who is down already falls no lower than out of action."""
    fates = ("out of action",) if target.down else ("down", "out of action")
    return sum((chance for fate, chance in preview.outcomes if fate in fates), Fraction(0))


# ---------------------------------------------------------------- single shots and sustained fire


def _fired(
    battle: Battle, shooter: Fighter, weapon: Weapon, target: Fighter, aim: Aim, why: Why, dice: int
) -> Preview:
    lasting = (
        *stakes.gives_away(shooter),
        *stakes.wear(battle, shooter, weapon, stakes.calls_of(aim, dice), dice),
    )
    if aim.need == OUT_OF_RANGE:
        return Preview(
            (("miss", Fraction(1)),), "out of range", why, "out of range", besides=lasting, vain=True
        )
    aim = replace(aim, ammo=False)
    hit, body = shooting.hit_by(shooter, weapon, target), body_of(target)
    if "web" in weapon.rules:
        caught = to_hit.odds(aim).chance(lambda roll: roll.hits > 0)
        outcomes = (("miss", 1 - caught), ("webbed", caught))
        headline = f"{float(caught):.0%} caught in a web"
        return Preview(outcomes, need_words(aim), why, headline, besides=lasting)
    if dice:
        after = full_auto.odds(dice, aim, hit, body)
        fates = after.map(lambda each: after_words(body, each))
        missed = sum(
            (
                share * tally.odds(burst.shots, aim).chance(lambda roll: not roll.hits)
                for burst, share in sustained.odds(dice).items()
            ),
            Fraction(0),
        )
    else:
        shots = shot.odds(aim, hit, body)
        after = shots.map(lambda result: result.body)
        fates = shots.map(lambda result: fate_words(result.came, body, result.body))
        missed = shots.chance(lambda result: result.came == "miss")
    pinned = stakes.pins(battle, target, after.chance(lambda each: each.state == "up"), missed)
    shown = replace(
        _spelled(target, fates, need_words(aim), why),
        then=stakes.rolls_of(hit, body),
        besides=(*pinned, *lasting),
    )
    if not dice:
        return shown
    return replace(shown, headline=f"{shown.headline} with {shooting.dice_words(dice)}")


def _spelled(target: Fighter, fates: Odds[str], need: str, why: Why) -> Preview:
    """A target's fates as a preview, from harmless to lethal."""
    outcomes = tuple((name, fates[name]) for name in FATES if name in fates)
    shown = Preview(outcomes, need, why)
    words = "out of action" if target.down else "down or out"
    return replace(shown, headline=f"{float(felled(target, shown)):.0%} {words}")


def need_words(aim: Aim) -> str:
    """The very scores that the dice are thrown for."""
    return ", then ".join(f"{score}+" for score in aim.dice) or "cannot hit"


# ---------------------------------------------------------------- templates, blasts and grenades


def _flamed(battle: Battle, shooter: Fighter, weapon: Weapon, target: Fighter, lies: Cover) -> Preview:
    body = body_of(target)
    fates = _fates(weapon, target, body, {lies: Fraction(1)})
    shown = _spelled(target, fates, {"wholly": "no roll", "partly": "4+", "no": "out of reach"}[lies], ())
    lasting = (*stakes.gives_away(shooter), *stakes.wear(battle, shooter, weapon))
    then = () if lies == "no" else stakes.rolls_of(special.burn(weapon, target), body)
    return replace(shown, then=then, besides=(*_pinned(battle, target, fates), *lasting))


def _lobbed(
    battle: Battle,
    shooter: Fighter,
    weapon: Weapon,
    target: Fighter,
    inches: float,
    aim: Aim,
    why: Why,
) -> Preview:
    """The target's own fate, wherever it may scatter; what happens to others is not in it. Where nothing may
    be measured, neither how it falls short is told nor whether one that goes off in the hand reaches him."""
    need = need_words(aim) if inches <= weapon.reach(shooter.profile.S) else "out of range"
    if "smoke" in weapon.rules:
        return Preview((), need, why, "smoke")
    if inches == math.inf:
        return Preview((), need, why, "falls short")
    spot = special.aim_point(shooter, weapon, target, inches)
    lies_under: dict[Cover, Fraction] = {"no": Fraction(0), "partly": Fraction(0), "wholly": Fraction(0)}
    untold = ("asleep",) if battle.rulings.premeasure else ("asleep", "in hand")
    flight = special.flight.odds(replace(aim, ammo=True), weapon.list == "grenade")
    own = Fraction(0)
    for result, likely in flight.items():
        where = special.landing(battle, shooter, spot, result) if result.landed != "asleep" else None
        blast = None if where is None else Blast(where, weapon.blast_diameter / 2)
        if blast is None or result.landed in untold:
            lies_under["no"] += likely
        else:
            lies_under[special.lying(battle, weapon, blast, target)] += likely
        if blast is not None and battle.rulings.premeasure:
            own += likely * UNDER[special.lying(battle, weapon, blast, shooter)]
    lasting = stakes.gives_away(shooter)
    if own:
        lasting = (*lasting, ("it catches him who throws it", own))
    elif battle.rulings.premeasure:
        sixes = flight.map(lambda each: int(each.six))
        lasting = (*lasting, *stakes.wear(battle, shooter, weapon, list(sixes.items())))
    if "gas" in weapon.rules:
        breath = special.breathes.odds(target.profile.T, special.filtered(target)).chance(False)
        chokes = breath * (lies_under["wholly"] + lies_under["partly"] / 2)
        outcomes = (("unhurt", 1 - chokes), ("pinned", chokes))
        return Preview(outcomes, need, why, f"{float(chokes):.0%} chokes", besides=lasting)
    body = body_of(target)
    fates = _fates(weapon, target, body, lies_under)
    return replace(
        _spelled(target, fates, need, why),
        then=stakes.rolls_of(special.burn(weapon, target), body),
        besides=(*_pinned(battle, target, fates), *lasting),
    )


def _pinned(battle: Battle, target: Fighter, fates: Odds[str]) -> stakes.Chances:
    """Of who lies under a template: those who are hit and neither fall nor go out."""
    falls = fates.chance(lambda fate: fate in ("down", "still down", "out of action"))
    return stakes.pins(battle, target, 1 - falls, fates.chance("miss"))


def _fates(weapon: Weapon, target: Fighter, body: Body, lies_under: Mapping[Cover, Fraction]) -> Odds[str]:
    """The fates of a target that lies under a template with these chances."""
    parts: dict[str, Fraction] = {"miss": lies_under.get("no", Fraction(0))}
    hit = special.burn(weapon, target)
    for wholly in (True, False):
        share = lies_under.get("wholly" if wholly else "partly", Fraction(0))
        for result, likely in special.under_template.odds(wholly, hit, body).items() if share else ():
            fate = fate_words(result.came, body, result.body)
            parts[fate] = parts.get(fate, Fraction(0)) + share * likely
    common = math.lcm(*(part.denominator for part in parts.values()))
    return Odds({fate: int(part * common) for fate, part in parts.items() if part})
