"""Vehicle against vehicle and vehicle against terrain: who swerves, and what each takes.

Damage and swerves that come of it are pushed onto the battle's trouble.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from msgspec.structs import replace

from warbook.board.driving import fits
from warbook.board.geometry import Body, Spot, overlap, turn_between
from warbook.board.hulls import Edge, from_frame, in_frame, turned
from warbook.books.gorkamorka.damage.dice import clings_on
from warbook.books.gorkamorka.damage.effects import immobilise, stop
from warbook.books.gorkamorka.damage.riders import throw_off
from warbook.books.gorkamorka.damage.steering import SWERVE, driving_ld, driving_test, side_of_swerve
from warbook.books.gorkamorka.driving.dice import thrown_inches
from warbook.books.gorkamorka.field.aboard import available_driver, crew, stationary
from warbook.books.gorkamorka.field.bodies import hull, hulls, model_of
from warbook.books.gorkamorka.field.fittings import ram_dice
from warbook.books.gorkamorka.field.ground import in_the_way
from warbook.books.gorkamorka.mob.lists import Gubbin
from warbook.books.gorkamorka.ramming import dice
from warbook.books.gorkamorka.ramming.dice import Action
from warbook.books.gorkamorka.ramming.segments import OVER, Met, put_vehicle, quadrant, sweep
from warbook.books.gorkamorka.ramming.squash import step_aside
from warbook.books.gorkamorka.state import Battle, Game, Halt, Points, Taking, Vehicle, Wild
from warbook.core.events import Note

STEP, FURTHEST = 0.25, 12.0  # inches by which one is shifted out of the way
SWEPT = 5.0  # degrees of a turn between the places of a hull that one keeps clear of
MIDDLE = 0.25  # inches off the line within which it is unclear which way is away


# ---------------------------------------------------------------- swerving


def swerve_ld(battle: Battle, target: Vehicle) -> int:
    """gce.ramming.swerve, gce.R7.18: the Ld of the driver who may swerve; 0 if nobody can."""
    driver = available_driver(battle, target)
    if driver is None or stationary(battle, target):
        return 0
    return driving_ld(battle, driver)


def dodged(game: Game, target: Vehicle, strip: Body, rule: str, turning: tuple[Body, ...] = ()) -> bool:
    """The driver's test, and if he passes it and there is room the vehicle is out of the way: of a strip, and
    of the hull that turns to go along it."""
    driver = available_driver(game.battle, target)
    if driver is None or not swerve_ld(game.battle, target) or not driving_test(game, driver, rule):
        return False
    return make_way(game, target, strip, f"{target.name} swerves.", rule, turning)


def make_way(
    game: Game, target: Vehicle, strip: Body, words: str, rule: str, turning: tuple[Body, ...] = ()
) -> bool:
    """gce.R7.19, gce.R7.20: 45 degrees away from what comes, then aside by the least distance that clears its
    strip; it touches nothing. If there is no such place it stays."""
    away = _away(game, target, strip, rule)
    return aside(game, target, strip, (away, -away), rule, turning, words)


def aside(
    game: Game,
    vehicle: Vehicle,
    strip: Body,
    turns: tuple[float, ...],
    rule: str,
    turning: tuple[Body, ...] = (),
    words: str = "",
) -> bool:
    """Clear of a strip by the least distance across it, turned as the first of the turns that leaves room."""
    battle = game.battle
    others = [body for body in in_the_way(battle, vehicle) if not overlap(body, strip)]
    first: Body | None = None
    for body in _places_aside(vehicle, strip, turns, turning):
        first = first or body
        if fits(battle.table, body, others, over=OVER):
            if words:
                game.tell(Note(words=words, piece=vehicle.id, rule=rule))
            put_vehicle(game, vehicle, body, "swerves", rule)
            step_aside(game, vehicle)
            if battle.rulings.push_causes_collision and body is not first:
                _run_into(game, vehicle, first)
            return True
    return False


def _places_aside(
    vehicle: Vehicle, strip: Body, turns: tuple[float, ...], turning: tuple[Body, ...]
) -> Iterator[Body]:
    """The places clear of a strip and of what turns, those shifted least first."""
    for far in (STEP * n for n in range(int(FURTHEST / STEP) + 1)):
        for turn in turns:
            for inches in (far, -far):
                body = _shifted(turned(hull(vehicle), turn), strip, inches)
                if not any(overlap(body, other) for other in (strip, *turning)):
                    yield body


def _run_into(game: Game, vehicle: Vehicle, wanted: Body) -> None:
    """gce.R7.20, by switch: one that is pushed, or swerves, to where another stands collides with it."""
    for other in hulls(game.battle):
        if other.id != vehicle.id and overlap(hull(other), wanted):
            _collision(game, vehicle, other, quadrant(wanted, hull(other)), quadrant(hull(other), wanted))
            return


def turn_away(vehicle: Vehicle, other: Body) -> float:
    """Degrees of a swerve away from another hull beside this one."""
    left = in_frame(hull(vehicle), other.spot.x, other.spot.y)[1]
    return -SWERVE if left > 0 else SWERVE


def _away(game: Game, target: Vehicle, strip: Body, rule: str) -> float:
    """Away from the line of what comes; gce.ramming.swerve: at random where that is unclear."""
    body = hull(target)
    off = in_frame(strip, body.spot.x, body.spot.y)[1]
    if abs(off) < MIDDLE:
        return side_of_swerve(game, target, rule)
    # The turn that points the target's front more to its own side of the line.
    side = strip.facing + (90.0 if off > 0 else -90.0)
    return SWERVE if turn_between(body.facing, side) > 0 else -SWERVE


def _shifted(body: Body, strip: Body, aside: float) -> Body:
    x, y = from_frame(strip, 0.0, aside)
    dx, dy = x - strip.spot.x, y - strip.spot.y
    return replace(body, spot=Spot(body.spot.x + dx, body.spot.y + dy))


# ---------------------------------------------------------------- rams


def ram_kind(rammer: Vehicle, target: Vehicle) -> Action:
    """gce.ramming.kinds, gce.ramming.quadrants: the rammer's front strikes, the quadrant struck decides."""
    return dice.kind_by_quadrant(quadrant(hull(target), hull(rammer)))


