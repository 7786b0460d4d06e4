"""What pieces, shots, blows and places count for the bot, against figures worked out by hand."""

from __future__ import annotations

from heapq import heappop, heappush
from math import exp, hypot, inf
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from tests.books.vehicles.table import Position, table
from warbook.board.geometry import Body, Oblong, Spot
from warbook.books.vehicles.army.data import units, vehicles, weapons
from warbook.books.vehicles.bot import aims, charges, driver, muster, places, roads, walker, worth
from warbook.books.vehicles.damage.dice import Armour, Condition, Harm, Strike, hit
from warbook.books.vehicles.scenario import Objectives
from warbook.books.vehicles.shooting.dice import AUTOMATIC, aim_of
from warbook.books.vehicles.shooting.troops_dice import Attack, Group

MARKERS = {"wins": "markers", "objectives": Objectives(1)}
THROUGH = {"wins": "breakthrough", "first_turn": "attacker", "turns": 7}


# ---------------------------------------------------------------- pieces


def test_what_is_left_of_a_piece() -> None:
    game = table(
        "rhino R (20,20)   predator P (30,20)   guard_squad A in R models=9   guard_squad B (5,5) models=3"
    )
    battle = game.battle
    assert worth.points(battle, game["B"]) == pytest.approx(60 / 9 * 3 + 75)
    assert worth.points(battle, game.ride("P")) == 85 + 75
    assert worth.points(battle, game.ride("R")) == 35 + 0.5 * 60 + 75  # half of who is aboard
    game.ride("P").immobilized = True
    assert worth.points(battle, game.ride("P")) == pytest.approx(0.75 * 85 + 75)
    for model in battle.standing(game["B"]):
        model.place = "out"
    assert worth.points(battle, game["B"]) == 0.0


def test_in_a_breakthrough_the_attackers_vehicles_count_most() -> None:
    game = table("rhino R (20,20)   rhino r (30,20)   guard_squad A (5,5) models=9", scenario=THROUGH)
    game.battle.attacker = "a"
    assert [worth.points(game.battle, each) for each in (game.ride("R"), game.ride("r"), game["A"])] == [
        pytest.approx(1.5 * 35), pytest.approx(0.6 * 35), pytest.approx(0.6 * 60),
    ]  # fmt: skip


# ---------------------------------------------------------------- shots and blows


SHARES = {1: 0.06, 2: 0.12, 3: 0.25, 4: 0.3}


@pytest.mark.parametrize(
    "state, deadly",
    [
        (Condition(2), {5, 6}),
        (Condition(2, immobilized=True), {5, 6}),
        (Condition(0, immobilized=True), {3, 4, 5, 6}),  # nothing is left to be lost
        (Condition(0), {5, 6}),
        (Condition(2, flat_out=True), {4, 5, 6}),  # a crash
    ],
)
def test_what_a_hit_takes_of_a_vehicle(state: Condition, deadly: set[int]) -> None:
    strike, armour = Strike(8), Armour(12)
    found = hit.odds(strike, armour).items()
    destroys = sum(float(chance) for struck, chance in found if struck.total in deadly)
    harms = sum(float(c) * SHARES.get(struck.total, 0.0) for struck, c in found if struck.total not in deadly)
    assert worth.hit_worth(strike, armour, state) == pytest.approx((destroys, harms))


def test_how_many_models_an_attack_removes() -> None:
    guards, terminators = Group(10, 3, 1, 5, 7), Group(5, 4, 2, 2, 5)
    # 4+ to hit, 4+ to wound, no save against AP 5; with cover 4+ half of that.
    lasgun = Attack(aim_of(3, False), 4, 4, 5)
    assert worth.kills(lasgun, (guards,), 7) == pytest.approx(1 / 4)
    assert worth.kills(lasgun, (guards,), 4) == pytest.approx(1 / 8)
    # Two Wounds each, 2+ save; twice their T takes them outright, with AP 2 against their 5+ save.
    assert worth.kills(Attack(AUTOMATIC, 2, 4, 7), (terminators,), 7) == pytest.approx(5 / 6 / 6 / 2)
    assert worth.kills(Attack(AUTOMATIC, 2, 8, 2), (terminators,), 7) == pytest.approx(5 / 6 * 4 / 6)
    assert worth.kills(Attack(AUTOMATIC, 2, 7, 2), (terminators,), 7) == pytest.approx(5 / 6 * 4 / 6 / 2)
    assert worth.kills(Attack(AUTOMATIC, 7, 1, 7), (guards,), 7) == 0.0
    mixed = worth.kills(lasgun, (guards, Group(10, 3, 1, 3, 7)), 7)
    assert mixed == pytest.approx((1 / 4 + 1 / 4 / 3) / 2)


