"""The bottle test: when, on whose Ld, and giving up."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.necromunda.position import Position, table
from tests.kit.script import a
from warbook.books.necromunda.nerve import bottle_ld, leadership, must_bottle
from warbook.core.events import Ended


def gang(size: int, down: int = 0, out: int = 0, ld: str = "", phase: str = "start") -> Position:
    """A gang of so many gangers and a leader, the first of the gangers down or out."""
    states = ["down"] * down + ["place=out"] * out + [""] * (size - 1 - down - out)
    gangers = "   ".join(f"ganger G{n} ({4 + 2 * n},6) {state}" for n, state in enumerate(states))
    return table(f"leader A (4,10) {ld}   {gangers}   ganger x (40,40)", phase=phase)


@pytest.mark.rule("nec.bottle.trigger", "nec.A32")
@pytest.mark.parametrize(
    ("size", "down", "out", "tests"),
    [(8, 2, 0, True), (9, 2, 0, False), (10, 1, 2, True), (8, 1, 0, False), (8, 0, 2, True)],
)
def test_a_quarter_of_the_gang_down_or_out_calls_for_a_test(
    size: int, down: int, out: int, tests: bool
) -> None:
    game = gang(size, down, out)
    assert must_bottle(game.battle, "a") is tests
    if tests:
        assert game.question().rule == "nec.bottle.voluntary"
    else:
        assert game.play().battle.phase == "charge"
        assert not game.rolled("nec.bottle.test")


@pytest.mark.rule("nec.A32")
def test_broken_and_pinned_fighters_do_not_count_and_one_who_got_up_counts_no_more() -> None:
    game = gang(4)
    for name in ("G0", "G1"):
        game[name].broken = game[name].pinned = True
    assert not must_bottle(game.battle, "a")
    game["G0"].down = True
    assert must_bottle(game.battle, "a")
    game["G0"].down = False
    assert not must_bottle(game.battle, "a")


@pytest.mark.rule("nec.A32", "nec.A15")
def test_a_quarter_of_those_the_gang_began_with_including_who_fled_and_who_is_in_reserve() -> None:
    game = gang(8)
    game["G0"].place = "fled"
    assert not must_bottle(game.battle, "a")
    game["G1"].place = "out"
    assert must_bottle(game.battle, "a")
    for name in ("G2", "G3", "G4"):
        game[name].place = "reserve"
    game["G1"].place = "table"
    assert not must_bottle(game.battle, "a")


@pytest.mark.rule("nec.bottle.trigger")
def test_only_at_the_start_of_the_own_turn() -> None:
    game = gang(8, 2)
    game.battle.side = "b"
    game.play()
    assert game.battle.phase == "charge" and not game.battle.over


@pytest.mark.rule("nec.bottle.test", "nec.bottle.failed")
@pytest.mark.parametrize(("dice", "lost"), [("4 4", False), ("4 5", True)])
def test_on_the_leaders_ld_8_a_9_fails_and_the_battle_is_lost(dice: str, lost: bool) -> None:
    game = gang(8, 2).play(a("fight"), dice=dice)
    assert game.battle.over is lost
    (roll,) = game.rolled("nec.bottle.test")
    assert [line.value for line in roll.modifiers] == [0]
    if lost:
        assert game.battle.winner == "b"
        assert [event.rule for event in game.events if isinstance(event, Ended)] == ["nec.bottle.failed"]


@pytest.mark.rule("nec.bottle.test")
def test_10_of_36_rolls_fail_on_ld_8_and_the_player_is_told() -> None:
    assert leadership.odds("", 8).chance(False) == Fraction(10, 36)
    assert gang(8, 2).option("fight").label == "Fight on: test on Ld 8 (28% to fail)"


@pytest.mark.rule("nec.bottle.substitute-ld", "nec.A33")
@pytest.mark.parametrize("state", ["down", "place=out"])
def test_with_the_leader_down_or_out_the_highest_ld_of_those_still_up_counts(state: str) -> None:
    game = table(
        f"""
        leader A (4,10) Ld=9 {state}   juve B (6,10) Ld=6   ganger C (8,10)   ganger D (10,10)
        ganger E (12,10) Ld=8 down   ganger x (40,40)
        """
    )
    assert bottle_ld(game.battle, "a")[0] == 7


@pytest.mark.rule("nec.bottle.substitute-ld")
def test_those_who_have_left_the_table_have_no_say() -> None:
    game = table(
        """
        leader A (4,10) Ld=9 place=off   ganger B (6,10)   ganger C (8,10) place=fled Ld=10
        ganger x (40,40)
        """
    )
    assert bottle_ld(game.battle, "a")[0] == 7


@pytest.mark.rule("nec.bottle.substitute-ld")
def test_with_everybody_down_the_test_cannot_be_passed() -> None:
    game = table("leader A (4,10) down   ganger B (6,10) down   ganger x (40,40)", phase="start")
    assert game.play(a("fight"), dice="1 1").battle.winner == "b"


@pytest.mark.rule("nec.bottle.voluntary", "nec.A35")
def test_who_has_lost_a_quarter_may_give_up_instead_of_rolling() -> None:
    game = gang(8, 2).play(a("bottle"))
    assert game.battle.over and game.battle.winner == "b"
    assert not game.rolled("nec.bottle.test")


@pytest.mark.rule("nec.A35")
def test_having_chosen_to_roll_he_may_not_give_up_afterwards() -> None:
    game = gang(8, 2).play(a("fight"), dice="3 3")
    assert game.battle.phase == "charge" and not game.battle.over


@pytest.mark.rule("nec.bottle.voluntary")
def test_with_fewer_losses_nobody_may_give_up() -> None:
    game = gang(8, 1).play()
    assert game.script.asked == []
