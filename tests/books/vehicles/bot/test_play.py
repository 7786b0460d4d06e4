"""What drill does at positions where one answer is plainly the better one."""

from __future__ import annotations

from contextlib import suppress
from math import hypot
from typing import Any

import numpy as np
import pytest

from tests.books.vehicles.table import Position, table
from tests.kit.script import a
from warbook.board.geometry import Body, Oblong, Spot
from warbook.board.hulls import Leg
from warbook.books.vehicles.bot import aims, charges, driver, gunner, muster, walker
from warbook.books.vehicles.bot.charges import best_charge
from warbook.books.vehicles.bot.drill import Drill
from warbook.books.vehicles.bot.driver import Ground, queue
from warbook.books.vehicles.bot.roads import far_by_road
from warbook.books.vehicles.bot.worth import points
from warbook.books.vehicles.driving import turn as driving
from warbook.books.vehicles.driving import walkers, ways
from warbook.books.vehicles.field.bodies import apart, type_of
from warbook.books.vehicles.foot import turn as foot
from warbook.books.vehicles.foot.marching import March
from warbook.books.vehicles.scenario import Objectives
from warbook.books.vehicles.setup import deploying
from warbook.books.vehicles.shooting.turn import shoot
from warbook.books.vehicles.state import Vehicle
from warbook.books.vehicles.tanks import declaring
from warbook.books.vehicles.tanks.lanes import Lanes
from warbook.books.vehicles.turn import move_step
from warbook.core.dice import ScriptEnded
from warbook.core.questions import Choose, Option, Refusal

MARKERS = {"wins": "markers", "objectives": Objectives(1)}
THROUGH = {"wins": "breakthrough", "first_turn": "attacker"}


def marched(game: Position, name: str = "A", kind: str = "march") -> Position:
    """The squad has gone where drill has it go."""
    march = March(game.battle, game[name], 6.0, False)
    answer = Drill(0).answer("a", march.question("", "", kind), game.battle)
    for model, way in answer.items():  # type: ignore[attr-defined]
        path = way["path"] if isinstance(way, dict) else way.path
        if path:
            spot = path[-1]
            game.model(model).at(Spot(*spot) if isinstance(spot, list | tuple) else spot)
    return game


def asked(game: Position, deed: Any) -> Any:
    """What drill answers, question by question, until the deed is done or dice are thrown."""
    answers = []

    class Telling(Drill):
        def answer(self, side: str, question: Any, view: Any) -> object:
            answer = super().answer(side, question, view)
            answers.append((question.kind, answer))
            return answer

    game.game.seat({"a": Telling(0), "b": Drill(1)})
    with suppress(ScriptEnded):
        deed(game.game)
    return answers


# ---------------------------------------------------------------- squads


@pytest.mark.parametrize("inches", [11.0, 9.0])
def test_veterans_with_meltaguns_close_to_half_their_range(inches: float) -> None:
    game = table(
        f"guard_veterans A (20,20) kinds=2 models=3   leman_russ r ({23 + inches + 3.5},20) stunned_until=1"
    )
    marched(game)
    far = [hypot(x - game.ride("r").x, y - game.ride("r").y) for x, y in game.places("A")]
    assert apart(game.battle, game["A"], game.ride("r")) <= 6.0 and min(far) > 1.0


def test_lasguns_gain_nothing_by_closing_in_on_a_tank() -> None:
    near, far = (table(f"guard_squad A (20,20) kinds=1 models=3   leman_russ r ({x},20)") for x in (29, 34))
    gains = [
        walker.SquadScales(g.battle, g["A"]).parts(np.array([[20.0, 20.0, 0.0]]), True)[0][0]
        for g in (near, far)
    ]
    assert gains == [0.0, 0.0]


def test_a_squad_does_not_run_where_no_place_is_better() -> None:
    game = table("guard_squad A (20,20)", phase="shoot")
    assert not walker.would_run(game.battle, game["A"])


def test_a_squad_far_from_the_enemy_runs_towards_him() -> None:
    game = table("kabalite_warriors A (10,20)   guard_squad x (50,20)", phase="shoot")
    assert walker.would_run(game.battle, game["A"])
    assert asked(game, shoot)[:2] == [("who shoots", "A"), ("fire at", "run")]
    marched(game, kind="run")
    assert min(x for x, _ in game.places("A")) > 10.0


def test_a_squad_that_can_only_lose_by_it_holds_its_fire_and_stays() -> None:
    game = table("guard_squad A (20,20) kinds=1 models=5   land_raider r (31,20)", phase="shoot")
    answers = dict(asked(game, shoot))
    assert answers["fire at"] == "hold" and game.places("A")[0] == (20.0, 20.0)


@pytest.mark.parametrize("gap, off", [(13.5, False), (12.5, True)])
def test_who_is_to_melt_armour_rides_on_until_he_is_near_enough(gap: float, off: bool) -> None:
    game = table(f"chimera C (20,20)   guard_veterans A in C   leman_russ r ({20 + gap},20)")
    game.ride("r").x += gap - apart(game.battle, game.ride("C"), game.ride("r"))
    assert walker.gets_off(game.battle, game["A"]) == off


@pytest.mark.parametrize("gap, off", [(17.5, False), (16.5, True)])
def test_others_get_off_where_they_can_fire_at_close_range(gap: float, off: bool) -> None:
    game = table("chimera C (20,20)   guard_squad A in C   leman_russ r (40,20)")
    game.ride("r").x += gap - apart(game.battle, game.ride("C"), game.ride("r"))
    assert walker.gets_off(game.battle, game["A"]) == off


