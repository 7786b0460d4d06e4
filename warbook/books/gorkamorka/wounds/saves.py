"""Which saves a warrior has against what (gce.wounding.save)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from warbook.books.gorkamorka.mob.lists import Armour, Fighter, Skills
from warbook.books.gorkamorka.wounds.dice import BAREFACED, Saving

Harm: TypeAlias = Literal["shot", "shielded shot", "template", "hand-to-hand", "location", "fall", "fire"]

DODGING = {1: 6, 2: 5, 3: 4}  # by how often it was learned; the second and the third are ours
SPREAD: tuple[Harm, ...] = ("template", "location")  # hits that flak is better against
SHIELDED: tuple[Harm, ...] = ("shielded shot", "template", "hand-to-hand")


def saves_against(harm: Harm, fighter: Fighter, worn: Sequence[Armour], skills: Skills) -> tuple[Saving, ...]:
    """The best armour with what a shield adds to it, and a dodge that cannot be modified
    (gce.wounding.save-unmodifiable). A `shielded shot` is one that a shield helps against; a `location` hit
    comes through a vehicle's table."""
    own = [fighter.save, *(piece.save for piece in worn)]
    if harm in SPREAD:
        own += [piece.save_vs_templates for piece in worn]
    score = min((save for save in own if save), default=BAREFACED)
    if harm in SHIELDED:
        score -= sum(piece.save_bonus for piece in worn)
    armour = (Saving(score),) if score < BAREFACED else ()
    return (*armour, Saving(DODGING[skills.dodgy_git], False)) if skills.dodgy_git else armour
