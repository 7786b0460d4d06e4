"""Races and tails."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.books.gorkamorka.driving.test_gas import DRIVER, moves
from tests.books.gorkamorka.garage import at, does, legs
from tests.books.gorkamorka.table import Position, table
from tests.kit.script import a, b
from warbook.books.gorkamorka.damage.effects import immobilise
from warbook.books.gorkamorka.driving import chases, turn
from warbook.books.gorkamorka.driving.turn import begin
from warbook.books.gorkamorka.field.aboard import stationary
from warbook.books.gorkamorka.mob.data import skills_of
from warbook.books.gorkamorka.state import Game

THEIRS = "ork_spanner d in u driver"
PASSES, FAILS = Fraction(7, 12), Fraction(5, 12)  # a test on Ld 7


def offered(game: Position) -> list[str]:
    return [option.id for option in chases.chase_options(game.battle, game.ride("T"))]


def chase(how: str, chaser: str = "", driver: str = THEIRS, extra: str = "", skill: str = "") -> Position:
    """T drives east; u chases it, in its place already."""
    place = "(20,24)" if how == "race" else "(13,20)"
    return table(
        f"""
        ork_trukk T (20,20) moved=gas    {DRIVER} {skill}
        ork_trukk u {place} facing=0 moved=gas chasing=T chase={how} {chaser}    {driver}
        {extra}
        """
    )


# ---------------------------------------------------------------- positions


@pytest.mark.rule("gce.chase.race-position", "gce.chase.definition")
@pytest.mark.parametrize(
    ("place", "races"),
    [
        ("(20,25) facing=0 moved=gas", True),  # 2 inches between them
        ("(20,25.5) facing=0 moved=gas", False),
        ("(20,26) facing=30 moved=gas", True),
        ("(20,25) facing=180 moved=gas", False),
        ("(23,25) facing=0 moved=gas", True),  # side by side for half of the shorter one
        ("(23.2,25) facing=0 moved=gas", False),
        ("(20,25) facing=0 moved=still", False),
    ],
)
def test_where_a_race_begins(place: str, races: bool):
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u {place}  {THEIRS}")
    assert ("race u" in offered(game)) is races


@pytest.mark.rule("gce.chase.race-position")
@pytest.mark.parametrize(("x", "races"), [(22.9, True), (23.1, False), (17.1, True), (16.9, False)])
def test_a_bike_is_level_with_a_trukk_if_half_of_the_bike_is(x: float, races: bool):
    """It is 3 inches long, the trukk 6."""
    for chaser, target in (("ork_trukk", "ork_bike"), ("ork_bike", "ork_trukk")):
        game = table(f"{chaser} T (20,20)  {DRIVER}  {target} u ({x},24) facing=0 moved=gas  {THEIRS}")
        assert ("race u" in offered(game)) is races


@pytest.mark.rule("gce.chase.race-position")
def test_how_parallel_is_a_switch():
    place = "ork_trukk u (20,26) facing=30 moved=gas"
    for tolerance, races in ((20, False), (29, False), (30, True)):
        game = table(
            f"ork_trukk T (20,20)  {DRIVER}  {place}  {THEIRS}", parallel_tolerance_degrees=tolerance
        )
        assert (offered(game) == ["race u"]) is races


@pytest.mark.rule("gce.chase.tail-position", "gce.chase.definition")
@pytest.mark.parametrize(
    ("place", "tails"),
    [
        ("(28,20) facing=0 moved=gas", True),
        ("(28.5,20) facing=0 moved=gas", False),
        ("(28,20) facing=180 moved=gas", False),
        ("(28,20) facing=0 moved=still", False),
    ],
)
def test_where_a_tail_begins(place: str, tails: bool):
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u {place}  {THEIRS}")
    assert ("tail u" in offered(game)) is tails


@pytest.mark.rule("gce.chase.definition", "gce.vehicle-movement.out-of-control")
def test_no_chase_of_what_nobody_drives():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (20,25) facing=0 moved=gas  {THEIRS} down")
    assert offered(game) == []


@pytest.mark.rule("gce.chase.declare")
def test_a_declared_chase_ends_the_move():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (26,25) facing=0 moved=gas  {THEIRS}")
    moves(game, a("go"), a(legs((0, 6))), a("pass"), a("race u"))
    assert (game.ride("T").chasing, game.ride("T").chase, game.ride("T").done) == ("u", "race", True)


@pytest.mark.rule("gce.chase.declare")
def test_a_plank_may_be_lowered():
    target = f"ork_trukk u (20,25) facing=0 moved=gas  {THEIRS}"
    game = table(f"ork_trukk T (20,20) boarding_plank  {DRIVER}  {target}")
    moves(game, a("race u"), a("lower"))
    assert game.ride("T").planked


# ---------------------------------------------------------------- keeping up


@pytest.mark.rule("gce.chase.moves-with-target")
@pytest.mark.parametrize(("how", "place"), [("race", (26, 24)), ("tail", (19, 20))])
def test_the_chaser_moves_with_its_target_in_the_enemy_turn(how: str, place: tuple[float, float]):
    game = chase(how)
    passing = [a("pass")] if how == "race" else []
    moves(game, a("go"), a(legs((0, 6))), *passing, b("follow"), a("stop"))
    assert at(game, "T") == (26, 20, 0)
    assert at(game, "u") == (*place, 0)
    assert game.ride("u").chasing == "T" and game.ride("u").moved == "chase"


@pytest.mark.rule("gce.chase.moves-with-target")
def test_it_turns_with_it_without_a_test_under_gas():
    game = chase("tail")
    moves(game, a("go"), a(legs((0, 2), (45, 2))), b("follow"), a("stop"))
    assert at(game, "u")[2] == 45


@pytest.mark.rule("gce.special-weapons.delayed-bomb")
def test_a_bomb_beside_its_new_place_may_go_off():
    game = chase("tail", extra="bomb (19,23) weapon=frag_stikkbombz")
    moves(game, a("go"), a(legs((0, 6))), b("follow"), a("stop"), dice="3 3")  # T passes it, u stops there
    assert [roll.by for roll in game.rolled("gce.special-weapons.delayed-bomb")] == ["T", "u"]


@pytest.mark.rule("gce.chase.thrust", "gce.chase.moves-with-target")
def test_it_thrusts_for_each_thrust():
    game = chase("tail")
    moves(
        game, a("thrust"), a("thrust 6"), b("follow"), a("thrust 6"), b("follow"), a("stop"), dice="2 2 3 3"
    )
    assert at(game, "u") == (25, 20, 0) and game.ride("u").thrusts == 2
    assert [(roll.by, roll.need) for roll in game.rolled("gce.vehicle-movement.thrust-test")] == [
        ("T", 2), ("u", 2), ("T", 3), ("u", 3),
    ]  # fmt: skip


@pytest.mark.rule("gce.chase.thrust")
def test_a_shorter_thrust_has_to_be_made_twice():
    game = chase("tail", "shorter=2")
    moves(game, a("thrust"), a("thrust 6"), b("follow"), a("stop"), dice="2  2 3")
    assert game.ride("u").thrusts == 2
    question: Any = next(asked for side, asked in game.asked if side == "b")
    game.ride("u").thrusts = 0
    assert dict(question.options[0].preview().outcomes)["keeps up"] == Fraction(5, 6) * Fraction(4, 6)


@pytest.mark.rule("gce.chase.thrust")
def test_a_failed_thrust_is_a_buster_and_the_end_of_the_chase():
    game = chase("tail")
    moves(game, a("thrust"), a("thrust 6"), b("follow"), a("stop"), dice="2  1 6 2")
    assert at(game, "u") == (15, 20, 0) and game.ride("u").chasing == ""


@pytest.mark.rule("gce.chase.turn")
def test_a_turn_under_thrust_is_a_test_for_the_chaser_too():
    game = chase("tail")
    moves(
        game,
        a("thrust"),
        a("thrust 6"),
        b("follow"),
        a("turn 45"),
        b("follow"),
        a("stop"),
        dice="2 2  3 3  3 4",
    )
    assert game.ride("u").chasing == "T" and at(game, "u")[2] == 45


@pytest.mark.rule("gce.chase.turn")
def test_who_fails_it_runs_on():
    """An inch: into the target, but that swerves clear of the collision."""
    game = chase("tail")
    moves(
        game, a("thrust"), a("thrust 6"), b("follow"), a("turn 45"), b("follow"), a("stop"),
        dice="2 2  3 3  4 4 1  3 4  1",
    )  # fmt: skip
    assert game.ride("u").chasing == "" and at(game, "u") == (20, 20, 0)


@pytest.mark.rule("gce.vehicle-movement.stationary", "gce.chase.moves-with-target")
@pytest.mark.parametrize(
    ("went", "stands"), [("3 b", True), ("3 c", False), ("4 a", False), ("4 b", False), ("2 c", True)]
)
def test_a_chaser_whose_target_has_not_moved_since_its_last_turn_stands_still(went: str, stands: bool):
    """Its own turn is the fourth of b, between those of a and c."""
    game = table(
        "ork_trukk T (20,20)  ork_trukk u (20,24) facing=0 moved=chase chasing=T chase=race",
        side="b",
        turn=4,
        sides=3,
    )
    game.ride("u").went_in = went
    turn.finish(game.battle, "b")
    assert stationary(game.battle, game.ride("u")) is stands


def test_a_chase_driver_rolls_again():
    game = chase("tail", driver="ork_spanner d in u driver chase_driver")
    moves(
        game, a("thrust"), a("thrust 6"), b("follow"), a("turn 45"), b("follow"), a("stop"),
        dice="2 2  3 3  6 6 3 3",
    )  # fmt: skip
    assert game.ride("u").chasing == "T"


@pytest.mark.rule("gce.chase.turn")
@pytest.mark.parametrize(
    ("chaser", "target", "crew", "keeps"),
    [
        ("", "", "", PASSES),
        ("chase_driver", "", "", 1 - FAILS**2),
        ("", "chase_driver", "", PASSES**2),
        ("chase_driver", "chase_driver", "", (1 - FAILS**2) * PASSES),
        ("", "", "ork_nob n in u taktiks", 1 - FAILS**2),
    ],
)
def test_the_odds_of_a_turn_know_who_rolls_again(chaser: str, target: str, crew: str, keeps: Fraction):
    game = chase("tail", driver=f"ork_spanner d in u driver {chaser}   {crew}", skill=target)
    game.play(a("T"), a("thrust"), a("thrust 6"), b("follow"), a("turn 45"), dice="2 2 1 1")
    assert game.unanswered is not None
    question: Any = game.unanswered.question
    assert dict(question.options[0].preview().outcomes)["keeps up"] == keeps


@pytest.mark.parametrize(("skill", "dice", "chasing"), [("", "", "T"), ("chase_driver", "3 3", "T")])
def test_whoever_follows_a_chase_driver_has_to_pass_twice(skill: str, dice: str, chasing: str):
    game = chase("tail")
    game["D"].skills = skills_of((skill,) if skill else ())
    does(
        game,
        lambda g: chases.keep_up(g, g.battle.vehicle("T"), "turn", 0.0),
        b("follow"),
        dice=f"3 3 {dice}",
    )
    assert game.ride("u").chasing == chasing
    assert len(game.rolled("gce.chase.turn")) == 1 + bool(skill)


@pytest.mark.rule("gce.chase.switch")
@pytest.mark.parametrize(("dice", "how"), [("3 4", "tail"), ("4 4", "")])
def test_where_two_cannot_stand_side_by_side_a_test_falls_back(dice: str, how: str):
    game = chase("race", extra="block (23,22) (40,30) name=rock  block (23,10) (40,18) name=rock")
    moves(game, a("go"), a(legs((0, 6))), a("pass"), b("follow"), a("stop"), dice=dice)
    assert game.ride("u").chase == how
    assert at(game, "u") == ((19, 20, 0) if how else (20, 24, 0))


@pytest.mark.rule("gce.chase.switch")
def test_a_tail_may_become_a_race():
    """Where its tail would be stands a bike."""
    game = chase("tail", extra="ork_bike V (19,15.5)")
    moves(game, a("go"), a(legs((0, 2), (45, 4))), b("follow"), a("stop"), dice="3 4")
    assert game.ride("u").chase == "race" and at(game, "u") == (22, 25.66, 45)


@pytest.mark.rule("gce.chase.give-up")
def test_giving_up_in_the_enemy_turn():
    game = chase("tail")
    moves(game, a("go"), a(legs((0, 6))), b("give-up"), a("stop"))
    assert game.ride("u").chasing == "" and at(game, "u") == (13, 20, 0)


@pytest.mark.rule("gce.chase.give-up", "gce.chase.moves-with-target")
def test_in_its_own_turn_a_chaser_moves_only_if_it_gives_up():
    game = chase("tail")
    game.battle.side = "b"
    moves(game, b("chase"), name="u")
    assert at(game, "u") == (13, 20, 0) and not stationary(game.battle, game.ride("u"))
    game = chase("tail")
    game.battle.side = "b"
    moves(game, b("give-up"), b("slow"), b(legs((0, -3))), name="u")
    assert at(game, "u") == (10, 20, 0) and game.ride("u").chasing == ""


@pytest.mark.rule(
    "gce.chase.give-up", "gce.vehicle-movement.thrust-test", "gce.shooting.mod-firing-thrusters"
)
def test_who_gives_up_counts_his_thrusts_anew():
    """He thrust twice to keep up in the enemy's turn; in his own the first thrust is the first."""
    game = chase("tail", "thrusts=2")
    game.battle.side = "b"
    moves(game, b("give-up"), b("thrust"), b("stop"), name="u")
    question: Any = game.asked[-1][1]
    assert question.text == "Thrust 1 of u?" and game.ride("u").thrusts == 0


