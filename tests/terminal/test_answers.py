"""What may be typed, and what it means on the table."""

import math
from itertools import pairwise

import pytest

from tests.terminal.test_map import YARD, piece
from warbook.board.geometry import Spot
from warbook.core.questions import Choose, Option, Refusal, Refused, Route, Way
from warbook.terminal.answers import read_option, read_way

PIECES = [piece("Vex", "a", 12, 4), piece("Sorrow", "b", 12, 20), piece("Sable", "b", 2, 20)]
WHO = Choose(
    "Who?",
    [
        Option("a1", "Vex"),
        Option("a2", "Vexed one"),
        Option("a3", "Rook", barred=Refusal("has moved", "x.order")),
        Option("done", "Nobody else"),
    ],
)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("1", "a1"),
        ("a2", "a2"),
        ("vexed", "a2"),
        ("nob", "done"),
        ("ELSE", "done"),
        ("4", "done"),
        ("2, Vexed one", "a2"),
    ],
)
def test_options_by_number_id_or_words(typed: str, answer: str) -> None:
    assert read_option(WHO, typed) == answer


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("3", "Rook: has moved"),
        ("rook", "Rook: has moved"),
        ("5", "there is no option 5"),
        ("0", "there is no option 0"),
        ("2, Vex", "is not one of the options"),
        ("ve", "is not one of the options"),
        ("-1", "is not one of the options"),
    ],
)
def test_what_is_no_open_option_is_refused(typed: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        read_option(WHO, typed)


def walk(start: Spot | None = Spot(12, 4), allowance: float = 6.0) -> Route:
    """Straight lines on an open table: the judge knows only how far it is."""

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        inches = sum(math.dist((a.x, a.y, a.z), (b.x, b.y, b.z)) for a, b in pairwise(path))
        if not all(0 <= spot.x <= 24 and 0 <= spot.y <= 24 for spot in path):
            return Refusal("that is off the table", "x.table")
        return inches if inches <= allowance + 1e-9 else Refusal("too far", "x.walk")

    def path(x: float, y: float, z: float | None) -> tuple[Spot, ...]:
        goal = Spot(min(max(x, 0.0), 24.0), min(max(y, 0.0), 24.0), z or 0.0)
        if start is None:
            return (goal,)
        away = math.dist((start.x, start.y), (goal.x, goal.y))
        share = min(1.0, allowance / away) if away else 1.0
        goal_x, goal_y = start.x + (goal.x - start.x) * share, start.y + (goal.y - start.y) * share
        return (start, Spot(goal_x, goal_y, goal.z))

    return Route("Where to?", "Vex", start, judge, lambda: [(12.0, 4.0, 0.0)], path, allowance, "x.walk")


def read(typed: str, question: Route | None = None) -> Way:
    return read_way(question or walk(), typed, YARD, PIECES)


@pytest.mark.parametrize(
    ("typed", "end", "facing"),
    [
        ("15 4", (15, 4), None),
        ("(15, 4)", (15, 4), None),
        ('15.5" 4"', (15.5, 4), None),
        ("15 4 0", (15, 4), None),
        ("15 4 facing 90", (15, 4), 90),
        ("15 4 facing NW", (15, 4), 135),
        ("15 4 facing Sorrow", (15, 4), 90),
        ("towards sorrow", (12, 10), None),
        ("to the long wall facing south", (11.34, 9.96), 270),
        ("stay", (12, 4), None),
        ("stay facing east", (12, 4), 0),
        ("face sorrow", (12, 4), 90),
        ("face 450", (12, 4), 90),
        ("face north-east", (12, 4), 45),
    ],
)
def test_ways(typed: str, end: tuple[float, float], facing: float | None) -> None:
    way = read(typed)
    assert (way.path[-1].x, way.path[-1].y) == pytest.approx(end, abs=0.1)
    assert way.facing == (None if facing is None else pytest.approx(facing, abs=0.6))


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("15", "type where to"),
        ("", "type where to"),
        ("somewhere", "type where to"),
        ("1 2 3 4", "type where to"),
        ("1e3 4", "type where to"),
        ("nan nan", "type where to"),
        ("face nobody", 'called just "nobody"'),
        ("towards", "type where to"),
        ("towards nobody", 'called just "nobody"'),
        ("15 4 facing", "say who or what"),
        ("12 20", r"\(12, 20\): too far; the nearest spot for it is \"12 10\""),
        ("12 -5", "off the table"),
    ],
)
def test_what_cannot_be_gone_is_refused(typed: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        read(typed)


def test_a_placement_is_a_spot_and_nothing_else() -> None:
    assert read("3 4", walk(None)).path == (Spot(3, 4),)
    for typed in ("stay", "face north", "x"):
        with pytest.raises(Refused, match="type a spot"):
            read(typed, walk(None))


def test_the_level_may_be_named_or_is_the_cheapest() -> None:
    here = walk(Spot(6, 5))
    assert read("6 8 2", here).path[-1] == Spot(6, 8, 2)
    assert read("6 8", here).path[-1] == Spot(6, 8, 0)
