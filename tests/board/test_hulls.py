from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.board.twins import in_base, outline, sampled_gap
from tests.kit.long import examples
from warbook.board.geometry import Body, Disc, Oblong, Spot, flat_gap, outside_base
from warbook.board.hulls import (
    EDGES,
    Mount,
    bears,
    edge_gap,
    edge_line,
    from_frame,
    in_frame,
    mount_point,
    sector,
    touched_edges,
    widened,
)

inches = st.floats(-6, 6).map(lambda x: round(x, 3))
angles = st.floats(0, 360).map(lambda a: round(a, 1))
oblongs = st.tuples(st.floats(1, 6), st.floats(0.5, 4)).map(lambda s: Oblong(*s))
hulls = st.builds(Body, st.builds(Spot, inches, inches), oblongs, st.just(2.0), angles)
bodies = st.builds(
    Body, st.builds(Spot, inches, inches), st.floats(0.3, 1.5).map(Disc) | oblongs, st.just(1.5), angles
)


def tank(x=10.0, y=10.0, facing=0.0, length=6.0, width=4.0):
    return Body(Spot(x, y), Oblong(length, width), 2.0, facing)


def man(x, y, radius=0.5):
    return Body(Spot(x, y), Disc(radius), 1.5)


# Distances


@given(bodies, inches, inches, st.floats(0.1, 2.0))
@settings(max_examples=examples(66, 600), deadline=None)
def test_what_keeps_others_off_a_base_is_all_that_is_so_near(body, x, y, by):
    away = outside_base(body, x, y)
    if abs(away - by) > 1e-6:
        assert (min(outside_base(part, x, y) for part in widened(body, by)) < 0) == (away < by)


@given(hulls, bodies)
@settings(max_examples=examples(50, 450), deadline=None)
def test_a_gap_is_what_dense_sampling_says(hull, other):
    assert flat_gap(hull, other) == pytest.approx(sampled_gap(hull, other, 80), abs=0.12)


@given(hulls, inches, inches)
@settings(max_examples=examples(50, 450), deadline=None)
def test_the_way_from_a_point_to_a_hull(hull, x, y):
    away = min(hypot(x - u, y - v) for u, v in outline(hull, 400))
    signed = -away if in_base(hull, x, y) else away
    assert outside_base(hull, x, y) == pytest.approx(signed, abs=0.01)


@given(hulls, bodies, st.sampled_from(EDGES))
@settings(max_examples=examples(50, 450), deadline=None)
def test_the_gap_from_an_edge_is_what_dense_sampling_says(hull, other, edge):
    a, b = edge_line(hull, edge)
    points = [(a[0] + k / 200 * (b[0] - a[0]), a[1] + k / 200 * (b[1] - a[1])) for k in range(201)]
    inside = any(in_base(other, *point) for point in points)
    away = min(max(0.0, outside_base(other, *point)) for point in points)
    assert edge_gap(hull, edge, other) == pytest.approx(0.0 if inside else away, abs=0.03)


@given(hulls, inches, inches)
def test_the_frame_of_a_hull_and_back(hull, x, y):
    assert from_frame(hull, *in_frame(hull, x, y)) == pytest.approx((x, y))


# Sectors


@pytest.mark.parametrize(
    ("x", "y", "quadrants", "diagonals"),
    [
        (20, 10, ("front",), ("front",)),
        (0, 10, ("rear",), ("rear",)),
        (10, 20, ("left",), ("left",)),
        (10, 0, ("right",), ("right",)),
        # A hull of 6 by 4: its diagonals are flatter than 45 degrees, so that its sides are wide.
        (20, 19.9, ("front",), ("left",)),
        (20, 20, ("front", "left"), ("left",)),
        (20, 20.1, ("left",), ("left",)),
        (16, 13.9, ("front",), ("front",)),
        (16, 14, ("front",), ("front", "left")),
        (16, 14.1, ("front",), ("left",)),
        (4, 5.9, ("rear",), ("right",)),
        (10, 10, EDGES, EDGES),
    ],
)
def test_sectors_by_quadrants_and_by_the_corners(x, y, quadrants, diagonals):
    assert sector(tank(), x, y, "quadrants") == quadrants
    assert sector(tank(), x, y, "diagonals") == diagonals