def test_who_loses_a_quarter_may_run() -> None:
    game = table("guard_squad x (20,20) kinds=1 models=4")
    value = worth.points(game.battle, game["x"])
    groups = (Group(4, 3, 1, 7, 7),)
    sure = Attack(AUTOMATIC, 2, 10, 1)  # 5/6 of a model each
    for count, share in ((1.2, 0.25), (1.19, 1.19 * 5 / 24), (12.0, 1.0)):
        expected = value * min(1.0, share + (0.15 * (1.0 - share) if share >= 0.25 else 0.0))
        assert worth.against_unit(game.battle, game["x"], [(count, sure)], groups, 7) == pytest.approx(
            expected
        )
    assert worth.against_unit(game.battle, game["x"], [(3, sure)], (), 7) == 0.0


@pytest.mark.parametrize("straight, chance", [(0.0, 1.0), (0.1, 0.5), (6.0, 0.5), (6.1, 1 / 6)])
def test_how_easily_a_vehicle_is_struck(straight: float, chance: float) -> None:
    game = table(f"rhino r (20,20) straight={straight}")
    destroys, harms = worth.hit_worth(Strike(6), Armour(10), Condition(2, False))
    found = walker._vehicle_hit(game.battle, game.ride("r"), Strike(6), 4)
    assert found == pytest.approx(chance * (destroys + harms) * 110.0)
    game.ride("r").immobilized = True
    sure = sum(worth.hit_worth(Strike(6), Armour(10), Condition(2, True)))
    assert walker._vehicle_hit(game.battle, game.ride("r"), Strike(6), 4) == pytest.approx(
        sure * worth.points(game.battle, game.ride("r"))
    )


@pytest.mark.parametrize(
    "state, grenade, chance", [("", False, 1 / 2), ("", True, 1 / 6), ("stunned_until=2", True, 1 / 2)]
)
def test_grenades_seldom_hit_a_walker(state: str, grenade: bool, chance: float) -> None:
    game = table(f"dreadnought d (20,20) {state}")
    each = sum(worth.hit_worth(Strike(6), Armour(12), Condition(2, False))) * (105 + 75)
    assert walker._vehicle_hit(game.battle, game.ride("d"), Strike(6), 4, grenade) == pytest.approx(
        chance * each
    )


def test_a_walker_assaults_who_cannot_hurt_it_and_not_those_who_can() -> None:
    game = table("dreadnought D (20,20)   kabalite_warriors x (24,20)   fire_dragons y (24,30)")
    battle, walks = game.battle, game.ride("D")
    assert walker.blows_worth(battle, game["x"], walks, False) == 0.0
    assert walker.assault_worth(battle, walks, game["x"]) > 2.0
    assert walker.blows_worth(battle, game["y"], walks, False) > 0.0
    assert walker.blows_worth(battle, table("rhino R (1,1)").ride("R"), game["x"], True) == 0.0
    more = walker.blows_worth(battle, walks, game["x"], True) / walker.blows_worth(
        battle, walks, game["x"], False
    )
    assert more == pytest.approx(3 / 2)  # two Attacks, and one for charging


def test_what_the_damage_of_a_ram_takes() -> None:
    assert charges._lost(Harm()) == 0.0 and charges._lost(Harm(shaken=True)) == 0.06
    assert charges._lost(Harm(shaken=True, stunned=True)) == 0.12
    assert charges._lost(Harm(weapons_lost=2)) == 0.5 and charges._lost(Harm(immobilized=True)) == 0.3
    assert charges._lost(Harm(end="wrecked", immobilized=True)) == 1.0


# ---------------------------------------------------------------- guns


