"""The way of one figure: what it costs, where it can stand, and how it goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from math import hypot, inf

import numpy as np

from warbook.board.bodies import crowded
from warbook.board.geometry import Spot, distance
from warbook.board.kernel import Flags, Floats, Ints, kernel
from warbook.board.land import Place
from warbook.board.paths import Barred, Going, Ground, Path, Reach
from warbook.board.ways import cut
from warbook.books.arap.field.bodies import (
    WITHIN,
    Taken,
    everybody,
    melee_radius,
    profile,
    radius,
    size,
)
from warbook.books.arap.field.ground import floor_of, has_any, level_way, stands_in, stretches
from warbook.books.arap.field.stills import while_still
from warbook.books.arap.movement.facing import FREE, TURN, Footwork, footwork
from warbook.books.arap.movement.gaits import (
    Gait,
    afoot,
    allowance,
    crawls,
    furthest,
    going,
    over_gaps,
)
from warbook.books.arap.state import MELEE_RADIUS, Battle, Figure, Unit, while_at_rest
from warbook.core.questions import Refusal

PLENTY = 1000.0  # inches
FAR = 6.0  # inches beyond its move at which others are nothing to it
TRIES = 6  # places to which ways are sought
STEP = 0.05  # inches by which a way that is too dear is shortened
NEXT = 2.0  # inches from a goal that are next to it
CLOSE_BY = np.array(
    sorted(
        ((x / 2, y / 2, 0.0) for x in range(-4, 5) for y in range(-4, 5) if hypot(x, y) <= 2 * NEXT),
        key=lambda spot: hypot(spot[0], spot[1]),
    )
)
TROUBLE = {
    "wall": "arap.movement.climb-up",
    "block": "arap.movement.climb-up",
    "height": "arap.movement.climb-up",
    "too-far": "arap.movement.basic-move",
    "ground": "arap.movement.difficult-terrain",
}


class Crowd:
    """Those around a unit that is about to move. Enemies bar the way; friends may be passed but not stood
    upon (arap.S20). Hidden enemies are found first (arap.H8), so that nothing tells of them before."""

    def __init__(self, battle: Battle, unit: Unit) -> None:
        all_of = everybody(battle)
        kinds = [_kind(unit, battle.unit(each)) for each in all_of.rank]
        # Of those who are not routing: x, y, z and the melee radius of each.
        self.friends, self.enemies, self.threats = _parted(
            all_of.rows, all_of.builds, all_of.company.owners, np.array(kinds, np.int64)
        )
        self.taken = Taken(self.friends)
        self.around: tuple[float, float, float, float] | None = None  # the box to which it is cut down
        self._kept_off: dict[float, Floats] = {}

    def kept_off(self, melee: float) -> Floats:
        """Where those enemies are who do not run, and how near nobody of such a melee radius may come to
        each. Nobody changes what it gives."""
        found = self._kept_off.get(melee)
        if found is None:
            found = self._kept_off[melee] = self.threats.copy()
            found[:, 3] = np.maximum(melee, found[:, 3]) + WITHIN
        return found

    def near(self, spot: Spot, inches: float) -> Crowd:
        """Those of them who matter to who goes no further than so many inches from the spot. What is cut down
        already to where they matter is left so."""
        if self.around is None:
            return self.within((spot.x - inches, spot.y - inches, spot.x + inches, spot.y + inches))
        return self

    def within(self, box: tuple[float, float, float, float]) -> Crowd:
        """Those of them in a box."""
        cut = Crowd.__new__(Crowd)
        cut.enemies, cut.friends = inside(self.enemies, *box), inside(self.friends, *box)
        cut.threats = inside(self.threats, *box)
        cut.taken, cut.around, cut._kept_off = Taken(cut.friends), box, {}
        return cut


def crowd_of(battle: Battle, unit: Unit) -> Crowd:
    """Those around a unit, looked at once while the battle is at rest."""
    return while_at_rest(battle, (Crowd, unit.id), lambda: Crowd(battle, unit))


OWN, FRIEND, ENEMY, ROUTER = range(4)


def _kind(unit: Unit, other: Unit) -> int:
    """What another unit is to one that moves."""
    if other.side == unit.side:
        return OWN if other.id == unit.id else FRIEND
    return OWN if other.hidden else ROUTER if other.routing else ENEMY


@kernel
def _parted(rows: Floats, builds: Floats, owners: Ints, kinds: Ints) -> tuple[Floats, Floats, Floats]:
    """Of all on the table, whose owners are of such kinds, the friends, the enemies, and where those enemies
    are who do not run, with their melee radii."""
    friends, enemies = np.empty(rows.shape), np.empty(rows.shape)
    threats = np.empty((len(rows), 4))
    beside, against, dreaded = 0, 0, 0
    for n in range(len(rows)):
        kind = kinds[owners[n]]
        if kind == FRIEND:
            friends[beside] = rows[n]
            beside += 1
        elif kind != OWN:
            enemies[against] = rows[n]
            against += 1
        if kind == ENEMY:
            threats[dreaded, :3], threats[dreaded, 3] = rows[n, :3], builds[n, MELEE_RADIUS]
            dreaded += 1
    return friends[:beside].copy(), enemies[:against].copy(), threats[:dreaded].copy()


@kernel
def inside(rows: Floats, west: float, south: float, east: float, north: float) -> Floats:
    """Those of some rows whose middles lie in a box."""
    found = np.empty(rows.shape)
    count = 0
    for n in range(len(rows)):
        if west <= rows[n, 0] <= east and south <= rows[n, 1] <= north:
            found[count] = rows[n]
            count += 1
    return found[:count].copy()


class Walker:
    """A figure about to move."""

    def __init__(self, battle: Battle, figure: Figure, gait: Gait, crowd: Crowd | None = None) -> None:
        self.battle, self.figure, self.gait = battle, figure, gait
        self.unit = battle.unit(figure.unit)
        self.start = figure.spot
        self.most = furthest(battle, figure, gait)
        self.floor = floor_of(battle, radius(battle, figure), afoot(battle, figure, gait))
        crowd = crowd or crowd_of(battle, self.unit)
        near = crowd.near(self.start, self.most + FAR)
        self.blockers, self.friends, self.taken = near.enemies, near.friends, near.taken
        self.threats = near.kept_off(melee_radius(battle, figure))
        self._known: dict[tuple[Path, float | None], Footwork | Refusal] = {}
        self._legs: dict[Path, tuple[float, list[float]] | Refusal] = {}

    # ------------------------------------------------------------ what it costs

    def judge(self, path: Path) -> float | Refusal:
        """What the way costs by the cheapest footwork; a refusal if it may not be gone."""
        if len(path) < 2:
            return 0.0
        done = self.footwork(path)
        return done if isinstance(done, Refusal) else done.cost

    def footwork(self, path: Path, wanted: float | None = None) -> Footwork | Refusal:
        """How the way is gone, to the facing that is wanted if it can be paid for (arap.S21)."""
        key = path, wanted
        if key not in self._known:
            self._known[key] = self._footwork(path, wanted)
        return self._known[key]

    def _footwork(self, path: Path, wanted: float | None) -> Footwork | Refusal:
        if path not in self._legs:
            self._legs[path] = self._paid(path)
        paid = self._legs[path]
        if isinstance(paid, Refusal):
            return paid
        inches, costs = paid
        done = footwork(self.figure.facing, path, costs, inches, wanted)
        if done.cost > inches + 1e-6:
            words = f"that way costs {done.cost:.2f} inches and only {inches:g} may be spent"
            return Refusal(words, "arap.movement.basic-move")
        return done

    def _paid(self, path: Path) -> tuple[float, list[float]] | Refusal:
        """What it may spend on a way, and what each leg costs, however it turns."""
        inches = allowance(self.battle, self.figure, self.gait, path)
        if isinstance(inches, Refusal):
            return inches
        if len(path) < 2:
            return inches, []
        refusal = self.may_end(path[-1])
        if refusal:
            return refusal
        costs = self.leg_costs(path)
        return costs if isinstance(costs, Refusal) else (inches, costs)

    def goes_like(self, other: Walker) -> bool:
        """Whether both walk over the same ground at the same prices, at their full height, and nobody keeps
        them from coming near."""
        if self.gait.kind != "walk" or self.most <= 0 or self.figure.prone or self.unit.shuns:
            return False
        return self.floor is other.floor and self.plainly == other.plainly and self._tall == other._tall

    def can_pay(self, path: Path, cost: float) -> bool:
        """Whether it can pay for a straight way over plain ground that costs so much."""
        if cost == inf:
            return False
        self._legs[path] = self.most, [cost]
        return not isinstance(self.judge(path), Refusal)

    @cached_property
    def plainly(self) -> Going:
        """As it goes where nothing is climbed."""
        return going(self.battle, self.figure, self.gait, PLENTY)

    def leg_costs(self, path: Path) -> list[float] | Refusal:
        """What each leg costs straight ahead, climbing included (arap.movement.cross-over)."""
        floor = self._floor_for(path)
        if isinstance(floor, Refusal):
            return floor
        plain = self.plainly
        if len(path) == 2:
            cost = floor.cost(path, plain, self.blockers)
            if cost < inf and level_way(self.battle, path[0], path[1], self.floor.radius):
                return [cost]
            if cost < inf:
                climbed = floor.cost(path, self._climbing, self.blockers) - cost
                return [cost + _climb(climbed, path[0], path[1])]
        costs = []
        for leg in pairwise(path):
            walk = floor.judge(leg, plain, self.blockers, end=leg[1] is path[-1])
            if isinstance(walk, Barred):
                return self._refused(walk, path)
            climb = floor.judge(leg, self._climbing, self.blockers, end=False)
            climbed = 0.0 if isinstance(climb, Barred) else climb.cost - walk.cost
            costs.append(walk.cost + _climb(climbed, *leg))
        return costs

    def may_end(self, spot: Spot) -> Refusal | None:
        """G43: not within an enemy's melee radius, and not on a friend."""
        if not unthreatened(self.threats, float(spot.x), float(spot.y), float(spot.z)):
            return Refusal("only a Charge leads into melee: an enemy is too near there", "arap.G43")
        if spot != self.start and self._over_gap(spot):
            return Refusal("one may not stop over a gap", "arap.movement.jump-short-of-gap")
        if self.taken.full(spot, self.floor.radius, self._tall):
            return Refusal("another figure stands there", "arap.basics.measurement")
        return self._shunned(spot)

    def _over_gap(self, spot: Spot) -> bool:
        return has_any(self.battle, "gap") and stands_in(self.battle, spot, lambda kind: kind.gap)

    def may_stop(self, spots: Floats) -> Flags:
        """At which of many spots nothing keeps it from ending."""
        figure, battle = self.figure, self.battle
        free = self.taken.room(spots, radius(battle, figure), self._tall)
        if len(self.threats):
            free &= self._clear_of(spots)
        if self.unit.shuns or has_any(battle, "gap"):
            for row in np.flatnonzero(free).tolist():
                free[row] = self.may_end(Spot(*spots[row].tolist())) is None
        return free

    def _clear_of(self, spots: Floats) -> Flags:
        """G43: which of many spots are in nobody's melee radius."""
        away = spots[:, None, :] - self.threats[None, :, :3]
        away *= away
        square = away[:, :, 0] + away[:, :, 1] + away[:, :, 2]
        return np.asarray((square > self.threats[:, 3] ** 2).all(axis=1))

    def stands(self, spot: Spot) -> bool:
        """Whether it could stop there at all, whoever of its own unit is there."""
        return self.floor.holds(spot) and self.may_end(spot) is None

    @cached_property
    def _tall(self) -> float:
        kind = size(self.battle, self.figure)
        return float(kind.height_prone if self.figure.prone else kind.height)

    @cached_property
    def _climbing(self) -> Going:
        return going(self.battle, self.figure, self.gait, PLENTY, 1.0)

    def _floor_for(self, path: Path) -> Ground | Refusal:
        """arap.movement.free-jump: over gaps that are narrow enough one goes as over ground; wider ones are
        jumped by who has committed to it."""
        if self.gait.kind == "leap" or not over_gaps(self.battle, self.figure, self.gait, path):
            return self.floor
        free = size(self.battle, self.figure).free_step
        crossings = stretches(self.battle, path, lambda kind: kind.gap)
        if any(each.inches > free + 1e-6 for each in crossings):
            return Refusal("the gap is too wide to step over", "arap.movement.free-jump")
        return floor_of(self.battle, radius(self.battle, self.figure), "leap")

    def _refused(self, barred: Barred, path: Path) -> Refusal:
        return Refusal(barred.words, TROUBLE.get(barred.kind, "arap.movement.basic-move"))

    def _shunned(self, spot: Spot) -> Refusal | None:
        """arap.melee.break-off-next-turn: not nearer to a unit that it broke off from."""
        for enemy in self.unit.shuns:
            them = self.battle.standing(self.battle.unit(enemy))
            before = min((distance(self.start, foe) for foe in them), default=0.0)
            if them and min(distance(spot, foe) for foe in them) < before - 1e-6:
                return Refusal(
                    "it may not approach whom it has broken off from", "arap.melee.break-off-next-turn"
                )
        return None

    # ------------------------------------------------------------ where it can go

    @cached_property
    def reaches(self) -> list[Reach]:
        """By the price of ground and climbing alone, which bars turns that cost more than is left: on ground
        that needs no dice with the basic move, and on other ground with what the dice gave."""
        hidden = tuple([unit.id for unit in self.battle.units if unit.hidden])
        key = Walker, self.figure.id, self.gait, self.most, hidden
        return while_still(self.battle, key, self._reaches)

    def _reaches(self) -> list[Reach]:
        found = []
        for floor, inches in self._searches():
            there = going(self.battle, self.figure, self.gait, inches, 1.0)
            found.append(floor.reach(self.start, there, self.blockers, self.friends))
        return found

    def _searches(self) -> list[tuple[Ground, float]]:
        battle, figure, gait = self.battle, self.figure, self.gait
        if self.most <= 0:
            return []
        base, foot = radius(battle, figure), afoot(battle, figure, gait)
        rolled = float(gait.rolled or 0)
        if gait.kind == "tactical":
            return [(floor_of(battle, base, foot, "flat"), rolled)]
        barred = "variable" if battle.rulings.variable_terrain else ""
        basic = float(profile(battle, figure).move)
        if gait.kind == "swim":
            return [
                (floor_of(battle, base, "walk", barred), basic),
                (floor_of(battle, base, foot, barred), rolled),
            ]
        found = [(floor_of(battle, base, foot, barred), basic)]
        if barred and gait.rolled is not None:
            crawl = crawls(battle, figure, gait) and gait.crawled is not None
            found.append((self.floor, float(gait.crawled or 0) if crawl else rolled))
        return found

    def spots(self) -> Sequence[Sequence[float]]:
        """Where it may stop, the start first."""
        here = self.start
        found = [(here.x, here.y, here.z)]
        for reach, (_, inches) in zip(self.reaches, self._searches(), strict=True):
            near = reach.cost + self._about(reach.spots) <= inches + 1e-6
            found += map(tuple, reach.spots[near & self.may_stop(reach.spots)].tolist())
        return list(dict.fromkeys(found))

    def path(self, x: float, y: float, z: float | None) -> Path | None:
        """A legal way to the spot, or as far towards it as one gets."""
        goal = Spot(x, y, self.start.z if z is None else z)
        straight = (self.start, goal)
        if not isinstance(self.judge(straight), Refusal):
            return straight
        ways = [reach.path(reach.nearest(x, y, z)) for reach in self.reaches]
        kept = [way for each in ways if (way := self.afforded(each)) is not None]
        return min(kept, key=lambda way: distance(way[-1], goal), default=(self.start,))

    def nearest(self, goal: Spot, allowed: Callable[[Floats], Flags], leaves: bool = False) -> Path | None:
        """A legal way to the place nearest to a goal of those that are allowed; None if none is nearer than
        where it stands, unless it leaves that in any case."""
        best: tuple[float, Path] | None = None
        for reach in self.reaches:
            away = np.hypot(reach.spots[:, 0] - goal.x, reach.spots[:, 1] - goal.y)
            away += np.abs(reach.spots[:, 2] - goal.z)
            here = inf if leaves else float(away[0])
            rows = np.flatnonzero(away < min(here, best[0] if best else inf))
            rows = rows[allowed(reach.spots[rows]) & self.may_stop(reach.spots[rows])]
            for row in rows[np.argsort(away[rows], kind="stable")][:TRIES].tolist():
                way: Path = (self.start, Spot(*reach.spots[row].tolist()))
                if isinstance(self.judge(way), Refusal):
                    way = reach.path(row)
                if not isinstance(self.judge(way), Refusal):
                    best = float(away[row]), way
                    break
        return best[1] if best else None

    def straight_beside(self, goal: Spot, placed: Taken, link: float) -> Path | None:
        """The straight way to a goal, or to the place next to it, in coherency with those who are placed, and
        with room to stand upright among them; None if there is none close by."""
        start, high = self.start, float(size(self.battle, self.figure).height)
        spots, turns = close_by(
            (float(goal.x), float(goal.y), float(goal.z)), (float(start.x), float(start.y), float(start.z)),
            float(self.figure.facing), self.most, placed.rows, link, self.floor.radius, high, self.threats,
        )  # fmt: skip
        if not len(spots):
            return None
        there = going(self.battle, self.figure, self.gait, self.most)
        row = self.floor.first_stop(
            self.start, spots, turns, there, self.blockers, self.taken.rows, self._tall
        )
        path = (self.start, Spot(*spots[row].tolist()))
        return None if row < 0 or isinstance(self.judge(path), Refusal) else path

    def afforded(self, way: Path) -> Path | None:
        """As much of a way as may be gone and stopped after."""
        if not isinstance(self.judge(way), Refusal):
            return way
        long = sum(distance(a, b) for a, b in pairwise(way))
        while long > STEP:
            long -= max(STEP, long / 20)
            shorter = cut(way, long)
            if not isinstance(self.judge(shorter), Refusal):
                return shorter
        return None

    def _about(self, spots: Floats) -> Floats:
        """What it takes to turn towards each spot and go straight there, beyond the free turn."""
        along, across = spots[:, 0] - self.start.x, spots[:, 1] - self.start.y
        turn = (np.degrees(np.arctan2(across, along)) - self.figure.facing + 180.0) % 360.0 - 180.0
        return np.where((np.abs(turn) > FREE + 1e-6) & (np.hypot(along, across) >= 1e-6), 0.5, 0.0)


