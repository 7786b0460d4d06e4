"""How battles end: who leaves the table, who is left on it, and who holds what."""

from __future__ import annotations

import pytest

from tests.books.arap.setup.test_setup import PARTS
from tests.books.arap.table import Position, table
from tests.kit.script import a
from warbook.books.arap.activation.choosing import dice_question
from warbook.books.arap.ending.victory import best_kept, check, decided, is_side_broken, leaving, left
from warbook.books.arap.scenario import Charges, Hold, Leave

AWAY = Leave("attacker", "north")
FLEEING = {"aim": AWAY, "parts": PARTS}
THREE = "human_trooper A (10,45) (12,45) (14,45)   human_trooper B (30,45)   human_trooper C (40,10)"
FOE = "   marine x (60,30)"


def checked(game: Position) -> tuple[bool, str]:
    game.does(check)
    return game.battle.over, game.battle.winner


@pytest.mark.rule("arap.H1")
def test_who_is_to_get_away_leaves_by_the_edge_within_one_move():
    field = "human_trooper A (10,{}) (12,46)" + FOE
    assert "leave" in table(field.format(44), scenario=FLEEING).choices("A")
    assert "leave" not in table(field.format(43.9), scenario=FLEEING).choices("A")
    foe = table("human_trooper A (10,10)   marine x (60,46)", scenario=FLEEING, side="b")
    assert "leave" not in foe.choices("x"), "only those who are to get away"
    assert "leave" not in table(field.format(44)).choices("A"), "in another scenario nobody does"


@pytest.mark.rule("arap.H1", "arap.movement.free-move")
@pytest.mark.parametrize(("foe", "free"), [("(60,30)", True), ("(12,33.9)", True), ("(12,34)", False)])
def test_the_free_move_may_lead_off_the_table(foe, free):
    """With no enemy within 12 inches of anybody, and before it has moved."""
    field = f"human_trooper A (10,46) (12,46)   human_trooper B (60,20)   marine x {foe}"
    game = table(field, scenario=FLEEING)
    offered = [option.id for option in dice_question(game.battle, game["A"]).options]
    assert ("leave" in offered) is free and "leave" not in {
        option.id for option in dice_question(game.battle, game["B"]).options
    }
    if free:
        game.play(a("A"), a("leave"))
        assert game.figure("A2").place == "off" and left(game.battle, AWAY) == 1
        game["A"].free_moved = True
    assert "leave" not in [option.id for option in dice_question(game.battle, game["A"]).options]


@pytest.mark.rule("arap.H1")
def test_half_of_the_squads_with_half_of_their_figures_must_get_away():
    """Two of three squads; of one of three figures, two."""
    game = table(THREE + FOE, scenario=FLEEING)
    assert leaving(game.battle, AWAY) == 2 and left(game.battle, AWAY) == 0
    game.act("B", "leave")
    assert game.figure("B1").place == "off" and left(game.battle, AWAY) == 1 and not game.battle.over
    game.figure("A1").place = "off"
    assert left(game.battle, AWAY) == 1
    game.figure("A2").place = "off"
    assert left(game.battle, AWAY) == 2 and checked(game) == (True, "a")


@pytest.mark.rule("arap.H1")
def test_just_half_of_its_figures_is_enough_of_a_squad():
    game = table("human_trooper A (10,45) (12,45) (14,45) (16,45)" + FOE, scenario=FLEEING)
    game.figure("A1").place = "off"
    assert left(game.battle, AWAY) == 0
    game.figure("A2").place = "off"
    assert left(game.battle, AWAY) == 1


@pytest.mark.rule("arap.H1", "arap.G38")
def test_who_is_off_in_pursuit_has_not_got_away():
    game = table(THREE + FOE, scenario=FLEEING)
    game.figure("B1").place = "off"
    game["B"].left_at = game.figure("B1").spot
    assert left(game.battle, AWAY) == 0


@pytest.mark.rule("arap.H1", "arap.G38")
def test_while_pursuers_may_come_back_their_side_is_not_gone():
    game = table("human_trooper A (10,10)   marine x (60,30)")
    figure = game.figure("A1")
    figure.place, game["A"].left_at = "off", figure.spot
    assert checked(game) == (False, "")
    game["A"].left_at = None
    assert checked(game) == (True, "b")


@pytest.mark.rule("arap.H1")
@pytest.mark.parametrize("aim", [AWAY, Charges("attacker", 1)])
def test_at_the_last_turn_those_have_won_who_kept_them_from_it(aim):
    assert decided(table(THREE + FOE, scenario={"aim": aim, "parts": PARTS}).battle) == "b"


@pytest.mark.rule("arap.H1")
@pytest.mark.parametrize(
    ("place", "over"), [("out", True), ("off", True), ("reserve", False), ("aboard", False), ("table", False)]
)
def test_a_side_of_which_nobody_may_come_any_more_has_lost(place, over):
    game = table("human_trooper A (10,10)   marine x (60,30)")
    game.figure("A1").place = place
    assert checked(game) == (over, "b" if over else "")


@pytest.mark.rule("arap.H1", "arap.G38")
def test_who_is_off_in_pursuit_may_come_back():
    game = table("human_trooper A (10,10)   marine x (60,30)")
    game.figure("A1").place = "off"
    game["A"].left_at = game.figure("A1").spot
    assert checked(game) == (False, "")


@pytest.mark.rule("arap.H1")
def test_what_the_scenario_lends_fights_for_nobody():
    game = table("boat T (10,10)   human_trooper A (20,20)   marine x (60,30)", vehicles=True)
    game["T"].lent = True
    game.figure("A1").place = "out"
    assert is_side_broken(game.battle, "a", 0.5) and best_kept(game.battle) == "b"
    assert checked(game) == (True, "b")


@pytest.mark.rule("arap.H1")
def test_before_the_first_turn_nothing_ends():
    for phase, turn in (("deploy", 1), ("activation", 0)):
        game = table("human_trooper A (10,10)   marine x (60,30)", phase=phase)
        game.battle.turn, game.figure("A1").place = turn, "out"
        assert checked(game) == (False, "")


@pytest.mark.rule("arap.H1")
@pytest.mark.parametrize(("equal", "winner"), [("draw", ""), ("defender", "b"), ("attacker", "a")])
def test_as_many_holders_are_what_the_scenario_says(equal, winner):
    text = "human_trooper A (11,11)   marine x (15,15)   area (10,10) (20,20) wood name=copse"
    game = table(text, scenario={"aim": Hold("copse", equal), "parts": PARTS})
    assert decided(game.battle) == winner
    game.figure("A1").x = 9.0
    assert decided(game.battle) == "b"


@pytest.mark.rule("arap.H1")
@pytest.mark.parametrize(("z", "winner"), [(0.9, "a"), (0.0, "b")])
def test_a_block_is_held_by_who_is_on_top_of_it(z, winner):
    text = f"human_trooper A (15,15,{z})   marine x (60,30)   block (10,10) (20,20) h=0.9 name=plinth"
    game = table(text, scenario={"aim": Hold("plinth", "defender"), "parts": PARTS})
    assert decided(game.battle) == winner
