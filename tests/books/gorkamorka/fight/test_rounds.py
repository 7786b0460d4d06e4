"""A round between two: weapons, dice, scores, draws, hits; skills and states that change them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.gorkamorka.fight.ring import dice_of, fight, kinds, ring, scored
from tests.books.gorkamorka.table import table
from tests.kit.script import By, a, b
from warbook.books.gorkamorka.fight.arms import loadouts
from warbook.books.gorkamorka.fight.stance import OUTNUMBERS, PILES_ON, Corner, stance
from warbook.core.questions import Choose

CHAIN = a("Chain or flail")

# ---------------------------------------------------------------- scores


@pytest.mark.rule("gce.hand-to-hand.sequence", "gce.hand-to-hand.combat-score", "gce.hand-to-hand.winner")
def test_grimgut_charges_krixit() -> None:
    text = "ork_boy A (10,10) shoota choppa charging=x   ork_grot x (11,10) choppa"
    game = fight(text, b("Choppa or club and Knife"), dice="4 5 3 1")
    assert scored(game) == ["A scores 8, x 7."] and game.says("A wins and scores 1 hit.")


@pytest.mark.rule("gce.hand-to-hand.critical", "gce.hand-to-hand.fumble", "gce.hand-to-hand.charge-bonus")
def test_ibstekia_beats_uxolur() -> None:
    text = "ork_boy A (10,10) charging=x   ork_yoof x (11,10) knuckledusters"
    game = fight(text, dice="1 6 6 1 1 1 1 1")
    assert scored(game) == ["A scores 5, x 10."] and game.says("x wins and scores 5 hits.")


@pytest.mark.rule("gce.basics.modifiers")
def test_a_bonus_is_added_to_the_score_and_makes_no_six_of_a_die() -> None:
    """Two fives and a bonus are no critical hit."""
    text = "ork_boy A (10,10) charging=x knuckledusters   ork_boy x (11,10)"
    assert scored(fight(text, dice="5 5 4 1 1")) == ["A scores 9, x 7."]


@pytest.mark.rule("gce.hand-to-hand.combat-score", "gce.wounding.flesh-wound")
def test_a_flesh_wound_lowers_the_score() -> None:
    game = fight("ork_boy A (10,10) flesh=1   ork_boy x (11,10)", dice="4 5 1 1")
    assert scored(game) == ["A scores 6, x 8."]


@pytest.mark.rule("gce.hand-to-hand.charge-bonus")
def test_the_bonus_for_a_charge_is_for_its_own_turn() -> None:
    text = "ork_boy A (10,10) charging=x   ork_boy x (11,10)"
    assert scored(fight(text, dice="4 4 1")) == ["A scores 8, x 7."]
    assert scored(fight(text, side="b", dice="4 4")) == ["x scores 7, A 7."]


@pytest.mark.rule("gce.hand-to-hand.obstacle")
def test_a_charge_across_an_obstacle_is_worth_nothing() -> None:
    text = "ork_boy A (10,10) charging=x obstacle   ork_boy x (11,10)"
    assert scored(fight(text, dice="4 4")) == ["A scores 7, x 7."]
    assert scored(fight(text.replace("obstacle", "obstacle headlong_leap"), dice="4 4 1")) == [
        "A scores 8, x 7."
    ]


# ---------------------------------------------------------------- dice and weapons


@pytest.mark.rule("gce.hand-to-hand.attack-dice", "gce.hand-to-hand.two-weapons", "gce.hand-to-hand.knife")
@pytest.mark.rule("gce.hand-to-hand.two-handed-carried", "gce.hand-to-hand.double-handed")
@pytest.mark.parametrize(
    ("arms", "answers", "count"),
    [
        ("shoota choppa", (), 1),
        ("choppa", (a("Choppa or club and Knife"),), 2),
        ("choppa", (a("Choppa or club"),), 1),
        ("slugga slugga choppa", (a("Choppa or club and Slugga"),), 2),
        ("uge_choppa choppa", (a("'Uge choppa or club"),), 1),
        ("", (), 1),
        ("choppa a=2", (a("Choppa or club and Knife"),), 3),
        ("choppa frenzy", (a("Choppa or club and Knife"),), 3),
        ("uge_choppa frenzy a=2", (a("'Uge choppa or club"),), 4),
    ],
)
def test_attack_dice(arms: str, answers: tuple[By, ...], count: int) -> None:
    game = ring(f"ork_boy A (10,10) {arms}   ork_boy x (11,10)")
    known = game.question(*answers[:0]).options if answers else []
    assert all(answer.answer in [option.label for option in known] for answer in answers)
    game.play(*answers, dice="3 " * count + ("3 1" if "uge" in arms else "3"))  # he loses the draw
    assert dice_of(game, "A") == count


@pytest.mark.rule("gce.hand-to-hand.two-handed-carried", "gce.hand-to-hand.split-hits")
def test_with_a_shoota_on_his_back_two_weapons_share_the_hits_without_another_die() -> None:
    text = "ork_boy A (10,10) shoota whip choppa   ork_boy x (11,10)"
    game = fight(text, a("Choppa or club and Whip"), a("Whip"), dice="5 3 1 1 1")
    assert dice_of(game, "A") == 1 and scored(game) == ["A scores 8, x 5."]
    assert len({roll.need for roll in game.rolled("gce.wounding.wound-roll")}) == 2


@pytest.mark.rule("gce.weapon.hth-strength", "gce.hand-to-hand.attack-dice")
def test_each_chooses_his_own_weapons_before_the_dice_and_whose_turn_it_is_first() -> None:
    text = "ork_boy A (10,10) choppa   ork_boy x (11,10) choppa"
    game = fight(text, a("Choppa or club"), b("Choppa or club"), dice="3 3")
    assert [side for side, _ in game.asked] == ["a", "b"]
    game = fight(text, b("Choppa or club"), a("Choppa or club"), side="b", dice="3 3")
    assert [side for side, _ in game.asked] == ["b", "a"]


@pytest.mark.rule("gce.hand-to-hand.attack-dice")
def test_what_is_thrown_away_or_being_reloaded_is_not_fought_with() -> None:
    text = "ork_boy A (10,10) spear thrown=spear   ork_boy x (11,10)"
    assert dice_of(fight(text, dice="3 3"), "A") == 1


@pytest.mark.rule("gce.weapon.classes")
def test_what_is_out_of_ammo_still_serves_hand_to_hand_and_what_is_being_reloaded_does_not() -> None:
    text = "ork_boy A (10,10) slugga empty=slugga   ork_boy x (11,10)"
    assert dice_of(fight(text, dice="3 2 3"), "A") == 2
    game = ring("ork_boy A (10,10) slugga   ork_boy x (11,10)")
    game["A"].reloading = (("slugga", 2),)
    assert dice_of(game.play(dice="3 3"), "A") == 1
    game = ring("ork_boy A (10,10) slugga   ork_boy x (11,10)", turn=2)
    game["A"].reloading = (("slugga", 2),)
    assert dice_of(game.play(dice="3 2 3"), "A") == 2


@pytest.mark.rule("gce.weapon.classes")
def test_a_slugga_hand_to_hand_has_neither_range_nor_ammo() -> None:
    game = fight("ork_boy A (10,10) slugga   ork_boy x (11,10)", dice="6 3 4 1 1")
    assert scored(game) == ["A scores 9, x 7."] and not game.rolled("gce.special-weapons.ammo-roll")
    assert game["A"].empty == ()


# ---------------------------------------------------------------- draws


@pytest.mark.rule("gce.hand-to-hand.draw", "gce.hand-to-hand.draw-weapons", "gce.weapon.uge-choppa")
@pytest.mark.parametrize(
    ("one", "other", "answers", "winner"),
    [
        ("i=3", "i=2", (), "A"),
        ("i=2", "i=2", (), ""),
        ("i=2 spear shoota", "i=2", (), "A"),
        ("i=4 uge_choppa", "i=2", (a("'Uge choppa or club"),), "x"),
        ("i=4 uge_choppa", "i=2 uge_choppa", (a("'Uge choppa or club"), b("'Uge choppa or club")), "A"),
        ("i=1 windmillin", "i=4", (), "A"),
        ("i=3 windmillin uge_choppa", "i=2", (a("'Uge choppa or club"),), "A"),
        ("i=2 windmillin", "i=2 windmillin", (), ""),
    ],
)
def test_a_draw_goes_to_the_higher_initiative(
    one: str, other: str, answers: tuple[By, ...], winner: str
) -> None:
    game = fight(
        f"ork_boy A (10,10) {one}   ork_boy x (11,10) {other}", *answers, dice="4 4" + " 1" * bool(winner)
    )
    assert game.says("stand off") is not bool(winner)
    assert not winner or game.says(f"{winner} wins and scores 1 hit.")
    assert game.says("A draw:") is bool(winner)


@pytest.mark.rule("gce.hand-to-hand.draw")
@pytest.mark.parametrize(
    ("one", "answers", "dice", "words"),
    [
        ("i=3", (), "4 4 1", "A draw: A has the higher Initiative."),
        ("i=4 uge_choppa", (a("'Uge choppa or club"),), "4 4 1", "A draw: the weapon of A loses it."),
        ("i=1 windmillin", (), "4 4 1", "A draw: A wins all draws."),
    ],
)
def test_what_settles_a_draw_is_told(one: str, answers: tuple[By, ...], dice: str, words: str) -> None:
    game = fight(f"ork_boy A (10,10) {one}   ork_boy x (11,10) i=2", *answers, dice=dice)
    assert game.says(words)
    ahead = fight(f"ork_boy A (10,10) {one}   ork_boy x (11,10) i=2", *answers, dice="5 4 1")
    assert not ahead.says("A draw")


# ---------------------------------------------------------------- hits


@pytest.mark.rule("gce.hand-to-hand.split-hits")
@pytest.mark.parametrize(("odd", "need"), [("Choppa or club", 3), ("Knife", 4)])
def test_the_winner_chooses_which_of_two_weapons_makes_the_odd_hit(odd: str, need: int) -> None:
    text = "ork_boy A (10,10) choppa   grot_rebel x (11,10)"
    game = fight(text, a("Choppa or club and Knife"), a(odd), dice="6 3 6 1")
    assert [roll.need for roll in game.rolled("gce.wounding.wound-roll")] == [need]


@pytest.mark.rule("gce.hand-to-hand.split-hits")
def test_five_hits_are_three_and_two() -> None:
    text = "ork_boy A (10,10) choppa ws=6   ork_boy x (11,10)"
    game = fight(text, a("Choppa or club and Knife"), a("Knife"), dice="5 3 3 1 1 1 1 1")
    assert [roll.need for roll in game.rolled("gce.wounding.wound-roll")] == [5, 4, 5, 4, 5]


@pytest.mark.rule("gce.hand-to-hand.wound", "gce.hand-to-hand.down-is-out")
@pytest.mark.parametrize(("injury", "place"), [("3", "out"), ("6", "out"), ("1", "table")])
def test_on_the_ground_down_is_out(injury: str, place: str) -> None:
    game = ring("ork_boy A (10,10)   ork_boy x (11,10)")
    game.play(*([a("stay")] if place == "out" else []), dice=f"4 3 5 {injury}")
    assert [roll.need for roll in game.rolled("gce.wounding.wound-roll")] == [5]
    assert game["x"].place == place and game["x"].flesh == (injury == "1")


@pytest.mark.rule("gce.weapon.hth-save-varies")
def test_the_save_modifier_goes_by_the_wielder_or_by_switch_by_the_hit() -> None:
    text = "ork_boy A (10,10) shoota choppa   ork_boy x (11,10) eavy"
    assert fight(text, dice="4 3 6 6").rolled("gce.wounding.save")[0].need == 4
    assert fight(text, dice="4 3 6 6", hth_save_modifier_from="hit").rolled("gce.wounding.save")[0].need == 5


@pytest.mark.rule("gce.hand-to-hand.continues")
def test_a_combat_goes_on_in_the_next_turn_of_either_player() -> None:
    game = fight("ork_boy A (10,10)   ork_boy x (11,10)", dice="4 4")
    assert game["A"].fighting == ("x",) and game["x"].fighting == ("A",)
    game.until("move")
    game.until("recover", b("done"), dice="4 4")
    assert len(scored(game)) == 2


# ---------------------------------------------------------------- shields


@pytest.mark.rule("gce.frenzy.no-parry")
def test_a_shield_makes_the_enemy_roll_his_best_die_again() -> None:
    text = "ork_boy A (10,10)   ork_boy x (11,10) shield"
    assert scored(fight(text, b("block"), dice="6 3 2 1")) == ["A scores 5, x 6."]
    assert scored(fight(text, b("leave"), dice="6 3 1 1 1")) == ["A scores 9, x 6."]
    for die, usual in (("6", "block"), ("1", "leave")):
        assert table(text, phase="fight").question(dice=f"{die} 3").usual == usual


@pytest.mark.rule("gce.frenzy.no-parry")
@pytest.mark.parametrize(
    "text",
    [
        "ork_boy A (10,10) shield   ork_boy x (11,10) shield",
        "ork_boy A (10,10) chain shoota   ork_boy x (11,10) shield",
        "ork_boy A (10,10)   ork_boy x (11,10) shield frenzy",
        "ork_boy A (10,10) shield waaagh charging=x   ork_boy x (11,10)",
    ],
)
def test_no_block_against_a_shield_or_a_chain_nor_in_a_frenzy_nor_in_a_waaagh(text: str) -> None:
    game = ring(text)
    dice = "4 4 4" if "frenzy" in text else "4 4 4 1" if "waaagh" in text else "4 4"
    game.play(*[CHAIN] * ("chain" in text), dice=dice)
    assert "block" not in kinds(game)


@pytest.mark.rule("gce.boarding.losing", "gce.boarding.stationary-normal")
@pytest.mark.parametrize(("moved", "overboard"), [("gas", True), ("still", False), ("", False)])
def test_the_odds_of_a_choice_of_weapons_know_where_he_fights(moved: str, overboard: bool) -> None:
    """On the move the loser may go overboard; on the ground and on what stands still he does not."""
    text = "ork_boy A (10,10) choppa   ork_boy x (11,10)"
    if moved:
        text = f"ork_trukk t (20,20) moved={moved}   ork_boy x in t   ork_boy A in t choppa"
    question = ring(text).question()
    assert question.kind == "arms"
    shown = question.options[0].preview()
    assert any("overboard" in name for name, _ in shown.outcomes) is overboard
    assert sum(part for _, part in shown.outcomes) == 1


@pytest.mark.rule("gce.hand-to-hand.double-handed")
def test_a_shield_takes_a_hand() -> None:
    text = "ork_boy A (10,10) choppa shield   ork_boy x (11,10)"
    game = ring(text)
    game.play(a("Choppa or club and Knife"), dice="3 3 3")
    assert dice_of(game, "A") == 2 and kinds(game) == ["arms"]
    game = fight(text, a("Choppa or club"), a("leave"), dice="3 3")
    assert kinds(game) == ["arms", "block"]


# ---------------------------------------------------------------- weapons of their own kind


@pytest.mark.rule("gce.frenzy.no-parry")
@pytest.mark.parametrize("state", ["waaagh", "charging=x"])
def test_only_a_charge_with_waaagh_keeps_the_shield_down(state: str) -> None:
    game = ring(f"ork_boy A (10,10) shield {state}   ork_boy x (11,10)")
    game.play(a("leave"), dice="4 4" + " 1" * (state == "charging=x"))
    assert kinds(game) == ["block"]


@pytest.mark.rule("gce.hand-to-hand.draw-weapons", "gce.hand-to-hand.fumble")
def test_of_two_weapons_the_one_that_counts_is_the_longer_and_the_clumsier() -> None:
    game = fight("ork_boy A (10,10) spear   ork_boy x (11,10)", dice="4 3 4 1")
    assert game.says("A wins and scores 1 hit.")
    arms = a("Chain or flail and Knife")
    game = fight("ork_boy A (10,10) chain   ork_boy x (11,10)", arms, dice="4 1 4 1 1")
    assert scored(game) == ["A scores 7, x 9."]


@pytest.mark.rule("gce.hand-to-hand.fumble", "gce.weapon.notes")
def test_a_chain_fumbles_doubly() -> None:
    game = fight("ork_boy A (10,10) chain shoota   ork_boy x (11,10)", CHAIN, dice="1 3 1 1 1 1")
    assert scored(game) == ["A scores 4, x 8."]


@pytest.mark.rule("gce.weapon.notes", "gce.hand-to-hand.combat-score")
def test_a_whip_takes_a_point_of_the_enemys_skill_and_bolas_two() -> None:
    text = "ork_slaver A (10,10) whip shoota   ork_boy x (11,10) {}"
    with_both = a("Knife and Whip"), a("Whip")  # and which of them makes the odd hit
    assert scored(fight(text.format(""), *with_both, dice="4 4 1"))[0].endswith("x 6.")
    assert scored(fight(text.format("hobbled"), *with_both, dice="4 4 1 1 1"))[0].endswith("x 4.")


@pytest.mark.rule("gce.weapon.notes")
@pytest.mark.parametrize(("dice", "booms"), [("6 6 1 1", True), ("6 5 1", False)])
def test_a_bomb_goes_off_when_both_roll_a_six(dice: str, booms: bool) -> None:
    text = "ork_boy A (10,10) frag_stikkbombz shoota   ork_boy x (11,10)"
    game = fight(text, a("Frag stikkbombz"), dice=dice)
    assert game.says("go off") is booms


@pytest.mark.rule("gce.weapon.notes", "gce.hand-to-hand.down-is-out")
def test_a_bomb_hits_both_before_the_winner_strikes() -> None:
    text = "ork_boy A (10,10) krak_stikkbombz shoota ws=6   grot_rebel x (11,10)"
    arms = a("Krak stikkbombz")
    game = fight(text, arms, dice="6 6 6 1 3 1")  # A goes Down by his own bomb, x is unhurt
    assert game.says("A wins") and game["A"].place == "out" and game["x"].wounds == 1
    game = fight(text, arms, a("stay"), dice="6 6 1 6 1 6")
    assert game["x"].place == "out" and game["A"].wounds == 1


@pytest.mark.rule("gce.weapon.notes")
def test_who_is_taken_out_with_a_grabba_stikk_is_captured() -> None:
    text = "ork_slaver A (10,10) grabba_stikk   {} x (11,10)"
    game = fight(text.format("grot_rebel"), a("stay"), dice="4 4 6 3")
    assert game.battle.notes == ["x was captured by A."]
    game = fight(text.format("ork_boy"), a("stay"), dice="5 4 6 6")
    assert game.battle.notes == [] and game["x"].place == "out"


# ---------------------------------------------------------------- skills


@pytest.mark.rule("gce.hand-to-hand.critical")
def test_right_in_da_groin() -> None:
    text = "ork_boy A (10,10) right_in_da_groin a=3   ork_boy x (11,10)"
    assert scored(fight(text, dice="6 6 6 6 1 1 1 1"))[0] == "A scores 13, x 9."


@pytest.mark.rule("gce.hand-to-hand.wound")
@pytest.mark.parametrize(
    ("one", "other", "need"),
    [
        ("krumpa", "", 3),
        ("krumpa slugga shoota", "", 5),
        ("", "thick_skull", 6),
        ("krumpa", "thick_skull", 4),
    ],
)
def test_a_krumpa_hits_harder_and_a_thick_skull_takes_it_better(one: str, other: str, need: int) -> None:
    game = fight(f"ork_boy A (10,10) {one}   ork_boy x (11,10) {other}", dice="4 3 1")
    assert [roll.need for roll in game.rolled("gce.wounding.wound-roll")] == [need]


@pytest.mark.rule("gce.stupidity.hth", "gce.hand-to-hand.charge-bonus")
@pytest.mark.parametrize(("dice", "score"), [("2 4 1 1 1 1 1", "x 3."), ("4 4 4 1", "x 7.")])
def test_an_eadbutt_makes_the_first_enemy_of_a_charge_stupid(dice: str, score: str) -> None:
    game = fight("ork_boy A (10,10) eadbutt charging=x   ork_boy x (11,10)", dice=dice)
    assert scored(game)[0].endswith(score)
    assert not fight("ork_boy A (10,10) eadbutt   ork_boy x (11,10)", dice="4 4").says("butts")
    raging = fight("ork_boy A (10,10) eadbutt charging=x   ork_boy x (11,10) frenzy", dice="4 4 4 1")
    assert not raging.says("butts")


@pytest.mark.rule("gce.stupidity.hth")
def test_an_eadbutt_is_for_the_first_enemy_only() -> None:
    text = "ork_boy A (10,10) eadbutt charging=x   ork_boy x (11,10)   ork_boy y (9,10)"
    game = fight(text, b("y"), dice="6 4 4 1  4 4 5 1")
    assert len(game.rolled("gce.stupidity.hth")) == 1


@pytest.mark.rule("gce.hand-to-hand.charge-bonus", "gce.hand-to-hand.attack-dice")
def test_waaagh_doubles_attacks_in_a_charge_and_a_flying_tackle_is_worth_two() -> None:
    text = "ork_boy A (10,10) waaagh flying_tackle charging=x   ork_boy x (11,10)"
    game = fight(text, dice="4 4 4 1 1")
    assert dice_of(game, "A") == 2 and scored(game) == ["A scores 9, x 7."]
    assert dice_of(fight(text, side="b", dice="4 4"), "A") == 1


# ---------------------------------------------------------------- psychology


@pytest.mark.rule("gce.fear.charged", "gce.terror.hth")
@pytest.mark.parametrize(("state", "score"), [("half_ws=A ws=4", 6), ("half_ws=A", 6), ("terrified_of=A", 4)])
def test_fear_halves_the_skill_and_terror_takes_it(state: str, score: int) -> None:
    game = ring(f"ork_boy A (10,10)   ork_boy x (11,10) {state}")
    game.play(dice="4 4" + " 1" * (7 - score))
    assert scored(game) == [f"A scores 7, x {score}."]


@pytest.mark.rule("gce.fear.charged", "gce.terror.hth", "gce.weapon.notes")
@pytest.mark.parametrize(
    ("state", "skill", "sum_"),
    [
        ("", 2, [(3, "gce.hand-to-hand.combat-score"), (-1, "gce.weapon.notes")]),
        ("half_ws=A", 1, [(3, ""), (-1, "gce.fear.charged"), (-1, "gce.weapon.notes")]),
        ("half_ws=A hobbled", 0, [(3, ""), (-1, "gce.fear.charged"), (-2, "gce.weapon.notes")]),
        ("terrified_of=A hobbled", 0, [(3, ""), (-3, "gce.terror.hth")]),
        ("ws=1 hobbled", 0, [(1, ""), (-1, "gce.weapon.notes")]),
    ],
)
def test_the_sum_behind_a_score_says_what_has_taken_the_skill(
    state: str, skill: int, sum_: list[tuple[int, str]]
) -> None:
    """Against a whip. Nothing takes more than there is, and what takes nothing is not told."""
    battle = ring(f"ork_slaver A (10,10) whip   ork_boy x (11,10) {state}").battle
    whip, knife = (loadouts(battle, battle.warrior(name))[0] for name in "Ax")
    fighting, why = stance(battle, Corner(battle.warrior("x")), Corner(battle.warrior("A")), knife, whip)
    assert fighting.ws == skill
    told = [(each.value, each.rule) for each in why]
    assert told == [(value, rule or "gce.hand-to-hand.combat-score") for value, rule in sum_]


@pytest.mark.rule("gce.hand-to-hand.obstacle")
def test_an_obstacle_takes_nothing_from_who_has_no_bonus() -> None:
    """In the enemy's turn it is not told at all."""
    battle = ring("ork_boy A (10,10) charging=x obstacle   ork_boy x (11,10)", side="b").battle
    knife = loadouts(battle, battle.warrior("A"))[0]
    _, why = stance(battle, Corner(battle.warrior("A")), Corner(battle.warrior("x")), knife, knife)
    assert [each.rule for each in why] == ["gce.hand-to-hand.combat-score"]


