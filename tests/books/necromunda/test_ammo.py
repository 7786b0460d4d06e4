"""Ammo rolls and exploding weapons (nec.M9)."""

from fractions import Fraction

import pytest

from tests.books.necromunda.position import table
from tests.kit.script import a
from warbook.books.necromunda.aim import Ammo, ammo_roll


def fired(words, dice, **rulings):
    """A fires at somebody too tough for any gun: a 6 to hit, no roll to wound, then the ammo roll."""
    position = f"""
        ganger A (10,10) BS=5 {words}       ganger B (10,16) autogun
        ganger x (15,10) T=10               ganger y (20,16)
    """
    return table(position, phase="shoot", **rulings).play(a("A"), a("x"), dice=dice)


@pytest.mark.rule("nec.M9")
def test_a_six_to_hit_calls_for_an_ammo_roll_and_the_shot_still_counts():
    game = table("ganger A (10,10) autogun     ganger x (13,10)     ganger y (40,40)", phase="shoot")
    game.play(a("A"), a("x"), dice="6 4 3 4")
    assert game["x"].down
    assert game.rolled("nec.M9")[0].need == 4
    assert game["A"].empty == ()


@pytest.mark.rule("nec.M9")
def test_any_other_score_does_not():
    assert fired("autogun", "5").rolled("nec.M9") == []


@pytest.mark.rule("nec.M9")
@pytest.mark.parametrize(
    ("weapon", "die", "empty"),
    [
        ("autogun", 4, False),
        ("autogun", 3, True),
        ("lasgun", 2, False),
        ("boltgun", 6, False),
        ("boltgun", 5, True),
    ],
)
def test_the_ammo_value_or_more_and_all_is_well(weapon, die, empty):
    game = fired(weapon, f"6 {die}")
    assert game["A"].empty == ((weapon,) if empty else ())
    assert game.says("is out of ammo") == empty


@pytest.mark.rule("nec.M9")
def test_an_empty_weapon_is_useless_for_the_rest_of_the_game():
    game = fired("autogun", "6 2")
    game["A"].shot = False
    assert game.option("A").barred.words == "has no weapon that can fire"


@pytest.mark.rule("nec.M9")
def test_modes_of_one_weapon_share_its_ammunition():
    game = table("ganger A (10,10) shotgun_slug     ganger x (13,10) T=10", phase="shoot")
    game.play(a("A"), a("shotgun_scatter"), a("x"), dice="6 2")
    assert game["A"].empty == ("shotgun_slug",)


@pytest.mark.rule("nec.M9")
@pytest.mark.parametrize(("dice", "explodes"), [("6", False), ("2", False), ("1 2", False), ("1 1 1", True)])
def test_auto_always_fails_but_is_rolled_for_an_explosion(dice, explodes):
    game = fired("frag_grenades", f"6 {dice}")
    assert game["A"].empty == ("frag_grenades",)
    assert game.says("explodes in A's hands") == explodes


@pytest.mark.rule("nec.M9")
def test_two_ones_and_the_weapon_explodes_at_its_strength_less_one():
    """A lasgun has Strength 3: a Strength 2 hit on its user, who has Toughness 3, wounds on 5+."""
    game = fired("lasgun", "6 1 1  5 4")
    assert game.rolled("nec.shooting.wound-chart")[0].need == 5
    assert game["A"].down
    assert game["A"].empty == ("lasgun",)


@pytest.mark.rule("nec.M9")
def test_the_exploding_weapons_save_modifier_counts():
    """A boltgun's -1 makes a 4+ save a 5+."""
    game = fired("boltgun armour=carapace", "6 1 1  6 4 1")
    assert game.rolled("nec.combat.saves")[0].need == 5
    assert game["A"].flesh == 1


@pytest.mark.rule("nec.M9")
def test_who_is_hit_by_his_own_weapon_is_not_pinned():
    assert not fired("lasgun", "6 1 1  1")["A"].pinned


@pytest.mark.rule("nec.M9", "nec.leadership.test-trigger")
def test_a_fighter_felled_by_his_own_weapon_shakes_his_friends():
    game = table("ganger A (10,10) BS=5 lasgun     ganger B (10,12)     ganger x (15,10) T=10", phase="shoot")
    game.play(a("A"), a("x"), dice="6 1 1  5 4  3 4")
    assert game["A"].down
    assert len(game.rolled("nec.leadership.test-trigger")) == 1


@pytest.mark.rule("nec.M9")
@pytest.mark.parametrize(("second", "explodes"), [("3", True), ("4", False)])
def test_below_the_ammo_value_is_a_switch(second, explodes):
    """The other public reading: after a 1 it explodes whenever the second die is below the ammo value."""
    game = fired("autogun", f"6 1 {second}{' 1' if explodes else ''}", explodes_on="below-ammo")
    assert game.says("explodes") == explodes


@pytest.mark.rule("nec.M9")
def test_ammo_rolls_are_a_switch():
    assert fired("autogun", "6", ammo_rolls=False).rolled("nec.M9") == []


@pytest.mark.rule("nec.M9")
def test_dumdum_bullets_blow_the_gun_up_whenever_the_roll_fails():
    """A failed 3: no second die. The gun has Strength 4, so the hit has 3."""
    game = fired("stub_gun_dumdum", "6 3  4 1")
    assert game.rolled("nec.shooting.wound-chart")[0].need == 4
    assert game["A"].flesh == 1
    assert fired("stub_gun_dumdum", "6 4")["A"].flesh == 0


@pytest.mark.rule("nec.M9", "nec.M8")
def test_whom_his_own_gun_put_out_of_action_nobody_answers():
    game = table(
        "ganger A (10,10) stub_gun_dumdum     ganger x (16,10) T=9     ganger y (20,12) autogun overwatch",
        phase="shoot",
        began={"a": 9, "b": 9},
    )
    game.play(a("A"), a("x"), dice="6 3  6 6")
    assert game["A"].place == "out" and game["y"].overwatch
    assert [side for side, _ in game.asked] == ["a", "a"]


@pytest.mark.rule("nec.M9")
def test_the_odds_of_an_ammo_roll():
    assert dict(ammo_roll.odds(Ammo(4))) == {
        "fine": Fraction(1, 2),
        "empty": Fraction(17, 36),
        "explodes": Fraction(1, 36),
    }
    assert ammo_roll.odds(Ammo(7)).chance("fine") == 0
    assert ammo_roll.odds(Ammo(4, explodes_below=4)).chance("explodes") == Fraction(1, 12)
    assert ammo_roll.odds(Ammo(4, touchy=True)).chance("explodes") == Fraction(1, 2)
