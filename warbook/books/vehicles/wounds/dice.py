"""The dice of bad ground."""

from __future__ import annotations

from warbook.books.family.wounds import NEVER
from warbook.core.chance import chance
from warbook.core.dice import Dice


@chance
def treads(dice: Dice, invulnerable: int) -> bool:
    """veh.P3.dangerous: whether one on dangerous ground is wounded. Neither armour nor cover saves."""
    if dice.d6("veh.P3.dangerous", need=2) >= 2:
        return False
    return invulnerable >= NEVER or dice.d6("veh.P7.invulnerable", need=invulnerable) < invulnerable
