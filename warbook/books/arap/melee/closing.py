"""Closing up: the moves between Initiative steps, turning on enemies, and following who gives way."""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np

from warbook.board.bodies import NOBODY
from warbook.board.geometry import Spot, bearing, distance
from warbook.board.paths import Path
from warbook.books.arap.charge.ways import FAR, TURNS, run_on, running
from warbook.books.arap.field.bodies import melee_radius, profile, radius, rows_of, size, within
from warbook.books.arap.field.near import nearest
from warbook.books.arap.melee.reach import in_arc, opponents, reached
from warbook.books.arap.movement.hazards import tread
from warbook.books.arap.state import Battle, Figure, Game, Unit, resting
from warbook.core.events import Moved, Turned

RULE = "arap.melee.step-move"
TOUCHING = 0.01  # inches between bases in contact
STEP = 0.5
FURTHEST = 6.0  # inches that two bases together take up at most


@resting
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


@resting
def nearer(battle: Battle, figure: Figure, foe: Figure, inches: float) -> Path:
    """The way into contact with an enemy, else to within reach of him, else as near as there is room."""
    contact = radius(battle, figure) + radius(battle, foe) + TOUCHING
    reach = melee_radius(battle, figure)
    rings = [contact] if contact >= reach else [contact, (contact + reach) / 2, reach]
    far = distance(figure, foe)
    front = bearing(foe, figure)
    goals = [_off(foe, ring, front + turn) for ring in rings if ring < far for turn in TURNS]
    goals = [goal for goal in goals if within(distance(figure, goal), inches)]
    ahead = bearing(figure, foe)
    short = np.arange(min(inches, far - contact), STEP, -STEP).tolist()
    goals += [_off(figure, each, ahead) for each in short]
    if not goals:
        return (figure.spot,)
    rows = np.array([(goal.x, goal.y, goal.z) for goal in goals])
    others = rows_of(battle, _about(battle, figure, inches + FURTHEST))
    row = run_on(battle, figure).first_stop(
        figure.spot, rows, np.zeros(len(rows)), running(battle, figure, FAR), NOBODY, others,
        size(battle, figure).height,
    )  # fmt: skip
    return (figure.spot, goals[row]) if row >= 0 else (figure.spot,)


def _about(battle: Battle, figure: Figure, inches: float) -> list[Figure]:
    """The others on the table so near."""
    return [
        each
        for each in battle.figures
        if each.place == "table"
        and each is not figure
        and abs(each.x - figure.x) <= inches
        and abs(each.y - figure.y) <= inches
    ]


def _off(one: Figure, apart: float, heading: float) -> Spot:
    angle = radians(heading)
    return Spot(one.x + apart * cos(angle), one.y + apart * sin(angle), one.z)


def _go(game: Game, figure: Figure, path: Path, how: str, rule: str) -> None:
    gone = tread(game, figure, path)
    if len(gone) > 1:
        game.tell(Moved(piece=figure.id, path=gone, how=how, rule=rule))
    if figure.place == "table" and figure.spot == path[0]:
        figure.at(gone[-1])
