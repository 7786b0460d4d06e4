"""Rounds of melee: steps, wounds, closing up, what is asked before, and who is caught."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.arap.duels import BARE, duel
from tests.books.arap.table import table, why
from tests.kit.script import a, b
from warbook.books.arap.field.bodies import fighter
from warbook.books.arap.field.near import lock
from warbook.books.arap.melee.blows import Manner, swings
from warbook.books.arap.melee.choices import manner_of
from warbook.books.arap.melee.leaving import asked_to_leave, break_off_odds, fight_odds
from warbook.books.arap.melee.round import fight
from warbook.books.arap.melee.strikes import Tally, strike, take_wounds
from warbook.books.arap.state import Charge

STAY = a("fight"), b("fight")


def fought(game, dice, *answers):
    return game.does(fight, *(answers or STAY), dice=dice)


def gone(game, name):
    """How far a figure of A is from where it stood."""
    figure = game.figure(name)
    return round(((figure.x - 10) ** 2 + (figure.y - 10) ** 2) ** 0.5, 2)


def standing(game, name):
    return len(game.battle.standing(game[name]))


@pytest.mark.rule(
    "arap.melee.initiative-order", "arap.melee.round", "arap.melee.to-hit", "arap.melee.to-wound"
)
def test_the_quicker_strike_first_and_who_falls_does_not_strike_back():
    """WS 3 hits on 3 and S 3 wounds T 3 on 4."""
    game = fought(duel("i=4", "i=3"), "3 4")
    assert standing(game, "A") == 1 and standing(game, "x") == 0
    missed = fought(duel("i=4", "i=3"), "4 3 4")
    assert standing(missed, "A") == 0 and standing(missed, "x") == 1


@pytest.mark.rule("arap.melee.initiative-order", "arap.G13", "arap.G41")
def test_equals_strike_together():
    game = fought(duel(), "3 4 3 4")
    assert standing(game, "A") == standing(game, "x") == 0


@pytest.mark.rule("arap.melee.to-hit", "arap.melee.to-wound")
def test_two_attacks_one_hit_and_hard_skins():
    """WS 4: 3 hits and 5 does not. S 3 needs 5 against T 4 and a 6 and a 5 against T 7."""
    game = fought(duel("i=5 ws=4 a=2", "t=4"), "3 5 4 6")
    assert game["A"].inflicted == 0
    game = fought(duel("i=5 ws=4 a=2", "t=4"), "3 5 5")
    assert standing(game, "x") == 0
    tough = fought(duel("i=5", "t=7 w=2 i=2"), "1 6 5 6 1 1 1")  # x misses, has lost and flinches
    assert tough.figure("x1").wounds == 1


@pytest.mark.rule("arap.melee.round", "arap.melee.initiative-order")
def test_steps_go_from_the_highest_initiative_to_the_lowest():
    text = f"human_trooper A (10,10) locked=x {BARE} i=5   human_trooper B (12,10) locked=x {BARE} i=3"
    game = table(f"{text} facing=180   human_trooper x (11,10) locked=A+B {BARE} i=4 w=3", phase="melee")
    fought(game, "6 6 6", a("fight"), a("fight"), b("fight"))
    struck = [event.piece for event in game.game.events if event.rule == "arap.melee.initiative-order"]
    assert struck == ["A", "x", "B"]


@pytest.mark.rule("arap.melee.wound-allocation", "arap.G41", "arap.G20")
def test_wounds_go_from_tier_to_tier():
    """Three wounds: one in contact, one in reach, and the third to who is out of reach."""
    game = duel("i=5 a=3", at="(11,10) (11.8,10.3) (15,10)")
    fought(game, "1 1 1 4 4 4")
    assert standing(game, "x") == 0 and standing(game, "A") == 1


@pytest.mark.rule("arap.melee.wound-allocation", "arap.G41")
def test_who_saved_stands_for_the_next_wound():
    """The first wound is saved; the second takes who is in contact, before anybody further off."""
    game = duel("i=5 a=2", "save=4 ld=12 i=1", at="(11,10) (11.8,10.3)")
    fought(game, "1 1 4 4 4 3 6 1 1 1", *STAY)
    assert [figure.id for figure in game.battle.standing(game["x"])] == ["x2"]


@pytest.mark.rule("arap.G41", "arap.melee.wound-allocation")
def test_who_has_been_wounded_in_a_step_has_so_many_wounds_left_for_the_next_unit():
    """A takes one of x1's two wounds, B's first the other and its second one of x2's."""
    strong = f"{BARE} i=5 locked=x"
    text = f"human_trooper A (10,10) {strong}   human_trooper B (11,11) {strong} a=2 facing=270   "
    text += f"human_trooper x (11,10) (14,10) locked=A+B {BARE} w=2 i=1 ld=12"
    game = table(text, phase="melee")
    tally = Tally({}, {})
    for name in ("A", "B"):
        blows = [
            swing
            for each in game.battle.standing(game[name])
            for swing in swings(game.battle, each, Manner())
        ]
        dice = "1 4" if name == "A" else "1 1 4 4"
        game.does(lambda g, name=name, blows=blows: strike(g, game[name], game["x"], blows, tally), dice=dice)
    assert tally.wounds == {"x1": 2, "x2": 1}


