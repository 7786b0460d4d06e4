from itertools import combinations
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.board.tables import box, cluttered
from warbook.board.formation import coherent, displaced, parts, places_round
from warbook.board.geometry import Body, Disc, Oblong, Spot, flat_gap, gap, overlap
from warbook.board.paths import ground_of
from warbook.board.terrain import Area, Block, Table, Wall

OPEN = Table("open", 48, 48)


def man(x, y, radius=0.5, z=0.0):
    return Body(Spot(x, y, z), Disc(radius), 1.5)


def tank(x=24.0, y=24.0, facing=0.0):
    return Body(Spot(x, y), Oblong(6, 4), 2.0, facing)


def spots(bodies):
    return [(body.spot.x, body.spot.y) for body in bodies]


# Coherency


@pytest.mark.parametrize(("apart", "one"), [(2.9, True), (3.0, True), (3.1, True), (4.0, True), (4.1, False)])
def test_a_link_is_measured_from_edge_to_edge_and_its_limit_counts(apart, one):
    assert coherent([man(10, 10), man(10 + apart, 10)], 3.0) == one


def test_a_chain_holds_though_its_ends_are_far_apart_and_pairs_are_no_chain():
    chain = [man(10 + 3 * k, 10) for k in (0, 2, 4, 1, 3)]
    assert coherent(chain, 2.0)
    pairs = [man(10, 10), man(20, 10), man(12, 10), man(22, 10)]
    assert not coherent(pairs, 2.0)
    assert parts(pairs, 2.0) == [[0, 2], [1, 3]]
    assert coherent([], 2.0)
    assert coherent([man(1, 1)], 2.0)


def test_levels_and_hulls_count_in_a_chain():
    assert not coherent([man(10, 10), man(11, 10, z=3.1)], 3.0)
    assert coherent([man(10, 10), tank(15.5, 10)], 2.0)
    assert not coherent([man(10, 10), tank(15.6, 10)], 2.0)


@given(st.lists(st.tuples(st.floats(0, 20), st.floats(0, 20)), max_size=8), st.floats(0.5, 5))
@settings(max_examples=100, deadline=None)
def test_parts_are_those_of_joining_pair_by_pair(places, link):
    bodies = [man(x, y) for x, y in places]
    group = list(range(len(bodies)))
    for a, b in combinations(range(len(bodies)), 2):
        if gap(bodies[a], bodies[b]) <= link + 1e-6:
            group = [group[a] if g == group[b] else g for g in group]
    slow = [[n for n in range(len(bodies)) if group[n] == g] for g in dict.fromkeys(group)]
    assert parts(bodies, link) == slow


# Places


def test_the_first_place_is_the_spot_itself_and_the_next_are_around_it():
    found = places_round(ground_of(OPEN, 0.5), Spot(24, 24), 7, 1.5, 6.0)
    assert spots(found)[0] == (24, 24)
    assert len(found) == 7
    away = [hypot(x - 24, y - 24) for x, y in spots(found)]
    assert away == pytest.approx(sorted(away))
    assert max(away) == pytest.approx(1.0)
    assert not any(overlap(a, b) for a, b in combinations(found, 2))


def test_beside_a_hull_the_nearest_place_lies_towards_a_spot():
    for toward, edge in (
        (Spot(40, 24), (27.51, 24)),
        (Spot(24, 0), (24, 21.49)),
        (Spot(24, 48), (24, 26.51)),
    ):
        (one,) = places_round(ground_of(OPEN, 0.5), tank(), 1, 1.5, 2.0, [tank()], towards=toward)
        assert spots([one])[0] == pytest.approx(edge, abs=0.3)
        assert flat_gap(one, tank()) == pytest.approx(0.01)


@pytest.mark.parametrize(("within", "count"), [(0.9, 1), (1.0, 7)])
def test_no_place_is_further_away_than_allowed(within, count):
    # Six more fit around one base at exactly a base's width.
    found = places_round(ground_of(OPEN, 0.5), Spot(24, 24), 20, 1.5, within)
    assert len(found) == count
    assert all(hypot(x - 24, y - 24) <= within + 1e-9 for x, y in spots(found))


def test_walls_ground_others_and_the_book_leave_places_out():
    pit = Area("pit", box(20, 20, 4, 8), "impassable")
    shed = Block("shed", box(24, 24, 4, 4), 3)
    fence = Wall("fence", ((20, 22), (28, 22)), 1)
    field = Table("field", 48, 48, (pit,), (shed,), walls=(fence,))
    other = man(25, 23)
    found = places_round(
        ground_of(field, 0.5), Spot(24, 24), 6, 1.5, 6.0, [other], allowed=lambda body: body.spot.y < 23.6
    )
    assert len(found) == 6
    for body in found:
        assert not overlap(body, other)
        assert body.spot.y < 23.6
        assert ground_of(field, 0.5).stands(body.spot) is None


def test_with_a_link_a_place_off_the_chain_is_left_out():
    wall = Block("wall", box(23, 0, 2, 48), 3, roof=False)
    field = ground_of(Table("field", 48, 48, blocks=(wall,)), 0.5)
    loose = places_round(field, Spot(24, 24), 6, 1.5, 4.0)
    tied = places_round(field, Spot(24, 24), 6, 1.5, 4.0, link=1.0)
    assert {x < 24 for x, _ in spots(loose)} == {True, False}
    assert len({x < 24 for x, _ in spots(tied)}) == 1
    assert coherent(tied, 1.0)


@given(st.integers(0, 30), st.tuples(st.floats(3, 21), st.floats(3, 21)), st.booleans())
@settings(max_examples=30, deadline=None)
def test_no_free_place_of_a_fine_grid_is_much_nearer(seed, at, beside):
    field = ground_of(cluttered(seed, pieces=2), 0.5)
    centre = Body(Spot(*at), Oblong(4, 2), 2.0, 30.0) if beside else Spot(*at)
    taken = [man(12, 12), man(8, 8), *([centre] if beside else [])]

    def away(x, y):
        return flat_gap(man(x, y), centre) if beside else hypot(x - at[0], y - at[1])

    found = places_round(field, centre, 1, 1.5, 3.0, taken)
    grid = [(at[0] - 6 + 0.2 * i, at[1] - 6 + 0.2 * j) for i in range(61) for j in range(61)]
    free = [
        away(x, y)
        for x, y in grid
        if away(x, y) <= 3.0
        and not any(overlap(man(x, y), other) for other in taken)
        and field.stands(Spot(x, y)) is None
    ]
    if found:
        assert not any(overlap(found[0], other) for other in taken)
        assert field.stands(found[0].spot) is None
        assert away(*spots(found)[0]) <= min(free, default=9.0) + 0.5
    else:
        assert len(free) < 12  # nothing but a niche that the rings step over


# Displacement


def test_who_is_driven_onto_steps_to_the_nearest_free_place():
    field = ground_of(OPEN, 0.5)
    assert displaced(field, man(24, 25.9), tank()).spot.y == pytest.approx(26.5, abs=0.3)
    assert displaced(field, man(24, 26.5), tank()) == man(24, 26.5)
    assert displaced(field, man(24, 24), tank(), within=1.0) is None
    assert displaced(field, man(25, 25.9), tank(), allowed=lambda body: body.spot.y < 24).spot.x > 27


def test_the_same_question_has_the_same_answer():
    field = ground_of(cluttered(7), 0.5)
    ask = [places_round(field, Spot(12.3, 11.7), 9, 1.5, 5.0) for _ in range(2)]
    assert ask[0] == ask[1]
