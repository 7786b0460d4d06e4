"""Bombs: throws, scatter, what goes wrong, templates, and duds that wake up."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.books.gorkamorka.driving.test_gas import moves
from tests.books.gorkamorka.garage import does, legs, suffers
from tests.books.gorkamorka.table import Position, Refused, table
from tests.kit.script import a
from warbook.board.geometry import Spot
from warbook.board.templates import Blast
from warbook.books.family.explosives import Flight
from warbook.books.gorkamorka.field.bodies import hull
from warbook.books.gorkamorka.mob.data import weapons
from warbook.books.gorkamorka.shooting.aim import reach
from warbook.books.gorkamorka.shooting.arms import Post, ranged_arms
from warbook.books.gorkamorka.shooting.explosives import (
    aim_point,
    blown,
    covered,
    explode,
    guessed,
    inches_to_spot,
    muzzle,
    under_point,
)
from warbook.books.gorkamorka.state import Wild
from warbook.books.gorkamorka.trouble import settle
from warbook.core.events import Marker, Template

HIT = "gce.shooting.to-hit"
WOUND = "gce.wounding.wound-roll"
CAUGHT = "gce.special-weapons.blast-coverage"
EAST = 4  # the face of the scatter die that points east


def bomber(foes: str = "ork_boy x (16,10)", words: str = "frag_stikkbombz", **rulings: Any) -> Position:
    return table(f"ork_boy A (10,10) {words}   {foes}", phase="shoot", **rulings)


def throw(game: Position, dice: str, at: str = "x") -> Position:
    return game.play(a("A"), a(at), dice=dice)


def blasts(game: Position) -> list[tuple[float, float]]:
    found = [event for event in game.events if isinstance(event, Template)]
    return [(round(event.spot.x, 2), round(event.spot.y, 2)) for event in found]


# ---------------------------------------------------------------- throwing


@pytest.mark.rule("gce.special-weapons.grenade-range")
@pytest.mark.parametrize(("strength", "inches"), [(1, 4), (2, 6), (3, 8), (4, 10), (5, 12), (6, 12)])
def test_the_range_of_a_throw_is_twice_the_strength_and_2_inches(strength: int, inches: int) -> None:
    game = bomber(words=f"frag_stikkbombz s={strength}")
    assert reach(game["A"], weapons()["frag_stikkbombz"]) == inches
    game = bomber(words=f"frag_stikkbombz lobba s={strength}")
    assert reach(game["A"], weapons()["frag_stikkbombz"]) == inches + 2


@pytest.mark.rule("gce.special-weapons.blast-place", "gce.special-weapons.template-resolution")
def test_a_hit_lays_the_marker_on_the_target() -> None:
    game = throw(bomber(), "4 1")
    assert blasts(game) == [(16, 10)] and len(game.rolled(WOUND)) == 1 and not game.rolled(CAUGHT)


@pytest.mark.rule("gce.special-weapons.blast-place", "gce.special-weapons.scatter-roll")
def test_in_partial_cover_a_4_misses_and_scatters() -> None:
    game = bomber("wall (15.3,8) (15.3,12) h=0.4   ork_boy x (16,10)")
    throw(game, f"4 3 {EAST}")
    assert game.rolled(HIT)[0].need == 5 and blasts(game) == [(19, 10)]


@pytest.mark.rule("gce.special-weapons.scatter-roll")
def test_a_miss_goes_off_so_many_inches_away() -> None:
    game = throw(bomber(), f"3 3 {EAST}")
    assert blasts(game) == [(19, 10)] and not game.rolled(WOUND)
    assert throw(bomber(), f"3 2 {EAST} 4 1").rolled(CAUGHT)  # partly under it


@pytest.mark.rule("gce.special-weapons.scatter-roll")
@pytest.mark.parametrize(("symbol", "dropped"), [("5", True), ("6 6", True)])
def test_a_6_for_the_distance_is_a_dud_or_worse(symbol: str, dropped: bool) -> None:
    game = throw(bomber(), f"2 6 {symbol}")
    assert blasts(game) == [] and not game.battle.tokens and dropped
    assert game.says("It is a dud." if symbol == "5" else "It is dropped and does not go off.")


@pytest.mark.rule("gce.special-weapons.grenade-fumble", "gce.special-weapons.unreliable-explosives")
def test_a_1_is_the_table_at_once_and_on_a_1_it_goes_off_in_the_hand() -> None:
    game = throw(bomber("ork_boy x (17,10)"), "1 1 1")
    assert blasts(game) == [(10, 10)] and [roll.by for roll in game.rolled(WOUND)] == ["A"]
    game = throw(bomber("ork_boy x (17,10)", "krak_stikkbombz"), "1 1 1")
    assert blasts(game) == [] and [roll.by for roll in game.rolled(WOUND)] == ["A"]


@pytest.mark.rule("gce.special-weapons.unreliable-explosives")
@pytest.mark.parametrize(
    ("switch", "where"), [("aim_point", (16.0 + 9, 10.0)), ("thrower", (10.0 + 9, 10.0))]
)
def test_on_2_or_3_it_lands_2d6_inches_off_and_goes_off_there(
    switch: str, where: tuple[float, float]
) -> None:
    game = bomber("ork_boy x (16,10)   ork_boy y (40,40)", unreliable_origin=switch)
    assert blasts(throw(game, f"1 3 4 5 {EAST}")) == [where]


@pytest.mark.rule("gce.special-weapons.unreliable-explosives")
def test_on_4_or_5_it_lies_there_and_on_6_it_is_dropped() -> None:
    game = throw(bomber(), f"1 5 4 4 {EAST}")
    [token] = game.battle.tokens
    assert (token.kind, token.weapon, token.x, token.y) == ("bomb", "frag_stikkbombz", 24.0, 10.0)
    assert any(isinstance(event, Marker) and event.kind == "bomb" for event in game.events)
    assert blasts(game) == [] and not throw(bomber(), "1 6").battle.tokens


@pytest.mark.rule("gce.special-weapons.scatter-general")
def test_without_a_marker_it_hits_whom_it_comes_down_on() -> None:
    game = bomber("ork_boy x (16,10)   ork_boy y (19,10)", "krak_stikkbombz")
    throw(game, f"3 3 {EAST} 1")
    assert [roll.by for roll in game.rolled(WOUND)] == ["y"]
    game = throw(bomber(words="krak_stikkbombz"), f"3 3 {EAST}")
    assert not game.rolled(WOUND)
    game = bomber("ork_boy x (16,10)   ork_boy y (16,13)", "krak_stikkbombz")
    game.play(a("A"), a("spot"), a((16, 12.9)), dice="5 1")  # true, at a spot
    assert [roll.by for roll in game.rolled(WOUND)] == ["y"]
    game = bomber("ork_boy x (16,10)   ork_boy y (19,10,3)   floor (18,9) (20,11) level=3", "krak_stikkbombz")
    assert (
        under_point(game.battle, Spot(19, 10, 3)) is game["y"]
        and under_point(game.battle, Spot(19, 10)) is None
    )


@pytest.mark.rule("gce.special-weapons.grenade-range", "gce.shooting.out-of-range")
def test_out_of_range_it_falls_short_and_scatters_from_there() -> None:
    game = bomber("ork_boy x (30,10)")
    arm = ranged_arms(game.battle, game["A"])[0]
    assert aim_point(game.battle, game["A"], arm, Spot(30, 10), 19.0) == Spot(19.0, 10.0)
    steep = aim_point(game.battle, game["A"], arm, Spot(11, 10), 19.0)  # far above him
    assert steep == Spot(10.0, 10.0)
    game = throw(game, f"6 2 {EAST} 6")  # a 6 calls for an ammo roll all the same
    assert blasts(game) == [(21, 10)] and game["A"].empty == ("frag_stikkbombz",)


@pytest.mark.rule("gce.special-weapons.grenade-at-ground", "gce.shooting.mod-small")
def test_a_spot_on_the_ground_is_a_small_target() -> None:
    game = bomber("ork_boy x (16,10)   ork_boy y (15,12)")
    game.play(a("A"), a("spot"), a((15, 11)), dice="5 1 1")
    assert game.rolled(HIT)[0].need == 5 and blasts(game) == [(15, 11)]
    assert [each.why for each in game.rolled(HIT)[0].modifiers] == ["Ballistic Skill 3", "small target"]


@pytest.mark.rule("gce.special-weapons.grenade-at-ground", "gce.shooting.arc", "gce.shooting.no-premeasure")
def test_which_spots_may_be_aimed_at() -> None:
    game = bomber("ork_boy x (16,10)   wall (20,5) (20,15) h=3")
    question = game.question(a("A"), a("spot"))
    assert question.accept({"path": [[15, 12]]}).cost == 0.0
    for spot, rule in (((5, 10), "gce.shooting.arc"), ((24, 10), "gce.shooting.body-visible")):
        with pytest.raises(Refused) as refused:
            question.accept({"path": [list(spot)]})
        assert refused.value.refusal.rule == rule
    assert question.accept({"path": [[19, 16]]}).cost == 0.0  # too far, but nobody says so
    up = bomber("ork_boy x (16,10)   block (14,8) (18,14) h=3").question(a("A"), a("spot"))
    with pytest.raises(Refused, match="there is no floor"):
        up.accept({"path": [[19, 16, 3]]})
    above = table(
        "block (8,8) (18,14) h=3   ork_boy A (10,10,3) frag_stikkbombz   ork_boy x (16,10,3)", phase="shoot"
    )
    assert above.question(a("A"), a("spot")).accept({"path": [[14, 10, 3]]}).cost == 0.0
    known = bomber(premeasuring=True).question(a("A"), a("spot"))
    with pytest.raises(Refused, match="the range is 8"):
        known.accept({"path": [[20, 10]]})
    assert known.reach() and all(row[0] <= 18.5 for row in known.reach())


@pytest.mark.rule("gce.special-weapons.grenade-at-ground")
@pytest.mark.parametrize(
    ("spot", "on_table"),
    [
        ((0.5, 2), True), ((-0.1, 2), False), ((5, 0.5), True), ((5, -0.1), False),
        ((47.5, 46), True), ((48.1, 46), False), ((46, 47.5), True), ((46, 48.1), False),
    ],
)  # fmt: skip
def test_spots_up_to_the_edge_of_the_table_may_be_aimed_at(spot: tuple[float, float], on_table: bool) -> None:
    x, facing = (2, 225) if spot[0] < 24 else (46, 45)
    game = table(f"ork_boy A ({x},{x}) frag_stikkbombz facing={facing}   ork_boy y (24,24)", phase="shoot")
    if x == 2 and spot[1] == 2:
        game["A"].facing = 180.0
    if spot == (5, 0.5):
        game["A"].facing = 315.0
    question = game.question(a("A"), a("spot"))
    if on_table:
        assert question.accept({"path": [list(spot)]}).cost == 0.0
    else:
        with pytest.raises(Refused, match="off the table"):
            question.accept({"path": [list(spot)]})


@pytest.mark.rule("gce.special-weapons.grenade-supply")
def test_a_lobba_scatters_2_inches_less_and_a_bomma_ignores_his_first_ammo_roll() -> None:
    game = throw(bomber("ork_boy x (17,10)", "frag_stikkbombz lobba"), f"3 5 {EAST}")
    assert blasts(game) == [(20, 10)]
    game = throw(bomber(words="frag_stikkbombz bomma"), "6 1")
    assert game["A"].empty == () and game["A"].spared
    game["A"].shot = False
    assert throw(game, "6 1 3")["A"].empty == ("frag_stikkbombz",)


# ---------------------------------------------------------------- who is under it


@pytest.mark.rule("gce.special-weapons.blast-coverage")
def test_wholly_under_it_is_hit_partly_on_a_4() -> None:
    foes = (
        "ork_boy x (16,10)   ork_boy y (17.2,10)   ork_boy B (16,11.2)   ork_boy v (18,10)   ork_boy w (16,8)"
    )
    game = throw(bomber(foes), "4 1 1 1 4 1 2")
    assert len(game.rolled(WOUND)) == 4 and [roll.faces[0] for roll in game.rolled(CAUGHT)] == [4, 2]
    assert "B" in [roll.by for roll in game.rolled(WOUND)]  # side makes no difference


@pytest.mark.rule("gce.hiding.no-target", "gce.special-weapons.blast-coverage")
@pytest.mark.parametrize(("y", "dice"), [(11.2, "4 1 1"), (12.0, "4 1 4 1")])
def test_who_hides_beside_the_target_is_hit_as_well(y: float, dice: str) -> None:
    game = throw(bomber(f"ork_boy x (16,10)   ork_boy y (16,{y}) hidden"), dice)
    assert [roll.by for roll in game.rolled(WOUND)] == ["x", "y"]


@pytest.mark.rule("gce.vehicle-damage.template-sizes", "gce.basics.templates")
@pytest.mark.parametrize("diameter", [4, 3, 2])
def test_the_marker_is_4_inches_across_or_as_the_switch_says(diameter: int) -> None:
    game = throw(bomber(blast_diameter=diameter), "4 1")
    assert [event.length for event in game.events if isinstance(event, Template)] == [diameter]


@pytest.mark.rule("gce.vehicle-damage.template-full", "gce.vehicle-damage.template-partial")
@pytest.mark.parametrize(("x", "lies"), [(20.0, "wholly"), (23.0, "partly"), (26.0, "no")])
def test_half_the_hull_or_more_is_a_full_hit(x: float, lies: str) -> None:
    game = table("ork_trukk t (20,10)")
    assert covered(game.battle, Blast(Spot(x, 10), 2.0), game.ride("t")) == {lies: 1}


@pytest.mark.rule("gce.vehicle-damage.template-full", "gce.vehicle-damage.template-crew")
def test_a_full_hit_is_d3_and_one_on_the_crew_is_one_for_each() -> None:
    crew = "ork_spanner d in t driver   ork_boy u in t   ork_boy v in t   ork_boy w in t"
    game = table(f"ork_boy A (10,10) frag_stikkbombz   ork_trukk t (18,10)   {crew}", phase="shoot")
    throw(game, "5 2 3 1 1 1 1 1", "t")
    assert len(game.rolled("gce.vehicle-damage.location-roll")) == 2
    assert len(game.rolled("gce.vehicle-damage.penetrate")) == 4
    assert not game.rolled(CAUGHT)  # who rides is not hit by himself


@pytest.mark.rule("gce.vehicle-damage.template-partial")
@pytest.mark.parametrize(("die", "hits"), [("4 3 1", 1), ("3", 0)])
def test_a_partial_hit_is_one_on_a_4(die: str, hits: int) -> None:
    game = bomber("ork_boy x (14,10)   ork_trukk t (18,12)   ork_spanner d in t driver")
    throw(game, f"4 1 {die}")
    assert len(game.rolled("gce.vehicle-damage.location-roll")) == hits


# ---------------------------------------------------------------- bombs on the table


@pytest.mark.rule("gce.special-weapons.delayed-bomb")
@pytest.mark.parametrize(
    ("y", "dice", "gone"), [(11.7, "4 4 1", True), (11.7, "3", False), (13.0, "", False)]
)
def test_a_bomb_may_go_off_beside_who_walks_past(y: float, dice: str, gone: bool) -> None:
    game = table(f"ork_boy A (10,{y}) m=8   bomb (14,10) weapon=frag_stikkbombz   ork_boy x (46,46)")
    game.play(a("A"), a("walk"), a((18, y)), dice=dice)
    assert (not game.battle.tokens) is gone and game["A"].x == 18.0
    assert len(game.rolled("gce.special-weapons.delayed-bomb")) == (1 if dice else 0)
    assert blasts(game) == ([(14, 10)] if gone else [])


@pytest.mark.rule("gce.special-weapons.delayed-bomb")
def test_who_is_felled_by_it_lies_there() -> None:
    game = table("ork_boy A (10,10.5) m=8   bomb (14,10) weapon=frag_stikkbombz   ork_boy x (46,46)")
    game.play(a("A"), a("walk"), a((18, 10.5)), dice="4 5 4")
    assert game["A"].down and game["A"].x == 14.0


@pytest.mark.rule("gce.special-weapons.delayed-bomb")
def test_a_vehicle_sets_it_off_too() -> None:
    text = "ork_trukk T (10,10)   ork_spanner D in T driver   bomb (16,12.5) weapon=frag_stikkbombz"
    game = table(f"{text}   ork_boy x (46,46)")
    moves(game, a("go"), a(legs((0, 6))), a("stop"), dice="3")
    assert game.ride("T").x == 16.0 and len(game.battle.tokens) == 1
    game = table(f"{text}   ork_boy x (46,46)")
    moves(game, a("go"), a(legs((0, 6))), a("stop"), dice="4 3")
    assert game.battle.tokens == [] and blasts(game) == [(16, 12.5)]


@pytest.mark.rule("gce.special-weapons.delayed-bomb")
def test_so_does_one_that_nobody_steers_and_one_that_manoeuvres() -> None:
    text = "ork_trukk T (10,10) moved=gas   bomb (14,12.5) weapon=frag_stikkbombz   ork_boy x (46,46)"
    game = suffers(table(text), Wild("T", 0.0, 6.0), dice="4 3")
    assert game.ride("T").x == 16.0 and blasts(game) == [(14, 12.5)]
    game = table(f"{text}   ork_spanner D in T driver")
    moves(game, a("slow"), a(legs((0, 3))), dice="3")
    assert len(game.rolled("gce.special-weapons.delayed-bomb")) == 1 and len(game.battle.tokens) == 1


@pytest.mark.rule("gce.special-weapons.delayed-bomb")
def test_so_does_one_that_only_turns_towards_it() -> None:
    text = "ork_trukk T (10,10) moved=gas   bomb (11,14.3) weapon=frag_stikkbombz   ork_boy x (46,46)"
    assert blasts(suffers(table(text), Wild("T", 10.0), dice="")) == []
    assert blasts(suffers(table(text), Wild("T", 45.0), dice="4 3")) == [(11, 14.3)]
    game = table(f"{text}   ork_spanner D in T driver".replace("(11,14.3)", "(13,14.3)"))
    moves(game, a("go"), a(legs((0, 2), (45, 0))), a("stop"), dice="3")
    assert len(game.rolled("gce.special-weapons.delayed-bomb")) == 1


@pytest.mark.rule("gce.special-weapons.delayed-bomb")
def test_it_goes_off_as_that_bomb_does() -> None:
    game = table("ork_boy A (10,10)   ork_boy x (40,40)")
    with game.scripted([], "1"):
        explode(game.game, weapons()["krak_stikkbombz"], Spot(10, 10), None)
    assert [roll.need for roll in game.rolled(WOUND)] == [2]


# ---------------------------------------------------------------- previews


@pytest.mark.rule("gce.special-weapons.scatter-roll", "gce.special-weapons.blast-coverage")
def test_a_bombs_odds_count_every_way_it_may_come_down() -> None:
    game = bomber("ork_boy x (16,10)", "krak_stikkbombz", premeasuring=True)
    chances = dict(game.option("x", a("A")).preview().outcomes)
    assert chances["miss"] == Fraction(1, 2) and sum(chances.values()) == 1  # it must come down on him
    shown = bomber(premeasuring=True).option("x", a("A")).preview()
    chances = dict(shown.outcomes)
    assert chances["miss"] < Fraction(1, 2) and sum(chances.values()) == 1


@pytest.mark.rule("gce.shooting.no-premeasure")
def test_without_measuring_it_is_in_range_or_falls_short() -> None:
    shown = bomber().option("x", a("A")).preview()
    assert [case.given for case in shown.cases] == ['if in range, up to 8"', 'beyond 8"']
    assert shown.cases[1].headline == "falls short"


@pytest.mark.rule("gce.special-weapons.grenade-range")
def test_a_spot_is_as_far_as_its_point_and_a_guess_ends_at_the_edge() -> None:
    game = table("ork_boy A (10,10) frag_stikkbombz   ork_boy x (2,10)", phase="shoot")
    arm = ranged_arms(game.battle, game["A"])[0]
    assert inches_to_spot(game.battle, game["A"], arm, Spot(20.0, 10.0)) == pytest.approx(9.5)
    assert guessed(game.battle, game["A"], arm, game["x"], 30).x == 0.0
    game["x"].x, game["x"].y = 10.0, 2.0
    assert guessed(game.battle, game["A"], arm, game["x"], 30).y == 0.0


@pytest.mark.rule("gce.special-weapons.scatter-general")
def test_what_comes_down_within_a_rock_goes_off_there() -> None:
    rock = "block (14,8) (18,12) h=3"
    game = table(f"ork_boy A (10,10) frag_stikkbombz   ork_boy x (30,10)   {rock}", phase="shoot")
    arm = ranged_arms(game.battle, game["A"])[0]
    spot = guessed(game.battle, game["A"], arm, game["x"], 6)
    assert (spot.x, spot.y, spot.z) == pytest.approx((16.0, 10.0, 0.0))


@pytest.mark.rule("gce.vehicle-shooting.fixed-range")
@pytest.mark.parametrize(
    ("edge", "x", "y"),
    [("front", 23, 20), ("rear", 17, 20), ("left", 20, 21.5), ("right", 20, 18.5), (None, 20, 20)],
)
def test_a_weapon_fires_from_the_middle_of_its_edge(edge: Any, x: float, y: float) -> None:
    """A trukk is 6 inches long and 3 wide."""
    game = table("ork_trukk T (20,20)  ork_boy x (40,20)")
    at = muzzle(Post(hull(game.ride("T")), 0.0, 90.0, edge))
    assert (at.x, at.y) == pytest.approx((x, y))


@pytest.mark.rule("gce.special-weapons.scatter-general", "gce.vehicle-damage.template-crew")
def test_a_bomb_without_a_marker_that_comes_down_on_a_vehicle_is_one_hit() -> None:
    """On the crew too it is one, and not one for each of them."""
    crew = "ork_spanner d in t driver  ork_boy x in t  ork_boy y in t"
    game = table(f"ork_boy A (10,10)  ork_trukk t (20,20)  {crew}")

    def goes_off(played: Any) -> None:
        explode(played, weapons()["krak_stikkbombz"], Spot(20.5, 20.0), None)
        settle(played)

    does(game, goes_off, dice="1 1")  # the crew; 6 and 1 do not go through 8
    assert len(game.rolled("gce.vehicle-damage.penetrate")) == 1


@pytest.mark.rule("gce.special-weapons.scatter-general")
def test_what_is_blown_off_a_roof_comes_down_on_the_ground_and_onto_one_stays_up() -> None:
    game = table("ork_boy A (10,10)  block (18,18) (22,22) h=3  ork_boy x (40,40)")
    east = Flight("wide", inches=4, direction=3)
    assert blown(game.battle, Spot(20, 20, 3.0), east) == Spot(24.0, pytest.approx(20.0), 0.0)
    assert blown(game.battle, Spot(15, 20, 3.0), east).z == 3.0