@pytest.mark.rule("arap.melee.wound-cap")
def test_nobody_wounds_more_often_than_he_strikes():
    """Two attacks on three in contact: two fall, the third strikes back in vain."""
    game = duel("i=5 a=2", "i=1", at="(11,10) (10.5,10.9) (10.5,9.1)")
    fought(game, "1 1 4 4 1 1 1 1 6 1 1 1", *STAY)
    assert game["A"].inflicted == 2 and standing(game, "x") == 1


@pytest.mark.rule("arap.G21")
def test_where_toughness_differs_hits_are_dealt_before_they_wound():
    """A T 6 is in contact and a T 3 behind it: S 3 wounds the first with a 6 and then a 4, never with a 5."""
    kit = "weapons= melee=ccw grenades= natural= ws=3 s=3 i=1 a=0 w=1 ld=12 save=7 base_mm=25 size=2"
    text = f"human_trooper A (10,10) locked=x {BARE} i=5   human_trooper+ogryn x (11.9,10) (11,10) locked=A"
    game = table(f"{text} {kit}", phase="melee")
    kinds = [fighter(game.battle, game.figure(name)).profile.t for name in ("x1", "x2")]
    assert kinds[0] < kinds[1]
    fought(game, f"1 {kinds[1]}")
    assert standing(game, "x") == 2


@pytest.mark.rule("arap.melee.step-move", "arap.melee.late-engaged", "arap.G22")
def test_who_comes_up_strikes_if_his_step_is_still_to_come():
    """A2 stands 4 inches off: with Initiative 2 it strikes after it has closed up, with 4 it is too late."""
    late = f"human_trooper A (10,10) locked=x {BARE} i=4   human_trooper x (11,10) locked=A {BARE} i=3 w=3"
    game = table(late.replace("(10,10)", "(10,10) (7,10)"), phase="melee")
    fought(game, "6 6", *STAY, a("close up"))
    assert game.figure("A2").x > 8 and game["A"].locked
    early = table(late.replace("A (10,10)", "A (10,10) (7,10)").replace("i=4", "i=2"), phase="melee")
    fought(early, "6 6 6", *STAY, a("close up"))
    stays = table(late.replace("A (10,10)", "A (10,10) (7,10)").replace("i=4", "i=2"), phase="melee")
    fought(stays, "6 6", *STAY, a("stay"))
    assert stays.at("A2") == (7, 10)


@pytest.mark.rule("arap.melee.step-move")
def test_bad_ground_does_not_slow_who_closes_up_but_mines_may_kill_him():
    text = f"human_trooper A (10,10) (5.6,10) locked=x {BARE} i=2"
    text += f"   human_trooper x (11,10) locked=A {BARE} i=3 w=3"
    bog = table(text + "   area (5.7,8) (9,12) bog", phase="melee")
    fought(bog, "6 6 6", *STAY, a("close up"))
    assert bog.figure("A2").x > 8.9
    mines = table(text + "   area (6,8) (9,12) minefield", phase="melee")
    fought(mines, "6 6 6 6", *STAY, a("close up"))
    assert standing(mines, "A") == 2


@pytest.mark.rule("arap.G44", "arap.H6", "arap.melee.hit-modifiers")
def test_two_weapons_are_asked_of_the_unit_once():
    game = duel("weapons=laspistol", here="(10,10) (10,11)", at="(11,10) (11,11)")
    asked = game.tries(fight, *STAY)
    assert asked.kind == "two weapons" and asked.usual == "two"
    game = duel("weapons=laspistol i=5", "ld=12 w=2")
    fought(game, "3 3 6", *STAY, a("two"))
    assert game["A"].inflicted == 0  # two weapons make a 3 of WS 3 a miss


