"""Places for the models of a unit: beside a hull, around a spot, out of a hull's way. Always in coherency
(veh.P4) and an inch or more from enemies (veh.P3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import cos, inf, nextafter, radians, sin

import numpy as np

from warbook.board.bodies import Crowd
from warbook.board.formation import CLOSE, coherent, places_round
from warbook.board.geometry import Body, Disc, Spot, farthest, gap, overlap
from warbook.board.hulls import EDGES, Edge, from_frame, halves
from warbook.board.kernel import Flags, Floats, kernel
from warbook.board.paths import Ground
from warbook.board.shapes import rows
from warbook.books.vehicles.field.bodies import CLEAR, WITHIN, bodies, close_by, hull, in_the_way, unit_type
from warbook.books.vehicles.field.ground import enemy_bodies, walked
from warbook.books.vehicles.state import Battle, Model, Unit, Vehicle

LINK = 2.0  # veh.P4: inches from one model of a unit to the next
BESIDE = 2.0  # veh.transport.disembark, veh.transport.embark
FURTHEST = 12.0  # inches: a place further away is no place

Allowed = Callable[[Body], bool]
Among = Callable[[Floats], Flags]


def standing_at(battle: Battle, unit: Unit, spot: Spot) -> Body:
    """A model of the unit if he stood there."""
    kind = unit_type(battle, unit)
    return Body(spot, Disc(kind.base / 2), kind.height)


def keeps_together(battle: Battle, unit: Unit) -> bool:
    """veh.P4: whether the unit is in coherency. One aboard always is."""
    return bool(unit.aboard) or coherent(bodies(battle, unit), LINK + WITHIN)


class Room:
    """Where a model of the unit may stand with regard to all but his own unit."""

    def __init__(self, battle: Battle, unit: Unit) -> None:
        kind = unit_type(battle, unit)
        self.radius, self.height, self.floor = kind.base / 2, kind.height, walked(battle, unit)
        self.foes = Crowd(enemy_bodies(battle, unit.side))
        self.taken = Crowd(in_the_way(battle, but=(unit.id,)))

    def holds(self, body: Body) -> bool:
        alone = not self.taken.overlaps(body) and not self.foes.within(body, CLEAR - WITHIN)
        return alone and self.floor.holds(body.spot)

    def free(self, spots: Floats) -> Flags:
        """At which of many spots (n, 3) nobody is in the way, whatever the ground is."""
        found: Flags = self.taken.room(spots, self.radius, self.height)
        found[found] = self.foes.room(spots[found], self.radius, self.height, CLEAR - WITHIN)
        return found


def near_access(hulk: Body, edges: Sequence[Edge] | None, within: float = BESIDE) -> Allowed:
    """Whether a base is whole within so many inches of one of the edges, or of the hull (veh.V51, veh.S3)."""
    away = access_gap(hulk, edges)

    def near(body: Body) -> bool:
        assert isinstance(body.base, Disc)
        return away(body) + 2 * body.base.radius <= within + WITHIN + CLOSE

    return near


def access_gap(hulk: Body, edges: Sequence[Edge] | None) -> Callable[[Body], float]:
    """How far a round base is from the nearest of these edges, or from the hull where there are none."""
    if edges is None:
        return lambda body: gap(body, hulk)
    pose, lines = _pose(hulk), _lines(hulk, tuple(edges))

    def away(body: Body) -> float:
        assert isinstance(body.base, Disc)
        return _from_lines(pose, lines, body.spot.x, body.spot.y, body.base.radius)

    return away


def _pose(hulk: Body) -> tuple[float, float, float, float]:
    """Its middle, and the cosine and sine of its facing."""
    turn = radians(hulk.facing)
    return float(hulk.spot.x), float(hulk.spot.y), cos(turn), sin(turn)


def _lines(hulk: Body, edges: tuple[Edge, ...]) -> Floats:
    """The edges in the hull's own frame: from, to ahead; from, to aside."""
    half, side = halves(hulk)
    found = {
        "front": (half, half, -side, side),
        "rear": (-half, -half, -side, side),
        "left": (-half, half, side, side),
        "right": (-half, half, -side, -side),
    }
    return rows([found[edge] for edge in edges], 4)


@kernel
def _from_lines(
    pose: tuple[float, float, float, float], lines: Floats, x: float, y: float, radius: float
) -> float:
    """From the edge of a round base to the nearest of the lines."""
    dx, dy, nearest = x - pose[0], y - pose[1], np.inf
    ahead, left = dx * pose[2] + dy * pose[3], dy * pose[2] - dx * pose[3]
    for k in range(len(lines)):
        along = ahead - max(lines[k, 0], min(lines[k, 1], ahead))
        across = left - max(lines[k, 2], min(lines[k, 3], left))
        nearest = min(nearest, np.hypot(along, across))
    return max(0.0, nearest - radius)


def _near_edges(
    hulk: Body, edges: Sequence[Edge] | None, radius: float, within: float
) -> Callable[[Floats], Flags]:
    """At which of many spots a base is no further than that from one of the edges, or from the hull."""
    if edges is None:
        around = Crowd([hulk])
        return lambda spots: around.near(spots, radius, nextafter(within, inf))
    pose, lines = _pose(hulk), _lines(hulk, tuple(edges))
    return lambda spots: _near_lines(pose, lines, spots, radius, within)


