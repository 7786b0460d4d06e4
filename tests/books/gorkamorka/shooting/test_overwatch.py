"""Overwatch: set in one's own turn, fired in the middle of the enemy's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.gorkamorka.driving.test_gas import moves
from tests.books.gorkamorka.garage import at, does, legs
from tests.books.gorkamorka.table import Position, table, why
from tests.kit.script import By, a, b
from warbook.board.geometry import point_in_polygon
from warbook.board.hulls import Leg
from warbook.books.gorkamorka.driving.watched import Watched
from warbook.books.gorkamorka.field.aboard import out_of_control
from warbook.books.gorkamorka.shooting.overwatch import Chance, _asked_at, halted, may_watch, watchers
from warbook.core.events import Became, Moved

HIT = "gce.shooting.to-hit"
DRIVER = "ork_spanner D in T driver"
WATCHER = "ork_boy x (20,10) shoota overwatch bs=4"


def watched(mover: str = "ork_boy A (10,10) m=6", watcher: str = WATCHER, extra: str = "") -> Position:
    return table(f"{mover}   {watcher}   {extra}")


def ends(game: Position, who: str = "A") -> list[float]:
    """How far along x each part of his way led."""
    found = [event for event in game.events if isinstance(event, Moved) and event.piece == who]
    return [round(event.path[-1].x, 2) for event in found]


# ---------------------------------------------------------------- setting it


@pytest.mark.rule("gce.overwatch.set", "gce.overwatch.arc")
def test_it_is_set_in_place_of_a_move_and_of_all_else_this_turn() -> None:
    game = table("ork_boy A (10,10) shoota   ork_boy x (40,10)")
    game.play(a("A"), a("watch"), a(90))
    assert game["A"].overwatch and (game["A"].moved, game["A"].facing) == ("stayed", 90.0)
    game.play().play()
    assert game.battle.phase == "fight" and not game["A"].shot and game["A"].overwatch


@pytest.mark.rule("gce.overwatch.set")
@pytest.mark.parametrize(
    "words",
    [
        "shoota moved=walked",
        "shoota pinned",
        "shoota burning",
        "shoota netted",
        "",
        "shoota empty=shoota",
        "shoota helping=B",
    ],
)
def test_who_may_not_watch(words: str) -> None:
    game = table(f"ork_boy A (10,10) {words}   ork_boy x (40,10)")
    assert why(may_watch(game.battle, game["A"])).rule == "gce.overwatch.set"


@pytest.mark.rule("gce.overwatch.set")
def test_nobody_watches_from_a_vehicle_or_in_a_fight() -> None:
    game = table("ork_trukk T (10,10)   ork_boy A in T shoota   ork_boy B (20,20) shoota   ork_boy x (21,20)")
    assert why(may_watch(game.battle, game["A"])).words == "is on a vehicle"
    assert why(may_watch(game.battle, game["B"])).rule == "gce.shooting.not-when-engaged"


@pytest.mark.rule("gce.overwatch.hiding", "gce.hiding.hide")
def test_who_watches_may_hide_as_well_in_the_same_turn() -> None:
    game = table("ork_boy A (10,10) shoota   wall (11,7) (11,13) h=0.6   ork_boy x (40,10)")
    game.play(a("A"), a("watch"), a("stay"), a("hide"))
    assert game["A"].overwatch and game["A"].hidden


@pytest.mark.rule("gce.overwatch.lost-at-turn-end")
def test_it_lasts_until_the_next_own_turn_begins() -> None:
    game = table("ork_boy A (10,10) shoota overwatch   ork_boy x (40,10)", phase="recover", side="b")
    game.until("move")
    assert game.battle.side == "a" and not game["A"].overwatch


# ---------------------------------------------------------------- who is asked, and where


@pytest.mark.rule("gce.overwatch.fire")
def test_the_watcher_is_asked_where_a_mover_in_his_sight_stops() -> None:
    game = watched().play(a("A"), a("walk"), a((14, 10)), b("hold"))
    assert ends(game) == [14.0] and game["x"].overwatch
    game = watched().play(a("A"), a("walk"), a((14, 10)), b("x"), dice="2 1")
    assert game.rolled(HIT)[0].need == 2 and not game["x"].overwatch


@pytest.mark.rule("gce.overwatch.fire", "gce.shooting.mod-overwatch-target")
def test_the_printed_example_out_from_behind_a_wall_and_back() -> None:
    """BS 4 at a target in the open that is there for a moment, at a range without a modifier: 4+."""
    walls = "wall (10,16) (14.5,16) h=3   wall (15.5,16) (20,16) h=3"
    game = table(f"ork_boy A (12,18) m=5   ork_boy x (15,3) shoota overwatch bs=4 facing=90   {walls}")
    game.play(a("A"), a("walk"), a((17, 18)), b("x"), dice="1")
    roll = game.rolled(HIT)[0]
    assert [(each.value, each.why) for each in roll.modifiers[1:]] == [(-1, "fleeting target")]
    assert roll.need == 4
    assert len(ends(game)) == 2 and game["A"].x == 17.0


@pytest.mark.rule("gce.overwatch.fire")
def test_nobody_is_asked_where_nothing_changes_for_him() -> None:
    game = watched("ork_boy A (14,10) m=6", "ork_boy x (20,10) shoota overwatch facing=0")
    game.play(a("A"), a("walk"), a((10, 10)))
    assert {side for side, _ in game.asked} == {"a"}


@pytest.mark.rule("gce.overwatch.arc")
def test_he_fires_only_into_the_arc_he_was_left_facing() -> None:
    game = table("ork_boy A (20,18) m=6   ork_boy x (20,10) shoota overwatch facing=0")
    game.play(a("A"), a("run"), a((30, 18)), b("hold"), b("hold"))
    texts = [getattr(question, "kind", "") for side, question in game.asked if side == "b"]
    assert texts == ["overwatch", "overwatch"]  # when he comes into the arc and when he stops
    assert ends(game)[0] == pytest.approx(29.0, abs=1.0)


@pytest.mark.rule("gce.shooting.mod-overwatch-target")
def test_a_charge_is_answered_before_contact_with_minus_1() -> None:
    game = watched("ork_boy A (12,10)")
    game.play(a("A"), a("charge"), a("x"), b("x"), dice="3 1")
    roll = game.rolled(HIT)[0]
    assert roll.need == 3 and [each.why for each in roll.modifiers[1:]] == [
        "fleeting target",
        "weapon at this range",
    ]
    assert game["A"].charging == "x"


@pytest.mark.rule("gce.overwatch.fire", "gce.foot.charge-failed")
def test_a_charger_who_goes_down_stops_there_and_has_failed() -> None:
    game = watched("ork_boy A (12,10)")
    game.play(a("A"), a("charge"), a("x"), b("x"), dice="3 5 4")
    assert game["A"].down and game["A"].x == 12.0 and game["A"].idle and not game["A"].charging


@pytest.mark.rule("gce.overwatch.fire", "gce.wounding.pin-on-hit")
def test_who_is_pinned_on_the_way_stops_where_he_was_hit() -> None:
    walls = "wall (0,12) (14,12) h=3"
    text = f"grot_rebel A (12,14) m=6   ork_boy x (14.7,3) shoota overwatch bs=4 facing=90   {walls}"
    game = table(text).play(a("A"), a("walk"), a((17.5, 14)), b("x"), dice="5 2")
    assert game["A"].pinned and 13.0 < game["A"].x < 17.5


@pytest.mark.rule("gce.overwatch.fire")
def test_several_watchers_shoot_in_the_order_their_owner_likes() -> None:
    game = watched(extra="ork_boy y (20,12) shoota overwatch")
    game.play(a("A"), a("walk"), a((14, 10)), b("y"), b("x"), dice="1 1")
    assert [roll.by for roll in game.rolled(HIT)] == ["y", "x"]


@pytest.mark.rule("gce.overwatch.fire")
def test_target_priority_holds_only_by_switch() -> None:
    text = f"ork_boy A (10,10)   ork_boy B (16,10)   {WATCHER}"
    game = table(text).play(a("A"), a("walk"), a((12, 12)), b("hold"))
    assert game["x"].overwatch
    game = table(text, overwatch_priority=True).play(a("A"), a("walk"), a((12, 12)))
    assert {side for side, _ in game.asked} == {"a"}


@pytest.mark.rule("gce.overwatch.fire", "gce.shooting.mod-partial-cover")
@pytest.mark.parametrize(("height", "asked"), [(0.2, 1), (0.5, 2)])
def test_he_may_shoot_before_the_mover_is_in_better_cover(height: float, asked: int) -> None:
    """Somebody runs from the open to behind a wall over which he is still seen, if it hides any of him."""
    game = watched(extra=f"wall (12,12) (12,17) h={height}")
    game.play(a("A"), a("run"), a((10, 15)), *[b("hold")] * asked)
    assert sum(side == "b" for side, _ in game.asked) == asked and game["A"].y == 15.0


@pytest.mark.rule("gce.overwatch.multiple-shots", "gce.special-weapons.full-auto-declare")
def test_a_burst_is_one_shot_on_overwatch() -> None:
    game = watched(watcher="ork_boy x (18,10) six_shoota overwatch")
    game.play(a("A"), a("walk"), a((14, 10)), b("x"), b("auto six_shoota 1"), dice="5 1 1 1")
    assert len(game.rolled(HIT)) == 3 and not game["x"].overwatch


@pytest.mark.rule("gce.special-weapons.full-auto-spread", "gce.shooting.mod-overwatch-target")
def test_the_odds_of_a_burst_that_is_spread_know_which_target_is_fleeting() -> None:
    text = "ork_boy A (10,10)   ork_boy B (11,13)   ork_boy x (18,10) six_shoota overwatch"
    game = table(text).play(a("A"), a("charge"), a("x"), b("x"), b("auto six_shoota 1"), dice="3")
    assert game.unanswered is not None
    question: Any = game.unanswered.question
    short = {each.id: each.preview().cases[0].need for each in question.options}
    assert short == {"A": "4+", "B": "3+"}
    fired = table(text).play(
        a("A"), a("charge"), a("x"), b("x"), b("auto six_shoota 1"), b("B"), dice="3  1 1"
    )
    assert [roll.need for roll in fired.rolled(HIT)] == [5, 4]  # in the long band


@pytest.mark.rule("gce.overwatch.lost-by-firing", "gce.hiding.shoot-reveals")
def test_it_is_lost_by_firing_and_so_is_hiding() -> None:
    game = watched(watcher=f"{WATCHER} hidden", extra="wall (18.9,8) (18.9,12) h=0.5")
    game.play(a("A"), a("walk"), a((14, 10)), b("x"), dice="1")
    assert not game["x"].overwatch and not game["x"].hidden
    told = [event for event in game.events if isinstance(event, Became) and event.piece == "x"]
    assert {(event.status, event.gained) for event in told} == {("overwatch", False), ("hidden", False)}


@pytest.mark.rule("gce.overwatch.lost-by-moving", "gce.squash.avoid")
def test_who_jumps_clear_of_a_vehicle_watches_no_longer() -> None:
    text = f"ork_trukk T (10,20)   {DRIVER}   ork_boy x (16,20) shoota overwatch facing=90 i=6"
    game = moves(table(text), a("go"), a(legs((0, 6))), a("stop"), dice="1")
    assert not game["x"].overwatch and not game["x"].down


RUN_AT = f"ork_trukk T (10,20)   {DRIVER}   ork_boy x {{}} shoota overwatch facing=180 i=6"


@pytest.mark.rule("gce.overwatch.fire", "gce.overwatch.lost-by-moving")
@pytest.mark.parametrize(("place", "strikes"), [("(16,20)", ()), ("(16,23)", (a("squash"),))])
def test_who_is_about_to_be_run_down_may_shoot_before_he_has_to_jump(place: str, strikes: Any) -> None:
    """T is before him all the way, and at its end he would watch no longer. He is driven over, or struck in
    passing."""
    held = moves(
        table(RUN_AT.format(place)), a("go"), a(legs((0, 6))), *strikes, b("hold"), a("stop"), dice="1"
    )
    assert not held["x"].overwatch and not held.rolled(HIT)
    shot = moves(
        table(RUN_AT.format(place)), a("go"), a(legs((0, 6))), *strikes, b("x"), a("stop"), dice="1 1"
    )
    assert shot.rolled(HIT)[0].need == 2, "BS 3, near and large; a squash is no ram"
    assert at(shot, "T") == (16, 20, 0)


@pytest.mark.rule("gce.overwatch.fire", "gce.squash.attempt")
def test_a_vehicle_that_he_stops_does_not_run_him_down() -> None:
    game = table(RUN_AT.format("(16,20)"))
    moves(game, a("go"), a(legs((0, 6))), b("x"), dice="5 3 6 6")  # through the wheels: immobilised
    assert game.ride("T").immobilised and game.ride("T").x < 13.0 and game["x"].x == 16.0


def test_who_is_caught_by_bolas_on_his_way_stops_there() -> None:
    """He comes out from behind a wall, and would be behind another at the end."""
    walls = "wall (10,16) (14.5,16) h=3   wall (15.5,16) (20,16) h=3"
    for die, stops in (("5", True), ("2", False)):
        game = table(f"ork_boy A (12,18) m=5   ork_boy x (15,11) bolas overwatch bs=6 facing=90   {walls}")
        game.play(a("A"), a("walk"), a((17, 18)), b("x"), dice=die)
        assert game["A"].hobbled is stops and (game["A"].x < 16.0) is stops


def test_who_is_knocked_back_on_his_way_goes_no_farther() -> None:
    """An ork is not pinned by it: but he is off his way."""
    walls = "wall (10,16) (14.5,16) h=3   wall (15.5,16) (20,16) h=3"
    game = table(f"ork_boy A (12,18) m=5   ork_boy x (15,11) kannon overwatch bs=6 facing=90   {walls}")
    game.play(a("A"), a("walk"), a((17, 18)), b("x"), dice="5 1 6")
    assert game["A"].up and game["A"].x < 16.0 and game["A"].y > 18.5


@pytest.mark.rule("gce.overwatch.lost-by-moving")
def test_who_is_knocked_back_watches_no_longer() -> None:
    game = table("ork_boy A (10,10) kannon   ork_boy x (20,10) shoota overwatch facing=0", phase="shoot")
    game.play(a("A"), a("x"), dice="5 1 3")
    assert game["x"].x == 22.0 and not game["x"].overwatch


@pytest.mark.rule("gce.overwatch.fire")
def test_a_forced_move_is_not_interrupted() -> None:
    game = watched("ork_boy A (10,10) stupid")
    game.play(a("A"), dice="4 6")
    assert game["A"].x != 10.0 or game["A"].y != 10.0
    assert {side for side, _ in game.asked} == {"a"} and game["x"].overwatch


# ---------------------------------------------------------------- vehicles, and shots


@pytest.mark.rule("gce.overwatch.fire")
def test_a_drive_is_interrupted_where_it_comes_into_sight_and_where_it_stops() -> None:
    game = table(
        f"""ork_trukk T (10,20)   {DRIVER}   wall (0,17) (14,17) h=4
        ork_boy x (16,8) shoota overwatch facing=90"""
    )
    moves(game, a("go"), a(legs((0, 6))), b("hold"), b("hold"), a("stop"))
    stops = [event for event in game.events if isinstance(event, Moved)]
    assert len(stops) >= 2 and game.ride("T").x == 16.0


FELLED = "5 5 6 3 6 4"  # hits, through the armour of the driver, who is wounded and Down


def mown_down(*answers: By, extra: str = "", dice: str = "") -> Position:
    """T comes into sight after two inches, and x fells its driver there."""
    game = table(
        f"""ork_trukk T (10,20)   {DRIVER}   wall (0,14) (15,14) h=4   {extra}
        ork_boy x (16,8) shoota overwatch facing=90 bs=6"""
    )
    moves(game, *answers, b("x"), dice=dice)
    assert game["D"].down and out_of_control(game.battle, game.ride("T"))
    return game


@pytest.mark.rule("gce.vehicle-movement.out-of-control", "gce.vehicle-movement.thrust-declare")
def test_a_vehicle_whose_driver_is_felled_in_a_thrust_runs_on_for_the_rest_of_it() -> None:
    game = mown_down(a("thrust"), a("thrust 6"), dice=f"2 {FELLED}")
    assert at(game, "T") == (16, 20, 0) and game.ride("T").done
    assert game.ride("T").thrusts == 1


@pytest.mark.rule("gce.vehicle-movement.out-of-control", "gce.collision.definition")
def test_what_was_to_be_a_ram_is_a_collision_without_a_driver() -> None:
    # One point for each of the two, on locations that shrug it off.
    game = mown_down(
        a("thrust"), a("thrust 6"), extra="ork_trukk u (18,20) facing=90", dice=f"2 {FELLED}  6 1 6 1"
    )
    assert game.says("T collides with u.") and game.ride("T").done


@pytest.mark.rule("gce.vehicle-movement.out-of-control")
def test_in_a_gas_move_it_finishes_the_stretch_and_does_not_turn() -> None:
    game = mown_down(a("go"), a(legs((0, 3), (-45, 3))), dice=FELLED)
    assert at(game, "T") == (13, 20, 0) and game.ride("T").done


@pytest.mark.rule("gce.vehicle-movement.slow-speed-manoeuvre")
def test_a_slow_manoeuvre_stops_where_the_driver_falls() -> None:
    game = mown_down(a("slow"), a(legs((0, 3), (-45, 0))), dice=FELLED)
    assert at(game, "T") == (12, 20, 0)
    game = table(
        f"""ork_trukk T (13,20)   {DRIVER}   wall (0,14) (15,14) h=4
        ork_boy x (16,8) shoota overwatch facing=90 bs=6"""
    )
    moves(game, a("slow"), a(legs((0, -3))), b("x"), dice=FELLED)
    assert game["D"].down and at(game, "T") == (12, 20, 0), "backwards: before it is out of sight"


@pytest.mark.rule("gce.shooting.mod-overwatch-target")
def test_a_ram_is_answered_with_minus_1_when_it_is_declared() -> None:
    game = table(
        f"""ork_trukk T (10,20)   {DRIVER}   ork_trukk t (20,20) facing=90   ork_spanner d in t driver
        ork_boy x (14,10) shoota overwatch facing=90"""
    )
    ahead = Watched(game.battle, game.ride("T"), (Leg(0.0, 6.0),))
    assert ahead.chances[0] == Chance(0.0, (("x", True),))
    aside = Watched(game.battle, game.ride("T"), (Leg(45.0, 3.0),))
    assert aside.chances == [Chance(3.0, (("x", False),))]


@pytest.mark.rule("gce.overwatch.fire")
def test_before_each_declared_shot_and_a_shooter_who_falls_does_not_shoot() -> None:
    game = table(f"ork_boy A (10,10) shoota   {WATCHER}", phase="shoot")
    game.play(a("A"), a("x"), b("x"), dice="2 5 4")
    assert game["A"].down and [(roll.by, roll.need) for roll in game.rolled(HIT)] == [("x", 2)]
    game = table(f"ork_boy A (10,10) shoota   {WATCHER}", phase="shoot")
    game.play(a("A"), a("x"), b("hold"), dice="1")
    assert [roll.by for roll in game.rolled(HIT)] == ["A"]


@pytest.mark.rule("gce.overwatch.fire")
def test_the_option_carries_the_odds_of_the_very_shot() -> None:
    text = "ork_boy A (12,10)   ork_boy x (20,10) shoota overwatch bs=4"
    game = table(text, premeasuring=True)
    question = game.question(a("A"), a("charge"), a("x"))
    option = next(each for each in question.options if each.id == "x")
    assert option.preview().need == "3+"


def borne_on(question: Any, option: str) -> list[tuple[float, float]]:
    """Of three spots those on which whoever is pointed at, or any of them, could shoot: in front of x, in
    front of y, and behind both."""
    spots = [(25.0, 8.0), (25.0, 32.0), (45.0, 20.0)]
    return [at for at in spots if any(point_in_polygon(*at, each) for each in question.bears(option))]


def test_the_ground_on_which_the_watchers_bear_is_shown_of_each_and_of_all() -> None:
    """Both look to the west, and a high wall stands between."""
    text = """ork_boy A (20,20) m=6   ork_boy x (30,12) shoota overwatch facing=180
        ork_boy y (30,28) shoota overwatch facing=180   wall (22,20) (44,20) h=6"""
    game = table(text, premeasuring=True)
    question = game.question(a("A"), a("walk"), a((18, 20)))
    assert borne_on(question, "x") == [(25.0, 8.0)]
    assert borne_on(question, "y") == [(25.0, 32.0)]
    assert borne_on(question, "") == [(25.0, 8.0), (25.0, 32.0)]


def test_with_two_weapons_the_ground_is_that_of_the_one_in_question() -> None:
    text = "ork_boy A (16,10) m=6   ork_boy x (20,10) slugga shoota overwatch facing=180"
    question = table(text, premeasuring=True).question(a("A"), a("walk"), a((17, 10)), b("x"))
    far = {
        option: any(point_in_polygon(5.0, 10.0, each) for each in question.bears(option))
        for option in ("slugga", "shoota", "")
    }
    assert far == {"slugga": False, "shoota": True, "": True}


def test_a_burst_has_the_ground_of_its_weapon() -> None:
    text = "ork_boy A (16,10) m=6   ork_boy x (20,10) six_shoota overwatch facing=180"
    question = table(text, premeasuring=True).question(a("A"), a("walk"), a((17, 10)), b("x"))
    bursts = [option.id for option in question.options if option.id.startswith("auto ")]
    assert bursts and all(question.bears(each) == question.bears("six_shoota") != () for each in bursts)


@pytest.mark.rule("gce.overwatch.lost-at-turn-end")
@pytest.mark.parametrize(("turn_of", "who"), [("a", ["x"]), ("b", [])])
def test_nobody_shoots_on_overwatch_in_his_own_turn(turn_of: str, who: list[str]) -> None:
    """At a vehicle that moves then, because it chases one of his."""
    game = table(f"ork_trukk T (20,20)  {DRIVER}  {WATCHER}", side=turn_of)
    assert [each.id for each in watchers(game.battle, game.ride("T"))] == who


@pytest.mark.rule("gce.overwatch.fire")
def test_who_is_stopped_on_his_way_may_be_shot_at_in_his_own_turn_only() -> None:
    game = watched()
    does(game, lambda played: halted(played, game["A"]), b("x"), dice="1")
    assert [roll.need for roll in game.rolled(HIT)] == [2], "he stays in sight: no fleeting target"
    theirs = table(f"ork_boy A (10,10)   {WATCHER}", side="b")
    does(theirs, lambda played: halted(played, theirs["A"]))
    assert not theirs.asked


@pytest.mark.rule("gce.overwatch.fire")
@pytest.mark.parametrize(
    ("shown", "rushing", "asked"),
    [
        ("110", False, [1]),  # it will be gone
        ("011", False, [1, 2]),  # it comes into sight, and stops
        ("111", False, [2]),
        ("111", True, [0, 2]),  # a charge begins
        ("011", True, [1, 2]),
        ("010", False, [1]),
        ("100", False, [0]),
        ("101", False, [0, 2]),
        ("000", True, []),
    ],
)
def test_at_which_stations_of_a_move_one_may_shoot(shown: str, rushing: bool, asked: list[int]) -> None:
    whole = [1.0] * len(shown)  # in no cover anywhere
    assert _asked_at([each == "1" for each in shown], whole, rushing) == asked
