"""Leaders: their Ld helps those near them, as long as they are fit."""

from __future__ import annotations

import pytest

from tests.books.necromunda.position import table
from warbook.books.necromunda.nerve import bottle_ld, ld_of


@pytest.mark.rule("nec.leaders.use-leader-ld")
@pytest.mark.parametrize(("x", "ld"), [(17.0, 8), (17.1, 6)])
def test_within_6_inches_a_fighter_tests_on_the_leaders_ld(x: float, ld: int) -> None:
    game = table(f"juve A (10,10)   leader B ({x},10)   ganger x (40,40)")
    assert ld_of(game.battle, game["A"])[0] == ld


@pytest.mark.rule("nec.leaders.use-leader-ld", "nec.M37")
@pytest.mark.parametrize(("level", "ld"), [(6.0, 8), (6.1, 6)])
def test_straight_above_him_it_is_the_height_that_counts(level: float, ld: int) -> None:
    game = table(
        f"juve A (10,10)   leader B (10,10,{level})   floor (8,8) (12,12) level={level}   ganger x (40,40)"
    )
    assert ld_of(game.battle, game["A"])[0] == ld


@pytest.mark.rule("nec.leaders.use-leader-ld", "nec.leadership.test-roll")
def test_an_8_that_would_break_a_juve_passes_beside_the_leader() -> None:
    game = table(
        "juve A (10,10)   leader B (16,10)   ganger C (10,12) down   ganger x (40,40)",
        phase="recover",
        began={"a": 20, "b": 20},
    )
    game.play(dice="6 4 4")
    assert not game["A"].broken
    (roll,) = game.rolled("nec.leadership.test-trigger")
    assert roll.most == 8 and roll.modifiers[0].rule == "nec.leaders.use-leader-ld"


@pytest.mark.rule("nec.leaders.use-leader-ld")
def test_in_a_rally_test_too() -> None:
    game = table(
        "juve A (10,10) broken hidden   leader B (16,10)   ganger x (40,10)   wall (20,0) (20,48) h=3",
        phase="recover",
    )
    assert not game.play(dice="4 4")["A"].broken


@pytest.mark.rule("nec.A36")
def test_who_has_the_higher_ld_himself_keeps_it() -> None:
    game = table("ganger A (10,10) Ld=9   leader B (12,10)   ganger x (40,40)")
    assert ld_of(game.battle, game["A"])[0] == 9


@pytest.mark.rule("nec.leaders.leader-fit")
@pytest.mark.parametrize("state", ["down", "broken"])
def test_a_leader_3_inches_away_who_is_down_or_broken_lends_nothing(state: str) -> None:
    game = table(f"juve A (10,10)   leader B (14,10) {state}   ganger x (40,40)")
    assert ld_of(game.battle, game["A"])[0] == 6


@pytest.mark.rule("nec.leaders.leader-fit")
def test_a_pinned_leader_still_does() -> None:
    game = table("juve A (10,10)   leader B (14,10) pinned   ganger x (40,40)")
    assert ld_of(game.battle, game["A"])[0] == 8


@pytest.mark.rule("nec.leaders.use-leader-ld")
def test_the_enemys_leader_lends_nothing_and_nor_does_one_who_is_gone() -> None:
    game = table("juve A (10,10)   leader B (14,10) place=out   leader x (12,10) Ld=10")
    assert ld_of(game.battle, game["A"])[0] == 6


@pytest.mark.rule("nec.leaders.use-leader-ld")
def test_the_leader_tests_on_his_own() -> None:
    game = table("leader A (10,10)   ganger B (11.5,10) Ld=10   ganger x (40,40)")
    assert ld_of(game.battle, game["A"])[0] == 8


@pytest.mark.rule("nec.leaders.use-leader-ld")
def test_a_ganger_of_high_ld_lends_it_to_nobody() -> None:
    game = table("juve A (10,10)   ganger B (11.5,10) Ld=10   ganger x (40,40)")
    assert ld_of(game.battle, game["A"])[0] == 6


@pytest.mark.rule("nec.bottle.test")
def test_the_leaders_ld_counts_even_if_anothers_is_higher() -> None:
    game = table("leader A (10,10) Ld=6   ganger B (12,10) Ld=9   ganger x (40,40) Ld=10")
    assert bottle_ld(game.battle, "a")[0] == 6


@pytest.mark.rule("nec.bottle.substitute-ld")
def test_the_highest_ld_in_the_gang_is_not_looked_for_among_the_enemy() -> None:
    game = table("leader A (10,10) down   ganger B (12,10) Ld=7   leader x (40,40) Ld=10")
    assert bottle_ld(game.battle, "a")[0] == 7


@pytest.mark.rule("nec.A34", "nec.bottle.test")
def test_a_broken_leader_still_supplies_the_bottle_test() -> None:
    game = table("leader A (10,10) broken Ld=9   ganger B (12,10)   ganger x (40,40)")
    assert bottle_ld(game.battle, "a")[0] == 9
