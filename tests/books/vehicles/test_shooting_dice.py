"""The rolls to hit, and volleys at vehicles."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.vehicles.thrown import noted, thrown
from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.damage.dice import Armour, Condition, Harm, Strike, Struck
from warbook.books.vehicles.shooting.dice import (
    AUTOMATIC,
    Aim,
    Fired,
    Shot,
    VolleyHarm,
    aim_of,
    alike,
    fire_shot,
    to_hit,
    volley,
)

FRONT, SIDE = Shot(aim_of(4), Strike(7), Armour(12)), Shot(aim_of(4), Strike(7), Armour(11))


@pytest.mark.rule("veh.P5")
def test_what_a_ballistic_skill_needs():
    assert [aim_of(bs).need for bs in range(11)] == [7, 6, 5, 4, 3, 2, 2, 2, 2, 2, 2]
    assert [aim_of(bs).again for bs in range(1, 11)] == [NEVER] * 5 + [6, 5, 4, 3, 2]
    assert to_hit.odds(aim_of(0)) == {"miss": 1}
    assert to_hit.odds(aim_of(8)).chance("hit") == Fraction(5, 6) + Fraction(1, 6) * Fraction(1, 2)


@pytest.mark.rule("veh.P13")
def test_twin_linked_rolls_a_miss_again_at_the_first_need():
    assert aim_of(3, twin_linked=True) == Aim(4, 4) and aim_of(9, twin_linked=True) == Aim(2, 2)
    assert (
        thrown(to_hit, "3 4", aim_of(3, True)) == "hit" and thrown(to_hit, "3 3", aim_of(3, True)) == "miss"
    )
    assert thrown(to_hit, "4", aim_of(3, True)) == "hit"


@pytest.mark.rule("veh.P13")
def test_what_gets_hot_burns_on_the_1_that_stands():
    hot = aim_of(4, gets_hot=True)
    assert [thrown(to_hit, face, hot) for face in "123"] == ["hot", "miss", "hit"]
    assert thrown(to_hit, "1", aim_of(4)) == "miss"
    assert thrown(to_hit, "1 2", aim_of(4, True, True)) == "miss"
    assert thrown(to_hit, "2 1", aim_of(4, True, True)) == "hot"
    shot = Shot(hot, Strike(7), Armour(14))
    assert thrown(volley, "1 2 1", ((3, shot), (0, shot)), Condition()) == VolleyHarm(Harm(), (2, 0))


def test_a_template_needs_no_roll():
    assert thrown(to_hit, "", AUTOMATIC) == "hit"
    assert thrown(fire_shot, "5 3", Shot(AUTOMATIC, Strike(6), Armour(10))) == Fired(
        "hit", Struck("penetrating", total=3)
    )
    assert thrown(fire_shot, "2", FRONT) == Fired("miss")


@pytest.mark.rule("veh.attack.facing-and-hit", "veh.attack.note-armor", "veh.attack.sequence")
def test_groups_at_different_sides_roll_apart_and_are_settled_together():
    """Six at the front (AV 12), four at the side (AV 11): 4 hit the front, 1 the side, all roll a 5."""
    faces = "3 3 3 3 2 2  3 2 2 2  5 5 5 5 5  1 1 1 3 4"
    both = (6, FRONT), (4, SIDE)
    penetration = "veh.attack.penetration-roll"
    assert noted(volley, faces, both, Condition(2)) == [
        ("veh.P5", 3, 6),
        ("veh.P5", 3, 4),
        *[(penetration, 5, 1)] * 4,
        (penetration, 4, 1),
        *[("veh.damage.modifiers", None, 1)] * 4,
        ("veh.damage.table", None, 1),
    ]
    # the four glance: 1, 1, 1 and 3 less 2 are Shaken; the one that penetrates has a 4
    assert thrown(volley, faces, both, Condition(2)) == VolleyHarm(
        Harm(shaken=True, immobilized=True), (0, 0)
    )


def test_a_volley_of_one_kind_is_as_its_shots():
    condition = Condition(2)
    assert volley.odds(((4, SIDE),), condition).map(lambda each: each.harm) == alike.odds(4, SIDE, condition)
    both = volley.odds(((2, SIDE), (2, SIDE)), condition).map(lambda each: each.harm)
    assert dict(both) == dict(alike.odds(4, SIDE, condition))


def test_a_volley_with_rolls_again():
    twin = Shot(aim_of(4, twin_linked=True), Strike(7), Armour(11))
    assert noted(alike, "3 2 2 3 2 1 1", 3, twin, Condition()) == [
        ("veh.P5", 3, 3),
        ("veh.P5", 3, 2),
        *[("veh.attack.penetration-roll", 4, 1)] * 2,
    ]


@pytest.mark.rule("veh.P13")
def test_the_odds_of_what_gets_hot_count_every_shot():
    """Three plasma shots at what they cannot hurt: each burns once in six."""
    hot = Shot(aim_of(4, gets_hot=True), Strike(1), Armour(14))
    plain = Shot(aim_of(4), Strike(1), Armour(14))
    burnt = [Fraction(0)] * 4
    for came, chance in volley.odds(((3, hot), (2, plain)), Condition()).items():
        assert came.hot[1] == 0
        burnt[came.hot[0]] += chance
    assert burnt == [Fraction(125, 216), Fraction(75, 216), Fraction(15, 216), Fraction(1, 216)]