def test_the_guns_of_a_tank_with_their_arcs() -> None:
    game = table("predator P (20,20) guns_lost=1   rhino r (30,20)")
    guns = places.Guns(game.battle, game.ride("P"), [places.Enemy(game.battle, game.ride("r"))])
    assert guns.counts == [1, 1]
    turret, sponson = guns.rows
    assert turret == (48.0, 0.0, 360.0, True, False, -1.0, -1.0, -1.0)
    assert (sponson.reach, sponson.width, sponson.main) == (36.0, 180.0, True) and sponson.centre in (
        90.0,
        270.0,
    )
    assert places._arc("hull", False) == (0.0, 45.0) and places._arc("hull", True) == (0.0, 360.0)
    assert places._arc("sponson_left", False) == (90.0, 180.0)
    assert places._arc("sponson_right", False) == (270.0, 180.0)
    assert places._arc("pintle", False) == places._arc("turret", False) == (0.0, 360.0)


def test_a_melta_takes_more_within_half_its_range() -> None:
    russ = vehicles()["leman_russ"]
    melta = places._on_vehicle(weapons()["meltagun"], 4, russ, False)
    for number, av in enumerate((14, 13, 10)):
        for column, roll in ((0, "d6"), (3, "sum")):
            share = sum(worth.hit_worth(Strike(8, roll, 1), Armour(av), Condition(2, False)))  # type: ignore[arg-type]
            assert melta[number + column] == pytest.approx(4 / 6 * share)
    cannon = places._on_vehicle(weapons()["lascannon"], 4, russ, False)
    assert cannon[:3] == cannon[3:]


@pytest.mark.rule("veh.P11")
@pytest.mark.parametrize(
    ("weapon", "melts", "moving", "twice"),
    [
        ("meltagun", 6.0, 12.0, -1.0),
        ("boltgun", -1.0, 12.0, 12.0),
        ("storm_bolter", -1.0, 24.0, -1.0),
        ("slugga", -1.0, 12.0, -1.0),
        ("lascannon", -1.0, -1.0, -1.0),
    ],
)
def test_what_a_squad_fires_after_a_move_and_from_near_by(
    weapon: str, melts: float, moving: float, twice: float
) -> None:
    (gun,) = places._gun_rows(((weapons()[weapon], 4, 1, 0.0, 360.0),))
    assert (gun.melts, gun.moving, gun.twice) == (melts, moving, twice)


def test_a_squad_fires_what_reaches_furthest_of_each_model() -> None:
    game = table("tactical_squad A (20,20)   guard_squad x (30,20)   guard_squad y (30,30) kinds=1 models=2")
    guns = places.Guns(game.battle, game["A"], [places.Enemy(game.battle, game["x"])])
    found = sorted((gun.reach, count) for gun, count in zip(guns.rows, guns.counts, strict=True))
    assert found == [(12.0, 1), (24.0, 8), (48.0, 1)]
    lasguns = places.Guns(game.battle, game["y"], [places.Enemy(game.battle, game["x"])])
    need = 1 / 2 * 1 / 2 * 2 / 3 * (8 + 1 / 2) / 9 / 9  # hit, wound, no save; one of the nine has two Wounds
    assert lasguns.counts == [2] and lasguns.shares[0][0] == pytest.approx((need,) * 6)


def test_an_enemy_as_seen_from_afar() -> None:
    game = table("rhino r (20,20) facing=90   guard_squad x (30,20) (32,20) (34,26) locked=D")
    hulk, squad = places.Enemy(game.battle, game.ride("r")), places.Enemy(game.battle, game["x"])
    assert (hulk.x, hulk.y, hulk.half, hulk.facing, hulk.locked) == (20.0, 20.0, 1.5, 90.0, False)
    assert hulk.slope == pytest.approx(3.0 / 4.5)
    assert (squad.x, squad.y, squad.locked, squad.foot) == (32.0, 22.0, True, True)


# ---------------------------------------------------------------- places


