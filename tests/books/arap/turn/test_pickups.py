"""Pick-ups: who may have failed dice, when the reactions come, and what becomes of a bust."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.arap.table import table
from tests.kit.script import By, a, b
from warbook.books.arap.activation.pickups import pickup_offered
from warbook.books.arap.morale.tests import pin
from warbook.books.arap.state import Acting, Offer

MEET = """
    human_trooper A (10,10) i=4   human_trooper B (10,30) i=4
    marine x (40,10) i=4   marine y (40,20) i=4   marine z (40,30) i=4
"""


@pytest.mark.rule("arap.turn.pick-up", "arap.C2")
def test_failed_dice_may_be_shared_among_several_units():
    game = table(MEET).play(a("A"), a("3"), dice="2 5 6")
    assert isinstance(game.battle.stack[-1], Offer) and game.battle.stack[-1].dice == 2
    question = game.question()
    assert [option.id for option in question.options if ":" in option.id] == [
        "x:2", "x:1", "y:2", "y:1", "z:2", "z:1",
    ]  # fmt: skip
    game.play(b("x:1"), b("y:1"), dice="1 1")
    assert [(frame.unit, frame.why) for frame in game.battle.stack[1:]] == [
        ("y", "pick-up"),
        ("x", "pick-up"),
    ]
    both = table(MEET).play(a("A"), a("3"), dice="2 5 6").play(b("x:2"), dice="4 5")
    assert (both.battle.stack[-1].unit, both.battle.stack[-1].points) == ("x", 1)


@pytest.mark.rule("arap.turn.pick-up-timing", "arap.turn.reactions")
def test_reactions_come_before_the_points_of_the_unit_that_acts():
    game = table(MEET).play(a("A"), a("3"), dice="1 1 6").play(b("x:1"), dice="2")
    game.play(b("move"), b((37, 10)))
    assert game.at("x1") == (37, 10) and game["x"].reacted and not game["x"].tried
    game.play().play(a("move"), a((13, 10)))
    assert game.at("A1") == (13, 10) and game.battle.stack[-1].points == 1


@pytest.mark.rule("arap.turn.pick-up-cancels-bust")
@pytest.mark.parametrize(("answer", "goes_on"), [("x:1", True), ("none", False)])
def test_dice_that_are_picked_up_cancel_the_bust(answer, goes_on):
    game = table(MEET).play(a("A"), a("3"), dice="5 6 6")
    assert game.battle.stack[0].busts
    if goes_on:
        game.play(b(answer), b("no more"), dice="6").play()
        assert game.battle.busts == 0 and game.question().kind == "who acts"
    else:
        game.play(b(answer)).play().play()
        assert game.battle.phase == "melee"


@pytest.mark.rule("arap.turn.pick-up-cancels-bust")
@pytest.mark.parametrize(
    ("dice", "asked", "left"),
    [
        ("5 6 6", "3 dice. Pick up, which undoes its bust?", "Leave them: the bust stands"),
        ("1 1 6", "1 die. Pick up?", "Leave them"),
    ],
)
def test_it_is_told_what_is_at_stake(dice, asked, left):
    question = table(MEET).play(a("A"), a("3"), dice=dice).question()
    assert question.text.endswith(f"failed {asked}")
    assert [option.label for option in question.options if option.id == "none"] == [left]


@pytest.mark.rule("arap.C2")
def test_dice_that_fail_again_are_gone():
    game = table(MEET).play(a("A"), a("2"), dice="5 6").play(b("x:2"), dice="5 6")
    assert [type(frame) for frame in game.battle.stack] == [Acting] and not game.battle.stack[0].busts
    game.play()
    assert game.battle.busts == 0 and game["x"].reacted


@pytest.mark.rule("arap.C2")
def test_a_unit_is_tried_once_in_a_turn_with_picked_up_dice():
    game = table(MEET).play(a("A"), a("1"), dice="5").play(b("x:1"), dice="6").play()
    game.play(a("B"), a("1"), dice="5")
    assert {option.piece for option in game.question().options if ":" in option.id} == {"y", "z"}


@pytest.mark.rule("arap.C3", "arap.morale.pinned", "arap.morale.suppressed")
def test_pinned_and_suppressed_units_have_fewer_points_of_picked_up_dice_too():
    game = table(MEET).play(a("A"), a("3"), dice="1 5 6")
    game["x"].pinned, game["y"].suppressed = True, True
    assert [option.id for option in game.question().options if ":" in option.id] == ["y:2", "z:2", "z:1"]
    game.play(b("y:2"), dice="1 2")
    assert game.battle.stack[-1].points == 1


@pytest.mark.rule("arap.turn.pick-up")
def test_nobody_is_asked_where_no_point_could_be_had():
    game = table(MEET)
    for name in "xyz":
        game[name].pinned = True
    assert not pickup_offered(game.battle, 2, True) and pickup_offered(game.battle, 3, True)
    game.play(a("A"), a("2"), dice="5 6")
    assert [type(frame) for frame in game.battle.stack] == [Acting]


@pytest.mark.rule("arap.turn.pick-up")
def test_a_turn_may_be_let_pass_until_a_bust_is_at_stake():
    game = table(MEET).play(a("A"), a("1"), dice="5").play(b("let pass")).play()
    assert game.battle.passing == ("b",) and not pickup_offered(game.battle, 1, False)
    game.play(a("B"), a("2"), dice="5 6")
    assert isinstance(game.battle.stack[-1], Offer)


@pytest.mark.rule("arap.turn.pick-up")
def test_without_the_switch_there_are_no_pick_ups():
    game = table(MEET, pick_ups=False).play(a("A"), a("2"), dice="5 6")
    assert [type(frame) for frame in game.battle.stack] == [Acting]


@pytest.mark.rule("arap.turn.pick-up")
def test_of_three_sides_only_the_next_may_pick_up():
    game = table(MEET + "   ork_brute q (60,10) i=4 side=c", side="b")
    game.play(b("x"), b("2"), dice="5 6")
    assert game.battle.stack[-1].side == "c"
    game.play(By("c", "q:2"), dice="1 1")
    assert game.battle.stack[-1].unit == "q" and not game.battle.stack[0].busts


@pytest.mark.rule("arap.C17", "arap.F16")
def test_a_reaction_may_pin_the_unit_that_acts():
    game = table(MEET).play(a("A"), a("3"), dice="1 1 1")
    game.does(lambda g: pin(g, game["A"], "arap.morale.pinned"))
    assert game.battle.stack[-1].points == 1


@pytest.mark.rule("arap.C17")
@pytest.mark.parametrize("state", ["routing", "pursuing"])
def test_who_routs_or_pursues_has_lost_its_points(state):
    game = table(MEET).play(a("A"), a("2"), dice="1 1")
    setattr(game["A"], state, True if state == "routing" else "x")
    assert game.play().battle.stack == []


@pytest.mark.rule("arap.C17", "arap.turn.leftover-after-melee")
def test_who_is_locked_in_a_reaction_keeps_its_points_for_after_the_melee():
    game = table("human_trooper A (10,10)   marine x (11.5,10)").points("A", 2)
    game["A"].locked, game["x"].locked = ("x",), ("A",)
    game.play()
    assert game.battle.stack == [] and game["A"].kept == 2


@pytest.mark.rule("arap.turn.pick-up", "arap.C3")
def test_what_picked_up_dice_may_come_to_is_shown():
    """Two dice at 4 or less; a suppressed unit has one point less."""
    game = table(MEET).play(a("A"), a("3"), dice="1 5 6")
    game["y"].suppressed = True
    options = {option.id: option for option in game.question().options}
    shown = {name: dict(options[name].preview().outcomes) for name in ("x:2", "y:2", "x:1")}
    assert shown["x:2"] == {"0 points": Fraction(1, 9), "1 point": Fraction(4, 9), "2 points": Fraction(4, 9)}
    assert shown["y:2"] == {"0 points": Fraction(5, 9), "1 point": Fraction(4, 9)}
    assert shown["x:1"] == {"0 points": Fraction(1, 3), "1 point": Fraction(2, 3)}
    assert options["x:2"].preview().headline == "89% to act"
