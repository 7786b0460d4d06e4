"""Swimming, drowning, and getting out."""

from __future__ import annotations

import pytest

from tests.books.arap.movement.test_walking import HUMAN, OUT, reason
from tests.books.arap.table import table
from warbook.board.geometry import Spot
from warbook.books.arap.movement.gaits import Gait
from warbook.books.arap.movement.swimming import _afloat, in_water
from warbook.books.arap.movement.walking import Walker
from warbook.core.questions import Refused

LAKE = "   area (8,0) (30,30) deep-water"


@pytest.mark.rule("arap.movement.swim", "arap.A13")
@pytest.mark.parametrize(("die", "inches"), [(2, 3), (3, 4), (4, 2), (5, 3), (6, 4)])
def test_a_swimmer_goes_d3_and_one(die, inches):
    game = table(HUMAN + LAKE + OUT).act("A", "swim", (10 + inches, 10), dice=str(die))
    assert game.at("A1") == (10 + inches, 10)
    with pytest.raises(Refused):
        table(HUMAN + LAKE + OUT).act("A", "swim", (10.1 + inches, 10), dice=str(die))


@pytest.mark.rule("arap.movement.swim")
def test_walkers_keep_out_of_deep_water():
    assert reason("human_trooper A (6,10)" + LAKE, (9, 10)) == "arap.movement.swim"
    game = table("human_trooper A (6,10) (6,12)" + LAKE + OUT)
    game.act("A", "swim", {"A1": (9, 10), "A2": (6, 16)}, dice="5")
    assert game.at("A1") == (9, 10) and game.at("A2") == (6, 16), "who stays ashore walks"


@pytest.mark.rule("arap.movement.swim-mishap", "arap.E17")
def test_a_natural_one_drowns_d6_of_a_unit():
    men = "human_trooper A (10,4) (10,6) (10,8) (10,10) (10,12) (10,14) (10,16) (10,18)"
    game = table(men + LAKE + OUT).act("A", "swim", (12, 4), dice="1 3 1 1 1" + " 1 1")
    assert len(game.battle.standing(game["A"])) == 5
    one = table(HUMAN + LAKE + OUT).act("A", "swim", (12, 10), dice="1")
    assert one.figure("A1").place == "out"
    dry = table("human_trooper A (6,10)" + LAKE + OUT).act("A", "swim", (6, 12), dice="1")
    assert dry.figure("A1").place == "table"


@pytest.mark.rule("arap.morale.own-turn-losses")
@pytest.mark.parametrize(("drowned", "tests"), [(1, False), (2, True)])
def test_a_quarter_drowned_calls_for_the_test_at_once(drowned, tests):
    """Of five; an even 8 against Ld 7 pins, and of two points left none is."""
    men = "human_trooper A (10,10) (10,12) (10,14) (10,16) (10,18) ld=7"
    dice = f"1 {drowned}" + " 1" * drowned + " 4 4" * tests
    game = table(men + LAKE + OUT).act("A", "swim", (12, 10), points=3, dice=dice)
    assert game["A"].pinned is tests and game.battle.stack[-1].points == (0 if tests else 2)


@pytest.mark.rule("arap.movement.swim-character")
@pytest.mark.parametrize(("second", "place"), [("4", "table"), ("1", "out")])
def test_a_character_drowns_only_on_a_second_one(second, place):
    game = table("human_captain A (10,10) character" + LAKE + OUT).act(
        "A", "swim", (12, 10), dice=f"1 {second}"
    )
    assert game.figure("A1").place == place


@pytest.mark.rule("arap.movement.leave-water")
@pytest.mark.parametrize(("die", "out"), [("3", True), ("4", False)])
def test_climbing_onto_a_jetty_is_tested(die, out):
    jetty = "   block (12,8) (20,12) h=0.75"
    game = table("human_trooper A (11,10)   area (0,0) (30,30) deep-water" + jetty + OUT)
    game.act("A", "swim", (13, 10, 0.75), points=2, dice=f"6 {die}")
    assert game.at("A1") == ((13, 10, 0.75) if out else (11.5, 10)), "he stays before it"
    if not out:
        game.act("A", "swim", (13, 10, 0.75), dice="6 3")  # and may try again
        assert game.at("A1") == (13, 10, 0.75)


@pytest.mark.rule("arap.movement.leave-water")
def test_who_cannot_climb_onto_a_quay_stays_in_the_water_and_not_on_the_strip_of_bank_before_it():
    quay = "   area (0,0) (12,30) deep-water   block (13,8) (20,12) h=0.75"
    game = table("human_trooper A (10.5,10)" + quay + OUT)
    game.act("A", "swim", (13.5, 10, 0.75), points=2, dice="6 4")
    assert game.at("A1") == (11.9, 10)


@pytest.mark.rule("arap.movement.leave-water")
def test_who_was_never_in_the_water_climbs_out_of_none():
    step = "   block (2,8) (5,12) h=0.75"
    game = table("human_trooper A (9,10) (6,10)" + LAKE + step + OUT)
    game.act("A", "swim", {"A1": (9, 12), "A2": (4, 10, 0.75)}, dice="6")
    assert game.at("A2") == (4, 10, 0.75) and not game.rolled("arap.movement.leave-water")


@pytest.mark.rule("arap.movement.leave-water")
def test_a_shore_is_left_without_a_test():
    game = table("human_trooper A (9,10)" + LAKE + OUT).act("A", "swim", (6, 10), dice="6")
    assert game.at("A1") == (6, 10)


@pytest.mark.rule("arap.movement.underwater")
def test_who_has_gills_walks_under_water():
    game = table("human_trooper A (10,10) rules=gills" + LAKE + OUT).act("A", "move", (14, 10))
    assert game.at("A1") == (14, 10)
    hidden = table("human_trooper A (10,10) rules=gills" + LAKE + OUT, hidden_units=True)
    assert hidden.act("A", "move", (14, 10))["A"].hidden and not game["A"].hidden


@pytest.mark.parametrize(("x", "wet"), [(7.9, False), (8.0, False), (8.1, True)])
def test_who_stands_on_the_bank_is_not_in_the_water(x, wet):
    game = table(f"human_trooper A ({x},10)" + LAKE + OUT)
    assert in_water(game.battle, game.figure("A1").spot) is wet


@pytest.mark.rule("arap.movement.leave-water")
def test_who_finds_no_room_in_the_water_stays_where_he_was():
    game = table("human_trooper A (10,10)   area (20,0) (30,30) deep-water" + OUT)
    walker = Walker(game.battle, game.figure("A1"), Gait("swim", 4))
    assert _afloat(game.battle, (Spot(10, 10), Spot(12, 10), Spot(13, 10)), walker) == (Spot(10, 10),)
