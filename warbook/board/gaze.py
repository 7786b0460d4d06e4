"""What somebody sees from a place: as the shapes of its ground, and place by place on a lattice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from warbook.board.geometry import Shapes
from warbook.board.kernel import Floats
from warbook.board.memory import recall
from warbook.board.sight import Screens, sight_of
from warbook.board.terrain import Table
from warbook.board.vista import Stature, standing_room, vista

LATTICE = 1.0  # inches between two places


@dataclass(frozen=True, eq=False)
class Gaze:
    """From an eye, past the screens: who would be seen has that stature."""

    table: Table
    eye: tuple[float, float, float]
    stature: Stature
    screens: Screens = ()

    def shapes(self) -> Shapes:
        """Where anything of a body would be seen, on any level."""
        return vista(self.table, self.eye, self.stature, screens=self.screens)

    def lattice(self) -> Floats:
        """How much of a body would be seen at each place where one can stand, as rows x, y, z, share; those
        where nothing of it would be are left out. One compiled pass, by the very lines of `Sight`."""
        places = recall(self.table, _places)
        bodies = np.empty((len(places), 5))
        bodies[:, :3] = places
        bodies[:, 3], bodies[:, 4] = self.stature.half, self.stature.height
        seen = sight_of(self.table).fractions(np.array([self.eye]), bodies, self.screens)[0]
        rows: Floats = np.column_stack((places, seen))[seen > 0.0]
        return rows


def _places(table: Table) -> Floats:
    """The middles of the squares of a lattice on every level, as rows x, y, z."""
    across, up = (np.arange(LATTICE / 2, most, LATTICE) for most in (table.width, table.depth))
    flat = np.array(np.meshgrid(across, up)).reshape(2, -1).T
    found = []
    for level, patch in recall(table, standing_room):
        there = flat if patch is None else flat[patch.holds(flat)]
        found.append(np.column_stack((there, np.full(len(there), level))))
    return np.concatenate(found)
