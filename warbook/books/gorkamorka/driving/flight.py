"""A driver in terror: as far away as his vehicle goes."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, hypot

from warbook.board.geometry import Body, flat_gap, turn_between
from warbook.board.hulls import Leg, moved, turned
from warbook.board.manoeuvres import Ends
from warbook.books.gorkamorka.damage.effects import vehicle_leaves
from warbook.books.gorkamorka.driving import course, thrusts, ways
from warbook.books.gorkamorka.driving.sails import basic_move
from warbook.books.gorkamorka.driving.thrusts import gas_move
from warbook.books.gorkamorka.field.aboard import drives_for
from warbook.books.gorkamorka.field.bodies import body, hull
from warbook.books.gorkamorka.ramming.segments import Traffic, first_met
from warbook.books.gorkamorka.state import Battle, Game, Vehicle, Warrior

TURNS = (15.0, -15.0, 30.0, -30.0, 45.0, -45.0)


def drive_away(game: Game, vehicle: Vehicle, cause: Warrior) -> None:
    """gce.terror.drivers, gce.R9.6: the gas move that leads furthest away, with the thrust that follows it,
    then full thrusts straight on until one fails; he tries to turn only when he would crash or come
    closer."""
    battle = game.battle
    dread = body(battle, cause)
    if not ways.mired(battle, vehicle):
        _drive_away(game, vehicle, dread)
    far = ways.thrust_length(vehicle)
    while course.under_way(game, vehicle) and thrusts.no_thrust(battle, vehicle) is None and far:
        if not _good(battle, vehicle, dread, 0.0, far):
            turn = next((each for each in TURNS if _good(battle, vehicle, dread, each, far)), None)
            if turn is None or not vehicle.thrusts or not thrusts.turn_under_thrust(game, vehicle, turn):
                return
        thrust_away(game, vehicle, far)


def thrust_away(game: Game, vehicle: Vehicle, far: float) -> None:
    """gce.terror.drivers-off-table: a thrust that reaches the edge of the table takes him off it."""
    over = first_met(game.battle, vehicle, Leg(0.0, far))[0].kind == "edge"
    thrusts.one_thrust(game, vehicle, far)
    if over and course.under_way(game, vehicle):
        vehicle_leaves(game, vehicle, "gce.terror.drivers-off-table")


def _drive_away(game: Game, vehicle: Vehicle, dread: Body) -> None:
    """Over the edge of the table if it is straight ahead, else to the end of a way furthest away."""
    battle = game.battle
    inches = basic_move(game, vehicle)
    if first_met(battle, vehicle, Leg(0.0, inches))[0].kind == "edge" and _good(
        battle, vehicle, dread, 0.0, inches
    ):
        gas_move(game, vehicle, (Leg(0.0, inches),))
        if course.under_way(game, vehicle):
            vehicle_leaves(game, vehicle, "gce.terror.drivers-off-table")
        return
    found = ways.way_ends(battle, vehicle, ways.gas_handling(vehicle, inches))
    allowed = ways.open_ends(battle, vehicle, found, slow=False)
    legs = found.legs(_best_end(battle, vehicle, dread, found, allowed)) if allowed else ()
    if legs and ways.way_barred(Traffic(battle, vehicle), legs, rams=True) is None:
        gas_move(game, vehicle, legs)


def _best_end(battle: Battle, vehicle: Vehicle, dread: Body, found: Ends, allowed: Sequence[int]) -> int:
    """Where a full thrust from it leads furthest away, if one is open to him; who has the terror before him
    must turn first, though that brings him no further by itself."""
    near = max(allowed, key=lambda end: _escape(found.hull(end), dread))
    far = ways.thrust_length(vehicle) if thrusts.no_thrust(battle, vehicle) is None else 0.0
    ends = sorted(((_escape(moved(found.hull(end), far), dread), end) for end in allowed), reverse=True)
    for escape, end in ends if far else ():
        if escape <= _escape(found.hull(near), dread):
            break
        if _good(battle, vehicle, dread, 0.0, far, found.legs(end)):
            return end
    return near


def _escape(end: Body, dread: Body) -> tuple[float, float]:
    """How far away the middle comes, and of ends as far how squarely it faces away."""
    dx, dy = end.spot.x - dread.spot.x, end.spot.y - dread.spot.y
    off = turn_between(end.facing, degrees(atan2(dy, dx)))
    return round(hypot(dx, dy), 6), -abs(round(off, 6))


def _good(
    battle: Battle,
    vehicle: Vehicle,
    dread: Body,
    turn: float,
    inches: float,
    before: tuple[Leg, ...] = (),
) -> bool:
    """Whether a thrust after a turn, and after a way that is open, leads away from the terror and into
    nothing but the open, or off the table."""
    start = hull(vehicle)
    for leg in before:
        start = moved(turned(start, leg.turn), leg.inches)
    start = turned(start, turn)
    if flat_gap(moved(start, inches), dread) <= flat_gap(start, dread):
        return False
    legs = (*before, Leg(turn, inches))
    traffic = Traffic(battle, vehicle)
    driven = traffic.follow(legs)
    mine = drives_for(battle, vehicle)
    if any(traffic.feet[met.number].side == mine for met in driven.met):
        return False
    contact = driven.contact
    return contact is None or (contact.kind == "edge" and not contact.turning)