@pytest.mark.parametrize(
    ("rule", "words"), [(PILES_ON, "friends pile on"), (OUTNUMBERS, "friends have fought him before")]
)
def test_the_sum_says_what_friends_do_for_him(rule: str, words: str) -> None:
    battle = ring("ork_boy A (10,10)   ork_boy x (11,10)").battle
    knife = loadouts(battle, battle.warrior("A"))[0]
    one, other = Corner(battle.warrior("A"), 2, rule), Corner(battle.warrior("x"))
    why = stance(battle, one, other, knife, knife)[1][-1]
    assert (why.value, why.why, why.rule) == (2, words, rule)


@pytest.mark.rule("gce.stupidity.hth")
@pytest.mark.parametrize(
    ("text", "dice", "scores"),
    [
        ("ork_boy A (10,10) stupid charging=x   ork_boy x (11,10)", "2 4 1 1 1", "A scores 4, x 7."),
        ("ork_boy A (10,10)   ork_boy x (11,10) stupid", "3 1", "A scores 4, x 4."),
        ("ork_boy A (10,10)   ork_boy x (11,10) stupid", "4 4 4", "A scores 7, x 7."),
    ],
)
def test_the_stupid_roll_whether_they_fight(text: str, dice: str, scores: str) -> None:
    game = fight(text, dice=dice)
    assert scored(game) == [scores] and not game["A"].dull and not game["x"].dull


