"""How far it is to drive to places, round what stands on the table: a coarse net, worked out once."""

from __future__ import annotations

from heapq import heappop, heappush
from math import hypot

import numpy as np

from warbook.board.driving import rooms
from warbook.board.geometry import Body, Oblong, Spot, point_in_polygon
from warbook.board.kernel import Floats
from warbook.board.memory import recall
from warbook.board.terrain import Table
from warbook.books.vehicles.army.lists import VehicleType
from warbook.books.vehicles.driving.terrain import bad

CELL = 2.0  # inches
HEADINGS = (0.0, 45.0, 90.0, 135.0)
ROUGH = 3.0  # what an inch of dangerous ground counts
NO_WAY = 300.0


class Roads:
    """`inches[row, column]` from each cell of the table to the nearest goal."""

    def __init__(
        self, table: Table, length: float, width: float, goals: tuple[tuple[float, float], ...]
    ) -> None:
        self.rows, self.columns = int(table.depth / CELL), int(table.width / CELL)
        cost = _costs(table, length, width, self.rows, self.columns)
        self.inches: Floats = np.full((self.rows, self.columns), NO_WAY)
        heap: list[tuple[float, int, int]] = []
        for x, y in goals:
            row, column = self._cell(np.array([x]), np.array([y]))
            heappush(heap, (0.0, int(row[0]), int(column[0])))
        while heap:
            far, row_at, column_at = heappop(heap)
            if far >= self.inches[row_at, column_at]:
                continue
            self.inches[row_at, column_at] = far
            for i in (-1, 0, 1):
                for j in (-1, 0, 1):
                    r, c = row_at + i, column_at + j
                    if 0 <= r < self.rows and 0 <= c < self.columns and cost[r, c] > 0.0:
                        further = far + hypot(i, j) * CELL * float(cost[r, c])
                        if further < self.inches[r, c]:
                            heappush(heap, (further, r, c))

    def far(self, places: Floats) -> Floats:
        row, column = self._cell(places[:, 0], places[:, 1])
        found: Floats = self.inches[row, column]
        return found

    def _cell(self, x: Floats, y: Floats) -> tuple[np.ndarray, np.ndarray]:
        row = np.clip((y / CELL).astype(np.int64), 0, self.rows - 1)
        return row, np.clip((x / CELL).astype(np.int64), 0, self.columns - 1)


def far_by_road(
    table: Table, kind: VehicleType, goals: tuple[tuple[float, float], ...], places: Floats
) -> Floats:
    """Inches from places to the nearest goal; Skimmers fly."""
    if kind.skimmer:
        away = [np.hypot(places[:, 0] - x, places[:, 1] - y) for x, y in goals]
        found: Floats = np.min(away, axis=0)
        return found
    return recall(table, Roads, kind.length, kind.width, goals).far(places)


def _costs(table: Table, length: float, width: float, rows: int, columns: int) -> Floats:
    """What an inch in each cell counts; 0 where there is no room for the hull whichever way it faces."""
    middles = [((c + 0.5) * CELL, (r + 0.5) * CELL) for r in range(rows) for c in range(columns)]
    hull = Body(Spot(0.0, 0.0), Oblong(length, width), 1.5)
    free = np.zeros(len(middles), bool)
    for heading in HEADINGS:
        free |= np.array(rooms(table, hull, np.array([(x, y, heading) for x, y in middles])))
    areas = [area.polygon for area in table.areas if bad(area)]
    rough = [any(point_in_polygon(x, y, area) for area in areas) for x, y in middles]
    return np.where(free, np.where(rough, ROUGH, 1.0), 0.0).reshape(rows, columns)
