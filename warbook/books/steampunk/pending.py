"""What a step has led to and is not settled yet: assaults to be fought, and what takes effect at its end."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.board.hexes import Hex, hex_at

TableName: TypeAlias = Literal["regular", "psychic", "crew", "critical", "crew_members"]
TokenKind: TypeAlias = Literal[
    "future", "crew-future", "shaken", "acid", "minor-acid", "fire", "poison", "bleeding", "endurance", "aim"
]
MarkKind: TypeAlias = Literal["smoke", "fire", "poison", "acid", "minor-acid", "hidden"]  # hidden: in views


class Entrant(Struct, frozen=True):
    """A unit in an assault: where it stands until the assault is decided, and whether it tries to enter the
    contested hex from there (backwards, if it reverses) or holds it."""

    unit: str
    q: int
    r: int
    enters: bool
    reverses: bool = False
    revealed: bool = False  # it has just revealed itself


class Clash(Struct, frozen=True):
    """An assault that movement has led to: the contested hex and layer, and all who fight there."""

    q: int
    r: int
    flying: bool
    entrants: tuple[Entrant, ...]

    @property
    def hex(self) -> Hex:
        return hex_at(self.q, self.r)


class Blow(Struct, frozen=True):
    """A damage result that falls on a unit when the step's damage is applied: final, tokens and resistances
    are in it. `cause` is shot, area, assault, fire, poison, bleeding, psychic, crew or an ability's name;
    `strength` that of the poison or bleeding it came from. `chooser` is the side that picks who dies, where
    it is not the owner; `model` the one that must."""

    unit: str
    table: TableName
    result: int
    cause: str
    rule: str
    by: str = ""
    strength: int = 0
    chooser: str = ""
    model: int = -1


class Gain(Struct, frozen=True):
    """Tokens that a unit wins when the step's damage is applied."""

    unit: str
    token: TokenKind
    rule: str
    count: int = 1
    strength: int = 0  # of poison and bleeding


class Spread(Struct, frozen=True):
    """Markers that are placed when the step's damage is applied; once for every entry. `count`: so many,
    where a list says how many (spf.W16)."""

    kind: MarkKind
    q: int
    r: int
    rule: str
    strength: int = 0
    count: int = 0
