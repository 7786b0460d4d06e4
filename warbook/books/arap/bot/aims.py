"""What a side is after in its scenario: where its units ought to go, and how far that is on foot."""

from __future__ import annotations

from math import hypot

from msgspec import Struct

from warbook.board.geometry import Spot, point_in_polygon
from warbook.board.memory import recall
from warbook.board.paths import Going
from warbook.board.terrain import Block, Table
from warbook.books.arap.field.bodies import radius
from warbook.books.arap.field.ground import floor_of, pieces_named
from warbook.books.arap.field.near import centre
from warbook.books.arap.scenario import Charges, Hold, Leave
from warbook.books.arap.scenery.deeds import open_posts
from warbook.books.arap.state import Battle, Figure, Marker, Unit

FURTHEST = 200.0  # inches on foot
UNKNOWN = 400.0  # what a place counts from which there is no way
POST = 5.0  # inches from a post within which its guards stay
CELL = 1.0  # inches


class Goal(Struct, frozen=True):
    """A place to be at, with how much of a unit's points an inch on the way there is worth, and how near is
    near enough."""

    spot: Spot
    weight: float
    near: float = 0.0


class Roads:
    """Inches on foot from everywhere to a goal, round what stands on the table."""

    def __init__(self, cells: dict[tuple[int, int, int], float]) -> None:
        self.cells = cells

    def far(self, x: float, y: float, z: float) -> float:
        i, j, k = _cell(x, y, z)
        found = self.cells.get((i, j, k))
        if found is not None:
            return found
        near = [
            self.cells[i + a, j + b, k + c] + hypot(a, b)
            for c in (0, -1, 1)
            for a in (-1, 0, 1)
            for b in (-1, 0, 1)
            if (i + a, j + b, k + c) in self.cells
        ]
        return min(near, default=UNKNOWN)


def roads(battle: Battle, unit: Unit, spot: Spot) -> Roads:
    """For the bases of a unit; goals are taken to the nearest inch or two."""
    base = radius(battle, battle.members(unit)[0])
    floor = floor_of(battle, base)
    return recall(battle.table, _roads, floor, round(spot.x / 2) * 2.0, round(spot.y / 2) * 2.0, spot.z)


def _roads(table: Table, floor: object, x: float, y: float, z: float) -> Roads:
    going = Going(FURTHEST, 0.0, 1.0, 2.0, (("difficult", 2.0), ("very-difficult", 4.0)), 2.0, 1.0)
    reach = floor.reach(Spot(x, y, z), going)  # type: ignore[attr-defined]
    cells: dict[tuple[int, int, int], float] = {}
    for (px, py, pz), cost in zip(reach.spots.tolist(), reach.cost.tolist(), strict=True):
        key = _cell(px, py, pz)
        if cost < cells.get(key, UNKNOWN):
            cells[key] = cost
    return Roads(cells)


def _cell(x: float, y: float, z: float) -> tuple[int, int, int]:
    return int(x / CELL), int(y / CELL), round(z / 1.5)


# ---------------------------------------------------------------- goals


def goal_of(battle: Battle, unit: Unit) -> Goal | None:
    """What the scenario wants of the unit; None where it is only to fight."""
    aim, role = battle.scenario.aim, battle.part(unit.side).role
    late = 3.0 if battle.scenario.turns - battle.turn <= 3 else 1.0
    figures = battle.standing(unit)
    if isinstance(aim, Hold):
        return Goal(middle_of(battle, aim.piece), 0.02 * late, 2.0)
    if isinstance(aim, Leave) and role == aim.role:
        here = centre(figures)
        return Goal(_at_edge(battle, aim, here), 0.04)
    if isinstance(aim, Charges):
        posts = open_posts(battle)
        if role == aim.role and posts:
            return Goal(_nearest(figures, posts), 0.03 * late, 1.0)
        if posts:
            return Goal(_nearest(figures, posts), 0.02, POST)
    return None


def holds(battle: Battle, spot: Spot) -> bool:
    """Whether who stands there counts for the piece that is to be held."""
    aim = battle.scenario.aim
    if not isinstance(aim, Hold):
        return False
    return any(
        point_in_polygon(spot.x, spot.y, piece.polygon)
        and (not isinstance(piece, Block) or abs(piece.top - spot.z) < 0.01)
        for piece in pieces_named(battle, aim.piece)
    )


def _nearest(figures: list[Figure], posts: list[Marker]) -> Spot:
    here = centre(figures)
    return min(posts, key=lambda post: hypot(post.x - here.x, post.y - here.y)).spot


def _at_edge(battle: Battle, aim: Leave, here: Spot) -> Spot:
    wide, deep = battle.table.width, battle.table.depth
    x, y = min(max(here.x, 2.0), wide - 2.0), min(max(here.y, 2.0), deep - 2.0)
    return {
        "east": Spot(wide - 1.0, y),
        "west": Spot(1.0, y),
        "north": Spot(x, deep - 1.0),
        "south": Spot(x, 1.0),
    }[aim.edge]


def middle_of(battle: Battle, name: str) -> Spot:
    """Of the piece of that name, on its top."""
    pieces = pieces_named(battle, name)
    xs = [x for piece in pieces for x, _ in piece.polygon]
    ys = [y for piece in pieces for _, y in piece.polygon]
    top = max((piece.top for piece in pieces if isinstance(piece, Block)), default=0.0)
    return Spot(sum(xs) / len(xs), sum(ys) / len(ys), top)
