"""Trucks and boats: getting on and off, room by bulk, and swimmers taken up."""

from __future__ import annotations

import pytest

from tests.books.arap.table import table, why
from tests.kit.script import a
from warbook.books.arap.harm.casualties import remove
from warbook.books.arap.movement.riding import no_room
from warbook.books.arap.shooting.looking import look_at
from warbook.core.questions import Refused

OUT = "   marine x (60,40)"
LAKE = "   area (0,0) (40,40) deep-water"


@pytest.mark.rule("arap.H19", "arap.turn.interaction")
def test_a_squad_gets_on_and_off_a_truck():
    game = table("human_trooper A (10,10) (11.5,10)   truck T (12,12.3)" + OUT, vehicles=True)
    game.act("A", "board:T", points=1)
    assert game["A"].aboard == "T" and game.figure("A1").place == "aboard"
    game.act("T", "move", (15, 12.3))
    game.act("A", "alight", (17, 12.3), points=1)
    assert game["A"].aboard == "" and all(16 < x < 20 for x, _ in game.places("A"))
    far = table("human_trooper A (10,10) (15,10)   truck T (12,12.7)" + OUT, vehicles=True)
    assert "board:T" not in far.choices("A")


@pytest.mark.rule("arap.basics.bulk-count", "arap.H19")
def test_room_is_counted_by_bulk():
    room = table("truck T (12,12.7)" + OUT, vehicles=True).battle.setup.fighters[0].profile.carries
    fits = room // 3
    text = "ogryn A {}   truck T (30,30)" + OUT
    spots = " ".join("(30,33)" for _ in range(fits + 1))
    game = table(text.format(spots), vehicles=True)
    assert why(game.choices("A")["board:T"]).rule == "arap.basics.bulk-count"
    spots = " ".join("(30,33)" for _ in range(fits))
    assert table(text.format(spots), vehicles=True).choices("A")["board:T"] is None


@pytest.mark.rule("arap.basics.bulk-count", "arap.H19")
@pytest.mark.parametrize(("men", "fit"), [(10, True), (11, False)])
def test_a_truck_holds_ten_men_and_no_more(men, fit):
    spots = " ".join("(30,33)" for _ in range(men))
    game = table(f"human_trooper A {spots}   truck T (30,30)" + OUT, vehicles=True)
    assert (no_room(game.battle, game.figure("T1"), game.battle.standing(game["A"])) is None) is fit


@pytest.mark.rule("arap.shooting.line-of-sight", "arap.H19")
@pytest.mark.parametrize(("wall", "seen"), [("", True), ("   wall (20,0) (20,30) h=9", False)])
def test_who_is_aboard_sees_through_no_wall(wall, seen):
    game = table("human_trooper A (10,10)   truck T (12,10)   marine x (30,10)" + wall, vehicles=True)
    game["A"].aboard, game.figure("A1").place = "T", "aboard"
    game.figure("A1").at(game.figure("T1").spot, 0.0)
    assert bool(look_at(game.battle, game.figure("A1"), game["x"]).lines) is seen


@pytest.mark.rule("arap.G43", "arap.charge.interception-other")
def test_who_gets_off_beside_an_enemy_is_locked():
    game = table("human_trooper A (10,10)   truck T (12,12)   marine x (15.5,12)", vehicles=True)
    game["A"].aboard, game.figure("A1").place = "T", "aboard"
    game.act("A", "alight", (15, 12))
    assert game["A"].locked == ("x",) and game.battle.charges == []


@pytest.mark.rule("arap.H19")
def test_those_aboard_a_wreck_come_to_stand_about_it():
    game = table("human_trooper A (10,10) (11,10)   truck T (12,12)" + OUT, vehicles=True)
    game["A"].aboard = "T"
    for figure in game.battle.members(game["A"]):
        figure.place = "aboard"
    game.does(lambda g: remove(g, game.figure("T1"), "arap.H19"))
    assert game["A"].aboard == "" and len(game.places("A")) == 2


@pytest.mark.rule("arap.H19", "arap.movement.swim")
@pytest.mark.parametrize(("unit", "swims"), [("boat T", False), ("human_trooper T", True)])
def test_a_boat_moves_on_the_water_and_is_never_said_to_swim(unit, swims):
    """A one of the swimming dice would sink it."""
    game = table(f"{unit} (30,10)" + LAKE + OUT, vehicles=True)
    assert ("swim" in game.choices("T")) is swims


@pytest.mark.rule("arap.movement.swim-mishap")
def test_a_boat_among_swimmers_does_not_go_under():
    game = table("boat+human_trooper T (30,10) (30,14)" + LAKE + OUT, vehicles=True)
    game.act("T", "swim", {"T1": "stay", "T2": (31, 14)}, dice="1 1 1")
    assert (game.figure("T1").place, game.figure("T2").place) == ("table", "out")


@pytest.mark.rule("arap.H19")
def test_a_boat_stays_in_the_water():
    game = table("boat T (38,10)" + LAKE + OUT, vehicles=True)
    with pytest.raises(Refused, match="stays in the water"):
        game.act("T", "move", (41.5, 10))
    with pytest.raises(Refused, match="stays in the water"):
        game.act("T", "move", (40.5, 10))
    game.act("T", "move", (38, 12))
    assert game.at("T1") == (38, 12)


@pytest.mark.rule("arap.movement.pick-up-swimmers")
def test_a_slow_boat_takes_up_swimmers_whom_it_passes():
    text = "boat T (10,10) m=8   human_trooper A (14,12) (14,14.1)" + LAKE + OUT
    game = table(text, vehicles=True).act("T", "move", (16, 10), a("take"))
    assert game.figure("A1").place == "aboard" and game.figure("A2").place == "table"
    assert game["A-2"].aboard == "T" or game["A"].aboard == "T"
    fast = table(text, vehicles=True).act("T", "move", (17, 10))
    assert fast.figure("A1").place == "table"
    left = table(text, vehicles=True).act("T", "move", (16, 10), a("leave"))
    assert left.figure("A1").place == "table"


@pytest.mark.rule("arap.movement.leave-water")
def test_a_swimmer_climbs_into_a_boat_by_a_test():
    text = "boat T (10,10)   human_trooper A (12.5,10) (12.5,12)" + LAKE + OUT
    game = table(text, vehicles=True).act("A", "board:T", dice="3 4")
    assert game.figure("A1").place == "aboard" and game.figure("A2").place == "table"


@pytest.mark.rule("arap.H19", "arap.turn.interaction")
@pytest.mark.parametrize(("x", "there"), [(13.2, True), (13.3, False)])
def test_one_gets_on_within_two_inches_of_the_hull(x, there):
    game = table(f"human_trooper A ({x},10)   truck T (10,10)" + OUT, vehicles=True)
    assert ("board:T" in game.choices("A")) == there


@pytest.mark.rule("arap.H19", "arap.turn.interaction")
def test_one_gets_off_within_two_inches_of_the_hull():
    game = table("human_trooper A (10,10)   truck T (20,20)" + OUT, vehicles=True)
    game["A"].aboard, game.figure("A1").place = "T", "aboard"
    with pytest.raises(Refused, match="within 2 inches"):
        game.act("A", "alight", (24, 20))
    assert game["A"].aboard == "T"
    game.battle.stack.clear()
    game.act("A", "alight", (20, 22.2))
    assert game["A"].aboard == "" and game.figure("A1").y > 20
