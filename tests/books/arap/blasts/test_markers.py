"""Area weapons: aim points, straying, what stops a shot, and whom a marker catches."""

from __future__ import annotations

import math

import pytest

from tests.books.arap.table import table
from tests.kit.script import a
from warbook.board.geometry import Spot
from warbook.books.arap.army.data import stock
from warbook.books.arap.blasts.bursts import figures_under, near_hit, stopped
from warbook.books.arap.blasts.ground import out_of_reach
from warbook.books.arap.blasts.placing import aim_points
from warbook.books.arap.blasts.striking import is_character, looks_out
from warbook.books.arap.shooting.arms import Barrel
from warbook.books.arap.shooting.plans import plan_of
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.shooting.volley import fire
from warbook.core.questions import Refusal

LAUNCHER = "marine A (10,10) bs=4 weapons=missile_frag"
EAST, SOUTH = "1 1", "28 1"  # directions: tens of degrees, then single ones


def burst_at(dice, target="ganger x (34,10) (34,30) (34,31.5) t=10", firer=LAUNCHER, more="", **rulings):
    """Where the marker of a shot at x came down."""
    game = table(f"{firer}   {target}   {more}", **rulings).act("A", "shoot:x:2", points=2, dice=dice)
    spot = next(event.spot for event in game.events if type(event).__name__ == "Template")
    return round(spot.x, 2), round(spot.y, 2)


def points(field, terms=None):
    game = table(field)
    plan = plan_of(game.battle, game["A"], game["x"], terms or Terms(2))
    barrel = plan.arms["A1"][0][0]
    return aim_points(game.battle, game.figure("A1"), game["x"], barrel)


def covers(field, spot, across=3.0):
    """Who is under a marker, and in what cover."""
    game = table(field)
    found = figures_under(game.battle, Spot(*spot), across)
    return {
        name: kind.cover for kind, names in zip(found.kinds, found.figures, strict=True) for name in names
    }


@pytest.mark.rule("arap.area.scatter", "arap.dice.scatter-minus-skill")
@pytest.mark.parametrize(
    ("dice", "x"),
    [
        (f"3 6 {EAST}", 5.0),
        ("5 5", 0.0),
        ("1 2", 0.0),
    ],
)
def test_a_marker_strays_by_two_dice_less_skill(dice, x):
    assert burst_at(dice, "ganger x (40,9) (40,10) (40,11) t=10 w=9") == (40 + x, 10)


@pytest.mark.rule("arap.area.scatter", "arap.F30", "arap.dice.modifier-sign")
def test_modifiers_lengthen_the_scatter_but_cover_and_size_do_not():
    wide = "ganger x (40,9) (40,10) (40,11) t=10"
    assert burst_at(f"3 6 {EAST}", wide, LAUNCHER + " tactical=1") == (46, 10)
    assert burst_at(f"3 6 {EAST}", wide + " size=1", more="area (38,5) (39.5,15) soft-cover") == (45, 10)
    assert burst_at(f"3 6 {EAST}", "ganger x (40,10) t=10") == (46, 10)  # a small group
    assert burst_at(
        f"3 6 {EAST}", wide, "marine A (10,10) bs=1 weapons=missile_frag rules=mounted+confused"
    ) == (50, 10)


@pytest.mark.rule("arap.area.scatter-limit", "arap.F29")
def test_a_marker_strays_by_half_the_range_at_most():
    assert burst_at(f"4 6 {EAST}", "ganger x (18,9) (18,10) (18,11) t=10") == (22, 10)
    wild = table(f"{LAUNCHER}   ganger x (18,9) (18,10) (18,11) t=10", scenario={"scatter_limit": 1.0}).act(
        "A", "shoot:x:2", points=2, dice=f"4 6 {EAST}"
    )
    assert any(getattr(event, "spot", None) == Spot(24, 10) for event in wild.events)


@pytest.mark.rule("arap.dice.scatter-double-or-seven", "arap.D11")
def test_the_switch_makes_a_seven_a_hit():
    wide = "ganger x (40,9) (40,10) (40,11) t=10"
    assert burst_at(f"1 6 {EAST}", wide) == (43, 10)
    assert burst_at("1 6", wide, scatter_seven=True) == (40, 10)


@pytest.mark.rule("arap.dice.scatter-direction", "arap.D1")
def test_the_direction_is_one_of_360_degrees():
    wide = "ganger x (40,9) (40,10) (40,11) t=10"
    assert burst_at(f"3 6 {SOUTH}", wide) == (40, 5)


@pytest.mark.rule("arap.area.target-squad")
def test_the_aim_point_is_the_middle_of_the_part_that_is_seen():
    ten = " ".join(f"(40,{10 + n})" for n in range(10))
    assert points(f"{LAUNCHER}   ganger x {ten}   wall (38,15.2) (38,25) h=5")[0][2] == Spot(40, 12.5)
    assert [point[0] for point in points(f"{LAUNCHER}   ganger x (40,8) (40,10) (40,12)")] == ["centre"]


