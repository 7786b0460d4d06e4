"""Where a warrior can walk, and what it costs: ground, walls, ladders, other models, vehicles."""

from __future__ import annotations

from functools import lru_cache

from warbook.board.bodies import Other
from warbook.board.geometry import Body, Disc, Oblong, Spot
from warbook.board.hulls import from_frame
from warbook.board.memory import recall
from warbook.board.paths import Going, Ground, Path, Reach
from warbook.board.terrain import Surface, Table, surfaces
from warbook.books.family.routes import walk
from warbook.books.gorkamorka.field.bodies import hull, hulls, model_of, on_foot, on_ground, type_of
from warbook.books.gorkamorka.field.engaged import RISE
from warbook.books.gorkamorka.field.ground import walked
from warbook.books.gorkamorka.mob.lists import VehicleType
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior
from warbook.core.questions import Route

ELBOW = 0.06  # inches kept from enemies beyond contact (gce.foot.contact-only-by-charge)
STEEP = 2.0  # what an inch of difficult ground costs
FREE_WALL = 0.999  # below 1 inch a wall costs nothing
HIGHEST = 2.0  # and above 2 it cannot be climbed
FACTORS = (("difficult", STEEP), ("very-difficult", 4.0))
FRONT = 0.1  # depth of the strip along a hull's front that nobody boards over


def going(allowance: float, climbs: bool = True) -> Going:
    """gce.terrain.open, gce.terrain.difficult, gce.terrain.very-difficult; gce.terrain.walls, gce.R3.10: of
    walls and steps from 1 to 2 inches the height up and down counts as difficult ground. Who does not climb
    goes round all of them."""
    if not climbs:
        return Going(allowance, 0.0, 0.0, 0.0, FACTORS, RISE, STEEP)
    return Going(allowance, 0.0, FREE_WALL, HIGHEST, FACTORS, RISE, STEEP)


def climb(model: VehicleType) -> float | None:
    """gce.foot.board-stationary: what getting onto or over the sides of a vehicle costs; None if they are
    too high. Sides that are no obstacle cost nothing (gce.R6.18)."""
    if not model.obstacle_sides or model.height <= FREE_WALL:
        return 0.0
    return STEEP * model.height if model.height <= HIGHEST else None


def obstacles(battle: Battle, warrior: Warrior, but: str = "") -> tuple[list[Other], list[Other]]:
    """Bodies that block the way (vehicles; enemies, since contact is made only by charging), and bodies that
    nobody may end upon: friends are passed. `but` is the model that he makes for."""
    blockers: list[Other] = [hull(ride) for ride in hulls(battle) if ride.id != but]
    occupied: list[Other] = list(blockers)
    for other in on_foot(battle):
        if other is warrior or other.id == but:
            continue
        base = on_ground(other)
        if other.side != warrior.side:
            radius = type_of(other).radius + ELBOW
            blockers.append(Body(base.spot, Disc(radius), base.height))
            occupied.append(blockers[-1])
        else:
            occupied.append(base)
    return blockers, occupied


def reach_of(battle: Battle, warrior: Warrior, allowance: float) -> Reach:
    return walked(battle, warrior).reach(warrior.spot, going(allowance), *obstacles(battle, warrior))


def route(battle: Battle, warrior: Warrior, allowance: float, text: str, rule: str, kind: str) -> Route:
    """The question where a warrior on foot goes with so many inches."""
    blockers, occupied = obstacles(battle, warrior)
    floor, gait = walked(battle, warrior), going(allowance)
    return walk(text, warrior.id, warrior.spot, floor, gait, blockers, occupied, rule, kind, RULES)


RULES = {
    "wall": "gce.terrain.walls",
    "block": "gce.terrain.impassable",
    "height": "gce.terrain.impassable",
    "ground": "gce.terrain.impassable",
    "model": "gce.foot.contact-only-by-charge",
}


def to_warrior(battle: Battle, warrior: Warrior, foe: Warrior, gait: Going) -> Path | None:
    """The cheapest way into contact with somebody on foot, if the allowance suffices."""
    blockers, occupied = obstacles(battle, warrior, foe.id)
    return _into_contact(
        walked(battle, warrior), warrior.spot, on_ground(foe), gait, tuple(blockers), tuple(occupied)
    )


def towards_warrior(battle: Battle, warrior: Warrior, foe: Warrior, allowance: float) -> Path:
    """As far towards somebody on foot as the allowance goes."""
    blockers, occupied = obstacles(battle, warrior, foe.id)
    floor = walked(battle, warrior)
    return floor.towards(warrior.spot, on_ground(foe), going(allowance), blockers, occupied)


def to_hull(battle: Battle, warrior: Warrior, ride: Vehicle, gait: Going, front: bool = True) -> Path | None:
    """The cheapest way to the side of a vehicle; without its front edge, which nobody boards over
    (gce.foot.board-reach)."""
    blockers, occupied = obstacles(battle, warrior, ride.id)
    body = hull(ride)
    if not front:
        blockers = [*blockers, _bumper(ride)]
    floor = walked(battle, warrior)
    return _into_contact(floor, warrior.spot, body, gait, tuple(blockers), tuple(occupied))


@lru_cache(256)
def _into_contact(
    floor: Ground,
    start: Spot,
    target: Body,
    gait: Going,
    blockers: tuple[Other, ...],
    occupied: tuple[Other, ...],
) -> Path | None:
    """Who plans asks for the same way several times, and for one to everybody aboard the same vehicle."""
    return floor.to_contact(start, target, gait, blockers, occupied)


def towards_hull(battle: Battle, warrior: Warrior, ride: Vehicle, allowance: float) -> Path:
    blockers, occupied = obstacles(battle, warrior, ride.id)
    return walked(battle, warrior).towards(warrior.spot, hull(ride), going(allowance), blockers, occupied)


def _bumper(ride: Vehicle) -> Body:
    """The strip along the front of a hull, and a little before it: who keeps off it touches no front."""
    model, body = model_of(ride), hull(ride)
    x, y = from_frame(body, model.length / 2, 0.0)
    return Body(Spot(x, y), Oblong(FRONT, model.width), body.height, body.facing)


def feet(battle: Battle, spot: Spot) -> Spot:
    """A point of a path with feet on what lies there: paths step up and down where levels end, and what is
    measured along them climbs evenly. On a ladder one hangs where one is."""
    lie = recall(battle.table, _Lie)
    if (spot.x, spot.y) in lie.ladders:
        return spot
    levels = [surface.level for surface in lie.surfaces if surface.spans(spot.x, spot.y)]
    nearest = min(levels, key=lambda level: abs(level - spot.z))
    return spot if nearest == spot.z else Spot(spot.x, spot.y, nearest)


class _Lie:
    """The lie of one table."""

    def __init__(self, table: Table) -> None:
        self.ladders = {ladder.at for ladder in table.ladders}
        self.surfaces: list[Surface] = surfaces(table)
