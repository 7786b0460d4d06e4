"""Getting on and off, what follows for unit and vehicle, and what passengers may do."""

import pytest

from tests.books.vehicles.table import Position, table, why
from tests.books.vehicles.wounds.test_footing import JUMPERS
from tests.kit.script import By, Unanswered, a
from warbook.board.formation import coherent
from warbook.board.geometry import gap
from warbook.books.vehicles.driving.turn import can_move
from warbook.books.vehicles.driving.ways import Ways
from warbook.books.vehicles.field.bodies import bodies, hull
from warbook.books.vehicles.foot.turn import may_move, move_unit, unit_option, ways
from warbook.books.vehicles.transports.boarding import at_hand, board, may_alight, may_board
from warbook.books.vehicles.transports.riding import firers, may_assault, moved_aboard, why_not_carried
from warbook.core.questions import Form, Refused


def gets_off(game: Position, name: str = "A") -> Position:
    """By the usual places."""
    try:
        with game.scripted((), ""):
            move_unit(game.game.fork(), game[name])
    except Unanswered as asked:
        assert isinstance(asked.question, Form)
        answer = asked.question.suggested({})
        game.game.tape, game.game._at = [], 0
        return game.does(lambda g: move_unit(g, game[name]), By(game[name].side, answer))
    raise AssertionError("nothing was asked")


def deeds(game: Position) -> list[str]:
    return [option.id for option in ways(game.battle, game["A"], 6.0) if option.barred is None]


# ---------------------------------------------------------------- who may ride


@pytest.mark.rule("veh.transport.infantry-only")
def test_no_jump_infantry() -> None:
    game = table("rhino R (20,20)  jumpers A (16,20) (16,22)", own_units=[JUMPERS])
    assert why(why_not_carried(game.battle, game["A"], game.ride("R"))).rule == "veh.transport.infantry-only"


@pytest.mark.rule("veh.transport.whole-unit", "veh.transport.capacity")
@pytest.mark.parametrize("models, rule", [(10, None), (12, "veh.transport.whole-unit")])
def test_a_unit_is_aboard_with_all_its_models_or_not_at_all(models: int, rule: str | None) -> None:
    game = table(f"rhino R (20,20)  ork_boyz A (12,16) models={models}")
    found = why_not_carried(game.battle, game["A"], game.ride("R"))
    assert (found and found.rule) == rule


@pytest.mark.rule("veh.transport.capacity")
def test_terminators_take_up_two_slots_each() -> None:
    game = table("land_raider R (20,20)  razorback B (40,20)  terminator_squad A (12,16) models=4")
    assert why_not_carried(game.battle, game["A"], game.ride("R")) is None
    assert why_not_carried(game.battle, game["A"], game.ride("B")) is not None
    game = table("razorback B (40,20)  terminator_squad A (12,16) models=3")
    assert why_not_carried(game.battle, game["A"], game.ride("B")) is None


@pytest.mark.rule("veh.V46")
def test_one_unit_at_a_time() -> None:
    game = table("rhino R (20,20)  guard_squad B in R models=2  guard_squad A (12,16) models=2")
    assert why(why_not_carried(game.battle, game["A"], game.ride("R"))).rule == "veh.V46"


@pytest.mark.rule("veh.transport.capacity")
def test_only_own_transports_that_work() -> None:
    text = "guard_squad A (12,16) models=2  predator P (20,20)  rhino r (30,20)  rhino W (40,20) wrecked"
    game = table(text)
    assert all(why_not_carried(game.battle, game["A"], game.ride(name)) for name in ("P", "r", "W"))


# ---------------------------------------------------------------- getting on


@pytest.mark.rule("veh.transport.embark", "veh.S3")
@pytest.mark.parametrize("x, near", [(15.25, True), (15.15, False)])
def test_every_model_within_two_inches_of_an_access_point(x: float, near: bool) -> None:
    game = table(f"rhino R (20,20)  guard_squad A ({x},20) (16.5,21)")
    assert bool(at_hand(game.battle, game["A"])) is near


@pytest.mark.rule("veh.transport.when", "veh.open.access")
def test_nobody_gets_on_at_the_front_of_a_rhino_but_anywhere_on_a_trukk() -> None:
    game = table(
        "rhino R (20,20)  trukk T (20,30)  guard_squad A (24.6,19.5) (24.6,20.5)  ork_boyz B (24,30) (24,31)"
    )
    assert not at_hand(game.battle, game["A"])
    assert at_hand(game.battle, game["B"]) == [game.ride("T")]


@pytest.mark.rule("veh.transport.embark", "veh.transport.embark-then-move")
def test_a_unit_walks_to_a_transport_and_gets_on_and_the_transport_may_move() -> None:
    game = table("rhino R (20,20)  tactical_squad A (10,18) models=10")
    game.does(lambda g: move_unit(g, game["A"]), a("board R"))
    assert game["A"].aboard == "R" and game["A"].boarded and not game.battle.standing(game["A"])
    assert len(game.battle.members(game["A"])) == 10 and game.battle.passengers(game.ride("R")) == [game["A"]]
    assert can_move(game.ride("R"))


