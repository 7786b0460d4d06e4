from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.long import examples
from warbook.board.bodies import Crowd, body_rows, flat_gaps, nearest_gap
from warbook.board.geometry import Body, Disc, Oblong, Spot, flat_gap, gap, overlap

inches = st.floats(0, 8).map(lambda x: round(x, 2))
spots = st.builds(Spot, inches, inches, st.sampled_from([0.0, 1.0, 3.0]))
discs = st.floats(0.4, 1.5).map(lambda r: Disc(round(r, 2)))
bases = discs | st.builds(Oblong, st.floats(1, 5), st.floats(0.8, 3))
models = st.builds(Body, spots, discs, st.sampled_from([1.2, 2.0]))
bodies = st.builds(Body, spots, bases, st.sampled_from([1.2, 2.5]), st.floats(0, 360))


@given(st.lists(bodies, max_size=5), models, st.floats(0.1, 3))
@settings(max_examples=examples(100, 900), deadline=None)
def test_a_crowd_is_asked_what_each_of_it_would_be(crowd, model, within):
    there = Crowd(crowd)
    assert there.overlaps(model) == any(overlap(model, each) for each in crowd)
    assert there.within(model, within) == any(gap(model, each) < within for each in crowd)


@given(st.lists(models, min_size=1, max_size=4), st.lists(bodies, min_size=1, max_size=4))
@settings(max_examples=examples(66, 600), deadline=None)
def test_gaps_of_many_are_those_of_each_pair(own, others):
    found = flat_gaps(body_rows(own), body_rows(others))
    for one, row in zip(own, found.tolist(), strict=True):
        for other, apart in zip(others, row, strict=True):
            assert abs(apart - flat_gap(one, other)) < 1e-9
    nearest = min(gap(one, other) for one in own for other in others)
    assert abs(nearest_gap(body_rows(own), body_rows(others)) - nearest) < 1e-9


def test_who_asks_often_makes_the_rows_once():
    rows = body_rows([Body(Spot(1, 2), Disc(0.5), 1.2)])
    assert body_rows(rows) is rows
