"""Shooting: the score a shot needs, its roll to hit, several shots, sustained fire, ammo."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from warbook.books.family.called import Called
from warbook.books.family.injuries import Body, blows, struck
from warbook.books.family.wounds import Came, Hit
from warbook.core.chance import chance
from warbook.core.dice import Dice


class Aim(Struct, frozen=True, cache_hash=True):
    """The score a shot needs, and the second scores for needs of 7, 8 and 9."""

    need: int
    followup: tuple[int, int, int] = (4, 5, 6)
    dodge: bool = False  # the target is warned: on a 6 he dodges the hit
    ammo: bool = False  # each 6 on a first die is counted: it calls for an ammo roll
    short: bool = False  # each 1 calls for one as well

    @property
    def dice(self) -> tuple[int, ...]:
        """What the die must show and, where one is not enough, the second one; nothing where none helps."""
        return stages(self.need, self.followup)


class Tally(Struct, frozen=True):
    """How many of several shots hit, and how many first dice showed a 6 (or, short of ammo, a 1) that
    counts."""

    hits: int = 0
    sixes: int = 0


class Shot(Struct, frozen=True):
    came: Came
    body: Body
    six: bool = False


class Burst(Struct, frozen=True):
    """What the sustained-fire dice gave."""

    shots: int = 0
    jams: int = 0


class Ammo(Struct, frozen=True):
    """The score an ammo roll needs (7 stands for "auto"). After a 1, a second die below `explodes_below`
    blows the weapon up; a touchy weapon blows up whenever the roll fails."""

    score: int
    explodes_below: int = 2
    touchy: bool = False


def stages(need: int, followup: tuple[int, int, int] = (4, 5, 6)) -> tuple[int, ...]:
    """What a D6 must show for a need, and the second die after a 6 for needs of 7 to 9; nothing above. A 1
    always fails."""
    if need > 9:
        return ()
    return (max(need, 2),) if need <= 6 else (6, followup[need - 7])


def hit_score(bs: int, modifiers: int) -> int:
    """7 - BS, less the modifiers."""
    return 7 - bs - modifiers


@chance
def to_hit(dice: Dice, called: Called, aim: Aim) -> Tally:
    """One shot's roll to hit: a 1 always misses, needs of 7 to 9 take a second die."""
    roll = dice.d6(called.to_hit, need=die_needed(aim))
    hit = hits(dice, called, aim, roll)
    if hit and aim.dodge and dice.d6(called.dodge, need=6) == 6:
        hit = False
    return Tally(int(hit), int(aim.ammo and (roll == 6 or (aim.short and roll == 1))))


def hits(dice: Dice, called: Called, aim: Aim, roll: int) -> bool:
    """Whether a die that shows `roll` hits; needs of 7 to 9 take a 6 and a second die."""
    if not aim.dice or roll < aim.dice[0]:
        return False
    for second in aim.dice[1:]:
        return dice.d6(called.second_die, need=second) >= second
    return True


def die_needed(aim: Aim) -> int | None:
    """What the first die must show to hit at once, or to have a second one; None where nothing helps."""
    return aim.dice[0] if aim.dice else None


@chance
def shot(dice: Dice, called: Called, aim: Aim, hit: Hit, body: Body) -> Shot:
    """A single shot at one body, from the roll to hit to the injury."""
    roll = to_hit(dice, called, aim)
    if not roll.hits:
        return Shot("miss", body, roll.sixes > 0)
    result = struck(dice, called, hit, body)
    return Shot(result.came, result.body, roll.sixes > 0)


@chance
def tally(dice: Dice, called: Called, shots: int, aim: Aim) -> Tally:
    """Several shots: all the rolls to hit come before any wound."""
    if shots <= 1:
        return to_hit(dice, called, aim) if shots else Tally()
    first, second = tally(dice, called, shots // 2, aim), tally(dice, called, shots - shots // 2, aim)
    return Tally(first.hits + second.hits, first.sixes + second.sixes)


@chance
def volley(dice: Dice, called: Called, shots: int, aim: Aim, hit: Hit, body: Body) -> Body:
    """Several shots at one body."""
    return blows(dice, called, tally(dice, called, shots, aim).hits, (hit,), body)


@chance
def sustained(dice: Dice, called: Called, count: int) -> Burst:
    """Each sustained-fire die gives 1, 1, 2, 2 or 3 shots, or jams."""
    if not count:
        return Burst()
    before = sustained(dice, called, count - 1)
    face = dice.face((1, 1, 2, 2, 3, 0), called.sustained)
    return Burst(before.shots + face, before.jams + int(face == 0))


@chance
def full_auto(dice: Dice, called: Called, count: int, aim: Aim, hit: Hit, body: Body) -> Body:
    """Sustained fire with `count` dice, every shot at one body."""
    return volley(dice, called, sustained(dice, called, count).shots, aim, hit, body)


def spent(calls: Mapping[int, Fraction], fails: Fraction, explodes: Fraction) -> tuple[Fraction, Fraction]:
    """The chances that one of so many ammo rolls runs the weapon dry, and that one of them blows it up (which
    is the last one then), where a single roll does so with these."""
    dry = sum((part * (1 - (1 - fails) ** count) for count, part in calls.items()), Fraction(0))
    up = sum((part * (1 - (1 - explodes) ** count) for count, part in calls.items()), Fraction(0))
    return dry, up


@chance
def ammo_roll(dice: Dice, called: Called, ammo: Ammo) -> Literal["fine", "empty", "explodes"]:
    """The weapon is fine, has run out, or blows up in its user's hands."""
    roll = dice.d6(called.ammo, need=ammo.score)
    if roll >= ammo.score:
        return "fine"
    if ammo.touchy:
        return "explodes"
    below = ammo.explodes_below
    return "explodes" if roll == 1 and dice.d6(called.explodes, need=below) < below else "empty"
