"""The turn: its phases, who goes when, what happens at its start and its end."""

from __future__ import annotations

import pytest

from tests.books.necromunda.position import Position, table
from tests.kit.script import a, b
from warbook.books.necromunda import shooting
from warbook.core.events import Moved, Phase, Rolled


def phases(game: Position) -> list[str]:
    return [event.phase for event in game.events if isinstance(event, Phase)]


@pytest.mark.rule("nec.turn.sequence")
def test_a_turn_runs_through_four_phases_in_order_and_is_over() -> None:
    game = table("ganger A (10,10)   ganger b (40,40)", phase="start")
    game.play().until("start", a("done"), a("done"))
    assert phases(game) == ["movement", "shooting", "hand-to-hand", "recovery", "start of the turn"]
    assert game.battle.side == "b"


@pytest.mark.rule("nec.turn.sequence", "nec.M1")
def test_a_game_turn_is_one_turn_each() -> None:
    game = table("ganger A (10,10) down   ganger b (40,40) down", phase="recover", began={"a": 9, "b": 9})
    game.play(dice="3")
    assert (game.battle.side, game.battle.turn) == ("b", 1)
    game.until("recover", b("done")).play(dice="3")
    assert (game.battle.side, game.battle.turn) == ("a", 2)


@pytest.mark.rule("nec.M1")
def test_the_higher_die_has_the_first_turn_and_ties_are_rolled_again() -> None:
    game = table("ganger A (10,2)   ganger b (40,46)", phase="deploy", turn=0).play(dice="4 4 2 5")
    assert (game.battle.first, game.battle.side, game.battle.turn) == ("b", "b", 1)
    assert game.battle.phase == "start"


@pytest.mark.rule("nec.M1")
@pytest.mark.parametrize("named", ["a", "b"])
def test_a_switch_names_the_first_player(named: str) -> None:
    game = table("ganger A (10,2)   ganger b (40,46)", phase="deploy", turn=0, first_player=named).play()
    assert game.battle.side == named


PINNED_AND_DOWN = """
leader A (10,10)   ganger B (11.5,10) pinned   ganger C (20,10)   ganger D (30,10) down
ganger x (40,40)
"""


@pytest.mark.rule("nec.A22", "nec.bottle.trigger", "nec.pinning.escape-condition")
def test_the_bottle_test_comes_before_the_escapes_from_pinning() -> None:
    game = table(PINNED_AND_DOWN, phase="start")
    game.play(a("fight"), dice="4 4 3")
    rolls = [event.rule for event in game.events if isinstance(event, Rolled)]
    assert rolls == ["nec.bottle.test", "nec.pinning.escape-roll"]
    assert not game["B"].pinned


@pytest.mark.rule("nec.A22")
def test_a_failed_bottle_test_ends_it_all_before_anybody_escapes() -> None:
    game = table(PINNED_AND_DOWN, phase="start")
    game.play(a("fight"), dice="6 3")
    assert game.battle.over
    assert game["B"].pinned


@pytest.mark.rule("nec.A22")
def test_where_the_order_of_escapes_matters_the_owner_chooses_it() -> None:
    # Pinned friends do not help here: only who is beside D may test, and then whoever is beside that one.
    position = """
        ganger A (10,10) pinned   ganger B (12.5,10) pinned   ganger D (11.2,8)
        ganger x (40,40)
        """
    game = table(position, phase="start", pinned_friend_helps=False)
    assert [option.id for option in game.question().options] == ["A", "B"]
    game.play(a("B"), dice="3 4")
    assert not game["B"].pinned and game["A"].pinned
    assert "nec.A22" not in {q.rule for _, q in table(position, phase="start").play(dice="3 4").script.asked}


@pytest.mark.rule("nec.A21", "nec.pinning.escape-friend")
def test_a_pinned_friend_helps_unless_the_switch_says_no() -> None:
    position = "ganger A (10,10) pinned   ganger B (12,10) pinned   ganger x (40,40)"
    assert len(table(position, phase="start").play(dice="4 4").rolled("nec.pinning.escape-roll")) == 2
    alone = table(position, phase="start", pinned_friend_helps=False).play()
    assert alone["A"].lost_turn and alone["B"].lost_turn


