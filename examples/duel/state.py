"""A duel: what never changes, and what does."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from msgspec import Struct

from warbook.board.geometry import Spot
from warbook.board.terrain import Table
from warbook.core.datafile import read_toml
from warbook.core.game import Game as AnyGame

SIDES = ("a", "b")
RADIUS = 0.5
PACES = {"upright": 4.0, "crouched": 2.0}  # inches in a turn
Stance = Literal["upright", "crouched"]


class Fighter(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    words: str


class Field(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    words: str
    turns: int
    table: Table


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    field: Field
    fighters: tuple[Fighter, Fighter]


class Duellist(Struct):
    id: str
    side: str
    name: str
    x: float
    y: float
    stance: Stance = "upright"
    loaded: bool = True
    grazes: int = 0
    fallen: bool = False

    @property
    def spot(self) -> Spot:
        return Spot(self.x, self.y)


class Battle(Struct):
    setup: Setup
    duellists: list[Duellist]
    turn: int = 1
    side: str = "a"
    phase: Literal["stances", "walking", "shooting"] = "stances"
    gone: int = 0  # how many have walked and shot in this turn
    over: bool = False
    winner: str = ""

    @property
    def active(self) -> Duellist:
        return self.duellists[SIDES.index(self.side)]

    @property
    def target(self) -> Duellist:
        return self.duellists[1 - SIDES.index(self.side)]


Game = AnyGame[Battle]


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    duellists: dict[str, Fighter]
    fields: dict[str, Field]


@cache
def data() -> Data:
    return read_toml(Path(__file__).parent / "data.toml", Data)