@pytest.mark.parametrize(
    "enemy, off",
    [
        ("guard_squad x (60,20)", False),  # the marker is held from aboard
        ("guard_squad x (29,20)", True),  # there is somebody to fight
    ],
)
def test_a_squad_that_holds_a_marker_from_aboard_stays_there(enemy: str, off: bool) -> None:
    game = table(f"rhino R (20,20)   tactical_squad A in R   marker (20,22)   {enemy}", scenario=MARKERS)
    assert walker.gets_off(game.battle, game["A"]) == off


def test_a_squad_gets_off_beside_a_marker_that_its_ride_does_not_hold() -> None:
    game = table(
        "rhino R (20,20)   tactical_squad A in R   marker (20,25.5)   guard_squad x (60,20)", scenario=MARKERS
    )
    assert walker.gets_off(game.battle, game["A"])


def test_nobody_gets_off_what_breaks_through() -> None:
    game = table("rhino R (20,20)   tactical_squad A in R   guard_squad x (29,20)", scenario=THROUGH)
    game.battle.attacker = "a"
    assert not walker.gets_off(game.battle, game["A"])
    game.ride("R").immobilized = True
    assert walker.gets_off(game.battle, game["A"])
    game.ride("R").immobilized, game.battle.attacker = False, "b"
    assert walker.gets_off(game.battle, game["A"])


def test_who_has_a_marker_to_reach_runs_rather_than_fire_a_poor_volley() -> None:
    text = "guard_squad A (20,20) kinds=1 models=5   guard_squad x (31,20) models=5"
    game = table(text, phase="shoot")
    assert dict(asked(game, shoot))["fire at"].startswith("x:")
    game = table(f"{text}   marker (20,34)", phase="shoot", scenario=MARKERS)
    assert gunner.hurries(game.battle, game["A"]) and gunner.hurried(game.battle, game["A"]) == gunner.HURRY
    game = table(f"{text}   marker (20,22)", phase="shoot", scenario=MARKERS)
    assert not gunner.hurries(game.battle, game["A"]) and gunner.hurried(game.battle, game["A"]) == 0.0


def test_a_squad_closes_to_where_it_fires_twice() -> None:
    game = marched(table("guard_squad A (20,20) kinds=1 models=5   ork_boyz x (38,20) models=5"))
    assert apart(game.battle, game["A"], game["x"]) <= 12.0


@pytest.mark.parametrize(
    ("squad_text", "brawls"),
    [("ork_boyz A (20,20)", True), ("tactical_squad A (20,20) kinds=1 models=5", False)],
)
def test_who_may_fire_before_an_assault_is_drawn_to_it(squad_text: str, brawls: bool) -> None:
    """Boltguns bar an assault, sluggas do not; neither hurts a Rhino, whose half is an inch and a half."""
    game = table(f"{squad_text}   rhino x (40,20)")
    squad = walker.SquadScales(game.battle, game["A"])
    assert bool(squad.brawl[0] > 0.0) is brawls
    beyond, within = squad.parts(np.array([[32.4, 20.0, 0.0], [32.6, 20.0, 0.0]]), True)[0].tolist()
    assert (within == squad.brawl[0] > beyond) if brawls else (within == beyond)


def test_a_squad_in_a_crater_leaves_it_for_a_better_place() -> None:
    text = (
        "ork_boyz A (20,20) models=5   guard_squad x ({},20) models=5   area (16,16) (28,24) ground=difficult"
    )
    far = table(text.format(50))
    question = far.tries(lambda g: foot.move_unit(g, far["A"]))
    assert Drill(0).answer("a", question, far.battle) == "rough"


def test_a_squad_that_cannot_follow_on_plain_ground_wades() -> None:
    """One of them is shut in between the hedge and the hull."""
    hull = "battlewagon W (32.7,9) facing=120 immobilized"
    ring = (
        "(35,10.4) (34.5,11.3) (35.5,9.6) (34,12.2) (33.5,13) (32.8,13.7) (31.7,13.2) (30.9,12.7) (30,12.2)"
    )
    game = table(
        f"ork_boyz A {ring} (29.3,9.4)   {hull}   wall (22,11) (29,11) h=1.2   guard_squad x (33,40)"
    )
    march = March(game.battle, game["A"], 6.0, False).question("", "", "march")
    assert walker.marched(game.battle, march) is None
    question = game.tries(lambda g: foot.move_unit(g, game["A"]))
    assert Drill(0).answer("a", question, game.battle) == "rough"


def test_a_walker_goes_round_a_mire_and_not_up_to_it() -> None:
    game = table("deff_dread D (20,20)   guard_squad x (50,20)   area (22,12) (30,28) words=dangerous")
    dread = game.ride("D")
    asked(game, lambda g: driving.move_vehicle(g, dread))
    assert abs(dread.y - 20.0) > 3.0 and not dread.immobilized


# ---------------------------------------------------------------- tank shocks and rams


def test_a_squad_on_a_marker_is_driven_off_it() -> None:
    text = "rhino R (20,20)   guard_squad x (29,19) kinds=1 models=6"
    game = table(f"{text}   marker (30,20)", scenario=MARKERS, turn=5)
    answers = asked(game, lambda g: driving.move_vehicle(g, game.ride("R")))
    assert ("manner", "shock") in answers


def test_nobody_is_shocked_who_may_well_blow_up_the_tank() -> None:
    game = table("rhino R (20,20)   fire_dragons x (29,19)   marker (60,40)", turn=2)
    worth = charges._shocked(game.battle, game.ride("R"), game["x"], {"x1"})
    assert worth < 0.0


