"""The dice of hand-to-hand combat: attack dice, combat scores, who wins and by how much."""

from __future__ import annotations

from warbook.books.family import combat_score as dice
from warbook.books.family.combat_score import Fighting, Round, Throw, draw, margin, read, worth_parrying
from warbook.books.necromunda.called import CALLED
from warbook.core.chance import given

__all__ = (
    "Fighting", "Round", "Throw", "attack_dice", "clash", "draw", "duel", "margin", "parried", "read",
    "swing", "worth_parrying",
)  # fmt: skip

attack_dice = given(dice.attack_dice, CALLED)
"""nec.combat.attack-dice: one D6 for each Attack."""

parried = given(dice.parried, CALLED)

swing = given(dice.swing, CALLED)
"""nec.combat.score: the highest single die counts. nec.combat.mod-critical: each 6 after the first adds 1
(nec.A25); nec.combat.mod-fumble: each 1 helps the foe."""

clash = given(dice.clash, CALLED)
"""Steps 1 to 4 of nec.combat.sequence: nec.combat.winner, nec.combat.hits. nec.combat.draw: the higher
Initiative wins by one hit; nec.combat.stand-off: equal ones do not."""

duel = given(dice.duel, CALLED)
