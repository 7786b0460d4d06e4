"""Dangerous ground under the feet of a unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warbook.board.geometry import Spot
from warbook.books.vehicles.field.bodies import unit_type
from warbook.books.vehicles.field.ground import (
    all_areas,
    crossed,
    ground_at,
    is_dangerous,
    is_difficult,
    is_impassable,
)
from warbook.books.vehicles.state import Battle, Game, Model, Unit
from warbook.books.vehicles.wounds.casualties import wound
from warbook.books.vehicles.wounds.dice import treads


def tread(game: Game, unit: Unit, paths: Mapping[str, Sequence[Spot]]) -> int:
    """veh.P3.dangerous: the tests of the models that have gone these ways; how many models are lost."""
    battle = game.battle
    before = battle.standing(unit)
    for model in before:
        if model.id in paths and tests(battle, unit, paths[model.id]):
            tread_once(game, unit, model)
    return len(before) - len(battle.standing(unit))


def tread_once(game: Game, unit: Unit, model: Model) -> None:
    if game.rolling(model.id).roll(treads, unit_type(game.battle, unit).invulnerable_save):
        wound(game, model, f"The ground swallows one of {unit.name}.", "veh.P3.dangerous")


def tests(battle: Battle, unit: Unit, path: Sequence[Spot]) -> bool:
    """Whether who goes this way enters, leaves or crosses dangerous ground; jump infantry, whether it starts
    or lands in difficult ground (veh.P14.jump). Who stays does not test."""
    if len(path) < 2:
        return False
    if unit_type(battle, unit).jump:
        under = [*ground_at(battle, path[0]), *ground_at(battle, path[-1])]
        return any(is_difficult(area) or is_dangerous(area) or is_impassable(area) for area in under)
    return bool(crossed([area for area in all_areas(battle) if is_dangerous(area)], path))
