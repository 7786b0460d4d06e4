"""Blows, whom they fell, and the steps of a round."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.arap.thrown import noted, thrown
from warbook.books.arap.dice.goals import goal_of
from warbook.books.arap.melee import counting
from warbook.books.arap.melee.attacks import (
    HACK,
    Bonus,
    Stance,
    charge_bonus,
    hack_modifiers,
    hit_modifiers,
    hooked,
    own_attacks,
    strikes_at,
    weapon_skill,
)
from warbook.books.arap.melee.dice import Attacks, Blow, blows, dealt, melee_hit, together
from warbook.books.arap.melee.round_dice import Fighters, Fought, attacks_of, bloodshed, fought, steps_of
from warbook.books.arap.shooting.wound_dice import Band, Harm, Hit, fallen, unhurt, wounds_lost

HIT, WOUND, WHO, SAVE = (
    "arap.melee.to-hit", "arap.melee.to-wound", "arap.melee.wound-allocation", "arap.dice.save-roll",
)  # fmt: skip
CHOP = Blow(5, melee_hit(9))


def goal(ws: int, **stance: object) -> int:
    return goal_of(ws, sum(each.value for each in hit_modifiers(Stance(**stance))))


def strike(faces: str, attacks: Attacks, *bands: Band) -> Harm:
    return thrown(blows, faces, attacks, bands, tuple(map(unhurt, bands)))


def lost(harm: Harm) -> list[list[tuple[int, int]]]:
    return [[(wounds, number) for wounds, _, _, number in tally] for tally in harm.bands]


# ---------------------------------------------------------------- what an attack is like


@pytest.mark.rule("arap.melee.hit-modifiers", "arap.G42")
def test_modifiers_to_hit():
    assert goal(4, two_weapons=True) == 3 and goal(3, uphill=True) == 4 and goal(3, armed="unarmed") == 1
    assert goal(3, armed="improvised") == 2 and goal(3, barricade=True, uphill=True) == 3
    assert goal(3, planting=True) == 2 and goal(3, blocking=True) == 4 and goal(6, barricade=True) == 5
    assert hit_modifiers(Stance()) == ()


@pytest.mark.rule("arap.shooting.ambush-bonus")
def test_an_ambush_adds_to_the_rear():
    assert goal(3, ambush=True, rear_charge=True) == 5


@pytest.mark.rule("arap.E23", "arap.movement.prone-in-melee")
def test_height_counts_once():
    assert goal(3, uphill=True, jumped=True) == goal(3, jumped=True) == goal(3, prone_foe=True) == 4
    assert goal(3, uphill=True, prone_foe=True) == 4


@pytest.mark.rule("arap.movement.prone-half-ws")
def test_who_lies_prone_fights_at_half_skill():
    assert [weapon_skill(ws, True) for ws in (0, 1, 3, 4)] == [1, 1, 2, 2] and weapon_skill(4, False) == 4


@pytest.mark.rule("arap.charge.bonus-table", "arap.charge.bonus-first-round")
def test_bonuses_of_a_charge():
    assert charge_bonus("front") == Bonus(1) and charge_bonus("none") == Bonus()
    assert charge_bonus("flank") == Bonus(2, 0, -1) and charge_bonus("rear") == Bonus(2, 1, -1)


@pytest.mark.rule("arap.charge.defensive-grenades", "arap.G14")
def test_defensive_grenades():
    assert charge_bonus("front", True) == charge_bonus("flank", True) == Bonus()
    assert charge_bonus("rear", True) == Bonus(2, 1, -1)


@pytest.mark.rule("arap.H6")
def test_a_second_weapon_gives_an_attack():
    assert own_attacks(2, True) == 3 and own_attacks(2, False) == 2
    assert own_attacks(2, True, second_weapon_attack=False) == 2


@pytest.mark.rule("arap.charge.against-cover", "arap.charge.assault-grenades")
def test_chargers_against_cover_strike_last():
    assert strikes_at(5, True) == 1 and strikes_at(5, False) == 5 and strikes_at(4, True, True) == 4


@pytest.mark.rule("arap.charge.flesh-hooks", "arap.G16")
def test_flesh_hooks():
    assert hooked(5, 3) == hooked(3, 5) == 5


@pytest.mark.rule("arap.melee.fleeing-target", "arap.G24")
def test_what_changes_a_free_hack():
    all_of_it = Stance("improvised", True, True, True, True, True, True, True, True, True)
    assert [each.value for each in hack_modifiers(all_of_it)] == [-1, 1, -1]
    assert [each.value for each in hack_modifiers(Stance("unarmed", jumped=True))] == [-2] and HACK == 4


# ---------------------------------------------------------------- blows


@pytest.mark.rule("arap.melee.to-hit", "arap.dice.melee-goal")
def test_blows_roll_to_hit():
    assert strike("3 5 1", ((2, Blow(4, melee_hit(9))),), Band(3, 4)).unsaved == 0
    assert strike("3 5 2 3", ((2, Blow(4, melee_hit(9))),), Band(3, 4)).unsaved == 1
    assert strike("5 2 1", ((1, Blow(goal_of(6, -1), melee_hit(9))),), Band(3, 4)).unsaved == 1


@pytest.mark.rule("arap.melee.to-wound")
def test_blows_may_try_8_and_9():
    assert strike("1 5", ((1, Blow(5, melee_hit(3))),), Band(1, 4)).unsaved == 1
    assert strike("1 6 5", ((1, Blow(5, melee_hit(3))),), Band(1, 7)).unsaved == 1
    assert strike("1 6 4", ((1, Blow(5, melee_hit(3))),), Band(1, 7)).unsaved == 0


@pytest.mark.rule("arap.melee.wound-allocation", "arap.G41")
def test_wounds_are_dealt_one_after_the_other():
    """Three wounds, one enemy in contact and one within the radius: the third goes on to the next tier."""
    bands = (Band(1, 4, 6), Band(1, 4, 6, tier=2), Band(2, 4, 6, tier=4))
    harm = strike("1 1 1 6 6 6 2 2 1 2", ((3, CHOP),), *bands)
    assert lost(harm) == [[(1, 1)], [(1, 1)], [(0, 1), (1, 1)]] and harm.unsaved == 3
    saved = strike("1 1 6 6 6 2", ((2, CHOP),), *bands)
    assert lost(saved) == [[(1, 1)], [(0, 1)], [(0, 2)]], "who was saved stands, and is struck again"


@pytest.mark.rule("arap.G41")
def test_no_blow_is_lost_while_somebody_stands():
    harm = strike("1 1 1 6 6 6 1", ((3, CHOP),), Band(2, 4))
    assert lost(harm) == [[(1, 2)]] and harm.unsaved == 2, "the third finds nobody"
    assert (
        blows.odds(((2, CHOP),), (Band(2, 4),), (unhurt(Band(2, 4)),)).chance(lambda harm: harm.unsaved == 2)
        == Fraction(25, 36) ** 2
    )


@pytest.mark.rule("arap.G20")
def test_the_strongest_pool_comes_first():
    fist, sword = Blow(5, Hit(8, 2, near=True)), Blow(5, melee_hit(4, 3))
    assert together(((2, sword), (1, fist), (3, sword))) == ((1, fist), (5, sword))
    assert together(((0, sword),)) == ()


@pytest.mark.rule("arap.G21")
def test_hits_are_dealt_before_they_wound_where_toughness_differs():
    bands = (Band(1, 3), Band(1, 9))
    rolled = noted(blows, "1 1 2 5 1 2", ((2, Blow(5, melee_hit(5))),), bands, tuple(map(unhurt, bands)))
    assert rolled == [
        (HIT, 5, 2, 6),
        (WHO, None, 1, 2),
        (WOUND, 6, 1, 6),
        (WHO, None, 1, 2),
        (WOUND, 2, 1, 6),
    ]


def test_damage_of_blows():
    sure = blows.odds(
        ((2, Blow(5, Hit(9, damage=2, near=True))),), (Band(1, 4, left=5),), (unhurt(Band(1, 4)),)
    )
    assert (
        sure.chance(lambda harm: harm.unsaved == 2 and wounds_lost(harm.bands[0]) == 4)
        == Fraction(25, 36) ** 2
    )
    fist = Blow(5, Hit(9, damage="D3", near=True))
    assert lost(strike("1 6 5", ((1, fist),), Band(1, 4, left=3))) == [[(2, 1)]]
    assert strike("1 6 6", ((1, fist),), Band(1, 4, left=2)).unsaved == 1


def test_nobody_left_takes_no_dice():
    dead = (((1, 0, 0, 2),),)
    assert thrown(blows, "", ((3, CHOP),), (Band(2, 4),), dead) == Harm(dead)
    assert list(blows.odds(((3, CHOP),), (Band(2, 4),), dead)) == [Harm(dead)]


# ---------------------------------------------------------------- rounds

SWIFT = Fighters(Band(2, 4), ((1, CHOP),), 4)
SLOW = Fighters(Band(2, 4), ((1, CHOP),), 3)


@pytest.mark.rule("arap.melee.round")
def test_the_steps_of_a_round():
    assert steps_of((SWIFT,), (SLOW, Fighters(Band(1, 4), (), 5))) == (5, 4, 3)


@pytest.mark.rule("arap.melee.initiative-order")
def test_who_falls_first_does_not_strike():
    after = thrown(fought, "1 1 6 6 1", (SWIFT,), (SLOW,), (4, 3))
    assert after == Fought((unhurt(SWIFT.band),), (((1, 0, 0, 2),),))
    assert attacks_of((SLOW,), after.b, 3) == () and attacks_of((SLOW,), (unhurt(SLOW.band),), 3) == (
        (2, CHOP),
    )


@pytest.mark.rule("arap.melee.initiative-order", "arap.G13")
def test_equal_initiatives_strike_together():
    after = thrown(fought, "1 1 6 6 1 1 1 6 6 1", (SLOW,), (SLOW,), (3,))
    assert after == Fought((((1, 0, 0, 2),),), (((1, 0, 0, 2),),))


@pytest.mark.parametrize(
    ("a", "b"),
    [(SWIFT, SLOW), (SLOW, SWIFT), (SLOW, SLOW), (Fighters(Band(2, 4, 5, left=2), ((2, CHOP),), 2), SLOW)],
)
def test_a_clash_is_a_round_of_like_figures(a, b):
    whole = fought.odds((a,), (b,), steps_of((a,), (b,))).map(
        lambda each: (wounds_lost(each.a[0]), wounds_lost(each.b[0]))
    )
    assert bloodshed((a,), (b,)) == whole


@pytest.mark.parametrize(
    ("attacks", "bands"),
    [
        (
            ((2, Blow(4, Hit(8, 2, "D3", near=True))), (2, Blow(3, melee_hit(4)))),
            (Band(1, 4, 6, left=2), Band(2, 5, 5)),
        ),
        (((3, Blow(5, melee_hit(4, rending=True))),), (Band(1, 4, 3), Band(2, 4, 3, 5, tier=2))),
        (((4, CHOP),), (Band(2, 4), Band(1, 4, tier=3))),
    ],
)
def test_blows_counted_are_blows_played(attacks, bands):
    """One side strikes, the other cannot: what is counted for the round is what the blows do."""
    idle = tuple(Fighters(band, (), 1) for band in bands)
    strikers = (Fighters(Band(1, 4), attacks, 2),)
    played = blows.odds(together(attacks), bands, tuple(map(unhurt, bands))).map(lambda harm: harm.bands)
    assert fought.odds(strikers, idle, (2, 1)).map(lambda each: each.b) == played


@pytest.mark.parametrize(("figures", "left"), [(3, 2), (2, 4), (4, 1)])
def test_the_counted_way_is_the_way_of_the_dice(figures, left):
    band = Band(figures, 4, left=left)
    for wounds in range(figures * left + 1):
        dealing = dealt.odds(wounds, (band,), (unhurt(band),))
        assert counting.felled(wounds, figures, left) == dealing.map(lambda each: fallen(band, each[0]))


def test_many_attacks_counted_by_hand():
    half, third = Fraction(1, 2), Fraction(1, 3)
    assert counting.bitten(((1, half), (1, third)), 5) == {0: third, 1: half, 2: Fraction(1, 6)}
    assert counting.bitten(((3, half),), 1) == {0: Fraction(1, 8), 1: Fraction(7, 8)}
    assert counting.bitten((), 3) == {0: 1} and counting.bitten(((2, Fraction(0)),), 3) == {0: 1}
    assert counting.bitten(((2, Fraction(1)), (1, half)), 2) == {2: 1}
