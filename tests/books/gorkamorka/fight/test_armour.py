"""Blows at a vehicle that stands still."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.gorkamorka.fight.ring import fight, kinds, ring
from tests.kit.script import a
from warbook.core.events import Note
from warbook.core.questions import Choose

TRUKK = "ork_trukk t (20,20) moved=still   "
RULE = "gce.boarding.attack-stationary-vehicle"


@pytest.mark.rule(RULE)
def test_the_whole_score_is_hits_each_with_a_location_and_a_roll_to_penetrate() -> None:
    game = fight(TRUKK + "ork_boy A in t charging=t", a("0"), dice="4" + " 3" * 7 + " 1" * 7)
    assert game.says("A strikes t 7 times.") and game.says("t takes 7 hits.")
    assert len(game.rolled("gce.vehicle-damage.location-roll")) == 7
    assert len(game.rolled("gce.vehicle-damage.penetrate")) == 7


@pytest.mark.rule(RULE)
def test_he_need_not() -> None:
    assert not fight(TRUKK + "ork_boy A in t", a("no")).rolled("gce.hand-to-hand.roll")


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(
    "text",
    [
        "ork_trukk t (20,20) moved=gas   ork_boy A in t",
        "ork_trukk T (20,20) moved=still   ork_boy A in T",
        "ork_trukk t (20,20) moved=still destroyed   ork_boy A in t",
        "ork_trukk t (20,20) moved=still   ork_boy A (20,23)",
        "ork_trukk t (20,20) moved=still   ork_boy A in t down",
        "ork_trukk t (20,20) moved=still   grot_rebel A in t pinned",
        "ork_trukk t (20,20) moved=still   ork_boy A in t clings",
    ],
)
def test_only_aboard_an_enemys_vehicle_that_stands_still(text: str) -> None:
    assert "smash" not in kinds(fight(text))


@pytest.mark.rule(RULE)
def test_not_with_enemies_aboard_nor_in_the_enemys_turn() -> None:
    assert "smash" not in kinds(fight(TRUKK + "ork_boy A in t   ork_boy x in t", dice="4 4"))
    assert not fight(TRUKK + "ork_boy A in t", side="b").asked


@pytest.mark.rule(RULE, "gce.hand-to-hand.split-hits")
def test_two_weapons_share_the_hits() -> None:
    text = TRUKK + "ork_boy A in t choppa ws=2"
    game = fight(
        text,
        a("Strike at it with Choppa or club and Knife"),
        a("Knife"),
        dice="3 2" + " 3" * 3 + " 1" * 3 + " 3 3 1 1",
    )
    taken = [event.words for event in game.events if isinstance(event, Note) and "takes" in event.words]
    assert taken == ["t takes 3 hits.", "t takes 2 hits."]


@pytest.mark.rule("gce.stupidity.hth", RULE)
def test_who_is_too_stupid_for_dice_still_hits_with_his_skill() -> None:
    game = fight(TRUKK + "ork_boy A in t stupid", a("0"), dice="2 3 3 3 1 1 1")
    assert game.says("A strikes t 3 times.")


@pytest.mark.rule(RULE)
def test_the_odds_are_those_of_the_score() -> None:
    preview = ring(TRUKK + "ork_boy A in t").option("0").preview()
    assert dict(preview.outcomes) == {f"{3 + face} hits": Fraction(1, 6) for face in range(1, 7)}
    assert preview.headline == "6.5 hits at Strength 3"


@pytest.mark.rule("gce.hand-to-hand.split-hits", RULE)
def test_who_chooses_the_weapon_of_the_odd_hit_sees_what_goes_through() -> None:
    """Seven hits on wheels of 8 or an engine of 10: Strength 4 goes through with 1 of 3, 3 with 1 of 6."""
    text, both = TRUKK + "ork_boy A in t choppa", "Strike at it with Choppa or club and Knife"
    game = fight(text, a(both), a("1"), dice="4 2" + " 3" * 4 + " 1" * 4 + " 3" * 3 + " 1" * 3)
    (question,) = [each for _, each in game.asked if isinstance(each, Choose) and each.kind == "odd hit"]
    none = {
        option.label: dict(option.preview().outcomes)["nothing through"]
        for option in question.options
        if option.preview
    }
    strong, weak = Fraction(2, 3), Fraction(5, 6)
    assert none == {"Choppa or club": strong**4 * weak**3, "Knife": strong**3 * weak**4}
