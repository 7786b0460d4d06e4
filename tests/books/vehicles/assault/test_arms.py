"""What is struck with, how fast a vehicle counts as, and who is left to strike."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import table
from tests.kit.script import a
from warbook.board.geometry import Spot
from warbook.books.vehicles.army.data import units
from warbook.books.vehicles.assault.blows import arms, dice_of, speed_aim, unit_strikes, walker_strikes
from warbook.books.vehicles.assault.combat import _dice, _targets
from warbook.books.vehicles.assault.dice import vehicle_aim
from warbook.books.vehicles.assault.moves import fighters_after
from warbook.books.vehicles.assault.walkers import stride_into


@pytest.mark.rule("veh.V32")
def test_a_grenade_that_another_is_better_than_is_not_offered() -> None:
    game = table("rhino r (20,20)   guard_squad x (30,20)")
    sergeant, marine = units()["tactical_squad"].models[:2]
    assert {each.id for each in arms(marine, game.ride("r"))} & {"frag_grenades", "krak_grenades"} == {
        "krak_grenades"
    }
    bombs = {each.id for each in arms(sergeant, game.ride("r")) if each.type == "grenade"}
    assert bombs == {"melta_bombs"}
    assert not [each for each in arms(marine, game["x"]) if each.type == "grenade"]


@pytest.mark.rule("veh.assault.to-hit", "veh.V31")
@pytest.mark.parametrize(
    "straight, speed", [(0.01, "stationary"), (0.02, "combat"), (6.01, "combat"), (6.02, "cruising")]
)
def test_bands_of_speed_in_an_assault_include_their_limits(straight: float, speed: str) -> None:
    game = table(f"rhino r (20,20) straight={straight}")
    assert speed_aim(game.ride("r")) == vehicle_aim(speed, False)  # type: ignore[arg-type]


@pytest.mark.rule("veh.assault.grenade-limit")
def test_a_grenade_is_one_attack() -> None:
    game = table("tactical_squad A (10,10) models=1 charged   rhino r (20,20)")
    sergeant = units()["tactical_squad"].models[0]
    bomb = next(each for each in arms(sergeant, game.ride("r")) if each.type == "grenade")
    blow = next(each for each in arms(sergeant, game.ride("r")) if each.type != "grenade")
    assert dice_of(game["A"], sergeant, bomb) == 1 and dice_of(game["A"], sergeant, blow) >= 3


@pytest.mark.rule("veh.P12")
def test_the_fallen_strike_no_more() -> None:
    game = table("dreadnought D (20,20)   tactical_squad x (22,20) models=2", phase="assault")
    walker = game.ride("D")
    strikes = walker_strikes(walker, game["x"])
    assert _dice(game.battle, strikes) == strikes.each > 0
    walker.wrecked = True
    assert _dice(game.battle, strikes) == 0


@pytest.mark.rule("veh.P12")
def test_a_walker_strikes_nobody_it_does_not_touch() -> None:
    game = table(
        "dreadnought D (20,20)   guard_squad x (21.72,20) models=1   guard_squad y (30,30)", phase="assault"
    )
    battle, walker = game.battle, game.ride("D")
    assert [foe.id for foe, _ in _targets(game.game, walker, [game["x"], game["y"]])] == ["x"]
    game.model("x1").x = 30.0
    assert _targets(game.game, walker, [game["x"], game["y"]]) == []
    assert battle.standing(game["x"])


@pytest.mark.rule("veh.P12")
@pytest.mark.parametrize("named", ["x", "y"])
def test_who_can_reach_two_foes_strikes_the_one_that_is_named(named: str) -> None:
    game = table(
        "guard_squad A (20,20) models=1   guard_squad x (20,21.03) models=1"
        "   guard_squad y (20,18.97) models=1",
        phase="assault",
    )
    found: list[tuple[str, int]] = []

    def strikes(g: object) -> None:
        chosen = _targets(game.game, game["A"], [game["x"], game["y"]])
        found.extend((foe.id, len(mine)) for foe, mine in chosen)

    game.does(strikes, a(named))
    assert found == [(named, 1)]


@pytest.mark.rule("veh.P12")
def test_where_each_reaches_one_foe_alone_nobody_is_named() -> None:
    game = table(
        "guard_squad A (20,20) (24,20)   guard_squad x (20,21.03) models=1"
        "   guard_squad y (24,18.97) models=1",
        phase="assault",
    )
    found: list[tuple[str, int]] = []
    foes = [game["x"], game["y"]]
    game.does(lambda g: found.extend((foe.id, len(mine)) for foe, mine in _targets(g, game["A"], foes)))
    assert found == [("x", 1), ("y", 1)]


@pytest.mark.rule("veh.P14.assault")
def test_who_stays_where_he_is_fights_if_he_is_near_enough() -> None:
    game = table("guard_squad A (20,20) (21.1,20) (30,20)   guard_squad x (20,25) models=1")
    ways = {"A1": (Spot(20, 20), Spot(20.0, 23.97))}
    assert [model.id for model in fighters_after(game.battle, game["A"], [game["x"]], ways)] == ["A1"]
    near = {"A1": (Spot(20, 20), Spot(20.0, 23.97)), "A2": (Spot(21.1, 20), Spot(21.0, 22.9))}
    assert [model.id for model in fighters_after(game.battle, game["A"], [game["x"]], near)] == ["A1", "A2"]


@pytest.mark.rule("veh.walker.assault-move")
@pytest.mark.parametrize("gap, reaches", [(5.95, True), (6.1, False)])
def test_a_walker_strides_six_inches_into_contact(gap: float, reaches: bool) -> None:
    """Both are 2.4 inches long and face each other."""
    game = table(f"dreadnought D (20,20)   dreadnought d ({22.4 + gap},20)", phase="assault")
    assert (stride_into(game.battle, game.ride("D"), [game.ride("d")], 6.0) is not None) == reaches


@pytest.mark.rule("veh.P12")
def test_blows_are_those_of_the_models_that_are_named() -> None:
    game = table("guard_squad A (20,20) kinds=1 models=3   guard_squad x (20,21)", phase="assault")
    models = game.battle.standing(game["A"])[:2]
    weapon = arms(units()["guard_squad"].models[1], game["x"])[0]
    (strikes,) = unit_strikes(game.battle, game["A"], game["x"], models, {1: weapon})
    assert strikes.models == ("A1", "A2") and _dice(game.battle, strikes) == 2 * strikes.each
    game.model("A2").place = "out"
    assert _dice(game.battle, strikes) == strikes.each
