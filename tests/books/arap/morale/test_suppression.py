"""Suppression: hits that count, who is immune, and what it takes away."""

from __future__ import annotations

import pytest

from tests.books.arap.table import table
from tests.kit.script import a
from warbook.board.geometry import Spot
from warbook.books.arap.army.data import stock
from warbook.books.arap.blasts.bursts import go_off
from warbook.books.arap.field.near import lock
from warbook.books.arap.morale.tests import suppressible, suppressing_hits
from warbook.books.arap.shooting.fired import settle
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.shooting.volley import fire
from warbook.books.arap.shooting.wound_dice import Hit


def started(models, hits, dice="", words="ld=7", blasted=False, scenario=None, **rulings):
    field = f"human_trooper A (10,10) models={models} {words}   marine x (60,40)"
    game = table(field, phase="start", scenario=scenario, **rulings)
    game["A"].hits, game["A"].blasted = hits, blasted
    return game.play(dice=dice)


@pytest.mark.rule("arap.morale.suppression-trigger", "arap.A9")
@pytest.mark.parametrize(
    ("models", "hits", "tests"),
    [(10, 3, True), (10, 2, False), (8, 2, True), (7, 2, True), (5, 1, False), (4, 1, True)],
)
def test_hits_of_a_quarter_call_for_a_test(models, hits, tests):
    assert started(models, hits, "6 6" if tests else "")["A"].suppressed == tests


@pytest.mark.rule("arap.A9")
@pytest.mark.parametrize(("models", "more"), [(4, 2), (7, 2), (8, 3), (10, 3)])
def test_the_switch_asks_for_more_than_a_quarter(models, more):
    game = table(f"human_trooper A (10,10) models={models}", suppression_threshold="more_than_quarter")
    assert suppressing_hits(game.battle, game["A"]) == more


@pytest.mark.rule("arap.morale.suppression-test")
def test_the_test_is_against_leadership():
    assert started(10, 3, "4 4")["A"].suppressed
    assert not started(10, 3, "4 3")["A"].suppressed


@pytest.mark.rule("arap.morale.suppression-excluded-hits")
def test_hits_in_a_charge_do_not_count():
    field = "human_trooper A (10,10) (10,12) bs=5   human_trooper x (20,10) (20,12) t=10"
    counted, free = table(field), table(field)
    counted.does(lambda g: fire(g, counted["A"], counted["x"], Terms()), dice="1 1 1 1")
    free.does(lambda g: fire(g, free["A"], free["x"], Terms(2, "stand")), dice="1 1 3 3")
    assert (counted["x"].hits, free["x"].hits) == (4, 0)


@pytest.mark.rule("arap.morale.suppression-excluded-hits", "arap.morale.suppression-large-blast")
@pytest.mark.parametrize("in_charge", [True, False])
def test_nor_does_a_large_blast_in_a_charge(in_charge):
    game = table("human_trooper A (10,10)   human_trooper x (20,10) models=3 t=10")
    shell = stock().weapons["battle_cannon"]

    def shells(each):
        fired = go_off(each, game["A"], shell, Hit(1, 7), Spot(20, 10))
        settle(each, game["A"], fired, in_charge)

    game.does(shells)
    assert game["x"].blasted is not in_charge and bool(game["x"].hits) is not in_charge


@pytest.mark.rule("arap.morale.suppression-large-blast")
def test_one_hit_of_a_large_blast_is_enough():
    assert started(20, 1, "6 6", blasted=True)["A"].suppressed
    assert not started(20, 1)["A"].suppressed


@pytest.mark.rule("arap.morale.suppression-large-blast")
@pytest.mark.parametrize(("weapon", "blasted"), [("battle_cannon", True), ("missile_frag", False)])
def test_a_marker_of_five_inches_is_a_large_blast(weapon, blasted):
    game = table(f"marine A (10,10) weapons={weapon}   human_trooper x (40,10) (40,12) (40,14) t=10")
    game.act("A", "shoot:x:2", points=2, dice="3 3" + " 1 1 1" * blasted)
    assert game["x"].blasted == blasted and game["x"].hits


@pytest.mark.rule("arap.morale.suppression-immune", "arap.F21")
@pytest.mark.parametrize("words", ["rules=fearless", "invulnerable=5", "rules=vehicle"])
def test_some_are_never_suppressed(words):
    assert not started(5, 10, words=f"ld=2 {words}")["A"].suppressed


@pytest.mark.rule("arap.morale.suppression-immune")
def test_monstrous_creatures_are_never_suppressed():
    game = table("monster_carnifex A (10,10) rules=   marine x (60,40)")
    assert not suppressible(game.battle, game["A"])


@pytest.mark.rule("arap.F21")
def test_a_unit_is_immune_if_most_of_it_are():
    game = table("terminator+human_trooper A (10,10) models=3 rules=   marine x (60,40)")
    assert suppressible(game.battle, game["A"])
    game = table("terminator+terminator+human_trooper A (10,10) models=3 rules=   marine x (60,40)")
    assert not suppressible(game.battle, game["A"])
    two_of_five = "terminator+terminator+human_trooper A (10,10) models={} rules=   marine x (60,40)"
    for models in (4, 5):
        game = table(two_of_five.format(models))
        assert suppressible(game.battle, game["A"]), models


@pytest.mark.rule("arap.morale.suppression-gm")
def test_a_scenario_says_whether_swarms_and_characters_are_suppressed():
    assert started(4, 2, "6 6", words="rules=swarm")["A"].suppressed
    assert not started(4, 2, words="rules=swarm", scenario={"swarms_suppressed": False})["A"].suppressed
    assert not started(1, 2, words="character")["A"].suppressed
    assert started(1, 2, "6 6", words="character", scenario={"characters_suppressed": True})["A"].suppressed


@pytest.mark.rule("arap.morale.suppression-limits")
def test_who_tested_for_casualties_or_is_pinned_takes_no_test():
    field = "human_trooper A (10,10) models=6 ld=7   marine x (60,40)"
    game = table(field, phase="start")
    game["A"].strength, game["A"].lost, game["A"].hits = 8, {"x": 2}, 6
    game.play(dice="1 1").play()
    assert game["A"].tested and not game["A"].suppressed and game.battle.phase == "compulsory"
    pinned = table(field.replace("ld=7", "ld=7 pinned"), phase="start")
    pinned["A"].hits = 6
    pinned.play()
    assert not pinned["A"].suppressed


@pytest.mark.rule("arap.morale.suppression-melee")
def test_who_is_in_melee_is_not_suppressed_and_who_comes_into_it_no_longer():
    assert not started(5, 9, words="ld=2 locked=x")["A"].suppressed
    game = table("human_trooper A (10,10) suppressed   marine x (12,10)")
    lock(game.battle, game["A"], game["x"])
    assert not game["A"].suppressed


@pytest.mark.rule("arap.morale.suppressed")
@pytest.mark.parametrize(("dice", "points"), [("2 3 6", 1), ("2 6", 0)])
def test_a_suppressed_unit_has_one_point_less(dice, points):
    game = table("human_trooper A (10,10) suppressed i=4   marine x (60,40) pinned", pick_ups=False)
    game.play(a("A"), a(str(len(dice.split()))), dice=dice)
    left = [frame.points for frame in game.battle.stack]
    assert left == [points]
