"""Sustained fire (nec.M17): the dice, jams, spreading the shots, ammo."""

from fractions import Fraction

import pytest

from tests.books.necromunda.position import table
from tests.kit.script import a
from warbook.books.necromunda.aim import Aim, Burst, full_auto, sustained, tally, volley
from warbook.books.necromunda.injury import Body, Hit

# A sustained-fire die shows 1, 1, 2, 2, 3, jam on its six faces.


def spray(others="", answers=(), dice="", words="BS=5", **rulings):
    position = f"""
        heavy A (10,10) heavy_stubber {words}
        ganger x (20,10)          {others or "ganger z (40,40)"}
    """
    return table(position, phase="shoot", **rulings).play(a("A"), a("x"), *answers, dice=dice)


@pytest.mark.rule("nec.M17")
def test_he_declares_a_single_shot_or_so_many_dice():
    game = table("heavy A (10,10) heavy_stubber     ganger x (20,10)", phase="shoot")
    options = game.question(a("A"), a("x")).options
    assert [option.id for option in options] == ["0", "1", "2"]
    assert [option.label for option in options] == [
        "A single shot", "Sustained fire, 1 die", "Sustained fire, 2 dice"
    ]  # fmt: skip
    game.play(a("A"), a("x"), a("0"), dice="1")
    assert len(game.rolled("nec.shooting.to-hit")) == 1
    assert game.rolled("nec.M17") == []


@pytest.mark.rule("nec.M17")
def test_it_is_declared_before_the_range_is_measured():
    game = table("heavy A (10,10) heavy_stubber     ganger x (20,10)", phase="shoot")
    game.question(a("A"), a("x"))
    game.play(a("A"), a("x"))
    assert game.unanswered is not None
    assert not any("Fact" in type(entry).__name__ for entry in game.game.tape)


@pytest.mark.rule("nec.M17")
@pytest.mark.parametrize(("face", "shots"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 0)])
def test_the_faces_of_the_die(face, shots):
    jam = " 4" if not shots else ""
    game = spray(answers=(a("1"),), dice=f"{face}{' 1' * shots}{jam}")
    assert len(game.rolled("nec.shooting.to-hit")) == shots
    assert len(game.rolled("nec.M9")) == (not shots)


@pytest.mark.rule("nec.M17")
def test_all_rolls_to_hit_come_before_any_wound():
    """Three shots, two hit; both wound; two injuries."""
    game = spray(answers=(a("1"),), dice="5  2 1 2  3 1 3 3")
    rules = [event.rule for event in game.events if hasattr(event, "faces")]
    assert rules[1:4] == ["nec.shooting.to-hit"] * 3
    assert (game["x"].flesh, game["x"].down) == (1, True)


@pytest.mark.rule("nec.M17")
def test_two_dice_add_up_and_a_jam_spoils_only_its_own():
    """Dice 3 and jam: three shots, and an ammo roll for the jam."""
    game = spray(answers=(a("2"),), dice="5 6  1 1 1  4")
    assert len(game.rolled("nec.shooting.to-hit")) == 3
    assert len(game.rolled("nec.M9")) == 1


@pytest.mark.rule("nec.M17")
def test_an_ammo_roll_for_each_jam_and_each_six():
    game = spray(answers=(a("2"),), dice="6 6  4 4")
    assert len(game.rolled("nec.M9")) == 2
    assert game["A"].empty == ()
    sixes = spray(answers=(a("1"),), dice="5  6 6 1  1 1  4 3")
    assert len(sixes.rolled("nec.M9")) == 2
    assert sixes["A"].empty == ("heavy_stubber",)


@pytest.mark.rule("nec.M17")
def test_a_weapon_that_ran_out_may_still_explode_on_the_next_roll():
    game = spray(answers=(a("2"),), dice="6 6  3  1 1  1")
    assert game.says("explodes")
    assert game["A"].empty == ("heavy_stubber",)