@pytest.mark.rule("gce.stupidity.hth", "gce.frenzy.ignores")
def test_in_a_frenzy_nobody_is_stupid() -> None:
    game = fight("ork_boy A (10,10)   ork_boy x (11,10) stupid frenzy", dice="4 4 4")
    assert not game.rolled("gce.stupidity.hth")


@pytest.mark.rule("gce.hatred.reroll")
def test_a_combat_that_is_over_is_forgotten() -> None:
    assert not fight("ork_boy A (10,10) fighting=x   ork_boy x (20,10)")["A"].fighting


@pytest.mark.rule("gce.hatred.reroll", "gce.hatred.target")
def test_hatred_rolls_some_dice_again_once_in_the_first_turn() -> None:
    text = "ork_boy A (10,10) a=2 hates=b   ork_boy x (11,10)"
    game = fight(text, a("1"), dice="1 5 4 6 1 1")
    assert scored(game) == ["A scores 9, x 7."]
    options = ring(text).question(dice="1 5 4").options
    assert [option.id for option in options] == ["none", "1", "5", "1 5"]
    assert [ring(text).question(dice=dice).usual for dice in ("1 5 4", "6 5 4")] == ["1", "none"]
    later = fight(text.replace("hates", "fighting=x hates"), dice="1 5 4 ")
    assert not later.asked
    raging = fight("ork_boy A (10,10) frenzy hates=b   ork_boy x (11,10)", dice="4 4 4")
    assert not raging.asked
    assert not fight("ork_boy A (10,10) hates=y   ork_boy x (11,10)", dice="4 4").asked


