"""Where something is, in words, and the words read back."""

from tests.terminal.test_map import YARD
from warbook.board.geometry import Spot
from warbook.telling.places import (
    degrees_of,
    facing_words,
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
    spots = [Spot(6, 5.5), Spot(6, 6), Spot(9, 11.4), Spot(6, 8, 2), Spot(20, 3)]
    found = dict(landmarks(YARD, spots))
    assert found["shed ladder"] == Spot(6, 6)
    assert found["long wall"] == Spot(9, 11.4)
    assert landmarks(YARD, []) == []


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
