"""Tank shocks and rams: when they are worth more than what driving would be."""

from __future__ import annotations

import numpy as np

from warbook.board.geometry import bearing, turn_between
from warbook.board.hulls import Leg
from warbook.books.vehicles.bot.driver import Ground, best_drive, scores
from warbook.books.vehicles.bot.worth import SHARES, points
from warbook.books.vehicles.damage.dice import Harm
from warbook.books.vehicles.driving.speeds import band, fastest
from warbook.books.vehicles.driving.turn import VehicleAct
from warbook.books.vehicles.driving.ways import Ways
from warbook.books.vehicles.field.bodies import bodies, type_of
from warbook.books.vehicles.state import Battle, Vehicle
from warbook.books.vehicles.tanks.declaring import declared, judge
from warbook.books.vehicles.tanks.dice import ram as ram_odds
from warbook.books.vehicles.tanks.lanes import Lane, lane
from warbook.books.vehicles.tanks.ramming import crash_of, struck
from warbook.books.vehicles.tanks.shock import falls_back
from warbook.core.questions import Choose, Drive, Refusal, Way

FLIGHT = 0.25  # of the worth of a unit, what it is worth that it falls back
GLORY = 0.08  # of a Tank's worth, what a unit that stands may do to it


def manner(battle: Battle, question: Choose) -> tuple[str, tuple[Leg, ...]]:
    """Off the table where that scores; else a ram or a shock where it is worth more than driving. And the
    best way to drive."""
    acts = {option.id: option.about for option in question.open() if isinstance(option.about, VehicleAct)}
    if "leave" in acts:
        return "leave", ()
    vehicle = battle.vehicle(question.piece)
    ground = Ground(battle, vehicle)
    most, legs = best_drive(ground, Ways(battle, vehicle))
    chosen = "drive"
    for how in ("shock", "ram"):
        if how in acts:
            worth, leg = best_charge(ground, acts[how].within, how == "ram")
            if leg is not None and worth > most:
                chosen, most = how, worth
    return chosen, legs


def charge_way(battle: Battle, question: Drive) -> Way:
    vehicle = battle.vehicle(question.piece)
    ram = question.kind == "ram"
    within = tuple(each.piece.id for each in Ground(battle, vehicle).foes)
    _, leg = best_charge(Ground(battle, vehicle), within, ram)
    return question.along(() if leg is None else (leg,))


def best_charge(ground: Ground, within: tuple[str, ...], ram: bool) -> tuple[float, Leg | None]:
    """The best lane straight at one of these, and what it and its end are worth."""
    battle, vehicle = ground.battle, ground.piece
    most, best = -np.inf, None
    for name in within:
        there = bodies(battle, battle.either(name))
        if not there or isinstance(battle.either(name), Vehicle) != ram:
            continue
        turn = turn_between(vehicle.facing, bearing(vehicle.spot, there[len(there) // 2].spot))
        inches = (
            declared(battle, vehicle, turn) if ram else fastest(type_of(vehicle), False, not vehicle.carried)
        )
        leg = Leg(turn, inches)
        if isinstance(judge(battle, vehicle, (leg,), ram), Refusal):
            continue
        ahead = lane(battle, vehicle, leg, ram)
        if ahead.target or ahead.met:
            worth = _worth(ground, ahead, ram)
            if worth > most:
                most, best = worth, leg
    return most, best


def _worth(ground: Ground, ahead: Lane, ram: bool) -> float:
    battle, tank = ground.battle, ground.piece
    end = np.array([(ahead.end.spot.x, ahead.end.spot.y, tank.z)])
    kind = type_of(tank)
    speed = "flat out" if ram else band(kind, ahead.inches)
    total = float(scores(ground, end, np.array([ahead.end.facing]), [speed])[0])
    mine = points(battle, tank)
    for name in ahead.units:
        unit = battle.unit(name)
        runs = float(falls_back(battle, unit))
        total += runs * FLIGHT * points(battle, unit) - (1.0 - runs) * GLORY * mine
    if ahead.target and ahead.contact is not None:
        target = battle.vehicle(ahead.target)
        crash = crash_of(battle, tank, target, ahead.inches, struck(target, ahead.contact))
        for result, chance in ram_odds.odds(crash.a, crash.b, crash.may_dodge).items():
            total += float(chance) * (_lost(result.b) * points(battle, target) - _lost(result.a) * mine)
    return total


def _lost(harm: Harm) -> float:
    """The share of its worth that a vehicle loses by it."""
    if harm.end:
        return SHARES[5]
    return (
        SHARES[4] * harm.immobilized
        + SHARES[3] * harm.weapons_lost
        + (SHARES[2] if harm.stunned else SHARES[1] if harm.shaken else 0.0)
    )
