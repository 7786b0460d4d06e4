"""What happened, in few kinds that know no rulebook. Each names the rule that caused it.

`to` lists the sides that may learn of the event; empty means everybody.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from warbook.board.geometry import Spot
from warbook.core.questions import Modifier


class Event(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True, gc=False):
    """Plain facts, which refer to nothing that could refer back: the garbage collector need not look."""

    rule: str = ""
    to: tuple[str, ...] = ()


class Rolled(Event, frozen=True, kw_only=True):
    """Dice fell. `need` passes at that score or more, `most` at that score or less. `by` is the piece that
    threw them, or the side where it is for no piece of its own; nobody's where it is empty. `counts` are the
    places of the dice that count, where that can be said of each; the first is 0. `each`: every die is a test
    of its own, which passes at that score or more."""

    faces: tuple[int, ...]
    sides: int = 6
    need: int | None = None
    most: int | None = None
    by: str = ""
    modifiers: tuple[Modifier, ...] = ()
    counts: tuple[int, ...] | None = None
    each: int | None = None


class Moved(Event, frozen=True, kw_only=True):
    """`facings`: of a hull, how it faces when it comes to each point of the path."""

    piece: str
    path: tuple[Spot, ...]
    how: str = "moves"
    facings: tuple[float, ...] = ()


class Turned(Event, frozen=True, kw_only=True):
    piece: str
    facing: float


class Became(Event, frozen=True, kw_only=True):
    """A piece gained or lost a status; `words` is the sentence about it."""

    piece: str
    status: str
    gained: bool = True
    words: str = ""


class Aimed(Event, frozen=True, kw_only=True):
    """A line of attack from one piece to another (or to a spot)."""

    piece: str
    target: str = ""
    spot: Spot | None = None
    words: str = ""


class Template(Event, frozen=True, kw_only=True):
    """A template was laid on the table: a blast round a spot, a teardrop or a strip from a spot."""

    shape: Literal["blast", "teardrop", "strip"]
    spot: Spot
    length: float
    width: float
    facing: float = 0.0
    words: str = ""


class Marker(Event, frozen=True, kw_only=True):
    """A marker was put down, moved or (spot None) taken away."""

    marker: str
    kind: str
    spot: Spot | None = None
    radius: float = 0.0
    words: str = ""


class Placed(Event, frozen=True, kw_only=True):
    """A piece stands there now; `name` is what it is called, if it was not there from the start."""

    piece: str
    spot: Spot
    facing: float = 0.0
    name: str = ""


class Removed(Event, frozen=True, kw_only=True):
    piece: str
    words: str = ""


class Phase(Event, frozen=True, kw_only=True):
    turn: int
    side: str
    phase: str


class Note(Event, frozen=True, kw_only=True):
    words: str
    piece: str = ""


class Revealed(Event, frozen=True, kw_only=True):
    """What was sealed is turned up by all together: of each piece what it is about to do, in short and in
    full."""

    shown: tuple[tuple[str, str, str], ...]


class Ended(Event, frozen=True, kw_only=True):
    """The battle is over; `winner` is empty for a draw."""

    winner: str
    words: str


AnyEvent = (
    Rolled
    | Moved
    | Turned
    | Became
    | Aimed
    | Template
    | Marker
    | Placed
    | Removed
    | Phase
    | Note
    | Revealed
    | Ended
)


def passed(roll: Rolled) -> bool | None:
    """Whether a labelled single roll passed; None when it was no test."""
    total = sum(roll.faces)
    if roll.need is not None:
        return total >= roll.need
    if roll.most is not None:
        return total <= roll.most
    return None


def visible(event: Event, side: str | None) -> bool:
    """Whether `side` (None: a spectator) may learn of the event."""
    return not event.to or (side is not None and side in event.to)