def test_a_tank_weighs_its_fire_against_what_it_has_to_fear() -> None:
    game = table("predator P (20,20)   predator_annihilator p (40,20)")
    ground = driver.Ground(game.battle, game.ride("P"))
    here = np.array([(20.0, 20.0, 0.0)])
    facing = np.array([0.0])
    fire, feared, near = (float(part[0]) for part in ground.parts(here, facing, ["stationary"]))
    assert fire > 0.0 and feared > 0.0
    assert ground.worth(here, facing, ["stationary"])[0] == pytest.approx(fire - 0.25 * feared + near)
    assert ground.parts(here, facing, ["cruising"])[0][0] == 0.0
    slower = ground.parts(here, facing, ["combat"])[0][0]
    assert 0.0 < slower <= fire
    assert ground.towards(here)[0] == pytest.approx(0.0)


def test_those_aboard_are_brought_near_the_enemy() -> None:
    game = table("rhino R (20,20)   guard_squad A in R models=9   guard_squad x (60,20) (60,20)")
    ground = driver.Ground(game.battle, game.ride("R"))
    spots = np.array([(20.0, 20.0, 0.0), (48.0, 20.0, 0.0), (50.0, 20.0, 0.0)])
    far, near, nearer = driver._bring(ground, spots).tolist()
    assert near == nearer == pytest.approx(0.8 * 135) and far == pytest.approx(0.8 * 135 * exp(-28 / 20))
    game["A"].aboard = ""
    assert not driver._bring(ground, spots).any()


def test_a_walker_with_a_fist_comes_to_grips() -> None:
    game = table("dreadnought D (20,20)   scout_sentinel S (20,30)   guard_squad x (40,20) (40,20)")
    spots = np.array([(20.0, 20.0, 0.0), (30.0, 20.0, 0.0)])
    assert driver._close(driver.Ground(game.battle, game.ride("D")), spots).tolist() == [-60.0, -30.0]
    assert not driver._close(driver.Ground(game.battle, game.ride("S")), spots).any()
    game = table("dreadnought D (20,20)   guard_squad x (40,20)", scenario=THROUGH)
    game.battle.attacker = "a"
    assert not driver._close(driver.Ground(game.battle, game.ride("D")), spots).any()


def test_bad_ground_on_the_way_is_seen() -> None:
    game = table("rhino R (20,20)   area (26,10) (28,21) ground=difficult   land_speeder S (20,40)")
    ends = np.array([(32.0, 20.0, 0.0), (20.0, 32.0, 0.0), (32.0, 23.0, 0.0), (20.0, 20.0, 0.0)])
    inches = np.hypot(ends[:, 0] - 20, ends[:, 1] - 20)
    assert driver._rough(game.battle, game.ride("R"), ends, inches).tolist() == [1.0, 0.0, 1.0, 0.0]
    over = np.array([(27.0, 20.0, 0.0), (32.0, 20.0, 0.0)])
    assert driver._rough(game.battle, game.ride("S"), over, np.array([21.0, 23.0])).tolist() == [1.0, 0.0]


def test_a_fan_of_ways_has_all_directions_and_speeds() -> None:
    fan = driver._fan(vehicles()["rhino"], 12.0, False)
    assert fan.ways[0][0].inches == 0.0 and fan.speeds[0] == "stationary"
    straight = [way[0] for way in fan.ways[1:] if len(way) == 1]
    assert {leg.turn for leg in straight if leg.inches > 0} == {float(t) for t in range(-150, 181, 30)}
    assert {abs(leg.inches) for leg in straight} == {3.0, 6.0, 12.0}
    back = {leg.turn for leg in straight if leg.inches < 0}
    assert back == {-60.0, -30.0, 0.0, 30.0, 60.0}
    for way, ahead, left, inches, speed in zip(
        fan.ways, fan.ahead, fan.left, fan.inches, fan.speeds, strict=True
    ):
        assert (
            inches == pytest.approx(sum(abs(leg.inches) for leg in way))
            and hypot(ahead, left) <= inches + 1e-9
        )
        assert speed == ("stationary" if inches == 0 else "combat" if inches <= 6 else "cruising")


# ---------------------------------------------------------------- markers and the far edge


