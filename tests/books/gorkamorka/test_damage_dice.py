"""Where hits on vehicles fall, whether they go through, and what they do."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from warbook.books.gorkamorka.damage.dice import (
    Damaged,
    clings_on,
    damage_roll,
    hit,
    location,
    one_of,
    penetrates,
    plate_saves,
    plate_score,
    target,
    template_hits,
)
from warbook.books.gorkamorka.mob.data import damage_tables, gubbinz, vehicles
from warbook.books.gorkamorka.wounds.dice import NEVER
from warbook.core.dice import Scripted

ALL = (1, 2, 3, 4, 5, 6)
TRUKK = target(vehicles()["ork_trukk"], damage_tables()["ork_engine"])


def thrown(kernel, faces, *args):
    dice = Scripted(faces)
    result = kernel(dice, *args)
    assert not dice.left
    return result


@pytest.mark.rule("gce.vehicle-damage.location-roll")
@pytest.mark.rule("gce.vehicle-damage.trukk-locations")
def test_the_location():
    assert [thrown(location, [face], ALL) for face in ALL] == [1, 2, 3, 4, 5, 6]
    assert (TRUKK.locations[2], TRUKK.armour[2]) == ("wheels", 8) and (
        TRUKK.locations[5],
        TRUKK.armour[5],
    ) == ("engine", 10)


@pytest.mark.rule("gce.vehicle-damage.location-table")
def test_what_is_not_there_is_rolled_again():
    assert thrown(location, "1 6 3", (2, 3, 4)) == 3
    assert thrown(location, "1", (2, 3, 4), False) == 0 and thrown(location, "4", (2, 3, 4), False) == 4
    assert thrown(location, "", ()) == 0 and thrown(location, "", (), False) == 0
    assert location.odds((2, 4, 5)) == {2: Fraction(1, 3), 4: Fraction(1, 3), 5: Fraction(1, 3)}
    assert location.odds((2, 4), False).chance(0) == Fraction(2, 3)


@pytest.mark.rule("gce.vehicle-damage.location-table")
def test_a_vehicle_without_what_is_absent_or_missing():
    bike = target(vehicles()["ork_bike"], damage_tables()["ork_engine"], frozenset({2}))
    assert bike.present == (3, 4, 5, 6) and TRUKK.present == ALL
    assert bike.locations[:3] == (None, None, "fixed_weapon")


@pytest.mark.rule("gce.vehicle-damage.penetrate")
@pytest.mark.rule("gce.weapon.strength")
@pytest.mark.parametrize(("s", "armour", "share"), [(3, 8, "1/3"), (3, 10, "0"), (4, 10, "1/6"), (9, 8, "1")])
def test_penetration(s, armour, share):
    assert penetrates.odds(s, armour).chance(True) == Fraction(share)


@pytest.mark.rule("gce.vehicle-damage.penetrate")
def test_equal_penetrates():
    assert thrown(penetrates, "5", 3, 8) and not thrown(penetrates, "4", 3, 8)


@pytest.mark.rule("gce.vehicle-damage.save")
@pytest.mark.parametrize(
    ("plates", "modifier", "score"),
    [
        (0, 0, NEVER),
        (1, 0, 6),
        (2, 0, 5),
        (3, 0, 4),
        (6, 0, 4),
        (3, -2, 6),
        (3, -3, NEVER),
        (3, 1, 3),
        (3, 9, 2),
    ],
)
def test_armour_plates(plates, modifier, score):
    assert plate_score(gubbinz()["armour_plates"].save_ladder, plates, modifier) == score


@pytest.mark.rule("gce.vehicle-damage.save")
def test_plates_save():
    assert (
        thrown(plate_saves, "5", 5) and not thrown(plate_saves, "4", 5) and not thrown(plate_saves, "", NEVER)
    )


@pytest.mark.rule("gce.vehicle-damage.sequence")
@pytest.mark.rule("gce.vehicle-damage.resolve")
@pytest.mark.parametrize(
    ("faces", "strength", "result"),
    [
        ("3 5 6", 3, Damaged("wheels", "immobilised")),
        ("3 4", 3, Damaged()),
        ("6 6 6", 4, Damaged("engine", "explodes")),
        ("6 5", 4, Damaged()),
        ("1 4", None, Damaged("crew", "random-crew-strength-test-or-thrown")),
    ],
)
def test_a_hit(faces, strength, result):
    assert thrown(hit, faces, TRUKK, strength) == result


@pytest.mark.rule("gce.vehicle-damage.auto-penetrate")
def test_what_has_no_strength_goes_through_everywhere():
    odds = hit.odds(TRUKK, None)
    assert odds.chance(lambda each: each.location is not None) == 1
    assert odds.chance(lambda each: each.location == "engine") == Fraction(1, 6)


def test_nothing_left_to_hit():
    bare = target(vehicles()["ork_bike"], damage_tables()["ork_engine"], frozenset(ALL))
    assert thrown(hit, "", bare, None) == Damaged()


def test_a_hit_beside_a_twin():
    """Location, penetration and damage of a bike by going through every throw; its location 1 is absent."""
    bike = vehicles()["ork_bike"]
    at = target(bike, damage_tables()["ork_engine"])
    counted: dict[Damaged, int] = {}
    for place, through, roll in product(range(2, 7), ALL, ALL):
        part = bike.locations[place - 1]
        row = damage_tables()["ork_engine"][part.location][roll - 1]
        result = Damaged(part.location, row.effect) if through + 4 >= part.armour else Damaged()
        counted[result] = counted.get(result, 0) + 1
    assert dict(hit.odds(at, 4)) == {result: Fraction(count, 180) for result, count in counted.items()}


def test_the_higher_of_two_damage_rolls():
    assert thrown(damage_roll, "3") == 3 and thrown(damage_roll, "3 5", 2) == 5
    assert damage_roll.odds(2).chance(6) == Fraction(11, 36)


@pytest.mark.rule("gce.vehicle-damage.template-full")
@pytest.mark.rule("gce.vehicle-damage.template-partial")
def test_templates():
    assert thrown(template_hits, "2", True) == 2
    assert thrown(template_hits, "4", False) == 1 and thrown(template_hits, "3", False) == 0


@pytest.mark.rule("gce.shooting.vehicle-with-hth")
def test_one_of_four_aboard_is_hit():
    assert one_of.odds("gce.shooting.vehicle-with-hth", 4).chance(2) == Fraction(1, 4)
    assert thrown(one_of, "", "gce.shooting.vehicle-with-hth", 1) == 0


@pytest.mark.rule("gce.warrior.strength")
def test_who_clings_on():
    assert thrown(clings_on, "3", 3) and not thrown(clings_on, "4", 3)
