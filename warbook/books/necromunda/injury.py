"""Wounds, saves and injuries: what a hit does to a body. Shooting and hand-to-hand combat share it."""

from __future__ import annotations

from warbook.books.family import injuries, wounds
from warbook.books.family.injuries import Body, Struck, after_words
from warbook.books.family.wounds import NEVER, Came, Hit, save_score, wound_score
from warbook.books.necromunda.called import CALLED
from warbook.core.chance import given

__all__ = (
    "NEVER", "Body", "Came", "Hit", "Struck", "after_words", "blow", "blows", "fate_words", "injured",
    "lose", "recovery", "save_score", "struck", "wound_score", "wounding",
)  # fmt: skip

wounding = given(wounds.wounding, CALLED)
"""nec.shooting.wound-chart (nec.R2), nec.combat.saves, nec.M7."""

struck = given(injuries.struck, CALLED)
"""nec.combat.sequence, steps 5 to 7."""

blow = given(injuries.blow, CALLED)

blows = given(injuries.blows, CALLED)
"""nec.combat.damage, nec.M27: from the weapons in hand in turn."""

lose = given(injuries.lose, CALLED)
"""nec.injury.trigger, nec.M18 to M20: the last wound lost and every one beyond it is an injury roll."""

injured = given(injuries.injured, CALLED)
"""nec.injury.chart. nec.injury.flesh-wound: out of action with WS and BS both at 0 (nec.M21, nec.M3)."""

recovery = given(injuries.recovery, CALLED)
"""nec.recovery.down-roll, nec.injury.down-reroll."""


def fate_words(came: Came, before: Body, after: Body) -> str:
    """How an attack ended, in a word."""
    return after_words(before, after) if came == "wounded" else came.replace("-", " ")
