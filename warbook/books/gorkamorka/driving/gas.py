"""The question of a gas move, and of sails and pumps in its place."""

from __future__ import annotations

from math import hypot

from warbook.board.hulls import Leg
from warbook.books.gorkamorka.driving.urges import strikes, urge_to_strike
from warbook.books.gorkamorka.driving.ways import barred, driving, gas_cost, gas_handling, mired
from warbook.books.gorkamorka.field.bodies import model_of
from warbook.books.gorkamorka.ramming.segments import TINY, follow
from warbook.books.gorkamorka.state import Battle, Vehicle
from warbook.core.questions import Drive, Refusal


def gas_question(battle: Battle, vehicle: Vehicle, inches: float) -> Drive:
    """gce.vehicle-movement.gas-engines: up to so many inches with turns. A driver who has to go for somebody
    whom he can reach is offered nothing else (gce.frenzy.drivers, gce.hatred.drivers)."""
    urge = urge_to_strike(battle, vehicle, inches)

    def judge(legs: tuple[Leg, ...]) -> float | Refusal:
        cost = gas_cost(legs, inches, model_of(vehicle).turns_per_move)
        if isinstance(cost, Refusal):
            return cost
        if cost > TINY and mired(battle, vehicle):
            words = "here only slow speed manoeuvres are possible"
            return Refusal(words, "gce.vehicle-movement.terrain-profile")
        found = barred(battle, vehicle, legs, rams=True)
        if found is None and urge.ways and not strikes(battle, vehicle, legs, urge.wanted):
            found = urge.reason
        return found or cost

    text = f"Where does {vehicle.name} drive?"
    rule = "gce.vehicle-movement.gas-engines"
    question = driving(battle, vehicle, gas_handling(vehicle, inches), judge, text, rule, "gas")
    if urge.ways:
        ends = [(follow(battle, vehicle, legs)[0].end, legs) for legs in urge.ways]
        question.reach = lambda: [(end.spot.x, end.spot.y, 0.0, end.facing) for end, _ in ends]
        question.legs = lambda x, y, z, facing: min(
            ends, key=lambda each: hypot(each[0].spot.x - x, each[0].spot.y - y)
        )[1]
    return question