def test_what_a_shock_is_worth_counts_flight_glory_and_who_is_crushed() -> None:
    """Ld 7 fails on 8 and more: 15 of 36."""
    game = table("land_raider R (20,20)   guard_squad x (29,19) kinds=1 models=4")
    battle, tank, unit = game.battle, game.ride("R"), game["x"]
    worth = 60 / 9 * 4 + 75.0  # what is left of the squad, and that it is a kill
    assert charges._shocked(battle, tank, unit, {"x1"}) == pytest.approx(15 / 36 * 0.35 * worth)
    battle.markers.append(aims.Marker("m", 29.0, 22.0))
    assert charges._shocked(battle, tank, unit, {"x1"}) == pytest.approx(15 / 36 * (0.35 * worth + 90.0))
    battle.markers[0] = aims.Marker("m", 29.0, 22.1)
    assert charges._shocked(battle, tank, unit, {"x1"}) == pytest.approx(15 / 36 * 0.35 * worth)


def test_a_shock_may_be_so_slow_that_the_tank_fires_after_it() -> None:
    game = table("land_raider L (20,20)   guard_squad x (28,19) kinds=1 models=6")
    assert set(charges._declarable(Lanes(game.battle, game.ride("L"), ram=False), 0.0)) == {6.0, 12.0}
    assert charges._declarable(Lanes(game.battle, game.ride("L"), ram=True), 0.0) == (12.0,)
    _, leg = best_charge(Ground(game.battle, game.ride("L")), ("x",), ram=False)
    assert leg is not None and leg.inches == 6.0


def test_a_vehicle_without_guns_rams_a_light_one_in_its_way() -> None:
    game = table("rhino R (20,20) guns_lost=0   warbuggy w (30,20) facing=90")
    answers = asked(game, lambda g: driving.move_vehicle(g, game.ride("R")))
    assert ("manner", "ram") in answers


def test_a_light_vehicle_rams_no_heavy_one() -> None:
    game = table("rhino R (20,20) guns_lost=0   land_raider l (30,20)")
    answers = asked(game, lambda g: driving.move_vehicle(g, game.ride("R")))
    assert ("manner", "drive") in answers and not game.ride("R").rammed


# ---------------------------------------------------------------- who moves, and where


def test_who_stands_in_front_moves_first() -> None:
    game = table("rhino R (10,20)   rhino S (20,20)   guard_squad x (50,20)")
    assert queue(game.battle, game.ride("S")) < queue(game.battle, game.ride("R"))
    question = game.tries(move_step)
    assert Drill(0).answer("a", question, game.battle) == "S"


def test_vehicles_move_before_squads_and_squads_get_off_before_both() -> None:
    text = "guard_squad B (10,30)   rhino R (20,20)   tactical_squad A in R   guard_squad x (35,20)"
    game = table(text)
    drill = Drill(0)
    assert drill.answer("a", game.tries(move_step), game.battle) == "A"
    game["A"].aboard, game["A"].moved = "", "moved"
    assert drill.answer("a", game.tries(move_step), game.battle) == "R"
    game.ride("R").moved = True
    assert drill.answer("a", game.tries(move_step), game.battle) == "B"


def test_smoke_for_who_cannot_fire() -> None:
    game = table("rhino R (20,20) moved speed=cruising   guard_squad x (35,20)")
    drill = Drill(0)
    assert drill.answer("a", game.tries(move_step), game.battle) == "smoke R"
    game.ride("R").speed = "stationary"
    assert drill.answer("a", game.tries(move_step), game.battle) == "done"


def through(text: str, **given: Any) -> Position:
    """Side a breaks through to the north."""
    game = table(text, size=(48.0, 72.0), scenario={**THROUGH, "turns": 7}, **given)
    game.battle.attacker = "a"
    return game


def test_who_is_wedged_against_a_wall_backs_out_of_it() -> None:
    game = through("rhino R (24,20) facing=90   block (18,22.3) (30,24) h=6   guard_squad x (24,60)")
    tank = game.ride("R")
    asked(game, lambda g: driving.move_vehicle(g, tank))
    assert tank.y < 19.0


def test_who_is_not_wedged_drives_on_north() -> None:
    game = through("rhino R (24,20) facing=90   guard_squad x (24,60)")
    asked(game, lambda g: driving.move_vehicle(g, game.ride("R")))
    assert game.ride("R").y == pytest.approx(32.0, abs=1.5)


def test_who_breaks_through_keeps_clear_of_friends() -> None:
    game = through("rhino R (24,10) facing=90   rhino S (24,26) facing=90   guard_squad x (24,60)")
    kind = type_of(game.ride("R"))
    both_turn = hypot(kind.length, kind.width)  # from middle to middle
    places = np.array([(24.0, 26.0, 0.0), (24.0, 26.0 - both_turn / 2, 0.0), (24.0, 26.0 - both_turn, 0.0)])
    on_top, between, clear = aims._crowding(game.battle, game.ride("R"), places).tolist()
    assert (on_top, between) == pytest.approx((1.0, 0.5)) and clear == pytest.approx(0.0)
    near, far = np.array([(24.0, 21.0, 0.0)]), np.array([(12.0, 21.0, 0.0)])
    kept = [float(aims.pull(game.battle, game.ride("R"), each)[0]) for each in (near, far)]
    game.ride("S").wrecked = True
    alone = [float(aims.pull(game.battle, game.ride("R"), each)[0]) for each in (near, far)]
    assert kept[0] < alone[0] and kept[1] == alone[1]


