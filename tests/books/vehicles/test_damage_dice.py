"""Penetration, cover, the damage table, and how the damage of a whole volley is settled."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import pytest

from tests.books.vehicles import slow_odds
from tests.books.vehicles.thrown import noted, thrown
from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.damage.dice import (
    UNHARMED,
    Armour,
    Condition,
    Harm,
    Strike,
    Struck,
    ap_modifier,
    befall,
    cover_saves,
    damage_modifier,
    damage_reasons,
    damage_roll,
    explosion,
    harm_after,
    harm_together,
    hit,
    penetrate,
    settle,
)

CONDITIONS = [
    Condition(weapons, stuck, flat_out)
    for weapons, stuck, flat_out in product(range(4), (False, True), (False, True))
]


@pytest.mark.rule("veh.attack.penetration-roll")
@pytest.mark.parametrize(
    ("strike", "dice", "av", "came"),
    [
        (Strike(7), "4", 11, "glancing"),  # 7 + 4 = 11
        (Strike(7), "4", 12, "none"),
        (Strike(8, "highest"), "2 5", 13, "glancing"),  # 8 + 5 = 13, never 15
        (Strike(8, "highest"), "5 2", 12, "penetrating"),
        (Strike(8, "highest"), "5 2", 14, "none"),
        (Strike(8, "sum"), "3 4", 14, "penetrating"),  # 15
    ],
)
def test_the_penetration_roll(strike, dice, av, came):
    assert thrown(penetrate, dice, strike, av) == came


@pytest.mark.rule("veh.attack.penetration-result")
@pytest.mark.parametrize(("die", "came"), [("3", "none"), ("4", "glancing"), ("5", "penetrating")])
def test_s_7_against_av_11(die, came):
    assert thrown(penetrate, die, Strike(7), 11) == came


@pytest.mark.rule("veh.attack.penetration-result")
def test_s_4_against_av_10_glances_on_a_6_and_cannot_penetrate():
    assert penetrate.odds(Strike(4), 10) == {"none": Fraction(5, 6), "glancing": Fraction(1, 6)}


@pytest.mark.rule("veh.V26")
def test_strength_is_10_at_most():
    assert penetrate.odds(Strike(13), 14) == penetrate.odds(Strike(10), 14)


@pytest.mark.rule("veh.P13")
def test_a_lance_makes_armour_12_and_no_thinner():
    for av, as_if in ((14, 12), (13, 12), (12, 12), (11, 11)):
        assert penetrate.odds(Strike(8, lance=True), av) == penetrate.odds(Strike(8), as_if)


@pytest.mark.rule("veh.P13", "veh.P13.rending")
def test_rending_adds_a_d3_to_a_6_only():
    rending = Strike(6, rending=True)
    assert [thrown(penetrate, f"6 {d3}", rending, 14) for d3 in (1, 2, 3)] == [
        "none",
        "glancing",
        "penetrating",
    ]
    assert thrown(penetrate, "5", rending, 11) == "glancing"


@pytest.mark.rule("veh.V20")
@pytest.mark.parametrize(("die", "saved"), [("3", False), ("4", True)])
def test_one_cover_save_for_each_hit_that_glances_or_penetrates(die, saved):
    assert thrown(cover_saves, die, 4) is saved
    assert not thrown(cover_saves, "", NEVER)
    assert thrown(hit, "6 4", Strike(7), Armour(11, cover=4)) == Struck("penetrating", saved=True)
    assert thrown(hit, "3", Strike(7), Armour(11, cover=4)) == Struck("none")
    assert noted(hit, "4 3 5", Strike(7), Armour(11, 4, cover_rule="veh.target.smoke-cover")) == [
        ("veh.attack.penetration-roll", 4, 1),
        ("veh.target.smoke-cover", 4, 1),
        ("veh.damage.modifiers", None, 1),
    ]


@pytest.mark.rule("veh.damage.table")
@pytest.mark.parametrize(
    ("strike", "armour", "dice", "fate"),
    [
        (Strike(7), Armour(11), "5 5", "wrecked"),
        (Strike(7), Armour(11), "4 6", "immobilized"),
        (Strike(7, ap_modifier=-1), Armour(11), "4 1", "shaken"),
        (Strike(7), Armour(11), "5 1", "shaken"),
        (Strike(7), Armour(11), "5 2", "stunned"),
        (Strike(7), Armour(11), "5 3", "weapon-destroyed"),
        (Strike(7), Armour(11), "5 6", "explodes"),
    ],
)
def test_the_damage_table(strike, armour, dice, fate):
    assert befall(Condition(), [thrown(hit, dice, strike, armour).total]).worst == fate


@pytest.mark.rule("veh.damage.modifiers", "veh.open.damage", "veh.V34")
def test_the_modifiers_are_added():
    assert [ap_modifier(ap) for ap in (None, 1, 2, 6)] == [-1, 1, 0, 0]
    dash, one, plain = Strike(7, ap_modifier=-1), Strike(7, ap_modifier=1), Strike(7)
    closed, open_topped = Armour(11), Armour(11, open_topped=True)
    assert damage_modifier(dash, closed, "glancing") == -3
    assert damage_modifier(one, open_topped, "penetrating") == 2
    assert damage_modifier(one, open_topped, "glancing") == 0
    assert damage_modifier(plain, closed, "penetrating") == 0
    assert [thrown(damage_roll, str(face), -3) for face in range(1, 7)] == [1, 1, 1, 1, 2, 3]
    assert [thrown(damage_roll, str(face), 2) for face in range(1, 7)] == [3, 4, 5, 6, 6, 6]


# ---------------------------------------------------------------- one after another


@pytest.mark.rule("veh.damage.weapon-destroyed-none")
def test_weapon_destroyed_without_weapons():
    assert befall(Condition(0), [3]) == Harm(immobilized=True)
    assert befall(Condition(0, True), [3]) == Harm(end="wrecked")
    assert befall(Condition(1), [3, 3]) == Harm(weapons_lost=1, immobilized=True)
    assert befall(Condition(1), [3, 3, 3]) == Harm(end="wrecked")


@pytest.mark.rule("veh.damage.immobilized-again")
def test_immobilized_again():
    assert befall(Condition(2, True), [4]) == Harm(weapons_lost=1)
    assert befall(Condition(0, True), [4]) == Harm(end="wrecked")
    assert befall(Condition(2), [4, 4]) == Harm(weapons_lost=1, immobilized=True)
    assert befall(Condition(0), [4, 4]) == Harm(end="wrecked")


@pytest.mark.rule("veh.skimmer.crash", "veh.V57")
def test_a_skimmer_flat_out_crashes():
    assert befall(Condition(1, flat_out=True), [4]) == Harm(end="wrecked")
    assert befall(Condition(0, flat_out=True), [3]) == Harm(end="wrecked")
    assert befall(Condition(1, flat_out=True), [3]) == Harm(weapons_lost=1)
    assert befall(Condition(1, True, flat_out=True), [4]) == Harm(weapons_lost=1)


@pytest.mark.rule("veh.V25")
def test_explodes_comes_after_wrecked():
    assert befall(Condition(), [6, 5]) == befall(Condition(), [5, 6]) == Harm(end="explodes")
    assert befall(Condition(0, True), [3, 6]) == Harm(end="explodes")


@pytest.mark.rule("veh.V25", "veh.V39")
@pytest.mark.parametrize("condition", CONDITIONS)
def test_totals_in_any_order_and_in_any_parts_beside_the_slow_twin(condition):
    """All three and four results: what `befall` makes of them, whatever their order, in one go or in two."""
    given = condition.weapons, condition.immobilized, condition.flat_out
    for totals in product(range(7), repeat=3):
        fates, left, stuck = slow_odds.befalls([total for total in totals if total], *given)
        harm = befall(condition, list(totals))
        assert harm.worst == (max(fates, key=slow_odds.FATES.index) if fates else "unharmed")
        if not harm.end:
            assert (harm.shaken, harm.stunned) == ("shaken" in fates, "stunned" in fates)
            assert condition.weapons - harm.weapons_lost == left
            assert (condition.immobilized or harm.immobilized) == stuck
        for order in permutations(totals):
            one, *others = order
            again = harm_after(
                condition, harm_after(condition, harm_after(condition, UNHARMED, one), others[0]), others[1]
            )
            assert again == harm
            assert harm_together(condition, befall(condition, [one]), befall(condition, others)) == harm


@pytest.mark.rule("veh.attack.damage-roll", "veh.V25")
def test_all_hits_are_penetrated_before_any_damage_is_rolled():
    """Two penetrating hits and a glancing one: three rolls, one of them at -2; a fourth does nothing."""
    hits = ((Strike(7), Armour(11)),) * 4
    penetration, damage = ("veh.attack.penetration-roll", 4, 1), ("veh.damage.table", None, 1)
    glancing = ("veh.damage.modifiers", None, 1)
    rolls = [penetration] * 4 + [damage, glancing, damage]
    assert noted(settle, "5 4 6 3 2 6 1", hits, Condition(2)) == rolls
    assert thrown(settle, "5 4 6 3 2 6 1", hits, Condition(2)) == Harm(True, True, immobilized=True)


@pytest.mark.rule("veh.walker.damage-as-wounds", "veh.V75")
def test_damage_rolls_on_a_walker_are_counted():
    """Two glance, one is saved from, one does nothing: two rolls are made."""
    hits = ((Strike(7), Armour(11, cover=4)),) * 4
    assert thrown(settle, "4 4 5 3 3 3 6 1 1", hits, Condition(walker=True)).rolls == 2
    assert thrown(settle, "4 4 5 3 3 3 6 1 1", hits, Condition()).rolls == 0
    assert befall(Condition(walker=True), [6, 5, 1]) == Harm(end="explodes", rolls=3)


@pytest.mark.rule("veh.damage.explodes")
def test_how_far_an_explosion_reaches():
    assert thrown(explosion, "4") == 4


@pytest.mark.rule("veh.damage.modifiers", "veh.open.damage")
def test_what_changes_all_damage_rolls_of_a_volley_is_told_with_them():
    told = damage_reasons([Strike(8, ap_modifier=1), Strike(7, ap_modifier=1)], open_topped=True)
    assert [[each.why for each in told[rule]] for rule in ("veh.damage.table", "veh.damage.modifiers")] == [
        ["open-topped +1", "AP 1 +1"]
    ] * 2
    assert damage_reasons([Strike(8, ap_modifier=1), Strike(7)], open_topped=False) == {}
    assert damage_reasons([Strike(8)], open_topped=False) == {}


@pytest.mark.rule("veh.walker.damage-as-wounds", "veh.V25")
def test_the_damage_rolls_of_a_walker_add_up_over_a_volley():
    """Glancing on 4 and penetrating above: a half of all hits roll for damage."""
    hit_ = (Strike(6), Armour(10))
    odds = settle.odds((hit_, hit_, hit_), Condition(weapons=9, walker=True))
    rolls = [0, 0, 0, 0]
    for harm, part in odds.items():
        rolls[harm.rolls] += 216 * part
    assert rolls == [27, 81, 81, 27]
    assert {harm.rolls for harm, _ in settle.odds((hit_, hit_), Condition(weapons=9)).items()} == {0}
