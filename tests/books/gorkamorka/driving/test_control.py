"""Vehicles out of control, and drivers who cannot help themselves."""

from __future__ import annotations

from fractions import Fraction
from math import hypot
from typing import Any

import pytest

from tests.books.gorkamorka.driving.test_gas import DRIVER, judge, moves, way
from tests.books.gorkamorka.garage import at, does, legs
from tests.books.gorkamorka.table import Position, table, why
from tests.kit.script import a, b
from warbook.board.hulls import Leg
from warbook.books.gorkamorka.driving import course, flight, thrusts, turn, ways
from warbook.books.gorkamorka.driving.control import wheel_takers
from warbook.books.gorkamorka.driving.gas import gas_question
from warbook.books.gorkamorka.driving.thrusts import Ahead
from warbook.books.gorkamorka.driving.urges import quarry, strikes_wanted
from warbook.books.gorkamorka.field.aboard import available_driver, out_of_control
from warbook.books.gorkamorka.field.bodies import on_ground
from warbook.books.gorkamorka.foot.turn import warriors_to_move
from warbook.books.gorkamorka.ramming.segments import Traffic
from warbook.books.gorkamorka.state import Game
from warbook.core.questions import Refusal

WILD = "gce.vehicle-movement.out-of-control-move"


def adrift(crew: str = "ork_boy E in T", **rulings: Any) -> Position:
    return table(f"ork_trukk T (20,20) moved=gas  ork_spanner D in T driver down  {crew}", **rulings)


@pytest.mark.rule("gce.vehicle-movement.out-of-control")
@pytest.mark.parametrize("state", ["pinned", "down", "netted"])
def test_a_driver_who_is_not_available(state: str):
    game = table(f"ork_trukk T (20,20) moved=gas  ork_spanner D in T driver {state}")
    assert out_of_control(game.battle, game.ride("T"))


@pytest.mark.rule("gce.vehicle-movement.out-of-control")
def test_a_driver_who_fights_goes_on_driving():
    game = table(f"ork_trukk T (20,20) moved=gas  {DRIVER}  ork_boy x in T")
    game["D"].fighting, game["x"].fighting = ("x",), ("D",)
    assert not out_of_control(game.battle, game.ride("T"))


@pytest.mark.rule("gce.vehicle-movement.out-of-control-move")
def test_it_swerves_and_runs_d6_inches():
    game = moves(adrift(crew=""), dice="1 4")
    assert at(game, "T") == (22.83, 22.83, 45) and game.ride("T").done


@pytest.mark.rule("gce.vehicle-movement.out-of-control")
@pytest.mark.parametrize(
    ("man", "words"),
    [
        ("ork_spanner D in T driver down", "D lies Down"),
        ("ork_grot D in T driver pinned", "D is pinned"),
        ("ork_spanner D in T driver netted", "D is caught"),
        ("", "nobody is at the wheel"),
    ],
)
def test_why_it_is_out_of_control_is_told(man: str, words: str):
    game = moves(table(f"ork_trukk T (20,20) moved=gas  {man}"), dice="1 4")
    assert game.says(f"T is out of control: {words}.")


@pytest.mark.rule("gce.vehicle-movement.out-of-control-move")
def test_the_phase_does_not_end_before_it_has_run():
    game = adrift(crew="")
    refusal = turn.overdue(game.battle, "a")
    assert refusal is not None and refusal.rule == WILD
    moves(game, dice="1 4")
    assert turn.overdue(game.battle, "a") is None


@pytest.mark.rule("gce.vehicle-movement.take-wheel", "gce.vehicle-movement.take-wheel-temporary")
def test_a_four_takes_the_wheel_and_drives_on_at_once():
    game = moves(adrift(), a("E"), a("go"), a(legs((0, 6))), a("stop"), dice="4")
    assert at(game, "T") == (26, 20, 0)
    assert (game.ride("T").driver, game["E"].station) == ("E", "driver")
    question: Any = game.asked[0][1]
    assert dict(question.options[0].preview().outcomes)["takes it"] == Fraction(1, 2)


@pytest.mark.rule("gce.vehicle-movement.take-wheel")
def test_a_three_does_not():
    game = moves(adrift(), a("E"), dice="3  6 2")
    assert at(game, "T") == (21.41, 18.59, 315) and game.ride("T").driver == "D"


@pytest.mark.rule("gce.vehicle-movement.take-wheel")
@pytest.mark.parametrize("state", ["down", "pinned", "netted", "burning", "stupid", "terrified_of=x"])
def test_who_may_not_try(state: str):
    game = adrift(f"ork_boy E in T {state}")
    assert wheel_takers(game.battle, game.ride("T")) == []


