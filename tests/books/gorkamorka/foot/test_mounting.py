"""On and off vehicles."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.gorkamorka.garage import does
from tests.books.gorkamorka.table import Position, table
from tests.kit.script import a
from warbook.books.gorkamorka.field.aboard import opposed
from warbook.books.gorkamorka.field.bodies import apart
from warbook.books.gorkamorka.field.engaged import engaged
from warbook.books.gorkamorka.foot import mounting
from warbook.books.gorkamorka.foot.mounting import nimbleness

FAR = "ork_boy y (46,46)"
MOVING = "digga_transport t (20,20) moved=gas facing=0   digga_boy x in t driver"


def options(game: Position, who: str = "A") -> list[str]:
    return [option.id for option in game.question(a(who)).options]


# ---------------------------------------------------------------- boarding what moves


@pytest.mark.rule("gce.foot.board-reach")
def test_a_run_to_the_rear_of_a_moving_vehicle_is_enough_to_try() -> None:
    game = table(f"ork_boy A (9.5,20)   {MOVING}   {FAR}")  # 7 inches from his base to its rear
    assert "board t" in options(game)
    game = table(f"ork_boy A (8,20)   {MOVING}   {FAR}")
    assert "board t" not in options(game)


@pytest.mark.rule("gce.foot.board-reach")
def test_nobody_boards_over_the_front() -> None:
    ahead = table(
        f"ork_boy A (31,20)   {MOVING}   {FAR}"
    )  # 7.5 inches before its front; the sides are too far
    assert "board t" not in options(ahead)
    behind = table(f"ork_boy A (9,20)   {MOVING}   {FAR}")
    assert "board t" in options(behind)


@pytest.mark.rule("gce.foot.board-test", "gce.basics.initiative-test")
def test_boarding_takes_an_initiative_test() -> None:
    text = f"ork_boy A (13,20)   {MOVING}   {FAR}"
    game = table(text).play(a("A"), a("board t"), dice="1")
    assert game["A"].aboard == "t" and game["A"].moved == "walked" and not game["A"].station
    game = table(text).play(a("A"), a("board t"), dice="5 4")
    assert not game["A"].aboard and not game["A"].down
    assert apart(game.battle, game["A"], game.ride("t")) < 0.1  # beside it, unhurt: a 4 does not wound T 4
    game = table(text).play(a("A"), a("board t"), dice="5 5 3")
    assert game["A"].down


@pytest.mark.rule("gce.foot.board-enemies", "gce.boarding.counts-as-charge", "gce.foot.board-no-shooting")
def test_where_enemies_are_aboard_it_counts_as_a_charge_and_bars_shooting() -> None:
    game = table(f"ork_boy A (13,20)   {MOVING}   {FAR}").play(a("A"), a("board t"), dice="1")
    assert game["A"].charging == "t" and opposed(game.battle, game["A"])
    text = f"ork_boy A (13,20)   {MOVING} down   {FAR}"
    game = table(text).play(a("A"), a("board t"), dice="1")
    assert game["A"].charging == "" and not opposed(game.battle, game["A"])


@pytest.mark.rule("gce.foot.board-reach", "gce.foot.riders")
def test_ones_own_moving_vehicle_is_boarded_too() -> None:
    text = f"ork_boy A (13,20)   ork_trukk T (20,20) moved=gas   ork_boy D in T driver   {FAR}"
    game = table(text).play(a("A"), a("board T"), dice="2")
    assert game["A"].aboard == "T" and game["A"].station == "crew" and game["A"].charging == ""


@pytest.mark.rule("gce.foot.board-test")
def test_armour_spikes_and_a_headlong_leap_change_the_test() -> None:
    game = table(
        "ork_nob A (10,10) eavy   ork_boy B (12,10) headlong_leap   ork_trukk t (20,20) extra_spikes"
    )
    assert nimbleness(game["A"], game.ride("t"))[0] == 1  # 3 halved, rounded up, less 1
    assert nimbleness(game["B"], game.ride("t"))[0] == 2  # 2 and 1 more, less 1
    game.ride("t").gubbinz_lost = ("extra_spikes",)
    assert nimbleness(game["B"], game.ride("t"))[0] == 3


# ---------------------------------------------------------------- on and off what stands still


@pytest.mark.rule("gce.foot.board-stationary", "gce.foot.riders")
def test_onto_one_that_stands_still_without_a_test() -> None:
    text = f"ork_boy A (13,20)   ork_trukk T (20,20)   {FAR}"
    game = table(text).play(a("A"), a("mount T"))
    assert game["A"].aboard == "T" and game["A"].moved == "walked"
    game = table(f"ork_boy A (20,12)   ork_trukk T (20,20) facing=90   {FAR}").play(a("A"), a("mount T"))
    assert game["A"].aboard == "T"  # over the front, too


@pytest.mark.rule("gce.foot.riders")
def test_a_full_vehicle_takes_nobody_more_and_a_wreck_nobody() -> None:
    full = f"ork_boy A (18,20)   ork_bike T (21,20)   ork_boy B in T driver   ork_boy C in T   {FAR}"
    assert "mount T" not in options(table(full))
    assert "mount T" not in options(table(f"ork_boy A (18,20)   ork_bike T (21,20) destroyed   {FAR}"))
    assert "mount T" in options(table(f"ork_boy A (18,20)   ork_bike T (21,20)   {FAR}"))


@pytest.mark.rule("gce.foot.contact-only-by-charge", "gce.foot.board-stationary")
def test_onto_an_enemys_vehicle_with_enemies_up_only_by_charging() -> None:
    text = "ork_boy A (13,20)   digga_transport t (20,20)   digga_boy x in t driver"
    assert "mount t" not in options(table(f"{text}   {FAR}"))
    assert "mount t" in options(table(f"{text} down   {FAR}"))


@pytest.mark.rule("gce.foot.riders")
def test_off_one_that_stands_still_he_walks_from_the_edge_he_chooses() -> None:
    game = table(f"ork_trukk T (20,20)   ork_boy A in T driver   {FAR}")
    game.play(a("A"), a("off walk"), a("left"), a((20, 26)))
    assert (game["A"].x, game["A"].y, game["A"].aboard) == (20.0, 26.0, "")
    assert game.ride("T").driver == ""


# ---------------------------------------------------------------- off and over on the move


@pytest.mark.rule("gce.boarding.leave")
@pytest.mark.parametrize(
    ("edge", "x", "y"), [("left", 20.0, 24.0), ("right", 20.0, 16.0), ("rear", 14.5, 20.0)]
)
def test_leaping_off_is_2_inches_from_that_edge_with_a_strength_3_hit(edge: str, x: float, y: float) -> None:
    game = table(f"ork_trukk T (20,20) moved=gas   ork_boy A in T   {FAR}")
    assert options(game) == ["stay", "leap"]
    game.play(a("A"), a("leap"), a(edge), dice="5 4")
    assert (game["A"].x, game["A"].y) == pytest.approx((x, y)) and game["A"].down and game["A"].moved


@pytest.mark.rule("gce.boarding.leave")
@pytest.mark.parametrize(
    ("switch", "hurt"), [("s3_hit", Fraction(1, 3)), ("initiative_test_or_s3_hit", Fraction(2, 9))]
)
def test_the_odds_of_a_leap_are_those_of_its_hit(switch: str, hurt: Fraction) -> None:
    """Strength 3 wounds an Ork's Toughness 4 on 5 or 6; by the switch he lands well with 2 of 6."""
    text = f"ork_trukk T (20,20) moved=gas   ork_boy A in T   {FAR}"
    game = table(text, **({} if switch == "s3_hit" else {"leave_moving_vehicle": switch}))
    look = next(option for option in game.question(a("A")).options if option.id == "leap").preview
    assert look is not None
    assert 1 - dict(look().outcomes)["A unhurt"] == hurt


