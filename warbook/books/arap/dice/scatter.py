"""How far things go astray. The direction is a die of its own, rolled elsewhere (arap.D1)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from warbook.core.chance import chance
from warbook.core.dice import Dice


class Crazed(Struct, frozen=True):
    """How far an animal goes that moves at random, and whether it turns back."""

    inches: int
    turns_back: bool


@chance
def scatter(
    dice: Dice,
    less: int = 0,
    kind: Literal["double", "double-or-seven", "only"] = "double",
    rule: str = "arap.dice.scatter-distance",
) -> int:
    """The inches of two dice, less a skill where one is taken off (arap.dice.scatter-minus-skill). A double
    (arap.dice.scatter-double) is on target, by a switch a 7 as well (arap.dice.scatter-double-or-seven,
    arap.D11), unless the roll is for scatter only (arap.dice.scatter-only)."""
    high, low = dice.pool(2, rule)
    if kind != "only" and (high == low or (kind == "double-or-seven" and high + low == 7)):
        return 0
    return max(0, high + low - less)


@chance
def short_scatter(dice: Dice, only: bool = False, rule: str = "arap.dice.scatter-short") -> int:
    """arap.dice.scatter-short: the difference of two dice. For scatter `only` a double is the value of one
    (arap.dice.scatter-only-short)."""
    high, low = dice.pool(2, rule)
    return high if only and high == low else high - low


@chance
def three_dice(dice: Dice, less: int = 0, rule: str = "arap.dice.scatter-three-dice") -> int:
    """arap.dice.scatter-three-dice, arap.D2: the sum of the two highest, of which `less` is taken (arap.F44);
    if they are equal, the value of one."""
    high, next, _ = dice.pool(3, rule)
    return high if high == next else max(0, high + next - less)


@chance
def veer(dice: Dice, rule: str = "arap.dice.veer") -> int:
    """arap.dice.veer: inches to the right, or if negative to the left; the left die is thrown first."""
    left, right = dice.throw(6, 2, rule, None, None)
    return right - left


@chance
def crazed(dice: Dice, rule: str = "arap.dice.random-creature-move") -> Crazed:
    """arap.dice.random-creature-move: an even double turns it back."""
    high, low = dice.pool(2, rule)
    return Crazed(high + low, high == low and high % 2 == 0)


def within_half(inches: int, distance: float | None) -> float:
    """arap.area.scatter-limit: a shot strays by half of its range at most; None has no limit."""
    return within_share(inches, None if distance is None else distance / 2)


def within_share(inches: int, limit: float | None) -> float:
    """The same where a scenario has another limit than half the range."""
    return inches if limit is None else min(inches, limit)