def passing_kind(rammer: Vehicle, target: Vehicle) -> Action | None:
    """gce.ramming.rake-sideswipe, gce.R7.21: by how the two face."""
    between = abs(turn_between(rammer.facing, target.facing))
    if between >= 135.0 - 1e-6:
        return "rake"
    return "sideswipe" if between <= 45.0 + 1e-6 else None


def ram_vehicle(game: Game, kind: Action, rammer: Vehicle, target: Vehicle) -> None:
    """gce.ramming.rake, -sideswipe, -shunt, -t-bone, -head-on: the points of both, and who swerves or may be
    stopped by it. gce.ramming.head-on-ends: neither moves on."""
    battle = game.battle
    rule = f"gce.ramming.{kind}"
    bikes = model_of(rammer).bike, model_of(target).bike
    came = game.rolling(rammer.id).roll(dice.impact, kind, *bikes)
    names = {"head-on": "rams", "t-bone": "rams the side of", "shunt": "rams the rear of"}
    verb = names.get(kind, f"{kind}s")
    game.tell(Note(words=f"{rammer.name} {verb} {target.name}.", piece=rammer.id, rule=rule))
    for side in (rammer.side, target.side):
        if side not in battle.roused:
            battle.roused.append(side)  # in a derby its spectators act from now on
    if kind == "head-on":
        stop(battle, rammer)
        stop(battle, target)
        _may_halt(battle, rammer, target, rule)
    for one, other, swerves in ((target, rammer, came.b_swerves), (rammer, target, came.a_swerves)):
        if swerves:
            turn = turn_away(one, hull(other))
            battle.trouble.append(Wild(one.id, turn, 0.0, ends_move=False, rule=rule, shy=True))
    keep = ram_dice(rammer)
    battle.trouble.append(Points(rammer.id, came.a, by=target.id, rule=rule))
    battle.trouble.append(Points(target.id, came.b, by=rammer.id, rule=rule, kept_highest=keep))


def _may_halt(battle: Battle, one: Vehicle, other: Vehicle, rule: str) -> None:
    """After two fronts have met, those who roll for it (gce.ramming.head-on-bikes)."""
    bikes = model_of(one).bike, model_of(other).bike
    if dice.rolls_for_wreck(bikes[1], bikes[0]):
        battle.trouble.append(Halt(other.id, rule))
    if dice.rolls_for_wreck(*bikes):
        battle.trouble.append(Halt(one.id, rule))


def halt(game: Game, halted: Halt) -> None:
    """gce.ramming.head-on, gce.collision.front-to-front: for each that survived."""
    vehicle = game.battle.vehicle(halted.vehicle)
    if vehicle.on_table and not vehicle.immobilised and game.rolling(vehicle.id).roll(dice.immobilises):
        immobilise(game, vehicle, halted.rule)


