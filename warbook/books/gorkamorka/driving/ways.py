"""The ways that a vehicle may be driven: what a way meets, why it may not be taken, and the questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from warbook.board.driving import Driven
from warbook.board.hulls import Leg
from warbook.board.kernel import Floats
from warbook.board.manoeuvres import Ends, Handling, ends
from warbook.books.gorkamorka.field.aboard import available_driver, drives_for
from warbook.books.gorkamorka.field.bodies import hull, hulls, model_of, on_foot, on_ground
from warbook.books.gorkamorka.field.ground import areas_at
from warbook.books.gorkamorka.ramming.segments import OVER, Traffic, passage
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior
from warbook.core.questions import Drive, Refusal

MOST_TURN = 45.0  # gce.basics.vehicle-turn
LEAST_LEG, MOST_LEG = 1.0, 3.0  # gce.vehicle-movement.gas-turns
LEAST = 0.5  # gce.basics.units: the finest distance of the rules
NOSE = 0.25  # inches ahead below which `board.manoeuvres` finds no end
SLOW_STEPS = 3  # gce.vehicle-movement.slow-speed-manoeuvre
ROUNDING = 1e-6


def allowance(vehicle: Vehicle) -> float:
    """gce.vehicle-movement.gas-engines, less what damage has cost."""
    return float(max(0, model_of(vehicle).gas_move - vehicle.slower - vehicle.slower_now))


def thrust_length(vehicle: Vehicle) -> float:
    return float(max(0, model_of(vehicle).thrust_move - vehicle.shorter))


def mired(battle: Battle, vehicle: Vehicle) -> bool:
    """gce.R7.11: its middle is on ground where it only makes slow speed manoeuvres."""
    return any(passage(vehicle, area.ground) != "normal" for area in areas_at(battle, vehicle.spot))


# ---------------------------------------------------------------- what is allowed


def merged(legs: tuple[Leg, ...]) -> list[Leg]:
    """Without legs that are nothing; a leg without a turn goes on with the one before."""
    found: list[Leg] = []
    for leg in legs:
        if found and abs(leg.turn) < ROUNDING and found[-1].inches * leg.inches >= 0:
            found[-1] = Leg(found[-1].turn, found[-1].inches + leg.inches)
        elif abs(leg.turn) >= ROUNDING or abs(leg.inches) >= ROUNDING:
            found.append(leg)
    return found


def gas_cost(legs: tuple[Leg, ...], most: float, turns: int) -> float | Refusal:
    """gce.vehicle-movement.gas-turns, gce.vehicle-movement.gas-forfeit, gce.R7.2."""
    way = merged(legs)
    rule = "gce.vehicle-movement.gas-turns"
    made = [leg for leg in way if abs(leg.turn) >= ROUNDING]
    if any(leg.inches < -ROUNDING for leg in way):
        return Refusal(
            "only a slow speed manoeuvre goes backwards", "gce.vehicle-movement.slow-speed-manoeuvre"
        )
    if len(made) > turns:
        return Refusal(f"a vehicle turns no more than {turns} times in this move", rule)
    if any(abs(leg.turn) > MOST_TURN + ROUNDING for leg in made):
        return Refusal("one turn is of up to 45 degrees", "gce.basics.vehicle-turn")
    before = [way[n - 1].inches if n else 0.0 for n, leg in enumerate(way) if abs(leg.turn) >= ROUNDING]
    if any(far < LEAST_LEG - ROUNDING or far > MOST_LEG + ROUNDING for far in before):
        return Refusal("straight on for 1 to 3 inches before a turn", rule)
    if len(made) == turns and turns and way[-1].inches > ROUNDING:
        return Refusal("the last turn ends the move", "gce.vehicle-movement.gas-forfeit")
    far = sum(leg.inches for leg in way)
    if far > most + ROUNDING:
        return Refusal(f"up to {most:g} inches, not {far:.1f}", "gce.vehicle-movement.gas-engines")
    return far


def slow_cost(legs: tuple[Leg, ...]) -> float | Refusal:
    """gce.vehicle-movement.slow-speed-manoeuvre: three steps of an inch, a turn after each."""
    rule = "gce.vehicle-movement.slow-speed-manoeuvre"
    way = merged(legs)
    steps = [leg.inches for leg in way]
    if any(abs(step - round(step)) > ROUNDING for step in steps):
        return Refusal("each step is of one inch", rule)
    if sum(abs(step) for step in steps) > SLOW_STEPS + ROUNDING:
        return Refusal("up to three steps of one inch each", rule)
    if any(abs(leg.turn) > MOST_TURN + ROUNDING for leg in way):
        return Refusal("one turn is of up to 45 degrees", "gce.basics.vehicle-turn")
    if (way and abs(way[0].turn) >= ROUNDING) or any(not round(step) for step in steps[:-1]):
        return Refusal("a turn comes after a step", rule)
    return sum(abs(step) for step in steps)


def way_barred(traffic: Traffic, legs: tuple[Leg, ...], rams: bool) -> Refusal | None:
    """Why a way may not be driven on purpose; None if it may."""
    found = hindrances(traffic, traffic.follow(legs), rams)
    return found[0][1] if found else None


def hindrances(traffic: Traffic, driven: Driven, rams: bool) -> list[tuple[float, Refusal]]:
    """What keeps a way from being driven on purpose, and after how many inches. It may end in an enemy
    vehicle where that is a ram (gce.ramming.declare, gce.R7.27); then nothing beyond is looked at."""
    battle, vehicle = traffic.battle, traffic.vehicle
    found = []
    contact = driven.contact
    if contact is not None and contact.kind != "body":
        where = "the edge of the table" if contact.kind == "edge" else contact.name or contact.kind
        words = f"after {contact.inches:.1f} inches {where} is in the way"
        found.append((contact.inches, Refusal(words, "gce.crash.definition")))
    elif contact is not None and not (rams and rammed(traffic, driven)):
        words = f"{traffic.others[contact.number].name} is in the way"
        found.append((contact.inches, Refusal(words, "gce.ramming.declare")))
    for met in driven.met:
        warrior = traffic.feet[met.number]
        if not rams or warrior.side == drives_for(battle, vehicle):
            found.append((met.inches, Refusal(f"{warrior.name} is in the way", "gce.squash.attempt")))
    for crossed in driven.passes if rams else ():
        if crossed.middle and passage(vehicle, crossed.area.ground) != "normal":
            words = f"{crossed.area.name} can only be entered by a slow speed manoeuvre"
            found.append((crossed.middle[0][0], Refusal(words, "gce.vehicle-movement.terrain-profile")))
    return sorted(found, key=lambda each: each[0])


def headroom(battle: Battle, vehicle: Vehicle) -> Refusal | None:
    """What is so near ahead that there is no end to drive to: a gas move begins straight on."""
    return way_barred(Traffic(battle, vehicle), (Leg(0.0, NOSE),), rams=True)


def may_ram(battle: Battle, vehicle: Vehicle, other: Warrior | Vehicle) -> bool:
    """gce.R7.27: enemy vehicles that are no wrecks; gce.R9.13: by switch a driver in a frenzy friends too."""
    if not isinstance(other, Vehicle) or other.destroyed:
        return False
    driver = available_driver(battle, vehicle)
    raging = battle.rulings.frenzied_drivers_ram_friends and driver is not None and driver.frenzied
    return raging or drives_for(battle, other) != drives_for(battle, vehicle)


def rammed(traffic: Traffic, driven: Driven) -> Vehicle | None:
    """The vehicle that a way leads into, front first, if it may be rammed."""
    contact = driven.contact
    if contact is None or contact.kind != "body" or contact.turning:
        return None
    other = traffic.others[contact.number]
    return other if may_ram(traffic.battle, traffic.vehicle, other) else None


def slow_barred(traffic: Traffic, legs: tuple[Leg, ...]) -> Refusal | None:
    """gce.R7.32: it touches nothing; ground that immobilises is kept out of."""
    vehicle, driven = traffic.vehicle, traffic.follow(legs)
    found = hindrances(traffic, driven, rams=False)
    if found:
        return found[0][1]
    for crossed in driven.passes:
        if passage(vehicle, crossed.area.ground) == "immobilised" and crossed.middle:
            words = f"{vehicle.name} would be stuck in {crossed.area.name}"
            return Refusal(words, "gce.vehicle-movement.very-difficult-immobilised")
    return None


# ---------------------------------------------------------------- questions


def gas_handling(vehicle: Vehicle, inches: float) -> Handling:
    turns = model_of(vehicle).turns_per_move
    return Handling(inches, turns, MOST_TURN, (LEAST_LEG, MOST_LEG), last_turn_ends=True)


SLOW = Handling(3.0, 3, MOST_TURN, (LEAST_LEG, MOST_LEG), reverse=True, last_turn_ends=True)


def way_ends(battle: Battle, vehicle: Vehicle, handling: Handling) -> Ends:
    """Where it can end without meeting anybody but enemies on foot."""
    others = [hull(other) for other in hulls(battle) if other.id != vehicle.id]
    slow, mine = handling.reverse, drives_for(battle, vehicle)
    others += [on_ground(w) for w in on_foot(battle) if slow or w.side == mine]
    return ends(battle.table, hull(vehicle), handling, others, over=OVER)


def open_ends(battle: Battle, vehicle: Vehicle, found: Ends, slow: bool) -> list[int]:
    """Those of the ends to which it goes over nothing but ground that it may enter so; slowly it goes whole
    inches only."""
    stuck = ("immobilised",) if slow else ("immobilised", "slow")
    held = [area.polygon for area in battle.table.areas if passage(vehicle, area.ground) in stuck]
    free = ~found.through(held)
    if slow:
        free &= np.abs(found.cost - np.rint(found.cost)) <= ROUNDING
    return np.flatnonzero(free).tolist()


def driving(
    battle: Battle,
    vehicle: Vehicle,
    handling: Handling,
    judge: Callable[[tuple[Leg, ...]], float | Refusal],
    text: str,
    rule: str,
    kind: str,
) -> Drive:
    """The question where a vehicle drives."""
    slow = handling.reverse

    @cache
    def found() -> Ends:
        return way_ends(battle, vehicle, handling)

    @cache
    def allowed() -> tuple[list[int], Floats]:
        numbers = open_ends(battle, vehicle, found(), slow)
        return numbers, found().hulls[numbers]

    def reach() -> list[Sequence[float]]:
        x, y, facing = allowed()[1].T
        return np.column_stack((x, y, np.zeros(len(x)), facing)).tolist()  # type: ignore[no-any-return]

    def legs(x: float, y: float, z: float | None, facing: float | None) -> tuple[Leg, ...] | None:
        numbers, rows = allowed()
        if not numbers:
            return None
        away = np.hypot(rows[:, 0] - x, rows[:, 1] - y)
        if facing is not None:
            away = away + 1e-4 * np.abs((rows[:, 2] - facing + 180.0) % 360.0 - 180.0)
        return found().legs(numbers[int(np.argmin(away))])

    return Drive(
        text, vehicle.id, vehicle.spot, vehicle.facing, judge, reach, legs, handling.allowance, rule,
        kind=kind,
    )  # fmt: skip


def slow_question(battle: Battle, vehicle: Vehicle) -> Drive:
    traffic = Traffic(battle, vehicle)

    @cache
    def judge(legs: tuple[Leg, ...]) -> float | Refusal:
        cost = slow_cost(legs)
        return cost if isinstance(cost, Refusal) else slow_barred(traffic, legs) or cost

    text = f"How does {vehicle.name} manoeuvre?"
    return driving(battle, vehicle, SLOW, judge, text, "gce.vehicle-movement.slow-speed-manoeuvre", "slow")


def hemmed_in(battle: Battle, vehicle: Vehicle) -> Refusal | None:
    """A slow speed manoeuvre leads nowhere; mostly an inch ahead or back shows that it does."""
    asked = slow_question(battle, vehicle)
    straight = (asked.judge((Leg(0.0, inches),)) for inches in (1.0, -1.0))
    if any(not isinstance(each, Refusal) for each in straight):
        return None
    here = (vehicle.spot.x, vehicle.spot.y, vehicle.spot.z, vehicle.facing)
    if any(tuple(end) != here for end in asked.reach()):
        return None
    return Refusal("there is no room to manoeuvre", asked.rule)
