"""The score that is told beside a die is the score that decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from warbook.books.gorkamorka.damage.dice import penetrates, plate_saves, template_hits
from warbook.books.gorkamorka.driving.dice import takes_wheel, thrust_test
from warbook.books.gorkamorka.psychology.dice import fights_on, wanders
from warbook.books.gorkamorka.ramming.dice import crash_points, immobilises
from warbook.books.gorkamorka.shooting.disputes import coin, shows
from warbook.books.gorkamorka.shooting.grenade_dice import wakes
from warbook.books.gorkamorka.wounds.dice import catches_fire, gets_free, puts_out, shrugs_off
from warbook.core.dice import Dice

# Each with its arguments, and the least face with which it comes off.
TESTS: list[tuple[Callable[..., Any], tuple[Any, ...], int]] = [
    (takes_wheel, (), 4),
    (thrust_test, (3,), 3),
    (wanders, (), 4),
    (fights_on, (), 4),
    (immobilises, (), 4),
    (crash_points, (False,), 4),
    (shows, (), 4),
    (coin, (), 4),
    (wakes, (), 4),
    (shrugs_off, (), 4),
    (template_hits, (False,), 4),
    (penetrates, (3, 8), 5),
    (plate_saves, (5,), 5),
    (catches_fire, (4,), 4),
    (gets_free, (6, 2), 4),
    (puts_out, ("gce.foot.on-fire-roll", 2), 4),
]


class Loaded(Dice):
    """Falls as it is told to, and remembers what was needed."""

    def __init__(self, face: int) -> None:
        self.face_up = face
        self.needed: list[int] = []

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        if need is not None:
            self.needed.append(need)
        return (self.face_up,) * count


@pytest.mark.parametrize(("kernel", "given", "least"), TESTS, ids=[test[0].__name__ for test in TESTS])
def test_what_is_told_as_needed_is_what_decides(
    kernel: Callable[..., Any], given: tuple[Any, ...], least: int
) -> None:
    for face in range(1, 7):
        dice = Loaded(face)
        assert bool(kernel(dice, *given)) == (face >= least)
        assert dice.needed == [least]
