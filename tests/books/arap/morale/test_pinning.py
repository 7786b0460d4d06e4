"""Pinning: what calls for a test, who takes none, and what is pinned without one."""

from __future__ import annotations

import pytest

from tests.books.arap.table import table
from tests.kit.script import a, b
from warbook.books.arap.morale.tests import pin_at_once, pinning

SNIPERS = "human_trooper A (10,10) bs=5 weapons=sniper_rifle"


def pinned_by(dice, unit="human_trooper x (30,10) models=4 ld=8", ordnance=False, **rulings):
    game = table(f"{SNIPERS}   {unit}", **rulings)
    game.does(lambda g: pinning(g, game["x"], game["A"], ordnance), dice=dice)
    return game["x"].pinned


@pytest.mark.rule("arap.morale.pinning-test")
def test_a_pinning_test_is_passed_at_leadership():
    assert not pinned_by("5 3")
    assert pinned_by("5 4")


@pytest.mark.rule("arap.morale.pinning-barrage", "arap.F18")
def test_a_battery_of_ordnance_takes_one_from_leadership():
    assert not pinned_by("4 3", ordnance=True)
    assert pinned_by("5 3", ordnance=True)


@pytest.mark.rule("arap.morale.pinning-barrage", "arap.F18")
@pytest.mark.parametrize(("guns", "most"), [("(10,10)", 8), ("(10,10) (10,12)", 7)])
def test_a_battery_is_two_weapons_of_ordnance_in_one_action(guns, most):
    field = f"marine A {guns} weapons=earthshaker   human_trooper x (60,11) (60,13) ld=8 save=7 w=9"
    game = table(field, guess_range="auto_true_distance")
    shell = "1 1 2 2 1 1 "  # on target, both wounded, damage
    game.act("A", "shoot:x:3", points=3, dice=shell * (9 - most) + "4 4")
    roll = game.rolled("arap.morale.pinning-test")[0]
    assert roll.most == most and game["x"].pinned == (most == 7)
    assert sum(each.value for each in roll.modifiers) == most - 8


@pytest.mark.rule("arap.morale.pinning-trigger", "arap.F14", "arap.F15")
def test_only_a_wound_that_is_not_saved_calls_for_a_test():
    field = f"{SNIPERS}   human_trooper x (30,8) (30,10) (30,12) ld=8 save=4"
    saved = table(field).act("A", "shoot:x:2", points=2, dice="3 4 1 4")
    assert not saved.rolled("arap.morale.pinning-test") and len(saved.battle.standing(saved["x"])) == 3
    lost = table(field).act("A", "shoot:x:2", points=2, dice="3 4 1 3 1 6 6")
    assert lost["x"].pinned and lost["x"].pinned_now


@pytest.mark.rule("arap.morale.pinning-trigger", "arap.F14")
def test_a_wound_without_a_casualty_is_enough():
    field = f"{SNIPERS}   human_trooper x (30,8) (30,10) (30,12) ld=8 w=2 save=7"
    game = table(field).act("A", "shoot:x:2", points=2, dice="3 4 1 1 6 6")
    assert game["x"].pinned and len(game.battle.standing(game["x"])) == 3


@pytest.mark.rule("arap.morale.pinning-timing")
def test_each_action_with_a_pinning_weapon_has_its_test_until_one_is_failed():
    field = f"{SNIPERS}   human_trooper B (10,20) bs=5 weapons=sniper_rifle   "
    game = table(field + "human_trooper x (30,7) (30,9) (30,11) (30,13) ld=8 save=7")
    game.act("A", "shoot:x:2", points=2, dice="3 4 1 1 4 4")
    assert not game["x"].pinned
    game.act("B", "shoot:x:2", points=2, dice="3 4 1 1 5 4")
    assert game["x"].pinned


@pytest.mark.rule("arap.morale.pinning-routers", "arap.morale.pinned-no-morale")
@pytest.mark.parametrize("state", ["routing", "pinned"])
def test_routers_pass_and_the_pinned_test_no_more(state):
    game = table(f"{SNIPERS}   human_trooper x (30,8) (30,10) (30,12) {state} ld=2 save=7")
    game.act("A", "shoot:x:2", points=2, dice="3 4 1 1")
    assert game["x"].pinned == (state == "pinned")


@pytest.mark.rule("arap.morale.pinned-no-morale", "arap.morale.pinning-excludes-casualty-test")
def test_who_is_pinned_takes_no_test_for_casualties_nor_for_hits():
    game = table("human_trooper A (10,10) models=8 pinned   marine x (60,40)", phase="start")
    game["A"].lost, game["A"].hits, game["A"].pinned_now = {"x": 3}, 9, True
    game.play()
    assert game.battle.phase == "compulsory" and not game["A"].tested


@pytest.mark.rule("arap.morale.pinning-immune", "arap.morale.pinning-automatic")
def test_who_passes_every_test_is_pinned_by_what_pins_at_once():
    game = table(f"{SNIPERS}   human_trooper x (30,10) ld=2 rules=fearless")
    game.does(lambda g: pinning(g, game["x"], game["A"]))
    assert not game["x"].pinned
    game.does(lambda g: pin_at_once(g, game["x"]))
    assert game["x"].pinned


@pytest.mark.rule("arap.morale.pinning-automatic")
def test_a_stun_grenade_pins_whom_it_hits():
    game = table("human_trooper A (10,10) grenades=stun_grenade   marine x (14,10) rules=fearless")
    game.act("A", "throw:x:stun_grenade", "4", dice="1")
    assert game["x"].pinned and game["x"].hits == 1 and game.figure("x1").wounds == 1


@pytest.mark.rule("arap.A21", "arap.dice.leadership-auto-pass")
def test_the_switch_makes_pinning_a_test_that_morale_does_not_pass():
    steady = "human_trooper x (30,10) ld=8 rules=passes-morale"
    assert not pinned_by("", steady)
    assert pinned_by("5 4", steady, pinning_is_morale_test=False)


@pytest.mark.rule("arap.rout.no-fear", "arap.A17")
def test_who_knows_no_fear_rolls_again():
    assert not pinned_by("6 6 4 4", "marine x (30,10) ld=8")
    assert pinned_by("6 6 5 4", "marine x (30,10) ld=8")
    assert pinned_by("6 6", "marine x (30,10) ld=8", pinning_is_morale_test=False)


@pytest.mark.rule("arap.F16", "arap.morale.pinned")
def test_a_unit_pinned_in_its_own_activation_has_two_points_less():
    game = table("human_trooper A (10,10) i=4 ld=4   human_trooper x (30,10) bs=5 weapons=sniper_rifle")
    game.points("A", 3).battle.stack.append(type(game.battle.stack[0])("x", "pick-up", 2))
    game.figure("A1").wounds = 2
    game.play(b("shoot:A:2"), dice="2 6 1 5 5")
    assert game["A"].pinned and game.battle.stack[0].points == 1
    game.play().play(a("move"), a((12, 10)))
    assert game.battle.stack[0].points == 0


@pytest.mark.rule("arap.morale.pinning-automatic", "arap.F16")
@pytest.mark.parametrize(("state", "points"), [("", 1), ("pinned", 3), ("routing", 3)])
def test_who_is_pinned_already_loses_no_more_points(state, points):
    game = table(f"human_trooper A (10,10) {state}   marine x (60,40)").points("A", 3)
    game.does(lambda g: pin_at_once(g, game["A"]))
    assert game.battle.stack[0].points == points and game["A"].pinned is (state != "routing")
