"""Wounds and saves of foot troops, whom wounds fall on, and their tests."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from tests.books.family.charts import CELLS
from tests.books.vehicles.thrown import noted, thrown
from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.shooting.dice import AUTOMATIC, aim_of
from warbook.books.vehicles.shooting.troops_dice import (
    ALL_ARMOUR,
    Attack,
    Fusillade,
    Group,
    Save,
    Wounds,
    all_wounds,
    best_save,
    dealt,
    fusillade,
    kills_outright,
    loses_quarter,
    morale,
    pinning,
    saves,
    taken,
    unsaved,
    wound_need,
    wounds,
)

BOLTGUN, PLASMA = Attack(aim_of(4), 4, 4, 5), Attack(aim_of(4, gets_hot=True), 2, 7, 2)
MARINES, NOB = Group(5, 4, save=3), Group(1, 4, 2, save=6)


@pytest.mark.rule("veh.P6")
def test_the_wound_chart():
    for s, t, figure in CELLS:
        assert wound_need(s, t) == (NEVER if figure == "-" else int(figure)), (s, t)


@pytest.mark.rule("veh.P13")
def test_poison_wounds_at_its_own_need():
    assert wound_need(1, 10, poisoned=4) == 4 == wound_need(1, 1, 4)


def test_shots_are_rolled_to_hit_and_to_wound():
    assert thrown(wounds, "3 3 2 1  4 3", 4, BOLTGUN) == Wounds(1)
    assert noted(wounds, "3 3 2 1  4 3", 4, BOLTGUN) == [("veh.P5", 3, 4), ("veh.P6", 4, 2)]
    assert thrown(wounds, "1 1 6  2", 3, PLASMA) == Wounds(1, hot=2)
    assert thrown(wounds, "6 6", 2, Attack(aim_of(4), NEVER, 1)) == Wounds()
    assert thrown(wounds, "4 3", 2, Attack(AUTOMATIC, 4, 4)) == Wounds(1)
    assert thrown(all_wounds, "3 4 6 2", ((1, BOLTGUN), (1, PLASMA))) == (Wounds(1), Wounds(1))


@pytest.mark.rule("veh.P13")
def test_a_rending_6_wounds_anybody_and_goes_through_armour():
    hopeless = Attack(AUTOMATIC, NEVER, 1, rending=True)
    assert thrown(wounds, "6 5 6", 3, hopeless) == Wounds(2, 2)
    assert thrown(wounds, "6 3 2", 3, Attack(AUTOMATIC, 3, 6, 4, rending=True)) == Wounds(2, 1)
    assert best_save(MARINES, hopeless, rends=True) == Save(NEVER, "veh.P7.armour")
    assert thrown(
        fusillade, "6 3  3", ((2, Attack(AUTOMATIC, 3, 6, 4, rending=True)),), (MARINES,)
    ).groups == (Group(4, 4, save=3),)


@pytest.mark.rule("veh.P7", "veh.P7.armour", "veh.P7.cover", "veh.P7.invulnerable")
def test_the_best_save_there_is():
    terminator = Group(1, save=2, inv=5)

    def save(group, ap, cover=NEVER, **more):
        return best_save(group, Attack(AUTOMATIC, 4, 4, ap, **more), cover)

    assert [save(MARINES, ap).need for ap in (NEVER, 4, 3, 2)] == [3, 3, NEVER, NEVER]
    assert save(MARINES, 3, 4) == Save(4, "veh.P7.cover") and save(MARINES, 4, 4) == Save(3, "veh.P7.armour")
    assert save(MARINES, 3, 4, ignores_cover=True).need == NEVER
    assert save(terminator, 2) == Save(5, "veh.P7.invulnerable")
    assert save(terminator, ALL_ARMOUR, 4) == Save(4, "veh.P7.cover")
    assert thrown(unsaved, "3 2 1", 3, Save(3)) == 2 and thrown(unsaved, "", 3, Save()) == 3


@pytest.mark.rule("veh.P6")
def test_nobody_has_a_second_wound_before_all_have_one():
    two, three = Group(2), Group(3)
    assert dealt((1, 3), (two, three)) == ((1, 1), (0, 2))
    assert dealt((1, 5), (two, three)) == ((1, 2), (0, 3))
    assert dealt((), (two, three)) == ((), ()) and dealt((3,), ()) == ()


@pytest.mark.rule("veh.P14.wounds")
def test_models_go_whole_and_who_is_wounded_already_goes_first():
    nobz = Group(3, 4, 2)
    assert taken(nobz, 0, 1) == Group(3, 4, 2, hurt=1)
    assert taken(nobz, 0, 3) == Group(2, 4, 2, hurt=1)
    assert taken(Group(3, 4, 2, hurt=1), 0, 1) == Group(2, 4, 2)
    assert taken(Group(3, 4, 2, hurt=1), 1, 0) == Group(2, 4, 2)
    assert taken(nobz, 1, 1) == Group(2, 4, 2, hurt=1)
    assert taken(nobz, 0, 7) == taken(nobz, 3, 1) == taken(nobz, 9, 0) == Group(0, 4, 2)
    assert taken(MARINES, 0, 2) == Group(3, 4, save=3)


@pytest.mark.rule("veh.P6")
@pytest.mark.parametrize(("s", "kills"), [(7, False), (8, True)])
def test_twice_the_toughness_kills_outright(s, kills):
    attack = Attack(AUTOMATIC, 2, s)
    assert kills_outright(NOB, attack) is kills
    assert thrown(fusillade, "2 5", ((1, attack),), (NOB,)) == Fusillade(
        (Group(0, 4, 2, save=6) if kills else Group(1, 4, 2, save=6, hurt=1),), (0,)
    )


def test_a_group_saves_and_loses_models():
    assert thrown(saves, "3 2 1", MARINES, ((3, Save(3), False),)) == Group(3, 4, save=3)
    assert thrown(saves, "4 3", NOB, ((1, Save(4), False), (1, Save(4), True))) == Group(0, 4, 2, save=6)


def test_the_worst_wounds_go_to_the_first_group():
    """Two bolter wounds and a plasma wound on two marines and a Nob: the plasma falls on a marine.
    AP 5 leaves the Nob no save."""
    came = thrown(fusillade, "4 4 4 4  4 2  6", ((2, BOLTGUN), (1, PLASMA)), (Group(2, 4, save=3), NOB))
    assert came.groups == (Group(1, 4, save=3), replace(NOB, hurt=1)) and came.hot == (0, 0)


def test_a_mixed_unit_beside_a_twin():
    """Three wounds by hits of S 4, AP 5 on two with 3+ and a Nob with 6+ and two Wounds, dealt round."""
    found: Counter = Counter()
    for wound in product((False, True), repeat=3):
        count = sum(wound)
        kept, bare = Fraction(2, 3), Fraction(1)  # AP 5 leaves the Nob no save
        for lost in product((False, True), repeat=min(count, 2)):
            share = Fraction(1, 8)
            for each in lost:
                share *= (1 - kept) if each else kept
            found[2 - sum(lost), 1 if count == 3 else 0] += share * bare
    odds = fusillade.odds(((3, Attack(AUTOMATIC, 4, 4, 5)),), (Group(2, 4, save=3), NOB))
    assert dict(odds.map(lambda each: (each.groups[0].models, each.groups[1].hurt))) == dict(found)


@pytest.mark.rule("veh.P8")
def test_a_quarter_of_the_models():
    assert [loses_quarter(10, lost) for lost in (2, 3, 9, 10)] == [False, True, True, False]
    assert [loses_quarter(8, lost) for lost in (1, 2)] == [False, True]


@pytest.mark.rule("veh.P8")
def test_morale():
    assert thrown(morale, "4 4", 8) and not thrown(morale, "4 5", 8)
    assert thrown(morale, "1 1", 0) and not thrown(morale, "1 2", 0)
    assert noted(morale, "4 5", 7, "veh.tank.morale") == [("veh.tank.morale", 7, 2)]


@pytest.mark.rule("veh.P9", "veh.ordnance.barrage-pinning")
def test_pinning():
    assert thrown(pinning, "4 4", 8) and not thrown(pinning, "4 4", 8 - 1)
    assert noted(pinning, "1 1", 8) == [("veh.P9", 8, 2)]


@pytest.mark.rule("veh.P5", "veh.P13")
@pytest.mark.parametrize(("gets_hot", "chance"), [(False, Fraction(0)), (True, Fraction(1, 6))])
def test_only_a_weapon_that_gets_hot_burns_who_misses_with_a_one(gets_hot: bool, chance: Fraction) -> None:
    for wound in (2, NEVER):
        odds = wounds.odds(1, Attack(aim_of(4, gets_hot=gets_hot), wound, 7, 2))
        assert odds.chance(lambda made: made.hot == 1) == chance
