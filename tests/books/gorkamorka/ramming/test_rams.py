"""Rams, rakes and sideswipes on purpose, and warriors driven over."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.books.gorkamorka.garage import at, does
from tests.books.gorkamorka.table import Position, table
from tests.kit.script import By, Sealed, a, b, sealed
from warbook.board.hulls import Leg
from warbook.books.gorkamorka.driving import course
from warbook.books.gorkamorka.field.bodies import hull
from warbook.books.gorkamorka.ramming import previews
from warbook.books.gorkamorka.ramming.dice import head_on_happens, impact
from warbook.books.gorkamorka.ramming.previews import of_squash
from warbook.books.gorkamorka.ramming.segments import quadrant
from warbook.books.gorkamorka.ramming.squash import jump_score
from warbook.books.gorkamorka.state import Game, Vehicle
from warbook.core.events import Moved

LOCATION = "gce.vehicle-damage.location-roll"
SWERVE = "gce.ramming.swerve"
DRIVER = "ork_spanner D in T driver"
THEIRS = "ork_spanner d in u driver"


def rams(game: Position, *answers: By | Sealed, inches: float = 6.0, dice: str = "") -> Position:
    def drive(game: Game) -> None:
        course.drive(game, game.battle.vehicle("T"), [Leg(0.0, inches)], "drives", "gce.ramming.declare")

    return does(game, drive, *answers, dice=dice)


def hurt(game: Position) -> list[str]:
    return [roll.by for roll in game.rolled(LOCATION)]


def pair(text: str) -> tuple[Vehicle, Vehicle]:
    game = table(text)
    return game.ride("T"), game.ride("u")


def option(game: Position, number: int, id: str) -> Any:
    question: Any = game.asked[number][1]
    return next(option for option in question.options if option.id == id)


# ---------------------------------------------------------------- kinds


@pytest.mark.rule("gce.ramming.quadrants")
@pytest.mark.parametrize(
    ("bearing", "edge"),
    [(20, "front"), (100, "left"), (170, "rear"), (-100, "right"), (44, "front"), (136, "rear")],
)
def test_quadrants_go_by_the_bearing_from_the_middle(bearing: float, edge: str):
    from math import cos, radians, sin

    from warbook.board.geometry import Body, Oblong, Spot

    game = table("ork_trukk u (20,20) facing=0")
    spot = Spot(20 + 4 * cos(radians(bearing)), 20 + 4 * sin(radians(bearing)))
    assert quadrant(hull(game.ride("u")), Body(spot, Oblong(0.01, 0.01), 1.0)) == edge


@pytest.mark.rule("gce.ramming.shunt", "gce.ramming.after", "gce.ramming.declare")
def test_a_shunt_hurts_the_target_only_and_the_rammer_goes_on():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (27,20) facing=0")
    rams(game, dice="3 3  1")  # wheels: slower; pushed to the left
    assert hurt(game) == ["u"]
    assert at(game, "T") == (26, 20, 0), "the declared distance"
    assert at(game, "u")[2] == 45 and game.says("u is pushed aside")


@pytest.mark.rule("gce.ramming.after", "gce.collision.definition")
@pytest.mark.parametrize(("switch", "struck"), [(False, ["u"]), (True, ["u", "u", "v"])])
def test_what_is_pushed_touches_nobody_unless_a_switch_says_so(switch: bool, struck: list[str]):
    """v stands to the left of u, where it is pushed to."""
    game = table(
        f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (27,20.5) facing=0  ork_trukk v (28,25.5) facing=90",
        push_causes_collision=switch,
    )
    rams(game, dice="3 3" + ("  3 3  3 3" if switch else ""))
    assert hurt(game) == struck


@pytest.mark.rule("gce.ramming.t-bone", "gce.ramming.after")
def test_a_t_bone():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (26,20.5) facing=90")
    rams(game, dice="3  3 3 3 3 3 3  3 3")  # D3 3 points; the rammer 1
    assert hurt(game) == ["u", "u", "u", "T"]
    assert at(game, "T") == (26, 20, 0)


@pytest.mark.rule("gce.ramming.swerve", "gce.ramming.shunt", "gce.ramming.t-bone")
@pytest.mark.parametrize("facing", [0, 90])
def test_a_driver_who_passes_his_test_swerves_out_of_the_way(facing: int):
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (27,20.5) facing={facing} moved=gas  {THEIRS}")
    rams(game, dice="3 4")  # Ld 7
    assert game.rolled(SWERVE)[0].most == 7
    assert not hurt(game) and at(game, "T") == (26, 20, 0)
    assert at(game, "u")[2] in (facing + 45, facing - 45)


@pytest.mark.rule("gce.ramming.swerve")
@pytest.mark.parametrize("state", ["moved=still", "moved=gas immobilised"])
def test_who_stands_cannot_swerve(state: str):
    game = table(
        f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (27,20) facing=0 {state}  ork_spanner d in u driver"
    )
    rams(game, dice="3 3  1")
    assert not game.rolled(SWERVE) and hurt(game) == ["u"]


@pytest.mark.rule("gce.ramming.swerve")
def test_without_an_available_driver_nobody_swerves():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (27,20) facing=0 moved=gas  {THEIRS} down")
    rams(game, dice="3 3  1")
    assert not game.rolled(SWERVE)


@pytest.mark.rule("gce.ramming.kinds", "gce.ramming.shunt-bikes", "gce.ramming.t-bone-bikes")
@pytest.mark.rule("gce.ramming.head-on-bikes", "gce.ramming.rake-bikes", "gce.ramming.sideswipe-bikes")
@pytest.mark.parametrize(
    ("kind", "a_bike", "b_bike", "mine", "theirs"),
    [
        ("shunt", False, False, {0}, {1}),
        ("shunt", True, False, {0}, {0}),
        ("shunt", True, True, {0}, {1}),
        ("shunt", False, True, {0}, {1, 2, 3}),
        ("t-bone", False, False, {1}, {1, 2, 3}),
        ("t-bone", True, False, {1}, {0}),
        ("t-bone", False, True, {0}, {1, 2, 3}),
        ("t-bone", True, True, {1}, {1, 2, 3}),
        ("head-on", False, False, set(range(1, 7)), set(range(1, 7))),
        ("head-on", False, True, {1}, set(range(1, 7))),
        ("head-on", True, False, set(range(1, 7)), {1}),
        ("rake", False, False, {1, 2, 3}, {1, 2, 3}),
        ("rake", False, True, {0, 1, 2}, {1, 2, 3}),
        ("rake", True, False, {1, 2, 3}, {0, 1, 2}),
        ("sideswipe", False, False, {0, 1}, {0, 1}),
        ("sideswipe", True, False, {0, 1}, {0}),
        ("sideswipe", False, True, {0}, {0, 1}),
        ("sideswipe", True, True, {0, 1}, {0, 1}),
    ],
)  # fmt: skip
def test_points_by_size(kind: Any, a_bike: bool, b_bike: bool, mine: set[int], theirs: set[int]):
    odds = impact.odds(kind, a_bike, b_bike)
    assert {came.a for came in odds} == mine
    assert {came.b for came in odds} == theirs


# ---------------------------------------------------------------- head on


HEAD_ON = f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (28,20) moved=gas  {THEIRS}"


@pytest.mark.rule("gce.ramming.head-on", "gce.ramming.head-on-ends", "gce.ramming.playin-chicken")
def test_head_on_both_straight():
    game = table(HEAD_ON)
    # D6 1 and 2 points; u: engines 3, 3; T: wheels 3; then 4 stops T, 2 does not stop u.
    rams(game, sealed(a="straight", b="straight"), dice="1 2  6 6 3 3  3 3  4 2")
    assert hurt(game) == ["u", "u", "T"]
    assert (game.ride("T").immobilised, game.ride("u").immobilised) == (True, False)
    assert at(game, "T") == (22, 20, 0), "they stop where they met"
    assert game.ride("T").done and game.ride("u").done


@pytest.mark.rule("gce.ramming.head-on-ends")
def test_a_way_that_ends_head_on_is_shown_up_to_the_impact():
    """Two of six inches; one that strikes a side goes on."""
    straight = {"legs": [[0.0, 6.0]]}
    drive = table(HEAD_ON).question(a("T"), a("go"))
    path, facings = drive.led(drive.accept(straight))
    assert [(round(spot.x, 2), round(spot.y, 2)) for spot in path] == [(20, 20), (22, 20)]
    assert facings == (0.0, 0.0)
    across = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (27,20) facing=90 moved=gas  {THEIRS}")
    drive = across.question(a("T"), a("go"))
    assert drive.led(drive.accept(straight))[0][-1].x == pytest.approx(26.0)


@pytest.mark.rule("gce.ramming.chicken-result")
@pytest.mark.parametrize(
    ("mine", "theirs", "meet"),
    [
        ("left", "left", False), ("left", "straight", False), ("left", "right", True),
        ("straight", "left", False), ("straight", "straight", True), ("straight", "right", False),
        ("right", "left", True), ("right", "straight", False), ("right", "right", False),
    ],
)  # fmt: skip
def test_the_table_of_chickens(mine: Any, theirs: Any, meet: bool):
    assert head_on_happens(mine, theirs) is meet


@pytest.mark.rule("gce.ramming.chicken-result", "gce.ramming.playin-chicken")
def test_who_swerve_to_the_same_side_of_the_table_meet():
    game = table(HEAD_ON)
    rams(game, sealed(a="left", b="right"), dice="1 1  3 3  3 3  1 1")
    assert sorted(hurt(game)) == ["T", "u"]


@pytest.mark.rule("gce.ramming.chicken-result")
def test_chickens_pass_each_other():
    game = table(HEAD_ON)
    rams(game, sealed(a="right", b="right"))
    assert not hurt(game)
    assert (at(game, "T")[2], at(game, "u")[2]) == (315, 135)
    assert at(game, "T")[:2] != (22, 20), "the rammer goes on"
    assert game.says("T swerves right, u swerves right."), "both choices are turned up"


@pytest.mark.rule("gce.ramming.playin-chicken")
def test_one_that_cannot_swerve_goes_straight_on():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (28,20)")
    rams(game, a("straight"), dice="1 1  3 3  3 3  1 1")
    assert sorted(hurt(game)) == ["T", "u"]
    straight = option(game, 0, "straight").preview()
    assert dict(straight.outcomes)["6 damage"] == Fraction(1, 6)
    assert straight.given == "if we do not swerve; it cannot"
    assert previews.of_ram(table(HEAD_ON).battle, "head-on", *pair(HEAD_ON)).given == "if neither swerves"


@pytest.mark.rule("gce.ramming.head-on-bikes")
def test_a_bike_head_on():
    """Damage D6 3, immobilisation D6 4: the bike takes 3 points and is immobilised, the trukk 1 point."""
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_bike u (27,20)")
    rams(game, a("straight"), dice="3  4 4 4 3 3 3  3 3  4")
    assert hurt(game) == ["u", "u", "u", "T"]
    assert game.ride("u").immobilised and not game.ride("T").immobilised


# ---------------------------------------------------------------- passing by


@pytest.mark.rule("gce.ramming.rake-sideswipe", "gce.ramming.rake")
def test_a_rake():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (24,25)")
    # D3 2 and 1; u: wheels; T: wheels, wheels; then both swerve away, and T goes on for its last 2 inches.
    rams(game, a("rake"), dice="2 1  3 3  3 3 3 3")
    assert hurt(game) == ["u", "T", "T"]
    assert (at(game, "T")[2], at(game, "u")[2]) == (315, 135)
    assert at(game, "T") == (25.41, 18.59, 315)


@pytest.mark.rule("gce.ramming.rake-sideswipe")
@pytest.mark.parametrize(
    ("y", "facing", "asked"),
    [(25, 180, True), (25.5, 180, False), (26, 180, False), (25, 0, True), (25, 90, False)],
)
def test_within_two_inches_one_way_or_the_other(y: float, facing: int, asked: bool):
    y += 1.5 if facing == 90 else 0
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (24,{y}) facing={facing}")
    rams(game, *([a("pass")] if asked else []))
    assert bool(game.asked) is asked
    assert at(game, "T") == (26, 20, 0)


@pytest.mark.rule("gce.ramming.rake-bikes")
def test_a_larger_vehicle_that_rakes_a_bike_holds_its_course():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_bike u (24,24)")
    rams(game, a("rake"), dice="1 1  4 4")  # the trukk 1 - 1 = 0
    assert hurt(game) == ["u"]
    assert (at(game, "T")[2], at(game, "u")[2]) == (0, 135)


@pytest.mark.rule("gce.ramming.sideswipe")
def test_a_sideswipe():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (24,25) facing=0")
    rams(game, a("sideswipe"), dice="5 2  3 3")
    assert hurt(game) == ["T"]
    assert (at(game, "T")[2], at(game, "u")[2]) == (315, 0)


@pytest.mark.rule("gce.ramming.sideswipe-bikes")
@pytest.mark.parametrize(
    ("other", "dice", "struck"),
    [("ork_trukk u (24,24)", "5  4 4", ["T"]), ("ork_bike u (24,23)", "4 4  4 4  4 4", ["u", "T"])],
)
def test_a_sideswipe_from_a_bike(other: str, dice: str, struck: list[str]):
    game = table(f"ork_bike T (20,20)  {DRIVER}  {other} facing=0")
    rams(game, a("sideswipe"), dice=dice)
    assert hurt(game) == struck


@pytest.mark.rule("gce.ramming.swerve", "gce.ramming.rake-sideswipe")
def test_a_rake_may_be_swerved_from():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (24,25) moved=gas  {THEIRS}")
    rams(game, a("rake"), dice="3 4")
    assert not hurt(game) and at(game, "u")[2] == 135


@pytest.mark.rule("gce.ramming.swerve")
def test_the_preview_of_a_rake_has_the_swerve_in_it():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (24,25) moved=gas  {THEIRS}")
    preview = previews.of_ram(game.battle, "rake", game.ride("T"), game.ride("u"))
    assert dict(preview.outcomes)["swerves"] == Fraction(21, 36)
    assert dict(preview.outcomes)["3 damage"] == Fraction(15, 36) / 3


# ---------------------------------------------------------------- warriors


@pytest.mark.rule("gce.squash.attempt")
def test_a_warrior_within_two_inches_may_be_squashed():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_boy x (24,23.5)")  # 1.5 inches from the side
    rams(game, a("squash"), dice="3 1")
    assert dict(option(game, 0, "squash").preview().outcomes)["squashed"] == Fraction(2, 3)
    assert game.rolled("gce.squash.avoid")[0].most == 2


@pytest.mark.rule("gce.squash.down")
@pytest.mark.parametrize(("state", "need"), [("", "2 or less"), ("down", "")])
def test_who_is_down_has_no_roll_to_jump_clear(state: str, need: str):
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_boy x (24,23.5) {state}")
    assert of_squash(game.battle, game.ride("T"), game["x"]).need == need


@pytest.mark.rule("gce.squash.attempt")
def test_or_spared():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_boy x (24,23.5)")
    rams(game, a("pass"))
    assert not game.rolled("gce.squash.avoid")


@pytest.mark.rule("gce.squash.attempt")
def test_one_further_away_is_not_reached():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_boy x (24,24.2)")
    assert not rams(game).asked


@pytest.mark.rule("gce.squash.attempt", "gce.squash.hit")
def test_one_in_the_way_is_driven_over():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_boy x (25,20)")
    rams(game, dice="6  1")
    assert at(game, "T") == (26, 20, 0) and game["x"].x < 23


@pytest.mark.rule("gce.squash.avoid")
@pytest.mark.parametrize(("state", "most"), [("pinned", 6), ("netted", 0), ("hobbled", 0), ("down", 0)])
def test_who_is_held_fast_does_not_jump_clear(state: str, most: int):
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_boy x (25,20) i=6 {state}")
    assert jump_score(game.battle, game.ride("T"), game["x"]) == most
    rams(game, dice="6" if most else "1")
    assert len(game.rolled("gce.squash.avoid")) == bool(most)


@pytest.mark.rule("gce.squash.attempt")
def test_a_turn_comes_over_every_enemy_in_it():
    game = table(
        f"""
        ork_trukk T (20,20)  {DRIVER}
        ork_boy x (20.6,22.8) i=0  ork_boy y (22.7,22.2) i=0
        """
    )
    does(
        game, lambda g: course.pivot(g, game.ride("T"), 45.0, "turns", "gce.basics.vehicle-turn"), dice="1 1"
    )
    assert sorted(roll.by for roll in game.rolled("gce.wounding.wound-roll")) == ["x", "y"]


def test_who_is_clear_where_he_stands_is_not_told_to_move():
    """The trukk passes beside him: he jumps clear, and stands where he stood."""
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_boy x (25,22.6)")
    rams(game, a("squash"), dice="1")
    assert (game["x"].spot.x, game["x"].spot.y) == (25, 22.6)
    assert game.says("x jumps clear.")
    assert not [event for event in game.events if isinstance(event, Moved) and event.piece == "x"]


@pytest.mark.rule("gce.squash.avoid")
@pytest.mark.parametrize(("answer", "aboard"), [("board", "T"), ("aside", "")])
def test_who_plays_chicken_may_board_what_he_dodges(answer: str, aboard: str):
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_boy x (25,20) play_chicken overwatch")
    rams(game, b(answer), dice="1")
    assert game["x"].aboard == aboard and not game["x"].overwatch
    leaps = [event.how for event in game.events if isinstance(event, Moved) and event.piece == "x"]
    assert leaps == ([] if aboard else ["jumps clear"])


# ---------------------------------------------------------------- gubbinz in rams


@pytest.mark.rule("gce.vehicle-damage.auto-penetrate")
def test_a_reinforced_ram_has_a_second_die_for_one_roll():
    game = table(f"ork_trukk T (20,20) reinforced_ram  {DRIVER}  ork_trukk u (26,20.5) facing=90")
    rams(game, dice="2  3 3  1 6 3  3 3")  # the first of two: the higher of 1 and 6, immobilised
    assert game.ride("u").immobilised


def test_a_grabber_carries_off_whom_it_hits():
    game = table(
        f"ork_trukk T (20,20) big_grabber  {DRIVER}  ork_trukk u (24,25) moved=gas  {THEIRS}  ork_boy e in u"
    )
    rams(game, a("big_grabber"), dice="5  2 3")
    assert game["d"].aboard == "T" and game.ride("u").driver == ""
    assert not game.rolled(SWERVE)


def test_a_wrecker_ball_knocks_off():
    game = table(
        f"ork_trukk T (20,20) wrecker_ball  {DRIVER}  ork_trukk u (24,25) moved=gas  {THEIRS}  ork_boy e in u"
    )
    rams(game, a("wrecker_ball"), dice="2  1 3  1 2 1 1  4")
    assert not game["e"].aboard and game["d"].aboard == "u"


def test_spikes_make_the_hits_of_a_ram_harder():
    game = table(f"ork_trukk T (20,20) spikes  {DRIVER}  ork_trukk u (27,20) facing=0  ork_boy e in u")
    rams(game, dice="1 1  1 1")
    assert game.rolled("gce.wounding.wound-roll")[0].need == 4


@pytest.mark.rule("gce.ramming.rake-sideswipe")
def test_the_option_to_strike_in_passing_is_about_the_kind_of_it():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (24,24) facing=180")
    rams(game, a("pass"))
    assert option(game, 0, "rake").about == "rake"


@pytest.mark.rule("gce.ramming.kinds")
@pytest.mark.parametrize(("facing", "kind", "dice"), [(90, "t-bone", "1  3 3  3 3"), (0, "shunt", "3 3")])
def test_the_option_to_ram_is_about_the_edge_that_it_strikes(facing: int, kind: str, dice: str):
    """With a grabber there is a choice."""
    game = table(f"ork_trukk T (20,20) big_grabber  {DRIVER}  ork_trukk u (27,20.5) facing={facing}")
    rams(game, a("ram"), dice=dice)
    assert option(game, 0, "ram").about == kind


@pytest.mark.rule("gce.ramming.after")
def test_a_rammer_whose_driver_falls_still_goes_the_declared_distance():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (26,20.5) facing=90")
    rams(game, dice="1  6 1  5 3 6 4")  # a point each: the engine of u, and the driver of T, who goes Down
    assert game["D"].down and at(game, "T") == (26, 20, 0) and game.ride("T").done
    assert game.says("u is pushed aside.")
