"""The table by heart: how far it is to drive, round rocks and bad ground, from anywhere to anywhere.

A lattice of places is looked over once for each table and kind of vehicle. Only judgement uses this: the
rules drive along what is really there.
"""

from __future__ import annotations

import math
from heapq import heappop, heappush

import numpy as np

from warbook.board.driving import fits
from warbook.board.geometry import Body, Oblong, Spot, point_in_polygon
from warbook.board.kernel import Floats, kernel
from warbook.board.memory import recall
from warbook.board.terrain import Table
from warbook.books.gorkamorka.field.bodies import model_of
from warbook.books.gorkamorka.ramming.segments import OVER, passage
from warbook.books.gorkamorka.state import Vehicle

SPACING = 2.0
BAD = 5.0  # what an inch over a place costs where it cannot drive
MOST_GOALS = 400
MOST_ROUND = 20


class Roads:
    """What an inch costs at each place of the lattice, and what follows from it."""

    def __init__(self, cost: Floats) -> None:
        self.cost = cost
        self._fields: dict[tuple[int, int], Floats] = {}
        self._round: dict[tuple[tuple[Spot, ...], float], Roads] = {}

    def round(self, shunned: tuple[Spot, ...], inches: float) -> Roads:
        """The same for who would rather not come so near to these spots."""
        if not shunned:
            return self
        known = self._round.get((shunned, inches))
        if known is None:
            if len(self._round) >= MOST_ROUND:
                self._round.clear()
            x, y = np.indices(self.cost.shape) * SPACING
            near = [np.hypot(x - spot.x, y - spot.y) <= inches for spot in shunned]
            known = Roads(np.where(np.any(near, axis=0), BAD, self.cost))
            self._round[shunned, inches] = known
        return known

    def far(self, x: float, y: float, goal: Spot) -> float:
        """Inches from a point to the goal, as the nearest places have it."""
        return _far(self.cost, self._field(goal), float(x), float(y))

    def all_far(self, ends: Floats, ahead: float, goal: Spot) -> Floats:
        """The same from a point ahead of each of these ends (rows of x, y and facing)."""
        return _all_far(self.cost, self._field(goal), ends, ahead)

    def all_cramped(self, ends: Floats, glances: Floats) -> Floats:
        """At how many of the points so far ahead of each end it cannot drive, by the nearest places."""
        return _all_cramped(self.cost, ends, glances)

    def _field(self, goal: Spot) -> Floats:
        cell = _cell(self.cost, float(goal.x), float(goal.y))
        known = self._fields.get(cell)
        if known is None:
            if len(self._fields) >= MOST_GOALS:
                self._fields.clear()
            known = self._fields[cell] = _spread(self.cost, cell)
        return known


@kernel
def _cell(cost: Floats, x: float, y: float) -> tuple[int, int]:
    across, along = cost.shape
    return min(max(round(x / SPACING), 0), across - 1), min(max(round(y / SPACING), 0), along - 1)


@kernel
def _far(cost: Floats, field: Floats, x: float, y: float) -> float:
    across, along = cost.shape
    i, j = _cell(cost, x, y)
    best = np.inf
    for k in range(max(i - 1, 0), min(i + 2, across)):
        for n in range(max(j - 1, 0), min(j + 2, along)):
            best = min(best, field[k, n] + cost[i, j] * math.hypot(k * SPACING - x, n * SPACING - y))
    return best


@kernel
def _all_far(cost: Floats, field: Floats, ends: Floats, ahead: float) -> Floats:
    found = np.empty(len(ends))
    for row in range(len(ends)):
        turn = math.radians(ends[row, 2])
        x, y = ends[row, 0] + ahead * math.cos(turn), ends[row, 1] + ahead * math.sin(turn)
        found[row] = _far(cost, field, x, y)
    return found


@kernel
def _all_cramped(cost: Floats, ends: Floats, glances: Floats) -> Floats:
    found = np.zeros(len(ends))
    for row in range(len(ends)):
        turn = math.radians(ends[row, 2])
        c, s = math.cos(turn), math.sin(turn)
        for ahead in glances:
            cell = _cell(cost, ends[row, 0] + ahead * c, ends[row, 1] + ahead * s)
            found[row] += cost[cell] != 1.0
    return found


@kernel
def _spread(cost: Floats, goal: tuple[int, int]) -> Floats:
    """How far it is from every place to the goal."""
    across, along = cost.shape
    found = np.full((across, along), np.inf)
    found[goal] = 0.0
    waiting = [(0.0, goal[0], goal[1])]
    while waiting:
        far, i, j = heappop(waiting)
        if far > found[i, j]:
            continue
        for k in range(max(i - 1, 0), min(i + 2, across)):
            for n in range(max(j - 1, 0), min(j + 2, along)):
                step = SPACING * math.hypot(k - i, n - j) * (cost[i, j] + cost[k, n]) / 2
                if far + step < found[k, n] - 1e-9:
                    found[k, n] = far + step
                    heappush(waiting, (far + step, k, n))
    return found


def roads_of(table: Table, vehicle: Vehicle) -> Roads:
    held = tuple(
        ground
        for ground in sorted({area.ground for area in table.areas})
        if passage(vehicle, ground) != "normal"
    )
    return recall(table, _survey, model_of(vehicle).width, held)


def _survey(table: Table, width: float, held: tuple[str, ...]) -> Roads:
    """For a vehicle of that width, which is held up by ground of those kinds."""
    across, along = int(table.width / SPACING) + 1, int(table.depth / SPACING) + 1
    bad = [area.polygon for area in table.areas if area.ground in held]
    cost = np.full((across, along), BAD)
    for i in range(across):
        for j in range(along):
            x, y = i * SPACING, j * SPACING
            body = Body(Spot(x, y), Oblong(width, width), 1.0, 0.0)
            if fits(table, body, over=OVER) and not any(point_in_polygon(x, y, each) for each in bad):
                cost[i, j] = 1.0
    return Roads(cost)
