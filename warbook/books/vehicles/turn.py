"""The turn (veh.P1): movement, shooting, assault, and whose turn is next."""

from __future__ import annotations

from collections.abc import Callable

from warbook.books.vehicles.assault.turn import assault_step
from warbook.books.vehicles.damage.effects import wear_off
from warbook.books.vehicles.driving import turn as driving
from warbook.books.vehicles.ending import victory
from warbook.books.vehicles.foot import turn as foot
from warbook.books.vehicles.setup.deploying import deploy_step
from warbook.books.vehicles.setup.rolling_off import markers_step, roll_step, steal_step
from warbook.books.vehicles.shooting.turn import shoot
from warbook.books.vehicles.state import Battle, Game, Unit, other
from warbook.books.vehicles.wounds.casualties import get_up
from warbook.core.events import Phase
from warbook.core.questions import Choose, Listed, Option

# What is done at the start of a turn is part of its Movement phase.
PHASES = {"start": "movement", "shoot": "shooting", "assault": "assault"}


def step(game: Game) -> None:
    battle = game.battle
    before = battle.phase, battle.side, battle.turn
    STEPS[battle.phase](game)
    victory.check(game)
    if not battle.over and (battle.phase, battle.side, battle.turn) != before and battle.phase in PHASES:
        game.tell(Phase(turn=battle.turn, side=battle.side, phase=PHASES[battle.phase], rule="veh.P1"))


def start_step(game: Game) -> None:
    """What was true of the side's last turn is so no longer; who falls back runs or regroups."""
    battle = game.battle
    _fresh(battle)
    driving.begin_vehicles(game, battle.side)
    foot.begin_units(game, battle.side)
    battle.phase = "move"


def _fresh(battle: Battle) -> None:
    for unit in battle.units:
        if unit.side == battle.side:
            unit.moved, unit.shot_at, unit.alighted = "", "", ""
            unit.ran = unit.shot = unit.fired_slow = unit.boarded = unit.assaulted = False
    for vehicle in battle.vehicles:
        if vehicle.side == battle.side:
            vehicle.shot_at, vehicle.fired_guns = "", ()
            vehicle.moved = vehicle.turned = vehicle.carried = vehicle.let_off_after = False
            vehicle.rammed = vehicle.ran = vehicle.shot = vehicle.shot_extra = vehicle.assaulted = False


def move_step(game: Game) -> None:
    """One unit or vehicle after another, in any order."""
    battle = game.battle
    drivers = {option.id: option for option in driving.vehicle_options(battle)}
    walkers = {unit.id: unit for unit in foot.units_waiting(battle)}
    options: Listed[Option | Unit] = Listed(
        {**drivers, **walkers},
        lambda each: each if isinstance(each, Option) else foot.unit_option(battle, each),
        Option("done", "The others stay where they are"),
    )
    if next(option for option in options if option.barred is None).id == "done":
        _end_movement(game)
        return
    chosen = game.ask(battle.side, Choose("Who moves?", options, "veh.P1", kind="who moves"))
    if chosen == "done":
        _end_movement(game)
    elif chosen in drivers:
        driving.take_vehicle_option(game, chosen)
    else:
        foot.move_unit(game, walkers[chosen])


def _end_movement(game: Game) -> None:
    battle = game.battle
    driving.finish_vehicles(game, battle.side)
    foot.finish_units(game, battle.side)
    battle.phase = "shoot"


def shoot_step(game: Game) -> None:
    if not shoot(game):
        game.battle.phase = "assault"


def fight_step(game: Game) -> None:
    if not assault_step(game):
        _next_turn(game)


def _next_turn(game: Game) -> None:
    battle = game.battle
    wear_off(game, battle.side)
    get_up(game, battle.side)
    if battle.side != battle.first:
        if victory.turn_over(game):
            return
        battle.turn += 1
    battle.side, battle.phase = other(battle.side), "start"


STEPS: dict[str, Callable[[Game], None]] = {
    "roll": roll_step,
    "markers": markers_step,
    "deploy": deploy_step,
    "steal": steal_step,
    "start": start_step,
    "move": move_step,
    "shoot": shoot_step,
    "assault": fight_step,
}
