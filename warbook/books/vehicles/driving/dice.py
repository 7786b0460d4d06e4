"""The dice of driving."""

from __future__ import annotations

from warbook.core.chance import chance
from warbook.core.dice import Dice


@chance
def gets_through(dice: Dice) -> bool:
    """veh.terrain.dangerous-test: only a 1 fails."""
    return dice.d6("veh.terrain.dangerous-test", need=2) >= 2


@chance
def holds_back(dice: Dice) -> bool:
    """veh.P13.wild, the word `charges_ahead` of a vehicle: on a 1 it runs wild."""
    return dice.d6("veh.P13.wild", need=2) >= 2


@chance
def difficult_inches(dice: Dice) -> int:
    """veh.walker.terrain, veh.P3: the higher of two dice is as far as a Walker gets."""
    return dice.pool(2, "veh.walker.terrain", keep=1)[0]


@chance
def run_inches(dice: Dice) -> int:
    """veh.walker.run."""
    return dice.d6("veh.walker.run")
