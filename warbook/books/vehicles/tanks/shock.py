"""Tank shock: what a unit does that a Tank drives at, and who is pushed aside in the end."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from warbook.books.vehicles.field.bodies import hull
from warbook.books.vehicles.field.placing import displaced
from warbook.books.vehicles.morale.falling_back import fall_back
from warbook.books.vehicles.morale.tests import passes
from warbook.books.vehicles.state import Battle, Game, Unit, Vehicle, other
from warbook.books.vehicles.tanks import glory
from warbook.books.vehicles.tanks.dice import shock
from warbook.books.vehicles.wounds.casualties import remove
from warbook.books.vehicles.wounds.groups import leadership_of
from warbook.core.events import Moved, Note

MORALE = "veh.tank.morale"


def shock_unit(game: Game, tank: Vehicle, unit: Unit, under: Sequence[str]) -> glory.Attempt | None:
    """veh.tank.morale: who fails falls back at once (veh.V61), who passes may try Death or Glory with one of
    those `under` the hull."""
    game.tell(Note(words=f"{tank.name} drives at {unit.name}.", piece=unit.id, rule="veh.tank.shock"))
    if not passes(game, unit, MORALE):
        fall_back(game, unit)
        return None
    models = {model.id: model for model in game.battle.standing(unit)}
    return glory.dare(game, tank, unit, [models[name] for name in under if name in models])


def push_aside(game: Game, tank: Vehicle) -> None:
    """veh.tank.displace: whoever the Tank has come to stand on makes room; who cannot is lost (veh.V62)."""
    battle, here = game.battle, hull(tank)
    for unit in battle.units:
        if unit.side != other(tank.side) or unit.aboard:
            continue
        for name, place in displaced(battle, unit, here).items():
            model = next(model for model in battle.standing(unit) if model.id == name)
            if place is None:
                remove(game, model, f"There is no room for him beside {tank.name}.", "veh.tank.displace")
                continue
            path = model.spot, place.spot
            model.at(place.spot)
            game.tell(Moved(piece=name, path=path, how="makes room", rule="veh.tank.displace"))


def falls_back(battle: Battle, unit: Unit) -> Fraction:
    """The chance that it does when it is tank shocked."""
    if unit.falling_back:  # veh.P8
        return Fraction(1)
    return shock.odds(leadership_of(battle, unit)).chance(False)