@pytest.mark.rule("gce.boarding.leave", "gce.boarding.no-leaving-on-ground")
def test_even_out_of_a_fight_aboard() -> None:
    text = f"ork_trukk T (20,20) moved=gas   ork_boy A in T fighting=x   digga_boy x in T fighting=A   {FAR}"
    game = table(text).play(a("A"), a("leap"), a("rear"), dice="1")
    assert not game["A"].aboard
    fair = table(text, leave_moving_vehicle="initiative_test_or_s3_hit")
    assert not fair.play(a("A"), a("leap"), a("rear"), dice="1")["A"].aboard  # the hit's die: no test there


@pytest.mark.rule("gce.foot.riders")
def test_by_switch_who_leaps_without_a_fight_tests_first() -> None:
    game = table(
        f"ork_trukk T (20,20) moved=gas   ork_boy A in T   {FAR}",
        leave_moving_vehicle="initiative_test_or_s3_hit",
    )
    game.play(a("A"), a("leap"), a("rear"), dice="2")
    assert not game["A"].aboard and not game.rolled("gce.wounding.wound-roll")


@pytest.mark.rule("gce.foot.jump-between")
def test_jumping_to_a_vehicle_within_2_inches_takes_a_test() -> None:
    text = """
        ork_trukk T (20,20) moved=gas   ork_boy A in T i=3
        ork_trukk U (20,{}) moved=gas   ork_boy y (46,46)
    """
    near = table(text.format(25.0)).play(a("A"), a("jump U"), dice="3")
    assert near["A"].aboard == "U" and near["A"].moved
    assert "jump U" not in options(table(text.format(25.5)))
    fallen = table(text.format(25.0)).play(a("A"), a("jump U"), dice="4 1")
    assert not fallen["A"].aboard and apart(fallen.battle, fallen["A"], fallen.ride("U")) <= 2.1


