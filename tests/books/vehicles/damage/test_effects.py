"""What harm does to a vehicle."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import table
from tests.kit.script import a
from warbook.board.bodies import body_rows
from warbook.books.vehicles.army.lists import ModelType, Profile, UnitType
from warbook.books.vehicles.damage.dice import Harm
from warbook.books.vehicles.damage.effects import immobilize, take_harm, wear_off
from warbook.books.vehicles.field.bodies import hull, new_ground
from warbook.books.vehicles.field.sight import screens
from warbook.books.vehicles.field.weapons import condition, working_weapons


@pytest.mark.rule("veh.damage.shaken", "veh.damage.stunned", "veh.V36")
@pytest.mark.parametrize(
    ("first", "side", "until"),
    [("a", "a", 3), ("a", "b", 4), ("b", "b", 4), ("b", "a", 4)],
)
def test_shaken_and_stunned_last_to_the_end_of_its_next_own_turn(first: str, side: str, until: int) -> None:
    # the vehicle is of side b, and it is turn 3
    game = table("rhino v (40,24)", first=first, side=side, turn=3)
    game.does(lambda g: take_harm(g, game.ride("v"), Harm(shaken=True, stunned=True), "a"))
    ride = game.ride("v")
    assert (ride.shaken_until, ride.stunned_until) == (until, until)


@pytest.mark.rule("veh.damage.shaken")
@pytest.mark.parametrize(("until", "over"), [(3, True), (4, False)])
def test_they_wear_off_at_the_end_of_that_turn(until: int, over: bool) -> None:
    game = table(f"rhino v (40,24) shaken_until={until}", side="b", turn=3)
    game.does(lambda g: wear_off(g, "b"))
    assert game.ride("v").shaken is not over


@pytest.mark.rule("veh.damage.weapon-destroyed", "veh.V38", "veh.V94")
def test_close_combat_weapons_count_and_two_ammunitions_are_one_weapon() -> None:
    game = table("dreadnought v (40,24)      whirlwind w (50,24)")
    assert working_weapons(game.ride("v")) == [0, 1, 2]
    assert condition(game.ride("w")).weapons == 1


@pytest.mark.rule("veh.damage.weapon-destroyed")
def test_who_struck_it_chooses_the_weapon() -> None:
    game = table("dreadnought v (40,24)")
    game.does(lambda g: take_harm(g, game.ride("v"), Harm(weapons_lost=1), "a"), a("Multi-melta"))
    assert game.ride("v").guns_lost == (0,)


@pytest.mark.rule("veh.damage.weapon-destroyed")
def test_weapons_that_are_alike_are_no_choice() -> None:
    game = table("battlewagon v (40,24)")
    game.does(lambda g: take_harm(g, game.ride("v"), Harm(weapons_lost=2), "a"))
    assert game.ride("v").guns_lost == (0, 1)


@pytest.mark.rule("veh.damage.weapon-destroyed")
def test_guns_of_one_name_on_different_mounts_are_a_choice() -> None:
    game = table("ravager v (40,24)")
    lances = a("Dark lance (left sponson)"), a("Dark lance (right sponson)")
    game.does(lambda g: take_harm(g, game.ride("v"), Harm(weapons_lost=2), "a"), *lances)
    assert game.ride("v").guns_lost == (1, 2)


@pytest.mark.rule("veh.damage.immobilized", "veh.skimmer.crash", "veh.V6")
@pytest.mark.parametrize(("state", "wrecked"), [("", False), ("flat_out_skimming", True)])
def test_ground_immobilizes_and_crashes_a_skimmer_that_goes_flat_out(state: str, wrecked: bool) -> None:
    game = table(f"land_speeder v (40,24) {state}")
    game.does(lambda g: immobilize(g, game.ride("v")))
    ride = game.ride("v")
    assert (ride.wrecked, ride.immobilized) == (wrecked, not wrecked)


@pytest.mark.rule("veh.damage.wrecked", "veh.V41")
def test_a_wreck_stays_as_ground_and_in_the_way_of_sight() -> None:
    game = table("predator v (40,24) shaken_until=3 smoking")
    game.does(lambda g: take_harm(g, game.ride("v"), Harm(end="wrecked"), "a"))
    ride = game.ride("v")
    assert ride.place == "table" and ride.wrecked and not ride.works
    assert not ride.shaken and not ride.smoking
    area = new_ground(game.battle)[0]
    assert area.ground == "difficult" and {"dangerous", "cover-4"} <= set(area.words)
    assert screens(game.battle).tolist() == body_rows([hull(ride)]).tolist()


@pytest.mark.rule("veh.damage.explodes", "veh.V43")
def test_an_explosion_hits_friend_and_foe_within_its_reach_of_the_hull() -> None:
    # the hull ends at 42.25; bases of half an inch begin 2.0 and 2.1 inches from it
    game = table("""
        rhino v (40,24)
        guard_squad A (44.75,24) models=1 kinds=1
        guard_squad x (40,28.0) models=1 kinds=1
        guard_squad y (44.85,26) models=1 kinds=1
    """)
    game.does(lambda g: take_harm(g, game.ride("v"), Harm(end="explodes"), "a"), dice="2 4 1 4 1")
    assert game.ride("v").place == "out"
    assert [len(game.battle.standing(game[name])) for name in "Axy"] == [0, 0, 1]


@pytest.mark.rule("veh.damage.explodes-terrain", "veh.V44")
def test_an_exploded_vehicle_leaves_difficult_ground_of_its_footprint() -> None:
    game = table("rhino v (40,24)")
    game.does(lambda g: take_harm(g, game.ride("v"), Harm(end="explodes"), "a"), dice="1")
    crater = game.battle.craters[0]
    xs, ys = zip(*crater.polygon, strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((37.75, 42.25, 22.5, 25.5))
    assert crater.ground == "difficult" and "cover-4" in crater.words
    assert len(screens(game.battle)) == 0


@pytest.mark.rule("veh.damage.explodes-passengers", "veh.open.explosion")
@pytest.mark.parametrize(("ride", "need"), [("rhino", 3), ("trukk", 4)])
def test_each_passenger_is_hit_at_strength_4_or_3_if_it_is_open_topped(ride: str, need: int) -> None:
    # guardsmen of Toughness 3: Strength 4 wounds on 3, Strength 3 on 4
    game = table(f"{ride} v (40,24)      guard_squad x in v models=2 kinds=1")
    dice = f"{need} {need - 1} 1 1 3 3"  # one wound, not saved; the blast; a pinning test that is passed
    game.does(lambda g: take_harm(g, game.ride("v"), Harm(end="explodes"), "a"), dice=dice)
    assert len(game.battle.standing(game["x"])) == 1
    assert game["x"].aboard == ""


@pytest.mark.rule("veh.V35")
def test_an_explosion_does_nothing_to_other_vehicles() -> None:
    game = table("rhino v (40,24)      rhino w (44.8,24)")
    game.does(lambda g: take_harm(g, game.ride("v"), Harm(end="explodes"), "a"), dice="6")
    assert game.ride("w").works


@pytest.mark.rule("veh.V43", "veh.damage.explodes")
def test_having_gone_to_ground_is_no_help_against_an_explosion() -> None:
    kind = ModelType(name="grot", count=1, profile=Profile(2, 2, 2, 2, 1, 2, 1, 7), save=7, weapons=())
    grots = UnitType(
        id="grots", name="Grots", faction="orks", points=30, base=1.0, height=1.2, models=(kind,)
    )
    game = table("rhino R (20,20)      grots x (20,23) models=1 grounded_until=2", own_units=[grots])
    game.does(lambda g: take_harm(g, game.ride("R"), Harm(end="explodes"), "b"), dice="3 6")
    assert game.places("x") == []
