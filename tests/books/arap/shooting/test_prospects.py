"""What a volley is said to do beforehand is what the dice do."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.arap.table import table
from warbook.books.arap.shooting.dice import foreseen, volley
from warbook.books.arap.shooting.plans import chosen_barrels, plan_of, shots_of, victims
from warbook.books.arap.shooting.prospects import _named, foresee, prospect
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.shooting.wound_dice import fallen


def said(field, points=1, **rulings):
    game = table(field, **rulings)
    return prospect(game.battle, game["A"], game["x"], Terms(points))


def by_the_volley(field, points=1, **rulings):
    """The same from the kernel that is thrown in play."""
    game = table(field, **rulings)
    plan = plan_of(game.battle, game["A"], game["x"], Terms(points))
    barrels = chosen_barrels(plan, {})
    targets = victims(game.battle, plan, barrels)
    odds = volley.odds(shots_of(game.battle, plan, barrels)[0], targets.bands)
    found = {}
    for came, chance in odds.items():
        count = sum(fallen(*each) for each in zip(targets.bands, came.harm.bands, strict=True))
        found[count] = found.get(count, Fraction(0)) + chance
    return found


@pytest.mark.rule("arap.shooting.to-hit", "arap.shooting.randomise-hits")
@pytest.mark.parametrize(
    "field",
    [
        "human_trooper A (10,10) (10,12)   ganger x (30,8) (30,10) (30,12)",
        "human_sergeant+human_trooper A (10,10) (10,12)   ganger x (30,8) (30,10) (30,12) w=2",
        "human_trooper A (10,10) (10,12)   ganger x (30,8) (30,10) (35,12)   area (34,5) (36,15) soft-cover",
        "human_trooper A (10,10) (10,12)   ogryn+ganger x (30,8) (30,10) (30,12)",
    ],
)
def test_the_odds_shown_are_those_of_the_volley(field):
    game = table(field)
    assert foresee(game.battle, game["A"], game["x"], Terms()) == by_the_volley(field)


@pytest.mark.rule("arap.shooting.mixed-dice", "arap.shooting.hit-modifiers")
def test_a_preview_names_who_fires_who_does_not_and_every_modifier():
    shown = said("human_trooper A (10,10) (10,12) (2,10)   ganger x (33,10)")
    assert shown.need == "2 or less"
    skill, far, firing, idle = shown.modifiers
    assert (skill.value, far.value, far.rule) == (3, -1, "arap.shooting.hit-modifiers")
    assert firing.why == "2 fire" and idle.why.startswith("1 does not: ")
    assert sum(chance for _, chance in shown.outcomes) == 1


@pytest.mark.rule("arap.shooting.mixed-dice")
def test_a_preview_has_a_goal_for_each_kind_of_shooter():
    shown = said("marine+human_trooper A (10,10) (10,12) weapons=lasgun   ganger x (30,8) (30,10) (30,12)")
    assert "Marine with Lasgun: 4 or less" in shown.need and "3 or less" in shown.need


@pytest.mark.rule("arap.area.scatter", "arap.template.hit-by-margin")
def test_a_preview_of_a_marker_is_of_where_it_is_aimed():
    marker = said(
        "marine A (10,10) bs=4 weapons=missile_frag   ganger x (40,9) (40,10) (40,11) t=1 save=7", 2
    )
    assert marker.given and "% on target" in marker.headline
    # a double, or a sum of 4 or less: 6 + 4 of 36
    assert "28% on target" in marker.headline
    strip = said("human_trooper A (10,10) bs=4 weapons=flamer   ganger x (14,10) t=1 save=7")
    assert not strip.given and dict(strip.outcomes)["wiped out"] == Fraction(5, 6) * (
        Fraction(4, 6) + Fraction(1, 6)
    )


@pytest.mark.rule("arap.shooting.into-close-combat")
def test_a_preview_into_close_combat_counts_the_targets_own_losses():
    game = table(
        "human_trooper A (10,10) bs=5   ganger x (30,8) locked=B save=7   ganger B (31,8) locked=x save=7"
    )
    lost = foresee(game.battle, game["A"], game["x"], Terms())
    assert lost[1] == Fraction(3, 6) * Fraction(1, 2) * Fraction(1, 2)


@pytest.mark.rule("arap.shooting.to-hit")
def test_options_carry_their_preview_and_what_they_are_about():
    game = table("human_trooper A (10,10)   ganger x (30,10)   ganger y (60,40)").points("A", 1)
    options = {option.id: option for option in game.question().options}
    assert options["shoot:x"].preview().headline and options["shoot:x"].about == ("shoot", "x", 1)
    assert options["shoot:y"].barred is not None and options["shoot:y"].preview is None


@pytest.mark.rule("arap.shooting.randomise-hits")
def test_the_quick_count_is_the_slow_one():
    field = "human_trooper A (10,8) (10,10) (10,12) weapons=autogun   ganger x (30,8) (30,10) (30,12) (30,14)"
    game = table(field)
    plan = plan_of(game.battle, game["A"], game["x"], Terms())
    barrels = chosen_barrels(plan, {})
    odds = foreseen.odds(
        shots_of(game.battle, plan, barrels)[0], victims(game.battle, plan, barrels).bands, 0
    )
    slow = {}
    for came, chance in odds.items():
        slow[sum(came.fallen)] = slow.get(sum(came.fallen), Fraction(0)) + chance
    assert foresee(game.battle, game["A"], game["x"], Terms()) == slow


@pytest.mark.rule("arap.morale.heavy-casualty-trigger")
@pytest.mark.parametrize(
    ("lost", "words"),
    [(0, "nobody"), (2, "some"), (3, "a quarter or more"), (8, "a quarter or more"), (9, "wiped out")],
)
def test_losses_are_told_by_whether_they_call_for_a_test(lost, words):
    """Of nine a quarter is more than two."""
    game = table("ganger x (30,10) models=9")
    assert _named(game["x"], 9, lost) == words


def test_how_many_fire_and_who_does_not_is_told_and_changes_no_goal():
    told = said("human_trooper A (10,10) (10,12)   ganger x (30,10)   wall (12,11.5) (12,20) h=5").modifiers
    lines = [(each.value, each.why) for each in told if " fire" in each.why or " not: " in each.why]
    assert lines[0] == (0, "1 fire") and lines[1][0] == 0 and lines[1][1].startswith("1 does not: ")
