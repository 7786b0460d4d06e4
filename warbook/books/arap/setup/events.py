"""What a scenario has happen by chance, once a game turn (arap.turn.compulsory-random-events)."""

from __future__ import annotations

from warbook.books.arap.state import Game


def happen(game: Game) -> bool:
    """The next random thing of the first player's compulsory phase; False when none is left (arap.C1)."""
    return False