def test_who_breaks_through_drives_round_friends_that_are_stuck() -> None:
    """The gap between the blocks is five inches wide."""
    text = "rhino R (24,10) facing=90   block (2,24) (21.5,27) h=6   block (26.5,24) (46,27) h=6"
    game = through(f"{text}   rhino S (24,25.5) facing=90")
    tank = game.ride("R")
    here = np.array([(24.0, 10.0)])
    free = aims.far_through(game.battle, tank, here, ())[0]
    game.ride("S").immobilized = True
    assert aims.far_through(game.battle, tank, here, ())[0] > free + 20.0
    game.ride("S").wrecked = True
    assert aims.far_through(game.battle, tank, here, ())[0] == free


def test_a_hull_that_is_stuck_bars_its_own_width_and_no_more() -> None:
    game = table("rhino R (10,20)")
    kind, goals = type_of(game.ride("R")), ((40.0, 21.0),)
    hulk = Body(Spot(25.0, 21.0), Oblong(4.0, 3.0), 1.5, 0.0)
    here = np.array([(11.0, 21.0), (11.0, 11.0)])
    ahead, aside = far_by_road(game.battle.table, kind, goals, here).tolist()
    round_it, past = far_by_road(game.battle.table, kind, goals, here, (), (hulk,)).tolist()
    assert ahead + 0.5 < round_it < ahead + 8.0 and past == pytest.approx(aside, abs=1.5)


def test_others_who_stand_there_make_the_way_dearer() -> None:
    game = table("rhino R (10,20)")
    kind, goals = type_of(game.ride("R")), ((40.0, 21.0),)
    here = np.array([(11.0, 21.0)])
    foe = Body(Spot(25.0, 21.0), Oblong(4.0, 3.0), 1.5, 0.0)
    plain = far_by_road(game.battle.table, kind, goals, here)[0]
    assert plain < far_by_road(game.battle.table, kind, goals, here, (foe,))[0] < plain + 12.0


def test_a_walker_needs_room_to_turn_where_a_hull_fits_lengthwise() -> None:
    """A gap of 3.2 inches: a Dreadnought of 2.4 by 2.4 takes up 3.4 however it turns."""
    game = table("dreadnought D (10,21)   block (20,0) (24,19.4) h=6   block (20,22.6) (24,48) h=6")
    kind = type_of(game.ride("D"))
    here = np.array([(11.0, 21.0)])
    assert hypot(kind.length, kind.width) > 3.2 > kind.width
    walks = far_by_road(game.battle.table, kind, ((40.0, 21.0),), here)[0]
    drives = far_by_road(game.battle.table, type_of(table("rhino R (1,1)").ride("R")), ((40.0, 21.0),), here)[
        0
    ]
    assert walks == 300.0 and drives < 40.0


def test_a_walker_that_breaks_through_runs_unless_its_fire_is_worth_more() -> None:
    game = through("scout_sentinel S (24,10) facing=90   land_raider r (24,60)", phase="shoot")
    assert gunner.hurried(game.battle, game.ride("S")) == pytest.approx(3.5 * 4 * 1.5 * 35 / 72)
    assert ("fire at", "run") in asked(game, shoot)
    game.battle.attacker = "b"
    assert gunner.hurried(game.battle, game.ride("S")) == 0.0


def test_a_drive_is_answered_with_the_ways_that_were_worked_out() -> None:
    game = table("predator P (10,20)   rhino r (40,20) facing=90")
    question = ways.Ways(game.battle, game.ride("P")).question()
    assert question.about.judge(()) == 0.0 and question.about.vehicle is game.ride("P")


def test_a_squad_that_fights_gets_off_an_open_topped_transport_near_the_enemy():
    """Fire dragons have grenades, guardians have nothing to strike with."""
    for unit, off in (("fire_dragons", True), ("guardians", False), ("ork_boyz", True)):
        game = table(f"raider R (20,24)      {unit} A in R      rhino x (27,24)")
        assert walker.gets_off(game.battle, game["A"]) is off, unit


def test_who_is_set_up_next_is_a_piece_and_not_another_way_for_it():
    options = [
        Option("rest", "Rest"),
        Option("a1@av1", "Aboard", piece="a1"),
        Option("av1", "Ride", piece="av1"),
    ]
    assert muster.next_piece(Choose("Set up: what next?", options, "veh.V93", kind="set up")) == "av1"


# ---------------------------------------------------------------- daring, and getting through


KILLS: dict[str, Any] = {"turns": 5}


@pytest.mark.parametrize(
    ("turn", "text", "care"),
    [
        (1, "", 0.25),
        (2, "", 0.15),  # level, and three turns of five are left
        (4, "", 0.05),
        (5, "", 0.0),
        (6, "", 0.0),
        (4, "rhino s (40,40) wrecked", 0.6),  # ahead by a kill
        (4, "rhino S (40,40) wrecked", 0.05),  # behind by one
    ],
)
def test_who_does_not_lead_in_kills_dares_more_from_turn_to_turn(turn: int, text: str, care: float) -> None:
    game = table(f"rhino R (10,10)   rhino r (30,10)   {text}", turn=turn, scenario=KILLS)
    assert aims.caution(game.battle, game.ride("R")) == pytest.approx(care)


@pytest.mark.parametrize(("side", "care"), [("a", 0.25), ("b", 0.05)])
def test_who_has_stopped_nobody_yet_dares_more(side: str, care: float) -> None:
    """Of a breakthrough, and not who is to get through."""
    game = table("rhino R (10,10)   rhino r (30,10)", turn=4, scenario={**THROUGH, **KILLS})
    game.battle.attacker = "a"
    piece = game.ride("R" if side == "a" else "r")
    assert aims.caution(game.battle, piece) == pytest.approx(care)


