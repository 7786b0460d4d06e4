"""A table as the flat arrays of `legs`, and the places off the lattice where a way may want to bend."""

from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin

import numpy as np

from warbook.board.geometry import Point
from warbook.board.kernel import Floats
from warbook.board.land import FREE, TOLD, Land, Place
from warbook.board.legs import fits, levels
from warbook.board.memory import recall
from warbook.board.net import SPACING
from warbook.board.shapes import AREA_KIND, rows, shapes_of
from warbook.board.terrain import Table

SPARE = 0.01


def survey(table: Table, radius: float) -> Land:
    """The table for a base of one radius; how it climbs is left at nothing."""
    shapes = recall(table, shapes_of)
    ladders = [[*rungs.at, *rungs.top, rungs.bottom, rungs.bottom + rungs.height] for rungs in table.ladders]
    return Land(
        shapes.corners,
        shapes.prisms,
        shapes.areas[shapes.areas[:, AREA_KIND] > 0.0],
        shapes.walls,
        rows(ladders, 6),
        np.array([table.width, table.depth, radius, 0.0, 0.0]),
    )


def free_nodes(table: Table, radius: float, land: Land) -> Floats:
    """Rungs and tops of ladders, doorways, and the turns around the corners of blocks and walls."""
    nodes: list[Place] = []
    for ladder in table.ladders:
        climbs = [*(SPACING * k for k in range(ceil(ladder.height / SPACING))), ladder.height]
        nodes += [(*ladder.at, ladder.bottom + climb) for climb in climbs]
        nodes.append((*ladder.top, ladder.bottom + ladder.height))
    for wall in table.walls:
        if wall.door:
            nodes += [place for a, b in pairwise(wall.line) for place in _doorway(a, b, wall.base, radius)]
    told, found = np.zeros(TOLD), np.empty(len(land.prisms) + 1)
    for x, y in dict.fromkeys(_turns(table, radius)):
        for level in found[: levels(land, x, y, found)].tolist():
            if fits(land, (x, y, level), told) == FREE:
                nodes.append((x, y, level))
    return np.array(nodes, dtype=np.float64).reshape(-1, 3)


def _doorway(a: Point, b: Point, level: float, radius: float) -> list[Place]:
    """The middle of a door and a spot on either side of it."""
    wide = hypot(b[0] - a[0], b[1] - a[1])
    nx, ny = (a[1] - b[1]) / wide, (b[0] - a[0]) / wide
    offs = (0.0, radius + SPARE, -radius - SPARE)
    return [((a[0] + b[0]) / 2 + off * nx, (a[1] + b[1]) / 2 + off * ny, level) for off in offs]


def _turns(table: Table, radius: float) -> list[Point]:
    turns: list[Point] = []
    for block in table.blocks:
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*block.polygon, block.polygon[0])))
        ring = block.polygon if area > 0 else block.polygon[::-1]
        for k in range(len(ring)):
            turns += _around(ring[k - 2], ring[k - 1], ring[k], radius)
    for wall in table.walls:
        # There and back again: the line as an outline without any width.
        ring = (*wall.line, *wall.line[-2:0:-1])
        if not wall.door:
            for k in range(len(ring)):
                turns += _around(ring[k - 2], ring[k - 1], ring[k], radius)
    return turns


def _around(before: Point, corner: Point, after: Point, radius: float) -> list[Point]:
    """The bends of a way that keeps its radius from a left-turning corner; none where it turns right."""
    into = atan2(corner[1] - before[1], corner[0] - before[0])
    out = atan2(after[1] - corner[1], after[0] - corner[0])
    turn = (out - into) % (2 * pi)
    if not 0.1 < turn <= pi + 1e-9:
        return []
    steps = ceil(turn / (pi / 4) - 1e-9)
    apart = radius / cos(turn / steps / 2) + SPARE
    angles = [into - pi / 2 + turn * k / steps for k in range(steps + 1)]
    return [(corner[0] + apart * cos(angle), corner[1] + apart * sin(angle)) for angle in angles]