@pytest.mark.rule("arap.H6")
def test_without_the_switch_nobody_is_asked_about_two_weapons():
    game = fought(duel("weapons=laspistol i=5", second_weapon_attack=False), "3 4")
    assert standing(game, "x") == 0


@pytest.mark.rule(
    "arap.charge.krak-attack", "arap.charge.krak-profile", "arap.G17", "arap.grenade.unit-quota"
)
def test_a_krak_attack_is_one_die_that_works_on_a_one():
    """A 3 and Initiative 5, but one die at Initiative 1; S 6 wounds T 6 on 4 and AP 4 leaves a save of 3."""
    game = duel("a=3 i=5 grenades=krak_grenade", "t=6 save=3 w=2 i=2")
    fought(game, "6 1 4 2 1 1 1", *STAY, a("1"))
    assert game.figure("x1").wounds == 1
    saved = duel("a=3 i=5 grenades=krak_grenade", "t=6 save=3 w=2 i=2")
    fought(saved, "6 1 4 3", *STAY, a("1"))
    assert saved.figure("x1").wounds == 2
    missed = duel("a=3 i=5 grenades=krak_grenade", "t=4 save=4 w=2 i=2 ws=3")
    fought(missed, "6 2", *STAY, a("1"))
    open_to = duel(
        "grenades=krak_grenade", here="(10,10) (10,11) (10,12) (10,9) (10,13)", at="(11,10) (11,12)"
    )
    asked = open_to.tries(fight, *STAY)
    assert [option.id for option in asked.options] == ["0", "1", "2"] and asked.kind == "krak"


@pytest.mark.rule("arap.charge.krak-mishap")
@pytest.mark.parametrize(("dice", "hurt"), [("6 6 1", False), ("6 6 2 3", False), ("6 6 2 2 1 1 1", True)])
def test_a_grenade_that_goes_off_in_the_hand_wounds_or_does_nothing(dice, hurt):
    """S 6 against T 3: on 2 or more; AP 4 leaves a save of 3. Who has lost more flinches."""
    game = duel("a=3 i=5 t=3 w=2 save=3 grenades=krak_grenade", "t=4 w=2 i=2 ws=3")
    fought(game, dice, *STAY, a("1"))
    assert game.says("goes off in the hand") and game.says("is wounded") is hurt
    assert game.figure("A1").wounds == 2 - hurt


@pytest.mark.rule("arap.charge.krak-mishap")
def test_a_six_goes_off_in_the_hand():
    game = duel("i=5 grenades=krak_grenade t=4 save=4", "i=2")
    fought(game, "6 6 2", *STAY, a("1"))
    assert standing(game, "A") == 0 and standing(game, "x") == 1
    unskilled = duel("i=5 grenades=krak_grenade", "ws=0 a=0 i=2")
    fought(unskilled, "6", *STAY, a("1"))
    assert standing(unskilled, "A") == 1


@pytest.mark.rule("arap.charge.planted-grenades", "arap.H19")
def test_charges_are_planted_on_vehicles():
    game = duel("a=3 grenades=melta_bomb", "rules=vehicle t=8 w=3 i=1", vehicles=True)
    asked = game.tries(fight, *STAY)
    assert asked.kind == "plant" and asked.usual == "1"
    assert game.does(lambda each: manner_of(each, game["A"], Manner()), a("0")) is game


@pytest.mark.rule(
    "arap.charge.run-caught", "arap.G8", "arap.G25", "arap.melee.fleeing-target", "arap.rout.free-hack"
)
def test_who_ran_and_was_caught_is_hacked_at_and_routs():
    """One attack each at 4 or less, though A has three and WS 2; the runners strike no blow, and go D6."""
    game = duel("a=3 ws=2", at="(11,10) (11,12)", rout_path="automatic")
    game.battle.charges = [Charge("A", "x", caught=True, bonus=False)]
    fought(game, "4 4 5", a("pursue"))
    assert standing(game, "x") == 1 and game["x"].routing and game["A"].pursuing == "x"
    assert not game["A"].locked and not game["x"].locked