def test_where_markers_win_nobody_dares_more_for_kills() -> None:
    game = table("rhino R (10,10)   rhino r (30,10)", turn=4, scenario={**MARKERS, **KILLS})
    assert aims.caution(game.battle, game.ride("R")) == 0.25


def test_who_breaks_through_drives_round_an_enemy_that_stands_still() -> None:
    """He fills the middle of the gap, and there is room beside him."""
    walls = "block (2,24) (18,27) h=6   block (32,24) (46,27) h=6"
    game = through(f"rhino R (24,10) facing=90   rhino r (22,25.5) facing=90   {walls}")
    tank, here = game.ride("R"), np.array([(22.0, 21.0), (28.0, 21.0)])
    before, beside = aims.far_through(game.battle, tank, here).tolist()
    assert before > beside + 3.0
    game.ride("r").straight = 6.0
    assert aims.far_through(game.battle, tank, here)[0] < before - 3.0


def test_who_is_held_up_by_an_enemy_backs_out_from_before_him() -> None:
    """Between the walls there is no room to turn."""
    walls = "block (18,6) (21.5,30) h=6   block (26.5,6) (30,30) h=6"
    game = through(f"rhino R (24,20) facing=90   land_raider r (24,26) facing=270   {walls}")
    tank = game.ride("R")
    asked(game, lambda g: driving.move_vehicle(g, tank))
    assert tank.y < 20.0


def test_what_stands_before_who_breaks_through_is_worth_more() -> None:
    game = through("rhino R (24,20)   rhino r (24,28)   rhino s (24,30)   rhino t (24,12)")
    worths = [points(game.battle, game.ride(name)) for name in "rst"]
    assert worths == pytest.approx([1.2 * 35, 0.6 * 35, 0.6 * 35])
    game.ride("R").wrecked = True
    assert points(game.battle, game.ride("r")) == pytest.approx(0.6 * 35)


@pytest.mark.parametrize(
    ("kind", "turn", "hurries"),
    [("rhino", 1, False), ("rhino", 3, True), ("warbuggy", 1, True), ("dreadnought", 1, True)],
)
def test_who_has_time_to_spare_is_in_no_hurry(kind: str, turn: int, hurries: bool) -> None:
    """Ten inches are worth an eighth of the way or more: at 12 inches a turn from turn 3 on, to who is fast,
    and to a Walker, who is late anyway."""
    game = through(f"{kind} R (24,20) facing=90   guard_squad x (4,60)", turn=turn)
    ride, places = game.ride("R"), np.array([(24.0, 21.0, 0.0), (24.0, 31.0, 0.0)])
    near, far = aims.pull(game.battle, ride, places).tolist()
    assert far > near
    assert ((far - near) / (4 * points(game.battle, ride)) > 0.125) is hurries


def test_who_gets_off_in_time_only_from_there_goes_there() -> None:
    """Two turns are left after this one, of 12 inches each: so it gets off from y=45, and not from 43."""
    game = through("rhino R (24,40) facing=90   guard_squad x (4,60)", turn=5)
    places = np.array([(24.0, y, 0.0) for y in (41.0, 43.0, 45.0, 47.0)])
    late, still_late, first, second = aims.pull(game.battle, game.ride("R"), places).tolist()
    assert first - still_late > 3 * max(second - first, still_late - late)


def test_who_breaks_through_drives_further_on_a_road() -> None:
    road = "area (21,0) (27,72) words=road"
    for ground, inches in ((road, 18.0), ("", 12.0)):
        game = through(f"rhino R (24,10) facing=90   {ground}", turn=4)
        tank = game.ride("R")
        _, legs = driver.best_drive(Ground(game.battle, tank), ways.Ways(game.battle, tank))
        assert sum(leg.inches for leg in legs) == pytest.approx(inches, abs=1.1), ground


def test_nobody_stops_where_he_cannot_turn_to_the_edge() -> None:
    """Twelve inches more would bring it off next turn from anywhere; beside the edge it could not turn."""
    game = through("land_speeder S (24,44) facing=0   guard_squad x (4,60)", turn=4)
    ride = game.ride("S")
    ends = driver._ends(game.battle, ride)
    half = hypot(type_of(ride).length, type_of(ride).width) / 2
    assert 60.0 < ends.places[:, 1].max() < 72.0 - half


def test_who_is_faster_goes_first_through() -> None:
    game = through("dreadnought D (24,12) facing=90   rhino R (24,7) facing=90")
    assert queue(game.battle, game.ride("R")) < queue(game.battle, game.ride("D"))
    game.ride("R").at(Spot(24.0, 3.0, 0.0), 90.0)
    assert queue(game.battle, game.ride("R")) > queue(game.battle, game.ride("D"))


@pytest.mark.parametrize(("friend", "turns"), [("(20,40)", True), ("(20,22.4)", False)])
def test_a_walker_that_stays_turns_only_where_it_has_room(friend: str, turns: bool) -> None:
    """Rocks all round hold it where it is."""
    game = table(
        f"dreadnought D (20,20) facing=0   rhino R {friend}   predator x (20,2) facing=90"
        "   area (14,14) (18,27) ground=impassable   area (22,14) (26,27) ground=impassable"
        "   area (18,14) (22,18) ground=impassable"
    )
    question = walkers.walk_question(game.battle, game.ride("D"), 6.0, walkers.RULE, "walk")
    way = driver.best_walk(game.battle, question)
    assert (len(way.path), way.facing != 0.0) == (1, turns)


