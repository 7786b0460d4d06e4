"""What stops a hull on one level of a table, as the lines and discs that `sweeps` reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, radians, sin
from typing import Literal, TypeAlias

import numpy as np
from msgspec import Struct

from warbook.board.geometry import Body, Disc, Point, Polygon, corners, sides
from warbook.board.hulls import halves
from warbook.board.kernel import Floats
from warbook.board.memory import recall
from warbook.board.shapes import rows
from warbook.board.terrain import SAME_LEVEL, Area, Table, surfaces

Kind: TypeAlias = Literal["wall", "block", "floor", "ground", "edge", "drop", "body"]
Owner: TypeAlias = tuple[Kind, str, int]


def hull_row(hull: Body) -> Floats:
    half, side = halves(hull)
    turn = radians(hull.facing)
    return np.array([hull.spot.x, hull.spot.y, cos(turn), sin(turn), half, side])


class Obstacles(Struct, frozen=True, eq=False):
    """What stops a hull on one level, as lines and then discs, each with the kind, name and number of its
    owner; outlines it cannot stand in; and, above the ground, what its middle must stay on."""

    lines: Floats
    discs: Floats
    owners: tuple[Owner, ...]
    solids: tuple[Polygon, ...] = ()
    floors: tuple[Polygon, ...] = ()
    raised: bool = False
    bodies: tuple[Body, ...] = ()  # those that it was joined with, as their numbers count


NOTHING = Obstacles(rows([], 4), rows([], 3), ())


def obstacles(table: Table, hull: Body, areas: Sequence[Area], over: float) -> Obstacles:
    """What stops a hull of that height on its level, bodies apart."""
    barred = tuple(area for area in areas if area.ground == "impassable")
    return recall(table, _obstacles, hull.spot.z, hull.height, over, barred)


def with_bodies(field: Obstacles, hull: Body, bodies: Sequence[Body]) -> Obstacles:
    """The same and those of the bodies that share the hull's level: the very same object for the same ones,
    for who looks for a hull's way asks many times."""
    if not bodies:
        return field
    return _joined(field, tuple(bodies), hull.spot.z, hull.spot.z + hull.height)


@lru_cache(512)
def _joined(field: Obstacles, bodies: tuple[Body, ...], low: float, high: float) -> Obstacles:
    met = _bodies(bodies, low, high)
    return Obstacles(
        np.concatenate((field.lines, met.lines)),
        np.concatenate((field.discs, met.discs)),
        (
            *field.owners[: len(field.lines)],
            *met.owners[: len(met.lines)],
            *field.owners[len(field.lines) :],
            *met.owners[len(met.lines) :],
        ),
        (*field.solids, *met.solids),
        field.floors,
        field.raised,
        bodies,
    )


@lru_cache(4_096)
def _outline(body: Body) -> tuple[Polygon, list[tuple[Point, Point]]]:
    outline = corners(body)
    return outline, sides(outline)


def _bodies(bodies: tuple[Body, ...], low: float, high: float) -> Obstacles:
    """Those of the bodies that stop what stands between the two levels."""
    lines, discs, solids = list[tuple[Point, Point]](), list[tuple[float, ...]](), list[Polygon]()
    of_lines, of_discs = list[Owner](), list[Owner]()
    for number, body in enumerate(bodies):
        bottom, top = body.spot.z, body.spot.z + body.height
        if bottom >= high or top <= low:
            continue
        if isinstance(body.base, Disc):
            discs.append((body.spot.x, body.spot.y, body.base.radius))
            of_discs.append(("body", "", number))
        else:
            outline, around = _outline(body)
            solids.append(outline)
            lines += around
            of_lines += [("body", "", number)] * 4
    return Obstacles(
        rows([(*a, *b) for a, b in lines], 4), rows(discs, 3), (*of_lines, *of_discs), tuple(solids)
    )


def _obstacles(table: Table, level: float, height: float, over: float, barred: tuple[Area, ...]) -> Obstacles:
    found: list[tuple[Point, Point]] = []
    owners: list[Owner] = []
    solids: list[Polygon] = []

    def add(lines: Iterable[tuple[Point, Point]], kind: Kind, name: str, number: int) -> None:
        for line in lines:
            found.append(line)
            owners.append((kind, name, number))

    low, high = level + over + SAME_LEVEL, level + height - SAME_LEVEL
    for number, wall in enumerate(table.walls):
        if not wall.door and wall.base < high and wall.top > low:
            add(pairwise(wall.line), "wall", wall.name, number)
    for number, block in enumerate(table.blocks):
        if block.base < high and block.top > low:
            solids.append(block.polygon)
            add(sides(block.polygon), "block", block.name, number)
    for number, floor in enumerate(table.floors):
        if low < floor.level < high:
            solids.append(floor.polygon)
            add(sides(floor.polygon), "floor", floor.name, number)
    for number, area in enumerate((*table.areas, *barred)):
        if area.ground == "impassable" and abs(area.level - level) <= SAME_LEVEL:
            solids.append(area.polygon)
            add(sides(area.polygon), "ground", area.name, number)
    width, depth = table.width, table.depth
    add(sides(((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth))), "edge", "", -1)
    held = [surface.polygon for surface in surfaces(table) if abs(surface.level - level) <= SAME_LEVEL]
    return Obstacles(
        rows([(*a, *b) for a, b in found], 4),
        rows([], 3),
        tuple(owners),
        tuple(solids),
        tuple(polygon for polygon in held if polygon is not None),
        level > SAME_LEVEL,
    )
