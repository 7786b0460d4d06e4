"""Where a vehicle goes: to where its guns do most and those of the enemy least, and towards its aim."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, hypot, sin
from typing import NamedTuple

import numpy as np

from warbook.board.geometry import Spot, bearing, farthest, turn_between
from warbook.board.hulls import Leg, followed
from warbook.board.kernel import Floats
from warbook.board.shapes import inside_any
from warbook.books.vehicles.army.lists import VehicleType
from warbook.books.vehicles.bot.aims import (
    CAREFUL,
    DASH,
    breaks_through,
    caution,
    far_through,
    keeps_back,
    later,
    onward,
    pull,
    through,
)
from warbook.books.vehicles.bot.places import Enemy, Guns, enemies, shares_seen
from warbook.books.vehicles.bot.roads import far_by_road
from warbook.books.vehicles.bot.walker import ROUND, WORTHWHILE, blows_worth, struck_at
from warbook.books.vehicles.bot.weighing import X, Y, fear, fire_worth, on_the_way, sides_of, turned_to
from warbook.books.vehicles.bot.worth import brawls, points
from warbook.books.vehicles.driving.speeds import band, fastest
from warbook.books.vehicles.driving.terrain import bad, risk_of
from warbook.books.vehicles.driving.ways import Ways
from warbook.books.vehicles.field.bodies import hull, room_to_turn, type_of
from warbook.books.vehicles.field.ground import all_areas, is_dangerous
from warbook.books.vehicles.shooting.allowance import fire_limit
from warbook.books.vehicles.state import Battle, Unit, Vehicle
from warbook.core.questions import Drive, Refusal, Route, Way

COARSE, FINE = 30, 15  # degrees between the directions that are looked at, where one is to get through
BENT = 6.0  # inches of each leg of a way with a bend
BENDS, FINE_BENDS = (-45.0, 45.0), (-75.0, -50.0, -25.0, 25.0, 50.0, 75.0)
STEPS = (3.0, 6.0, 12.0, 18.0, 24.0)
BRING = 0.8  # of the worth of those aboard, that they are brought near the enemy
HOLDS = 0.3  # and where there are markers to be held
PREY = 0.4  # of what they could do to the best of enemies, how much makes another worth the way
NEAR = 12.0  # inches
CLOSE = 7.0  # inches, if they fight hand to hand from an open-topped transport
FAILS = 1 / 15  # of what the way through is worth, what a test costs that fails once in six
STUCK = 0.07  # of a vehicle's worth that a dangerous test costs: it fails once in six
WADES = 0.12  # of a Walker's
TRIES, FINE_TRIES = 60, 300  # of the places, how many of the best are looked at closer
EVERY = 6  # of the places that a Walker reaches, every so many are weighed
KNOWN = 4  # of those that are allowed, how many
CLOSING = 3.0  # points that an inch nearer to the enemy is worth to a Walker that fights hand to hand
ALLOWED = {"all": 2, "one main": 1}  # of what may be fired at a speed, how much it is
STORMS = 8.0, 14.0  # inches from which an enemy comes to blows next turn, and from beyond which he does not
ALONG = np.linspace(0.0, 1.0, 7)  # shares of a way at which the ground is looked at
GETS_OUT = 1.0  # inch: what is to be gained by backing out


class Ground:
    """What a piece weighs places with: the enemies, its guns at them, and theirs at it."""

    def __init__(self, battle: Battle, piece: Vehicle) -> None:
        self.battle, self.piece = battle, piece
        self.foes = enemies(battle, piece.side)
        me = Enemy(battle, piece)
        theirs = [Guns(battle, foe.piece, [me]) for foe in self.foes]
        self.sides = sides_of(me, self.foes, Guns(battle, piece, self.foes), theirs)
        self.me = me
        self.blows = self._blows()

    def worth(self, places: Floats, facings: Floats, speeds: Sequence[str]) -> Floats:
        """What its fire and that of the enemies come to at places, facing so, at these speeds."""
        fire, feared, near = self.parts(places, facings, speeds)
        return fire - caution(self.battle, self.piece) * feared + later(self.battle, self.piece) * near

    def parts(self, places: Floats, facings: Floats, speeds: Sequence[str]) -> tuple[Floats, Floats, Floats]:
        """What its fire is worth there, what is to be feared, and what coming nearer is worth."""
        eye = 0.9 * type_of(self.piece).height
        seen = shares_seen(self.battle, places, eye, self.foes, self.piece.id)
        mute = self.piece.shaken or self.piece.stunned
        limits = {speed: 0 if mute else ALLOWED.get(_limit(self.piece, speed), 0) for speed in set(speeds)}
        allowed = np.array([limits[speed] for speed in speeds], np.int64)
        feared = fear(self.sides, places, facings, seen, self.me.slope, self.me.half)
        feared += self._stormed(places)
        return (
            fire_worth(self.sides, places, facings, allowed, seen),
            np.minimum(feared, self.me.worth),
            on_the_way(self.sides, places, seen),
        )

    def _blows(self) -> Floats:
        """What each enemy, and those aboard, would take hand to hand of a vehicle that stands still. Walkers
        seek such fights."""
        battle, piece = self.battle, self.piece
        if type_of(piece).walker is not None:
            return np.zeros(len(self.foes))
        now = struck_at(piece, piece.straight)
        return np.array(
            [
                sum(blows_worth(battle, each, piece, True) for each in _with_those_aboard(battle, foe.piece))
                / now
                for foe in self.foes
            ]
        )

    def _stormed(self, places: Floats) -> Floats:
        """What is to be feared of assaults there: the further it has come, the less of it."""
        if not self.blows.any():
            return np.zeros(len(places))
        foes, piece = self.sides.foes, self.piece
        away = np.hypot(foes[:, X] - places[:, :1], foes[:, Y] - places[:, 1:2]) - self.me.half
        comes = np.clip((STORMS[1] - away) / (STORMS[1] - STORMS[0]), 0.0, 1.0)
        inches = np.hypot(places[:, 0] - piece.x, places[:, 1] - piece.y).tolist()
        struck = np.array([struck_at(piece, each) for each in inches])
        found: Floats = (self.blows * comes).sum(axis=1) * struck
        return found

    def towards(self, places: Floats) -> Floats:
        """How a vehicle faces at each place: its front to whoever may hurt it most, or to its best target."""
        if not self.foes:
            return np.full(len(places), self.piece.facing)
        weights = self.sides.worth[:, :, 1].sum(axis=0) + 1e-3
        np.add.at(weights, self.sides.whose, self.sides.theirs[:, 1])
        return turned_to(self.sides.foes, weights, places)


def _with_those_aboard(battle: Battle, piece: Unit | Vehicle) -> list[Unit | Vehicle]:
    return [piece, *(battle.passengers(piece) if isinstance(piece, Vehicle) else ())]


class Fan(NamedTuple):
    """The ways that are looked at, as if the vehicle stood in the origin and faced east: where they end, how
    far they are, and the speed of each."""

    ways: tuple[tuple[Leg, ...], ...]
    ahead: Floats
    left: Floats
    turn: Floats
    inches: Floats
    speeds: tuple[str, ...]


class Ends(NamedTuple):
    """Where ways of legs end on the table."""

    places: Floats
    facings: Floats
    inches: Floats
    speeds: Sequence[str]
    ways: Sequence[tuple[Leg, ...]]


def drive(battle: Battle, question: Drive) -> Way:
    vehicle = battle.vehicle(question.piece)
    _, legs = best_drive(Ground(battle, vehicle), question.about)
    return question.along(legs)


def best_drive(ground: Ground, ways: Ways) -> tuple[float, tuple[Leg, ...]]:
    """The best way of those that are allowed, and what it is worth. Whether a way has to be tested is guessed
    of all, and known of the few that are judged."""
    battle, vehicle = ground.battle, ground.piece
    every = _ends(battle, vehicle)
    kind = type_of(vehicle)
    if breaks_through(battle, vehicle) and not kind.skimmer:
        every = _joined(every, _along(battle, vehicle))
    ends = _kept(every, np.flatnonzero(_free(ways, every.ways)).tolist())
    rolls = breaks_through(battle, vehicle) and not kind.skimmer
    facings = ground.towards(ends.places)
    if rolls:  # who has to get on ends as he has come: turned, he may have no room to turn back
        facings[1:] = ends.facings[1:]
    found = scores(ground, ends.places, facings, ends.speeds)
    slow, fast = test_cost(battle, vehicle, "cruising"), test_cost(battle, vehicle, "flat out")
    costs = np.array([fast if speed == "flat out" else slow for speed in ends.speeds])
    tries = FINE_TRIES if breaks_through(battle, vehicle) else TRIES
    likely = np.argsort(-found, kind="stable")[:tries]
    rough = _rough(battle, vehicle, ends.places[likely], ends.inches[likely])
    guessed = found[likely] - costs[likely] * rough
    pivot = (Leg(turn_between(vehicle.facing, float(facings[0])), 0.0),)
    stays = () if isinstance(ways.judge(pivot), Refusal) else pivot
    best: tuple[float, tuple[Leg, ...]] = float(found[0]), stays
    known = 0
    for rank in np.argsort(-guessed, kind="stable").tolist():
        number = int(likely[rank])
        way = ends.ways[number]
        last = Leg(turn_between(float(ends.facings[number]), float(facings[number])), 0.0)
        for legs in ((*way, last), way):
            if not isinstance(ways.judge(legs), Refusal):
                risk = risk_of(battle, vehicle, legs, ways.driven(legs))
                # Who stands in bad ground has to get out of it some day.
                tested = risk is not None and (risk.inches > 0.0 or not breaks_through(battle, vehicle))
                worth = float(found[number] - costs[number] * tested)
                best = max(best, (worth, legs), key=lambda each: each[0])
                known += 1
                break
        if known == KNOWN or (known and best[0] >= guessed[rank]):
            break
    presses_on = breaks_through(battle, vehicle) and not keeps_back(battle, vehicle)
    if presses_on and not any(leg.inches for leg in best[1]):
        return best[0], _way_out(ground, ways, every) or best[1]
    return best


def _free(ways: Ways, legs: Sequence[tuple[Leg, ...]]) -> list[bool]:
    """Of each way whether nothing is known to stand in it: cheaper than to judge them all. Staying always
    is."""
    if ways.field.stops.raised:
        return [True] * len(legs)
    return [True, *(by is None for by in ways.field.stoppers(legs[1:]))]


def _way_out(ground: Ground, ways: Ways, ends: Ends) -> tuple[Leg, ...]:
    """Who is wedged backs out: the way from whose end the next one leads nearest to the far edge, if that is
    nearer than here."""
    battle, vehicle = ground.battle, ground.piece
    if ways.driven((Leg(0.0, BENT),)).contact is None:
        return ()
    nearest, best = float(far_through(battle, vehicle, ends.places[:1])[0]) - GETS_OUT, tuple[Leg, ...]()
    for legs, inches in zip(ends.ways, ends.inches.tolist(), strict=True):
        if not 0.0 < inches <= BENT or isinstance(ways.judge(legs), Refusal):
            continue
        out = ways.driven(legs).end
        onward = [ways.field.drive((Leg(float(turn), BENT),), out) for turn in range(0, 360, COARSE)]
        free = [each.end.spot for each in onward if each.contact is None]
        if free:
            far = far_through(battle, vehicle, np.array([(spot.x, spot.y) for spot in free])).min()
            if far < nearest:
                nearest, best = float(far), legs
    return best


def queue(battle: Battle, vehicle: Vehicle) -> float:
    """Who stands in front moves first, so that there is room for those behind: inches to where all want to
    go. Of those who are to get through, who may come furthest, so that nobody slow steps before him."""
    if breaks_through(battle, vehicle):
        far = float(far_through(battle, vehicle, np.array([(vehicle.x, vehicle.y)]))[0])
        return far - fastest(type_of(vehicle))
    rides = [(each.x, each.y) for each in battle.vehicles if each.side != vehicle.side and each.works]
    foot = {unit.id for unit in battle.units if unit.side != vehicle.side}
    spots = rides + [(m.x, m.y) for m in battle.models if m.place == "table" and m.unit in foot]
    return min([hypot(x - vehicle.x, y - vehicle.y) for x, y in spots], default=0.0)


def test_cost(battle: Battle, vehicle: Vehicle, speed: str) -> float:
    """What a test of dangerous ground costs on average: a Skimmer that fails it after going flat out is
    wrecked."""
    aim = through(battle, vehicle) if breaks_through(battle, vehicle) else 0.0
    crash = (points(battle, vehicle) + aim) / 6
    wrecks = type_of(vehicle).skimmer and speed == "flat out"
    return STUCK * points(battle, vehicle) + FAILS * aim + (crash if wrecks else 0.0)


def _ends(battle: Battle, vehicle: Vehicle) -> Ends:
    """Those of the fan that end on the table; staying is the first."""
    kind, table = type_of(vehicle), battle.table
    fan = _fan(kind, fastest(kind, False, not vehicle.carried), breaks_through(battle, vehicle))
    turn = np.radians(vehicle.facing)
    x = vehicle.x + fan.ahead * np.cos(turn) - fan.left * np.sin(turn)
    y = vehicle.y + fan.ahead * np.sin(turn) + fan.left * np.cos(turn)
    rim = kind.width / 2
    inside = (rim < x) & (x < table.width - rim) & (rim < y) & (y < table.depth - rim)
    if breaks_through(battle, vehicle):  # where it still has room to turn to the edge
        inside &= y < table.depth - farthest(hull(vehicle).base)
    inside[0] = True
    places = np.column_stack((x, y, np.full(len(x), vehicle.z)))
    whole = Ends(places, (vehicle.facing + fan.turn) % 360.0, fan.inches, fan.speeds, fan.ways)
    return _kept(whole, np.flatnonzero(inside).tolist())


def _kept(ends: Ends, numbers: list[int]) -> Ends:
    return Ends(
        ends.places[numbers],
        ends.facings[numbers],
        ends.inches[numbers],
        [ends.speeds[number] for number in numbers],
        [ends.ways[number] for number in numbers],
    )


def _joined(one: Ends, two: Ends) -> Ends:
    return Ends(
        np.concatenate((one.places, two.places)),
        np.concatenate((one.facings, two.facings)),
        np.concatenate((one.inches, two.inches)),
        [*one.speeds, *two.speeds],
        [*one.ways, *two.ways],
    )


def _along(battle: Battle, vehicle: Vehicle) -> Ends:
    """Ways along the one that leads to the far edge, straight or with a bend, ahead and backwards: on a road
    further than elsewhere."""
    kind, spots = type_of(vehicle), onward(battle, vehicle)
    least, most = fastest(kind, False, not vehicle.carried), fastest(kind, True, not vehicle.carried)
    ways: list[tuple[Leg, ...]] = []
    for number, last in enumerate(spots):
        for bend in (None, *spots[:number:2]):
            stops = (last,) if bend is None else (bend, last)
            for back in (1.0, -1.0):
                way, (x, y), facing = list[Leg](), (vehicle.x, vehicle.y), vehicle.facing
                for stop in stops:
                    ahead = bearing(Spot(x, y), Spot(*stop)) + (0.0 if back > 0.0 else 180.0)
                    way.append(
                        Leg(turn_between(facing, ahead % 360.0), back * hypot(stop[0] - x, stop[1] - y))
                    )
                    (x, y), facing = stop, ahead % 360.0
                if sum(abs(leg.inches) for leg in way) <= most:
                    ways.append(tuple(way))
    led = [followed(vehicle.spot, vehicle.facing, way) for way in ways]
    inches = [sum(abs(leg.inches) for leg in way) for way in ways]
    return Ends(
        np.array([(path[-1].x, path[-1].y, vehicle.z) for path, _ in led]).reshape(-1, 3),
        np.array([headings[-1] for _, headings in led]),
        np.array(inches),
        [band(kind, far, far > least) for far in inches],
        ways,
    )


@cache
def _fan(kind: VehicleType, most: float, fine: bool) -> Fan:
    """Straight ways all round, backwards too, and ways with a bend; and staying."""
    ways: list[tuple[Leg, ...]] = [(Leg(),)]
    for turn in range(0, 360, FINE if fine else COARSE):
        ahead = turn_between(0.0, float(turn))
        for step in STEPS:
            if step <= most + 1e-6:
                ways.append((Leg(ahead, step),))
                if abs(ahead) > 90.0:
                    ways.append((Leg(turn_between(180.0, ahead), -step),))
        if most >= BENT * 2:
            bends = FINE_BENDS if fine else BENDS
            ways += [(Leg(ahead, BENT), Leg(bend, BENT)) for bend in bends]
            if fine:
                ways += [(Leg(ahead, BENT / 2), Leg(bend, 1.5 * BENT)) for bend in bends]
    led = [followed(Spot(0.0, 0.0), 0.0, way) for way in ways]
    inches = [sum(abs(leg.inches) for leg in way) for way in ways]
    return Fan(
        tuple(ways),
        np.array([path[-1].x for path, _ in led]),
        np.array([path[-1].y for path, _ in led]),
        np.array([headings[-1] for _, headings in led]),
        np.array(inches),
        tuple(band(kind, far) for far in inches),
    )


def best_walk(battle: Battle, question: Route) -> Way:
    """A Walker's way."""
    vehicle = battle.vehicle(question.piece)
    ground = Ground(battle, vehicle)
    spots = [vehicle.spot] + [Spot(*row[:3]) for row in list(question.reach())[::EVERY]]
    places = np.array([(spot.x, spot.y, spot.z) for spot in spots])
    facings = ground.towards(places)
    found = scores(ground, places, facings, ["combat"] * len(spots))
    found += _close(ground, places)
    inches = np.hypot(places[:, 0] - vehicle.x, places[:, 1] - vehicle.y)
    found -= WADES * points(battle, vehicle) * _rough(battle, vehicle, places, inches)
    for number in np.argsort(-found, kind="stable")[:FINE_TRIES].tolist():
        spot, facing = spots[number], float(facings[number])
        if number == 0:
            return Way((vehicle.spot,), facing if room_to_turn(battle, vehicle, facing) else vehicle.facing)
        path = question.path(spot.x, spot.y, spot.z)
        if path is not None and not isinstance(question.judge(path), Refusal):
            return Way(path, facing)
    return Way((vehicle.spot,), vehicle.facing)