def test_a_skimmer_does_not_land_flat_out_where_it_may_crash() -> None:
    game = through("ravager R (24,10) facing=90   rhino R2 (4,4)   guard_squad x (24,68)")
    ravager, rhino = game.ride("R"), game.ride("R2")
    whole = 105 * 1.5

    def crash(ride: Vehicle) -> float:
        fast, slow = (driver.test_cost(game.battle, ride, speed) for speed in ("flat out", "cruising"))
        return fast - slow

    assert crash(ravager) == pytest.approx((whole + 4 * whole) / 6)
    assert crash(rhino) == 0.0
    game.battle.attacker = "b"
    assert crash(ravager) == pytest.approx(points(game.battle, ravager) / 6)


def test_who_has_the_choice_defends_and_goes_first() -> None:
    for ids, chosen in ((("attack", "defend"), "defend"), (("first", "second"), "first")):
        options = [Option(each, each.capitalize()) for each in ids]
        assert muster.choose_roll_off(Choose("Which?", options, "veh.P1", kind="roll-off")) == chosen


def test_ways_that_somebody_stands_in_are_never_those_that_are_allowed() -> None:
    """The slow twin: each way judged by itself."""
    text = "predator P (20,20)   rhino F (26,20)   guard_squad x (14,26)   rhino r (20,27)"
    game = table(f"{text}   block (12,12) (16,17) h=6   area (24,10) (30,15) ground=impassable")
    looked = ways.Ways(game.battle, game.ride("P"))
    fan = driver._ends(game.battle, game.ride("P")).ways
    free = driver._free(looked, fan)
    allowed = [not isinstance(looked.judge(way), Refusal) for way in fan]
    assert not any(may and not open_ for may, open_ in zip(allowed, free, strict=True))
    assert sum(allowed) > 10 and sum(free) < len(free) - 10


def test_a_vehicle_whose_best_ways_are_all_walled_off_takes_another() -> None:
    """North of it is a wall; it brings its squad on by the open side."""
    wall = "block (6,24) (46,26) h=6"
    text = f"rhino R (24,20) facing=90   tactical_squad A in R   guard_squad x (24,40)   {wall}"
    game = table(text, turn=4, scenario=KILLS)
    tank = game.ride("R")
    _, legs = driver.best_drive(Ground(game.battle, tank), ways.Ways(game.battle, tank))
    assert any(leg.inches for leg in legs)


def test_a_plan_holds_for_the_manner_it_was_made_for() -> None:
    """Who planned to drive and is asked for a shock after all looks for a lane."""
    game = table("predator P (10,20)   guard_squad x (18,20) models=1")
    drill = Drill(0)
    drill.planned = "P", 1, "drive", (Leg(0.0, 1.0),)
    way = drill.answer("a", declaring.charge_question(game.battle, game.ride("P"), ram=False), game.battle)
    assert way.legs != (Leg(0.0, 1.0),) and way.legs[0].inches > 5.0  # type: ignore[attr-defined]
    drill.planned = "P", 1, "shock", (Leg(0.0, 7.0),)
    way = drill.answer("a", declaring.charge_question(game.battle, game.ride("P"), ram=False), game.battle)
    assert way.legs == (Leg(0.0, 7.0),)  # type: ignore[attr-defined]


def test_a_squad_leaves_a_ride_that_will_never_move_again() -> None:
    game = table("rhino R (20,20)   tactical_squad A in R   guard_squad x (60,20)")
    assert not walker.gets_off(game.battle, game["A"])
    game.ride("R").immobilized = True
    assert walker.gets_off(game.battle, game["A"])
    on_marker = table(
        "rhino R (20,20) immobilized   tactical_squad A in R   marker (20,22)   guard_squad x (60,20)",
        scenario=MARKERS,
    )
    assert not walker.gets_off(on_marker.battle, on_marker["A"])


def test_no_vehicle_begins_in_bad_ground_where_there_is_other() -> None:
    """The front of the zone, where it would stand else, is a mire."""
    game = table("rhino R (1,1)   area (0,7) (72,12) words=dangerous", phase="deploy", turn=0)
    ride = game.ride("R")
    ride.place = "reserve"
    way = Drill(3).answer("a", deploying._where(game.battle, ride), game.battle)
    assert way.path[0].y <= 7.0 - type_of(ride).length / 2  # type: ignore[attr-defined]


def test_who_is_slow_holds_back_once_others_have_got_through_for_more_than_was_lost() -> None:
    game = through("rhino R (24,20)   warbuggy B (10,20)   warbuggy C (5,5)   guard_squad x (24,60)")
    battle, slow, fast = game.battle, game.ride("R"), game.ride("B")
    assert not aims.keeps_back(battle, slow) and aims.caution(battle, slow) == 0.25
    game.ride("C").place = "off"
    assert aims.keeps_back(battle, slow) and not aims.keeps_back(battle, fast)
    assert (aims.caution(battle, slow), aims.caution(battle, fast)) == (0.6, 0.25)
    game.ride("B").wrecked = True
    assert not aims.keeps_back(battle, slow)  # as much was lost


def test_a_shock_along_a_road_is_weighed_at_the_speed_that_roads_allow() -> None:
    text = "hellhound H (10,10)   guard_squad x (30,10) models=1   area (0,7) (60,13) words=road"
    game = table(text)
    _, leg = best_charge(Ground(game.battle, game.ride("H")), ("x",), ram=False)
    assert leg is not None and leg.inches == 24.0


