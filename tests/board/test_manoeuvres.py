from itertools import product
from math import cos, hypot, inf, radians, sin

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.board.tables import box, cluttered
from warbook.board.driving import drive, fits
from warbook.board.geometry import Body, Disc, Oblong, Spot
from warbook.board.hulls import Leg
from warbook.board.manoeuvres import Handling, ends
from warbook.board.terrain import Area, Block, Table, Wall

GAS = Handling(6.0, turns=2, before_turn=(1.0, 3.0))
ANYWHERE = Handling(6.0, turns=2, most_turn=180.0, turn_step=30.0, reverse=True)


def tank(x=24.0, y=24.0, facing=0.0):
    return Body(Spot(x, y), Oblong(4, 2), 2.0, facing)


def stands(found, x, y, facing):
    """What it costs to end there; None if that is no end."""
    for (ex, ey, turned), cost in zip(found.hulls.tolist(), found.cost.tolist(), strict=True):
        if hypot(ex - x, ey - y) < 1e-6 and abs((turned - facing + 180) % 360 - 180) < 1e-6:
            return pytest.approx(cost)
    return None


def test_without_turns_one_goes_straight():
    found = ends(Table("t", 48, 48), tank(), Handling(6.0))
    assert found.hulls.tolist() == [[24 + k, 24, 0] for k in range(7)]
    assert found.cost.tolist() == list(range(7))
    assert [found.legs(k) for k in (0, 6)] == [(), (Leg(0, 6),)]


def test_backwards_only_where_it_is_allowed():
    assert stands(ends(Table("t", 48, 48), tank(), Handling(3.0)), 21, 24, 0) is None
    assert stands(ends(Table("t", 48, 48), tank(), Handling(3.0, reverse=True)), 21, 24, 0) == 3


def test_the_last_turn_may_end_the_way():
    ending = Handling(6.0, turns=2, before_turn=(1.0, 3.0), last_turn_ends=True)
    aside = 2 * cos(radians(45))
    for handling, goes_on in ((GAS, True), (ending, False)):
        found = ends(Table("t", 48, 48), tank(), handling)
        assert stands(found, 26 + aside, 24 + aside, 90) == 4, "the second turn itself"
        assert (stands(found, 26 + aside, 25 + aside, 90) is not None) is goes_on


def test_a_turn_needs_a_run_that_is_neither_too_short_nor_too_long():
    found = ends(Table("t", 48, 48), tank(), GAS)
    up = sin(radians(45)), cos(radians(45))
    assert stands(found, 24 + 2 + 4 * up[1], 24 + 4 * up[0], 45) == 6
    assert stands(found, 24 + 2 + 4 * up[1], 24 + 4 * up[0], 60) is None
    assert stands(found, 24, 24, 45) is None
    assert stands(found, 24 + 3, 24, 45) == 3
    assert stands(found, 24 + 4, 24, 45) is None
    # 2, turn, 3, turn, 1.
    x, y = 26 + 3 * up[1], 24 + 3 * up[0]
    assert stands(found, x, y + 1, 90) == 6


@pytest.mark.parametrize(("x", "furthest"), [(31.0, 5.0), (31.9, 5.9), (32.0, 6.0)])
def test_the_furthest_end_is_at_what_stops_the_hull(x, furthest):
    wall = Wall("wall", ((x, 0), (x, 48)), 3)
    found = ends(Table("t", 48, 48, walls=(wall,)), tank(), Handling(6.0))
    assert found.cost.max() == pytest.approx(furthest)


def test_bodies_and_what_came_since_stand_in_the_way():
    field = Table("t", 48, 48)
    man = Body(Spot(30, 24), Disc(0.5), 1.5)
    assert ends(field, tank(), Handling(6.0), bodies=[man]).cost.max() == pytest.approx(3.5)
    crater = Area("crater", box(29, 20, 4, 8), "impassable")
    assert ends(field, tank(), Handling(6.0), areas=[crater]).cost.max() == pytest.approx(3)


def test_the_nearest_end_and_the_one_that_faces_a_way():
    found = ends(Table("t", 48, 48), tank(), ANYWHERE)
    assert found.hull(found.nearest(29.2, 24.1, 0)).spot == Spot(29, 24)
    assert found.hull(found.nearest(29.2, 24.1, 88)).facing == pytest.approx(90)
    assert found.hull(found.nearest(24, 24)) == tank()


def looked_over(field, hull, handling, bodies):
    """Every way of the handling in steps, driven one by one: where it may end, and the least it costs."""
    angles = [handling.turn_step * k for k in range(-3, 4) if k]
    steps = [handling.step * k for k in range(int(handling.allowance / handling.step) + 1)]
    least, most = handling.before_turn
    found = {}
    for turns in range(handling.turns + 1):
        for first, *more in product(steps, *[steps] * turns):
            runs = (first, *more)
            if sum(runs) > handling.allowance or any(not least <= run <= most for run in runs[:-1]):
                continue
            for bends in product(angles, repeat=turns):
                legs = [Leg(0, first), *(Leg(bend, run) for bend, run in zip(bends, more, strict=True))]
                way = drive(field, hull, legs, bodies)
                if way.contact is None:
                    end = way.end
                    key = round(end.spot.x, 4), round(end.spot.y, 4), round(end.facing, 3) % 360
                    found[key] = min(found.get(key, inf), way.inches)
    return found


@given(st.integers(0, 30), st.floats(5, 19), st.floats(5, 19), st.floats(0, 359), st.booleans())
@settings(max_examples=25, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
def test_ends_are_those_of_all_ways_driven_one_by_one(seed, x, y, facing, beside):
    field, hull = cluttered(seed, pieces=1), Body(Spot(x, y), Oblong(3, 1.5), 2.0, facing)
    bodies = [Body(Spot(12, 12), Disc(0.8), 1.5)] if beside else []
    handling = Handling(4.0, turns=1, before_turn=(1.0, 3.0))
    if not fits(field, hull, bodies):
        return
    found = ends(field, hull, handling, bodies)
    # Each end is an end: the way to it is free and leads there.
    for index in range(0, len(found.cost), 7):
        way = drive(field, hull, found.legs(index), bodies)
        assert way.contact is None
        assert (way.end.spot.x, way.end.spot.y) == pytest.approx(tuple(found.hulls[index, :2]), abs=1e-5)
        assert way.inches == pytest.approx(found.cost[index], abs=1e-5)
    # Each way that is free ends at an end or beside one that faces as it does and costs no more.
    for (ex, ey, turned), cost in looked_over(field, hull, handling, bodies).items():
        assert any(
            hypot(hx - ex, hy - ey) < 0.75
            and abs((hf - turned + 180) % 360 - 180) < 0.01
            and c <= cost + 1e-4
            for (hx, hy, hf), c in zip(found.hulls.tolist(), found.cost.tolist(), strict=True)
        )


def test_a_hull_between_walls_can_only_turn_as_far_as_there_is_room():
    lane = (Block("one", box(0, 26, 48, 5), 3), Block("other", box(0, 17, 48, 5), 3))
    found = ends(Table("t", 48, 48, blocks=lane), tank(), ANYWHERE)
    assert set(found.hulls[:, 2].round().tolist()) == {0.0, 30.0, 330.0}
