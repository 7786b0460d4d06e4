"""The ways of a Charge: how a figure comes within reach of an enemy, where the others go, and running."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, inf, radians, sin
from typing import TypeAlias

import numpy as np
from msgspec import Struct

from warbook.board.geometry import Spot, bearing, distance
from warbook.board.kernel import Floats, Ints, kernel
from warbook.board.paths import Barred, Going, Ground, Path
from warbook.board.ways import cut, length
from warbook.books.arap.field.bodies import (
    WITHIN,
    Taken,
    has,
    melee_radius,
    profile,
    radius,
    size,
    upright,
    within,
)
from warbook.books.arap.field.ground import floor_of
from warbook.books.arap.field.stills import while_still
from warbook.books.arap.movement.facing import FREE
from warbook.books.arap.movement.gaits import WALKING
from warbook.books.arap.movement.walking import Crowd, crowd_of
from warbook.books.arap.state import Battle, Figure, Unit, resting

CLOSE = 0.01  # inches between bases that touch
RING = 0.25  # inches between the rings of places that are tried around an enemy
STEP = 0.1  # inches by which a way is shortened until there is room
TURNS = (0, 20, -20, 40, -40, 60, -60, 90, -90, 120, -120, 150, -150, 180)
FAR = 30.0  # inches: no Charge goes further
TURN_COST = 0.5  # arap.movement.extra-turns


class Approach(Struct, frozen=True):
    """A way to within reach of an enemy figure, and what it costs. `obstacle`: after how many inches it meets
    something that takes an Initiative test, 0 if there is none; who jumps down is tested where he lands
    (arap.movement.jump-into-melee)."""

    path: Path
    cost: float
    foe: str
    obstacle: float = 0.0
    jumps: bool = False


Ways: TypeAlias = tuple[Approach | None, Approach | None]
"""Without a test and with one."""


class Searched(Struct):
    """How far ways round were looked for. If none was in vain, whoever looks as far or further finds the
    same."""

    furthest: float = 0.0
    in_vain: bool = False


class Runner:
    """A figure that is about to go somewhere at a run. Of those who flee the roll allows for turning about
    (arap.charge.run-distance)."""

    def __init__(self, battle: Battle, figure: Figure, crowd: Crowd, flees: bool = False) -> None:
        self.battle, self.figure, self.crowd, self.flees = battle, figure, crowd, flees
        self._costs: dict[tuple[Path, float], float] = {}
        self.floor = run_on(battle, figure)

    def cost(self, path: Path, climb: float = 0.0) -> float:
        """In inches of the Charge roll: terrain takes its price (arap.charge.terrain,
        arap.charge.terrain-applies), obstacles their height, and a turn of more than 90 degrees half an inch:
        nobody Charges backwards (arap.movement.backwards-charge). `climb` is the height of what it gets over
        by a test, as far as it takes one."""
        key = path, climb
        if key not in self._costs:
            self._costs[key] = self._cost(path, climb)
        return self._costs[key]

    def _cost(self, path: Path, climb: float) -> float:
        going = self.going(FAR, climb, path[-1].z - path[0].z)
        found = self.floor.cost(path, going, self.crowd.enemies)
        if found == inf or len(path) < 2 or self.flees:
            return found
        off = abs((bearing(path[0], path[1]) - self.figure.facing + 180.0) % 360.0 - 180.0)
        return found + (TURN_COST if off > FREE + 1e-6 else 0.0)

    def first_stop(self, goals: Floats, inches: float, taken: Taken, climb: float = 0.0) -> int:
        """The first of some places (n, 3) to which it gets straight and where there is room for it; -1 if
        there is none."""
        figure = self.figure
        extra = np.zeros(len(goals))
        if not self.flees:
            along, across = goals[:, 0] - figure.x, goals[:, 1] - figure.y
            off = (np.degrees(np.arctan2(across, along)) - figure.facing + 180.0) % 360.0 - 180.0
            extra[np.abs(off) > FREE + 1e-6] = TURN_COST
        rise = float(goals[0, 2]) - figure.z if len(goals) else 0.0
        going = self.going(min(inches + WITHIN, FAR), climb, rise)
        high = size(self.battle, figure).height
        return self.floor.first_stop(figure.spot, goals, extra, going, self.crowd.enemies, taken.rows, high)

    def way(
        self, goal: Spot, inches: float, climb: float = 0.0, searched: Searched | None = None
    ) -> Path | None:
        """Straight there, else round what is in the way."""
        straight = (self.figure.spot, goal)
        if self.cost(straight, climb) < inf:
            return straight
        if climb:
            return None
        # Most ways round are not much longer than the straight one: it looks for these first.
        near = 1.3 * distance(*straight) + 2.0
        if searched is not None:
            searched.furthest = max(searched.furthest, near)
        if near <= inches and (way := self._round(goal, near)) is not None:
            return way
        if searched is not None:
            searched.in_vain = True
        return self._round(goal, inches) if distance(*straight) <= inches else None

    def _round(self, goal: Spot, inches: float) -> Path | None:
        going = self.going(inches)
        return self.floor.shortest(self.figure.spot, goal, going, self.crowd.enemies, self.crowd.friends)

    def obstacle(self, path: Path) -> float:
        """How far it is to what only a test takes one over."""
        gone = 0.0
        for leg in pairwise(path):
            found = self.floor.judge(leg, self.going(FAR), self.crowd.enemies, end=False)
            if isinstance(found, Barred):
                return max(0.05, gone + (distance(leg[0], found.at) if found.at else 0.0))
            gone += distance(*leg)
        return 0.0

    def going(self, inches: float, climb: float = 0.0, rise: float = 0.0) -> Going:
        return running(self.battle, self.figure, inches, climb, rise)


def run_on(battle: Battle, figure: Figure) -> Ground:
    """What it runs over."""
    swims, leaps = has(battle, figure, "gills"), has(battle, figure, "leaper")
    return floor_of(battle, radius(battle, figure), "swim" if swims else "leap" if leaps else "walk")


def running(battle: Battle, figure: Figure, inches: float, climb: float = 0.0, rise: float = 0.0) -> Going:
    """How it runs, to a place so much higher. The board counts inches up and down: of a wall that is crossed
    only the height is paid, of a step all of it (arap.movement.cross-over), and of a jump down nothing
    (arap.movement.jump-down)."""
    body = size(battle, figure)
    jumps = climb > 0.0 and rise < -body.height
    price = 0.0 if jumps else 1.0 if abs(rise) > body.free_step else 0.5
    return Going(inches, 0.0, body.free_step, max(body.height, climb), WALKING, 2.0, price)


def by_test(battle: Battle, figure: Figure, foe: Figure) -> float:
    """One test takes him as high as he moves, and what is higher is impassable (arap.charge.multiple-tests);
    but he jumps down into melee from wherever one may jump down (arap.movement.jump-into-melee,
    arap.movement.jump-down-limit)."""
    if foe.z < figure.z - size(battle, figure).height:
        return battle.scenario.longest_drop
    return float(profile(battle, figure).move)


def approach(battle: Battle, unit: Unit, target: Unit, most: float = FAR) -> Approach | None:
    """arap.charge.success: the way of the member that has the least to go until it has an enemy within its
    own melee radius; round what is impassable, else over what takes one test (arap.charge.obstacle-test)."""
    plain, over = approaches(battle, unit, target, most)
    return over if over is not None and (plain is None or plain.cost > most >= over.cost) else plain


@resting
def approaches(battle: Battle, unit: Unit, target: Unit, most: float = FAR) -> Ways:
    """The way without a test, and the one with it where that is shorter."""
    fallen = tuple([figure.id for figure in battle.standing(unit) if figure.down])
    hidden = tuple([each.id for each in battle.units if each.hidden])
    key = approaches, unit.id, target.id, fallen, hidden
    known: list[tuple[float, float, Ways]] = while_still(battle, key, list)
    for least, furthest, ways in known:
        if least <= most <= furthest:
            return ways
    crowd = crowd_of(battle, unit)
    searched = Searched()
    ways = _ways_there(battle, unit, target, most, crowd, searched)
    known.append((most, most, ways) if searched.in_vain else (searched.furthest, inf, ways))
    return ways


def _ways_there(
    battle: Battle, unit: Unit, target: Unit, most: float, crowd: Crowd, searched: Searched
) -> Ways:
    pairs = sorted(
        ((a, b) for a in battle.standing(unit) if not a.down for b in battle.standing(target)),
        key=lambda pair: distance(pair[0].spot, pair[1].spot),
    )[:6]
    plain = _least(_approaches(battle, crowd, pairs, most, False, searched))
    if plain is not None and len(plain.path) <= 2 and plain.path[0] == pairs[0][0].spot:
        return plain, None
    over = _least(
        each
        for each in _approaches(battle, crowd, pairs, most, True, searched)
        if each.obstacle or each.jumps
    )
    return plain, over if over is not None and (plain is None or over.cost < plain.cost) else None


def _least(found: Iterable[Approach]) -> Approach | None:
    return min(found, key=lambda each: each.cost, default=None)


def _approaches(
    battle: Battle,
    crowd: Crowd,
    pairs: Sequence[tuple[Figure, Figure]],
    most: float,
    climb: bool,
    searched: Searched,
) -> Iterator[Approach]:
    least = inf
    for figure, foe in pairs:
        reach, far = melee_radius(battle, figure), distance(figure, foe)
        if within(far, reach):
            yield Approach((figure.spot,), 0.0, foe.id)
            least = 0.0
        if least <= far - reach:
            continue  # no way there is shorter than the straight one
        runner = Runner(battle, figure, crowd)
        high = by_test(battle, figure, foe) if climb else 0.0
        for goal in _goals(runner, foe, reach, high):
            path = runner.way(goal, most, high, searched)
            if path is not None:
                met = runner.obstacle(path) if climb else 0.0
                jumps = met > 0 and path[-1].z < path[0].z
                cost = runner.cost(path, high)
                yield Approach(path, cost, foe.id, 0.0 if jumps else met, jumps)
                if not climb or met:
                    least = min(least, cost)
                break


def _goals(runner: Runner, foe: Figure, reach: float, climb: float) -> list[Spot]:
    """Where a Charger has the enemy just within reach: before him, or beyond where nobody can stand there, as
    at the edge of a floor that is climbed to."""
    straight = _beside(foe, runner.figure.spot, reach, 0)
    if runner.cost((runner.figure.spot, straight), climb) < inf:
        return [straight]
    goals = [_beside(foe, runner.figure.spot, reach, turn) for turn in TURNS]
    before = goals[:5]
    if any(runner.floor.holds(goal) for goal in before):
        return before
    return [goal for goal in goals[5:] if runner.floor.holds(goal)]


@resting
def charge_ways(battle: Battle, unit: Unit, target: Unit, inches: float, first: Approach) -> dict[str, Path]:
    """arap.charge.followers: the ways of all: to an enemy whom nobody has engaged yet, else to any, else as
    near to the others as they get."""
    crowd = crowd_of(battle, unit)
    foes = battle.standing(target)
    taken = Taken(crowd.enemies, crowd.friends)
    ways: dict[str, Path] = {}
    engaged: dict[str, int] = {foe.id: 0 for foe in foes}
    climb = first.obstacle > 0 or first.jumps
    members = [figure for figure in battle.standing(unit) if not figure.down]
    members.sort(
        key=lambda each: (
            each.spot != first.path[0],
            min((distance(each, foe) for foe in foes), default=0.0),
        )
    )
    for figure in members:
        runner = Runner(battle, figure, crowd)
        order = sorted(foes, key=lambda foe: (engaged[foe.id] > 0, distance(figure, foe)))
        found = _beside_one(battle, runner, order[:8], inches, taken, climb)
        if found is None and first.path[0] == figure.spot and not ways:
            found = first.path, first.foe
        if found is not None:
            path, foe = found
            engaged[foe] += 1
        else:
            path = _near_comrades(battle, runner, inches, taken, [way[-1] for way in ways.values()])
        ways[figure.id] = path
        taken.add(battle, figure, path[-1])
    return ways


def _beside_one(
    battle: Battle, runner: Runner, foes: Sequence[Figure], inches: float, taken: Taken, climb: bool
) -> tuple[Path, str] | None:
    """The first of the enemies that it gets at, in contact if it can."""
    figure = runner.figure
    reach, own = melee_radius(battle, figure), radius(battle, figure)
    near = [foe for foe in foes if distance(figure, foe) <= inches + reach + CLOSE]
    high = by_test(battle, figure, near[0]) if climb and near else 0.0
    if climb:
        near = [foe for foe in near if by_test(battle, figure, foe) == high]
    if near:
        rows = [(foe.x, foe.y, foe.z, min(reach, own + radius(battle, foe) + CLOSE)) for foe in near]
        goals, whose = places_beside(np.array(rows), figure.x, figure.y, reach)
        row = runner.first_stop(goals, inches, taken, high)
        if row >= 0:
            return (figure.spot, Spot(*goals[row].tolist())), near[whose[row]].id
    nearest = next(iter(foes), None)
    if nearest is None or climb:
        return None
    goal = _beside(nearest, figure.spot, reach, 0)
    way = runner.way(goal, inches)
    if way is None or not within(runner.cost(way), inches):
        return None
    return None if taken.overlaps(upright(battle, figure, goal)) else (way, nearest.id)


@kernel
def places_beside(foes: Floats, x: float, y: float, reach: float) -> tuple[Floats, Ints]:
    """The places around each of some enemies (x, y, z, how near one may stand) in rings out to one's reach,
    those towards a point first; and whose they are."""
    most = len(TURNS) * int(reach / RING + 2.0)
    goals, whose = np.empty((len(foes) * most, 3)), np.empty(len(foes) * most, np.int64)
    count = 0
    for k in range(len(foes)):
        front = np.degrees(np.arctan2(y - foes[k, 1], x - foes[k, 0]))
        apart, last = foes[k, 3], False
        while not last:
            last = apart >= reach - 1e-6
            if last:
                apart = reach
            for turn in TURNS:
                angle = np.radians(front + turn)
                goals[count, 0], goals[count, 1] = (
                    foes[k, 0] + apart * np.cos(angle),
                    foes[k, 1] + apart * np.sin(angle),
                )
                goals[count, 2], whose[count] = foes[k, 2], k
                count += 1
            apart += RING
    return goals[:count], whose[:count]


def _near_comrades(
    battle: Battle, runner: Runner, inches: float, taken: Taken, spots: Sequence[Spot]
) -> Path:
    """As close to those who fight as it gets; in coherency if it can."""
    figure = runner.figure
    if not spots:
        return (figure.spot,)
    goal = min(spots, key=lambda spot: distance(spot, figure))
    return towards(battle, runner, goal, inches, taken)


def towards(battle: Battle, runner: Runner, goal: Spot, inches: float, taken: Taken) -> Path:
    """As far as it gets on the way to a place, and finds room to stop."""
    figure = runner.figure
    way: Path = (figure.spot, goal)
    if runner.cost(way) == inf:
        going = runner.going(inches)
        reach = runner.floor.reach(figure.spot, going, runner.crowd.enemies, runner.crowd.friends)
        way = reach.path(reach.nearest(goal.x, goal.y, goal.z))
    long = min(inches, length(way))
    if len(way) == 2 and long > STEP:
        shares = np.arange(long, STEP, -STEP)[:, None] / distance(*way)
        begin = np.array((figure.x, figure.y, figure.z))
        goals = begin + shares * (np.array((way[1].x, way[1].y, way[1].z)) - begin)
        row = runner.first_stop(goals, inches, taken)
        return (figure.spot, Spot(*goals[row].tolist())) if row >= 0 else (figure.spot,)
    own, high = radius(battle, figure), size(battle, figure).height
    while long > STEP:
        shorter = cut(way, long)
        fits = not taken.full(shorter[-1], own, high) and runner.floor.holds(shorter[-1])
        if fits and within(runner.cost(shorter), inches):
            return shorter
        long -= STEP
    return (figure.spot,)


@resting
def short_of(battle: Battle, unit: Unit, target: Unit, inches: float, gap: float = CLOSE) -> dict[str, Path]:
    """arap.charge.failed, arap.G3: everybody goes so far towards the target and stops outside its melee
    radius, and his own."""
    crowd = crowd_of(battle, unit)
    foes = battle.standing(target)
    taken = Taken(crowd.enemies, crowd.friends)
    ways: dict[str, Path] = {}
    for figure in sorted(
        battle.standing(unit),
        key=lambda each: min((distance(each, foe) for foe in foes), default=0.0),
    ):
        foe = min(foes, key=lambda each: distance(each, figure))
        room = distance(figure, foe) - max(melee_radius(battle, figure), melee_radius(battle, foe)) - gap
        path = towards(battle, Runner(battle, figure, crowd), foe.spot, min(inches, room), taken)
        while len(path) > 1 and _within_melee(battle, figure, path[-1], crowd):
            path = _shorter(path)
        ways[figure.id] = path
        taken.add(battle, figure, path[-1])
    return ways


def _shorter(path: Path) -> Path:
    long = length(path) - STEP
    return cut(path, long) if long > STEP else path[:1]


def _within_melee(battle: Battle, figure: Figure, spot: Spot, crowd: Crowd) -> bool:
    own = melee_radius(battle, figure)
    return any(
        within(distance(spot, Spot(x, y, z)), max(own, reach)) for x, y, z, reach in crowd.threats.tolist()
    )


@resting
def away(battle: Battle, unit: Unit, cause: Spot, inches: float) -> dict[str, Path]:
    """arap.charge.run-distance, arap.G9: straight away from somebody, bending round what is impassable and
    stopping at the edge of the table."""
    crowd = crowd_of(battle, unit)
    taken = Taken(crowd.enemies, crowd.friends)
    ways: dict[str, Path] = {}
    table = battle.table
    flight = bearing(cause, _middle(battle.standing(unit)))
    for figure in sorted(battle.standing(unit), key=lambda each: -distance(each, cause)):
        own = radius(battle, figure)
        far = Spot(
            min(max(figure.x + inches * cos(radians(flight)), own), table.width - own),
            min(max(figure.y + inches * sin(radians(flight)), own), table.depth - own),
            figure.z,
        )
        path = towards(battle, Runner(battle, figure, crowd, True), far, inches, taken)
        ways[figure.id] = path
        taken.add(battle, figure, path[-1])
    return ways


def _middle(figures: Sequence[Figure]) -> Spot:
    count = len(figures)
    return Spot(
        sum(each.x for each in figures) / count, sum(each.y for each in figures) / count, figures[0].z
    )


def _beside(foe: Figure, seen_from: Spot, apart: float, turn: float) -> Spot:
    return _off(foe, apart, bearing(foe, seen_from) + turn)


def _off(foe: Figure, apart: float, heading: float) -> Spot:
    angle = radians(heading)
    return Spot(foe.x + apart * cos(angle), foe.y + apart * sin(angle), foe.z)
