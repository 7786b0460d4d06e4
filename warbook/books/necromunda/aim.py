"""The dice of shooting: to hit, volleys, sustained fire, ammo."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from warbook.books.necromunda.injury import Body, Came, Hit, blows, struck
from warbook.core.chance import chance
from warbook.core.dice import Dice


class Aim(Struct, frozen=True):
    """The score a shot needs, and the second scores for needs of 7, 8 and 9 (nec.R3)."""

    need: int
    followup: tuple[int, int, int] = (4, 5, 6)
    dodge: bool = False  # a red-dot sight warns the target: on a 6 he dodges the hit


class Tally(Struct, frozen=True):
    """How many of several shots hit, and how many first dice showed 6 (each calls for an ammo roll)."""

    hits: int = 0
    sixes: int = 0


class Shot(Struct, frozen=True):
    came: Came
    body: Body
    six: bool


class Burst(Struct, frozen=True):
    """What the sustained-fire dice gave."""

    shots: int = 0
    jams: int = 0


def hit_score(bs: int, modifiers: int) -> int:
    """nec.shooting.to-hit: 7 - BS, less the modifiers (nec.A39)."""
    return 7 - bs - modifiers


@chance
def to_hit(dice: Dice, aim: Aim) -> Tally:
    """One shot's roll to hit: nec.shooting.natural-one, nec.shooting.required-7-to-9."""
    roll = dice.d6("nec.shooting.to-hit", need=max(aim.need, 2))
    six = roll == 6
    if aim.need <= 6:
        hit = roll > 1 and roll >= aim.need
    else:
        hit = six and aim.need <= 9 and _second(dice, aim)
    if hit and aim.dodge and dice.d6("nec.shooting.weapon-hit-modifier", need=6) == 6:
        hit = False
    return Tally(int(hit), int(six))


def _second(dice: Dice, aim: Aim) -> bool:
    second = aim.followup[aim.need - 7]
    return dice.d6("nec.shooting.required-7-to-9", need=second) >= second


@chance
def shot(dice: Dice, aim: Aim, hit: Hit, body: Body) -> Shot:
    """A single shot at one body, from the roll to hit to the injury."""
    roll = to_hit(dice, aim)
    if not roll.hits:
        return Shot("miss", body, roll.sixes > 0)
    result = struck(dice, hit, body)
    return Shot(result.came, result.body, roll.sixes > 0)


@chance
def tally(dice: Dice, shots: int, aim: Aim) -> Tally:
    """Several shots: all the rolls to hit come before any wound."""
    if not shots:
        return Tally()
    before = tally(dice, shots - 1, aim)
    roll = to_hit(dice, aim)
    return Tally(before.hits + roll.hits, before.sixes + roll.sixes)


@chance
def volley(dice: Dice, shots: int, aim: Aim, hit: Hit, body: Body) -> Body:
    """Several shots at one body."""
    return blows(dice, tally(dice, shots, aim).hits, (hit,), body)


@chance
def sustained(dice: Dice, count: int) -> Burst:
    """nec.M17: each sustained-fire die gives 1, 1, 2, 2 or 3 shots, or jams."""
    if not count:
        return Burst()
    before = sustained(dice, count - 1)
    face = dice.face((1, 1, 2, 2, 3, 0), "nec.M17")
    return Burst(before.shots + face, before.jams + int(face == 0))


@chance
def full_auto(dice: Dice, count: int, aim: Aim, hit: Hit, body: Body) -> Body:
    """Sustained fire with `count` dice, every shot at one body."""
    return volley(dice, sustained(dice, count).shots, aim, hit, body)


@chance
def ammo_roll(dice: Dice, score: int, explodes_below: int) -> Literal["fine", "empty", "explodes"]:
    """nec.M9: `score` or more and all is well; 7 stands for "auto". After a 1, a second die below
    `explodes_below` blows the weapon up."""
    roll = dice.d6("nec.M9", need=score)
    if roll >= score:
        return "fine"
    if roll == 1 and dice.d6("nec.M9", need=explodes_below) < explodes_below:
        return "explodes"
    return "empty"


class Lobbed(Struct, frozen=True):
    """Where a shell or a grenade comes down: on its target, off it, or with a natural 1, who knows."""

    landed: Literal["hit", "wide", "bungled"]
    six: bool


@chance
def lob(dice: Dice, aim: Aim) -> Lobbed:
    """nec.M17: the roll to hit of a weapon that scatters."""
    roll = dice.d6("nec.shooting.to-hit", need=max(aim.need, 2))
    if roll == 1:
        return Lobbed("bungled", False)
    six = roll == 6
    hit = roll >= aim.need if aim.need <= 6 else six and aim.need <= 9 and _second(dice, aim)
    return Lobbed("hit" if hit else "wide", six)


@chance
def under_template(dice: Dice, wholly: bool, hit: Hit, body: Body) -> Shot:
    """nec.M17: wholly under a template is hit, partly under it on a 4+."""
    if not wholly and dice.d6("nec.M17", need=4) < 4:
        return Shot("miss", body, False)
    result = struck(dice, hit, body)
    return Shot(result.came, result.body, False)
