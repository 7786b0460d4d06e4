"""Every line of the table of modifiers, and what does not add up."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.books.arap.table import table, why
from warbook.books.arap.army.data import stock
from warbook.books.arap.field.sight import eye
from warbook.books.arap.shooting.looking import smoke_between
from warbook.books.arap.shooting.plans import aim_at, plan_of
from warbook.books.arap.shooting.terms import Terms

THREE = "(30,8) (30,10) (30,12)"


def goal(
    firer="human_trooper A (10,10) bs=4",
    target=f"marine x {THREE}",
    more="",
    terms=None,
    change=None,
    **rulings,
):
    """What the first figure of A needs against x."""
    game = table(f"{firer}   {target}   {more}", **rulings)
    if change:
        change(game)
    plan = plan_of(game.battle, game["A"], game["x"], terms or Terms())
    return aim_at(game.battle, plan, plan.arms["A1"][0][0]).goal


def moved(inches):
    def change(game):
        for figure in game.battle.standing(game["x"]):
            figure.gone = inches

    return change


def fleeting(game):
    for figure in game.battle.standing(game["x"]):
        figure.fleeting = True


WOOD, RUIN = "area (28,5) (33,15) soft-cover", "area (28,5) (33,15) hard-cover"


@pytest.mark.rule(
    "arap.shooting.to-hit", "arap.dice.ranged-goal", "arap.dice.modifier-sign", "arap.dice.to-hit-limits"
)
@pytest.mark.parametrize(
    ("bs", "cover", "dice", "hits"),
    [
        (4, WOOD, "3", 1),
        (4, RUIN, "3", 0),
        (6, "", "6", 0),
        (4, "", "4", 1),
        (6, "", "5", 1),
    ],
)
def test_a_shot_hits_at_the_goal_or_less_and_never_on_a_six(bs, cover, dice, hits):
    game = table(f"human_trooper A (10,10) bs={bs}   marine x {THREE} t=10   {cover}")
    game.act("A", "shoot:x", dice=dice)
    assert game["x"].hits == hits


@pytest.mark.rule("arap.shooting.cover-modifier", "arap.F47")
def test_soft_cover_takes_one_and_hard_cover_two():
    assert (goal(), goal(more=WOOD), goal(more=RUIN)) == (4, 3, 2)
    assert goal(more="wall (28,5) (28,15) h=0.8") == 2
    assert goal(more="area (20,5) (22,15) soft-cover") == 3  # the line crosses it


@pytest.mark.rule("arap.F45", "arap.F47", "arap.shooting.hit-modifiers")
def test_from_hard_cover_infantry_have_one_more_and_the_target_no_cover_of_it():
    assert goal(more="area (8,5) (12,15) hard-cover") == 5
    assert goal(more="wall (11,5) (11,15) h=0.8") == 5
    assert goal(more="wall (11.1,5) (11.1,15) h=0.8") == 4
    assert (
        goal("rough_rider A (10,10) bs=5 weapons=lasgun", more="area (8,5) (12,15) hard-cover") == 4
    )  # -1 mounted


@pytest.mark.rule("arap.shooting.unit-cover", "arap.F46", "arap.B3")
@pytest.mark.parametrize(("inside", "expected"), [(5, 4), (6, 3)])
def test_more_than_half_of_a_unit_must_be_in_cover(inside, expected):
    spots = " ".join(f"({30 if n < inside else 24},{2 * n + 1})" for n in range(10))
    assert (
        goal(
            "human_trooper A (10,10) bs=4 weapons=heavy_stubber",
            f"marine x {spots}",
            "area (29,0) (31,30) soft-cover",
            Terms(2),
        )
        == expected
    )


@pytest.mark.rule("arap.F46")
def test_members_that_are_not_seen_count_as_in_hard_cover():
    spots = "(30,4) (30,6) (30,10) (30,12) (30,14)"
    assert goal(target=f"marine x {spots}", more="wall (29,9) (29,15) h=4") == 2
    assert goal(target=f"marine x {spots} (30,2)", more="wall (29,9) (29,15) h=4") == 4


@pytest.mark.rule("arap.F46", "arap.S26")
@pytest.mark.parametrize(
    ("spots", "expected"), [("(30,10) (32,10) (34,10)", 2), ("(30,8) (30,10) (32,10)", 4)]
)
def test_members_hidden_by_comrades_count_as_in_hard_cover(spots, expected):
    assert goal(target=f"marine x {spots}") == expected


@pytest.mark.rule("arap.shooting.open-casualties-first")
def test_the_share_in_cover_is_judged_afresh():
    spots = " ".join(f"({24 if n < 4 else 30},{2 * n + 2})" for n in range(8))
    wood = "area (29,0) (31,30) soft-cover"
    game = table(
        f"human_trooper A (10,10) bs=4 weapons=heavy_stubber   human_trooper x {spots} save=7   {wood}"
    )
    game.act("A", "shoot:x:2", points=2, dice="1 6 6 6 1 1")
    lost = [figure.id for figure in game.battle.figures if figure.place == "out"]
    assert len(lost) == 1 and lost[0] in ("x1", "x2", "x3", "x4")
    plan = plan_of(game.battle, game["A"], game["x"], Terms(2))
    assert plan.looks["A1"].cover == "soft"


@pytest.mark.rule("arap.shooting.hit-modifiers", "arap.F8")
@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("marine x (30,10)", 3),
        ("marine x (30,10) (30,12)", 3),
        (f"marine x {THREE}", 4),
        ("ogryn x (30,10) size=3", 4),
        ("marine x (30,10) size=1", 2),
        (f"marine x {THREE} size=1", 3),
    ],
)
def test_small_groups_and_small_targets(target, expected):
    assert goal(target=target) == expected


@pytest.mark.rule("arap.shooting.hit-modifiers")
def test_hard_cover_of_ones_own_outweighs_a_small_group():
    assert goal("human_trooper A (10,10) bs=3", "marine x (30,10)", "area (8,5) (12,15) hard-cover") == 3
    shotgun = "human_trooper A (10,10) bs=4 weapons=shotgun"
    near = "(16,8) (16,10) (16,12)"
    assert goal(shotgun, f"marine x {near}", "area (15,5) (17,15) hard-cover") == 3


@pytest.mark.rule("arap.shooting.hit-modifiers")
@pytest.mark.parametrize(("x", "expected"), [(16, 5), (16.1, 4)])
def test_a_shotgun_at_half_range(x, expected):
    target = f"marine x ({x},10) ({x},30) ({x},32)"
    assert goal("human_trooper A (10,10) bs=4 weapons=shotgun", target) == expected


@pytest.mark.rule("arap.movement.tactical-shooting", "arap.E8")
def test_who_moved_tactically_shoots_worse_in_that_turn():
    assert goal("human_trooper A (10,10) bs=4 tactical=1") == 3
    assert goal("human_trooper A (10,10) bs=4 tactical=1", turn=2) == 4


@pytest.mark.rule("arap.movement.prone-hit-modifier", "arap.movement.tactical-target", "arap.A10")
@pytest.mark.parametrize("low", ["prone", "tactical=1"])
def test_who_is_low_is_harder_to_hit_beyond_4_inches(low):
    assert goal(target=f"marine x {THREE} {low}") == 3
    assert goal(target=f"marine x (14,10) (13,13) (13,7) {low}") == 4
    assert goal(target=f"marine x (14.1,10) (14,13) (14,7) {low}") == 3


@pytest.mark.rule("arap.movement.prone-no-stack", "arap.F7", "arap.A10")
def test_lying_down_adds_nothing_to_cover():
    assert goal(target=f"marine x {THREE} tactical=1", more=WOOD) == 3
    assert goal(target=f"marine x {THREE} tactical=1", more=RUIN) == 2


@pytest.mark.rule("arap.shooting.hit-modifiers")
def test_mounted_and_confused_firers():
    assert goal("human_trooper A (10,10) bs=4 rules=mounted") == 3
    assert goal("human_trooper A (10,10) bs=4 rules=confused") == 3


@pytest.mark.rule("arap.shooting.laser-fast-target", "arap.shooting.hit-modifiers", "arap.F6")
@pytest.mark.parametrize(
    ("weapon", "inches", "expected"),
    [
        ("autogun", 25, 2),
        ("autogun", 24, 2),
        ("autogun", 23.9, 3),
        ("autogun", 12, 3),
        ("autogun", 11.9, 4),
        ("lasgun", 25, 4),
        ("lasgun", 24, 4),
    ],
)
def test_a_fast_target_but_for_lasers(weapon, inches, expected):
    assert goal(f"human_trooper A (10,10) bs=4 weapons={weapon}", change=moved(inches)) == expected


@pytest.mark.rule("arap.shooting.firer-wounded", "arap.F9.wounded-firer")
def test_a_wounded_firer_where_its_switch_is_on():
    firer = "human_trooper A (10,10) bs=5 w=3 wounds=2"
    assert goal(firer) == 5 and goal(firer, wounded_firer=True) == 4
    assert goal(firer.replace(" wounds=2", ""), wounded_firer=True) == 5


@pytest.mark.rule("arap.shooting.fleeting-target", "arap.A15", "arap.shooting.fleeting-when")
@pytest.mark.parametrize(
    ("switch", "hard", "soft", "open_"),
    [
        ("replaces", 3, 3, 3),
        ("worse_of_the_two", 2, 3, 3),
        ("adds", 1, 2, 3),
    ],
)
def test_a_fleeting_target(switch, hard, soft, open_):
    goals = [goal(more=cover, change=fleeting, fleeting_and_cover=switch) for cover in (RUIN, WOOD, "")]
    assert goals == [hard, soft, open_] and goal(more=RUIN) == 2


@pytest.mark.rule("arap.F26", "arap.F30", "arap.shooting.fleeting-target")
@pytest.mark.parametrize(("weapon", "x", "found"), [("missile_frag", 30, 3), ("flamer", 16, 4)])
def test_a_fleeting_target_changes_the_scatter_of_a_marker_and_no_stream(weapon, x, found):
    squad = f"marine x ({x},9) ({x},10) ({x},11)"
    assert (
        goal(f"human_trooper A (10,10) bs=4 weapons={weapon}", squad, terms=Terms(2), change=fleeting)
        == found
    )


@pytest.mark.rule("arap.shooting.fleeting-when", "arap.shooting.fleeting-target")
def test_who_ran_from_wood_to_wood_is_fleeting_and_who_stayed_is_not():
    woods = "area (10,5) (12,15) soft-cover   area (13,5) (15,15) soft-cover"
    game = table(f"human_trooper A (11,10)   marine x (40,10)   {woods}")
    game.act("A", "move", (14, 10))
    assert game.figure("A1").fleeting
    stays = table(f"human_trooper A (11,8)   marine x (40,10)   {woods}").act("A", "move", (11, 10))
    assert not stays.figure("A1").fleeting


@pytest.mark.rule("arap.shooting.ambush-bonus", "arap.shooting.ambush-condition", "arap.H8")
def test_from_ambush_one_more_and_then_the_ambusher_is_seen():
    assert goal("human_trooper A (10,10) bs=3 hidden") == 4 and goal("human_trooper A (10,10) bs=3") == 3
    game = table(f"human_trooper A (10,10) bs=3 hidden   marine x {THREE}").act("A", "shoot:x", dice="5")
    assert not game["A"].hidden


@pytest.mark.rule("arap.H8")
def test_nobody_fires_at_who_is_hidden():
    assert "shoot:x" not in table("human_trooper A (10,10)   marine x (30,10) hidden").choices("A")


@pytest.mark.rule("arap.shooting.corrective-aim", "arap.F13")
def test_corrective_aim_from_the_second_turn_on_and_never_more_than_one():
    field = f"human_trooper A (10,10) bs=3   marine x {THREE}"
    game = table(field).act("A", "shoot:x", dice="6")
    assert game.rolled("arap.shooting.to-hit")[-1].most == 3
    for clock in (3, 5):
        game.battle.clock, game.battle.stack = clock, []
        game.act("A", "shoot:x", dice="6")
        assert game.rolled("arap.shooting.to-hit")[-1].most == 4
    game.act("A", "shoot:x", dice="6")
    assert game.rolled("arap.shooting.to-hit")[-1].most == 4


@pytest.mark.rule("arap.shooting.corrective-aim", "arap.F13")
@pytest.mark.parametrize(("who", "to"), [("x", (32, 8)), ("A", (12, 10))])
def test_who_moves_or_is_moved_on_loses_the_aim(who, to):
    game = table(f"human_trooper A (10,10) bs=3   marine x {THREE}").act("A", "shoot:x", dice="6")
    game.battle.stack = []
    game.act(who, "move", to)
    game.battle.clock, game.battle.stack = 3, []
    game.act("A", "shoot:x", dice="6")
    assert game.rolled("arap.shooting.to-hit")[-1].most == 3


@pytest.mark.rule("arap.shooting.corrective-aim")
def test_a_turn_without_fire_loses_the_aim():
    game = table(f"human_trooper A (10,10) bs=3   marine x {THREE}").act("A", "shoot:x", dice="6")
    game.battle.clock, game.battle.stack = 5, []
    game.act("A", "shoot:x", dice="6")
    assert game.rolled("arap.shooting.to-hit")[-1].most == 3


@pytest.mark.rule("arap.F13")
def test_fire_in_anothers_turn_neither_begins_nor_has_the_corrected_aim():
    field = f"human_trooper A (10,10) bs=3   marine x {THREE}   marine y (28,18)"
    game = table(field, side="b").act("A", "shoot:x", dice="6")
    game.battle.side, game.battle.clock, game.battle.stack = "a", 3, []
    game.act("A", "shoot:x", dice="6")
    assert game.rolled("arap.shooting.to-hit")[-1].most == 3
    game.battle.side, game.battle.clock, game.battle.stack = "b", 4, []
    game.act("A", "shoot:x", dice="6")
    assert game.rolled("arap.shooting.to-hit")[-1].most == 3
    game.battle.side, game.battle.clock, game.battle.stack = "a", 5, []
    game.act("A", "shoot:x", dice="6")
    assert game.rolled("arap.shooting.to-hit")[-1].most == 4
    game.battle.side, game.battle.clock, game.battle.stack = "b", 6, []
    game.act("A", "shoot:y", dice="6")
    game.battle.side, game.battle.clock, game.battle.stack = "a", 7, []
    game.act("A", "shoot:x", dice="6")
    assert game.rolled("arap.shooting.to-hit")[-1].most == 3


@pytest.mark.rule("arap.shooting.hidden-targets", "arap.F38", "arap.F39")
def test_what_smoke_or_the_dark_hides_is_fired_at_with_bs_1():
    gun = "human_trooper A (10,10) bs=5 weapons=autogun"
    assert goal(gun, more="smoke (20,10) radius=3") == 1
    assert goal(gun, f"marine x {THREE} tactical=1", "smoke (20,10) radius=3") == 0
    assert goal(gun, change=lambda game: setattr(game.battle, "visibility", 12.0)) == 1


@pytest.mark.rule("arap.shooting.laser-smoke", "arap.F39")
@pytest.mark.parametrize(("weapon", "strength"), [("lasgun", None), ("lascannon", 7), ("autocannon", 7)])
def test_lasers_in_smoke(weapon, strength):
    game = table(f"marine A (10,10) weapons={weapon}   marine x {THREE}   smoke (20,10) radius=3")
    option = "shoot:x" if weapon == "lasgun" else "shoot:x:2"
    if strength is None:
        assert why(game.choices("A", 2)[option]).rule == "arap.shooting.laser-smoke"
    else:
        plan = plan_of(game.battle, game["A"], game["x"], Terms(2))
        assert plan.arms["A1"][0][0].strength == strength


@pytest.mark.rule("arap.shooting.into-close-combat")
def test_into_close_combat_one_less():
    assert goal(target=f"marine x {THREE} locked=B", more="human_trooper B (31.5,10) (31.5,12) locked=x") == 3


@pytest.mark.rule("arap.shooting.laser-smoke")
@pytest.mark.parametrize(("strength", "left"), [(5, None), (6, 4), (9, 7)])
def test_a_laser_of_strength_six_passes_smoke_with_two_less(strength, left):
    laser = replace(stock().weapons["lascannon"], id="laser", strength=strength)
    field = f"marine A (10,10) weapons=laser   marine x {THREE}   smoke (20,10) radius=3"
    game = table(field, weapons=(laser,))
    plan = plan_of(game.battle, game["A"], game["x"], Terms(2))
    assert [arm[0].strength for arm in plan.arms.get("A1", [])] == ([] if left is None else [left])
    dark = table(field.partition("   smoke")[0], weapons=(laser,))
    dark.battle.visibility = 12.0
    plan = plan_of(dark.battle, dark["A"], dark["x"], Terms(2))
    assert [arm[0].strength for arm in plan.arms["A1"]] == [strength], "the dark takes nothing"


NEAR = "marine x (20,8) (20,10) (20,12)"


@pytest.mark.rule("arap.charge.fire-and-charge", "arap.charge.fire-and-charge-shotgun")
@pytest.mark.rule("arap.charge.stand-and-fire-bs", "arap.charge.stand-and-fire-shotgun")
@pytest.mark.rule("arap.charge.stand-and-fire-fast")
@pytest.mark.parametrize(
    ("weapon", "cover", "terms", "expected"),
    [
        ("bolt_pistol", "", Terms(1, "fire"), 1),
        ("bolt_pistol", "area (19,5) (21,15) soft-cover", Terms(1, "fire"), 0),
        ("shotgun", "", Terms(1, "fire"), 2),
        ("lasgun", "", Terms(1, "stand"), 1),
        ("lasgun", "", Terms(1, "stand", fast=True), 0),
        ("shotgun", "", Terms(1, "stand"), 2),
    ],
)
def test_in_a_charge_all_fire_with_bs_1(weapon, cover, terms, expected):
    assert goal(f"human_trooper A (10,10) bs=5 weapons={weapon}", NEAR, cover, terms) == expected


@pytest.mark.rule("arap.charge.fire-and-charge-weapons", "arap.charge.fire-and-charge-area")
@pytest.mark.parametrize(
    ("weapon", "far", "shots", "inches"),
    [("big_shoota", 30, 1, 9), ("launcher", 12, 1, 9), ("launcher", 6, 1, 6)],
)
def test_one_shot_in_a_charge_at_no_more_than_the_range_of_the_weapon(weapon, far, shots, inches):
    launcher = replace(stock().weapons["grenade_launcher_frag"], id="launcher", range=far)
    text = f"human_trooper A (10,10) weapons={weapon}   marine x (19,10) (19,12)"
    game = table(text, weapons=(launcher,))
    barrel = plan_of(game.battle, game["A"], game["x"], Terms(1, "fire")).arms["A1"][0][0]
    assert (barrel.shots, barrel.inches) == (shots, inches)


@pytest.mark.rule("arap.charge.fire-and-charge", "arap.H11")
@pytest.mark.parametrize(("terms", "hands"), [(Terms(1, "fire"), {1}), (Terms(), {1, 2})])
def test_nobody_fires_a_pistol_in_each_hand_in_a_charge(terms, hands):
    game = table("human_trooper A (10,10) weapons=laspistol+autopistol   marine x (19,10) (19,12)")
    arms = plan_of(game.battle, game["A"], game["x"], terms).arms["A1"]
    assert {len(arm) for arm in arms} == hands


@pytest.mark.rule("arap.shooting.laser-smoke")
@pytest.mark.parametrize(("y", "passes"), [(5, (6, 2)), (10.5, (0, 0)), (9.5, (6, 2))])
def test_only_ground_full_of_smoke_that_lies_between_weakens_a_laser(y, passes):
    game = table(f"marine A (10,10)   marine x (30,10)   area (18,{y}) (22,{y + 10}) smoke")
    battle = game.battle
    assert smoke_between(battle, eye(battle, game.figure("A1")), game.figure("x1").spot) == passes
