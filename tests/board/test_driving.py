from itertools import pairwise
from math import hypot

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.board.tables import box, cluttered
from tests.board.twins import depth_in_base, outline, poses, samples
from tests.kit.long import examples
from warbook.board.driving import drive, field, fits, lies_over, rooms
from warbook.board.geometry import Body, Disc, Oblong, Spot, overlap, point_in_polygon, sides, turn_between
from warbook.board.hulls import Leg, in_frame
from warbook.board.terrain import Area, Block, Floor, Table, Wall

QUICK = (Phase.explicit, Phase.reuse, Phase.generate)  # to shrink a drive takes minutes and shows little


def table(**pieces):
    return Table("t", 48, 48, **pieces)


def tank(x=10.0, y=10.0, facing=0.0, length=6.0, width=4.0, z=0.0):
    return Body(Spot(x, y, z), Oblong(length, width), 2.0, facing)


def man(x, y, z=0.0):
    return Body(Spot(x, y, z), Disc(0.5), 1.5)


def driven(*legs, hull=None, bodies=(), through=(), areas=(), over=0.0, leaves=False, **pieces):
    way = [Leg(*leg) for leg in legs]
    return drive(table(**pieces), hull or tank(), way, bodies, through, areas, over, leaves)


def met(drive):
    """What stopped it: the kind, after how many inches, and the edges."""
    contact = drive.contact
    return contact and (contact.kind, pytest.approx(contact.inches, abs=1e-5), contact.mine, contact.theirs)


# Straight on


def test_a_free_way_is_driven_to_its_end():
    way = driven((0, 6), (90, 4), (-90, -2))
    assert way.contact is None
    assert way.inches == 12
    assert (way.end.spot.x, way.end.spot.y, way.end.facing) == pytest.approx((14, 14, 0))
    assert [(round(p.spot.x, 6), round(p.spot.y, 6), p.facing) for p in way.poses] == [
        (10, 10, 0), (16, 10, 0), (16, 10, 90), (16, 14, 90), (16, 14, 0), (14, 14, 0)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("y", "inches"), [(6.4, None), (7.5, 5.0), (10.0, 5.0), (12.5, 5.0), (13.6, None), (7.6, 5.0)]
)
def test_a_hull_as_wide_as_it_is_meets_a_post(y, inches):
    post = Wall("post", ((18, y), (18, y + 0.1)), 3)
    way = driven((0, 10), hull=tank(), walls=(post,))
    if not y + 0.1 > 8 or not y < 12:
        assert way.contact is None
    else:
        assert way.contact.inches == pytest.approx(5.0)
        assert way.end.spot.x == pytest.approx(15)


@pytest.mark.parametrize(("y", "stops"), [(12.0, False), (11.9, True), (8.0, False), (8.1, True)])
def test_a_hull_slides_along_a_wall_and_not_into_it(y, stops):
    wall = Wall("wall", ((0, y), (48, y)), 3)
    assert (driven((0, 10), walls=(wall,)).contact is not None) == stops


@pytest.mark.parametrize(("inches", "stops"), [(4.9, False), (5.0, False), (5.1, True)])
def test_to_come_to_a_wall_is_not_to_meet_it(inches, stops):
    wall = Wall("wall", ((18, 0), (18, 48)), 3)
    assert (driven((0, inches), walls=(wall,)).contact is not None) == stops


def test_nose_to_the_wall_it_can_go_back_but_not_on():
    wall = Wall("wall", ((13, 0), (13, 48)), 3)
    assert driven((0, -5), walls=(wall,)).contact is None
    assert met(driven((0, 5), walls=(wall,))) == ("wall", 0, ("front",), ())


@pytest.mark.parametrize(
    ("legs", "hull", "answer"),
    [
        ([(0, 20)], tank(), ("block", 7, ("front",), ())),
        ([(0, -20)], tank(35, 10, 0), ("block", 7, ("rear",), ())),
        ([(0, 20)], tank(10, 13, 0), ("block", 7, ("front",), ())),
        ([(0, 20)], tank(10, 16, 0), None),
        ([(0, 20)], tank(18, 24, 270), ("block", 7, ("front",), ())),
    ],
)
def test_which_edge_meets_a_block(legs, hull, answer):
    shed = Block("shed", box(20, 6, 5, 8), 3)
    hull = hull if hull.facing != 270 else tank(22, 24, 270)
    assert met(driven(*legs, hull=hull, blocks=(shed,))) == answer