@pytest.mark.rule("nec.A41", "nec.pinning.escape-condition")
def test_a_leader_needs_a_friend_like_everybody_unless_the_switch_says_otherwise() -> None:
    position = "leader A (10,10) pinned   ganger x (40,40)"
    assert table(position, phase="start").play()["A"].lost_turn
    assert not table(position, phase="start", leader_escapes_alone=True).play(dice="4")["A"].pinned


@pytest.mark.rule("nec.M36", "nec.pinning.escape-friend")
def test_a_juve_helps_nobody_but_is_helped() -> None:
    game = table("ganger A (10,10) pinned   juve B (12,10) pinned   ganger x (40,40)", phase="start")
    game.play(dice="3")
    (roll,) = game.rolled("nec.pinning.escape-roll")
    assert roll.by == "B"
    assert game["A"].lost_turn and not game["B"].pinned


@pytest.mark.rule("nec.M22", "nec.pinning.missed-turn")
def test_who_missed_his_turn_pinned_gets_up_in_its_recovery_phase_and_does_not_crawl() -> None:
    game = table("ganger A (10,10) pinned   ganger B (30,10)   ganger x (40,40)", phase="start").play()
    game.play(a("done"))
    assert game.option("A").barred.rule == "nec.pinning.missed-turn"
    game.until("recover", a("done"))
    assert game["A"].pinned
    game.play()
    assert not game["A"].pinned and not game["A"].lost_turn


@pytest.mark.rule("nec.M22", "nec.recovery.down-roll")
@pytest.mark.parametrize(("state", "dice"), [("down", "3"), ("place=out", "")])
def test_who_lost_his_turn_pinned_and_has_fallen_since_does_not_get_up(state: str, dice: str) -> None:
    game = table(f"ganger A (10,10) lost_turn {state}   ganger B (30,10)   ganger x (40,40)", phase="recover")
    game.play(dice=dice)
    assert not game.says("gets up")


@pytest.mark.rule("nec.A23", "nec.pinning.missed-turn")
def test_pinned_in_his_own_turn_he_loses_the_rest_of_it_and_the_next_one() -> None:
    game = table(
        "ganger A (10,10) autogun   ganger x (22,10) autogun overwatch   ganger y (40,40)", phase="move"
    )
    game.play(a("A"), a("walk"), a((13, 10)), b("0"), dice="5 1")  # hit as soon as he is seen, not wounded
    assert game["A"].pinned and not game["A"].lost_turn
    game.until("recover")  # nobody can shoot
    game.play()
    assert game["A"].pinned
    game.play().until("start", b("done"), b("done"), b("done")).play()
    assert game.battle.side == "a" and game["A"].lost_turn
    game.until("recover").play()
    assert not game["A"].pinned


@pytest.mark.rule("nec.M8")
def test_overwatch_ends_with_the_enemys_turn() -> None:
    game = table("ganger A (10,10)   ganger x (40,40) autogun overwatch", phase="recover").play()
    assert not game["x"].overwatch


@pytest.mark.rule("nec.combat.mod-charging")
def test_who_charged_has_charged_for_that_turn_only() -> None:
    game = table("ganger A (10,10) charging=x   ganger x (11,10)", phase="recover")
    game["A"].obstacle = True
    game.play()
    assert game["A"].charging == "" and not game["A"].obstacle


@pytest.mark.rule("nec.M17")
def test_while_one_weapon_recharges_another_may_be_fired() -> None:
    game = table("ganger A (10,10) plasma_gun_low stub_gun   ganger x (20,10)", phase="shoot", turn=2)
    game["A"].recharging = (("plasma_gun_low", 3),)
    assert [weapon.id for weapon in shooting.ready_arms(game.battle, game["A"])] == ["stub_gun"]


