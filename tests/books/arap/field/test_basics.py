"""Measuring, sizes, melee radii, coherency and sub-units."""

from __future__ import annotations

import pytest

from tests.books.arap.table import table
from warbook.board.geometry import Spot, flat_gap
from warbook.books.arap.army.lists import COUNTS_AS
from warbook.books.arap.field.bodies import apart, body, melee_radius, profile, radius, touch, within
from warbook.books.arap.field.coherency import chains, regroup
from warbook.books.arap.field.ground import areas_under
from warbook.books.arap.field.near import (
    clear_of_melee,
    combats,
    engaged,
    engages,
    lock,
    unlock,
)
from warbook.books.arap.field.units import leadership, slowest


@pytest.mark.rule("arap.basics.measurement", "arap.basics.bulky-bases")
def test_distances_are_measured_from_centre_to_centre():
    game = table("human_trooper A (10,10) (11,10)   terminator x (12.25,10)")
    one, two, bulky = (game.figure(name) for name in ("A1", "A2", "x1"))
    assert apart(one, two) == 1 and touch(game.battle, one, two)
    assert apart(two, bulky) == 1.25 and touch(game.battle, two, bulky)
    assert radius(game.battle, bulky) == 0.75 and not touch(game.battle, one, bulky)


@pytest.mark.rule("arap.basics.measurement", "arap.melee.contact")
@pytest.mark.parametrize(("z", "contact"), [(2, True), (2.1, False)])
def test_bases_two_inches_above_each_other_are_in_contact(z, contact):
    game = table(f"human_trooper A (10,10)   marine x (11,10,{z})")
    assert touch(game.battle, game.figure("A1"), game.figure("x1")) is contact


@pytest.mark.rule("arap.basics.inclusive")
def test_limits_include_themselves():
    assert within(3.0, 3) and not within(3.01, 3)
    assert chains([Spot(0, 0), Spot(3, 0)]) == [[0, 1]] and chains([Spot(0, 0), Spot(3.01, 0)]) == [[0], [1]]


@pytest.mark.rule("arap.basics.measurement")
@pytest.mark.parametrize("spot", [(15, 10), (5, 10), (10, 15), (10, 5)])
def test_the_outline_of_an_area_is_in_it_on_every_side(spot):
    game = table("human_trooper A (10,10)   area (5,5) (15,15) bog")
    assert areas_under(game.battle, Spot(*spot))
    assert not areas_under(game.battle, Spot(*(each + (each - 10) / 50 for each in spot)))


@pytest.mark.rule("arap.basics.move-gap")
@pytest.mark.parametrize(("profile_id", "gap"), [("human_trooper", 3.0), ("terminator", 2.5)])
def test_a_move_leaves_its_length_less_the_base(profile_id, gap):
    game = table(f"{profile_id} A (10,10)   marine x (60,40)")
    before = body(game.battle, game.figure("A1"))
    game.act("A", "move", (14, 10))
    assert flat_gap(before, body(game.battle, game.figure("A1"))) == pytest.approx(gap)


@pytest.mark.rule("arap.basics.size-categories", "arap.basics.melee-radius", "arap.basics.large-object")
@pytest.mark.parametrize(
    ("profile_id", "size"),
    [("human_trooper", 2), ("ogryn", 2), ("walker", 3), ("greater_daemon", 3), ("rough_rider", 2)],
)
def test_the_melee_radius_is_the_size(profile_id, size):
    game = table(f"{profile_id} A (10,10)", vehicles=True)
    figure = game.figure("A1")
    assert melee_radius(game.battle, figure) == size
    assert profile(game.battle, figure).large == (size >= 3)


@pytest.mark.rule("arap.basics.bulk-count")
def test_bulk_counts():
    assert COUNTS_AS == {"normal": 1, "bulky": 2, "very bulky": 3, "extremely bulky": 5}
    game = table("terminator A (10,10)   ogryn B (20,20)")
    assert profile(game.battle, game.figure("A1")).places * 5 == 10
    assert profile(game.battle, game.figure("B1")).places * 3 == 9


@pytest.mark.rule("arap.melee.engaged-by-radius", "arap.G19")
def test_engaged_by_the_larger_radius():
    game = table(
        "human_trooper A (10,10)   monster_carnifex x (12.5,10)   marine y (10,12)   marine z (10,7.9)"
    )
    man, large, near, far = (game.figure(name) for name in ("A1", "x1", "y1", "z1"))
    assert engaged(game.battle, man, large) and engaged(game.battle, large, man)
    assert engages(game.battle, large, man) and not engages(game.battle, man, large)
    assert engages(game.battle, man, near) and not engaged(game.battle, man, far)


@pytest.mark.rule("arap.G43")
def test_who_would_stand_in_melee():
    game = table("human_trooper A (10,10)   marine x (15,10)   marine y (10,16) routing")
    man = game.figure("A1")
    assert clear_of_melee(game.battle, man, Spot(13, 10), "a").id == "x1"
    assert clear_of_melee(game.battle, man, Spot(12.9, 10), "a") is None
    assert clear_of_melee(game.battle, man, Spot(10, 15), "a") is None


