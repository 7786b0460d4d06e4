"""The vehicles of a Movement phase, and how each of them moves."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.board.hulls import Leg
from warbook.books.vehicles.driving import leaving, smoke, walkers, ways
from warbook.books.vehicles.driving.dice import holds_back
from warbook.books.vehicles.field.bodies import type_of
from warbook.books.vehicles.state import Battle, Game, Vehicle
from warbook.books.vehicles.tanks import charge, declaring, lanes
from warbook.core.events import Note
from warbook.core.questions import Choose, Listed, Option, Way

Manner: TypeAlias = Literal["drive", "shock", "ram", "leave", "smoke"]

MANNERS = {"drive": "Drive", "shock": "Tank shock", "ram": "Ram", "leave": "Leave by the far edge"}


class VehicleAct(Struct, frozen=True):
    """What a vehicle may do in its Movement phase; of a tank shock or a ram those within reach of it."""

    how: Manner
    vehicle: str
    within: tuple[str, ...] = ()


# ---------------------------------------------------------------- the phase


def begin_vehicles(game: Game, side: str) -> None:
    """The Movement phase of a side begins: what its vehicles did in their last one is over (veh.V56). Those
    that cannot be trusted roll whether they run wild."""
    battle = game.battle
    own = [vehicle for vehicle in battle.vehicles if vehicle.side == side]
    for vehicle in own:
        vehicle.speed, vehicle.straight, vehicle.flat_out_skimming = "stationary", 0.0, False
    for vehicle in own:
        wild = type_of(vehicle).charges_ahead and can_move(vehicle)
        if wild and not game.rolling(vehicle.id).roll(holds_back):
            words = f"{vehicle.name} runs wild: straight ahead, as fast as it can."
            game.tell(Note(words=words, piece=vehicle.id, rule="veh.P13.wild"))
            charge.run_wild(game, vehicle)
            vehicle.moved = True


def can_move(vehicle: Vehicle) -> bool:
    """Whether it may move or pivot at all (veh.damage.stunned, veh.V37, veh.damage.immobilized). Only
    Walkers are ever locked."""
    held = vehicle.immobilized or vehicle.stunned or vehicle.let_off_after or vehicle.locked
    return vehicle.works and not vehicle.moved and not held


def vehicle_options(battle: Battle) -> list[Option]:
    """The vehicles of the side whose turn it is that may still move, and the smoke that may still be made: by
    whoever has moved, or would not (veh.smoke.trigger)."""
    own = [vehicle for vehicle in battle.vehicles if vehicle.side == battle.side and vehicle.works]
    found = [
        Option(each.id, each.name, each.id, about=VehicleAct("drive", each.id))
        for each in own
        if can_move(each)
    ]
    return found + [
        Option(f"smoke {each.id}", _smoke_words(each), each.id, about=VehicleAct("smoke", each.id))
        for each in own
        if smoke.no_smoke(each) is None
    ]


def _smoke_words(vehicle: Vehicle) -> str:
    """With what it gives up for it."""
    return f"Smoke: {vehicle.name} ({'instead of moving; ' * can_move(vehicle)}no fire this turn)"


def take_vehicle_option(game: Game, chosen: str) -> None:
    """One of the options."""
    how, _, name = chosen.rpartition(" ")
    vehicle = game.battle.vehicle(name)
    if how == "smoke":
        smoke.trigger(game, vehicle)
    else:
        move_vehicle(game, vehicle)


def finish_vehicles(game: Game, side: str) -> None:
    """Whoever has not moved by the end of the phase has been stationary."""
    for vehicle in game.battle.vehicles:
        if vehicle.side == side:
            vehicle.moved = True


# ---------------------------------------------------------------- one vehicle


def move_vehicle(game: Game, vehicle: Vehicle) -> None:
    """How it moves is asked only where it may do more than drive."""
    manner = _ask_manner(game, vehicle)
    battle = game.battle
    if manner == "leave":
        leaving.leave(game, vehicle)
    elif manner != "drive":
        ram = manner == "ram"
        way: Way = game.ask(vehicle.side, declaring.charge_question(battle, vehicle, ram))
        leg = declaring.as_leg(way.legs)
        assert leg is not None
        if leg != Leg():
            charge.tank_charge(game, vehicle, leg, ram)
    elif type_of(vehicle).walker is not None:
        walkers.walk(game, vehicle)
    else:
        ways.drive_vehicle(game, vehicle)
    vehicle.moved = True


def manners(battle: Battle, vehicle: Vehicle) -> Listed[VehicleAct]:
    """How it may move: a tank shock where a unit, and a ram where a vehicle is within reach of it. Where no
    lane leads to any of them it is barred, which is looked up when somebody wants to know."""
    acts = [VehicleAct("drive", vehicle.id)]
    if type_of(vehicle).tank:
        units, targets = lanes.prey(battle, vehicle)
        if units:
            acts.append(VehicleAct("shock", vehicle.id, tuple(each.id for each in units)))
        if targets:
            acts.append(VehicleAct("ram", vehicle.id, tuple(each.id for each in targets)))
    if leaving.way_off(battle, vehicle) is not None:
        acts.append(VehicleAct("leave", vehicle.id))
    return Listed({act.how: act for act in acts}, lambda act: _manner(battle, vehicle, act))


def _manner(battle: Battle, vehicle: Vehicle, act: VehicleAct) -> Option:
    barred = None
    if act.how in ("shock", "ram"):
        barred = declaring.no_lane(lanes.Lanes(battle, vehicle, act.how == "ram"))
    return Option(act.how, MANNERS[act.how], vehicle.id, barred, about=act)


def _ask_manner(game: Game, vehicle: Vehicle) -> str:
    found = manners(game.battle, vehicle)
    if len(found) == 1:
        return "drive"
    text = f"How does {vehicle.name} move?"
    question = Choose(text, found, "veh.move.speed-bands", vehicle.id, "drive", kind="manner")
    return str(game.ask(vehicle.side, question))
