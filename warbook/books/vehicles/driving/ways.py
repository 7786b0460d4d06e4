"""The ways that a hull may be driven, and the question where it drives."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

import numpy as np

from warbook.board.driving import Driven, drive, rooms
from warbook.board.geometry import Spot, bearing, distance, flat_gap, turn_between
from warbook.board.hulls import Leg, widened
from warbook.board.manoeuvres import Ends, Handling, ends
from warbook.books.vehicles.driving.course import (
    OVER,
    TINY,
    first_part,
    foes,
    follow,
    friends,
    has_room,
    keeps_to_road,
    kept_off,
    length,
    open_air,
    put,
    rough,
    too_near,
    without_ground,
)
from warbook.books.vehicles.driving.speeds import band, fastest, still_fires
from warbook.books.vehicles.driving.terrain import foretold, risk_of, stuck, tested
from warbook.books.vehicles.field.bodies import CLEAR, WITHIN, bodies, hull, type_of
from warbook.books.vehicles.field.ground import ground_at, is_road
from warbook.books.vehicles.state import Battle, Game, Vehicle
from warbook.core.questions import Drive, Refusal, Way

TURNS = 3  # of the ways that are lit; whoever draws one may turn as often as he likes (veh.V1)
HEADINGS = 30.0
FAR = 12.0


def question(battle: Battle, vehicle: Vehicle) -> Drive:
    """Where it drives; who answers with no legs halts."""
    lit = _Lit(battle, vehicle)
    return Drive(
        f"Where does {vehicle.name} drive?",
        vehicle.id,
        vehicle.spot,
        vehicle.facing,
        partial(judge, battle, vehicle),
        lit.reach,
        lit.legs,
        most(battle, vehicle),
        "veh.move.speed-bands",
        usual=lambda: Way((vehicle.spot,), vehicle.facing, 0.0, (Leg(),)),
        kind="drive",
        tells=partial(tells, battle, vehicle),
    )


def go(game: Game, vehicle: Vehicle, legs: tuple[Leg, ...]) -> None:
    """A way that was judged, with its test (veh.terrain.dangerous-test)."""
    battle, start = game.battle, vehicle.spot
    driven = fly(battle, vehicle, legs) if type_of(vehicle).skimmer else _driven(battle, vehicle, legs)
    risk, on_road = risk_of(battle, vehicle, legs, driven), keeps_to_road(driven)
    lands = risk is not None and risk.inches >= length(legs) - TINY and type_of(vehicle).skimmer
    through = risk is None or lands or tested(game, vehicle)
    if risk is not None and not through:
        legs = first_part(legs, risk.inches)
    put(game, vehicle, legs, "drives", "veh.move.speed-bands")
    record(vehicle, start, length(legs), on_road)
    if risk is not None and (not through or (lands and not tested(game, vehicle))):
        stuck(game, vehicle, risk.area)


def record(vehicle: Vehicle, start: Spot, inches: float, on_road: bool) -> None:
    """How fast it was in this Movement phase, and how far from where it began it has come (veh.V31)."""
    kind = type_of(vehicle)
    vehicle.speed = band(kind, inches, on_road)
    vehicle.straight = distance(start, vehicle.spot)
    vehicle.flat_out_skimming = kind.skimmer and vehicle.speed == "flat out"


# ---------------------------------------------------------------- what is allowed


def most(battle: Battle, vehicle: Vehicle) -> float:
    """The longest way it may go now, on a road if it stands on one. Nobody goes flat out on whom somebody got
    on or off this turn (veh.V54)."""
    on_road = any(is_road(area) for area in ground_at(battle, vehicle.spot))
    return fastest(type_of(vehicle), on_road, not vehicle.carried)


def judge(battle: Battle, vehicle: Vehicle, legs: tuple[Leg, ...]) -> float | Refusal:
    inches = length(legs)
    if inches <= TINY and all(abs(leg.turn) <= TINY for leg in legs):
        return 0.0
    kind = type_of(vehicle)
    off_road = fastest(kind, False, not vehicle.carried)
    far = inches > off_road + WITHIN
    if far and inches > fastest(kind, True, not vehicle.carried) + WITHIN:
        return too_far(vehicle, inches, off_road)
    driven = fly(battle, vehicle, legs) if kind.skimmer else _driven(battle, vehicle, legs)
    refused = _hindered(battle, vehicle, driven)
    if refused is not None:
        return refused
    if far and not keeps_to_road(driven):
        return too_far(vehicle, inches, off_road)
    return inches


def too_far(vehicle: Vehicle, inches: float, off_road: float) -> Refusal:
    kind = type_of(vehicle)
    if kind.fast and vehicle.carried:
        words, rule = "somebody got on or off: it may not go flat out", "veh.fast.transport-flat-out"
        return Refusal(words, rule)
    rule = "veh.skimmer.fast-flat-out" if kind.skimmer else "veh.move.flat-out"
    words = f"up to {off_road:g} inches, or more if the whole way is on a road, not {inches:.1f}"
    return Refusal(words, rule if kind.fast else "veh.move.cruising-speed")


def _driven(battle: Battle, vehicle: Vehicle, legs: Sequence[Leg]) -> Driven:
    """veh.terrain.intervening-models, veh.V7: nobody is driven through here, by a Tank either."""
    stops = [*friends(battle, vehicle), *kept_off(battle, vehicle, foes(battle, vehicle))]
    return follow(battle, vehicle, legs, stops)


def fly(battle: Battle, vehicle: Vehicle, legs: Sequence[Leg]) -> Driven:
    """veh.skimmer.over-models, veh.skimmer.ignore-terrain: nothing but the edge of the table stops it."""
    return drive(open_air(battle.table), hull(vehicle), legs)


def _hindered(battle: Battle, vehicle: Vehicle, driven: Driven) -> Refusal | None:
    """Why a way may not be taken."""
    contact, enemies = driven.contact, foes(battle, vehicle)
    if contact is not None and contact.kind == "body":
        words = f"after {contact.inches:.1f} inches others are in the way, or enemies within an inch of it"
        return Refusal(words, "veh.terrain.intervening-models")
    if contact is not None:
        where = "the edge of the table" if contact.kind == "edge" else contact.name or contact.kind
        return Refusal(f"after {contact.inches:.1f} inches {where} is in the way", "veh.P3")
    near = too_near(battle, driven.end, enemies)
    if near is not None:
        return Refusal(f"it would end within an inch of {near.name}", "veh.V90")
    kind = type_of(vehicle)
    if kind.skimmer and not has_room(battle, kind, driven.end, friends(battle, vehicle)):
        return Refusal("there is no room to land", "veh.skimmer.over-models")
    return None


# ---------------------------------------------------------------- what it comes to


def tells(battle: Battle, vehicle: Vehicle, way: Way) -> str:
    """How fast a way is, what may be fired after it, and its dangerous test."""
    kind, inches = type_of(vehicle), length(way.legs)
    driven = fly(battle, vehicle, way.legs) if kind.skimmer else _driven(battle, vehicle, way.legs)
    speed = band(kind, inches, keeps_to_road(driven))
    names = {"stationary": "Stationary", "combat": "Combat speed", "cruising": "Cruising speed"}
    told = [f"{names.get(speed, 'Flat out')}, {inches:.1f} inches: {still_fires(kind, speed)}."]
    risk = risk_of(battle, vehicle, way.legs, driven)
    if risk is not None:
        told.append(foretold(kind, risk, inches))
    return " ".join(told)


# ---------------------------------------------------------------- where it can get


class _Lit:
    """The ends that are lit, and a way to any place."""

    def __init__(self, battle: Battle, vehicle: Vehicle) -> None:
        self.battle, self.vehicle = battle, vehicle
        self.found, self.allowed = cache(self._found), cache(self._allowed)

    def reach(self) -> list[tuple[float, float, float, float]]:
        rows = self.found().hulls[self.allowed()]
        return [(x, y, self.vehicle.z, facing) for x, y, facing in rows.tolist()]

    def legs(self, x: float, y: float, z: float | None, facing: float | None) -> tuple[Leg, ...] | None:
        """Straight there, or backwards, if that is allowed; else the best way to the nearest end."""
        for legs in _straight(self.vehicle, x, y, facing):
            if not isinstance(judge(self.battle, self.vehicle, legs), Refusal):
                return legs
        rows = self.found().hulls[self.allowed()]
        away = np.hypot(rows[:, 0] - x, rows[:, 1] - y)
        if facing is not None:
            away = away + 1e-4 * np.abs((rows[:, 2] - facing + 180.0) % 360.0 - 180.0)
        return self.found().legs(self.allowed()[int(np.argmin(away))]) or (Leg(),)

    def _found(self) -> Ends:
        battle, vehicle = self.battle, self.vehicle
        far = most(battle, vehicle)
        handling = Handling(
            far, TURNS, 180.0, reverse=True, step=2.0 if far <= FAR else 3.0, turn_step=HEADINGS,
            last_turn_ends=True,
        )  # fmt: skip
        if type_of(vehicle).skimmer:
            return ends(open_air(battle.table), hull(vehicle), handling)
        stops = [*friends(battle, vehicle), *kept_off(battle, vehicle, foes(battle, vehicle))]
        return ends(battle.table, hull(vehicle), handling, stops, rough(battle), OVER)

    def _allowed(self) -> list[int]:
        """Where it stands, and those of the ends where it may stop."""
        battle, vehicle = self.battle, self.vehicle
        own, kind, poses = hull(vehicle), type_of(vehicle), self.found().hulls
        enemies = [body for each in foes(battle, vehicle) for body in bodies(battle, each)]
        if kind.skimmer:
            keep = [wide for body in enemies for wide in widened(body, CLEAR)]
            table, others = without_ground(battle.table), [*friends(battle, vehicle), *keep]
        else:  # the others have kept it off all along
            near = [body for body in enemies if flat_gap(own, body) < CLEAR - WITHIN]
            table, others = open_air(battle.table), [wide for body in near for wide in widened(body, CLEAR)]
        free = rooms(table, own, poses, others, over=OVER)
        free[0] = True
        off_road = fastest(kind, False, not vehicle.carried)
        return [n for n, fits in enumerate(free) if fits and self._near_enough(n, off_road)]

    def _near_enough(self, end: int, off_road: float) -> bool:
        """Whether it is no further than it may go, on a road or off it."""
        if self.found().cost[end] <= off_road + WITHIN:
            return True
        x, y, _ = self.found().hulls[end].tolist()
        if not any(is_road(area) for area in ground_at(self.battle, Spot(x, y, self.vehicle.z))):
            return False
        return not isinstance(judge(self.battle, self.vehicle, self.found().legs(end)), Refusal)


def _straight(vehicle: Vehicle, x: float, y: float, facing: float | None) -> list[tuple[Leg, ...]]:
    """Turn and go there, ahead or backwards, whichever turns less first; then turn as wanted."""
    goal = Spot(x, y, vehicle.z)
    far = distance(vehicle.spot, goal)
    if far <= TINY:
        return [(Leg(turn_between(vehicle.facing, facing), 0.0),)] if facing is not None else []
    ahead = turn_between(vehicle.facing, bearing(vehicle.spot, goal))
    back = turn_between(vehicle.facing, bearing(goal, vehicle.spot))
    found = []
    for turn, inches in ((ahead, far), (back, -far)):
        legs: tuple[Leg, ...] = (Leg(turn, inches),)
        last = 0.0 if facing is None else turn_between((vehicle.facing + turn) % 360.0, facing)
        found.append((abs(turn) + abs(last), (*legs, Leg(last, 0.0)) if abs(last) > TINY else legs))
    return [legs for _, legs in sorted(found, key=lambda each: each[0])]