def test_who_makes_for_which_marker() -> None:
    game = table(
        "guard_squad A (20,20) (21,20)   guard_squad B (40,20)   marker (20,22)   marker (40,40)",
        scenario=MARKERS,
    )
    battle = game.battle
    near = aims.goal(battle, game["A"], 20.0, 20.0)
    assert near is not None and near.id == "m1"  # its own
    far = aims.goal(battle, game["B"], 30.0, 20.0)
    assert far is not None and far.id == "m2"  # the other is held already
    assert aims.goal(battle, game["A"], 40.0, 39.0).id == "m2"  # type: ignore[union-attr]


def test_the_pull_of_a_marker() -> None:
    game = table(
        "guard_squad A (5,5) (6,5)   rhino R (60,40)   marker (20,20)   guard_squad x (60,5)",
        scenario=MARKERS,
    )
    spots = np.array([(20.0, 23.0, 0.0), (20.0, 24.0, 0.0), (20.0, 34.0, 0.0)])
    held, near, far = aims.pull(game.battle, game["A"], spots).tolist()
    assert held == 90.0
    assert near == pytest.approx(0.8 * 90 * exp(-1 / 14)) and far == pytest.approx(0.8 * 90 * exp(-11 / 14))
    there = np.array([(20.0, 20.0, 0.0)])
    assert aims.pull(game.battle, game.ride("R"), there)[0] == pytest.approx(9.0)  # it holds nothing


LEADS = "   marker (60,10)   marker (60,20)   guard_squad A (60,11) (60,19)"


@pytest.mark.parametrize("turn, text, weight", [(3, "", 0.1), (4, "", 1.0), (5, "", 1.0), (4, LEADS, 0.6)])
def test_late_in_the_battle_vehicles_contest_what_the_enemy_holds(
    turn: int, text: str, weight: float
) -> None:
    """All the more who does not lead."""
    text = f"rhino R (60,40)   marker (20,20)   guard_squad x (20,21) (21,21){text}"
    game = table(text, turn=turn, scenario={**MARKERS, "turns": 5})
    assert aims.pull(game.battle, game.ride("R"), np.array([(20.0, 20.0, 0.0)]))[0] == pytest.approx(
        90 * weight
    )


@pytest.mark.parametrize("turn, late", [(3, False), (4, True)])
def test_who_comes_too_late_to_the_far_edge_wants_it_less(turn: int, late: bool) -> None:
    """47.75 inches to go: four turns of 12 will do, three will not."""
    game = table("rhino R (24,22) facing=90", size=(48.0, 72.0), turn=turn, scenario={**THROUGH, "turns": 6})
    game.battle.attacker = "a"
    assert aims.through(game.battle, game.ride("R")) == pytest.approx(
        4.0 * 1.5 * 35 * (0.15 if late else 1.0)
    )


# ---------------------------------------------------------------- roads


def dijkstra(start: Any, cost: Any) -> Any:
    """What it takes to get from each cell to one that is 0 already, an inch counted as in the cell left."""
    rows, columns = cost.shape
    found = {}
    queue = [(float(start[r, c]), r, c) for r in range(rows) for c in range(columns) if start[r, c] == 0.0]
    while queue:
        far, r, c = heappop(queue)
        if (r, c) in found:
            continue
        found[r, c] = far
        for i in range(max(0, r - 1), min(rows, r + 2)):
            for j in range(max(0, c - 1), min(columns, c + 2)):
                if (i, j) not in found and cost[i, j]:
                    heappush(queue, (far + 2.0 * cost[i, j] * hypot(i - r, j - c), i, j))
    return np.array([[found.get((r, c), inf) for c in range(columns)] for r in range(rows)])


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("compiled", [False, True])
def test_the_net_of_roads_against_dijkstra(seed: int, compiled: bool) -> None:
    luck = np.random.default_rng(seed)
    cost = luck.choice([0.0, 1.0, 1.6, 3.0], (9, 12), p=[0.25, 0.45, 0.15, 0.15])
    start = np.full((9, 12), 300.0)
    start[4, 5] = start[8, 11] = 0.0
    found = start.copy()
    spread: Any = roads._spread
    (spread if compiled else spread.py_func)(found, cost)
    assert np.allclose(found, np.minimum(dijkstra(start, cost), 300.0))


