"""The dice of moving on foot."""

from __future__ import annotations

from warbook.core.chance import chance
from warbook.core.dice import Dice


@chance
def slowed(dice: Dice) -> int:
    """veh.P3.difficult: inches through difficult ground, the higher of two dice."""
    return dice.pool(2, "veh.P3.difficult", keep=1)[0]


@chance
def dash(dice: Dice) -> int:
    """veh.P3.run: inches."""
    return dice.d6("veh.P3.run")
