"""A table for one size of base and one way of climbing: what legs are judged on, and what they write down."""

from typing import NamedTuple, TypeAlias

import numpy as np

from warbook.board.bodies import HEADROOM
from warbook.board.kernel import Floats, kernel
from warbook.board.shapes import BASE, TOP, X0, X1, Y0, Y1, meeting
from warbook.board.terrain import SAME_LEVEL

Place: TypeAlias = tuple[float, float, float]
Sheets: TypeAlias = tuple[Floats, ...]
"""A `Land` or a `Desk` as it is handed to a kernel from outside: a plain tuple is taken in much sooner than
a named one, so the kernels that are called there give it its names themselves."""


class Land(NamedTuple):
    """The arrays of `shapes` (areas of open ground left out), ladders, and one row of figures, the frame."""

    corners: Floats
    prisms: Floats
    areas: Floats
    walls: Floats
    ladders: Floats
    frame: Floats


class Desk(NamedTuple):
    """What a leg writes down: its answer, the walls crossed (t, number), and scratch rows."""

    told: Floats
    crossed: Floats
    scratch: Floats


# Columns of ladders, and of the frame: the table's width and depth, the radius of the base, how it climbs.
FOOT_X, FOOT_Y, TOP_X, TOP_Y, LOWER, UPPER = range(6)
WIDE, DEEP, RADIUS, FREE_WALL, LEAP_WALL = range(5)

FREE, WALL, BLOCK, EDGE, GROUND, HEIGHT, MODEL = range(7)
IMPASSABLE = 3

# What `told` says: inches on open, difficult and very difficult ground, leaps, the inches climbed up and
# down in them, then where the trouble is (t along the leg), the number of what causes it (-1: nothing), how
# high that is, whether only the width of the base is to blame, and how many walls were crossed.
OPEN, DIFFICULT, VERY_DIFFICULT, LEAPS, CLIMBED, TROUBLE, CAUSE, RISE, WIDTH, CROSSED = range(10)
TOLD = 10
# Rows of the scratch.
FROM, TO, LEVEL, BREAK, CLOSE, PRISM, AREA, OVER, STRICTLY, WAS_OVER = range(10)


@kernel
def desk_for(land: Land) -> Desk:
    longest = len(land.corners) + len(land.prisms) + len(land.areas) + 2
    return Desk(np.zeros(TOLD), np.empty((len(land.walls) + 1, 2)), np.empty((10, longest)))


@kernel
def neighbourhood(land: Land, a: Place, limit: float) -> Land:
    """The land without what a base cannot come near within the limit."""
    far = limit + land.frame[RADIUS] + 1.0
    west, south, east, north = a[0] - far, a[1] - far, a[0] + far, a[1] + far
    x0, x1 = (
        np.minimum(land.walls[:, X0], land.walls[:, X1]),
        np.maximum(land.walls[:, X0], land.walls[:, X1]),
    )
    y0, y1 = (
        np.minimum(land.walls[:, Y0], land.walls[:, Y1]),
        np.maximum(land.walls[:, Y0], land.walls[:, Y1]),
    )
    return Land(
        land.corners,
        land.prisms[meeting(land.prisms, west, south, east, north)],
        land.areas[meeting(land.areas, west, south, east, north)],
        land.walls[(x0 <= east) & (x1 >= west) & (y0 <= north) & (y1 >= south)],
        land.ladders[
            (np.abs(land.ladders[:, FOOT_X] - a[0]) <= far) & (np.abs(land.ladders[:, FOOT_Y] - a[1]) <= far)
        ],
        land.frame,
    )


@kernel
def jams(prisms: Floats, i: int, z: float) -> bool:
    """Whether feet at level z would have the prism in the room they take up."""
    return bool(prisms[i, BASE] < z + HEADROOM - SAME_LEVEL and prisms[i, TOP] > z + SAME_LEVEL)