def would_dash(battle: Battle, vehicle: Vehicle) -> bool:
    """Whether a Walker that does not fire now would stand better a run away."""
    ground, width, depth = Ground(battle, vehicle), battle.table.width, battle.table.depth
    around = [(vehicle.x + DASH * cos(turn), vehicle.y + DASH * sin(turn), vehicle.z) for turn in ROUND]
    spots = [spot for spot in around if 0.0 < spot[0] < width and 0.0 < spot[1] < depth]
    places = np.array([(vehicle.x, vehicle.y, vehicle.z), *spots])
    found = scores(ground, places, ground.towards(places), ["combat"] * len(places)) + _close(ground, places)
    return bool(found[1:].max() > found[0] + WORTHWHILE)


def scores(ground: Ground, places: Floats, facings: Floats, speeds: Sequence[str]) -> Floats:
    """What it is worth to the piece to have come to places, facing so, at these speeds."""
    worth = ground.worth(places, facings, speeds)
    return worth + _bring(ground, places) + pull(ground.battle, ground.piece, places)


def _bring(ground: Ground, places: Floats) -> Floats:
    """What it is worth to bring those aboard near enemies whom they can hurt, by the way it has to drive."""
    found: Floats = np.zeros(len(places))
    goals = _prey(ground)
    if not goals:
        return found
    aboard = ground.battle.passengers(ground.piece)
    worth = sum(points(ground.battle, unit) for unit in aboard)
    far = far_by_road(ground.battle.table, type_of(ground.piece), goals, places)
    dares = max(1.0, 2.0 - caution(ground.battle, ground.piece) / CAREFUL)
    fights = any(brawls(ground.battle, unit) for unit in aboard)
    near = CLOSE if fights and type_of(ground.piece).open_topped else NEAR
    share = HOLDS if ground.battle.markers else BRING
    found += dares * share * worth * np.exp(-np.maximum(0.0, far - near) / 20.0)
    return found


