"""Hidden units: found by who comes near, and by moving in view."""

from __future__ import annotations

import pytest

from tests.books.arap.charge.test_charging import declared
from tests.books.arap.table import table
from warbook.board.geometry import Spot
from warbook.books.arap.field.hiding import seen_by as view
from warbook.books.arap.movement.gaits import Gait
from warbook.books.arap.movement.noticing import _finds
from warbook.books.arap.movement.walking import Walker
from warbook.books.arap.rout.falls import rout
from warbook.core.events import Moved, Placed


@pytest.mark.rule("arap.H8")
def test_who_comes_within_eight_inches_finds_a_hidden_unit_and_stops():
    game = table("human_trooper A (10,10)   marine x (20,10) hidden").act("A", "move", (14, 10))
    assert game.at("A1") == (12, 10) and not game["x"].hidden
    game = table("human_trooper A (10,10)   marine x (22.1,10) hidden").act("A", "move", (14, 10))
    assert game.at("A1") == (14, 10) and game["x"].hidden


@pytest.mark.rule("arap.H8")
def test_who_finds_one_hidden_unit_stops_before_he_finds_the_next():
    game = table("human_trooper A (10,10)   marine x (20,11) hidden   marine y (10,19) hidden facing=0")
    game.act("A", "move", [(10, 11), (12, 11)])
    assert not game["y"].hidden and game["x"].hidden and game.at("A1") == (10, 11)


@pytest.mark.rule("arap.H8")
@pytest.mark.parametrize(("y", "hidden"), [(18, False), (18.1, True)])
def test_who_charges_past_a_hidden_unit_finds_it_and_goes_on(y, hidden):
    text = f"human_trooper A (10,10)   human_trooper x (20,10) pinned   marine y (14,{y}) hidden"
    game = declared(table(text).points("A", 1), "charge:x", "55")
    assert game["A"].locked == ("x",) and game["y"].hidden is hidden


@pytest.mark.rule("arap.H8")
@pytest.mark.parametrize("cause", ["y", ""])
@pytest.mark.parametrize(("x", "hidden"), [(38, False), (38.1, True)])
def test_who_flees_past_a_hidden_unit_finds_it_and_did_not_flee_from_it(x, hidden, cause):
    text = f"human_trooper A (30,20) facing=270   marine x ({x},16) hidden   marine y (30,40)"
    game = table(text, rout_path="automatic")
    game.does(lambda each: rout(each, game["A"], cause, "arap.rout.test"), dice="6")
    assert game.at("A1") == (30, 14) and game["x"].hidden is hidden


@pytest.mark.rule("arap.H8")
def test_what_cannot_be_seen_is_not_found():
    wall = "human_trooper A (10,10)   marine x (18,10) hidden   block (15,5) (16,15) h=5"
    game = table(wall).act("A", "move", (14, 10))
    assert game.at("A1") == (14, 10) and game["x"].hidden


@pytest.mark.rule("arap.H8")
@pytest.mark.parametrize(("top", "inches"), [(0.5, None), (4.0, 4.0)])
def test_who_climbs_finds_whom_he_sees_over_a_wall_from_up_there(top, inches):
    game = table("human_trooper A (10,10)   marine x (16,10) hidden   wall (13,5) (13,15) h=3")
    way = Spot(10, 10, 0), Spot(10, 10, top)
    assert _finds(game.battle, game.figure("A1"), way, game["x"]) == inches


@pytest.mark.rule("arap.H8")
def test_who_moves_in_view_is_found():
    text = "human_trooper A (10,10) hidden   marine x (30,10) facing={}"
    assert not table(text.format(180)).act("A", "move", (14, 10))["A"].hidden
    assert table(text.format(0)).act("A", "move", (14, 10))["A"].hidden
    assert table(text.format(180)).act("A", "move", 90)["A"].hidden, "who only turns has not moved"
    fallen = table(text.format(180) + "   marine y (60,40) facing=0")
    fallen.figure("x1").place = "out"
    assert fallen.act("A", "move", (14, 10))["A"].hidden, "who is out of action sees nothing"


@pytest.mark.rule("arap.H8")
def test_nothing_tells_of_a_hidden_enemy():
    plain = table("human_trooper A (10,10)   marine x (15,10)")
    hidden = table("human_trooper A (10,10)   marine x (15,10) hidden")
    near = Spot(14, 10)
    for game, free in ((plain, False), (hidden, True)):
        walker = Walker(game.battle, game.figure("A1"), Gait())
        assert (walker.may_end(near) is None) == free


@pytest.mark.rule("arap.H8")
def test_where_a_hidden_unit_goes_its_own_side_alone_is_told():
    text = "human_trooper A (10,10) hidden   marine x (30,10) facing=0"
    game = table(text).act("A", "move", (14, 10))
    moves = [event for event in game.events if isinstance(event, Moved)]
    assert [event.to for event in moves] == [("a",)]
    game = table("human_trooper A (10,10)   marine x (20,10) hidden").act("A", "move", (14, 10))
    assert [(event.piece, event.to) for event in game.events if isinstance(event, Placed)] == [("x1", ())]


@pytest.mark.rule("arap.H8")
def test_nobody_else_sees_where_a_hidden_unit_is():
    battle = table("human_trooper A (10,10) (12,10) hidden   marine x (30,10)").battle
    battle.figures[1].place = "out"
    assert view(battle, "a") is battle
    for side in ("b", None):
        seen = view(battle, side)
        assert [(each.id, each.place, each.x) for each in seen.figures] == [
            ("A1", "reserve", 0.0), ("A2", "out", 12.0), ("x1", "table", 30.0),
        ]  # fmt: skip
    assert battle.figures[0].x == 10
