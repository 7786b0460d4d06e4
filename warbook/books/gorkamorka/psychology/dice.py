"""The dice of psychology, and of burning warriors who run at random."""

from __future__ import annotations

from msgspec import Struct

from warbook.books.gorkamorka.called import HOURS
from warbook.core.chance import chance
from warbook.core.dice import Dice

__all__ = (
    "HATEFUL", "Run", "feared_ws", "fights_on", "flees", "initiative_score", "leadership_score",
    "runs_burning", "wanders",
)  # fmt: skip

HATEFUL = 10  # gce.hatred.leadership


class Run(Struct, frozen=True):
    """So many inches in a direction, in twelfths of a circle."""

    inches: int
    direction: int


def leadership_score(ld: int, fails_on_max: bool) -> int:
    """What a 2D6 may show at most: gce.basics.leadership-test; with the ruling, a 12 fails (gce.R2.4)."""
    return min(ld, 11) if fails_on_max else ld


def initiative_score(initiative: int, fails_on_max: bool) -> int:
    """What a D6 may show at most: gce.basics.initiative-test; with the ruling, a 6 fails (gce.R2.4)."""
    return min(initiative, 5) if fails_on_max else initiative


def feared_ws(ws: int) -> int:
    """gce.fear.charged: half, rounding up (gce.R9.3)."""
    return (ws + 1) // 2


@chance
def flees(dice: Dice) -> int:
    """gce.terror.start-within-8: inches of the flight."""
    return dice.total(2, "gce.terror.start-within-8")


@chance
def wanders(dice: Dice) -> int | None:
    """gce.stupidity.movement: the direction of the move on a 4+, None for who stands still."""
    rule = "gce.stupidity.movement"
    return dice.face(HOURS, rule) if dice.d6(rule, need=4) >= 4 else None


@chance
def fights_on(dice: Dice) -> bool:
    """gce.stupidity.hth: on less than 4 he rolls no attack dice."""
    return dice.d6("gce.stupidity.hth", need=4) >= 4


@chance
def runs_burning(dice: Dice) -> Run:
    """gce.foot.on-fire-flee."""
    rule = "gce.foot.on-fire-flee"
    return Run(dice.total(2, rule), dice.face(HOURS, rule))