@pytest.mark.rule("arap.area.target-squad")
def test_a_wide_squad_may_be_aimed_at_on_its_left_or_right():
    wide = " ".join(f"(40,{4 + 2 * n})" for n in range(6))
    found = {name: spot.y for name, _, spot in points(f"{LAUNCHER}   ganger x {wide}")}
    assert found["right"] < found["centre"] < found["left"]
    game = table(f"{LAUNCHER}   ganger x {wide} t=10").act(
        "A", "shoot:x:2", {"A1": "left"}, points=2, dice="1 1"
    )
    assert any(getattr(event, "spot", None) == Spot(40, found["left"]) for event in game.events)


@pytest.mark.rule("arap.area.target")
def test_of_three_far_apart_the_left_is_the_outermost():
    found = {name: spot.y for name, _, spot in points(f"{LAUNCHER}   ganger x (40,4) (40,10) (40,16)")}
    assert found == {"centre": 10, "right": 4, "left": 16}


@pytest.mark.rule("arap.area.target-cover")
def test_of_a_single_figure_in_cover_the_cover_is_the_target():
    found = points(f"{LAUNCHER}   ganger x (41,11)   area (36,6) (44,14) wood")
    assert found[0][0] == "cover" and found[0][2] == Spot(40, 10)


@pytest.mark.rule("arap.area.target")
@pytest.mark.parametrize(
    ("spot", "rule"),
    [
        ((30, 10), None),
        ((59, 10), "arap.shooting.eligibility"),
        ((30, 20), "arap.area.target"),
    ],
)
def test_a_place_on_the_ground_in_range_and_sight_may_be_aimed_at(spot, rule):
    game = table(f"{LAUNCHER}   ganger x (60,40)   wall (20,14) (20,30) h=5")
    refusal = out_of_reach(game.battle, game.figure("A1"), Spot(*spot), 48.0)
    assert (refusal.rule if refusal else None) == rule


@pytest.mark.rule("arap.shooting.bs-zero", "arap.movement.agility-failure")
@pytest.mark.parametrize(
    ("state", "rule"),
    [("bs=0", "arap.shooting.bs-zero"), ("down", "arap.movement.agility-failure"), ("bs=1", None)],
)
def test_who_may_not_fire_at_an_enemy_does_not_fire_at_a_place_either(state, rule):
    """Without Ballistic Skill there are no ranged attacks at all; who has fallen over makes none."""
    game = table(f"human_trooper A (10,10) weapons=missile_frag {state}   marine x (30,10)")
    barred = game.choices("A", points=2)["burst:A1:missile_frag"]
    assert (None if barred is None else barred.rule) == rule


@pytest.mark.rule("arap.area.target")
def test_a_marker_at_a_place():
    game = table(f"{LAUNCHER}   ganger x (30,10.5) t=10   ganger y (60,40)")
    game.act("A", "burst:A1:missile_frag", (30, 10), points=2, dice="2 2")
    assert game["x"].hits == 1 and game.figure("A1").fired == ("missile_frag",)


@pytest.mark.rule("arap.area.target", "arap.shooting.fire-arc")
def test_where_a_marker_may_be_aimed_is_listed_and_the_nearest_place_found():
    field = "marine A (10,10) weapons=grenade_launcher_frag   ganger x (60,40)   wall (20,14) (20,30) h=5"
    question = table(field).points("A", 1).question(a("burst:A1:grenade_launcher_frag"))
    spots = question.reach()
    assert (30.0, 10.0) in {spot[:2] for spot in spots} and (22.0, 24.0) not in {spot[:2] for spot in spots}
    assert all(0 < math.dist(spot[:2], (10, 10)) <= 24 and spot[0] >= 0 for spot in spots)
    assert question.path(30, 10, None) == (Spot(30, 10),)
    (near,) = question.path(60, 10, None)
    assert (near.x, near.y) == (34, 10), "as far as it reaches"
    assert isinstance(question.judge((Spot(34.1, 10),)), Refusal) and question.judge((Spot(30, 10),)) == 20
    behind = table(field.replace("(10,10)", "(40,10)")).points("A", 1)
    refusal = out_of_reach(behind.battle, behind.figure("A1"), Spot(30, 10), 24)
    assert refusal is not None and refusal.rule == "arap.shooting.fire-arc"
    assert isinstance(out_of_reach(behind.battle, behind.figure("A1"), Spot(73, 10), 48), Refusal)


