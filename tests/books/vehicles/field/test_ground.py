from typing import Any

import pytest

from tests.books.vehicles.table import table
from warbook.board.geometry import Spot
from warbook.books.vehicles.field.bodies import base
from warbook.books.vehicles.field.ground import (
    all_areas,
    cover_of,
    crossed,
    enemies_near,
    enters,
    ground_at,
    is_dangerous,
    is_difficult,
    is_road,
    walked,
)

MIRE = """
    guard_squad A (5,5) (7,5)
    area (10,0) (20,10) ground=difficult words=dangerous+cover-5 name=mire
    area (30,0) (40,10) words=road name=road
    wall (50,0) (50,10) h=1 words=cover-4
"""


@pytest.mark.rule("veh.P3", "veh.P7")
def test_what_a_piece_of_ground_is() -> None:
    field = table(MIRE).battle.table
    mire, road = field.areas
    assert is_difficult(mire) and is_dangerous(mire) and cover_of(mire) == 5 and not is_road(mire)
    assert is_road(road) and not is_difficult(road) and not is_dangerous(road) and cover_of(road) == 0
    assert cover_of(field.walls[0]) == 4


@pytest.mark.rule("veh.P3")
@pytest.mark.parametrize(
    "path, names",
    [
        (((5, 5), (9.9, 5)), []),
        (((5, 5), (10.1, 5)), ["mire"]),
        (((5, 5), (25, 5)), ["mire"]),
        (((15, 5), (25, 5)), ["mire"]),
        (((5, 5), (5, 12), (35, 12), (35, 5)), ["road"]),
        (((15, 5),), ["mire"]),
        (((25, 5),), []),
    ],
)
def test_a_way_leads_into_what_it_begins_in_enters_or_crosses(
    path: tuple[tuple[float, float], ...], names: list[str]
) -> None:
    areas = all_areas(table(MIRE).battle)
    assert [area.name for area in crossed(areas, [Spot(*map(float, each)) for each in path])] == names


@pytest.mark.rule("veh.V41", "veh.V44")
def test_wrecks_and_craters_are_ground() -> None:
    game = table("guard_squad A (5,5) (7,5)  rhino R (20,20) wrecked  crater (30,30) (34,33)")
    (wreck,) = ground_at(game.battle, Spot(20.0, 21.4))
    assert is_difficult(wreck) and is_dangerous(wreck) and cover_of(wreck) == 4
    (crater,) = ground_at(game.battle, Spot(31.0, 31.0))
    assert is_difficult(crater) and not is_dangerous(crater) and cover_of(crater) == 4
    assert walked(game.battle, game["A"]).stands(Spot(20.0, 20.0)) is None


def test_enemies_near_counts_vehicles_and_models_but_no_wreck() -> None:
    game = table(
        "guard_squad A (5,5) (7,5)  guard_squad x (15,5) (17,5)  rhino r (5,30)  rhino w (5,12) wrecked"
    )
    battle = game.battle
    here = base(battle, game.model("A2"))
    assert not enemies_near(battle, "a", here, 6.9) and enemies_near(battle, "a", here, 7.0)
    assert enemies_near(battle, "b", base(battle, game.model("x1")), 7.0)
    assert not enemies_near(battle, "a", base(battle, game.model("A1")), 8.0)


@pytest.mark.rule("veh.P3")
@pytest.mark.parametrize(
    ("level", "path", "leads"),
    [
        (3, ((5, 5, 0), (14, 5, 3)), True),
        (3, ((14, 5, 3), (5, 5, 0)), True),
        (3, ((5, 5, 0), (14, 5, 0)), False),
        (0, ((5, 5, 3), (14, 5, 3)), False),
    ],
)
def test_ground_is_crossed_on_its_own_level_only(level: float, path: tuple, leads: bool) -> None:
    (area,) = table(f"area (10,0) (20,10) ground=difficult level={level} name=mire").battle.table.areas
    assert (crossed([area], [Spot(*map(float, point)) for point in path]) == [area]) is leads


@pytest.mark.rule("veh.P3")
@pytest.mark.parametrize(("x", "inside"), [(15.0, True), (25.0, False)])
def test_who_does_not_stir_is_in_the_ground_he_stands_in(x: float, inside: bool) -> None:
    (area,) = table("area (10,0) (20,10) ground=difficult name=mire").battle.table.areas
    here = Spot(x, 5.0)
    assert (crossed([area], [here, here]) == [area]) is inside
    assert (crossed([area], [here]) == [area]) is inside


@pytest.mark.rule("veh.walker.terrain")
def test_a_way_with_a_bend_enters_after_all_its_inches() -> None:
    """Six inches up and four over to the edge of the mire; a way that never gets there is walked whole."""
    mire = table(MIRE).battle.table.areas[0]
    bent = [Spot(6.0, 2.0), Spot(6.0, 8.0), Spot(18.0, 8.0)]
    assert enters(mire, bent) == pytest.approx(10.0)
    assert enters(mire, bent[:2]) == pytest.approx(6.0)
    assert enters(mire, [Spot(6.0, 8.0), Spot(6.0, 2.0), Spot(18.0, 7.0)]) == pytest.approx(10.3333, abs=1e-3)


@pytest.mark.rule("veh.P3")
@pytest.mark.parametrize("path", [((6, 12), (12, 8), (8, 8)), ((6, 10), (14, 10)), ((6, 6), (14, 14))])
def test_a_way_that_touches_a_corner_or_an_outline_does_not_lead_into_it(path: tuple[Any, ...]) -> None:
    """The mire's corner is at (10, 10); the first way cuts it off."""
    mire = table(MIRE).battle.table.areas[0]
    spots = [Spot(float(x), float(y)) for x, y in path]
    assert bool(crossed([mire], spots)) is (len(path) == 3)