def test_a_walker_goes_round_a_mire_rather_than_through_it() -> None:
    text = "scout_sentinel S (20,24)   guard_squad x (44,24)"
    game = table(f"{text}   area (21.5,20) (30,30) words=dangerous")
    rough = driver._rough(
        game.battle, game.ride("S"), np.array([(25.0, 24.0, 0.0), (20.0, 18.5, 0.0)]), np.array([5.0, 5.5])
    )
    assert rough.tolist() == [1.0, 0.0]
    asked(game, lambda g: driving.move_vehicle(g, game.ride("S")))
    assert game.ride("S").x < 21.5
    wood = table(f"{text}   area (21.5,20) (30,30) ground=difficult")
    there = np.array([(25.0, 24.0, 0.0)])
    assert not driver._rough(wood.battle, wood.ride("S"), there, np.array([5.0])).any()


# ---------------------------------------------------------------- fire before an assault


def test_a_squad_fires_at_nobody_else_than_whom_it_means_to_assault() -> None:
    """Sluggas do nothing to a tank, a klaw does; whoever fires at others assaults nobody else."""
    others = "guard_squad x (20,29) kinds=1 models=5"
    for at, target in ((30, "r:"), (39, "x:")):
        game = table(f"ork_boyz A (20,20)   leman_russ r ({at},20) facing=0   {others}", phase="shoot")
        assert dict(asked(game, shoot))["fire at"].startswith(target)


@pytest.mark.parametrize(("foe", "act"), [("vindicator", "hold"), ("warbuggy", "s:1")])
def test_a_squad_whose_boltguns_bar_a_good_assault_fires_its_pistols(foe: str, act: str) -> None:
    """Krak grenades do much to its rear. Pistols may hurt a buggy; at armour that nothing hurts it holds its
    fire."""
    text = f"tactical_squad A (20,20) kinds=1 models=8   {foe} s (20,25.5) facing=270 immobilized"
    game = table(text, phase="shoot")
    assert dict(asked(game, shoot))["fire at"] == act


def test_fire_and_assault_are_weighed_together() -> None:
    game = table("ork_boyz A (20,20)   guard_squad x (20,27) kinds=1 models=5", phase="shoot")
    battle, squad = game.battle, game["A"]
    follows = gunner.assaults(battle, squad)
    assert follows == {"x": walker.assault_worth(battle, squad, game["x"])}
    question = game.tries(shoot, a("A"))
    alone, both = (gunner.best_volley(battle, squad, question, each)[1] for each in ({}, follows))
    assert both == pytest.approx(alone + follows["x"])


def test_who_fires_boltguns_counts_on_no_assault() -> None:
    game = table("tactical_squad A (20,20) kinds=1 models=5   guard_squad x (20,26) models=5", phase="shoot")
    question = game.tries(shoot, a("A"))
    found = [gunner.best_volley(game.battle, game["A"], question, each) for each in ({}, {"x": 1.0})]
    assert found[0] == found[1]


def test_a_squad_gets_out_on_the_side_of_the_enemy() -> None:
    game = table("battlewagon W (20,20) facing=0   ork_boyz A in W   guard_squad x (20,30) models=5")
    answers = asked(game, lambda g: foot.move_unit(g, game["A"]))
    assert answers[0][0] == "alight" and game.places("A")[0][1] > 21.0


@pytest.mark.parametrize(("fight", "way"), [(("A1", "A2", "A3", "A4"), "through"), (("A2", "A3"), "round")])
def test_through_difficult_ground_where_that_brings_the_klaw_to_bear(
    fight: tuple[str, ...], way: str
) -> None:
    game = table("ork_boyz A (20,20)   leman_russ r (20,28) facing=0")
    options = [
        Option("round", "", "r", about=("A2",)),
        Option("through", "", "r", about=fight),
    ]
    question = Choose("", options, piece="A", kind="assault way")
    assert Drill(0).answer("a", question, game.battle) == way


def test_a_transport_brings_those_aboard_to_whom_they_can_hurt() -> None:
    """Splinter rifles do nothing to a Land Raider, near as it is."""
    game = table(
        "raider R (10,24)  kabalite_warriors A in R  land_raider x (30,24) facing=180  guard_squad y (10,44)"
    )
    goals = driver._prey(Ground(game.battle, game.ride("R")))
    assert len(goals) == 1 and goals[0][1] > 40


@pytest.mark.parametrize("words, goes", [("words=dangerous", False), ("", True)])
def test_a_squad_does_not_march_through_ground_that_swallows_it(words: str, goes: bool) -> None:
    game = table(f"tactical_squad A (10,24)   guard_squad x (34,24)   area (12,0) (17,48) {words}")
    squad = walker.SquadScales(game.battle, game["A"])
    (here, beyond), _ = squad.scores([Spot(10, 24), Spot(18, 24)], Spot(10, 24), moves=True)
    assert bool(beyond > here) is goes


# ---------------------------------------------------------------- tests of the ground, blows, idle runs


@pytest.mark.parametrize("ground, rams", [("", True), ("area (20,10) (22,30) ground=difficult", False)])
def test_a_ram_over_bad_ground_has_to_be_worth_the_test(ground: str, rams: bool) -> None:
    """What the test costs is what the ram through it is worth less."""
    game = table(f"rhino L (10,20)   warbuggy w (27,20) facing=0   {ground}")
    scales = Ground(game.battle, game.ride("L"))
    plain = Ground(table("rhino L (10,20)   warbuggy w (27,20) facing=0").battle, game.ride("L"))
    gained = best_charge(scales, ("w",), True)[0]
    cost = 0.0 if rams else driver.test_cost(game.battle, game.ride("L"), "flat out")
    assert gained == pytest.approx(best_charge(plain, ("w",), True)[0] - cost) and (cost > 0.0) != rams


