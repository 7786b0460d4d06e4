from itertools import pairwise
from math import hypot, inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.board.tables import box, cluttered
from tests.board.twins import flood, straightened
from warbook.board.bodies import body_rows, crowded
from warbook.board.geometry import Body, Oblong, Spot, outside_base
from warbook.board.net import SPACING
from warbook.board.paths import Barred, Going, Ground, Walk, _Trip, ground_of
from warbook.board.search import arrive
from warbook.board.terrain import Area, Block, Floor, Ladder, Table, Wall
from warbook.board.ways import cut, length, point_along

GOING = Going(8, leap_cost=4, factors=(("difficult", 2.0), ("very-difficult", 4.0)))
RADIUS = 0.5


def ground(**pieces):
    return Ground(Table("t", 24, 24, **pieces), RADIUS)


def judged(path, blockers=(), occupied=(), going=GOING, end=True, **pieces):
    return ground(**pieces).judge([Spot(*p) for p in path], going, blockers, occupied, end)


def costs_at(reach, x, y, z=0.0):
    """What it costs to stop at a lattice point; None if one cannot."""
    found = np.flatnonzero(np.abs(reach.spots - (x, y, z)).max(axis=1) < 1e-9)
    return float(reach.cost[found].min()) if len(found) else None


# Open ground


def test_open_ground_is_reached_as_the_crow_flies():
    reach = ground().reach(Spot(12.2, 11.9), GOING)
    straight = np.hypot(reach.spots[:, 0] - 12.2, reach.spots[:, 1] - 11.9)
    assert reach.cost == pytest.approx(straight)
    assert reach.cost.max() <= 8
    lattice = sum(hypot(i / 2 - 12.2, j / 2 - 11.9) <= 8 for i in range(49) for j in range(49))
    assert len(reach.spots) == lattice + 1
    assert all(len(reach.path(i)) == 2 for i in range(1, len(reach.spots), 37))


def test_the_start_comes_first_and_costs_nothing():
    reach = ground().reach(Spot(12.2, 11.9), GOING)
    assert reach.spots[0].tolist() == [12.2, 11.9, 0]
    assert reach.cost[0] == 0
    assert reach.path(0) == (Spot(12.2, 11.9),)


def test_a_base_stays_on_the_table():
    reach = ground().reach(Spot(1, 1), GOING)
    assert reach.spots[:, :2].min() == RADIUS
    assert judged([(1, 1), (0.5, 1)]) == Walk(0.5, ())
    assert judged([(1, 1), (0.4, 1)]).kind == "edge"


def test_a_way_that_is_too_long_is_refused():
    assert judged([(2, 2), (10, 2)]) == Walk(8, ())
    refusal = judged([(2, 2), (10, 2), (10, 3)])
    assert refusal.kind == "too-far"
    assert refusal.words == "the way costs 9.0 inches and only 8 may be spent"
    assert judged([]).kind == "start"


def test_the_nearest_spot():
    reach = ground().reach(Spot(12, 12), GOING)
    assert reach.spots[reach.nearest(14.1, 15.9)].tolist() == [14, 16, 0]
    assert reach.spots[reach.nearest(23, 12)].tolist() == [20, 12, 0]


# Walls


@pytest.mark.parametrize(
    ("height", "answer"),
    [
        (1.0, Walk(4, ("bar",))),
        (1.5, Walk(8, ("bar",))),
        (2.0, Walk(8, ("bar",))),
        (2.1, "the wall 'bar' is 2.1 inches high: it cannot be climbed"),
    ],
)
def test_walls_are_stepped_over_leapt_or_in_the_way(height, answer):
    bar = Wall("bar", ((12, 4), (12, 20)), height)
    judgement = judged([(10, 12), (14, 12)], walls=(bar,))
    assert (judgement.words if isinstance(judgement, Barred) else judgement) == answer
    cost = costs_at(ground(walls=(bar,)).reach(Spot(10, 12), GOING), 14, 12)
    assert cost == (answer.cost if isinstance(answer, Walk) else None)


def test_a_high_wall_is_walked_around_at_the_radius_of_the_base():
    bar = Wall("bar", ((12, 4), (12, 14)), 3)
    field = ground(walls=(bar,))
    path = field.shortest(Spot(11, 12), Spot(13, 12), GOING)
    assert field.judge(path, GOING).cost == pytest.approx(length(path))
    # Two tangents to the circle of radius 0.5 around (12, 14), and 153 degrees of its arc.
    assert 5.69 < length(path) < 5.69 * 1.03
    assert judged([(11, 12), (11.4, 14.2), (12.6, 14.2), (13, 12)], walls=(bar,)).kind == "wall"


def test_a_base_may_pass_a_low_wall_but_not_stop_on_it():
    bar = Wall("bar", ((12, 4), (12, 20)), 1)
    assert judged([(10, 12), (11.6, 12)], walls=(bar,)).kind == "wall"
    assert judged([(10, 12), (11.6, 12)], walls=(bar,), end=False) == Walk(pytest.approx(1.6), ())
    assert judged([(10, 12), (11.5, 12)], walls=(bar,)) == Walk(1.5, ())
    reach = ground(walls=(bar,)).reach(Spot(10, 12), GOING)
    assert costs_at(reach, 12, 12) is None
    assert costs_at(reach, 12.5, 12) == 2.5


