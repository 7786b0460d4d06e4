"""The dice before a battle and at its end: who begins, how many markers there are, how long it lasts."""

from __future__ import annotations

from warbook.core.chance import chance
from warbook.core.dice import Dice

LEAST = {"D3": 0, "D3+1": 1, "D3+2": 2}


def roll_off(dice: Dice) -> int:
    """veh.P1.roll-off: 0 if the first of two has won, 1 if the second has; equal dice are rolled again."""
    first, second = dice.d6("veh.P1.roll-off"), dice.d6("veh.P1.roll-off")
    if first == second:
        return roll_off(dice)
    return 0 if first > second else 1


@chance
def markers(dice: Dice, count: str) -> int:
    """How many markers a battle for ground has."""
    return dice.d6("veh.S2") if count == "D6" else LEAST[count] + dice.d3("veh.S2")


@chance
def steals(dice: Dice, need: int) -> bool:
    """veh.P1.steal."""
    return dice.d6("veh.P1.steal", need=need) >= need


@chance
def battle_goes_on(dice: Dice, need: int) -> bool:
    """veh.P1.length."""
    return dice.d6("veh.P1.length", need=need) >= need
