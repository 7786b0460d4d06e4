"""Arc, sight, cover, and which target comes first."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from tests.books.gorkamorka.table import Position, table
from tests.kit.script import a
from warbook.books.gorkamorka.field.bodies import model
from warbook.books.gorkamorka.shooting.aim import aim_at, inches_to
from warbook.books.gorkamorka.shooting.arms import ranged_arms
from warbook.books.gorkamorka.shooting.targets import targets


def ways(game: Position, who: str = "A", arm: int = 0) -> dict[str, str]:
    """Whom he may shoot at, and by which rule not."""
    shooter = game[who]
    found = targets(game.battle, shooter, ranged_arms(game.battle, shooter)[arm])
    return {mark.id: refusal.rule if refusal else "" for mark, refusal in found}


def sum_of(game: Position, mark: str, who: str = "A", fleeting: bool = False) -> dict[str, int]:
    """The modifiers of a shot by name, without the Ballistic Skill."""
    shooter, target = game[who], model(game.battle, mark)
    arm = ranged_arms(game.battle, shooter)[0]
    inches = inches_to(game.battle, shooter, arm, target)
    return {
        each.why: each.value for each in aim_at(game.battle, shooter, arm, target, inches, fleeting)[1][1:]
    }


def need(game: Position, mark: str, who: str = "A") -> int:
    shooter, target = game[who], model(game.battle, mark)
    arm = ranged_arms(game.battle, shooter)[0]
    return aim_at(game.battle, shooter, arm, target, inches_to(game.battle, shooter, arm, target))[0].need


# ---------------------------------------------------------------- arc and sight


@pytest.mark.rule("gce.shooting.arc")
@pytest.mark.parametrize(
    ("degrees", "barred"), [(40, ""), (45, ""), (50, "gce.shooting.arc"), (180, "gce.shooting.arc")]
)
def test_a_warrior_on_foot_shoots_45_degrees_to_either_side(degrees: float, barred: str) -> None:
    x, y = 20 + 8 * cos(radians(degrees)), 20 + 8 * sin(radians(degrees))
    assert ways(table(f"ork_boy A (20,20) shoota   ork_boy x ({x},{y})")) == {"x": barred}


@pytest.mark.rule("gce.shooting.arc-riders")
def test_a_rider_shoots_all_round() -> None:
    game = table("ork_trukk T (20,20)   ork_boy A in T shoota   ork_boy x (10,20)   ork_boy y (20,29)")
    assert ways(game)["x"] == "" and ways(game)["y"] == "gce.shooting.closest"  # seen, but farther off
    game["x"].pinned = True
    assert ways(game)["y"] == ""


@pytest.mark.rule("gce.shooting.body-visible")
def test_who_cannot_be_seen_is_no_target() -> None:
    game = table("ork_boy A (10,10) shoota   wall (15,5) (15,15) h=3   ork_boy x (20,10)   ork_boy y (20,20)")
    assert ways(game) == {"x": "gce.shooting.body-visible", "y": ""}


@pytest.mark.rule("gce.shooting.hidden-target", "gce.hiding.no-target")
def test_who_hides_is_no_target_and_does_not_count_as_the_closest() -> None:
    game = table("ork_boy A (10,10) shoota   ork_boy x (16,10) hidden   ork_boy y (20,10)")
    assert ways(game) == {"x": "gce.hiding.no-target", "y": ""}


@pytest.mark.rule("gce.shooting.not-into-hth")
def test_nobody_shoots_into_hand_to_hand_combat() -> None:
    game = table("ork_boy A (10,10) shoota   ork_boy B (19,10)   ork_boy x (20,10)   ork_boy y (22,12)")
    assert ways(game) == {"x": "gce.shooting.not-into-hth", "y": ""}
    text = "ork_boy A (10,10) shoota   ork_boy B (19,10) {}   ork_boy x (20,10) down   ork_boy y (22,12)"
    assert ways(table(text.format("")))["x"] == "gce.shooting.not-into-hth"  # Down among enemies
    assert ways(table(text.format("down")))["x"] == ""


@pytest.mark.rule("gce.shooting.vehicle-with-hth")
def test_a_vehicle_with_a_fight_aboard_is_a_target_and_the_own_one_is_not() -> None:
    game = table(
        """ork_boy A (10,10) shoota   ork_trukk t (20,10) moved=gas   ork_boy x in t fighting=B
        ork_boy B in t fighting=x   ork_trukk T (20,16)   ork_boy y in T"""
    )
    assert ways(game) == {"t": ""}


# ---------------------------------------------------------------- which comes first


@pytest.mark.rule("gce.shooting.closest")
def test_the_closest_must_be_taken() -> None:
    game = table("ork_boy A (10,10) shoota   ork_boy x (16,10)   ork_boy y (20,12)")
    assert ways(game) == {"x": "", "y": "gce.shooting.closest"}


@pytest.mark.rule("gce.shooting.priority-threat", "gce.shooting.at-down")
@pytest.mark.parametrize("state", ["down", "pinned"])
def test_who_is_down_or_pinned_may_be_passed_over_or_shot_at(state: str) -> None:
    game = table(f"ork_boy A (10,10) shoota   ork_boy x (15,10) {state}   ork_boy y (20,12)")
    assert ways(game) == {"x": "", "y": ""}
    game = table(f"ork_boy A (10,10) shoota   ork_boy x (20,12) {state}   ork_boy y (15,10)")
    assert ways(game) == {"x": "gce.shooting.closest", "y": ""}


@pytest.mark.rule("gce.shooting.at-down")
@pytest.mark.parametrize(("state", "barred"), [("down", "gce.shooting.at-down"), ("", "")])
def test_who_plays_dead_is_no_target_while_he_is_down(state: str, barred: str) -> None:
    game = table(f"ork_boy A (10,10) shoota   ork_boy x (15,10) play_dead {state}")
    assert ways(game) == {"x": barred}


@pytest.mark.rule("gce.shooting.priority-threat")
@pytest.mark.parametrize(
    ("trukk", "rider", "passed"),
    [
        ("", "ork_boy x in t", False),
        ("immobilised", "ork_boy x in t", True),
        ("", "", True),
        ("destroyed", "", True),
    ],
)
def test_vehicles_that_threaten_nobody_may_be_passed_over(trukk: str, rider: str, passed: bool) -> None:
    game = table(f"ork_boy A (10,10) shoota   ork_trukk t (18,10) {trukk}   {rider}   ork_boy y (20,16)")
    assert ways(game)["t"] == "" and (ways(game)["y"] == "") is passed


@pytest.mark.rule("gce.shooting.priority-threat", "gce.shooting.stationary-vehicle-aboard")
def test_the_vehicle_under_his_feet_may_be_passed_over() -> None:
    game = table("ork_trukk t (20,10)   ork_boy A in t shoota   ork_boy y in t down   ork_boy x (30,10)")
    assert ways(game) == {"t": "", "x": ""}


@pytest.mark.rule("gce.shooting.priority-cover")
def test_the_printed_diagram() -> None:
    """Target 2 is closer but behind cover, target 1 in the open, target 3 outside the arc."""
    game = table(
        """ork_boy A (10,10) shoota   wall (16.9,11.4) (16.9,14) h=0.5   ork_boy two (18,13)
        ork_boy one (24,10)   ork_boy three (10,18)"""
    )
    assert ways(game) == {"two": "", "one": "", "three": "gce.shooting.arc"}


@pytest.mark.rule("gce.shooting.priority-cover")
def test_a_target_farther_off_must_be_easier_than_every_closer_one() -> None:
    game = table(
        """ork_boy A (10,10) shoota   wall (15.9,8) (15.9,10.9) h=0.5   ork_boy x (17,9.5)
        ork_boy y (20,13)   ork_boy z (24,13)"""
    )
    assert ways(game) == {"x": "", "y": "", "z": "gce.shooting.closest"}


@pytest.mark.rule("gce.shooting.priority-large")
def test_a_large_target_farther_off_may_be_taken_and_by_switch_must() -> None:
    text = "ork_boy A (10,10) shoota   ork_boy x (15,10)   ork_trukk t (22,14)   ork_boy y in t"
    assert ways(table(text)) == {"x": "", "t": ""}
    must = ways(table(text, large_target_priority="must"))
    assert must == {"x": "gce.shooting.priority-large", "t": ""}
    harder = text.replace("ork_trukk t (22,14)", "ork_trukk t (22,14) thrusts=1")
    assert ways(table(harder)) == {"x": "", "t": "gce.shooting.closest"}
    assert ways(table(harder, large_target_priority="must")) == must


@pytest.mark.rule("gce.shooting.closest")
def test_who_is_kool_takes_whom_he_likes() -> None:
    game = table("ork_boy A (10,10) shoota kool   ork_boy x (16,10)   ork_boy y (20,12)")
    assert ways(game) == {"x": "", "y": ""}


@pytest.mark.rule("gce.shooting.no-premeasure", "gce.shooting.declare")
def test_neither_range_nor_weapon_plays_a_part_in_the_choice() -> None:
    game = table("ork_boy A (10,10) slugga   ork_boy x (24,10)   ork_boy y (25,12)", phase="shoot")
    assert ways(game) == {"x": "", "y": "gce.shooting.closest"}  # both out of range
    option = game.option("x", a("A"))
    assert option.label == "x" and "14" not in option.preview().headline


@pytest.mark.parametrize(
    ("height", "state", "label"),
    [(0.3, "", 'x, 6.0", in partial cover'), (0.7, "", 'x, 6.0", in cover'), (0.0, "down", 'x, 6.0", Down')],
)
def test_what_is_known_of_a_target_stands_beside_its_name(height: float, state: str, label: str) -> None:
    wall = f"wall (15.4,8) (15.4,14) h={height}" if height else ""
    game = table(f"ork_boy A (9,10) shoota   {wall}   ork_boy x (16,10) {state}", "shoot", premeasuring=True)
    assert game.option("x", a("A")).label == label


# ---------------------------------------------------------------- modifiers


@pytest.mark.rule("gce.shooting.mod-partial-cover", "gce.shooting.mod-in-cover", "gce.shooting.cover-applies")
@pytest.mark.parametrize(
    ("height", "modifiers", "score"),
    [
        (0.3, {"target in partial cover": -1}, 5),
        (0.5, {"target in partial cover": -1}, 5),
        (0.7, {"target in cover": -2}, 6),
    ],
)
def test_cover_is_how_much_the_shooter_sees(height: float, modifiers: dict[str, int], score: int) -> None:
    game = table(f"ork_boy A (10,10) kannon   wall (23.4,8) (23.4,12) h={height}   ork_boy x (24,10)")
    game["A"].weapons = ("linked_shoota",)
    got = {why: value for why, value in sum_of(game, "x").items() if "cover" in why}
    assert got == modifiers and score == 4 - sum(modifiers.values())


@pytest.mark.rule("gce.shooting.cover-applies")
def test_vehicles_have_cover_too() -> None:
    game = table(
        "ork_boy A (10,10) shoota   wall (16,5) (16,15) h=0.8   ork_trukk t (20,10)   ork_boy x in t"
    )
    assert sum_of(game, "t")["target in partial cover"] == -1


@pytest.mark.rule("gce.shooting.mod-large", "gce.shooting.hit-modifiers")
def test_trukks_are_large_and_bikes_and_warriors_are_not() -> None:
    game = table("ork_boy A (30,15) shoota   ork_trukk t (38,10)   ork_bike u (38,20)   ork_boy x (38,16)")
    large = {mark: "large target" in sum_of(game, mark) for mark in ("t", "u", "x")}
    assert large == {"t": True, "u": False, "x": False}


@pytest.mark.rule("gce.shooting.mod-target-thrusters", "gce.shooting.hit-modifiers")
def test_a_trukk_that_thrust_is_as_easy_as_a_warrior() -> None:
    game = table("ork_boy A (10,10) shoota   ork_trukk t (28,10) thrusts=1 moved=thrust   ork_boy x in t")
    assert sum_of(game, "t") == {"target used thrusters": -1, "large target": 1}
    assert need(game, "t") == 4


@pytest.mark.rule("gce.shooting.mod-firing-thrusters", "gce.shooting.range-modifiers")
def test_the_printed_kannon_shot_from_a_thrusting_vehicle() -> None:
    text = "ork_trukk T (10,10) {0}   ork_boy A in T kannon   ork_boy x (25.5,10)"
    assert need(table(text.format("")), "x") == 5
    game = table(text.format("thrusts=1 moved=thrust") + "   ork_boy B in T")
    game.ride("T").went_in = game.battle.now
    assert sum_of(game, "x") == {"firing from a thrusting vehicle": -1, "weapon at this range": -1}
    assert need(game, "x") == 6


@pytest.mark.rule("gce.shooting.mod-firing-thrusters")
def test_a_hipshoota_does_not_mind_with_his_own_gun_and_thrusts_of_another_turn_do_not_count() -> None:
    text = "ork_trukk T (10,10) thrusts=1 moved=thrust   ork_boy A in T shoota {0}   ork_boy x (25,10)"
    for skill, went_in, counts in (("", "1 a", True), ("hipshoota", "1 a", False), ("", "1 b", False)):
        game = table(text.format(skill))
        game.ride("T").went_in = went_in
        assert ("firing from a thrusting vehicle" in sum_of(game, "x")) is counts


@pytest.mark.rule("gce.shooting.hit-modifiers")
def test_who_ducks_and_weaves_is_harder_to_hit() -> None:
    game = table("ork_boy A (10,10) shoota   ork_boy x (26,10) duck_n_weave")
    assert sum_of(game, "x") == {"target ducks and weaves": -1}


@pytest.mark.rule("gce.shooting.vehicle-as-cover")
@pytest.mark.parametrize(
    ("trukk", "rider", "cover"),
    [
        ("", "ork_boy y in t", False),  # the trukk is the more obvious target
        ("thrusts=1 moved=thrust", "ork_boy y in t", False),  # as easy as he
        ("", "", True),  # unoccupied
        ("immobilised", "ork_boy y in t", True),
    ],
)
def test_a_vehicle_gives_cover_unless_it_is_the_more_obvious_target(
    trukk: str, rider: str, cover: bool
) -> None:
    game = table(
        f"ork_boy A (10,10) shoota   ork_trukk t (20,10) facing=90 {trukk}   {rider}   ork_boy x (24,14.6)"
    )
    assert any("cover" in name for name in sum_of(game, "x")) is cover


@pytest.mark.rule("gce.shooting.vehicle-as-cover")
@pytest.mark.parametrize(("rider", "cover"), [("ork_boy y in t", False), ("", True)])
def test_nor_does_it_give_cover_to_whom_it_hides_by_a_quarter(rider: str, cover: bool) -> None:
    game = table(f"ork_boy A (10,10) shoota   ork_trukk t (20,10) facing=90   {rider}   ork_boy x (24,15.2)")
    assert any("cover" in name for name in sum_of(game, "x")) is cover


@pytest.mark.rule("gce.shooting.vehicle-as-cover")
@pytest.mark.parametrize(("facing", "cover"), [(0, False), (-30, True)])
def test_a_vehicle_that_cannot_be_shot_at_is_no_target_and_gives_cover(facing: int, cover: bool) -> None:
    """Its corner is before the warrior, and its middle outside the arc of who has turned away from it."""
    game = table(
        f"""
        ork_boy A (10,10) facing={facing} shoota   ork_boy x (24,11)
        ork_trukk t (13,11.8) facing=0   ork_boy y in t
        """
    )
    assert any("cover" in name for name in sum_of(game, "x")) is cover


@pytest.mark.rule("gce.shooting.cover-dispute", "gce.shooting.body-visible")
def test_nobody_rolls_for_what_is_seen() -> None:
    game = table("ork_boy A (10,10) shoota   wall (18,8) (18,12) h=0.6   ork_boy x (19,10)", phase="shoot")
    game.play(a("A"), a("x"), dice="1")
    assert [event.rule for event in game.rolled("gce.shooting.to-hit")] == ["gce.shooting.to-hit"]


@pytest.mark.rule("gce.shooting.body-visible")
def test_who_is_not_in_sight_is_told_by_the_hull_that_stands_in_the_way():
    text = "ork_boy A (10,10) shoota   ork_trukk T (15,10) facing=90   ork_boy x (20,10)   ork_boy y (18,17)"
    option = table(text, phase="shoot").option("x", a("A"))
    assert option.why_not == "is not in sight: behind T"
    assert option.hindered().piece == "T"
