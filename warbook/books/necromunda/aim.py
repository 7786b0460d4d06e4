"""The dice of shooting: to hit, volleys, sustained fire, ammo."""

from __future__ import annotations

from msgspec import Struct

from warbook.books.family import to_hit as dice
from warbook.books.family.to_hit import Aim, Ammo, Burst, Shot, Tally, hit_score
from warbook.books.necromunda.called import CALLED
from warbook.core.chance import given

__all__ = (
    "OUT_OF_RANGE", "PLAIN", "Aim", "Ammo", "Burst", "Circumstance", "Shot", "Tally",
    "ammo_roll", "full_auto", "hit_score", "shot", "sustained", "tally", "to_hit", "volley",
)  # fmt: skip

OUT_OF_RANGE = 99


class Circumstance(Struct, frozen=True):
    """What is special about a shot besides shooter, weapon and target."""

    fleeting: bool = False  # on overwatch at a target that appears or disappears
    charging: bool = False  # on overwatch at a charging target (nec.A40)
    sustained: bool = False


PLAIN = Circumstance()

to_hit = given(dice.to_hit, CALLED)
"""nec.shooting.to-hit (nec.R1): 7 - BS, less the modifiers (nec.A39). nec.shooting.natural-one,
nec.shooting.required-7-to-9 (nec.R3). A red-dot sight warns the target, who dodges on a 6."""

shot = given(dice.shot, CALLED)
tally = given(dice.tally, CALLED)
volley = given(dice.volley, CALLED)

sustained = given(dice.sustained, CALLED)
"""nec.M17: each sustained-fire die gives 1, 1, 2, 2 or 3 shots, or jams."""

full_auto = given(dice.full_auto, CALLED)

ammo_roll = given(dice.ammo_roll, CALLED)
"""nec.M9: each 6 to hit calls for one."""
