"""Tank shocks and rams: when they are worth more than what driving would be."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import hypot, inf

import numpy as np

from warbook.board.geometry import bearing, turn_between
from warbook.board.hulls import Leg
from warbook.books.vehicles.bot.aims import MARKER, breaks_through
from warbook.books.vehicles.bot.driver import Ground, best_drive, scores, test_cost
from warbook.books.vehicles.bot.worth import SHARES, points
from warbook.books.vehicles.damage.dice import Harm
from warbook.books.vehicles.driving.speeds import band, speed_limit
from warbook.books.vehicles.driving.terrain import landing_risk
from warbook.books.vehicles.driving.ways import Ways
from warbook.books.vehicles.field.bodies import bodies, hull, type_of
from warbook.books.vehicles.field.weapons import condition
from warbook.books.vehicles.state import Battle, Unit, Vehicle
from warbook.books.vehicles.tanks.declaring import declared, judge
from warbook.books.vehicles.tanks.dice import glory
from warbook.books.vehicles.tanks.dice import ram as ram_odds
from warbook.books.vehicles.tanks.glory import front, of_model
from warbook.books.vehicles.tanks.lanes import Lane, Lanes, prey
from warbook.books.vehicles.tanks.ramming import crash_of, struck
from warbook.books.vehicles.tanks.shock import falls_back
from warbook.core.questions import Choose, Drive, Refusal, Way

FLIGHT = 0.35  # of the worth of a unit, what it is worth that it falls back
OUT_OF_THE_WAY = 0.25  # of an enemy's worth, what his loss is worth to who is to get through
HELD = 3.0  # inches from a marker at which it is held


def manner(battle: Battle, question: Choose) -> tuple[str, tuple[Leg, ...]]:
    """Off the table where that scores; else a ram or a shock where it is worth more than driving. And the
    best way so."""
    if "leave" in question.ids():
        return "leave", ()
    vehicle = battle.vehicle(question.piece)
    ground = Ground(battle, vehicle)
    most, legs = best_drive(ground, Ways(battle, vehicle))
    chosen = "drive"
    units, targets = prey(battle, vehicle)
    for how, within in (("shock", [each.id for each in units]), ("ram", [each.id for each in targets])):
        if how in question.ids():
            worth, leg = best_charge(ground, within, how == "ram")
            if leg is not None and worth > most and question.free(how):
                chosen, most, legs = how, worth, (leg,)
    return chosen, legs


def charge_way(battle: Battle, question: Drive) -> Way:
    """The best lane; none, and it halts."""
    ground = Ground(battle, battle.vehicle(question.piece))
    within = [each.piece.id for each in ground.foes]
    _, leg = best_charge(ground, within, question.kind == "ram")
    return question.along(() if leg is None else (leg,))


def best_charge(ground: Ground, within: Sequence[str], ram: bool) -> tuple[float, Leg | None]:
    """The best lane straight at one of these, and what it and its end are worth."""
    battle, vehicle = ground.battle, ground.piece
    lanes = Lanes(battle, vehicle, ram)
    most, best = -inf, None
    for name in within:
        there = bodies(battle, battle.either(name))
        if not there or isinstance(battle.either(name), Vehicle) != ram:
            continue
        turn = turn_between(vehicle.facing, bearing(vehicle.spot, there[len(there) // 2].spot))
        for inches in _declarable(lanes, turn):
            leg = Leg(turn, inches)
            if isinstance(judge(lanes, (leg,)), Refusal):
                continue
            ahead = lanes.ahead(leg)
            if ahead.target or ahead.met:
                worth = _worth(ground, ahead, ram)
                if worth > most:
                    most, best = worth, leg
    return most, best


def _declarable(lanes: Lanes, turn: float) -> tuple[float, ...]:
    """A ram is made at top speed; a tank shock also so slowly that something may be fired after it."""
    full = declared(lanes, turn)
    return (full,) if lanes.ram else (speed_limit(type_of(lanes.tank), "combat"), full)


def _worth(ground: Ground, ahead: Lane, ram: bool) -> float:
    """A ram that cannot hurt anybody is no way to go."""
    battle, tank = ground.battle, ground.piece
    end = np.array([(ahead.end.spot.x, ahead.end.spot.y, tank.z)])
    kind = type_of(tank)
    speed = "flat out" if ram else band(kind, ahead.inches, ahead.on_road)
    total = float(scores(ground, end, np.array([ahead.end.facing]), [speed])[0])
    flies = landing_risk(battle, hull(tank), ahead.end, ahead.inches) if kind.skimmer else None
    if ahead.risk is not None or flies is not None:
        total -= test_cost(battle, tank, speed)
    mine = points(battle, tank)
    for name in ahead.units:
        total += _shocked(battle, tank, battle.unit(name), {met.model for met in ahead.met})
    if ahead.target and ahead.contact is not None:
        target = battle.vehicle(ahead.target)
        crash = crash_of(battle, tank, target, ahead.inches, struck(target, ahead.contact))
        theirs = points(battle, target) * (OUT_OF_THE_WAY if breaks_through(battle, tank) else 1.0)
        fates = ram_odds.odds(crash.a, crash.b, crash.may_dodge).items()
        if not any(_lost(result.b) for result, _ in fates):
            return -inf
        total += sum(
            float(chance) * (_lost(result.b) * theirs - _lost(result.a) * mine) for result, chance in fates
        )
    return total


def _shocked(battle: Battle, tank: Vehicle, unit: Unit, under: Collection[str]) -> float:
    """What it is worth to drive over a unit, some of whose models are under the hull: it may fall back, and
    from a marker; else its best Death or Glory may stop the Tank, or he who tries is crushed."""
    models = battle.standing(unit)
    runs, worth = float(falls_back(battle, unit)), points(battle, unit)
    holds = any(hypot(each.x - m.x, each.y - m.y) <= HELD for each in battle.markers for m in models)
    flees = FLIGHT * worth + (MARKER if holds else 0.0)
    attacks = [each for model in models if model.id in under for each in of_model(battle, tank, model)]
    if not attacks:
        return runs * flees
    attack = max(attacks, key=lambda each: each.stops)
    harms = glory.odds(attack.strike, front(tank), condition(tank)).items()
    taken = sum(float(chance) * _lost(harm) for harm, chance in harms) * points(battle, tank)
    crushed = (1.0 - float(attack.stops)) * worth / len(models)
    return runs * flees + (1.0 - runs) * (crushed - taken)


def _lost(harm: Harm) -> float:
    """The share of its worth that a vehicle loses by it."""
    if harm.end:
        return SHARES[5]
    return (
        SHARES[4] * harm.immobilized
        + SHARES[3] * harm.weapons_lost
        + (SHARES[2] if harm.stunned else SHARES[1] if harm.shaken else 0.0)
    )
