"""Chases: racing and tailing an enemy vehicle, and moving with it in its owner's turn."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, hypot
from typing import Literal, TypeAlias

from msgspec.structs import replace

from warbook.board.driving import fits
from warbook.board.geometry import Body, Spot, farthest, flat_gap, turn_between
from warbook.board.hulls import edge_gap, edge_line, from_frame, halves, in_frame, sector
from warbook.books.gorkamorka.damage.effects import end_chase
from warbook.books.gorkamorka.damage.riders import shake_off
from warbook.books.gorkamorka.damage.steering import driving_test, steady
from warbook.books.gorkamorka.driving.course import stir
from warbook.books.gorkamorka.driving.dice import runs_on, thrust_test, thrusts
from warbook.books.gorkamorka.driving.ways import allowance, thrust_length
from warbook.books.gorkamorka.field.aboard import (
    available_driver,
    chasers,
    driver,
    drives_for,
    out_of_control,
    stationary,
)
from warbook.books.gorkamorka.field.bodies import TOLERANCE, hull, hulls, model_of
from warbook.books.gorkamorka.field.fittings import plank
from warbook.books.gorkamorka.field.ground import areas_at, in_the_way
from warbook.books.gorkamorka.ramming.segments import OVER, passage, put_vehicle
from warbook.books.gorkamorka.ramming.wild import bust
from warbook.books.gorkamorka.state import Battle, Game, Vehicle, Wild
from warbook.books.gorkamorka.trouble import settle
from warbook.core.events import Note
from warbook.core.questions import Choose, Option, Preview, Refusal

Chase: TypeAlias = Literal["race", "tail"]
Move: TypeAlias = Literal["gas", "thrust", "turn", "slow"]

NEAR = 2.0  # gce.chase.race-position, gce.chase.tail-position
KEEPS = 1.0  # inches that a chaser keeps from its target
WORDS = {"race": "races", "tail": "tails"}


# ---------------------------------------------------------------- positions


def racing(battle: Battle, chaser: Body, target: Body) -> bool:
    """gce.chase.race-position, gce.R7.15: roughly parallel, 2 inches or less between them, side by side for
    at least half of the shorter one."""
    if abs(turn_between(chaser.facing, target.facing)) > battle.rulings.parallel_tolerance_degrees + 1e-6:
        return False
    if flat_gap(chaser, target) > NEAR + TOLERANCE:
        return False
    ahead, _ = in_frame(target, chaser.spot.x, chaser.spot.y)  # half of the shorter: its middle is level
    return abs(ahead) <= max(halves(chaser)[0], halves(target)[0]) + TOLERANCE


def tailing(chaser: Body, target: Body) -> bool:
    """gce.chase.tail-position, gce.R7.15: its front 2 inches or less from the rear, in the rear quadrant."""
    rear = edge_line(target, "rear")
    middle = Spot((rear[0][0] + rear[1][0]) / 2, (rear[0][1] + rear[1][1]) / 2)
    front = edge_line(chaser, "front")
    nose = Spot((front[0][0] + front[1][0]) / 2, (front[0][1] + front[1][1]) / 2)
    if "rear" not in sector(target, chaser.spot.x, chaser.spot.y, "quadrants"):
        return False
    if "front" not in sector(chaser, middle.x, middle.y, "quadrants"):
        return False
    return edge_gap(chaser, "front", target) <= NEAR + TOLERANCE and "rear" in sector(
        target, nose.x, nose.y, "quadrants"
    )


def in_position(battle: Battle, chaser: Vehicle, target: Vehicle, how: Chase) -> bool:
    own, other = hull(chaser), hull(target)
    return racing(battle, own, other) if how == "race" else tailing(own, other)


# ---------------------------------------------------------------- beginning and giving up


def chase_options(battle: Battle, vehicle: Vehicle, must: Refusal | None = None) -> list[Option]:
    """gce.chase.definition, gce.chase.declare: the chases that may be declared from where it stands, unless
    its driver `must` do something else."""
    found = []
    for target in hulls(battle):
        if target.id == vehicle.id or not _near(vehicle, target):
            continue
        if drives_for(battle, target) == drives_for(battle, vehicle):
            continue
        if stationary(battle, target) or out_of_control(battle, target):  # gce.R7.15, gce.R7.17
            continue
        for how in ("race", "tail"):
            if in_position(battle, vehicle, target, how):
                verb = "Race" if how == "race" else "Tail"
                name = f"{how} {target.id}"
                found.append(Option(name, f"{verb} {target.name}", target.id, must, about=(how, target.id)))
    return found


def _near(chaser: Vehicle, target: Vehicle) -> bool:
    """Whether the two could be near enough for a chase at all."""
    far = farthest(hull(chaser).base) + farthest(hull(target).base) + NEAR + TOLERANCE
    return hypot(target.x - chaser.x, target.y - chaser.y) <= far


def declare_chase(game: Game, vehicle: Vehicle, target: Vehicle, how: Chase) -> None:
    """gce.chase.declare: it ends the vehicle's movement. Who has a plank may lower it."""
    vehicle.chasing, vehicle.chase, vehicle.done = target.id, how, True
    rule = f"gce.chase.{how}-position"
    game.tell(Note(words=f"{vehicle.name} {WORDS[how]} {target.name}.", piece=vehicle.id, rule=rule))
    if plank(vehicle):
        choices = [Option("lower", "Lower it"), Option("keep", "Keep it up")]
        text = f"Lower the boarding plank of {vehicle.name} onto {target.name}?"
        question = Choose(text, choices, "gce.chase.declare", vehicle.id, "lower", kind="plank")
        vehicle.planked = game.ask(drives_for(game.battle, vehicle), question) == "lower"