@pytest.mark.rule("arap.movement.climb-damage-fall", "arap.E14")
@pytest.mark.parametrize(("dice", "z"), [("1 1" + " 3", 5), ("1 1" + " 6 5" + " 1 1", 0)])
def test_a_climber_under_a_marker_falls_though_he_saves(dice, z):
    """S 4 wounds T 4 on a 4, and his armour of 5 is better than AP 6."""
    game = table(f"{LAUNCHER}   human_trooper x (40,10,5) hangs t=4 save=5 w=2")
    game.act("A", "shoot:x:2", points=2, dice=dice)
    assert game.figure("x1").z == z and game.figure("x1").wounds == 2


@pytest.mark.rule("arap.area.hits", "arap.F28")
@pytest.mark.parametrize(
    ("cover", "dice", "hits"),
    [
        ("", "1 1", 3),
        ("area (33,5) (36,15) soft-cover", "1 1 5 5 6", 2),
        ("area (33,5) (36,15) hard-cover", "1 1 4 4 5", 2),
    ],
)
def test_whom_a_marker_hits(cover, dice, hits):
    game = table(f"{LAUNCHER}   ganger x (34,9) (34,10) (34,11) t=10   {cover}")
    game.act("A", "shoot:x:2", points=2, dice=dice)
    assert game["x"].hits == hits


@pytest.mark.rule("arap.area.in-or-out", "arap.F1")
@pytest.mark.parametrize(("x", "under"), [(31.8, True), (31.9, False)])
def test_the_rim_of_a_base_is_not_enough(x, under):
    assert ("x1" in covers(f"ganger A (1,1)   ganger x ({x},10)", (30, 10))) == under


@pytest.mark.rule("arap.area.prone")
def test_who_is_low_in_the_open_has_soft_cover():
    assert covers("ganger A (1,1)   ganger x (30,10) prone", (30, 10)) == {"x1": "soft"}
    assert covers("ganger A (1,1)   ganger x (30,10) tactical=1", (30, 10)) == {"x1": "soft"}


@pytest.mark.rule("arap.area.centre-and-cover")
def test_a_wall_between_the_centre_and_a_figure_is_hard_cover():
    wall = "wall (31,5) (31,15) h=2"
    assert covers(f"ganger A (1,1)   ganger x (30,10) (31.6,10)   {wall}", (30.5, 10)) == {
        "x1": "open",
        "x2": "hard",
    }


@pytest.mark.rule("arap.shooting.fleeting-blast", "arap.F31")
def test_a_fleeting_target_is_hit_on_five_at_worst():
    hard = "area (28,5) (33,15) hard-cover"
    assert covers(f"ganger A (1,1)   ganger x (30,10) fleeting   {hard}", (30, 10)) == {"x1": "soft"}
    assert covers("ganger A (1,1)   ganger x (30,10) fleeting", (30, 10)) == {"x1": "open"}


@pytest.mark.rule("arap.area.trench", "arap.H18")
def test_a_burst_over_a_trench_takes_six_inches_of_it():
    trench = "area (29,0) (31,30) trench"
    field = f"ganger A (1,1)   ganger x (30,10) (30,13) (30,13.2) (33,10)   {trench}"
    assert covers(field, (30, 10)) == {"x1": "open", "x2": "open"}
    assert covers(field, (28, 10), 5.0) == {"x1": "hard"}


@pytest.mark.rule("arap.area.casualties", "arap.shooting.casualty-order-templates")
def test_the_nearest_to_the_centre_fall_first():
    game = table(f"{LAUNCHER}   ganger x (40,10.5) (40,9) (40,8.6) t=4 save=7")
    game.act("A", "shoot:x:2", points=2, dice="1 1 4 3 3")
    fallen = [figure.id for figure in game.battle.figures if figure.place == "out"]
    assert fallen == ["x2"]


@pytest.mark.rule("arap.area.intervening-obstacle")
def test_a_wall_on_the_way_catches_a_stray_shot():
    field = f"{LAUNCHER}   ganger x (34,10)   wall (37,5) (37,15) h=4"
    game = table(field)
    look = (10.0, 8.0, 1.1)
    met = stopped(game.battle, look, Spot(40, 11))
    assert (met.x, met.y) == pytest.approx((36.95, 10.695), abs=0.01)
    assert stopped(game.battle, look, Spot(36, 10)) == Spot(36, 10)
    for walls in ((37, 35), (35, 37)):
        two = f"{LAUNCHER}   ganger x (34,10)   " + "   ".join(f"wall ({at},5) ({at},15) h=4" for at in walls)
        assert 34 < stopped(table(two).battle, look, Spot(40, 11)).x < 35, "the nearer of two"
    low = table(f"{LAUNCHER}   ganger x (34,10)   wall (20,5) (20,15) h=0.3")
    assert stopped(low.battle, look, Spot(40, 10)) == Spot(40, 10)


