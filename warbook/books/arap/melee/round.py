"""A round of melee for every combat on the table."""

from __future__ import annotations

from warbook.books.arap.state import Game


def fight(game: Game) -> bool:
    """Fights the next combat whose units have not `fought` in this player turn; False when there is none."""
    return False
