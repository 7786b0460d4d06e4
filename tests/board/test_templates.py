from math import cos, radians, sin

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.board.twins import outline
from tests.kit.long import examples
from warbook.board.geometry import Body, Disc, Oblong, Spot
from warbook.board.templates import (
    Blast,
    Strip,
    Teardrop,
    covers,
    drops_over,
    outside,
    points_under,
    scatter,
)

inches = st.floats(-5, 5).map(lambda x: round(x, 3))
angles = st.floats(0, 360).map(lambda a: round(a, 1))
spots = st.builds(Spot, inches, inches)
templates = st.one_of(
    st.builds(Blast, spots, st.floats(0.5, 3)),
    st.builds(Teardrop, spots, angles),
    st.builds(Strip, spots, angles, st.floats(2, 8), st.floats(0.5, 3)),
)
bases = st.one_of(
    st.floats(0.3, 1.5).map(Disc),
    st.tuples(st.floats(0.5, 4), st.floats(0.5, 2)).map(lambda s: Oblong(*s)),
)
bodies = st.builds(Body, spots, bases, st.just(1.5), angles)


def under(template, x, y):
    """Whether a point lies under the template, from the shape's description alone."""
    if isinstance(template, Blast):
        return (x - template.centre.x) ** 2 + (y - template.centre.y) ** 2 <= template.radius**2
    origin = template.tip if isinstance(template, Teardrop) else template.start
    c, s = cos(radians(template.facing)), sin(radians(template.facing))
    along = (x - origin.x) * c + (y - origin.y) * s
    across = (y - origin.y) * c - (x - origin.x) * s
    if isinstance(template, Strip):
        return 0 <= along <= template.length and abs(across) <= template.width / 2
    end = template.width / 2
    straight = template.length - end
    # Circles growing from the tip to the round end.
    return any(
        (along - straight * k / 400) ** 2 + across**2 <= (end * k / 400) ** 2 + 1e-12 for k in range(401)
    )


def inside_points(body):
    """Points over the whole base: its outline drawn at several sizes."""
    for share in (0.001, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0):
        base = body.base
        if isinstance(base, Disc):
            smaller = Disc(base.radius * share)
        else:
            smaller = Oblong(base.length * share, base.width * share)
        yield from outline(Body(body.spot, smaller, 1, body.facing), 24)


@given(templates, bodies)
@settings(max_examples=examples(50, 450), deadline=None)
def test_a_template_covers_what_dense_sampling_says(template, body):
    hits = [under(template, x, y) for x, y in inside_points(body)]
    answer = covers(template, body)
    if answer == "no":
        assert not any(hits)
    if answer == "wholly":
        # The sampled teardrop is a little too small between its circles.
        missed = [p for p, hit in zip(inside_points(body), hits, strict=True) if not hit]
        assert all(outside(template, *p) > -0.02 for p in missed)
    if all(hits):
        assert answer != "no"
    if answer == "partly":
        edge = [outside(template, x, y) for x, y in inside_points(body)]
        assert max(edge) > -0.05
        assert min(edge) < 0.15


@pytest.mark.parametrize(
    ("x", "answer"), [(0.5, "wholly"), (0.51, "partly"), (1.49, "partly"), (1.5, "no"), (2, "no")]
)
def test_a_blast_marker_and_a_round_base(x, answer):
    assert covers(Blast(Spot(0, 0), 1.0), Body(Spot(x, 0), Disc(0.5), 1.5)) == answer


@pytest.mark.parametrize(
    ("x", "y", "answer"),
    [
        (6.75, 0, "wholly"),
        (8.49, 0, "partly"),
        (8.51, 0, "no"),
        (0, 0, "partly"),
        (-0.1, 0.5, "no"),
        (4, 1, "partly"),
    ],
)
def test_a_flame_starts_at_a_point_and_ends_round(x, y, answer):
    assert covers(Teardrop(Spot(0, 0), 0), Body(Spot(x, y), Disc(0.5), 1.5)) == answer


def test_a_flame_is_turned_by_its_facing():
    flame = Teardrop(Spot(10, 10), 90)
    assert covers(flame, Body(Spot(10, 16), Disc(0.5), 1.5)) == "wholly"
    assert covers(flame, Body(Spot(16, 10), Disc(0.5), 1.5)) == "no"


def test_who_stands_much_higher_is_spared():
    above = Body(Spot(0, 0, 3.1), Disc(0.5), 1.5)
    assert covers(Blast(Spot(0, 0), 2), above) == "no"
    assert covers(Blast(Spot(0, 0), 2), above, max_rise=4) == "wholly"


def test_a_strip_clips_a_long_base_whose_corners_all_stay_outside():
    tank = Body(Spot(3, 0), Oblong(1, 6), 2)
    assert covers(Strip(Spot(0, 0), 0, 6, 1), tank) == "partly"


def drop_rows(drops):
    """Each teardrop as a row: the tip, the cosine and sine of the facing, the length and the width."""
    found = [(drop, radians(drop.facing)) for drop in drops]
    rows = [(d.tip.x, d.tip.y, d.tip.z, cos(turn), sin(turn), d.length, d.width) for d, turn in found]
    return np.array(rows).reshape(-1, 7)


@given(st.lists(st.builds(Teardrop, spots, angles), max_size=4), st.lists(bodies, max_size=4))
@settings(max_examples=examples(66, 600), deadline=None)
def test_many_flames_at_once_cover_what_each_covers(drops, there):
    rows = drop_rows(drops)
    found = drops_over(rows, there)
    assert found.tolist() == [[covers(drop, body) != "no" for body in there] for drop in drops]
    points = [(body.spot.x, body.spot.y) for body in there]
    inside = [sum(outside(drop, *point) <= 0.0 for point in points) for drop in drops]
    assert points_under(rows, points).tolist() == inside


def test_what_scatters_stays_on_the_table():
    assert scatter(Spot(10, 10, 3), 90, 4, 48, 48) == Spot(10, 14, 3)
    assert scatter(Spot(10, 46), 90, 4, 48, 48) == Spot(10, 48)
    assert scatter(Spot(1, 10), 180, 4, 48, 48) == Spot(0, 10)
