"""On what terms a unit fires."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

InCharge: TypeAlias = Literal["", "fire", "stand"]


class Terms(Struct, frozen=True):
    """Of an ordinary action: the points it takes, and whether an Aim action went before it. In a Charge:
    "fire" of those who Fire and Charge, "stand" of those who Stand and Fire, whose points are the successes
    of their two dice; `fast`: the Chargers' distance is over 12 inches. `watching`: on overwatch."""

    points: int = 1
    charge: InCharge = ""
    fast: bool = False
    aimed: bool = False
    watching: bool = False