@pytest.mark.rule("gce.vehicle-movement.take-wheel")
def test_boarders_only_by_switch():
    crew = "ork_boy x in T"
    game = adrift(crew)
    assert wheel_takers(game.battle, game.ride("T")) == []
    game = adrift(crew, boarders_may_drive=True)
    assert [each.id for each in wheel_takers(game.battle, game.ride("T"))] == ["x"]


@pytest.mark.rule("gce.vehicle-movement.take-wheel")
def test_a_boarder_at_the_wheel_drives_for_his_own_side():
    # He takes it in its owner's turn, is asked where it goes, and rams what was its owner's other vehicle.
    game = adrift(
        "ork_boy x in T  ork_trukk U (26.5,20) facing=90  ork_spanner V in U driver", boarders_may_drive=True
    )
    moves(game, b("x"), b("go"), b(legs((0, 6))), dice="4  1  6 1 6 1  1")
    assert {side for side, _ in game.asked} == {"b"}
    assert game.rolled("gce.ramming.t-bone") and game.ride("T").driver == "x"


@pytest.mark.rule("gce.vehicle-movement.take-wheel")
def test_what_a_boarder_drives_moves_in_his_sides_turn_until_he_is_gone():
    game = adrift("ork_boy x in T", boarders_may_drive=True)
    ride = game.ride("T")
    ride.driver = "x"
    assert not turn.movers(game.battle, "a") and turn.movers(game.battle, "b") == [ride]
    turn.begin(game.battle, "a")
    ride.done = True
    turn.begin(game.battle, "b")
    assert not ride.done
    game["x"].pinned = True
    assert turn.movers(game.battle, "a") == [ride]
    assert [option.id for option in turn.manners(game.battle, ride)][-1] != "off"


@pytest.mark.rule("gce.vehicle-movement.take-wheel-bike")
def test_a_bike_has_one_chance():
    game = table("ork_bike T (20,20) moved=gas  ork_spanner D in T driver down  ork_boy E in T")
    # The attempt fails; D is thrown 3 inches, E 3 inches, each with a Strength 3 hit.
    moves(game, a("E"), dice="2  3 4 1  3 10 1")
    assert game.ride("T").immobilised
    assert not game["D"].aboard and not game["E"].aboard
    assert game["D"].x == pytest.approx(20 + 1.5 + 3 + 0.5, abs=0.3)
    assert len(game.rolled("gce.wounding.wound-roll")) == 2


@pytest.mark.rule("gce.vehicle-movement.take-wheel-bike")
def test_a_cutta_is_no_bike_and_may_be_tried_for_again():
    game = table("grot_cutta T (20,20) moved=sail  grot_rebel D in T driver down  grot_rebel E in T")
    moves(game, a("E"), dice="3  1 2")
    assert not game.ride("T").immobilised and game["E"].aboard == "T"


@pytest.mark.rule("gce.vehicle-movement.driver-recovers")
def test_a_driver_who_recovers_drives_again():
    game = adrift()
    assert available_driver(game.battle, game.ride("T")) is None
    game["D"].down = False
    assert available_driver(game.battle, game.ride("T")) is game["D"]


@pytest.mark.rule("gce.vehicle-movement.driver-recovers")
def test_not_once_somebody_else_drives():
    game = moves(adrift(), a("E"), a("stay"), dice="5")
    game["D"].down = False
    assert available_driver(game.battle, game.ride("T")) is game["E"]


# ---------------------------------------------------------------- minds


@pytest.mark.rule("gce.stupidity.drivers")
def test_a_stupid_driver():
    game = table("ork_trukk T (20,20)  ork_spanner D in T driver stupid")
    moves(game, dice="5 4")
    assert at(game, "T") == (22.83, 17.17, 315) and game.ride("T").done


TERROR = "squigosaur x (14,20) terror"


@pytest.mark.rule("gce.terror.drivers", "gce.terror.start-within-8")
def test_a_driver_in_terror_flees_by_gas_and_thrusts_until_one_fails():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  {TERROR}")
    moves(game, dice="6 6  2 2  4 3")  # fails; a thrust, a failed one: buster, three inches
    assert at(game, "T") == (35, 20, 0)


