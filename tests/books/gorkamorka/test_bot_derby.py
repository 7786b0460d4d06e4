"""The drill bot in a derby: crews who look on, rams, and what to risk when."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.books.gorkamorka.table import Position, table
from tests.books.gorkamorka.test_bot import DRIVER, FOE, answer, drill
from tests.kit.script import a
from warbook.board.hulls import Leg
from warbook.books.gorkamorka.bot import aims, driver
from warbook.books.gorkamorka.bot.scout import Outlook
from warbook.books.gorkamorka.bot.seat import Seat
from warbook.books.gorkamorka.bot.worth import brawls, pressed, ram_worth
from warbook.books.gorkamorka.driving.ways import rammed
from warbook.books.gorkamorka.ramming.segments import Traffic
from warbook.core.questions import Choose, Drive, Option

DERBY: dict[str, Any] = {"derby": True}


def test_in_a_derby_the_last_vehicle_is_risked_less_and_that_of_the_enemy_is_worth_more() -> None:
    text = f"ork_trukk T (20,24)  {DRIVER}  ork_trukk t (28,24) facing=90 moved=gas  {FOE}  {{}}"

    def worth(others: str) -> float:
        game = table(text.format(others), scenario=DERBY)
        return ram_worth(game.battle, "t-bone", game.ride("T"), game.ride("t"))

    alone = worth("")
    assert worth("ork_trukk S (6,6)") > alone  # ours is not the last
    assert worth("ork_trukk s (42,42)") < alone  # theirs is not the last
    assert worth("ork_trukk S (6,6) immobilised") == alone


def test_in_a_derby_a_shot_counts_more_the_fewer_vehicles_the_enemy_has_left() -> None:
    """Also in a battle that comes after another: what was known of such shots then is not known now."""
    text = f"""ork_trukk T (20,24) weapon=linked_shoota  {DRIVER}  ork_boy G in T gunner
        ork_trukk t (30,24)  {FOE}  ork_trukk s (42,42) {{}}"""

    def dealt(state: str) -> float:
        game = table(text.format(state), scenario=DERBY)
        return Outlook(game.battle, game.ride("T")).dealt(20.0, 24.0, 0.0)

    assert dealt("immobilised") == 2 * dealt("") > 0.0


@pytest.mark.parametrize(("turn", "own", "foes", "dares"), [
    (6, "down", "", False), (7, "down", "", True), (7, "down", "down", True), (12, "", "down", False),
])  # fmt: skip
def test_in_a_derby_who_is_not_ahead_takes_risks_from_the_seventh_turn_on(
    turn: int, own: str, foes: str, dares: bool
) -> None:
    game = table(f"ork_boy A (4,4) {own}  ork_boy x (40,40) {foes}", scenario=DERBY)
    game.battle.turn = turn
    assert pressed(game.battle, "a") == dares
    assert not pressed(table("ork_boy A (4,4) down  ork_boy x (40,40)", turn=12).battle, "a")


@pytest.mark.parametrize(
    ("turn", "foes", "brawl"), [(6, 3, False), (7, 3, True), (7, 4, False), (8, 4, False), (9, 4, True)]
)
def test_in_a_derby_many_crews_are_left_to_look_on_while_there_is_time(
    turn: int, foes: int, brawl: bool
) -> None:
    """Up to half as many again as one's own are not many."""
    crews = "  ".join(f"ork_boy {name} (40,{40 + 2 * n})" for n, name in enumerate("wxyz"[:foes]))
    setting = {"derby": True, "turn_limit": 12}
    game = table(f"ork_boy A (4,4)  ork_boy B (6,4)  {crews}", scenario=setting, turn=turn)
    assert brawls(game.battle, "a") == brawl