@pytest.mark.rule("gce.chase.give-up")
def test_by_switch_a_chaser_moves_in_its_own_turn_as_well():
    game = table(
        f"""
        ork_trukk T (20,20) moved=gas    {DRIVER}
        ork_trukk u (13,20) facing=0 chasing=T chase=tail    {THEIRS}
        """,
        side="b",
        chaser_moves_own_turn=True,
    )
    moves(game, b("slow"), b(legs((0, -1))), name="u")
    assert at(game, "u") == (12, 20, 0) and game.ride("u").chasing == "T"


@pytest.mark.rule("gce.chase.give-up")
def test_nobody_chases_what_cannot_move():
    game = chase("race")
    does(game, lambda g: immobilise(g, g.battle.vehicle("T"), "gce.vehicle-damage.resolve"))
    assert game.ride("u").chasing == ""


def test_a_plank_left_behind_tears_at_the_target():
    game = chase("tail", "planked boarding_plank")
    moves(game, a("go"), a(legs((0, 6))), b("give-up"), a("stop"), dice="3 3")
    assert game.ride("T").slower == 1 and not game.ride("u").planked


@pytest.mark.rule("gce.chase.give-up")
@pytest.mark.parametrize(("inches", "chasing"), [(1.0, "T"), (1.1, "")])
def test_a_chase_is_over_for_who_has_been_driven_out_of_position(inches: float, chasing: str):
    """The tail is an inch behind; damage in the enemy's turn sends the target on."""
    game = chase("tail")
    game.battle.phase, game.battle.side = "recover", "b"
    game.ride("T").x += inches
    game.play()
    assert game.ride("u").chasing == chasing


