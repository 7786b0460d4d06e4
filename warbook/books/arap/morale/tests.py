"""Tests of nerve: pinning, heavy casualties, suppression."""

from __future__ import annotations

from warbook.books.arap.field.units import lose_points
from warbook.books.arap.state import Game, Unit
from warbook.core.events import Became


def start_of_turn(game: Game) -> bool:
    """F19: the next test of a unit of the side whose turn it is; False when none is left."""
    return False


def pinning(game: Game, unit: Unit, by: Unit, ordnance: bool = False) -> None:
    """arap.morale.pinning-test: after an action that wounded with pinning weapons (arap.F15)."""


def pin(game: Game, unit: Unit, rule: str) -> None:
    """arap.morale.pinned; in the middle of its own activation it has two points less (arap.F16)."""
    unit.pinned, unit.suppressed, unit.pinned_now = True, False, True
    lose_points(game.battle, unit, 2)
    game.tell(Became(piece=unit.id, status="pinned", words=f"{unit.name} is pinned.", rule=rule))


def own_turn_losses(game: Game, unit: Unit) -> None:
    """arap.morale.own-turn-losses: tests at once if what it lost in its own turn (`own_losses`, and `lost` to
    reactions) is a quarter of its strength."""