def test_in_a_derby_a_vehicle_that_stands_is_gone_for_from_behind() -> None:
    """A shunt costs nothing; from the side it costs a point, as things are early on."""
    game = table(f"ork_trukk T (40,24) facing=180  {DRIVER}  ork_trukk t (24,24) facing=0", scenario=DERBY)
    aim = aims.of_vehicle(game.battle, game.ride("T"), 2.0)
    assert aim is not None and aim.spot.x < 24.0 - 3.0 and aim.spot.y == pytest.approx(24.0)


def test_in_a_derby_a_bike_keeps_off_what_it_cannot_hurt() -> None:
    game = table(f"ork_bike T (40,24) facing=180  {DRIVER}  ork_trukk t (24,24) facing=0", scenario=DERBY)
    game.battle.roused.append("a")  # else a harmless ram would at least bring its crews into it
    aim = aims.of_vehicle(game.battle, game.ride("T"), 2.0)
    assert aim is not None and aim.spot == game.ride("t").spot and aim.near > 6.0


def test_in_a_derby_a_place_from_which_a_rear_is_ahead_is_better() -> None:
    text = f"ork_trukk T (12,24)  {DRIVER}  ork_trukk t (24,24) facing={{}}"
    worth = {}
    for facing in (0, 180):
        for derby in (True, False):
            game = table(text.format(facing), scenario={"derby": derby})
            worth[facing, derby] = Seat(game.battle, game.ride("T")).run_up(12.0, 24.0, 0.0)
    assert worth[0, True] > worth[180, True] == worth[0, False] == 0.0


def test_in_a_derby_vehicles_of_one_side_keep_apart() -> None:
    """One that blows up, or runs wild, takes others with it."""
    text = f"ork_trukk T (12,24)  {DRIVER}  ork_trukk S (24,{{}})  ork_trukk t (44,24)  {FOE}"
    near, far = (
        Seat(game.battle, game.ride("T")).rough(20.0, 24.0, 0.0)
        for game in (table(text.format(y), scenario=DERBY) for y in (24, 40))
    )
    assert near < far


def derby(state: str, own: str = "", turn: int = 1) -> Position:
    """Side a has the southern edge, a trukk and what else is given; b has a trukk and somebody on foot."""
    text = f"ork_trukk T (24,24) facing=90  {DRIVER}  ork_trukk t (24,44)  {FOE}"
    game = table(f"{text}  ork_boy x (4,46) {state.replace('out', '')}  {own}", scenario=DERBY, turn=turn)
    game.battle.roused += ["a", "b"]
    if state == "out":
        game["x"].place = "out"
    return game


def test_who_leads_a_derby_goes_home_and_its_last_vehicle_rams_nobody() -> None:
    """Who has lost least wins when time is up. With two vehicles there is one to spare."""
    game = derby("out")
    home = aims.of_vehicle(game.battle, game.ride("T"), 2.0)
    assert home is not None and home.spot.y == 12.0
    assert ram_worth(game.battle, "shunt", game.ride("T"), game.ride("t")) == 0.0
    game = derby("out", own="ork_trukk U (40,8)")
    assert ram_worth(game.battle, "shunt", game.ride("T"), game.ride("t")) > 0.0
    game = derby("out", own="ork_boy B (4,4) down")
    assert ram_worth(game.battle, "shunt", game.ride("T"), game.ride("t")) > 0.0, "they are level"


def test_nobody_rests_on_a_lead_in_a_derby_that_may_get_up_again() -> None:
    game = derby("down")
    assert ram_worth(game.battle, "shunt", game.ride("T"), game.ride("t")) > 0.0
    assert (aim := aims.of_vehicle(game.battle, game.ride("T"), 2.0)) is not None and aim.spot.y > 24.0


def test_who_leads_a_derby_and_has_a_gun_goes_on_shooting() -> None:
    game = derby("out")
    game["D"].weapons = (*game["D"].weapons, "slugga")
    game.ride("T").kind = "ork_bike"
    aim = aims.of_vehicle(game.battle, game.ride("T"), 2.0)
    assert aim is not None and (aim.spot, aim.near) == (game.ride("t").spot, aims.STANDOFF)


