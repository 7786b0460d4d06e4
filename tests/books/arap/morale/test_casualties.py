"""Heavy casualties: who tests when, and what comes of it."""

from __future__ import annotations

import pytest

from tests.books.arap.table import table
from warbook.books.arap.morale.tests import own_turn_losses
from warbook.books.arap.state import Charging

FIELD = "human_trooper A (10,10) models=10 ld=7   marine x (60,40)"


def started(field=FIELD, lost=3, strength=None, dice="", **rulings):
    game = table(field, phase="start", **rulings)
    game["A"].lost = {"x": lost}
    if strength is not None:
        game["A"].strength = strength
    return game.play(dice=dice)


@pytest.mark.rule("arap.morale.heavy-casualty-trigger", "arap.F14")
@pytest.mark.parametrize(("strength", "lost", "tests"), [(10, 3, True), (10, 2, False), (8, 2, True)])
def test_a_quarter_of_the_figures_calls_for_a_test(strength, lost, tests):
    game = started(strength=strength, lost=lost, dice="1 1" if tests else "")
    assert game["A"].tested == tests


@pytest.mark.rule("arap.morale.heavy-casualty-trigger")
def test_strength_is_that_at_the_end_of_the_own_turn():
    game = table("human_trooper A (10,10) models=3   marine x (60,40)", phase="leftover")
    game["A"].strength, game["A"].lost, game["A"].hits = 9, {"x": 6}, 3
    game.play()
    assert (game["A"].strength, game["A"].lost, game["A"].hits) == (3, {}, 0)


@pytest.mark.rule("arap.morale.heavy-casualty-test")
@pytest.mark.parametrize(
    ("dice", "pinned", "routs"),
    [
        ("3 4", False, False),
        ("4 4", True, False),
        ("4 5", False, True),
        ("1 1", False, False),
    ],
)
def test_even_failures_pin_and_odd_ones_rout(dice, pinned, routs):
    game = table(FIELD, phase="start")
    game["A"].lost = {"x": 3}
    game.play(dice=dice + (" 3" if routs else ""))
    assert (game["A"].pinned, game["A"].routing) == (pinned, routs)
    assert game["A"].fled_from == ("x" if routs else "")


@pytest.mark.rule("arap.F20")
def test_the_unit_routs_from_who_cost_it_most():
    game = table(FIELD + "   marine y (60,10)", phase="start")
    game["A"].lost = {"x": 1, "y": 2}
    game.play(dice="4 5" + " 3")
    assert game["A"].fled_from == "y"


@pytest.mark.rule("arap.morale.heavy-casualty-timing", "arap.F19", "arap.morale.heavy-casualty-limits")
def test_one_test_a_unit_first_for_casualties_then_for_hits_before_the_compulsory_phase():
    game = table(
        "human_trooper A (10,10) models=8   human_trooper B (10,30) models=8   marine x (60,40)",
        phase="start",
    )
    game["A"].hits, game["B"].lost = 5, {"x": 2}
    game.play(dice="1 1")
    assert (game["A"].suppressed, game["B"].tested, game.battle.phase) == (False, True, "start")
    game.play(dice="6 6")
    assert game["A"].suppressed and game.battle.phase == "start"
    game.play()
    assert game.battle.phase == "compulsory"


@pytest.mark.rule("arap.morale.heavy-casualty-timing")
def test_losses_in_several_actions_are_one_test_after_the_turn():
    game = table(
        "marine A (10,10) (10,12) bs=5   human_trooper x (30,10) models=6 save=7", phase="activation"
    )
    game.act("A", "shoot:x", dice="2 6 5 1 1")
    game.act("A", "shoot:x", dice="2 6 5 1 1")
    assert game["x"].lost == {"A": 2} and not game["x"].tested
    assert not game.rolled("arap.morale.heavy-casualty-test")
    game.battle.stack, game.battle.phase = [], "end"
    game.play().play(dice="1 1").play()
    assert game["x"].tested and len(game.rolled("arap.morale.heavy-casualty-test")) == 1
    assert (game.battle.side, game.battle.phase) == ("b", "compulsory")


