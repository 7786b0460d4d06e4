"""Where a side may set up."""

from __future__ import annotations

from math import hypot

from warbook.board.geometry import Body, Disc, Spot, point_in_polygon
from warbook.board.terrain import Block
from warbook.books.arap.field.cover import stands_in_cover
from warbook.books.arap.field.ground import pieces_named
from warbook.books.arap.scenario import Edge, Zone
from warbook.books.arap.state import Battle

AHEAD: dict[Edge, float] = {"south": 90.0, "north": 270.0, "west": 0.0, "east": 180.0}


def from_edge(battle: Battle, edge: Edge, x: float, y: float) -> float:
    table = battle.table
    return {"south": y, "north": table.depth - y, "west": x, "east": table.width - x}[edge]


def holds(battle: Battle, zone: Zone, body: Body) -> bool:
    """Whether a body lies in the zone: all of its base behind lines, its middle near places."""
    x, y = body.spot.x, body.spot.y
    reach = body.base.radius if isinstance(body.base, Disc) else 0.0
    if zone.edge is not None:
        away = from_edge(battle, zone.edge, x, y)
        if zone.within and away + reach > zone.within + 1e-6:
            return False
        if zone.beyond and away - reach < zone.beyond - 1e-6:
            return False
    middle = battle.table.width / 2, battle.table.depth / 2
    if zone.centre_within and hypot(x - middle[0], y - middle[1]) > zone.centre_within + 1e-6:
        return False
    posts = [hypot(x - post[0], y - post[1]) for post in battle.scenario.posts]
    if zone.posts_within and min(posts) > zone.posts_within + 1e-6:
        return False
    if zone.posts_beyond and min(posts) < zone.posts_beyond - 1e-6:
        return False
    if zone.on and not _on(battle, zone.on, body.spot):
        return False
    return zone.cover == "any" or stands_in_cover(battle, body.spot) == "hard"


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
