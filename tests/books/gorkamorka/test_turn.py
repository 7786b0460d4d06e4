"""The turn: phases, whose turn is next, and the last turn."""

from __future__ import annotations

import pytest

from tests.books.gorkamorka.garage import does
from tests.books.gorkamorka.table import table
from tests.kit.script import a, b
from warbook.books.gorkamorka.turn import _next_turn
from warbook.core.events import Phase

BOTH = "ork_boy A (10,10)   ork_boy x (40,40)"


@pytest.mark.rule("gce.game.phases")
def test_a_turn_has_its_phases_in_order() -> None:
    game = table(BOTH, phase="start")
    game.until("move")
    game.until("start", a("done"))
    named = [event.phase for event in game.events if isinstance(event, Phase)]
    assert named == ["movement", "shooting", "hand-to-hand", "recovery", "start of the turn"]


@pytest.mark.rule("gce.game.phases")
def test_a_phase_with_nothing_to_do_is_skipped() -> None:
    game = table("grot_rebel A (10,10) pinned   ork_boy x (40,40)").play()
    assert game.battle.phase == "shoot" and not game.asked


@pytest.mark.rule("gce.game.game-turn", "gce.game.player-order")
def test_a_game_turn_is_a_turn_for_each_player_in_order() -> None:
    game = table(BOTH, phase="recover").until("start")
    assert (game.battle.turn, game.battle.side) == (1, "b")
    game.until("move")
    game.until("start", b("done"))
    assert (game.battle.turn, game.battle.side) == (2, "a")


@pytest.mark.rule("gce.game.game-turn")
def test_with_three_players_each_has_his_turn() -> None:
    text = "ork_boy A (10,10)   ork_boy x (40,40)   ork_boy k (5,40) side=c"
    game = table(text, phase="recover", sides=3)
    game.battle.order = ["c", "a", "b"]
    assert game.until("start").battle.side == "b"
    game.until("move")
    game.until("start", b("done"))
    assert (game.battle.side, game.battle.turn) == ("c", 2)


@pytest.mark.rule("gce.game.game-turn", "gce.ending.bottle-out")
def test_who_has_bottled_out_has_no_turn_any_more() -> None:
    text = "ork_boy A (10,10)   ork_boy x (40,40) place=off   ork_boy k (5,40) side=c"
    game = table(text, phase="recover", sides=3)
    game.battle.bottled = ["b"]
    game.play()
    assert (game.battle.side, game.battle.phase, game.battle.turn) == ("c", "start", 1)


@pytest.mark.rule("gce.game.end")
def test_a_limit_of_turns_ends_the_battle_for_who_has_lost_fewer() -> None:
    text = "ork_boy A (10,10)   ork_boy B (12,12)   ork_boy x (40,40) down   ork_boy y (40,30)"
    game = table(text, phase="recover", side="b", turn=3, turn_limit=3).play(dice="4")
    assert game.battle.over and game.battle.winner == "a"
    before = table(text, phase="recover", side="b", turn=2, turn_limit=3).play(dice="4")
    assert not before.battle.over and before.battle.turn == 3
    even = table(BOTH, phase="recover", side="b", turn=3, scenario={"turn_limit": 3}).play()
    assert even.battle.over and even.battle.winner == ""


@pytest.mark.rule("gce.game.end")
def test_the_last_mob_on_the_table_has_won() -> None:
    game = table("ork_boy A (10,10)   ork_boy x (40,40) place=out", phase="recover").play()
    assert game.battle.over and game.battle.winner == "a"


@pytest.mark.rule("gce.fear.charged")
def test_fear_of_a_charger_lasts_as_long_as_the_phase_or_by_switch_the_combat() -> None:
    text = "ork_boy A (10,10) half_ws=x   ork_boy x ({},10)"
    touching, far = text.format(11), text.format(40)
    assert table(touching, phase="fight").until("recover", dice="4 3")["A"].half_ws == ()
    lasting = table(touching, phase="fight", fear_lasts="whole_combat").until("recover", dice="4 3")
    assert lasting["A"].half_ws == ("x",)
    assert table(far, phase="fight", fear_lasts="whole_combat").until("recover")["A"].half_ws == ()


@pytest.mark.rule("gce.overwatch.lost-at-turn-end")
def test_a_new_turn_begins_afresh() -> None:
    text = "ork_boy A (10,10) overwatch moved=ran went=8 idle terrified_of=x   ork_boy x (40,40)"
    warrior = table(text, phase="start").until("move")["A"]
    assert (warrior.overwatch, warrior.moved, warrior.idle, warrior.terrified_of) == (False, "", False, ())


@pytest.mark.rule("gce.foot.order")
@pytest.mark.parametrize(("state", "barred"), [("", False), ("moved=stayed", True), ("idle", True)])
def test_who_has_had_his_move_has_no_other(state: str, barred: bool) -> None:
    game = table(f"ork_boy A (10,10) {state}   ork_boy B (20,10)   ork_boy x (40,40)")
    assert (game.option("A").barred is not None) is barred


@pytest.mark.rule("gce.game.game-turn")
def test_creatures_that_nobody_has_woken_have_no_turn_but_a_mob_that_waits_has() -> None:
    game = table("ork_boy A (10,10)   ork_boy x (40,40)   squigosaur n1 (30,30) side=n")
    game.battle.order = ["a", "b", "n"]
    game["x"].place = "reserve"
    assert does(game, _next_turn).battle.side == "b"
    game["n1"].place = "out"
    assert does(game, _next_turn).battle.side == "a"
