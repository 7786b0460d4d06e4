import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.board.tables import box, cluttered
from tests.board.twins import ray_is_free, seen_fraction
from tests.kit.long import examples
from warbook.board.geometry import Body, Disc, Oblong, Spot
from warbook.board.sight import Sight, half_width, sight_of
from warbook.board.terrain import Area, Block, Floor, Table, Wall

EYE = (5.0, 12.0, 1.2)


def man(x, y, z=0.0):
    return Body(Spot(x, y, z), Disc(0.5), 1.6)


def table(**pieces):
    return Table("t", 24, 24, **pieces)


def cloud(x, y, radius, low, high):
    return Body(Spot(x, y, low), Disc(radius), high - low)


def seen(body, eye=EYE, screens=(), **pieces):
    return Sight(table(**pieces)).fraction(eye, body, screens)


def test_nothing_in_between_hides_nothing():
    assert seen(man(15, 12)) == 1.0


def test_a_block_hides_what_stands_behind_it_and_not_what_stands_beside():
    shed = Block("shed", box(9, 10, 2, 4), 3)
    assert seen(man(15, 12), blocks=(shed,)) == 0.0
    assert seen(man(15, 20), blocks=(shed,)) == 1.0
    assert seen(man(7, 12), blocks=(shed,)) == 1.0


def test_a_corner_hides_one_side():
    shed = Block("shed", box(9, 12, 2, 4), 3)
    assert seen(man(15, 12), blocks=(shed,)) == 0.5


@pytest.mark.parametrize(
    ("height", "share"), [(0.15, 1.0), (0.4, 0.75), (0.9, 0.5), (1.05, 0.25), (1.4, 0.0)]
)
def test_a_wall_close_to_the_target_hides_it_from_the_feet_up(height, share):
    wall = Wall("wall", ((14.4, 8), (14.4, 16)), height)
    assert seen(man(15, 12), walls=(wall,)) == share


def test_a_door_blocks_sight():
    assert seen(man(15, 12), walls=(Wall("gate", ((10, 8), (10, 16)), 4, door=True),)) == 0.0


def test_a_wall_with_a_base_can_be_seen_under():
    assert seen(man(15, 12), walls=(Wall("banner", ((10, 8), (10, 16)), 4, base=2),)) == 1.0


def test_one_sees_under_a_block_that_hangs():
    assert seen(man(15, 12), blocks=(Block("bridge", box(9, 8, 2, 8), 1, base=2),)) == 1.0


def test_a_floor_hides_who_is_below_from_who_is_above():
    deck = Floor("deck", box(10, 8, 10, 8), 3)
    assert seen(man(15, 12), eye=(12.0, 12.0, 6.0), floors=(deck,)) == 0.0
    assert seen(man(15, 12), floors=(deck,)) == 1.0
    assert seen(man(15, 12, 3), floors=(deck,), eye=(12.0, 12.0, 4.2)) == 1.0


def test_a_shelter_caps_what_is_seen_from_outside_only():
    wood = Area("wood", box(12, 10, 6, 4), shelter=0.5)
    assert seen(man(15, 12), areas=(wood,)) == 0.5
    assert seen(man(15, 12), areas=(wood,), eye=(13.0, 12.0, 1.2)) == 1.0
    assert seen(man(15, 12, 3), areas=(wood,)) == 1.0
    assert seen(man(20, 12), areas=(wood,)) == 1.0


def test_smoke_hides_what_is_behind_it_up_to_its_height():
    assert seen(man(15, 12), screens=[cloud(10, 12, 2, 0, 3)]) == 0.0
    assert seen(man(15, 12), screens=[cloud(10, 12, 2, 2, 5)]) == 1.0
    assert seen(man(15, 12), screens=[cloud(10, 16, 2, 0, 3)]) == 1.0