def test_a_walk_that_pauses_on_a_wall_leaps_it_once():
    bar = Wall("bar", ((12, 4), (12, 20)), 1.5)
    assert judged([(10, 12), (12, 12), (12, 13), (13, 13)], walls=(bar,)) == Walk(8, ("bar",))
    assert judged([(13, 12), (12, 12), (12, 13), (10, 13)], walls=(bar,)) == Walk(8, ("bar",))


def test_walls_crossed_are_named_in_order():
    bars = tuple(Wall(f"bar {x}", ((x, 4), (x, 20)), 1) for x in (14, 12, 13))
    walk = judged([(10.5, 12), (15.5, 12)], walls=bars)
    assert walk.crossed == ("bar 12", "bar 13", "bar 14")
    assert judged([(15.5, 12), (10.5, 12)], walls=bars).crossed == ("bar 14", "bar 13", "bar 12")


def test_a_door_opens_for_feet():
    walls = (
        Wall("west", ((12, 0), (12, 11)), 4),
        Wall("door", ((12, 11), (12, 13)), 4, door=True),
        Wall("east", ((12, 13), (12, 24)), 4),
    )
    assert judged([(10, 12), (14, 12)], walls=walls) == Walk(4, ("door",))
    assert (
        judged([(10, 11.2), (14, 11.2)], walls=walls).words == "the wall 'west' leaves no room for the base"
    )
    assert judged([(10, 12), (12, 12)], walls=walls).kind == "wall"
    assert costs_at(ground(walls=walls).reach(Spot(10, 12), GOING), 14, 12) == 4


def test_a_door_just_wide_enough_and_off_the_lattice_is_found():
    walls = (
        Wall("west", ((12.3, 0), (12.3, 11.17)), 4),
        Wall("door", ((12.3, 11.17), (12.3, 12.27)), 4, door=True),
        Wall("east", ((12.3, 12.27), (12.3, 24)), 4),
    )
    reach = ground(walls=walls).reach(Spot(10, 12), GOING)
    assert costs_at(reach, 15, 12) == pytest.approx(5, abs=0.2)


# Blocks, roofs, floors and ladders


def test_a_high_block_is_walked_around():
    shed = Block("shed", box(11, 10, 2, 4), 3)
    refusal = judged([(9, 12), (15, 12)], blocks=(shed,))
    assert refusal.words == "'shed' is 3 inches high: it cannot be climbed"
    assert refusal.at.x == pytest.approx(11)
    assert judged([(10.6, 8), (10.6, 14)], blocks=(shed,)).words == "'shed' leaves no room for the base"
    assert judged([(10.5, 8), (10.5, 14)], blocks=(shed,)) == Walk(6, ())


@pytest.mark.parametrize(
    ("height", "answer"),
    [(1.0, Walk(3, ())), (1.5, Walk(7, ())), (2.0, Walk(7, ())), (2.1, "block")],
)
def test_low_roofs_are_stepped_onto(height, answer):
    crate = Block("crate", box(11, 10, 4, 4), height)
    judgement = judged([(9, 12), (12, 12, height)], blocks=(crate,))
    assert (judgement.kind if isinstance(judgement, Barred) else judgement) == answer
    cost = costs_at(ground(blocks=(crate,)).reach(Spot(9, 12), GOING), 12, 12, height)
    assert cost == (answer.cost if isinstance(answer, Walk) else None)


def test_a_straight_line_over_a_crate_steps_up_and_down():
    crate = Block("crate", box(11, 10, 2, 4), 1)
    assert judged([(9, 12), (15, 12)], blocks=(crate,)) == Walk(6, ())
    tall = Block("crate", box(11, 10, 2, 4), 1.5)
    assert judged([(9, 12), (15, 12)], blocks=(tall,), going=Going(14, 4)) == Walk(14, ())


def test_what_has_no_roof_cannot_be_stood_on():
    hedge = Block("hedge", box(11, 10, 4, 4), 1, roof=False)
    assert judged([(9, 12), (12, 12, 1)], blocks=(hedge,)).kind == "block"


def test_one_does_not_jump_down_from_a_high_roof():
    tower = Block("tower", box(10, 10, 4, 4), 4)
    refusal = judged([(12, 12, 4), (16, 12)], blocks=(tower,))
    assert refusal.kind == "height"
    assert refusal.words == "a step of 4 inches is too high without a ladder: 2 is the most"


def test_one_walks_under_a_high_floor_but_not_under_a_low_one():
    high, low = Floor("deck", box(10, 10, 4, 4), 3), Floor("shelf", box(10, 10, 4, 4), 1.2)
    assert judged([(8, 12), (12, 12)], floors=(high,)) == Walk(4, ())
    assert judged([(8, 12), (12, 12)], floors=(low,)).kind == "height"
    assert judged([(8, 12), (12, 12, 1.2)], floors=(low,)) == Walk(8, ())