@pytest.mark.rule("nec.M17")
def test_out_of_range_every_shot_is_still_rolled_for_ammo():
    game = table("heavy A (4,10) heavy_stubber BS=5     ganger x (46,10)", phase="shoot")
    game.play(a("A"), a("x"), a("1"), dice="3  6 5  4")
    assert not game["x"].pinned
    assert len(game.rolled("nec.M9")) == 1


@pytest.mark.rule("nec.M17")
def test_shots_may_be_spread_over_enemies_near_the_target():
    """y is exactly 4 inches from x, z is farther. The first shot is at x, the others where he likes."""
    others = "ganger y (20,15)      ganger z (20,5)"
    game = spray(others, (a("1"), a("y"), a("y")), dice="5  1  2 2  1 1")
    assert game["y"].pinned
    assert not game["x"].pinned
    question = table(f"heavy A (10,10) heavy_stubber     ganger x (20,10)     {others}", phase="shoot")
    question["z"].y = 4.9
    options = question.question(a("A"), a("x"), a("1"), dice="5").options
    assert [option.id for option in options] == ["x", "y"]


@pytest.mark.rule("nec.M17", "nec.M8")
def test_on_overwatch_it_is_the_watchers_side_that_spreads_them():
    game = table(
        "heavy A (10,10) heavy_stubber BS=5 overwatch moved=stayed     ganger x (20,10)     ganger y (20,13)",
        phase="watch",
        side="b",
    )
    game.play(a("x"), a("1"), a("y"), dice="3  1 2  1")
    assert game["y"].pinned and not game["x"].pinned


@pytest.mark.rule("nec.M17")
def test_each_target_has_its_own_modifiers():
    others = "ganger y (20,13)      area (18,12) (22,15) shelter=0.6"
    game = spray(others, (a("1"), a("y")), dice="3  1 1", words="BS=4")
    assert [roll.need for roll in game.rolled("nec.shooting.to-hit")] == [3, 5]


@pytest.mark.rule("nec.M17")
@pytest.mark.parametrize("other", ["ganger y (20,13) hidden", "ganger y (20,13)     ganger B (20,14)"])
def test_no_shots_at_those_who_are_no_targets(other):
    """Hidden, or in hand-to-hand combat: then the rest goes at the first target without asking."""
    game = spray(other + "     wall (19,12) (19,14) h=0.6", (a("1"),), dice="5  1 1 1")
    assert game.unanswered is None


@pytest.mark.rule("nec.M17")
def test_nobody_out_of_range_gets_a_share():
    position = "heavy A (10,10) heavy_stubber BS=5     ganger x (50.5,10)     ganger y (53.5,10)"
    game = table(position, phase="shoot", size=(72.0, 48.0))
    game.play(a("A"), a("x"), a("1"), dice="3  1 1")
    assert game.unanswered is None


@pytest.mark.rule("nec.M17")
def test_without_special_weapons_the_gun_fires_single_shots():
    game = spray(dice="1", special_weapons=False)
    assert len(game.rolled("nec.shooting.to-hit")) == 1


@pytest.mark.rule("nec.M17")
def test_the_odds_of_the_dice():
    assert dict(sustained.odds(1)) == {
        Burst(1): Fraction(1, 3),
        Burst(2): Fraction(1, 3),
        Burst(3): Fraction(1, 6),
        Burst(0, 1): Fraction(1, 6),
    }
    assert sustained.odds(2).mean(lambda burst: burst.shots) == 3
    assert tally.odds(4, Aim(4, ammo=True)).mean(lambda t: t.sixes) == Fraction(2, 3)
    assert tally.odds(4, Aim(4)).mean(lambda t: t.hits) == 2


@pytest.mark.rule("nec.M17")
def test_sustained_fire_is_a_volley_of_so_many_shots():
    aim, hit, body = Aim(4), Hit(4, 5), Body(grit=3)
    parts = [(Fraction(1, 3), 1), (Fraction(1, 3), 2), (Fraction(1, 6), 3), (Fraction(1, 6), 0)]
    whole = full_auto.odds(1, aim, hit, body)
    for outcome in whole:
        by_shots = sum(chance * volley.odds(shots, aim, hit, body).chance(outcome) for chance, shots in parts)
        assert whole[outcome] == by_shots
