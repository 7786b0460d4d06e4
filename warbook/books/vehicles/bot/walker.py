"""Squads: when they get off, where they go, whom they assault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Any

import numpy as np

from warbook.board.geometry import Spot, outside_base
from warbook.board.hulls import from_frame, halves
from warbook.board.kernel import Floats
from warbook.board.shapes import inside_any
from warbook.books.vehicles.army.data import blows, grenades, shooters, two_weapons
from warbook.books.vehicles.army.lists import ModelType
from warbook.books.vehicles.assault.dice import troop_aim
from warbook.books.vehicles.bot.aims import breaks_through, caution, goal, later, pull
from warbook.books.vehicles.bot.places import Enemy, Guns, enemies, shares_seen
from warbook.books.vehicles.bot.weighing import HALF, X, Y, sides_of, squad_fire
from warbook.books.vehicles.bot.worth import brawls, hit_worth, hits, kills, points
from warbook.books.vehicles.damage.dice import Armour, Condition, Strike
from warbook.books.vehicles.field.bodies import apart, hull, model_type, on_table, type_of, unit_type
from warbook.books.vehicles.field.ground import all_areas, cover_of, is_dangerous
from warbook.books.vehicles.foot.marching import March
from warbook.books.vehicles.foot.turn import WALK
from warbook.books.vehicles.shooting.firing import bars_assault
from warbook.books.vehicles.shooting.troops_dice import ALL_ARMOUR, Attack, Group, wound_need
from warbook.books.vehicles.state import Battle, Model, Unit, Vehicle, other
from warbook.books.vehicles.wounds.groups import common, groups_of
from warbook.core.questions import Choose, Form, Option, Refusal, Refused, Route, Way, plain

SHELTER = 0.5  # of what may be done to a squad, how much cover spares it
EVERY = 8  # of the places in reach, every so many are weighed
TRIES = 5
BRAWL = 9.0  # inches to an enemy at which it gets off to fight hand to hand
AT_IT = 2.0  # inches from a marker at which a squad has come to it
HELD = 2.5  # inches from a marker to the hull from which it is held
DISMOUNT = 17.0  # inches to an enemy at which a squad gets off
MELT = 13.0  # and one that wants to be near enough to melt armour
RUN, WADE = 3.5, 4.5  # inches, on average
ROUND = [number * pi / 4 for number in range(8)]  # the directions in which a run is looked at
LUNGE = 6.0  # inches of an assault
LUNGES = 10.0  # inches beyond them over which what it is worth falls off
OFF_HULL = 0.1  # inches from the hull at which one gets out
GETS_THROUGH = 0.6  # how likely two dice are to be enough
WORTHWHILE = 1.0  # points that a run is to gain


ALONG = np.linspace(0.0, 1.0, 5)[:, None]  # shares of a way at which the ground is looked at


class SquadScales:
    """What a squad weighs places with."""

    def __init__(self, battle: Battle, unit: Unit) -> None:
        self.battle, self.unit = battle, unit
        self.foes = enemies(battle, unit.side)
        me = Enemy(battle, unit)
        self.worth = me.worth
        theirs = [Guns(battle, foe.piece, [me]) for foe in self.foes]
        self.sides = sides_of(me, self.foes, Guns(battle, unit, self.foes), theirs)
        self.brawl = self._brawl()

    def scores(self, spots: list[Spot], here: Spot, moves: bool) -> tuple[Floats, float]:
        """What it is worth to be at each of the spots, and to stay; `moves`: if it fires at once from where
        it has gone to."""
        places = np.array([(spot.x, spot.y, spot.z) for spot in [*spots, here]])
        gain, fear, near = self.parts(places, moves, stays=True)
        care = caution(self.battle, self.unit)
        worth = gain - care * fear + later(self.battle, self.unit) * near
        worth += pull(self.battle, self.unit, places) - self._swallowed(places)
        return worth[:-1], float(worth[-1])

    def parts(self, places: Floats, moves: bool, stays: bool = False) -> tuple[Floats, Floats, Floats]:
        """What its fire is worth there, what is to be feared, and what coming nearer is worth; `stays`: it
        stands at the last of the places."""
        seen = shares_seen(self.battle, places, 1.0, self.foes, self.unit.aboard)
        gain, fear, near = squad_fire(self.sides, places, seen, moves)
        if moves and stays:
            gain[-1:], _, _ = squad_fire(self.sides, places[-1:], seen[-1:], False)
        shelters = [area.polygon for area in all_areas(self.battle) if cover_of(area)]
        fear = np.minimum(fear, self.worth) * np.where(inside_any(places, shelters), SHELTER, 1.0)
        if not self.brawl.any():
            return gain, fear, near
        foes = self.sides.foes
        away = np.hypot(foes[:, X] - places[:, :1], foes[:, Y] - places[:, 1:2]) - foes[:, HALF]
        struck = np.where(away <= LUNGE, self.brawl, 0.0).max(axis=1)
        ahead = (self.brawl * np.exp(-np.maximum(0.0, away - LUNGE) / LUNGES)).max(axis=1)
        return np.maximum(gain, struck), fear, np.maximum(near, ahead)

    def _swallowed(self, places: Floats) -> Floats:
        """What dangerous ground takes of the squad on the straight way there: it tests every model."""
        areas = [area.polygon for area in all_areas(self.battle) if is_dangerous(area)]
        standing = self.battle.standing(self.unit)
        if not areas or not standing:
            return np.zeros(len(places))
        here = np.array([standing[0].x, standing[0].y])
        ways = (places[:, :2] - here)[:, None, :] * ALONG + here
        tested = inside_any(ways.reshape(-1, 2), areas).reshape(len(places), -1).any(axis=1)
        moves = np.hypot(*(places[:, :2] - here).T) > 0.0
        return np.where(tested & moves, self.worth / 6, 0.0)

    def _brawl(self) -> Floats:
        """What an assault on each enemy is worth, to a squad most of which may fire before it."""
        battle, unit = self.battle, self.unit
        guns = [shooters(model_type(battle, model)) for model in battle.members(unit)]
        if 2 * sum(any(map(bars_assault, each)) for each in guns) > len(guns):
            return np.zeros(len(self.foes))
        return np.array([max(0.0, assault_worth(battle, unit, foe.piece)) for foe in self.foes])


def lead(battle: Battle, unit: Unit) -> Spot:
    return battle.standing(unit)[0].spot


# ---------------------------------------------------------------- moving


def best_march(battle: Battle, question: Form) -> Mapping[str, Any]:
    """One model goes to the best place there is, the others follow."""
    return marched(battle, question) or question.suggested({})


def marched(battle: Battle, question: Form) -> Mapping[str, Any] | None:
    """How the squad gets to a place that is better than where it is; nothing where there is none, and None
    where there is one but the others cannot follow."""
    name, route = next(iter(question.parts.items()))
    assert isinstance(route, Route)
    unit = battle.unit(unit_of(battle, name))
    squad = SquadScales(battle, unit)
    start = lead(battle, unit)
    spots = [Spot(*row[:3]) for row in list(route.reach())[::EVERY]]
    if not spots:
        return {}
    # Who runs does not fire now, and fires next turn from where he stands then.
    scores, now = squad.scores(spots, start, question.kind == "march")
    for number in np.argsort(-scores, kind="stable")[:TRIES].tolist():
        if scores[number] <= now:
            return {}
        spot = spots[number]
        path = route.path(spot.x, spot.y, spot.z)
        if path is None:
            continue
        try:
            whole = question.suggested({name: plain(route.accept({"path": [[p.x, p.y, p.z] for p in path]}))})
            question.accept(whole)
        except Refused:
            continue
        return whole
    return None


def would_run(battle: Battle, unit: Unit) -> bool:
    """Whether a squad that does not fire now would fire next turn from a better place a run away."""
    return _better(battle, unit, RUN, False)


def _better(battle: Battle, unit: Unit, inches: float, moves: bool) -> bool:
    """Whether a place so many inches away is better than to stay; `moves`: if it fires from there at once."""
    start = lead(battle, unit)
    width, depth = battle.table.width, battle.table.depth
    around = [Spot(start.x + inches * cos(turn), start.y + inches * sin(turn), start.z) for turn in ROUND]
    spots = [spot for spot in around if 0.0 < spot.x < width and 0.0 < spot.y < depth]
    squad = SquadScales(battle, unit)
    scores, now = squad.scores(spots, start, moves)
    return bool(scores.max() > now + WORTHWHILE)


def unit_of(battle: Battle, model: str) -> str:
    return next(each.unit for each in battle.models if each.id == model)


def choose_on_foot(battle: Battle, question: Choose) -> tuple[str, Mapping[str, Any]]:
    """Rough ground only where there is no other way, and somewhere to go; and how the squad gets there if it
    moves on plain ground and that was looked into."""
    unit = battle.unit(question.piece)
    if question.free("move"):
        if not question.free("rough"):
            return "move", {}
        plainly = March(battle, unit, WALK, rough=False).question("", "", "march")
        whole = marched(battle, plainly)
        return ("rough", {}) if whole is None else ("move", whole or plainly.suggested({}))
    here = lead(battle, unit)
    marker = goal(battle, unit, here.x, here.y) if battle.markers else None
    there = marker is None or np.hypot(marker.x - here.x, marker.y - here.y) <= AT_IT
    if there and question.free("stay") and not _better(battle, unit, WADE, True):
        return "stay", {}
    return "rough" if question.free("rough") else question.open()[0].id, {}


def gets_off(battle: Battle, unit: Unit) -> bool:
    """Whether a squad aboard wants to get off now."""
    ride = battle.vehicle(unit.aboard)
    if breaks_through(battle, unit) and not ride.immobilized:
        return False
    kind = type_of(ride)
    near = min((apart(battle, ride, foe) for foe in on_table(battle, other(unit.side))), default=99.0)
    if battle.markers:
        marker = min(battle.markers, key=lambda each: np.hypot(each.x - ride.x, each.y - ride.y))
        if outside_base(hull(ride), marker.x, marker.y) <= HELD and near > BRAWL:
            return False  # it is held from aboard, and the hull may stand where the squad would
        if np.hypot(marker.x - ride.x, marker.y - ride.y) <= 6.0:
            return True
    if ride.immobilized:
        return True
    if ride.moved:
        return near <= 12.0 and not kind.open_topped
    if kind.open_topped:
        return near <= BRAWL and brawls(battle, unit)
    return near <= (MELT if _melts(battle, unit) else DISMOUNT)


def gets_out(battle: Battle, question: Form) -> Mapping[str, Any]:
    """The first of them before that side of the hull which is nearest to the marker that is wanted, or to the
    enemy, the others beside him."""
    name, route = next(iter(question.parts.items()))
    assert isinstance(route, Route)
    unit = battle.unit(unit_of(battle, name))
    hulk = hull(battle.vehicle(unit.aboard))
    marker = goal(battle, unit, hulk.spot.x, hulk.spot.y) if battle.markers else None
    goals = [(marker.x, marker.y)] if marker else [(foe.x, foe.y) for foe in enemies(battle, unit.side)]
    (half, side), off = halves(hulk), unit_type(battle, unit).base / 2 + OFF_HULL
    sides = ((half + off, 0.0), (-half - off, 0.0), (0.0, side + off), (0.0, -side - off))
    spots = [Spot(*from_frame(hulk, *each), hulk.spot.z) for each in sides]
    free = [spot for spot in spots if not isinstance(route.judge((spot,)), Refusal)]
    if not goals or not free:
        return question.suggested({})
    near = min(free, key=lambda spot: min(hypot(x - spot.x, y - spot.y) for x, y in goals))
    try:
        whole = question.suggested({name: plain(route.accept(Way((near,))))})
        question.accept(whole)
    except Refused:
        return question.suggested({})
    return whole


def _melts(battle: Battle, unit: Unit) -> bool:
    kind = unit_type(battle, unit)
    armed = {model.kind for model in battle.members(unit)}
    return any(weapon.melta for number in armed for weapon in shooters(kind.models[number]))


# ---------------------------------------------------------------- assaults


def consolidates(battle: Battle, question: Form) -> Mapping[str, Any]:
    """Towards a marker that is wanted; else the squad stays where it is."""
    name, route = next(iter(question.parts.items()))
    assert isinstance(route, Route)
    unit, stay = battle.unit(unit_of(battle, name)), question.suggested({})
    here = lead(battle, unit)
    marker = goal(battle, unit, here.x, here.y) if battle.markers else None
    if marker is None or np.hypot(marker.x - here.x, marker.y - here.y) <= AT_IT:
        return stay
    path = route.path(marker.x, marker.y, None) or ()
    try:
        whole = question.suggested({name: plain(route.accept(Way(path)))})
        question.accept(whole)
    except Refused:
        return stay
    return whole


def assault_worth(battle: Battle, one: Unit | Vehicle, foe: Unit | Vehicle) -> float:
    """What the blows of both sides come to, in points."""
    return blows_worth(battle, one, foe, True) - 0.7 * blows_worth(battle, foe, one, False)


def assault_way(battle: Battle, question: Choose) -> str:
    """Through difficult ground where so many more fight that it is worth the risk to fall short."""
    unit = battle.unit(question.piece)

    def worth(option: Option) -> float:
        fights = [model for model in battle.standing(unit) if model.id in option.about]
        return blows_of(battle, fights, battle.either(option.piece), True)

    around, through = question.options
    return "through" if GETS_THROUGH * worth(through) > worth(around) else "round"


def blows_worth(battle: Battle, one: Unit | Vehicle, foe: Unit | Vehicle, charges: bool) -> float:
    if isinstance(one, Vehicle):
        walker = type_of(one).walker
        if walker is None:
            return 0.0
        count = walker.a + charges
        strength = 2 * walker.s if type_of(one).melee else walker.s
        return _blow(battle, foe, count, walker.ws, strength, bool(type_of(one).melee))
    return blows_of(battle, battle.members(one), foe, charges)


def blows_of(battle: Battle, models: Sequence[Model], foe: Unit | Vehicle, charges: bool) -> float:
    alike = Counter([(model.unit, model.kind) for model in models])
    total = 0.0
    for (unit, number), count in alike.items():
        kind = unit_type(battle, battle.unit(unit)).models[number]
        total += count * _best_blow(battle, kind, foe, charges)
    return min(total * 0.8, points(battle, foe))


def _best_blow(battle: Battle, kind: ModelType, foe: Unit | Vehicle, charges: bool) -> float:
    if not isinstance(foe, Vehicle):
        if not battle.members(foe):
            return 0.0
        groups = groups_of(battle, foe)
        felled = _felled(kind, charges, common(battle, foe, "t"), common(battle, foe, "ws"), groups)
        return felled * points(battle, foe) / sum(group.models for group in groups)
    best = 0.0
    for weapon in blows(kind):
        count = kind.profile.a + charges + two_weapons(kind, weapon)
        strength = weapon.strength_of(kind.profile.s)
        best = max(best, count * _vehicle_hit(battle, foe, Strike(strength), kind.profile.ws))
    for weapon in grenades(kind):
        best = max(best, _grenade(battle, foe, weapon.strength, weapon.penetration_dice))
    return best


@lru_cache(4_096)
def _felled(kind: ModelType, charges: bool, t: int, ws: int, groups: tuple[Group, ...]) -> float:
    """How many models of a unit one model fells with the best of what it carries."""
    best = 0.0
    for weapon in blows(kind):
        count = kind.profile.a + charges + two_weapons(kind, weapon)
        strength = weapon.strength_of(kind.profile.s)
        best = max(
            best,
            count * kills(_struck_by(kind.profile.ws, strength, weapon.no_armour_save, t, ws), groups, 7),
        )
    return best


def _struck_by(ws: int, strength: int, power: bool, t: int, their_ws: int) -> Attack:
    return Attack(troop_aim(ws, their_ws), wound_need(strength, t), strength, ALL_ARMOUR if power else 7)


def _blow(battle: Battle, foe: Unit | Vehicle, count: int, ws: int, strength: int, power: bool) -> float:
    if isinstance(foe, Vehicle):
        return count * _vehicle_hit(battle, foe, Strike(strength), ws)
    if not battle.members(foe):
        return 0.0
    attack = _struck_by(ws, strength, power, common(battle, foe, "t"), common(battle, foe, "ws"))
    groups = groups_of(battle, foe)
    models = sum(group.models for group in groups)
    return count * kills(attack, groups, 7) * points(battle, foe) / models


def _grenade(battle: Battle, foe: Vehicle, strength: int, dice: int) -> float:
    strike = Strike(strength, "sum" if dice == 2 else "d6")
    return _vehicle_hit(battle, foe, strike, 4, grenade=True)


def struck_at(vehicle: Vehicle, straight: float) -> float:
    """How likely a blow strikes a vehicle that is no Walker and has come so many inches."""
    return 1.0 if vehicle.immobilized or straight <= 0.0 else 0.5 if straight <= 6.0 else 1 / 6


def _vehicle_hit(battle: Battle, foe: Vehicle, strike: Strike, ws: int, grenade: bool = False) -> float:
    kind = type_of(foe)
    if kind.walker is not None:
        chance = (
            1 / 6 if grenade and not (foe.stunned or foe.immobilized) else hits(troop_aim(ws, kind.walker.ws))
        )
        av = kind.armour.front
    else:
        chance, av = struck_at(foe, foe.straight), kind.armour.rear
    destroys, harms = hit_worth(
        strike, Armour(av, open_topped=kind.open_topped), Condition(2, foe.immobilized)
    )
    return chance * (destroys + harms) * points(battle, foe)