@pytest.mark.rule("gce.terror.drivers")
@pytest.mark.parametrize(
    ("thrusters", "dice", "inches"), [("", "2  1 1 1", 9.0), ("no_thrust=ever", "", 8.0)]
)
def test_with_the_terror_before_him_he_turns_aside_to_thrust(thrusters: str, dice: str, inches: float):
    """By gas alone he would come no further from it than he stands."""
    game = table(f"ork_trukk T (20,20) {thrusters}  {DRIVER}  squigosaur x (28,20) terror")
    moves(game, dice=f"6 6  {dice}")
    x, y, _ = at(game, "T")
    assert hypot(x - 28, y - 20) >= inches and bool(game.ride("T").thrusts) is bool(dice)


@pytest.mark.rule("gce.terror.drivers")
def test_a_driver_who_stands_it_moves_as_normal():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  {TERROR}")
    moves(game, a("stay"), dice="3 4")
    assert at(game, "T") == (20, 20, 0)


@pytest.mark.rule("gce.terror.drivers")
def test_a_driver_who_fights_takes_no_test():
    game = table(f"ork_trukk T (20,20) moved=gas  {DRIVER} fighting=y  ork_boy y in T fighting=D  {TERROR}")
    moves(game, a("stay"))
    assert not game["D"].terrified_of


@pytest.mark.rule("gce.terror.drivers-off-table")
def test_off_the_table_for_good():
    game = table(f"ork_trukk T (40,20)  {DRIVER}  squigosaur x (34,20) terror")
    moves(game, dice="6 6")
    assert (game.ride("T").place, game["D"].place) == ("off", "off")


@pytest.mark.rule("gce.terror.drivers")
def test_not_over_an_edge_that_lies_towards_the_terror():
    game = table(f"ork_trukk T (41,20)  {DRIVER}  squigosaur x (46.5,24) terror")
    moves(game, dice="6 6  1 1 1")  # a turn away, and a thrust that spins it
    assert game.ride("T").on_table and game.ride("T").y < 18


@pytest.mark.rule("gce.terror.drivers", "gce.squash.attempt")
@pytest.mark.parametrize(("name", "thrusts"), [("A", False), ("y", True)])
def test_he_thrusts_over_enemies_and_not_over_friends(name: str, thrusts: bool):
    game = table(f"ork_trukk T (20,20)  {DRIVER}  {TERROR}  ork_boy {name} (26,20)")
    dread = on_ground(game["x"])
    assert flight._good(game.battle, game.ride("T"), dread, 0.0, 6.0) is thrusts
    assert flight._good(game.battle, game.ride("T"), dread, 45.0, 6.0)
    assert not flight._good(game.battle, game.ride("T"), dread, 180.0, 1.0), "that is towards it"


@pytest.mark.rule("gce.terror.drivers")
def test_with_a_wall_ahead_he_tries_to_turn():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  {TERROR}  wall (37,10) (37,21) h=3")
    moves(game, dice="6 6  2  3 3  2 6 1")
    assert game.rolled("gce.vehicle-movement.thrust-turn")


@pytest.mark.rule("gce.terror.drivers", "gce.vehicle-movement.thrust-turn")
def test_before_his_first_thrust_he_cannot_turn():
    """A turn comes after a thrust: with a wall before him when the gas is spent he goes no further."""
    lane = "wall (12,17.5) (29.2,17.5) h=3  wall (12,22.5) (29.2,22.5) h=3  wall (29.2,17.5) (29.2,22.5) h=3"
    game = table(f"ork_trukk T (20,20)  {DRIVER}  {TERROR}  {lane}")
    moves(game, dice="6 6")
    assert at(game, "T") == (26, 20, 0)


@pytest.mark.rule("gce.terror.drivers")
def test_with_a_wall_wherever_he_could_turn_he_stops():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  {TERROR}  wall (37,5) (37,35) h=3")
    moves(game, dice="6 6  2")
    assert at(game, "T") == (32, 20, 0)


@pytest.mark.rule("gce.terror.drivers")
def test_a_turn_that_fails_ends_his_flight():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  {TERROR}  wall (37,10) (37,21) h=3")
    moves(game, dice="6 6  2  6 6  1")  # the turn fails, and it runs on an inch
    assert at(game, "T") == (33, 20, 0)


FRENZIED = "ork_spanner D in T driver frenzy"


@pytest.mark.rule("gce.frenzy.drivers")
@pytest.mark.parametrize(("x", "wanted"), [(29, ["u"]), (32, ["u"]), (32.5, [])])
def test_a_frenzied_driver_goes_for_what_is_within_six_inches_of_his_front(x: float, wanted: list[str]):
    game = table(f"ork_trukk T (20,20)  {FRENZIED}  ork_trukk u ({x},20)")
    assert quarry(game.battle, game.ride("T")) == wanted


