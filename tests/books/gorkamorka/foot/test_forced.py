"""Moves that nobody chooses: stupidity and terror."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from tests.books.gorkamorka.garage import does
from tests.books.gorkamorka.table import table, why
from tests.kit.script import a
from warbook.board.geometry import Spot
from warbook.books.gorkamorka.field.engaged import engaged
from warbook.books.gorkamorka.foot.forced import _bump, _crossing, dismount

FAR = "ork_boy x (46,46)"


# ---------------------------------------------------------------- stupidity


@pytest.mark.rule("gce.stupidity.movement")
def test_on_1_to_3_he_stands_still() -> None:
    game = table(f"ork_boy A (20,20) stupid   {FAR}").play(a("A"), dice="2")
    assert (game["A"].x, game["A"].y) == (20.0, 20.0) and game["A"].moved == "stayed"


@pytest.mark.rule("gce.stupidity.movement")
def test_on_4_or_more_he_goes_m_inches_at_random() -> None:
    game = table(f"ork_boy A (20,20) stupid   {FAR}").play(a("A"), dice="5 4")  # three o'clock
    assert (game["A"].x, game["A"].y) == pytest.approx((24.0, 20.0))


@pytest.mark.rule("gce.stupidity.movement")
def test_aboard_he_falls_off_with_a_hit_even_if_it_stands_and_goes_on_if_he_can() -> None:
    text = f"ork_trukk T (20,20)   ork_boy A in T stupid   {FAR}"
    game = table(text).play(a("A"), dice="4 1 2")
    assert not game["A"].aboard and game["A"].y == pytest.approx(20 + 1.5 + 0.5 + 4.0, abs=0.3)
    assert table(text).play(a("A"), dice="4 1 5 3")["A"].down
    assert table(text).play(a("A"), dice="3")["A"].aboard == "T"


@pytest.mark.rule("gce.stupidity.contact")
def test_into_an_enemy_it_is_a_charge() -> None:
    game = table("ork_boy A (20,20) stupid   ork_boy x (23,20)   ork_boy y (46,46)").play(a("A"), dice="4 4")
    assert engaged(game.battle, game["A"]) and game["A"].charging == "x" and game["A"].moved == "charged"


@pytest.mark.rule("gce.foot.forced")
def test_who_is_stupid_must_move_before_the_phase_ends() -> None:
    assert table(f"ork_boy A (20,20) stupid   {FAR}").option("done").barred.rule == "gce.foot.forced"


@pytest.mark.rule("gce.terrain.impassable")
def test_over_an_edge_of_more_than_2_inches_he_falls() -> None:
    text = f"ork_boy A (20,20,4) stupid   block (17,17) (22,23) h=4   {FAR}"
    game = table(text).play(a("A"), dice="4 4 5 4")
    assert game["A"].z == 0.0 and game["A"].x > 22.0 and game["A"].down


@pytest.mark.rule("gce.stupidity.movement")
@pytest.mark.parametrize(("moves", "place"), [("terror_only", "table"), ("all", "off")])
def test_at_the_edge_of_the_table_he_stops_unless_a_switch_sends_him_over(moves: str, place: str) -> None:
    text = f"ork_boy A (45,20) stupid   {FAR}"
    game = table(text, forced_moves_off_table=moves).play(a("A"), dice="5 4")
    assert game["A"].place == place
    short = table(text.replace("45,", "43,"), forced_moves_off_table=moves).play(a("A"), dice="5 4")
    assert short["A"].on_table and short["A"].x == pytest.approx(47.0), "he does not come so far"


# ---------------------------------------------------------------- terror


@pytest.mark.rule("gce.terror.start-within-8")
def test_who_fails_near_a_terror_flees_2d6_inches_directly_away() -> None:
    text = "ork_boy A (20,20)   ork_boy x (28,20) terror   ork_boy y (46,46)"
    game = table(text)
    assert game.option("done").barred.rule == "gce.foot.forced"
    game.play(a("A"), dice="4 5 2 4")
    assert (game["A"].x, game["A"].y) == pytest.approx((14.0, 20.0), abs=0.3) and game["A"].terrified_of == (
        "x",
    )


@pytest.mark.rule("gce.terror.start-within-8")
def test_who_passes_moves_as_he_likes_and_further_away_nobody_tests() -> None:
    text = "ork_boy A (20,20)   ork_boy x (28,20) terror   ork_boy y (46,46)"
    assert table(text).play(a("A"), a("stay"), dice="3 4")["A"].moved == "stayed"
    far = text.replace("(28,20)", "(29.5,20)")
    assert table(far).option("done").barred is None


@pytest.mark.rule("gce.terror.counts-as-running")
@pytest.mark.parametrize(("dice", "pace"), [("2 4", "ran"), ("2 2", "walked")])
def test_a_flight_of_more_than_m_counts_as_a_run(dice: str, pace: str) -> None:
    text = "ork_boy A (20,20)   ork_boy x (26,20) terror   ork_boy y (46,46)"
    assert table(text).play(a("A"), dice=f"6 6 {dice}")["A"].moved == pace


@pytest.mark.rule("gce.terror.jumps-off")
def test_aboard_he_jumps_off() -> None:
    text = "ork_trukk T (20,20) moved=gas   ork_boy A in T   ork_boy x (27,20) terror   ork_boy y (46,46)"
    game = table(text).play(a("A"), dice="6 6 1 2 1")
    assert not game["A"].aboard and game["A"].x < 17.0


@pytest.mark.rule("gce.terror.start-within-8")
def test_he_flees_off_the_table_unless_a_switch_says_not() -> None:
    text = "ork_boy A (4,20)   ork_boy B (40,4)   ork_boy x (10,20) terror   ork_boy y (46,46)"
    assert table(text).play(a("A"), dice="6 6 6 6")["A"].place == "off"
    stays = table(text, forced_moves_off_table="none").play(a("A"), dice="6 6 6 6")
    assert stays["A"].on_table and stays["A"].x < 1.0


# ---------------------------------------------------------------- frenzy


@pytest.mark.rule("gce.frenzy.must-charge")
@pytest.mark.parametrize(("away", "must"), [(8.0, True), (9.0, False)])
def test_in_a_frenzy_he_must_charge_whom_he_can_reach(away: float, must: bool) -> None:
    game = table(f"ork_boy A (10,10) frenzy   ork_boy x ({11 + away},10)   ork_boy y (46,46)")
    assert (game.option("done").barred is not None) is must
    assert ([option.id for option in game.question(a("A")).options] == ["charge"]) is must


# ---------------------------------------------------------------- drivers


@pytest.mark.rule("gce.terror.drivers", "gce.stupidity.drivers")
@pytest.mark.parametrize(("state", "rule"), [("", "gce.terror.drivers"), ("stupid", "gce.stupidity.drivers")])
def test_a_driver_is_tried_when_he_drives_and_not_as_one_on_foot(state: str, rule: str) -> None:
    text = (
        f"ork_trukk T (20,20)   ork_boy A in T driver {state}   ork_boy x (27,20) terror   ork_boy y (46,46)"
    )
    assert why(table(text).option("A").barred).rule == rule
    stuck = table(text.replace("T (20,20)", "T (20,20) immobilised"))
    assert stuck.option("A").barred is None and stuck.option("done").barred.rule == "gce.foot.forced"


@pytest.mark.rule("gce.terror.start-within-8")
@pytest.mark.parametrize(
    ("he", "cause"), [("(44,20)", "(38,20)"), ("(20,4)", "(20,10)"), ("(20,44)", "(20,38)")]
)
def test_he_flees_over_every_edge(he: str, cause: str) -> None:
    text = f"ork_boy A {he}   ork_boy B (8,24)   ork_boy x {cause} terror   ork_boy y (46,46)"
    assert table(text).play(a("A"), dice="6 6 6 6")["A"].place == "off"
    assert table(text).play(a("A"), dice="6 6 1 1")["A"].on_table


@pytest.mark.rule("gce.stupidity.contact")
@pytest.mark.parametrize(
    ("direction", "off", "bumps"),
    [(330.0, 59.5, True), (330.0, 60.5, False), (0.0, -59.5, True), (0.0, -60.5, False), (90.0, 0.0, True)],
)
def test_he_bumps_into_who_is_right_ahead(direction: float, off: float, bumps: bool) -> None:
    """Within 60 degrees of the way he went."""
    angle = radians(direction + off)
    x, y = 20 + 1.2 * cos(angle), 20 + 1.2 * sin(angle)
    game = table(f"ork_boy A (20,20) stupid  ork_boy x ({x:.6f},{y:.6f})")
    does(game, lambda played: _bump(played, played.battle.warrior("A"), direction))
    assert (game["A"].charging == "x") is bumps


@pytest.mark.rule("gce.foot.forced")
@pytest.mark.parametrize(
    ("goal", "edge"),
    [((0.5, 40), None), ((-5, 40), (0, 40)), ((10, 47.5), None), ((10, 53), (10, 48))],
)
def test_where_a_straight_way_leaves_the_table(goal: tuple[float, float], edge: tuple[float, float] | None):
    found = _crossing(table("ork_boy A (10,40)").battle, Spot(10, 40), Spot(*goal))
    assert found == (edge and Spot(*edge))


@pytest.mark.rule("gce.terror.start-within-8")
def test_who_is_kept_from_the_edge_does_not_leave_the_table() -> None:
    """A rock lies all along the edge: he stops before it."""
    text = "ork_boy A (6,20)   ork_boy B (40,4)   ork_boy x (12,20) terror   ork_boy y (46,46)"
    game = table(f"{text}   block (0,0) (3,48) h=9 roof=no").play(a("A"), dice="6 6 6 6")
    assert game["A"].on_table and 3.4 < game["A"].x < 5.0


@pytest.mark.rule("gce.stupidity.movement")
@pytest.mark.parametrize(("dice", "goes_on"), [("1", True), ("6 6", False), ("6 4", False)])
def test_who_comes_off_a_moving_vehicle_goes_on_unless_the_fall_fells_him(dice: str, goes_on: bool) -> None:
    game, went = table("ork_trukk T (20,20) moved=gas   ork_boy A in T"), list[bool]()
    does(
        game,
        lambda g: went.append(dismount(g, g.battle.warrior("A"), 90.0, "gce.stupidity.movement")),
        dice=dice,
    )
    assert went == [goes_on]