@pytest.mark.rule("veh.transport.embark")
@pytest.mark.parametrize("x, reach", [(9.35, True), (9.15, False)])
def test_if_one_model_cannot_come_near_nobody_gets_on(x: float, reach: bool) -> None:
    game = table(f"rhino R (20,20)  guard_squad A (12,20) ({x},20)")
    assert ("board R" in deeds(game)) is reach


@pytest.mark.rule("veh.V50")
def test_getting_on_after_the_vehicle_has_moved() -> None:
    game = table("rhino R (20,20) moved speed=combat  guard_squad A (16,20) (16,21.5)")
    game.does(lambda g: move_unit(g, game["A"]), a("board R"))
    assert game["A"].aboard == "R" and not can_move(game.ride("R"))


@pytest.mark.rule("veh.transport.embark", "veh.P3.difficult")
def test_through_difficult_ground_it_may_be_too_far() -> None:
    text = "rhino R (20,20)  guard_squad A (10,20) (10,21.5)  area (11,0) (14,40) ground=difficult"
    game = table(text)
    game.does(lambda g: move_unit(g, game["A"]), a("board R"), dice="6 1")
    assert game["A"].aboard == "R"
    game = table(text)
    stay = {"A1": "stay", "A2": "stay"}
    game.does(lambda g: move_unit(g, game["A"]), a("board R"), a(stay), dice="3 1")
    assert game["A"].aboard == "" and game.places("A") == [(10.0, 20.0), (10.0, 21.5)]


@pytest.mark.rule("veh.transport.embark")
def test_who_has_come_near_by_himself_is_asked() -> None:
    game = table("rhino R (20,20)  guard_squad A (13,20) (13,21.5)")
    ends = {"A1": [(16.0, 20.0)], "A2": [(16.0, 21.5)]}
    game.does(lambda g: move_unit(g, game["A"]), a("move"), a(ends), a("board R"))
    assert game["A"].aboard == "R"


@pytest.mark.rule("veh.transport.not-both", "veh.fast.transport-flat-out")
def test_who_got_off_does_not_get_on_and_nobody_gets_on_what_went_flat_out() -> None:
    game = table("rhino R (20,20)  guard_squad A (16,20) (16,21) alighted=before")
    assert why(may_board(game.battle, game["A"], game.ride("R"))).rule == "veh.transport.not-both"
    game = table("trukk T (20,20) moved speed=flat+out  ork_boyz A (16,20) (16,21)")
    assert why(may_board(game.battle, game["A"], game.ride("T"))).rule == "veh.fast.transport-flat-out"


# ---------------------------------------------------------------- getting off


@pytest.mark.rule("veh.transport.disembark", "veh.transport.before-move", "veh.transport.before-move-vehicle")
def test_off_before_the_vehicle_moves_both_go_on() -> None:
    game = gets_off(table("rhino R (20,20)  tactical_squad A in R"))
    squad = bodies(game.battle, game["A"])
    assert len(squad) == 10 and coherent(squad, 2.01)
    assert all(gap(body, hull(game.ride("R"))) <= 1.03 for body in squad)
    assert game["A"].alighted == "before" and may_move(game.battle, game["A"]) is None
    assert may_assault(game.battle, game["A"]) is None and can_move(game.ride("R"))


@pytest.mark.rule("veh.transport.after-move", "veh.transport.after-move-vehicle")
def test_off_after_the_move_neither_moves_and_the_unit_does_not_assault() -> None:
    game = gets_off(table("rhino R (20,20) moved speed=combat  tactical_squad A in R"))
    assert game["A"].alighted == "after" and game.ride("R").let_off_after
    assert why(may_move(game.battle, game["A"])).rule == "veh.transport.after-move"
    assert why(may_assault(game.battle, game["A"])).rule == "veh.transport.after-move"
    game.ride("R").moved = False
    assert not can_move(game.ride("R"))


@pytest.mark.rule("veh.V49")
def test_a_vehicle_that_only_pivoted_has_not_moved() -> None:
    game = gets_off(table("rhino R (20,20) moved turned  tactical_squad A in R"))
    assert game["A"].alighted == "before"


@pytest.mark.rule("veh.open.assault", "veh.V53", "veh.open.access")
def test_from_an_open_topped_transport_that_moved_one_may_assault_but_not_move() -> None:
    game = gets_off(table("trukk T (20,20) moved speed=cruising  ork_boyz A in T models=12"))
    assert len(game.places("A")) == 12 and game["A"].alighted == "after"
    assert may_assault(game.battle, game["A"]) is None and may_move(game.battle, game["A"]) is not None


