"""Running in the Shooting phase instead of shooting (veh.P3.run)."""

from __future__ import annotations

from warbook.books.vehicles.driving import walkers
from warbook.books.vehicles.field.bodies import type_of
from warbook.books.vehicles.foot.dice import dash
from warbook.books.vehicles.foot.marching import march
from warbook.books.vehicles.state import Battle, Game, Unit, Vehicle
from warbook.books.vehicles.transports.riding import has_alighted
from warbook.core.questions import Refusal

RULE = "veh.P3.run"


def may_run(battle: Battle, one: Unit | Vehicle) -> Refusal | None:
    """Why a unit or a Walker may not run now (veh.V72). A Walker that is Shaken, or has made smoke in the
    Movement phase, does not fire, but may run (veh.V73)."""
    if one.locked:
        return Refusal("it is locked in close combat", RULE)
    if one.shot or one.ran:
        return Refusal("it has shot or run", RULE)
    if isinstance(one, Vehicle):
        return _may_walker_run(one)
    if one.aboard or not battle.standing(one):
        return Refusal("it is not on foot", RULE)
    if one.grounded_until:
        return Refusal("it has gone to ground", "veh.P7.ground")
    if one.falling_back:
        return Refusal("it is falling back", "veh.P8.fall-back")
    if one.moved == "regrouped":
        return Refusal("it has just regrouped", "veh.P8.regroup")
    return has_alighted(one)


def _may_walker_run(walker: Vehicle) -> Refusal | None:
    if type_of(walker).walker is None:
        return Refusal("only Walkers run", "veh.walker.run")
    if walker.immobilized:
        return Refusal("it is Immobilized", "veh.damage.immobilized")
    if walker.stunned:
        return Refusal("its crew is Stunned", "veh.damage.stunned")
    return None


def run(game: Game, one: Unit | Vehicle) -> None:
    """A D6 in inches; difficult ground does not slow who runs."""
    if isinstance(one, Vehicle):
        walkers.run_walker(game, one)
        return
    inches = float(game.rolling(one.id).roll(dash))
    one.ran = True
    march(game, one, inches, True, f'Where does {one.name} run with {inches:g}"?', RULE, "run", "runs")
