"""Fights aboard: who faces whom, groups that pile on, the loser overboard; and on what stands still."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.books.gorkamorka.fight.ring import dice_of, fight, kinds, ring, scored
from tests.books.gorkamorka.table import why
from tests.kit.script import By, a, b
from warbook.books.gorkamorka.field.aboard import out_of_control
from warbook.books.gorkamorka.field.bodies import apart
from warbook.books.gorkamorka.field.engaged import opponents
from warbook.books.gorkamorka.fight.previews import of_round
from warbook.books.gorkamorka.fight.stance import Corner
from warbook.core.events import Note

# A trukk of side b on the move: a driver and two of its crew, with boarders of side a to come.
TRUKK = """
    ork_trukk t (20,20) moved={}
    ork_boy d in t driver   ork_boy x in t   ork_boy y in t
"""
MOVING, STILL = TRUKK.format("gas"), TRUKK.format("still")
# Five rebel grots on a cutta of side a.
CUTTA = """
    grot_cutta C (20,20) moved=sail
    grot_rebel Bruvov in C driver   grot_rebel Skiffa in C   grot_rebel Leggit in C
    grot_rebel Gerdat in C   grot_rebel Soxem in C
"""


@pytest.mark.rule("gce.boarding.combat")
@pytest.mark.parametrize(("state", "faces"), [("", ["x"]), ("down", []), ("netted", [])])
def test_aboard_one_is_engaged_with_whom_he_fought_while_that_one_is_up(state: str, faces: list[str]) -> None:
    game = ring(f"ork_trukk t (20,20) moved=gas   ork_boy x in t {state}   ork_boy A in t")
    game["A"].fighting = game["x"].fighting = ("x",)
    assert [foe.id for foe in opponents(game.battle, game["A"])] == faces


# ---------------------------------------------------------------- who faces whom


@pytest.mark.rule("gce.boarding.assign", "gce.boarding.one-on-one", "gce.hand-to-hand.multi-not-on-vehicles")
def test_the_owner_picks_one_defender_for_each_boarder_the_driver_among_them() -> None:
    text = MOVING + "ork_boy A in t charging=t   ork_boy B in t charging=t"
    game = fight(text, b("d"), b("y"), a("B"), dice="4 5  4 5")
    assert kinds(game) == ["assign", "assign", "next bout"]
    assert scored(game) == ["B scores 8, y 8.", "A scores 8, d 8."]
    assert [option.id for option in ring(text).question(b("d")).options] == ["x", "y"]


@pytest.mark.rule("gce.fear.charged", "gce.boarding.counts-as-charge")
@pytest.mark.parametrize("boarded", ["", "charging=t"])
def test_the_odds_of_facing_a_boarder_know_the_test_against_fear_of_him(boarded: str) -> None:
    """Of those who board in this turn alone; the driver is not afraid."""
    game = ring(MOVING + f"ork_boy A in t fear {boarded}")
    told = {each.id: dict(each.preview().outcomes) for each in game.question().options}
    plain = dict(of_round(game.battle, Corner(game["x"]), Corner(game["A"]), aboard=True).outcomes)
    afraid = replace(game["x"], half_ws=("A",))
    scared = dict(of_round(game.battle, Corner(afraid), Corner(game["A"]), aboard=True).outcomes)
    fails = Fraction(5, 12) if boarded else Fraction(0)  # Ld 7
    for words in plain:
        assert told["x"][words] == (1 - fails) * plain[words] + fails * scared[words]
    assert (told["d"]["A overboard"] == told["x"]["A overboard"]) is not bool(boarded)


@pytest.mark.rule("gce.boarding.assign")
def test_the_down_are_not_assigned() -> None:
    text = MOVING.replace("ork_boy y in t", "ork_boy y in t down") + "ork_boy A in t"
    assert [option.id for option in ring(text).question().options] == ["d", "x"]


@pytest.mark.rule("gce.boarding.assign-pinned", "gce.hand-to-hand.pinned-engaged")
def test_the_pinned_are_assigned_only_if_no_other_is_left() -> None:
    text = """
        digga_transport t (20,20) moved=gas   digga_boy d in t driver   digga_boy x in t
        digga_boy y in t pinned   ork_boy A in t   {}
    """
    option = ring(text.format("")).option("y")
    assert why(option.barred).rule == "gce.boarding.assign-pinned"
    game = ring(text.format("ork_boy B in t   ork_boy C in t"))
    game.play(b("y"), b("d"), a("A"), dice="4 3 1 1")
    assert not game["y"].pinned and scored(game) == ["A scores 7, y 6."]


@pytest.mark.rule("gce.boarding.assign", "gce.boarding.combat")
def test_surplus_boarders_do_not_fight_and_the_owner_says_which() -> None:
    text = "ork_trukk t (20,20) moved=gas   ork_boy d in t driver   ork_boy A in t   ork_boy B in t"
    game = fight(text, b("B"), dice="4 4")
    assert scored(game) == ["B scores 7, d 7."] and game.says("Nobody is left to face A.")


@pytest.mark.rule("gce.boarding.assign")
def test_who_leaps_headlong_picks_his_enemy_himself() -> None:
    text = MOVING + "ork_boy A in t charging=t headlong_leap"
    assert scored(fight(text, a("d"), dice="4 5")) == ["A scores 8, d 8."]
    later = fight(text, b("x"), side="b", dice="4 4")
    assert scored(later) == ["x scores 7, A 7."]
    aboard = fight(MOVING + "ork_boy A in t headlong_leap", b("x"), dice="4 4")
    assert scored(aboard) == ["A scores 7, x 7."], "he has leapt in an earlier turn"


@pytest.mark.rule("gce.boarding.reassign", "gce.hand-to-hand.continues")
def test_a_stalemate_goes_on_and_may_be_assigned_anew() -> None:
    game = fight(MOVING + "ork_boy A in t", b("x"), dice="4 4")
    assert game["A"].aboard == "t" and game["A"].fighting == ("x",) and game["x"].fighting == ("A",)
    game.battle.phase, game.battle.side = "fight", "b"
    game.play(b("y"), dice="4 4")
    assert game["y"].fighting == ("A",) and not game.battle.warrior("x").fighting


@pytest.mark.rule("gce.hand-to-hand.infantry-only")
@pytest.mark.parametrize("moved", ["still", "gas"])
def test_a_vehicle_fights_nobody_and_its_driver_who_is_boarded(moved: str) -> None:
    bike = f"ork_bike t (20,20) moved={moved}   ork_boy d in t driver   "
    assert not scored(fight(bike + "ork_boy A (20,21.3)"))  # beside it
    assert scored(fight(bike + "ork_boy A in t", dice="4 4")) == ["A scores 7, d 7."]


# ---------------------------------------------------------------- losing


@pytest.mark.rule("gce.boarding.losing", "gce.hand-to-hand.thrown-off", "gce.boarding.no-follow-up")
def test_the_loser_is_thrown_overboard_with_a_hit_and_the_winner_stays() -> None:
    game = fight(MOVING + "ork_boy A in t", b("x"), dice="5 4 1 1")
    assert game["x"].on_foot and apart(game.battle, game["x"], game.ride("t")) == pytest.approx(2.0, abs=0.05)
    assert game["x"].x > game.ride("t").x  # the trukk faces west
    assert [roll.need for roll in game.rolled("gce.wounding.wound-roll")] == [5, 5]
    assert game["A"].aboard == "t" and kinds(game) == ["assign"]
    told = [event.words for event in game.events if isinstance(event, Note)]
    assert [words for words in told if "overboard" in words] == ["x goes overboard from t."]


@pytest.mark.rule("gce.boarding.losing")
def test_the_hits_of_the_fight_come_before_that_of_the_fall_each_by_itself() -> None:
    game = fight(MOVING + "ork_boy A in t s=4", b("x"), dice="6 4 1 1 5 3")
    assert [roll.need for roll in game.rolled("gce.wounding.wound-roll")] == [4, 4, 5]
    assert game["x"].down and game["x"].on_foot


@pytest.mark.rule("gce.boarding.losing", "gce.hand-to-hand.down-is-out")
def test_down_aboard_is_not_out() -> None:
    game = fight(MOVING + "ork_boy A in t", b("x"), dice="5 4 6 3 1")
    assert game["x"].down and game["x"].on_foot
    gone = fight(MOVING + "ork_boy A in t", b("x"), dice="5 4 6 6")
    assert gone["x"].place == "out"


@pytest.mark.rule("gce.hand-to-hand.thrown-off")
def test_by_switch_he_lands_somewhere_within_three_inches() -> None:
    game = fight(MOVING + "ork_boy A in t", b("x"), dice="5 4 1 2 1 1", overboard_placement="random_d3")
    assert game["x"].on_foot
    assert apart(game.battle, game["x"], game.ride("t")) == pytest.approx(2.0, abs=0.1)


@pytest.mark.rule("gce.boarding.losing", "gce.vehicle-movement.out-of-control")
def test_a_driver_who_is_thrown_off_leaves_the_vehicle_out_of_control() -> None:
    game = fight(MOVING + "ork_boy A in t", b("d"), dice="5 4 1 1")
    assert game.ride("t").driver == "" and out_of_control(game.battle, game.ride("t"))


@pytest.mark.rule("gce.boarding.counts-as-charge")
def test_boarding_counts_as_a_charge_across_an_obstacle_if_the_sides_are_one() -> None:
    text = MOVING + "ork_boy A in t charging=t {}"
    assert scored(fight(text.format(""), b("x"), dice="4 5")) == ["A scores 8, x 8."]
    assert scored(fight(text.format("obstacle"), b("x"), dice="4 4")) == ["A scores 7, x 7."]
    assert scored(fight(text.format(""), b("x"), side="b", dice="4 4")) == ["x scores 7, A 7."]


@pytest.mark.rule("gce.fear.charged", "gce.fear.drivers", "gce.terror.hth")
def test_who_faces_a_fearsome_boarder_tests_when_he_is_assigned() -> None:
    text = MOVING + "ork_boy A in t charging=t {}"
    assert scored(fight(text.format("fear"), b("x"), dice="4 4 4 4 1 1 1")) == ["A scores 8, x 6."]
    assert scored(fight(text.format("fear"), b("d"), dice="4 5")) == ["A scores 8, d 8."]
    assert scored(fight(text.format("terror"), b("d"), dice="4 4 4 4 1 1 1 1 1")) == ["A scores 8, d 4."]
    assert scored(fight(text.format("fear"), b("x"), side="b", dice="4 4")) == ["x scores 7, A 7."]


# ---------------------------------------------------------------- the Down on the deck


@pytest.mark.rule("gce.foot.board-enemies", "gce.hand-to-hand.down-engaged")
def test_a_boarder_among_the_down_may_finish_one_off() -> None:
    text = "ork_trukk t (20,20) moved=gas   ork_boy d in t driver down   ork_boy x in t down   ork_boy A in t"
    game = fight(text, a("x"))
    assert game["x"].place == "out" and game["d"].aboard == "t" and kinds(game) == ["finish off"]
    assert fight(text, a("leave"))["x"].on_table


@pytest.mark.rule("gce.foot.board-enemies")
def test_a_crew_may_finish_off_a_boarder_who_is_down() -> None:
    game = fight(MOVING + "ork_boy A in t down", b("leave"), b("A"))
    assert game["A"].place == "out"


# ---------------------------------------------------------------- Pilin' On


@pytest.mark.rule("gce.pilin-on.eligible", "gce.pilin-on.group", "gce.pilin-on.bonus")
@pytest.mark.rule("gce.pilin-on.declare-attack", "gce.boarding.counts-as-charge")
def test_klepski_leads_kilgor_and_ravvi() -> None:
    text = (
        MOVING
        + """
        grot_rebel Klepski in t charging=t   grot_rebel Kilgor in t charging=t
        grot_rebel Ravvi in t charging=t
    """
    )
    game = fight(text, a("alone"), a("Klepski"), a("Klepski"), b("d"), dice="4 3 2 6 1 1")
    assert kinds(game) == ["pile on", "pile on", "pile on", "assign"]  # the groups before who faces them
    assert dice_of(game, "Klepski") == 3 and scored(game) == ["Klepski scores 9, d 9."]


@pytest.mark.rule("gce.pilin-on.declare-defence", "gce.pilin-on.bonus", "gce.boarding.assign")
def test_five_grots_split_on_two_boarders_before_the_first_roll() -> None:
    text = CUTTA + "ork_boy skubgob in C charging=C   ork_yoof modkoff in C charging=C"
    groups = a("alone"), a("Bruvov"), a("Bruvov"), a("alone"), a("Gerdat")
    game = fight(text, *groups, a("Bruvov"), b("skubgob"), side="b", dice="2 1 3 4 1 1  3 1 4 1 1")
    assert kinds(game) == [*["pile on"] * 5, "assign", "next bout"]
    assert dice_of(game, "Bruvov") == 3 and dice_of(game, "Gerdat") == 2
    assert scored(game)[0] == "skubgob scores 7, Bruvov 8."


@pytest.mark.rule("gce.pilin-on.declare-defence")
def test_each_boarder_must_be_faced_before_anybody_helps() -> None:
    text = """
        grot_cutta C (20,20) moved=sail   grot_rebel Bruvov in C driver   grot_rebel Skiffa in C
        ork_boy x in C   ork_boy y in C
    """
    assert ring(text, side="b").question().kind == "assign"


@pytest.mark.rule("gce.pilin-on.losing", "gce.pilin-on.group")
def test_of_a_group_that_loses_the_lead_alone_goes_overboard() -> None:
    text = MOVING + "grot_rebel A in t   grot_rebel B in t"
    game = fight(text, a("B"), b("d"), dice="1 2 5 1 1 1 1 1")
    assert game["B"].on_foot and game["A"].aboard == "t"
    assert {roll.by for roll in game.rolled("gce.hand-to-hand.roll")} == {"B", "d"}


@pytest.mark.rule("gce.pilin-on.group")
def test_who_is_helped_leads_and_is_not_asked_whether_he_helps() -> None:
    text = MOVING + "grot_rebel A in t   grot_rebel B in t   grot_rebel C in t"
    game = ring(text)
    assert game.question(a("B")).piece == "C"
    assert ring(text).question(a("alone")).piece == "B"


@pytest.mark.rule("gce.pilin-on.eligible")
def test_orks_do_not_pile_on_nor_does_who_is_pinned() -> None:
    assert ring(MOVING + "ork_boy A in t   ork_boy B in t").question().kind == "assign"
    text = MOVING + "grot_rebel A in t   grot_rebel B in t pinned"
    assert ring(text).question().kind == "assign"


# ---------------------------------------------------------------- vehicles that stand still


@pytest.mark.rule("gce.boarding.stationary-normal")
def test_on_a_vehicle_that_stands_still_the_rules_of_the_ground_hold() -> None:
    text = "ork_trukk t (20,20) moved=still   ork_boy d in t driver   ork_boy x in t   ork_boy A in t"
    game = fight(text, b("x"), dice="4 4  4 3 5")
    assert kinds(game) == ["next attacker"] and game["A"].aboard == "t"
    fell = fight(text, b("x"), b("stay"), dice="5 4 6 3")
    assert fell["A"].place == "out"


@pytest.mark.rule("gce.boarding.stationary-normal", "gce.hand-to-hand.follow-up")
def test_who_wins_there_may_follow_up_off_the_vehicle() -> None:
    text = "ork_trukk t (20,20) moved=still   ork_boy d in t driver   ork_boy A in t"
    game = fight(text, a("move"), a("0"), a("stay"), dice="5 4 6 3", side="a")
    assert game["d"].place == "out" and game["A"].on_foot


@pytest.mark.rule("gce.hand-to-hand.continues")
def test_aboard_a_third_players_vehicle_rivals_fight_when_nobody_else_can() -> None:
    text = """
        ork_trukk T (20,20) moved=gas   ork_boy D in T driver down
        ork_boy x in T   ork_boy k in T side=c
    """
    assert scored(fight(text, side="b", sides=3, dice="4 4")) == ["x scores 7, k 7."]
    assert kinds(fight(text, b("leave"), By("c", "leave"), sides=3)) == ["finish off", "finish off"]


@pytest.mark.rule("gce.boarding.assign-pinned")
def test_with_as_many_up_as_there_are_boarders_the_pinned_stay_out_of_it() -> None:
    text = """
        digga_transport t (20,20) moved=gas   digga_boy d in t driver   digga_boy x in t
        digga_boy y in t pinned   ork_boy A in t   ork_boy B in t
    """
    assert why(ring(text).option("y").barred).rule == "gce.boarding.assign-pinned"


@pytest.mark.rule("gce.foot.board-enemies")
def test_nobody_finishes_off_who_plays_dead() -> None:
    text = "ork_trukk t (20,20) moved=gas   ork_boy d in t driver down   ork_boy x in t down play_dead"
    game = fight(f"{text}   ork_boy A in t", a("leave"))
    offered = [option.id for _, question in game.asked for option in question.options]  # type: ignore[union-attr]
    assert offered == ["leave", "d"]
