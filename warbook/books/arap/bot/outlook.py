"""What places are worth to a unit: whom it reaches from there, who reaches it, and what it is after."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from msgspec import Struct

from warbook.board.geometry import Spot
from warbook.board.kernel import Floats, Ints
from warbook.board.sight import half_width
from warbook.books.arap.bot.aims import Goal, held, objective_of, roads
from warbook.books.arap.bot.worth import Guns, arrivals, points, rows
from warbook.books.arap.field.bodies import melee_radius, size
from warbook.books.arap.field.cover import stands_in_cover
from warbook.books.arap.field.near import centre
from warbook.books.arap.field.sight import off_front, sights, target_body
from warbook.books.arap.field.units import slowest
from warbook.books.arap.melee.attacks import Direction
from warbook.books.arap.melee.foresight import kind_counts
from warbook.books.arap.state import Battle, Figure, Unit

FRONT, FLANK = 45.0, 135.0  # degrees off the front
ABOUT = 0.8  # of what a place seems to promise, how much it is held for
LATER = 0.4  # of a shot in a later turn
FEAR = 0.2  # of what enemies may do to who stands there
DREAD = 0.6  # of what their Charges may
SHELTER = {"none": 1.0, "soft": 0.75, "hard": 0.5}
NEARER = 0.006  # of a unit's points, an inch nearer to whom it wants to fight
FADES = 10.0  # inches beyond its reach at which a target counts a third
BEYOND = 24.0  # inches away, somebody is walked to round what stands between
LOOKED = 12  # places from which sight lines are drawn
UNSEEN = 0.25  # of its points, what a place from which none was drawn counts less
ROUGHLY = 12.0  # inches to which the place of somebody far away is known


class Foe(Struct):
    unit: Unit
    figures: list[Figure]
    places: Floats
    points: float
    strikes: float  # what Charging it is worth
    struck: float  # what its Charge is worth to it
    kind: int
    fire: Floats  # what an action point takes from it, by whole inches
    back: Floats  # and it from us
    comes: Floats  # the chance that its Charge arrives


class Outlook:
    """All that a unit weighs places with."""

    def __init__(self, battle: Battle, unit: Unit, guns: Guns) -> None:
        self.battle, self.unit, self.guns = battle, unit, guns
        self.figures = battle.standing(unit)
        self.lead = lead_of(self.figures)
        self.here = np.array([[self.lead.x, self.lead.y, self.lead.z]])
        self.kinds = kind_counts(battle, unit)
        self.kind = self.kinds.most_common(1)[0][0]
        self.points = points(battle, unit)
        self.move = slowest(battle, unit)
        self.radius = melee_radius(battle, self.figures[0])
        self.goal: Goal | None = objective_of(battle, unit, self.move, self.here)
        self.foes = [self._foe(each) for each in battle.enemies(unit.side) if not (each.hidden or each.lent)]
        self.arrivals = arrivals(self.move, self.radius)

    def _foe(self, foe: Unit) -> Foe:
        battle, unit = self.battle, self.unit
        figures = battle.standing(foe)
        spots = np.array([(each.x, each.y, each.z) for each in figures])
        strikes, struck = self.guns.blows(battle, unit, foe, len(self.figures), len(figures))
        kinds = kind_counts(battle, foe)
        kind = kinds.most_common(1)[0][0]
        worth = points(battle, foe)
        fire, back = self.guns.fire(self.kinds, kind), self.guns.fire(kinds, self.kind)
        if foe.locked:
            fire = np.zeros(len(fire))
        if foe.locked or foe.routing:
            back = np.zeros(len(back))
        fire = np.minimum(fire, 0.8 * worth) * (0.5 if foe.routing else 1.0)
        comes = arrivals(slowest(battle, foe), 2.0)
        return Foe(foe, figures, spots, worth, strikes, struck, kind, fire, back, comes)

    @property
    def haste(self) -> float:
        return self.goal.haste if self.goal is not None else 0.0

    # ------------------------------------------------------------ what there is from a place

    @cached_property
    def _everybody(self) -> tuple[Floats, list[int]]:
        """The places of all enemies, and where each unit of them begins."""
        begins = np.cumsum([0, *(len(foe.places) for foe in self.foes)])[:-1].tolist()
        return np.concatenate([foe.places for foe in self.foes]), begins

    @cached_property
    def _marks(self) -> Floats:
        """Of each enemy unit the figure that is nearest, and one in its middle, as bodies to be seen."""
        found = []
        for foe in self.foes:
            near = int(((foe.places - self.here) ** 2).sum(axis=1).argmin())
            for figure in (foe.figures[near], lead_of(foe.figures)):
                whole = target_body(self.battle, figure)
                found.append((figure.x, figure.y, figure.z, half_width(whole, 0.0, 0.0), whole.height))
        return np.array(found)

    def gaps(self, places: Floats) -> Floats:
        """Inches from each place to the nearest figure of each enemy unit: a row for each of these."""
        if not self.foes:
            return np.zeros((0, len(places)))
        them, begins = self._everybody
        square = ((them[:, None, :] - places[None, :, :]) ** 2).sum(axis=2)
        return np.sqrt(np.minimum.reduceat(square, begins, axis=0))

    def scores(self, places: Floats, actions: float) -> Floats:
        """Of places, for a unit that has so many action points left there: what it may do at once, and how
        it stands afterwards. Sight lines are drawn for the best of them only."""
        gaps = self.gaps(places)
        blind = self._lasting(places, gaps)
        if not self.foes:
            return blind
        at = rows(gaps)
        each = np.arange(len(self.foes))[:, None]
        fires = np.array([foe.fire for foe in self.foes])[each, at]
        hopes = blind + (ABOUT * actions + LATER) * fires.max(axis=0)
        looked = np.argsort(-hopes, kind="stable")[:LOOKED]
        found = blind - UNSEEN * self.points
        found[looked] = blind[looked] + self._from(
            places[looked], gaps[:, looked], at[:, looked], fires[:, looked], actions
        )
        return found

    def _from(self, places: Floats, gaps: Floats, at: Ints, fires: Floats, actions: float) -> Floats:
        seen = self._seen(places)
        if self.battle.visibility:
            seen = np.where(gaps > self.battle.visibility, 0.0, seen)
        each = np.arange(len(self.foes))[:, None]
        backs = np.array([foe.back for foe in self.foes])[each, np.maximum(0, at - 2)]
        strikes = np.array([max(0.0, foe.strikes) for foe in self.foes])[:, None] * self.arrivals[at]
        shot = (fires * np.where(seen > 0.75, 1.0, np.where(seen > 0.0, 0.7, 0.0))).max(axis=0)
        charge = (strikes * (seen > 0.0)).max(axis=0)
        fear = np.minimum((backs * (seen > 0.0)).sum(axis=0), self.points)
        shelter = np.array([SHELTER[stands_in_cover(self.battle, Spot(*each))] for each in places.tolist()])
        many = np.where(charge <= 0.0, actions, max(0.0, actions - 1))
        at_once = np.maximum(actions * shot, (charge + many * shot) if actions >= 0.5 else 0.0)
        found: Floats = ABOUT * at_once + LATER * np.maximum(shot, 0.5 * charge) - FEAR * fear * shelter
        return found

    def _seen(self, places: Floats) -> Floats:
        """How much one sees of each enemy unit from each place."""
        eyes = places.copy()
        eyes[:, 2] += size(self.battle, self.lead).eye
        found = sights(self.battle).fractions(eyes, self._marks).T
        return np.maximum(found[0::2], found[1::2])

    def _lasting(self, places: Floats, gaps: Floats) -> Floats:
        """What a place is good for in the turns to come."""
        found = np.zeros(len(places))
        if self.goal is not None:
            far = np.maximum(0.0, self.goal.roads.far(places) - self.goal.near)
            found -= self.goal.weight * self.points * far
            if self.goal.held:
                found += self.goal.held * self.points * held(self.battle, places)
        if not self.foes:
            return found
        wants = [foe.strikes + self._fire_worth(foe) for foe in self.foes]
        lure = np.zeros(len(places))
        for foe, gap, want in zip(self.foes, gaps, wants, strict=True):
            reach = max(self.guns.reach(self.kinds, foe.kind), self.move + 6.0 if foe.strikes > 0 else 0.0)
            lure = np.maximum(lure, max(0.0, want) * np.exp(-np.maximum(0.0, gap - 0.7 * reach) / FADES))
            if foe.struck > 0.0 and foe.strikes <= 0.0 and not foe.unit.locked:
                found -= DREAD * foe.comes[rows(gap)] * min(foe.struck, self.points)
        found += 0.5 * lure
        best = int(np.argmax([w / (10.0 + float(g.min())) for w, g in zip(wants, gaps, strict=True)]))
        if float(gaps[best].min()) > 8.0:
            weight = NEARER * (0.4 if self.goal is not None else 1.0) * self.points
            if float(gaps[best].min()) > BEYOND:
                found -= weight * self._towards(self.foes[best], places)
            else:
                found -= weight * gaps[best]
        return found

    def _fire_worth(self, foe: Foe) -> float:
        near = max(4, int(0.5 * self.guns.reach(self.kinds, foe.kind)))
        return float(self.guns.fire(self.kinds, foe.kind)[near])

    def _towards(self, foe: Foe, places: Floats) -> Floats:
        """On foot to about where an enemy unit is."""
        x, y, z = foe.places.mean(axis=0).tolist()
        spot = Spot(round(x / ROUGHLY) * ROUGHLY, round(y / ROUGHLY) * ROUGHLY, z)
        return roads(self.battle, self.unit, spot).far(places)


def lead_of(figures: list[Figure]) -> Figure:
    """The figure in the middle of them."""
    middle = centre(figures)
    return min(figures, key=lambda each: (each.x - middle.x) ** 2 + (each.y - middle.y) ** 2)


def direction(foe: Foe, spot: Spot) -> Direction:
    """From where a Charge would come, for most of those who are nearest."""
    near = sorted(foe.figures, key=lambda each: (each.x - spot.x) ** 2 + (each.y - spot.y) ** 2)[:3]
    offs = sorted(off_front(each, spot) for each in near)
    off = offs[len(offs) // 2]
    return "front" if off <= FRONT else "flank" if off <= FLANK else "rear"
