"""The dice of shooting: to hit, several shots, sustained fire, ammo."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from warbook.books.family import to_hit as shared
from warbook.books.family.to_hit import Aim, Ammo, Burst, Tally, die_needed, hit_score, hits
from warbook.books.gorkamorka.called import CALLED
from warbook.books.gorkamorka.mob.lists import Ammo as Figure
from warbook.books.gorkamorka.wounds.dice import Body, Came, Hit, blows, struck
from warbook.core.chance import chance, given
from warbook.core.dice import Dice

__all__ = (
    "OUT_OF_RANGE", "Aim", "Ammo", "Burst", "Rolled", "Shot", "Spent", "Tally", "aimed", "ammo_figure",
    "ammo_roll", "ammo_rolls", "burst", "burst_ammo", "hit_score", "rolled_strength", "shot",
    "sustained", "tally", "to_hit", "volley",
)  # fmt: skip

OUT_OF_RANGE = 99  # a need that no die meets (gce.shooting.out-of-range): the die may still call for ammo
AUTO = 7  # gce.weapon.ammo-auto, gce.special-weapons.ammo-auto: a roll that always fails

Fitness = Literal["fine", "empty", "explodes"]


class Rolled(Struct, frozen=True):
    """One roll to hit, and whether the first die showed a 1 or a 6."""

    hit: bool
    one: bool
    six: bool


class Shot(Struct, frozen=True):
    """How far a shot got, the body afterwards, and whether the shot calls for an ammo roll."""

    came: Came
    body: Body
    ammo: bool = False


class Spent(Struct, frozen=True):
    """What a burst did to the weapon."""

    jams: int
    weapon: Fitness


def ammo_figure(figure: Figure) -> Ammo:
    """The ammo roll of a weapon (gce.weapon.ammo-roll)."""
    return Ammo(AUTO if figure == "auto" else figure)


to_hit = given(shared.to_hit, CALLED)
"""gce.shooting.to-hit: 7 - BS (gce.shooting.bs-table), less all modifiers (gce.shooting.hit-modifiers), a 1
always misses; gce.shooting.seven-plus (gce.R4.10). gce.special-weapons.ammo-trigger: a 6 is counted, whether
it hits or not (gce.R1.5)."""

tally = given(shared.tally, CALLED)
"""gce.special-weapons.full-auto-hits-first: all rolls to hit come before any wound."""

sustained = given(shared.sustained, CALLED)
"""gce.basics.sustained-fire-die, gce.special-weapons.jam, gce.special-weapons.multiple-dice-jam."""

ammo_roll = given(shared.ammo_roll, CALLED)
"""gce.special-weapons.ammo-roll; after a 1, gce.special-weapons.explode."""


@chance
def aimed(dice: Dice, aim: Aim) -> Rolled:
    """A roll to hit of which the face matters: bolas hit their thrower on a 1."""
    roll = dice.d6(CALLED.to_hit, need=die_needed(aim))
    return Rolled(hits(dice, CALLED, aim, roll), bool(roll == 1), bool(roll == 6))


@chance
def shot(dice: Dice, aim: Aim, hit: Hit, body: Body) -> Shot:
    """A single shot at one body, from the roll to hit to the injury."""
    roll = to_hit(dice, aim)
    if not roll.hits:
        return Shot("miss", body, roll.sixes > 0)
    result = struck(dice, hit, body)
    return Shot(result.came, result.body, roll.sixes > 0)


@chance
def volley(dice: Dice, shots: int, aim: Aim, hit: Hit, body: Body) -> Body:
    """Several shots at one body."""
    return blows(dice, tally(dice, shots, aim).hits, (hit,), body)


@chance
def burst(dice: Dice, count: int, aim: Aim, hit: Hit, body: Body) -> Body:
    """gce.special-weapons.full-auto-shots with `count` dice, every shot at one body."""
    return volley(dice, sustained(dice, count).shots, aim, hit, body)


@chance
def ammo_rolls(dice: Dice, count: int, ammo: Ammo) -> Fitness:
    """Several ammo rolls of one burst: one that fails is enough, and it explodes only once (gce.R4.19)."""
    if not count:
        return "fine"
    before, now = ammo_rolls(dice, count - 1, ammo), ammo_roll(dice, ammo)
    if "explodes" in (before, now):
        return "explodes"
    return "empty" if "empty" in (before, now) else "fine"


@chance
def burst_ammo(dice: Dice, count: int, aim: Aim, ammo: Ammo) -> Spent:
    """gce.special-weapons.ammo-sustained: a roll for each jam and one for each 6 to hit."""
    thrown = sustained(dice, count)
    sixes = tally(dice, thrown.shots, aim).sixes
    return Spent(thrown.jams, ammo_rolls(dice, thrown.jams + sixes, ammo))


@chance
def rolled_strength(dice: Dice, d6: int, strength: int) -> int:
    """A Strength that is rolled for each shot."""
    return dice.total(d6, "gce.weapon.strength") + strength