def test_one_does_not_come_up_through_a_floor():
    deck = Floor("deck", box(10, 10, 4, 4), 1.8)
    assert judged([(11, 12), (13, 12, 1.8)], floors=(deck,)).kind == "height"
    assert judged([(9, 12), (13, 12, 1.8)], floors=(deck,)) == Walk(8, ())


def test_a_gantry_joins_two_roofs():
    towers = (Block("a", box(4, 10, 4, 4), 4), Block("b", box(12, 10, 4, 4), 4))
    bridge = Floor("bridge", box(8, 11, 4, 2), 4)
    assert judged([(6, 12, 4), (13, 12, 4)], blocks=towers, floors=(bridge,)) == Walk(7, ())
    assert judged([(6, 12, 4), (13, 12, 4)], blocks=towers).kind == "height"


def test_a_ladder_costs_its_height_and_one_may_stop_on_it():
    tower = Block("tower", box(12, 10, 4, 4), 5)
    ladder = Ladder((12, 12), (12.7, 12), 5, "ladder")
    field = ground(blocks=(tower,), ladders=(ladder,))
    foot, head, roof = Spot(12, 12), Spot(12, 12, 5), Spot(12.7, 12, 5)
    assert field.judge([Spot(10, 12), foot, head, roof], GOING) == Walk(pytest.approx(7.7), ())
    assert field.judge([Spot(10, 12), foot, Spot(12, 12, 3.3)], GOING) == Walk(pytest.approx(5.3), ())
    assert field.judge([Spot(10, 12), Spot(10, 12, 3)], GOING).kind == "height"
    assert field.judge([Spot(12, 12, 3), Spot(10, 12, 0)], GOING).kind == "height"
    reach = field.reach(Spot(10, 12), GOING)
    assert costs_at(reach, 12, 12, 2.5) == pytest.approx(4.5)
    assert costs_at(reach, 12.7, 12, 5) == pytest.approx(7.7)
    assert costs_at(reach, 13, 12, 5) == pytest.approx(8)
    assert costs_at(reach, 13.5, 12, 5) is None
    down = field.reach(Spot(12, 12, 2.3), GOING)
    assert costs_at(down, 10, 12) == pytest.approx(4.3)


# Ground


def test_difficult_ground_costs_more_by_the_inch():
    mud = Area("mud", box(10, 0, 2, 24), "difficult")
    bog = Area("bog", box(11, 0, 1, 24), "very-difficult")
    assert judged([(9, 12), (13, 12)], areas=(mud,)) == Walk(6, ())
    assert judged([(9, 12), (13, 12)], areas=(mud, bog)) == Walk(8, ())
    assert costs_at(ground(areas=(mud, bog)).reach(Spot(9, 12), GOING), 13, 12) == pytest.approx(8)
    assert judged([(9, 12), (13, 12)], areas=(mud,), going=Going(8, 4)) == Walk(4, ())


def test_the_cheapest_way_goes_around_the_mud():
    mud = Area("mud", box(10, 10, 4, 3), "very-difficult")
    path = ground(areas=(mud,)).shortest(Spot(9, 12), Spot(15, 12), GOING)
    assert len(path) > 2
    assert ground(areas=(mud,)).judge(path, GOING).cost < 7


def test_impassable_ground_is_never_entered():
    pit = Area("pit", box(10, 10, 2, 4), "impassable")
    assert judged([(9, 12), (13, 12)], areas=(pit,)).words == "'pit' is impassable"
    reach = ground(areas=(pit,)).reach(Spot(9, 12), GOING)
    inside = (np.abs(reach.spots[:, 0] - 11) < 1) & (np.abs(reach.spots[:, 1] - 12) < 2)
    assert not inside.any()


# Other models


def test_blockers_are_not_touched_and_the_occupied_are_passed():
    foe = (12.0, 12.0, 0.0, 0.5)
    assert judged([(10, 12), (14, 12)], [foe]).words == "another model stands in the way"
    assert judged([(10, 13), (14, 13)], [foe]).kind == "model"
    assert judged([(10, 13.03), (14, 13.03)], [foe]) == Walk(4, ())
    assert judged([(10, 12), (14, 12)], occupied=[foe]) == Walk(4, ())
    assert judged([(10, 12), (12.9, 12)], occupied=[foe]).kind == "occupied"
    assert judged([(10, 12), (13, 12)], occupied=[foe]) == Walk(3, ())


def test_models_on_another_level_are_not_in_the_way():
    deck = Floor("deck", box(8, 8, 8, 8), 3)
    foe = (12.0, 12.0, 3.0, 0.5)
    assert judged([(10, 12), (14, 12)], [foe], [foe], floors=(deck,)) == Walk(4, ())


