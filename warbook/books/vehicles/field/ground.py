"""The ground as foot units walk on it, what its words mean, and who is near."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import TypeAlias

from warbook.board.geometry import Body, Spot, distance, gap, stretches_inside
from warbook.board.memory import recall
from warbook.board.paths import Ground, ground_of
from warbook.board.terrain import ON_OUTLINE, SAME_LEVEL, Area, Block, Floor, Table, Wall, areas_at
from warbook.books.vehicles.army.lists import UnitType
from warbook.books.vehicles.field.bodies import WITHIN, bodies, new_ground, on_table, unit_type
from warbook.books.vehicles.state import Battle, Unit, other

COVERS = {"cover-3": 3, "cover-4": 4, "cover-5": 5, "cover-6": 6}
Boxed: TypeAlias = tuple[float, float, float, float, Area]
GRAZE = 1e-3  # inches: a way along the outline of a piece of ground does not lead into it


def walked(battle: Battle, unit: Unit) -> Ground:
    """What the unit walks on, craters and wrecks included."""
    return walked_by(battle, unit_type(battle, unit))


def walked_by(battle: Battle, kind: UnitType) -> Ground:
    return ground_for(battle, kind.base / 2)


def ground_for(battle: Battle, radius: float) -> Ground:
    """For bases of one size."""
    fresh = tuple(new_ground(battle))
    return recall(battle.table, _scarred, radius, fresh) if fresh else ground_of(battle.table, radius)


def _scarred(table: Table, radius: float, areas: tuple[Area, ...]) -> Ground:
    return ground_of(table, radius).with_areas(areas)


# ---------------------------------------------------------------- what pieces of ground are


def is_difficult(area: Area) -> bool:
    """veh.P3."""
    return area.ground in ("difficult", "very-difficult")


def is_dangerous(area: Area) -> bool:
    """veh.P3; for vehicles difficult ground is dangerous too (veh.terrain.difficult)."""
    return "dangerous" in area.words


def is_impassable(area: Area) -> bool:
    return area.ground == "impassable"


def is_road(area: Area) -> bool:
    """veh.V4."""
    return "road" in area.words


def cover_of(piece: Area | Block | Wall | Floor) -> int:
    """What the cover save of a piece needs by the chart of veh.P7; 0 where it is none."""
    return min((COVERS[word] for word in piece.words if word in COVERS), default=0)


def all_areas(battle: Battle) -> list[Area]:
    """Every patch of ground, craters and wrecks included."""
    return [*battle.table.areas, *new_ground(battle)]


def ground_at(battle: Battle, spot: Spot) -> list[Area]:
    """The pieces of ground in which a point lies. Who stands in one is told by the middle of his base."""
    near = areas_near(battle, spot.x, spot.y)
    return areas_at(near, spot.x, spot.y, spot.z) if near else near


def areas_near(battle: Battle, x: float, y: float) -> list[Area]:
    """Those of all patches of ground whose box holds the point."""
    boxed = [*recall(battle.table, _boxes), *map(_boxed, new_ground(battle))]
    return [area for x0, y0, x1, y1, area in boxed if x0 <= x <= x1 and y0 <= y <= y1]


def _boxes(table: Table) -> list[Boxed]:
    return [_boxed(area) for area in table.areas]


@lru_cache(4_096)
def _boxed(area: Area) -> Boxed:
    """With the box around it, its outline included."""
    xs, ys = [x for x, _ in area.polygon], [y for _, y in area.polygon]
    return min(xs) - ON_OUTLINE, min(ys) - ON_OUTLINE, max(xs) + ON_OUTLINE, max(ys) + ON_OUTLINE, area


def crossed(areas: Sequence[Area], path: Sequence[Spot]) -> list[Area]:
    """Those in which a way begins, or into or through which it leads."""
    return [area for area in areas if _leads_into(area, path)]


def enters(area: Area, path: Sequence[Spot]) -> float:
    """After how many inches a way that crosses an area leads into it."""
    gone = 0.0
    for a, b in pairwise(path):
        for begin, _ in stretches_inside(area.polygon, (a.x, a.y), (b.x, b.y)):
            return gone + begin
        gone += hypot(b.x - a.x, b.y - a.y)
    return gone


def _leads_into(area: Area, path: Sequence[Spot]) -> bool:
    if len(path) == 1:
        return bool(areas_at([area], path[0].x, path[0].y, path[0].z))
    for a, b in pairwise(path):
        level = min(abs(a.z - area.level), abs(b.z - area.level)) <= SAME_LEVEL
        if level and any(
            end - begin > GRAZE for begin, end in stretches_inside(area.polygon, (a.x, a.y), (b.x, b.y))
        ):
            return True
        if level and distance(a, b) <= GRAZE and areas_at([area], a.x, a.y, area.level):
            return True
    return False


# ---------------------------------------------------------------- who is near


def enemy_bodies(battle: Battle, side: str, but: Sequence[str] = ()) -> list[Body]:
    """The enemies of a side on the table, except those of the units and vehicles named."""
    return [
        body for each in on_table(battle, other(side)) if each.id not in but for body in bodies(battle, each)
    ]


def enemies_near(battle: Battle, side: str, body: Body, inches: float) -> bool:
    """Whether an enemy of the side is within so many inches of a body."""
    return any(gap(body, foe) <= inches + WITHIN for foe in enemy_bodies(battle, side))
