"""Charge actions of a unit that has points, and a Charge as it goes on, stage by stage."""

from __future__ import annotations

from warbook.books.arap.state import Acting, Battle, Charging, Game
from warbook.core.questions import Option


def options(battle: Battle, frame: Acting) -> list[Option]:
    """Whom the unit might Charge, with what bars it; ids begin with "charge:"."""
    return []


def take(game: Game, frame: Acting, chosen: str) -> None:
    """Declares a Charge: pays for it and puts a `Charging` frame on the stack."""


def go_on(game: Game, frame: Charging) -> None:
    """The next stage of a Charge (arap.G1); takes the frame off the stack when it is over."""
    game.battle.stack.remove(frame)