def test_reach_keeps_clear_of_models():
    field, foe, friend = ground(), (12.0, 12.0, 0.0, 0.5), (8.0, 10.0, 0.0, 0.5)
    reach = field.reach(Spot(10, 12), GOING, [foe], [friend])
    from_foe = np.hypot(reach.spots[1:, 0] - 12, reach.spots[1:, 1] - 12)
    assert 1.02 <= from_foe.min() < 1.5
    from_friend = np.hypot(reach.spots[1:, 0] - 8, reach.spots[1:, 1] - 10)
    assert from_friend.min() == 1
    assert costs_at(reach, 14, 12) == pytest.approx(2 * (4 - 1.02**2) ** 0.5 + 1.02 * 1.0711, rel=0.12)
    # The way itself is drawn tight around the model.
    path = reach.path(reach.nearest(14, 12))
    assert length(path) < 4.53 * 1.05


def test_who_is_in_contact_may_leave_but_not_press_on():
    foe = (11.0, 12.0, 0.0, 0.5)
    assert judged([(10, 12), (8, 12)], [foe]) == Walk(2, ())
    assert judged([(10, 12), (10.5, 13)], [foe]).kind == "model"
    assert len(ground().reach(Spot(10, 12), GOING, [foe]).spots) > 300


def test_who_starts_against_a_wall_may_leave_it():
    bar = Wall("bar", ((12, 4), (12, 20)), 4)
    field = ground(walls=(bar,))
    reach = field.reach(Spot(11.7, 12), GOING)
    assert len(reach.spots) > 200
    assert (reach.spots[:, 0] < 12).all()
    assert isinstance(field.judge(reach.path(reach.nearest(8, 12)), GOING), Walk)


# Contact


def test_contact_is_made_on_the_straight_way():
    foe = (16.0, 12.0, 0.0, 0.5)
    path = ground().to_contact(Spot(10, 12), foe, GOING)
    assert path == (Spot(10, 12), Spot(pytest.approx(14.98), pytest.approx(12)))
    assert ground().to_contact(Spot(6, 12), foe, GOING) is None
    assert ground().to_contact(Spot(15.0, 12), foe, GOING) == (Spot(15.0, 12),)


def test_contact_may_be_made_across_a_low_wall():
    bar = Wall("bar", ((15.49, 4), (15.49, 20)), 1)
    path = ground(walls=(bar,)).to_contact(Spot(10, 12), (16.0, 12.0, 0.0, 0.5), GOING)
    assert path[-1].x == pytest.approx(14.98)


def test_a_charge_goes_around_a_high_wall():
    bar = Wall("bar", ((13, 10), (13, 20)), 4)
    field, foe = ground(walls=(bar,)), (16.0, 12.0, 0.0, 0.5)
    path = field.to_contact(Spot(10, 12), foe, GOING)
    assert len(path) > 2
    assert 0 <= hypot(path[-1].x - 16, path[-1].y - 12) - 1 <= 0.04
    # Two tangents to the circle of radius 0.5 around the end of the wall, and the arc between them.
    tangent = (9 + 4 - 0.25) ** 0.5
    assert 2 * tangent - 1.02 + 0.2 < length(path) < 2 * tangent - 0.98 + 0.8


def test_a_charge_that_falls_short_ends_as_near_as_the_allowance_allows():
    field, foe = ground(), (20.0, 12.0, 0.0, 0.5)
    path = field.towards(Spot(2, 12), foe, GOING)
    assert path[-1] == Spot(pytest.approx(10), pytest.approx(12))
    friend = (10.3, 12.0, 0.0, 0.5)
    short = field.towards(Spot(2, 12), foe, GOING, occupied=[friend])
    assert 9.2 < short[-1].x <= 9.3


def test_a_charge_at_somebody_out_of_reach_comes_as_near_as_it_can():
    tower = Block("tower", box(14, 10, 4, 4), 5)
    path = ground(blocks=(tower,)).towards(Spot(9, 12), (16.0, 12.0, 5.0, 0.5), GOING)
    assert path[-1].x == 13.5


def test_a_target_on_a_low_roof_is_reached_from_the_ground():
    crate = Block("crate", box(14, 10, 4, 4), 1.5)
    path = ground(blocks=(crate,)).to_contact(Spot(9, 12), (14.1, 12.0, 1.5, 0.5), GOING)
    assert path is not None
    assert path[-1].z in (0, 1.5)


# What must hold everywhere

sites = st.tuples(st.floats(0.5, 23.5), st.floats(0.5, 23.5))
foes = st.lists(sites.map(lambda s: (*s, 0.0, 0.5)), max_size=6)
goings = st.sampled_from(
    [
        GOING,
        Going(4, 2),
        Going(6, 3, free_wall=0.5, leap_wall=1.0),
        Going(12, 4, factors=(("difficult", 1.5),)),
    ]
)
seeds = st.integers(0, 5)
_tables = {seed: cluttered(seed) for seed in range(6)}


