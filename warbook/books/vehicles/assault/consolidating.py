"""Consolidation: a few inches for who has won and has nobody left to fight (veh.P12.consolidate)."""

from __future__ import annotations

from math import cos, inf, radians, sin

from msgspec import Struct

from warbook.board.geometry import Body, Spot, gap
from warbook.board.hulls import Leg
from warbook.books.vehicles.assault.contact import Piece, held_fast
from warbook.books.vehicles.assault.dice import consolidation
from warbook.books.vehicles.assault.moves import go, unit_spot
from warbook.books.vehicles.assault.walkers import Stride, stride
from warbook.books.vehicles.driving.course import end_of, follows, friends, kept_off
from warbook.books.vehicles.field.bodies import CLEAR, WITHIN, bodies, hull, on_table
from warbook.books.vehicles.field.ground import walked
from warbook.books.vehicles.field.placing import free, standing_at
from warbook.books.vehicles.field.ways import going, obstacles
from warbook.books.vehicles.state import Battle, Game, Unit, Vehicle, other
from warbook.core.questions import Choose, Option

RULE = "veh.P12.consolidate"
WINDS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")


class Shift(Struct, frozen=True):
    """What an answer means: the unit, or the Walker, goes so far east and north."""

    east: float
    north: float


def consolidate(game: Game, one: Piece) -> None:
    """D6 inches, in one of eight directions and in formation (own), never into contact."""
    if held_fast(one):
        return
    battle = game.battle
    inches = float(game.rolling(one.id).roll(consolidation))
    here = unit_spot(battle, one) if isinstance(one, Unit) else one.spot
    options = [Option("stay", "Stay", one.id, about=Shift(0.0, 0.0))]
    shifts = {}
    for number, wind in enumerate(WINDS):
        turn = radians(45 * number)
        shift = Shift(inches * cos(turn), inches * sin(turn))
        if _may_shift(battle, one, shift, 45.0 * number):
            shifts[wind] = shift, 45.0 * number
            spot = Spot(here.x + shift.east, here.y + shift.north, here.z)
            options.append(Option(wind, f"{inches:g} inches {wind}", one.id, spot=spot, about=shift))
    if not shifts:
        return
    question = Choose(
        f"{one.name} consolidates {inches:g} inches: where to?",
        options,
        RULE,
        one.id,
        "stay",
        kind="consolidate",
    )
    answer = game.ask(one.side, question)
    if answer == "stay":
        return
    shift, facing = shifts[answer]
    if isinstance(one, Unit):
        ways = {model.id: (model.spot, _shifted(model.spot, shift)) for model in battle.standing(one)}
        go(game, one, ways, "consolidates", RULE)
    else:
        stride(
            game,
            one,
            Stride((one.spot, _shifted(one.spot, shift)), facing),
            "consolidates",
            "veh.walker.pursuit",
        )


def _may_shift(battle: Battle, one: Piece, shift: Shift, facing: float) -> bool:
    return _unit_may(battle, one, shift) if isinstance(one, Unit) else _walker_may(battle, one, shift, facing)


def _unit_may(battle: Battle, unit: Unit, shift: Shift) -> bool:
    ground, blockers, allowed = walked(battle, unit), obstacles(battle, unit), free(battle, unit)
    gait = going(12.0)
    return all(
        ground.cost((model.spot, goal), gait, blockers) < inf and allowed(standing_at(battle, unit, goal))
        for model in battle.standing(unit)
        for goal in (_shifted(model.spot, shift),)
    )


def _walker_may(battle: Battle, walker: Vehicle, shift: Shift, facing: float) -> bool:
    enemies = on_table(battle, other(walker.side))
    stops = [*friends(battle, walker), *kept_off(battle, walker, enemies)]
    inches = (shift.east**2 + shift.north**2) ** 0.5
    legs = (Leg(facing - walker.facing, inches),)
    if follows(battle, walker, stops).drive(legs).contact is not None:
        return False
    end: Body = end_of(hull(walker), legs)
    return all(gap(end, body) >= CLEAR - WITHIN for foe in enemies for body in bodies(battle, foe))


def _shifted(spot: Spot, shift: Shift) -> Spot:
    return Spot(spot.x + shift.east, spot.y + shift.north, spot.z)
