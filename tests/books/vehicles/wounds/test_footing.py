import pytest

from tests.books.vehicles.table import table
from warbook.board.geometry import Spot
from warbook.books.vehicles.army.lists import ModelType, Profile, UnitType
from warbook.books.vehicles.wounds.footing import tests as must_test
from warbook.books.vehicles.wounds.footing import tread

MIRE = "area (12,0) (16,20) words=dangerous  area (30,0) (36,20) ground=difficult"
JUMPERS = UnitType(
    id="jumpers", name="Jumpers", faction="marines", points=90, base=1.0, height=1.2,
    unit_type="jump_infantry",
    models=(ModelType(name="jumper", count=3, profile=Profile(4, 3, 4, 4, 1, 3, 3, 8), save=3, weapons=()),),
)  # fmt: skip


def way(*points: tuple[float, float]) -> tuple[Spot, ...]:
    return tuple(Spot(*map(float, point)) for point in points)


@pytest.mark.rule("veh.P3.dangerous")
def test_a_one_on_dangerous_ground_is_a_wound_without_armour_save() -> None:
    game = table(f"tactical_squad A (10,5) (10,7) (10,9)  {MIRE}")
    ways = {"A1": way((10, 5), (14, 5)), "A2": way((10, 7), (17, 7)), "A3": way((10, 9), (10, 12))}
    game.does(lambda g: tread(g, game["A"], ways), dice="1 2")
    assert [model.id for model in game.battle.standing(game["A"])] == ["A2", "A3"]
    assert [roll.by for roll in game.rolled("veh.P3.dangerous")] == ["A1", "A2"]


@pytest.mark.rule("veh.P3.dangerous")
def test_an_invulnerable_save_helps() -> None:
    game = table(f"terminator_squad A (10,5) (10,7)  {MIRE}")
    ways = {"A1": way((10, 5), (14, 5)), "A2": way((10, 7), (17, 7))}
    game.does(lambda g: tread(g, game["A"], ways), dice="1 5 1 4")
    assert [model.id for model in game.battle.standing(game["A"])] == ["A1"]


@pytest.mark.rule("veh.P3.dangerous")
@pytest.mark.parametrize(
    "path, told",
    [
        (((14, 5), (10, 5)), True),
        (((14, 5),), False),
        (((10, 5), (11.9, 5)), False),
        (((10, 5), (12.1, 5)), True),
        (((28, 5), (34, 5)), False),
    ],
)
def test_who_enters_leaves_or_crosses_it_tests(path: tuple[tuple[float, float], ...], told: bool) -> None:
    game = table(f"tactical_squad A (10,5) (10,7)  {MIRE}")
    assert must_test(game.battle, game["A"], way(*path)) is told


@pytest.mark.rule("veh.P14.jump")
@pytest.mark.parametrize(
    "path, told",
    [
        (((28, 5), (34, 5)), True),
        (((34, 5), (28, 5)), True),
        (((28, 5), (38, 5)), False),
        (((10, 5), (18, 5)), False),
        (((10, 5), (14, 5)), True),  # dangerous ground that is not difficult
    ],
)
def test_jump_infantry_tests_where_it_starts_or_lands_in_difficult_ground(
    path: tuple[tuple[float, float], ...], told: bool
) -> None:
    game = table(f"jumpers A (10,5) (10,7)  {MIRE}", own_units=[JUMPERS])
    assert must_test(game.battle, game["A"], way(*path)) is told


@pytest.mark.rule("veh.P14.jump")
@pytest.mark.parametrize(
    ("ground", "told"),
    [("ground=difficult", True), ("words=dangerous", True), ("ground=impassable", True), ("", False)],
)
def test_jump_infantry_that_lands_on_any_bad_ground_tests(ground: str, told: bool) -> None:
    game = table(f"jumpers A (5,5) (5,7)  area (12,0) (16,20) {ground}", own_units=[JUMPERS])
    assert must_test(game.battle, game["A"], way((5, 5), (14, 5))) is told
    assert not must_test(game.battle, game["A"], way((14, 5)))
