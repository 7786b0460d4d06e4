"""The ground under somebody's feet and along a way, and as walkers, leapers and swimmers have it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import hypot
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.geometry import Point, Spot, distance, point_to_outline, stretches_inside
from warbook.board.memory import recall
from warbook.board.paths import Ground, ground_of
from warbook.board.terrain import (
    ON_OUTLINE,
    SAME_LEVEL,
    Area,
    Block,
    Floor,
    GroundKind,
    Table,
    Wall,
    areas_at,
)
from warbook.books.arap.state import Battle
from warbook.books.arap.terrain import Terrain, Traits, traits

# What is barred besides what is impassable: a walker keeps out of deep water and off gaps, a leaper and a
# swimmer only out of the other of these.
Afoot: TypeAlias = Literal["walk", "leap", "swim", "any"]
T = TypeVar("T")
Box: TypeAlias = tuple[float, float, float, float]
Boxed: TypeAlias = tuple[float, float, float, float, Area, Traits]
Trait: TypeAlias = Callable[[Traits], bool]
Kind: TypeAlias = Literal["gap", "water", "variable", "flat", "narrow"]
AT_EDGE = 0.1  # inches from the outline of an area that are its boundary (own)
BESIDE = 1.0  # inches from a base beyond which nothing matters to its way
GRAZE = 1e-3  # inches: a way along the outline of a piece of ground does not lead into it
FACTORS = {"open": 1.0, "difficult": 2.0, "very-difficult": 4.0, "impassable": 4.0}


class Stretch(Struct, frozen=True):
    """A part of a way that lies in an area, in inches from its beginning."""

    area: Area
    traits: Traits
    begin: float
    end: float

    @property
    def inches(self) -> float:
        return self.end - self.begin


def traits_of(battle: Battle, piece: Area | Block | Floor | Wall) -> Traits:
    """What the words of a piece of terrain come to (arap.H17)."""
    return traits(piece.words, battle.scenario.terrain)


def solids(battle: Battle) -> list[Block | Floor]:
    """All that one can stand on besides the ground."""
    found: list[Block | Floor] = list(battle.table.blocks)
    return found + list(battle.table.floors)


def pieces_named(battle: Battle, name: str) -> list[Area | Block | Floor]:
    found: list[Area | Block | Floor] = [*battle.table.areas]
    found += solids(battle)
    return [piece for piece in found if piece.name == name]


def floor_of(battle: Battle, radius: float, afoot: Afoot = "walk", barred: str = "") -> Ground:
    """What bases of one size walk on; ground with the trait that is `barred` is impassable."""
    return recall(battle.table, _floor, radius, afoot, barred, battle.scenario.terrain)


def _floor(table: Table, radius: float, afoot: Afoot, barred: str, own: tuple[Terrain, ...]) -> Ground:
    grounds = [_ground(area, traits(area.words, own), afoot, barred) for area in table.areas]
    if all(area.ground == ground for area, ground in zip(table.areas, grounds, strict=True)):
        return ground_of(table, radius)
    pairs = zip(table.areas, grounds, strict=True)
    return ground_of(
        replace(table, areas=tuple(replace(one, ground=ground) for one, ground in pairs)), radius
    )


def _ground(area: Area, kind: Traits, afoot: Afoot, barred: str) -> GroundKind:
    if barred and getattr(kind, barred):
        return "impassable"
    if (kind.water and afoot in ("walk", "leap")) or (kind.gap and afoot in ("walk", "swim")):
        return "impassable"
    return "open" if (kind.water or kind.gap) and area.ground == "impassable" else area.ground


def areas_under(battle: Battle, spot: Spot) -> list[Area]:
    """The areas that somebody stands in: told by the middle of his base."""
    x, y = spot.x, spot.y
    near = [area for x0, y0, x1, y1, area, _ in boxes(battle) if x0 <= x <= x1 and y0 <= y <= y1]
    return areas_at(near, x, y, spot.z) if near else near


def stands_in(battle: Battle, spot: Spot, what: Trait) -> bool:
    return any(what(traits_of(battle, area)) for area in areas_under(battle, spot))


def factor_at(battle: Battle, spot: Spot) -> float:
    """arap.movement.difficult-terrain, arap.movement.very-difficult-terrain: inches of move for one inch."""
    return max((FACTORS[area.ground] for area in areas_under(battle, spot)), default=1.0)


def stretches(battle: Battle, path: Sequence[Spot], what: Trait = lambda kind: True) -> list[Stretch]:
    """The parts of a way that lie in such areas, those in which it begins first. One that goes on after a
    bend is one part."""
    found: list[Stretch] = []
    there = [each for each in boxes(battle) if what(each[5])]
    if not there:
        return found
    west, south = min([spot.x for spot in path]), min([spot.y for spot in path])
    east, north = max([spot.x for spot in path]), max([spot.y for spot in path])
    for x0, y0, x1, y1, area, kind in there:
        if east < x0 or west > x1 or north < y0 or south > y1:
            continue
        gone = 0.0
        for a, b in pairwise(path):
            flat = hypot(b.x - a.x, b.y - a.y)
            clear = max(a.x, b.x) < x0 or min(a.x, b.x) > x1 or max(a.y, b.y) < y0 or min(a.y, b.y) > y1
            level = min(abs(a.z - area.level), abs(b.z - area.level)) <= SAME_LEVEL
            if not clear and level:
                inside = stretches_inside(area.polygon, (a.x, a.y), (b.x, b.y))
                if inside and abs(a.z - b.z) > SAME_LEVEL and max(a.z, b.z) - area.level > SAME_LEVEL:
                    inside = _off_floors(battle, a, b, inside)
                for begin, end in inside:
                    if end - begin > GRAZE:
                        first = gone + begin
                        if found and found[-1].area is area and first - found[-1].end <= GRAZE:
                            first = found.pop().begin
                        found.append(Stretch(area, kind, first, gone + end))
            gone += max(flat, abs(b.z - a.z)) if flat < GRAZE else flat
    return sorted(found, key=lambda each: each.begin) if found else found


def _off_floors(
    battle: Battle, a: Spot, b: Spot, inside: Sequence[tuple[float, float]]
) -> list[tuple[float, float]]:
    """Of a leg up to a floor or down from one, a bridge say, which of those parts are not gone upon it."""
    top, left = max(a.z, b.z), list(inside)
    for floor in battle.table.floors:
        if abs(floor.level - top) > SAME_LEVEL:
            continue
        for begin, end in stretches_inside(floor.polygon, (a.x, a.y), (b.x, b.y)):
            pairs = ((first, last, max(first, begin), min(last, end)) for first, last in left)
            left = [
                part
                for first, last, on, off in pairs
                for part in (((first, on), (off, last)) if on < off else ((first, last),))
            ]
    return left


def touches(battle: Battle, path: Sequence[Spot], what: Trait) -> bool:
    """Whether a way begins in such an area, or leads into or through one."""
    return len(path) > 1 and bool(stretches(battle, path, what))


def at_boundary(area: Area, spot: Spot) -> bool:
    """arap.movement.dangerous-ground-leaving: whether who stands there is at the edge of the area."""
    return point_to_outline(spot.x, spot.y, area.polygon) <= AT_EDGE


def along(path: Sequence[Spot], inches: float) -> Spot:
    """Where one is after so many inches as seen from above."""
    for a, b in pairwise(path):
        step = hypot(b.x - a.x, b.y - a.y)
        if step >= inches and step > 0:
            share = inches / step
            return Spot(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z if share < 1.0 else b.z)
        inches -= step
    return path[-1]


def cut_to(path: Sequence[Spot], inches: float) -> tuple[Spot, ...]:
    """The first so many inches of a way as seen from above."""
    kept = [path[0]]
    for a, b in pairwise(path):
        step = hypot(b.x - a.x, b.y - a.y)
        if step > inches:
            share = inches / step
            kept.append(Spot(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z))
            return tuple(kept)
        inches -= step
        kept.append(b)
    return tuple(kept)


def length_of(path: Sequence[Spot]) -> float:
    return sum(distance(a, b) for a, b in pairwise(path))


def has_any(battle: Battle, trait: Kind) -> bool:
    """Whether there is such ground anywhere on the table: mostly there is none, and nobody need look for
    it."""
    return trait in lie_of(battle, _kinds_there)


def _kinds_there(table: Table, own: tuple[Terrain, ...]) -> frozenset[str]:
    kinds: tuple[Kind, ...] = ("gap", "water", "variable", "flat", "narrow")
    return frozenset(kind for kind in kinds if any(getattr(has, kind) for *_, has in _boxes(table, own)))


def boxes(battle: Battle) -> list[Boxed]:
    """The areas with the boxes around them, their outlines included."""
    return lie_of(battle, _boxes)


def lie_of(battle: Battle, make: Callable[[Table, tuple[Terrain, ...]], T]) -> T:
    """What is made of a table with the terrain of the scenario, as `recall` has it: a setup has one."""
    known = battle.setup.lie
    try:
        found: T = known[make]
    except KeyError:
        found = known[make] = recall(battle.table, make, battle.scenario.terrain)
    return found


def level_way(battle: Battle, a: Spot, b: Spot, radius: float) -> bool:
    """Whether nothing that could be climbed is anywhere near a leg of a base."""
    room = radius + BESIDE
    west, east = min(a.x, b.x) - room, max(a.x, b.x) + room
    south, north = min(a.y, b.y) - room, max(a.y, b.y) + room
    for x0, y0, x1, y1 in solid_boxes(battle):
        if x0 <= east and x1 >= west and y0 <= north and y1 >= south:
            return False
    return a.z == b.z


def plain_way(battle: Battle, a: Spot, b: Spot, radius: float) -> bool:
    """Whether a leg also leads through no ground that is jumped, swum or rolled for."""
    if not level_way(battle, a, b, radius):
        return False
    west, east, south, north = min(a.x, b.x), max(a.x, b.x), min(a.y, b.y), max(a.y, b.y)
    for x0, y0, x1, y1, _, kind in boxes(battle):
        if (kind.gap or kind.water or kind.variable) and (
            x0 <= east and x1 >= west and y0 <= north and y1 >= south
        ):
            return False
    return True


def solid_boxes(battle: Battle) -> list[Box]:
    """The boxes around all that has a face."""
    return lie_of(battle, _solid_boxes)


def _solid_boxes(table: Table, own: tuple[Terrain, ...]) -> list[Box]:
    outlines: list[tuple[Point, ...]] = [block.polygon for block in table.blocks]
    outlines += [floor.polygon for floor in table.floors]
    outlines += [wall.line for wall in table.walls]
    return [
        (min(x for x, _ in line), min(y for _, y in line), max(x for x, _ in line), max(y for _, y in line))
        for line in outlines
    ]


def _boxes(table: Table, own: tuple[Terrain, ...]) -> list[Boxed]:
    """A plank or a narrow bridge is a floor to walk on, and ground with traits of its own
    (arap.movement.agility-when, arap.H12)."""
    found = []
    narrow = [f for f in table.floors if (kind := traits(f.words, own)).narrow or kind.agility != "never"]
    for area in (*table.areas, *(Area(f.name, f.polygon, level=f.level, words=f.words) for f in narrow)):
        xs, ys = [x for x, _ in area.polygon], [y for _, y in area.polygon]
        box = min(xs) - ON_OUTLINE, min(ys) - ON_OUTLINE, max(xs) + ON_OUTLINE, max(ys) + ON_OUTLINE
        found.append((*box, area, traits(area.words, own)))
    return found
