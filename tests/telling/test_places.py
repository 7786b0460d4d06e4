"""Where something is, in words, and the words read back."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from tests.terminal.test_map import YARD
from warbook.board.geometry import Spot, facing_words, point_to_segment, sides
from warbook.board.terrain import Area, Table
from warbook.telling.places import (
    degrees_of,
    landmarks,
    place_of,
    terrain_named,
    whereabouts,
)


def test_where_something_is() -> None:
    assert whereabouts(YARD, Spot(6, 8.5, 2)) == 'at (6, 8.5) on the shed, 2" up'
    assert whereabouts(YARD, Spot(12, 11.2)) == "at (12, 11.2) by the long wall"
    assert whereabouts(YARD, Spot(18, 15)) == "at (18, 15) in the puddle"
    assert whereabouts(YARD, Spot(11.55, 8.5)) == "at (11.55, 8.5) under the bridge"
    assert whereabouts(YARD, Spot(20, 3)) == "at (20, 3)"
    assert place_of(YARD, Spot(20, 3, 5)) == '5" up'


def test_landmarks_within_reach() -> None:
    spots = [(6, 5.5, 0), (6, 6, 0), (9, 11.4, 0), (6, 8, 2), (20, 3, 0)]
    found = dict(landmarks(YARD, np.array(spots, np.float64)))
    assert found["shed ladder"] == Spot(6, 6)
    assert found["long wall"] == Spot(9, 11.4)
    assert found["shed"] == Spot(6, 8, 2)
    assert landmarks(YARD, np.empty((0, 3))) == []


def test_landmarks_among_many_places_are_those_found_one_by_one() -> None:
    across, deep = np.meshgrid(np.arange(0.3, 24, 0.45), np.arange(0.1, 18, 0.45))
    places = np.column_stack((across.ravel(), deep.ravel(), np.zeros(across.size)))
    nearest: dict[str, float] = {}
    for place in places:
        for name, away in landmarks_of_one(place):
            nearest[name] = min(away, nearest.get(name, away))
    found = dict(landmarks(YARD, places, most=len(nearest) + 1))
    assert {
        name: dict(landmarks_of_one((spot.x, spot.y, 0.0)))[name] for name, spot in found.items()
    } == nearest


def landmarks_of_one(place: Sequence[float]) -> list[tuple[str, float]]:
    """What stands on the ground within an inch and a half of a place, and how far away."""
    outlines = [(block.name, sides(block.polygon)) for block in YARD.blocks if block.base < 1]
    outlines += [(wall.name, list(pairwise(wall.line))) for wall in YARD.walls if wall.base < 1]
    outlines += [(ladder.name, [(ladder.at, ladder.at)]) for ladder in YARD.ladders if ladder.bottom < 1]
    away = [
        (name, min(point_to_segment(place[0], place[1], a, b) for a, b in lines)) for name, lines in outlines
    ]
    return [(name, inches) for name, inches in away if inches <= 1.5]


def test_terrain_by_name() -> None:
    assert terrain_named(YARD, "long wall") == Spot(11, 12)
    assert terrain_named(YARD, "the bridge") == Spot(11, 8.5, 2)
    assert terrain_named(YARD, "ladder") == Spot(6, 6.4)
    assert terrain_named(YARD, "shed") == Spot(6, 8.5, 2)
    assert terrain_named(YARD, "castle") is None


def test_points_of_the_compass() -> None:
    assert [facing_words(angle) for angle in (0, 44, 90, 359)] == ["east", "north-east", "north", "east"]
    assert [degrees_of(words) for words in ("n", "South-West", "southwest", "12.5", "x")] == [
        90,
        225,
        225,
        12.5,
        None,
    ]


def test_one_is_on_a_road_and_in_a_wood() -> None:
    strip = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    areas = (Area("road", strip, words=("road",)), Area("wood", strip, words=("wood",)))
    for area, words in zip(areas, ("on the road", "in the wood"), strict=True):
        assert place_of(Table("Green", 9.0, 9.0, areas=(area,)), Spot(2, 2)) == words
