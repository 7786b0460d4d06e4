"""Where a fighter can walk: the ground, what bars the way, and the questions where to."""

from __future__ import annotations

import math
from typing import TypeAlias

from msgspec.structs import replace

from warbook.board.bodies import Other
from warbook.board.geometry import Polygon, Spot, point_in_polygon
from warbook.board.memory import recall
from warbook.board.paths import Barred, Going, Ground, Reach, ground_of
from warbook.board.terrain import Block, Floor, Table
from warbook.books.family.routes import walk
from warbook.books.necromunda.sight import RISE
from warbook.books.necromunda.state import RADIUS, Battle, Fighter
from warbook.core.questions import Route

ELBOW = 0.06  # inches kept from enemies beyond contact: that is made only by charging (nec.M24)
HEADROOM = 1.5
# Who is farther off than this part of a move and so many inches more can neither bar it nor lie at its end.
SEARCHED, AROUND = 1.25, 4.0

Box: TypeAlias = tuple[float, float, float, float]  # west, south, east, north


def going(battle: Battle, fighter: Fighter, allowance: float) -> Going:
    """nec.movement.free-ground, nec.movement.wall-leap, nec.movement.wall-limit: a wall above 1 and up to 2
    inches costs half of this move's allowance (nec.A5, nec.A6); higher ones cannot be crossed. Walls are
    thin: what is thicker is a block, and climbed onto (nec.M32)."""
    factors = (("difficult", 2.0), ("very-difficult", 4.0)) if battle.rulings.difficult_ground else ()
    return Going(allowance, allowance / 2, 1.0, 2.0, factors, RISE)


def ground(battle: Battle) -> Ground:
    """nec.M31: without the switch there is no ground that forbids movement."""
    table = battle.setup.scenario.table
    return ground_of(table if battle.rulings.difficult_ground else recall(table, _Lie).free, RADIUS)


class _Lie:
    """The lie of one table."""

    def __init__(self, table: Table) -> None:
        self.free = table
        self.ladders = {ladder.at for ladder in table.ladders}
        pieces: tuple[Block | Floor, ...] = (*table.blocks, *table.floors)
        self._pieces = [(_box(piece.polygon), piece) for piece in pieces]
        self._squares: dict[tuple[int, int], list[tuple[Box, Block | Floor]]] = {}
        if any(area.ground == "impassable" for area in table.areas):
            self.free = replace(table, areas=tuple(replace(area, ground="open") for area in table.areas))

    def about(self, x: float, y: float) -> list[tuple[Box, Block | Floor]]:
        """The pieces, in their boxes, that may lie in the square inch around a point."""
        square = math.floor(x), math.floor(y)
        found = self._squares.get(square)
        if found is None:
            w, s = square
            found = self._squares[square] = [
                ((west, south, east, north), piece)
                for (west, south, east, north), piece in self._pieces
                if west <= w + 1 and east >= w and south <= s + 1 and north >= s
            ]
        return found


def feet(battle: Battle, spot: Spot) -> Spot:
    """A point of a path with feet on what lies there: paths step up and down where levels end, and what is
    measured along them climbs evenly. On a ladder he hangs where he is."""
    x, y, z = spot.x, spot.y, spot.z
    lie = recall(battle.setup.scenario.table, _Lie)
    if (x, y) in lie.ladders:
        return spot
    about = lie.about(x, y)
    if not about:
        return spot if z == 0.0 else Spot(x, y, 0.0)
    levels, solid = [0.0], list[Block]()
    for (west, south, east, north), piece in about:
        if west <= x <= east and south <= y <= north and point_in_polygon(x, y, piece.polygon):
            if isinstance(piece, Floor):
                levels.append(piece.level)
            else:
                solid.append(piece)
                if piece.roof:
                    levels.append(piece.top)
    if len(levels) == 1 and not solid:
        return spot if z == 0.0 else Spot(x, y, 0.0)
    free = [
        level
        for level in levels
        if not any(block.base < level + HEADROOM and block.top > level + 0.01 for block in solid)
    ]
    nearest = min(free, key=lambda level: abs(level - z), default=z)
    return spot if nearest == z else Spot(x, y, nearest)


def _box(polygon: Polygon) -> Box:
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(xs), min(ys), max(xs), max(ys)


def obstacles(
    battle: Battle, fighter: Fighter, contact_with: Fighter | None = None, about: float = math.inf
) -> tuple[list[Other], list[Other]]:
    """Bases that block the way (enemies: contact is made only by charging, nec.M24), and bases that nobody
    may end upon: friends are passed, and whoever leaves an enemy who is down leaves contact with him. Those
    farther than `about` inches along either side of the table may be left out."""
    blockers: list[Other] = []
    occupied: list[Other] = []
    side, x, y = fighter.side, fighter.x, fighter.y
    west, east, south, north = x - about, x + about, y - about, y + about
    for other in battle.fighters:
        if not west < other.x < east or not south < other.y < north or other.place != "table":
            continue
        if other.side != side:
            if other is not contact_with:
                blockers.append((other.x, other.y, other.z, RADIUS + ELBOW))
                occupied.append(blockers[-1])
        elif other is not fighter:
            occupied.append((other.x, other.y, other.z, RADIUS))
    return blockers, occupied


def reach_of(battle: Battle, fighter: Fighter, allowance: float) -> Reach:
    blockers, occupied = obstacles(battle, fighter)
    return ground(battle).reach(fighter.spot, going(battle, fighter, allowance), blockers, occupied)


def route(battle: Battle, fighter: Fighter, allowance: float, kind: str, text: str, rule: str) -> Route:
    """The question where a fighter goes with so many inches."""
    blockers, occupied = obstacles(battle, fighter, about=SEARCHED * allowance + AROUND)
    gait = going(battle, fighter, allowance)
    return walk(text, fighter.id, fighter.spot, ground(battle), gait, blockers, occupied, rule, kind, {})


def contact_path(battle: Battle, fighter: Fighter, foe: Fighter, allowance: float) -> tuple[Spot, ...] | None:
    """The shortest way into base contact with the enemy, if the allowance suffices."""
    blockers, occupied = obstacles(battle, fighter, contact_with=foe)
    target = (foe.x, foe.y, foe.z, RADIUS)
    gait = going(battle, fighter, allowance)
    return ground(battle).to_contact(fighter.spot, target, gait, blockers, occupied)


def room(battle: Battle, fighter: Fighter, spot: Spot) -> Spot | None:
    """The spot with feet on whatever lies there, if the fighter's base has room to stop on it."""
    spot = feet(battle, spot)
    if isinstance(ground(battle).stands(spot), Barred):
        return None
    for other in battle.fighters:
        near = math.hypot(other.x - spot.x, other.y - spot.y) < 2 * RADIUS - 1e-6
        if near and other.place == "table" and other is not fighter and abs(other.z - spot.z) < HEADROOM:
            return None
    return spot