@pytest.mark.rule("veh.P13")
def test_an_assault_ramp_does_the_same() -> None:
    game = gets_off(table("land_raider R (20,20) moved speed=combat  terminator_squad A in R"))
    assert game["A"].alighted == "after" and may_assault(game.battle, game["A"]) is None


@pytest.mark.rule("veh.transport.emergency", "veh.V52")
def test_with_its_rear_blocked_a_chimera_is_left_in_an_emergency_and_then_nothing_else_is_done() -> None:
    game = table("chimera R (20,20)  guard_squad A in R  area (12,12) (19.3,28) ground=impassable")
    option = unit_option(game.battle, game["A"])
    assert option.about.emergency and "emergency" in option.label
    gets_off(game)
    assert len(game.places("A")) == 9 and game["A"].alighted == "emergency"
    assert why(may_move(game.battle, game["A"])).rule == "veh.transport.emergency"
    assert why(may_assault(game.battle, game["A"])).rule == "veh.transport.emergency"


@pytest.mark.rule("veh.transport.emergency")
def test_where_there_is_no_room_at_all_they_stay_aboard() -> None:
    game = table("chimera R (20,20)  guard_squad A in R  area (10,10) (30,30) ground=impassable")
    option = unit_option(game.battle, game["A"])
    assert why(option.barred).rule == "veh.transport.emergency"


@pytest.mark.rule("veh.transport.not-both")
def test_who_got_on_does_not_get_off_but_is_forced_out() -> None:
    game = table("rhino R (20,20)  guard_squad A (16,20) (16,21.5)")
    game.does(lambda g: board(g, game["A"], game.ride("R")))
    assert why(may_alight(game.battle, game["A"])).rule == "veh.transport.not-both"


@pytest.mark.rule("veh.fast.transport-flat-out")
@pytest.mark.parametrize("speed, off", [("cruising", True), ("flat+out", False)])
def test_nobody_gets_off_what_went_flat_out(speed: str, off: bool) -> None:
    game = table(f"trukk T (20,20) moved speed={speed}  ork_boyz A in T models=12")
    assert (may_alight(game.battle, game["A"]) is None) is off


@pytest.mark.rule("veh.V54")
def test_who_got_on_or_off_keeps_the_vehicle_from_going_flat_out() -> None:
    game = table("trukk T (20,20) facing=0  ork_boyz A in T models=12")
    assert Ways(game.battle, game.ride("T")).question().accept({"legs": [[0, 15]]})
    game.ride("T").carried = False
    gets_off(game)
    assert game.ride("T").carried
    game.battle.models = []
    with pytest.raises(Refused):
        Ways(game.battle, game.ride("T")).question().accept({"legs": [[0, 15]]})
    Ways(game.battle, game.ride("T")).question().accept({"legs": [[0, 12]]})


@pytest.mark.rule("veh.V37", "veh.damage.stunned")
def test_a_stunned_crew_does_not_keep_passengers_in() -> None:
    game = table("rhino R (20,20) stunned_until=1  guard_squad A in R models=5")
    assert may_alight(game.battle, game["A"]) is None


# ---------------------------------------------------------------- fire points


@pytest.mark.rule("veh.transport.fire-points", "veh.open.fire")
@pytest.mark.parametrize(
    "kind, models, fire",
    [("rhino", 8, 2), ("rhino", 1, 1), ("razorback", 5, 0), ("trukk", 12, 12), ("chimera", 9, 5)],
)
def test_one_passenger_fires_from_each_fire_point(kind: str, models: int, fire: int) -> None:
    game = table(f"{kind} R (20,20)  ork_boyz A in R models={models}")
    assert firers(game.battle, game.ride("R")) == fire


@pytest.mark.rule("veh.damage.shaken", "veh.damage.stunned")
@pytest.mark.parametrize("state", ["shaken_until=1", "stunned_until=1"])
def test_nobody_fires_out_of_a_vehicle_whose_crew_is_shaken_or_stunned(state: str) -> None:
    game = table(f"rhino R (20,20) {state}  guard_squad A in R")
    assert firers(game.battle, game.ride("R")) == 0


@pytest.mark.rule("veh.transport.fire-moving", "veh.V49")
@pytest.mark.parametrize("state, moved", [("moved speed=combat", True), ("moved turned", False), ("", False)])
def test_a_passenger_has_moved_if_the_vehicle_has(state: str, moved: bool) -> None:
    game = table(f"rhino R (20,20) {state}  guard_squad A in R")
    assert moved_aboard(game.battle, game["A"]) is moved


@pytest.mark.rule("veh.transport.emergency", "veh.fast.transport-flat-out")
def test_only_who_gets_off_so_is_told_of_an_emergency_exit() -> None:
    text = "raider R (20,24) {}  kabalite_warriors A in R models=5"
    for speed, barred in (("speed=flat+out", True), ("", False)):
        game = table(text.format(speed))
        option = unit_option(game.battle, game["A"])
        assert (option.barred is not None, "emergency" in option.label) == (barred, False)
