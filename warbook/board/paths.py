"""Where a base can go, by which way, and what is wrong with a way that somebody draws.

A cost is horizontal inches times what the ground charges, plus the height of ladders climbed, plus
`leap_cost` for each wall or step that is higher than `free_wall`, and `climb_cost` for each inch climbed up
and down it.
"""

from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from itertools import pairwise
from math import hypot, inf
from typing import Literal, TypeAlias

import numpy as np
from msgspec import Struct

from warbook.board import strides
from warbook.board.bends import drawn_straight, fitting, legs_cost, one_leg
from warbook.board.bodies import KEEP, NOBODY, Other, Others, body_rows, overlaps
from warbook.board.geometry import Spot, distance
from warbook.board.kernel import Floats, Ints
from warbook.board.land import (
    BLOCK,
    CAUSE,
    CLIMBED,
    CROSSED,
    DIFFICULT,
    EDGE,
    FREE,
    FREE_WALL,
    GROUND,
    LEAPS,
    MODEL,
    RISE,
    TROUBLE,
    VERY_DIFFICULT,
    WALL,
    WIDTH,
    Land,
    Place,
    Sheets,
    desk_for,
)
from warbook.board.legs import levels
from warbook.board.memory import recall
from warbook.board.net import SPACING, Mesh, NetSheets, lattice, priced, stops, weave
from warbook.board.rims import Rim
from warbook.board.search import around, arrive, blank_notes, keep_off, search, spread, vacant, way_cost
from warbook.board.shapes import KINDS, TINY, rows, with_areas
from warbook.board.survey import free_nodes, survey
from warbook.board.terrain import Area, Table

Path: TypeAlias = tuple[Spot, ...]
Trouble: TypeAlias = Literal[
    "too-far", "wall", "block", "edge", "model", "ground", "height", "start", "occupied"
]

APART = 0.02
CONTACT = 0.04
MOST_SPOTS = 50_000


class Going(Struct, frozen=True, gc=False):
    """How somebody moves. `factors` is the cost of an inch by kind of ground; kinds left out cost 1.

    Bases are in contact if one stands no more than `contact_rise` above the other.
    """

    allowance: float
    leap_cost: float
    free_wall: float = 1.0
    leap_wall: float = 2.0
    factors: tuple[tuple[str, float], ...] = ()
    contact_rise: float = 2.0
    climb_cost: float = 0.0

    @property
    def least(self) -> float:
        """What an inch costs at least."""
        return min((1.0, *(factor for _, factor in self.factors)))


class Walk(Struct, frozen=True):
    """A legal way: what it costs and the walls and doors it crosses, in order."""

    cost: float
    crossed: tuple[str, ...]


class Barred(Struct, frozen=True):
    """Why a way is not legal, and where."""

    words: str
    at: Spot | None
    kind: Trouble


_STANDING = Going(0.0, 0.0)


def ground_of(table: Table, radius: float) -> "Ground":
    """The ground of a table for one size of base."""
    return recall(table, Ground, radius)


