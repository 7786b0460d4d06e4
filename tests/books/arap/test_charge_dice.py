"""Charges: how far they go, who runs, who stands and fires."""

from __future__ import annotations

import pytest

from tests.books.arap.thrown import noted, thrown
from warbook.books.arap.charge.dice import (
    ChargeRoll,
    Run,
    charge,
    fire_goal,
    flight,
    is_fast,
    krak,
    run_in,
    slowed,
    stand_and_fire,
    stands_and_fires,
)
from warbook.books.arap.shooting.dice import Shot
from warbook.books.arap.shooting.wound_dice import NOTHING, SAVED, Band, Hit, harm_of
from warbook.books.family.wounds import NEVER

SURE = Hit(9)


@pytest.mark.rule(
    "arap.charge.distance", "arap.movement.charge-move", "arap.charge.failed", "arap.G2", "arap.G3"
)
@pytest.mark.parametrize(
    ("move", "faces", "inches", "highest"),
    [(4, "2 5", 11, 5), (8, "1 4 6", 18, 6), (4, "1 1", 6, 1), (4, "6 6", 16, 6), (5, "3 4", 12, 4),
     (6, "2 2", 10, 2), (7, "1 1 2", 10, 2)],
)  # fmt: skip
def test_how_far_a_charge_goes(move, faces, inches, highest):
    assert thrown(charge, faces, move) == ChargeRoll(inches, highest)


@pytest.mark.rule("arap.charge.distance-variable", "arap.G3", "arap.E5")
def test_a_charge_on_variable_ground():
    assert thrown(charge, "2 3", 4, "variable") == ChargeRoll(6, 3)
    assert thrown(charge, "5 1", 6, "variable") == ChargeRoll(10, 5)
    assert thrown(charge, "7 1", 5, "variable") == ChargeRoll(4, 2), "a D5 is half a D10"
    assert thrown(charge, "", 2, "variable") == ChargeRoll(4, 2)


@pytest.mark.rule("arap.movement.prone-charge")
def test_who_lies_down_charges_his_move():
    assert thrown(charge, "", 4, "prone") == ChargeRoll(4, 4)


@pytest.mark.rule(
    "arap.movement.flee-rate", "arap.charge.run-distance", "arap.rout.compulsory-move", "arap.pursuit.move"
)
@pytest.mark.parametrize(
    ("move", "faces", "inches"),
    [
        (4, "3 5", 8),
        (6, "2 2", 4),
        (8, "2 4 6", 10),
        (4, "3 4", 7),
        (8, "2 5 6", 11),
        (8, "1 3 6", 9),
        (4, "5 6", 11),
    ],
)
def test_how_far_one_flees(move, faces, inches):
    assert thrown(flight, faces, move) == inches


@pytest.mark.rule("arap.charge.success")
def test_a_charge_needs_to_come_within_the_radius():
    """12 inches away with a radius of 2: 10 must be rolled."""
    assert thrown(run_in, "2 4", 4, "open", 12 - 2).contact
    assert thrown(run_in, "2 3", 4, "open", 12 - 2) == Run(False, ChargeRoll(9, 3))


@pytest.mark.rule("arap.charge.run-caught")
def test_a_target_that_runs_widens_the_gap():
    """A gap of 2 and a flight of 7: with 8 inches the Chargers end 1 inch away."""
    assert thrown(run_in, "3 4 2 2", 4, "open", 2 - 2, 4).contact
    assert not thrown(run_in, "5 5 2 2", 4, "open", 2 - 2 + 0, 4).contact
    assert noted(run_in, "3 4 2 2", 4, "open", 0, 4)[0] == ("arap.charge.run-distance", None, 2, 6)


@pytest.mark.rule("arap.charge.stand-and-fire-roll", "arap.C16")
@pytest.mark.parametrize(("value", "faces", "good"), [(3, "2 5", 1), (3, "4 6", 0), (4, "1 4", 2)])
def test_two_dice_to_stand_and_fire(value, faces, good):
    assert thrown(stands_and_fires, faces, value) == good


@pytest.mark.rule(
    "arap.charge.stand-and-fire-bs", "arap.charge.stand-and-fire-fast", "arap.charge.fire-and-charge"
)
@pytest.mark.rule("arap.charge.stand-and-fire-shotgun", "arap.charge.fire-and-charge-shotgun", "arap.G11")
def test_fire_at_chargers_is_at_bs_1():
    assert fire_goal(0) == 1 and fire_goal(-1) == 0 and fire_goal(1) == 2
    assert slowed(Shot(1, SURE), True).goal == 0 and slowed(Shot(1, SURE), False).goal == 1
    assert thrown(is_fast, "5 4", 5) and not thrown(is_fast, "4 4", 4) and thrown(is_fast, "5 4", 4)


@pytest.mark.rule("arap.charge.stand-and-fire-roll", "arap.charge.stand-and-fire-fast")
def test_standing_and_firing():
    chargers = Band(2, 4)
    assert thrown(stand_and_fire, "4 6", 3, 1, 2, Shot(1, SURE), chargers, 4) is None
    assert thrown(stand_and_fire, "2 5", 3, 2, 2, Shot(1, SURE), chargers, 4) is None
    assert thrown(stand_and_fire, "2 5 4 4 1 2 2 1", 3, 1, 2, Shot(1, SURE), chargers, 4) == 1
    assert thrown(stand_and_fire, "2 5 5 4 1 2 4", 3, 1, 2, Shot(1, SURE), chargers, 4) == 0


@pytest.mark.rule("arap.charge.krak-attack", "arap.charge.krak-mishap", "arap.G17")
def test_a_krak_attack():
    assert [thrown(krak, face, True) for face in "1256"] == ["hit", "miss", "miss", "mishap"]
    assert thrown(krak, "6", False) == "miss"


@pytest.mark.rule("arap.charge.krak-profile")
def test_what_a_krak_attack_does():
    attack = Hit(6, 4, near=True)
    assert (
        thrown(harm_of, "4 3", attack, 6, 3, NEVER) == SAVED
        and thrown(harm_of, "3", attack, 6, 3, NEVER) == NOTHING
    )
    assert thrown(harm_of, "2", attack, 4, 4, NEVER) == 1
