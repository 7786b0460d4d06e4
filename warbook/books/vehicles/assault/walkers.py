"""The ways of a Walker into combat: as infantry, but with a hull and a front (veh.walker.assault-move)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf

from msgspec import Struct

from warbook.board.driving import drive
from warbook.board.geometry import Body, Spot, bearing, gap
from warbook.board.hulls import Leg, widened
from warbook.board.paths import Going, Path
from warbook.board.ways import cut, length
from warbook.books.vehicles.assault.engaged import Piece
from warbook.books.vehicles.driving.course import OVER, friends
from warbook.books.vehicles.driving.terrain import dangerous_test, stuck
from warbook.books.vehicles.driving.walkers import strode_on
from warbook.books.vehicles.field.bodies import CLEAR, WITHIN, bodies, hull, new_ground, on_table, reaches
from warbook.books.vehicles.field.ground import all_areas, crossed, enters, is_dangerous, is_difficult
from warbook.books.vehicles.state import Battle, Game, Vehicle, other
from warbook.core.events import Moved

TINY = 1e-6


class Stride(Struct, frozen=True):
    """A Walker's way and how it faces at its end."""

    path: Path
    facing: float


def stride_into(battle: Battle, walker: Vehicle, foes: Sequence[Piece], inches: float) -> Stride | None:
    """Its way into contact with one of the foes, its front first: straight if it can, else round what is in
    the way. None if there is none."""
    targets = [body for foe in foes for body in bodies(battle, foe)]
    own, others = hull(walker), _others(battle, walker, [foe.id for foe in foes])
    straight = _straight(battle, own, targets, others, inches)
    if straight is not None:
        return Stride((own.spot, straight.path[-1]), straight.facing)
    gait = Going(inches, leap_cost=0.0, free_wall=OVER, leap_wall=OVER)
    reach = strode_on(battle, walker).reach(own.spot, gait, [*others, *targets])
    tries = dict[tuple[int, int], tuple[float, int]]()  # the best of each square inch
    for number, (x, y, z) in enumerate(reach.spots.tolist()):
        there = Body(Spot(x, y, z), own.base, own.height, own.facing)
        cost, cell = float(reach.cost[number]), (int(x), int(y))
        gaps = [gap(there, each) for each in targets if reaches(there, each, inches - cost)]
        far = cost + min(gaps, default=inf)
        if far <= inches and far < tries.get(cell, (inches + 1.0, 0))[0]:
            tries[cell] = far, number
    for _, number in sorted(tries.values()):
        there = Body(Spot(*reach.spots[number].tolist()), own.base, own.height, own.facing)
        found = _straight(battle, there, targets, others, inches - float(reach.cost[number]))
        if found is not None:
            return Stride((*reach.path(number), found.path[-1]), found.facing)
    return None


def difficult(battle: Battle, stride: Stride) -> bool:
    """veh.walker.terrain: whether its way begins in difficult ground or leads into it."""
    return bool(crossed([area for area in all_areas(battle) if is_difficult(area)], stride.path))


def stride(game: Game, walker: Vehicle, way: Stride, how: str, rule: str) -> None:
    """veh.walker.terrain: it tests for dangerous ground as infantry does; who fails halts where it begins,
    Immobilized (veh.walker.dangerous-failed)."""
    path = way.path
    caught = crossed([area for area in all_areas(game.battle) if is_dangerous(area)], path)
    trap = ""
    if caught and not dangerous_test(game, walker):
        inches, trap = min((enters(each, path), each.name) for each in caught)
        path = cut(path, inches) if inches > TINY else path[:1]
    if length(path) > TINY:
        facings = (walker.facing, *(bearing(a, b) for a, b in pairwise(path)))
        walker.at(path[-1], facings[-1] if trap else way.facing)
        game.tell(
            Moved(piece=walker.id, path=path, how=how, facings=(*facings[:-1], walker.facing), rule=rule)
        )
    if trap:
        stuck(game, walker, trap)


def _straight(
    battle: Battle, own: Body, targets: Sequence[Body], others: Sequence[Body], inches: float
) -> Stride | None:
    """Turned towards one of the targets and straight on until it touches one."""
    stops = [*targets, *others]
    for target in sorted(targets, key=lambda each: gap(own, each)):
        if gap(own, target) > inches + WITHIN:
            return None
        facing = bearing(own.spot, target.spot) % 360.0
        turned = Body(own.spot, own.base, own.height, facing)
        driven = drive(battle.table, turned, (Leg(0.0, inches),), stops, (), new_ground(battle), OVER)
        met = driven.contact
        if met is not None and met.kind == "body" and met.number < len(targets):
            return Stride((own.spot, driven.end.spot), facing)
    return None


def _others(battle: Battle, walker: Vehicle, foes: Sequence[str]) -> list[Body]:
    """Friends are in its way, and whatever is within an inch of an enemy who is not its goal (veh.P3)."""
    found = friends(battle, walker)
    for foe in on_table(battle, other(walker.side)):
        if foe.id not in foes:
            for body in bodies(battle, foe):
                found += widened(body, CLEAR)
    return found
