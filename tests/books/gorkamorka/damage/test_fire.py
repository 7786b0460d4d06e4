"""Fires on vehicles."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.gorkamorka.garage import does, suffers
from tests.books.gorkamorka.table import Position, table
from tests.kit.script import a
from warbook.books.gorkamorka.damage.fire import able_helpers
from warbook.books.gorkamorka.state import Game, Points
from warbook.books.gorkamorka.trouble import burn_vehicles


def trukk(fires: str, crew: str = "", moved: str = "gas") -> Position:
    return table(
        f"""
        ork_trukk T (20,20) moved={moved} weapon=eavy_shoota burning={fires}
        ork_spanner D in T driver    {crew}
        """,
        phase="shoot",
    )


def burns(game: Game) -> None:
    burn_vehicles(game, "a")


@pytest.mark.rule("gce.vehicle-damage.catch-fire")
def test_each_location_that_was_penetrated_may_catch_fire():
    game = table("ork_trukk T (20,20) weapon=skorcha")
    suffers(game, Points("T", 2, strength=6, catches_fire=4), dice="2 3  6 6  4 2  3 3")
    assert game.ride("T").burning == (2,)


@pytest.mark.rule("gce.vehicle-damage.catch-fire")
def test_what_does_not_go_through_sets_nothing_alight():
    game = table("ork_trukk T (20,20)")
    suffers(game, Points("T", 1, strength=4, catches_fire=4), dice="3 3")
    assert game.ride("T").burning == ()


@pytest.mark.rule("gce.vehicle-damage.burn")
@pytest.mark.parametrize(
    ("helpers", "die", "out"), [(2, 3, False), (3, 3, True), (0, 6, True), (0, 5, False)]
)
def test_a_six_with_the_helpers_puts_it_out(helpers: int, die: int, out: bool):
    game = trukk("3", "    ".join(f"ork_boy {name} in T" for name in "EFG"[:helpers]))
    does(game, burns, dice=f"{die}" if out else f"{die} 3")  # S4 against 8: a 3 does not go through
    assert game.ride("T").burning == (() if out else (3,))
    assert len(game.rolled("gce.vehicle-damage.penetrate")) == (0 if out else 1)


@pytest.mark.rule("gce.vehicle-damage.burn")
def test_a_fire_that_broke_out_in_this_very_phase_is_rolled_for_in_the_next():
    """Those who chase the trukk set its wheels alight before it shoots."""
    game = trukk("6")
    suffers(game, Points("T", 1, strength=6, catches_fire=4, location=3), dice="6 4 3")
    does(game, burns, dice="1 1")  # the engine alone: no 6, and a Strength 4 hit that bounces off
    assert game.ride("T").burning == (3, 6) and game.ride("T").kindled == ()
    does(game, burns, dice="6 6")
    assert game.ride("T").burning == ()


@pytest.mark.rule("gce.vehicle-damage.burn")
def test_the_hit_is_on_the_burning_location():
    game = does(trukk("3"), burns, dice="1 4 6")
    assert game.ride("T").immobilised and game.ride("T").burning == (3,)


@pytest.mark.rule("gce.vehicle-damage.fight-fire")
def test_who_shoots_does_not_help_and_the_driver_only_at_a_stop():
    crew = "ork_boy E in T gunner shot    ork_boy F in T    ork_boy G in T"
    game = trukk("3", crew)
    assert [each.id for each in able_helpers(game.battle, game.ride("T"))] == ["F", "G"]
    game = trukk("3", crew, moved="still")
    assert [each.id for each in able_helpers(game.battle, game.ride("T"))] == ["D", "F", "G"]


@pytest.mark.rule("gce.vehicle-damage.fight-fire")
def test_the_down_and_the_burning_do_not_help():
    game = trukk("3", "ork_boy E in T down    ork_boy F in T    ork_boy G in T")
    game["F"].burning = True
    assert [each.id for each in able_helpers(game.battle, game.ride("T"))] == ["G"]


@pytest.mark.rule("gce.vehicle-damage.fight-fire")
def test_who_could_not_have_shot_has_nothing_to_give_up():
    game = trukk("3", "ork_boy E in T moved=ran    ork_boy F in T stupid    ork_boy G in T moved=walked")
    assert [each.id for each in able_helpers(game.battle, game.ride("T"))] == ["G"]


@pytest.mark.rule("gce.vehicle-damage.fight-fire", "gce.stupidity.test")
@pytest.mark.parametrize("switch", [False, True])
def test_by_switch_the_stupid_could_have_shot_and_help(switch: bool):
    text = "ork_trukk T (20,20) moved=gas burning=3  ork_spanner D in T driver  ork_boy F in T stupid"
    game = table(text, phase="shoot", stupid_may_shoot=switch)
    assert bool(able_helpers(game.battle, game.ride("T"))) is switch


@pytest.mark.rule("gce.vehicle-damage.fight-fire")
def test_each_helper_helps_with_one_fire():
    game = trukk("3+6", "ork_boy E in T    ork_boy F in T")
    does(game, burns, a("1"), dice="5  4 5")  # 5 + 1: out; 4 + 1: not; S4 against 10: not through
    assert game.ride("T").burning == (6,)
    option = next(option for option in game.asked[0][1].options if option.id == "2")  # type: ignore[attr-defined]
    assert option.preview().outcomes == (("goes out", Fraction(1, 2)), ("hit", Fraction(1, 2)))
    one = next(option for option in game.asked[0][1].options if option.id == "1")  # type: ignore[attr-defined]
    assert one.preview().outcomes == (("goes out", Fraction(1, 3)), ("hit", Fraction(2, 3)))