def test_a_corner_is_met_by_the_edge_it_lies_on_and_askew_by_two():
    diamond = Block("diamond", ((20, 10), (23, 7), (26, 10), (23, 13)), 3)
    assert met(driven((0, 20), blocks=(diamond,))) == ("block", 7, ("front",), ())
    slope = Wall("slope", ((14, 14), (22, 6)), 3)
    # The wall leans away: the front's left corner, 2 to the left, comes to it first, at x = 16.
    assert met(driven((0, 20), walls=(slope,))) == ("wall", 3, ("front", "left"), ())


@pytest.mark.parametrize(
    ("other", "answer"),
    [
        (tank(30, 10), ("body", 14, ("front",), ("rear",))),
        (tank(30, 10, 180), ("body", 14, ("front",), ("front",))),
        (tank(30, 10, 90), ("body", 15, ("front",), ("left",))),
        (tank(30, 13.9), ("body", 14, ("front",), ("rear",))),
        (tank(30, 14), None),
        (man(30, 10), ("body", 16.5, ("front",), ())),
        (man(30, 12), ("body", 16.5, ("front",), ())),
        (man(30, 12.3), ("body", 17 - 0.4, ("front", "left"), ())),
        (man(30, 12.5), None),
        (man(30, 10, 2.0), None),
        (man(30, 10, 1.9), ("body", 16.5, ("front",), ())),
        (man(30, 10, -1.5), None),
    ],
)
def test_a_ram_tells_the_edges_of_both(other, answer):
    assert met(driven((0, 20), bodies=[other])) == answer


def test_the_first_of_several_is_met():
    way = driven((0, 20), bodies=[man(30, 10), tank(25, 10), man(30, 9)])
    assert (way.contact.number, way.contact.inches) == (1, pytest.approx(9))


# What is rolled over, and levels


@pytest.mark.parametrize(("height", "stops"), [(0.9, False), (1.0, False), (1.1, True)])
def test_low_walls_are_rolled_over(height, stops):
    wall = Wall("wall", ((18, 0), (18, 48)), height)
    assert (driven((0, 20), walls=(wall,), over=1.0).contact is not None) == stops


@pytest.mark.parametrize(("level", "stops"), [(1.9, True), (2.0, False), (2.1, False)])
def test_a_hull_drives_under_a_floor_that_is_high_enough(level, stops):
    way = driven((0, 20), floors=(Floor("deck", box(20, 5, 5, 10), level),))
    assert (way.contact is not None and way.contact.kind == "floor") == stops


def test_a_door_lets_a_hull_through_and_the_wall_beside_it_does_not():
    gate = Wall("gate", ((18, 8), (18, 12)), 3, door=True)
    assert driven((0, 20), walls=(gate,)).contact is None
    beside = Wall("beside", ((18, 12), (18, 20)), 3)
    assert driven((0, 20), walls=(gate, beside)).contact is None
    assert met(driven((0, 20), hull=tank(10, 10.1), walls=(gate, beside))) == ("wall", 5, ("front",), ())


def test_a_hull_on_a_deck_stops_where_the_deck_ends():
    deck = Floor("deck", box(5, 5, 15, 10), 3)
    more = Floor("more", box(20, 5, 5, 10), 3)
    assert met(driven((0, 20), hull=tank(z=3.0), floors=(deck,))) == ("drop", 10, (), ())
    assert met(driven((0, 20), hull=tank(z=3.0), floors=(deck, more))) == ("drop", 15, (), ())
    assert met(driven((0, 20), hull=tank(z=3.0), floors=(more, deck))) == ("drop", 15, (), ())


def test_the_edge_of_the_table():
    assert met(driven((0, 40))) == ("edge", 35, ("front",), ())
    assert driven((0, 35)).contact is None
    gone = driven((0, 45), leaves=True)
    assert gone.contact is None
    assert gone.end.spot.x == 55


