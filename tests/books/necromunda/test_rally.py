"""The recovery phase: first the down, then the broken; who may rally and what it takes."""

from __future__ import annotations

import pytest

from tests.books.necromunda.position import table
from tests.kit.script import a, b
from warbook.books.necromunda.nerve import may_rally
from warbook.core.events import Became, Rolled

WALL = "wall (15,0) (15,48) h=3"


@pytest.mark.rule("nec.recovery.sequence", "nec.A37")
def test_the_down_roll_first_then_the_broken_test_and_only_those_whose_turn_it_is() -> None:
    game = table(
        f"""
        ganger A (10,10) broken hidden   ganger B (10,20) down
        ganger x (30,10) down   ganger y (30,20) broken hidden   {WALL}
        """,
        phase="recover",
    ).play(dice="3 3 3")
    rolls = [(event.rule, event.by) for event in game.events if isinstance(event, Rolled)]
    assert rolls == [("nec.recovery.down-roll", "B"), ("nec.recovery.rally-test", "A")]


@pytest.mark.rule("nec.recovery.sequence", "nec.recovery.down-roll", "nec.A17")
def test_a_fighter_shaken_by_a_recovery_roll_may_rally_in_the_same_phase() -> None:
    game = table(
        f"ganger A (10,10)   ganger B (10,11.5) down   ganger x (30,10)   {WALL}",
        phase="recover",
        began={"a": 9, "b": 9},
    )
    game.play(
        a((10, 9)), dice="6 6 6 1 1 3 4"
    )  # B out, A breaks, runs 2 inches (an inch will do), rallies on 7
    assert not game["A"].broken


@pytest.mark.rule("nec.recovery.down-roll", "nec.A38")
@pytest.mark.parametrize(
    ("die", "down", "place"), [("1", False, "table"), ("3", True, "table"), ("6", False, "out")]
)
def test_a_down_fighter_gets_up_stays_down_or_is_out(die: str, down: bool, place: str) -> None:
    game = table("ganger A (10,10) down   ganger B (30,30)   ganger x (40,40)", phase="recover").play(
        dice=die
    )
    assert (game["A"].down, game["A"].place) == (down, place)
    assert not game["A"].pinned and game["A"].flesh == (die == "1")


# ---------------------------------------------------------------- who may rally


@pytest.mark.rule("nec.recovery.rally-conditions")
def test_hidden_behind_a_wall_he_may_test() -> None:
    game = table("ganger A (20,10) broken hidden   wall (19,8) (19,12) h=1   ganger x (10,10)")
    assert may_rally(game.battle, game["A"])


@pytest.mark.rule("nec.recovery.rally-conditions")
def test_unseen_but_in_no_cover_he_may_not() -> None:
    game = table("ganger A (20,10) broken   ganger x (10,10) down", phase="recover").play()
    assert game["A"].broken and not game.rolled("nec.recovery.rally-test")


@pytest.mark.rule("nec.recovery.rally-conditions")
def test_in_the_open_or_merely_in_partial_cover_he_may_not() -> None:
    game = table("ganger A (20,10) broken   ganger x (10,10)")
    assert not may_rally(game.battle, game["A"])
    game = table("ganger A (20,10) broken   wall (19,8) (19,12) h=0.8   ganger x (10,10)")
    assert not may_rally(game.battle, game["A"])


@pytest.mark.rule("nec.A13", "nec.recovery.rally-conditions", "nec.movement.run-no-hiding")
def test_who_ran_this_turn_may_rally_if_the_cover_blocks_every_line_and_not_if_it_covers_in_part() -> None:
    game = table(f"ganger A (20,10) broken moved=fled   {WALL}   ganger x (10,10)")
    assert may_rally(game.battle, game["A"]) and not game["A"].hidden
    game = table("ganger A (20,10) broken moved=fled   wall (19,8) (19,12) h=0.8   ganger x (10,10)")
    assert not may_rally(game.battle, game["A"])


@pytest.mark.rule("nec.recovery.rally-conditions")
def test_one_enemy_who_sees_him_is_enough_to_forbid_it() -> None:
    game = table(f"ganger A (20,10) broken   {WALL}   ganger x (10,10)   ganger y (40,10)")
    assert not may_rally(game.battle, game["A"])
    game["y"].pinned = True
    assert may_rally(game.battle, game["A"])


@pytest.mark.rule("nec.recovery.rally-conditions")
def test_behind_a_wall_he_may_even_if_every_enemy_lies_on_the_ground() -> None:
    game = table(f"ganger A (20,10) broken   {WALL}   ganger x (10,10) pinned")
    assert may_rally(game.battle, game["A"])


@pytest.mark.rule("nec.recovery.rally-conditions")
def test_who_is_down_does_not_rally() -> None:
    game = table(f"ganger A (20,10) broken down   {WALL}   ganger x (10,10)")
    assert not may_rally(game.battle, game["A"])


# ---------------------------------------------------------------- the test


@pytest.mark.rule("nec.recovery.rally-test", "nec.leadership.broken-may-rally")
@pytest.mark.parametrize(("dice", "broken"), [("2 4", False), ("3 4", False), ("4 5", True)])
def test_leadership_or_less_and_he_recovers_his_nerve(dice: str, broken: bool) -> None:
    game = table(f"ganger A (20,10) broken   {WALL}   ganger x (10,10)", phase="recover").play(dice=dice)
    assert game["A"].broken is broken
    told = [event.gained for event in game.events if isinstance(event, Became) and event.status == "broken"]
    assert told == ([] if broken else [False]), "he is told to have lost the state, not to have gained it"


@pytest.mark.rule("nec.recovery.rally-test")
def test_who_failed_may_try_again_in_a_later_turn_and_then_fights_as_ever() -> None:
    game = table(f"ganger A (20,10) broken   {WALL}   ganger x (10,10)", phase="recover").play(dice="6 6")
    game.until("recover", b("done")).play()  # the enemy's turn
    game.until("recover")  # he stays behind his wall, hidden
    assert game["A"].hidden
    game.play(dice="1 1")
    assert not game["A"].broken
    game.until("recover", b("done")).play().until("move")
    assert game.option("A").barred is None
