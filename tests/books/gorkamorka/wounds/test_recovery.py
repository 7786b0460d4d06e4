"""Getting up: escapes from pinning, the recovery phase, nets and bolas."""

from __future__ import annotations

import pytest

from tests.books.gorkamorka.table import Position, table
from tests.kit.script import a

FAR = "ork_boy x (40,40)"


def recover(text: str, dice: str = "", **rulings: str) -> Position:
    return table(f"{text}   {FAR}", phase="recover", **rulings).until("start", dice=dice)


@pytest.mark.rule("gce.recovery.pinned", "gce.wounding.pinned-effect")
def test_pinned_in_the_enemys_turn_he_loses_his_turn_and_gets_up_at_its_end() -> None:
    game = table(f"grot_rebel A (10,10) pinned pinned_since=1_b   grot_rebel B (20,10)   {FAR}", turn=2)
    assert game.option("A").barred.rule == "gce.wounding.pinned-effect"
    game.until("recover", a("done"))
    assert game["A"].pinned
    game.until("start")
    assert not game["A"].pinned


@pytest.mark.rule("gce.recovery.pinned")
def test_pinned_in_his_own_turn_he_stays_so_until_the_next_unless_a_switch_says_not() -> None:
    game = table(f"grot_rebel A (10,10) pinned   {FAR}", phase="recover")
    game["A"].pinned_since = "1 a"
    assert game.until("start")["A"].pinned
    game = table(
        f"grot_rebel A (10,10) pinned   {FAR}", phase="recover", pinned_in_own_turn="until_this_recovery"
    )
    game["A"].pinned_since = "1 a"
    assert not game.until("start")["A"].pinned


@pytest.mark.rule("gce.recovery.escape-test", "gce.basics.initiative-test", "gce.warrior.initiative")
@pytest.mark.parametrize(("die", "pinned"), [(3, False), (4, True)])
def test_with_a_friend_near_he_may_escape_at_the_start(die: int, pinned: bool) -> None:
    text = f"grot_rebel A (10,10) i=3 pinned   grot_rebel B (13,10)   {FAR}"
    game = table(text, phase="start").until("move", dice=str(die))
    assert game["A"].pinned is pinned


@pytest.mark.rule("gce.recovery.escape-test")
@pytest.mark.parametrize("friend", ["(13,10) pinned", "(13,10) down", "(13.6,10)"])
def test_a_friend_who_lies_or_is_too_far_is_no_help(friend: str) -> None:
    text = f"grot_rebel A (10,10) pinned   grot_rebel B {friend}   grot_rebel C (30,10)   {FAR}"
    assert table(text, phase="start", began={"a": 20, "b": 20}).until("move")["A"].pinned


@pytest.mark.rule("gce.recovery.escape-test")
def test_one_who_has_escaped_helps_the_next_in_his_players_order() -> None:
    text = f"grot_rebel A (10,10) pinned   grot_rebel B (12,10) pinned   grot_rebel C (15,10)   {FAR}"
    game = table(text, phase="start").until("move", dice="1 1")
    assert not game["A"].pinned and not game["B"].pinned
    text = f"grot_rebel A (10,10) pinned   grot_rebel B (12,10) pinned   grot_rebel C (11,12)   {FAR}"
    game = table(text, phase="start").until("move", a("B"), dice="6 1")
    assert not game["A"].pinned and game["B"].pinned


@pytest.mark.rule("gce.recovery.escape-test")
def test_aboard_the_same_vehicle_a_friend_is_near() -> None:
    text = f"digga_transport T (10,10)   digga_boy A in T pinned   digga_boy B in T   {FAR}"
    assert not table(text, phase="start").until("move", dice="1")["A"].pinned


@pytest.mark.rule("gce.recovery.down-roll", "gce.game.recovery-phase")
@pytest.mark.parametrize(
    ("die", "down", "flesh", "place"),
    [
        (1, False, 1, "table"),
        (2, False, 1, "table"),
        (3, True, 0, "table"),
        (5, True, 0, "table"),
        (6, False, 0, "out"),
    ],
)
def test_who_is_down_rolls(die: int, down: bool, flesh: int, place: str) -> None:
    warrior = recover("ork_boy A (10,10) down wounds=0", str(die))["A"]
    assert (warrior.down, warrior.flesh, warrior.place) == (down, flesh, place)


@pytest.mark.rule("gce.recovery.down-roll")
def test_getting_up_with_ws_and_bs_at_0_is_out_of_action() -> None:
    assert recover("ork_boy A (10,10) down wounds=0 flesh=2", "1")["A"].place == "out"


@pytest.mark.rule("gce.recovery.down-roll")
def test_only_the_side_whose_turn_it_is_rolls() -> None:
    game = table("ork_boy A (10,10)   ork_boy x (40,40) down wounds=0   ork_boy y (30,30)", phase="recover")
    assert game.until("start")["x"].down


@pytest.mark.rule("gce.recovery.modifiers")
@pytest.mark.parametrize(
    ("state", "friend", "die", "caught"),
    [("netted", "(20,20)", 5, True), ("netted", "(20,20)", 6, False), ("netted", "(11.5,10)", 5, False),
     ("hobbled", "(20,20)", 3, True), ("hobbled", "(11.5,10)", 3, True), ("hobbled", "(20,20)", 4, False)],
)  # fmt: skip
def test_out_of_a_net_on_a_6_with_friends_who_help_and_out_of_bolas_on_a_4(
    state: str, friend: str, die: int, caught: bool
) -> None:
    game = recover(f"ork_boy A (10,10) {state}   ork_boy B {friend}", str(die))
    assert getattr(game["A"], state) is caught


@pytest.mark.rule("gce.recovery.modifiers")
@pytest.mark.parametrize(("friend", "need"), [("(20,20)", 6), ("(11.5,10)", 5)])
def test_each_who_helps_makes_the_roll_easier_by_one(friend: str, need: int) -> None:
    game = recover(f"ork_boy A (10,10) netted   ork_boy B {friend}", "1")
    assert [roll.need for roll in game.rolled("gce.recovery.modifiers")] == [need]
