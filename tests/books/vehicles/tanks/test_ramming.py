"""Rams."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import Position, table
from tests.books.vehicles.tanks.test_shock import judged
from tests.kit.script import By, a, b
from warbook.board.hulls import Leg
from warbook.books.vehicles.driving import turn
from warbook.books.vehicles.tanks import charge, declaring, lanes, ramming
from warbook.core.events import Rolled


def rams(game: Position, *answers: By, inches: float = 12.0, dice: str = "") -> Position:
    return game.does(
        lambda g: charge.tank_charge(g, g.battle.vehicle("T"), Leg(0.0, inches), ram=True),
        *answers,
        dice=dice,
    )


def crash(game: Position, inches: float = 12.0) -> ramming.Crash:
    tank = game.ride("T")
    ahead = lanes.lane(game.battle, tank, Leg(0.0, inches), ram=True)
    target = game.ride(ahead.target)
    assert ahead.contact is not None
    return ramming.crash_of(game.battle, tank, target, ahead.inches, ramming.struck(target, ahead.contact))


@pytest.mark.rule("veh.ram.strength", "veh.V67", "veh.ram.impact", "veh.V82")
def test_both_strengths_of_the_worked_example():
    """Front AV 13 after 10 inches into a side; a Tank adds one to what it deals back."""
    game = table("predator T (10,10)      rhino x (23.75,10) facing=90")
    found = crash(game)
    assert (found.facing, found.a.strike.s, found.b.strike.s) == ("side", 3 + 3 + 1, 1 + 3 + 1)
    game = table("predator T (10,10)      trukk x (23.75,10) facing=90")
    assert (crash(game).a.strike.s, crash(game).b.strike.s) == (7, 0 + 3 + 0)
    game = table("leman_russ T (10,10)      rhino x (16.5,10)")
    assert crash(game).a.strike.s == 4 + 0 + 1


@pytest.mark.rule("veh.V82")
@pytest.mark.parametrize(("facing", "struck"), [(0, "rear"), (180, "front"), (90, "side"), (270, "side")])
def test_the_edge_that_is_struck(facing: float, struck: str):
    assert crash(table(f"predator T (10,10)      leman_russ x (20,10) facing={facing}")).facing == struck


@pytest.mark.rule("veh.V82", "veh.V17")
def test_at_a_corner_the_arc_decides_in_which_the_rammer_is():
    assert crash(table("predator T (10,10)      leman_russ x (20,12) facing=225")).facing == "front"
    assert crash(table("predator T (10,10)      leman_russ x (20,7) facing=50")).facing == "side"


@pytest.mark.rule("veh.ram.impact", "veh.ram.penetration", "veh.V68", "veh.ram.halt")
def test_both_are_hit_and_a_wreck_stops_the_rammer():
    """S 7 against AV 11: 5 penetrates, 5 wrecks; S 5 against AV 13: 1 does nothing."""
    game = rams(table("predator T (10,10)      rhino x (23.75,10) facing=90"), dice="5 5 1")
    tank = game.ride("T")
    assert (game.ride("x").wrecked, tank.rammed, tank.speed) == (True, True, "cruising")
    assert tank.x == pytest.approx(20.0)


@pytest.mark.rule("veh.V21", "veh.ram.penetration")
def test_smoke_is_no_cover_from_a_ram():
    game = rams(table("predator T (10,10)      rhino x (23.75,10) facing=90 smoking"), dice="5 5 1")
    assert game.ride("x").wrecked


@pytest.mark.rule("veh.V68", "veh.V69")
def test_a_vehicle_that_is_destroyed_has_dealt_its_hit():
    game = table("rhino T (10,10)      leman_russ x (22.5,10) facing=180")
    rams(game, dice="1 6 5")
    assert (game.ride("T").wrecked, game.ride("x").works) == (True, True)


@pytest.mark.rule("veh.ram.continue", "veh.V70")
def test_an_exploded_vehicle_lets_it_through_into_the_next():
    """S 6 against AV 11: a 6 penetrates, a 6 explodes. The crater is tested; the second ram is at S 7."""
    game = table("land_raider T (10,10)      rhino x (18.5,10) facing=90      rhino y (23.2,10) facing=90")
    rams(game, dice="6 6 1 1 2 1 1")
    assert game.ride("x").place == "out"
    assert game.ride("T").x == pytest.approx(23.2 - 1.5 - 3.25)
    assert game.says("rams y: S 7 on its side, AV 11")


@pytest.mark.rule("veh.V69", "veh.ram.continue")
def test_a_rammer_that_is_stunned_stops_even_so():
    game = table("hellhound T (10,10)      looted_wagon x (26.1,10) facing=90")
    rams(game, inches=18, dice="6 6 6 4 1")
    assert (game.ride("x").place, game.ride("T").stunned) == ("out", True)
    assert game.ride("T").x == pytest.approx(26.1 - 1.65 - 2.25)


@pytest.mark.rule("veh.ram.conditions", "veh.V66")
def test_a_ram_is_declared_at_top_speed():
    road, less = "area (0,6) (72,14) words=road", "veh.ram.conditions"
    for kind, more, inches, found in [
        ("predator", "", 12, 12),
        ("predator", "", 11, less),
        ("hellhound", "", 18, 18),
        ("falcon", "", 24, 24),
        ("predator", road, 18, 18),
        ("predator", road, 12, less),
        ("predator", "area (0,6) (28,14) words=road", 18, 18),
        ("predator", "area (0,6) (27.9,14) words=road", 18, less),  # it ends behind the one to be rammed
        ("predator", "area (0,6) (27.9,14) words=road", 12, 12),
    ]:
        game = table(f"{kind} T (10,10)      rhino x (25,10)      {more}")
        assert judged(game, (0, inches), ram=True) == found


@pytest.mark.rule("veh.ram.procedure", "veh.V92", "veh.ram.conditions")
def test_a_ram_that_reaches_nobody_was_a_tank_shock_at_full_speed():
    game = rams(table("predator T (10,10)"))
    assert (game.ride("T").x, game.ride("T").rammed) == (22.0, True)


@pytest.mark.rule("veh.ram.intervening")
def test_units_between_are_shocked():
    game = table("predator T (10,10)      guard_squad g (15,10) models=1      rhino x (20,10) facing=90")
    rams(game, dice="6 6 3 3 1 1")
    assert game["g"].falling_back and game.ride("x").works


# Skimmers


@pytest.mark.rule("veh.skimmer.dodge")
@pytest.mark.parametrize(("dice", "dodged"), [("3", True), ("2 1 1", False)])
def test_a_skimmer_dodges_on_three_and_the_rammer_stops_there(dice: str, dodged: bool):
    game = rams(table("predator T (10,10)      raider x (20,10) facing=90"), b("dodge"), dice=dice)
    assert game.ride("T").x == pytest.approx(20 - 1.25 - 2.25)
    assert game.says("dodges") == dodged
    assert [roll.need for roll in game.events if isinstance(roll, Rolled) and "dodge" in roll.rule] == [3]


@pytest.mark.rule("veh.skimmer.dodge")
def test_it_need_not():
    rams(table("predator T (10,10)      raider x (20,10) facing=90"), b("stand"), dice="1 1")


@pytest.mark.rule("veh.skimmer.dodge", "veh.V58")
def test_who_cannot_dodge():
    for rammer, state in (("falcon", ""), ("predator", "stunned_until=2"), ("predator", "immobilized")):
        game = table(f"{rammer} T (10,10)      raider x (20,10) facing=90 {state}")
        assert not ramming.may_dodge(game.battle, game.ride("T"), game.ride("x"))
    game = table("predator T (10,10)      raider x (20,10) stunned_until=2", stunned_skimmer_dodges=True)
    assert ramming.may_dodge(game.battle, game.ride("T"), game.ride("x"))


# Walkers


@pytest.mark.rule("veh.walker.rammed", "veh.V78")
def test_a_walker_braces():
    game = table("predator T (10,10)      dreadnought x (20,10) stunned_until=2")
    rams(game, b("brace"), dice="1 1")
    assert game.ride("T").x == pytest.approx(20 - 1.2 - 2.25)


@pytest.mark.rule("veh.walker.rammed", "veh.V77", "veh.glory.attack")
def test_death_or_glory_that_works_stops_the_ram():
    """A multi-melta, S 8 and two dice, against AV 13: 2 and 4 penetrate; 2 + 1 for AP 1 is a lost weapon."""
    game = table("predator T (10,10)      dreadnought x (20,10)")
    rams(game, b("x multi_melta"), b("0"), dice="2 4 2")
    assert (game.ride("T").guns_lost, game.ride("x").works) == ((0,), True)
    assert not game.says("rams x")


@pytest.mark.rule("veh.walker.rammed-glory-failed", "veh.V77")
def test_one_that_fails_lets_it_be_rammed_in_the_rear():
    game = table("predator T (10,10)      dreadnought x (20,10)")
    rams(game, b("x multi_melta"), dice="1 1 1 1")
    assert game.says("on its rear, AV 10")
    assert game.ride("x").works


@pytest.mark.rule("veh.walker.rammed")
def test_not_in_the_rear():
    rams(table("predator T (10,10)      dreadnought x (20,10) facing=0"), dice="1 1")


# Beforehand


@pytest.mark.rule("veh.ram.strength", "veh.ram.penetration")
def test_the_question_tells_both_strengths_and_both_fates():
    game = table("predator T (10,10)      rhino x (23.75,10) facing=90")
    question = declaring.charge_question(game.battle, game.ride("T"), ram=True)
    assert question.reach()
    told = question.tells(question.along((Leg(0.0, 12.0),)))  # type: ignore[misc]
    assert "S 7 on its side, AV 11, and S 5 on ours, AV 13" in told
    assert told.count("%") == 2
    shown = ramming.ram_preview(crash(game))
    assert sum(part for _, part in shown.outcomes) == 1


def test_a_whole_ram_by_its_questions():
    game = table("predator T (10,10)      rhino x (20,10) facing=90")
    game.does(lambda g: turn.move_vehicle(g, game.ride("T")), a("ram"), a({"legs": [[0, 12]]}), dice="1 1")
    assert (game.ride("T").rammed, game.ride("T").moved) == (True, True)


@pytest.mark.rule("veh.V60", "veh.ram.procedure")
def test_a_walker_in_close_combat_is_not_rammed_but_in_the_way():
    game = table(
        "predator T (10,10)      dreadnought x (20,10) locked=A"
        "      tactical_squad A (20,11.75) models=1 locked=x"
    )
    assert lanes.prey(game.battle, game.ride("T"))[1] == []
    rams(game)
    assert game.ride("T").x == pytest.approx(20 - 1.2 - 1.0 - 2.25)


@pytest.mark.rule("veh.ram.procedure", "veh.ram.impact")
def test_who_stands_beside_it_does_not_keep_a_vehicle_from_being_rammed():
    game = table("predator T (10,10)      rhino x (20,10)      rhino y (20,13.5)")
    assert judged(game, (0, 12), ram=True) == 12
    assert lanes.lane(game.battle, game.ride("T"), Leg(0.0, 12.0), ram=True).target == "x"
    assert judged(table("predator T (10,10)      rhino y (23,13.5)"), (0, 12), ram=True) == "veh.V90"


@pytest.mark.rule("veh.skimmer.dodge")
def test_the_preview_of_a_ram_tells_how_often_it_is_dodged():
    game = table("predator T (10,10)      falcon x (20,10)")
    outcomes = dict(ramming.ram_preview(crash(game)).outcomes)
    assert float(outcomes["dodged"]) == pytest.approx(4 / 6)
    assert sum(outcomes.values()) == 1
    rhino = table("predator T (10,10)      rhino x (20,10)")
    assert "dodged" not in dict(ramming.ram_preview(crash(rhino)).outcomes)


def test_who_thinks_better_of_a_ram_may_still_fire():
    game = table("predator T (10,10)      rhino x (18,10)")
    game.does(lambda g: turn.move_vehicle(g, game.ride("T")), a("ram"), a({"legs": []}))
    assert (game.ride("T").x, game.ride("T").moved, game.ride("T").rammed) == (10.0, True, False)