class Ground:
    """All ways over a table for bases of one radius."""

    def __init__(self, table: Table, radius: float) -> None:
        self.table = table
        self.radius = radius
        land = survey(table, radius)
        nodes, cells = lattice(land)
        free = free_nodes(table, radius, land)
        self._flat = land
        self._areas = tuple(area for area in table.areas if area.ground != "open")
        self._patches = land.areas[:0]
        self._mesh = Mesh(
            np.concatenate((nodes, free)), cells, int(table.width / SPACING + 1e-9) + 1, len(nodes)
        )
        self._stands = stops(land, self._mesh.nodes)
        self._notes = blank_notes(len(self._mesh.nodes))
        self._sheets = (*self._mesh,), (*self._notes,)
        self._lands: dict[tuple[float, float], tuple[Sheets, Sheets]] = {}
        self._nets: dict[tuple[float, float], NetSheets] = {}
        self._priced: dict[tuple[object, ...], NetSheets] = {}
        self._loose: dict[tuple[Place, tuple[float, float]], bool] = {}  # spots at which a base does not fit

    def with_areas(self, areas: Sequence[Area]) -> "Ground":
        """The same ground with areas that have come to lie on it since, craters and wrecks. Nothing is
        surveyed anew: they may slow and bar, but not ease."""
        twin = copy(self)
        slow = [area for area in areas if area.ground != "open"]
        known = len(self._flat.areas)
        corners, patched = with_areas(self._flat.corners, self._flat.areas, slow)
        twin._flat = self._flat._replace(corners=corners, areas=patched)
        twin._areas = (*self._areas, *slow)
        twin._patches = np.concatenate((self._patches, patched[known:]))
        twin._lands, twin._loose = {}, {}
        return twin

    def reach(
        self,
        start: Spot,
        going: Going,
        blockers: Others = (),
        occupied: Others = (),
    ) -> "Reach":
        """Everywhere one can stop within the allowance.

        Blockers may be neither touched nor passed; who is merely `occupied` ground may be passed through.
        """
        trip = _Trip(self, start, going, self._kept_off(start, blockers))
        order, cost, source = trip.search(going.allowance, trip.start, inf)
        taken = self._taken(occupied)
        rows = vacant(trip.land, self._stands, self._mesh.nodes, self._patches, order, taken)
        return Reach(trip, order, cost, source, rows)

    def spread(self, spots: Sequence[Spot], going: Going, ladder: float = 0.0) -> tuple[Floats, Floats]:
        """Places all over the table (n, 3), and what it costs about to come to each from the nearest of the
        spots, past nobody, if an inch of a ladder costs so much more: ways go by the net and are not
        straightened. Infinite where none leads."""
        starts = np.array([_place(spot) for spot in spots])
        costs = spread(self._sheets[0], self._net(going), self._sheets[1], starts, float(ladder))
        return self._mesh.nodes, costs

    def judge(
        self,
        path: Sequence[Spot],
        going: Going,
        blockers: Others = (),
        occupied: Others = (),
        end: bool = True,
    ) -> Walk | Barred:
        """What a way costs, or why it is barred; with `end` the base must also be able to stop there."""
        if not path:
            return Barred("a way begins where the model stands", None, "start")
        trip = _Trip(self, path[0], going, self._kept_off(path[0], blockers))
        cost, names = 0.0, list[str]()
        too_far: Spot | None = None
        for a, b in pairwise(path):
            trouble = trip.leg(_place(a), _place(b))
            if trouble:
                return self._barred(trouble, trip.told, a, b, going)
            cost += trip.spent()
            for k in range(int(trip.told[CROSSED])):
                names.append(self.table.walls[int(trip.crossed[k, 1])].name)
            if cost > going.allowance + 1e-6 and too_far is None:
                too_far = b
        if too_far is not None:
            words = f"the way costs {cost:.1f} inches and only {going.allowance:g} may be spent"
            return Barred(words, too_far, "too-far")
        if end and path[-1] != path[0]:
            trouble = fitting(trip.land, _place(path[-1]), trip.told)
            if trouble:
                trip.told[WIDTH] = 1.0
                return self._barred(trouble, trip.told, path[-1], path[-1], going)
            if overlaps(self._taken(occupied), *_place(path[-1])):
                return Barred("the base would end on top of another model", path[-1], "occupied")
        return Walk(cost, tuple(names))

    def cost(
        self,
        path: Sequence[Spot],
        going: Going,
        blockers: Others = (),
        occupied: Others = (),
    ) -> float:
        """What `judge` would say a way costs, sooner and without reasons: infinite if it is barred."""
        land, desk = self._land(going)
        others = body_rows(blockers), body_rows(occupied)
        price = _price(going.factors, going.leap_cost, going.climb_cost)
        cost = way_cost(land, *others, _places(path), price, desk, self.radius + APART, self.radius - TINY)
        return cost if cost <= going.allowance + TINY else inf

    def first_stop(
        self,
        start: Spot,
        goals: Floats,
        extra: Floats,
        going: Going,
        blockers: Floats,
        taken: Floats,
        tall: float,
    ) -> int:
        """The first of some goals (n, 3) at which a base so tall takes up nobody's room and to which it may
        go straight, with what is `extra` for each; -1 if there is none."""
        land, desk = self._land(going)
        price = _price(going.factors, going.leap_cost, going.climb_cost)
        return strides.first_stop(
            land, blockers, taken, _place(start), goals, extra, price, desk, self.radius + APART,
            float(self.radius), float(tall), going.allowance,
        )  # fmt: skip

    def in_step(
        self, starts: Floats, goals: Floats, going: Going, blockers: Floats, threats: Floats, taken: Floats,
        placed: Floats, tall: float, link: float,
    ) -> list[float]:  # fmt: skip
        """What it costs each of some bases so tall to go straight to its goal: see `strides.in_step`."""
        land, desk = self._land(going)
        price = _price(going.factors, going.leap_cost, going.climb_cost)
        found: list[float] = strides.in_step(
            land, blockers, threats, taken, placed, starts, goals, price, desk, self.radius + APART,
            float(self.radius), float(tall), float(link),
        ).tolist()  # fmt: skip
        return found

    def holds(self, spot: Spot) -> bool:
        """Whether a base can be set down at the spot."""
        known = self._loose.get((_place(spot), (_STANDING.free_wall, _STANDING.leap_wall)))
        return not (_Trip(self, spot, _STANDING, NOBODY).loose if known is None else known)

    def stood_upon(self) -> tuple[Sheets, Floats]:
        """The land for who stands somewhere, and a page for what `fits` tells of it."""
        land, desk = self._land(_STANDING)
        return land, desk[0]

    def stands(self, spot: Spot) -> Barred | None:
        """Why a base cannot be set down at the spot; None if it can."""
        if self.holds(spot):
            return None
        going = _STANDING
        trip = _Trip(self, spot, going, NOBODY)
        trouble = fitting(trip.land, _place(spot), trip.told)
        trip.told[WIDTH] = 1.0
        return self._barred(trouble, trip.told, spot, spot, going)

    def shortest(
        self,
        start: Spot,
        goal: Spot,
        going: Going,
        blockers: Others = (),
        occupied: Others = (),
    ) -> Path | None:
        """The cheapest way to stop at the goal; None if the allowance is too small or there is no way."""
        if hypot(goal.x - start.x, goal.y - start.y) * going.least > going.allowance + TINY:
            return None
        trip = _Trip(self, start, going, self._kept_off(start, blockers))
        if not self._may_stop(trip, _place(goal), self._taken(occupied)):
            return None
        if overlaps(trip.blockers, *_place(goal)):
            return None  # no leg may end there
        if trip.plainly_best(_place(goal)):
            return (start, goal) if trip.spent() <= going.allowance + TINY else None
        return trip.shortest(np.array([_place(goal)]), going.allowance)

    def to_contact(
        self,
        start: Spot,
        target: Other,
        going: Going,
        blockers: Sequence[Other] = (),
        occupied: Others = (),
    ) -> Path | None:
        """The cheapest way into base contact with the target; None if it is out of reach."""
        rim = Rim(target)
        shortest = rim.away(start.x, start.y) - self.radius - rim.radius - CONTACT
        if shortest * going.least > going.allowance:
            return None
        return self._approach(start, target, going, blockers, occupied, going.allowance)[1]

    def towards(
        self,
        start: Spot,
        target: Other,
        going: Going,
        blockers: Sequence[Other] = (),
        occupied: Others = (),
    ) -> Path:
        """As far along the cheapest way into contact with the target as the allowance lets one stop."""
        # Most ways are not much longer than the straight line: look there first.
        rim = Rim(target)
        for limit in (1.5 * rim.away(start.x, start.y) + 4, inf):
            trip, way = self._approach(start, target, going, blockers, occupied, limit)
            if way is not None:
                return self._afford(trip, way, going.allowance, self._taken(occupied))
        reach = self.reach(start, going, (*blockers, target), occupied)
        return reach.path(reach.nearest(rim.x, rim.y, rim.z))

    def _approach(
        self,
        start: Spot,
        target: Other,
        going: Going,
        blockers: Sequence[Other],
        occupied: Others,
        limit: float,
    ) -> tuple["_Trip", Path | None]:
        """The cheapest way into contact, and the trip that found it."""
        rim = Rim(target)
        apart = self.radius + rim.radius
        others = self._kept_off(start, [other for other in blockers if other != target])
        # Contact is allowed, passing through is not.
        target_row = body_rows([target])
        target_row[:, KEEP] -= APART / 2
        keep = keep_off(target_row, _place(start), self.radius + APART)
        trip = _Trip(self, start, going, np.concatenate((others, keep)))
        rise = going.contact_rise + TINY
        if rim.away(start.x, start.y) - apart <= CONTACT and abs(start.z - rim.z) <= rise:
            return trip, (start,)
        taken = self._taken(occupied)

        def spots(ring: list[tuple[float, float, float, float]]) -> Floats:
            return around(trip.land, rows(ring, 4), rim.z, rise, taken, trip.blockers)

        def facing(spot: Spot) -> Floats:
            return spots(rim.facing(spot.x, spot.y, apart + APART))

        straight = [goal for goal in facing(start) if trip.plainly_best((goal[0], goal[1], goal[2]))]
        if straight:
            way: Path | None = (start, Spot(*straight[0].tolist()))
        else:
            way = trip.shortest(spots(rim.ring(apart + APART)), limit)
        if way is None or trip.cost(way) > limit + TINY:
            return trip, None
        finer = [(*way[:-1], Spot(*goal.tolist())) for goal in facing(way[-2])]
        return trip, min((way, *finer), key=trip.cost)

    def _afford(self, trip: "_Trip", way: Path, allowance: float, taken: Floats) -> Path:
        """The longest part of a way that the allowance pays for and after which one may stop."""
        spent = [0.0]
        for a, b in pairwise(way):
            trip.leg(_place(a), _place(b))
            spent.append(spent[-1] + trip.spent())
        for last in range(len(way) - 1, 0, -1):
            begin, end = _place(way[last - 1]), _place(way[last])
            purse = allowance - spent[last - 1]
            if purse <= 0:
                continue
            share = min(1.0, purse / (spent[last] - spent[last - 1]))
            while share > 0:
                x, y, z = (p + share * (q - p) for p, q in zip(begin, end, strict=True))
                for level in dict.fromkeys((z, *self._levels(x, y))):
                    if trip.leg(begin, (x, y, level)) or trip.spent() > purse + TINY / 2:
                        continue
                    if self._may_stop(trip, (x, y, level), taken):
                        return (*way[:last], Spot(x, y, level))
                share -= 0.05 / distance(way[last - 1], way[last])
        return way[:1]

    def _may_stop(self, trip: "_Trip", place: Place, taken: Floats) -> bool:
        return fitting(trip.land, place, trip.told) == FREE and not overlaps(taken, *place)

    def _levels(self, x: float, y: float) -> list[float]:
        found = np.empty(len(self._flat.prisms) + 1)
        return found[: levels(self._flat, x, y, found)].tolist()  # type: ignore[no-any-return]

    def _land(self, going: Going) -> tuple[Sheets, Sheets]:
        """The land for who goes over walls so high, and a desk to reckon at."""
        height = going.free_wall, going.leap_wall
        if height not in self._lands:
            land = self._flat_for(going)
            self._lands[height] = tuple(land), tuple(desk_for(land))
        return self._lands[height]

    def _flat_for(self, going: Going) -> Land:
        frame = np.array([*self._flat.frame[:FREE_WALL], going.free_wall, going.leap_wall])
        return self._flat._replace(frame=frame)

    def _net(self, going: Going) -> NetSheets:
        """The legs for who goes over walls so high, at his prices."""
        prices = going.factors, going.leap_cost, going.climb_cost
        key = going.free_wall, going.leap_wall, prices
        if key not in self._priced:
            first, to, takes = self._woven(going)
            self._priced[key] = first, to, priced(takes, _price(*prices))
        return self._priced[key]

    def _woven(self, going: Going) -> NetSheets:
        """The same with what each takes."""
        height = going.free_wall, going.leap_wall
        if height not in self._nets:
            land = self._flat_for(going)
            bare = land.areas[: len(land.areas) - len(self._patches)]
            self._nets[height] = (*weave(land._replace(areas=bare), self._mesh),)
        return self._nets[height]

    def _kept_off(self, start: Spot, blockers: Others) -> Floats:
        if not len(blockers):
            return NOBODY
        return keep_off(body_rows(blockers), _place(start), self.radius + APART)

    def _taken(self, occupied: Others) -> Floats:
        if not len(occupied):
            return NOBODY
        taken = body_rows(occupied).copy()
        taken[:, KEEP] += self.radius - TINY
        return taken

    def _barred(self, trouble: int, told: Floats, a: Spot, b: Spot, going: Going) -> Barred:
        share, cause, rise = float(told[TROUBLE]), int(told[CAUSE]), float(told[RISE])
        at = Spot(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z)
        narrow = told[WIDTH] > 0
        if trouble == WALL:
            name = self.table.walls[cause].name
            if narrow:
                return Barred(f"the wall {name!r} leaves no room for the base", at, "wall")
            return Barred(f"the wall {name!r} is {rise:g} inches high: it cannot be climbed", at, "wall")
        if trouble == BLOCK:
            names = [
                *(block.name for block in self.table.blocks),
                *(floor.name for floor in self.table.floors),
            ]
            name = names[cause]
            if narrow or cause >= len(self.table.blocks):
                return Barred(f"{name!r} leaves no room for the base", at, "block")
            return Barred(f"{name!r} is {rise:g} inches high: it cannot be climbed", at, "block")
        if trouble == EDGE:
            return Barred("the base would leave the table", b, "edge")
        if trouble == GROUND:
            return Barred(f"{self._areas[cause].name!r} is impassable", at, "ground")
        if trouble == MODEL:
            return Barred("another model stands in the way", at, "model")
        if rise > going.leap_wall:
            words = f"a step of {rise:g} inches is too high without a ladder: {going.leap_wall:g} is the most"
            return Barred(words, at, "height")
        return Barred(f"there is nothing to stand on {b.z:g} inches up", at, "height")


