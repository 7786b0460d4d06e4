from math import cos, hypot, radians, sin

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.board.twins import in_base, outline, sampled_gap
from warbook.board.geometry import (
    Arc,
    Body,
    Disc,
    Oblong,
    Spot,
    bearing,
    distance,
    flat_gap,
    gap,
    in_arc,
    overlap,
    point_in_polygon,
    touching,
    turn_towards,
)
from warbook.board.shapes import inside_any

inches = st.floats(-6, 6).map(lambda x: round(x, 3))
bases = st.one_of(
    st.floats(0.3, 2).map(Disc),
    st.tuples(st.floats(0.5, 5), st.floats(0.5, 3)).map(lambda s: Oblong(*s)),
)
bodies = st.builds(
    Body, st.builds(Spot, inches, inches), bases, st.just(1.5), st.floats(0, 360).map(lambda a: round(a, 1))
)


@given(bodies, bodies)
@settings(max_examples=80, deadline=None)
def test_the_gap_is_the_least_distance_between_the_outlines(a, b):
    # Outline points lie at most 0.21 apart, so a sampled gap is at most that much too large.
    assert flat_gap(a, b) == pytest.approx(sampled_gap(a, b), abs=0.11)
    assert flat_gap(a, b) <= sampled_gap(a, b) + 1e-9 or sampled_gap(a, b) == 0
    assert flat_gap(a, b) == pytest.approx(flat_gap(b, a), abs=1e-9)


@given(bodies, bodies)
@settings(max_examples=80, deadline=None)
def test_bases_overlap_when_one_reaches_into_the_other(a, b):
    reaches = any(in_base(b, *p) for p in [*outline(a, 60), (a.spot.x, a.spot.y)]) or any(
        in_base(a, *p) for p in [*outline(b, 60), (b.spot.x, b.spot.y)]
    )
    if reaches:
        assert overlap(a, b)
    elif flat_gap(a, b) > 0:
        assert not overlap(a, b)


def disc(x, y, z=0.0, radius=0.5, height=1.5):
    return Body(Spot(x, y, z), Disc(radius), height)


def test_a_gap_counts_the_difference_in_height():
    assert flat_gap(disc(0, 0), disc(4, 0, 4)) == 3
    assert gap(disc(0, 0), disc(4, 0, 4)) == 5


def test_corners_facing_each_other_are_measured_corner_to_corner():
    tank = Body(Spot(0, 0), Oblong(4, 2), 2)
    other = Body(Spot(6, 5), Oblong(2, 4), 2)
    assert flat_gap(tank, other) == pytest.approx(hypot(3, 2))


def test_a_turned_oblong_reaches_with_its_length():
    tank = Body(Spot(0, 0), Oblong(4, 2), 2, facing=90)
    assert flat_gap(tank, disc(3, 0)) == pytest.approx(1.5)
    assert flat_gap(tank, disc(0, 3)) == pytest.approx(0.5)


def test_touching_bases_do_not_overlap_but_are_in_contact():
    assert not overlap(disc(0, 0), disc(1, 0))
    assert touching(disc(0, 0), disc(1.04, 0))
    assert not touching(disc(0, 0), disc(1.06, 0))
    assert touching(disc(0, 0), disc(1, 0, 2))
    assert not touching(disc(0, 0), disc(1, 0, 2.1))


def test_a_body_above_the_head_of_another_does_not_overlap_it():
    assert overlap(disc(0, 0, 0, height=1.5), disc(0.2, 0, 1.4))
    assert not overlap(disc(0, 0, 0, height=1.5), disc(0.2, 0, 1.5))
    assert not overlap(disc(0.2, 0, 1.5), disc(0, 0, 0, height=1.5))


def test_distance_runs_from_centre_to_centre():
    assert distance(Spot(0, 0, 0), Spot(2, 3, 6)) == 7


@pytest.mark.parametrize(("to", "degrees"), [((1, 0), 0), ((0, 1), 90), ((-1, 0), 180), ((0, -1), 270)])
def test_bearings_turn_left_from_east(to, degrees):
    assert bearing(Spot(0, 0), Spot(*to)) == pytest.approx(degrees)


@pytest.mark.parametrize(
    ("facing", "width", "target", "inside"),
    [
        (0, 90, (1, 1), True),
        (0, 90, (1, 1.01), False),
        (350, 90, (1, 0.5), True),
        (350, 90, (1, 1), False),
        (180, 180, (0, 1), True),
        (180, 180, (0.01, 1), False),
        (90, 270, (0.99, -1), False),
        (90, 270, (1.01, -1), True),
        (90, 360, (0, -1), True),
    ],
)
def test_an_arc_includes_its_sides(facing, width, target, inside):
    assert in_arc(Spot(0, 0), facing, width, Spot(*target)) is inside
    assert Arc(Spot(0, 0), facing, width).holds(*target) is inside


@given(inches, inches, st.floats(0, 360), st.floats(1, 360), st.floats(0.01, 60), st.sampled_from((-1, 1)))
def test_an_arc_agrees_with_its_twin_everywhere_and_at_its_sides(x, y, facing, width, away, side):
    viewer = Spot(x, y)
    arc = Arc(viewer, facing, width)
    for turn in (
        0.0,
        width / 2 - 0.01,
        width / 2 - 1e-8,
        width / 2,
        width / 2 + 1e-8,
        width / 2 + 0.01,
        180.0,
    ):
        ahead = radians(facing + side * turn)
        target = Spot(x + away * cos(ahead), y + away * sin(ahead))
        assert arc.holds(target.x, target.y) is in_arc(viewer, facing, width, target)
    assert arc.holds(x, y)


def test_one_turns_the_short_way_and_no_further_than_allowed():
    assert turn_towards(350, 20, 90) == 20
    assert turn_towards(350, 20, 10) == 0
    assert turn_towards(20, 350, 10) == 10
    assert turn_towards(0, 180, 45) == 45


def test_a_concave_polygon_leaves_out_its_notch():
    notch = ((0, 0), (4, 0), (4, 4), (2, 1), (0, 4))
    assert point_in_polygon(2, 0.5, notch)
    assert not point_in_polygon(2, 2, notch)
    assert point_in_polygon(0.5, 2, notch)


@given(st.lists(st.tuples(st.integers(-1, 9), st.integers(-1, 9)), min_size=1, max_size=40))
def test_many_points_lie_inside_the_outlines_that_each_by_itself_does(places):
    notched = ((0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (4.0, 3.0), (0.0, 8.0))
    slanted = ((5.0, 5.0), (8.5, 7.0), (6.0, 8.5))
    points = np.array([(x + 0.3, y + 0.2) for x, y in places])
    alone = [any(point_in_polygon(x, y, each) for each in (notched, slanted)) for x, y in points]
    assert inside_any(points, (notched, slanted)).tolist() == alone


def test_a_body_survives_being_written_down():
    body = Body(Spot(1, 2, 3), Oblong(4, 2), 2.5, 45)
    assert msgspec.json.decode(msgspec.json.encode(body), type=Body) == body
