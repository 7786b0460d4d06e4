"""What places are worth to a unit: whom it reaches from there, who reaches it, and what it is after."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from warbook.board.geometry import Spot
from warbook.board.kernel import Floats
from warbook.books.arap.bot.aims import Goal, goal_of, holds, roads
from warbook.books.arap.bot.worth import Guns, arrivals, clash, points, rows
from warbook.books.arap.field.bodies import melee_radius, size
from warbook.books.arap.field.cover import stands_in_cover
from warbook.books.arap.field.sight import off_front, sights, target_body
from warbook.books.arap.field.units import slowest
from warbook.books.arap.melee.attacks import Direction
from warbook.books.arap.melee.foresight import kinds_of, main_kind
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
LOOKED = 8  # places from which sight lines are drawn


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
        self.kinds, self.kind = kinds_of(battle, unit), main_kind(battle, unit)
        self.points = points(battle, unit)
        self.move = slowest(battle, unit)
        self.radius = melee_radius(battle, self.figures[0])
        self.goal: Goal | None = goal_of(battle, unit)
        self.foes = [self._foe(each) for each in battle.enemies(unit.side) if not (each.hidden or each.lent)]
        self.arrivals = arrivals(self.move, self.radius)

    def _foe(self, foe: Unit) -> Foe:
        figures = self.battle.standing(foe)
        spots = np.array([(each.x, each.y, each.z) for each in figures])
        strikes = clash(self.battle, self.unit, foe, "front").worth
        struck = clash(self.battle, foe, self.unit, "front").worth
        kind = main_kind(self.battle, foe)
        worth = points(self.battle, foe)
        fire, back = self.guns.fire(self.kinds, kind), self.guns.fire(kinds_of(self.battle, foe), self.kind)
        if foe.locked:
            fire = np.zeros(len(fire))
        if foe.locked or foe.routing:
            back = np.zeros(len(back))
        fire = np.minimum(fire, 0.8 * worth) * (0.5 if foe.routing else 1.0)
        comes = arrivals(slowest(self.battle, foe), 2.0)
        return Foe(foe, figures, spots, worth, strikes, struck, kind, fire, back, comes)

    # ------------------------------------------------------------ what there is from a place

    def gaps(self, places: Floats) -> list[Floats]:
        """Inches from each place to the nearest figure of each enemy unit."""
        return [
            np.sqrt(((places[:, None, :] - foe.places[None, :, :]) ** 2).sum(axis=2)).min(axis=1)
            for foe in self.foes
        ]

    def scores(self, places: Floats, actions: float) -> Floats:
        """Of places, for a unit that has so many action points left there: what it may do at once, and how
        it stands afterwards. Sight lines are drawn for the best of them only; the others have none."""
        gaps = self.gaps(places)
        blind = self._lasting(places, gaps)
        at = [rows(gap) for gap in gaps]
        fires = [foe.fire[each] for foe, each in zip(self.foes, at, strict=True)]
        hopes = blind.copy()
        for fire in fires:
            hopes = np.maximum(hopes, blind + (ABOUT * actions + LATER) * fire)
        looked = np.argsort(-hopes, kind="stable")[:LOOKED].tolist()
        found = np.full(len(places), -1e9)
        for row in looked:
            found[row] = blind[row] + self._from(places[row], [int(each[row]) for each in at], actions)
        return found

    def _from(self, place: Floats, gaps: list[int], actions: float) -> float:
        shot = charge = fear = 0.0
        x, y, z = place.tolist()
        shelter = SHELTER[stands_in_cover(self.battle, Spot(x, y, z))]
        for foe, gap in zip(self.foes, gaps, strict=True):
            if self.battle.visibility and gap > self.battle.visibility:
                continue
            fire, back = float(foe.fire[gap]), float(foe.back[max(0, gap - 2)])
            strikes = max(0.0, foe.strikes) * float(self.arrivals[gap])
            if fire <= 0.0 and back <= 0.0 and strikes <= 0.0:
                continue
            seen = self._seen(foe, x, y, z)
            if seen <= 0.0:
                continue
            shot = max(shot, fire * (1.0 if seen > 0.75 else 0.7))
            fear += back
            charge = max(charge, strikes)
        many = actions if charge <= 0.0 else max(0.0, actions - 1)
        at_once = max(actions * shot, (charge + many * shot) if actions >= 0.5 else 0.0)
        return ABOUT * at_once + LATER * max(shot, 0.5 * charge) - FEAR * min(fear, self.points) * shelter

    def _seen(self, foe: Foe, x: float, y: float, z: float) -> float:
        near = int(((foe.places - np.array([x, y, z])) ** 2).sum(axis=1).argmin())
        look = x, y, z + size(self.battle, self.figures[0]).eye
        return float(sights(self.battle).fraction(look, target_body(self.battle, foe.figures[near])))

    def _lasting(self, places: Floats, gaps: list[Floats]) -> Floats:
        """What a place is good for in the turns to come."""
        found = np.zeros(len(places))
        if self.goal is not None:
            found -= self.goal.weight * self.points * self._far(places, self.goal.spot, self.goal.near)
            found += [0.08 * self.points * holds(self.battle, Spot(*place)) for place in places.tolist()]
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
            foe = self.foes[best]
            if float(gaps[best].min()) > BEYOND:
                middle = foe.places.mean(axis=0)
                found -= weight * self._far(places, Spot(*middle.tolist()), 0.0)
            else:
                found -= weight * gaps[best]
        return found

    def _fire_worth(self, foe: Foe) -> float:
        near = max(4, int(0.5 * self.guns.reach(self.kinds, foe.kind)))
        return float(self.guns.fire(self.kinds, foe.kind)[near])

    def _far(self, places: Floats, spot: Spot, near: float) -> Floats:
        ways = roads(self.battle, self.unit, spot)
        return np.array([max(0.0, ways.far(*place) - near) for place in places.tolist()])


def direction(foe: Foe, spot: Spot) -> Direction:
    """From where a Charge would come, for most of those who are nearest."""
    near = sorted(foe.figures, key=lambda each: (each.x - spot.x) ** 2 + (each.y - spot.y) ** 2)[:3]
    offs = sorted(off_front(each, spot) for each in near)
    off = offs[len(offs) // 2]
    return "front" if off <= FRONT else "flank" if off <= FLANK else "rear"
