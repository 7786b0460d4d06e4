"""Who is in contact with whom, and who fights."""

from __future__ import annotations

from typing import TypeAlias

from warbook.board.geometry import Body, gap, touching
from warbook.books.vehicles.field.bodies import CONTACT, WITHIN, base, bodies, on_table, reaches, type_of
from warbook.books.vehicles.state import Battle, Model, Unit, Vehicle, other

Piece: TypeAlias = Unit | Vehicle

SUPPORT = 2.0  # veh.assault.who-attacks, veh.P14.assault: inches from a friend in contact


def meet(one: Body, two: Body) -> bool:
    return reaches(one, two, CONTACT) and touching(one, two, CONTACT)


def in_contact(battle: Battle, one: Piece, two: Piece) -> bool:
    theirs = bodies(battle, two)
    return any(meet(mine, each) for mine in bodies(battle, one) for each in theirs)


def fighters(battle: Battle, unit: Unit, foe: Piece) -> list[Model]:
    """veh.assault.who-attacks, veh.P14.assault: who may strike at the foe: those in contact with it, and
    those within 2 inches of a friend of their unit who is."""
    theirs = bodies(battle, foe)
    models = [(model, base(battle, model)) for model in battle.standing(unit)]
    front = [body for _, body in models if any(meet(body, each) for each in theirs)]
    return [model for model, body in models if any(gap(body, each) <= SUPPORT + WITHIN for each in front)]


def touched_vehicles(battle: Battle, one: Piece) -> list[Vehicle]:
    """The enemy vehicles, other than Walkers, that it is in contact with."""
    return [
        foe
        for foe in on_table(battle, other(one.side))
        if isinstance(foe, Vehicle) and not is_walker(foe) and in_contact(battle, one, foe)
    ]


def alive(battle: Battle, one: Piece) -> bool:
    return one.works if isinstance(one, Vehicle) else bool(battle.standing(one))


def is_walker(one: Piece) -> bool:
    return isinstance(one, Vehicle) and type_of(one).walker is not None


def may_lock(one: Piece) -> bool:
    """veh.assault.not-locked, veh.V76: of vehicles only Walkers are locked in combat."""
    return isinstance(one, Unit) or is_walker(one)


def lock(one: Piece, two: Piece) -> None:
    if two.id not in one.locked:
        one.locked = (*one.locked, two.id)
    if one.id not in two.locked:
        two.locked = (*two.locked, one.id)


def unlock(one: Piece, two: Piece) -> None:
    one.locked = tuple(each for each in one.locked if each != two.id)
    two.locked = tuple(each for each in two.locked if each != one.id)


def held_fast(one: Piece) -> bool:
    """veh.walker.pursuit: a Stunned or Immobilized Walker does not move."""
    return isinstance(one, Vehicle) and (one.stunned or one.immobilized)


def middle(battle: Battle, one: Piece) -> tuple[float, float]:
    found = [body.spot for body in bodies(battle, one)]
    return sum(spot.x for spot in found) / len(found), sum(spot.y for spot in found) / len(found)
