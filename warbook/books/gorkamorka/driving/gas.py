"""The question of a gas move, and of sails and pumps in its place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import pairwise
from math import hypot

from warbook.board.geometry import farthest, flat_gap, point_to_segment
from warbook.board.hulls import Leg, followed
from warbook.books.gorkamorka.driving.urges import strikes_wanted, tries, urge_to_strike
from warbook.books.gorkamorka.driving.ways import (
    driving,
    gas_cost,
    gas_handling,
    mired,
    rammed,
    way_barred,
)
from warbook.books.gorkamorka.field.aboard import drives_for
from warbook.books.gorkamorka.field.bodies import hull, model_of
from warbook.books.gorkamorka.ramming import previews
from warbook.books.gorkamorka.ramming.dice import kind_by_quadrant
from warbook.books.gorkamorka.ramming.segments import TINY, Traffic, quadrant
from warbook.books.gorkamorka.state import Battle, Vehicle
from warbook.core.questions import Drive, Refusal, Way

End = tuple[float, float, float, float]
EDGES = {"front": "front", "left": "left side", "rear": "rear", "right": "right side"}


def gas_question(battle: Battle, vehicle: Vehicle, inches: float) -> Drive:
    """gce.vehicle-movement.gas-engines: up to so many inches with turns, the ways among them that ram. A
    driver who has to go for somebody whom he can reach is offered nothing else (gce.frenzy.drivers,
    gce.hatred.drivers)."""
    traffic = Traffic(battle, vehicle)
    urge = urge_to_strike(traffic, inches)

    @cache
    def judge(legs: tuple[Leg, ...]) -> float | Refusal:
        cost = gas_cost(legs, inches, model_of(vehicle).turns_per_move)
        if isinstance(cost, Refusal):
            return cost
        if cost > TINY and mired(battle, vehicle):
            words = "here only slow speed manoeuvres are possible"
            return Refusal(words, "gce.vehicle-movement.terrain-profile")
        found = way_barred(traffic, legs, rams=True)
        if found is None and urge.ways and not strikes_wanted(traffic, legs, urge.wanted):
            found = urge.reason
        return found or cost

    text = f"Where does {vehicle.name} drive?"
    rule = "gce.vehicle-movement.gas-engines"
    question = driving(battle, vehicle, gas_handling(vehicle, inches), judge, text, rule, "gas")
    question.tells, question.stops = partial(foretold, traffic), partial(_stopped, traffic)
    plain = question.reach, question.legs

    @cache
    def striking() -> list[tuple[End, tuple[Leg, ...]]]:
        return [(_end(vehicle, legs), legs) for legs in urge.ways or rams(traffic, inches)]

    def reach() -> list[Sequence[float]]:
        free = [] if urge.ways else plain[0]()
        return [*free, *(end for end, _ in striking())]

    def legs(x: float, y: float, z: float | None, facing: float | None) -> tuple[Leg, ...] | None:
        """Of the ways that strike somebody and the others the one that ends nearest."""
        free = None if urge.ways else plain[1](x, y, z, facing)
        ways = [*striking(), *([] if free is None else [(_end(vehicle, free), free)])]
        return min(ways, key=lambda way: _off(way[0], x, y, facing))[1] if ways else None

    question.reach, question.legs = reach, legs
    return question


def rams(traffic: Traffic, most: float) -> tuple[tuple[Leg, ...], ...]:
    """Ways into an enemy vehicle, and on if it is pushed aside."""
    battle, vehicle = traffic.battle, traffic.vehicle
    mine = drives_for(battle, vehicle)
    near = [v for v in traffic.others if flat_gap(traffic.own, hull(v)) <= most]
    if all(drives_for(battle, v) == mine for v in near) or mired(battle, vehicle):
        return ()
    return tuple(
        legs
        for legs in traffic.into_vehicles(tries(most))
        if rammed(traffic, traffic.follow(legs)) is not None and way_barred(traffic, legs, rams=True) is None
    )


def comes_near(vehicle: Vehicle, legs: tuple[Leg, ...], others: Sequence[Vehicle]) -> bool:
    """Whether a way could touch one of them at all."""
    path, _ = followed(vehicle.spot, vehicle.facing, legs)
    own = farthest(hull(vehicle).base)
    return any(
        point_to_segment(other.x, other.y, (a.x, a.y), (b.x, b.y)) <= own + farthest(hull(other).base)
        for other in others
        for a, b in pairwise(path)
    )


def foretold(traffic: Traffic, way: Way) -> str:
    """Whom a way runs over, and what it rams, with the odds."""
    battle, vehicle, driven = traffic.battle, traffic.vehicle, traffic.follow(way.legs)
    told = []
    for met in driven.met:
        warrior = traffic.feet[met.number]
        if warrior.side != drives_for(battle, vehicle):
            told.append(f"Runs over {warrior.name}: {previews.of_squash(battle, vehicle, warrior).headline}.")
    target = rammed(traffic, driven)
    if target is not None:
        edge = quadrant(hull(target), driven.end)
        ram = previews.of_ram(battle, kind_by_quadrant(edge), vehicle, target)
        told.append(f"Rams {target.name} after {driven.inches:.1f} inches, {EDGES[edge]}: {ram.headline}.")
    return " ".join(told)


def _stopped(traffic: Traffic, way: Way) -> float | None:
    """gce.ramming.head-on-ends: after how many inches, if neither swerves."""
    driven = traffic.follow(way.legs)
    target = rammed(traffic, driven)
    if target is None or kind_by_quadrant(quadrant(hull(target), driven.end)) != "head-on":
        return None
    return driven.inches


def _end(vehicle: Vehicle, legs: tuple[Leg, ...]) -> End:
    path, facings = followed(vehicle.spot, vehicle.facing, legs)
    return path[-1].x, path[-1].y, 0.0, facings[-1]


def _off(end: End, x: float, y: float, facing: float | None) -> float:
    """How far an end is from what was wanted; of those as near the one that faces most nearly so."""
    turn = 0.0 if facing is None else abs((end[3] - facing + 180.0) % 360.0 - 180.0)
    return hypot(end[0] - x, end[1] - y) + 1e-4 * turn
