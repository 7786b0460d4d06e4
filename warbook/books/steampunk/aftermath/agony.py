"""Continuous damage: the dice of one acid, minor acid, fire, poison or bleeding token in one turn.

`bonus` is what is added to a damage roll: the future-damage tokens, less the resistance to its type.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from warbook.books.steampunk.dice import die
from warbook.core.chance import chance
from warbook.core.dice import Dice

STEPS = (4, 6, 8, 10, 12)  # the strengths of poison, and of bleeding (ruling P9)
ALL = 99  # counts everything acid does
MOST_SIXES = 15  # that acid rolls twice for in one turn: more come less than once in 500,000 turns

Fate = Literal["stays", "downgraded", "removed"]


class Agony(Struct, frozen=True):
    """What becomes of the token, and what it does: a damage result, or future-damage tokens."""

    token: Fate
    damage: int | None = None
    future: int = 0


class Acid(Struct, frozen=True):
    """How often each effect of spf.special.acid-table has come up, downgrades at most twice."""

    downgrades: int = 0
    future: int = 0
    clouds: int = 0  # poison cloud[4], and minor acid for every unit in the hex (ruling P3)
    armor: int = 0
    fires: int = 0


@chance
def acid(dice: Dice, most: int = ALL, waiting: int = 1, sixes: int = MOST_SIXES) -> Acid:
    """spf.special.acid-table, agony 0: the effects of `waiting` dice, counted up to `most`. A 6 is two more
    dice, which both count (ruling P1); when `sixes` are used up it counts as a 5."""
    if not waiting:
        return Acid()
    face = dice.d6("spf.special.acid-table")
    if sixes and face == 6:
        return acid(dice, most, waiting + 1, sixes - 1)
    rest = acid(dice, most, waiting - 1, sixes)
    return Acid(
        min(2, rest.downgrades + (face <= 1)),
        min(most, rest.future + (face >= 2)),
        min(most, rest.clouds + (face >= 3)),
        min(most, rest.armor + (face >= 4)),
        min(most, rest.fires + (face >= 5)),
    )


def acid_after(downgrades: int) -> Fate:
    """spf.special.acid-double-downgrade: of one token, from all sources in one turn (ruling P5)."""
    return "stays" if not downgrades else "downgraded" if downgrades == 1 else "removed"


@chance
def minor_acid(dice: Dice) -> Agony:
    """spf.special.minor-acid, agony 1."""
    if dice.d6("spf.special.minor-acid", need=3) >= 3:
        return Agony("stays", future=1)
    return Agony("removed")


@chance
def burning(dice: Dice, bonus: int) -> Agony:
    """spf.special.fire-roll, spf.special.fire-damage, agony 2: only the natural 1 ends it (ruling P7)."""
    face = dice.d6("spf.special.fire-roll", need=2)
    return Agony("removed") if face == 1 else Agony("stays", face + bonus)


@chance
def poison(dice: Dice, strength: int, bonus: int) -> Agony:
    """spf.special.poison-roll, agony 3. It is removed instead if the damage kills a model
    (spf.special.poison-removed)."""
    face = die(dice, strength, "spf.special.poison-roll")
    return Agony("downgraded" if downgraded(strength) else "removed", face + bonus)


@chance
def bleeding(dice: Dice, strength: int, bonus: int) -> Agony:
    """spf.special.bleeding-roll, agony 4. It is removed too if the damage kills a model
    (spf.special.bleeding-removed)."""
    face = die(dice, strength, "spf.special.bleeding-roll")
    return Agony("removed") if face == 1 else Agony("stays", face + bonus)


def downgraded(strength: int) -> int:
    """spf.special.poison-downgrade: one step less, 0 for none."""
    step = STEPS.index(strength)
    return STEPS[step - 1] if step else 0


def raised(strength: int) -> int:
    """Amplified bleeding: one step more, up to 12 (ruling P9)."""
    return STEPS[min(STEPS.index(strength) + 1, len(STEPS) - 1)]
