"""Who may assault, and whom."""

import pytest

from tests.books.vehicles.table import table, why
from tests.kit.script import a
from warbook.books.vehicles.assault.allowed import barred, target_barred
from warbook.books.vehicles.assault.turn import assault_step, reachable


def refusal(state, rest="guard_squad x (20,10) models=1"):
    game = table(f"tactical_squad A (16,10) models=1 {state}  {rest}", phase="assault")
    return barred(game.battle, game["A"])


@pytest.mark.rule("veh.P3.run", "veh.P7.ground", "veh.P8.fall-back", "veh.P8.regroup", "veh.P11", "veh.P12")
@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ("ran", "veh.P3.run"),
        ("fired_slow", "veh.P11"),
        ("falling_back", "veh.P8.fall-back"),
        ("moved=regrouped", "veh.P8.regroup"),
        ("grounded_until=1", "veh.P7.ground"),
        ("locked=x", "veh.P12"),
    ],
)
def test_what_keeps_a_unit_from_assaulting(state, rule):
    assert refusal("") is None
    assert why(refusal(state)).rule == rule


@pytest.mark.rule("veh.transport.after-move", "veh.open.assault", "veh.transport.emergency")
@pytest.mark.parametrize(
    ("state", "ride", "rule"),
    [
        ("alighted=before alighted_from=R", "rhino", ""),
        ("alighted=after alighted_from=R", "rhino", "veh.transport.after-move"),
        ("alighted=after alighted_from=R", "trukk", ""),
        ("alighted=emergency alighted_from=R", "trukk", "veh.transport.emergency"),
    ],
)
def test_who_got_off_after_the_move_may_not_unless_the_vehicle_is_open(state, ride, rule):
    found = refusal(state, f"guard_squad x (20,10) models=1  {ride} R (10,20)")
    assert (found.rule if found else "") == rule


@pytest.mark.rule("veh.P14.assault")
def test_a_unit_that_fired_assaults_whom_it_fired_at():
    game = table(
        "tactical_squad A (16,10) models=1 shot shot_at=x  guard_squad x (20,10) models=1  "
        "guard_squad y (16,14) models=1",
        phase="assault",
    )
    unit = game["A"]
    assert target_barred(game.battle, unit, game["x"]) is None
    assert why(target_barred(game.battle, unit, game["y"])).rule == "veh.P14.assault"


@pytest.mark.rule("veh.walker.assault-same-target", "veh.walker.assault-after-fire")
def test_a_walker_that_fired_assaults_whom_it_fired_at():
    game = table(
        "dreadnought D (16,10) shot shot_at=x  guard_squad x (20,10) models=1  "
        "guard_squad y (16,14) models=1",
        phase="assault",
    )
    walker = game.ride("D")
    assert barred(game.battle, walker) is None  # though all it has is Heavy and Assault weapons
    assert target_barred(game.battle, walker, game["x"]) is None
    assert why(target_barred(game.battle, walker, game["y"])).rule == "veh.walker.assault-same-target"


@pytest.mark.rule("veh.walker.run-no-assault", "veh.damage.stunned", "veh.damage.immobilized")
@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ("ran", "veh.walker.run-no-assault"),
        ("stunned_until=1", "veh.damage.stunned"),
        ("immobilized", "veh.damage.immobilized"),
        ("shaken_until=1", ""),
    ],
)
def test_what_keeps_a_walker_from_assaulting(state, rule):
    game = table(f"dreadnought D (16,10) {state}  guard_squad x (20,10) models=1", phase="assault")
    found = barred(game.battle, game.ride("D"))
    assert (found.rule if found else "") == rule


@pytest.mark.rule("veh.walker.assault-move")
@pytest.mark.parametrize(("x", "reaches"), [(23.6, True), (23.8, False)])
def test_a_walker_assaults_six_inches(x, reaches):
    game = table(f"dreadnought D (16,10)  guard_squad x ({x},10) models=1", phase="assault")
    found = reachable(game.battle, game.ride("D"), game["x"])
    assert (found is None) == reaches
    if found:
        assert found.rule == "veh.walker.assault-move"


@pytest.mark.rule("veh.P14.assault")
def test_who_cannot_be_reached_is_no_target():
    rocks = "area (18,5) (18.4,15) ground=impassable"
    game = table(
        f"tactical_squad A (16,10) models=1  guard_squad x (20,10) models=1  {rocks}", phase="assault"
    )
    assert why(reachable(game.battle, game["A"], game["x"])).rule == "veh.P14.assault"


@pytest.mark.rule("veh.P3")
def test_another_enemy_is_not_passed_within_an_inch():
    wall = "block (10,11.6) (30,20)  block (10,0) (30,8.4)"
    text = f"tactical_squad A (16,10) models=1  guard_squad x (20.5,10) models=1  {wall}"
    assert reachable((game := table(text)).battle, game["A"], game["x"]) is None
    text += "  guard_squad y (18.2,10.8) models=1"
    assert reachable((game := table(text)).battle, game["A"], game["x"]) is not None


@pytest.mark.rule("veh.assault.select")
def test_those_who_cannot_are_listed_with_the_reason():
    game = table(
        "tactical_squad A (16,10) models=1  tactical_squad B (16,14) models=1 ran  "
        "guard_squad x (20,10) models=1",
        phase="assault",
    )
    question = game.tries(assault_step)
    assert [(option.id, option.barred is None) for option in question.options] == [
        ("A", True), ("B", False), ("done", True),
    ]  # fmt: skip
    game.does(assault_step, a("done"))
    assert assault_step(game.game) is False
