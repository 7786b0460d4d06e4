"""A hull on the table: what stands in its way, what ground it goes over, and how it is put somewhere."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from msgspec.structs import replace

from warbook.board.driving import Driven, Field, field, fits
from warbook.board.geometry import Body, Point
from warbook.board.hulls import Leg, followed, moved, turned, widened
from warbook.board.memory import recall
from warbook.board.terrain import Area, Table
from warbook.books.vehicles.army.lists import VehicleType
from warbook.books.vehicles.field.bodies import (
    CLEAR,
    WITHIN,
    bodies,
    closer,
    hull,
    new_ground,
    on_table,
    type_of,
)
from warbook.books.vehicles.field.ground import is_road
from warbook.books.vehicles.state import Battle, Game, Unit, Vehicle, other
from warbook.core.events import Moved, Turned

OVER = 1.5  # inches: a wall up to so high is driven over, and is difficult ground to a hull
TINY = 1e-6


# ---------------------------------------------------------------- ground


def rough(battle: Battle) -> list[Area]:
    """The ground beside that of the table: craters, wrecks, and the low walls that hulls drive over."""
    return [*recall(battle.table, low_walls), *new_ground(battle)]


def open_air(table: Table) -> Table:
    """A table of that size with nothing on it."""
    return recall(table, _open_air)


def without_ground(table: Table) -> Table:
    """The table without its areas: what solid pieces leave free."""
    return recall(table, _without_ground)


def low_walls(table: Table) -> tuple[Area, ...]:
    return tuple(
        Area(wall.name, _strip(a, b), "difficult", level=wall.base)
        for wall in table.walls
        if wall.height <= OVER + WITHIN and not wall.door
        for a, b in pairwise(wall.line)
    )


def _strip(a: Point, b: Point) -> tuple[Point, ...]:
    """A wall as ground of almost no width."""
    long = hypot(b[0] - a[0], b[1] - a[1])
    u, v = 0.01 * (a[1] - b[1]) / long, 0.01 * (b[0] - a[0]) / long
    return (a[0] + u, a[1] + v), (a[0] - u, a[1] - v), (b[0] - u, b[1] - v), (b[0] + u, b[1] + v)


def _open_air(table: Table) -> Table:
    return Table(table.name, table.width, table.depth)


def _without_ground(table: Table) -> Table:
    return replace(table, areas=())


# ---------------------------------------------------------------- who stands there


def friends(battle: Battle, vehicle: Vehicle) -> list[Body]:
    return [
        body
        for each in on_table(battle, vehicle.side)
        if each.id != vehicle.id
        for body in bodies(battle, each)
    ]


def foes(battle: Battle, vehicle: Vehicle) -> list[Unit | Vehicle]:
    return on_table(battle, other(vehicle.side))


def kept_off(
    battle: Battle, vehicle: Vehicle, enemies: Sequence[Unit | Vehicle]
) -> tuple[list[Body], list[Unit | Vehicle]]:
    """What keeps a hull an inch from enemies (veh.P3). Those who are nearer already do not hold it; only they
    themselves are in its way (veh.V90): of whom that is true of some is told too."""
    own, found, beside = hull(vehicle), list[Body](), list[Unit | Vehicle]()
    for enemy in enemies:
        near = False
        for body in bodies(battle, enemy):
            if closer(own, body, CLEAR - WITHIN):
                found.append(body)
                near = True
            else:
                found += _kept(body)
        if near:
            beside.append(enemy)
    return found, beside


@lru_cache(10_000)
def _kept(foe: Body) -> tuple[Body, ...]:
    return widened(foe, CLEAR)


def too_near(battle: Battle, end: Body, enemies: Sequence[Unit | Vehicle]) -> Unit | Vehicle | None:
    """The first of the enemies to whom a hull would come nearer than an inch."""
    for enemy in enemies:
        if any(closer(end, body, CLEAR - WITHIN) for body in bodies(battle, enemy)):
            return enemy
    return None


# ---------------------------------------------------------------- ways


def length(legs: Sequence[Leg]) -> float:
    """veh.V1: along the path of the middle; turns cost nothing."""
    return sum(abs(leg.inches) for leg in legs)


def first_part(legs: Sequence[Leg], inches: float) -> tuple[Leg, ...]:
    """A way as far as so many inches, and no turn after that."""
    found = list[Leg]()
    for leg in legs:
        if inches <= TINY:
            break
        far = min(abs(leg.inches), inches)
        found.append(Leg(leg.turn, far if leg.inches > 0 else -far))
        inches -= far
    return tuple(found)


def end_of(own: Body, legs: Sequence[Leg]) -> Body:
    for leg in legs:
        own = moved(turned(own, leg.turn), leg.inches)
    return own


def follows(battle: Battle, vehicle: Vehicle, stops: Sequence[Body], through: Sequence[Body] = ()) -> Field:
    """What its ways are followed over. A Skimmer passes over ground, and at ramming height over no more."""
    table = without_ground(battle.table) if type_of(vehicle).skimmer else battle.table
    return field(table, hull(vehicle), stops, through, rough(battle), OVER)


def has_room(battle: Battle, kind: VehicleType, end: Body, stops: Sequence[Body]) -> bool:
    """Whether the hull can stand there; a Skimmer on any ground (veh.V55)."""
    table = without_ground(battle.table) if kind.skimmer else battle.table
    return fits(table, end, stops, over=OVER)


def keeps_to_road(driven: Driven) -> bool:
    """veh.V4: the whole way of its middle is on roads."""
    covered = 0.0
    stretches = [s for crossed in driven.passes if is_road(crossed.area) for s in crossed.middle]
    for begin, end in sorted(stretches):
        if begin > covered + TINY:
            return False
        covered = max(covered, end)
    return driven.inches > 0 and covered >= driven.inches - TINY


def put(game: Game, vehicle: Vehicle, legs: Sequence[Leg], how: str, rule: str) -> None:
    """The vehicle has gone along these legs."""
    path, facings = followed(vehicle.spot, vehicle.facing, legs)
    if len(path) == 1:
        return
    vehicle.at(path[-1], facings[-1])
    vehicle.turned = True
    if length(legs) <= TINY:
        game.tell(Turned(piece=vehicle.id, facing=vehicle.facing, rule=rule))
    else:
        game.tell(Moved(piece=vehicle.id, path=path, how=how, facings=facings, rule=rule))