@pytest.mark.rule("arap.morale.heavy-casualty-limits")
def test_a_quarter_lost_twice_is_one_test():
    game = table(FIELD.replace("models=10", "models=4") + "   marine y (60,10)", phase="start")
    game["A"].strength, game["A"].lost = 8, {"x": 2, "y": 2}
    game.play(dice="1 1").play()
    assert game.battle.phase == "compulsory"


@pytest.mark.rule("arap.morale.heavy-casualty-half", "arap.F48")
def test_half_of_it_lost_takes_one_from_leadership_where_the_switch_is_on():
    field = "human_trooper A (10,10) models=5 ld=8   marine x (60,40)"
    assert not started(field, 5, 10, "4 4")["A"].pinned
    assert started(field, 5, 10, "4 4", half_casualties=True)["A"].pinned
    assert not started(field, 4, 10, "4 4", half_casualties=True)["A"].pinned


@pytest.mark.rule("arap.morale.heavy-casualty-exempt")
@pytest.mark.parametrize("state", ["routing", "locked=x"])
def test_who_routs_or_is_in_melee_takes_no_test(state):
    game = started(FIELD.replace("ld=7", f"ld=7 {state}"), 4)
    assert not game["A"].tested and game.battle.phase == "compulsory"


@pytest.mark.rule("arap.morale.heavy-casualty-exempt", "arap.morale.own-turn-losses")
@pytest.mark.parametrize("charges", [True, False])
def test_who_charges_takes_no_test_for_what_it_loses_on_the_way(charges):
    game = table(FIELD)
    game["A"].own_losses = 3
    if charges:
        game.battle.stack.append(Charging("A", "x"))
    game.does(lambda g: own_turn_losses(g, game["A"]), dice="" if charges else "4 4")
    assert game["A"].pinned != charges


@pytest.mark.rule("arap.morale.heavy-casualty-exempt", "arap.dice.leadership-auto-pass")
def test_who_passes_morale_tests_rolls_nothing():
    game = started(FIELD.replace("ld=7", "ld=2 rules=passes-morale"), 4)
    assert not game["A"].pinned and not game["A"].routing


@pytest.mark.rule("arap.morale.pinning-excludes-casualty-test", "arap.morale.heavy-casualty-limits")
def test_who_was_pinned_since_takes_no_test():
    game = table("human_trooper A (10,10) models=5 pinned   marine x (60,40)", phase="start")
    game["A"].strength, game["A"].lost, game["A"].pinned_now = 8, {"x": 3}, True
    game.play()
    assert game["A"].pinned and not game["A"].tested


@pytest.mark.rule("arap.morale.own-turn-losses")
def test_a_quarter_lost_in_its_own_turn_is_tested_at_once_and_once_a_turn():
    game = table("human_trooper A (10,10) models=6 ld=7   marine x (60,40)").points("A", 3)
    game["A"].strength, game["A"].own_losses = 8, 2
    game.does(lambda g: own_turn_losses(g, game["A"]), dice="4 4")
    assert game["A"].pinned and game.battle.stack[0].points == 1
    game["A"].own_losses = 4
    game.does(lambda g: own_turn_losses(g, game["A"]))
    one = table("human_trooper A (10,10) models=7 ld=7   marine x (60,40)")
    one["A"].strength, one["A"].own_losses = 8, 1
    one.does(lambda g: own_turn_losses(g, one["A"]))
    assert not one["A"].tested


@pytest.mark.rule("arap.morale.own-turn-losses")
def test_a_minefield_that_costs_a_quarter_calls_for_the_test():
    field = "human_trooper A (10,10) (10,12) save=7   area (11,5) (14,15) minefield   marine x (60,40)"
    game = table(field)
    game.act("A", "move", {"A1": (13, 10), "A2": (10, 12)}, dice="1 6 4 4")
    assert game["A"].pinned and game.figure("A1").place == "out"
