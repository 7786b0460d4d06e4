"""Consolidation: a few inches for who has won and has nobody left to fight (veh.P12.consolidate)."""

from __future__ import annotations

from warbook.books.vehicles.assault.dice import consolidation
from warbook.books.vehicles.assault.engaged import Piece, held_fast
from warbook.books.vehicles.driving import walkers
from warbook.books.vehicles.foot.marching import march
from warbook.books.vehicles.state import Game, Unit

RULE = "veh.P12.consolidate"


def consolidate(game: Game, one: Piece) -> None:
    """Up to D6 inches anywhere but within an inch of an enemy, and so never into contact. Difficult ground
    does not slow it (own)."""
    if held_fast(one):
        return
    inches = float(game.rolling(one.id).roll(consolidation))
    if isinstance(one, Unit):
        text = f'{one.name} consolidates with {inches:g}": where to?'
        march(game, one, inches, True, text, RULE, "consolidate", "consolidates")
    else:
        walkers.go_on(game, one, inches, "veh.walker.pursuit", "consolidate", "consolidates")
