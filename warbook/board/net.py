"""The net of legs over a table, for one size of base.

Nodes lie every half inch on whatever can be stood on (the lattice, sorted by cell), and at ladders and doors
(the rest). Node n's legs are first[n] to first[n + 1].
"""

import math
from typing import NamedTuple, TypeAlias

import numpy as np

from warbook.board.kernel import Flags, Floats, Ints, kernel
from warbook.board.land import (
    CLIMBED,
    DEEP,
    DIFFICULT,
    FREE,
    LEAP_WALL,
    LEAPS,
    OPEN,
    RADIUS,
    TOLD,
    VERY_DIFFICULT,
    WIDE,
    Land,
    Place,
    desk_for,
)
from warbook.board.legs import fits, leg, levels
from warbook.board.terrain import FURTHEST_STEP_OFF, SAME_LEVEL


class Mesh(NamedTuple):
    """Nodes (x, y, z), the first node of each cell, cells in a row, and how many nodes the lattice has."""

    nodes: Floats
    cells: Ints
    columns: int
    lattice: int


class Net(NamedTuple):
    """The first leg of each node, where each leg goes, and what it takes: inches by ground, leaps,
    inches climbed in them."""

    first: Ints
    to: Ints
    takes: Floats


class Priced(NamedTuple):
    """A net and what each leg of it costs."""

    first: Ints
    to: Ints
    costs: Floats


# The same as they are handed over from outside (`land.Sheets`).
MeshSheets: TypeAlias = tuple[Floats, Ints, int, int]
NetSheets: TypeAlias = tuple[Ints, Ints, Floats]  # of a `Net` or a `Priced` one

SPACING = 0.5
NEAR = 1.25
# No leg of the net is longer than 2 * NEAR: a blocker in its middle is close to one of its ends.
assert FURTHEST_STEP_OFF <= 2 * NEAR


@kernel
def lattice(land: Land) -> tuple[Floats, Ints]:
    """The nodes where feet have room, and the first node of each cell."""
    frame = land.frame
    columns, rows = int(frame[WIDE] / SPACING + 1e-9) + 1, int(frame[DEEP] / SPACING + 1e-9) + 1
    found = np.empty(len(land.prisms) + 1)
    nodes = np.empty((2 * columns * rows, 3))
    cells = np.zeros(columns * rows + 1, np.int64)
    count = 0
    for cell in range(columns * rows):
        x, y = cell % columns * SPACING, cell // columns * SPACING
        if (
            frame[RADIUS] <= x <= frame[WIDE] - frame[RADIUS]
            and frame[RADIUS] <= y <= frame[DEEP] - frame[RADIUS]
        ):
            for k in range(levels(land, x, y, found)):
                if count == len(nodes):
                    nodes = np.concatenate((nodes, np.empty((count, 3))))
                nodes[count, 0], nodes[count, 1], nodes[count, 2] = x, y, found[k]
                count += 1
        cells[cell + 1] = count
    return nodes[:count].copy(), cells


@kernel
def weave(land: Land, mesh: Mesh) -> Net:
    """Every free leg between neighbouring nodes."""
    nodes = mesh.nodes
    desk = desk_for(land)
    nobody = np.empty((0, 9))
    steps_x = np.array([1, 1, 0, -1, -1, -1, 0, 1, 2, 1, -1, -2, -2, -1, 1, 2])
    steps_y = np.array([0, 1, 1, 1, 0, -1, -1, -1, 1, 2, 2, 1, -1, -2, -2, -1])
    climb = max(land.frame[LEAP_WALL], SPACING) + SAME_LEVEL
    first = np.zeros(len(nodes) + 1, np.int64)
    to, takes = np.empty(len(nodes) * 20, np.int64), np.empty((len(nodes) * 20, CLIMBED + 1))
    count = 0
    for u in range(len(nodes)):
        a = node_at(nodes, u)
        on_lattice = u < mesh.lattice
        ways = 16 if on_lattice else 25
        for way in range(ways + 1):
            if way == ways:
                begin, end = mesh.lattice, len(nodes)
            elif on_lattice:
                begin, end = cell_by(mesh, a, steps_x[way], steps_y[way])
            else:
                begin, end = cell_by(mesh, a, way % 5 - 2, way // 5 - 2)
            for v in range(begin, end):
                b = node_at(nodes, v)
                far = far_apart(a, b) if on_lattice or way < ways else flat_between(a, b) > FURTHEST_STEP_OFF
                if u == v or abs(b[2] - a[2]) > climb or far:
                    continue
                if leg(land, nobody, a, b, False, desk) != FREE:
                    continue
                if count == len(to):
                    to = np.concatenate((to, np.empty(count, np.int64)))
                    takes = np.concatenate((takes, np.empty((count, CLIMBED + 1))))
                to[count] = v
                takes[count] = desk.told[: CLIMBED + 1]
                count += 1
        first[u + 1] = count
    return Net(first, to[:count].copy(), takes[:count].copy())


@kernel
def priced(takes: Floats, price: Floats) -> Floats:
    """What each leg of a net costs."""
    costs = np.empty(len(takes))
    for k in range(len(takes)):
        costs[k] = spent(takes[k], price)
    return costs


@kernel
def stops(land: Land, nodes: Floats) -> Flags:
    """For each node whether a base may stop there."""
    told = np.zeros(TOLD)
    fine = np.empty(len(nodes), np.bool_)
    for u in range(len(nodes)):
        fine[u] = fits(land, node_at(nodes, u), told) == FREE
    return fine


@kernel
def node_at(nodes: Floats, u: int) -> Place:
    return nodes[u, 0], nodes[u, 1], nodes[u, 2]


@kernel
def cell_by(mesh: Mesh, a: Place, right: int, up: int) -> tuple[int, int]:
    """The lattice nodes in the cell so many to the right of and above the one nearest to a."""
    cells, columns = mesh.cells, mesh.columns
    i, j = round(a[0] / SPACING) + right, round(a[1] / SPACING) + up
    if i < 0 or j < 0 or i >= columns or j >= (len(cells) - 1) // columns:
        return 0, 0
    return cells[j * columns + i], cells[j * columns + i + 1]


@kernel
def flat_between(a: Place, b: Place) -> float:
    return math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


@kernel
def far_apart(a: Place, b: Place) -> bool:
    return abs(a[0] - b[0]) > NEAR or abs(a[1] - b[1]) > NEAR


@kernel
def spent(told: Floats, price: Floats) -> float:
    return float(
        told[OPEN] * price[OPEN]
        + told[DIFFICULT] * price[DIFFICULT]
        + told[VERY_DIFFICULT] * price[VERY_DIFFICULT]
        + told[LEAPS] * price[LEAPS]
        + told[CLIMBED] * price[CLIMBED]
    )
