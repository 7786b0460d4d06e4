"""Thrusts, Thruster Buster, control and wind."""

from __future__ import annotations

from fractions import Fraction

import pytest

from warbook.books.gorkamorka.driving.dice import (
    Buster,
    Swerve,
    boards,
    out_of_control_swerve,
    runs_on,
    sail_inches,
    takes_wheel,
    thrust_test,
    thruster_buster,
    thrusts,
    wind,
    wind_shift,
)
from warbook.books.gorkamorka.mob.data import vehicles
from warbook.core.dice import Scripted


@pytest.mark.rule("gce.vehicle-movement.thrust-test")
def test_thrust_tests_of_a_trukk():
    trukk = vehicles()["ork_trukk"]
    assert thrust_test(Scripted("2"), trukk.thrust_need(1)) and not thrust_test(
        Scripted("2"), trukk.thrust_need(2)
    )
    assert thrusts.odds((2, 3, 4)).chance(3) == Fraction(5, 18)


@pytest.mark.rule("gce.vehicle-movement.thrust-repeat")
def test_thrusts_go_on_until_one_fails():
    dice = Scripted("2 3 3 6")
    assert thrusts(dice, (2, 3, 4, 4)) == 2 and dice.left == [6]
    assert thrusts(Scripted("6 6 6 6"), (2, 3, 4, 4)) == 4 and thrusts(Scripted(""), ()) == 0


@pytest.mark.rule("gce.vehicle-movement.thruster-buster")
@pytest.mark.parametrize(
    ("faces", "result"),
    [
        ("1 4", Buster(spin=3)),
        ("2 5 12", Buster(inches=5, spin=11)),
        ("3 2 5", Buster("left", 5)),
        ("3 4 1", Buster("right", 1)),
        ("3 3 1", Buster("left", 1)),
        ("4 6", Buster(inches=6)),
        ("6 2", Buster(inches=2)),
    ],
)
def test_thruster_buster(faces, result):
    dice = Scripted(faces)
    assert thruster_buster(dice) == result and not dice.left


@pytest.mark.rule("gce.vehicle-movement.thrust-turn")
def test_who_cannot_turn_after_a_thrust_runs_on():
    assert runs_on(Scripted("4")) == 4


@pytest.mark.rule("gce.vehicle-movement.out-of-control-move")
def test_out_of_control():
    assert out_of_control_swerve(Scripted("1 4")) == Swerve("left", 4) and out_of_control_swerve(
        Scripted("6 2")
    ) == Swerve("right", 2)
    assert out_of_control_swerve.odds().chance(lambda each: each.side == "left") == Fraction(1, 2)


@pytest.mark.rule("gce.vehicle-movement.take-wheel")
def test_taking_the_wheel():
    assert takes_wheel(Scripted("4")) and not takes_wheel(Scripted("3"))


@pytest.mark.rule("gce.foot.board-test")
@pytest.mark.rule("gce.foot.jump-between")
def test_boarding():
    assert boards(Scripted("1"), 2) and not boards(Scripted("5"), 2) and boards(Scripted("3"), 3)


def test_the_wind():
    assert wind(Scripted("12")) == 11 and [wind_shift(Scripted([face])) for face in range(1, 7)] == [
        -1,
        0,
        0,
        0,
        0,
        1,
    ]
    cutta = vehicles()["grot_cutta"].wind_move
    assert sail_inches(Scripted("3 4"), cutta.side.dice, cutta.side.plus) == 13
    assert sail_inches(Scripted("3 4"), cutta.behind.dice, cutta.behind.plus) == 10
    assert sail_inches(Scripted(""), cutta.ahead.dice, cutta.ahead.plus) == 0
    assert sail_inches(Scripted("1 1"), 2, 3 - 6) == 0
