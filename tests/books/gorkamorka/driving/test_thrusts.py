"""Thrusters."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.gorkamorka.driving.test_gas import DRIVER, moves
from tests.books.gorkamorka.garage import at
from tests.books.gorkamorka.table import Position, table
from tests.kit.script import a
from warbook.books.gorkamorka.damage.steering import driving_ld
from warbook.books.gorkamorka.driving import thrusts
from warbook.books.gorkamorka.driving.dice import thrusts as in_a_row
from warbook.books.gorkamorka.field.bodies import model_of
from warbook.core.questions import Option

TEST = "gce.vehicle-movement.thrust-test"


def trukk(extra: str = "", driver: str = DRIVER) -> Position:
    return table(f"ork_trukk T (20,20) {extra}  {driver}")


def offered(game: Position, id: str, may_turn: bool = False) -> Option:
    question = thrusts.thrust_question(game.battle, game.ride("T"), may_turn)
    return next(option for option in question.options if option.id == id)


@pytest.mark.rule("gce.vehicle-movement.thrust-declare", "gce.vehicle-movement.thrust-straight")
def test_a_thrust_goes_the_declared_distance_straight_ahead():
    game = moves(trukk(), a("thrust"), a("thrust 4"), a("stop"), dice="2")
    assert at(game, "T") == (24, 20, 0)
    assert (game.ride("T").moved, game.ride("T").thrusts) == ("thrust", 1)


@pytest.mark.rule("gce.vehicle-movement.thrust-declare")
def test_no_thrust_is_longer_than_the_profile_says():
    question = thrusts.thrust_question(trukk().battle, trukk().ride("T"), False)
    lengths = [float(option.id.split()[1]) for option in question.options if option.id.startswith("thrust")]
    assert (max(lengths), min(lengths), 4.0 in lengths) == (6.0, 0.5, True)
    game = trukk("shorter=2")
    assert (
        max(offer.id for offer in thrusts.thrust_question(game.battle, game.ride("T"), False).options)
        == "thrust 4"
    )


@pytest.mark.rule("gce.vehicle-movement.trukk-thrust", "gce.vehicle-movement.thrust-test")
def test_the_needs_grow():
    model = model_of(trukk().ride("T"))
    assert [model.thrust_need(n) for n in (1, 2, 3, 4, 5)] == [2, 3, 4, 4, 4]
    assert in_a_row.odds((2, 3, 4))[3] == Fraction(5, 18)


@pytest.mark.rule("gce.vehicle-movement.thrust-repeat", "gce.vehicle-movement.thrust-test")
def test_one_thrust_after_another_until_the_player_stops():
    thrice = [a("thrust 6")] * 3
    game = moves(trukk(), a("thrust"), *thrice, a("thrust 1"), a("stop"), dice="2 3 4 4")
    assert at(game, "T") == (39, 20, 0)
    assert [roll.need for roll in game.rolled(TEST)] == [2, 3, 4, 4]


@pytest.mark.rule("gce.vehicle-movement.thrust-test", "gce.vehicle-movement.thrust-failed-ends")
def test_a_failed_test_is_a_thruster_buster_and_the_end():
    game = moves(trukk(), a("thrust"), a("thrust 6"), a("thrust 6"), dice="2  2  6 3")
    assert at(game, "T") == (29, 20, 0)
    assert game.ride("T").done and not game.ride("T").no_thrust


@pytest.mark.rule("gce.vehicle-movement.thruster-buster")
@pytest.mark.parametrize(
    ("dice", "where", "words"),
    [
        ("1  7", (20, 20, 270), "T is to spin."),  # to six o'clock
        ("2  4 1", (24, 20, 90), "T is to run on 4 inches and spin."),  # to twelve
        ("3  2 5", (23.54, 23.54, 45), "T is to swerve and run on 5 inches."),  # left
        ("3  4 2", (21.41, 18.59, 315), "T is to swerve and run on 2 inches."),
        ("4  6", (26, 20, 0), "T is to run on 6 inches."),
        ("6  1", (21, 20, 0), "T is to run on 1 inch."),
    ],
)
def test_the_thruster_buster_table(dice: str, where: tuple[float, float, float], words: str):
    game = moves(trukk(), a("thrust"), a("thrust 6"), dice=f"1  {dice}")
    assert at(game, "T") == where and game.says(words)


@pytest.mark.rule("gce.vehicle-movement.thruster-buster")
def test_a_stunt_driver_picks_the_side():
    game = trukk(driver="ork_spanner D in T driver stunt_driver")
    moves(game, a("thrust"), a("thrust 6"), a("right"), dice="1  3 1 2")
    assert at(game, "T") == (21.41, 18.59, 315)


@pytest.mark.rule("gce.vehicle-movement.thrust-turn")
def test_a_turn_after_a_thrust():
    game = moves(
        trukk(), a("thrust"), a("thrust 6"), a("turn 45"), a("thrust 2"), a("stop"), dice="2  3 3  3"
    )
    assert at(game, "T") == (27.41, 21.41, 45)


@pytest.mark.rule("gce.vehicle-movement.thrust-turn")
def test_a_failed_turn_runs_on_and_is_the_end():
    game = moves(trukk(), a("thrust"), a("thrust 6"), a("turn -30"), dice="2  4 5  4")  # Ld 7
    assert at(game, "T") == (30, 20, 0) and game.ride("T").done


@pytest.mark.rule("gce.vehicle-movement.thrust-turn")
def test_a_turn_says_what_its_chance_is_of_and_what_a_failure_does():
    preview = offered(trukk(), "turn 45", may_turn=True).preview()
    assert preview.headline == "58% to turn"
    assert [each.why for each in preview.modifiers] == [
        "a failed turn runs straight on for D6 inches, and its move ends"
    ]


@pytest.mark.rule("gce.vehicle-movement.thrust-turn", "gce.basics.leadership-test")
def test_the_odds_of_a_turn_are_those_of_the_driver():
    game = trukk()
    assert dict(offered(game, "turn 45", may_turn=True).preview().outcomes)["turns"] == Fraction(21, 36)
    canny = trukk(driver="ork_spanner D in T driver ded_canny")
    assert dict(offered(canny, "turn 45", may_turn=True).preview().outcomes)["turns"] == Fraction(26, 36)


@pytest.mark.rule("gce.basics.leadership-test")
@pytest.mark.parametrize(
    ("ld", "switch", "counts"), [(7, False, 7), (7, True, 7), (12, False, 12), (12, True, 11)]
)
def test_by_switch_no_drivers_leadership_is_beyond_11(ld: int, switch: bool, counts: int):
    game = table(f"ork_trukk T (20,20)  ork_spanner D in T driver ld={ld}", auto_fail_on_max=switch)
    assert driving_ld(game.battle, game["D"]) == counts


@pytest.mark.rule("gce.vehicle-movement.thrust-turn")
def test_one_turn_after_each_thrust_and_none_before_the_first():
    assert not [
        o for o in thrusts.thrust_question(trukk().battle, trukk().ride("T"), False).options if "turn" in o.id
    ]


@pytest.mark.rule("gce.vehicle-movement.thrust-declare")
def test_a_thrust_into_an_enemy_is_a_ram_and_says_so():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (28,20) facing=0")
    ram = offered(game, "thrust 6")
    assert ram.about == thrusts.Push(6.0, target="u", ram="shunt") and "ram u" in ram.label
    assert dict(ram.preview().outcomes) == {"Thruster Buster": Fraction(1, 6), "1 damage": Fraction(5, 6)}
    assert offered(game, "thrust 2").about == thrusts.Push(2.0)


def test_an_option_leads_where_it_goes_and_faces_as_it_turns():
    game = table(f"ork_trukk T (20,20) facing=350  {DRIVER}")
    question = thrusts.thrust_question(game.battle, game.ride("T"), True)
    assert question.leads is not None
    assert question.leads("turn 45").facing == 35.0 and question.leads("turn -30").facing == 320.0
    ahead = question.leads("thrust 4")
    assert (ahead.facing, ahead.path[-1]) == (350.0, offered(game, "thrust 4").spot)
    assert question.leads("stop").path == (game.ride("T").spot,) * 2


@pytest.mark.rule("gce.vehicle-movement.thruster-buster")
def test_what_a_failed_thrust_may_run_into_is_named():
    tar = "area (25.9,10) (40,30) ground=very-difficult name=tar"
    for words, ground in (
        ("Thruster Buster towards tar", tar),
        ("Thruster Buster", tar.replace("25.9", "26.1")),
    ):
        game = table(f"ork_trukk T (20,20)  {DRIVER}  {ground}")
        preview = offered(game, "thrust 4").preview()
        assert words in dict(preview.outcomes)
        assert [each.rule for each in preview.modifiers] == ["gce.vehicle-movement.thruster-buster"]


@pytest.mark.rule("gce.ramming.declare")
def test_and_is_carried_out_as_one():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (28,20) facing=0")
    moves(game, a("thrust"), a("thrust 6"), a("stop"), dice="2  3 3  1")
    assert game.ride("u").slower == 1 and at(game, "T") == (26, 20, 0)


@pytest.mark.rule("gce.vehicle-movement.ssm-no-thrust", "gce.vehicle-damage.resolve")
@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ("no_thrust=next", "gce.vehicle-damage.resolve"),
        ("moved=slow", "gce.vehicle-movement.ssm-no-thrust"),
    ],
)
def test_why_there_may_be_no_thrust(state: str, rule: str):
    game = trukk(state)
    game.ride("T").went_in = game.battle.now
    refusal = thrusts.no_thrust(game.battle, game.ride("T"))
    assert refusal is not None and refusal.rule == rule


@pytest.mark.rule("gce.vehicle-movement.thrust-declare")
def test_nobody_is_asked_for_a_thrust_when_none_is_possible():
    """The trukk drives to within a quarter of an inch of the rock: not even half an inch is left."""
    game = table(f"ork_trukk T (20,20)  {DRIVER}  block (28.2,10) (40,30) name=rock")
    game = moves(game, a("go"), a({"legs": [[0, 5]]}))
    assert at(game, "T") == (25, 20, 0)
    assert [question.kind for _, question in game.asked if question.kind == "thrust"] == []


@pytest.mark.rule("gce.vehicle-movement.thrust-turn")
def test_after_a_turn_it_thrusts_again_before_it_turns_again():
    answers = a("thrust"), a("thrust 2"), a("turn 45"), a("thrust 2"), a("stop")
    game = moves(trukk(), *answers, dice="2  3 3  3")
    asked = [question.options for _, question in game.asked if question.kind == "thrust"]
    turns = [any(option.id.startswith("turn") for option in options) for options in asked]
    assert turns == [False, True, False, True]


@pytest.mark.rule("gce.squash.attempt")
def test_a_thrust_says_whom_it_runs_over_and_how_likely_he_is_squashed():
    game = trukk(driver=f"{DRIVER}  ork_boy x (26,20)  ork_boy y (27,20) down")
    says = [offered(game, f"thrust {far}").label for far in ("2.5", "3", "4")]
    assert says == ['Thrust 2.5"', 'Thrust 3" and run over x', 'Thrust 4" and run over x and y']
    besides = offered(game, "thrust 4").preview().besides
    assert besides == (("x squashed", Fraction(5, 6) * Fraction(4, 6)), ("y squashed", Fraction(5, 6)))


@pytest.mark.rule("gce.vehicle-movement.thrust-declare")
def test_the_longest_thrust_comes_first_then_the_turns_and_shorter_ones_stand_aside():
    game = trukk(driver=f"{DRIVER}  block (25.2,10) (40,30) name=rock")
    options = thrusts.thrust_question(game.battle, game.ride("T"), True).options
    shown = [option.id for option in options if option.barred is None and not option.aside]
    assert (shown[0], shown[-1]) == ("thrust 2", "stop")
    assert shown[1:-1] and all(id.startswith("turn") for id in shown[1:-1])
    assert [each.id for each in options if each.aside] == ["thrust 1.5", "thrust 1", "thrust 0.5"]


@pytest.mark.rule("gce.vehicle-movement.thruster-buster")
def test_a_stunt_driver_is_asked_for_a_side_only_where_it_swerves():
    game = moves(
        trukk(driver="ork_spanner D in T driver stunt_driver"), a("thrust"), a("thrust 6"), dice="1  4 6"
    )
    assert at(game, "T") == (26, 20, 0)
