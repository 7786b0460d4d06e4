from typing import Any

import pytest

from tests.books.vehicles.table import Position, table, why
from tests.books.vehicles.wounds.test_footing import JUMPERS
from tests.kit.script import By, a
from warbook.board.formation import coherent
from warbook.board.geometry import Spot
from warbook.books.vehicles.field.bodies import bodies
from warbook.books.vehicles.foot.marching import March
from warbook.books.vehicles.foot.running import may_run, run
from warbook.books.vehicles.foot.turn import (
    begin_units,
    finish_units,
    may_move,
    move_unit,
    unit_option,
    units_waiting,
    ways,
)
from warbook.core.questions import Refusal, Refused, Route

SQUAD = "guard_squad A (10,10) (12,10) (14,10)"


def to(*ends: tuple[float, float], name: str = "A") -> By:
    return a({f"{name}{n + 1}": [tuple(map(float, end))] for n, end in enumerate(ends)})


def moves(game: Position, *answers: Any, name: str = "A", dice: str = "") -> Position:
    return game.does(lambda g: move_unit(g, game[name]), *answers, dice=dice)


def ids(game: Position, inches: float = 6.0) -> list[str]:
    return [option.id for option in ways(game.battle, game["A"], inches) if option.barred is None]


@pytest.mark.rule("veh.P3")
@pytest.mark.parametrize("y, far", [(16.0, True), (16.1, False)])
def test_infantry_moves_up_to_six_inches(y: float, far: bool) -> None:
    game = table(SQUAD)
    if far:
        assert moves(game, to((10, y), (12, y), (14, y))).places("A") == [(10, y), (12, y), (14, y)]
        assert game["A"].moved == "moved"
    else:
        with pytest.raises(Refused):
            moves(game, to((10, y), (12, 12), (14, 12)))


@pytest.mark.rule("veh.P4")
@pytest.mark.parametrize("x, together", [(17.0, True), (17.1, False)])
def test_a_squad_ends_its_move_in_coherency(x: float, together: bool) -> None:
    game = table(SQUAD)
    if together:
        moves(game, to((12, 12), (14, 12), (x, 12)))
    else:
        with pytest.raises(Refused, match="keep together"):
            moves(game, to((12, 12), (14, 12), (x, 12)))


@pytest.mark.rule("veh.P3")
@pytest.mark.parametrize("x, clear", [(18.0, True), (18.1, False)])
def test_nobody_comes_within_an_inch_of_an_enemy(x: float, clear: bool) -> None:
    game = table(f"{SQUAD}  guard_squad x (20,10) (22,10)")
    if clear:
        moves(game, to((14, 11), (16, 10.5), (x, 10)))
    else:
        with pytest.raises(Refused):
            moves(game, to((14, 11), (16, 10.5), (x, 10)))


@pytest.mark.rule("veh.assault.not-locked", "veh.P3")
@pytest.mark.parametrize(
    ("end", "allowed"),
    [((8, 12), True), ((10, 14), True), ((9.01, 10), True), ((9.1, 10), False), ((10, 12), False)],
)
def test_who_has_struck_a_vehicle_leaves_it_any_way_but_does_not_stay_within_an_inch(
    end: tuple[float, float], allowed: bool
) -> None:
    """The hull begins at 10.51, where his base ends; its corner is at 11.5."""
    game = table("guard_squad A (10,10) models=1 kinds=1      rhino v (12.76,10)")
    if allowed:
        assert moves(game, to(end)).places("A") == [end]
    else:
        with pytest.raises(Refused):
            moves(game, to(end))
    (route,) = March(game.battle, game["A"], 6.0, True).question("", "", "").parts.values()
    assert isinstance(route, Route)
    for x, y, z in ((10.0, 12.0, 0.0), *route.reach()[::50]):
        found = route.path(x, y, z)
        assert found is not None and not isinstance(route.judge(found), Refusal)


@pytest.mark.rule("veh.P3")
def test_friends_are_in_the_way_and_nobody_ends_on_another() -> None:
    game = table(f"{SQUAD}  rhino R (10,13)")
    with pytest.raises(Refused):
        moves(game, to((10, 16), (12, 16), (14, 16)))
    with pytest.raises(Refused):
        moves(table(SQUAD), to((12, 13), (12.5, 13), (14, 13)))


