"""Where something is, in words: compass points, levels, and the terrain one stands on or beside."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from warbook.board.geometry import (
    COMPASS,
    Point,
    Spot,
    point_in_polygon,
    point_to_outline,
    point_to_segment,
    sides,
)
from warbook.board.hextable import AnyTable, HexTable, name_of
from warbook.board.memory import recall
from warbook.board.terrain import Table, surface_at

if TYPE_CHECKING:
    from warbook.board.kernel import Floats

BESIDE = 1.5  # inches from a piece of terrain at which one is said to be by it

ARROWS = "→↗↑↖←↙↓↘"


def whereabouts(table: AnyTable, spot: Spot) -> str:
    """As in: at (12, 8.4) by the south-west barricade; in hex 3.4, forest."""
    if isinstance(table, HexTable):
        return hex_words(table, spot)
    words = f"at ({spot.x:.4g}, {spot.y:.4g})"
    place = place_of(table, spot)
    return f"{words} {place}" if place else words


def hex_words(table: HexTable, spot: Spot, way: str = "in") -> str:
    """As in: in hex 3.4, forest. Nothing to say of clear ground."""
    hex_ = table.at(spot.x, spot.y)
    if hex_ is None:
        return "off the table"
    ground = table.ground[hex_].replace("-", " ")
    lies = [ground] if ground != "clear" else []
    lies += ["road"] if hex_ in table.roads else []
    return ", ".join([f"{way} hex {name_of(hex_)}", *lies])


def place_of(table: Table, spot: Spot) -> str:
    """As in: on the gantry, 3" up. Nothing to say for open ground."""
    if spot.z > 0.05:
        surface = surface_at(table, spot.x, spot.y, spot.z)
        up = f'{spot.z:.3g}" up'
        return f"on the {surface.name}, {up}" if surface and surface.polygon else up
    nearest, words = BESIDE, ""
    for name, away in _by(recall(table, _features), spot):
        if away < nearest:
            nearest, words = away, f"by the {name}"
    for area in table.areas:
        if abs(area.level - spot.z) < 0.05 and point_in_polygon(spot.x, spot.y, area.polygon):
            words = f"{'on' if 'road' in area.words else 'in'} the {area.name}"
    for floor in table.floors:
        if not words and point_in_polygon(spot.x, spot.y, floor.polygon):
            words = f"under the {floor.name}"
    return words


def landmarks(table: AnyTable, places: Floats, most: int = 8) -> list[tuple[str, Spot]]:
    """Terrain that one of the places (n, 3) is by or on, each with the spot nearest to it; nearest to the
    first one first. Of hexes, each."""
    if isinstance(table, HexTable):
        return [(hex_words(table, spot), spot) for spot in (Spot(*row) for row in places.tolist())]
    best: dict[str, tuple[float, Spot]] = {}
    features = recall(table, _features)
    for spot in _nearest_of(features, places):
        found = _by(features, spot) if spot.z <= 0.05 else []
        surface = surface_at(table, spot.x, spot.y, spot.z) if spot.z > 0.05 else None
        if surface is not None and surface.polygon:
            found.append((surface.name, 1.0 - min(0.9, point_to_outline(spot.x, spot.y, surface.polygon))))
        for name, away in found:
            if away <= BESIDE and (name not in best or away < best[name][0]):
                best[name] = away, spot
    start = Spot(*places[0].tolist()) if len(places) else Spot(0.0, 0.0)
    named = [(name, spot) for name, (_, spot) in best.items()]
    named.sort(key=lambda entry: dist((entry[1].x, entry[1].y), (start.x, start.y)))
    return named[:most]


