"""On what ground a weapon bears, as it is drawn."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import table
from warbook.board.geometry import Shapes, Spot, point_in_polygon
from warbook.books.vehicles.shooting.barrels import barrels
from warbook.books.vehicles.shooting.wedges import bears, gaze


def within(shapes: Shapes, x: float, y: float) -> bool:
    return any(point_in_polygon(x, y, shape) for shape in shapes)


@pytest.mark.rule("veh.attack.select")
def test_without_a_target_a_squad_bears_as_far_as_the_best_weapon_that_is_left() -> None:
    """A boltgun reaches 24 inches, the missile launcher 48, and a bolt pistol 12."""
    game = table("tactical_squad A (10,20) models=1 kinds=3   tactical_squad B (10,40) models=1 kinds=1")
    far, near = (bears(game.battle, game[name], ()) for name in "AB")
    assert within(far, 57.0, 20.0) and not within(far, 59.5, 20.0)
    assert within(near, 33.0, 40.0) and not within(near, 36.0, 40.0)


@pytest.mark.rule("veh.attack.select", "veh.arc.sponson")
def test_of_a_gun_the_ground_in_its_arc_and_range_is_drawn() -> None:
    game = table("predator V (20,24)   rhino r (20,40)")
    left = [each for each in barrels(game.battle, game.ride("V"), game.ride("r")) if each.gun == 1]
    shapes = bears(game.battle, game.ride("V"), left, "r")
    assert left and within(shapes, 20.0, 36.0) and not within(shapes, 20.0, 12.0)


@pytest.mark.rule("veh.ordnance.barrage-direct")
def test_a_barrage_is_drawn_past_what_hides_and_not_within_its_least_range() -> None:
    game = table("whirlwind W (10,24)   block (20,14) (22,34) h=8   guard_squad x (50,24)")
    fired = [each for each in barrels(game.battle, game.ride("W"), game["x"]) if each.barrage]
    least = fired[0].weapon.range_min
    shapes = bears(game.battle, game.ride("W"), fired[:1], "x")
    assert least > 6 and within(shapes, 50.0, 24.0) and not within(shapes, 10.0 + least - 3.0, 24.0)


@pytest.mark.rule("veh.ordnance.barrage-direct")
def test_what_is_fired_directly_is_drawn_from_the_muzzle_on() -> None:
    """An earthshaker has a least range of 36 inches, in a barrage."""
    game = table("basilisk V (10,24)   rhino r (30,24)")
    direct = [each for each in barrels(game.battle, game.ride("V"), game.ride("r")) if each.gun == 0]
    assert [each.barrage for each in direct] == [False]
    assert within(bears(game.battle, game.ride("V"), direct, "r"), 22.0, 24.0)


@pytest.mark.rule("veh.attack.select")
def test_of_a_few_models_each_is_drawn_as_seeing_for_himself() -> None:
    """With a boltgun one bears as far as 24 inches from his base."""
    game = table("tactical_squad A (10,20) (34,20) kinds=1")
    shapes = bears(game.battle, game["A"], ())
    assert all(within(shapes, x, 20.0) for x in (20.0, 57.0))


def test_a_model_looks_from_its_own_height_past_others_and_not_past_nobody() -> None:
    game = table("guard_squad A (10,10) kinds=1 models=1   rhino R (20,20)   rhino q (40,20)")
    found = {name: gaze(game.battle, name, Spot(5, 6)) for name in ("A1", "R", "nobody")}
    man, hull = found["A1"], found["R"]
    assert found["nobody"] is None and man is not None and hull is not None
    assert man.eye[:2] == hull.eye[:2] == (5, 6) and 0 < man.eye[2] < hull.eye[2]
    assert (len(man.screens), len(hull.screens)) == (2, 1)
