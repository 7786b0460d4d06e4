"""Places for the models of a unit: beside a hull, around a spot, out of a hull's way. Always in coherency
(veh.P4) and an inch or more from enemies (veh.P3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import cos, hypot, inf, radians, sin

from warbook.board.bodies import Crowd
from warbook.board.formation import CLOSE, coherent, places_round
from warbook.board.geometry import Body, Disc, Spot, gap, overlap
from warbook.board.hulls import EDGES, Edge, from_frame, halves
from warbook.board.kernel import Flags, Floats
from warbook.books.vehicles.field.bodies import CLEAR, WITHIN, bodies, hull, in_the_way, unit_type
from warbook.books.vehicles.field.ground import enemies, walked
from warbook.books.vehicles.state import Battle, Model, Unit, Vehicle

LINK = 2.0  # veh.P4: inches from one model of a unit to the next
BESIDE = 2.0  # veh.transport.disembark, veh.transport.embark
FURTHEST = 12.0  # inches: a place further away is no place

Allowed = Callable[[Body], bool]


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
        self.foes = Crowd(enemies(battle, unit.side))
        self.taken = Crowd(in_the_way(battle, but=(unit.id,)))

    def holds(self, body: Body) -> bool:
        alone = not self.taken.overlaps(body) and not self.foes.within(body, CLEAR - WITHIN)
        return alone and self.floor.holds(body.spot)

    def free(self, spots: Floats) -> Flags:
        """At which of many spots (n, 3) nobody is in the way, whatever the ground is."""
        apart: Flags = self.foes.room(spots, self.radius, self.height, CLEAR - WITHIN)
        return apart & self.taken.room(spots, self.radius, self.height)


def free_spots(battle: Battle, unit: Unit, spots: Floats) -> Floats:
    """Those of many spots (n, 3) where there is `Room` for a model of the unit."""
    room = Room(battle, unit)
    spots = spots[room.free(spots)]
    return spots[[room.floor.holds(Spot(*spot)) for spot in spots.tolist()]]


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
    half, side = halves(hulk)
    lines = [
        {
            "front": (half, half, -side, side),
            "rear": (-half, -half, -side, side),
            "left": (-half, half, side, side),
            "right": (-half, half, -side, -side),
        }[edge]
        for edge in edges
    ]
    c, s, x, y = cos(radians(hulk.facing)), sin(radians(hulk.facing)), hulk.spot.x, hulk.spot.y

    def away(body: Body) -> float:
        assert isinstance(body.base, Disc)
        dx, dy, nearest = body.spot.x - x, body.spot.y - y, inf
        ahead, left = dx * c + dy * s, dy * c - dx * s
        for u0, u1, v0, v1 in lines:
            nearest = min(nearest, hypot(ahead - max(u0, min(u1, ahead)), left - max(v0, min(v1, left))))
        return max(0.0, nearest - body.base.radius)

    return away


def beside(
    battle: Battle,
    unit: Unit,
    vehicle: Vehicle,
    edges: Sequence[Edge] | None,
    within: float = BESIDE,
    count: int | None = None,
) -> list[Body]:
    """Places beside a hull for all models of the unit (or so many), whole within so many inches of one of the
    edges, or of any point of the hull where there are no edges. Fewer where not all fit. Found by trying from
    the middle of each edge, the rear first; the first that fits all is taken."""
    hulk = hull(vehicle)
    wanted = len(battle.members(unit)) if count is None else count
    near, room = near_access(hulk, edges, within), Room(battle, unit)
    best: list[Body] = []
    for edge in sorted(edges or EDGES, key=EDGES.index, reverse=True):
        found = places_round(
            room.floor,
            hulk,
            wanted,
            room.height,
            within - 2 * room.radius + CLOSE,
            taken=(hulk,),
            allowed=near,
            link=LINK,
            towards=_outside(hulk, edge),
            fit=room.free,
        )
        if len(found) > len(best):
            best = found
        if len(best) == wanted:
            break
    return best


def around(
    battle: Battle,
    unit: Unit,
    spot: Spot,
    count: int | None = None,
    within: float = FURTHEST,
    allowed: Allowed | None = None,
    placed: Iterable[Body] = (),
) -> list[Body]:
    """Places for all models of the unit (or so many) as near to a spot as they can stand, beside those of
    their own who are `placed` already. Fewer where not all fit."""
    room = Room(battle, unit)
    wanted = len(battle.members(unit)) if count is None else count
    return places_round(
        room.floor, spot, wanted, room.height, within, tuple(placed), allowed, LINK, fit=room.free
    )


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
        places = places_round(
            room.floor, model.spot, 1, room.height, FURTHEST, taken, allowed, fit=room.free
        )
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