@pytest.mark.rule("gce.frenzy.drivers", "gce.hatred.drivers")
@pytest.mark.parametrize("driver", [FRENZIED, "ork_spanner D in T driver hates=b"])
def test_he_must_ram_what_he_can_reach(driver: str):
    game = table(f"ork_trukk T (20,20)  {driver}  ork_trukk u (28,20)  ork_boy e in u")
    question = gas_question(game.battle, game.ride("T"), 6.0)
    assert isinstance(question.judge(way((0, 1))), Refusal)
    assert question.judge(way((0, 6))) == 6.0
    for x, y, z, facing in question.reach():
        assert question.towards(x, y, z, facing) is not None, "what is offered can be taken"


@pytest.mark.rule("gce.frenzy.drivers")
def test_he_must_thrust_at_what_he_did_not_reach():
    game = table(f"ork_trukk T (20,20)  {FRENZIED}  ork_trukk u (28,20)")
    question = thrusts.thrust_question(game.battle, game.ride("T"), False)
    barred = {option.id: option.barred is not None for option in question.options}
    assert barred["stop"] and barred["thrust 1"] and not barred["thrust 6"]
    assert not question.usual, "nobody is offered by Enter what is barred"


@pytest.mark.rule("gce.frenzy.drivers", "gce.squash.attempt")
def test_a_thrust_that_ends_where_its_prey_begins_does_not_reach_it():
    """His front is 4 inches from the warrior's base."""
    game = table(f"ork_trukk T (20,20) moved=gas  {FRENZIED}  ork_boy x (27.5,20)")
    question = thrusts.thrust_question(game.battle, game.ride("T"), False)
    barred = {option.id: option.barred is not None for option in question.options}
    assert barred["thrust 4"] and not barred["thrust 4.5"]


@pytest.mark.rule("gce.frenzy.drivers", "gce.squash.attempt")
def test_he_spares_nobody_whom_he_passes():
    game = table(f"ork_trukk T (20,20)  {FRENZIED}  ork_boy x (24,23)")

    def drive(game: Game) -> None:
        course.drive(
            game, game.battle.vehicle("T"), way((0, 6)), "drives", "gce.vehicle-movement.gas-engines"
        )

    does(game, drive, a("squash"), dice="1")
    question: Any = game.asked[0][1]
    assert next(option for option in question.options if option.id == "pass").barred is not None


@pytest.mark.rule("gce.hatred.drivers")
def test_who_hates_nobody_here_may_drive_as_he_likes():
    game = table(
        "ork_trukk T (20,20)  ork_spanner D in T driver hates=x  ork_trukk u (28,20)  ork_boy e in u"
    )
    assert quarry(game.battle, game.ride("T")) == []
    assert judge(game, (0, 1)) == 1.0


@pytest.mark.rule("gce.frenzy.drivers")
@pytest.mark.parametrize("friends", [False, True])
def test_by_switch_a_frenzied_driver_rams_friends(friends: bool):
    game = table(
        f"ork_trukk T (20,20)  {FRENZIED}  ork_trukk U (28,20)", frenzied_drivers_ram_friends=friends
    )
    assert quarry(game.battle, game.ride("T")) == (["U"] if friends else [])
    assert isinstance(judge(game, (0, 6)), Refusal) is not friends


# ---------------------------------------------------------------- no way round it


@pytest.mark.rule("gce.stupidity.drivers", "gce.terror.drivers")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("ork_spanner D in T driver stupid  ork_boy x (46,46)", "gce.stupidity.drivers"),
        (f"{DRIVER}  {TERROR}", "gce.terror.drivers"),
    ],
)
def test_a_driver_neither_sits_it_out_nor_leaves_the_wheel(text: str, rule: str):
    game = table(f"ork_trukk T (20,20)  {text}")
    for option in ("D", "done"):
        assert why(game.option(option).barred).rule == rule
    assert game.option("T").barred is None


@pytest.mark.rule("gce.terror.drivers")
def test_who_has_stood_the_terror_may_leave_the_wheel():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  {TERROR}").play(a("T"), a("stay"), dice="1 1")
    assert game.option("D").barred is None and game.option("done").barred is None


@pytest.mark.rule("gce.frenzy.drivers", "gce.hatred.drivers")
@pytest.mark.parametrize("driver", [FRENZIED, "ork_spanner D in T driver hates=b"])
@pytest.mark.parametrize("engine", ["", "slower=6"])
def test_he_may_not_stay_where_a_move_reaches_whom_he_must_go_for(driver: str, engine: str):
    """Neither left out, nor slowly, nor in a chase; by gas, or by thrusters alone."""
    prey = "ork_trukk u (27.5,20) facing=0 moved=gas  ork_boy e in u driver"
    game = table(f"ork_trukk T (20,20) {engine}  {driver}  {prey}")
    assert game.option("done").barred is not None
    barred = {option.id: option.barred is not None for option in game.question(a("T")).options}
    assert barred["stay"] and barred["slow"] and barred["tail u"] and not barred["thrust"]