@pytest.mark.rule("gce.chase.give-up", "gce.vehicle-movement.out-of-control")
@pytest.mark.parametrize("driver", ["D", "d"])
def test_a_chase_is_over_once_nobody_drives_one_of_the_two(driver: str):
    """A chaser with nobody at the wheel runs wild in its own turn; it does not wait for its target."""
    game = chase("tail")
    game.battle.phase, game.battle.side = "recover", "a" if driver == "d" else "b"
    game[driver].down = True
    game.play()
    assert game.ride("u").chasing == ""


def test_two_that_chase_each_other_move_once():
    game = chase("race")
    game.ride("T").chasing, game.ride("T").chase = "u", "race"

    def drive(game: Game) -> None:
        chases.keep_up(game, game.battle.vehicle("T"), "gas", 6.0)

    game.ride("T").x = 26.0
    does(game, drive, b("follow"))
    assert at(game, "u") == (26, 24, 0) and at(game, "T") == (26, 20, 0)


@pytest.mark.rule("gce.chase.give-up")
def test_a_target_that_is_stuck_is_chased_no_longer():
    game = chase("tail")
    game.ride("T").immobilised = True
    does(game, lambda g: chases.keep_up(g, game.ride("T"), "gas", 0.0))
    assert not game.ride("u").chasing