@pytest.mark.rule("arap.area.look-out-sir", "arap.F9.look-out-sir", "arap.F41")
def test_another_takes_the_hit_of_a_leader():
    field = f"{LAUNCHER}   human_sergeant+human_trooper x (40,10) (40,14) (40,6) weapons=lasgun t=1 save=7"
    saved = table(field).act("A", "shoot:x:2", points=2, dice="1 1 5 2 1")
    assert [figure.place for figure in saved.battle.figures[1:]] == ["table", "out", "table"]
    struck = table(field).act("A", "shoot:x:2", points=2, dice="1 1 6 2")
    assert struck.figure("x1").place == "out"
    off = table(field, look_out_sir=False).act("A", "shoot:x:2", points=2, dice="1 1 2")
    assert off.figure("x1").place == "out"
    alone = table(f"{LAUNCHER}   human_sergeant x (40,10) t=1 save=7").act(
        "A", "shoot:x:2", points=2, dice="1 1 2"
    )
    assert alone.figure("x1").place == "out"


@pytest.mark.rule("arap.area.look-out-sir-who")
def test_who_is_a_character_there():
    def characters(field, **rulings):
        game = table(field, **rulings)
        return [
            figure.id
            for figure in game.battle.standing(game["x"])
            if is_character(game.battle, game["x"], figure) and looks_out(game.battle, game["x"], figure)
        ]

    squad = "marine A (1,1)   human_sergeant+ganger+human_trooper x (30,10) models=5"
    assert characters(squad) == ["x1", "x2"]
    assert characters(squad, look_out_sir=False) == []
    assert characters("marine A (1,1)   human_sergeant x (30,10)") == []
    retinue = "marine A (1,1)   human_sergeant+ganger+marine x (30,10) models=3"
    assert characters(retinue) == ["x1"]


@pytest.mark.rule("arap.area.hits")
def test_swarms_are_hit_twice():
    game = table(f"{LAUNCHER}   ripper_swarm x (34,10) t=10").act("A", "shoot:x:2", points=2, dice="1 1")
    assert game["x"].hits == 2


@pytest.mark.rule("arap.shooting.to-hit")
def test_a_plasma_cannon_rolls_a_die_for_its_heat():
    game = table("marine A (10,10) bs=4 weapons=plasma_cannon save=7   ganger x (34,9) (34,10) (34,11) t=10")
    game.act("A", "shoot:x:2", {"A1": "plasma_cannon"}, points=2, dice="1 1 1 1 1 6")
    assert game.figure("A1").place == "out"


@pytest.mark.rule("arap.D6", "arap.dice.wound-limits")
@pytest.mark.parametrize(("x", "dice"), [(20, "1 1 6 6 6 5 5 5"), (30, "1 1")])
def test_a_marker_is_near_by_the_distance_to_where_it_bursts(x, dice):
    field = f"marine A (10,10) bs=4 weapons=missile_frag   ganger x ({x},9) ({x},10) ({x},11) t=8 save=7 w=9"
    game = table(field).act("A", "shoot:x:2", points=2, dice=dice)
    assert len(game.rolled("arap.shooting.wound-roll")) == (6 if x == 20 else 0)


@pytest.mark.rule("arap.D6", "arap.shooting.short-range")
def test_twelve_inches_are_near_and_half_an_inch_more_is_not():
    weapon = stock().weapons["missile_frag"]
    barrel = Barrel("A1", weapon, "burst", 1, 1, (), 12.0, "seen", 4)
    assert near_hit(barrel, 12.0).near and not near_hit(barrel, 12.5).near


@pytest.mark.rule("arap.charge.stand-and-fire-area")
def test_in_a_charge_a_marker_has_bs_1_and_the_range_of_the_start():
    game = table("marine A (10,10) bs=4 weapons=grenade_launcher_frag   ganger x (40,9) (40,10) (40,11) t=10")
    game.does(lambda g: fire(g, game["A"], game["x"], Terms(1, "stand")), dice=f"3 6 {EAST}")
    assert any(getattr(event, "spot", None) == Spot(48, 10) for event in game.events)
    near = table("marine A (10,10) bs=4 weapons=missile_frag   ganger x (24,9) (24,10) (24,11) t=10")
    near.does(lambda g: fire(g, near["A"], near["x"], Terms(2, "stand")), dice=f"3 6 {EAST}")
    assert any(getattr(event, "spot", None) == Spot(31, 10) for event in near.events), "half of 14 inches"


@pytest.mark.rule("arap.area.guess-range")
@pytest.mark.parametrize(
    ("weapon", "offered"), [("missile_frag", True), ("mortar", False), ("autogun", False)]
)
def test_only_a_marker_that_is_laid_by_sight_may_be_aimed_at_the_ground(weapon, offered):
    game = table(f"human_trooper A (10,10) weapons={weapon}   marine x (30,10)")
    assert any(name.startswith("burst:") for name in game.choices("A", 3)) is offered