def reach_for(game: Game, rammer: Vehicle, target: Vehicle, fitting: Gubbin) -> None:
    """A grabber or a wrecker ball: so many random locations, and nobody swerves."""
    rule = "gce.vehicle-damage.auto-penetrate"
    many = fitting.reach_hits == "D3"
    hits = game.rolling(rammer.id).roll(thrown_inches, rule, "D3") if many else 1
    words = f"The {fitting.name.lower()} of {rammer.name} strikes {target.name}."
    game.tell(Note(words=words, piece=rammer.id, rule=rule))
    takes: Taking = "carry" if fitting.carries_off else "knock" if fitting.knocks_off else ""
    game.battle.trouble.append(
        Points(target.id, hits, by=rammer.id, rule=rule, kept_highest=fitting.reach_dice, takes=takes)
    )


# ---------------------------------------------------------------- collisions and crashes


def collide(game: Game, vehicle: Vehicle, target: Vehicle, inches: float, turn: float = 0.0) -> bool:
    """gce.collision.definition, while it had so many degrees to turn and inches to go. Whether the other got
    out of its way."""
    steps = ceil(abs(turn) / SWEPT)
    turning = tuple(turned(hull(vehicle), turn * step / steps) for step in range(1, steps + 1))
    strip = sweep(turned(hull(vehicle), turn), inches)
    if dodged(game, target, strip, "gce.collision.avoid", turning):
        return True
    mine, theirs = quadrant(hull(vehicle), hull(target)), quadrant(hull(target), hull(vehicle))
    _collision(game, vehicle, target, mine, theirs)
    return False


def _collision(game: Game, vehicle: Vehicle, target: Vehicle, mine: Edge, theirs: Edge) -> None:
    """gce.collision.ends-movement of both; the points go by the quadrants that met."""
    battle = game.battle
    rule = "gce.collision.other"
    if mine == theirs == "front":
        rule = "gce.collision.front-to-front"
    elif {mine, theirs} <= {"left", "right"}:
        rule = "gce.collision.side-to-side"
    bikes = model_of(vehicle).bike, model_of(target).bike
    came = game.rolling(vehicle.id).roll(dice.collision, mine, theirs, *bikes)
    words = f"{vehicle.name} collides with {target.name}."
    game.tell(Note(words=words, piece=vehicle.id, rule=rule))
    stop(battle, vehicle)
    stop(battle, target)
    if mine == theirs == "front":
        _may_halt(battle, vehicle, target, rule)
    battle.trouble.append(Points(target.id, came.b, by=vehicle.id, rule=rule))
    battle.trouble.append(Points(vehicle.id, came.a, by=target.id, rule=rule))


def crash(game: Game, vehicle: Vehicle, met: Met, inches: float, turning: float, ends_move: bool) -> None:
    """gce.crash.definition: into terrain, with so many inches to go. Nobody swerves (gce.crash.no-swerve).
    A corner strikes with the front if the vehicle goes straight on, with the side if it turns."""
    battle = game.battle
    front = "front" in met.edges and (not turning or met.edges == ("front",))
    if _stops_short(game, vehicle):
        return
    rule = "gce.crash.front" if front else "gce.crash.side-rear"
    game.tell(
        Note(words=f"{vehicle.name} crashes into {met.who or 'something'}.", piece=vehicle.id, rule=rule)
    )
    points = game.rolling(vehicle.id).roll(dice.crash_points, front)
    if front:
        stop(battle, vehicle)
    else:
        away = -SWERVE if turning > 0 or "left" in met.edges else SWERVE
        battle.trouble.append(Wild(vehicle.id, away, inches, ends_move, rule, shy=True))
    battle.trouble.append(Points(vehicle.id, points, rule=rule))


def _stops_short(game: Game, vehicle: Vehicle) -> bool:
    """The skill emergency stop: a Leadership test to stop short of a crash; then the crew cling on or fly."""
    driver = available_driver(game.battle, vehicle)
    rule = "gce.crash.definition"
    if driver is None or not driver.skills.emergency_stop or not driving_test(game, driver, rule):
        return False
    stop(game.battle, vehicle)
    game.tell(Note(words=f"{vehicle.name} stops short.", piece=vehicle.id, rule=rule))
    for rider in crew(game.battle, vehicle):
        if not game.rolling(rider.id).roll(clings_on, rider.profile.s):
            throw_off(game, rider, rule)
    return True
