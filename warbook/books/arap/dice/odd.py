"""Dice of other sizes, read from those that people have, and dice of which some are picked."""

from __future__ import annotations

from typing import Literal, TypeAlias

from warbook.core.chance import chance
from warbook.core.dice import Dice

Die: TypeAlias = Literal["D2", "D3", "D4", "D5", "D6", "D8", "D10", "D66", "D100", "average"]
AVERAGE = (3, 2, 3, 4, 5, 4)
"""arap.dice.average-dice, by the face of a D6."""


@chance
def roll(dice: Dice, die: Die, rule: str) -> int:
    """arap.dice.types, arap.dice.d2, arap.dice.d3, arap.dice.d5, arap.dice.d66, arap.dice.d100: one die of
    the kind. A D10 shows 10 where it is marked 0."""
    if die in ("D2", "D3", "D6", "average"):
        face = dice.d6(rule)
        return AVERAGE[face - 1] if die == "average" else (face - 1) % int(die[1:]) + 1
    if die == "D66":
        return 10 * dice.d6(rule) + dice.d6(rule)
    if die == "D100":
        tens, units = (dice.face(FACES[10], rule) % 10 for _ in range(2))
        return 10 * tens + units or 100
    if die == "D5":
        return (dice.face(FACES[10], rule) - 1) % 5 + 1
    return dice.face(FACES[int(die[1:])], rule)


FACES = {sides: tuple(range(1, sides + 1)) for sides in (4, 8, 10)}


@chance
def picked(dice: Dice, count: int, keep: int, highest: bool, rule: str, sides: int = 6) -> int:
    """arap.dice.roll-and-pick: R<count>D<sides>P<keep>, the sum of the highest or of the lowest."""
    faces = sorted(dice.throw(sides, count, rule, None, None), reverse=highest)
    return sum(faces[:keep])


@chance
def best_two(dice: Dice, count: int, rule: str) -> int:
    """R3D6P2 up, or 2D6 for a count of two: the inches of Charges and flights."""
    return sum(dice.pool(count, rule, keep=2)[:2])


@chance
def higher_of_two(dice: Dice, die: Die, rule: str) -> int:
    """The higher of two dice (arap.movement.variable-terrain)."""
    return max(roll(dice, die, rule), roll(dice, die, rule))


def variable_die(move: int) -> Die | None:
    """arap.movement.variable-terrain-dice; a move below 3 is not rolled for (arap.E5)."""
    if move < 3:
        return None
    return "D3" if move == 3 else "D4" if move == 4 else "D5" if move == 5 else "D6"
