"""Sails, the wind, and pumps."""

from __future__ import annotations

import pytest

from tests.books.gorkamorka.driving.test_gas import moves
from tests.books.gorkamorka.garage import at, does, legs
from tests.books.gorkamorka.table import Position, table
from tests.kit.script import a
from warbook.books.gorkamorka.driving import sails

pytestmark = pytest.mark.rule("gce.vehicle-movement.sequence")


def cutta(extra: str = "") -> Position:
    return table(f"grot_cutta T (20,20) {extra}  grot_rebel G in T driver")


def told(game: Position) -> str:
    return game.events[-1].words


@pytest.mark.parametrize(
    ("wind", "dice", "plus"),
    [
        (0, 2, 3),
        (45, 2, 3),
        (46, 2, 6),
        (90, 2, 6),
        (270, 2, 6),
        (134.8, 2, 6),
        (135, 0, 0),
        (180, 0, 0),
        (200, 0, 0),
        (315, 2, 3),
    ],
)
def test_by_where_the_wind_comes_from(wind: float, dice: int, plus: int):
    game = cutta()
    game.battle.wind = float(wind)
    roll = sails.wind_roll(game.battle, game.ride("T"))
    assert (roll.dice, roll.plus) == (dice, plus)


def test_a_cutta_sails_with_turns_and_has_no_thrusters():
    game = cutta()
    game.battle.wind = 90.0
    moves(game, a("go"), a(legs((0, 3), (45, 3), (-45, 0))), dice="1 2")  # 3 + 6 inches
    assert at(game, "T") == (25.12, 22.12, 0) and game.ride("T").moved == "sail"


def test_torn_sails_lose_inches():
    game = cutta("slower=3")
    assert does(game, lambda g: sails.sail(g, g.battle.vehicle("T")), dice="1 1").ride("T").slower == 3
    game.battle.wind = 90.0
    found = []
    does(game, lambda g: found.append(sails.sail(g, g.battle.vehicle("T"))), dice="1 1")
    assert found == [5.0]


def test_the_wind_rises_and_shifts():
    game = cutta()
    does(game, sails.raise_wind, dice="4")  # three o'clock: to the east
    assert game.battle.wind == 0.0 and "blows towards the east" in told(game)
    does(game, sails.shift_wind, dice="1")
    assert game.battle.wind == 45.0 and "shifts and blows towards the north-east" in told(game)
    does(game, sails.shift_wind, dice="3")
    assert game.battle.wind == 45.0 and "still blows towards the north-east" in told(game)
    does(game, sails.shift_wind, dice="6")
    assert game.battle.wind == 0.0


def test_no_wind_where_nobody_sails():
    does(table("ork_trukk T (20,20)"), sails.raise_wind)


def lugga(crew: int = 3) -> Position:
    names = "HIJKLMNO"[:crew]
    riders = "  ".join(f"grot_rebel {name} in T" for name in names)
    return table(f"grot_big_lugga T (20,20)  grot_rebel G in T driver  {riders}")


def test_the_crew_pump_and_do_nothing_else():
    game = lugga()
    moves(game, a("go"), a("2"), a(legs((0, 5))))
    assert at(game, "T") == (25, 20, 0) and game.ride("T").moved == "pump"
    assert [game[name].idle for name in "HIJ"] == [True, True, False]


def test_no_more_pump_than_there_are_handles_for():
    game = lugga(8)
    moves(game, a("go"), a("6"), a(legs((0, 9))))
    assert at(game, "T") == (29, 20, 0)


def test_nobody_to_pump():
    game = lugga(0)
    moves(game, a("go"), a(legs((0, 3))))
    assert at(game, "T") == (23, 20, 0)


@pytest.mark.rule("gce.ending.casualties")
def test_under_sail_off_the_table_with_the_scrap_if_the_wind_carries_it_there():
    game = table("grot_cutta T (20,10) facing=270 scrap=1  grot_rebel G in T driver")
    game.battle.wind = 270.0
    moves(game, a("off"), dice="6 6")  # 15 inches
    assert (game.ride("T").place, game["G"].place, game.battle.carried_off["a"]) == ("home", "home", 1)
    game = table("grot_cutta T (20,10) facing=270 scrap=1  grot_rebel G in T driver")
    game.battle.wind = 270.0
    moves(game, a("off"), dice="1 1")
    assert at(game, "T") == (20, 5, 270) and game.ride("T").place == "table"


@pytest.mark.rule("gce.ending.casualties")
@pytest.mark.parametrize(("pumpers", "place"), [("3", "home"), ("0", "table")])
def test_so_do_pumps_if_enough_work_them(pumpers: str, place: str):
    crew = "  ".join(f"grot_rebel {name} in T" for name in ("H", "I", "J"))
    game = table(f"grot_big_lugga T (20,9) facing=270 scrap=1  grot_rebel G in T driver  {crew}")
    moves(game, a("off"), a(pumpers))
    assert game.ride("T").place == place


@pytest.mark.rule("gce.ending.casualties")
def test_against_the_wind_nobody_leaves():
    game = table("grot_cutta T (20,5) facing=270 scrap=1  grot_rebel G in T driver")
    game.battle.wind = 90.0
    assert "off" not in [option.id for option in game.question(a("T")).options]


def test_the_wind_rises_when_the_first_turn_begins_and_not_again():
    text = "grot_cutta T (20,20)  grot_rebel D in T driver  ork_boy x (40,40)"
    assert table(text, phase="start").play(dice="4").says("The wind blows")
    assert not table(text, phase="start", turn=2).play().says("wind")
    assert not table(text, phase="start", side="b").play().says("wind")


def test_sails_that_have_lost_more_than_they_had_carry_it_nowhere():
    game = cutta("slower=40")
    assert sails.farthest(game.battle, game.ride("T")) == 0.0