def test_what_is_beside_a_hull() -> None:
    hulk = Body(Spot(10.0, 10.0), Oblong(6.0, 2.0), 1.5, 90.0)
    spots = np.array([(10.0, 14.9), (10.0, 15.1), (12.9, 10.0), (13.1, 10.0), (12.3, 14.3), (12.5, 14.6)])
    assert roads._beside(hulk, spots, 2.0).tolist() == [True, False, True, False, True, False]


# ---------------------------------------------------------------- setting up


def set_up(game: Position, name: str) -> Any:
    from warbook.books.vehicles.setup import deploying

    piece = game.battle.either(name)
    question = deploying._where(game.battle, piece)
    return muster.place(game.battle, question, muster.Random(1)).path[0]


def test_long_guns_stand_behind_and_short_ones_in_front() -> None:
    game = table("basilisk B (1,1)   rhino R (2,1)")
    for name in ("B", "R"):
        game.ride(name).place = "reserve"
    assert muster._reach(game.battle, game.ride("R")) == 24.0 < muster.LONG
    assert muster._reach(game.battle, game.ride("B")) >= muster.LONG
    assert set_up(game, "R").y >= set_up(game, "B").y


def test_who_breaks_through_does_not_begin_in_bad_ground() -> None:
    game = table("rhino R (1,1)   area (0,0) (48,8) ground=difficult", size=(48.0, 72.0), scenario=THROUGH)
    game.battle.attacker = "a"
    spots = Spot(20.0, 6.0), Spot(20.0, 12.0)
    assert muster._bogged(game.battle.table, 4.5, 3.0, 90.0, spots, 0.0).tolist() == [1.0, 0.0]


def test_who_fights_hand_to_hand_is_brought_nearer_in_an_open_topped_transport() -> None:
    game = table("battlewagon W (20,20)   ork_boyz A in W   guard_squad x (60,20) (60,20)")
    spots = np.array([(48.0, 20.0, 0.0), (54.0, 20.0, 0.0), (56.0, 20.0, 0.0)])
    far, near, nearer = driver._bring(driver.Ground(game.battle, game.ride("W")), spots).tolist()
    assert far < near == nearer


@pytest.mark.parametrize(
    ("wins", "attacker", "turn", "presses", "leads"),
    [
        ("kill points", "", 2, aims.HUNTS, aims.HUNTS),
        ("kill points", "", 3, aims.PRESSES, aims.HUNTS),
        ("markers", "", 3, aims.NEARER, aims.NEARER),
        ("breakthrough", "b", 3, aims.PRESSES, aims.HUNTS),
        ("breakthrough", "a", 3, aims.NEARER, aims.NEARER),
    ],
)
def test_who_has_to_destroy_others_and_does_not_lead_presses_on(
    wins: str, attacker: str, turn: int, presses: float, leads: float
) -> None:
    more = {"objectives": Objectives(1)} if wins == "markers" else {}
    game = table("rhino R (20,20)   rhino r (50,20)", turn=turn, scenario={"wins": wins, **more})
    game.battle.attacker = attacker
    assert aims.later(game.battle, game.ride("R")) == presses
    game.ride("r").wrecked = True
    assert aims.later(game.battle, game.ride("R")) == leads


def test_friends_crowd_and_enemies_and_wrecks_do_not() -> None:
    game = table("rhino R (20,20)   rhino F (24,20)   rhino r (26,20)   rhino W (40,20) wrecked")
    places = np.array([(24.0, 20.0), (26.0, 20.0), (40.0, 20.0), (60.0, 40.0)])
    on_friend, on_enemy, on_wreck, away = aims._crowding(game.battle, game.ride("R"), places).tolist()
    assert on_friend == 1.0 and 0.0 < on_enemy < 0.7 and on_wreck == away == 0.0


def test_a_second_weapon_is_one_blow_more() -> None:
    """An ork has two attacks, and another for his slugga beside his choppa."""
    ork, game = units()["ork_boyz"].models[1], table("guard_squad x (20,20)")
    unarmed = replace(ork, weapons=ork.weapons[:1])
    both, one = (walker._best_blow(game.battle, each, game["x"], False) for each in (ork, unarmed))
    assert both / one == pytest.approx(3 / 2)