@pytest.mark.rule("veh.P3")
def test_impassable_ground_is_not_entered() -> None:
    game = table(f"{SQUAD}  area (5,12) (20,14) ground=impassable")
    with pytest.raises(Refused, match="impassable"):
        moves(game, to((10, 15), (12, 15), (14, 15)))


@pytest.mark.rule("veh.P4")
def test_others_follow_who_is_given_first() -> None:
    game = table("guard_squad A (10,10)  area (9,15) (11,17) ground=impassable")
    form = March(game.battle, game["A"], 6.0, True).question("Where?", "veh.P3", "march")
    told = form.suggested({"A3": {"path": [[13.0, 15.0, 0.0]]}})
    assert set(told) == {f"A{n}" for n in range(1, 10)}
    assert told["A5"]["path"][-1] == [16.0, 15.0, 0.0] and told["A1"]["path"][-1] != [10.0, 15.0, 0.0]
    form.accept(told)


@pytest.mark.rule("veh.P4", "veh.P14")
def test_a_unit_that_is_apart_closes_up() -> None:
    game = table("guard_squad A (10,10) (12,10) (18,10) (20,10) (12,12)")
    assert "stay" not in ids(game)
    form = March(game.battle, game["A"], 6.0, True).question("Where?", "veh.P3", "march")
    stay: dict[str, object] = {f"A{n}": {"path": []} for n in range(1, 6)}
    with pytest.raises(Refused, match="keep together"):
        form.accept(stay)
    game.does(lambda g: finish_units(g, "a"), a(form.suggested({})))
    assert coherent(bodies(game.battle, game["A"]), 2.01) and game["A"].moved == "moved"


@pytest.mark.rule("veh.P4")
def test_who_cannot_close_up_all_the_way_comes_nearer_and_no_further_apart() -> None:
    game = table("guard_squad A (10,10) (12,10) (40,10) (12,12)")
    form = March(game.battle, game["A"], 6.0, True).question("Where?", "veh.P3", "march")
    told = form.suggested({})
    form.accept(told)
    assert told["A3"]["path"][-1][0] == pytest.approx(34.0, abs=0.1)
    with pytest.raises(Refused):
        form.accept({**told, "A3": {"path": [[41, 10, 0]]}})


# ---------------------------------------------------------------- difficult ground


WOOD = "area (0,12) (72,20) ground=difficult"


@pytest.mark.rule("veh.P3.difficult")
def test_who_enters_difficult_ground_moves_at_most_the_higher_of_two_dice() -> None:
    game = table(f"{SQUAD}  {WOOD}")
    assert ids(game) == ["move", "rough", "stay"]
    with pytest.raises(Refused, match="difficult"):
        moves(game, a("move"), to((10, 13), (12, 13), (14, 13)))
    game = table(f"{SQUAD}  {WOOD}")
    moves(game, a("rough"), to((10, 14), (12, 14), (14, 14)), dice="4 2")
    assert game.places("A")[0] == (10.0, 14.0)
    game = table(f"{SQUAD}  {WOOD}")
    with pytest.raises(Refused):
        moves(game, a("rough"), to((10, 14.1), (12, 14), (14, 14)), dice="4 2")


@pytest.mark.rule("veh.P3.difficult")
def test_who_begins_in_difficult_ground_rolls_whichever_way_he_goes() -> None:
    game = table("guard_squad A (10,12.1) (12,11)  area (0,12) (72,20) ground=difficult")
    assert ids(game) == ["rough", "stay"]
    game = table("guard_squad A (10,11.9) (12,11)  area (0,12) (72,20) ground=difficult")
    assert ids(game) == ["move", "rough", "stay"]
    game = table("guard_squad A (10,5.9) (12,5)  area (0,12) (72,20) ground=difficult")
    assert ids(game) == ["move", "stay"]


@pytest.mark.rule("veh.P3.difficult")
def test_a_wall_is_difficult_ground() -> None:
    game = table(f"{SQUAD}  wall (0,12) (72,12) h=1")
    with pytest.raises(Refused, match="difficult"):
        moves(game, a("move"), to((10, 14), (12, 14), (14, 14)))
    game = table(f"{SQUAD}  wall (0,12) (72,12) h=1")
    moves(game, a("rough"), to((10, 14), (12, 14), (14, 14)), dice="4 4")


