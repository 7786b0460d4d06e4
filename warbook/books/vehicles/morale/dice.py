"""The dice of those who run."""

from __future__ import annotations

from warbook.core.chance import chance
from warbook.core.dice import Dice


@chance
def flight(dice: Dice, count: int) -> int:
    """veh.P8.fall-back: inches, of so many dice."""
    return dice.total(count, "veh.P8.fall-back")