def test_who_is_not_ahead_gambles_in_the_last_two_turns_of_a_derby() -> None:
    """Of its only vehicle: from the side it takes a point for the two that it deals out."""
    worths = []
    for turn in (10, 11):
        game = derby("", own="ork_boy B (4,4) down", turn=turn)
        game.battle.setup = msgspec.structs.replace(
            game.battle.setup, scenario=msgspec.structs.replace(game.battle.setup.scenario, turn_limit=12)
        )
        worths.append(ram_worth(game.battle, "t-bone", game.ride("T"), game.ride("t")))
    assert worths[0] < worths[1]


def test_who_leads_a_derby_keeps_away_from_vehicles() -> None:
    scores = {}
    for state in ("", "out"):
        seat = Seat((game := derby(state)).battle, game.ride("T"))
        scores[state] = seat.rough(24.0, 34.0, 90.0) - seat.rough(24.0, 20.0, 90.0)
    assert scores["out"] < scores[""]


@pytest.mark.parametrize("scenario", [DERBY, {}])
def test_one_keeps_away_from_what_runs_wild(scenario: dict[str, Any]) -> None:
    text = f"ork_trukk T (12,24)  {DRIVER}  ork_trukk t (24,24) moved=gas  {{}}  ork_boy x (4,46)"
    wild, driven = (table(text.format(crew), scenario=scenario) for crew in ("", FOE))
    spared = [
        sum(each.id == "t" for each, _, _ in Seat(game.battle, game.ride("T")).shunned)
        for game in (wild, driven)
    ]
    assert spared == [1, 0]
    seat = Seat(wild.battle, wild.ride("T"))
    shunning = seat.rough(18.0, 24.0, 0.0)
    seat.shunned = []
    assert shunning < seat.rough(18.0, 24.0, 0.0)


@pytest.mark.parametrize(("own", "shuns"), [("ork_trukk", False), ("ork_bike", True)])
def test_in_a_derby_a_big_vehicle_does_not_mind_a_bike_that_runs_wild(own: str, shuns: bool) -> None:
    text = f"{own} T (12,24)  {DRIVER}  ork_bike t (24,{{}}) moved=gas  ork_boy x (4,46)"
    games = [table(text.format(y), scenario=DERBY) for y in (24, 44)]
    near, far = (Seat(game.battle, game.ride("T")).shunned for game in games)
    assert bool(near) == bool(far) == shuns


def test_in_a_derby_crews_who_only_look_on_are_feared_less() -> None:
    """A ram would rouse them, and they would board whoever is in their reach."""
    game = table(f"ork_trukk T (24,24)  {DRIVER}  ork_trukk t (40,40)  ork_boy x (24,4)", scenario=DERBY)
    taken = [Seat(game.battle, game.ride("T")).outlook.taken(24.0, y) for y in (12.0, 24.0)]
    game.battle.roused.append("b")
    roused = Seat(game.battle, game.ride("T")).outlook.taken(24.0, 12.0)
    assert roused > taken[0] > taken[1] == 0.0


def test_in_a_derby_crews_who_look_on_are_hunted_and_nobody_is_rammed_who_would_rouse_them() -> None:
    text = f"ork_trukk T (24,24) facing=90  {DRIVER}  ork_trukk t (24,34) facing=90  {{}}"
    game = table(text.format("ork_boy x (8,44)"), scenario=DERBY)
    aim = aims.of_vehicle(game.battle, game.ride("T"), 2.0)
    assert aim is not None and aim.spot == game["x"].spot
    assert ram_worth(game.battle, "shunt", game.ride("T"), game.ride("t")) < 0.0
    game.battle.turn = 7  # time to take risks
    assert ram_worth(game.battle, "shunt", game.ride("T"), game.ride("t")) > 0.0
    game = table(text.format("ork_boy x in t"), scenario=DERBY)  # nobody looks on
    assert ram_worth(game.battle, "shunt", game.ride("T"), game.ride("t")) > 0.0


