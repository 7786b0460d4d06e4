"""Off a vehicle: where a warrior lands, and the hit that it costs."""

from __future__ import annotations

import pytest

from tests.books.gorkamorka.garage import does
from tests.books.gorkamorka.table import Position, table
from warbook.books.gorkamorka.field.bodies import apart
from warbook.books.gorkamorka.wounds.falls import fling_off, overboard

TRUKK = "ork_trukk T (20,20) moved=gas   ork_boy A in T driver   ork_boy x (40,40)"


def fall(game: Position, dice: str) -> Position:
    return does(game, lambda running: overboard(running, game["A"]), dice=dice)


@pytest.mark.rule("gce.boarding.losing")
def test_overboard_is_2_inches_behind_with_a_strength_3_hit() -> None:
    game = fall(table(TRUKK), "5 4")
    assert not game["A"].aboard and game["A"].down
    assert (game["A"].x, game["A"].y) == pytest.approx((14.5, 20.0))
    assert apart(game.battle, game["A"], game.ride("T")) == pytest.approx(2.0, abs=0.01)


@pytest.mark.rule("gce.boarding.losing")
def test_if_that_place_is_taken_the_nearest_free_one() -> None:
    game = fall(table(TRUKK + "   ork_boy y (14.5,20)"), "1")
    assert 1.0 <= apart(game.battle, game["A"], game["y"]) + 1.0 <= 1.6


@pytest.mark.rule("gce.hand-to-hand.thrown-off")
def test_by_switch_d3_inches_in_a_random_direction() -> None:
    game = fall(table(TRUKK, overboard_placement="random_d3"), "3 1 1")
    assert (game["A"].x, game["A"].y) == pytest.approx((20.0, 20.0 + 1.5 + 3.0 + 0.5), abs=0.06)


@pytest.mark.rule("gce.vehicle-movement.driver-recovers")
def test_a_driver_who_fell_off_does_not_drive_any_more() -> None:
    assert fall(table(TRUKK), "1").ride("T").driver == ""


@pytest.mark.rule("gce.boarding.losing")
def test_who_is_out_of_action_already_is_simply_gone() -> None:
    game = table(TRUKK)
    game["A"].place = "out"
    assert fall(game, "")["A"].place == "out"


@pytest.mark.rule("gce.vehicle-damage.resolve")
def test_thrown_by_damage_he_lands_so_many_inches_away() -> None:
    game = table(TRUKK)
    does(game, lambda running: fling_off(running, game["A"], 2.0, "gce.basics.d6"), dice="4 1")
    assert (game["A"].x, game["A"].y) == pytest.approx((20.0 + 3.0 + 2.0 + 0.5, 20.0), abs=0.06)
