"""Gaps: stepped over, jumped, fallen into."""

from __future__ import annotations

import pytest

from tests.books.arap.movement.test_walking import HUMAN, OUT, may, reason, walker
from tests.books.arap.table import table
from warbook.board.geometry import Spot
from warbook.books.arap.movement.gaits import Gait
from warbook.books.arap.terrain import Terrain


def ditch(width: float) -> str:
    return f"   area (12,0) ({12 + width},30) crevasse"


@pytest.mark.rule("arap.movement.free-jump")
def test_narrow_gaps_are_nothing():
    assert (
        may(HUMAN + ditch(1), (14, 10)) and reason(HUMAN + ditch(1.1), (14, 10)) == "arap.movement.free-jump"
    )
    large = "monster_carnifex A (9,10)"
    assert may(large + ditch(1.5), (15, 10)) and not may(large + ditch(1.6), (15, 10))
    huge = "monster_carnifex A (9,10) size=4"
    assert may(huge + ditch(2), (15, 10)) and not may(huge + ditch(2.1), (15, 10))


@pytest.mark.rule("arap.movement.free-jump", "arap.movement.long-jump")
def test_a_gap_is_as_wide_to_who_bends_over_it():
    bend = [(12.9, 10), (13.8, 10), (15, 10)]
    assert reason("human_trooper A (11.4,10)" + ditch(2), *bend) == "arap.movement.free-jump"
    game = table("human_trooper A (11.9,10)" + ditch(3.5) + OUT)
    game.act("A", "leap", [(13.5, 10), (15.9, 10)], dice="1 1")
    assert not game.rolled("arap.movement.long-jump") and 12 < game.figure("A1").x < 12.5


@pytest.mark.rule("arap.movement.jump-short-of-gap")
def test_who_cannot_clear_a_gap_stops_before_it():
    man = "human_trooper A (8.5,10)" + ditch(1)
    assert may(man, (11.9, 10)) and reason(man, (12.5, 10)) == "arap.movement.jump-short-of-gap"


@pytest.mark.rule("arap.movement.long-jump")
def test_a_long_jump_is_tested():
    game = table("human_trooper A (11.4,10)" + ditch(2.5) + OUT)
    game.act("A", "leap", (15.1, 10), dice="3")
    assert game.at("A1") == (15.1, 10)


@pytest.mark.rule("arap.movement.long-jump")
@pytest.mark.parametrize(
    ("width", "dice", "over"), [(3, "3", True), (3.1, "1 1", False), (3.5, "1 1", False)]
)
def test_who_moves_four_inches_may_jump_three(width, dice, over):
    """Beyond that he falls without a test: D3 = 1 hit that does not wound."""
    game = table("human_trooper A (11.9,10)" + ditch(width) + OUT).act("A", "leap", (15.9, 10), dice=dice)
    assert (game.at("A1") == (15.9, 10)) is over is bool(game.rolled("arap.movement.long-jump"))


@pytest.mark.rule("arap.movement.long-jump", "arap.F32")
def test_the_gap_is_measured_after_one_has_committed():
    assert not may(HUMAN + " m=6" + ditch(5.1), (16, 10), gait=Gait("leap")), "nobody stops over it"
    game = table("human_trooper A (11.4,10) m=5" + ditch(4.1) + OUT).act("A", "leap", (16.4, 10), dice="1 1")
    assert game.rolled("arap.movement.long-jump") == [] and 12 < game.figure("A1").x < 12.5
    four = table("human_trooper A (11.4,10) m=5" + ditch(4) + OUT).act("A", "leap", (16.4, 10), dice="3")
    assert four.at("A1") == (16.4, 10)


@pytest.mark.rule("arap.movement.long-jump-failure", "arap.E12")
def test_a_failed_jump_falls_into_the_gap():
    text = "human_trooper A (11.4,10) t=4" + ditch(2.5) + OUT
    game = table(text).act("A", "leap", (15.1, 10), dice="4 2 1 1")
    assert 12 < game.figure("A1").x < 12.5 and game.figure("A1").prone
    assert len(game.rolled("arap.dice.wound-goal")) == 2, "D3 = 2 hits"
    assert game.rolled("arap.dice.wound-goal")[0].need == 4, "Strength 4 against Toughness 4"


@pytest.mark.rule("arap.movement.long-jump-failure", "arap.movement.after-fall")
def test_a_gap_of_three_inches_hits_with_strength_three_and_nobody_lies_there():
    cleft = Terrain(id="cleft", name="Cleft", means="a gap", ground="impassable", gap=True, depth=3)
    text = "human_trooper A (11.4,10) t=3   area (12,0) (14.5,30) cleft" + OUT
    game = table(text, scenario={"terrain": (cleft,)}).act("A", "leap", (15.1, 10), dice="4 2 1 1")
    assert [roll.need for roll in game.rolled("arap.dice.wound-goal")] == [4, 4]
    assert not game.figure("A1").prone


@pytest.mark.rule("arap.movement.jump-exceptions")
def test_leapers_know_no_gaps():
    assert may("human_trooper A (11.4,10) rules=leaper" + ditch(2.5), (15.1, 10))


@pytest.mark.rule("arap.movement.jump-short-of-gap")
def test_who_is_over_a_gap_already_may_stay_there_and_end_nowhere_else_over_it():
    one = walker("human_trooper A (14,10)" + ditch(4))
    assert one.may_end(one.start) is None
    refusal = one.may_end(Spot(14, 11))
    assert refusal is not None and refusal.rule == "arap.movement.jump-short-of-gap"
