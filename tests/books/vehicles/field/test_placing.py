from math import cos, hypot, pi, sin
from random import Random

import pytest

from tests.books.vehicles.table import table
from warbook.board.formation import coherent
from warbook.board.geometry import (
    Body,
    Disc,
    Spot,
    gap,
    outside_base,
    overlap,
    point_in_polygon,
    point_to_segment,
)
from warbook.board.hulls import EDGES, edge_line
from warbook.books.vehicles.army.data import vehicles
from warbook.books.vehicles.field.bodies import hull
from warbook.books.vehicles.field.placing import _outside, around, beside, displaced, keeps_together

ROCK = "area (14,14) (20,18) ground=impassable"
TRANSPORTS = sorted(kind.id for kind in vehicles().values() if kind.transport)


@pytest.mark.rule("veh.P4")
@pytest.mark.parametrize("x, together", [(13.0, True), (13.1, False)])
def test_coherency_is_one_chain_of_two_inches(x: float, together: bool) -> None:
    game = table(f"guard_squad A (7,5) (10,5) ({x},5) ({x + 3},5)")
    assert keeps_together(game.battle, game["A"]) is together


@pytest.mark.rule("veh.P4")
def test_two_pairs_are_no_chain() -> None:
    game = table("guard_squad A (5,5) (7,5) (15,5) (17,5)")
    assert not keeps_together(game.battle, game["A"])


@pytest.mark.rule("veh.V51", "veh.S3", "veh.P4", "veh.P3")
@pytest.mark.parametrize("kind", TRANSPORTS)
def test_places_beside_a_hull_are_what_they_have_to_be(kind: str) -> None:
    """The slow twin: distances measured from points all around every base."""
    luck = Random(kind)
    edges = vehicles()[kind].access_points or None
    for _ in range(20):
        x, y, facing = luck.uniform(16, 24), luck.uniform(16, 24), luck.uniform(0, 360)
        foes = [(luck.uniform(10, 30), luck.uniform(10, 30)) for _ in range(4)]
        text = "  ".join(f"guard_squad x{n} ({u},{v}) models=1" for n, (u, v) in enumerate(foes))
        game = table(f"{kind} R ({x},{y}) facing={facing}  guardians A in R  {ROCK}  {text}")
        battle, here = game.battle, hull(game.ride("R"))
        places = beside(battle, game["A"], game.ride("R"), edges)
        assert coherent(places, 2.0)
        for body in places:
            assert not any(overlap(body, each) for each in places if each is not body)
            assert not point_in_polygon(body.spot.x, body.spot.y, battle.table.areas[0].polygon)
            for u, v in _rim(body):
                assert all(hypot(u - foe[0], v - foe[1]) >= 1.49 for foe in foes)
                assert outside_base(here, u, v) >= 0
                near = [point_to_segment(u, v, *edge_line(here, edge)) for edge in edges or EDGES]
                assert min(near) <= 2.03


@pytest.mark.rule("veh.V45")
def test_around_a_spot_the_nearest_places_come_first() -> None:
    game = table("guard_squad A (5,5) models=7")
    places = around(game.battle, game["A"], Spot(30.0, 30.0))
    far = [((body.spot.x - 30) ** 2 + (body.spot.y - 30) ** 2) ** 0.5 for body in places]
    assert far[0] == 0 and far == pytest.approx(sorted(far)) and max(far) < 1.3 and len(places) == 7


@pytest.mark.rule("veh.tank.displace")
def test_a_model_under_a_hull_goes_the_shortest_way_an_inch_off_it() -> None:
    game = table("rhino r (20,20) facing=90  guard_squad A (21,20) (23.5,20)")
    moved = displaced(game.battle, game["A"], hull(game.ride("r")))
    assert list(moved) == ["A1"]
    body = moved["A1"]
    assert body is not None and 0.99 <= gap(body, hull(game.ride("r"))) <= 1.25
    assert body.spot.x > 22 and abs(body.spot.y - 20) < 1.6


@pytest.mark.rule("veh.V62")
def test_a_model_without_a_place_in_coherency_has_none() -> None:
    game = table("""
        rhino r (20,20) facing=90  guard_squad A (21,20) (25.4,20)
        area (10,10) (24.5,30) ground=impassable
    """)
    assert displaced(game.battle, game["A"], hull(game.ride("r")))["A1"] is not None
    game = table("""
        rhino r (20,20) facing=90  guard_squad A (21,20) (25.4,20)
        area (10,10) (40,30) ground=impassable
    """)
    assert displaced(game.battle, game["A"], hull(game.ride("r")))["A1"] is None


def _rim(body: Body) -> list[tuple[float, float]]:
    assert isinstance(body.base, Disc)
    r, turns = body.base.radius, [k * pi / 6 for k in range(12)]
    return [(body.spot.x + r * cos(turn), body.spot.y + r * sin(turn)) for turn in turns]


@pytest.mark.parametrize("edge", EDGES)
def test_before_an_edge_is_before_its_middle(edge: str) -> None:
    hulk = hull(table("rhino R (10,10) facing=30").ride("R"))
    (x, y), (u, v) = edge_line(hulk, edge)  # type: ignore[arg-type]
    spot = _outside(hulk, edge)  # type: ignore[arg-type]
    assert (spot.x, spot.y) == pytest.approx(((x + u) / 2, (y + v) / 2))
