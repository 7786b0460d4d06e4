"""Tests against a characteristic. `rule` is what the roll is called.

Where a roll always passes or fails, the book gives the score that says so: at most 5 where a 6 always fails.
"""

from __future__ import annotations

from warbook.core.chance import chance
from warbook.core.dice import Dice


@chance
def leadership(dice: Dice, rule: str, ld: int) -> bool:
    """2D6, more than Ld fails."""
    return dice.total(2, rule, most=ld) <= ld


@chance
def at_most(dice: Dice, rule: str, score: int) -> bool:
    """A D6 of the score or less: Initiative, Toughness ..."""
    return dice.d6(rule, most=score) <= score