@pytest.mark.rule("nec.M17")
def test_a_weapon_that_recharges_misses_the_next_own_turn() -> None:
    game = table("ganger A (10,10) plasma_pistol_low   ganger x (20,10)", phase="shoot", turn=1)
    game.play(a("A"), a("plasma_pistol_max"), a("x"), dice="2")
    for turn, fires in ((2, False), (3, True)):
        game.battle.turn, game.battle.phase, game["A"].shot = turn, "shoot", False
        assert (shooting.may_shoot(game.battle, game["A"]) is None) is fires


@pytest.mark.rule("nec.M17")
@pytest.mark.parametrize(("turn", "side", "again"), [(3, "a", 5), (3, "b", 5)])
def test_the_side_that_goes_first_has_its_next_turn_in_the_next_game_turn(
    turn: int, side: str, again: int
) -> None:
    battle = table("ganger A (10,10)   ganger x (40,40)", turn=turn, side=side).battle
    assert battle.next_turn("a") + 1 == again


@pytest.mark.rule("nec.M17")
def test_the_side_that_goes_second_may_have_its_next_turn_in_this_one() -> None:
    battle = table("ganger A (10,10)   ganger x (40,40)", turn=3, side="a").battle
    assert battle.next_turn("b") == 3
    battle.side = "b"
    assert battle.next_turn("b") == 4


@pytest.mark.rule("nec.M2")
def test_at_the_turn_limit_who_has_lost_the_smaller_share_wins() -> None:
    game = table(
        "ganger A (10,10)   ganger B (12,20)   ganger x (40,40)   ganger y (44,20) down",
        phase="recover",
        side="b",
        turn=5,
        scenario={"turn_limit": 5},
    ).play(dice="2")
    assert game.battle.over and game.battle.winner == "a"


@pytest.mark.rule("nec.M2")
@pytest.mark.parametrize(("turn", "over"), [(4, False), (5, True)])
def test_the_limit_is_the_turn_it_names_and_no_earlier_one(turn: int, over: bool) -> None:
    position = "ganger A (10,10)   ganger x (40,40)"
    game = table(position, phase="recover", side="b", turn=turn, scenario={"turn_limit": 5}).play()
    assert game.battle.over is over


@pytest.mark.rule("nec.M2")
def test_before_the_last_player_has_had_his_turn_the_limit_is_not_reached() -> None:
    game = table(
        "ganger A (10,10)   ganger x (40,40)", phase="recover", turn=5, scenario={"turn_limit": 5}
    ).play()
    assert not game.battle.over
    game.until("recover", b("done"), b("done")).play()
    assert game.battle.over and game.battle.winner == ""


@pytest.mark.rule("nec.M2")
def test_a_gang_with_nobody_left_on_the_table_loses_at_once() -> None:
    game = table("ganger A (10,10)   ganger x (40,40) down", phase="recover", side="b").play(dice="6")
    assert game.battle.over and game.battle.winner == "a"


@pytest.mark.rule("nec.M2")
def test_if_nobody_at_all_is_left_nobody_has_won() -> None:
    game = table("ganger A (10,10) place=out   ganger x (40,40) down", phase="recover", side="b").play(
        dice="6"
    )
    assert game.battle.over and game.battle.winner == ""


@pytest.mark.rule("nec.M2")
def test_fighters_in_reserve_keep_a_gang_in_the_battle() -> None:
    game = table(
        "ganger A (10,10)   ganger x (40,40) down   ganger y (0,0) place=reserve", phase="recover", side="b"
    )
    assert not game.play(dice="6").battle.over


@pytest.mark.rule("nec.M15")
def test_what_he_covered_last_turn_is_forgotten_when_his_turn_begins() -> None:
    game = table("ganger A (10,10) went=11   ganger x (40,40)", phase="start").play()
    assert game["A"].went == 0.0


def test_nobody_moves_twice() -> None:
    game = table("ganger A (10,10)   ganger B (10,20)   ganger x (40,40) hidden").play(
        a("A"), a("walk"), a((12, 10))
    )
    assert game.option("A").barred.words == "has moved"
    assert [event.piece for event in game.events if isinstance(event, Moved)] == ["A"]
