"""Warriors on fire."""

from __future__ import annotations

import pytest

from tests.books.gorkamorka.table import table
from tests.kit.script import a
from warbook.books.gorkamorka.field.bodies import apart
from warbook.books.gorkamorka.foot.burning import may_help

FAR = "ork_boy x (46,46)"
ON_FIRE = f"ork_boy A (20,20) burning   ork_boy B (30,30)   {FAR}"


@pytest.mark.rule("gce.foot.on-fire-roll")
def test_on_a_6_the_fire_is_out_and_he_moves_as_normal() -> None:
    game = table(ON_FIRE).play(a("A"), a("walk"), a((22, 20)), dice="6")
    assert not game["A"].burning and game["A"].x == 22.0


@pytest.mark.rule("gce.foot.on-fire-roll", "gce.frenzy.on-fire", "gce.boarding.no-leaving-on-ground")
@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("ork_boy A (20,20) burning   ork_boy x (21,20)", "6"),
        ("ork_boy A (20,20) burning frenzy   ork_boy x (21,20)", "3 1"),
        ("ork_boy A (20,20) burning netted   ork_boy x (31,20)", "6"),
        ("grot_rebel A (20,20) burning frenzy pinned   ork_boy x (31,20)", "3 1"),
    ],
)
def test_as_normal_is_not_out_of_a_fight_or_a_net(text: str, dice: str) -> None:
    """R3.9: whom the fire leaves engaged or caught may not walk away, and the phase may end."""
    game = table(text).play(a("A"), dice=dice)
    assert game["A"].x == 20.0 and len(game.asked) == 1
    game.play()
    assert game.battle.phase == "shoot"


@pytest.mark.rule("gce.foot.on-fire-roll", "gce.foot.on-fire-flee", "gce.basics.scatter-die")
def test_on_less_a_strength_4_hit_and_2d6_inches_at_random() -> None:
    game = table(ON_FIRE).play(a("A"), dice="3 3 3 4 1")  # fire 3, the hit does not wound, 7 inches, north
    assert (game["A"].x, game["A"].y) == pytest.approx((20.0, 27.0)) and game["A"].burning


@pytest.mark.rule("gce.foot.on-fire-no-actions")
def test_he_does_nothing_else_and_must_roll_before_the_phase_ends() -> None:
    game = table(ON_FIRE)
    assert game.option("done").barred.rule == "gce.foot.forced"
    game.play(a("A"), dice="5 3 1 1 1")
    assert game["A"].idle and game.option("A").barred is not None and game.option("done").barred is None


@pytest.mark.rule("gce.foot.on-fire-ends")
def test_a_hit_that_puts_him_down_puts_the_fire_out_and_he_does_not_run() -> None:
    game = table(ON_FIRE).play(a("A"), dice="1 4 3")
    assert game["A"].down and not game["A"].burning and (game["A"].x, game["A"].y) == (20.0, 20.0)


@pytest.mark.rule("gce.foot.on-fire-helpers")
def test_each_friend_within_an_inch_who_gives_up_shooting_adds_1() -> None:
    text = f"ork_boy A (20,20) burning   ork_boy B (22,20)   ork_boy C (18,20)   ork_boy D (20,22.5)   {FAR}"
    game = table(text)
    asked = game.question(a("A"))
    assert [option.id for option in asked.options] == ["B", "C", "no"]
    game.play(a("A"), a("B"), a("C"), a("stay"), dice="4")
    assert not game["A"].burning and game["B"].helping == "A" and game["C"].helping == "A"
    one = table(text).play(a("A"), a("B"), a("no"), a("stay"), dice="5")
    assert not one["A"].burning and not one["C"].helping


def test_only_friends_who_helped_are_told_of() -> None:
    text = "ork_boy A (20,20) burning   ork_boy B (21,20)   ork_boy x (46,46)"
    for helper, why in (("B", [(1, "friends who help")]), ("no", [])):
        game = table(text).play(a("A"), a(helper), dice="5 3 1 1 1" if helper == "no" else "5")
        roll = game.rolled("gce.foot.on-fire-roll")[0]
        assert [(each.value, each.why) for each in roll.modifiers] == why


