"""A duel at a chosen point: `duel((5, 6), (11, 6))`. Ada is of side a, Bram of side b; more is said of each
as a dict. Those in `due` are still to walk and shoot."""

from __future__ import annotations

from typing import Any

from duel import Battle, Duellist, Setup

from tests.kit.position import Turning
from warbook import load_book
from warbook.board.geometry import Spot

BOOK = load_book("duel")


class Position(Turning[Battle]):
    def __getitem__(self, name: str) -> Duellist:
        return next(each for each in self.battle.duellists if each.name == name)


def duel(
    ada: tuple[float, float],
    bram: tuple[float, float],
    due: str = "ab",
    field: str = "meadow",
    ada_is: dict[str, Any] | None = None,
    bram_is: dict[str, Any] | None = None,
    turn: int = 1,
) -> Position:
    setup: Setup = BOOK.setup(field, ["ada", "bram"], {})
    duellists = [
        Duellist("a", "Ada", Spot(*ada), **(ada_is or {})),
        Duellist("b", "Bram", Spot(*bram), **(bram_is or {})),
    ]
    return Position(BOOK, Battle(setup, duellists, turn, list(due)))
