"""Dice before and beside the battle: who begins, who arrives, what happens by chance."""

from __future__ import annotations

from warbook.core.chance import chance
from warbook.core.dice import Dice


def roll_off(dice: Dice, sides: int) -> int:
    """arap.H1: the number of the side with the highest D6; equal ones roll again, so it has no odds."""
    best = list(range(sides))
    while len(best) > 1:
        faces = dice.each(len(best), "arap.H1")
        top = max(faces)
        best = [side for side, face in zip(best, faces, strict=True) if face == top]
    return best[0]


@chance
def arrives(dice: Dice, need: int) -> bool:
    """arap.turn.compulsory-reserves."""
    return dice.d6("arap.turn.compulsory-reserves", need=need) >= need


@chance
def heading(dice: Dice, rule: str = "arap.dice.scatter-direction") -> int:
    """arap.D1: one of 360 degrees, all alike."""
    tens, ones = dice.throw(36, 1, rule, None, None)[0], dice.throw(10, 1, rule, None, None)[0]
    return 10 * (tens - 1) + ones - 1


@chance
def sight_range(dice: Dice, count: int, times: int) -> int:
    """How far one sees in the dark."""
    return times * dice.total(count, "arap.turn.compulsory-random-events")


@chance
def comes(dice: Dice, need: int) -> bool:
    """Whether something happens on a D6."""
    return dice.d6("arap.turn.compulsory-random-events", need=need) >= need


@chance
def one_of(dice: Dice, count: int) -> int:
    """The number of one of so many things, all alike."""
    return dice.throw(count, 1, "arap.turn.compulsory-random-events", None, None)[0] - 1 if count > 1 else 0