@pytest.mark.rule("gce.foot.on-fire-helpers")
@pytest.mark.parametrize(
    ("state", "helps"),
    [("", True), ("moved=walked", True), ("moved=ran", False), ("down", False), ("burning", False)],
)
def test_who_ran_or_lies_or_burns_does_not_help(state: str, helps: bool) -> None:
    game = table(f"ork_boy A (20,20) burning   ork_boy B (21.5,20) {state}   {FAR}")
    assert may_help(game.battle, game["A"], game["B"]) is helps


@pytest.mark.rule("gce.overwatch.set")
def test_who_is_on_overwatch_does_not_help() -> None:
    text = f"ork_boy A (20,20) burning   ork_boy B (22,20) moved=stayed {{}}   {FAR}"
    assert table(text.format("overwatch")).play(a("A"), dice="5 1 1 1 1")["A"].burning
    assert not table(text.format("")).play(a("A"), a("B"), a("stay"), dice="5")["A"].burning


@pytest.mark.rule("gce.foot.on-fire-flee")
def test_one_who_is_pinned_jumps_up_and_runs_in_flames() -> None:
    """R3.18: fire takes precedence."""
    game = table("grot_rebel A (20,20) burning pinned   ork_boy x (46,46)").play(a("A"), dice="3 1 3 4 1")
    assert not game["A"].pinned and game["A"].pinned_since == ""
    assert game["A"].y == pytest.approx(27.0) and game.says("A jumps up.")


@pytest.mark.rule("gce.foot.on-fire-flee")
def test_off_a_vehicle_he_jumps_with_a_hit_if_it_moves() -> None:
    text = "ork_trukk T (20,20){}   ork_boy A in T burning   ork_boy x (46,46)"
    game = table(text.format(" moved=gas")).play(
        a("A"), dice="3 1 1 2 1 2"
    )  # fire, hit, 3 inches north, fall
    assert not game["A"].aboard and game["A"].y == pytest.approx(25.0, abs=0.3)
    game = table(text.format("")).play(a("A"), dice="3 1 1 2 1")
    assert not game["A"].aboard and not game["A"].down


@pytest.mark.rule("gce.foot.on-fire-flee")
def test_he_stops_at_the_edge_of_the_table_and_short_of_others() -> None:
    game = table(f"ork_boy A (20,46) burning   {FAR}").play(a("A"), dice="3 1 6 6 1")
    assert game["A"].on_table and 47.2 <= game["A"].y <= 47.5
    game = table("ork_boy A (20,20) burning   ork_boy x (20,24)   ork_boy y (46,46)").play(
        a("A"), dice="3 1 6 6 1"
    )
    assert game["A"].y < 23.0 and apart(game.battle, game["A"], game["x"]) > 0.0


@pytest.mark.rule("gce.frenzy.on-fire")
def test_in_a_frenzy_he_takes_the_hit_and_moves_as_he_likes() -> None:
    game = table(f"ork_boy A (20,20) burning frenzy   {FAR}").play(a("A"), a("walk"), a((22, 20)), dice="3 1")
    assert game["A"].burning and game["A"].x == 22.0


@pytest.mark.rule("gce.foot.on-fire-no-hth")
def test_burning_he_is_engaged_with_nobody() -> None:
    game = table("ork_boy A (20,20) burning   ork_boy x (21,20)   ork_boy y (46,46)")
    game.play(a("A"), dice="3 1 1 1 7")  # west, away from x
    assert game["A"].x == pytest.approx(20.0, abs=0.1)


@pytest.mark.rule("gce.foot.on-fire-no-hth", "gce.frenzy.on-fire")
def test_nobody_charges_one_on_fire_not_even_in_a_frenzy() -> None:
    game = table("ork_boy A (20,20)   ork_boy x (25,20) burning frenzy   ork_boy y (27,21.5)")
    asked = game.question(a("A"), a("charge"))
    assert {option.id: option.barred is None for option in asked.options}["y"]
    assert all(option.barred for option in asked.options if option.id == "x")