def test_a_skimmer_that_would_land_in_a_wood_after_a_ram_counts_the_crash() -> None:
    wood = "area (20,10) (25.5,30) ground=difficult"
    found = []
    for ground in ("", wood):
        game = table(f"falcon F (10,20)   warbuggy w (30,20) facing=0   {ground}")
        found.append(best_charge(Ground(game.battle, game.ride("F")), ("w",), True)[0])
    crash = driver.test_cost(game.battle, game.ride("F"), "flat out")
    slow = driver.test_cost(game.battle, game.ride("F"), "cruising")
    assert (
        found[0] - found[1] == pytest.approx(crash) and crash > slow + points(game.battle, game.ride("F")) / 7
    )


def test_a_shaken_tank_does_not_stand_still_beside_tankbustas() -> None:
    game = table("hellhound H (20,20) shaken_until=2   tankbustas x (24.5,20) models=3", turn=2)
    _, legs = driver.best_drive(Ground(game.battle, game.ride("H")), ways.Ways(game.battle, game.ride("H")))
    assert sum(abs(leg.inches) for leg in legs) > 6.0


@pytest.mark.parametrize("inches, fear", [(0.0, 1.0), (6.0, 0.5), (6.5, 1 / 6), (12.0, 1 / 6)])
def test_blows_are_feared_the_less_the_further_it_has_come(inches: float, fear: float) -> None:
    game = table("rhino R (20,20)   tankbustas x (22,26) models=3")
    scales = Ground(game.battle, game.ride("R"))
    stormed = scales._stormed(np.array([(20.0, 20.0, 0.0), (20.0, 20.0 + inches, 0.0)]))
    assert stormed[0] > 0.0 and stormed[1] == pytest.approx(fear * stormed[0])


@pytest.mark.parametrize("x, share", [(29.0, 1.0), (32.5, 0.5), (36.0, 0.0)])
def test_blows_are_feared_of_who_is_near_and_of_those_aboard(x: float, share: float) -> None:
    here = np.array([(20.0, 20.0, 0.0)])
    near = table("rhino R (20,20)   tankbustas x (24,20) (24,20) (24,20)")
    far = table(f"rhino R (20,20)   tankbustas x ({x},20) ({x},20) ({x},20)")
    most = Ground(near.battle, near.ride("R"))._stormed(here)[0]
    assert Ground(far.battle, far.ride("R"))._stormed(here)[0] == pytest.approx(share * most, abs=0.05 * most)
    aboard = table("rhino R (20,20)   trukk t (26,20)   tankbustas x in t models=3")
    assert Ground(aboard.battle, aboard.ride("R"))._stormed(here)[0] == pytest.approx(most)


def test_a_walker_with_nowhere_better_to_go_does_not_run() -> None:
    game = table("scout_sentinel S (20,20)", phase="shoot")
    assert not driver.would_dash(game.battle, game.ride("S"))
    game = table("deff_dread D (10,20)   guard_squad x (50,20)", phase="shoot")
    assert driver.would_dash(game.battle, game.ride("D"))


def test_who_breaks_through_is_set_up_with_a_free_way_before_him() -> None:
    game = table(
        "predator P (5,5)   area (0,14) (20,17) ground=difficult   wall (28,15) (48,15) h=1",
        size=(48.0, 72.0),
        scenario={**THROUGH, "turns": 7, "deployment": "breakthrough", "attacker_within": 12.0},
    )
    game.battle.attacker = "a"
    ride = game.ride("P")
    ride.place, game.battle.phase = "reserve", "deploy"
    for seed in range(3):
        way = Drill(seed).answer("a", deploying._where(game.battle, ride), game.battle)
        assert 21.5 < way.path[0].x < 26.5  # type: ignore[attr-defined]


@pytest.mark.parametrize("x, chosen", [(21.0, "stay"), (30.0, "rough")])
def test_a_squad_at_its_marker_does_not_wade_for_nothing(x: float, chosen: str) -> None:
    game = table(
        f"guard_squad A (20,20) models=3   marker ({x},20)   area (15,15) (30,30) ground=difficult",
        scenario=MARKERS,
    )
    assert asked(game, lambda g: foot.move_unit(g, game["A"]))[0] == ("on foot", chosen)


@pytest.mark.parametrize("x, rams", [(23.4, False), (23.6, True)])
def test_a_ram_that_cannot_hurt_is_not_thought_of(x: float, rams: bool) -> None:
    """From 9 inches a Rhino strikes with S 5, which may glance off AV 11; from nearer with S 4."""
    game = table(f"rhino R (10,20)   rhino w ({x},20) facing=180")
    worth, leg = best_charge(Ground(game.battle, game.ride("R")), ("w",), True)
    assert ((leg is not None) == rams) and (worth > -np.inf) == rams


def test_who_cannot_get_out_of_where_he_is_still_turns() -> None:
    """Walled in on all sides, with room to turn: the front goes to the enemy in the east."""
    walls = "block (19,12) (21,28) h=1.6   block (27,12) (29,28) h=1.6"
    walls += "   block (21,14) (27,17) h=1.6   block (21,23) (27,26) h=1.6"
    game = through(f"rhino R (24,20) facing=90   {walls}   leman_russ x (44,20)")
    found = driver.best_drive(Ground(game.battle, game.ride("R")), ways.Ways(game.battle, game.ride("R")))
    legs = found[1]
    assert sum(abs(leg.inches) for leg in legs) == 0.0
    assert sum(leg.turn for leg in legs) == pytest.approx(-90.0, abs=1.0)
