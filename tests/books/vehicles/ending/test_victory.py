"""How a battle ends and who has won it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.vehicles.table import Position, table
from warbook.books.vehicles.ending.victory import check, holder, score, turn_over
from warbook.books.vehicles.scenario import Objectives

MARKERS: dict[str, Any] = {"wins": "markers", "objectives": Objectives("D3")}


@pytest.mark.rule("veh.P14")
def test_units_without_models_and_vehicles_that_are_wrecked_or_gone_are_kill_points() -> None:
    game = table("""
        rhino A (10,10)      rhino v (40,24) wrecked      rhino w (50,24) place=out
        guard_squad x (60,24) models=1 kinds=1
    """)
    assert score(game.battle) == {"a": 2, "b": 0}
    game.battle.models[0].place = "out"
    assert score(game.battle) == {"a": 3, "b": 0}


def held(text: str) -> str:
    game = table(f"marker (36,24)\n{text}", scenario=MARKERS)
    return holder(game.battle, game.battle.markers[0])


@pytest.mark.rule("veh.S2")
@pytest.mark.parametrize(("x", "side"), [(39.5, "a"), (39.6, "")])
def test_a_foot_unit_within_3_inches_holds_a_marker(x: float, side: str) -> None:
    assert held(f"tactical_squad A ({x},24) models=1 kinds=1") == side


@pytest.mark.rule("veh.S2")
def test_any_enemy_contests_it_and_vehicles_hold_nothing() -> None:
    assert held("tactical_squad A (37,24) models=1 kinds=1      rhino v (33,24)") == ""
    assert held("tactical_squad A (37,24) models=1 kinds=1      rhino v (33,24) wrecked") == "a"
    assert held("rhino A (33,24)") == ""
    assert held("rhino V (33,24)      tactical_squad A in V") == "a"


@pytest.mark.rule("veh.S2")
def test_a_breakthrough_counts_points_that_leave_and_points_destroyed() -> None:
    game = table(
        "predator A (10,10) place=off      rhino B (20,20) wrecked      rhino v (30,30) wrecked",
        scenario={"wins": "breakthrough"},
    )
    game.battle.attacker = "a"
    assert score(game.battle) == {"a": 85, "b": 35}


def after(turn: int, dice: str = "", **more: Any) -> Position:
    game = table(
        "rhino A (10,10)      rhino x (60,40)", turn=turn, scenario={"turns": 5, "goes_on": (3, 4)}, **more
    )
    game.does(turn_over, dice=dice)
    return game


@pytest.mark.rule("veh.P1.length", "veh.P1")
@pytest.mark.parametrize(
    ("turn", "dice", "over"),
    [(4, "", False), (5, "2", True), (5, "3", False), (6, "3", True), (6, "4", False), (7, "", True)],
)
def test_a_sixth_turn_on_3_and_a_seventh_on_4(turn: int, dice: str, over: bool) -> None:
    assert after(turn, dice).battle.over is over


@pytest.mark.rule("veh.P1.length")
@pytest.mark.parametrize(("turn", "over"), [(5, False), (6, True)])
def test_the_switch_sets_the_length(turn: int, over: bool) -> None:
    assert after(turn, game_length=6).battle.over is over


@pytest.mark.rule("veh.P14")
@pytest.mark.parametrize("left", ["rhino A (10,10)", "guard_squad A (10,10) models=1"])
def test_who_alone_has_anything_left_has_won(left: str) -> None:
    game = table(f"{left}      rhino x (60,40) wrecked")
    game.does(check)
    assert (game.battle.over, game.battle.winner) == (True, "a")


@pytest.mark.rule("veh.S2", "veh.S5")
@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("rhino A (10,10)      rhino x (60,40) wrecked", False),
        ("rhino A (10,10) immobilized      rhino x (60,40)", False),
        ("rhino A (10,10) wrecked      rhino x (60,40)", True),
        ("rhino A (10,10) place=off      rhino x (60,40)", True),
        ("rhino A (10,10) place=off      guard_squad B in A      rhino x (60,40)", True),
        ("rhino A (10,10) wrecked      guard_squad B (20,10)      rhino x (60,40)", True),
    ],
)
def test_a_breakthrough_is_over_when_no_vehicle_is_left_to_get_through(text: str, over: bool) -> None:
    game = table(text, scenario={"wins": "breakthrough"})
    game.battle.attacker = "a"
    game.does(check)
    assert game.battle.over is over


@pytest.mark.rule("veh.S2", "veh.V93")
def test_only_vehicles_of_the_attacker_break_through_and_are_stopped() -> None:
    game = table(
        """
        rhino A (10,10) place=off      predator B (20,10) wrecked      rhino C (30,10)
        chimera v (40,24) place=off      leman_russ w (50,24) wrecked
        """,
        scenario={"wins": "breakthrough"},
    )
    game.battle.attacker = "a"
    assert score(game.battle) == {"a": 35, "b": 85}
    game.battle.attacker = "b"
    assert score(game.battle) == {"a": 150, "b": 55}