def give_up(game: Game, chaser: Vehicle) -> None:
    """gce.chase.give-up."""
    end_chase(game, chaser, "gce.chase.give-up")
    settle(game)


def lapse(game: Game) -> None:
    """gce.R7.17: whoever has been driven out of position, more than 2 inches from its target, chases no
    longer, nor does anybody once one of the two is out of control. Not while the target moves: then its
    chasers keep up."""
    battle = game.battle
    for chaser in hulls(battle):
        if not chaser.chasing:
            continue
        target = battle.vehicle(chaser.chasing)
        apart = flat_gap(hull(chaser), hull(target)) > NEAR + TOLERANCE
        if apart or out_of_control(battle, chaser) or out_of_control(battle, target):
            end_chase(game, chaser, "gce.chase.give-up")
    settle(game)


# ---------------------------------------------------------------- keeping up


def count_thrusts_anew(battle: Battle, target: Vehicle) -> None:
    """gce.R7.14: the thrusts of those who chase a vehicle are counted anew when it begins to move."""
    for chaser in chasers(battle, target):
        chaser.thrusts = 0


def far(start: Spot, vehicle: Vehicle) -> float:
    return hypot(vehicle.x - start.x, vehicle.y - start.y)


def keep_up(game: Game, target: Vehicle, move: Move, inches: float, ahead: tuple[str, ...] = ()) -> None:
    """gce.chase.moves-with-target: after each step of the chased vehicle its chasers take the tests that the
    step asks of them and are placed beside or behind it. They follow one that runs off no further than the
    table goes (gce.R7.17). Who chases a chaser keeps up in turn, but not with those `ahead` who chase it."""
    battle = game.battle
    for chaser in chasers(battle, target):
        if chaser.id in ahead:
            continue
        lost = not target.on_table or target.immobilised or out_of_control(battle, target)
        if lost or out_of_control(battle, chaser):
            end_chase(game, chaser, "gce.chase.give-up")
        elif inches > TOLERANCE or move == "turn":
            _follow(game, chaser, target, move, inches, (*ahead, target.id))
        settle(game)


def _follow(
    game: Game, chaser: Vehicle, target: Vehicle, move: Move, inches: float, ahead: tuple[str, ...]
) -> None:
    tests = _thrusts_needed(chaser, move, inches)
    if (
        game.ask(drives_for(game.battle, chaser), _question(game.battle, chaser, target, move, tests))
        == "give-up"
    ):
        end_chase(game, chaser, "gce.chase.give-up")
        return
    if tests is None:
        words = f"{chaser.name} cannot keep up with {target.name}."
        game.tell(Note(words=words, piece=chaser.id, rule="gce.chase.thrust"))
        end_chase(game, chaser, "gce.chase.thrust")
        return
    chaser.moved, chaser.went_in = "chase", game.battle.now
    if not _thrusts(game, chaser, tests) or (move == "turn" and not _turns(game, chaser, target)):
        return
    start = chaser.spot
    if _take_place(game, chaser, target):
        keep_up(game, chaser, "thrust" if tests else "gas", far(start, chaser), ahead)


def _thrusts_needed(chaser: Vehicle, move: Move, inches: float) -> int | None:
    """gce.R7.14: gas against gas; for each thrust as many as it takes to cover it, at least one. None if it
    cannot."""
    if move in ("turn", "slow"):
        return 0
    short = inches - allowance(chaser) if move == "gas" else inches
    if short <= TOLERANCE:
        return 0
    length = thrust_length(chaser)
    if not model_of(chaser).thrust or chaser.no_thrust or not length:
        return None
    return max(1, ceil((short - TOLERANCE) / length))


