"""Positions of a melee: A and x, plain figures that are locked with each other."""

from __future__ import annotations

from tests.books.arap.table import Position, table

BARE = "weapons= melee=ccw grenades= natural= ws=3 s=3 t=3 i=3 a=1 w=1 ld=7 save=7 invulnerable=7"


def duel(
    own: str = "",
    theirs: str = "",
    at: str = "(11,10)",
    terrain: str = "",
    here: str = "(10,10)",
    **rulings: object,
) -> Position:
    """`own` and `theirs` change what A and x are; `here` and `at` are where they stand."""
    text = f"human_trooper A {here} locked=x {BARE} {own}   human_trooper x {at} locked=A {BARE} {theirs}   "
    return table(text + terrain, phase="melee", **rulings)
