"""Casualties, bottle tests, and how a battle ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.gorkamorka.garage import does
from tests.books.gorkamorka.table import Position, table
from tests.kit.script import a, b
from warbook.books.gorkamorka.ending import bottle, victory
from warbook.books.gorkamorka.ending.bottle import casualties, checks
from warbook.books.gorkamorka.scenario import Nest
from warbook.core.events import Ended

FAR = "ork_boy x (40,40)   ork_boy y (30,40)"
BEATEN = f"ork_nob A (10,10)   ork_boy B (20,10) down   ork_boy C (30,10)   {FAR}"


def start(text: str, *answers: Any, dice: str = "", **more: Any) -> Position:
    return table(text, phase="start", **more).play(*answers, dice=dice)


@pytest.mark.rule("gce.ending.casualties")
def test_down_out_off_and_immobilised_are_casualties_and_the_others_are_not() -> None:
    game = table(f"""
        ork_boy A (10,10) down   ork_boy B (20,10) place=out   ork_trukk T (30,10) immobilised
        ork_boy C (10,20) flesh=1   ork_boy D (10,30) flesh=1   grot_rebel E (20,20) pinned   {FAR}
    """)
    assert casualties(game.battle, "a") == 3
    game["C"].place = "off"
    game.ride("T").destroyed = True
    assert casualties(game.battle, "a") == 4
    game["D"].place = "home"
    assert casualties(game.battle, "a") == 4


@pytest.mark.rule("gce.ending.threshold")
@pytest.mark.parametrize(
    ("models", "lost", "must"), [(12, 3, True), (12, 2, False), (10, 3, True), (10, 2, False)]
)
def test_a_quarter_of_the_models_calls_for_a_check(models: int, lost: int, must: bool) -> None:
    fallen = "   ".join(f"ork_boy A{n} ({n * 3 + 3},10) down" for n in range(lost))
    game = table(f"ork_nob B (10,20)   {fallen}   {FAR}", began={"a": models, "b": 2})
    assert checks(game.battle, "a") is must


@pytest.mark.rule("gce.ending.threshold")
def test_who_recovers_is_no_casualty_any_more() -> None:
    game = table(BEATEN)
    assert checks(game.battle, "a")
    game["B"].down = False
    assert not checks(game.battle, "a")


@pytest.mark.rule("gce.ending.bottle-test")
@pytest.mark.parametrize(("skill", "fails"), [("", "42%"), ("taktiks", "17%")])  # 5/12, and its square
def test_the_odds_of_the_test_know_of_a_second_roll(skill: str, fails: str) -> None:
    text = f"ork_nob A (10,10) ld=7   ork_boy B (12,10) {skill}   ork_boy C (30,10) down   {FAR}"
    assert f"({fails} to fail)" in table(text, phase="start").question().options[0].label


@pytest.mark.rule("gce.ending.threshold", "gce.game.scenario")
def test_a_scenario_may_have_other_percentages() -> None:
    game = table(BEATEN, scenario={"bottle_at": (50, 25)})
    game.battle.attacker = "a"
    assert not checks(game.battle, "a")
    game.battle.attacker = "b"
    assert checks(game.battle, "a")
    assert not checks(table(BEATEN, scenario={"bottles": False}).battle, "a")


@pytest.mark.rule("gce.ending.bottle-choice", "gce.ending.bottle-out", "gce.ending.bottle-result")
def test_the_player_may_bottle_out_before_the_test() -> None:
    game = start(BEATEN, a("bottle"))
    assert game.battle.over and game.battle.winner == "b" and not game.battle.present("a")
    assert any("B was Down" in note for note in game.battle.notes)
    ended = game.events[-1]
    assert isinstance(ended, Ended)
    loser, winner = game.battle.name("a"), game.battle.name("b")
    assert ended.words.startswith(f"{loser} bottled out: {winner} hold the field.")


@pytest.mark.rule("gce.ending.bottle-test")
@pytest.mark.parametrize(("nob", "who"), [("", "A"), ("down", "C"), ("place=out", "C")])
def test_the_leader_tests_while_he_can_and_else_who_has_the_best_leadership(nob: str, who: str) -> None:
    text = f"ork_boy B (20,10) ld=6   ork_nob A (10,10) ld=7 {nob}   ork_boy C (30,10) ld=9   {FAR}"
    found = bottle.tester(table(text).battle, "a")
    assert found is not None and found.id == who


@pytest.mark.rule("gce.ending.bottle-test", "gce.ending.bottle-result")
def test_he_tests_on_the_leader() -> None:
    text = BEATEN.replace("A (10,10)", "A (10,10) ld=8")
    assert start(text, a("fight"), dice="4 4").battle.phase == "move"
    game = start(text, a("fight"), dice="4 5")
    assert game.battle.over and game.battle.winner == "b"


@pytest.mark.rule("gce.ending.bottle-test")
def test_without_the_leader_on_the_best_of_those_left() -> None:
    game = table(f"ork_nob A (10,10) ld=9 down   ork_boy B (20,10) ld=7   ork_yoof C (30,10) ld=6   {FAR}")
    who = bottle.tester(game.battle, "a")
    assert who is not None and who.id == "B"
    game.battle.phase = "start"
    assert game.play(a("fight"), dice="4 4").battle.winner == "b"


@pytest.mark.rule("gce.ending.bottle-test")
def test_a_mob_with_nobody_left_to_test_bottles_out() -> None:
    assert start(f"ork_nob A (10,10) down   {FAR}").battle.winner == "b"


@pytest.mark.rule("gce.ending.bottle-choice")
def test_below_the_threshold_nobody_is_asked_unless_a_switch_says_so() -> None:
    whole = f"ork_nob A (10,10)   {FAR}"
    assert start(whole).battle.phase == "move"
    assert start(whole, a("bottle"), voluntary_bottle="any_turn").battle.winner == "b"


@pytest.mark.rule("gce.ending.bottle-result", "gce.game.end")
def test_of_two_mobs_the_other_holds_the_field_at_once_in_the_last_turn_too() -> None:
    """The scrap that lies about is its own then, and no wind is rolled for any more."""
    text = "ork_boy x (10,10)   ork_boy y (20,10) down   ork_boy A (40,40)   grot_cutta T (30,30)"
    scenario = {"scrap_per_player": "D3", "turn_limit": 12}
    for turn in (3, 12):
        game = table(
            f"{text}   scrap (24,24)   scrap (26,24)", phase="start", side="b", turn=turn, scenario=scenario
        )
        game.battle.carried_off["b"] = 1
        game.play(b("bottle"))
        ended = game.events[-1]
        assert isinstance(ended, Ended) and ended.winner == "a"
        assert ended.words.startswith("Mob b bottled out: Mob a hold the field.")


@pytest.mark.rule("gce.ending.bottle-result", "gce.game.end")
def test_with_three_mobs_the_others_play_on() -> None:
    text = f"ork_boy A (10,10) down   ork_boy B (14,10)   {FAR}   ork_boy k (5,40) side=c"
    game = start(text, a("bottle"), sides=3)
    assert not game.battle.over and game.battle.side == "b" and game.battle.bottled == ["a"]
    game.play(b("done"))
    game.until("start")
    assert game.battle.side == "c"


@pytest.mark.rule("gce.hatred.leadership", "gce.ending.bottle-test")
def test_hatred_counts_for_the_test_unless_a_switch_says_not() -> None:
    text = BEATEN.replace("ork_nob A (10,10)", "ork_nob A (10,10) hates=b")
    assert start(text, a("fight"), dice="5 5").battle.phase == "move"
    assert start(text, a("fight"), dice="5 5", hatred_ld_for_bottle=False).battle.over


@pytest.mark.rule("gce.ending.bottle-out")
def test_boarders_are_left_standing_when_the_vehicle_is_taken_away() -> None:
    trukk = "ork_trukk T (20,20) moved=gas   ork_boy B in T driver   ork_boy z in T"
    text = f"ork_boy A (10,10) down   {trukk}   {FAR}"
    game = start(text, a("bottle"), began={"a": 3, "b": 3})
    assert game["z"].on_foot and not game.ride("T").on_table


@pytest.mark.rule("gce.ending.scenario-victory")
def test_creatures_have_had_enough_when_fewer_than_half_are_left() -> None:
    nest = Nest("squigosaur", 50, ((9999, 3),), 12.0)
    text = """
        ork_boy A (10,10)   squigosaur k (30,30) side=n   squigosaur l (40,30) side=n place=out
        squigosaur m (40,40) side=n place={}
    """
    for place, over in (("table", False), ("out", True)):
        game = table(
            text.format(place),
            phase="start",
            side="n",
            sides=1,
            scenario={"nest": nest},
            began={"a": 1, "n": 3},
        )
        game.battle.order = ["a", "n"]
        game.play()
        assert game.battle.over is over
    assert game.battle.winner == "a"


@pytest.mark.rule("gce.ending.scenario-victory")
def test_a_derby_is_won_by_the_last_mob_with_a_vehicle_that_moves() -> None:
    text = """
        ork_trukk T (10,10)   ork_boy A in T driver
        ork_trukk u (30,30) immobilised   ork_boy x in u driver
    """
    game = table(text, scenario={"derby": True, "bottles": False}, phase="recover").play()
    assert game.battle.over and game.battle.winner == "a"


@pytest.mark.rule("gce.ending.scenario-victory")
def test_the_end_tells_what_it_cost_each_mob() -> None:
    game = start(BEATEN, a("bottle"))
    (ended,) = [event for event in game.events if isinstance(event, Ended)]
    assert "B Down" in ended.words and ended.words.endswith("Mob b lost nobody.")


@pytest.mark.rule("gce.ending.casualties")
def test_the_end_tells_who_is_off_the_table() -> None:
    """Driven over the edge they are casualties; that a mob which bottled out has left needs no telling."""
    text = (
        "ork_trukk T (10,10)   ork_trukk U (20,10)   ork_boy A (4,4)   ork_boy x (40,40)   ork_boy y (42,40)"
    )
    game = table(text, phase="recover")
    game.ride("U").place = game["A"].place = "off"
    victory.end(game.game, "b", "Time is up.")
    (ended,) = [event for event in game.events if isinstance(event, Ended)]
    assert ended.words == "Time is up. Mob a: A, U off the table. Mob b lost nobody."


@pytest.mark.rule("gce.ending.bottle-out", "gce.chase.give-up")
def test_the_chases_and_planks_of_a_mob_that_bottles_out_are_over() -> None:
    """Its own, and those of whoever chased its vehicles."""
    game = table(f"""
        ork_trukk T (20,20) moved=gas chasing=t chase=race planked   ork_spanner D in T driver
        ork_trukk t (20,24) moved=gas facing=0   ork_spanner d in t driver
        ork_trukk u (13,20) moved=gas facing=0 chasing=T chase=tail planked
        ork_spanner e in u driver   {FAR}
    """)
    bottle.bottle_out(game.game, "a", "Mob a bottle out.", "gce.ending.bottle-out")
    for name in "Tu":
        ride = game.ride(name)
        assert (ride.chasing, ride.chase, ride.planked) == ("", "", False)
    assert not game.ride("T").on_table and game.ride("u").on_table


@pytest.mark.rule("gce.ending.scenario-victory")
@pytest.mark.parametrize(("state", "over"), [("", False), ("immobilised", True), ("destroyed", True)])
def test_a_derby_is_over_when_one_mob_has_a_vehicle_that_moves(state: str, over: bool) -> None:
    text = f"ork_trukk T (20,20)   ork_spanner D in T driver   ork_trukk t (30,20) {state}   ork_boy x (9,9)"
    game = table(text, scenario={"derby": True})
    victory.check(game.game)
    assert game.battle.over is over and game.battle.winner == ("a" if over else "")


@pytest.mark.rule("gce.game.end", "gce.ending.bottle-out")
@pytest.mark.parametrize("bottled", [False, True])
def test_a_mob_that_bottled_out_has_lost_though_some_of_it_were_still_to_come(bottled: bool) -> None:
    game = table("ork_boy A (20,20)   ork_boy x (40,40) place=reserve")
    if bottled:
        game.battle.bottled.append("b")
    victory.check(game.game)
    assert game.battle.over is bottled


SCRAP: dict[str, Any] = {"scrap_per_player": "D3", "turn_limit": 3}


@pytest.mark.rule("gce.R10.5")
@pytest.mark.parametrize(("ours", "theirs", "winner"), [(2, 1, "a"), (1, 2, "b"), (1, 1, "")])
def test_when_time_is_up_what_lies_about_is_nobodys(ours: int, theirs: int, winner: str) -> None:
    lying = "scrap (20,20)   scrap (22,20)   scrap (24,20)"
    game = table(
        f"ork_boy A (10,10) scrap={ours}   ork_boy x (40,40) scrap={theirs}   {lying}", scenario=SCRAP
    )
    assert does(game, victory.time_out).battle.winner == winner


@pytest.mark.rule("gce.ending.threshold")
@pytest.mark.parametrize(("out", "enough"), [(2, False), (3, True)])
def test_half_of_the_creatures_are_not_fewer_than_half(out: int, enough: bool) -> None:
    places = ["out"] * out + ["table"] * (4 - out)
    beasts = "   ".join(
        f"squigosaur k{n} ({10 * n + 5},30) side=n place={place}" for n, place in enumerate(places)
    )
    nest = Nest("squigosaur", 50, ((9999, 3),), 12.0)
    game = table(f"ork_boy A (10,10)   {beasts}", sides=1, scenario={"nest": nest}, began={"a": 1, "n": 4})
    assert checks(game.battle, "n") is enough
