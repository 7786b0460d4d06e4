"""Shooting actions of a unit that has points."""

from __future__ import annotations

from warbook.books.arap.state import Acting, Battle, Game
from warbook.core.questions import Option


def options(battle: Battle, frame: Acting) -> list[Option]:
    """What the unit might fire or throw at, with what bars it; ids begin with "shoot:" and "throw:"."""
    return []


def take(game: Game, frame: Acting, chosen: str) -> None:
    """Fires, and pays for it."""