def terrain_named(table: AnyTable, words: str) -> Spot | None:
    """The middle of the terrain that these words name, if it is just one piece; of a hex, by its number."""
    if isinstance(table, HexTable):
        named = {name_of(hex_): Spot(*table.middle(hex_)) for hex_ in table.hexes()}
        return named.get(words.lower().removeprefix("hex "))
    found: dict[str, Spot] = {}
    for block in table.blocks:
        found[block.name] = _middle(block.polygon, block.top if block.roof else block.base)
    for floor in table.floors:
        found[floor.name] = _middle(floor.polygon, floor.level)
    for area in table.areas:
        found[area.name] = _middle(area.polygon, area.level)
    for wall in table.walls:
        found[wall.name] = _middle(wall.line, wall.base)
    for ladder in table.ladders:
        found[ladder.name] = Spot(*ladder.at, ladder.bottom)
    low = words.lower().removeprefix("the ")
    exact = [spot for name, spot in found.items() if name.lower() == low]
    near = exact or [spot for name, spot in found.items() if low in name.lower()]
    return near[0] if len(near) == 1 else None


def arrow(facing: float) -> str:
    return ARROWS[round(facing / 45.0) % 8]


def degrees_of(words: str) -> float | None:
    """Degrees as typed: a number, or a point of the compass such as north, NE or south-west."""
    low = words.lower().replace(" ", "-").removesuffix("°")
    for number, name in enumerate(COMPASS):
        short = "".join(part[0] for part in name.split("-"))
        if low in (name, short, name.replace("-", "")):
            return 45.0 * number
    try:
        return float(low)
    except ValueError:
        return None


class Feature(Struct, frozen=True):
    """Something that stands on the ground: its outline, and a box that holds all from which one is by it."""

    name: str
    outline: tuple[tuple[Point, Point], ...]
    west: float
    south: float
    east: float
    north: float


def _features(table: Table) -> tuple[Feature, ...]:
    found: list[tuple[str, Sequence[tuple[Point, Point]]]] = []
    found += [(block.name, sides(block.polygon)) for block in table.blocks if block.base < 1]
    found += [(w.name, list(zip(w.line, w.line[1:], strict=False))) for w in table.walls if w.base < 1]
    found += [(each.name or "ladder", [(each.at, each.at)]) for each in table.ladders if each.bottom < 1]
    features = []
    for name, outline in found:
        xs, ys = [x for line in outline for x, _ in line], [y for line in outline for _, y in line]
        box = (min(xs) - BESIDE, min(ys) - BESIDE, max(xs) + BESIDE, max(ys) + BESIDE)
        features.append(Feature(name, tuple(outline), *box))
    return tuple(features)


def _by(features: Sequence[Feature], spot: Spot) -> list[tuple[str, float]]:
    """What stands on the ground near a spot, with the distance to it."""
    x, y = spot.x, spot.y
    return [
        (near.name, min(point_to_segment(x, y, a, b) for a, b in near.outline))
        for near in features
        if near.west <= x <= near.east and near.south <= y <= near.north
    ]


def _nearest_of(features: Sequence[Feature], places: Floats) -> list[Spot]:
    """Of many places those above the ground, and those on it nearest to one of the features, or as near to it
    but for a rounding: no other can be its landmark."""
    looked_at = places[:, 2] > 0.05
    ground = np.flatnonzero(~looked_at)
    x, y = places[ground, 0], places[ground, 1]
    for near in features:
        inside = (near.west <= x) & (x <= near.east) & (near.south <= y) & (y <= near.north)
        at = np.flatnonzero(inside)
        if len(at):
            away = np.min([_to_segment(x[at], y[at], a, b) for a, b in near.outline], axis=0)
            looked_at[ground[at[away <= away.min() + 1e-9]]] = True
    return [Spot(*row) for row in places[looked_at].tolist()]


def _to_segment(x: Floats, y: Floats, a: Point, b: Point) -> Floats:
    """`point_to_segment` for many points."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = np.clip(((x - a[0]) * dx + (y - a[1]) * dy) / square, 0.0, 1.0) if square else np.zeros(len(x))
    return np.hypot(x - a[0] - t * dx, y - a[1] - t * dy)


def _middle(points: Sequence[tuple[float, float]], level: float) -> Spot:
    return Spot(sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points), level)
