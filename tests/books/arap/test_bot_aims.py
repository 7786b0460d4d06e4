"""Drill at positions where what the scenario wants, or the enemy's fire, makes the right choice plain."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.books.arap.table import Position, table
from warbook.board.geometry import Spot
from warbook.board.terrain import areas_at
from warbook.books.arap.activation.acting import act
from warbook.books.arap.activation.choosing import dice_question
from warbook.books.arap.bot.aims import counts, deed_worth, goers, paved, roads, roads_into
from warbook.books.arap.bot.drill import Drill
from warbook.books.arap.bot.hazards import AGAIN, harmed_on_the_way
from warbook.books.arap.bot.lying import lies_low
from warbook.books.arap.bot.outlook import Outlook, Places
from warbook.books.arap.bot.tactics import worths
from warbook.books.arap.bot.worth import Guns
from warbook.books.arap.scenario import Break, Charges, Hold, Leave, Part, Zone
from warbook.books.arap.state import Acting

WAY_OUT: dict[str, Any] = {
    "aim": Leave("defender", "east"),
    "parts": (
        Part(role="defender", zones=(Zone(),), friendly=("west",), enemy=("east",)),
        Part(role="attacker", zones=(Zone(),), friendly=("east",), enemy=("west",)),
    ),
    "turns": 10,
}


def outlook(game: Position, name: str) -> Outlook:
    return Outlook(game.battle, game[name], Guns(game.battle.setup))


def acts(game: Position, name: str, points: int = 1) -> Any:
    """What drill does next with a unit that has so many points."""
    game.points(name, points)
    frame = game.battle.stack[-1]
    assert isinstance(frame, Acting)
    question = game.tries(lambda g: act(g, frame))
    return Drill(0).answer(game[name].side, question, game.battle)


def thrown(game: Position, name: str) -> str:
    """With how many dice drill tries a unit."""
    battle = game.battle
    battle.side, battle.clock, battle.turn, battle.phase = "a", 1, 1, "activation"
    for unit in battle.units:
        unit.free_moved = True
    return str(Drill(0).answer("a", dice_question(battle, game[name]), battle))


# ---------------------------------------------------------------- the way out


def test_a_squad_at_the_edge_leaves_and_the_others_risk_no_bust_before_it_has() -> None:
    field = "human_trooper A (69,20) models=3   marine B (30,20) models=5   ork_brute x (40,20) models=8"
    game = table(field, scenario=WAY_OUT)
    assert acts(game, "A") == "leave"
    assert (thrown(table(field, scenario=WAY_OUT), "A"), thrown(table(field, scenario=WAY_OUT), "B")) == (
        "3",
        "1",
    )


@pytest.mark.parametrize(("out", "how"), [(0, "leave"), (2, "free")])
def test_a_squad_that_counts_leaves_by_its_free_move(out: int, how: str) -> None:
    game = table("human_trooper A (69,20) models=3   ork_brute x (40,20) models=8", scenario=WAY_OUT)
    for figure in game.battle.standing(game["A"])[:out]:
        figure.place = "out"
    battle = game.battle
    battle.side, battle.clock, battle.turn = "a", 1, 1
    assert Drill(0).answer("a", dice_question(battle, game["A"]), battle) == how


@pytest.mark.parametrize(("x", "worth"), [(68.0, True), (67.9, False)])
def test_leaving_is_worth_something_once_all_of_a_squad_can(x: float, worth: bool) -> None:
    game = table(f"human_trooper A (70,20) ({x},20)   ork_brute x (10,20)", scenario=WAY_OUT)
    assert (deed_worth(game.battle, game["A"]) > 0) is worth


@pytest.mark.parametrize(("x", "worth"), [(12.0, True), (12.1, False)])
def test_setting_a_charge_is_worth_something_within_its_reach(x: float, worth: bool) -> None:
    scenario = {**WAY_OUT, "aim": Charges("attacker", 1), "posts": ((10.0, 10.0),)}
    game = table(f"marine A (60,40)   marine x ({x},10)   marker (10,10)", scenario=scenario)
    assert (deed_worth(game.battle, game["x"]) > 0) is worth
    assert deed_worth(game.battle, game["A"]) == 0.0


def test_the_last_of_a_squad_is_brought_up_to_the_edge() -> None:
    game = table("human_trooper A (70,20) (68.5,20) (66,20)   ork_brute x (10,40)", scenario=WAY_OUT)
    assert outlook(game, "A").lead.id == "A3"
    far = table("human_trooper A (40,20) (38.5,20) (36,20)   ork_brute x (10,40)", scenario=WAY_OUT)
    assert outlook(far, "A").lead.id == "A2"


def test_as_many_run_as_are_to_leave_and_one_more_in_case() -> None:
    """Two of four are to leave: those who are nearest to the edge."""
    field = "   ".join(
        f"marine {name} ({x},20) models=3" for name, x in zip("ABCD", (50, 40, 30, 20), strict=True)
    )
    game = table(f"{field}   ork_brute x (10,40)", scenario={**WAY_OUT, "turns": 4})
    weights = [goal.weight for name in "ABCD" if (goal := outlook(game, name).goal) is not None]
    assert weights[1] > weights[2] > weights[3]
    assert outlook(game, "B").eager < 0.5 and outlook(game, "D").eager == 1.0


def test_who_has_lost_too_many_to_count_only_fights() -> None:
    game = table("marine A (50,20) models=5   marine B (20,20)   ork_brute x (10,40)", scenario=WAY_OUT)
    assert outlook(game, "A").goal is not None
    for name in ("A1", "A2", "A3"):
        game.figure(name).place = "out"
    assert outlook(game, "A").goal is None


def test_a_runner_would_rather_have_no_enemy_near_for_his_next_free_move() -> None:
    game = table("marine A (40,20) models=3   ork_brute x (60,40) models=3", scenario=WAY_OUT)
    places = np.array([[50.0, 28.0, 0.0], [50.0, 35.0, 0.0]])  # the same way to the edge
    away, near = Places(outlook(game, "A"), places).lasting.tolist()
    assert away > near


@pytest.mark.parametrize(("y", "clear"), [(17.5, False), (17.6, True)])
def test_roads_keep_clear_of_mines(y: float, clear: bool) -> None:
    """A squad is wider than who leads it: the way round leaves room."""
    game = table("marine A (10,10)   area (20,8) (30,16) minefield")
    here = areas_at(paved(game.battle.table, ()).areas, 25.0, y)
    assert [area.ground for area in here] == ([] if clear else ["difficult"])


@pytest.mark.parametrize(
    ("ground", "save", "lost"),
    [
        ("minefield", 7, 5 / 36),  # on a 1, and wounded by strength 6 on anything but a 1
        ("minefield", 3, 5 / 108),  # AP 4 leaves the save
        ("lava-crust", 7, 1 / 3),  # on a 3, and strength 4 on a 3
        ("wood", 7, 0.0),
    ],
)
def test_who_moves_in_dangerous_ground_counts_what_it_costs(ground: str, save: int, lost: float) -> None:
    """One of three stands in it: all go through it to get across, and to stay costs nothing but that there is
    a way out still to go."""
    field = f"human_trooper A (19,10) (21,10) (17,10) save={save}   area (20,5) (30,15) {ground}"
    game = table(f"{field}   marine x (60,40)")
    look = outlook(game, "A")
    places = np.array([[19.0, 10.0, 0.0], [40.0, 10.0, 0.0], [19.0, 30.0, 0.0], [25.0, 10.0, 0.0]])
    stays, crosses, leaves, enters = harmed_on_the_way(game.battle, look.figures, look.here, places).tolist()
    assert stays == pytest.approx(lost * AGAIN / 3)
    assert crosses == pytest.approx(lost) and leaves == pytest.approx(lost / 3)
    assert enters == pytest.approx(lost * (1 + AGAIN))


def test_a_place_is_worth_the_less_for_what_the_way_there_costs() -> None:
    """Everybody goes onto a crust of lava, or nobody."""
    field = "human_trooper A (10,10) models=3   ork_brute x (30,10)   area (16,5) (30,35) "
    places = np.array([[24.0, 10.0, 0.0], [11.5, 20.0, 0.0]])
    game, plain = (table(field + ground) for ground in ("lava-crust", "difficult"))
    worse, same = (
        Places(outlook(plain, "A"), places).lasting - Places(outlook(game, "A"), places).lasting
    ).tolist()
    harm = (1 + AGAIN) / 2 * 2 / 3 * 2 / 3  # on a 3, wounded on a 3, and saves 5 or 6
    assert worse == pytest.approx(harm * outlook(game, "A").points) and same == 0.0


@pytest.mark.parametrize(
    ("gun", "rules", "share"),
    [("autocannon", "", 1.0), ("autocannon", "relentless", 0.0), ("boltgun", "", 0.0)],
)
def test_a_single_point_is_worth_nothing_to_a_gun_that_takes_two(gun: str, rules: str, share: float) -> None:
    """They go an inch at a time: to fire is all they can do."""
    field = f"human_trooper A (10,10) (10,12) weapons={gun} rules={rules} m=1   ork_brute x (40,10) models=5"
    look = outlook(table(field), "A")
    _, one, two, _ = worths(look)
    assert look.slow == share and two > 0.0
    assert (one < 0.1 * two) is (share == 1.0)


def test_nobody_stays_in_gas() -> None:
    game = table("marine A (40,20)   ork_brute x (40,44)   gas (30,20) radius=3")
    clean = table("marine A (40,20)   ork_brute x (40,44)")
    places = np.array([[31.0, 20.0, 0.0], [40.0, 20.0, 0.0]])
    worse, same = (
        Places(outlook(clean, "A"), places).lasting - Places(outlook(game, "A"), places).lasting
    ).tolist()
    assert worse > 0.0 and same == 0.0


# ---------------------------------------------------------------- lying down

RIFLES = "human_trooper A (20,20) models=8"


@pytest.mark.parametrize(
    ("foes", "ground", "down"),
    [
        ("marine x (40,20) models=5", "", True),
        ("marine x (40,20) models=5", "area (15,15) (25,25) wood", False),  # it has cover
        ("marine x (40,20) models=5", "wall (30,5) (30,45) h=6", False),  # nobody sees it
        ("marine x (40,20) models=5   bloodletter y (27,20) models=6", "", False),  # it would be Charged
    ],
)
def test_who_is_under_fire_in_the_open_lies_down(foes: str, ground: str, down: bool) -> None:
    game = table(f"{RIFLES}   {foes}   {ground}")
    assert lies_low(outlook(game, "A"), Spot(20.0, 20.0)) is down


def test_who_is_on_the_way_out_does_not_lie_down() -> None:
    game = table(f"{RIFLES}   marine x (40,20) models=5", scenario=WAY_OUT)
    assert not lies_low(outlook(game, "A"), Spot(20.0, 20.0))


def test_who_lies_fires_from_there_and_gets_up_when_there_is_nobody_to_fire_at() -> None:
    game = table(f"{RIFLES} prone   human_trooper x (40,20) models=8")
    assert acts(game, "A").startswith("shoot:x")
    alone = table(f"{RIFLES} prone   human_trooper x (40,20) models=8   wall (30,5) (30,45) h=6")
    assert acts(alone, "A") == "stand up"


def test_who_lies_gets_up_before_he_is_charged() -> None:
    game = table(f"{RIFLES} prone   bloodletter x (27,20) models=6")
    assert acts(game, "A") == "stand up"


# ---------------------------------------------------------------- ladders


def test_a_ladder_is_the_shorter_way_for_a_few_and_not_for_a_crowd() -> None:
    """Four mount it in a turn; the steps beyond are open to all."""
    steps = "   ".join(f"block ({30 + n},10) ({31 + n},14) h={6 - n}" for n in range(6))
    field = f"block (10,10) (30,20) h=6 name=hill   {steps}   ladder (15,9.2) (15,11) h=6   marine x (60,40)"
    inches = []
    for models in (4, 12):
        game = table(f"human_trooper A (15,4) models={models}   {field}")
        there = roads(game.battle, game["A"], Spot(15.0, 15.0, 6.0))
        inches.append(there.far(np.array([[15.0, 4.0, 0.0]]))[0])
    assert inches[0] < inches[1]


# ---------------------------------------------------------------- a piece to be held

HILL = "   block (20,20) (40,30) h=1 name=hill"
HOLD: dict[str, Any] = {"aim": Hold("hill"), "turns": 12}


def test_a_piece_is_reached_wherever_a_squad_has_room_in_it() -> None:
    """Not only in its middle: whoever stands at either end of it is there."""
    game = table("human_trooper A (10,25) models=3   marine x (60,40)" + HILL, scenario=HOLD)
    far = roads_into(game.battle, game["A"], "hill").far(
        np.array([[23.0, 25.0, 1.0], [37.0, 25.0, 1.0], [30.0, 14.0, 0.0]])
    )
    assert far[0] < 2.0 and far[1] < 2.0 and far[2] > 6.0


def test_as_many_go_to_hold_a_piece_as_it_takes_and_the_others_cover_them() -> None:
    """Fifteen of the nearest, and two for each enemy who is there."""
    field = "".join(
        f"human_trooper {name} (5,{y}) models=8   " for name, y in zip("ABC", (25, 15, 5), strict=True)
    )
    game = table(field + "marine x (60,40) models=9" + HILL, scenario=HOLD)
    assert goers(game.battle, "a", Hold("hill")) == {game["A"].id, game["B"].id}
    game = table(field + "marine x (30,25,1) models=9" + HILL, scenario=HOLD)
    assert goers(game.battle, "a", Hold("hill")) == {game[name].id for name in "ABC"}


def test_fire_is_laid_on_those_who_hold_the_piece() -> None:
    """Of two squads alike the one that stands on the hill, though the other is nearer."""
    field = "marine A (30,5) models=5   ork_brute x (24,18) models=5   ork_brute y (36,23,1) models=5" + HILL
    game = table(field, scenario=HOLD)
    assert counts(game.battle, game["x"]) == 1.0 < counts(game.battle, game["y"])
    assert acts(game, "A") == f"shoot:{game['y'].id}"
    game = table(field.replace("h=1 name=hill", "h=1 name=knoll"), scenario={**HOLD, "aim": Hold("hill")})
    assert counts(game.battle, game["y"]) == 1.0


def test_where_squads_are_to_be_broken_fire_is_laid_on_what_is_left_of_one() -> None:
    """Of two squads alike the one that has lost most, though it is further away."""
    field = "marine A (30,5) models=5   ork_brute x (24,18) models=4   ork_brute y (32,27) models=4"
    game = table(field, scenario={"aim": Break(0.5)})
    assert acts(game, "A") == "shoot:x"
    game = table(field, scenario={"aim": Break(0.5)})
    game["y"].began = 16
    assert counts(game.battle, game["x"]) == 1.0
    assert counts(game.battle, game["y"]) == 1.75
    assert acts(game, "A") == "shoot:y"