def test_impassable_ground_stops_and_what_came_since_does_too():
    pit = Area("pit", box(20, 5, 5, 10), "impassable")
    assert met(driven((0, 20), areas=(pit,))) == ("ground", 7, ("front",), ())
    way = drive(table(areas=(pit,)), tank(), [Leg(0, 20)])
    assert (way.contact.kind, way.contact.name) == ("ground", "pit")


# Turning


def test_a_turn_sweeps_the_corners():
    # The corners are 3.606 from the middle: a post 3.5 to the left is met by the front's left corner.
    post = Wall("post", ((10, 13.5), (10, 13.6)), 3)
    way = driven((90, 0), walls=(post,))
    assert way.contact.turning
    assert way.contact.inches == 0
    assert 0 < way.end.facing < 90
    assert driven((90, 0), walls=(Wall("post", ((10, 13.7), (10, 13.8)), 3),)).contact is None


@pytest.mark.parametrize(("turn", "stops"), [(29.9, False), (30.1, True), (-29.9, False), (-30.1, True)])
def test_a_turn_stops_at_the_angle_at_which_it_meets(turn, stops):
    # A bar of 6 by 0: its end is 3 from the middle and comes to the wall 1.5 above (below) at 30 degrees.
    hull = Body(Spot(10, 10), Oblong(6, 1e-4), 2.0, 0)
    walls = (Wall("above", ((0, 11.5), (20, 11.5)), 3), Wall("below", ((0, 8.5), (20, 8.5)), 3))
    assert (driven((turn, 0), hull=hull, walls=walls).contact is not None) == stops


def test_flank_to_the_wall_it_cannot_turn_either_way():
    wall = Wall("wall", ((0, 12), (48, 12)), 3)
    for turn in (10, -10):
        way = driven((turn, 0), walls=(wall,))
        assert way.contact.kind == "wall"
        assert way.end.facing == pytest.approx(0, abs=1e-4) or way.end.facing == pytest.approx(360, abs=1e-4)
    assert driven((0, 10), walls=(wall,)).contact is None


def test_after_a_turn_was_stopped_it_can_be_turned_back_but_no_further():
    post = Wall("post", ((10, 13.5), (10, 13.6)), 3)
    stopped = driven((90, 0), walls=(post,)).end
    assert driven((90, 0), hull=stopped, walls=(post,)).end.facing == pytest.approx(stopped.facing, abs=1e-4)
    back = driven((-45, 0), hull=stopped, walls=(post,))
    assert back.contact is None
    assert driven((0, -5), hull=stopped, walls=(post,)).contact is None


# Going through, and over ground


def test_those_driven_through_are_told_in_order_and_once():
    way = driven((0, 10), (30, 8), through=[man(30, 30), man(22, 10), man(16, 11), man(10, 10.1)], bodies=[])
    assert [contact.number for contact in way.met] == [3, 2, 1]
    assert [contact.inches for contact in way.met] == pytest.approx([0, 2.5, 8.5])
    assert way.contact is None


def test_who_stands_behind_what_stops_it_is_not_met():
    way = driven((0, 20), through=[man(16, 10), man(26, 10)], bodies=[tank(23, 10)])
    assert [contact.number for contact in way.met] == [0]
    assert way.contact.inches == pytest.approx(7)


def test_ground_is_told_with_its_stretches():
    road = Area("road", box(0, 0, 48, 48), words=("road",))
    bog = Area("bog", box(20, 9, 4, 2), "difficult")
    way = driven((0, 20), areas=(road, bog))
    by_name = {passage.area.name: passage for passage in way.passes}
    assert by_name["road"].middle == ((0, 20),)
    assert by_name["road"].hull == ((0, 20),)
    assert by_name["bog"].hull == (pytest.approx((7, 17)),)
    assert by_name["bog"].middle == (pytest.approx((10, 14)),)


