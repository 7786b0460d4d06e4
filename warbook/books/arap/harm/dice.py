"""Hits on one figure: to wound, to save."""

from __future__ import annotations

from msgspec import Struct

from warbook.books.arap.dice.goals import high, wound_goal, wound_stages
from warbook.core.chance import chance
from warbook.core.dice import Dice

NO_SAVE = 7


class WoundsDealt(Struct, frozen=True):
    """What hits have come to: wounds, and those that no save has stopped."""

    wounds: int
    unsaved: int


def save_needed(save: int, invulnerable: int, ap: int | None) -> int:
    """arap.shooting.ap-against-save, arap.shooting.invulnerable-save, arap.F12: the better one."""
    armour = NO_SAVE if ap is not None and ap <= save else save
    return min(armour, invulnerable)


@chance
def struck(dice: Dice, hits: int, strength: int, toughness: int, save: int) -> WoundsDealt:
    """So many hits of one Strength on one figure; they are near (D6)."""
    steps = wound_stages(wound_goal(strength, toughness), True)
    wounds = sum(high(dice, steps, "arap.dice.wound-goal") for _ in range(hits))
    if save >= NO_SAVE:
        return WoundsDealt(wounds, wounds)
    saved = sum(high(dice, (max(2, save),), "arap.dice.save-roll") for _ in range(wounds))
    return WoundsDealt(wounds, wounds - saved)
