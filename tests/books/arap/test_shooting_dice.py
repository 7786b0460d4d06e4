"""The dice of volleys: to hit, to wound, who is struck, saves, damage."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.arap.thrown import noted, thrown
from warbook.books.arap.dice.goals import goal_of
from warbook.books.arap.shooting.dice import (
    Foreseen,
    Landed,
    Shot,
    burns,
    foreseen,
    hits_of,
    into_melee,
    landed,
    overheats,
    toll,
    units_struck,
    volley,
)
from warbook.books.arap.shooting.losses import losses
from warbook.books.arap.shooting.wound_dice import (
    NOTHING,
    SAVED,
    Band,
    Harm,
    Hit,
    allotted,
    changes,
    fallen,
    harm_of,
    save_need,
    save_rule,
    wounds_lost,
)
from warbook.books.family.wounds import NEVER

WOUND, SAVE, WHO = "arap.shooting.wound-roll", "arap.dice.save-roll", "arap.shooting.randomise-hits"
SURE = Hit(9)  # wounds T 4 on 2+


def conditions(harm: Harm) -> list[list[tuple[int, int]]]:
    """Of each band: wounds lost, and how many have."""
    return [[(lost, number) for lost, _, _, number in tally] for tally in harm.bands]


@pytest.mark.rule("arap.shooting.to-hit")
def test_rolls_to_hit():
    def hits(bs: int, modifiers: int, face: str) -> int:
        return thrown(landed, face, 1, Shot(goal_of(bs, modifiers), SURE)).hits

    assert hits(4, -1, "3") and not hits(4, -2, "3") and not hits(6, 0, "6") and hits(6, 0, "5")


@pytest.mark.rule("arap.shooting.mixed-dice")
def test_every_kind_of_shot_has_its_own_goal():
    shots = ((1, Shot(5, Hit(5))), (4, Shot(3, Hit(3))))
    came = thrown(volley, "5 1 3 4 6 1 1 1", shots, (Band(10, 4),))
    assert came.landed == (Landed(1), Landed(2)) and came.hits == 3
    assert [each[:3] for each in noted(volley, "5 1 3 4 6 1 1 1", shots, (Band(10, 4),))] == [
        ("arap.shooting.to-hit", 5, 1), ("arap.shooting.to-hit", 3, 4), (WOUND, 3, 1), (WOUND, 5, 2),
    ]  # fmt: skip
    assert hits_of(shots, (Landed(0), Landed(2))) == ((2, Hit(3)),)


@pytest.mark.rule("arap.shooting.hit-the-cover")
def test_a_miss_by_one_hits_the_cover():
    assert landed.odds(1, Shot(2, SURE, cover=True)).chance(Landed(by_one=1)) == Fraction(1, 6)
    assert landed.odds(1, Shot(0, SURE, cover=True)).chance(Landed(by_one=1)) == 0
    behind = Shot(2, SURE, cover=True)
    assert thrown(landed, "3 4 2", 3, behind) == Landed(1, by_one=1)
    assert thrown(landed, "3 4 2", 3, Shot(2, SURE)) == Landed(1)
    assert thrown(landed, "2", 1, Shot(0, SURE, cover=True)) == Landed()


@pytest.mark.rule("arap.shooting.hit-the-cover")
def test_a_miss_by_one_that_is_a_six_burns_the_firer_and_hits_no_cover():
    assert thrown(landed, "5 6", 2, Shot(4, SURE, hot=True, cover=True)) == Landed(hot=1, by_one=1)
    assert thrown(landed, "5 6", 2, Shot(5, SURE, hot=True, cover=True)) == Landed(1, hot=1)
    assert thrown(landed, "5 6", 2, Shot(5, SURE, cover=True)) == Landed(1, by_one=1)


def test_a_weapon_that_gets_hot_burns_on_a_six():
    assert landed.odds(1, Shot(4, SURE, hot=True)).chance(Landed(0, 1)) == Fraction(1, 6)
    assert landed.odds(3, Shot(4, SURE, hot=True)).chance(Landed(1, 2)) == 3 * Fraction(4, 6 * 6 * 6)
    assert burns.odds(2, 4, NEVER).chance(2) == Fraction(1, 4)
    assert thrown(landed, "6 6 5 4", 4, Shot(4, SURE, hot=True)) == Landed(1, 2)
    assert thrown(landed, "6 6 5 4", 4, Shot(4, SURE)) == Landed(1)
    assert thrown(burns, "2 3", 2, 3, NEVER) == 1 and thrown(burns, "", 2, NEVER, NEVER) == 2
    assert thrown(burns, "", 1, 3, NEVER, 2) == 1 and thrown(burns, "", 0, 3, NEVER) == 0
    assert thrown(overheats, "6") and not thrown(overheats, "1")


# ---------------------------------------------------------------- one hit


def taken(hit: Hit, faces: str, t: int, save: int = NEVER, inv: int = NEVER) -> int:
    return thrown(harm_of, faces, hit, t, save, inv)


@pytest.mark.rule("arap.shooting.wound-roll")
def test_to_wound():
    assert taken(Hit(4), "3", 3) == 1 and taken(Hit(4), "2", 3) == NOTHING
    assert taken(Hit(4), "", 8) == NOTHING, "8 beyond short range"
    assert taken(Hit(4, near=True), "6 5", 8) == 1 and taken(Hit(4, near=True), "6 4", 8) == NOTHING
    assert taken(Hit(4), "6 4", 7) == 1 and taken(Hit(4), "6 3", 7) == NOTHING


@pytest.mark.rule("arap.dice.melta-half-range", "arap.D4", "arap.D5")
def test_a_melta_has_the_higher_of_two_dice():
    assert taken(Hit(4, melta=True), "2 5", 4) == 1 and taken(Hit(4), "2", 4) == NOTHING
    assert taken(Hit(9, melta=True), "1 2", 4) == 1 and taken(Hit(9, melta=True), "1 1", 4) == NOTHING
    assert taken(Hit(4, melta=True), "3 6 4", 7) == 1 and taken(Hit(4, melta=True), "3 6 3", 7) == NOTHING


def test_a_rending_six_goes_through_armour():
    claws = Hit(4, rending=True)
    assert taken(claws, "6", 4, 3) == 1 and taken(claws, "5 3", 4, 3) == SAVED
    assert taken(claws, "6 5", 4, 3, 5) == SAVED and taken(claws, "6 4", 4, 3, 5) == 1


def test_rending_where_toughness_differs():
    claws, bands = Hit(4, rending=True), (Band(1, 4, 2), Band(1, 3, 2))
    assert thrown(allotted, "1 6", ((1, claws),), bands).unsaved == 1, "no save"
    assert thrown(allotted, "1 5 2", ((1, claws),), bands).unsaved == 0


@pytest.mark.rule("arap.shooting.ap-against-save", "arap.shooting.invulnerable-save", "arap.F12")
@pytest.mark.parametrize(
    ("save", "inv", "ap", "need"),
    [(3, NEVER, 3, NEVER), (3, NEVER, 4, 3), (3, NEVER, 2, NEVER), (4, NEVER, NEVER, 4), (2, 5, 3, 2),
     (2, 5, 2, 5), (6, NEVER, NEVER, 6), (NEVER, 5, 1, 5), (5, 4, 6, 4), (NEVER, NEVER, NEVER, NEVER)],
)  # fmt: skip
def test_what_saves(save, inv, ap, need):
    assert save_need(save, inv, ap) == need


def test_which_save_it_was():
    assert save_rule(2, 5, 5) == "arap.shooting.invulnerable-save"
    assert save_rule(2, 5, 2) == save_rule(5, 5, 5) == "arap.dice.save-roll"


@pytest.mark.rule("arap.shooting.save-natural-one")
def test_a_one_never_saves():
    assert save_need(1, NEVER, NEVER) == save_need(NEVER, 1, 1) == 2
    assert taken(SURE, "2 1", 4, 2) == 1 and taken(SURE, "2 2", 4, 2) == SAVED


@pytest.mark.rule("arap.shooting.damage-default", "arap.B8", "arap.H24")
def test_damage():
    assert taken(SURE, "2", 4) == 1 and taken(Hit(9, damage=2), "2", 4) == 2
    assert taken(Hit(9, damage="D3"), "2 4", 4) == 1 and taken(Hit(9, damage="D6"), "2 4", 4) == 4


# ---------------------------------------------------------------- who is struck


@pytest.mark.rule("arap.shooting.randomise-hits", "arap.shooting.save-sequence")
def test_the_same_figure_may_be_struck_twice():
    """Three wounds, D8 = 2 2 7: one figure takes two saves, another one; all saves come after."""
    harm = thrown(allotted, "2 2 2 2 2 7 4 5 4", ((3, SURE),), (Band(8, 4, 5, left=2),))
    assert conditions(harm) == [[(0, 6), (1, 2)]] and harm.unsaved == 2
    both = thrown(allotted, "2 2 2 2 2 7 4 4 5", ((3, SURE),), (Band(8, 4, 5, left=2),))
    assert conditions(both) == [[(0, 7), (2, 1)]] and both.unsaved == 2
    assert noted(allotted, "2 2 2 2 2 7 4 4 5", ((3, SURE),), (Band(8, 4, 5, left=2),)) == [
        (WOUND, 2, 3, 6), (WHO, None, 1, 8), (WHO, None, 1, 8), (WHO, None, 1, 8), (SAVE, 5, 3, 6),
    ]  # fmt: skip


@pytest.mark.rule("arap.F10")
def test_wounds_on_who_has_fallen_are_lost():
    band = Band(2, 4)
    harm = thrown(allotted, "6 6 1 1", ((2, SURE),), (band,))
    assert fallen(band, harm.bands[0]) == 1 and harm.unsaved == 2 and wounds_lost(harm.bands[0]) == 1


@pytest.mark.rule("arap.shooting.damage-per-hit")
def test_the_damage_of_a_hit_is_not_shared():
    band, heavy = Band(4, 4), Hit(9, damage=2)
    harm = thrown(allotted, "6 6 6 1 2 3", ((3, heavy),), (band,))
    assert fallen(band, harm.bands[0]) == 3 and wounds_lost(harm.bands[0]) == 3
    one = thrown(allotted, "6 1", ((1, Hit(9, damage=3)),), (band,))
    assert conditions(one) == [[(0, 3), (1, 1)]]
    big = thrown(allotted, "6", ((1, heavy),), (Band(1, 4, left=3),))
    assert conditions(big) == [[(2, 1)]]


@pytest.mark.rule("arap.shooting.randomise-hits", "arap.C4")
def test_who_is_hit_comes_first_where_toughness_differs():
    bands = (Band(1, 3), Band(1, 6))
    rolled = noted(allotted, "1 3 2 6", ((2, Hit(4)),), bands)
    assert rolled == [(WHO, None, 1, 2), (WOUND, 3, 1, 6), (WHO, None, 1, 2), (WOUND, 6, 1, 6)]
    assert conditions(thrown(allotted, "1 3 2 5", ((2, Hit(4)),), bands)) == [[(1, 1)], [(0, 1)]]


@pytest.mark.rule("arap.shooting.open-casualties-first", "arap.F10")
def test_those_in_the_open_are_struck_first():
    """Two in the open, two in cover: the second wound may be the first one's again; only when both have one
    do those in cover have their turn, though the first was saved."""
    bands = (Band(2, 4, 5), Band(2, 4, 5, cover=True))
    harm = thrown(allotted, "6 6 6 6 1 1 2 1 5 4 4 4", ((4, SURE),), bands)
    assert conditions(harm) == [[(1, 2)], [(0, 1), (1, 1)]] and harm.unsaved == 3
    two = thrown(allotted, "6 6 1 2 4 4", ((2, SURE),), bands)
    assert conditions(two) == [[(1, 2)], [(0, 2)]]


def test_those_with_two_wounds_in_the_open_fill_up_first():
    bands = (Band(1, 4, left=2), Band(1, 4, cover=True))
    assert conditions(thrown(allotted, "6 6", ((2, SURE),), bands)) == [[(2, 1)], [(0, 1)]]
    assert conditions(thrown(allotted, "6 6 6", ((3, SURE),), bands)) == [[(2, 1)], [(1, 1)]]


@pytest.mark.rule("arap.shooting.randomise-large")
def test_in_large_battles_hits_are_spread_evenly():
    """Four targets, six hits: one each, the other two to any two."""
    band = Band(4, 4, left=3)
    every = allotted.odds(((4, Hit(9)),), (band,), True)
    assert all(sum(number for lost, _, _, number in harm.bands[0] if lost > 1) == 0 for harm in every)
    spare = Band(6, 4, left=3)
    four = allotted.odds(((4, Hit(9)),), (spare,), True)
    assert all(lost <= 1 for harm in four for lost, *_ in harm.bands[0]), "four of six, each once"
    six = thrown(allotted, "4 6 3 6 2 6 6 4 6 1 6", ((6, SURE),), (band,), True)
    assert conditions(six) == [[(1, 2), (2, 2)]]
    other = thrown(allotted, "1 6 1 6", ((1, SURE), (1, Hit(8))), (Band(2, 4, left=2),), True)
    assert conditions(other) == [[(0, 1), (2, 1)]], "another weapon is allotted anew"


@pytest.mark.rule("arap.movement.climb-damage-fall", "arap.E14")
def test_a_climber_is_noted_who_was_wounded_though_he_was_saved():
    harm = thrown(allotted, "6 2 5", ((1, SURE),), (Band(2, 4, 4, climbs=True),))
    assert harm.bands == (((0, 0, 0, 1), (0, 1, 0, 1)),)


def test_what_happened_to_figures_of_a_band():
    """Three of five: one lost 2, two lost 1; and a climber who was saved."""
    assert changes(((0, 0, 0, 2), (1, 0, 0, 2), (2, 0, 0, 1))) == ((2, 0), (1, 0), (1, 0))
    assert changes(((0, 0, 0, 1), (0, 1, 0, 1), (1, 1, 0, 1))) == ((1, 1), (0, 1)) and changes(()) == ()


@pytest.mark.rule("arap.morale.pinning-trigger", "arap.F14")
def test_a_pinning_weapon_pins_with_an_unsaved_wound():
    sniper = Hit(9, pinning=True)
    assert thrown(allotted, "6 3", ((1, sniper),), (Band(1, 4, 4, left=2),)).pins
    assert not thrown(allotted, "6 4", ((1, sniper),), (Band(1, 4, 4, left=2),)).pins
    assert not thrown(allotted, "6 3", ((1, SURE),), (Band(1, 4, 4, left=2),)).pins


@pytest.mark.rule("arap.shooting.into-close-combat", "arap.F11")
def test_hits_into_a_melee_are_shared():
    assert thrown(units_struck, "1 2 4", 3, (1, 3)) == (1, 2) and thrown(units_struck, "", 0, (1, 3)) == (
        0,
        0,
    )
    figures = allotted.odds(((1, SURE),), (Band(1, 4), Band(3, 4)))
    assert figures.chance(lambda harm: fallen(Band(1, 4), harm.bands[0]) == 1) == Fraction(5, 24)


@pytest.mark.rule("arap.shooting.into-close-combat", "arap.F11")
def test_what_falls_of_a_unit_in_melee_is_the_same_whether_hits_are_its_own_or_a_figures():
    shots, own, other = ((3, Shot(4, Hit(5))),), Band(2, 4, 5), Band(3, 3, 5)
    shared = into_melee.odds(shots, ((own,), (other,)), (2, 3))
    mixed = volley.odds(shots, (own, other))
    for count in range(3):
        by_unit = shared.chance(lambda each, count=count: fallen(own, each.harms[0].bands[0]) == count)
        by_figure = mixed.chance(lambda each, count=count: fallen(own, each.harm.bands[0]) == count)
        assert by_unit == by_figure


def test_nobody_there_takes_no_dice():
    assert thrown(allotted, "", ((2, SURE),), ()) == Harm(()) and list(allotted.odds(((2, SURE),), ())) == [
        Harm(())
    ]


# ---------------------------------------------------------------- the quick ways are the long way


KINDS = [
    (((3, Shot(4, Hit(5))),), Band(3, 4, 5, left=2)),
    (((4, Shot(0, Hit(7, 3, "D3"))),), Band(2, 4, 2, 5, left=3)),
    (((3, Shot(5, Hit(4, damage=2))),), Band(4, 3, left=3)),
]


@pytest.mark.parametrize(("shots", "band"), KINDS)
def test_what_is_foreseen_is_what_a_volley_does(shots, band):
    whole = volley.odds(shots, (band,)).map(
        lambda each: (min(each.hits, 2), fallen(band, each.harm.bands[0]))
    )
    assert foreseen.odds(shots, (band,), 2).map(lambda each: (each.hits, each.fallen[0])) == whole
    ((count, shot),) = shots
    assert toll.odds(count, shot, band, 2).map(lambda each: (each.hits, each.count)) == whole


@pytest.mark.parametrize(
    ("shots", "bands", "evenly"),
    [
        (((2, Shot(4, Hit(5))), (1, Shot(3, Hit(7, 3, 2)))), (Band(2, 4, 5), Band(1, 4, 6, left=2)), False),
        (((3, Shot(5, Hit(5, pinning=True))),), (Band(1, 4, 5, left=2), Band(2, 4, 4, cover=True)), False),
        (((2, Shot(4, Hit(5))), (2, Shot(5, Hit(6, pinning=True)))), (Band(2, 4), Band(1, 5, left=2)), True),
        (((2, Shot(4, Hit(5))), (1, Shot(-3, SURE)), (1, Shot(4, SURE))), (Band(0, 4), Band(2, 3)), False),
    ],
)
def test_mixed_volleys_are_foreseen_as_they_are_played(shots, bands, evenly):
    whole = volley.odds(shots, bands, evenly).map(
        lambda each: Foreseen(
            min(each.hits, 2),
            each.harm.pins,
            tuple(fallen(band, tally) for band, tally in zip(bands, each.harm.bands, strict=True)),
        )
    )
    assert foreseen.odds(shots, bands, 2, evenly) == whole


def test_losses_counted_by_hand():
    assert losses.odds(2, 2, 1) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert losses.odds(2, 2, 2) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert losses.odds(1, 3, 2, "D3") == {0: Fraction(1, 3), 1: Fraction(2, 3)}
    assert thrown(losses, "1 1 3", 3, 3, 1) == 2 and thrown(losses, "1 1 5 4", 2, 2, 3, "D3") == 1
