"""Who sees whom: lines of sight from eyes and mounts, past terrain, hulls and wrecks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import hypot

import numpy as np

from warbook.board.bodies import body_rows
from warbook.board.geometry import (
    Body,
    Disc,
    Point,
    Spot,
    bearing,
    corners,
    in_arc,
    outside_base,
    turn_between,
)
from warbook.board.hulls import EDGES, Edge, Mount, edge_line, mount_point, sector
from warbook.board.kernel import Floats
from warbook.board.sight import Sight, sight_of
from warbook.books.vehicles.army.data import mounts
from warbook.books.vehicles.army.lists import Facing, MountId
from warbook.books.vehicles.field.bodies import LARGEST, hull, hull_at, type_of
from warbook.books.vehicles.state import Battle, Vehicle

Eye = tuple[float, float, float]

EYES = 0.9  # of a model's height
STEEPEST = 1.0  # veh.arc.vertical: 45 degrees, as rise for each inch
SIDES_OF: dict[Edge, Facing] = {"front": "front", "left": "side", "right": "side", "rear": "rear"}
ALONG = (0.1, 0.3, 0.5, 0.7, 0.9)  # shares of an edge that are looked at
UP = (0.25, 0.75)  # shares of a hull's height
AHEAD = 0.01  # of the edge, so that the hull itself is not in the way


def eye(body: Body) -> Eye:
    return body.spot.x, body.spot.y, body.spot.z + EYES * body.height


def sights(battle: Battle) -> Sight:
    return sight_of(battle.table)


def screens(battle: Battle, but: Sequence[str] = ()) -> Floats:
    """veh.P14, veh.V41: hulls and wrecks stop sight, foot models do not. Who looks and who is looked at are
    left out, and the wrecks in which one of them stands: to those they are ground that gives cover."""
    shown = [each for each in battle.vehicles if each.place == "table" and each.id not in but]
    if but and any(each.wrecked for each in shown):
        spots = [(each.x, each.y) for each in battle.models if each.unit in but and each.place == "table"]
        spots += [(each.x, each.y) for each in battle.vehicles if each.id in but]
        shown = [each for each in shown if not (each.wrecked and _holds(each, spots))]
    return hull_rows(shown)


def hull_rows(vehicles: Sequence[Vehicle]) -> Floats:
    """As what stops sight. Only to be read."""
    return _rows(tuple([(each.kind, each.x, each.y, each.z, each.facing) for each in vehicles]))


def _holds(wreck: Vehicle, spots: Sequence[Point]) -> bool:
    """Whether one of the spots lies in a wreck."""
    x, y = wreck.x, wreck.y
    near = [spot for spot in spots if abs(spot[0] - x) < LARGEST and abs(spot[1] - y) < LARGEST]
    return bool(near) and any(outside_base(hull(wreck), *spot) <= 0.0 for spot in near)


@lru_cache(4_096)
def _rows(poses: tuple[tuple[str, float, float, float, float], ...]) -> Floats:
    """Only to be read."""
    return body_rows([hull_at(*pose) for pose in poses])


def seen(battle: Battle, eye: Eye, body: Body, but: Sequence[str]) -> float:
    """The share of a body that is seen from there."""
    return sights(battle).fraction(eye, body, screens(battle, but))


# ---------------------------------------------------------------- facings


def facing_of(vehicle: Vehicle, x: float, y: float) -> Facing:
    """veh.V17: the arc of the corner diagonals in which the point lies; on a line the higher AV."""
    armour = type_of(vehicle).armour
    facings = [SIDES_OF[edge] for edge in sector(hull(vehicle), x, y, "diagonals")]
    return max(facings, key=armour.of)


def seen_facing(
    battle: Battle, eye: Eye, vehicle: Vehicle, blocked: Floats, stands: Point | None = None
) -> tuple[Facing, bool] | None:
    """veh.target.los: the facing of the vehicle that a shot from there strikes past the screens, and whether
    it is the one the firer `stands` in, if not where his eye is: if nothing of that can be seen, the one with
    the lowest AV of those that can (veh.V18). None if none can."""
    body, armour = hull(vehicle), type_of(vehicle).armour
    own = facing_of(vehicle, *(stands or eye[:2]))
    visible = [
        facing
        for facing, (ax, ay), (bx, by), points in _faces(body)
        # an eye outside the hull is on the outer side of the edge
        if (bx - ax) * (eye[1] - ay) - (by - ay) * (eye[0] - ax) < 0.0
        and sights(battle).any_clear(eye, points, blocked)
    ]
    if own in visible:
        return own, True
    return (min(visible, key=armour.of), False) if visible else None


@lru_cache(4_096)
def _faces(body: Body) -> tuple[tuple[Facing, Point, Point, Floats], ...]:
    """Of each edge its facing, its ends, and the points of which one must be seen."""
    return tuple((SIDES_OF[edge], *edge_line(body, edge), _looked_at(body, edge)) for edge in EDGES)


def _looked_at(body: Body, edge: Edge) -> Floats:
    """Only to be read."""
    (ax, ay), (bx, by) = edge_line(body, edge)
    long = hypot(bx - ax, by - ay)
    out = (by - ay) / long * AHEAD, (ax - bx) / long * AHEAD
    return np.array(
        [
            (
                ax + share * (bx - ax) + out[0],
                ay + share * (by - ay) + out[1],
                body.spot.z + up * body.height,
            )
            for share in ALONG
            for up in UP
        ]
    )


# ---------------------------------------------------------------- guns


def gun_mount(battle: Battle, vehicle: Vehicle, number: int) -> Mount:
    """Where a gun sits and how far it turns (veh.arc.turret, veh.arc.hull, veh.arc.sponson,
    veh.arc.pintle)."""
    return _mount(type_of(vehicle).guns[number].mount, battle.rulings.hull_arc)


@cache
def _mount(name: MountId, hull_arc: int) -> Mount:
    mount = mounts()[name]
    return Mount(mount.at, mount.up, float(mount.centre_degrees), float(mount.arc(hull_arc)), mount.name)


def muzzle(battle: Battle, vehicle: Vehicle, number: int, facing: float | None = None) -> Spot:
    """veh.arc.per-weapon: where lines of sight and ranges of that gun begin."""
    return _muzzle(_turned(vehicle, facing), gun_mount(battle, vehicle, number))


@lru_cache(4_096)
def _muzzle(body: Body, mount: Mount) -> Spot:
    return mount_point(body, mount)


def borne(
    battle: Battle, vehicle: Vehicle, number: int, there: Sequence[Body], facing: float | None = None
) -> list[Body]:
    """The bodies of which some lies in the arc of a gun and not too steep above or below it
    (veh.arc.vertical); `facing` is that of a Walker that pivots to fire."""
    mount = gun_mount(battle, vehicle, number)
    at = muzzle(battle, vehicle, number, facing)
    towards = (vehicle.facing if facing is None else facing) + mount.centre
    return [body for body in there if _bears(mount, at, towards, body)]


def _bears(mount: Mount, at: Spot, towards: float, body: Body) -> bool:
    rise = max(0.0, body.spot.z - at.z, at.z - (body.spot.z + body.height))
    if mount.width >= 360.0 and not rise:
        return True
    points = _points(body)
    if not any(in_arc(at, towards, mount.width, point) for point in points):
        turns = [turn_between(towards, bearing(at, point)) for point in points]
        if not min(turns) < 0.0 < max(turns) or max(turns) - min(turns) > 180.0:
            return False
    if not rise:
        return True
    far = max(hypot(point.x - at.x, point.y - at.y) for point in points)
    return rise <= STEEPEST * far + 1e-9


def _turned(vehicle: Vehicle, facing: float | None) -> Body:
    body = hull(vehicle)
    return body if facing is None else Body(body.spot, body.base, body.height, facing)


def _points(body: Body) -> tuple[Spot, ...]:
    """The middle of a body, and the corners if it has any."""
    return (body.spot,) if isinstance(body.base, Disc) else _of_oblong(body)


@lru_cache(4_096)
def _of_oblong(body: Body) -> tuple[Spot, ...]:
    return body.spot, *(Spot(x, y, body.spot.z) for x, y in corners(body))