@pytest.mark.rule("gce.hatred.drivers")
@pytest.mark.parametrize(("hated", "short"), [("x", False), ("e", True)])
def test_whom_he_hates_he_does_not_stop_short_of_and_others_he_may(hated: str, short: bool):
    """A boy beside his way, and a trukk straight ahead of him."""
    prey = "ork_boy x (27,24)   ork_trukk u (28,20) facing=0 moved=gas  ork_boy e in u driver"
    game = table(f"ork_trukk T (20,20) moved=gas  ork_spanner D in T driver hates={hated}  {prey}")
    ahead = Ahead(game.battle, game.ride("T"), 6.0)
    assert quarry(game.battle, game.ride("T")) == (["u"] if short else ["x"])
    assert (ahead.option(1.0).barred is not None) is short and ahead.option(6.0).barred is None


@pytest.mark.rule("gce.frenzy.drivers", "gce.hiding.no-target")
@pytest.mark.parametrize(("state", "wanted"), [("", ["x"]), ("hidden", [])])
def test_he_does_not_go_for_who_hides(state: str, wanted: list[str]):
    game = table(f"ork_trukk T (20,20)  {FRENZIED}  ork_boy x (26,20) {state}")
    assert quarry(game.battle, game.ride("T")) == wanted


@pytest.mark.rule("gce.frenzy.drivers")
def test_he_may_where_none_does():
    game = table(f"ork_trukk T (20,20)  {FRENZIED}  ork_trukk u (28,20)  block (24,17) (24.5,23) h=3")
    assert game.option("done").barred is None and game.option("stay", a("T")).barred is None


@pytest.mark.rule("gce.frenzy.drivers")
def test_a_way_strikes_whom_it_runs_over_and_nobody_else():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_boy x (26,20)  ork_boy y (26,26)")
    ahead = (Leg(0.0, 6.0),)
    assert strikes_wanted(Traffic(game.battle, game.ride("T")), ahead, ("x",))
    assert not strikes_wanted(Traffic(game.battle, game.ride("T")), ahead, ("y",))


@pytest.mark.rule("gce.vehicle-movement.terrain-profile")
@pytest.mark.parametrize(("level", "mired"), [(0, True), (3, False)])
def test_bad_ground_above_holds_nobody_below(level: int, mired: bool):
    game = table(f"ork_trukk T (20,20)  area (10,10) (30,30) ground=difficult level={level}")
    assert ways.mired(game.battle, game.ride("T")) == mired


@pytest.mark.rule("gce.terror.drivers", "gce.frenzy.drivers", "gce.chase.moves-with-target")
@pytest.mark.parametrize(("chasing", "waits"), [("", True), ("u", False)])
def test_a_driver_who_chases_holds_up_nobody(chasing: str, waits: bool):
    """He moves with whom he chases, and not in his own turn; others must test before the phase ends."""
    chase = f"chasing={chasing} chase=race" if chasing else ""
    game = table(
        f"ork_trukk T (20,20) moved=gas {chase}  {DRIVER}  ork_trukk u (20,24) moved=gas facing=0"
        f"  ork_spanner d in u driver  {TERROR}"
    )
    assert (turn.overdue(game.battle, "a") is not None) is waits


@pytest.mark.rule("gce.stupidity.drivers", "gce.terror.drivers")
@pytest.mark.parametrize(
    ("driver", "vehicle", "rule"),
    [
        ("driver stupid", "", "gce.stupidity.drivers"),
        ("driver terrified_of=x", "", "gce.terror.drivers"),
        ("driver stupid burning", "", ""),  # in flames he may leap off
        ("driver stupid", "moved=gas chasing=t chase=race", ""),  # a chase goes on by itself
        ("driver", "", ""),
        ("stupid", "", ""),  # only whoever has the wheel
    ],
)
def test_a_driver_may_not_leave_the_wheel_before_what_comes_over_him_there(
    driver: str, vehicle: str, rule: str
) -> None:
    game = table(f"""
        ork_trukk T (20,20) {vehicle}   ork_spanner D in T {driver}
        ork_trukk t (20,24) moved=gas facing=0   ork_spanner d in t driver   ork_boy x (44,44)
    """)
    (option,) = [option for option in warriors_to_move(game.battle) if option.id == "D"]
    assert (option.barred.rule if option.barred else "") == rule
