"""A duel at a chosen point: `duel((5, 6), (11, 6), phase="shooting")`. Ada is of side a, Bram of side b; more
is said of each as a dict."""

from __future__ import annotations

from typing import Any

from duel.state import Battle, Duellist, Setup
from msgspec.structs import replace

from tests.kit.position import Turning
from warbook import load_book

BOOK = load_book("duel")


class Position(Turning[Battle]):
    def __getitem__(self, name: str) -> Duellist:
        return next(each for each in self.battle.duellists if each.name == name)


def duel(
    ada: tuple[float, float],
    bram: tuple[float, float],
    phase: Any = "walking",
    field: str = "meadow",
    ada_is: dict[str, Any] | None = None,
    bram_is: dict[str, Any] | None = None,
    **battle: Any,
) -> Position:
    setup: Setup = BOOK.setup(field, ["ada", "bram"], {})
    a, b = BOOK.muster(setup).duellists
    duellists = [
        replace(a, x=ada[0], y=ada[1], **(ada_is or {})),
        replace(b, x=bram[0], y=bram[1], **(bram_is or {})),
    ]
    return Position(BOOK, Battle(setup, duellists, phase=phase, **battle))
