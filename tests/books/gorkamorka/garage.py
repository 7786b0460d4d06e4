"""Deeds of the vehicle chapters, each done at a position by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.books.gorkamorka.table import Position
from tests.kit.script import By, Sealed
from warbook.books.gorkamorka.state import Game, Trouble
from warbook.books.gorkamorka.trouble import settle


def does(game: Position, deed: Callable[[Game], object], *answers: By | Sealed, dice: str = "") -> Position:
    """Do it; all answers and dice must be used."""
    with game.scripted(answers, dice):
        deed(game.game)
    return game


def suffers(
    game: Position, *trouble: Trouble, dice: str = "", answers: tuple[By | Sealed, ...] = ()
) -> Position:
    """What comes of some trouble, the first of it first."""
    game.battle.trouble += reversed(trouble)
    return does(game, settle, *answers, dice=dice)


def legs(*way: tuple[float, float]) -> Any:
    """The answer to a drive: turns and inches."""
    return {"legs": [list(leg) for leg in way]}


def at(game: Position, name: str) -> tuple[float, float, float]:
    """Where a vehicle stands and how it faces, to a hundredth."""
    ride = game.ride(name)
    return round(ride.x, 2), round(ride.y, 2), round(ride.facing, 2) % 360.0
