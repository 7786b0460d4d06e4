"""What a seat sees, as numbers in a fixed layout.

The numbers of a book have always the same places, whatever is fought: first those of the battle (`HEAD`),
then a row for each of `PIECES` pieces (`PIECE`, and one number for each state in the book's glossary), then a
row for each of `SLOTS` slots (`SLOT`). Inches and degrees are divided so that all lies between -1 and 1 or
near; `layout` tells of every number what it is. Rows that nobody needs are zeros.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Any

import numpy as np
import numpy.typing as npt

from warbook.core.book import Book, Piece
from warbook.research.slots import KINDS, SLOTS, Decision

PIECES = 128  # of more only the first are told
SIDES = 4
INCHES = 48.0  # that are told as 1
TURNS = 10.0  # that are told as 1
TALLY = 100.0  # points that are told as 1
BOUND = 1000.0

HEAD = (
    "turn", "turns in all", "sealed", "rule",
    *(f"to decide: {kind}" for kind in KINDS),
    *(f"side {n}: {what}" for n in range(SIDES) for what in ("is there", "tally", "limit")),
)  # fmt: skip
PIECE = (
    "is there", *(f"is of side {n}" for n in range(SIDES)), "on the table", "x", "y", "z", "sin facing",
    "cos facing", "radius", "length", "width", "arc", "group", "aboard", "asked about",
)  # fmt: skip
SLOT = ("is there", "open", "usual", "x", "y", "z", "has facing", "sin facing", "cos facing", "piece")

Numbers = npt.NDArray[np.float32]


def size(book: Book) -> int:
    return len(HEAD) + PIECES * (len(PIECE) + len(book.glossary.states)) + SLOTS * len(SLOT)


def layout(book: Book) -> list[str]:
    """What each of the numbers is. Sides are counted from one's own (0) on."""
    states = [f"state {name}" for name in book.glossary.states]
    rows = [f"piece {n}: {what}" for n in range(PIECES) for what in (*PIECE, *states)]
    return [*HEAD, *rows, *(f"slot {n}: {what}" for n in range(SLOTS) for what in SLOT)]


def numbers(
    book: Book, view: Any, side: str, sides: Sequence[str], decision: Decision | None, sealed: bool
) -> Numbers:
    """The view of a side; `decision` is what it is to decide, if it is its turn."""
    at = sides.index(side)
    order = {name: n for n, name in enumerate((*sides[at:], *sides[:at]))}
    pieces = book.pieces(view)[:PIECES]
    states = {name: n for n, name in enumerate(book.glossary.states)}
    groups = {group.id: n for n, group in enumerate(book.groups(view), 1)}
    rows = np.zeros((PIECES, len(PIECE) + len(states)), np.float32)
    asked = decision.piece if decision else ""
    for row, piece in zip(rows, pieces, strict=False):
        told = _piece(piece, order.get(piece.side, SIDES), groups, asked)
        row[: len(told)] = told
        for state in piece.states:
            place = states.get(state, -1)
            if place < 0:  # it carries a number or a name besides its word
                place = next((states[word] for word in state.split() if word in states), -1)
            if place >= 0:
                row[len(told) + place] = 1.0
    places = {piece.id: n for n, piece in enumerate(pieces, 1)}
    found = [_head(book, view, order, decision, sealed), rows.ravel(), _slots(decision, places).ravel()]
    whole: Numbers = np.clip(np.concatenate(found), -BOUND, BOUND)
    return whole


def _head(book: Book, view: Any, order: dict[str, int], decision: Decision | None, sealed: bool) -> Numbers:
    standing = book.standing(view)
    head = np.zeros(len(HEAD), np.float32)
    head[:3] = standing.turn / TURNS, standing.turns / TURNS, sealed
    if decision is not None:
        rules = list(book.rules.rules)
        if decision.rule in rules:
            head[3] = (rules.index(decision.rule) + 1) / len(rules)
        head[4 + KINDS.index(decision.kind)] = 1.0
    first = 4 + len(KINDS)
    for n in order.values():
        head[first + 3 * n] = 1.0
    for tally in standing.sides:
        if tally.side in order:
            n = first + 3 * order[tally.side]
            head[n + 1 : n + 3] = tally.value / TALLY, tally.limit / TALLY
    return head


def _piece(piece: Piece, side: int, groups: dict[str, int], asked: str) -> list[float]:
    angle, hull = radians(piece.facing), piece.hull
    return [
        1.0, *(float(n == side) for n in range(SIDES)), float(piece.on_table),
        piece.x / INCHES, piece.y / INCHES, piece.z / INCHES, sin(angle), cos(angle), piece.radius / INCHES,
        hull.length / INCHES if hull else 0.0, hull.width / INCHES if hull else 0.0, piece.arc / 360.0,
        groups.get(piece.group, 0) / PIECES, float(bool(piece.aboard)),
        float(bool(asked) and asked in (piece.id, piece.group)),
    ]  # fmt: skip


def _slots(decision: Decision | None, places: dict[str, int]) -> Numbers:
    rows = np.zeros((SLOTS, len(SLOT)), np.float32)
    for row, slot in zip(rows, decision.slots if decision else (), strict=False):
        row[:3] = 1.0, slot.open, slot.usual
        if slot.spot is not None:
            row[3:6] = slot.spot.x / INCHES, slot.spot.y / INCHES, slot.spot.z / INCHES
        if slot.facing is not None:
            row[6:9] = 1.0, sin(radians(slot.facing)), cos(radians(slot.facing))
        row[9] = places.get(slot.piece, 0) / PIECES
    return rows