@kernel
def _near_lines(
    pose: tuple[float, float, float, float], lines: Floats, spots: Floats, radius: float, within: float
) -> Flags:
    near = np.zeros(len(spots), np.bool_)
    for k in range(len(spots)):
        near[k] = _from_lines(pose, lines, spots[k, 0], spots[k, 1], radius) <= within
    return near


def beside(
    battle: Battle,
    unit: Unit,
    vehicle: Vehicle,
    edges: Sequence[Edge] | None,
    within: float = BESIDE,
) -> list[Body]:
    """Places beside a hull for all models of the unit, whole within so many inches of one of the
    edges, or of any point of the hull where there are no edges. Fewer where not all fit. Found by trying from
    the middle of each edge, the rear first; the first that fits all is taken."""
    hulk, kind = hull(vehicle), unit_type(battle, unit)
    wanted = len(battle.members(unit))
    near = close_by(battle, vehicle.x, vehicle.y, farthest(hulk.base) + within + CLEAR)
    others = tuple(body for one, body in near if one is not unit)
    foes = tuple(body for one, body in near if one.side != unit.side)
    access = None if edges is None else tuple(edges)
    return list(
        _beside(walked(battle, unit), hulk, access, within, wanted, kind.base / 2, kind.height, others, foes)
    )


@lru_cache(512)
def _beside(
    floor: Ground,
    hulk: Body,
    edges: tuple[Edge, ...] | None,
    within: float,
    wanted: int,
    radius: float,
    height: float,
    others: tuple[Body, ...],
    foes: tuple[Body, ...],
) -> tuple[Body, ...]:
    """Asked again and again while nobody near it moves."""
    taken, kept_off = Crowd(others), Crowd(foes)
    near = _near_edges(hulk, edges, radius, within - 2 * radius + WITHIN + CLOSE)

    def fit(spots: Floats) -> Flags:
        found: Flags = near(spots)
        found[found] = taken.room(spots[found], radius, height)
        found[found] = kept_off.room(spots[found], radius, height, CLEAR - WITHIN)
        return found

    best: list[Body] = []
    for edge in sorted(edges or EDGES, key=EDGES.index, reverse=True):
        found = places_round(
            floor,
            hulk,
            wanted,
            height,
            within - 2 * radius + CLOSE,
            taken=(hulk,),
            link=LINK,
            towards=_outside(hulk, edge),
            fit=fit,
        )
        if len(found) > len(best):
            best = found
        if len(best) == wanted:
            break
    return tuple(best)


def around(
    battle: Battle,
    unit: Unit,
    spot: Spot,
    count: int | None = None,
    within: float = FURTHEST,
    among: Among | None = None,
    placed: Iterable[Body] = (),
) -> list[Body]:
    """Places for all models of the unit (or so many) as near to a spot as they can stand, `among` certain
    ones, beside those of their own who are `placed` already. Fewer where not all fit."""
    room = Room(battle, unit)
    wanted = len(battle.members(unit)) if count is None else count

    def fit(spots: Floats) -> Flags:
        if among is None:
            return room.free(spots)
        free = among(spots)
        free[free] = room.free(spots[free])
        return free

    return places_round(room.floor, spot, wanted, room.height, within, tuple(placed), link=LINK, fit=fit)


def outside(hulk: Body, edges: Sequence[Edge] | None, radius: float, height: float) -> Among:
    """At which of many spots a base is whole within 2 inches of one of the edges, and not on the hull."""
    near, own = _near_edges(hulk, edges, radius, BESIDE - 2 * radius + WITHIN + CLOSE), Crowd([hulk])
    return lambda spots: near(spots) & own.room(spots, radius, height)


def displaced(battle: Battle, unit: Unit, intruder: Body) -> dict[str, Body | None]:
    """veh.tank.displace: where the models of a unit go that a hull has come to stand upon, each the shortest
    way: an inch or more from the hull and in coherency. None has no such place (veh.V62)."""
    models = battle.standing(unit)
    under = [model for model in models if overlap(_base(battle, unit, model), intruder)]
    kept = [_base(battle, unit, model) for model in models if model not in under]
    room = Room(battle, unit)
    found: dict[str, Body | None] = {}

    def allowed(body: Body) -> bool:
        joined = not kept or any(gap(body, each) <= LINK + WITHIN for each in kept)
        return joined and gap(body, intruder) >= CLEAR - WITHIN

    for model in under:
        taken = *kept, intruder
        places = places_round(room.floor, model.spot, 1, room.height, FURTHEST, taken, allowed, fit=room.free)
        found[model.id] = places[0] if places else None
        kept.extend(places)
    return found


def _base(battle: Battle, unit: Unit, model: Model) -> Body:
    return standing_at(battle, unit, model.spot)


def _outside(hulk: Body, edge: Edge) -> Spot:
    """A point before the middle of an edge."""
    half, side = halves(hulk)
    ahead, left = {"front": (half, 0.0), "rear": (-half, 0.0), "left": (0.0, side), "right": (0.0, -side)}[
        edge
    ]
    return Spot(*from_frame(hulk, ahead, left), hulk.spot.z)
