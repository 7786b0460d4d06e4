"""Teardrops."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.books.gorkamorka.table import Position, table
from tests.kit.script import a
from warbook.core.events import Template

CAUGHT = "gce.special-weapons.blast-coverage"
WOUND = "gce.wounding.wound-roll"


def skorcha(foes: str, trukk: str = "", **rulings: Any) -> Position:
    """The front edge of the trukk is at x = 13."""
    text = f"ork_trukk T (10,10) weapon=skorcha {trukk}   ork_boy A in T gunner"
    return table(f"{text}   {foes}", phase="shoot", **rulings)


@pytest.mark.rule("gce.special-weapons.teardrop-place", "gce.vehicle-damage.template-sizes")
def test_its_narrow_end_touches_the_vehicle_and_points_at_the_target() -> None:
    game = skorcha("ork_boy x (18,10)").play(a("A"), a("x"), dice="1 1 4")
    [shape] = [event for event in game.events if isinstance(event, Template)]
    assert (shape.spot.x, shape.spot.y, shape.facing, shape.length, shape.width) == (13, 10, 0, 8, 2.5)


@pytest.mark.rule("gce.special-weapons.teardrop-place")
def test_all_of_it_lies_in_the_arc() -> None:
    game = skorcha("ork_boy x (16,15.5)").play(a("A"), a("x"), dice="4")
    [shape] = [event for event in game.events if isinstance(event, Template)]
    assert shape.facing == pytest.approx(45 - 10.67, abs=0.1)


@pytest.mark.rule("gce.special-weapons.teardrop-no-hit-roll", "gce.special-weapons.teardrop-coverage")
@pytest.mark.parametrize(("die", "wounds"), [("3", 1), ("4 1 1", 2)])
def test_no_roll_to_hit_wholly_under_it_is_hit_partly_on_a_4(die: str, wounds: int) -> None:
    game = skorcha("ork_boy x (18.5,10)   ork_boy y (19.5,11.2)")
    game.play(a("A"), a("x"), dice=f"1 1 {die} 4")
    assert len(game.rolled(WOUND)) == wounds and not game.rolled("gce.shooting.to-hit")
    assert len(game.rolled(CAUGHT)) == 1


@pytest.mark.rule("gce.special-weapons.ammo-skorcha")
@pytest.mark.parametrize(("die", "state"), [("4", ""), ("3", "empty")])
def test_an_ammo_roll_after_every_firing(die: str, state: str) -> None:
    game = skorcha("ork_boy x (18.5,10)").play(a("A"), a("x"), dice=f"1 1 {die}")
    assert game.ride("T").weapon_state == state


@pytest.mark.rule("gce.foot.on-fire-roll")
def test_whom_it_hits_may_catch_fire() -> None:
    assert skorcha("ork_boy x (18.5,10)").play(a("A"), a("x"), dice="1 4 4")["x"].burning


@pytest.mark.rule("gce.special-weapons.explode", "gce.foot.on-fire-roll")
@pytest.mark.parametrize(("die", "burns"), [("3", False), ("4", True)])
def test_one_that_explodes_may_set_its_user_alight(die: str, burns: bool) -> None:
    game = skorcha("ork_boy x (18.5,10)").play(a("A"), a("x"), dice=f"1 1  1 1  1 {die}")
    assert game["A"].burning is burns and game.ride("T").weapon_state == "lost"


@pytest.mark.rule("gce.vehicle-damage.catch-fire")
def test_a_location_it_goes_through_may_catch_fire() -> None:
    game = skorcha("ork_trukk t (17,10)   ork_spanner d in t driver")
    game.play(a("A"), a("t"), dice="1 3 4 4 1 4")
    assert len(game.rolled("gce.vehicle-damage.template-full")) == 1 and game.ride("t").burning == (3,)


@pytest.mark.rule("gce.special-weapons.teardrop-place")
def test_the_own_vehicle_is_not_burnt() -> None:
    game = skorcha("ork_boy x (18.5,10)").play(a("A"), a("x"), dice="1 1 4")
    assert not game.rolled("gce.vehicle-damage.template-partial")


@pytest.mark.rule("gce.shooting.no-premeasure", "gce.special-weapons.teardrop-coverage")
def test_its_preview() -> None:
    shown = skorcha("ork_boy x (18.5,10)", premeasuring=True).option("x", a("A")).preview()
    chances = dict(shown.outcomes)
    assert shown.need == "no roll" and "miss" not in chances
    assert chances["out of action"] == Fraction(1, 2) * Fraction(1, 6)
    shown = skorcha("ork_boy x (18.5,10)").option("x", a("A")).preview()
    assert [dict(case.outcomes).get("miss", 0) for case in shown.cases] == [0, Fraction(1, 2), 1]