def test_in_a_derby_a_driver_stays_at_his_wheel() -> None:
    """Who gets off has to climb back and take the wheel again."""
    text = f"ork_trukk T (24,24)  {DRIVER} choppa  ork_trukk t (44,44)  {FOE}  ork_yoof x (24,29) down"
    game = table(text, scenario=DERBY)
    assert answer(game, a("T")) != "stay"
    game.ride("T").done = True
    assert answer(game) == "done"


def test_a_ram_brings_both_crowds_in_which_only_the_smaller_one_minds() -> None:
    text = f"ork_trukk T (24,24)  {DRIVER}  ork_trukk t (32,24) facing=0 moved=gas  {FOE}  ork_boy x (44,44)"
    worths = []
    for own in ("", "ork_boy B (4,4)", "ork_boy B (4,4) down"):
        game = table(f"{text}  {own}", scenario=DERBY)
        worths.append(ram_worth(game.battle, "shunt", game.ride("T"), game.ride("t")))
    assert worths[1] > 0.0 > worths[0] == worths[2]


@pytest.mark.parametrize(("crowd", "rams"), [(39.9, False), (40.1, True)])
def test_crews_near_the_one_that_rams_count_twice_as_much_as_those_who_are_far(
    crowd: float, rams: bool
) -> None:
    """Within sixteen inches they are aboard before one's own have come."""
    text = f"ork_trukk T (24,24)  {DRIVER}  ork_trukk t (32,24) facing=0 moved=gas  {FOE}"
    game = table(f"{text}  ork_boy x (24,{crowd})  ork_boy B (4,4)", scenario=DERBY)
    assert (ram_worth(game.battle, "shunt", game.ride("T"), game.ride("t")) > 0.0) == rams


@pytest.mark.parametrize("roused", [True, False])
def test_who_has_finished_one_of_those_who_look_on_leaves_the_others_alone(roused: bool) -> None:
    text = f"ork_trukk T (24,20)  {DRIVER}  ork_trukk t (44,44)  {FOE}  ork_nob B (24,24) choppa"
    game = table(f"{text}  ork_yoof x (26,24)", scenario=DERBY)
    if roused:
        game.battle.roused.append("b")
    options = [Option("x", "x", "x"), Option("stay", "Stay")]
    question = Choose("Whither?", options, "gce.hand-to-hand.follow-up", "B", kind="follow up")
    assert drill(1).answer("a", question, game.battle) == ("x" if roused else "stay")


@pytest.mark.parametrize(
    ("others", "hunted"),
    [
        ("ork_boy x (24,36)  ork_boy y (24,10)", "x"),  # ahead, and as far as the one behind
        ("ork_boy x (24,36)  ork_boy y (23,38)  ork_boy z (36,24)", "x"),  # one of two
        ("ork_boy x (24,36)  ork_boy y (40,30)  ork_boy z (40,32)  ork_boy w (40,34)", "x"),  # much nearer
        ("ork_boy x (24,34)  ork_boy y (34,34)  ork_trukk u (24,38)", "y"),  # in the open
    ],
)
def test_a_crowd_ahead_in_the_open_is_hunted(others: str, hunted: str) -> None:
    game = table(f"ork_trukk T (24,24) facing=90  {DRIVER}  ork_trukk t (44,44)  {others}", scenario=DERBY)
    aim = aims.of_vehicle(game.battle, game.ride("T"), 2.0)
    assert aim is not None and aim.spot == game[hunted].spot


def test_those_beside_the_way_count_as_run_over_too() -> None:
    """Within 2 inches of the hull, which is 2.5 wide."""
    text = f"ork_trukk T (24,24)  {DRIVER}  ork_boy x (28,{{}})"
    worths = []
    for y in (24.0, 27.6, 28.6):
        game = table(text.format(y))
        worths.append(driver.trodden(Traffic(game.battle, game.ride("T")), (Leg(0.0, 6.0),)))
    assert worths[0] == worths[1] > worths[2] == 0.0


