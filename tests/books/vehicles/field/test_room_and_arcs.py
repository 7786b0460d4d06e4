"""Where a model has room, how far he is from the edges of a hull, what a gun bears on, what gives cover."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from tests.books.vehicles.table import table
from warbook.board.geometry import Body, Disc, Spot, point_to_segment
from warbook.board.hulls import EDGES, edge_line
from warbook.books.vehicles.field.bodies import bodies, close_by, closer, hull
from warbook.books.vehicles.field.cover import hull_cover, unit_cover
from warbook.books.vehicles.field.placing import (
    Room,
    _from_lines,
    _lines,
    _near_lines,
    _pose,
    around,
    standing_at,
)
from warbook.books.vehicles.field.sight import borne, eye, screens


@pytest.mark.rule("veh.P3")
@pytest.mark.parametrize(
    "x, holds",
    [(20.0, False), (21.0, True), (20.9, False), (28.0, True), (28.1, False), (32.0, True), (31.9, False)],
)
def test_room_beside_a_friend_and_an_inch_from_an_enemy(x: float, holds: bool) -> None:
    """All bases are an inch wide; the friend stands at 20, the enemy at 30."""
    game = table(
        "guard_squad A (10,10) models=1   guard_squad B (20,10) models=1   guard_squad x (30,10) models=1"
    )
    room = Room(game.battle, game["A"])
    body = standing_at(game.battle, game["A"], Spot(x, 10.0))
    assert room.holds(body) is holds
    assert room.free(np.array([(x, 10.0, 0.0)])).tolist() == [holds]


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("facing", [0.0, 30.0, 200.0])
def test_how_far_a_base_is_from_the_edges_of_a_hull(facing: float, compiled: bool) -> None:
    game = table(f"rhino R (20,20) facing={facing}")
    body = hull(game.ride("R"))
    kernels: tuple[Any, Any] = (_from_lines, _near_lines)
    away, near = kernels if compiled else (kernels[0].py_func, kernels[1].py_func)
    for edges in (("rear",), ("left", "right"), EDGES):
        lines = _lines(body, edges)
        for dx, dy in product((-6.0, -2.5, -1.0, 0.3, 1.7, 5.0), repeat=2):
            x, y = 20.0 + dx, 20.0 + dy
            plain = min(point_to_segment(x, y, *edge_line(body, edge)) for edge in edges)
            assert away(_pose(body), lines, x, y, 0.5) == pytest.approx(max(0.0, plain - 0.5), abs=1e-9)
            spots = np.array([(x, y, 0.0)])
            assert near(_pose(body), lines, spots, 0.5, 2.0).tolist() == [plain - 0.5 <= 2.0]


def test_places_for_so_many_and_no_more() -> None:
    game = table("guard_squad A (40,40)")
    assert len(around(game.battle, game["A"], Spot(20.0, 20.0), count=3)) == 3
    assert len(around(game.battle, game["A"], Spot(20.0, 20.0))) == 9


def test_who_is_close_by_is_told_by_both_coordinates() -> None:
    game = table(
        "guard_squad A (20,20) models=1   guard_squad B (20,45) models=1   rhino R (60,20)   rhino S (22,20)"
    )
    found = {one.id for one, _ in close_by(game.battle, 20.0, 20.0, 3.0)}
    assert found == {"A", "S"}


@pytest.mark.rule("veh.arc.hull")
@pytest.mark.parametrize("y, seen", [(24.0, True), (31.5, True), (33.0, False), (14.0, False)])
def test_a_hull_gun_bears_on_what_has_a_corner_in_its_arc(y: float, seen: bool) -> None:
    """45 degrees: at twenty inches 8.3 either side."""
    game = table(f"vindicator V (10,24)   guard_squad x (32,{y}) models=1")
    base = [body for one, body in close_by(game.battle, 32.0, y, 1.0) if one.id == "x"]
    assert bool(borne(game.battle, game.ride("V"), 0, base)) is seen


@pytest.mark.rule("veh.arc.hull")
def test_a_gun_bears_on_a_hull_that_fills_its_arc_with_no_corner_in_it() -> None:
    game = table("vindicator V (10,24)   land_raider l (15,24) facing=90   land_raider m (5,24) facing=90")
    assert borne(game.battle, game.ride("V"), 0, [hull(game.ride("l"))])
    assert not borne(game.battle, game.ride("V"), 0, [hull(game.ride("m"))])


@pytest.mark.rule("veh.arc.vertical")
@pytest.mark.parametrize("x, bears", [(20.5, True), (17.0, False)])
def test_no_gun_is_raised_more_than_45_degrees(x: float, bears: bool) -> None:
    game = table("predator P (10,24)")
    body = Body(Spot(x, 24.0, 12.0), Disc(0.5), 1.2)
    assert bool(borne(game.battle, game.ride("P"), 0, [body])) is bears


@pytest.mark.rule("veh.P14", "veh.V41")
def test_a_wreck_screens_those_who_do_not_stand_in_it() -> None:
    game = table(
        "predator P (10,24)   rhino W (30,24) wrecked   guard_squad x (30,24) models=1   rhino r (50,24)"
    )
    assert len(screens(game.battle, ("P", "r"))) == 1
    assert len(screens(game.battle, ("P", "x"))) == 1  # the rhino r, but not the wreck in which x stands
    assert len(screens(game.battle, ("P", "r", "x"))) == 0
    game.model("x1").place = "out"  # who fell in it does not see out of it for the others
    assert len(screens(game.battle, ("P", "x"))) == 2
    game.model("x1").place, game.model("x1").x = "table", 40.0
    assert len(screens(game.battle, ("P", "x"))) == 2
    assert len(screens(game.battle)) == 3


@pytest.mark.rule("veh.P7", "veh.P14")
@pytest.mark.parametrize(
    "ground, save",
    [
        ("", 7),
        ("area (28,18) (32,22) words=cover-5", 5),
        ("area (28,18) (32,22) words=cover-5   area (29,19) (31,21) words=cover-3", 3),
        ("area (28,18) (29,22) words=cover-3", 7),  # beside them
        ("crater (28,18) (32,22)", 4),
    ],
)
def test_the_best_ground_one_stands_in_gives_the_save(ground: str, save: int) -> None:
    game = table(f"guard_squad A (10,20) models=1   guard_squad x (30,20) models=1   {ground}")
    look = [eye(Body(Spot(10.0, 20.0), Disc(0.5), 1.2))]
    assert unit_cover(game.battle, look, game["x"], ("A",)) == save


@pytest.mark.rule("veh.P7", "veh.P14")
@pytest.mark.parametrize("standing, save", [(1, 7), (2, 4)])
def test_half_of_a_unit_in_cover_is_enough(standing: int, save: int) -> None:
    spots = "(30,20) (30,24)" if standing == 2 else "(30,24) (30,27)"
    game = table(
        f"guard_squad A (10,20) models=1   guard_squad x {spots} (30,28)   area (28,18) (32,25) words=cover-4"
    )
    look = [eye(Body(Spot(10.0, 20.0), Disc(0.5), 1.2))]
    assert unit_cover(game.battle, look, game["x"], ("A",)) == save


@pytest.mark.rule("veh.target.cover", "veh.V19")
@pytest.mark.parametrize("word, save", [("cover-3", 3), ("cover-5", 5), ("", 4)])
def test_a_half_hidden_hull_has_the_save_of_what_hides_it(word: str, save: int) -> None:
    words = f" words={word}" if word else ""
    game = table(f"predator P (10,24)   block (20,18) (22,24) h=6{words}   rhino r (40,24) facing=90")
    look = [eye(Body(Spot(10.0, 24.0), Disc(0.5), 1.2))]
    assert hull_cover(game.battle, look, game.ride("r"), ("P",)) == save
    game.ride("r").y = 40.0
    assert hull_cover(game.battle, look, game.ride("r"), ("P",)) == 7


@pytest.mark.rule("veh.P3")
def test_exactly_an_inch_off_a_hull_is_not_closer_than_an_inch() -> None:
    game = table("rhino R (20,20)   guard_squad x (5,5) models=1")
    hulk, (man,) = hull(game.ride("R")), bodies(game.battle, game["x"])
    off = 20.0 + hulk.base.width / 2 + man.base.radius  # type: ignore[union-attr]
    assert not closer(replace(man, spot=Spot(20.0, off + 1.0)), hulk, 1.0)
    assert closer(replace(man, spot=Spot(20.0, off + 0.9)), hulk, 1.0)
