"""Odds of a shot for those who have to choose: the target's fate, exactly, before anything is thrown. Where
nothing may be measured beforehand (nec.M37) they are given for each way the range may be."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from msgspec.structs import replace

from warbook.board.templates import Blast, Cover
from warbook.books.family.injuries import after_words
from warbook.books.necromunda import shooting, special
from warbook.books.necromunda.aim import OUT_OF_RANGE, PLAIN, Aim, Circumstance, full_auto, shot, to_hit
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
            return _flamed(weapon, target, special.lying(battle, weapon, shape, target))
        flames = [replace(_flamed(weapon, target, lies), given=words) for lies, words in COVERED]
        return _of_cases(flames, ("wholly under the template", "partly", ""))

    def at(inches: float) -> Preview:
        aimed = shooting.aim_at(battle, shooter, weapon, target, inches, circumstance)
        if shooting.lobbed(weapon):
            return _lobbed(battle, shooter, weapon, target, inches, *aimed)
        return _fired(shooter, weapon, target, *aimed, dice)

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


def _fired(shooter: Fighter, weapon: Weapon, target: Fighter, aim: Aim, why: Why, dice: int) -> Preview:
    if aim.need == OUT_OF_RANGE:
        return Preview((("miss", Fraction(1)),), "out of range", why, "out of range")
    aim = replace(aim, ammo=False)
    hit, body = shooting.hit_by(shooter, weapon, target), body_of(target)
    if "web" in weapon.rules:
        caught = to_hit.odds(aim).chance(lambda roll: roll.hits > 0)
        outcomes = (("miss", 1 - caught), ("webbed", caught))
        return Preview(outcomes, need_words(aim), why, f"{float(caught):.0%} caught in a web")
    if dice:
        fates = full_auto.odds(dice, aim, hit, body).map(lambda after: after_words(body, after))
        shown = _spelled(target, fates, need_words(aim), why)
        return replace(shown, headline=f"{shown.headline} with {shooting.dice_words(dice)}")
    fates = shot.odds(aim, hit, body).map(lambda result: fate_words(result.came, body, result.body))
    return _spelled(target, fates, need_words(aim), why)


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


def _flamed(weapon: Weapon, target: Fighter, lies: Cover) -> Preview:
    fates = _fates(weapon, target, body_of(target), {lies: Fraction(1)})
    return _spelled(target, fates, {"wholly": "no roll", "partly": "4+", "no": "out of reach"}[lies], ())


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
    for result, likely in special.flight.odds(replace(aim, ammo=False), weapon.list == "grenade").items():
        where = None if result.landed in untold else special.landing(battle, shooter, spot, result)
        blast = None if where is None else Blast(where, weapon.blast_diameter / 2)
        lies_under["no" if blast is None else special.lying(battle, weapon, blast, target)] += likely
    if "gas" in weapon.rules:
        breath = special.breathes.odds(target.profile.T, special.filtered(target)).chance(False)
        chokes = breath * (lies_under["wholly"] + lies_under["partly"] / 2)
        return Preview((("unhurt", 1 - chokes), ("pinned", chokes)), need, why, f"{float(chokes):.0%} chokes")
    return _spelled(target, _fates(weapon, target, body_of(target), lies_under), need, why)


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
