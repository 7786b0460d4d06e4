"""Dangerous ground, ice and planks: tests on the way, and what they do."""

from __future__ import annotations

import pytest

from tests.books.arap.movement.test_walking import HUMAN, OUT
from tests.books.arap.table import table
from tests.kit.script import a
from warbook.board.geometry import Spot
from warbook.books.arap.movement.agility import goal, keeps_footing
from warbook.books.arap.movement.gaits import current_move
from warbook.books.arap.movement.hazards import dangers

MINES = "   area (12,0) (20,30) minefield" + OUT


@pytest.mark.rule("arap.movement.dangerous-ground")
def test_each_figure_that_enters_is_tested():
    men = "human_trooper A (10,4) (10,6) (10,8) (10,10) (10,12)" + MINES
    game = table(men).act("A", "move", (13, 4), dice="1 1 2 4 6 1 1")
    assert [roll.faces for roll in game.rolled("arap.movement.dangerous-ground")] == [
        (1,),
        (2,),
        (4,),
        (6,),
        (1,),
    ]
    assert len(game.rolled("arap.dice.wound-goal")) == 2


@pytest.mark.rule("arap.movement.dangerous-ground")
def test_who_is_harmed_takes_the_hit_where_he_entered():
    game = table(HUMAN + MINES).act("A", "move", (14, 10), dice="1 2")
    assert game.figure("A1").place == "out"
    game = table(HUMAN + MINES).act("A", "move", (14, 10), dice="1 1")
    assert game.at("A1") == (14, 10), "a hit that does not wound stops nobody"
    game = table(HUMAN + MINES).act("A", "move", (14, 10), dice="2")
    assert game.at("A1") == (14, 10)
    lava = HUMAN + "   area (12,0) (20,30) lava-crust" + OUT
    assert table(lava).act("A", "move", (13, 10), dice="3 6 1").figure("A1").place == "out"
    assert table(lava).act("A", "move", (13, 10), dice="4").at("A1") == (13, 10)


@pytest.mark.rule("arap.movement.dangerous-ground", "arap.E10")
@pytest.mark.parametrize(
    "way", [[(12.5, 10), (13, 10.4)], [(12.5, 10), (11.5, 10.4), (12.5, 10.6)], [(13, 10)]]
)
def test_one_test_an_action_however_the_way_bends(way):
    game = table(HUMAN + " m=6" + MINES).act("A", "move", way, dice="2")
    assert game.at("A1") == way[-1]


@pytest.mark.rule("arap.movement.dangerous-ground-leaving", "arap.E10")
@pytest.mark.parametrize(("x", "dice"), [(19, "6"), (20, ""), (15, "6")])
def test_who_leaves_is_tested_unless_he_stood_at_the_boundary(x, dice):
    game = table(f"human_trooper A ({x},10)" + MINES).act("A", "move", (x + 3, 10), dice=dice)
    assert game.at("A1") == (x + 3, 10)


@pytest.mark.rule("arap.movement.dangerous-ground-by-type")
def test_the_same_ground_may_be_worse_for_some():
    game = table("truck A (10,10)" + MINES, vehicles=True)
    game.act("A", "move", (14, 10), dice="3 1")
    assert game.at("A1") == (14, 10) and len(game.events) > 2
    assert dangers(game.battle, game.figure("A1"), (game.figure("A1").spot,)) == []


@pytest.mark.rule("arap.movement.dangerous-ground-initiative")
def test_some_ground_tests_initiative():
    thorns = HUMAN + "   area (12,0) (20,30) thorns" + OUT
    assert table(thorns).act("A", "move", (14, 10), dice="3").at("A1") == (14, 10)
    game = table(thorns).act("A", "move", (14, 10), dice="4")
    assert game.at("A1") == (12, 10)


@pytest.mark.rule("arap.movement.dangerous-ground-combined")
def test_ground_may_be_dangerous_and_difficult():
    lava = "human_trooper A (12.5,10)   area (12,0) (20,30) lava-crust" + OUT
    game = table(lava).act("A", "move", (14.5, 10), dice="4")
    assert game.at("A1") == (14.5, 10)
    both = HUMAN + "   area (12,0) (20,30) minefield variable" + OUT
    assert table(both).act("A", "rough", (13, 10), dice="3 1 6").at("A1") == (13, 10)


@pytest.mark.rule("arap.movement.agility-when", "arap.movement.agility-failure")
def test_ice_is_slippery_for_who_goes_fast():
    ice = HUMAN + "   area (0,0) (30,30) ice" + OUT
    assert table(ice).act("A", "move", (12, 10)).at("A1") == (12, 10)
    assert table(ice).act("A", "move", (13, 10), dice="3").at("A1") == (13, 10)
    game = table(ice).act("A", "move", (13, 10), dice="4", points=2)
    assert game.figure("A1").down and game.figure("A1").prone and game.at("A1") == (10, 10)
    barred = game.question(a("move"))
    assert barred.parts["A1"].reach() == [(10, 10, 0)]


