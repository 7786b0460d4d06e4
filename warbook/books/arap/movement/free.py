"""The free move: with no enemy near a unit moves once before it is activated (arap.C13)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from warbook.books.arap.field.bodies import WITHIN, gaps_between
from warbook.books.arap.field.coherency import regroup
from warbook.books.arap.field.near import enemies_within
from warbook.books.arap.field.sight import hazy, sees, sees_within
from warbook.books.arap.movement.going import go_ways
from warbook.books.arap.movement.marching import March
from warbook.books.arap.movement.turn import varied_in_reach
from warbook.books.arap.state import Battle, Figure, Game, Unit, at_rest, while_at_rest
from warbook.core.questions import Refusal, Way

ALONE = 12.0  # arap.movement.free-move: inches
RULE = "arap.movement.free-move"


def may_move_freely(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit may not make its free move."""
    if not battle.rulings.free_move:
        return Refusal("free moves are not played", "arap.C13")
    if unit.free_moved:
        return Refusal("it has made its free move", "arap.C13")
    if unit.tried:
        return Refusal("its activation has been tried", "arap.C13")
    if unit.pinned or unit.routing or unit.pursuing or unit.locked:
        return Refusal("it is pinned, routing, pursuing or in melee", "arap.C13")
    if not battle.standing(unit):
        return Refusal("it is not on the table", RULE)
    if enemy_apparent(battle, unit):
        return Refusal("an enemy is within 12 inches", RULE)
    return None


def enemy_apparent(battle: Battle, unit: Unit) -> bool:
    """Whether an enemy that somebody of the unit sees is within 12 inches of him; hidden ones are not
    noticed."""
    return while_at_rest(battle, (enemy_apparent, unit.id), lambda: _enemy_apparent(battle, unit))


def _enemy_apparent(battle: Battle, unit: Unit) -> bool:
    near = enemies_within(battle, unit, ALONE)
    if hazy(battle):
        return any(
            sees(battle, figure, foe, all_round=True)
            for enemy in near
            for figure, foe in _near_pairs(battle, unit, enemy)
        )
    return any(sees_within(battle, unit, enemy, ALONE + WITHIN) for enemy in near)


def _near_pairs(battle: Battle, unit: Unit, enemy: Unit) -> Iterator[tuple[Figure, Figure]]:
    ours, theirs = battle.standing(unit), battle.standing(enemy)
    for one, two in np.argwhere(gaps_between(battle, unit, enemy) <= ALONE + WITHIN).tolist():
        yield ours[one], theirs[two]


def free_move(game: Game, unit: Unit) -> None:
    """An ordinary move without a point; where there is variable ground its dice say how far it goes there."""
    gait = varied_in_reach(game, unit, "walk")
    with at_rest(game.battle):
        march = March(game.battle, unit, gait)
        question = march.question(f"Where does {unit.name} move?", RULE)
        ways: dict[str, Way | str] = game.ask(unit.side, question)
    unit.free_moved = True
    go_ways(game, march, {name: way for name, way in ways.items() if isinstance(way, Way)}, RULE)
    regroup(game)
