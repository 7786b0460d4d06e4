"""Who can strike whom: melee radius and contact, attack arcs, and in what order wounds go to enemies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

from warbook.board.geometry import Point, point_to_segment, segments_cross, sides
from warbook.board.memory import recall
from warbook.board.terrain import Table
from warbook.books.arap.army.lists import Quadrant
from warbook.books.arap.field.bodies import apart, melee_radius, profile, touch, within
from warbook.books.arap.field.ground import has_any, stands_in
from warbook.books.arap.field.near import engages
from warbook.books.arap.field.sight import off_front
from warbook.books.arap.state import Battle, Figure, Unit

FRONT, FLANK = 45.0, 135.0  # degrees off the front, both included (arap.G5)
HIGHER = 0.5  # inches that one stands above another to fight downhill (own)
BARRICADE = 1.0  # inches from a barricade within which one fights across it
DOORWAY = 1.0  # inches from a door or the head of a ladder within which one blocks it (own)
SAME = 0.01  # inches


def opponents(battle: Battle, unit: Unit) -> list[Figure]:
    """The figures that the unit is locked with."""
    return [foe for enemy in unit.locked for foe in battle.standing(battle.unit(enemy))]


def reached(battle: Battle, figure: Figure, foes: Iterable[Figure]) -> list[Figure]:
    """arap.melee.who-fights, arap.melee.contact, arap.G19: those within its own radius or in contact, the
    nearest first."""
    own = melee_radius(battle, figure)
    gaps = [(apart(figure, foe), foe.id, foe) for foe in foes]
    met = [each for each in gaps if within(each[0], own) or touch(battle, figure, each[2])]
    return [foe for _, _, foe in sorted(met)]


def in_arc(battle: Battle, figure: Figure, foe: Figure) -> bool:
    """arap.melee.attack-arc: a creature that fights with teeth and claws alone strikes wherever one of them
    may be used."""
    return off_front(figure, foe.spot) <= profile(battle, figure).attack_arc / 2 + 1e-6


def quadrant(figure: Figure, foe: Figure) -> Quadrant:
    """arap.melee.attack-types."""
    off = off_front(figure, foe.spot)
    return "front" if off <= FRONT + 1e-6 else "flank" if off <= FLANK + 1e-6 else "rear"


def tiers(battle: Battle, fighters: Sequence[Figure], enemies: Sequence[Figure]) -> dict[str, int]:
    """arap.melee.wound-allocation: the tier of each enemy, seen from those who fought in the step. Who is out
    of reach comes after all others, the nearest first."""
    found: dict[str, int] = {}
    beyond: list[tuple[float, Figure]] = []
    for enemy in enemies:
        ranks = [
            _tier(in_arc(battle, fighter, enemy), touch(battle, fighter, enemy))
            for fighter in fighters
            if engages(battle, fighter, enemy)
        ]
        if ranks:
            found[enemy.id] = min(ranks)
        else:
            beyond.append((min(apart(fighter, enemy) for fighter in fighters), enemy))
    beyond.sort(key=lambda each: each[0])
    tier, last = 3, -1.0
    for inches, enemy in beyond:
        if inches > last + SAME:
            tier, last = tier + 1, inches
        found[enemy.id] = tier
    return found


def _tier(arc: bool, contact: bool) -> int:
    return 1 if arc and contact else 2 if arc or contact else 3


def uphill(figure: Figure, foe: Figure) -> bool:
    """arap.melee.hit-modifiers: on a higher slope, stair or rampart."""
    return figure.z > foe.z + HIGHER


def across_barricade(battle: Battle, figure: Figure, foe: Figure) -> bool:
    """arap.melee.hit-modifiers: an obstacle between them, each within an inch of it."""
    a, b = (figure.x, figure.y), (foe.x, foe.y)
    low, high = sorted((figure.z, foe.z))
    (west, east), (south, north) = sorted((figure.x, foe.x)), sorted((figure.y, foe.y))
    lines = [
        line
        for line, base, top, (x0, y0, x1, y1) in recall(battle.table, _barriers)
        if x0 <= east and west <= x1 and y0 <= north and south <= y1
        if base - 1e-6 <= low and high < top - 1e-6
    ]
    return any(
        any(segments_cross(a, b, c, d) for c, d in line)
        and all(min(point_to_segment(x, y, c, d) for c, d in line) <= BARRICADE + 1e-6 for x, y in (a, b))
        for line in lines
    )


Barrier: TypeAlias = tuple[Sequence[tuple[Point, Point]], float, float, tuple[float, float, float, float]]


def _barriers(table: Table) -> list[Barrier]:
    """The lines of walls without doors and of blocks, from where to where they go up, and the boxes they lie
    in."""
    found = [(list(pairwise(wall.line)), wall.base, wall.top) for wall in table.walls if not wall.door]
    found += [(sides(each.polygon), each.base, each.base + each.height) for each in table.blocks]
    boxed: list[Barrier] = []
    for line, base, top in found:
        xs, ys = [x for leg in line for x, _ in leg], [y for leg in line for _, y in leg]
        boxed.append((line, base, top, (min(xs), min(ys), max(xs), max(ys))))
    return boxed


def blocks_way(battle: Battle, figure: Figure) -> bool:
    """arap.H12: it stands in a doorway, at the head of a ladder or on what takes one abreast."""
    if not battle.rulings.blocking:
        return False
    x, y = figure.x, figure.y
    doors = [wall for wall in battle.table.walls if wall.door and wall.base <= figure.z < wall.top]
    if any(point_to_segment(x, y, c, d) <= DOORWAY for wall in doors for c, d in pairwise(wall.line)):
        return True
    for ladder in battle.table.ladders:
        head = ladder.bottom + ladder.height
        at_top = (x - ladder.top[0]) ** 2 + (y - ladder.top[1]) ** 2 <= DOORWAY**2
        if at_top and abs(figure.z - head) < HIGHER:
            return True
    return has_any(battle, "narrow") and stands_in(battle, figure.spot, lambda kind: kind.narrow)
