"""The ways that a hull may be driven, and the question where it drives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from warbook.board.driving import Driven, Field, field, rooms
from warbook.board.geometry import Spot, bearing, distance, flat_gap, turn_between
from warbook.board.hulls import Leg, widened
from warbook.board.manoeuvres import Ends, Handling, ends
from warbook.books.vehicles.driving.course import (
    OVER,
    TINY,
    first_part,
    foes,
    follows,
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
from warbook.books.vehicles.driving.terrain import dangerous_test, foretold, risk_of, stuck
from warbook.books.vehicles.field.bodies import CLEAR, WITHIN, bodies, hull, type_of
from warbook.books.vehicles.field.ground import ground_at, is_road
from warbook.books.vehicles.state import Battle, Game, Vehicle
from warbook.core.questions import Drive, Refusal, Way

TURNS = 3  # of the ways that are lit; whoever draws one may turn as often as he likes (veh.V1)
HEADINGS = 30.0
ASKEW = 1e-4  # inches that a degree counts for, of ends that are as near to where one points
FACET = 5.0  # degrees between the facings that are tried where there is no room for the one wanted
FAR = 12.0


def drive_way(game: Game, vehicle: Vehicle, legs: tuple[Leg, ...]) -> None:
    """A way that was judged, with its test (veh.terrain.dangerous-test)."""
    _go(game, vehicle, legs, Ways(game.battle, vehicle).driven(legs))


def drive_vehicle(game: Game, vehicle: Vehicle) -> None:
    """Asks where it drives and has it drive there."""
    ways = Ways(game.battle, vehicle)
    way: Way = game.ask(vehicle.side, ways.question())
    _go(game, vehicle, way.legs, ways.driven(way.legs))


def _go(game: Game, vehicle: Vehicle, legs: tuple[Leg, ...], driven: Driven) -> None:
    battle, start = game.battle, vehicle.spot
    risk, on_road = risk_of(battle, vehicle, legs, driven), keeps_to_road(driven)
    lands = risk is not None and risk.inches >= length(legs) - TINY and type_of(vehicle).skimmer
    through = risk is None or lands or dangerous_test(game, vehicle)
    if risk is not None and not through:
        legs = first_part(legs, risk.inches)
    put(game, vehicle, legs, "drives", "veh.move.speed-bands")
    record(vehicle, start, length(legs), on_road)
    if risk is not None and (not through or (lands and not dangerous_test(game, vehicle))):
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


def too_far(vehicle: Vehicle, inches: float, off_road: float) -> Refusal:
    kind = type_of(vehicle)
    if kind.fast and vehicle.carried:
        words, rule = "somebody got on or off: it may not go flat out", "veh.fast.transport-flat-out"
        return Refusal(words, rule)
    rule = "veh.skimmer.fast-flat-out" if kind.skimmer else "veh.move.flat-out"
    words = f"up to {off_road:g} inches, or more if the whole way is on a road, not {told(inches)}"
    return Refusal(words, rule if kind.fast else "veh.move.cruising-speed")


class Ways:
    """The ways of a vehicle from where it stands, as long as nobody else moves: what is allowed, what it
    comes to, and where it can get."""

    def __init__(self, battle: Battle, vehicle: Vehicle) -> None:
        self.battle, self.vehicle, self.kind = battle, vehicle, type_of(vehicle)
        self.enemies = foes(battle, vehicle)
        self.friends = friends(battle, vehicle)
        kept, near = kept_off(battle, vehicle, self.enemies)
        self.stops = [*self.friends, *kept]
        # All others keep it off all along.
        self.beside = self.enemies if self.kind.skimmer else near
        self.field = self._field()
        self.found, self.allowed = cache(self._found), cache(self._allowed)

    def _field(self) -> Field:
        """veh.terrain.intervening-models, veh.V7: nobody is driven through here, by a Tank either. Of a
        Skimmer nothing but the edge of the table (veh.skimmer.over-models, veh.skimmer.ignore-terrain)."""
        if self.kind.skimmer:
            return field(open_air(self.battle.table), hull(self.vehicle))
        return follows(self.battle, self.vehicle, self.stops)

    def question(self) -> Drive:
        """Where it drives; who answers with no legs halts."""
        vehicle = self.vehicle
        return Drive(
            f"Where does {vehicle.name} drive?",
            vehicle.id,
            vehicle.spot,
            vehicle.facing,
            self.judge,
            self.reach,
            self.legs,
            most(self.battle, vehicle),
            "veh.move.speed-bands",
            usual=lambda: Way((vehicle.spot,), vehicle.facing, 0.0, (Leg(),)),
            kind="drive",
            tells=self.tells,
            pivots=True,
            about=self,
        )

    # ------------------------------------------------------------ what is allowed

    def judge(self, legs: tuple[Leg, ...]) -> float | Refusal:
        inches = length(legs)
        if inches <= TINY and all(abs(leg.turn) <= TINY for leg in legs):
            return 0.0
        off_road = fastest(self.kind, False, not self.vehicle.carried)
        far = inches > off_road + WITHIN
        if far and inches > fastest(self.kind, True, not self.vehicle.carried) + WITHIN:
            return too_far(self.vehicle, inches, off_road)
        driven = self.driven(legs)
        refused = self._hindered(driven)
        if refused is not None:
            return refused
        if far and not keeps_to_road(driven):
            return too_far(self.vehicle, inches, off_road)
        return inches

    def driven(self, legs: Sequence[Leg]) -> Driven:
        return self.field.drive(legs)

    def _hindered(self, driven: Driven) -> Refusal | None:
        """Why a way may not be taken."""
        contact = driven.contact
        if contact is not None and contact.kind == "body":
            after = f"after {contact.inches:.1f} inches"
            words = f"{after} others are in the way, or enemies within an inch of it"
            return Refusal(words, "veh.terrain.intervening-models")
        if contact is not None:
            where = "the edge of the table" if contact.kind == "edge" else contact.name or contact.kind
            return Refusal(f"after {contact.inches:.1f} inches {where} is in the way", "veh.P3")
        near = too_near(self.battle, driven.end, self.beside)
        if near is not None:
            return Refusal(f"it would end within an inch of {near.name}", "veh.V90")
        if self.kind.skimmer and not has_room(self.battle, self.kind, driven.end, self.friends):
            return Refusal("there is no room to land", "veh.skimmer.over-models")
        return None

    # ------------------------------------------------------------ what it comes to

    def tells(self, way: Way) -> str:
        """How fast a way is, what may be fired after it, and its dangerous test."""
        inches, driven = length(way.legs), self.driven(way.legs)
        speed = band(self.kind, inches, keeps_to_road(driven))
        names = {"stationary": "Stationary", "combat": "Combat speed", "cruising": "Cruising speed"}
        words = [f"{names.get(speed, 'Flat out')}, {told(inches)} inches: {still_fires(self.kind, speed)}."]
        risk = risk_of(self.battle, self.vehicle, way.legs, driven)
        if risk is not None:
            words.append(foretold(self.kind, risk, inches))
        return " ".join(words)

    # ------------------------------------------------------------ where it can get

    def reach(self) -> list[tuple[float, float, float, float]]:
        rows = self.found().hulls[self.allowed()]
        return [(x, y, self.vehicle.z, facing) for x, y, facing in rows.tolist()]

    def legs(self, x: float, y: float, z: float | None, facing: float | None) -> tuple[Leg, ...] | None:
        """Straight there, or backwards, if that is allowed; else the best way to the nearest end, looking the
        way it has gone if nothing else is wanted. There it turns as wanted, or as nearly so as it has room
        (veh.V1)."""
        straight = next(self._open(_straight(self.vehicle, x, y, facing)), None)
        if straight is not None:
            return straight
        rows = self.found().hulls[self.allowed()]
        away = np.hypot(rows[:, 0] - x, rows[:, 1] - y)
        ahead = bearing(self.vehicle.spot, Spot(x, y)) if facing is None else facing
        away = away + ASKEW * np.abs((rows[:, 2] - ahead + 180.0) % 360.0 - 180.0)
        found = self.found().legs(self.allowed()[int(np.argmin(away))]) or (Leg(),)
        if facing is None:
            return found
        ways = [
            self._turned(legs, facing) for legs in (*self._open(_straight(self.vehicle, x, y, None)), found)
        ]

        def amiss(legs: tuple[Leg, ...]) -> tuple[float, float, float]:
            end = self.driven(legs).end
            askew = abs(turn_between(end.facing, facing))
            return round(distance(end.spot, Spot(x, y)), 3), round(askew, 3), length(legs)

        return min(ways, key=amiss)

    def _open(self, ways: Sequence[tuple[Leg, ...]]) -> Iterator[tuple[Leg, ...]]:
        """Those that may be driven; each is judged when it is its turn."""
        return (legs for legs in ways if not isinstance(self.judge(legs), Refusal))

    def _turned(self, legs: tuple[Leg, ...], facing: float) -> tuple[Leg, ...]:
        """With a last turn to that facing, or to the one nearest to it for which there is room."""
        came = self.driven(legs).end.facing
        off = abs(turn_between(came, facing))
        for short in np.arange(0.0, off - TINY, FACET).tolist():
            for wanted in (facing - short, facing + short) if short else (facing,):
                turned = (*legs, Leg(turn_between(came, wanted), 0.0))
                if not isinstance(self.judge(turned), Refusal):
                    return turned
        return legs

    def _found(self) -> Ends:
        battle, vehicle = self.battle, self.vehicle
        far = most(battle, vehicle)
        handling = Handling(
            far, TURNS, 180.0, reverse=True, step=2.0 if far <= FAR else 3.0, turn_step=HEADINGS,
            last_turn_ends=True,
        )  # fmt: skip
        if self.kind.skimmer:
            return ends(open_air(battle.table), hull(vehicle), handling)
        return ends(battle.table, hull(vehicle), handling, self.stops, rough(battle), OVER)

    def _allowed(self) -> list[int]:
        """Where it stands, and those of the ends where it may stop."""
        battle, own, poses = self.battle, hull(self.vehicle), self.found().hulls
        enemies = [body for each in self.enemies for body in bodies(battle, each)]
        if self.kind.skimmer:
            keep = [wide for body in enemies for wide in widened(body, CLEAR)]
            table, others = without_ground(battle.table), [*self.friends, *keep]
        else:  # the others have kept it off all along
            near = [body for body in enemies if flat_gap(own, body) < CLEAR - WITHIN]
            table, others = open_air(battle.table), [wide for body in near for wide in widened(body, CLEAR)]
        free = rooms(table, own, poses, others, over=OVER)
        free[0] = True
        off_road = fastest(self.kind, False, not self.vehicle.carried)
        cheap = self.found().cost <= off_road + WITHIN
        return [n for n in np.flatnonzero(free).tolist() if cheap[n] or self._by_road(n)]

    def _by_road(self, end: int) -> bool:
        """Whether it is no further than it may go on a road."""
        x, y, _ = self.found().hulls[end].tolist()
        if not any(is_road(area) for area in ground_at(self.battle, Spot(x, y, self.vehicle.z))):
            return False
        return not isinstance(self.judge(self.found().legs(end)), Refusal)


def told(inches: float) -> str:
    """To a tenth, but never so that a little over a whole number, as all limits are, is told so."""
    tenths = round(inches, 1)
    return f"{inches:.2f}" if tenths == int(tenths) < inches - WITHIN else f"{tenths:.1f}"


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
