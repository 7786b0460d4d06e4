"""The ground that is seen, beside the lines by which a single body is seen."""

from __future__ import annotations

import random
from math import cos, hypot, radians, sin

import pytest

from tests.board.tables import cluttered
from tests.kit.tables import laid_out
from warbook.board.geometry import Body, Disc, Shapes, Spot, in_arc, point_in_polygon, point_to_outline
from warbook.board.sight import sight_of
from warbook.board.terrain import surfaces
from warbook.board.vista import Range, Sector, Stature, vista

STATURE = Stature(0.5, 1.25)
OPEN = (48.0, 48.0)


def holds(shapes: Shapes, x: float, y: float) -> bool:
    return any(point_in_polygon(x, y, shape) for shape in shapes)


def ahead(degrees: float, inches: float) -> tuple[float, float]:
    return 24 + cos(radians(degrees)) * inches, 24 + sin(radians(degrees)) * inches


def test_an_arc_ends_at_its_sides_and_its_range_is_told_from_base_to_base() -> None:
    field, _ = laid_out("", OPEN)
    near = Range(Body(Spot(24, 24), Disc(0.5), 1.25), 10.0)
    shapes = vista(field, (24, 24, 1.1), STATURE, Sector(90, 60), near)
    for degrees, inches, there in (
        (90, 10.9, True), (90, 11.1, False), (60.5, 10, True), (59.5, 10, False), (119.5, 10, True),
        (120.5, 10, False), (270, 5, False),
    ):  # fmt: skip
        assert holds(shapes, *ahead(degrees, inches)) is there, (degrees, inches)


@pytest.mark.parametrize(("above", "inches"), [(0.0, 8.0), (6.0, 8.0)])
def test_a_range_is_measured_along_the_slope_unless_as_seen_from_above(above: float, inches: float) -> None:
    field, _ = laid_out("", OPEN)
    for flat in (False, True):
        near = Range(Body(Spot(24, 24, above), Disc(0.5), 1.25), 10.0, flat=flat)
        far = 11.0 if flat or not above else inches + 1.0  # 6 up and 8 along are 10
        shapes = vista(field, (24, 24, above + 1.1), STATURE, Sector(0, 10), near)
        assert holds(shapes, 24 + far - 0.1, 24) and not holds(shapes, 24 + far + 0.1, 24)


def test_a_least_range_leaves_a_hole_and_a_wall_cuts_what_is_behind_it() -> None:
    field, _ = laid_out("wall (30,20) (30,28) h=3", OPEN)
    near = Range(Body(Spot(24, 24), Disc(0.0), 1.25), 20.0, least=4.0)
    shapes = vista(field, (24, 24, 1.1), STATURE, Sector(0, 180), near)
    assert not holds(shapes, 28.3, 24) and holds(shapes, 28.7, 24)  # 4 inches to the edge of a base
    assert holds(shapes, 29.9, 24) and not holds(shapes, 31, 24) and not holds(shapes, 38, 24)
    assert holds(shapes, 24.5, 38)


def test_over_a_low_wall_one_sees_on_behind_the_ground_it_hides() -> None:
    field, _ = laid_out("wall (30,14) (30,34) h=2", OPEN)
    shapes = vista(field, (24, 24, 5.0), STATURE, Sector(0, 30))
    # The line over the wall falls half an inch an inch: heads are seen from some way behind it.
    assert holds(shapes, 29, 24) and not holds(shapes, 30.6, 24) and holds(shapes, 36, 24)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whoever_would_be_seen_stands_on_it_and_nobody_else(seed: int) -> None:
    rng = random.Random(seed)
    table = cluttered(seed)
    eye = (rng.uniform(1, 23), rng.uniform(1, 23), 1.1)
    hull = Body(Spot(12, 12), Disc(1.0), 2.0)
    shapes = vista(table, eye, STATURE, Sector(40, 200), screens=[hull])
    sight, wrong, looked = sight_of(table), 0, 0
    for _ in range(400):
        x, y = rng.uniform(0, 24), rng.uniform(0, 24)
        if any(point_to_outline(x, y, shape) < 0.3 for shape in shapes) or hypot(x - eye[0], y - eye[1]) < 1:
            continue  # too near to the edge of the picture, which is drawn ray by ray
        looked += 1
        levels = [each.level for each in surfaces(table) if each.spans(x, y)]
        bodies = [Body(Spot(x, y, level), Disc(0.5), 1.25) for level in levels]
        seen = any(sight.fraction(eye, body, [hull]) > 0.0 for body in bodies)
        seen = seen and in_arc(Spot(*eye), 40, 200, Spot(x, y))
        wrong += holds(shapes, x, y) is not seen
    assert looked > 200 and wrong <= looked * 0.01