@pytest.mark.rule("arap.charge.run-caught", "arap.C17")
def test_who_ran_and_was_caught_routs_though_nobody_is_left_of_the_chargers():
    """They were shot down before the melee round: nobody hacks, and the points that x had left are lost."""
    game = duel(at="(11,10) (11,12)", rout_path="automatic")
    game.battle.charges = [Charge("A", "x", caught=True, bonus=False)]
    game["A"].locked = game["x"].locked = ()
    game.figure("A1").place = "out"
    game["x"].kept = 1
    game.does(fight, dice="4")
    assert standing(game, "x") == 2 and game["x"].routing and not game["x"].kept
    game["x"].routing = False  # it has rallied: it was caught once
    game.does(fight)
    assert not game["x"].routing


@pytest.mark.rule("arap.pursuit.others-hack", "arap.G25")
def test_who_was_routing_when_it_was_charged_is_hacked_at_with_all_attacks():
    game = duel("a=3 ws=6", "routing", at="(11,10) (11,12)", rout_path="automatic")
    game.battle.charges = [Charge("A", "x", caught=True, bonus=False)]
    fought(game, "5 5 4 1 5", a("pursue"))
    assert standing(game, "x") == 2


@pytest.mark.rule("arap.turn.leftover-after-melee", "arap.C7")
def test_points_are_kept_by_who_has_destroyed_all_opponents():
    game = duel("i=5")
    game["A"].kept = 2
    assert fought(game, "3 4")["A"].kept == 2
    game = duel("i=5", at="(11,10) (30,10)")
    game["A"].kept = 2
    assert fought(game, "6 6", *STAY, b("stay"))["A"].kept == 0


# ---------------------------------------------------------------- leaving


@pytest.mark.rule("arap.melee.break-off", "arap.melee.break-off-test", "arap.melee.break-off-next-turn")
@pytest.mark.rule("arap.melee.break-off-enemy-next-turn", "arap.melee.break-off-direction")
def test_who_breaks_off_goes_under_one_blow_of_each():
    """Ld 7, dice 6; three enemies, each hits on 4 and not on 5; then 7 inches to the west."""
    game = duel(here="(10,10) (10,9) (10,11)", at="(11,10) (11,9) (11,11)", theirs="ws=2 a=3")
    fought(game, "3 3 4 5 6 1 3 4", a("break off"), a("west"))
    assert not game["A"].locked and not game["x"].locked
    assert game.at("A1") == (3, 10) and standing(game, "A") == 3
    assert game["A"].shuns == {"x": 3} and game["x"].shuns == {"A": 2}


@pytest.mark.rule("arap.melee.break-off-failed", "arap.G39")
def test_who_fails_to_break_off_routs_without_a_blow():
    game = duel(rout_path="automatic")
    fought(game, "5 4 4", a("break off"), b("pursue"))
    assert game["A"].routing and game["x"].pursuing == "A" and gone(game, "A1") == 4


@pytest.mark.rule("arap.melee.break-off-direction")
def test_breaking_off_never_leads_into_another_melee():
    """Another enemy of Size One 6 inches off, 8 inches to go: a Size One figure halts an inch from it."""
    text = f"human_trooper A (10,10) locked=x {BARE} size=1   human_trooper x (11,10) locked=A {BARE} size=1"
    game = table(f"{text}   human_trooper y (4,10) {BARE} size=1", phase="melee")
    fought(game, "3 3 6 4 4", a("break off"), a("west"))
    assert 5.0 <= game.figure("A1").x <= 5.15 and not game["A"].locked


@pytest.mark.rule("arap.melee.hit-and-run", "arap.melee.hit-and-run-failed", "arap.G26")
def test_hit_and_run():
    """Initiative 4: a 4 gets away 3D6 inches without a blow and without bans; a 5 stays, fights, and may not
    leave in the next round."""
    game = duel("i=4 rules=hit-and-run", here="(30,10)", at="(31,10)")
    fought(game, "4 2 3 4", a("hit and run"), a("west"))
    assert game.at("A1") == (21, 10) and not game["A"].locked and not game["A"].shuns
    game = duel("i=4 rules=hit-and-run")
    fought(game, "5 6 6", a("hit and run"), b("fight"))
    assert game["A"].locked and game["A"].no_break_off
    for unit in game.battle.units:
        unit.fought = False
    fought(game, "6 6", b("fight"))
    assert not game["A"].no_break_off


@pytest.mark.rule("arap.G26")
def test_a_hit_and_run_that_failed_is_forgotten_with_the_melee():
    """A fails, loses a wound and flinches 6 inches; in another melee it may break off at once."""
    game = duel("i=4 w=2 rules=hit-and-run", here="(30,20)", at="(31,20)")
    fought(game, "5" + " 6" + " 1 6" + " 1 1" + " 6", a("hit and run"), b("fight"))
    assert not game["A"].locked and game.figure("A1").wounds == 1
    lock(game.battle, game["A"], game["x"])
    assert game.tries(lambda each: asked_to_leave(each, game["A"])).kind == "break off"


