"""Templates and what scatters on a miss: who is caught, and how a throw comes down."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from warbook.books.family.called import Called
from warbook.books.family.injuries import Body, struck
from warbook.books.family.to_hit import Aim, Shot, die_needed, hits
from warbook.books.family.wounds import Hit
from warbook.core.chance import chance
from warbook.core.dice import Dice


class Scatter(Struct, frozen=True, eq=False):
    """How a book has things scatter. A book has one."""

    called: Called
    directions: tuple[int, ...]  # the faces of the scatter die
    shells_go_wrong: bool  # HIT with a 6 for the distance is a mishap for what was fired, too
    dropped: Literal["dud", "dropped"] = "dud"  # what a 6 on the chart of mishaps is


class Flight(Struct, frozen=True):
    """How a shell or a grenade came down: true, or so many inches wide of the spot aimed at in a direction;
    in the thrower's hand; far astray, to go off or to lie asleep; or as a dud, or dropped without effect."""

    landed: Literal["true", "wide", "in hand", "astray", "asleep", "dud", "dropped"]
    inches: int = 0
    direction: int = 0
    six: bool = False


@chance
def flight(dice: Dice, scatter: Scatter, aim: Aim, thrown: bool) -> Flight:
    """The roll to hit of what scatters on a miss. A thrower's 1, or a 6 for the distance with HIT on the
    scatter die, goes badly wrong."""
    called = scatter.called
    roll = dice.d6(called.to_hit, need=die_needed(aim))
    if roll == 1 and thrown:
        return bungled(dice, scatter, aim.ammo and aim.short)
    six = bool(aim.ammo and roll == 6)
    if hits(dice, called, aim, roll):
        return Flight("true", six=six)
    inches = dice.d6(called.scatter)
    if inches < 6:
        return Flight("wide", inches, dice.face(scatter.directions, called.scatter), six)
    if (thrown or scatter.shells_go_wrong) and dice.d6(called.scatter, need=6) == 6:
        return bungled(dice, scatter, six)
    return Flight("dud", six=six)


@chance
def bungled(dice: Dice, scatter: Scatter, six: bool) -> Flight:
    """The chart of unreliable explosives."""
    rule = scatter.called.unreliable
    roll = dice.d6(rule)
    if roll == 1:
        return Flight("in hand", six=six)
    if roll == 6:
        return Flight(scatter.dropped, six=six)
    inches, direction = dice.total(2, rule), dice.face(scatter.directions, rule)
    return Flight("astray" if roll <= 3 else "asleep", inches, direction, six)


@chance
def caught(dice: Dice, called: Called, wholly: bool) -> bool:
    """Wholly under a template is hit, partly under it on a 4+."""
    return wholly or dice.d6(called.caught, need=4) >= 4


@chance
def under_template(dice: Dice, called: Called, wholly: bool, hit: Hit, body: Body) -> Shot:
    """A body under a template, from being caught to the injury."""
    if not caught(dice, called, wholly):
        return Shot("miss", body)
    result = struck(dice, called, hit, body)
    return Shot(result.came, result.body)
