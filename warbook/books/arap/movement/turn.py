"""The movement actions of a unit that has points to spend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from warbook.books.arap.field.ground import Kind, boxes, has_any
from warbook.books.arap.field.units import slowest, spend
from warbook.books.arap.morale.tests import own_turn_losses
from warbook.books.arap.movement import climbing
from warbook.books.arap.movement.dice import swim, tactical, varied
from warbook.books.arap.movement.faces import Face
from warbook.books.arap.movement.gaits import Gait, at_home_in_water
from warbook.books.arap.movement.going import go_ways
from warbook.books.arap.movement.marching import POSTURE, PRONE, STANDING, March
from warbook.books.arap.movement.postures import lie_down, may_move_tactically, stand_up
from warbook.books.arap.movement.prices import price
from warbook.books.arap.movement.swimming import climbing_out, mishap
from warbook.books.arap.state import Acting, Battle, Game, Unit, at_rest
from warbook.core.events import Became
from warbook.core.questions import Option, Refusal, Way

STAND = "stand up"


def move_options(battle: Battle, frame: Acting) -> list[Option]:
    """What the unit might do, with what bars it. What the place has no use for is not listed."""
    unit = battle.unit(frame.unit)
    if not battle.standing(unit):
        return []
    found = [
        _option(battle, frame, "move", "Move", "move", 1),
        _option(battle, frame, "tactical", "Move tactically", "move", 1, may_move_tactically(battle, unit)),
    ]
    near = slowest(battle, unit) + 2.0
    if variable_within(battle, unit, near):
        found.append(_option(battle, frame, "rough", "Move through variable ground", "move", 1))
    if _near(battle, unit, near, "gap"):
        found.append(_option(battle, frame, "leap", "Move and jump", "move", 1))
    afloat = all(at_home_in_water(battle, figure) for figure in battle.standing(unit))
    if not afloat and _near(battle, unit, near, "water"):
        found.append(_option(battle, frame, "swim", "Swim", "swim", 1))
    if any(figure.prone for figure in battle.standing(unit)):
        sole = None
        if STAND in unit.sole:
            sole = Refusal("it has stood up in this phase", "arap.turn.sole-actions")
        found.append(_option(battle, frame, STAND, "Stand up", "stand-up", 1, sole))
    if climbing.any_face(battle, unit):
        for name, (label, points, finds, _) in VERTICAL.items():
            if finds(battle, unit):
                found.append(_option(battle, frame, name, label, "climb", points))
    return found


def take_move(game: Game, frame: Acting, chosen: str) -> None:
    """Does what was chosen, and pays for it; who fell or drowned counts like any other loss
    (arap.morale.own-turn-losses)."""
    battle = game.battle
    unit = battle.unit(frame.unit)
    if chosen in VERTICAL:
        _scale(game, frame, unit, chosen)
    elif chosen == STAND:
        spend(battle, frame, price(battle, unit, "stand-up", 1), STAND)
        unit.sole = (*unit.sole, STAND)
        stand_up(game, unit)
    else:
        action = "swim" if chosen == "swim" else "move"
        spend(battle, frame, price(battle, unit, action, 1), chosen)
        march(game, unit, _gait(game, unit, chosen))
    own_turn_losses(game, unit)


def march(game: Game, unit: Unit, gait: Gait) -> None:
    """arap.turn.movement-action: the unit is asked where it goes, and goes there."""
    battle = game.battle
    for figure in battle.standing(unit):
        figure.stopped = False
    rule = "arap.movement.tactical-distance" if gait.kind == "tactical" else "arap.turn.movement-action"
    with at_rest(battle):
        marching = March(battle, unit, gait)
        question = marching.question(f"Where does {unit.name} move?", rule)
        answer: dict[str, Way | str] = game.ask(unit.side, question)
    ways = {name: way for name, way in answer.items() if isinstance(way, Way)}
    if gait.kind == "swim":
        ways = climbing_out(game, unit, ways, marching.walkers)
    go_ways(game, marching, ways, rule)
    posture = answer.get(POSTURE, "")
    if posture == PRONE and battle.standing(unit) and not unit.locked:
        lie_down(game, unit)
    elif posture == STANDING and battle.standing(unit):
        stand_up(game, unit, "arap.movement.tactical-posture")
    if gait.mishap:
        mishap(game, unit, ways)


def _gait(game: Game, unit: Unit, chosen: str) -> Gait:
    """The dice that a move takes are thrown before anybody says where it goes."""
    battle, rolling = game.battle, game.rolling(unit.id)
    if chosen == "tactical":
        unit.tactical = battle.clock
        words = f"{unit.name} moves tactically."
        game.tell(
            Became(
                piece=unit.id, status="moved tactically", words=words, rule="arap.movement.tactical-target"
            )
        )
        return Gait("tactical", rolling.roll(tactical))
    if chosen == "swim":
        swum = rolling.roll(swim)
        return Gait("swim", swum.inches, mishap=swum.mishap)
    if chosen == "rough":
        return _varied(game, unit, "walk")
    if chosen == "leap":
        return varied_in_reach(game, unit, "leap")
    return Gait()


def varied_in_reach(game: Game, unit: Unit, kind: Literal["walk", "leap"]) -> Gait:
    """With dice if the unit might come into variable ground or is in it."""
    if variable_within(game.battle, unit, slowest(game.battle, unit)):
        return _varied(game, unit, kind)
    return Gait(kind)


def _varied(game: Game, unit: Unit, kind: Literal["walk", "leap"]) -> Gait:
    crawling = all(figure.prone for figure in game.battle.standing(unit))
    inches = game.rolling(unit.id).roll(varied, slowest(game.battle, unit), crawling)
    return Gait(kind, inches.walking, inches.crawling)


def variable_within(battle: Battle, unit: Unit, inches: float) -> bool:
    """Whether such ground is near, where it is played (arap.movement.variable-terrain)."""
    return battle.rulings.variable_terrain and _near(battle, unit, inches, "variable")


def _scale(game: Game, frame: Acting, unit: Unit, chosen: str) -> None:
    """Climbing, rappelling and jumping: who can and wants to does it; the others do nothing
    (arap.turn.same-action), but after a jump down the move goes on (arap.movement.jump-down)."""
    battle = game.battle
    label, points, finds, does = VERTICAL[chosen]
    found = finds(battle, unit)
    question = climbing.climb_question(battle, found, f"{label}: who?", RULES[chosen])
    picked = climbing.chosen(found, game.ask(unit.side, question))
    spend(battle, frame, price(battle, unit, "climb", points), chosen)
    for figure in battle.standing(unit):
        figure.stopped = False
    does(game, unit, picked)
    if chosen == "jump down" and battle.standing(unit):
        _go_on(game, unit)


def _go_on(game: Game, unit: Unit) -> None:
    """The rest of the move of those who landed well; who fell far stays (arap.movement.after-fall)."""
    marching = March(game.battle, unit, Gait())
    rule = "arap.movement.jump-down"
    question = marching.question(f"Where does {unit.name} go on to?", rule)
    answer: dict[str, Way | str] = game.ask(unit.side, question)
    go_ways(game, marching, {name: way for name, way in answer.items() if isinstance(way, Way)}, rule)


def _option(
    battle: Battle,
    frame: Acting,
    name: str,
    label: str,
    action: str,
    points: int,
    barred: Refusal | None = None,
) -> Option:
    unit = battle.unit(frame.unit)
    cost = price(battle, unit, action, points)
    if barred is None and cost > frame.points:
        barred = Refusal(f"it takes {cost} action points", "arap.turn.action-cost")
    if cost > 1:
        label += f" ({cost} points)"
    return Option(name, label, unit.id, barred, about=(action, cost), rule=RULES.get(name, MOVE))


def _near(battle: Battle, unit: Unit, inches: float, what: Kind) -> bool:
    """Whether such ground may be within reach of somebody, by the boxes around it."""
    if not has_any(battle, what):
        return False
    figures = battle.standing(unit)
    return any(
        x0 - inches <= figure.x <= x1 + inches and y0 - inches <= figure.y <= y1 + inches
        for x0, y0, x1, y1, _, kind in boxes(battle)
        if getattr(kind, what)
        for figure in figures
    )


Finds = Callable[[Battle, Unit], dict[str, list[Face]]]
Does = Callable[[Game, Unit, dict[str, Face]], None]


def _climb_down(game: Game, unit: Unit, picked: dict[str, Face]) -> None:
    climbing.climb_down(game, unit, picked, "arap.movement.climb-down")


def _rappel(game: Game, unit: Unit, picked: dict[str, Face]) -> None:
    climbing.climb_down(game, unit, picked, "arap.movement.rappel")


VERTICAL: dict[str, tuple[str, int, Finds, Does]] = {
    "climb": ("Climb", 2, climbing.climbs, climbing.climb_up),
    "climb down": ("Climb down", 2, climbing.descents, _climb_down),
    "rappel": ("Rappel", 1, climbing.ropes, _rappel),
    "jump down": ("Jump down and move", 1, climbing.drops, climbing.jump_down),
    "jump up": ("Jump up with jump packs", 1, climbing.jump_pack_faces, climbing.jump_up),
}
MOVE = "arap.turn.movement-action"
RULES = {
    "tactical": "arap.movement.tactical-distance",
    "rough": "arap.movement.variable-terrain",
    "leap": "arap.movement.free-jump",
    "swim": "arap.movement.swim",
    STAND: "arap.movement.stand-up",
    "climb": "arap.movement.climb-up",
    "climb down": "arap.movement.climb-down",
    "rappel": "arap.movement.rappel",
    "jump down": "arap.movement.jump-down",
    "jump up": "arap.movement.jump-pack-climb",
}