def _thrusts(game: Game, chaser: Vehicle, tests: int) -> bool:
    """gce.chase.thrust: a failed test is a Thruster Buster, and the chase is over."""
    for _ in range(tests):
        chaser.thrusts += 1
        if not game.rolling(chaser.id).roll(thrust_test, model_of(chaser).thrust_need(chaser.thrusts)):
            end_chase(game, chaser, "gce.chase.thrust")
            bust(game, chaser)
            return False
        shake_off(game, chaser)
    return True


def _turns(game: Game, chaser: Vehicle, target: Vehicle) -> bool:
    """gce.chase.turn: a failed test runs on D6 inches, and the chase is over."""
    if _test(game, chaser, target, "gce.chase.turn"):
        return True
    end_chase(game, chaser, "gce.chase.turn")
    inches = float(game.rolling(chaser.id).roll(runs_on))
    game.battle.trouble.append(Wild(chaser.id, 0.0, inches, rule="gce.chase.turn"))
    return False


def _test(game: Game, chaser: Vehicle, target: Vehicle, rule: str) -> bool:
    """A Leadership test of the chaser's driver. The skill chase driver: he rolls a failed one again, and whom
    he is chased by a passed one."""
    battle = game.battle
    man = available_driver(battle, chaser)
    assert man is not None
    passed = driving_test(game, man, rule)
    if not passed and man.skills.chase_driver:
        passed = driving_test(game, man, rule)
    other = driver(battle, target)
    if passed and other is not None and other.skills.chase_driver:
        passed = driving_test(game, man, rule)
    return passed


def _keeps_line(battle: Battle, chaser: Vehicle, target: Vehicle, rule: str) -> Fraction:
    """The chance that such a test is passed."""
    man, other = available_driver(battle, chaser), driver(battle, target)
    assert man is not None
    passes = steady(battle, man, rule)
    chance = passes + (1 - passes) * passes if man.skills.chase_driver else passes
    return chance * passes if other is not None and other.skills.chase_driver else chance


def _take_place(game: Game, chaser: Vehicle, target: Vehicle) -> bool:
    """gce.chase.switch: where it cannot stand as it did, a test to fall in the other way."""
    battle = game.battle
    how: Chase = "race" if chaser.chase == "race" else "tail"
    place = _place(battle, chaser, target, how)
    if place is None:
        how = "tail" if how == "race" else "race"
        place = _place(battle, chaser, target, how)
        rule = "gce.chase.switch"
        if place is None or not _test(game, chaser, target, rule):
            end_chase(game, chaser, rule)
            return False
        chaser.chase = how
        game.tell(Note(words=f"{chaser.name} now {WORDS[how]} {target.name}.", piece=chaser.id, rule=rule))
    put_vehicle(game, chaser, place, "chases", "gce.chase.moves-with-target")
    stir(game, chaser)
    return True


def _place(battle: Battle, chaser: Vehicle, target: Vehicle, how: Chase) -> Body | None:
    """Beside its target, on the side where it was, or behind it, where there is room for it."""
    own, other = hull(chaser), hull(target)
    (half, side), (long, broad) = halves(own), halves(other)
    if how == "tail":
        spots = [(-long - half - KEEPS, 0.0)]
    else:
        off = side + broad + KEEPS
        left = in_frame(other, own.spot.x, own.spot.y)[1] >= 0
        spots = [(0.0, off), (0.0, -off)] if left else [(0.0, -off), (0.0, off)]
    taken = in_the_way(battle, chaser)
    for ahead, across in spots:
        x, y = from_frame(other, ahead, across)
        body = replace(own, spot=Spot(x, y), facing=other.facing)
        held = any(passage(chaser, area.ground) != "normal" for area in areas_at(battle, body.spot))
        if not held and fits(battle.table, body, taken, over=OVER):
            return body
    return None


def _question(battle: Battle, chaser: Vehicle, target: Vehicle, move: Move, tests: int | None) -> Choose:
    def look() -> Preview:
        if move == "turn":
            keeps = _keeps_line(battle, chaser, target, "gce.chase.turn")
        else:
            model = model_of(chaser)
            needs = tuple(model.thrust_need(chaser.thrusts + n + 1) for n in range(tests or 0))
            keeps = thrusts.odds(needs).chance(len(needs))
        return Preview((("falls behind", 1 - keeps), ("keeps up", keeps)), headline=f"{float(keeps):.0%}")

    lost = Refusal("it cannot keep up", "gce.chase.thrust") if tests is None else None
    choices = [
        Option("follow", f"Keep up with {target.name}", target.id, lost, look),
        Option("give-up", "Give up the chase"),
    ]
    return Choose(
        f"{target.name} gets away: does {chaser.name} follow?",
        choices,
        "gce.chase.moves-with-target",
        chaser.id,
        "give-up" if lost else "follow",
        kind="chase",
    )
