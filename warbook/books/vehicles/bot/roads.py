"""How far it is to drive to places, round what stands on the table: a coarse net, worked out once."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np

from warbook.board.driving import rooms
from warbook.board.geometry import Body, Oblong, Spot, farthest
from warbook.board.kernel import Flags, Floats, kernel
from warbook.board.memory import recall
from warbook.board.shapes import inside_any
from warbook.board.terrain import Table
from warbook.books.vehicles.army.lists import VehicleType
from warbook.books.vehicles.driving.course import OVER
from warbook.books.vehicles.driving.terrain import bad
from warbook.books.vehicles.field.bodies import CLEAR

CELL = 2.0  # inches
HEADINGS = (0.0, 45.0, 90.0, 135.0)
ROUGH = 3.0  # what an inch of dangerous ground counts
HELD = 1.6  # what an inch counts where somebody stands
PARKED = 5.0  # and where it is a vehicle that stays there
NO_WAY = 300.0
AHEAD = 26.0  # inches of a way that are wanted: nobody on wheels or tracks goes further in a turn


Goals: TypeAlias = tuple[tuple[float, float], ...]


class Roads:
    """The table as a net for hulls of one size; who `walks` takes up the room it needs to turn."""

    def __init__(self, table: Table, length: float, width: float, walks: bool) -> None:
        self.rows, self.columns = int(table.depth / CELL), int(table.width / CELL)
        self.cost = _costs(table, length, width, walks, self.rows, self.columns)
        self.half = width / 2
        self.room = self.half + CLEAR
        self.inches = lru_cache(64)(self._inches)

    def far(self, goals: Goals, places: Floats, *whom: tuple[Body, ...]) -> Floats:
        row, column = self._cell(places[:, 0], places[:, 1])
        found: Floats = self.inches(goals, *whom)[row, column]
        return found

    def way(
        self, start: tuple[float, float], goals: Goals, *whom: tuple[Body, ...]
    ) -> list[tuple[float, float]]:
        """The middles of the cells from a place to the nearest goal, as far as `AHEAD`."""
        inches = self.inches(goals, *whom)
        (row,), (column,) = self._cell(np.array(start[:1]), np.array(start[1:]))
        found = list[tuple[float, float]]()
        while inches[row, column] > 0.0 and len(found) * CELL < AHEAD:
            around = [
                (inches[i, j] + CELL * np.hypot(i - row, j - column), i, j)
                for i in range(max(0, row - 1), min(self.rows, row + 2))
                for j in range(max(0, column - 1), min(self.columns, column + 2))
                if inches[i, j] < inches[row, column]
            ]
            if not around:
                break
            _, row, column = min(around)
            found.append(((column + 0.5) * CELL, (row + 0.5) * CELL))
        return found

    def _inches(
        self, goals: Goals, others: tuple[Body, ...], stuck: tuple[Body, ...], parked: tuple[Body, ...]
    ) -> Floats:
        """From each cell to the nearest goal; others may be gone when one comes there, but count, those who
        are parked much more; round those who are stuck it has to drive."""
        y, x = np.mgrid[: self.rows, : self.columns] * CELL + CELL / 2
        cost = self.cost.copy()
        for body in others:
            near = np.hypot(x - body.spot.x, y - body.spot.y) < farthest(body.base) + self.room
            cost[near] *= HELD
        middles = np.column_stack((x.ravel(), y.ravel()))
        for body in parked:
            cost[_beside(body, middles, self.room).reshape(x.shape)] *= PARKED
        for body in stuck:
            cost[_beside(body, middles, self.half).reshape(x.shape)] = 0.0
        found: Floats = np.full((self.rows, self.columns), NO_WAY)
        for at in goals:
            row, column = self._cell(np.array([at[0]]), np.array([at[1]]))
            found[row[0], column[0]] = 0.0
        _spread(found, cost)
        return found

    def _cell(self, x: Floats, y: Floats) -> tuple[np.ndarray, np.ndarray]:
        row = np.clip((y / CELL).astype(np.int64), 0, self.rows - 1)
        return row, np.clip((x / CELL).astype(np.int64), 0, self.columns - 1)


@kernel
def _spread(inches: Floats, cost: Floats) -> None:
    """Lowers each cell to what it is from its neighbours, from the first to the last and back again, until
    nothing changes."""
    rows, columns = inches.shape
    changed, back = True, False
    while changed:
        changed = False
        for n in range(rows * columns):
            r, c = divmod(rows * columns - 1 - n if back else n, columns)
            if cost[r, c] == 0.0:
                continue
            for i in range(max(0, r - 1), min(rows, r + 2)):
                for j in range(max(0, c - 1), min(columns, c + 2)):
                    step = CELL * cost[r, c] * np.sqrt((i - r) ** 2 + (j - c) ** 2)
                    if inches[i, j] + step < inches[r, c] - 1e-9:
                        inches[r, c] = inches[i, j] + step
                        changed = True
        back = not back


def _beside(hulk: Body, spots: Floats, inches: float) -> Flags:
    """Which of the spots are nearer to a hull than that."""
    assert isinstance(hulk.base, Oblong)
    turn = np.radians(hulk.facing)
    dx, dy = spots[:, 0] - hulk.spot.x, spots[:, 1] - hulk.spot.y
    ahead = np.abs(dx * np.cos(turn) + dy * np.sin(turn)) - hulk.base.length / 2
    aside = np.abs(dy * np.cos(turn) - dx * np.sin(turn)) - hulk.base.width / 2
    found: Flags = np.hypot(np.maximum(ahead, 0.0), np.maximum(aside, 0.0)) < inches
    return found


def far_by_road(
    table: Table,
    kind: VehicleType,
    goals: Goals,
    places: Floats,
    others: tuple[Body, ...] = (),
    stuck: tuple[Body, ...] = (),
    parked: tuple[Body, ...] = (),
) -> Floats:
    """Inches from places to the nearest goal, past others who stand there, past those who are parked if need
    be, and round the hulls of those who are stuck; Skimmers fly."""
    if kind.skimmer:
        away = [np.hypot(places[:, 0] - x, places[:, 1] - y) for x, y in goals]
        found: Floats = np.min(away, axis=0)
        return found
    return net(table, kind).far(goals, places, others, stuck, parked)


def net(table: Table, kind: VehicleType) -> Roads:
    return recall(table, Roads, kind.length, kind.width, kind.walker is not None)


def _costs(table: Table, length: float, width: float, walks: bool, rows: int, columns: int) -> Floats:
    """What an inch in each cell counts; 0 where there is no room for the hull whichever way it faces, or for
    a Walker however it turns."""
    middles = [((c + 0.5) * CELL, (r + 0.5) * CELL) for r in range(rows) for c in range(columns)]
    hull = Body(Spot(0.0, 0.0), Oblong(length, width), 1.5)
    fits, flat = [], []
    for heading in HEADINGS:
        poses = np.array([(x, y, heading) for x, y in middles])
        fits.append(rooms(table, hull, poses, over=OVER))
        flat.append(rooms(table, hull, poses))
    free = np.all(fits, axis=0) if walks else np.any(fits, axis=0)
    rough = inside_any(np.array(middles), [area.polygon for area in table.areas if bad(area)])
    costs = np.where(rough | ~np.any(flat, axis=0), ROUGH, 1.0)
    return np.where(free, costs, 0.0).reshape(rows, columns)
