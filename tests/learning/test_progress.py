"""How far somebody has come follows from what has been told."""

import pytest

from warbook.core.datafile import BadData, parse_toml
from warbook.core.events import Became, Event, Moved, Phase
from warbook.learning.lesson import KIND_WORDS, Lesson, Progress, _flaws, progress

TEXT = """
title = "t"
words = "w"
scenario = "s"
forces = ["f"]
begins = "who"
opens = { event = "Phase", turn = 1 }

[[steps]]
title = "one"
says = "Move x."
done = { event = "Moved", piece = "x" }
praise = "Good."

[[steps]]
title = "two"
says = "Hide y."
done = { event = "Became", piece = "y", status = "hidden" }

[[steps]]
title = "three"
says = "Move x again."
since = { event = "Phase", turn = 2, side = "a" }
done = { event = "Moved", piece = "x" }
"""
LESSON = parse_toml(TEXT, "lesson", Lesson, _flaws)
BEGUN = Phase(turn=1, side="a", phase="moving")
SHOOTING = Phase(turn=1, side="a", phase="shooting")
THEIRS = Phase(turn=2, side="b", phase="moving")
OURS = Phase(turn=2, side="a", phase="moving")
X, Y = Moved(piece="x", path=()), Became(piece="y", status="hidden")


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ([], Progress(0)),
        ([X], Progress(0)),  # before the lesson began
        ([X, BEGUN], Progress(0)),
        ([BEGUN, Moved(piece="z", path=())], Progress(0)),
        ([BEGUN, X], Progress(1, (), "Good.")),
        ([BEGUN, Y], Progress(0)),
        ([BEGUN, Y, X], Progress(2)),  # in whatever order
        ([BEGUN, X, SHOOTING], Progress(2, (1,), KIND_WORDS)),
        ([BEGUN, X, SHOOTING, Y], Progress(2, (1,), KIND_WORDS)),  # too late
        ([BEGUN, X, Y, X], Progress(2)),  # the third step waits for the next turn
        ([BEGUN, X, Y, THEIRS, X], Progress(2)),
        ([BEGUN, X, Y, THEIRS, OURS, X], Progress(3)),
        ([BEGUN, SHOOTING], Progress(2, (0, 1), KIND_WORDS)),
        ([BEGUN, SHOOTING, THEIRS, OURS, SHOOTING], Progress(3, (0, 1, 2), KIND_WORDS)),
        ([BEGUN, Moved(piece="x", path=(), to=("b",))], Progress(0)),  # which a may not know of
    ],
)
def test_a_step_is_done_or_left_by_what_was_told(told: list[Event], found: Progress) -> None:
    assert progress(LESSON, told) == found


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ('done = { event = "Mooved" }', "there is no event 'Mooved'"),
        ('done = { event = "Moved", peace = "x" }', "a Moved has no 'peace'"),
        ('done = { event = "Moved" }\nleft = { event = "Never" }', "there is no event 'Never'"),
    ],
)
def test_what_cannot_come_is_told_with_its_line(wrong: str, words: str) -> None:
    text = TEXT + f'\n[[steps]]\ntitle = "four"\nsays = "No."\n{wrong}\n'
    with pytest.raises(BadData, match=words):
        parse_toml(text, "lesson", Lesson, _flaws)


def test_dice_that_are_no_faces_are_refused() -> None:
    with pytest.raises(BadData, match="the dice are faces"):
        parse_toml(TEXT.replace('words = "w"', 'words = "w"\ndice = "6 x"'), "lesson", Lesson, _flaws)
