"""What a scenario of Gorkamorka says, as its file has it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from warbook.board.terrain import Table


class Sandgulpers(Struct, frozen=True):
    """Lairs in the sand that wake up when somebody comes near."""

    per_player: str  # dice: "D3"
    apart: float
    from_edge: float
    wakes_within: float
    kind: str


class Nest(Struct, frozen=True):
    """Creatures that the book plays: how many, by the cost of the mob that comes for them."""

    kind: str
    bottle_below: int  # per cent
    counts: tuple[tuple[int, int], ...]  # (up to this cost, so many)
    from_mob: float


class Scenario(Struct, frozen=True):
    """A scenario with its table: how the mobs come on, and what else decides the battle."""

    id: str
    name: str
    words: str
    table: Table
    sides: tuple[int, int] = (2, 2)  # fewest and most mobs
    depth: float = 8.0  # of the strip along one's own edge
    from_others: float = 0.0
    roles: bool = False  # there is an attacker, who has the first turn
    attacker_extra: str = ""  # warriors who start with the attacker's vehicle, as dice: "D3"
    defender_within: float = 0.0  # of the middle
    attacker_hates: bool = False
    bottle_at: tuple[int, ...] = (25,)  # per cent, for the attacker and the defender if they differ
    bottles: bool = True
    scrap_per_vehicle: str = ""
    scrap_per_player: str = ""
    scrap_from_edge: float = 0.0
    sandgulpers: Sandgulpers | None = None
    nest: Nest | None = None
    derby: bool = False  # vehicles and drivers only; the others look on from stands
    first_turn: Literal["high", "clockwise", "attacker", "mob"] = "high"
    first_edge: Literal["low", "high"] = "low"  # whose die chooses its edge, and sets up first
    turn_limit: int = 0
    provenance: Literal["found", "known", "ours"] = "ours"
    source: str = ""
    note: str = ""
    ours_fields: tuple[str, ...] = ()
