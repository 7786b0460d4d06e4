"""Gas engines and slow speed manoeuvres."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.gorkamorka.garage import at, does, legs
from tests.books.gorkamorka.table import Position, table
from tests.kit.script import By, Sealed, a
from warbook.board.geometry import overlap
from warbook.board.hulls import Leg
from warbook.books.gorkamorka.driving import course, turn, ways
from warbook.books.gorkamorka.driving.gas import _end, _off, gas_question
from warbook.books.gorkamorka.driving.turn import own_edge_ahead
from warbook.books.gorkamorka.driving.urges import tries
from warbook.books.gorkamorka.driving.ways import gas_cost, slow_cost, slow_question
from warbook.books.gorkamorka.ending.bottle import casualties
from warbook.books.gorkamorka.field.aboard import stationary
from warbook.books.gorkamorka.field.bodies import hull, on_ground
from warbook.books.gorkamorka.field.engaged import touch
from warbook.books.gorkamorka.ramming.impact import collide
from warbook.books.gorkamorka.state import Game
from warbook.core.questions import Refusal, Refused

DRIVER = "ork_spanner D in T driver"


def moves(game: Position, *answers: By | Sealed, dice: str = "", name: str = "T") -> Position:
    def move(game: Game) -> None:
        turn.move_vehicle(game, game.battle.vehicle(name))

    return does(game, move, *answers, dice=dice)


def way(*pairs: tuple[float, float]) -> tuple[Leg, ...]:
    return tuple(Leg(*pair) for pair in pairs)


@pytest.mark.rule(
    "gce.vehicle-movement.gas-turns", "gce.vehicle-movement.gas-engines", "gce.basics.vehicle-turn"
)
@pytest.mark.parametrize(
    ("legs", "rule"),
    [
        (way((0, 6)), ""),
        (way((0, 0)), ""),
        (way((0, 2), (45, 3), (45, 0)), ""),
        (way((0, 2), (45, 4)), ""),
        (way((0, 2), (-30, 3), (45, 0)), ""),
        (way((0, 4), (45, 1)), "gce.vehicle-movement.gas-turns"),
        (way((0, 2), (45, 4), (45, 0)), "gce.vehicle-movement.gas-turns"),
        (way((45, 2)), "gce.vehicle-movement.gas-turns"),
        (way((0, 0.5), (45, 2)), "gce.vehicle-movement.gas-turns"),
        (way((0, 1), (45, 1), (45, 1), (45, 0)), "gce.vehicle-movement.gas-turns"),
        (way((0, 2), (46, 2)), "gce.basics.vehicle-turn"),
        (way((0, 2), (0, 2), (45, 1)), "gce.vehicle-movement.gas-turns"),
        (way((0, 7)), "gce.vehicle-movement.gas-engines"),
        (way((0, -1)), "gce.vehicle-movement.slow-speed-manoeuvre"),
        (way((0, 2), (45, 3), (45, 1)), "gce.vehicle-movement.gas-forfeit"),
        (way((0, 1), (45, 1), (45, 0)), ""),
        (way((0, 1), (45, 1), (45, 4)), "gce.vehicle-movement.gas-forfeit"),
    ],
)
@pytest.mark.rule("gce.vehicle-movement.gas-forfeit")
def test_what_a_gas_move_may_be(legs: tuple[Leg, ...], rule: str):
    cost = gas_cost(legs, 6.0, 2)
    assert (cost.rule if isinstance(cost, Refusal) else "") == rule


@pytest.mark.rule("gce.vehicle-movement.slow-speed-manoeuvre")
@pytest.mark.parametrize(
    ("legs", "fine"),
    [
        (way((0, -1), (45, -1), (45, 1), (45, 0)), True),
        (way((0, 1), (0, 1), (0, 1)), True),
        (way((0, 4)), False),
        (way((0, 1), (45, 1), (45, 1), (45, 1)), False),
        (way((45, 1)), False),
        (way((0, 0.5)), False),
        (way((0, 1), (46, 1)), False),
    ],
)
def test_what_a_slow_manoeuvre_may_be(legs: tuple[Leg, ...], fine: bool):
    assert isinstance(slow_cost(legs), Refusal) is not fine


@pytest.mark.rule("gce.vehicle-movement.gas-engines", "gce.vehicle-movement.sequence")
def test_a_gas_move_with_two_turns():
    game = table(f"ork_trukk T (20,20)  {DRIVER}")
    moves(game, a("go"), a(legs((0, 2), (45, 3), (45, 0))), a("stop"))
    assert at(game, "T") == (24.12, 22.12, 90)
    assert game.ride("T").moved == "gas" and game.ride("T").done


@pytest.mark.rule("gce.vehicle-movement.slow-speed-manoeuvre", "gce.vehicle-movement.ssm-no-thrust")
def test_a_slow_manoeuvre_backwards_and_no_thrust_after_it():
    game = table(f"ork_trukk T (20,20)  {DRIVER}")
    moves(game, a("slow"), a(legs((0, -1), (0, -1), (45, 0))))
    assert at(game, "T") == (18, 20, 45)
    assert game.ride("T").moved == "slow" and not stationary(game.battle, game.ride("T"))


@pytest.mark.rule("gce.vehicle-movement.ssm-no-thrust")
def test_a_skid_start_goes_on_after_it():
    game = table("ork_trukk T (20,20)  ork_spanner D in T driver skid_start")
    moves(game, a("slow"), a(legs((0, -1), (45, 0))), a("go"), a(legs((0, 6))), a("stop"))
    assert at(game, "T") == (23.24, 24.24, 45)


@pytest.mark.rule("gce.vehicle-movement.out-of-control")
def test_a_skid_start_goes_on_only_while_somebody_drives():
    """A bomb beside its way: one hit on the driver, who goes Down."""
    text = "ork_trukk T (20,20)  ork_spanner D in T driver skid_start  bomb (14,22.5) weapon=frag_stikkbombz"
    game = table(text)
    moves(game, a("slow"), a(legs((0, -1), (0, -1))), dice="4 4 5 5 4 6 4")
    assert game["D"].down and at(game, "T") == (18, 20, 0)


@pytest.mark.rule("gce.vehicle-movement.stationary")
def test_one_that_stays_stands_still():
    game = table(f"ork_trukk T (20,20) moved=gas  {DRIVER}")
    moves(game, a("stay"))
    assert stationary(game.battle, game.ride("T"))
    game.ride("T").moved = "gas"
    game.ride("T").immobilised = True
    assert stationary(game.battle, game.ride("T"))


@pytest.mark.rule("gce.vehicle-movement.stationary")
def test_at_the_end_of_the_phase_what_has_not_moved_stands_still():
    game = table(f"ork_trukk T (20,20) moved=gas  {DRIVER}  ork_bike B (30,30) moved=gas done")
    game.ride("B").went_in = game.battle.now
    turn.finish(game.battle, "a")
    assert game.ride("T").done
    assert stationary(game.battle, game.ride("T")) and not stationary(game.battle, game.ride("B"))


@pytest.mark.rule("gce.vehicle-movement.stationary", "gce.collision.ends-movement")
def test_one_that_lost_its_move_to_a_collision_before_it_moved_stands_still():
    game = table(f"ork_trukk T (20,20) moved=gas  ork_trukk U (28,20) facing=180 moved=gas  {DRIVER}")
    does(game, lambda running: collide(running, game.ride("T"), game.ride("U"), 2.0), dice="1 1")
    assert game.ride("U").done
    turn.finish(game.battle, "a")
    assert stationary(game.battle, game.ride("U"))


@pytest.mark.rule("gce.vehicle-movement.gas-engines")
def test_damage_makes_it_shorter():
    game = table(f"ork_trukk T (20,20) slower=1 slower_now=2  {DRIVER}")
    assert ways.allowance(game.ride("T")) == 3.0


def judge(game: Position, *pairs: tuple[float, float]) -> Any:
    vehicle = game.ride("T")
    return gas_question(game.battle, vehicle, 6.0).judge(way(*pairs))


@pytest.mark.rule("gce.crash.definition", "gce.ramming.declare", "gce.squash.attempt")
@pytest.mark.parametrize(
    ("thing", "rule"),
    [
        ("block (24,15) (30,25) name=rock", "gce.crash.definition"),
        ("ork_trukk U (27,20)", "gce.ramming.declare"),
        ("ork_boy F (26,20)", "gce.squash.attempt"),
        ("area (22,10) (40,30) ground=difficult", "gce.vehicle-movement.terrain-profile"),
        ("area (22,10) (40,30) ground=very-difficult", "gce.vehicle-movement.terrain-profile"),
    ],
)
def test_nobody_drives_into_such_things_on_purpose(thing: str, rule: str):
    refusal = judge(table(f"ork_trukk T (20,20)  {DRIVER}  {thing}"), (0, 6))
    assert isinstance(refusal, Refusal) and refusal.rule == rule


@pytest.mark.rule("gce.ramming.declare")
@pytest.mark.parametrize("thing", ["ork_trukk u (27,20)", "ork_boy x (26,20)"])
def test_but_into_enemies(thing: str):
    assert judge(table(f"ork_trukk T (20,20)  {DRIVER}  {thing}"), (0, 6)) == 6.0


@pytest.mark.rule("gce.ramming.declare")
def test_a_slow_manoeuvre_rams_nobody():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (27,20)")
    assert isinstance(slow_question(game.battle, game.ride("T")).judge(way((0, 2))), Refusal)


@pytest.mark.rule("gce.vehicle-movement.terrain-profile", "gce.vehicle-movement.trukk-terrain")
def test_on_difficult_ground_only_slowly():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  area (10,10) (40,30) ground=difficult")
    with pytest.raises(Refused):
        moves(game, a("go"))
    game = table(f"ork_trukk T (20,20)  {DRIVER}  area (10,10) (40,30) ground=difficult")
    moves(game, a("slow"), a(legs((0, 3))))
    assert at(game, "T") == (23, 20, 0)


@pytest.mark.rule("gce.vehicle-movement.very-difficult-immobilised")
def test_not_even_slowly_into_ground_that_would_hold_it():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  area (22,10) (40,30) ground=very-difficult")
    assert isinstance(slow_question(game.battle, game.ride("T")).judge(way((0, 3))), Refusal)


@pytest.mark.rule("gce.vehicle-movement.gas-engines")
@pytest.mark.parametrize(("gap", "offered"), [(0.0, False), (0.2, False), (0.3, True), (1.0, True)])
def test_a_gas_move_is_offered_where_there_is_an_end_to_drive_to(gap: float, offered: bool):
    # The hull of a trukk is 6 inches long.
    game = table(f"ork_trukk T (20,20)  {DRIVER}  block ({23 + gap},10) (40,30) name=rock")
    go = next(way for way in turn.manners(game.battle, game.ride("T")) if way.id == "go")
    assert (go.barred is None) == offered
    ends = gas_question(game.battle, game.ride("T"), 6.0).reach()
    assert any(x > 20.0 for x, *_ in ends) == offered


@pytest.mark.rule("gce.vehicle-movement.gas-turns", "gce.vehicle-movement.terrain-profile")
@pytest.mark.parametrize(
    ("things", "north"),
    [
        ("block (25,15) (30,25) name=rock  ork_boy x (20,24)", 21.0),
        ("", 24.0),
        ("area (18,21) (28,21.7) ground=difficult", 21.0),
    ],
)
def test_every_end_that_is_offered_can_be_driven_to(things: str, north: float):
    """None is offered beyond ground where it only goes slowly."""
    game = table(f"ork_trukk T (20,20)  {DRIVER}  {things}")
    question = gas_question(game.battle, game.ride("T"), 6.0)
    ends = question.reach()
    assert len(ends) > 20 and north - 1.0 < max(y for _, y, *_ in ends) <= north
    for x, y, _, facing in ends:
        assert question.towards(x, y, 0.0, facing) is not None


@pytest.mark.rule(
    "gce.vehicle-movement.slow-speed-manoeuvre", "gce.vehicle-movement.very-difficult-immobilised"
)
def test_every_end_of_a_slow_manoeuvre_that_is_offered_can_be_reached():
    pool = "area (16,18.5) (26,19.4) ground=very-difficult"
    rock = "block (24.5,15) (30,25) name=rock"
    game = table(f"ork_trukk T (20,20)  {DRIVER}  {rock}  ork_boy F (20,24)  {pool}")
    question = slow_question(game.battle, game.ride("T"))
    ends = question.reach()
    assert len(ends) > 50
    for x, y, _, facing in ends[::7]:
        assert question.towards(x, y, 0.0, facing) is not None


@pytest.mark.rule("gce.vehicle-movement.slow-speed-manoeuvre")
@pytest.mark.parametrize(("gap", "offered"), [(0.1, False), (1.1, True)])
def test_a_slow_manoeuvre_is_offered_where_there_is_room_for_a_step(gap: float, offered: bool):
    """Between rocks at all sides; the hull is 6 inches long and 3 wide."""
    beside = "block (16,18) (24,18.4) name=r  block (16,21.6) (24,22) name=s  block (10,15) (16.9,25) name=u"
    game = table(f"ork_trukk T (20,20)  {DRIVER}  {beside}  block ({23 + gap},15) (26,25) name=t")
    slow = next(way for way in turn.manners(game.battle, game.ride("T")) if way.id == "slow")
    assert (slow.barred is None) == offered


@pytest.mark.rule("gce.ramming.declare", "gce.ramming.shunt")
def test_a_vehicle_that_turns_in_its_gas_move_rams_with_its_second_leg():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (26,26) facing=45")
    moves(game, a("go"), a(legs((0, 2), (45, 4))), a("stop"), dice="3 3")
    assert [roll.by for roll in game.rolled("gce.vehicle-damage.location-roll")] == ["u"]


@pytest.mark.rule("gce.vehicle-movement.separate")
def test_a_vehicle_is_a_model_apart_from_its_crew():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_boy x (40,40)")
    game["D"].down = True
    assert casualties(game.battle, "a") == 1, "the driver, and not what he drives"
    game.ride("T").immobilised = True
    assert casualties(game.battle, "a") == 2


@pytest.mark.rule("gce.vehicle-movement.no-hth")
@pytest.mark.parametrize("kind", ["ork_bike", "ork_trukk"])
@pytest.mark.parametrize("moved", ["gas", "still"])
def test_no_vehicle_fights_who_stands_beside_it(kind: str, moved: str):
    side = 20 + {"ork_bike": 0.75, "ork_trukk": 1.5}[kind] + 0.5
    game = table(
        f"{kind} T (20,20) moved={moved}  {DRIVER}  ork_boy x (20,{side}) choppa", phase="fight", side="b"
    )
    game.until("recover")
    assert not game.asked and not game.rolled("gce.hand-to-hand.roll")


@pytest.mark.rule("gce.vehicle-movement.stationary-effect")
@pytest.mark.parametrize(("moved", "met"), [("still", True), ("gas", False)])
def test_who_are_aboard_one_that_stands_still_meet_as_on_the_ground(moved: str, met: bool):
    game = table(f"ork_trukk T (20,20) moved={moved}  {DRIVER}  ork_boy x in T")
    assert touch(game.battle, game["D"], game["x"]) is met


@pytest.mark.rule("gce.squash.attempt")
def test_who_was_spared_steps_aside_when_the_hull_turns_over_him():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_boy x (24,22.2)")
    moves(game, a("go"), a(legs((0, 3), (45, 0))), a("pass"), a("stop"))
    assert not overlap(hull(game.ride("T")), on_ground(game["x"]))
    assert any(getattr(event, "how", "") == "steps aside" for event in game.events)


@pytest.mark.rule("gce.foot.order", "gce.vehicle-movement.sequence")
def test_vehicles_move_among_the_warriors_of_their_side():
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_boy F (5,5)  ork_trukk u (40,40)")
    game.play(a("T"), a("go"), a(legs((0, 6))), a("stop"))
    assert at(game, "T") == (26, 20, 0)
    assert [option.id for option in game.question().options if option.barred is None] == ["D", "F", "done"]


@pytest.mark.rule("gce.vehicle-movement.out-of-control-move")
def test_the_side_cannot_leave_a_vehicle_out_of_control_alone():
    game = table("ork_trukk T (20,20) moved=gas  ork_spanner D in T driver down")
    assert game.option("done").barred is not None


@pytest.mark.rule("gce.ending.casualties")
@pytest.mark.parametrize(("inches", "off"), [(3.02, True), (2.98, False), (0.0, False)])
def test_it_goes_off_straight_ahead_if_its_front_reaches_the_edge(inches: float, off: bool):
    game = table(f"ork_trukk T (20,6) facing=270  {DRIVER}")
    assert own_edge_ahead(game.battle, game.ride("T"), inches) is off


@pytest.mark.rule("gce.ending.casualties")
def test_off_the_table_with_the_scrap():
    game = table(f"ork_trukk T (20,5) facing=270 scrap=2  {DRIVER}  ork_boy E in T scrap=1", scenario={})
    moves(game, a("off"))
    assert (game.ride("T").place, game["E"].place, game.battle.carried_off["a"]) == ("home", "home", 3)


@pytest.mark.rule("gce.ending.casualties")
@pytest.mark.parametrize("where", ["(20,5) facing=270", "(43,20) scrap=1", "(20,20) facing=270 scrap=1"])
def test_not_without_scrap_and_not_over_another_edge(where: str):
    game = table(f"ork_trukk T {where}  {DRIVER}")
    options = [option.id for option in game.question(a("T")).options]
    assert "go" in options and "off" not in options


@pytest.mark.rule("gce.vehicle-movement.gas-engines")
def test_a_drive_tells_how_far_it_came():
    game = table(f"ork_trukk T (20,20)  {DRIVER}")
    went: list[float] = []
    way = (Leg(0.0, 2.0), Leg(45.0, 3.0))
    does(game, lambda g: went.append(course.drive(g, game.ride("T"), way, "drives", "gce.basics.units")))
    assert went == [5.0]


def test_where_a_way_of_legs_ends():
    game = table(f"ork_trukk T (20,20)  {DRIVER}")
    x, y, z, facing = _end(game.ride("T"), (Leg(0.0, 4.0), Leg(45.0, 3.0)))
    assert (round(x, 3), round(y, 3), z, facing) == (26.121, 22.121, 0.0, 45.0)


def test_of_ends_as_near_the_one_that_faces_as_wanted_is_the_nearer():
    end = (13.0, 24.0, 0.0, 350.0)
    assert _off(end, 10.0, 20.0, None) == 5.0 < _off(end, 10.0, 20.0, 340.0) < _off(end, 10.0, 20.0, 10.0)
    assert _off(end, 10.0, 20.0, 180.0) < 5.1


@pytest.mark.rule("gce.vehicle-movement.gas-engines")
def test_who_must_strike_looks_straight_ahead_and_after_every_turn_that_is_allowed():
    turned = {ways[-1].turn for ways in tries(6.0)}
    assert turned == {0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0}
    assert {sum(leg.inches for leg in ways) for ways in tries(6.0)} == {6.0}
    assert sorted({ways[0].inches for ways in tries(6.0)}) == [1.0, 2.0, 3.0, 6.0]
    assert sorted({ways[0].inches for ways in tries(2.0)}) == [1.0, 2.0]


@pytest.mark.rule("gce.vehicle-movement.gas-turns")
@pytest.mark.parametrize("turns", [0, 1])
def test_who_makes_no_turn_drives_straight_on_whatever_he_might_make(turns: int) -> None:
    assert gas_cost((Leg(0.0, 5.0),), 6.0, turns) == 5.0


@pytest.mark.rule("gce.vehicle-movement.stationary")
def test_one_that_began_a_chase_and_has_never_moved_stands_still():
    game = table(f"ork_trukk T (20,24) moved=chase chasing=t chase=race  {DRIVER}  ork_trukk t (20,28)")
    turn.finish(game.battle, "a")
    assert game.ride("T").moved == "still"
