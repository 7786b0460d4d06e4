"""Which weapons bear on a target, and what their shots come to."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.books.vehicles.table import Position, table
from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.army.data import units, weapons
from warbook.books.vehicles.field.weapons import working_guns
from warbook.books.vehicles.shooting.barrels import Barrel, aimed_at, barrels, shots_of
from warbook.books.vehicles.shooting.salvo import at_unit, at_vehicle, strike_of


def weapons_on(game: Position, firer: str, target: str) -> list[str]:
    battle = game.battle
    return [barrel.weapon.id for barrel in barrels(battle, battle.either(firer), battle.either(target))]


def av_and_cover(game: Position, firer: str, target: str) -> list[tuple[int, int]]:
    battle = game.battle
    ride = battle.vehicle(target)
    fired = [barrel for barrel in barrels(battle, battle.either(firer), ride) if not barrel.weapon.blast]
    shots = at_vehicle(battle, battle.either(firer), ride, fired).shots
    return [(shot.armour.av, shot.armour.cover) for _, shot in shots]


@pytest.mark.rule("veh.P11")
@pytest.mark.parametrize(
    ("weapon", "inches", "moved", "shots"),
    [
        ("boltgun", 12.0, True, 2),
        ("boltgun", 12.1, True, 0),
        ("boltgun", 12.1, False, 1),
        ("missile_krak", 20.0, False, 1),
        ("missile_krak", 20.0, True, 0),
        ("storm_bolter", 20.0, True, 2),
        ("bolt_pistol", 11.0, True, 1),
    ],
)
def test_weapon_types_on_foot(weapon: str, inches: float, moved: bool, shots: int) -> None:
    assert shots_of(weapons()[weapon], inches, moved) == shots


@pytest.mark.rule("veh.attack.select")
@pytest.mark.parametrize(("x", "bears"), [(35.2, True), (35.255, True), (35.3, False)])
def test_range_runs_from_the_base_to_the_hull(x: float, bears: bool) -> None:
    # the edge of his base is at 9.0 and the hull begins 2.25 inches before its middle
    game = table(f"tactical_squad A (8.5,24) models=1 kinds=1      rhino v ({x},24)")
    assert ("boltgun" in weapons_on(game, "A", "v")) is bears


@pytest.mark.rule("veh.arc.per-weapon")
def test_each_gun_looks_for_itself() -> None:
    game = table("leman_russ V (20,24)      rhino v (20,40)")
    assert weapons_on(game, "V", "v") == ["battle_cannon"]
    game.ride("V").facing = 90.0
    assert weapons_on(game, "V", "v") == ["battle_cannon", "heavy_bolter"]


@pytest.mark.rule("veh.target.los")
def test_what_is_out_of_sight_is_no_target_but_for_a_barrage() -> None:
    game = table("""
        basilisk V (6,24)      rhino v (60,24)
        block (30,10) (32,38) h=8
    """)
    fired = barrels(game.battle, game.ride("V"), game.ride("v"))
    assert [(each.weapon.id, each.barrage, each.sees) for each in fired] == [("earthshaker", True, False)]


@pytest.mark.rule("veh.ordnance.barrage-choice", "veh.ordnance.barrage-direct")
@pytest.mark.parametrize(("x", "ways"), [(60, {True, False}), (30, {False})])
def test_a_barrage_has_a_minimum_range_and_direct_fire_has_none(x: float, ways: set[bool]) -> None:
    game = table(f"basilisk V (6,24)      rhino v ({x},24)")
    fired = barrels(game.battle, game.ride("V"), game.ride("v"))
    assert {each.barrage for each in fired if each.weapon.id == "earthshaker"} == ways


@pytest.mark.rule("veh.ordnance.barrage-indirect")
def test_after_a_move_there_is_no_barrage() -> None:
    game = table("basilisk V (6,24) speed=combat      rhino v (60,24)")
    fired = barrels(game.battle, game.ride("V"), game.ride("v"))
    assert {each.barrage for each in fired if each.weapon.id == "earthshaker"} == {False}


@pytest.mark.rule("veh.damage.weapon-destroyed")
def test_a_lost_gun_fires_no_more() -> None:
    game = table("predator V (20,24) guns_lost=0      rhino v (40,24)")
    assert "autocannon" not in weapons_on(game, "V", "v")


@pytest.mark.rule("veh.attack.note-armor", "veh.attack.facing-and-hit")
def test_firers_at_two_facings_are_two_groups_each_with_its_armour() -> None:
    game = table("""
        tactical_squad A (20,24) (36,34) kinds=1+1
        predator v (30,24)
    """)
    assert sorted(av_and_cover(game, "A", "v")) == [(11, NEVER), (13, NEVER)]


@pytest.mark.rule("veh.target.cover", "veh.V19", "veh.V87")
@pytest.mark.parametrize(
    ("firers", "cover"),
    [("(16,23) (16,24) (26,40)", 4), ("(16,23) (26,40)", NEVER), ("(16,23) (26,40) (26,38)", NEVER)],
)
def test_cover_needs_the_majority_of_those_who_can_hurt_it(firers: str, cover: int) -> None:
    # the low wall hides the lower half of the hull from the west; pistols, which cannot hurt it, have no say
    game = table(f"""
        tactical_squad A {firers} kinds=3
        rhino v (26,24)
        wall (23.2,22) (23.2,26) h=1.4 words=cover-4
    """)
    assert {saves for _, saves in av_and_cover(game, "A", "v")} == {cover}


@pytest.mark.rule("veh.V19")
def test_the_save_is_that_of_what_hides_the_vehicle() -> None:
    game = table("""
        tactical_squad A (16,24) models=1 kinds=3
        rhino v (26,24)
        wall (23.2,22) (23.2,26) h=1.4 words=cover-5
    """)
    assert {saves for _, saves in av_and_cover(game, "A", "v")} == {5}


@pytest.mark.rule("veh.target.smoke-cover", "veh.V9")
def test_smoke_gives_a_4_plus_save() -> None:
    game = table("predator V (10,24)      rhino v (30,24) smoking")
    assert set(av_and_cover(game, "V", "v")) == {(11, 4)}


@pytest.mark.rule("veh.skimmer.flat-out-cover")
@pytest.mark.parametrize(("state", "cover"), [("", 4), ("immobilized", NEVER)])
def test_a_skimmer_that_went_flat_out_has_a_4_plus_save_unless_it_is_immobilized(
    state: str, cover: int
) -> None:
    game = table(f"predator V (10,24)      land_speeder v (30,24) flat_out_skimming {state}")
    assert set(av_and_cover(game, "V", "v")) == {(10, cover)}


@pytest.mark.rule("veh.V18")
@pytest.mark.parametrize("save", [3, 4])
def test_an_unseen_facing_is_saved_on_3_or_by_the_switch_on_4(save: int) -> None:
    game = table(
        """
        tactical_squad A (18,14) models=1 kinds=1
        predator v (36,24)
        wall (33.2,22.2) (33.2,26) h=5
        """,
        unseen_facing_cover=save,
    )
    assert av_and_cover(game, "A", "v") == [(11, save)]


@pytest.mark.rule("veh.P13")
@pytest.mark.parametrize(("inches", "roll"), [(6.0, "sum"), (6.1, "d6")])
def test_melta_adds_a_die_within_half_its_range(inches: float, roll: str) -> None:
    barrel = Barrel(weapons()["meltagun"], 1, (0.0, 0.0, 1.0), inches)
    assert strike_of(barrel).roll == roll


@pytest.mark.rule("veh.attack.penetration-roll")
def test_ordnance_takes_the_higher_of_two_dice() -> None:
    assert strike_of(Barrel(weapons()["battle_cannon"], 1, (0.0, 0.0, 1.0), 20.0)).roll == "highest"
    assert strike_of(Barrel(weapons()["autocannon"], 1, (0.0, 0.0, 1.0), 20.0)).roll == "d6"


@pytest.mark.rule("veh.P14", "veh.P7")
def test_a_unit_in_a_wood_has_its_cover_if_half_of_it_is_there() -> None:
    wood = "area (30,20) (40,30) ground=difficult words=cover-4"
    half = table(f"predator V (10,24)      guard_squad x (35,22) (35,24) (45,24) (45,26) kinds=1\n{wood}")
    less = table(f"predator V (10,24)      guard_squad x (35,22) (45,22) (45,24) (45,26) kinds=1\n{wood}")

    def cover(game: Position) -> int:
        fired = barrels(game.battle, game.ride("V"), game["x"])
        return at_unit(game.battle, game.ride("V"), game["x"], fired).cover

    assert (cover(half), cover(less)) == (4, 0)


@pytest.mark.rule("veh.P14")
def test_a_unit_seen_through_another_has_a_4_plus_save() -> None:
    game = table("""
        predator V (10,24) guns_lost=1+2
        guard_squad x (40,24) models=1 kinds=1
        guard_squad y (39,24) models=1 kinds=1
    """)
    fired = barrels(game.battle, game.ride("V"), game["x"])
    assert at_unit(game.battle, game.ride("V"), game["x"], fired).cover == 4


@pytest.mark.rule("veh.P5", "veh.arc.per-weapon")
@pytest.mark.parametrize(("x", "bears"), [(48.75, True), (48.85, False)])
def test_whom_a_gun_reaches_is_in_its_arc_and_in_range_at_once(x: float, bears: bool) -> None:
    """The hull gun sits at 12.25 and reaches 36 inches to the edge of a base. Nearer men are beside it."""
    game = table(f"chimera V (10,24)      guard_squad x (10,34) (11.5,34) ({x},24) kinds=1")
    assert ("heavy_bolter" in weapons_on(game, "V", "x")) is bears


@pytest.mark.rule("veh.P5", "veh.attack.select")
@pytest.mark.parametrize(("x", "bears"), [(46.4, True), (46.6, False)])
def test_whom_a_gun_reaches_is_in_range_and_in_sight_at_once(x: float, bears: bool) -> None:
    """The turret at 10 reaches 36 inches to the edge of a base. A nearer man stands behind the house."""
    text = f"razorback V (10,24)      guard_squad x (20,30) ({x},24) kinds=1      block (15,25) (16,36) h=6"
    assert bool(weapons_on(table(text), "V", "x")) is bears


@pytest.mark.rule("veh.attack.select")
@pytest.mark.parametrize("target", ["guard_squad x (22,24) (22,25.5) kinds=1", "rhino x (22,24)"])
@pytest.mark.parametrize("height", [6, 1])
def test_a_flame_is_laid_on_nobody_out_of_sight(target: str, height: int) -> None:
    game = table(f"hellhound V (10,24)      {target}      block (15,10) (16,40) h={height}")
    assert ("inferno_cannon" in weapons_on(game, "V", "x")) is (height == 1)


@pytest.mark.rule("veh.target.template-place")
def test_a_template_touches_no_friend() -> None:
    free = table("deff_dread V (20,24)      guard_squad x (26,24) (27.5,24) kinds=1")
    barred = table("""
        deff_dread V (20,24)      guard_squad x (26,24) (27.5,24) kinds=1
        ork_boyz B (23.5,22.6) (23.5,24) (23.5,25.4) kinds=1
    """)
    assert "skorcha" in weapons_on(free, "V", "x")
    assert "skorcha" not in weapons_on(barred, "V", "x")


@pytest.mark.rule("veh.transport.fire-points", "veh.open.fire")
def test_those_aboard_measure_from_the_hull() -> None:
    # the hull's front edge is at 22.25, so a boltgun reaches 24 inches from there
    near = table("rhino V (20,24)      tactical_squad A in V      guard_squad x (46.7,24) models=1 kinds=1")
    far = table("rhino V (20,24)      tactical_squad A in V      guard_squad x (46.8,24) models=1 kinds=1")
    assert "boltgun" in weapons_on(near, "A", "x")
    assert "boltgun" not in weapons_on(far, "A", "x")


@pytest.mark.rule("veh.transport.fire-moving", "veh.V49", "veh.P11")
@pytest.mark.parametrize(
    ("ride", "unit", "fire"),
    [
        ("", "", True),
        ("speed=combat", "", False),
        ("turned", "", True),
        ("", "boarded", False),
    ],
)
def test_those_aboard_have_moved_if_their_transport_has(ride: str, unit: str, fire: bool) -> None:
    game = table(f"trukk V (20,24) {ride}      tactical_squad A in V {unit}   guard_squad x (40,24) models=1")
    assert ("boltgun" in weapons_on(game, "A", "x")) is fire


def test_whoever_is_not_on_the_table_is_no_target() -> None:
    game = table("rhino R (20,24)      tactical_squad A (10,24) models=1      guard_squad x (30,24)")
    for model in game.battle.members(game["x"]):
        model.place = "out"
    assert weapons_on(game, "A", "x") == weapons_on(game, "R", "x") == []


@pytest.mark.rule("veh.V88", "veh.V18")
@pytest.mark.parametrize(
    ("wall", "struck"),
    [
        ("", ("side", True)),
        ("wall (33.6,22) (33.6,26) h=5", ("side", True)),
        ("wall (33.8,25.6) (40,25.6) h=5", ("front", False)),
    ],
)
def test_the_side_is_judged_from_the_middle_of_who_fires(wall: str, struck: tuple[str, bool]) -> None:
    """The middle of the firer is in the side arc of the target and its mount in the front arc. What hides the
    front leaves the side to be struck, which is where it stands: no save for that. What hides the side leaves
    the front, where it does not stand."""
    game = table(f"predator V (21,34.3) facing=180 guns_lost=0+2      rhino v (36,24) facing=180      {wall}")
    found = [each for each in barrels(game.battle, game.ride("V"), game.ride("v")) if each.gun == 1]
    assert [(each.facing, each.faces) for each in found] == [struck]


@pytest.mark.rule("veh.P10")
@pytest.mark.parametrize(("far", "count"), [(36.505, 2), (36.53, 1)])
def test_a_marker_is_laid_over_those_in_range_only(far: float, count: int) -> None:
    game = table(f"basilisk V (20,24)      guard_squad x (30,24) ({20 + far},24) kinds=1")
    cannon = replace(weapons()["battle_cannon"], range=36)
    barrel = Barrel(cannon, 1, (20.0, 24.0, 2.0), 10.0, gun=0)
    assert len(aimed_at(game.battle, game.ride("V"), game["x"], barrel)) == count


@pytest.mark.rule("veh.ordnance.barrage-indirect", "veh.ordnance.barrage-direct")
@pytest.mark.parametrize(("barrage", "near", "count"), [(True, 36.5, 2), (True, 36.4, 1), (False, 36.4, 2)])
def test_only_of_a_barrage_the_marker_is_laid_beyond_a_minimum_range(
    barrage: bool, near: float, count: int
) -> None:
    game = table(f"basilisk V (10,24)      guard_squad x ({10 + near},24) (60,24) kinds=1")
    barrel = Barrel(weapons()["earthshaker"], 1, (10.0, 24.0, 2.0), 36.0, gun=0, barrage=barrage)
    assert len(aimed_at(game.battle, game.ride("V"), game["x"], barrel)) == count


@pytest.mark.rule("veh.P13")
def test_a_gun_whose_only_shot_is_fired_fires_no_more() -> None:
    game = table("predator V (10,24) guns_spent=0   rhino r (40,24)")
    assert 0 not in working_guns(game.ride("V"))
    assert 0 not in {each.gun for each in barrels(game.battle, game.ride("V"), game.ride("r"))}


@pytest.mark.rule("veh.P10")
@pytest.mark.parametrize(("friend", "fires"), [("(40,40)", True), ("(14,20)", False)])
def test_a_flamer_that_would_touch_a_friend_is_not_fired(friend: str, fires: bool) -> None:
    veterans = units()["guard_veterans"]
    burners = replace(veterans, id="burners", models=(replace(veterans.models[0], weapons=("flamer",)),))
    game = table(
        f"burners A (10,20) models=1   tactical_squad B {friend} models=1   guard_squad x (17,20) models=1",
        own_units=[burners],
    )
    assert weapons_on(game, "A", "x") == ["flamer"] * fires
