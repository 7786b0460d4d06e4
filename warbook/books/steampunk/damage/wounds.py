"""Damage tables and tokens: what a damage result means to a unit."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from msgspec import Struct

Effects = TypeVar("Effects", bound=Hashable)
Row = tuple[int, int | None, Effects]  # from, to (None: and above), what it does
Table = tuple[Row[Effects], ...]  # without gaps, lowest line first


def look_up(table: Table[Effects], result: int) -> Effects | None:
    """spf.damage.table-lookup: what the line says in which the result falls."""
    row = row_of(table, result)
    return None if row is None else table[row][2]


def row_of(table: Table[Effects], result: int) -> int | None:
    """spf.damage.below-table: none below the first line. Nothing is above the last one (ruling D8)."""
    found = None
    for number, (start, _, _) in enumerate(table):
        if result >= start:
            found = number
    return found


class Standing(Struct, frozen=True):
    """A unit as the bookkeeping sees it."""

    models: int
    tokens: int = 0  # of +1 to future damage


def tolled(unit: Standing, kills: int, won: int, destroyed: bool = False) -> Standing:
    """The unit after one step (ruling T2): count the kills, halve the old tokens once for each, then add
    those won in the step. Surplus kills are lost (ruling T3); "destroyed" overrides the rest."""
    models = 0 if destroyed else max(0, unit.models - kills)
    if not models:
        return Standing(0)
    return Standing(models, halved(unit.tokens, kills) + won)


def halved(tokens: int, kills: int) -> int:
    """spf.damage.model-death-halves: half, rounding down, for each model that dies."""
    return tokens >> kills