@pytest.mark.rule("veh.P3.dangerous")
def test_dangerous_ground_is_tested_for_after_the_move() -> None:
    game = table(f"{SQUAD}  area (0,12) (13,20) words=dangerous")
    moves(game, to((10, 13), (12, 13), (14, 13)), dice="1 2")
    assert game.places("A") == [(12.0, 13.0), (14.0, 13.0)]


@pytest.mark.rule("veh.P14.jump")
def test_jump_infantry_moves_twelve_inches_over_everything() -> None:
    text = "jumpers A (10,10) (12,10)  rhino r (10,14)  area (0,16) (72,20) ground=impassable"
    game = table(text, own_units=[JUMPERS])
    moves(game, to((10, 22), (12, 22)))
    assert game.places("A") == [(10.0, 22.0), (12.0, 22.0)]
    with pytest.raises(Refused):
        moves(table(text, own_units=[JUMPERS]), to((10, 22.1), (12, 22)))
    game = table(text.replace("impassable", "difficult"), own_units=[JUMPERS])
    moves(game, to((10, 19), (12, 21)), dice="1")
    assert game.places("A") == [(12.0, 21.0)]


# ---------------------------------------------------------------- who may move


@pytest.mark.rule("veh.P7.ground", "veh.P12", "veh.transport.after-move", "veh.transport.emergency")
@pytest.mark.parametrize(
    "state, rule",
    [
        ("grounded_until=1", "veh.P7.ground"),
        ("locked=x", "veh.P12"),
        ("alighted=after", "veh.transport.after-move"),
        ("alighted=emergency", "veh.transport.emergency"),
    ],
)
def test_who_may_not_move(state: str, rule: str) -> None:
    game = table(f"{SQUAD} {state}")
    assert why(may_move(game.battle, game["A"])).rule == rule
    assert isinstance(unit_option(game.battle, game["A"]).barred, Refusal)


def test_only_the_units_of_the_side_that_have_not_moved_are_offered() -> None:
    game = table(f"{SQUAD}  guard_squad B (30,10) (32,10) moved=moved  guard_squad x (40,10) (42,10)")
    assert [unit.id for unit in units_waiting(game.battle)] == ["A"]
    game.does(lambda g: finish_units(g, "a"))
    assert game["A"].moved == "stayed" and not units_waiting(game.battle)


@pytest.mark.rule("veh.P8.regroup")
def test_a_unit_that_regroups_moves_up_to_three_inches() -> None:
    text = "guard_squad A (10,20) (12,20) falling_back kinds=1"
    game = table(text).does(lambda g: begin_units(g, "a"), to((10, 23), (12, 23)), dice="3 4")
    assert game.places("A") == [(10.0, 23.0), (12.0, 23.0)] and game["A"].moved == "regrouped"
    assert why(may_run(game.battle, game["A"])).rule == "veh.P8.regroup"
    with pytest.raises(Refused):
        table(text).does(lambda g: begin_units(g, "a"), to((10, 23.1), (12, 23)), dice="3 4")


# ---------------------------------------------------------------- running


@pytest.mark.rule("veh.P3.run")
@pytest.mark.parametrize("y, far", [(14.0, True), (14.1, False)])
def test_a_unit_runs_a_d6(y: float, far: bool) -> None:
    game = table(SQUAD, phase="shoot")
    if not far:
        with pytest.raises(Refused):
            game.does(lambda g: run(g, game["A"]), to((10, y), (12, y), (14, y)), dice="4")
        return
    game.does(lambda g: run(g, game["A"]), to((10, y), (12, y), (14, y)), dice="4")
    assert game["A"].ran and game.places("A")[0] == (10.0, 14.0)
    assert may_run(game.battle, game["A"]) is not None


@pytest.mark.rule("veh.P3.run")
@pytest.mark.parametrize(
    "state",
    ["shot", "ran", "grounded_until=1", "locked=x", "falling_back", "alighted=after", "alighted=emergency"],
)
def test_who_may_not_run(state: str) -> None:
    game = table(f"{SQUAD} {state}", phase="shoot")
    assert may_run(game.battle, game["A"]) is not None
    assert may_run(table(SQUAD).battle, table(SQUAD)["A"]) is None


@pytest.mark.rule("veh.walker.run")
def test_of_vehicles_only_walkers_run() -> None:
    game = table("dreadnought D (10,10)  rhino R (20,10)  dreadnought I (30,10) immobilized", phase="shoot")
    assert may_run(game.battle, game.ride("D")) is None
    assert may_run(game.battle, game.ride("R")) is not None
    assert may_run(game.battle, game.ride("I")) is not None


