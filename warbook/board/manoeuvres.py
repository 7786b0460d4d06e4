"""Where a hull can end: the ends of the ways that its handling allows, for lighting them and choosing one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import inf, radians

import numpy as np
from msgspec import Struct

from warbook.board.geometry import Body, Polygon, Spot, turn_between
from warbook.board.hulls import Leg, halves
from warbook.board.kernel import Flags, Floats, kernel
from warbook.board.obstacles import obstacles, with_bodies
from warbook.board.shapes import through_any
from warbook.board.sweeps import HCOS, HSIN, HX, HY, LX0, LX1, LY0, LY1, pivot, straight
from warbook.board.terrain import Area, Table

# Columns of ends while they are found: where, which way (in steps of a turn), inches spent, inches of the
# last leg (negative: backwards), the turn before it in steps, and the end before that turn.
END_X, END_Y, HEADING, SPENT, RAN, TURNED, BEFORE = range(7)


class Handling(Struct, frozen=True):
    """How a hull may be driven: inches in all, how many turns of up to how many degrees each, how many inches
    it must and may have gone straight on directly before a turn, whether it may go backwards, and whether the
    last of its turns ends the way.

    Ends are looked for every `step` inches and `turn_step` degrees.
    """

    allowance: float
    turns: int = 0
    most_turn: float = 45.0
    before_turn: tuple[float, float] = (0.0, inf)
    reverse: bool = False
    step: float = 1.0
    turn_step: float = 15.0
    last_turn_ends: bool = False


class Ends:
    """Where a hull can end: end 0 is where it stands. `hulls` are rows of x, y, facing, `cost` the inches."""

    def __init__(self, hull: Body, handling: Handling, found: Floats) -> None:
        self._hull, self._handling, self._found = hull, handling, found
        facings = (hull.facing + found[:, HEADING] * handling.turn_step) % 360.0
        self.hulls: Floats = np.column_stack((found[:, END_X], found[:, END_Y], facings))
        self.cost: Floats = found[:, SPENT]

    def hull(self, index: int) -> Body:
        x, y, facing = self.hulls[index].tolist()
        return Body(Spot(x, y, self._hull.spot.z), self._hull.base, self._hull.height, facing)

    def legs(self, index: int) -> tuple[Leg, ...]:
        """A way to that end."""
        legs = []
        while index > 0:
            row = self._found[index]
            legs.append(Leg(float(row[TURNED]) * self._handling.turn_step, float(row[RAN])))
            index = int(row[BEFORE])
        return tuple(reversed(legs))

    def through(self, outlines: Sequence[Polygon]) -> Flags:
        """To which of the ends the middle of the hull goes through one of the outlines."""
        before = np.maximum(self._found[:, BEFORE], 0.0).astype(np.int64)
        found = through_any(self.hulls[before], self.hulls, outlines)
        for _ in range(self._handling.turns):
            found |= found[before]
        return found

    def nearest(self, x: float, y: float, facing: float | None = None) -> int:
        """The end closest to a point, and of those as close the one that faces most nearly that way."""
        square = (self.hulls[:, 0] - x) ** 2 + (self.hulls[:, 1] - y) ** 2
        close = np.flatnonzero(square <= square.min() + 1e-6).tolist()
        if facing is None:
            return int(close[0])
        return int(min(close, key=lambda end: abs(turn_between(facing, self.hulls[end, 2]))))


def ends(
    table: Table,
    hull: Body,
    handling: Handling,
    bodies: Sequence[Body] = (),
    areas: Sequence[Area] = (),
    over: float = 0.0,
) -> Ends:
    """Where the hull can end without meeting anything; see `driving.drive` for what it may meet."""
    field = with_bodies(obstacles(table, hull, areas, over), hull, bodies)
    half, side = halves(hull)
    far = handling.allowance + math.hypot(half, side)
    x, y = hull.spot.x, hull.spot.y
    lines, discs = field.lines, field.discs
    near = (
        (np.minimum(lines[:, LX0], lines[:, LX1]) <= x + far)
        & (np.maximum(lines[:, LX0], lines[:, LX1]) >= x - far)
        & (np.minimum(lines[:, LY0], lines[:, LY1]) <= y + far)
        & (np.maximum(lines[:, LY0], lines[:, LY1]) >= y - far)
    )
    close = np.hypot(discs[:, 0] - x, discs[:, 1] - y) <= far + discs[:, 2]
    found = _ends(
        lines[near],
        discs[close],
        np.array([x, y, radians(hull.facing), half, side]),
        float(handling.allowance),
        handling.turns,
        int(handling.most_turn / handling.turn_step + 1e-9),
        radians(handling.turn_step),
        float(handling.before_turn[0]),
        float(handling.before_turn[1]),
        handling.reverse,
        float(handling.step),
        handling.last_turn_ends,
    )
    return Ends(hull, handling, found)


@kernel
def _ends(
    lines: Floats,
    discs: Floats,
    start: Floats,
    allowance: float,
    turns: int,
    most_steps: int,
    turn_step: float,
    least_before: float,
    most_before: float,
    reverse: bool,
    step: float,
    last_turn_ends: bool,
) -> Floats:
    x, y, facing, half, side = start
    around = max(1, round(2.0 * math.pi / turn_step))
    cells = 2 * int(allowance / step) + 4
    # The least spent so far on each place and heading, a place being a square of half a step.
    best = np.full((2 * cells, 2 * cells, around), np.inf)
    best[cells, cells, 0] = 0.0
    found = np.zeros((1024, 7))
    found[0, END_X], found[0, END_Y], found[0, BEFORE] = x, y, -1.0
    count, begin = 1, 0
    away = np.empty(len(lines) + len(discs))
    hull = np.array([x, y, math.cos(facing), math.sin(facing), half, side])
    for turns_made in range(turns + 1):
        last = count
        for n in range(begin, last):
            ran = abs(found[n, RAN])
            if turns_made > 0 and (ran < least_before - 1e-9 or ran > most_before + 1e-9):
                continue
            hull[HX], hull[HY] = found[n, END_X], found[n, END_Y]
            left, right = 0, 0
            if turns_made > 0:
                at = facing + found[n, HEADING] * turn_step
                hull[HCOS], hull[HSIN] = math.cos(at), math.sin(at)
                wanted = most_steps * turn_step
                left = int(pivot(lines, discs, hull, wanted, away)[0] / turn_step + 1e-6)
                right = int(pivot(lines, discs, hull, -wanted, away)[0] / turn_step + 1e-6)
            purse = allowance - found[n, SPENT]
            if last_turn_ends and turns_made > 0 and turns_made == turns:
                purse = 0.0
            for turn in range(-right, left + 1):
                if turns_made > 0 and turn == 0:
                    continue
                heading = found[n, HEADING] + turn
                at = facing + heading * turn_step
                hull[HCOS], hull[HSIN] = math.cos(at), math.sin(at)
                for sign in range(1, -2 if reverse else 0, -2):
                    free = straight(lines, discs, hull, sign * purse, away)[0]
                    # Every step, and as far as it goes; a turn alone is an end too.
                    for k in range(int(free / step + 1e-9) + 2):
                        inches = min(k * step, free)
                        ex, ey = hull[HX] + sign * inches * hull[HCOS], hull[HY] + sign * inches * hull[HSIN]
                        i, j = round(2.0 * (ex - x) / step) + cells, round(2.0 * (ey - y) / step) + cells
                        facet, spent = int(heading) % around, found[n, SPENT] + inches
                        if best[i, j, facet] <= spent + 1e-9:
                            continue
                        best[i, j, facet] = spent
                        if count == len(found):
                            found = np.concatenate((found, np.zeros((count, 7))))
                        found[count, END_X], found[count, END_Y], found[count, HEADING] = ex, ey, heading
                        found[count, SPENT], found[count, RAN] = spent, sign * inches
                        found[count, TURNED], found[count, BEFORE] = turn, n
                        count += 1
        begin = last if turns_made > 0 else 0
    return found[:count].copy()