@pytest.mark.rule("gce.chase.thrust", "gce.chase.moves-with-target")
def test_who_chases_a_chaser_thrusts_when_that_does():
    game = chase("tail", extra="ork_trukk V (6,20) moved=gas chasing=u chase=tail  ork_spanner W in V driver")
    game.ride("T").x = 26.0
    does(
        game, lambda g: chases.keep_up(g, game.ride("T"), "thrust", 6.0), b("follow"), a("follow"), dice="2 2"
    )
    assert at(game, "u") == (19, 20, 0) and at(game, "V") == (12, 20, 0)
    assert (game.ride("u").thrusts, game.ride("V").thrusts) == (1, 1)


@pytest.mark.rule("gce.chase.race-position")
def test_who_races_comes_level_again_on_the_side_where_it_was():
    for y, end in ((24.0, 24.0), (16.0, 16.0)):
        game = chase("race")
        game.ride("u").y = y
        game.ride("T").x = 23.0
        does(game, lambda g: chases.keep_up(g, g.battle.vehicle("T"), "gas", 3.0), b("follow"))
        assert at(game, "u") == (23, end, 0)


@pytest.mark.rule("gce.chase.tail-position")
@pytest.mark.parametrize(("y", "tails"), [(24.0, True), (24.9, False)])
def test_the_front_of_who_tails_is_behind_the_target_and_not_beside_it(y: float, tails: bool):
    game = chase("tail")
    chaser = game.ride("u")
    chaser.x, chaser.y, chaser.facing = 14.2, y, -25.0
    assert chases.in_position(game.battle, chaser, game.ride("T"), "tail") == tails


@pytest.mark.rule("gce.chase.thrust")
def test_who_chases_has_his_thrusts_counted_from_the_move_of_his_target():
    game = chase("tail", "thrusts=2")
    game.ride("T").thrusts = 2
    begin(game.battle, "a")
    begin(game.battle, "b")
    assert (game.ride("T").thrusts, game.ride("u").thrusts) == (0, 2)
