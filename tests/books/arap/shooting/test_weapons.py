"""Weapon types: what an action costs, how many shots it gives, and what is fired once a turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.books.arap.table import table, why
from warbook.books.arap.army.data import stock
from warbook.books.arap.scenario import Dearer
from warbook.books.arap.shooting.arms import weapon_barred
from warbook.books.arap.shooting.plans import plan_of
from warbook.books.arap.shooting.questions import alternatives
from warbook.books.arap.shooting.terms import Terms

TARGET = "marine x ({x},8) ({x},10) ({x},12)"


def shots(weapon, inches, points=1, words=""):
    """Shots of one figure at a target so far away; 0 if it cannot fire."""
    game = table(f"human_trooper A (10,10) weapons={weapon} {words}   marine x ({10 + inches},10)")
    plan = plan_of(game.battle, game["A"], game["x"], Terms(points))
    return sum(barrel.shots for barrel in plan.arms["A1"][0]) if plan.arms else 0


@pytest.mark.rule("arap.shooting.weapon-type-costs", "arap.A19", "arap.turn.shooting-action")
@pytest.mark.parametrize(
    ("weapon", "inches", "points", "many"),
    [
        ("lasgun", 12, 1, 2),
        ("lasgun", 12.1, 1, 1),
        ("lasgun", 20, 1, 1),
        ("shoota", 18, 1, 2),
        ("laspistol", 12, 1, 1),
        ("laspistol", 12.1, 1, 0),
        ("hotshot_volley_gun", 12, 1, 2),
        ("hotshot_volley_gun", 20, 1, 0),
        ("hotshot_volley_gun", 20, 2, 4),
        ("heavy_bolter", 20, 1, 0),
        ("heavy_bolter", 20, 2, 3),
        ("crossbow", 20, 1, 0),
        ("crossbow", 20, 2, 1),
        ("battle_cannon", 40, 1, 0),
        ("battle_cannon", 40, 2, 1),
    ],
)
def test_shots_by_type_range_and_points(weapon, inches, points, many):
    assert shots(weapon, inches, points) == many


@pytest.mark.rule("arap.A6")
def test_ordnance_costs_two_points_in_sight_and_three_at_a_guessed_range():
    assert (shots("battle_cannon", 40, 2), shots("earthshaker", 40, 2), shots("earthshaker", 40, 3)) == (
        1,
        0,
        1,
    )


@pytest.mark.rule("arap.F5", "arap.F4", "arap.shooting.once-per-turn-weapons")
def test_an_action_of_two_points_lets_weapons_of_one_fire_twice():
    assert shots("storm_bolter", 20, 1) == 2 and shots("storm_bolter", 20, 2) == 4
    game = table("human_trooper+human_veteran A (10,10) (10,12) weapons=lasgun   marine x (30,10)")
    assert "shoot:x:2" not in game.choices("A", 2)
    mixed = table("marine A (10,10) (10,12) weapons=heavy_bolter+lasgun   marine x (30,10)")
    assert {"shoot:x", "shoot:x:2"} <= mixed.choices("A", 2).keys()


@pytest.mark.rule("arap.F5")
def test_members_whose_weapon_needs_more_points_do_not_fire():
    game = table("marine+human_trooper A (10,10) (10,12) weapons=heavy_bolter   marine x (30,10)")
    one = plan_of(game.battle, game["A"], game["x"], Terms(1))
    assert not one.arms and one.idle["A1"].rule == "arap.shooting.weapon-type-costs"
    assert why(game.choices("A", 1)["shoot:x:2"]).rule == "arap.shooting.weapon-type-costs"


@pytest.mark.rule("arap.shooting.once-per-turn-weapons")
def test_a_heavy_weapon_is_fired_once_a_turn_an_assault_weapon_again_and_again():
    heavy = table("human_trooper A (10,10) weapons=heavy_stubber rules=relentless   marine x (40,10)")
    heavy.act("A", "shoot:x", points=3, dice="6 6 6")
    assert why(heavy.choices("A", 2)["shoot:x"]).rule == "arap.shooting.once-per-turn-weapons"
    assault = table("human_trooper A (10,10) weapons=storm_bolter   marine x (30,10)")
    assault.act("A", "shoot:x", "shoot:x", points=2, dice="6 6 6 6")
    assert len(assault.rolled("arap.shooting.to-hit")) == 4


@pytest.mark.rule("arap.shooting.once-per-turn-weapons")
def test_the_next_player_turn_it_may_be_fired_again():
    game = table("human_trooper A (10,10) weapons=heavy_stubber   marine x (40,10)")
    game.act("A", "shoot:x:2", points=2, dice="6 6 6")
    assert game.figure("A1").fired == ("heavy_stubber",)
    game.battle.stack, game.battle.phase = [], "end"
    game.play()
    assert game.figure("A1").fired == ()


@pytest.mark.rule("arap.shooting.relentless")
def test_relentless_figures_fire_heavy_weapons_for_a_point_and_rapid_fire_further():
    assert shots("heavy_bolter", 20, 1, "rules=relentless") == 3
    assert shots("lasgun", 16, 1, "rules=relentless") == 2
    assert shots("lasgun", 16.1, 1, "rules=relentless") == 1


@pytest.mark.rule("arap.shooting.mixed-dice")
def test_each_kind_of_shooter_has_its_own_goal_and_strength():
    game = table(
        "marine+human_trooper A (10,8) (10,10) (10,12) (10,14) (10,16) weapons=lasgun   "
        "marine x (30,8) (30,10) (30,12)"
    )
    game.act("A", "shoot:x", dice="6 6 6 6 6")
    assert [roll.most for roll in game.rolled("arap.shooting.to-hit")] == [4, 3, 3, 3, 3]


@pytest.mark.rule("arap.shooting.mixed-dice")
def test_only_a_real_choice_of_weapons_is_asked():
    game = table("marine A (10,10)   marine x (20,10)")
    plan = plan_of(game.battle, game["A"], game["x"], Terms())
    assert not alternatives(game.battle, plan)  # the boltgun outdoes the pistol
    launcher = table("marine A (10,10) (10,12) weapons=missile_krak+missile_frag   marine x (40,10)")
    plan = plan_of(launcher.battle, launcher["A"], launcher["x"], Terms(2))
    assert alternatives(launcher.battle, plan) == {"A1": ["A1", "A2"]}


@pytest.mark.rule("arap.shooting.mixed-dice")
def test_the_player_chooses_the_ammunition():
    game = table("marine A (10,10) bs=4 weapons=missile_krak+missile_frag   marine x (40,8) (40,10) (40,12)")
    game.act("A", "shoot:x:2", {"A1": "missile_krak"}, points=2, dice="5")
    assert game.rolled("arap.shooting.to-hit")
    other = table("marine A (10,10) bs=4 weapons=missile_krak+missile_frag   marine x (40,8) (40,10) (40,12)")
    other.act("A", "shoot:x:2", {"A1": "missile_frag"}, points=2, dice="1 1 1")
    assert other.rolled("arap.area.scatter") and not other.rolled("arap.shooting.to-hit")


@pytest.mark.rule("arap.H11")
def test_two_pistols_are_fired_for_one_point_at_minus_one_each():
    field = "human_trooper A (10,10) bs=4 weapons=laspistol+autopistol   marine x (20,8) (20,10) (20,12)"
    game = table(field)
    game.act("A", "shoot:x", {"A1": "laspistol+autopistol"}, dice="4 4")
    assert [roll.most for roll in game.rolled("arap.shooting.to-hit")] == [3, 3] and not game["x"].hits
    one = table(field).act("A", "shoot:x", {"A1": "laspistol"}, dice="4 1")
    assert one["x"].hits == 1


@pytest.mark.rule("arap.shooting.aim-action", "arap.F9.aiming")
def test_an_aim_action_gives_one_to_the_shot_right_after_it():
    field = "human_trooper A (10,10)   marine x (34,8) (34,10) (34,12)"
    aimed = table(field).act("A", "aim", "shoot:x", points=2, dice="5")
    assert aimed.rolled("arap.shooting.to-hit")[0].most == 4
    moved = table(field).act("A", "aim", "move", (12, 10), "shoot:x", points=3, dice="5")
    assert moved.rolled("arap.shooting.to-hit")[0].most == 3
    last = table(field).act("A", "move", (11, 10), "aim", "shoot:x", points=3, dice="5")
    assert last.rolled("arap.shooting.to-hit")[0].most == 4
    assert "aim" not in table(field, aiming=False).choices("A", 2)
    assert why(table(field).choices("A", 1)["aim"]).rule == "arap.shooting.aim-action"


@pytest.mark.rule("arap.F3")
def test_split_fire_where_its_switch_allows_it():
    field = (
        "human_trooper A (10,10) (10,14)   marine x (30,8) (30,10) (30,12)   marine y (30,14) (30,16) (30,18)"
    )
    game = table(field, split_fire=True)
    game.act("A", "shoot:x", {"A1": "x", "A2": "y"}, dice="1 1 6")
    assert game["x"].hits + game["y"].hits == 1
    whole = table(field).act("A", "shoot:x", dice="1 1 1 1")
    assert whole["x"].hits == 2
    alone = field.partition("   marine y")[0]
    assert table(alone, split_fire=True).act("A", "shoot:x", dice="6 6")["x"].hits == 0, "nobody is asked"


@pytest.mark.rule("arap.movement.backwards-fire")
def test_a_figure_may_back_up_and_fire():
    game = table("human_trooper A (10,10)   marine x (30,8) (30,10) (30,12)")
    game.act("A", "move", ((8, 10), 0), "shoot:x", points=2, dice="6")
    assert game.rolled("arap.shooting.to-hit") and game.figure("A1").facing == 0


@pytest.mark.rule("arap.turn.action-cost-gm")
def test_a_scenario_may_make_shooting_dearer():
    game = table("human_trooper A (10,10)   marine x (30,10)", scenario={"dearer": (Dearer("shoot", 1),)})
    assert why(game.choices("A", 1)["shoot:x"]).rule == "arap.shooting.weapon-type-costs"
    assert game.choices("A", 2)["shoot:x"] is None


@pytest.mark.rule("arap.H20")
def test_psionic_attacks_only_where_their_switch_is_on():
    weapon = replace(stock().weapons["lasgun"], rules=("psionic",))
    for played in (False, True):
        game = table("human_trooper A (10,10)   marine x (30,10)", psionics=played)
        refusal = weapon_barred(game.battle, game.figure("A1"), weapon, Terms())
        assert (refusal is None) == played


@pytest.mark.rule("arap.H19", "arap.shooting.hit-modifiers")
def test_who_is_aboard_fires_from_a_moving_surface():
    field = "truck A (10,10)   human_trooper B (10,12) (10,8) bs=4   marine x (30,8) (30,10) (30,12)"
    game = table(field, vehicles=True)
    game.act("B", "board:A").battle.stack.clear()
    assert not game.battle.standing(game["B"])
    game.act("B", "shoot:x", dice="4 4")
    assert [roll.most for roll in game.rolled("arap.shooting.to-hit")] == [3, 3]
