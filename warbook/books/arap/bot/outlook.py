"""What places are worth to a unit: whom it reaches from there, who reaches it, and what it is after."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from msgspec import Struct

from warbook.board.geometry import Spot
from warbook.board.kernel import Flags, Floats, Ints
from warbook.books.arap.bot.aims import STOREY, Goal, counts, held, objective_of, rough_roads
from warbook.books.arap.bot.hazards import harmed_on_the_way
from warbook.books.arap.bot.weighing import hopeful, marks, promise, ring_of, weigh_places
from warbook.books.arap.bot.worth import Guns, SquadScales, Weights, arrivals
from warbook.books.arap.field.bodies import size
from warbook.books.arap.field.cover import covering
from warbook.books.arap.field.sight import off_front, sights
from warbook.books.arap.melee.attacks import Direction
from warbook.books.arap.movement.facing import FREE, TURN
from warbook.books.arap.movement.free import ALONE
from warbook.books.arap.state import Battle, Figure, Unit

FRONT, FLANK = 45.0, 135.0  # degrees off the front
SHELTER = np.array([1.0, 0.75, 0.5])  # of what is feared, by the class of cover
NEARER = 0.006  # of a unit's points, an inch nearer to whom it wants to fight
CLOSE = 8.0  # inches away, nearer is no better
BEYOND = 24.0  # inches away, somebody is walked to round what stands between
LOOKED = 8  # places from which sight lines are drawn, besides where one is
HERE = 1  # the places among those near that are where it is
ROUGHLY = 12.0  # inches to which the place of somebody far away is known
CHOKED = 0.2  # of its points, what it is to stand in gas
SPREAD = 2.0  # inches that a squad reaches out beyond who leads it
LAST = 2  # moves from the end of a way on which nobody is to be left behind
SHARES = np.array((1.0, 0.5))  # of a move


class Foe(Struct):
    unit: Unit
    figures: list[Figure]
    squad: SquadScales
    strikes: float  # what Charging it is worth
    struck: float  # what its Charge is worth to it

    @property
    def points(self) -> float:
        return self.squad.points


class Outlook:
    """All that a unit weighs places with."""

    def __init__(self, battle: Battle, unit: Unit, guns: Guns) -> None:
        self.battle, self.unit, self.guns = battle, unit, guns
        self.figures = battle.standing(unit)
        self.squad = guns.squad(battle, unit)
        self.points, self.move, self.radius = self.squad.points, self.squad.move, self.squad.radius
        lead = self.squad.lead
        self.goal = purpose_of(battle, unit, self.squad)
        if self.goal is not None and self.goal.whole:
            far = self.goal.roads.far(self.squad.places)
            if far[lead] < LAST * self.move:
                lead = int(far.argmax())  # it leaves when the last of them is there
        self.lead = self.figures[lead]
        self.here = self.squad.places[lead : lead + 1]
        self.foes = self._facing()
        self.arrivals = arrivals(self.move, self.radius)
        self.open_to: dict[int, bool] = {}  # which of the places about can be gone to straight
        self.sight, self.cover = sights(battle), covering(battle)
        self.eye, self.visibility = float(size(battle, self.lead).eye), float(battle.visibility)

    def _facing(self) -> list[Foe]:
        """The enemies that it knows of, and the same for the sums."""
        battle, guns, mine = self.battle, self.guns, self.squad
        foes = [each for each in battle.enemies(self.unit.side) if not (each.hidden or each.lent)]
        if not foes:
            return []
        squads = [guns.squad(battle, foe) for foe in foes]
        stances = [
            (squad.sort, counts(battle, foe), bool(foe.locked), foe.routing)
            for squad, foe in zip(squads, foes, strict=True)
        ]
        key = mine.sort, self.move, self.eager, *stances
        weights = guns.weights(key, lambda: self._weights(foes, squads, [share for _, share, *_ in stances]))
        self.arrayed = guns.arrayed(tuple(squads))
        self.rows, self.fire, self.back = weights.rows, weights.fire, weights.back
        return [
            Foe(foe, battle.standing(foe), squad, *blows)
            for foe, squad, blows in zip(foes, squads, weights.blows, strict=True)
        ]

    def _weights(self, foes: list[Unit], squads: list[SquadScales], shares: list[float]) -> Weights:
        blows, rows = [], []
        for foe, squad, share in zip(foes, squads, shares, strict=True):
            there = self.guns.blows(self.battle, self.unit, foe, self.squad.kinds, squad.kinds)
            strikes, struck = there[0] + max(0.0, share - 1.0) * there[2], there[1]
            blows.append((strikes, struck))
            rows.append(self._row(foe, squad, share, strikes, struck))
        fire, back = self.guns.exchanged(self.squad, squads)
        return Weights(blows, np.array(rows), fire, back)

    def _row(
        self, unit: Unit, squad: SquadScales, share: float, strikes: float, struck: float
    ) -> tuple[float, ...]:
        reach = self.guns.reach(self.squad.kinds, squad.kind)
        fire = float(self.guns.fire(self.squad.kinds, squad.kind)[max(4, int(0.5 * reach))])
        return (
            self.eager * strikes,
            struck,
            self.eager * (strikes + fire * max(1.0, share)),
            max(reach, self.move + 6.0 if strikes > 0 else 0.0),
            0.0 if unit.locked else 0.8 * squad.points,
            share,
            not (unit.locked or unit.routing),
            struck > 0.0 and strikes <= 0.0 and not unit.locked,
        )

    @property
    def haste(self) -> float:
        return self.goal.haste if self.goal is not None else 0.0

    @property
    def eager(self) -> float:
        """How much it looks for a fight: who is on the way out does not go out of it for one."""
        return self.goal.eager if self.goal is not None else 1.0

    @property
    def slow(self) -> float:
        """The share of its fire at the nearest enemies that takes more than one action point."""
        if not self.foes:
            return 0.0
        near = self.foes[int(self.near.gaps[:, 0].argmin())]
        return self.guns.slow(self.squad.kinds, near.squad.kind)

    @cached_property
    def marks(self) -> Floats:
        """Of each enemy unit two bodies to be seen."""
        them = self.arrayed
        return marks(them.bodies, them.begins, them.leads, self.here)

    @cached_property
    def near(self) -> Places:
        """Where it is, and places all round it at a move and at half a move, whatever is in the way."""
        return Places(self, around_it(self.battle, self.lead, self.here, self.move), HERE)

    def stays(self, actions: float) -> float:
        """What it is worth to be where it is, with so many action points left."""
        return float(self.near.scores(actions)[0])

    @property
    def around(self) -> Floats:
        """The places all round it."""
        return self.near.places[HERE:]

    def goes(self, actions: float) -> Floats:
        """What it is worth to be at each of these."""
        return self.near.scores(actions)[HERE:]


def purpose_of(battle: Battle, unit: Unit, squad: SquadScales) -> Goal | None:
    """What the scenario wants of a unit that stands so."""
    return objective_of(battle, unit, squad.move, squad.places[squad.lead : squad.lead + 1])


def around_it(battle: Battle, lead: Figure, here: Floats, inches: float) -> Floats:
    """Where it is, and places so far off and at such shares of it; who has to turn about comes less far."""
    table = battle.table
    wide, deep = float(table.width), float(table.depth)
    ring = ring_of(here, float(lead.facing), inches - 0.001, inches - TURN, FREE, SHARES, wide, deep)
    return np.concatenate((here, ring))


class Places:
    """Places that a unit might be at, weighed; from the first so many sight lines are drawn in any case."""

    def __init__(self, outlook: Outlook, places: Floats, sure: int = 0) -> None:
        self.outlook, self.places, self.sure = outlook, places, sure
        self.gaps = self.fires = np.zeros((0, len(places)))
        found = np.zeros(len(places))
        if outlook.foes:
            self.gaps, self.fires, found, best, nearest = weigh_places(
                places,
                outlook.arrayed.places,
                outlook.arrayed.begins,
                outlook.fire,
                outlook.arrayed.comes,
                outlook.rows,
                outlook.points,
            )
            self.fires *= outlook.eager
            if nearest > CLOSE:
                found -= self._wish(outlook.foes[best], self.gaps[best], nearest)
        if outlook.goal is not None:
            found += self._aim(outlook.goal)
        for cloud in outlook.battle.clouds:
            if cloud.kind == "gas":
                away = np.hypot(places[:, 0] - cloud.x, places[:, 1] - cloud.y)
                found -= CHOKED * outlook.points * (away <= cloud.radius + SPREAD)
        found -= outlook.points * harmed_on_the_way(outlook.battle, outlook.figures, outlook.here, places)
        self._scores: dict[float, Floats] = {}
        self.lasting = found  # what a place is good for in the turns to come

    def _wish(self, foe: Foe, gaps: Floats, nearest: float) -> Floats:
        """What it is to be so far from whom it wants to fight."""
        outlook = self.outlook
        weight = NEARER * (0.4 if outlook.goal is not None else 1.0) * outlook.points
        if nearest <= BEYOND:
            return weight * gaps
        x, y, z = foe.squad.places.mean(axis=0).tolist()
        spot = Spot(*(round(at / step) * step for at, step in ((x, ROUGHLY), (y, ROUGHLY), (z, STOREY))))
        return weight * rough_roads(outlook.battle, outlook.unit, spot).far(self.places)

    def _aim(self, goal: Goal) -> Floats:
        """How far what the scenario wants is from there."""
        points = self.outlook.points
        found: Floats = -goal.weight * points * np.maximum(0.0, goal.roads.far(self.places) - goal.near)
        if goal.alone and self.outlook.foes:
            near = (ALONE + SPREAD - self.gaps.min(axis=0)) / SPREAD
            found -= goal.alone * points * np.clip(near, 0.0, 1.0)
        if goal.held:
            found += goal.held * points * held(self.outlook.battle, self.places)
        return found

    def scores(self, actions: float) -> Floats:
        """What they are worth with so many action points left there: what the unit may do at once, and how it
        stands afterwards. Sight lines are drawn for the best of them only. Nobody changes what it gives."""
        outlook = self.outlook
        if not outlook.foes:
            return self.lasting
        found = self._scores.get(actions)
        if found is None:
            looked, seen, shelter = self._looked
            found = self._scores[actions] = promise(
                self.lasting, looked, self.gaps, self.fires, seen, outlook.back, outlook.arrivals,
                outlook.rows, shelter, outlook.points, outlook.visibility, float(actions),
            )  # fmt: skip
        return found

    @property
    def rows(self) -> Ints:
        """For each enemy unit where its distance from the first place stands in tables by inches."""
        last = self.outlook.arrayed.comes.shape[1] - 1
        found: Ints = np.minimum(np.ceil(self.gaps[:, 0] - 1e-6), last).astype(np.int64)
        return found

    @property
    def sighted(self) -> Flags:
        """Which enemy units are seen from the first place."""
        seen: Flags = self._looked[1][0].reshape(-1, 2).max(axis=1) > 0.0
        visibility = self.outlook.visibility
        if visibility:
            seen &= self.gaps[:, 0] <= visibility
        return seen

    @property
    def shelter(self) -> float:
        """Of what is feared, how much reaches the first place."""
        return float(self._looked[2][0])

    @cached_property
    def _looked(self) -> tuple[Ints, Floats, Floats]:
        """Which are looked from, how much of the marks is seen from each, and how sheltered each is."""
        outlook = self.outlook
        looked, places, eyes = hopeful(self.places, self.lasting, self.fires, outlook.eye, LOOKED, self.sure)
        seen = outlook.sight.fractions(eyes, outlook.marks)
        return looked, seen, SHELTER[outlook.cover.standing(places)]


def direction(foe: Foe, spot: Spot) -> Direction:
    """From where a Charge would come, for most of those who are nearest."""
    near = sorted(foe.figures, key=lambda each: (each.x - spot.x) ** 2 + (each.y - spot.y) ** 2)[:3]
    offs = sorted(off_front(each, spot) for each in near)
    off = offs[len(offs) // 2]
    return "front" if off <= FRONT else "flank" if off <= FLANK else "rear"
