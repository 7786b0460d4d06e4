"""What a scenario of the vehicle sheet says, as its file has it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from warbook.board.terrain import Table


class Objectives(Struct, frozen=True, forbid_unknown_fields=True):
    """The markers of a battle for ground."""

    count: Literal["D3", "D3+1", "D3+2", "D6"] | Annotated[int, Meta(ge=1, le=8)]
    from_edge: float = 12.0
    apart: float = 12.0
    held_within: float = 3.0


class Scenario(Struct, frozen=True):
    """A scenario with its table: where each side sets up, who begins, what wins, and how long it lasts.

    `deployment`: "edges" along opposite long edges and "quarters" in opposite quarters, both `from_centre`
    inches or more from the centre line or the centre; "breakthrough": the attacker within `attacker_within`
    of the south edge, the defender `defender_beyond` or more from it. An attacker has the first turn and the
    defender sets up first; else who has won the roll-off has both."""

    id: str
    name: str
    words: str
    table: Table
    deployment: Literal["edges", "quarters", "breakthrough"] = "edges"
    from_centre: float = 12.0
    attacker_within: float = 12.0
    defender_beyond: float = 24.0
    first_turn: Literal["roll-off", "attacker"] = "roll-off"
    stolen_on: Annotated[int, Meta(ge=2, le=7)] = 6  # 7: the first turn cannot be stolen
    wins: Literal["kill points", "markers", "breakthrough"] = "kill points"
    objectives: Objectives | None = None
    turns: Annotated[int, Meta(ge=1, le=20)] = 5
    goes_on: tuple[int, ...] = ()  # the D6 for each turn more, after the last
    provenance: Literal["found", "known", "ours"] = "ours"
    source: str = ""
    note: str = ""
    ours_fields: tuple[str, ...] = ()

    @property
    def roles(self) -> bool:
        """There is an attacker, who has the first turn."""
        return self.first_turn == "attacker"
