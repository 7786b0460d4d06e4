"""Sustained fire: dice, jams, spreading, ammo."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.books.gorkamorka.table import Position, table
from tests.kit.script import a
from warbook.books.gorkamorka.shooting.arms import ranged_arms
from warbook.books.gorkamorka.shooting.dice import sustained
from warbook.books.gorkamorka.shooting.firing import spread

HIT = "gce.shooting.to-hit"
SUSTAINED = "gce.basics.sustained-fire-die"
AMMO = "gce.special-weapons.ammo-roll"


def six(foes: str = "ork_boy x (19,10)", skills: str = "", **rulings: Any) -> Position:
    """A six-shoota at BS 3; x is 8 inches off."""
    return table(f"ork_boy A (10,10) six_shoota {skills}   {foes}", phase="shoot", **rulings)


def heavy(foes: str = "ork_boy x (30,10) w=9", **rulings: Any) -> Position:
    text = "ork_trukk T (10,10) weapon=eavy_shoota   ork_boy A in T gunner"
    return table(f"{text}   {foes}", phase="shoot", **rulings)


@pytest.mark.rule("gce.special-weapons.full-auto-declare", "gce.special-weapons.multiple-dice")
def test_a_single_shot_or_any_number_of_the_dice() -> None:
    assert [option.id for option in six().question(a("A")).options] == ["single", "auto six_shoota 1", "hold"]
    ids = [option.id for option in heavy().question(a("A")).options]
    assert ids == ["single", "auto eavy_shoota 1", "auto eavy_shoota 2", "hold"]
    game = six().play(a("A"), a("single"), a("x"), dice="1")
    assert not game.rolled(SUSTAINED)


@pytest.mark.rule("gce.special-weapons.full-auto-shots", "gce.basics.sustained-fire-die")
@pytest.mark.parametrize(("die", "shots"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_the_dice_come_first_then_the_target_then_a_roll_for_each_shot(die: int, shots: int) -> None:
    game = six().play(a("A"), a("auto six_shoota 1"), a("x"), dice=f"{die} " + "2 " * shots)
    assert len(game.rolled(HIT)) == shots
    kinds = [getattr(question, "kind", "") for _, question in game.asked]
    assert kinds == ["who shoots", "mode", "target"]


@pytest.mark.rule("gce.special-weapons.full-auto-shots", "gce.special-weapons.full-auto-hits-first")
def test_two_shots_4_and_3_are_one_hit_and_all_rolls_to_hit_come_first() -> None:
    game = six(skills="bs=3").play(a("A"), a("auto six_shoota 1"), a("x"), dice="3 4 3 1")
    rules = [event.rule for event in game.events if hasattr(event, "faces")]
    assert rules == [SUSTAINED, HIT, HIT, "gce.wounding.wound-roll"]


@pytest.mark.rule("gce.special-weapons.full-auto-out-of-range")
def test_out_of_range_every_shot_misses_and_is_rolled_for_ammo() -> None:
    game = six("ork_boy x (40,10)")
    game.play(a("A"), a("auto six_shoota 1"), a("x"), dice="5 6 2 6 5 5")
    assert len(game.rolled(AMMO)) == 2 and not game.rolled("gce.wounding.wound-roll")


# ---------------------------------------------------------------- spreading


@pytest.mark.rule("gce.special-weapons.full-auto-spread")
@pytest.mark.parametrize(("at", "offered"), [((19, 15), True), ((19, 16), False)])
def test_shots_spread_to_enemies_within_4_inches_of_the_first_target(
    at: tuple[int, int], offered: bool
) -> None:
    game = six(f"ork_boy x (19,10)   ork_boy y ({at[0]},{at[1]})")
    arm = ranged_arms(game.battle, game["A"])[0]
    assert bool(spread(game.battle, game["A"], arm, game["x"])) is offered
    answers = [a("y")] if offered else []
    game.play(a("A"), a("auto six_shoota 1"), a("x"), *answers, dice="3 2 2")
    notes = [event for event in game.events if getattr(event, "words", "").startswith("Nothing hits")]
    assert len(notes) == (2 if offered else 1)


@pytest.mark.rule("gce.special-weapons.full-auto-spread")
def test_the_first_shot_is_always_at_the_first_target_and_each_uses_its_own_modifiers() -> None:
    game = six("ork_boy x (15,10)   ork_boy y (18,11)")
    game.play(a("A"), a("auto six_shoota 1"), a("x"), a("y"), a("y"), dice="5 2 2 2")
    rolls = [(roll.need, len(roll.modifiers)) for roll in game.rolled(HIT)]
    assert rolls == [(3, 2), (4, 1), (4, 1)]  # x in short range, y in long


@pytest.mark.rule("gce.special-weapons.full-auto-spread")
def test_nobody_out_of_range_or_out_of_sight_is_offered() -> None:
    game = six("ork_boy x (22,10)   ork_boy y (25,10)   ork_boy z (22,13)   wall (16,12) (23,12) h=3")
    arm = ranged_arms(game.battle, game["A"])[0]
    assert spread(game.battle, game["A"], arm, game["x"]) == []


@pytest.mark.rule("gce.shooting.stationary-vehicle-aboard")
def test_every_shot_of_a_burst_hits_the_vehicle_he_stands_on() -> None:
    text = "ork_trukk t (20,10) immobilised   ork_boy A in t six_shoota   ork_boy x (30,30)"
    game = table(text, phase="shoot")
    game.play(a("A"), a("auto six_shoota 1"), a("t"), dice="5  3 3 3  1 1 1")
    assert not game.rolled(HIT) and len(game.rolled("gce.vehicle-damage.penetrate")) == 3
    known = table(text, phase="shoot", premeasuring=True)
    chances = dict(known.option("t", a("A"), a("auto six_shoota 1"), dice="5").preview().outcomes)
    assert "miss" not in chances  # a hit is on the wheels, through on 5+, or on the engine, never through
    assert chances["3 hits through"] == Fraction(1, 6) ** 3


# ---------------------------------------------------------------- jams and ammo


@pytest.mark.rule("gce.special-weapons.jam")
@pytest.mark.parametrize(("die", "empty"), [(4, ()), (3, ("six_shoota",))])
def test_a_jam_is_no_shot_and_an_ammo_roll(die: int, empty: tuple[str, ...]) -> None:
    game = six().play(a("A"), a("auto six_shoota 1"), dice=f"6 {die}")
    assert not game.rolled(HIT) and game["A"].empty == empty and game["A"].shot


@pytest.mark.rule("gce.special-weapons.multiple-dice-jam")
def test_of_two_dice_one_jams_and_the_other_fires() -> None:
    game = heavy().play(a("A"), a("auto eavy_shoota 2"), a("x"), dice="6 5 2 2 2 4")
    assert len(game.rolled(HIT)) == 3 and len(game.rolled(AMMO)) == 1
    game = heavy().play(a("A"), a("auto eavy_shoota 2"), dice="6 6 4 4")
    assert not game.rolled(HIT) and len(game.rolled(AMMO)) == 2


@pytest.mark.rule("gce.special-weapons.ammo-sustained", "gce.special-weapons.ammo-trigger")
def test_each_jam_and_each_6_to_hit_calls_for_its_own_roll() -> None:
    game = heavy().play(a("A"), a("auto eavy_shoota 2"), a("x"), dice="6 3 6 3 1 4 4")
    assert len(game.rolled(AMMO)) == 2
    game = six("ork_boy x (19,10) w=9")
    game.play(a("A"), a("auto six_shoota 1"), a("x"), dice="3 6 6 1 1 4 4")
    assert len(game.rolled("gce.wounding.wound-roll")) == 2 and len(game.rolled(AMMO)) == 2


@pytest.mark.rule("gce.special-weapons.ammo-roll")
def test_a_fixed_weapon_that_ran_out_is_silent_for_the_battle() -> None:
    game = heavy().play(a("A"), a("auto eavy_shoota 1"), dice="6 3")
    assert game.ride("T").weapon_state == "empty"


@pytest.mark.rule("gce.vehicle-damage.location-roll", "gce.special-weapons.full-auto-hits-first")
def test_hits_on_a_vehicle_are_located_together() -> None:
    game = heavy("ork_trukk t (30,10)   ork_spanner d in t driver")
    game.play(a("A"), a("auto eavy_shoota 1"), a("t"), dice="3 5 5 3 3 1 1")
    rules = [event.rule.rsplit(".", 1)[1] for event in game.events if hasattr(event, "faces")]
    assert rules[3:] == ["location-roll", "location-roll", "penetrate", "penetrate"]


@pytest.mark.rule("gce.basics.sustained-fire-die")
def test_dakka_dakka_rolls_one_die_again() -> None:
    game = six(skills="dakka_dakka").play(a("A"), a("auto six_shoota 1"), a("0"), a("x"), dice="6 5 2 2 2")
    assert len(game.rolled(HIT)) == 3 and not game.rolled(AMMO)
    game = six(skills="dakka_dakka").play(a("A"), a("auto six_shoota 1"), a("keep"), a("x"), dice="3 2 2")
    assert len(game.rolled(HIT)) == 2
    for die, words in (("6", "Again: the jam"), ("3", "Again: the 2")):
        question = six(skills="dakka_dakka").question(a("A"), a("auto six_shoota 1"), dice=die)
        assert words in [option.label for option in question.options]


# ---------------------------------------------------------------- previews


@pytest.mark.rule("gce.special-weapons.full-auto-shots")
def test_once_the_shots_are_known_the_targets_carry_their_odds() -> None:
    game = six("grot_rebel x (19,10)", premeasuring=True)
    option = game.option("x", a("A"), a("auto six_shoota 1"), dice="3")
    chances = dict(option.preview().outcomes)
    aim_misses = Fraction(1, 2) ** 2
    assert chances["miss"] == aim_misses and sum(chances.values()) == 1
    assert chances["pinned"] == 2 * Fraction(1, 4) * Fraction(1, 2) + Fraction(1, 4) * Fraction(1, 4)


@pytest.mark.rule("gce.special-weapons.full-auto-declare")
def test_each_way_to_fire_carries_its_odds_at_each_target() -> None:
    game = six("grot_rebel x (19,10) pinned   grot_rebel y (20,11)", premeasuring=True)
    shown = game.option("auto six_shoota 1", a("A")).preview()
    assert [case.given for case in shown.cases] == ["at x", "at y"]
    # no shot at all, or one, two or three that all miss on less than a 4
    missed = Fraction(1, 6) + Fraction(1, 3) / 2 + Fraction(1, 3) / 4 + Fraction(1, 6) / 8
    assert dict(shown.cases[1].outcomes)["miss"] == missed


@pytest.mark.rule("gce.basics.sustained-fire-die")
def test_the_kernels_of_a_burst() -> None:
    assert sum(each.shots * part for each, part in sustained.odds(1).items()) == Fraction(3, 2)