def test_who_stands_before_a_vehicle_not_worth_ramming_backs_off() -> None:
    """A bike's nose at the side of a trukk, which it cannot hurt."""
    text = f"ork_bike T (24,24)  {DRIVER}  ork_trukk t (27.5,24) facing=90  {{}}"
    game = table(text.format(FOE), scenario=DERBY)
    game.battle.roused += ["a", "b"]
    assert answer(game, a("T")) == "slow"


def test_a_vehicle_does_not_stand_about_in_a_derby() -> None:
    """Where it would like to be is where it is: it drives all the same."""
    text = f"ork_trukk T (24,12) facing=0  {DRIVER}  ork_trukk t (24,46)  {FOE}"
    game = table(f"{text}  ork_boy x (4,46)", scenario=DERBY)
    game["x"].place = "out"
    question = game.question(a("T"), a("go"))
    assert isinstance(question, Drive)
    assert sum(leg.inches for leg in question.accept(drill(1).answer("a", question, game.battle)).legs) > 0.0


def test_a_ram_ends_where_it_has_struck() -> None:
    """Beyond its target stands one of its own."""
    text = f"ork_trukk T (20,24)  {DRIVER}  ork_trukk t (26,24) facing=0  ork_trukk U (34,24) facing=90"
    game = table(text, scenario=DERBY)
    question = game.question(a("T"), a("go"))
    assert isinstance(question, Drive)
    way = question.accept(drill(1).answer("a", question, game.battle))
    driven = Traffic(game.battle, game.ride("T")).follow(way.legs)
    assert driven.contact is not None
    assert sum(leg.inches for leg in way.legs) == pytest.approx(driven.inches + 0.25)


@pytest.mark.parametrize(
    ("foe", "turn", "spot", "near"),
    [
        ("ork_boy x (24,34)", 1, (24.0, 24.0), aims.AMID),
        ("ork_boy x (24,34)", 7, (24.0, 44.0), 2.0),
        ("ork_boy x (4,4)", 1, (24.0, 44.0), 2.0),
    ],
)
def test_in_a_derby_a_vehicle_among_its_own_crews_is_waited_for_while_there_is_time(
    foe: str, turn: int, spot: tuple[float, float], near: float
) -> None:
    text = f"ork_trukk T (24,8) facing=90  {DRIVER}  ork_trukk t (24,44) moved=gas  {FOE}  {foe}"
    game = table(text, scenario=DERBY, turn=turn)
    game.battle.roused += ["a", "b"]
    aim = aims.of_vehicle(game.battle, game.ride("T"), 2.0)
    assert aim is not None and ((aim.spot.x, aim.spot.y), aim.near) == (spot, near)


def test_who_has_a_gun_in_a_derby_comes_within_its_range_meanwhile() -> None:
    text = f"ork_bike T (24,8) facing=90  {DRIVER} slugga  ork_trukk t (24,44) moved=gas  {FOE}"
    game = table(f"{text}  ork_boy x (20,36)", scenario=DERBY)
    game.battle.roused += ["a", "b"]
    aim = aims.of_vehicle(game.battle, game.ride("T"), 2.0)
    assert aim is not None and (aim.spot.x, aim.spot.y, aim.near) == (20.0, 36.0, aims.STANDOFF)


def test_a_way_into_a_front_is_not_taken_for_a_free_one() -> None:
    """Where it would like to be lies beyond an enemy that comes head-on: it does not drive into him."""
    text = f"ork_trukk T (20,24)  {DRIVER}  ork_trukk t (27.5,24) facing=180 moved=gas  {FOE}"
    game = table(f"{text}  ork_boy x (46,4)", scenario=DERBY)
    question = game.question(a("T"), a("go"))
    assert isinstance(question, Drive)
    way = question.accept(drill(1).answer("a", question, game.battle))
    traffic = Traffic(game.battle, game.ride("T"))
    assert rammed(traffic, traffic.follow(way.legs)) is None