@given(seeds, sites, goings, foes, foes, st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_the_judge_accepts_every_way_that_reach_proposes(seed, site, going, blockers, occupied, rng):
    field = ground_of(_tables[seed], RADIUS)
    reach = field.reach(Spot(*site), going, blockers, occupied)
    for index in rng.sample(range(len(reach.spots)), min(40, len(reach.spots))):
        path = reach.path(index)
        walk = field.judge(path, going, blockers, occupied)
        assert isinstance(walk, Walk), (path, walk)
        assert walk.cost <= reach.cost[index] + 1e-6
        assert path[-1] == Spot(*reach.spots[index].tolist())


@given(seeds, sites, sites, goings, foes)
@settings(max_examples=60, deadline=None)
def test_the_judge_accepts_every_charge_and_every_shortest_way(seed, site, other, going, blockers):
    field, target = ground_of(_tables[seed], RADIUS), (*other, 0.0, 0.5)
    start = Spot(*site)
    charge = field.to_contact(start, target, going, blockers)
    if charge is not None:
        assert isinstance(field.judge(charge, going, blockers), Walk)
        assert hypot(charge[-1].x - other[0], charge[-1].y - other[1]) <= 1.04 + 1e-9
    short = field.towards(start, target, going, blockers)
    assert isinstance(field.judge(short, going, blockers), Walk)
    way = field.shortest(start, Spot(*other), going, blockers)
    if way is not None:
        assert way[-1] == Spot(*other)
        assert isinstance(field.judge(way, going, blockers), Walk)


@given(seeds, sites, sites, foes)
@settings(max_examples=60, deadline=None)
def test_a_search_that_ends_when_its_goal_is_reached_finds_as_cheap_a_way(seed, site, other, blockers):
    field, goal = ground_of(_tables[seed], RADIUS), (*other, 0.0)
    start, going = Spot(*site), Going(20, 4, factors=GOING.factors)
    trip = _Trip(field, start, going, field._kept_off(start, blockers))
    found = []
    for around in (SPACING, SPACING + 1e-9):  # of a goal that is any wider all of the limit is searched
        rows = trip.search(22.5, goal, around)
        least, _ = arrive(
            trip.land, field._mesh.nodes, *rows, trip.blockers, trip.start, trip.loose, trip.price,
            np.array([goal]),
        )  # fmt: skip
        found.append((len(rows[0]), float(least[0])))
    (few, early), (all_of, late) = found
    assert early == late
    assert few <= all_of


@given(seeds, sites, goings, foes, st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_ways_are_drawn_straight_as_the_slow_twin_draws_them(seed, site, going, blockers, rng):
    field, start = ground_of(_tables[seed], RADIUS), Spot(*site)
    trip = _Trip(field, start, going, field._kept_off(start, blockers))
    order, _, source = trip.search(9.0, (*site, 0.0), 9.0)
    for row in rng.sample(range(len(order)), min(10, len(order))):
        path = trip.back(order, source, row)
        way, twin = trip.straightened(path), straightened(trip.cost, path)
        assert len(way) == len(twin) and way[-1] == path[-1]
        for one, other in zip(way, twin, strict=True):
            assert (one.x, one.y, one.z) == pytest.approx((other.x, other.y, other.z), abs=1e-6)


def test_beyond_its_goal_a_search_looks_no_further() -> None:
    field = ground()
    trip = _Trip(field, Spot(4, 12), Going(20, 4), np.empty((0, 9)))
    near, _, _ = trip.search(20.0, (8.0, 12.0, 0.0), SPACING)
    far, _, _ = trip.search(20.0, (8.0, 12.0, 0.0), 2 * SPACING)
    assert 2 * len(near) < len(far)


@given(seeds, sites, goings)
@settings(max_examples=20, deadline=None)
def test_a_longer_allowance_reaches_no_less_and_costs_no_more(seed, site, going):
    field = ground_of(_tables[seed], RADIUS)
    near, far = field.reach(Spot(*site), Going(4, 2)), field.reach(Spot(*site), Going(7, 2))
    costs = {tuple(spot): cost for spot, cost in zip(far.spots.tolist(), far.cost.tolist(), strict=True)}
    for spot, cost in zip(near.spots.tolist(), near.cost.tolist(), strict=True):
        assert costs[tuple(spot)] == pytest.approx(cost, abs=0.05)


@pytest.mark.parametrize("seed", range(4))
def test_costs_come_close_to_those_of_a_much_finer_grid(seed):
    """Only things that cannot be crossed, so that a plain grid of clear and blocked cells is a twin."""
    rng = np.random.default_rng(seed)
    corners = rng.uniform(2, 12, (4, 2)).round(2)
    blocks = tuple(Block(f"b{k}", box(x, y, 1.7, 2.3), 4) for k, (x, y) in enumerate(corners.tolist()))
    field = Ground(Table("t", 16, 16, blocks=blocks), RADIUS)
    spacing = 0.125

    def clear(x, y):
        for block in blocks:
            (west, south), _, (east, north), _ = block.polygon
            off = hypot(max(west - x, 0, x - east), max(south - y, 0, y - north))
            if off < RADIUS:
                return False
        return RADIUS <= x <= 16 - RADIUS and RADIUS <= y <= 16 - RADIUS

    cells = [[clear(i * spacing, j * spacing) for j in range(129)] for i in range(129)]
    start = next((i, j) for i in range(48, 128, 4) for j in range(48, 128, 4) if cells[i][j])
    costs = flood(cells, spacing, start, 8.0)
    reach = field.reach(Spot(start[0] * spacing, start[1] * spacing), Going(8, 4))
    mine = {
        (x / spacing, y / spacing): c for (x, y, _), c in zip(reach.spots.tolist(), reach.cost, strict=True)
    }
    lattice = [cell for cell in mine if cell[0] % 4 == cell[1] % 4 == 0]
    shared = [(mine[cell], costs[cell]) for cell in lattice if costs.get(cell, 0) > 1]
    assert len(shared) > 100
    # The finer grid still bends a little, in open ground by at most 1.4 in a hundred.
    assert all(0.984 * theirs - 0.08 <= own <= 1.02 * theirs for own, theirs in shared)
    surely = [c for c, cost in costs.items() if cost < 7.8 and c[0] % 4 == c[1] % 4 == 0]
    assert all(cell in mine for cell in surely)


# Lengths


def test_cutting_a_path_by_length():
    path = (Spot(0, 0), Spot(3, 4), Spot(3, 4, 2))
    assert length(path) == 7
    assert point_along(path, 2.5) == Spot(1.5, 2)
    assert cut(path, 6) == (Spot(0, 0), Spot(3, 4), Spot(3, 4, 1))
    assert cut(path, 9) == path
    assert sum(1 for _ in pairwise(cut(path, 5))) == 1


def test_the_ground_of_a_table_is_built_once():
    assert ground_of(_tables[0], 0.5) is ground_of(_tables[0], 0.5)
    assert ground_of(_tables[0], 0.5) is not ground_of(_tables[0], 0.6)


# Hulls in the way, and different bases on one table


def hull(x, y, facing=0.0, z=0.0, height=2.0):
    return Body(Spot(x, y, z), Oblong(4, 2), height, facing)


@pytest.mark.parametrize(
    ("y", "free"), [(13.4, False), (13.5, False), (13.6, True), (10.4, True), (10.5, False), (10.6, False)]
)
def test_a_base_passes_a_hull_at_its_radius(y, free):
    # The hull's flanks are at 11 and 13; a base of half an inch keeps two hundredths more.
    judgement = judged([(9, y), (15, y)], blockers=[hull(12, 12)])
    assert isinstance(judgement, Walk) == free


def test_a_hull_is_walked_around_and_never_through():
    field, tank = ground(), hull(12, 12, 30)
    reach = field.reach(Spot(9, 12), GOING, [tank], [tank])
    for x, y, _ in reach.spots.tolist():
        assert outside_base(tank, x, y) >= RADIUS - 1e-6
    path = field.shortest(Spot(9, 12), Spot(15, 12), Going(12, 4), [tank])
    assert len(path) > 2
    spots = [point_along(path, k * length(path) / 300) for k in range(301)]
    assert min(outside_base(tank, spot.x, spot.y) for spot in spots) >= RADIUS


def test_nobody_stops_on_a_hull_that_may_be_passed():
    assert judged([(9, 12), (12, 12)], occupied=[hull(12, 12)]).kind == "occupied"
    assert judged([(8, 12), (15, 12)], occupied=[hull(12, 12)]) == Walk(7, ())
    assert judged([(8, 12), (9.5, 12)], occupied=[hull(12, 12)]) == Walk(1.5, ())
    assert judged([(8, 12), (9.6, 12)], occupied=[hull(12, 12)]).kind == "occupied"


@pytest.mark.parametrize(("height", "free"), [(1.9, True), (2.0, True), (2.1, False)])
def test_one_walks_over_a_hull_that_is_lower_than_the_floor(height, free):
    deck = Floor("deck", box(5, 5, 14, 14), 2)
    judgement = judged([(9, 12, 2), (15, 12, 2)], blockers=[hull(12, 12, height=height)], floors=(deck,))
    assert isinstance(judgement, Walk) == free


def test_contact_with_a_hull_is_made_at_any_edge():
    field, tank = ground(), hull(12, 12)
    for start, touch in (
        (Spot(6, 12), (9.48, 12)),
        (Spot(12, 16), (12, 13.52)),
        (Spot(17, 11.5), (14.52, 11.5)),
    ):
        path = field.to_contact(start, tank, GOING)
        assert (path[-1].x, path[-1].y) == pytest.approx(touch)
    assert field.to_contact(Spot(2, 12), tank, Going(7.4, 4)) is None
    assert field.to_contact(Spot(2, 12), tank, Going(7.5, 4)) is not None
    assert field.to_contact(Spot(9.5, 12), tank, GOING) == (Spot(9.5, 12),)


@given(st.floats(4, 20), st.floats(4, 20), st.floats(0, 360), st.tuples(st.floats(2, 22), st.floats(2, 22)))
@settings(max_examples=40, deadline=None)
def test_a_way_into_contact_ends_beside_the_hull_and_goes_through_nothing(x, y, facing, start):
    field, tank = ground(), Body(Spot(x, y), Oblong(5, 2), 2.0, facing)
    if outside_base(tank, *start) < RADIUS or not (2.7 < x < 21.3 and 2.7 < y < 21.3):
        return
    path = field.to_contact(Spot(*start), tank, Going(40, 4), [hull(12, 2)])
    assert path is not None
    assert outside_base(tank, path[-1].x, path[-1].y) <= RADIUS + 0.05
    for k in range(201):
        spot = point_along(path, k * length(path) / 200)
        assert outside_base(tank, spot.x, spot.y) >= RADIUS - 1e-6


def test_bigger_bases_need_more_room_on_the_same_table():
    walls = (Wall("one", ((12, 0), (12, 11)), 3), Wall("other", ((12, 12.5), (12, 24)), 3))
    field = Table("t", 24, 24, walls=walls)
    way = (Spot(10, 11.75), Spot(14, 11.75))
    assert isinstance(ground_of(field, 0.75).judge(way, GOING), Walk)
    assert isinstance(ground_of(field, 0.8).judge(way, GOING), Barred)
    # And keep their distance from others by the radius of each.
    for radius, other, free in ((0.5, 1.0, True), (1.0, 0.5, True), (1.0, 0.6, False), (0.6, 1.0, False)):
        judgement = ground_of(Table("o", 24, 24), radius).judge(
            (Spot(9, 12), Spot(15, 12)), GOING, [(12.0, 13.53, 0.0, other)]
        )
        assert isinstance(judgement, Walk) == free


# Areas that have come since


def test_a_crater_slows_and_a_pit_bars_without_a_new_survey():
    crater = Area("crater", box(11, 8, 2, 8), "difficult")
    going = Going(8, 4, factors=(("difficult", 2.0),))
    plain = ground_of(Table("t", 24, 24), RADIUS)
    scarred = plain.with_areas([crater])
    assert scarred._mesh is plain._mesh
    assert scarred.judge((Spot(10, 12), Spot(14, 12)), going) == Walk(6, ())
    assert plain.judge((Spot(10, 12), Spot(14, 12)), going) == Walk(4, ())
    pit = plain.with_areas([Area("pit", box(11, 8, 2, 8), "impassable")])
    assert pit.judge((Spot(10, 12), Spot(14, 12)), going).words == "'pit' is impassable"
    assert not any(11 < x < 13 and 8 < y < 16 for x, y, _ in pit.reach(Spot(10, 12), going).spots.tolist())


@given(
    st.integers(0, 12),
    st.tuples(st.floats(3, 21), st.floats(3, 21)),
    st.sampled_from(["difficult", "impassable"]),
)
@settings(max_examples=20, deadline=None)
def test_areas_that_came_since_are_as_those_that_were_always_there(seed, start, kind):
    going = Going(6, 4, factors=(("difficult", 2.0), ("very-difficult", 4.0)))
    bare = cluttered(seed, pieces=2)
    scars = (
        Area("scar", box(8.3, 7.7, 5, 4), kind),
        Area("other", ((13, 13), (18, 14), (15, 18)), "very-difficult"),
    )
    always = ground_of(replace(bare, areas=(*bare.areas, *scars)), RADIUS)
    since = ground_of(bare, RADIUS).with_areas(scars)
    if always.stands(Spot(*start)) is not None:
        assert since.stands(Spot(*start)) == always.stands(Spot(*start))
        return
    one, other = always.reach(Spot(*start), going), since.reach(Spot(*start), going)
    costs = dict(zip(map(tuple, one.spots.tolist()), one.cost.tolist(), strict=True))
    found = dict(zip(map(tuple, other.spots.tolist()), other.cost.tolist(), strict=True))
    assert found == pytest.approx(costs)


@pytest.mark.parametrize(
    ("height", "cost"),
    [(0.9, 6.0), (1.0, 6.0 + 2 * 2 * 1.0), (1.5, 6.0 + 2 * 2 * 1.5)],
)
def test_a_leap_may_cost_by_its_height_up_and_down(height, cost):
    table = Table("t", 30, 20, walls=(Wall("wall", ((13.0, 5.0), (13.0, 15.0)), height),))
    by_height = Going(20.0, 0.0, free_wall=0.999, climb_cost=2.0)
    walk = ground_of(table, 0.5).judge((Spot(10, 10), Spot(16, 10)), by_height)
    assert walk.cost == pytest.approx(cost)


def test_onto_a_block_only_the_height_up_is_climbed():
    block = Block("block", ((13.0, 5.0), (18.0, 5.0), (18.0, 15.0), (13.0, 15.0)), 1.5)
    ground = ground_of(Table("t", 30, 20, blocks=(block,)), 0.5)
    by_height = Going(20.0, 0.0, free_wall=0.999, climb_cost=2.0)
    walk = ground.judge((Spot(10, 10), Spot(13, 10), Spot(15, 10, 1.5)), by_height)
    assert walk.cost == pytest.approx(5.0 + 3.0)
    assert (
        ground.reach(Spot(10, 10), Going(7.9, 0.0, free_wall=0.999, climb_cost=2.0)).spots[:, 2].max() == 1.5
    )


@pytest.mark.parametrize("seed", range(4))
def test_what_is_spread_over_the_net_is_about_what_the_ways_cost(seed):
    """Ways that are searched for are straightened, and so a little shorter than those along the net."""
    floor = ground_of(cluttered(seed), 0.5)
    spot = next(s for s in (Spot(x + 0.5, 12.5) for x in range(1, 23)) if floor.stands(s) is None)
    going = Going(100.0, 0.0, 1.0, 2.0, (("difficult", 2.0), ("very-difficult", 4.0)), 2.0, 1.0)
    places, costs = floor.spread([spot], going)
    spread = {tuple(place): cost for place, cost in zip(places.tolist(), costs.tolist(), strict=True)}
    reach = floor.reach(spot, going)
    assert len(reach.spots) > 500
    for place, cost in zip(reach.spots.tolist()[1:], reach.cost.tolist()[1:], strict=True):
        assert cost - 0.01 <= spread[tuple(place)] <= 1.12 * cost + 1.5


def test_spread_from_several_spots_is_the_least_from_any():
    floor = ground_of(cluttered(1), 0.5)
    spots = [s for s in (Spot(1.5 + 3 * n, 1.5 + 3 * n) for n in range(7)) if floor.stands(s) is None][:3]
    assert len(spots) == 3
    together = floor.spread(spots, GOING)[1]
    apart = np.array([floor.spread([spot], GOING)[1] for spot in spots])
    assert np.allclose(together, apart.min(axis=0))


def test_a_ladder_may_count_more_than_its_height():
    table = Table(
        "tower", 20.0, 20.0,
        blocks=(Block("tower", box(10, 4, 6, 6), 4.0, roof=True),),
        ladders=(Ladder((9.5, 7.0), (10.7, 7.0), 4.0, "ladder"),),
    )  # fmt: skip
    floor = ground_of(table, 0.5)
    places, plain = floor.spread([Spot(5.0, 7.0)], GOING)
    dear = floor.spread([Spot(5.0, 7.0)], GOING, 5.0)[1]
    up = places[:, 2] > 3.9
    assert up.any()
    assert np.allclose(dear[up] - plain[up], 4 * 5.0)
    assert np.allclose(dear[places[:, 2] < 0.1], plain[places[:, 2] < 0.1])


# Straight to one of many places, and many one after another


def _twin_cost(field, going, start, goal, blockers):
    return field.cost((Spot(*start), Spot(*goal)), going, blockers)


@pytest.mark.parametrize("seed", range(4))
def test_the_first_stop_is_the_first_place_that_is_free_and_can_be_paid_for(seed):
    luck = np.random.default_rng(seed)
    field, start = ground_of(_tables[seed], RADIUS), (12.0, 12.0, 0.0)
    others = body_rows([(*luck.uniform(6, 18, 2).tolist(), 0.0, 0.5) for _ in range(12)])
    blockers = body_rows([(*luck.uniform(6, 18, 2).tolist(), 0.0, 0.5) for _ in range(6)])
    goals = np.column_stack((luck.uniform(4, 20, (40, 2)), np.zeros(40)))
    extra = luck.choice([0.0, 0.5], 40)
    for begin in range(0, 40, 4):
        part, more = goals[begin:], extra[begin:]
        slow = [
            row
            for row, goal in enumerate(part.tolist())
            if not crowded(others, *goal, RADIUS, 1.5)
            and _twin_cost(field, GOING, start, goal, blockers) + more[row] <= GOING.allowance
        ]
        found = field.first_stop(Spot(*start), part, more, GOING, blockers, others, 1.5)
        assert found == (slow[0] if slow else -1)


@pytest.mark.parametrize("seed", range(4))
def test_who_goes_in_step_keeps_off_others_and_near_to_those_before(seed):
    luck = np.random.default_rng(seed)
    field = ground_of(_tables[seed], RADIUS)
    starts = np.column_stack((luck.uniform(9, 15, (8, 2)), np.zeros(8)))
    goals = starts + np.array((2.0, 1.0, 0.0))
    placed = body_rows([(13.0, 13.0, 0.0, RADIUS)])
    taken = body_rows([(*luck.uniform(6, 18, 2).tolist(), 0.0, 0.5) for _ in range(3)])
    threats = np.array([(*luck.uniform(6, 18, 2).tolist(), 0.0, 1.5)])
    costs = field.in_step(starts, goals, GOING, body_rows(()), threats, taken, placed, 1.5, 3.0)
    rows = placed
    for start, goal, cost in zip(starts.tolist(), goals.tolist(), costs, strict=True):
        straight = _twin_cost(field, GOING, start, goal, ())
        free = not crowded(taken, *goal, RADIUS, 1.5) and not crowded(rows, *goal, RADIUS, 1.5)
        near = any(hypot(goal[0] - x, goal[1] - y) <= 3.0 for x, y in rows[:, :2].tolist())
        clear = hypot(goal[0] - threats[0, 0], goal[1] - threats[0, 1]) > 1.5
        if not (free and near and clear) or straight == inf:
            assert cost == inf
            break
        assert cost == pytest.approx(straight)
        rows = np.concatenate((rows, body_rows([(*goal, RADIUS)])))
    else:
        assert inf not in costs
