"""Dice before and beside the battle: who begins, who arrives."""

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