@pytest.mark.rule("veh.P3")
def test_who_stays_pays_nothing():
    game = table("guard_squad A (10,10) (12,10) models=2")
    route = March(game.battle, game["A"], 6.0, rough=False).route(game.model("A1"), "veh.P3", "walk")
    assert route.judge((game.model("A1").spot,)) == 0.0


@pytest.mark.rule("veh.P4")
@pytest.mark.parametrize("state", ["grounded_until=3", "locked=y"])
def test_only_who_may_move_closes_up_at_the_end(state: str):
    game = table(f"guard_squad A (10,10) (20,10) {state}      guard_squad y (40,10) models=1")
    game.does(lambda g: finish_units(g, "a"))
    assert game["A"].moved == "stayed" and game.places("A") == [(10, 10), (20, 10)]


@pytest.mark.rule("veh.P3")
def test_a_click_without_a_height_is_meant_on_ones_own_level():
    game = table("guard_squad A (10,10,3) (12,10,3) models=2      floor (5,5) (25,25) level=3")
    route = March(game.battle, game["A"], 6.0, rough=False).route(game.model("A1"), "veh.P3", "walk")
    path = route.path(10.0, 14.0, None)
    assert path is not None and (path[-1].x, path[-1].y, path[-1].z) == (10.0, 14.0, 3.0)


@pytest.mark.rule("veh.P14.jump")
@pytest.mark.parametrize(("z", "level"), [(3.0, 3.0), (None, 0.0), (0.0, 0.0)])
def test_a_click_with_a_height_is_meant_on_that_level(z: float | None, level: float):
    game = table("jumpers A (10,10) (12,10) models=2      floor (5,14) (25,25) level=3", own_units=[JUMPERS])
    route = March(game.battle, game["A"], 12.0, rough=False).route(game.model("A1"), "veh.P3", "walk")
    path = route.path(10.0, 18.0, z)
    assert path is not None and path[-1].z == level


@pytest.mark.rule("veh.P4")
def test_the_end_of_a_phase_is_that_of_ones_own_units():
    game = table("guard_squad A (10,10) models=1      guard_squad y (40,10) models=1")
    game.does(lambda g: finish_units(g, "a"))
    assert (game["A"].moved, game["y"].moved) == ("stayed", "")


@pytest.mark.rule("veh.P3.difficult", "veh.damage.explodes-terrain", "veh.V41")
@pytest.mark.parametrize("scar", ["crater (13,20) (17,28)", "rhino W (15,24) wrecked"])
def test_craters_and_wrecks_are_ground_that_a_plain_move_does_not_lead_through(scar: str) -> None:
    for text, allowed in (("", True), (scar, False)):
        game = table(f"guard_squad A (10,24) models=1  {text}")
        route = March(game.battle, game["A"], 6.0, rough=False).route(game.model("A1"), "veh.P3", "walk")
        judged = route.judge((Spot(10.0, 24.0), Spot(15.0, 24.0)))
        assert isinstance(judged, Refusal) is not allowed


@pytest.mark.rule("veh.P14.jump")
def test_places_to_land_are_on_the_ground() -> None:
    game = table("jumpers A (10,10) (12,10) models=2", own_units=[JUMPERS])
    route = March(game.battle, game["A"], 12.0, rough=False).route(game.model("A1"), "veh.P3", "walk")
    assert {spot[2] for spot in route.reach()} == {0.0}


@pytest.mark.rule("veh.P3.dangerous")
@pytest.mark.parametrize(("y", "told"), [(16.0, "2 of them would test"), (12.0, "")])
def test_before_a_squad_goes_into_dangerous_ground_it_is_told_who_would_test(y: float, told: str) -> None:
    game = table("guard_squad A (10,10) (12,10) (14,10)   area (9,14) (13,20) words=dangerous")
    form = March(game.battle, game["A"], 6.0, rough=True).question("?", "veh.P3", "march")
    ways = {m.id: {"path": [[m.x, m.y, 0], [m.x, y, 0]]} for m in game.battle.standing(game["A"])}
    (words,) = [each.words for each in form.concerns(ways)] or [""]
    assert told in words and bool(words) == bool(told)
