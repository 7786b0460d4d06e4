"""Closing up: the moves between Initiative steps, turning on enemies, and following who gives way."""

from __future__ import annotations

from math import cos, inf, radians, sin

from warbook.board.geometry import Spot, bearing, distance
from warbook.board.paths import Path
from warbook.books.arap.charge.ways import FAR, TURNS, Runner
from warbook.books.arap.field.bodies import Taken, melee_radius, profile, radius, rows_of, upright, within
from warbook.books.arap.field.near import nearest
from warbook.books.arap.melee.reach import in_arc, opponents, reached
from warbook.books.arap.movement.hazards import tread
from warbook.books.arap.movement.walking import Crowd
from warbook.books.arap.state import Battle, Figure, Game, Unit
from warbook.core.events import Moved, Turned

RULE = "arap.melee.step-move"
TOUCHING = 0.01  # inches between bases in contact
STEP = 0.5


def idle(battle: Battle, unit: Unit) -> list[Figure]:
    """Those of a locked unit who have nobody in reach, or nobody in reach before them."""
    foes = opponents(battle, unit)
    return [
        figure
        for figure in battle.standing(unit)
        if not figure.down and not figure.hangs
        if not any(in_arc(battle, figure, foe) for foe in reached(battle, figure, foes))
    ]


def close_up(game: Game, unit: Unit) -> None:
    """arap.melee.step-move, arap.G22: whoever has no enemy in reach goes up to his move nearer to one, whose
    reach he does not leave; who has one behind him turns. Difficult ground costs nothing, dangerous ground is
    tested for."""
    battle = game.battle
    for figure in idle(battle, unit):
        foes = opponents(battle, unit)
        foe = nearest(figure, foes)
        if foe is None or figure.place != "table":
            continue
        if not reached(battle, figure, foes):
            path = nearer(battle, figure, foe, profile(battle, figure).move)
            if len(path) > 1:
                _go(game, figure, path, "closes up", RULE)
        if figure.place == "table" and not figure.down:
            turn_to(game, figure, foe)


def follow_flinched(game: Game, unit: Unit, enemy: Unit) -> None:
    """arap.rout.flinch-still-engaged: the winners within reach of who flinched come into contact."""
    battle = game.battle
    for figure in battle.standing(unit):
        near = reached(battle, figure, battle.standing(enemy))
        if near and not figure.down:
            path = nearer(battle, figure, near[0], melee_radius(battle, figure))
            if len(path) > 1:
                _go(game, figure, path, "follows up", "arap.rout.flinch-still-engaged")
            turn_to(game, figure, near[0])


def turn_to(game: Game, figure: Figure, foe: Figure) -> None:
    if not in_arc(game.battle, figure, foe):
        figure.facing = bearing(figure, foe)
        game.tell(Turned(piece=figure.id, facing=figure.facing, rule=RULE))


def nearer(battle: Battle, figure: Figure, foe: Figure, inches: float) -> Path:
    """The way into contact with an enemy, else to within reach of him, else as near as there is room."""
    crowd = Crowd(battle, battle.unit(figure.unit))
    runner = Runner(battle, figure, crowd)
    others = [each for each in battle.figures if each.place == "table" and each is not figure]
    taken = Taken(rows_of(battle, others))
    contact = radius(battle, figure) + radius(battle, foe) + TOUCHING
    reach = melee_radius(battle, figure)
    rings = [contact] if contact >= reach else [contact, (contact + reach) / 2, reach]
    far = distance(figure, foe)
    for ring in rings:
        if ring >= far:
            continue
        for turn in TURNS:
            path = (figure.spot, _beside(foe, figure.spot, ring, turn))
            if _can(runner, path, inches, taken, battle):
                return path
    return _straight(battle, runner, foe, min(inches, far - contact), taken)


def _straight(battle: Battle, runner: Runner, foe: Figure, inches: float, taken: Taken) -> Path:
    figure = runner.figure
    angle = radians(bearing(figure, foe))
    while inches > STEP:
        goal = Spot(figure.x + inches * cos(angle), figure.y + inches * sin(angle), figure.z)
        if _can(runner, (figure.spot, goal), inches, taken, battle):
            return figure.spot, goal
        inches -= STEP
    return (figure.spot,)


def _can(runner: Runner, path: Path, inches: float, taken: Taken, battle: Battle) -> bool:
    goal = path[-1]
    if not within(distance(path[0], goal), inches) or runner.floor.stands(goal) is not None:
        return False
    here = upright(battle, runner.figure, goal)
    return not taken.overlaps(here) and (runner.floor.cost(path, runner.going(FAR, False)) < inf)


def _beside(foe: Figure, seen_from: Spot, apart: float, turn: float) -> Spot:
    angle = radians(bearing(foe, seen_from) + turn)
    return Spot(foe.x + apart * cos(angle), foe.y + apart * sin(angle), foe.z)


def _go(game: Game, figure: Figure, path: Path, how: str, rule: str) -> None:
    gone = tread(game, figure, path)
    if len(gone) > 1:
        game.tell(Moved(piece=figure.id, path=gone, how=how, rule=rule))
    if figure.place == "table" and figure.spot == path[0]:
        figure.at(gone[-1])