def test_one_line_straight_down_is_stopped_by_a_floor():
    sight = Sight(table(floors=(Floor("deck", box(10, 8, 10, 8), 3),)))
    assert not sight.clear((12, 12, 5), (12, 12, 1))
    assert sight.clear((12, 12, 2.9), (12, 12, 1))
    assert sight.clear((5, 5, 5), (5, 5, 1))


def test_an_oblong_shows_its_length_from_the_side():
    tank = Body(Spot(10, 10), Oblong(4, 2), 2, facing=0)
    assert half_width(tank, 10, 0) == pytest.approx(2)
    assert half_width(tank, 0, 10) == pytest.approx(1)


def hull(x, y, facing=0.0, length=4.0, width=2.0, z=0.0, height=3.0):
    return Body(Spot(x, y, z), Oblong(length, width), height, facing)


# Screens: what comes and goes beside the table


@pytest.mark.parametrize(
    ("screen", "share"),
    [
        (hull(10, 12), 0.0),
        (hull(10, 12, 90), 0.0),
        (hull(10, 18), 1.0),
        (hull(10, 13.0), 0.5),  # its right flank lies on the line to the middle
        (hull(10, 12, height=0.1), 1.0),
        (hull(10, 12, z=3.0), 1.0),
        (man(10, 12), 0.0),
        (man(10, 13), 1.0),
    ],
)
def test_a_hull_or_a_body_may_stop_sight(screen, share):
    assert seen(man(15, 12), screens=[screen]) == share


def test_a_wreck_hides_like_a_block_of_its_shape():
    shed = Block("shed", box(9, 10, 2, 3), 1.1)
    wreck = hull(10, 11.5, 90, 3.0, 2.0, height=1.1)
    for target in (man(15, 12), man(15, 13.3), man(14, 9.8), man(12, 12)):
        assert seen(target, screens=[wreck]) == seen(target, blocks=(shed,))


def test_an_area_that_came_since_shelters_and_the_table_is_not_looked_over_again():
    crater = Area("crater", box(13, 10, 4, 4), "difficult", 0.5)
    plain = sight_of(table())
    assert plain.with_areas([crater]).fraction(EYE, man(15, 12)) == 0.5
    assert plain.with_areas([crater]).fraction((14.0, 12.0, 1.2), man(15, 12)) == 1.0
    assert plain.fraction(EYE, man(15, 12)) == 1.0
    assert seen(man(15, 12), areas=(crater,)) == 0.5


def test_how_much_each_screen_hides_whatever_the_others_do():
    sight = sight_of(table(blocks=(Block("shed", box(7, 8, 1, 8), 5),)))
    shares = sight.hidden_by(EYE, man(15, 12), [man(12, 12), hull(12, 14.0), hull(12, 20), man(13, 12.5)])
    assert shares[0] == 1.0
    assert shares[1] == 0.0
    assert shares[2] == 0.0
    assert shares[3] == 0.5


bodies_between = st.builds(
    Body,
    st.builds(Spot, st.floats(4, 20), st.floats(4, 20), st.sampled_from([0.0, 0.5])),
    st.floats(0.4, 2).map(Disc) | st.builds(Oblong, st.floats(1, 5), st.floats(0.5, 3)),
    st.floats(0.5, 3),
    st.floats(0, 360),
)


@given(
    st.tuples(st.floats(1, 23), st.floats(1, 3)),
    st.tuples(st.floats(1, 23), st.floats(21, 23)),
    bodies_between,
)
@settings(max_examples=60, deadline=None)
def test_screens_hide_what_stepping_along_the_lines_says(viewer, target, screen):
    eye, body = (*viewer, 1.2), man(*target)
    share = sight_of(table()).fraction(eye, body, [screen])
    # Stepping along a line may miss a graze: then it sees a sixteenth more here or there.
    stepped = seen_fraction(table(), eye, body, [screen])
    assert share <= stepped <= share + 2 / 16
    assert sight_of(table()).hidden_by(eye, body, [screen]) == [1 - share]


