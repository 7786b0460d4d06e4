"""Who is listed to shoot, what is kept for another target, and where shells come down."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import Position, table
from tests.kit.script import a, b
from warbook.books.vehicles.shooting.barrels import aimed_at, barrels
from warbook.books.vehicles.shooting.salvo import foot_cover
from warbook.books.vehicles.shooting.turn import _main_done, _of_vehicle, may_fire, shoot
from warbook.core.questions import Listed


def listed(game: Position) -> dict[str, str]:
    """Who stands in the list, and what he may do."""
    options = game.tries(shoot).options
    assert isinstance(options, Listed)
    return {
        option.id: "barred" if option.barred else option.about for option in options if option.id != "done"
    }


@pytest.mark.rule("veh.P1")
def test_who_has_shot_or_run_is_not_listed_and_neither_is_the_enemy() -> None:
    game = table(
        "predator P (10,20)   predator Q (10,30) shot   guard_squad A (10,10) ran   guard_squad B (10,40)"
        "   chimera c (40,20)   guard_squad x in c",
        phase="shoot",
    )
    assert listed(game) == {"P": "fire", "B": "fire"}


@pytest.mark.rule("veh.transport.fire-points")
def test_passengers_of_the_side_are_listed_after_those_on_the_table() -> None:
    game = table("chimera C (10,20)   guard_squad A in C   rhino r (30,20)", phase="shoot")
    assert list(listed(game)) == ["C", "A"]
    text = "chimera C (10,20) speed=cruising   guard_squad A in C   predator P (10,30)   rhino r (30,20)"
    assert listed(table(text, phase="shoot"))["A"] == "barred"


@pytest.mark.rule("veh.P3.run", "veh.attack.select")
def test_who_has_no_target_may_run_and_a_vehicle_is_barred() -> None:
    game = table(
        "guard_squad A (5,5) kinds=1 models=3   rhino R (5,20)   predator P (10,40)   rhino r (60,40)",
        phase="shoot",
    )
    assert listed(game) == {"A": "run", "R": "barred", "P": "fire"}


@pytest.mark.rule("veh.P1")
def test_holding_all_fire_ends_the_phase() -> None:
    game = table("predator P (10,20)   rhino r (40,20)", phase="shoot")
    over: list[bool] = []
    game.does(lambda g: over.append(shoot(g)), a("done"))
    assert over == [False] and not game.ride("P").shot


@pytest.mark.rule("veh.P13")
def test_any_weapon_may_be_kept_for_the_extra_one() -> None:
    game = table("land_raider L (10,24)   rhino r (40,24) facing=90", phase="shoot")
    battle, tank, target = game.battle, game.ride("L"), game.ride("r")
    ready = barrels(battle, tank, target)
    found = [{barrel.gun for barrel in some} for some in _of_vehicle(tank, target, ready)]
    assert found == [{0, 1, 2}, {1, 2}, {0, 2}, {0, 1}]
    tank.fired_guns = (ready[0].gun,)
    assert _main_done(tank)
    assert all(len(some) == 1 and some[0].gun != ready[0].gun for some in _of_vehicle(tank, target, ready))
    tank.shot_extra = True
    assert _of_vehicle(tank, target, ready) == []


@pytest.mark.rule("veh.attack.select")
def test_whether_anything_may_be_fired_is_what_the_list_of_volleys_says() -> None:
    game = table("predator P (10,20)   rhino r (40,20)   block (20,10) (22,30) h=6", phase="shoot")
    assert not may_fire(game.battle, game.ride("P"))
    game.ride("r").y = 44.0
    assert may_fire(game.battle, game.ride("P"))
    game = table("land_raider L (10,24) fired_guns=0   rhino r (40,34)", phase="shoot")
    assert may_fire(game.battle, game.ride("L"))
    game.ride("L").guns_lost = (1, 2)
    assert not may_fire(game.battle, game.ride("L"))


@pytest.mark.rule("veh.P10", "veh.ordnance.barrage-indirect")
def test_a_barrage_is_laid_on_those_who_are_not_seen_and_a_shot_is_not() -> None:
    game = table(
        "basilisk B (5,24) guns_lost=1   block (40,10) (42,26) h=8   guard_squad x (60,22) (60,34)",
        phase="shoot",
    )
    battle, gun, squad = game.battle, game.ride("B"), game["x"]
    found = {barrel.barrage: barrel for barrel in barrels(battle, gun, squad)}
    assert [round(body.spot.y) for body in aimed_at(battle, gun, squad, found[True])] == [22, 34]
    assert [round(body.spot.y) for body in aimed_at(battle, gun, squad, found[False])] == [34]


@pytest.mark.rule("veh.P7")
def test_who_is_fired_at_by_nobody_has_no_cover() -> None:
    game = table("guard_squad A (10,10)   guard_squad x (20,10)   area (18,5) (26,15) words=cover-4")
    assert foot_cover(game.battle, game["A"], game["x"], ()) == 0


@pytest.mark.rule("veh.P10")
@pytest.mark.parametrize("dice, hurt", [("1 3 6 5", False), ("5", True)])
def test_a_shell_whose_hole_drifts_off_the_table_hits_nobody(dice: str, hurt: bool) -> None:
    """Hour 3 is north of a squad: 11 - 3 = 8 inches."""
    game = table(
        "leman_russ R (30,30) guns_lost=1   guard_squad x (30,46.5) (31,46.5) kinds=1", phase="shoot"
    )
    game.ride("R").facing = 90.0
    answers = (a("R"), a("x:0"), b("stand")) if hurt else (a("R"), a("x:0"))
    game.does(shoot, *answers, dice=dice + (" 2 2" if hurt else ""))
    assert (len(game.places("x")) < 2) is hurt