@pytest.mark.rule("arap.charge.locked", "arap.morale.suppression-melee")
def test_locked_units_and_combats():
    game = table(
        "human_trooper A (1,1) suppressed hidden overwatch=1  human_trooper B (5,1)  human_trooper C (9,1)"
        "  marine x (1,9)  marine y (5,9)"
    )
    lock(game.battle, game["A"], game["x"])
    lock(game.battle, game["B"], game["x"])
    lock(game.battle, game["C"], game["y"])
    assert [[unit.id for unit in each] for each in combats(game.battle)] == [["A", "B", "x"], ["C", "y"]]
    assert not (game["A"].suppressed or game["A"].hidden or game["A"].overwatch)
    unlock(game.battle, game["x"])
    assert not game["A"].locked and not game["B"].locked and game["C"].locked == ("y",)


# ---------------------------------------------------------------- coherency


@pytest.mark.rule("arap.basics.coherency", "arap.E1")
def test_a_chain_of_three_inches():
    assert chains([Spot(0, 0), Spot(3, 0), Spot(6, 0)]) == [[0, 1, 2]]
    assert chains([Spot(0, 0), Spot(3.5, 0)]) == [[0], [1]]
    pairs = [Spot(0, 0), Spot(1, 0), Spot(10, 0), Spot(11, 0)]
    assert chains(pairs) == [[0, 1], [2, 3]], "two pairs are two parts"


@pytest.mark.rule("arap.basics.sub-units", "arap.basics.sub-unit-activation")
def test_a_part_that_is_apart_is_a_unit_of_its_own():
    game = table("human_trooper A (10,10) (12,10) (14,10) (16,10) facing=180   marine x (60,40)")
    game.act("A", "move", {"A1": (8, 10), "A2": (9.5, 10), "only": True}).play()
    assert game.figure("A1").unit == "A" and game.figure("A3").unit == "A-2"
    assert [option.id for option in game.question().options] == ["A", "A-2", "done"]


@pytest.mark.rule("arap.basics.sub-units")
def test_parts_that_meet_are_one_again_and_ids_are_never_given_twice():
    game = table("human_trooper A (10,10) (12,10) (18,10)   marine x (60,40)")
    game.does(regroup)
    assert game.figure("A3").unit == "A-2"
    game.act("A-2", "move", (15, 10)).play()
    assert game.figure("A3").unit == "A" and game.battle.members(game["A-2"]) == []
    game.figure("A3").x = 30
    game.does(regroup)
    assert game.figure("A3").unit == "A-3"


@pytest.mark.rule("arap.basics.sub-units", "arap.F13")
@pytest.mark.parametrize(("whole", "part"), [(1, 3), (3, 1)])
def test_parts_that_are_one_again_have_moved_when_the_later_of_them_did(whole, part):
    game = table("human_trooper A (10,10) (12,10) (18,10)   marine x (60,40)").does(regroup)
    game["A"].moved, game["A-2"].moved, game.figure("A3").x = whole, part, 14.0
    assert game.does(regroup)["A"].moved == 3


@pytest.mark.rule("arap.basics.sub-units")
def test_parts_in_unlike_states_stay_apart():
    game = table("human_trooper A (10,10) (12,10) (18,10)   marine x (60,40)")
    game.does(regroup)
    game["A"].pinned = True
    game.figure("A3").x = 14
    game.does(regroup)
    assert game.figure("A3").unit == "A-2"
    game["A"].pinned = False
    assert game.does(regroup).figure("A3").unit == "A"


@pytest.mark.rule("arap.basics.sub-unit-leaders", "arap.H14", "arap.C4")
def test_a_leader_serves_only_the_part_he_is_with():
    game = table("human_sergeant+human_trooper A (10,10) (12,10) (20,10) (22,10)   marine x (60,40)")
    game.does(regroup)
    assert leadership(game.battle, game["A"]) == 8 and leadership(game.battle, game["A-2"]) == 7
    assert game.figure("A1").unit == "A"


@pytest.mark.rule("arap.C4")
def test_unit_rolls_use_the_slowest_move():
    game = table("ogryn+human_trooper A (10,10) models=3")
    assert slowest(game.battle, game["A"]) == 4


@pytest.mark.rule("arap.basics.profile")
def test_a_profile_has_its_characteristics():
    game = table("human_trooper A (10,10)")
    kind = profile(game.battle, game.figure("A1"))
    assert (kind.m, kind.ws, kind.bs, kind.s, kind.t, kind.w, kind.i, kind.a, kind.ld) == (
        4,
        3,
        3,
        3,
        3,
        1,
        3,
        1,
        7,
    )


@pytest.mark.rule("arap.basics.bodmas")
def test_what_doubles_the_user_comes_before_what_the_weapon_adds():
    from warbook.books.arap.army.lists import MeleeWeapon

    hammer = MeleeWeapon(id="hammer", name="Hammer", plus=1)
    assert hammer.strength_of(2 * 3) == 7 and 2 * hammer.strength_of(3) == 8
