"""Getting on and off in the Movement phase."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

import numpy as np

from warbook.board.bodies import body_rows
from warbook.board.geometry import Body, Disc, Spot, gap, overlap
from warbook.board.kernel import Floats
from warbook.board.paths import Path
from warbook.board.rims import Rim
from warbook.board.shapes import rows
from warbook.books.vehicles.army.lists import Edge
from warbook.books.vehicles.field.bodies import WITHIN, base, bodies, hull
from warbook.books.vehicles.field.placing import BESIDE, Allowed, Room, access_gap, beside, standing_at
from warbook.books.vehicles.field.ways import going, obstacles
from warbook.books.vehicles.state import Battle, Game, Unit, Vehicle
from warbook.books.vehicles.transports.exits import alight
from warbook.books.vehicles.transports.riding import access, why_not_carried
from warbook.core.events import Became, Removed
from warbook.core.questions import Refusal

RINGS = (1.99, 1.5, 1.0, 0.5, 0.03)  # inches from the hull to who is about to get on
TRIES = 6
TOUCH = 1e-9  # inches: bases that merely touch have room

# ---------------------------------------------------------------- getting on


def may_board(battle: Battle, unit: Unit, vehicle: Vehicle) -> Refusal | None:
    """Why the unit may not get on that vehicle this turn, wherever it stands."""
    if unit.alighted:
        return Refusal("it got off a vehicle this turn", "veh.transport.not-both")
    if vehicle.speed == "flat out":
        return Refusal(f"{vehicle.name} went flat out", "veh.fast.transport-flat-out")
    return why_not_carried(battle, unit, vehicle)


def at_hand(battle: Battle, unit: Unit) -> list[Vehicle]:
    """The vehicles that the unit may get on where it stands: every model is within 2 inches of an access
    point (veh.transport.embark)."""
    return [
        vehicle
        for vehicle in battle.vehicles
        if vehicle.side == unit.side
        and may_board(battle, unit, vehicle) is None
        and all(map(_near(hull(vehicle), access(vehicle)), bodies(battle, unit)))
    ]


def board(game: Game, unit: Unit, vehicle: Vehicle) -> None:
    """veh.transport.embark: the unit is aboard and taken off the table. The vehicle moves if it has not moved
    yet (veh.transport.embark-then-move), but not flat out (veh.V54)."""
    rule = "veh.transport.embark"
    unit.aboard, unit.boarded, unit.moved = vehicle.id, True, "moved"
    vehicle.carried = True
    for model in game.battle.members(unit):
        model.place = "reserve"
        game.tell(Removed(piece=model.id, rule=rule))
    words = f"{unit.name} gets into {vehicle.name}."
    game.tell(Became(piece=unit.id, status="aboard", words=words, rule=rule))


def boarding_ways(
    battle: Battle, unit: Unit, vehicle: Vehicle, inches: float, rough: bool
) -> dict[str, Path] | None:
    """How the whole unit comes within 2 inches of the access points with so many inches: those who have it
    furthest choose first, each the place nearest to him. None if somebody finds none."""
    hulk, edges = hull(vehicle), access(vehicle)
    far = {model.id: gap(base(battle, model), hulk) for model in battle.standing(unit)}
    if max(far.values()) > inches + BESIDE + WITHIN:
        return None
    room, gait = Room(battle, unit), going(inches, rough)
    blockers = body_rows(obstacles(battle, unit))
    near = _near(hulk, edges)
    places = _beside(hulk, edges, room.radius)
    places = places[room.free(places)]
    taken: list[Body] = []
    ways: dict[str, Path] = {}
    for model in sorted(battle.standing(unit), key=lambda model: -far[model.id]):
        here = base(battle, model)
        if near(here) and not any(overlap(here, each) for each in taken):
            path: Path | None = (model.spot,)
        else:
            away = np.sqrt(((places - np.array([model.x, model.y, model.z])) ** 2).sum(axis=1))
            spots = (Spot(*place) for place in places[np.argsort(away, kind="stable")].tolist())
            nearest = islice((spot for spot in spots if room.floor.holds(spot)), TRIES)
            tried = (room.floor.shortest(model.spot, spot, gait, blockers, taken) for spot in nearest)
            path = next((way for way in tried if way is not None), None)
        if path is None:
            return None
        ways[model.id] = path
        place = standing_at(battle, unit, path[-1])
        taken.append(place)
        apart = np.hypot(places[:, 0] - place.spot.x, places[:, 1] - place.spot.y) >= 2 * room.radius - TOUCH
        places = places[apart | (np.abs(places[:, 2] - place.spot.z) >= place.height)]
    return ways


@lru_cache(256)
def _beside(hulk: Body, edges: tuple[Edge, ...] | None, radius: float) -> Floats:
    """The spots around a hull at which a base is within 2 inches of one of the edges."""
    rim, near = Rim(hulk), _near(hulk, edges)
    spots = [Spot(x, y, hulk.spot.z) for off in RINGS for x, y, _, _ in rim.ring(radius + off)]
    return rows([(spot.x, spot.y, spot.z) for spot in spots if near(Body(spot, Disc(radius), 0.0))], 3)


# ---------------------------------------------------------------- getting off


def may_alight(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit aboard may not get off of its own will, if there is room. A Stunned crew does not keep it in
    (veh.V37)."""
    vehicle = battle.vehicle(unit.aboard)
    if unit.boarded:
        return Refusal("it got on this turn", "veh.transport.not-both")
    if vehicle.speed == "flat out":
        return Refusal(f"{vehicle.name} went flat out", "veh.fast.transport-flat-out")
    return None


def exit_for(battle: Battle, unit: Unit) -> tuple[Sequence[Edge] | None, bool, bool]:
    """The edges by which a unit gets off (None: anywhere), whether all can be placed so, and whether it is an
    emergency (veh.transport.disembark, veh.transport.emergency)."""
    vehicle, count = battle.vehicle(unit.aboard), len(battle.members(unit))
    edges = access(vehicle)
    if len(beside(battle, unit, vehicle, edges)) == count:
        return edges, True, False
    return None, len(beside(battle, unit, vehicle, None)) == count, True


def disembark(game: Game, unit: Unit) -> None:
    """veh.transport.disembark: before the vehicle moves or after it, in an emergency if it must be. What is
    forbidden afterwards is written down: the vehicle does not go flat out (veh.V54), and if it has moved it
    neither moves nor pivots (veh.transport.after-move-vehicle). Off before it moved, both go on
    (veh.transport.before-move, veh.transport.before-move-vehicle)."""
    battle = game.battle
    vehicle = battle.vehicle(unit.aboard)
    edges, _, emergency = exit_for(battle, unit)
    after = vehicle.speed != "stationary"
    vehicle.carried = True
    if after:
        vehicle.let_off_after = True
    rule = "veh.transport.emergency" if emergency else "veh.transport.disembark"
    alight(game, unit, vehicle, edges, rule, "emergency" if emergency else "after" if after else "before")


def _near(hulk: Body, edges: Sequence[Edge] | None) -> Allowed:
    """Whether a base is within 2 inches of an access point (veh.S3)."""
    away = access_gap(hulk, edges)
    return lambda body: away(body) <= BESIDE + WITHIN
