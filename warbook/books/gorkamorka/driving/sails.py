"""Sails and pumps: how far a vehicle without engines goes this turn."""

from __future__ import annotations

from warbook.board.geometry import turn_between
from warbook.books.gorkamorka.damage.fire import able_helpers
from warbook.books.gorkamorka.damage.steering import SWERVE
from warbook.books.gorkamorka.driving.dice import sail_inches, wind, wind_shift
from warbook.books.gorkamorka.driving.ways import allowance
from warbook.books.gorkamorka.field.aboard import drives_for
from warbook.books.gorkamorka.field.bodies import heading, model_of
from warbook.books.gorkamorka.mob.lists import PumpMove, Roll
from warbook.books.gorkamorka.state import Battle, Game, Vehicle, Warrior
from warbook.core.events import Note
from warbook.core.questions import Choose, Option

RULE = "gce.vehicle-movement.sequence"
COMPASS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
ABEAM = 45.0  # degrees from dead astern or dead ahead within which the wind comes from there


def basic_move(game: Game, vehicle: Vehicle) -> float:
    """Inches of its move this turn before any thrust, whatever drives it."""
    model = model_of(vehicle)
    if model.wind_move:
        return sail(game, vehicle)
    return pump(game, vehicle) if model.pump_move else allowance(vehicle)


def farthest(battle: Battle, vehicle: Vehicle) -> float:
    """Inches that it may come at most, while the dice and the pumpers are not known."""
    model = model_of(vehicle)
    if model.wind_move:
        roll = wind_roll(battle, vehicle)
        return _left(vehicle, 6 * roll.dice + roll.plus)
    if model.pump_move:
        return _left(vehicle, _pumped(model.pump_move, len(pumpers(battle, vehicle))))
    return allowance(vehicle)


def _left(vehicle: Vehicle, inches: int) -> float:
    """Of a move by sails or pumps, less what damage has cost."""
    return float(max(0, inches - vehicle.slower - vehicle.slower_now))


# ---------------------------------------------------------------- the wind


def raise_wind(game: Game) -> None:
    """At the start of the battle, where somebody sails: from anywhere."""
    if _sailors(game.battle):
        game.battle.wind = heading(game.rolling("").roll(wind))
        _tell(game)


def shift_wind(game: Game) -> None:
    """Each game turn it may shift by 45 degrees."""
    if _sailors(game.battle):
        turn = -SWERVE * game.rolling("").roll(wind_shift)
        game.battle.wind = (game.battle.wind + turn) % 360.0
        _tell(game, "The wind shifts and blows" if turn else "The wind still blows")


def wind_roll(battle: Battle, vehicle: Vehicle) -> Roll:
    """The dice of a sailing move, by where the wind comes from."""
    carries = model_of(vehicle).wind_move
    assert carries is not None
    off = abs(turn_between(vehicle.facing, battle.wind))
    if off <= ABEAM + 1e-6:
        return carries.behind
    return carries.ahead if off >= 180.0 - ABEAM - 1e-6 else carries.side


def sail(game: Game, vehicle: Vehicle) -> float:
    """Inches that the wind carries it this turn."""
    roll = wind_roll(game.battle, vehicle)
    inches = game.rolling(vehicle.id).roll(sail_inches, roll.dice, roll.plus)
    return _left(vehicle, inches)


def _sailors(battle: Battle) -> bool:
    return any(model_of(vehicle).wind_move for vehicle in battle.vehicles)


def _tell(game: Game, begins: str = "The wind blows") -> None:
    towards = COMPASS[round(game.battle.wind / 45.0) % 8]
    game.tell(Note(words=f"{begins} towards the {towards}: it carries sails that way.", rule=RULE))


# ---------------------------------------------------------------- pumps


def pump(game: Game, vehicle: Vehicle) -> float:
    """Its player says how many pump. They do nothing else this turn (ours)."""
    pumps = model_of(vehicle).pump_move
    assert pumps is not None
    hands = pumpers(game.battle, vehicle)
    most = min(len(hands), (pumps.max - pumps.base) // pumps.per_pumper)
    count, side = 0, drives_for(game.battle, vehicle)
    if most:
        options = [Option(str(n), f"{n} pump: {_pumped(pumps, n)} inches") for n in range(most, -1, -1)]
        text = f"How many of the crew of {vehicle.name} pump?"
        question = Choose(text, options, RULE, vehicle.id, str(most), kind="pump")
        count = int(game.ask(side, question))
    for hand in hands[:count]:
        hand.idle = True
    return _left(vehicle, _pumped(pumps, count))


def _pumped(pumps: PumpMove, count: int) -> int:
    return min(pumps.max, pumps.base + count * pumps.per_pumper)


def pumpers(battle: Battle, vehicle: Vehicle) -> list[Warrior]:
    """Crew with nothing else to do, the gunner last; never the driver."""
    side = drives_for(battle, vehicle)
    able = [
        rider for rider in able_helpers(battle, vehicle) if rider.id != vehicle.driver and rider.side == side
    ]
    return sorted(able, key=lambda rider: rider.id == vehicle.gunner)
