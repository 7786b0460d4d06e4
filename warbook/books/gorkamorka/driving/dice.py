"""The dice of driving: thrusts and what their failure does, control, turns, wind."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from warbook.books.family import tests
from warbook.books.gorkamorka.called import EITHER_SIDE, HOURS, INCHES
from warbook.core.chance import chance, given
from warbook.core.dice import Dice

__all__ = (
    "Buster", "Swerve", "boards", "left_or_right", "out_of_control_swerve", "runs_on", "sail_inches",
    "spin_direction", "takes_wheel", "thrown_inches", "thrust_test", "thruster_buster", "thrusts",
    "wind", "wind_shift",
)  # fmt: skip

Side = Literal["left", "right"]


class Swerve(Struct, frozen=True):
    """45 degrees to a side, then so many inches forward."""

    side: Side
    inches: int


class Buster(Struct, frozen=True):
    """What a failed thrust does: a swerve first, if there is one, then inches forward, then a spin to a new
    facing in twelfths of a circle, if there is one."""

    swerve: Literal["", "left", "right"] = ""
    inches: int = 0
    spin: int | None = None


@chance
def thrust_test(dice: Dice, need: int) -> bool:
    """gce.vehicle-movement.thrust-test."""
    return dice.d6("gce.vehicle-movement.thrust-test", need=need) >= need


@chance
def thrusts(dice: Dice, needs: tuple[int, ...]) -> int:
    """gce.vehicle-movement.thrust-repeat: how many thrusts in a row succeed."""
    if not needs or not thrust_test(dice, needs[0]):
        return 0
    return 1 + thrusts(dice, needs[1:])


@chance
def thruster_buster(dice: Dice) -> Buster:
    """gce.vehicle-movement.thruster-buster."""
    rule = "gce.vehicle-movement.thruster-buster"
    roll = dice.d6(rule)
    if roll == 1:
        return Buster(spin=dice.face(HOURS, rule))
    if roll == 2:
        return Buster(inches=dice.d6(rule), spin=dice.face(HOURS, rule))
    if roll == 3:
        return Buster(swerve=left_or_right(dice, rule), inches=dice.d6(rule))
    return Buster(inches=dice.d6(rule))


boards = given(tests.at_most, "gce.foot.board-test")
"""gce.basics.initiative-test to board a moving vehicle or to jump to another (gce.foot.jump-between)."""


@chance
def runs_on(dice: Dice) -> int:
    """gce.vehicle-movement.thrust-turn: inches forward when the turn after a thrust fails."""
    return dice.d6(INCHES)


@chance
def out_of_control_swerve(dice: Dice) -> Swerve:
    """gce.vehicle-movement.out-of-control-move, and the move of gce.stupidity.drivers."""
    rule = "gce.vehicle-movement.out-of-control-move"
    return Swerve(left_or_right(dice, rule), dice.d6(rule))


@chance
def takes_wheel(dice: Dice) -> bool:
    """gce.vehicle-movement.take-wheel."""
    return dice.d6("gce.vehicle-movement.take-wheel", need=4) >= 4


@chance
def left_or_right(dice: Dice, rule: str) -> Side:
    """gce.R2.5: a D6, 1-3 left, 4-6 right."""
    return dice.face(EITHER_SIDE, rule)


@chance
def spin_direction(dice: Dice, rule: str) -> int:
    """A direction at random, in twelfths of a circle: gce.basics.scatter-die, gce.R2.5."""
    return dice.face(HOURS, rule)


@chance
def thrown_inches(dice: Dice, rule: str, die: Literal["D3", "D6"]) -> int:
    """How far somebody is thrown or a vehicle drives on."""
    return dice.d3(rule) if die == "D3" else dice.d6(rule)


# ---------------------------------------------------------------- sails


@chance
def wind(dice: Dice) -> int:
    """Where it blows to when the battle begins, in twelfths of a circle."""
    return dice.face(HOURS, "gce.vehicle-movement.sequence")


@chance
def wind_shift(dice: Dice) -> Literal[-1, 0, 1]:
    """Each game turn: 45 degrees to the left (-1) on a 1, to the right (1) on a 6."""
    roll = dice.d6("gce.vehicle-movement.sequence")
    return -1 if roll == 1 else 1 if roll == 6 else 0


@chance
def sail_inches(dice: Dice, d6: int, plus: int) -> int:
    """How far a sail carries; never below 0 (gce.R2.9)."""
    return max(0, dice.total(d6, "gce.vehicle-movement.sequence") + plus) if d6 else max(0, plus)