@pytest.mark.rule("arap.movement.agility-when", "arap.movement.agility-failure")
def test_a_plank_over_a_drop():
    text = """
        human_trooper A (3,10,4)    block (0,5) (4,15) h=4    block (8,5) (12,15) h=4
        floor (3.9,9) (8.1,11) level=4 plank
    """
    game = table(text + OUT).act("A", "move", (6, 10, 4), dice="3")
    assert game.at("A1") == (6, 10, 4)
    game = table(text + OUT).act("A", "move", (6, 10, 4), dice="4 6 1 1 1")
    assert game.at("A1") == (4.4, 10) and game.figure("A1").prone


@pytest.mark.rule("arap.movement.agility-failure")
def test_who_slips_off_a_plank_lands_on_what_lies_below():
    """From 6 inches up onto a roof of 2: Strength 4 wounds Toughness 3 on a 3."""
    text = """
        human_trooper A (3,10,6) t=3    block (0,5) (4,15) h=6    block (8,5) (12,15) h=6
        block (4.1,5) (7.9,15) h=2    floor (3.9,9) (8.1,11) level=6 plank
    """
    game = table(text + OUT).act("A", "move", (6, 10, 6), dice="4 1 1")
    assert game.at("A1") == (4.4, 10, 2) and game.rolled("arap.dice.wound-goal")[0].need == 3


@pytest.mark.rule("arap.movement.agility-failure", "arap.movement.fall-damage")
def test_who_slips_off_a_plank_falls_into_the_gap_below():
    """He keeps his footing on a 4: a move of 8 inches makes him quick."""
    plank = "   area (12,0) (16,30) crevasse   floor (11.5,9) (16.5,11) level=0.5 plank"
    text = "human_trooper A (11,10) m=8 t=3" + plank + OUT
    way = [(11.6, 10, 0.5), (16.4, 10, 0.5), (17.1, 10)]
    assert table(text).act("A", "move", way, dice="4").at("A1") == (17.1, 10)
    game = table(text).act("A", "move", way, dice="5 1 1")
    assert game.at("A1") == (12, 10) and game.figure("A1").prone
    assert game.rolled("arap.dice.wound-goal")[0].need == 2, "half an inch and four: Strength 5"


@pytest.mark.rule("arap.movement.movement-save")
@pytest.mark.parametrize(("move", "most"), [(2, 2), (4, 3), (5, 4)])
def test_a_movement_save_depends_on_the_current_move(move, most):
    game = table(f"human_trooper A (10,10) m={move}" + OUT)
    assert goal(game.battle, game.figure("A1")) == most
    game.does(lambda g: keeps_footing(g, game.figure("A1")), dice=str(most))
    assert game.rolled("arap.movement.agility-when")[0].most == most


@pytest.mark.rule("arap.movement.current-move", "arap.E21")
def test_the_current_move_is_what_the_ground_leaves():
    bog = table(HUMAN + "   area (0,0) (30,30) bog" + OUT)
    assert goal(bog.battle, bog.figure("A1")) == 2
    assert current_move(bog.battle, bog.figure("A1")) == 2
    mud = table("human_trooper A (10,10) m=6 prone   marine x (60,40)   area (5,5) (15,15) deep-mud")
    assert (
        current_move(mud.battle, mud.figure("A1")) == 1.5
    )  # arap.E4: crawling there takes four times as much
    pack = table("human_trooper A (10,10) rules=jump-pack" + OUT)
    assert goal(pack.battle, pack.figure("A1")) == 4


@pytest.mark.rule("arap.movement.current-move", "arap.movement.crawl")
@pytest.mark.parametrize(("ground", "left"), [("", 3), ("bog", 3), ("deep-mud", 1.5)])
def test_who_lies_has_half_of_his_move_and_on_bad_ground_no_less(ground, left):
    area = f"   area (5,5) (15,15) {ground}" if ground else ""
    game = table(f"human_trooper A (10,10) m=6 prone{area}" + OUT)
    assert current_move(game.battle, game.figure("A1")) == left


@pytest.mark.rule("arap.movement.dangerous-ground-leaving", "arap.S25")
@pytest.mark.parametrize(
    ("x", "to", "tests"), [(19.91, 22, ""), (19.8, 22, "6"), (20, 18, "6"), (12, 10, ""), (12, 13, "6")]
)
def test_the_boundary_is_a_tenth_of_an_inch(x, to, tests):
    game = table(f"human_trooper A ({x},10)" + MINES).act("A", "move", (to, 10), dice=tests)
    assert game.at("A1") == (to, 10)


@pytest.mark.rule("arap.movement.dangerous-ground")
@pytest.mark.parametrize(("ground", "told"), [("minefield", 1), ("gas-cloud", 0)])
def test_a_way_is_said_to_be_dangerous_for_what_tests_who_moves(ground, told):
    """Gas tests whoever is in it in the compulsory phase."""
    game = table(HUMAN + f"   area (12,0) (20,30) {ground}" + OUT)
    figure = game.figure("A1")
    assert len(dangers(game.battle, figure, (figure.spot, Spot(14, 10)))) == told
    assert game.act("A", "move", (14, 10), dice="2" * told).at("A1") == (14, 10)
