"""Faces to be climbed: where one stands before them, and where one comes to."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.board.geometry import Body, Point, Spot, overlap, point_in_polygon, point_to_segment, sides
from warbook.board.terrain import SAME_LEVEL, Block, Floor, surface_at
from warbook.books.arap.field.bodies import body, radius, size, upright
from warbook.books.arap.field.ground import (
    FACTORS,
    areas_under,
    floor_of,
    has_any,
    solid_boxes,
    solids,
    traits_of,
)
from warbook.books.arap.field.near import clear_of_melee
from warbook.books.arap.state import Battle, Figure, while_at_rest

Towards: TypeAlias = Literal["up", "down", "over", "out"]
AT_FACE = 0.5  # inches from the edge of a base to a face that is climbed (own)
WIDEST = 6.0  # inches that two bases together take up at most
FURTHEST = 6.0  # inches from which a face is jumped up
SIDEWAYS = (0.0, 1.1, -1.1, 2.2, -2.2)  # inches along a face at which a place is looked for


class Face(Struct, frozen=True):
    """A face before a figure. `to` is where it leads, `inches` how high it is; `factor` is what an inch of it
    takes (arap.movement.vertical-terrain-traits)."""

    name: str
    towards: Towards
    to: Spot
    inches: float
    factor: float = 1.0
    variable: bool = False


def faces(battle: Battle, figure: Figure) -> list[Face]:
    """arap.movement.climbable: what the figure could climb from where it is, higher than itself."""
    return while_at_rest(battle, (faces, figure.id), lambda: _faces(battle, figure))


def _faces(battle: Battle, figure: Figure) -> list[Face]:
    if not _by_a_face(battle, figure):
        return _outs(battle, figure)
    tall = size(battle, figure).height
    found = [*_ups(battle, figure), *_downs(battle, figure), *_walls(battle, figure), *_outs(battle, figure)]
    return [face for face in found if figure.hangs or face.inches > tall + 1e-6 or face.towards == "out"]


def _by_a_face(battle: Battle, figure: Figure) -> bool:
    """Whether something may be so near that it is climbed, by the boxes around all."""
    x, y, out = figure.x, figure.y, radius(battle, figure) + AT_FACE + 0.01
    for west, south, east, north in solid_boxes(battle):
        if west - out <= x <= east + out and south - out <= y <= north + out:
            return True
    return False


def still_free(battle: Battle, figure: Figure, face: Face) -> Face | None:
    """The same face with a place that nobody has taken meanwhile; None if there is none left."""
    if _free(battle, figure, face.to):
        return face
    again = [*faces(battle, figure), *near_face(battle, figure, FURTHEST)]
    return next((one for one in again if (one.name, one.towards) == (face.name, face.towards)), None)


def others_than(battle: Battle, figure: Figure) -> list[Body]:
    """The bodies of all others on the table."""
    return [body(battle, other) for other in battle.figures if other.place == "table" and other is not figure]


def near_face(battle: Battle, figure: Figure, within: float) -> list[Face]:
    """Faces upwards whose foot is so near to the figure (arap.movement.jump-pack-climb)."""
    return _ups(battle, figure, within)


def _ups(battle: Battle, figure: Figure, within: float | None = None) -> list[Face]:
    reach = radius(battle, figure) + AT_FACE if within is None else within
    found = []
    for block in solids(battle):
        top = block.level if isinstance(block, Floor) else block.top
        open_roof = isinstance(block, Floor) or block.roof
        inside = point_in_polygon(figure.x, figure.y, block.polygon)
        if top <= figure.z + SAME_LEVEL or not open_roof or inside:
            continue
        kind = traits_of(battle, block)
        edge = _nearest_edge(figure, block)
        if not kind.climbable or edge[0] > reach + 1e-6:
            continue
        to = _place(battle, figure, block, top, inward=True)
        if to is not None:
            found.append(_face(block, "up", to, top - figure.z, battle))
    return found


def _downs(battle: Battle, figure: Figure) -> list[Face]:
    reach = radius(battle, figure) + AT_FACE
    found = []
    for block in solids(battle):
        top = block.level if isinstance(block, Floor) else block.top
        held = figure.hangs and figure.z < top - SAME_LEVEL
        on_it = abs(top - figure.z) <= SAME_LEVEL and point_in_polygon(figure.x, figure.y, block.polygon)
        if not (on_it or held) or not traits_of(battle, block).climbable:
            continue
        if _nearest_edge(figure, block)[0] > reach + 1e-6:
            continue
        to = _place(battle, figure, block, figure.z, inward=False)
        if to is not None and figure.z - to.z > SAME_LEVEL:
            found.append(_face(block, "down", to, figure.z - to.z, battle))
    return found


def _walls(battle: Battle, figure: Figure) -> list[Face]:
    """E13: walls higher than the figure, with the place behind them."""
    reach = radius(battle, figure)
    found = []
    for wall in battle.table.walls:
        kind = traits_of(battle, wall)
        if not kind.climbable or not wall.base <= figure.z + SAME_LEVEL < wall.top:
            continue
        for p, q in pairwise(wall.line):
            if point_to_segment(figure.x, figure.y, p, q) > reach + AT_FACE + 1e-6:
                continue
            foot = _foot(figure, p, q)
            away = hypot(figure.x - foot[0], figure.y - foot[1]) or 1.0
            over = reach + 0.05
            to = Spot(
                foot[0] - (figure.x - foot[0]) / away * over,
                foot[1] - (figure.y - foot[1]) / away * over,
                figure.z,
            )
            if _free(battle, figure, to):
                name = wall.name
                factor = FACTORS[kind.ground]
                found.append(Face(name, "over", to, wall.top - figure.z, factor, kind.variable))
                break
    return found


def _outs(battle: Battle, figure: Figure) -> list[Face]:
    """Out of a gap into which one has fallen."""
    found: list[Face] = []
    if not has_any(battle, "gap"):
        return found
    for area in areas_under(battle, figure.spot):
        kind = traits_of(battle, area)
        if not kind.gap:
            continue
        p, q = min(sides(area.polygon), key=lambda side: point_to_segment(figure.x, figure.y, *side))
        foot = _foot(figure, p, q)
        away = hypot(figure.x - foot[0], figure.y - foot[1]) or 1.0
        out = radius(battle, figure) + 0.05
        to = Spot(
            foot[0] - (figure.x - foot[0]) / away * out, foot[1] - (figure.y - foot[1]) / away * out, figure.z
        )
        if _free(battle, figure, to):
            found.append(Face(area.name, "out", to, kind.depth))
    return found


def _face(block: Block | Floor, towards: Towards, to: Spot, inches: float, battle: Battle) -> Face:
    kind = traits_of(battle, block)
    return Face(block.name, towards, to, inches, FACTORS[kind.ground], kind.variable)


def _nearest_edge(figure: Figure, block: Block | Floor) -> tuple[float, Point, Point]:
    return min((point_to_segment(figure.x, figure.y, p, q), p, q) for p, q in sides(block.polygon))


def _place(battle: Battle, figure: Figure, block: Block | Floor, level: float, inward: bool) -> Spot | None:
    """A free place just inside or outside the nearest edge of a block, the nearest first."""
    _, p, q = _nearest_edge(figure, block)
    foot = _foot(figure, p, q)
    long = hypot(q[0] - p[0], q[1] - p[1]) or 1.0
    along = (q[0] - p[0]) / long, (q[1] - p[1]) / long
    out = radius(battle, figure) + 0.05
    for aside in SIDEWAYS:
        x, y = foot[0] + aside * along[0], foot[1] + aside * along[1]
        for normal in ((-along[1], along[0]), (along[1], -along[0])):
            spot = x + out * normal[0], y + out * normal[1]
            if point_in_polygon(*spot, block.polygon) != inward:
                continue
            z = level
            if not inward:
                surface = surface_at(battle.table, *spot, max(0.0, level - SAME_LEVEL * 2))
                if surface is None:
                    continue
                z = surface.level
            if _free(battle, figure, Spot(*spot, z)):
                return Spot(*spot, z)
    return None


def _free(battle: Battle, figure: Figure, spot: Spot) -> bool:
    here = upright(battle, figure, spot)
    if floor_of(battle, radius(battle, figure), "any").stands(spot) is not None:
        return False
    if clear_of_melee(battle, figure, spot, battle.unit(figure.unit).side) is not None:
        return False
    return not any(overlap(here, body(battle, other)) for other in _others_about(battle, figure, spot))


def _others_about(battle: Battle, figure: Figure, spot: Spot) -> list[Figure]:
    """The others on the table of whom a base might be where the figure would stand."""
    x, y = spot.x, spot.y
    return [
        other
        for other in battle.figures
        if abs(other.x - x) <= WIDEST and abs(other.y - y) <= WIDEST
        if other.place == "table" and other is not figure
    ]


def _foot(figure: Figure, p: Point, q: Point) -> Point:
    """The point of a segment nearest to the figure."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    square = dx * dx + dy * dy
    t = (
        0.0
        if square == 0.0
        else max(0.0, min(1.0, ((figure.x - p[0]) * dx + (figure.y - p[1]) * dy) / square))
    )
    return p[0] + t * dx, p[1] + t * dy
