"""Units that are apart, difficult ground near them, and who regroups."""

from __future__ import annotations

from random import Random

import pytest

from tests.books.vehicles.table import table
from warbook.board.geometry import Spot
from warbook.books.vehicles.field.bodies import bodies
from warbook.books.vehicles.foot.marching import March, _spread
from warbook.books.vehicles.foot.turn import begin_units, difficult_near
from warbook.books.vehicles.morale.falling_back import fall_back, regroup_step
from warbook.core.events import Moved
from warbook.core.questions import Refused


@pytest.mark.rule("veh.P4")
def test_how_far_a_unit_is_apart_is_told_by_the_nearest_of_each_part() -> None:
    game = table("guard_squad A (10,10) (12,10) (14,10) (20,10) (22,10) (14,30)")
    assert _spread(bodies(game.battle, game["A"])) == pytest.approx(5.0 + 19.0)
    game = table("guard_squad A (10,10) (12,10)")
    assert _spread(bodies(game.battle, game["A"])) == 0.0


@pytest.mark.rule("veh.P4")
def test_who_is_too_far_away_comes_as_near_as_he_can_and_the_next_counts_on_him_there() -> None:
    game = table("guard_squad A (10,10) (12,10) (30,10)")
    found = March(game.battle, game["A"], 6.0, False).suggest({})
    assert list(found) == ["A3"] and found["A3"].path[-1].x == pytest.approx(24.0, abs=0.2)


@pytest.mark.rule("veh.P4")
@pytest.mark.parametrize(("x", "allowed"), [(29.9, True), (30.0, False), (30.1, False)])
def test_a_unit_that_is_apart_comes_nearer_together(x: float, allowed: bool) -> None:
    game = table("guard_squad A (10,10) (12,10) (30,10)")
    form = March(game.battle, game["A"], 6.0, False).question("?", "veh.P3", "march")
    ways = {"A1": [[10, 10, 0]], "A2": [[12, 10, 0]], "A3": [[30, 10, 0], [x, 10, 0]]}
    answer = {name: {"path": path} for name, path in ways.items()}
    if allowed:
        form.accept(answer)
        return
    with pytest.raises(Refused, match="keep together"):
        form.accept(answer)


@pytest.mark.rule("veh.P4", "veh.P3")
def test_nobody_closes_up_onto_the_place_of_one_who_may_have_to_stay() -> None:
    """The nearest way for A3 ends where A4 stands, who comes after him and has no inch to go."""
    game = table("guard_squad A (10,10) (12,10) (19,10) (17.2,10)")
    march = March(game.battle, game["A"], 2.0, False)
    assert not march._taken(Spot(18.3, 10.0), [game.model("A4")])
    assert march._taken(Spot(18.1, 10.0), [game.model("A4")])


@pytest.mark.rule("veh.P3", "veh.P4")
@pytest.mark.parametrize(("inches", "goes"), [(1.0, []), (6.0, ["A3"])])
def test_who_could_only_close_up_beside_an_enemy_stays(inches: float, goes: list[str]) -> None:
    game = table("guard_squad A (10,10) (12,10) (20,10)      guard_squad x (18.5,10) kinds=1")
    assert list(March(game.battle, game["A"], inches, False).suggest({})) == goes


@pytest.mark.rule("veh.P4", "veh.P3")
@pytest.mark.parametrize(("fourth", "goes"), [("", True), ("(15.5,14.6)", False), ("(15.5,15.7)", True)])
def test_nobody_is_suggested_a_place_where_one_stands_who_may_have_to_stay(fourth: str, goes: bool) -> None:
    """Three inches round the end of the rock bring A3 to (15.5,14.5)."""
    game = table(f"guard_squad A (10,10) (12,10) (17,12) {fourth}      block (15,2) (15.5,14) h=6")
    assert ("A3" in March(game.battle, game["A"], 3.0, False).suggest({})) is goes


@pytest.mark.rule("veh.P3.difficult")
@pytest.mark.parametrize("x, near", [(16.0, True), (16.1, False)])
def test_difficult_ground_within_reach(x: float, near: bool) -> None:
    game = table(f"guard_squad A (10,10) models=1   area ({x},5) ({x + 4},15) ground=difficult")
    assert difficult_near(game.battle, game["A"], 6.0) is near
    game = table(f"guard_squad A (10,10) models=1   area (5,{x}) (15,{x + 4}) ground=difficult")
    assert difficult_near(game.battle, game["A"], 6.0) is near
    game = table(f"guard_squad A ({x + 10},30) models=1   area (10,20) (20,40) ground=difficult")
    assert difficult_near(game.battle, game["A"], 6.0) is near


@pytest.mark.rule("veh.P8.regroup")
def test_a_unit_without_anybody_left_does_not_try_to_regroup() -> None:
    game = table("guard_squad A (10,10) models=2 falling_back")
    for name in ("A1", "A2"):
        game.model(name).place = "out"
    game.does(lambda g: begin_units(g, "a"))  # no dice
    assert game["A"].moved == ""


@pytest.mark.rule("veh.P8.regroup")
def test_who_fails_to_regroup_falls_back_and_does_not_walk() -> None:
    game = table("guard_squad A (10,20) (12,20) kinds=1 falling_back")
    found: list[bool] = []
    game.does(lambda g: found.append(regroup_step(g, game["A"])), dice="6 6 1 2")
    assert found == [False] and game["A"].moved == "fell back" and game.places("A")[0] == (10.0, 17.0)


@pytest.mark.rule("veh.P8.fall-back")
def test_every_model_that_falls_back_is_told_of() -> None:
    game = table("guard_squad A (10,20) (12,20)")
    game.does(lambda g: fall_back(g, game["A"]), dice="1 2")
    assert [event.piece for event in game.events if isinstance(event, Moved)] == ["A1", "A2"]


@pytest.mark.rule("veh.P4", "veh.P3")
def test_what_closing_up_suggests_is_allowed() -> None:
    """Units that lie scattered, with an inch or two to go."""
    luck = Random(3)
    for _ in range(60):
        spots: list[tuple[float, float]] = []
        while len(spots) < 8:
            x, y = luck.uniform(20, 34), luck.uniform(20, 26)
            if all((x - a) ** 2 + (y - b) ** 2 > 1.05 for a, b in spots):
                spots.append((x, y))
        game = table(f"guard_squad A {' '.join(f'({x},{y})' for x, y in spots)}")
        form = March(game.battle, game["A"], luck.choice((1.0, 2.0)), True).question("?", "veh.P3", "march")
        form.accept(form.suggested({}))
