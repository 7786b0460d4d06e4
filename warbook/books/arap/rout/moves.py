"""The compulsory phase of routers and pursuers (arap.A1)."""

from __future__ import annotations

from warbook.books.arap.state import Game


def compulsory(game: Game) -> bool:
    """arap.turn.compulsory-moves: one router or pursuer moves or tests; False when all have. `battle.queue`
    is this stage's own."""
    return False