def _prey(ground: Ground) -> tuple[tuple[float, float], ...]:
    """Where those enemies are to whom the guns of those aboard, or their blows, do something."""
    worth = np.zeros(len(ground.foes))
    for unit in ground.battle.passengers(ground.piece):
        guns = Guns(ground.battle, unit, ground.foes)
        for shares, count in zip(guns.shares, guns.counts, strict=True):
            worth += [count * max(each) * foe.worth for each, foe in zip(shares, ground.foes, strict=True)]
        worth += [blows_worth(ground.battle, unit, foe.piece, True) for foe in ground.foes]
    least = PREY * worth.max(initial=0.0)
    return tuple((foe.x, foe.y) for foe, each in zip(ground.foes, worth, strict=True) if each > least)


def _close(ground: Ground, places: Floats) -> Floats:
    """A Walker that fights well wants to come to grips, by the way it has to walk, unless it is to get
    through."""
    kind = type_of(ground.piece)
    leaves = breaks_through(ground.battle, ground.piece)
    if kind.walker is None or not kind.melee or not ground.foes or leaves:
        return np.zeros(len(places))
    goals = tuple((foe.x, foe.y) for foe in ground.foes)
    found: Floats = -CLOSING * far_by_road(ground.battle.table, kind, goals, places)
    return found