@kernel
def unthreatened(threats: Floats, x: float, y: float, z: float) -> bool:
    """Whether a place is in no threat's reach (x, y, z, inches)."""
    for k in range(len(threats)):
        dx, dy, dz = x - threats[k, 0], y - threats[k, 1], z - threats[k, 2]
        if dx * dx + dy * dy + dz * dz <= threats[k, 3] ** 2:
            return False
    return True


@kernel
def close_by(
    goal: Place,
    start: Place,
    facing: float,
    most: float,
    placed: Floats,
    link: float,
    radius: float,
    tall: float,
    threats: Floats,
) -> tuple[Floats, Floats]:
    """The places next to a goal, the nearest first, that are no further than so many inches from the start,
    within the link of somebody placed and free of all of them, and in no threat's reach (x, y, z, inches);
    and what it costs to turn towards each."""
    spots, turns = np.empty(CLOSE_BY.shape), np.empty(len(CLOSE_BY))
    count = 0
    for n in range(len(CLOSE_BY)):
        x, y, z = goal[0] + CLOSE_BY[n, 0], goal[1] + CLOSE_BY[n, 1], goal[2] + CLOSE_BY[n, 2]
        along, across, up = x - start[0], y - start[1], z - start[2]
        if along * along + across * across + up * up > most * most:
            continue
        if not _any_near(placed, x, y, z, link) or crowded(placed, x, y, z, radius, tall):
            continue
        if unthreatened(threats, x, y, z):
            spots[count, 0], spots[count, 1], spots[count, 2] = x, y, z
            turn = (np.degrees(np.arctan2(across, along)) - facing + 180.0) % 360.0 - 180.0
            turned = abs(turn) > FREE + 1e-6 and np.hypot(along, across) >= 1e-6
            turns[count] = TURN if turned else 0.0
            count += 1
    return spots[:count], turns[:count]


@kernel
def _any_near(rows: Floats, x: float, y: float, z: float, inches: float) -> bool:
    for k in range(len(rows)):
        dx, dy, dz = x - rows[k, 0], y - rows[k, 1], z - rows[k, 2]
        if dx * dx + dy * dy + dz * dz <= inches * inches:
            return True
    return False


def _climb(climbed: float, a: Spot, b: Spot) -> float:
    """What one leg's climbing costs: the board counts up and down, of a wall that is crossed only the height
    is paid (arap.movement.cross-over); who stays up or down pays all of it."""
    return 0.5 * climbed + 0.5 * min(climbed, abs(b.z - a.z)) if climbed > 1e-9 else 0.0