def test_ground_touched_by_the_flank_alone_is_told_without_the_middle():
    bog = Area("bog", box(20, 11.9, 4, 3), "difficult")
    (passage,) = driven((0, 20), areas=(bog,)).passes
    assert passage.middle == ()
    assert passage.hull == (pytest.approx((7, 17)),)
    assert driven((0, 20), areas=(Area("bog", box(20, 12, 4, 3), "difficult"),)).passes == ()


def test_ground_touched_in_a_turn_is_told():
    bog = Area("bog", box(9, 13.1, 2, 2), "difficult")
    assert driven((0, 3), areas=(bog,)).passes == ()
    (passage,) = driven((0, 0), (90, 0), areas=(bog,)).passes
    assert (passage.hull, passage.middle) == (((0, 0),), ())


def test_where_a_hull_fits():
    shed = Block("shed", box(20, 6, 5, 8), 3)
    field = table(blocks=(shed,))
    assert fits(field, tank(17, 10))
    assert not fits(field, tank(17.1, 10))
    assert not fits(field, tank(22, 10, length=2, width=1))
    assert fits(field, tank(3, 2))
    assert not fits(field, tank(2.9, 2))
    assert not fits(field, tank(-5, 2))
    assert fits(field, tank(10, 10), bodies=[man(13.5, 10)])
    assert not fits(field, tank(10, 10), bodies=[man(13.4, 10)])
    assert not fits(field, tank(10, 10), bodies=[tank(10, 10, length=20, width=20)])
    assert not fits(field, tank(10, 10, z=1.0))


# Against dense sampling


@pytest.mark.parametrize("over", [0.0, 1.5])
@pytest.mark.parametrize("seed", range(3))
def test_room_for_many_is_what_each_is_told(seed, over):
    field, hull = cluttered(seed), tank(length=4.0, width=2.5)
    random = np.random.default_rng(seed)
    wide = (field.width, field.depth, 360.0)
    places = random.uniform((0.0, 0.0, 0.0), wide, (300, 3))
    others = [man(*random.uniform((0.0, 0.0), wide[:2])) for _ in range(5)]
    others.append(tank(*random.uniform((0.0, 0.0), wide[:2]), facing=30.0))
    one_by_one = [
        fits(field, Body(Spot(x, y), hull.base, hull.height, facing), others, over=over)
        for x, y, facing in places.tolist()
    ]
    assert rooms(field, hull, places, others, over=over) == one_by_one
    assert True in one_by_one and False in one_by_one


@given(st.floats(4, 16), st.floats(4, 16), st.floats(0, 360), st.floats(0.5, 5), st.floats(0.5, 3))
@settings(max_examples=100, deadline=None)
def test_a_hull_lies_over_what_dense_sampling_finds_under_it(x, y, facing, long, broad):
    hull, polygon = (
        tank(x, y, facing, 2 * long, 2 * broad),
        ((8.0, 8.0), (12.0, 9.0), (11.0, 12.0), (7.0, 11.0)),
    )
    steps = [k / 30 for k in range(31)]
    inside = np.array([(8.0 + u * 4 - v, 8.0 + u + v * 3) for u in steps for v in steps])  # a parallelogram
    deepest = depth_in_base(hull, inside).max()
    if abs(deepest) > 0.15:
        assert lies_over(hull, polygon) == (deepest > 0)


def stopping_points(field, hull, bodies):
    """Points spread over all that stops a hull on the ground."""
    points = []
    for wall in field.walls:
        if not wall.door and wall.base < hull.height:
            for a, b in pairwise(wall.line):
                points += samples(a, b)
    solid = [block.polygon for block in field.blocks if block.base < hull.height]
    solid += [floor.polygon for floor in field.floors if floor.level < hull.height]
    solid += [area.polygon for area in field.areas if area.ground == "impassable"]
    solid.append(box(0, 0, field.width, field.depth))
    for polygon in solid:
        for a, b in sides(polygon):
            points += samples(a, b)
    for body in bodies:
        points += outline(body, 240)
    return np.array(points)


def done(told):
    """The legs that were driven, from where the hull stood."""
    return [
        Leg(turn_between(a.facing, b.facing), 0.0)
        if a.spot == b.spot
        else Leg(0.0, round(in_frame(a, b.spot.x, b.spot.y)[0], 9))
        for a, b in pairwise(told.poses)
    ]


