"""Moves that nobody steers: they avoid nothing, and go on until they are over or something ends them."""

from __future__ import annotations

from warbook.board.geometry import Body, turn_between
from warbook.books.gorkamorka.damage.effects import immobilise, stop, vehicle_leaves
from warbook.books.gorkamorka.damage.riders import shake_off
from warbook.books.gorkamorka.damage.steering import TURNS, side_of_swerve, spun, stunts
from warbook.books.gorkamorka.driving.dice import Buster, thrust_test, thruster_buster
from warbook.books.gorkamorka.field.bodies import heading, hull, model_of
from warbook.books.gorkamorka.field.bombs import bombs_near
from warbook.books.gorkamorka.ramming.impact import collide, crash
from warbook.books.gorkamorka.ramming.segments import TINY, go_straight, sweep, turn_vehicle
from warbook.books.gorkamorka.ramming.squash import squash, step_aside, under
from warbook.books.gorkamorka.state import Battle, Disturbed, Game, Spin, Thrusting, Vehicle, Wild
from warbook.core.events import Note

BOGGED = "gce.vehicle-movement.terrain-profile"
MIRED = "gce.vehicle-movement.very-difficult-immobilised"


def movable(vehicle: Vehicle) -> bool:
    return vehicle.on_table and not vehicle.immobilised and not vehicle.destroyed


def wild_move(game: Game, move: Wild) -> None:
    """gce.vehicle-movement.out-of-control-move: a turn, then straight on. What it meets sets more going; what
    is left of the move waits for that. Squashing: gce.R7.28, everybody in the way."""
    battle = game.battle
    vehicle = battle.vehicle(move.vehicle)
    if not movable(vehicle):
        return
    if vehicle.moved in ("", "still"):
        vehicle.moved = "wild"
    vehicle.went_in = battle.now
    turn_left, left = move.turn, move.inches
    passed: set[str] = set()
    yielded: set[str] = set()
    while movable(vehicle) and (abs(turn_left) > TINY or left > TINY):
        if abs(turn_left) > TINY:
            facing = vehicle.facing
            met = turn_vehicle(game, vehicle, turn_left, passed, "swerves", move.rule)
            turning, turn_left = turn_left, turn_left - turn_between(facing, vehicle.facing)
            _disturb(battle, vehicle, hull(vehicle), passed)
        else:
            before = hull(vehicle)
            met = go_straight(game, vehicle, left, passed, "runs on", move.rule)
            turning, left = 0.0, left - met.inches
            _disturb(battle, vehicle, sweep(before, met.inches), passed)
        if turning and move.shy and met.kind in ("vehicle", "terrain"):
            turn_left = 0.0
            continue
        match met.kind:
            case "warrior":
                passed.add(met.who)
                squash(game, vehicle, battle.warrior(met.who), left)
                for other in under(battle, vehicle, passed):
                    passed.add(other.id)
                    squash(game, vehicle, other, left)
            case "vehicle":
                if met.who in yielded:  # it went as far as it could, and this is as far as it leaves room
                    turn_left, left = 0.0, left if turning else 0.0
                elif collide(game, vehicle, battle.vehicle(met.who), left, turn_left):
                    yielded.add(met.who)
                else:
                    step_aside(game, vehicle)
                    return
            case "terrain":
                crash(game, vehicle, met, left, turning, move.ends_move)
                step_aside(game, vehicle)
                return
            case "edge":
                if turning:
                    turn_left = 0.0
                else:
                    vehicle_leaves(game, vehicle, move.rule)
            case "bog":
                words = f"{vehicle.name} is slowed down by {met.who} and stops."
                game.tell(Note(words=words, piece=vehicle.id, rule=BOGGED))
                stop(battle, vehicle)
                break
            case "mire":
                immobilise(game, vehicle, MIRED, met.who)
    if vehicle.on_table:
        step_aside(game, vehicle)
    if move.ends_move:
        vehicle.done = True


def _disturb(battle: Battle, vehicle: Vehicle, way: Body, passed: set[str]) -> None:
    """gce.special-weapons.delayed-bomb: bombs near its way may go off once it has run past."""
    for token in bombs_near(battle, way):
        if token.id not in passed:
            passed.add(token.id)
            battle.trouble.append(Disturbed(vehicle.id, token.id))


def spin(game: Game, spinning: Spin) -> None:
    """A new facing by the scatter die, and on from there."""
    vehicle = game.battle.vehicle(spinning.vehicle)
    if movable(vehicle):
        facing = spun(game, vehicle, spinning.facing, spinning.rule)
        around = turn_between(vehicle.facing, facing)
        wild_move(game, Wild(vehicle.id, around, spinning.inches, spinning.ends_move, spinning.rule))


def bust(game: Game, vehicle: Vehicle) -> None:
    """gce.vehicle-movement.thruster-buster: pushed. gce.vehicle-movement.thrust-failed-ends: its movement is
    over, and its thrusters will work again."""
    trouble, rule = game.battle.trouble, "gce.vehicle-movement.thruster-buster"
    vehicle.done = True
    busted = game.rolling(vehicle.id).roll(thruster_buster)
    game.tell(Note(words=f"{vehicle.name} is to {_deed(busted)}.", piece=vehicle.id, rule=rule))
    if busted.spin is not None:
        trouble.append(Spin(vehicle.id, heading(busted.spin), rule=rule))
    turn = TURNS[busted.swerve]
    if busted.swerve and stunts(game.battle, vehicle):
        turn = side_of_swerve(game, vehicle, rule)
    if turn or busted.inches:
        trouble.append(Wild(vehicle.id, turn, float(busted.inches), rule=rule))


def _deed(busted: Buster) -> str:
    deeds = ["swerve"] if busted.swerve else []
    if busted.inches:
        deeds.append(f"run on {busted.inches} inch{'es' if busted.inches > 1 else ''}")
    if busted.spin is not None:
        deeds.append("spin")
    return " and ".join(deeds)


def thrust_on(game: Game, thrusting: Thrusting) -> None:
    """Thrusters that jam: one full thrust after another, straight ahead, until a test fails."""
    vehicle = game.battle.vehicle(thrusting.vehicle)
    if not movable(vehicle):
        return
    model = model_of(vehicle)
    vehicle.thrusts += 1
    if not game.rolling(vehicle.id).roll(thrust_test, model.thrust_need(thrusting.made + 1)):
        bust(game, vehicle)
        return
    shake_off(game, vehicle)
    far = float(max(0, model.thrust_move - vehicle.shorter))
    game.battle.trouble.append(Thrusting(vehicle.id, thrusting.made + 1, thrusting.rule))
    game.battle.trouble.append(Wild(vehicle.id, 0.0, far, ends_move=False, rule=thrusting.rule))
