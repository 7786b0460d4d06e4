"""Who may fire at whom: range, sight, arc, comrades in the way."""

from __future__ import annotations

import pytest

from tests.books.arap.table import table, why
from warbook.books.arap.army.data import stock
from warbook.books.arap.field.sight import in_view, may_fire_past
from warbook.books.arap.shooting.looking import muzzle
from warbook.books.arap.shooting.plans import aim_at, plan_of
from warbook.books.arap.shooting.terms import Terms

HIGH = "h=4"


def barred(field, option="shoot:x", points=1, **rulings):
    return table(field, **rulings).choices("A", points)[option]


def firing(field, **rulings):
    """Who of A would fire at x."""
    game = table(field, **rulings)
    return list(plan_of(game.battle, game["A"], game["x"], Terms()).arms)


@pytest.mark.rule("arap.shooting.eligibility", "arap.F3", "arap.basics.inclusive")
@pytest.mark.parametrize(("x", "may"), [(34.0, True), (34.1, False)])
def test_nobody_fires_beyond_his_range(x, may):
    refusal = barred(f"human_trooper A (10,10)   marine x ({x},10)")
    assert (refusal is None) == may
    if refusal:
        assert refusal.rule == "arap.shooting.eligibility", "he sees them well"
        assert refusal.words == "no weapon of it reaches beyond 24 inches"


@pytest.mark.rule("arap.F3")
def test_each_measures_to_the_nearest_he_sees_and_the_others_do_not_fire():
    assert firing("human_trooper A (10,10) (8.5,14)   marine x (33,10) (40,10)") == ["A1"]


@pytest.mark.rule("arap.shooting.line-of-sight", "arap.shooting.visible-creature", "arap.F1")
def test_a_solid_wall_hides_and_a_part_of_a_body_is_enough():
    assert why(barred(f"human_trooper A (10,10)   marine x (30,10)   wall (20,0) (20,20) {HIGH}")).rule == (
        "arap.shooting.line-of-sight"
    )
    assert barred(f"human_trooper A (10,10)   marine x (30,10)   wall (20,10.05) (20,20) {HIGH}") is None


@pytest.mark.rule("arap.shooting.line-of-sight", "arap.G1")
@pytest.mark.parametrize(
    ("field", "behind"),
    [
        (f"wall (20,0) (20,20) {HIGH}", "behind wall"),
        ("marine M (20,10) (20,10.9) (20,9.1) (20,11.8) (20,8.2)", "behind M"),
    ],
)
def test_who_is_not_seen_is_told_by_what_stands_in_the_way(field, behind):
    found = table(f"human_trooper A (10,10)   marine x (30,10)   {field}").offers("A")
    assert found["shoot:x"].why_not.startswith(f"it sees nobody of them in its arc: {behind}")
    assert found["charge:x"].why_not.startswith(f"nobody of it sees them: {behind}")
    assert found["shoot:x"].hindered().spot.x == pytest.approx(20.0, abs=0.2)


@pytest.mark.rule(
    "arap.shooting.visible-betrays", "arap.shooting.visible-vehicle", "arap.shooting.visible-weapons"
)
def test_a_banner_above_a_wall_is_no_target():
    field = "human_trooper A (10,10)   marine x (30,10) rules=standard   wall (29,0) (29,20) h=1.8"
    assert why(barred(field)).rule == "arap.shooting.line-of-sight"


@pytest.mark.rule("arap.shooting.visible-vehicle")
def test_of_a_vehicle_the_hull_must_be_seen():
    hull = "human_trooper A (10,10)   truck x (30,10)   wall (20,0) (20,20) h="
    assert barred(hull + "1.0", vehicles=True) is None
    assert why(barred(hull + "6.0", vehicles=True)).rule == "arap.shooting.line-of-sight"


@pytest.mark.rule("arap.shooting.short-range")
@pytest.mark.parametrize(("weapon", "short"), [("autocannon", 12), ("shoota", 9), ("lasgun", 12)])
def test_short_range_is_half_the_range_and_at_most_12(weapon, short):
    assert stock().weapons[weapon].short_range == short


@pytest.mark.rule("arap.shooting.field-of-view", "arap.shooting.fire-arc", "arap.turn.free-turn", "arap.F40")
@pytest.mark.parametrize(("facing", "may"), [(0, True), (100, True), (135, True), (136, False), (180, False)])
def test_a_free_turn_brings_the_arc_to_bear(facing, may):
    game = table(f"human_trooper A (10,10) facing={facing}   marine x (30,10)")
    assert (game.choices("A")["shoot:x"] is None) == may


@pytest.mark.rule("arap.shooting.fire-arc", "arap.turn.free-turn")
@pytest.mark.parametrize(("facing", "after"), [(45, 45), (50, 0), (60, 0), (120, 30)])
def test_who_has_the_target_in_his_arc_need_not_turn(facing, after):
    game = table(f"human_trooper A (10,10) facing={facing}   marine x (32,10)").act("A", "shoot:x", dice="6")
    assert game.figure("A1").facing == after