class Reach:
    """Where one can stop: spot 0 is the start, which costs nothing."""

    def __init__(self, trip: "_Trip", order: Ints, cost: Floats, source: Ints, rows: Ints) -> None:
        self._trip = trip
        self._tree = order, source
        self._rows = rows
        nodes = trip.ground._mesh.nodes
        self.spots: Floats = np.concatenate((np.array([trip.start]), nodes[order[rows]]))
        self.cost: Floats = np.concatenate((np.zeros(1), cost[rows]))

    def path(self, index: int) -> Path:
        """The way from the start to a spot, bent only where it must be."""
        if index == 0:
            return (Spot(*self._trip.start),)
        return self._trip.straightened(self._trip.back(*self._tree, int(self._rows[index - 1])))

    def nearest(self, x: float, y: float, z: float | None = None) -> int:
        """The spot closest to a point; without z as seen from above."""
        square = (self.spots[:, 0] - x) ** 2 + (self.spots[:, 1] - y) ** 2
        if z is not None:
            square += (self.spots[:, 2] - z) ** 2
        return int(square.argmin())


class _Trip:
    """One base on its way from one spot, at one price, past the same others."""

    def __init__(self, ground: Ground, start: Spot, going: Going, blockers: Floats) -> None:
        self.ground = ground
        self.start = _place(start)
        self.blockers = blockers
        self.height = going.free_wall, going.leap_wall
        self.price = _price(going.factors, going.leap_cost, going.climb_cost)
        self.land, self.desk = ground._land(going)
        self.told, self.crossed, _ = self.desk
        self.going = going
        known = ground._loose.get((self.start, self.height))
        if known is None:
            if len(ground._loose) > MOST_SPOTS:
                ground._loose.clear()
            known = fitting(self.land, self.start, self.told) != FREE
            ground._loose[self.start, self.height] = known
        self.loose = known

    def leg(self, a: Place, b: Place) -> int:
        loose = self.loose and a == self.start
        return one_leg(self.land, self.blockers, a, b, loose, self.desk)

    def spent(self) -> float:
        return float(self.told[: CLIMBED + 1] @ self.price)

    def cost(self, path: Sequence[Spot]) -> float:
        """What a path costs; infinite if it is barred."""
        return legs_cost(
            self.land, self.blockers, _places(path), self.start, self.loose, self.price, self.desk
        )

    def plainly_best(self, goal: Place) -> bool:
        """Whether the straight way is free and over nothing that makes it dearer than its length."""
        if self.leg(self.start, goal):
            return False
        told = self.told
        return bool(told[DIFFICULT] == 0 and told[VERY_DIFFICULT] == 0 and told[LEAPS] == 0)

    def search(self, limit: float, goal: Place, around: float) -> tuple[Ints, Floats, Ints]:
        ground = self.ground
        return search(
            self.land,
            ground._sheets[0],
            ground._net(self.going),
            ground._sheets[1],
            ground._patches,
            self.blockers,
            self.start,
            self.loose,
            self.price,
            float(limit),
            goal,
            float(around),
        )

    def shortest(self, goals: Floats, limit: float) -> Path | None:
        """The cheapest way to any of the goals."""
        if not len(goals):
            return None
        # Ways bend at nodes until they are straightened: what seems a little too far may not be.
        centre = goals.mean(axis=0)
        around = float(np.sqrt(((goals - centre) ** 2).sum(axis=1)).max()) + SPACING
        goal = (float(centre[0]), float(centre[1]), float(centre[2]))
        order, cost, source = self.search(1.1 * limit + SPACING, goal, around)
        least, rows = arrive(
            self.land,
            self.ground._mesh.nodes,
            order,
            cost,
            source,
            self.blockers,
            self.start,
            self.loose,
            self.price,
            goals,
        )
        best = int(least.argmin())
        if least[best] == inf:
            return None
        path = self.straightened((*self.back(order, source, int(rows[best])), Spot(*goals[best].tolist())))
        return path if self.cost(path) <= limit + 1e-9 else None

    def back(self, order: Ints, source: Ints, row: int) -> Path:
        """The spots from the start to a row of a search."""
        spots = []
        while row >= 0:
            spots.append(Spot(*self.ground._mesh.nodes[order[row]].tolist()))
            row = int(source[row])
        spots.append(Spot(*self.start))
        return tuple(reversed(spots))

    def straightened(self, path: Path) -> Path:
        """The path without the bends that save nothing, the others drawn in as far as that is free."""
        way = drawn_straight(
            self.land, self.blockers, _places(path), self.start, self.loose, self.price, self.desk
        )
        return tuple([Spot(*row) for row in way.tolist()])


@lru_cache(1024)
def _price(factors: tuple[tuple[str, float], ...], leap_cost: float, climb_cost: float) -> Floats:
    """What an inch of each kind of ground costs, a leap, and an inch climbed: only read."""
    known = dict(factors)
    return np.array([*(known.get(kind, 1.0) for kind in KINDS[:3]), leap_cost, climb_cost])


def _place(spot: Spot) -> Place:
    return float(spot.x), float(spot.y), float(spot.z)


def _places(path: Sequence[Spot]) -> Floats:
    """The spots of a path as rows."""
    return np.array([(spot.x, spot.y, spot.z) for spot in path], np.float64)
