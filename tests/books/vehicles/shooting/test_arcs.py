"""Arcs of fire, facings, and lines of sight of guns."""

from __future__ import annotations

from math import atan2, cos, degrees, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.books.vehicles.table import Position, table
from warbook.board.geometry import Body, Disc, Oblong, Spot
from warbook.books.vehicles.field.sight import Eye, borne, facing_of, muzzle, screens, seen_facing
from warbook.books.vehicles.state import Battle, Vehicle


def at(x: float, y: float, z: float = 0.0, height: float = 1.2) -> Body:
    return Body(Spot(x, y, z), Disc(0.5), height)


def ahead_of(game: Position, gun: int, turn: float, inches: float = 20.0) -> Body:
    """A model so many degrees to the left of where a gun's mount looks ahead."""
    point = muzzle(game.battle, game.ride("V"), gun)
    return at(point.x + inches * cos(radians(turn)), point.y + inches * sin(radians(turn)))


def bears_on(battle: Battle, vehicle: Vehicle, gun: int, body: Body) -> bool:
    return borne(battle, vehicle, gun, [body]) == [body]


def facing_seen(game: Position, eye: Eye, *but: str) -> tuple[str, bool] | None:
    return seen_facing(game.battle, eye, game.ride("v"), screens(game.battle, ("v", *but)))


@pytest.mark.rule("veh.arc.turret")
@pytest.mark.parametrize("turn", [0, 90, 179, 270])
def test_a_turret_fires_all_round(turn: float) -> None:
    game = table("predator V (36,24)")
    assert bears_on(game.battle, game.ride("V"), 0, ahead_of(game, 0, turn))


@pytest.mark.rule("veh.arc.hull", "veh.V14")
@pytest.mark.parametrize(("turn", "bears"), [(22.4, True), (22.6, False), (-22.4, True), (-22.6, False)])
def test_a_hull_gun_has_45_degrees_in_all(turn: float, bears: bool) -> None:
    game = table("vindicator V (36,24)")
    assert bears_on(game.battle, game.ride("V"), 0, ahead_of(game, 0, turn)) is bears


@pytest.mark.rule("veh.V14")
@pytest.mark.parametrize(("turn", "bears"), [(44.9, True), (45.1, False)])
def test_with_the_switch_a_hull_gun_has_90_degrees(turn: float, bears: bool) -> None:
    game = table("vindicator V (36,24)", hull_arc=90)
    assert bears_on(game.battle, game.ride("V"), 0, ahead_of(game, 0, turn)) is bears


@pytest.mark.rule("veh.arc.sponson", "veh.V15")
@pytest.mark.parametrize(("turn", "left"), [(0.5, True), (179.5, True), (-0.5, False), (-179.5, False)])
def test_each_sponson_covers_its_own_side(turn: float, left: bool) -> None:
    game = table("predator V (36,24)")
    ride = game.ride("V")
    assert bears_on(game.battle, ride, 1, ahead_of(game, 1, turn)) is left
    assert bears_on(game.battle, ride, 2, ahead_of(game, 2, turn)) is not left


@pytest.mark.rule("veh.arc.pintle")
def test_a_pintle_on_the_roof_fires_all_round() -> None:
    game = table("rhino V (36,24)")
    assert bears_on(game.battle, game.ride("V"), 0, ahead_of(game, 0, 180))


@pytest.mark.rule("veh.arc.vertical")
@pytest.mark.parametrize(("inches", "bears"), [(10.0, True), (9.9, False), (8.0, False)])
def test_guns_are_raised_by_45_degrees_at_most(inches: float, bears: bool) -> None:
    game = table("predator V (36,24)")
    gun = muzzle(game.battle, game.ride("V"), 0)
    assert bears_on(game.battle, game.ride("V"), 0, at(gun.x + inches, gun.y, gun.z + 10.0)) is bears


@pytest.mark.rule("veh.arc.vertical")
@pytest.mark.parametrize(("inches", "bears"), [(8.1, True), (7.9, False)])
def test_guns_on_a_height_are_lowered_by_45_degrees_at_most(inches: float, bears: bool) -> None:
    game = table("predator V (36,24,6.4)")
    gun = muzzle(game.battle, game.ride("V"), 0)
    assert gun.z == pytest.approx(9.2)
    assert bears_on(game.battle, game.ride("V"), 0, at(gun.x + inches, gun.y)) is bears


