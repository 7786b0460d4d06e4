"""Lines of fire known by heart: how much of a body at one place of the table is seen from another.

Bots weigh many places at every move. A lattice of places is looked over once per table; where models really
stand is taken as the nearest place. Only judgement uses this: the rules look from where the models stand.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from warbook.board.geometry import Spot, point_in_polygon
from warbook.board.memory import recall
from warbook.board.paths import Going, ground_of
from warbook.board.sight import sight_of
from warbook.board.terrain import Table, surfaces

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

SPACING = 2.0
MOST_SPOTS = 50_000  # of which the nearest place is known at once
RUN = 8.5  # the farthest anybody runs, and a little more for standing off the lattice


class Lanes:
    """`places` are rows x, y, z; `seen[i, j]` is the visible part of a body at j for eyes at i."""

    def __init__(self, table: Table, radius: float, height: float, eye: float) -> None:
        self.places = _places(table, radius)
        eyes = self.places + np.array([0.0, 0.0, eye])
        bodies = np.zeros((len(self.places), 6))
        bodies[:, :3] = self.places
        bodies[:, 3] = radius
        bodies[:, 4] = height
        self.ground = ground_of(table, radius)
        self._far = 3 * (table.width + table.depth)  # further than any way there is
        self._spots = [(x, y, z) for x, y, z in self.places.tolist()]
        keys = _keys(self.places)
        self._order = np.argsort(keys, kind="stable")
        self._keys = keys[self._order]
        self._walks: dict[int, Floats] = {}
        self._ways: dict[int, Floats] = {}
        self.nearest = Nearest(self.places)
        self.seen: Floats = sight_of(table).fractions(eyes, bodies)

    def walks(self, place: int) -> Floats:
        """Inches to walk from a place to every other within a run, as if nobody stood in the way."""
        known = self._walks.get(place)
        if known is None:
            known = self._walks[place] = self._costs(place, RUN)
        return known

    def ways(self, place: int) -> Floats:
        """The same for the whole table: slow, for the few places that matter from turn to turn."""
        known = self._ways.get(place)
        if known is None:
            known = self._ways[place] = np.minimum(self._costs(place, self._far), self._far)
        return known

    def _costs(self, place: int, inches: float) -> Floats:
        start = Spot(*self.places[place].tolist())
        reach = self.ground.reach(start, Going(inches, RUN / 2))
        found = np.full(len(self.places), np.inf)
        keys = _keys(reach.spots)
        rows = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        same = self._keys[rows] == keys
        found[self._order[rows[same]]] = reach.cost[same]
        return found

    def off(self, place: int, x: float, y: float, z: float) -> float:
        """How far a spot is from the place that stands for it."""
        px, py, pz = self._spots[place]
        return math.dist((px, py, pz), (x, y, z))


class Nearest(dict[tuple[float, float, float], int]):
    """The place that stands for the spot at x, y, z; levels weigh more than inches along the floor."""

    def __init__(self, places: Floats) -> None:
        self._places = places

    def __missing__(self, spot: tuple[float, float, float]) -> int:
        if len(self) > MOST_SPOTS:
            self.clear()
        away = self._places - spot
        away[:, 2] *= 3.0
        place = self[spot] = int(np.argmin((away * away).sum(axis=1)))
        return place


def lanes_of(table: Table, radius: float, height: float, eye: float) -> Lanes:
    return recall(table, Lanes, radius, height, eye)


def _keys(spots: Floats) -> Floats:
    """A number for each spot, the same for the same spot only: coordinates are below a thousand inches."""
    keys: Floats = (spots[:, 0] * 1e3 + spots[:, 1]) * 1e3 + spots[:, 2]
    return keys


def _places(table: Table, radius: float) -> Floats:
    ground = ground_of(table, radius)
    found = []
    for surface in surfaces(table):
        step = SPACING if surface.polygon is None else SPACING / 2
        for n in range(int(table.width / step)):
            for m in range(int(table.depth / step)):
                x, y = (n + 0.5) * step, (m + 0.5) * step  # nodes of the ground's own lattice
                if surface.polygon is not None and not point_in_polygon(x, y, surface.polygon):
                    continue
                if ground.stands(Spot(x, y, surface.level)) is None:
                    found.append((x, y, surface.level))
    return np.array(found)