# Off the lattice of the tables, so that no ray runs along an outline.
places = st.tuples(st.floats(0.5, 23.4), st.floats(0.5, 23.4)).map(lambda p: (p[0] + 0.01371, p[1] + 0.02113))
smokes = st.lists(
    st.builds(cloud, st.floats(2, 20), st.floats(2, 20), st.floats(0.5, 2), st.just(0.0), st.floats(1, 4)),
    max_size=1,
)


@given(st.integers(0, 40), places, st.sampled_from([0.4, 1.2, 4.3, 6.0]), places, st.sampled_from([0, 1, 3]))
@settings(max_examples=examples(100, 900), deadline=None)
def test_the_compiled_rays_equal_the_plain_ones(seed, viewer, eye_height, target, level):
    field = cluttered(seed)
    eye, body = (*viewer, eye_height), man(*target, level)
    assert sight_of(field).fraction(eye, body) == seen_fraction(field, eye, body)


@given(st.integers(0, 40), places, places, smokes)
@settings(max_examples=60, deadline=None)
def test_a_single_line_equals_the_plain_one(seed, viewer, target, smoke):
    field = cluttered(seed)
    eye, end = (*viewer, 1.2), (*target, 0.7)
    free = Sight(field).clear(eye, end, smoke)
    # The plain one samples smoke, so that it may miss a graze.
    assert free == ray_is_free(field, eye, end, smoke) or (smoke and not free)


@given(st.integers(0, 40), places, places)
@settings(max_examples=12, deadline=None)
def test_sixteen_rays_come_close_to_very_many(seed, viewer, target):
    field = cluttered(seed, pieces=2)
    eye, body = (*viewer, 1.2), man(*target)
    # Each of the sixteen stands for a cell; two outlines may each cut through a row or a column of four.
    assert Sight(field).fraction(eye, body) == pytest.approx(
        seen_fraction(field, eye, body, across=60, up=60), abs=0.25
    )


def test_batches_say_what_single_questions_say():
    field = cluttered(7)
    sight = sight_of(field)
    rng = np.random.default_rng(1)
    eyes = np.column_stack((rng.uniform(0, 24, (30, 2)), np.full(30, 1.2)))
    bodies = np.column_stack(
        (rng.uniform(0, 24, (30, 2)), np.zeros(30), np.full(30, 0.5), np.full(30, 1.6), np.zeros(30))
    )
    smoke = [cloud(12.0, 12.0, 3.0, 0.0, 4.0)]
    table_of = sight.fractions(eyes, bodies, smoke)
    single = [
        [sight.fraction(tuple(e), man(b[0], b[1]), smoke) for b in bodies.tolist()] for e in eyes.tolist()
    ]
    assert table_of.tolist() == single
    assert sight.fraction_pairs(eyes, bodies, smoke).tolist() == np.diag(table_of).tolist()
    assert 0 < table_of.mean() < 1
    for eye, row in zip(eyes.tolist(), table_of, strict=True):
        for begin in range(0, 30, 3):
            some = slice(begin, begin + 3)
            assert sight.any_seen(tuple(eye), bodies[some], smoke) == bool((row[some] > 0.0).any())


@given(st.integers(0, 40), places, st.lists(places, max_size=4), smokes)
@settings(max_examples=100, deadline=None)
def test_several_lines_at_once_say_what_each_says(seed, viewer, targets, smoke):
    sight, eye = sight_of(cluttered(seed)), (*viewer, 1.2)
    points = np.array([(*target, 0.6) for target in targets]).reshape(-1, 3)
    each = [sight.clear(eye, tuple(point), smoke) for point in points.tolist()]
    assert sight.any_clear(eye, points, smoke) == any(each)


def test_the_sight_of_a_table_is_compiled_once():
    field = cluttered(3)
    assert sight_of(field) is sight_of(field)
    assert sight_of(cluttered(4)) is not sight_of(field)
