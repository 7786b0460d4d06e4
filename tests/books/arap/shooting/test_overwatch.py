"""Overwatch and ambush (H7): points put by, and fire at who moves."""

from __future__ import annotations

import pytest

from tests.books.arap.table import table, why
from tests.kit.script import a, b
from warbook.books.arap.shooting.watching import interrupt

FIELD = "human_trooper A (10,10) (10,12) bs=4   marine x (30,8) (30,10) (30,12)"


@pytest.mark.rule("arap.H7")
def test_overwatch_is_offered_only_where_its_switch_is_on():
    assert "overwatch" not in table(FIELD).choices("A")
    assert table(FIELD, overwatch=True).choices("A")["overwatch"] is None
    heavy = table(FIELD.replace("bs=4", "weapons=heavy_stubber"), overwatch=True)
    assert why(heavy.choices("A", 1)["overwatch:2"]).rule == "arap.shooting.weapon-type-costs"


@pytest.mark.rule("arap.H7", "arap.turn.split-actions")
def test_a_unit_on_overwatch_fires_once_at_who_moves():
    game = table(FIELD, overwatch=True).act("A", "overwatch", points=2)
    assert game["A"].overwatch == 1 and game.battle.stack[-1].points == 0
    game.battle.stack, game.battle.side, game.battle.clock = [], "b", 2
    game.act("x", "move", (28, 8), a("fire"), points=2, dice="6 6")
    assert game["A"].overwatch == 0
    game.act("x", "move", (26, 8))
    assert len(game.rolled("arap.shooting.to-hit")) == 2


@pytest.mark.rule("arap.H7")
def test_it_may_wait():
    game = table(FIELD, overwatch=True, side="b")
    game["A"].overwatch = 1
    game.act("x", "move", (28, 8), a("wait"))
    assert game["A"].overwatch == 1 and not game.rolled("arap.shooting.to-hit")


@pytest.mark.rule("arap.H7", "arap.shooting.fleeting-when")
def test_who_is_caught_between_two_covers_is_fleeting():
    covers = "area (29,0) (31,20) hard-cover   area (26,0) (28,20) hard-cover"
    field = "human_trooper A (10,10) bs=4 overwatch=1   marine x (30,8) (30,10) (30,12)"
    game = table(f"{field}   {covers}", overwatch=True, side="b")
    game.act("x", "move", {"x1": (27, 8), "x2": (27, 10), "x3": (27, 12)}, a("fire"), dice="5")
    assert game.rolled("arap.shooting.to-hit")[0].most == 3


@pytest.mark.rule("arap.H7", "arap.shooting.ambush-bonus", "arap.charge.stand-and-fire-who")
def test_a_hidden_unit_on_overwatch_is_in_ambush():
    field = "human_trooper A (10,10) bs=3 overwatch=1 hidden   marine x (30,8) (30,10) (30,12)"
    game = table(field, overwatch=True, side="b")
    game.does(lambda g: interrupt(g, game["x"]), a("fire"), dice="5")
    assert game.rolled("arap.shooting.to-hit")[0].most == 4 and not game["A"].hidden


@pytest.mark.rule("arap.H7")
def test_overwatch_ends_with_the_units_next_turn():
    game = table("human_trooper A (10,10) overwatch=1   marine x (60,40)", phase="compulsory", overwatch=True)
    game.play()
    assert game.battle.phase == "activation" and game["A"].overwatch == 0


@pytest.mark.rule("arap.H7")
def test_nobody_fires_out_of_arc_or_range():
    game = table("human_trooper A (10,10) overwatch=1   marine x (50,10)", overwatch=True, side="b")
    game.act("x", "move", (47, 10))
    behind = table(
        "human_trooper A (10,10) overwatch=1 facing=180   marine x (30,10)", overwatch=True, side="b"
    )
    behind.act("x", "move", (28, 10))
    assert game["A"].overwatch == behind["A"].overwatch == 1
    for each in (game, behind):
        each.does(lambda g: interrupt(g, g.battle.unit("x")))  # and nobody is asked


@pytest.mark.rule("arap.H7")
@pytest.mark.parametrize("state", ["locked=y", "routing", "pursuing=y", "pinned"])
def test_who_fights_flees_pursues_or_is_pinned_is_on_no_overwatch(state):
    field = "human_trooper A (10,10) overwatch=1 {}   marine x (30,10)   marine y (60,40)"
    game = table(field.format(state), overwatch=True, side="b")
    game.does(lambda g: interrupt(g, game["x"]))
    free = table(field.format(""), overwatch=True, side="b")
    assert free.tries(lambda g: interrupt(g, free["x"])).kind == "overwatch"


@pytest.mark.rule("arap.morale.own-turn-losses")
def test_who_loses_a_quarter_to_a_reaction_in_its_own_turn_tests_at_once():
    field = "human_trooper A (10,10) bs=4 overwatch=1   ganger x (30,8) (30,10) (30,12) save=7 ld=7"
    game = table(field, overwatch=True, side="b").points("x", 3)
    game.play(b("move"), b((28, 8)), a("fire"), dice="1 6 1 1 4 4")
    assert game["x"].pinned and game.battle.stack[0].points == 0


@pytest.mark.rule("arap.turn.split-actions", "arap.C11", "arap.H7")
def test_a_weapon_team_goes_on_overwatch_while_the_others_move_twice():
    field = "human_trooper A (10,10) (10,12) (10,14) weapons=lasgun   marine x (60,40)"
    game = table(field, overwatch=True).points("A", 2)
    game.play(a("split"), a({"A3": "go"})).play(a("overwatch")).play()
    game.play(a("move"), a((14, 10))).play(a("move"), a((18, 10))).play()
    assert game.at("A1") == (18, 10) and game.at("A3") == (10, 14)
    assert (game[game.figure("A3").unit].overwatch, game["A"].overwatch) == (1, 0)