def test_the_odds_of_breaking_off_are_those_of_the_test_and_the_blows():
    game = duel()
    shown = dict(break_off_odds(game.battle, game["A"]).outcomes)
    away = Fraction(21, 36)
    assert shown["routs"] == 1 - away
    assert shown["away, 1 fall"] == away * Fraction(4, 6) * Fraction(1, 2)
    assert sum(shown.values()) == 1


def test_nobody_falls_in_breaking_off_from_who_cannot_strike():
    """The two are locked, and no blow of the other reaches."""
    game = duel()
    game.figure("x1").x += 5.0
    away = Fraction(21, 36)
    assert dict(break_off_odds(game.battle, game["A"]).outcomes) == {"away": away, "routs": 1 - away}


def test_the_odds_of_fighting_on_are_those_of_the_round():
    """Each hits on 3 and wounds on 4+, both at once; whoever Charged has an attack more, and one more in the
    reckoning."""
    game = duel()
    shown = dict(fight_odds(game.battle, game["A"]).outcomes)
    assert shown["they wipe it out"] == shown["it wipes them out"] == Fraction(3, 16)
    assert (shown["nobody is left"], shown["nobody gives way"]) == (Fraction(1, 16), Fraction(9, 16))
    game.battle.charges = [Charge("x", "A", "front")]
    shown = dict(fight_odds(game.battle, game["A"]).outcomes)
    assert shown["they wipe it out"] == Fraction(7, 16) * Fraction(3, 4)
    assert "nobody gives way" not in shown and shown["it routs"] > 0
    game.battle.charges = [Charge("A", "x", "flank")]
    shown = dict(fight_odds(game.battle, game["A"]).outcomes)
    assert shown["it wipes them out"] == Fraction(37, 64) * Fraction(3, 4) and "it routs" not in shown


@pytest.mark.rule("arap.movement.climb-damage-fall")
def test_a_climber_who_is_wounded_in_melee_falls():
    """4 inches: one hit at S 4 on T 3 that a 2 does not make a wound; who stands on something stays there."""
    struck = Tally({"A1": 1}, {("x", "A"): 1})
    climber = duel("hangs w=2", at="(11,10,4)", here="(10,10,4)")
    climber.does(lambda each: take_wounds(each, struck), dice="1 2")
    assert climber.at("A1") == (10, 10) and climber.figure("A1").prone and climber.figure("A1").wounds == 1
    other = duel("w=2", at="(11,10,4)", here="(10,10,4)")
    assert other.does(lambda each: take_wounds(each, struck)).at("A1") == (10, 10, 4)


@pytest.mark.rule("arap.morale.suppression-excluded-hits")
def test_blows_do_not_count_as_hits_that_suppress():
    """Three blows hit and cannot wound T 9."""
    game = duel("i=5 a=3", "t=9")
    game["x"].hits = 2
    assert fought(game, "1 1 1 6")["x"].hits == 2


@pytest.mark.rule("arap.charge.bonus-table", "arap.charge.bonus-first-round")
def test_in_the_second_round_nothing_is_left_of_the_charge():
    """Two attacks in the round of the Charge and one in the next."""
    game = duel("i=5", "t=9")
    game.battle.charges = [Charge("A", "x")]
    game.play(*STAY, dice="1 1" + " 6" + " 1 1 1")  # x has lost by one, passes and flinches an inch
    game.until("activation")
    assert game.battle.side == "b" and game.battle.charges == []
    game.play(b("fight"), a("fight"), dice="1" + " 6")


@pytest.mark.rule("arap.melee.break-off-next-turn", "arap.melee.break-off-enemy-next-turn")
@pytest.mark.parametrize(("who", "whom"), [("A", "x"), ("x", "A")])
def test_after_breaking_off_neither_charges_the_other_but_may_fire(who, whom):
    text = "human_trooper A (10,10) weapons=lasgun   human_trooper x (20,10) weapons=lasgun"
    game = table(text, side="a" if who == "A" else "b")
    game[who].shuns = {whom: game.battle.clock}
    choices = game.choices(who)
    assert why(choices[f"charge:{whom}"]).rule == "arap.melee.break-off-next-turn"
    assert choices[f"shoot:{whom}"] is None
