"""Hits on warriors: pinning, wounds, saves, injuries, fire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.gorkamorka.garage import does
from tests.books.gorkamorka.table import Position, table
from warbook.books.gorkamorka.wounds.harm import Strike, bs, hit_on, leave_table, pin, save_of, strike, ws
from warbook.core.events import Became, Note, Removed


def take(game: Position, who: str = "A", dice: str = "", **fields: Any) -> Position:
    """A hit on somebody."""
    blow = Strike(**{"strength": 3, "rule": "gce.basics.d6", **fields})
    with game.scripted([], dice):
        strike(game.game, game[who], blow)
    return game


def boy(words: str = "", kind: str = "ork_boy") -> Position:
    return table(f"{kind} A (10,10) {words}   ork_boy x (40,40)")


# ---------------------------------------------------------------- pinning


@pytest.mark.rule("gce.wounding.scope", "gce.wounding.pin-on-hit")
def test_a_shot_that_hits_pins_even_if_it_does_not_wound() -> None:
    game = take(boy(kind="grot_rebel"), dice="3", pins=True)
    assert game["A"].pinned and not game["A"].down and game["A"].flesh == 0
    told = [type(event).__name__ for event in game.events]
    assert told.index("Became") < told.index("Rolled")  # pinned first, then rolled for


@pytest.mark.rule("gce.wounding.pin-immune")
def test_orks_cannot_be_pinned_and_their_grots_can() -> None:
    assert not take(boy(), dice="4", pins=True)["A"].pinned
    assert take(boy(kind="ork_grot"), dice="1", pins=True)["A"].pinned


@pytest.mark.rule("gce.wounding.pin-on-hit")
def test_falls_and_fire_pin_nobody() -> None:
    assert not take(boy(kind="grot_rebel"), dice="1")["A"].pinned


@pytest.mark.rule("gce.wounding.pin-vehicles")
def test_a_crew_member_can_be_pinned_aboard() -> None:
    game = table("digga_transport T (10,10)   digga_boy A in T   ork_boy x (40,40)")
    take(game, dice="1", pins=True)
    assert game["A"].pinned and game["A"].aboard == "T"


@pytest.mark.rule("gce.wounding.pin-on-hit")
def test_who_is_pinned_watches_no_longer_and_down_replaces_pinned() -> None:
    game = boy("overwatch", kind="grot_rebel")
    pin(game.game, game["A"])
    assert game["A"].pinned and not game["A"].overwatch and game["A"].pinned_since == "1 a"
    take(game, dice="6 4")
    assert game["A"].down and not game["A"].pinned


# ---------------------------------------------------------------- wounds and injuries


@pytest.mark.rule("gce.wounding.wound-roll", "gce.wounding.wound-chart", "gce.warrior.toughness")
@pytest.mark.parametrize(
    ("strength", "toughness", "need"),
    [
        (3, 4, 5),
        (3, 3, 4),
        (1, 4, 6),
        (4, 4, 4),
        (4, 7, 6),
        (10, 10, 4),
        (3, 7, 7),
        (4, 8, 7),
        (1, 5, 7),
        (0, 1, 7),
    ],
)
def test_the_score_to_wound(strength: int, toughness: int, need: int) -> None:
    game = boy(f"t={toughness}")
    assert hit_on(game.battle, game["A"], Strike(strength=strength, rule="")).wound == need


@pytest.mark.rule("gce.wounding.injury-table", "gce.wounding.injury-roll", "gce.warrior.wounds")
@pytest.mark.parametrize(
    ("injury", "flesh", "down", "out"),
    [
        (1, 1, False, False),
        (2, 1, False, False),
        (3, 0, True, False),
        (5, 0, True, False),
        (6, 0, False, True),
    ],
)
def test_the_first_wound_of_one_is_an_injury_roll(injury: int, flesh: int, down: bool, out: bool) -> None:
    warrior = take(boy(), dice=f"5 {injury}")["A"]
    assert (warrior.flesh, warrior.down, warrior.place == "out") == (flesh, down, out)


@pytest.mark.rule("gce.wounding.lose-wound", "gce.warrior.wounds")
def test_of_two_wounds_the_second_is_an_injury_roll() -> None:
    game = take(boy("w=2"), dice="5")
    assert game["A"].wounds == 1 and not game["A"].down
    assert take(game, dice="5 4")["A"].down


@pytest.mark.rule("gce.wounding.multiple-wounds")
@pytest.mark.parametrize(("wounds", "rolls"), [(1, 4), (2, 3)])
def test_each_wound_beyond_the_last_is_another_injury_roll(wounds: int, rolls: int) -> None:
    game = take(boy(f"w={wounds}"), dice="5 " + "4 " * rolls, damage=4)
    assert game["A"].wounds == 0 and len(game.rolled("gce.wounding.injury-table")) == rolls


@pytest.mark.rule("gce.wounding.multiple-wounds")
def test_three_wounds_and_two_lost_leave_one() -> None:
    assert take(boy("w=3"), dice="5", damage=2)["A"].wounds == 1


@pytest.mark.rule("gce.wounding.combined-results")
@pytest.mark.parametrize(
    ("skill", "rolls", "flesh", "place", "down"),
    [(3, "1 4 4", 1, "table", True), (2, "1 2", 2, "out", False), (3, "2 6", 1, "out", False)],
)
def test_results_of_one_hit_add_up(skill: int, rolls: str, flesh: int, place: str, down: bool) -> None:
    warrior = take(boy(f"ws={skill} bs={skill}"), dice=f"5 {rolls}", damage=3)["A"]
    assert (warrior.flesh, warrior.place, warrior.down) == (flesh, place, down)


@pytest.mark.rule("gce.wounding.flesh-wound")
def test_flesh_wounds_add_up() -> None:
    game = take(take(boy(), dice="5 1"), dice="5 2")
    assert (ws(game["A"]), bs(game["A"])) == (1, 1)


@pytest.mark.rule("gce.wounding.flesh-wound-limit")
def test_with_ws_and_bs_both_at_0_he_is_out_and_with_one_of_them_he_fights_on() -> None:
    game = take(boy("ws=2 bs=3 flesh=1 wounds=0"), dice="5 1")
    assert (ws(game["A"]), bs(game["A"])) == (0, 1) and game["A"].on_table
    assert not game.says("leaves 0 of both")
    assert take(game, dice="5 1")["A"].place == "out" and game.says("-3 WS and BS, which leaves 0 of both.")
    assert take(boy("flesh=2 wounds=0"), dice="5 2")["A"].place == "out"


@pytest.mark.rule("gce.wounding.down", "gce.wounding.down-more-wounds")
@pytest.mark.parametrize(("injury", "place", "flesh"), [(6, "out", 0), (4, "table", 0), (1, "table", 1)])
def test_who_is_down_rolls_again_for_further_wounds(injury: int, place: str, flesh: int) -> None:
    warrior = take(boy("down wounds=0"), dice=f"5 {injury}")["A"]
    assert (warrior.place, warrior.flesh) == (place, flesh)
    assert warrior.down is (place == "table")


@pytest.mark.rule("gce.wounding.out-of-action")
def test_out_of_action_he_is_taken_off_the_table_and_off_his_vehicle() -> None:
    game = table("ork_trukk T (10,10)   ork_boy A in T driver   ork_boy x (40,40)")
    take(game, dice="5 6")
    assert game["A"].place == "out" and not game["A"].aboard
    assert any(isinstance(event, Removed) and event.piece == "A" for event in game.events)


@pytest.mark.rule("gce.wounding.injury-table")
def test_who_is_hard_as_nails_has_flesh_wounds_up_to_3() -> None:
    assert take(boy("ard_as_nails"), dice="5 3")["A"].flesh == 1


# ---------------------------------------------------------------- saves


@pytest.mark.rule("gce.wounding.save")
@pytest.mark.parametrize(("die", "wounded"), [(6, False), (5, True)])
def test_a_save_cancels_the_wound(die: int, wounded: bool) -> None:
    game = take(boy("studded"), dice=f"5 {die}" + (" 4" if wounded else ""))
    assert game["A"].down is wounded


@pytest.mark.rule("gce.wounding.save-modifier")
@pytest.mark.parametrize(("worn", "modifier", "need"), [("eavy", -2, 6), ("studded", -2, 7), ("eavy", 0, 4)])
def test_the_weapon_makes_saves_harder(worn: str, modifier: int, need: int) -> None:
    game = boy(worn)
    assert save_of(game.battle, game["A"], Strike(strength=3, rule="", save_mod=modifier)) == need


@pytest.mark.rule("gce.wounding.save-unmodifiable")
def test_a_dodge_is_not_modified() -> None:
    game = boy("dodgy_git")
    assert save_of(game.battle, game["A"], Strike(strength=3, rule="", save_mod=-2)) == 6


@pytest.mark.rule("gce.wounding.save")
def test_one_save_for_the_hit_or_by_switch_for_each_wound() -> None:
    text = "ork_boy A (10,10) eavy w=3   ork_boy x (40,40)"
    assert take(table(text), dice="5 3", damage=2)["A"].wounds == 1
    assert take(table(text, save_per="wound"), dice="5 3 4", damage=2)["A"].wounds == 2


# ---------------------------------------------------------------- fire


@pytest.mark.rule("gce.foot.on-fire-roll")
def test_a_hit_of_fire_sets_alight_on_a_4_wounded_or_not() -> None:
    assert take(boy(), dice="2 4", sets_on_fire=4)["A"].burning
    assert not take(boy(), dice="2 3", sets_on_fire=4)["A"].burning


@pytest.mark.rule("gce.foot.on-fire-roll")
def test_who_goes_down_does_not_catch_fire_and_by_switch_nobody_does() -> None:
    assert not take(boy(), dice="5 4", sets_on_fire=4)["A"].burning
    game = table("ork_boy A (10,10)   ork_boy x (40,40)", catch_fire_on_foot="never")
    assert not take(game, dice="2", sets_on_fire=4)["A"].burning


@pytest.mark.rule("gce.foot.on-fire-ends")
def test_the_fire_goes_out_when_he_goes_down() -> None:
    game = take(boy("burning"), dice="5 4")
    assert game["A"].down and not game["A"].burning
    lost = [event for event in game.events if isinstance(event, Became) and event.status == "burning"]
    assert [event.gained for event in lost] == [False]


@pytest.mark.rule("gce.basics.counters")
def test_who_falls_drops_his_scrap_and_aboard_it_stays_there() -> None:
    game = take(boy("scrap=2"), dice="5 4")
    assert game["A"].scrap == 0 and [token.kind for token in game.battle.tokens] == ["scrap", "scrap"]
    game = table("ork_trukk T (10,10)   ork_boy A in T scrap=1   ork_boy x (40,40)")
    take(game, dice="5 4")
    assert game.ride("T").scrap == 1 and not game.battle.tokens


@pytest.mark.rule("gce.recovery.pinned")
def test_who_is_pinned_already_is_pinned_since_the_first_hit() -> None:
    game = table("grot_rebel A (10,10) pinned pinned_since=before   ork_boy x (20,20)", turn=2)
    does(game, lambda g: pin(g, game["A"]))
    assert game["A"].pinned_since == "before"


def test_who_leaves_the_table_leaves_all_that_ailed_him_there() -> None:
    ails = ("down", "pinned", "hidden", "overwatch", "burning", "netted", "hobbled", "clings")
    game = table(f"ork_trukk T (20,20)   ork_boy A in T {' '.join(ails)}   ork_boy x (40,40)")
    does(game, lambda g: leave_table(g, game["A"], "A is gone.", "gce.wounding.out-of-action"))
    assert not any(getattr(game["A"], state) for state in ails) and not game["A"].aboard
    assert (game["A"].x, game["A"].y, game["A"].z) == (20.0, 20.0, 0.0)


@pytest.mark.rule("gce.foot.on-fire-roll")
def test_who_burns_already_is_not_rolled_for_again() -> None:
    assert take(boy("burning"), dice="2", sets_on_fire=4)["A"].burning


@pytest.mark.rule("gce.wounding.wound-roll", "gce.wounding.save")
@pytest.mark.parametrize(
    ("words", "dice", "said"),
    [("", "2", ["A is not wounded."]), ("eavy", "5 6", ["A is saved."]), ("w=3", "5", ["A loses a wound."])],
)
def test_what_came_of_a_hit_is_told(words: str, dice: str, said: list[str]) -> None:
    game = take(boy(words), dice=dice)
    assert [event.words for event in game.events if isinstance(event, Note)] == said