@pytest.mark.rule("gce.hatred.reroll")
def test_equal_dice_are_offered_once_for_each_number_of_them() -> None:
    text = "ork_boy A (10,10) a=3 hates=b   ork_boy x (11,10)"
    options = ring(text).question(dice="4 2 4 4").options
    assert [option.id for option in options] == ["none", "2", "4", "2 4", "4 4", "2 4 4"]


@pytest.mark.rule("gce.foot.on-fire-no-hth")
def test_who_burns_neither_fights_nor_is_fought_unless_in_a_frenzy() -> None:
    assert not scored(fight("ork_boy A (10,10)   ork_boy x (11,10) burning"))
    assert scored(fight("ork_boy A (10,10)   ork_boy x (11,10) burning frenzy", dice="4 4 4"))


@pytest.mark.rule("gce.hand-to-hand.split-hits")
def test_an_even_number_of_hits_is_shared_without_a_word() -> None:
    """Two hits with two weapons: nobody is asked which of them makes the odd one."""
    text = "ork_slaver A (10,10) whip shoota   ork_boy x (11,10)"
    game = fight(text, a("Knife and Whip"), dice="5 4 1 1")
    assert game.says("A wins and scores 2 hits.")


@pytest.mark.rule("gce.hand-to-hand.split-hits")
def test_who_chooses_the_weapon_of_the_odd_hit_sees_what_each_would_do() -> None:
    """A choppa wounds the grot on 3+, a knife on 4+; his injury then brings him down on 3 or more."""
    text = "ork_boy A (10,10) choppa   grot_rebel x (11,10)"
    game = fight(text, a("Choppa or club and Knife"), a("Knife"), dice="6 3 6 1")
    (question,) = [each for _, each in game.asked if isinstance(each, Choose) and each.kind == "odd hit"]
    shown = {option.label: option.preview() for option in question.options if option.preview}
    assert [preview.headline for preview in shown.values()] == ["67% to hurt him", "50% to hurt him"]
    assert dict(shown["Knife"].outcomes)["x out"] == Fraction(1, 12)