@pytest.mark.rule("arap.shooting.field-of-view")
def test_who_looks_elsewhere_sees_nobody_behind_90_degrees():
    game = table("human_trooper A (10,10)   marine x (10,20)   marine y (9,20)")
    assert in_view(game.battle, game.figure("A1"), game.figure("x1").spot)
    assert not in_view(game.battle, game.figure("A1"), game.figure("y1").spot)


@pytest.mark.rule("arap.shooting.past-allies")
def test_one_comrade_in_the_way_is_no_hindrance_two_are():
    rank = "human_trooper A (10,10) (8.9,10) (7.8,10) size=2   marine x (20,10)"
    assert firing(rank) == ["A1", "A2"]


@pytest.mark.rule("arap.shooting.past-other-units", "arap.F2")
def test_nobody_fires_through_another_unit_unless_figures_hide_nothing():
    field = "human_trooper A (10,10)   human_trooper B (15,10) size=4 base_mm=60   marine x (30,10)"
    assert why(barred(field)).rule == "arap.shooting.line-of-sight"
    assert barred(field, models_block_sight=False) is None
    enemy = field.replace("human_trooper B", "human_trooper y")
    assert why(barred(enemy)).rule == "arap.shooting.line-of-sight"


@pytest.mark.rule("arap.shooting.over-units")
def test_from_above_one_fires_over_a_unit():
    field = "human_trooper A (10,10,3)   human_trooper B (18,10)   marine x (30,10)   block (5,5) (11,15) h=3"
    assert barred(field) is None


@pytest.mark.rule("arap.shooting.past-allies-limits")
@pytest.mark.parametrize(
    ("front", "fire"),
    [
        ("human_trooper", ["A1", "A2"]),
        ("monster_carnifex", ["A1"]),
        ("rough_rider", ["A1"]),
    ],
)
def test_nobody_fires_past_a_larger_or_mounted_comrade(front, fire):
    assert firing(f"{front}+human_trooper A (10,10) (8.3,10) weapons=lasgun   marine x (20,10)") == fire


@pytest.mark.rule("arap.shooting.past-allies-limits")
def test_nobody_fires_past_a_comrade_in_contact_with_another():
    game = table("human_trooper A (10,10) (8,10) (10,11)   marine x (20,10)")
    assert not may_fire_past(game.battle, game.figure("A2"), game.figure("A1"))
    game.figure("A3").y = 12.0
    assert may_fire_past(game.battle, game.figure("A2"), game.figure("A1"))


@pytest.mark.rule("arap.shooting.bs-zero")
def test_who_has_no_skill_neither_shoots_nor_throws():
    field = "human_trooper A (10,10) bs=0   marine x (14,10)"
    assert why(barred(field)).rule == "arap.shooting.bs-zero"
    assert why(barred(field, "throw:x:frag_grenade")).rule == "arap.shooting.bs-zero"


@pytest.mark.rule("arap.movement.ladder-shooting", "arap.E20", "arap.movement.climb-equipment")
@pytest.mark.parametrize(("weapon", "goal"), [("laspistol", 4), ("lasgun", 3), ("crossbow", None)])
def test_from_a_ladder(weapon, goal):
    game = table(
        f"human_trooper A (10,10,2) hangs bs=4 weapons={weapon}   ladder (10,10) (10,11) h=5   "
        "block (5,11) (15,15) h=5   marine x (20,4) (20,6) (20,8)"
    )
    refusal = game.choices("A", 2)["shoot:x" if weapon != "crossbow" else "shoot:x:2"]
    if goal is None:
        assert why(refusal).rule == "arap.movement.ladder-shooting"
    else:
        plan = plan_of(game.battle, game["A"], game["x"], Terms())
        assert aim_at(game.battle, plan, plan.arms["A1"][0][0]).goal == goal


@pytest.mark.rule("arap.basics.measurement-weapon-mount")
def test_some_guns_measure_from_their_mount():
    game = table("truck A (10,10)   marine x (30,10)", vehicles=True)
    mount = game.battle.setup.fighters[0].profile.mount
    assert muzzle(game.battle, game.figure("A1")).x == 10 + mount and mount > 0


@pytest.mark.rule("arap.shooting.visible-creature", "arap.F1")
@pytest.mark.parametrize(("end", "may"), [(10.2, True), (10.45, False)])
def test_an_arm_is_a_target_and_a_hand_beside_the_body_is_not(end, may):
    """Body and limbs of a one-inch base reach 0.375 from its middle; beyond that only its rim shows."""
    field = f"human_trooper A (10,10)   marine x (30,10)   wall (29.4,0) (29.4,{end}) {HIGH}"
    assert (barred(field) is None) is may


@pytest.mark.rule("arap.shooting.past-allies-limits")
def test_nobody_fires_past_a_comrade_in_melee():
    field = "human_trooper A (10,10) (12,10) locked=y   marine y ({},10) locked=A"
    for y, may in ((14, False), (14.1, True)):
        game = table(field.format(y))
        assert may_fire_past(game.battle, game.figure("A1"), game.figure("A2")) is may