@pytest.mark.rule("veh.attack.facing-and-hit", "veh.V17")
@pytest.mark.parametrize(
    ("x", "y", "facing"),
    [(50, 24, "front"), (20, 24, "rear"), (36, 40, "side"), (36, 10, "side")],
)
def test_the_facing_is_that_in_whose_arc_the_firer_stands(x: float, y: float, facing: str) -> None:
    game = table("predator V (36,24)")
    assert facing_of(game.ride("V"), x, y) == facing


@pytest.mark.rule("veh.V17")
def test_on_the_very_diagonal_the_higher_armour_counts() -> None:
    game = table("predator V (36,24)")  # 4.5 by 3, front 13, side 11, rear 10
    assert facing_of(game.ride("V"), 36 + 9, 24 + 6) == "front"
    assert facing_of(game.ride("V"), 36 - 9, 24 + 6) == "side"


@pytest.mark.rule("veh.V17")
@given(st.floats(0, 360), st.floats(3, 30), st.floats(0, 360))
def test_facings_are_divided_by_the_diagonals_through_the_corners(
    turn: float, inches: float, heading: float
) -> None:
    game = table("predator V (36,24)")
    ride = game.ride("V")
    ride.facing = heading
    x = 36 + inches * cos(radians(heading + turn))
    y = 24 + inches * sin(radians(heading + turn))
    corner = degrees(atan2(1.5, 2.25))
    off = min(abs((turn - line + 180) % 360 - 180) for line in (corner, 180 - corner, -corner, corner - 180))
    if off < 0.01:
        return
    beside = abs((turn + 180) % 360 - 180)
    expected = "front" if beside < corner else "rear" if beside > 180 - corner else "side"
    assert facing_of(ride, x, y) == expected


@pytest.mark.rule("veh.V18")
def test_who_sees_only_another_facing_strikes_that_one() -> None:
    game = table("""
        predator v (36,24) facing=180
        wall (33.2,22.2) (33.2,26) h=5
    """)
    eye = (18.0, 14.0, 1.0)
    assert facing_of(game.ride("v"), eye[0], eye[1]) == "front"
    assert facing_seen(game, eye) == ("side", False)


@pytest.mark.rule("veh.V18")
@pytest.mark.parametrize(("x", "seen"), [(38.15, None), (38.25, None), (38.35, ("front", False))])
def test_an_edge_is_seen_from_before_it_and_not_along_it(x: float, seen: tuple[str, bool] | None) -> None:
    """The hull faces east and its front is at 38.25; a block stands beside all of its flank but that."""
    game = table("predator v (36,24) facing=0   block (32,26.5) (38.2,27) h=6")
    assert facing_of(game.ride("v"), x, 36.0) == "side"
    assert facing_seen(game, (x, 36.0, 1.0)) == seen


@pytest.mark.rule("veh.target.los", "veh.V86")
def test_a_hull_behind_a_high_block_is_not_seen() -> None:
    game = table("""
        predator v (36,24)
        block (26,20) (28,28) h=6
    """)
    assert facing_seen(game, (18.0, 24.0, 1.0)) is None
    assert facing_seen(game, (36.0, 40.0, 1.0)) == ("side", True)


@pytest.mark.rule("veh.V41", "veh.P14")
def test_hulls_and_wrecks_stop_sight() -> None:
    game = table("""
        predator v (36,24)
        land_raider w (28,24) facing=90 wrecked
    """)
    assert facing_seen(game, (18.0, 24.0, 1.0)) is None
    assert facing_seen(game, (18.0, 24.0, 1.0), "w") == ("front", True)


@pytest.mark.rule("veh.V41")
@pytest.mark.parametrize(("x", "y", "hides"), [(60.0, 10.0, 0), (60.0, 14.0, 1), (50.0, 10.0, 1)])
def test_a_wreck_is_no_screen_to_those_who_stand_in_it(x: float, y: float, hides: int) -> None:
    game = table(f"predator V (10,10)   rhino w (60,10) wrecked   guard_squad x ({x},{y}) models=1")
    assert len(screens(game.battle, ("V", "x"))) == hides


@pytest.mark.rule("veh.arc.vertical")
@pytest.mark.parametrize(("inches", "bears"), [(8.2, True), (7.4, False)])
def test_of_a_hull_on_a_height_any_corner_will_do(inches: float, bears: bool) -> None:
    """Ten inches above the gun: the far corners are 2.25 inches behind the middle and 1.5 to the side."""
    game = table("predator V (36,24)")
    gun = muzzle(game.battle, game.ride("V"), 0)
    above = Body(Spot(gun.x + inches, gun.y, gun.z + 10.0), Oblong(4.5, 3.0), 2.5)
    assert bears_on(game.battle, game.ride("V"), 0, above) is bears