placed = st.tuples(st.floats(3, 21), st.floats(3, 21), st.floats(0, 360))
legs = st.lists(st.builds(Leg, st.floats(-120, 120), st.floats(-8, 8)), min_size=1, max_size=3)
standing = st.lists(
    st.builds(
        Body,
        st.builds(Spot, st.floats(2, 22), st.floats(2, 22)),
        st.floats(0.4, 1.2).map(Disc) | st.builds(Oblong, st.floats(1, 4), st.floats(0.5, 2)),
        st.just(1.5),
        st.floats(0, 360),
    ),
    max_size=4,
)


@given(st.integers(0, 30), placed, st.floats(1.5, 5), st.floats(0.8, 2.5), legs, standing)
@settings(max_examples=examples(83, 750), deadline=None, phases=QUICK)
def test_a_way_meets_what_dense_sampling_meets(seed, place, length, width, way, bodies):
    field = cluttered(seed, pieces=2)
    hull = Body(Spot(place[0], place[1]), Oblong(length, width), 2.0, place[2])
    bodies = [body for body in bodies if not overlap(hull, body)]
    if not fits(field, hull, bodies):
        return
    told = drive(field, hull, way, bodies)
    points = stopping_points(field, hull, bodies)
    for _, pose in poses(hull, done(told)):
        assert depth_in_base(pose, points).max() < 2e-3
    stop = told.contact
    if stop is None:
        assert told.inches == pytest.approx(sum(abs(leg.inches) for leg in way))
    else:
        # Points lie 0.02 apart.
        assert depth_in_base(told.end, points).max() > -0.02
        assert stop.mine


@given(st.integers(0, 30), placed, st.lists(legs, max_size=6), standing)
@settings(max_examples=examples(50, 450), deadline=None, phases=QUICK)
def test_what_stops_many_ways_is_what_stops_each(seed, place, ways, bodies):
    hull = Body(Spot(place[0], place[1]), Oblong(3.0, 1.5), 2.0, place[2])
    crowd = field(cluttered(seed, pieces=2), hull, [body for body in bodies if not overlap(hull, body)])
    stops = [crowd.drive(way).contact for way in ways]
    assert crowd.stoppers(ways) == [
        None if stop is None or stop.turning else (stop.kind, stop.name, stop.number) for stop in stops
    ]


@given(placed, legs)
@settings(max_examples=100, deadline=None, phases=QUICK)
def test_the_ground_passed_is_what_dense_sampling_passes(place, way):
    bog = Area("bog", ((20, 18), (30, 16), (26, 22), (31, 30), (22, 27)), "difficult")
    hull = Body(Spot(place[0] + 12, place[1] + 12), Oblong(4, 2), 2.0, place[2])
    told = drive(table(areas=(bog,)), hull, way)
    edge = np.array([p for a, b in sides(bog.polygon) for p in samples(a, b)])
    spans, middles = (told.passes[0].hull, told.passes[0].middle) if told.passes else ((), ())
    if not told.inches:
        return
    for gone, pose in poses(hull, done(told)):
        inside = point_in_polygon(pose.spot.x, pose.spot.y, bog.polygon)
        deep = depth_in_base(pose, edge).max()
        if inside or deep > 1e-3:
            assert any(begin - 1e-3 <= gone <= end + 1e-3 for begin, end in spans)
        elif any(begin + 1e-3 < gone < end - 1e-3 for begin, end in spans):
            assert deep > -0.02  # points lie 0.02 apart
        told_inside = any(begin + 1e-6 < gone < end - 1e-6 for begin, end in middles)
        assert inside == told_inside or any(
            abs(gone - cut) < 1e-3 for span in (*middles, (0.0, told.inches)) for cut in span
        )


def test_a_way_that_only_turns_has_no_length():
    way = driven((45, 0), (45, 0))
    assert way.inches == 0
    assert way.end.facing == 90
    assert hypot(way.end.spot.x - 10, way.end.spot.y - 10) == 0
