"""Where each side sets up."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from msgspec import Struct

from warbook.board.geometry import Body, Disc, Point, corners
from warbook.board.terrain import Table
from warbook.books.vehicles.state import Band, Battle

AHEAD = {"south": 90.0, "north": 270.0}


class Zone(Struct, frozen=True):
    """A part of the table, and how far from its middle one keeps."""

    west: float
    south: float
    east: float
    north: float
    from_middle: float
    words: str

    def holds(self, table: Table, body: Body) -> bool:
        """Whether the whole body lies in it."""
        for x, y in _outline(body):
            if not (self.west - 1e-6 <= x <= self.east + 1e-6):
                return False
            if not (self.south - 1e-6 <= y <= self.north + 1e-6):
                return False
            if self.from_middle and hypot(x - table.width / 2, y - table.depth / 2) < self.from_middle - 1e-6:
                return False
        return True


def bands(battle: Battle) -> tuple[Band, ...]:
    """The zones between which the first to choose has the choice; each lies opposite the one after it."""
    if battle.setup.scenario.deployment == "quarters":
        return ("south-west", "north-east", "south-east", "north-west")
    return ("south", "north")


def opposite(band: Band) -> Band:
    pairs: tuple[tuple[Band, Band], ...] = (
        ("south", "north"), ("south-west", "north-east"), ("south-east", "north-west"),
    )  # fmt: skip
    return next(a if band == b else b for a, b in pairs if band in (a, b))


def zone_of(battle: Battle, side: str) -> Zone:
    scenario, band = battle.setup.scenario, battle.zones[side]
    wide, deep = scenario.table.width, scenario.table.depth
    if scenario.deployment == "breakthrough":
        if side == battle.attacker:
            within = scenario.attacker_within
            return Zone(0.0, 0.0, wide, within, 0.0, f"within {within:g} inches of the south edge")
        beyond = scenario.defender_beyond
        return Zone(0.0, beyond, wide, deep, 0.0, f"{beyond:g} inches or more from the south edge")
    apart = scenario.from_centre
    if scenario.deployment == "edges":
        words = f"{apart:g} inches or more from the centre line"
        if band == "south":
            return Zone(0.0, 0.0, wide, deep / 2 - apart, 0.0, f"in the south, {words}")
        return Zone(0.0, deep / 2 + apart, wide, deep, 0.0, f"in the north, {words}")
    low, high = (0.0, deep / 2) if band.startswith("south") else (deep / 2, deep)
    left, right = (0.0, wide / 2) if band.endswith("west") else (wide / 2, wide)
    return Zone(left, low, right, high, apart, f"in the {band} quarter, {apart:g} inches from the middle")


def ahead(battle: Battle, side: str) -> float:
    """How a vehicle faces if nobody says otherwise: away from its own edge."""
    return AHEAD["north" if battle.zones[side].startswith("north") else "south"]


def _outline(body: Body) -> Sequence[Point]:
    if isinstance(body.base, Disc):
        x, y, r = body.spot.x, body.spot.y, body.base.radius
        return [(x - r, y), (x + r, y), (x, y - r), (x, y + r)]
    return corners(body)
