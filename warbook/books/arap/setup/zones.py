"""Where a side may set up."""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from warbook.board.geometry import Body, Disc, Spot, point_in_polygon
from warbook.board.kernel import Flags, Floats
from warbook.board.terrain import Block
from warbook.books.arap.field.cover import stands_in_cover
from warbook.books.arap.field.ground import pieces_named
from warbook.books.arap.scenario import Edge, Zone
from warbook.books.arap.state import Battle

Inches = TypeVar("Inches", float, Floats)

AHEAD: dict[Edge, float] = {"south": 90.0, "north": 270.0, "west": 0.0, "east": 180.0}


def from_edge(battle: Battle, edge: Edge, x: Inches, y: Inches) -> Inches:
    table = battle.table
    return {"south": y, "north": table.depth - y, "west": x, "east": table.width - x}[edge]


def holds(battle: Battle, zone: Zone, body: Body) -> bool:
    """Whether a body lies in the zone: all of its base behind lines, its middle near places."""
    spot, reach = body.spot, body.base.radius if isinstance(body.base, Disc) else 0.0
    return bool(measured(battle, zone, np.array([(spot.x, spot.y, spot.z)]), reach)[0]) and suits(
        battle, zone, spot
    )


def measured(battle: Battle, zone: Zone, spots: Floats, reach: float) -> Flags:
    """At which of many spots (n, 3) bases of a size are as far from lines and places as the zone has it."""
    x, y = spots[:, 0], spots[:, 1]
    found = np.ones(len(spots), np.bool_)
    if zone.edge is not None:
        away = from_edge(battle, zone.edge, x, y)
        if zone.within:
            found &= away + reach <= zone.within + 1e-6
        if zone.beyond:
            found &= away - reach >= zone.beyond - 1e-6
    if zone.centre_within:
        middle = battle.table.width / 2, battle.table.depth / 2
        found &= np.hypot(x - middle[0], y - middle[1]) <= zone.centre_within + 1e-6
    if zone.posts_within or zone.posts_beyond:
        posts = np.array(battle.scenario.posts)
        near = np.hypot(x[:, None] - posts[:, 0], y[:, None] - posts[:, 1]).min(axis=1)
        found &= near >= zone.posts_beyond - 1e-6
        if zone.posts_within:
            found &= near <= zone.posts_within + 1e-6
    return found


def suits(battle: Battle, zone: Zone, spot: Spot) -> bool:
    """Whether a spot is on the piece and in the cover that the zone asks for."""
    if zone.on and not _on(battle, zone.on, spot):
        return False
    return zone.cover == "any" or stands_in_cover(battle, spot) == "hard"


def level_of(battle: Battle, zone: Zone) -> float:
    """The height at which one sets up there."""
    for block in battle.table.blocks:
        if block.name == zone.on:
            return block.top
    return next((floor.level for floor in battle.table.floors if floor.name == zone.on), 0.0)


def words_of(zone: Zone) -> str:
    """As a player is told."""
    found = []
    if zone.edge and zone.within:
        found.append(f"within {zone.within:g} inches of the {zone.edge} edge")
    if zone.edge and zone.beyond:
        found.append(f"{zone.beyond:g} inches or more from the {zone.edge} edge")
    if zone.centre_within:
        found.append(f"within {zone.centre_within:g} inches of the middle")
    if zone.posts_within:
        found.append(f"within {zone.posts_within:g} inches of a post")
    if zone.posts_beyond:
        found.append(f"{zone.posts_beyond:g} inches or more from every post")
    if zone.on:
        found.append(f"on {zone.on}")
    if zone.cover == "hard":
        found.append("in hard cover")
    return ", ".join(found) or "anywhere"


def ahead(battle: Battle, side: str) -> float:
    """How figures face that are set up: away from their own edge."""
    friendly = battle.part(side).friendly
    return AHEAD[friendly[0]] if friendly else 0.0


def _on(battle: Battle, name: str, spot: Spot) -> bool:
    for piece in pieces_named(battle, name):
        if point_in_polygon(spot.x, spot.y, piece.polygon):
            return not isinstance(piece, Block) or abs(piece.top - spot.z) < 0.01
    return False