def _limit(vehicle: Vehicle, speed: str) -> str:
    before = vehicle.speed
    vehicle.speed = speed  # type: ignore[assignment]
    found = fire_limit(vehicle)
    vehicle.speed = before
    return found


def _rough(battle: Battle, vehicle: Vehicle, places: Floats, inches: Floats) -> Floats:
    """Whether a way of so many inches seems to lead over bad ground, as if it were straight; its middle and
    both sides of the hull are looked at. To Walkers only dangerous ground is bad, and where their middle
    goes."""
    walks = type_of(vehicle).walker is not None
    areas = [area.polygon for area in all_areas(battle) if (is_dangerous(area) if walks else bad(area))]
    shares = ALONG[-1:] if type_of(vehicle).skimmer else ALONG
    here = np.array([vehicle.x, vehicle.y])
    way = places[:, :2] - here
    spots = way[:, None, :] * shares[:, None] + here
    if not walks:
        aside = np.column_stack((-way[:, 1], way[:, 0])) / np.maximum(inches, 1.0)[:, None]
        aside *= type_of(vehicle).width / 2
        spots = np.concatenate((spots, spots + aside[:, None, :], spots - aside[:, None, :]), axis=1)
    inside = inside_any(spots.reshape(-1, 2), areas).reshape(len(way), -1)
    return (inside.any(axis=1) & (inches > 0.0)).astype(np.float64)
