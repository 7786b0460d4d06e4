"""Why the bot would answer so, in words: the figures that it went by, in points of the force lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from warbook.books.vehicles.assault.turn import Assault
from warbook.books.vehicles.bot import gunner, walker
from warbook.books.vehicles.bot.aims import breaks_through, far_through, pull
from warbook.books.vehicles.bot.driver import Ground
from warbook.books.vehicles.driving.course import length
from warbook.books.vehicles.driving.speeds import band
from warbook.books.vehicles.driving.turn import VehicleAct
from warbook.books.vehicles.field.bodies import apart, on_table, type_of
from warbook.books.vehicles.foot.turn import UnitAct
from warbook.books.vehicles.shooting.turn import Volley
from warbook.books.vehicles.state import Battle, Unit, Vehicle, other
from warbook.books.vehicles.wounds.casualties import Loss
from warbook.core.questions import Choose, Drive, Form, Question, Route, Way


def reason(battle: Battle, question: Question, answer: Any) -> str:
    """In a sentence or two; nothing where there is nothing to be said."""
    if isinstance(question, Choose):
        teller = TELLERS.get(question.kind)
        return teller(battle, question, answer) if teller else ""
    if isinstance(question, Drive) and question.kind == "drive":
        speed = band(type_of(battle.vehicle(question.piece)), length(answer.legs))
        return _goes(battle, question.piece, answer, speed)
    if isinstance(question, Route) and question.kind in ("walk", "walker run"):
        return _goes(battle, question.piece, answer, "combat")
    if isinstance(question, Form) and question.kind in ("march", "run"):
        return _marches(battle, question, answer)
    return ""


# ---------------------------------------------------------------- moving


def _goes(battle: Battle, piece: str, way: Way, speed: str) -> str:
    """A vehicle: what its fire and the enemy's come to there and here."""
    vehicle = battle.vehicle(piece)
    end = way.path[-1]
    facing = vehicle.facing if way.facing is None else way.facing
    places = np.array([(vehicle.x, vehicle.y, vehicle.z), (end.x, end.y, end.z)])
    facings = np.array([vehicle.facing, facing])
    fire, feared, near = Ground(battle, vehicle).parts(places, facings, ["stationary", speed])
    words = _weighed(fire.tolist(), feared.tolist(), near.tolist())
    if breaks_through(battle, vehicle):
        here, there = far_through(battle, vehicle, places).tolist()
        return f"From there it is {there:.0f} inches to the far edge, from here {here:.0f}. {words}"
    return _with_aim(battle, vehicle, places, words)


def _marches(battle: Battle, question: Form, ways: Any) -> str:
    name = next(iter(question.parts))
    unit = battle.unit(walker.unit_of(battle, name))
    here, end = walker.lead(battle, unit), ways[name].path[-1]
    squad = walker.SquadScales(battle, unit)
    places = np.array([(spot.x, spot.y, spot.z) for spot in (here, end)])
    stayed, went = (squad.parts(places[k : k + 1], bool(k)) for k in range(2))
    fire, feared, near = ([float(part[0]) for part in pair] for pair in zip(stayed, went, strict=True))
    return _with_aim(battle, unit, places, _weighed(fire, feared, near))


def _weighed(fire: list[float], feared: list[float], near: list[float]) -> str:
    words = (
        f"There its fire is worth {fire[1]:.0f} points a turn and the enemy's at it {feared[1]:.0f}; "
        f"here {fire[0]:.0f} and {feared[0]:.0f}."
    )
    nearer = near[1] > near[0] + 1.0 and fire[1] <= fire[0]
    return f"{words} It comes nearer to what it can hurt." if nearer else words


def _with_aim(battle: Battle, piece: Unit | Vehicle, places: Any, words: str) -> str:
    here, there = pull(battle, piece, places).tolist()
    return f"It comes nearer to a marker. {words}" if there > here + 1.0 else words


def _moves(battle: Battle, question: Choose, answer: str) -> str:
    act = next(option.about for option in question.options if option.id == answer)
    if isinstance(act, UnitAct) and act.how == "alight":
        near = _nearest(battle, battle.vehicle(act.vehicle))
        return f"The nearest enemy is {near:.0f} inches away: on foot it can fight him, or hold what is here."
    if isinstance(act, VehicleAct) and act.how == "smoke":
        return "It cannot fire anyway, and smoke gives it cover."
    if isinstance(act, VehicleAct):
        return "Of those that have not moved it stands in front: it makes room for the others."
    return ""


def _nearest(battle: Battle, piece: Unit | Vehicle) -> float:
    return min((apart(battle, piece, foe) for foe in on_table(battle, other(piece.side))), default=0.0)


def _manner(battle: Battle, question: Choose, answer: str) -> str:
    return {
        "leave": "Off the far edge it counts for the victory.",
        "ram": "The ram takes more from its target than driving on and firing would, its own risk counted.",
        "shock": "Whom it runs over may fall back, which is worth more than driving on and firing.",
    }.get(answer, "")


# ---------------------------------------------------------------- shooting and assaults


def _fires(battle: Battle, question: Choose, answer: str) -> str:
    firer = battle.either(question.piece)
    follows = gunner.assaults(battle, firer)
    best, most = gunner.best_volley(battle, firer, question, follows)
    volley = next(option.about for option in question.options if option.id == answer)
    if isinstance(volley, Volley):
        target = battle.either(volley.target).name
        what = "That and the assault after it take" if volley.target in follows else "That takes"
        return f"{what} {most:.1f} points of {target} on average, more than anything else it could fire."
    if answer == "hold" and follows:
        name, worth = max(follows.items(), key=lambda each: each[1])
        return f"It means to assault {battle.either(name).name}, which is worth {worth:.1f} points."
    if answer == "run" and isinstance(firer, Unit) and gunner.hurries(battle, firer):
        return f"A marker is to be had; the best volley would take {most:.1f} points on average."
    return f"The best volley would take {most:.1f} points on average." if best else "Nothing could be hurt."


def _assaults(battle: Battle, question: Choose, answer: str) -> str:
    one = battle.either(question.piece)
    about = next(option.about for option in question.options if option.id == answer)
    if not isinstance(about, Assault) or not about.foe:
        return "The blows of the enemy would cost as much as its own would take."
    foe = battle.either(about.foe)
    given = walker.blows_worth(battle, one, foe, True)
    taken = walker.blows_worth(battle, foe, one, False)
    return f"Its blows take {given:.0f} points of {foe.name} on average, and cost {taken:.0f}."


def _grounds(battle: Battle, question: Choose, answer: str) -> str:
    losses = {option.id: option.about for option in question.options if isinstance(option.about, Loss)}
    if len(losses) < 2:
        return ""
    spared = losses["stand"].unsaved - losses["ground"].unsaved
    return f"Going to ground would save {spared:.1f} models, and costs the next turn."


def _loses(battle: Battle, question: Choose, answer: str) -> str:
    return "Its strongest gun."


Teller = Callable[[Battle, Choose, str], str]
TELLERS: dict[str, Teller] = {
    "who moves": _moves,
    "manner": _manner,
    "fire at": _fires,
    "assault": _assaults,
    "go to ground": _grounds,
    "weapon destroyed": _loses,
}
