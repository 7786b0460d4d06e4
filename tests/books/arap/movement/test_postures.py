"""Crawling, lying down, standing up, and tactical movement."""

from __future__ import annotations

import pytest

from tests.books.arap.movement.test_walking import HUMAN, OUT, may, reason
from tests.books.arap.table import table, why
from warbook.books.arap.field.sight import share_seen
from warbook.books.arap.movement.gaits import Gait
from warbook.books.arap.movement.postures import may_lie_down, may_move_tactically
from warbook.core.questions import Refused

PRONE = HUMAN + " prone"


@pytest.mark.rule("arap.movement.crawl", "arap.movement.prone-state")
@pytest.mark.parametrize(("ground", "inches"), [("", 2), ("bog", 2), ("deep-mud", 1)])
def test_crawling_is_at_half_rate(ground, inches):
    text = PRONE + (f"   area (0,0) (30,30) {ground}" if ground else "")
    assert may(text, (10 + inches, 10)) and not may(text, (10.1 + inches, 10))


@pytest.mark.rule("arap.movement.crawl-variable", "arap.E24")
def test_a_crawler_rolls_one_die_in_variable_ground():
    text = PRONE + "   area (0,0) (30,30) variable" + OUT
    game = table(text).act("A", "rough", (11.5, 10), dice="3")
    assert game.at("A1") == (11.5, 10)
    with pytest.raises(Refused):
        table(text).act("A", "rough", (11.6, 10), dice="3")


@pytest.mark.rule("arap.movement.who-can-crawl")
def test_who_can_crawl():
    assert may(PRONE + " rules=crawler", (14, 10)) and not may(PRONE + " rules=crawler", (14.1, 10))
    for rider in ("rough_rider A (10,10)", "truck A (10,10)", "human_trooper A (10,10) rules=cannot-crawl"):
        game = table(rider + OUT)
        assert why(may_lie_down(game.battle, game["A"])).rule == "arap.movement.who-can-crawl"
    tiger = table("genestealer A (10,10)" + OUT)
    assert may_lie_down(tiger.battle, tiger["A"]) is None
    crouching = "genestealer A (10,10) m=6 prone"
    assert may(crouching, (13, 10)) and not may(crouching, (13.1, 10))


@pytest.mark.rule("arap.movement.go-prone", "arap.C14")
def test_going_prone_is_free_at_the_end_of_a_move():
    game = table("human_trooper A (10,10) (12,10)" + OUT)
    game.act("A", "move", {"A1": (14, 10), "posture": "prone"})
    assert game.figure("A1").prone and game.figure("A2").prone and game.at("A1") == (14, 10)
    assert game.battle.stack[-1].points == 0


@pytest.mark.rule("arap.movement.stand-up")
def test_standing_up_costs_a_point():
    game = table(PRONE + OUT).act("A", "stand up", points=2).act("A", "move", (14, 10))
    assert not game.figure("A1").prone and game.at("A1") == (14, 10)
    down = (
        "human_trooper A (30,8) (30,10) (30,12) prone   human_trooper x (10,10) facing=0 bs=4 weapons=lasgun"
    )
    up = table(down).act("A", "stand up")
    for game, goal in ((table(down), 3), (up, 4)):
        game.act("x", "shoot:A", dice="6")
        assert game.rolled("arap.shooting.to-hit")[0].most == goal


@pytest.mark.rule("arap.movement.prone-line-of-sight", "arap.shooting.line-of-sight")
def test_who_lies_behind_a_low_wall_neither_sees_nor_is_seen():
    text = "human_trooper A (10,10) {}   marine x (14,10)   wall (10.8,8) (10.8,12) h=0.75 barricade"
    up, down = table(text.format("")), table(text.format("prone"))
    assert share_seen(up.battle, up.figure("x1"), up.figure("A1")) > 0
    assert share_seen(down.battle, down.figure("x1"), down.figure("A1")) == 0
    assert share_seen(down.battle, down.figure("A1"), down.figure("x1")) == 0


@pytest.mark.rule("arap.movement.tactical-distance", "arap.A20")
def test_a_tactical_move_is_a_d6():
    game = table("human_trooper A (10,10) (12,10)" + OUT).act("A", "tactical", (10, 15), dice="5")
    assert game.places("A") == [(10, 15), (12, 15)] and game["A"].tactical == game.battle.clock
    with pytest.raises(Refused):
        table(HUMAN + OUT).act("A", "tactical", (15.1, 10), dice="5")
    bog = HUMAN + "   area (0,0) (30,30) bog" + OUT
    assert table(bog).act("A", "tactical", (12.5, 10), dice="5").at("A1") == (12.5, 10)
    variable = HUMAN + "   area (0,0) (30,30) variable" + OUT
    assert table(variable).act("A", "tactical", (15, 10), dice="5").at("A1") == (15, 10)


@pytest.mark.rule("arap.movement.tactical-posture", "arap.movement.prone-state", "arap.E9")
def test_a_tactical_move_begins_and_ends_as_one_likes():
    game = table(PRONE + OUT).act("A", "tactical", {"A1": (15, 10), "posture": "standing"}, dice="5")
    assert game.at("A1") == (15, 10) and not game.figure("A1").prone
    game = table(PRONE + OUT).act("A", "tactical", (15, 10), dice="5")
    assert game.figure("A1").prone
    game = table(HUMAN + OUT).act("A", "tactical", {"A1": (15, 10), "posture": "prone"}, dice="5")
    assert game.figure("A1").prone


@pytest.mark.rule(
    "arap.movement.tactical-who", "arap.movement.tactical-burdened", "arap.movement.tactical-excluded"
)
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("rough_rider A (10,10)", "tactical-who"),
        ("human_trooper A (10,10) rules=standard", "tactical-burdened"),
        ("human_trooper A (10,10) rules=slow-and-purposeful", "tactical-excluded"),
        ("conscript A (10,10)", "tactical-excluded"),
    ],
)
def test_who_may_not_move_tactically(text, rule):
    game = table(text + OUT)
    assert why(may_move_tactically(game.battle, game["A"])).rule == f"arap.movement.{rule}"
    assert why(game.choices("A")["tactical"]).rule == f"arap.movement.{rule}"
    assert table(HUMAN + OUT).choices("A")["tactical"] is None


@pytest.mark.rule("arap.movement.tactical-flat-ground")
def test_a_road_is_too_flat():
    road = HUMAN + "   area (12,0) (14,30) road"
    assert may(road, (14, 10)) and may(road, (12, 10), gait=Gait("tactical", 5))
    assert reason(road, (13, 10), gait=Gait("tactical", 5)) == "arap.movement.tactical-flat-ground"


@pytest.mark.rule("arap.movement.tactical-shooting", "arap.E8")
def test_a_tactical_move_is_noted_for_this_player_turn():
    game = table(HUMAN + OUT, turn=3).act("A", "tactical", (11, 10), dice="1")
    assert game["A"].tactical == game.battle.clock == 5
