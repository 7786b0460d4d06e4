"""The table by heart: how far it is to drive, round rocks and bad ground, from anywhere to anywhere.

A lattice of places is looked over once for each table and kind of vehicle. Only judgement uses this: the
rules drive along what is really there.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import hypot, inf

from warbook.board.driving import fits
from warbook.board.geometry import Body, Oblong, Spot, point_in_polygon
from warbook.board.memory import recall
from warbook.board.terrain import Table
from warbook.books.gorkamorka.field.bodies import model_of
from warbook.books.gorkamorka.ramming.segments import OVER, passage
from warbook.books.gorkamorka.state import Vehicle

SPACING = 2.0
BAD = 5.0  # what an inch over a place costs where it cannot drive
MOST_GOALS = 400
STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


class Roads:
    def __init__(self, table: Table, width: float, held: tuple[str, ...]) -> None:
        """For a vehicle of that width, which is held up by ground of those kinds."""
        self.across, self.along = int(table.width / SPACING) + 1, int(table.depth / SPACING) + 1
        bad = [area.polygon for area in table.areas if area.ground in held]
        self.cost = []
        for n in range(self.across * self.along):
            x, y = self._at(n)
            body = Body(Spot(x, y), Oblong(width, width), 1.0, 0.0)
            free = fits(table, body, over=OVER) and not any(point_in_polygon(x, y, each) for each in bad)
            self.cost.append(1.0 if free else BAD)
        self._fields: dict[int, list[float]] = {}

    def far(self, x: float, y: float, goal: Spot) -> float:
        """Inches from a point to the goal, as the nearest places have it."""
        field = self._field(self._cell(goal.x, goal.y))
        here = self._cell(x, y)
        i, j = here % self.across, here // self.across
        best = inf
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if 0 <= i + dx < self.across and 0 <= j + dy < self.along:
                    n = here + dx + dy * self.across
                    px, py = self._at(n)
                    best = min(best, field[n] + self.cost[here] * hypot(px - x, py - y))
        return best

    def free(self, x: float, y: float) -> bool:
        """Whether it can drive at the place that is nearest."""
        return self.cost[self._cell(x, y)] == 1.0

    def _at(self, n: int) -> tuple[float, float]:
        return (n % self.across) * SPACING, (n // self.across) * SPACING

    def _cell(self, x: float, y: float) -> int:
        i = min(max(round(x / SPACING), 0), self.across - 1)
        return i + self.across * min(max(round(y / SPACING), 0), self.along - 1)

    def _field(self, goal: int) -> list[float]:
        known = self._fields.get(goal)
        if known is None:
            if len(self._fields) >= MOST_GOALS:
                self._fields.clear()
            known = self._fields[goal] = self._spread(goal)
        return known

    def _spread(self, goal: int) -> list[float]:
        found = [inf] * len(self.cost)
        found[goal] = 0.0
        waiting = [(0.0, goal)]
        while waiting:
            far, n = heappop(waiting)
            if far > found[n]:
                continue
            i, j = n % self.across, n // self.across
            for dx, dy in STEPS:
                if 0 <= i + dx < self.across and 0 <= j + dy < self.along:
                    other = n + dx + dy * self.across
                    step = SPACING * hypot(dx, dy) * (self.cost[n] + self.cost[other]) / 2
                    if far + step < found[other] - 1e-9:
                        found[other] = far + step
                        heappush(waiting, (far + step, other))
        return found


def roads_of(table: Table, vehicle: Vehicle) -> Roads:
    held = tuple(
        ground
        for ground in sorted({area.ground for area in table.areas})
        if passage(vehicle, ground) != "normal"
    )
    return recall(table, Roads, model_of(vehicle).width, held)