def test_sectors_turn_with_the_hull():
    assert sector(tank(facing=90), 10, 20, "diagonals") == ("front",)
    assert sector(tank(facing=90), 0, 10, "diagonals") == ("left",)


@given(hulls, inches, inches)
@settings(max_examples=examples(66, 600), deadline=None)
def test_the_diagonal_sector_is_the_edge_that_a_line_from_the_middle_leaves_by(hull, x, y):
    found = sector(hull, x, y, "diagonals")
    steps = [from_frame(hull, *(t * k / 400 for t in in_frame(hull, x, y))) for k in range(1, 4001)]
    leaving = next((point for point in steps if not in_base(hull, *point)), None)
    if leaving is not None and len(found) == 1:
        near = {edge: edge_gap(hull, edge, man(*leaving, 0.001)) for edge in EDGES}
        assert near[found[0]] <= min(near.values()) + 0.08


# Contact


@pytest.mark.parametrize(
    ("x", "y", "edges"),
    [
        (13.5, 10, ("front",)),
        (13.55, 10, ("front",)),
        (13.56, 10, ()),
        (13.5, 12, ("front",)),
        (13.3, 12.3, ("front", "left")),
        (10, 12.5, ("left",)),
        (6.5, 10, ("rear",)),
        (10, 7.5, ("right",)),
    ],
)
def test_which_edge_a_round_base_touches(x, y, edges):
    assert touched_edges(tank(), man(x, y)) == edges


@pytest.mark.parametrize(
    ("other", "mine", "theirs"),
    [
        (tank(16, 10), ("front",), ("rear",)),
        (tank(16, 10, 180), ("front",), ("front",)),
        (tank(15, 10, 90), ("front",), ("left",)),
        (tank(15, 10, 270), ("front",), ("right",)),
        (tank(16, 13), ("front",), ("rear",)),
        (tank(16.04, 10), ("front",), ("rear",)),
        (tank(16.06, 10), (), ()),
        # Corner against corner.
        (tank(16, 14), ("front", "left"), ("rear", "right")),
        # Corner against edge: the other stands askew, one of its corners at the middle of the front.
        (tank(13 + 5 / 2**0.5, 10 + 1 / 2**0.5, 45), ("front",), ("left", "rear")),
    ],
)
def test_which_edges_of_two_hulls_touch(other, mine, theirs):
    assert touched_edges(tank(), other) == mine
    assert touched_edges(other, tank()) == theirs


@pytest.mark.parametrize(
    ("line", "edges"),
    [
        (((13, 0), (13, 20)), ("front",)),
        (((13, 11), (20, 11)), ("front",)),
        (((0, 12), (20, 12)), ("left",)),
        (((12, 13), (14, 11)), ("front", "left")),
        (((14, 0), (14, 20)), ()),
    ],
)
def test_which_edge_touches_a_wall(line, edges):
    assert touched_edges(tank(), line) == edges


# Guns


def test_guns_sit_where_their_mount_is():
    hull = tank(facing=90)
    assert mount_point(hull, Mount((1.0, 0.0), 0.5)) == Spot(pytest.approx(10), 13, 1)
    assert mount_point(hull, Mount((0.0, 1.0), 0.5)) == Spot(8, pytest.approx(10), 1)
    assert mount_point(man(5, 5, 1.0), Mount((0.5, 0.0), 1.0)) == Spot(5.5, 5, 1.5)


@pytest.mark.parametrize(
    ("mount", "x", "y", "hits"),
    [
        (Mount((1.0, 0.0), 0.5, 0.0, 45.0), 23, 14.1, True),  # 10 ahead of the muzzle, tan 22.5 is 0.4142
        (Mount((1.0, 0.0), 0.5, 0.0, 45.0), 23, 14.2, False),
        (Mount((0.0, 1.0), 0.5, 90.0, 180.0), 0, 12.0, True),
        (Mount((0.0, 1.0), 0.5, 90.0, 180.0), 0, 11.9, False),
        (Mount((0.0, -1.0), 0.5, 270.0, 180.0), 20, 8.0, True),
        (Mount((0.0, -1.0), 0.5, 270.0, 180.0), 20, 8.1, False),
        (Mount(), 0, 0, True),
    ],
)
def test_a_gun_bears_within_its_arc(mount, x, y, hits):
    assert bears(tank(), mount, Spot(x, y)) == hits
