"""Wounds, saves, injuries and recovery: faces and what they come to, beside twins."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from warbook.books.gorkamorka.wounds.dice import (
    NEVER,
    Body,
    Hit,
    Saving,
    blow,
    blows,
    catches_fire,
    damage,
    escapes,
    gets_free,
    injured,
    jumps_clear,
    knocked_back,
    lose,
    puts_out,
    recovery,
    save_score,
    shrugs_off,
    struck,
    wound_score,
    wounding,
)
from warbook.core.catalog import Catalog
from warbook.core.dice import Scripted
from warbook.core.shelf import load_book

FACES = range(1, 7)
CATALOG: Catalog = load_book("gorkamorka").rules
BOY = Body(grit=3)


@pytest.mark.rule("gce.wounding.wound-chart")
@pytest.mark.rule("gce.wounding.wound-roll")
def test_the_wound_chart_as_printed():
    for row in CATALOG.rules["gce.wounding.wound-chart"].table:
        for toughness, printed in enumerate(row["toughness"], 1):
            assert wound_score(row["strength"], toughness) == (printed or NEVER), (row["strength"], toughness)


@pytest.mark.rule("gce.wounding.wound-chart")
def test_beyond_the_chart():
    assert wound_score(12, 10) == wound_score(10, 10) == 4 and wound_score(10, 12) == 4
    assert wound_score(0, 1) == NEVER and wound_score(-1, 1) == NEVER


@pytest.mark.rule("gce.wounding.wound-roll")
@pytest.mark.parametrize(
    ("s", "t", "share"), [(3, 4, "1/3"), (3, 3, "1/2"), (3, 7, "0"), (4, 4, "1/2"), (4, 7, "1/6")]
)
def test_the_odds_to_wound(s, t, share):
    assert wounding.odds(Hit(wound_score(s, t))).chance("wounded") == Fraction(share)


@pytest.mark.rule("gce.wounding.save-modifier")
@pytest.mark.rule("gce.weapon.save-modifier")
@pytest.mark.rule("gce.wounding.save-unmodifiable")
@pytest.mark.parametrize(
    ("saves", "modifier", "score"),
    [
        ([Saving(4)], -1, 5), ([Saving(4)], -2, 6), ([Saving(5)], -2, NEVER), ([Saving(5, False)], -2, 5),
        ([], 0, NEVER), ([], 1, 6), ([], 2, 5), ([Saving(6)], 1, 5), ([Saving(2)], 3, 2),
        ([Saving(4), Saving(6, False)], -3, 6), ([Saving(4), Saving(6, False)], 0, 4),
        ([Saving(0)], 0, NEVER),
    ],
)  # fmt: skip
def test_the_best_save_after_modifiers(saves, modifier, score):
    assert save_score(saves, modifier) == score


def test_a_one_need_not_fail():
    assert save_score([Saving(2)], 3, one_fails=False) == 1
    assert wounding(Scripted("4 1"), Hit(4, save=1)) == "saved"


@pytest.mark.rule("gce.wounding.save")
def test_a_save():
    assert (
        wounding(Scripted("4 5"), Hit(4, save=5)) == "saved"
        and wounding(Scripted("4 4"), Hit(4, save=5)) == "wounded"
    )
    assert wounding(Scripted("4 5"), Hit(4, save=save_score([Saving(4)], -2))) == "wounded"
    assert wounding(Scripted("3"), Hit(4, save=5)) == "no-wound"
    assert wounding(Scripted(""), Hit(NEVER)) == "no-wound"


@pytest.mark.rule("gce.weapon.damage")
@pytest.mark.rule("gce.basics.d3")
def test_how_many_wounds():
    assert damage(Scripted("3"), Hit(4, damage="D3")) == 3 and damage(Scripted("5"), Hit(4, damage="D6")) == 5
    assert damage(Scripted(""), Hit(4, damage=2)) == 2
    assert damage.odds(Hit(4, damage="D3")) == {1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 3)}


def test_a_save_for_each_wound_in_place_of_one_for_the_hit():
    each = Hit(2, save=5, damage=3, save_each=True)
    assert struck(Scripted("2 5 5 6"), each, Body()).came == "saved"
    assert struck(Scripted("2 5 4 6"), each, Body(wounds=2)).body == Body(wounds=1)
    assert struck(Scripted("2 4"), replace(each, save_each=False), Body(wounds=4)).body == Body(wounds=1)
    assert struck(Scripted("2 5"), replace(each, save_each=False), Body(wounds=4)).came == "saved"


def test_who_has_no_save_rolls_none_for_each_wound_either():
    assert struck(Scripted("2"), Hit(2, damage=2, save_each=True), Body(wounds=3)).body == Body(wounds=1)


@pytest.mark.rule("gce.wounding.injury-table")
@pytest.mark.rule("gce.wounding.injury-roll")
def test_the_injury_table():
    after = [injured(Scripted([face]), 1, replace(BOY, wounds=0)) for face in FACES]
    assert [each.state for each in after] == ["up", "up", "down", "down", "down", "out"]
    assert [each.flesh for each in after] == [1, 1, 0, 0, 0, 0]
    odds = injured.odds(1, BOY).map(lambda body: body.state)
    assert [odds.chance(state) for state in ("up", "down", "out")] == [
        Fraction(1, 3),
        Fraction(1, 2),
        Fraction(1, 6),
    ]


def test_who_is_hard_as_nails_or_shot_by_a_deadeye():
    nails = Body(wounds=0, grit=3, flesh_to=3)
    assert [injured(Scripted([face]), 1, nails).state for face in FACES] == [
        "up",
        "up",
        "up",
        "down",
        "down",
        "out",
    ]
    assert injured(Scripted("1 6"), 2, BOY).state == "out" and injured(Scripted("2 1"), 2, BOY).flesh == 1


@pytest.mark.rule("gce.wounding.lose-wound")
@pytest.mark.rule("gce.warrior.wounds")
@pytest.mark.rule("gce.wounding.multiple-wounds")
@pytest.mark.parametrize(
    ("wounds", "lost", "rolls"), [(1, 1, 1), (2, 1, 0), (2, 2, 1), (1, 4, 4), (2, 4, 3), (3, 2, 0)]
)
def test_how_many_injury_rolls(wounds, lost, rolls):
    dice = Scripted([4] * 6)
    body = lose(dice, lost, 1, Body(wounds=wounds, grit=3))
    assert 6 - len(dice.left) == rolls
    assert body.wounds == max(0, wounds - lost) and body.state == ("down" if rolls else "up")


@pytest.mark.rule("gce.wounding.flesh-wound")
@pytest.mark.rule("gce.wounding.flesh-wound-limit")
@pytest.mark.parametrize(
    ("ws", "bs", "wounds", "state"), [(3, 3, 2, "up"), (2, 3, 2, "up"), (2, 3, 3, "out"), (3, 3, 3, "out")]
)
def test_flesh_wounds_add_up_until_both_skills_are_gone(ws, bs, wounds, state):
    body = lose(Scripted([1] * wounds), wounds, 1, Body(grit=max(ws, bs)))
    assert (body.state, body.flesh) == (state, wounds)


@pytest.mark.rule("gce.wounding.combined-results")
@pytest.mark.parametrize(
    ("skill", "rolls", "state", "flesh"),
    [(3, "1 4 4", "down", 1), (2, "1 2 3", "out", 2), (3, "2 6", "out", 1), (3, "4 1 1", "down", 2)],
)
def test_several_results_combine(skill, rolls, state, flesh):
    body = lose(Scripted(rolls), len(rolls.split()), 1, Body(grit=skill))
    assert (body.state, body.flesh) == (state, flesh)


@pytest.mark.rule("gce.wounding.down-more-wounds")
@pytest.mark.parametrize(("roll", "state", "flesh"), [(6, "out", 0), (4, "down", 0), (1, "down", 1)])
def test_who_is_down_is_wounded_again(roll, state, flesh):
    body = struck(Scripted([6, roll]), Hit(4), Body(wounds=0, state="down", grit=3)).body
    assert (body.state, body.flesh) == (state, flesh)


def test_a_standing_warrior_without_wounds_rolls_for_every_further_one():
    assert struck(Scripted("6 4"), Hit(4), Body(wounds=0, flesh=1, grit=3)).body.state == "down"


def test_several_wounds_beside_a_twin():
    """W 2, damage D6, one save: exact odds by going through every throw of at most six injuries."""

    def fate(rolls):
        flesh, down = 0, False
        for roll in rolls:
            flesh += roll <= 2
            down |= 3 <= roll <= 5
            if roll == 6 or flesh >= 3:
                return "out"
        return ("down" if down else "up", flesh)

    weights: Counter = Counter()
    for lost in FACES:
        injuries = max(0, lost - 1)
        counted = Counter(fate(rolls) for rolls in product(FACES, repeat=injuries))
        for outcome, count in counted.items():
            weights[outcome if injuries else "wounded"] += Fraction(count, 6 * 6**injuries)
    odds = struck.odds(Hit(1, save=NEVER, damage="D6"), Body(wounds=2, grit=3))
    found = odds.map(
        lambda each: (
            "out"
            if each.body.state == "out"
            else ("wounded" if each.body.wounds else (each.body.state, each.body.flesh))
        )
    )
    assert dict(found) == dict(weights)


@pytest.mark.rule("gce.recovery.down-roll")
@pytest.mark.parametrize(
    ("skill", "flesh", "roll", "state", "after"),
    [
        (3, 0, 2, "up", 1),
        (3, 2, 1, "out", 3),
        (3, 0, 4, "down", 0),
        (3, 0, 3, "down", 0),
        (3, 0, 6, "out", 0),
        (3, 0, 5, "down", 0),
    ],
)
def test_recovery(skill, flesh, roll, state, after):
    body = recovery(Scripted([roll]), Body(wounds=0, flesh=flesh, state="down", grit=skill))
    assert (body.state, body.flesh) == (state, after)


@pytest.mark.rule("gce.hand-to-hand.split-hits")
def test_hits_are_taken_from_the_weapons_in_turn():
    """Five hits with two weapons: three of the first (wounds on 2+), two of the second (on 6)."""
    dice = Scripted("1 5 1 5 1")
    assert blows(dice, 5, (Hit(2), Hit(6)), BOY) == BOY and not dice.left
    assert blows(Scripted("1 6 4"), 2, (Hit(2), Hit(6)), BOY).state == "down"
    three = Hit(2), Hit(NEVER), Hit(6)
    assert blows.odds(1, three, BOY) == blow.odds(Hit(2), BOY) == blows.odds(2, three, BOY)


@pytest.mark.rule("gce.basics.initiative-test")
@pytest.mark.rule("gce.recovery.escape-test")
@pytest.mark.rule("gce.squash.avoid")
def test_an_initiative_test():
    assert escapes(Scripted("2"), 2) and not escapes(Scripted("3"), 2) and escapes(Scripted("3"), 3)
    assert escapes.odds(2).chance(True) == Fraction(1, 3) and escapes.odds(6).chance(True) == 1
    assert jumps_clear(Scripted("2"), 2) and not jumps_clear(Scripted("3"), 2)
    assert escapes.odds(0).chance(True) == 0


@pytest.mark.rule("gce.foot.on-fire-roll")
@pytest.mark.rule("gce.foot.on-fire-helpers")
@pytest.mark.rule("gce.vehicle-damage.burn")
@pytest.mark.rule("gce.vehicle-damage.fight-fire")
@pytest.mark.parametrize(
    ("helpers", "roll", "out"),
    [(0, 6, True), (0, 5, False), (2, 4, True), (1, 5, True), (2, 3, False), (3, 3, True), (6, 1, True)],
)
def test_a_fire(helpers, roll, out):
    assert puts_out(Scripted([roll]), "gce.vehicle-damage.burn", helpers) is out


@pytest.mark.rule("gce.vehicle-damage.catch-fire")
def test_two_locations_one_fire():
    dice = Scripted("4 2")
    assert [catches_fire(dice, 4), catches_fire(dice, 4)] == [True, False]


@pytest.mark.rule("gce.weapon.notes")
def test_knockback_and_getting_free():
    assert [knocked_back(Scripted([face]), 3) for face in FACES] == [False, False, True, True, True, True]
    assert [gets_free(Scripted([face]), 6, 1) for face in FACES] == [False, False, False, False, True, True]
    assert [shrugs_off(Scripted([face])) for face in FACES] == [False, False, False, True, True, True]
