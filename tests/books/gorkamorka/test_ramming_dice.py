"""Ramming actions by size, chicken, collisions and crashes."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from warbook.books.gorkamorka.ramming.dice import (
    Impact,
    Ram,
    collision,
    crash_points,
    head_on,
    head_on_happens,
    immobilises,
    impact,
    kind_by_quadrant,
    rake,
    ram,
    rolls_for_wreck,
    shunt,
    sideswipe,
    swerves,
    t_bone,
)
from warbook.core.dice import Scripted
from warbook.core.shelf import load_book

RULES = load_book("gorkamorka").rules.rules
BIKE, BIG = True, False


def thrown(kernel, faces, *args):
    dice = Scripted(faces)
    result = kernel(dice, *args)
    assert not dice.left
    return result


@pytest.mark.rule("gce.ramming.rake")
@pytest.mark.rule("gce.ramming.rake-bikes")
@pytest.mark.parametrize(
    ("a", "b", "result"),
    [
        (BIG, BIG, Impact(2, 1, True, True)),
        (BIKE, BIKE, Impact(2, 1, True, True)),
        (BIKE, BIG, Impact(2, 0, True, False)),
        (BIG, BIKE, Impact(1, 1, False, True)),
    ],
)
def test_a_rake(a, b, result):
    assert thrown(rake, "2 1", a, b) == result


@pytest.mark.rule("gce.ramming.rake-bikes")
def test_a_larger_vehicle_has_a_point_less_of_a_rake():
    assert thrown(rake, "3 3", BIG, BIKE) == Impact(2, 3, False, True)


@pytest.mark.rule("gce.ramming.sideswipe")
@pytest.mark.rule("gce.ramming.sideswipe-bikes")
def test_a_sideswipe():
    assert thrown(sideswipe, "5 2", BIG, BIG) == Impact(1, 0, True, False)
    assert thrown(sideswipe, "4 4", BIKE, BIKE) == Impact(1, 1, True, True)
    assert thrown(sideswipe, "5", BIKE, BIG) == Impact(1, 0, True, False)
    assert thrown(sideswipe, "3", BIG, BIKE) == Impact()
    assert thrown(sideswipe, "6", BIG, BIKE) == Impact(0, 1, False, True)


def worst(figure: str) -> str:
    """The faces that bring out the most of a printed figure, and how much that is."""
    return {"0": "", "1": "", "D3": "3"}[figure]


def most(figure: str) -> int:
    return {"0": 0, "1": 1, "D3": 3}[figure]


@pytest.mark.rule("gce.ramming.shunt")
@pytest.mark.rule("gce.ramming.shunt-bikes")
@pytest.mark.rule("gce.ramming.t-bone")
@pytest.mark.rule("gce.ramming.t-bone-bikes")
@pytest.mark.parametrize(
    ("kernel", "rule"), [(shunt, "gce.ramming.shunt-bikes"), (t_bone, "gce.ramming.t-bone-bikes")]
)
def test_damage_by_size_as_printed(kernel, rule):
    for row in RULES[rule].table:
        result = thrown(kernel, worst(row["target_damage"]), row["rammer"] == "bike", row["target"] == "bike")
        assert result == Impact(most(row["rammer_damage"]), most(row["target_damage"])), row


@pytest.mark.rule("gce.ramming.head-on")
@pytest.mark.rule("gce.ramming.head-on-bikes")
def test_head_on():
    assert thrown(head_on, "3 5", BIG, BIG) == Impact(3, 5) and thrown(head_on, "3", BIG, BIKE) == Impact(
        1, 3
    )
    assert thrown(head_on, "4", BIKE, BIG) == Impact(4, 1) and thrown(head_on, "4 2", BIKE, BIKE) == Impact(
        4, 2
    )
    assert [rolls_for_wreck(*sizes) for sizes in ((BIG, BIG), (BIG, BIKE), (BIKE, BIG), (BIKE, BIKE))] == [
        True,
        False,
        True,
        True,
    ]
    assert immobilises(Scripted("4")) and not immobilises(Scripted("3")) and not immobilises(Scripted("2"))


@pytest.mark.rule("gce.ramming.head-on")
def test_a_head_on_ram_as_a_whole():
    assert thrown(ram, "3 5 4 2", "head-on", BIG, BIG, 7) == Ram(False, Impact(3, 5), True, False)
    assert thrown(ram, "3 4", "head-on", BIG, BIKE, None) == Ram(False, Impact(1, 3), False, True)
    assert thrown(ram, "3 4", "head-on", BIKE, BIG, None) == Ram(False, Impact(3, 1), True, False)


@pytest.mark.rule("gce.ramming.swerve")
def test_the_target_swerves_or_not():
    assert thrown(swerves, "3 4", 7) and not thrown(swerves, "4 4", 7)
    assert thrown(ram, "3 4", "shunt", BIG, BIG, 7) == Ram(swerved=True)
    assert thrown(ram, "4 4", "shunt", BIG, BIG, 7) == Ram(impact=Impact(0, 1))
    assert thrown(ram, "3", "t-bone", BIG, BIG, None) == Ram(impact=Impact(1, 3))
    assert thrown(impact, "2 1", "rake", BIG, BIG) == Impact(2, 1, True, True)


@pytest.mark.rule("gce.ramming.quadrants")
def test_the_kind_of_ram():
    assert [kind_by_quadrant(each) for each in ("front", "left", "right", "rear")] == [
        "head-on",
        "t-bone",
        "t-bone",
        "shunt",
    ]


@pytest.mark.rule("gce.ramming.chicken-result")
def test_who_meets_head_on():
    table = RULES["gce.ramming.chicken-result"].table
    assert len(table) == 9
    for row in table:
        assert head_on_happens(row["rammer"], row["target"]) is (row["result"] == "ram"), row


@pytest.mark.rule("gce.collision.front-to-front")
@pytest.mark.rule("gce.collision.side-to-side")
@pytest.mark.rule("gce.collision.other")
@pytest.mark.parametrize(
    ("a", "b", "sizes", "faces", "result"),
    [
        ("front", "front", (BIG, BIKE), "4", Impact(1, 4)),
        ("front", "front", (BIG, BIG), "4 2", Impact(4, 2)),
        ("left", "left", (BIG, BIG), "", Impact(1, 1)),
        ("left", "right", (BIG, BIKE), "3", Impact(1, 3)),
        ("right", "left", (BIKE, BIG), "2", Impact(2, 1)),
        ("right", "right", (BIKE, BIKE), "", Impact(1, 1)),
        ("front", "left", (BIG, BIG), "", Impact(1, 1)),
        ("front", "rear", (BIG, BIKE), "", Impact(0, 1)),
        ("left", "front", (BIKE, BIG), "", Impact(1, 0)),
        ("rear", "rear", (BIKE, BIKE), "", Impact(1, 1)),
    ],
)
def test_a_collision(a, b, sizes, faces, result):
    assert thrown(collision, faces, a, b, *sizes) == result


@pytest.mark.rule("gce.crash.front")
@pytest.mark.rule("gce.crash.side-rear")
def test_a_crash():
    assert (
        thrown(crash_points, "3", True) == 3
        and thrown(crash_points, "3", False) == 0
        and thrown(crash_points, "5", False) == 1
    )
    assert thrown(crash_points, "4", False) == 1
    assert crash_points.odds(True) == {1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 3)}


def test_a_rake_beside_a_twin():
    odds = rake.odds(BIG, BIKE)
    for a, b in product((1, 2, 3), repeat=2):
        assert odds.chance(Impact(a - 1, b, False, True)) == Fraction(1, 9)