@pytest.mark.rule("gce.foot.jump-between")
def test_a_driver_who_jumps_leaves_the_wheel_and_a_plank_needs_no_test() -> None:
    game = table("""
        ork_trukk T (20,20) moved=chase chasing=u planked   ork_boy A in T driver
        ork_trukk u (20,25) moved=gas   ork_boy y (46,46)
    """)
    does(game, lambda running: mounting.jump(running, game["A"], game.ride("u")))
    assert game["A"].aboard == "u" and game.ride("T").driver == ""


@pytest.mark.rule("gce.foot.charge-move")
def test_gotcha_is_a_leap_upon_an_enemy_near_the_vehicle() -> None:
    text = "ork_trukk T (20,20) moved=gas   ork_boy A in T {}   ork_boy x (20,24)   ork_boy y (46,46)"
    assert "pounce x" not in options(table(text.format("")))
    game = table(text.format("gotcha")).play(a("A"), a("pounce x"), dice="4 1")
    assert not game["A"].aboard and game["A"].charging == "x" and game["x"].flesh == 1
    assert engaged(game.battle, game["A"]) and game["A"].moved == "charged"
    far = text.format("gotcha").replace("(20,24)", "(20,24.2)")
    assert "pounce x" not in options(table(far))
    assert "pounce x" not in options(table(text.format("gotcha").replace("(20,24)", "(20,24) hidden")))


@pytest.mark.rule("gce.fear.charging", "gce.fear.charged")
def test_who_leaps_down_upon_what_he_fears_tests_and_so_does_who_fears_him() -> None:
    text = (
        "ork_trukk T (20,20) moved=gas   ork_boy A in T gotcha {}   ork_boy x (20,24) {}   ork_boy y (46,46)"
    )
    game = table(text.format("", "fear")).play(a("A"), a("pounce x"), dice="4 4")
    assert game["A"].aboard == "T" and game["A"].idle
    game = table(text.format("", "fear")).play(a("A"), a("pounce x"), dice="3 4 1")
    assert game["A"].charging == "x"
    game = table(text.format("fear", "")).play(a("A"), a("pounce x"), dice="4 4 1")
    assert game["x"].half_ws == ("A",)


@pytest.mark.rule("gce.fear.charging")
@pytest.mark.parametrize(("dice", "aboard"), [("4 4", ""), ("3 4 1", "t")])
def test_who_boards_a_vehicle_with_what_he_fears_aboard_tests_first(dice: str, aboard: str) -> None:
    text = f"ork_boy A (13,20)   {MOVING} fear   {FAR}"
    assert table(text).option("board t", a("A")).preview().given == "if he dares to board"
    game = table(text).play(a("A"), a("board t"), dice=dice)
    assert game["A"].aboard == aboard and game["A"].idle is not bool(aboard)
    assert aboard or (game["A"].x, game["A"].moved) == (13.0, "stayed")
    game = table(f"ork_trukk T (13,20) moved=gas   ork_boy A in T   {MOVING} fear   {FAR}")
    game.play(a("A"), a("jump t"), dice=dice)
    assert game["A"].aboard == (aboard or "T")


@pytest.mark.rule("gce.basics.initiative-test")
def test_by_switch_a_6_always_fails_and_the_odds_know_it() -> None:
    game = table(f"ork_boy A (13,20) i=6   {MOVING}   {FAR}", auto_fail_on_max=True)
    assert dict(game.option("board t", a("A")).preview().outcomes)["falls"] == Fraction(1, 6)
    assert not game.play(a("A"), a("board t"), dice="6 1")["A"].aboard


@pytest.mark.rule("gce.boarding.stationary-normal")
def test_on_a_vehicle_that_stands_still_enemies_are_in_contact() -> None:
    text = "ork_trukk T (20,20) moved={}   ork_boy A in T   digga_boy x in T   ork_boy y (46,46)"
    still, moving = table(text.format("still")), table(text.format("gas"))
    assert engaged(still.battle, still["A"]) and not engaged(moving.battle, moving["A"])
    boy = next(option for option in still.question().options if option.id == "A")
    assert boy.barred.rule == "gce.boarding.no-leaving-on-ground"


def test_gotcha_is_for_enemies_on_foot() -> None:
    text = "ork_trukk T (20,20) moved=gas   ork_boy A in T gotcha   ork_trukk u (20,24) {}   ork_boy x in u"
    for moves in ("moved=gas", "moved=still"):
        assert "pounce x" not in options(table(text.format(moves)))
