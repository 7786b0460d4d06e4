"""Who plays the sides of a battle that nobody plays yet."""

from __future__ import annotations

from collections.abc import Callable

from warbook.core.game import Game, Player


def players(game: Game, make: Callable[[int], Player], seed: int) -> dict[str, Player]:
    """Somebody for every side that the book does not play itself."""
    seats = [side for side, player in game.players.items() if player is None]
    return {side: make(seed + place) for place, side in enumerate(seats)}
