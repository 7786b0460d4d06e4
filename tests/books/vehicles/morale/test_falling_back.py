import pytest

from tests.books.vehicles.table import Position, table, why
from tests.books.vehicles.wounds.test_footing import JUMPERS
from warbook.board.geometry import gap
from warbook.books.vehicles.field.bodies import bodies
from warbook.books.vehicles.morale.falling_back import fall_back, homewards, may_regroup, regroup_step


def runs(game: Position, name: str, dice: str) -> Position:
    return game.does(lambda g: fall_back(g, game[name]), dice=dice)


@pytest.mark.rule("veh.P8.fall-back", "veh.P8")
@pytest.mark.parametrize("name, there", [("A", 13.0), ("x", 27.0)])
def test_a_unit_falls_back_2d6_inches_straight_towards_its_own_edge(name: str, there: float) -> None:
    game = runs(table(f"guard_squad {name} (10,20) (12,20) (14,20)"), name, "3 4")
    assert game.places(name) == [(10.0, there), (12.0, there), (14.0, there)]
    assert game[name].falling_back


@pytest.mark.rule("veh.P8.fall-back")
def test_jump_infantry_falls_back_3d6_inches_over_what_is_in_the_way() -> None:
    game = table("jumpers A (20,30)  rhino R (20,25) facing=90", own_units=[JUMPERS])
    assert runs(game, "A", "3 4 5").places("A") == [(20.0, 18.0), (21.5, 18.0), (23.0, 18.0)]


@pytest.mark.rule("veh.P8.fall-back", "veh.P14.jump")
def test_jump_infantry_that_falls_back_lands_on_no_hull() -> None:
    """Twelve inches would bring him to (20, 18)."""
    text = "jumpers A (20,30) models=1  rhino R (20,18) facing=90"
    game = runs(table(text, own_units=[JUMPERS]), "A", "3 4 5")
    ((x, y),) = game.places("A")
    assert (x, y) != (20.0, 18.0) and y < 28.0


@pytest.mark.rule("veh.P8.fall-back", "veh.P14")
@pytest.mark.parametrize(
    "name, y, left", [("A", 7.5, True), ("A", 7.4, False), ("x", 40.5, True), ("x", 40.6, False)]
)
def test_leaving_the_table_destroys_it(name: str, y: float, left: bool) -> None:
    back = 1 if name == "A" else -1
    game = runs(table(f"guard_squad {name} (10,{y}) (12,{y + back})"), name, "3 4")
    assert bool(game.battle.standing(game[name])) is left and game[name].fell_apart is not left


@pytest.mark.rule("veh.P8.fall-back", "veh.P3")
def test_it_goes_round_what_is_in_the_way_and_keeps_an_inch_from_enemies() -> None:
    game = runs(table("guard_squad A (20,30) (22,30)  rhino r (20,25)  rhino R (10,40)"), "A", "6 6")
    foe = bodies(game.battle, game.ride("r"))[0]
    assert all(gap(body, foe) >= 0.98 for body in bodies(game.battle, game["A"]))
    assert all(y < 23 for _, y in game.places("A"))


@pytest.mark.rule("veh.P8.fall-back")
def test_a_unit_that_cannot_get_away_is_destroyed() -> None:
    rocks = "  ".join(
        f"area ({x0},{y0}) ({x1},{y1}) ground=impassable"
        for x0, y0, x1, y1 in ((15, 22, 30, 24), (15, 24, 17, 34), (28, 24, 30, 34))
    )
    game = runs(table(f"guard_squad A (20,24) (22,24)  {rocks}"), "A", "3 4")
    assert not game.battle.members(game["A"]) and not game["A"].fell_apart


@pytest.mark.rule("veh.P3.dangerous", "veh.P8.fall-back")
def test_dangerous_ground_is_dangerous_to_who_runs() -> None:
    game = runs(table("guard_squad A (10,20) (12,20)  area (5,15) (11,18) words=dangerous"), "A", "3 4 1")
    assert game.places("A") == [(12.0, 13.0)]


@pytest.mark.rule("veh.P8.fall-back")
def test_who_falls_back_is_locked_no_more_and_lies_no_more() -> None:
    game = table(
        "guard_squad A (10,20) (12,20) locked=x grounded_until=2  guard_squad x (10,22) (12,22) locked=A"
    )
    runs(game, "A", "3 4")
    assert game["A"].locked == () and game["x"].locked == () and game["A"].grounded_until == 0


@pytest.mark.parametrize(
    "zone, way", [("south", -1), ("north", 1), ("south-west", -1), ("north-east", 1), ("north-west", 1)]
)
def test_the_own_edge_is_that_of_the_zone(zone: str, way: int) -> None:
    game = table("guard_squad A (10,20) (12,20)")
    game.battle.zones["a"] = zone  # type: ignore[assignment]
    assert homewards(game.battle, "a") == way


# ---------------------------------------------------------------- regrouping


@pytest.mark.rule("veh.P8.regroup")
@pytest.mark.parametrize("x, far", [(19.0, True), (18.9, False)])
def test_no_regrouping_with_an_enemy_within_six_inches(x: float, far: bool) -> None:
    game = table(f"guard_squad A (10,20) (12,20) falling_back  guard_squad x ({x + 0.02},20) ({x + 2},20)")
    assert (may_regroup(game.battle, game["A"]) is None) is far


@pytest.mark.rule("veh.P8.regroup", "veh.P4")
def test_no_regrouping_out_of_coherency_or_below_half() -> None:
    game = table(
        "guard_squad A (10,20) (13.1,20) falling_back  guard_squad B (30,20) (32,20) falling_back began=5"
    )
    assert "coherency" in why(may_regroup(game.battle, game["A"])).words
    assert "half" in why(may_regroup(game.battle, game["B"])).words
    game["B"].began = 4
    assert may_regroup(game.battle, game["B"]) is None


@pytest.mark.rule("veh.P8.regroup")
def test_a_test_passed_regroups_and_one_failed_falls_back_again() -> None:
    game = table("guard_squad A (10,20) (12,20) falling_back kinds=1")
    game.does(lambda g: regroup_step(g, game["A"]), dice="4 4  1 2")
    assert game.places("A") == [(10.0, 17.0), (12.0, 17.0)] and game["A"].moved == "fell back"
    game.does(lambda g: regroup_step(g, game["A"]), dice="4 3")
    assert (game["A"].falling_back, str(game["A"].moved)) == (False, "regrouped")
