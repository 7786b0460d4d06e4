"""The dice of what scatters: grenades, unreliable explosives, bombs that wake up, guessed ranges."""

from __future__ import annotations

from warbook.books.family import explosives
from warbook.books.family.explosives import Flight, Scatter
from warbook.books.gorkamorka.called import CALLED, DIRECTION, HIT, HOURS, INCHES
from warbook.core.chance import chance, given
from warbook.core.dice import Dice

__all__ = ("Flight", "bails", "bungled", "caught", "drift", "flight", "touch_hits", "wakes")

SCATTER = Scatter(CALLED, HOURS, shells_go_wrong=True, dropped="dropped")

flight = given(explosives.flight, SCATTER)
"""gce.special-weapons.scatter-roll, gce.special-weapons.grenade-fumble; out of range it never lands true
(gce.R4.11). gce.special-weapons.scatter-general: so does every weapon that scatters (gce.R4.13)."""

bungled = given(explosives.bungled, SCATTER)
"""gce.special-weapons.unreliable-explosives."""

caught = given(explosives.caught, CALLED)
"""gce.special-weapons.blast-coverage, gce.special-weapons.teardrop-coverage."""


@chance
def wakes(dice: Dice) -> bool:
    """gce.special-weapons.delayed-bomb: somebody comes within 2 inches of it."""
    return dice.d6("gce.special-weapons.delayed-bomb", need=4) >= 4


@chance
def drift(dice: Dice, bs: int) -> Flight:
    """A shot at a guessed range: with Hit on the scatter die it falls where it was meant to, else 2D6 inches
    off, less the gunner's BS."""
    rule = "gce.special-weapons.scatter-general"
    if dice.d6(rule, need=HIT) >= HIT:
        return Flight("true")
    inches = max(0, dice.total(2, INCHES) - bs)
    return Flight("wide", inches, dice.face(HOURS, DIRECTION))


@chance
def touch_hits(dice: Dice, need: int) -> bool:
    """A marker that hits whom it touches on that score."""
    return dice.d6(CALLED.caught, need=need) >= need


@chance
def bails(dice: Dice) -> int:
    """How many inches clear somebody leaps who fails his Leadership test against a rippa."""
    return dice.d6("gce.terror.jumps-off")
