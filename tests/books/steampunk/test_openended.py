"""Open-ended dice, printed rolls and handfuls of d6."""

from fractions import Fraction
from math import comb

import pytest

from tests.books.steampunk.kernels import every
from warbook.books.steampunk.dice import Roll, open_ended, reaches, read_roll, successes
from warbook.core.dice import Scripted


def comes_to(sides, first, *further):
    """What an open-ended die comes to, read off faces laid out beforehand."""
    if first != sides:
        return first
    for number, face in enumerate(further):
        if face <= 4:
            return sides + number
    return sides + len(further)


@pytest.mark.rule("spf.fire.open-ended")
@pytest.mark.parametrize(
    ("faces", "result"), [("6 5 6 3", 8), ("6 4", 6), ("5", 5), ("1", 1), ("6 6 6 6", 9)]
)
def test_the_books_examples(faces, result):
    dice = Scripted(faces)
    assert open_ended(dice, 9) == result
    assert not dice.left


@pytest.mark.rule("spf.fire.open-ended")
def test_the_chance_to_reach_seven_and_eight():
    assert reaches.odds(7).chance(True) == Fraction(1, 18)
    assert reaches.odds(8).chance(True) == Fraction(1, 54)
    assert reaches.odds(60).chance(True) == Fraction(1, 6 * 3**54)
    assert reaches.odds(1).chance(True) == reaches.odds(-3).chance(True) == 1


@pytest.mark.rule("spf.fire.open-ended")
@pytest.mark.parametrize("sides", [4, 6, 8])
def test_every_face_of_every_die(sides):
    counted = every((sides, 6, 6, 6), lambda *faces: comes_to(sides, *faces))
    cap = sides + 3
    assert dict(open_ended.odds(cap, "", sides)) == counted
    for need in range(cap + 1):
        expected = sum(share for result, share in counted.items() if result >= need)
        assert reaches.odds(need, "", sides).chance(True) == expected


@pytest.mark.rule("spf.fire.open-ended")
def test_no_die_is_rolled_that_cannot_help():
    dice = Scripted("6 3 6 5 6")
    assert reaches(dice, 6)
    assert dice.left == [3, 6, 5, 6]
    assert not reaches(Scripted("6 3"), 8)
    assert not reaches(Scripted("5"), 8)


def test_successes_are_counted_whatever_the_number_of_dice():
    assert dict(successes.odds(3, 5, "")) == every((6, 6, 6), lambda *faces: sum(f >= 5 for f in faces))
    twenty = successes.odds(20, 5, "")
    assert all(
        twenty[hits] == comb(20, hits) * Fraction(1, 3) ** hits * Fraction(2, 3) ** (20 - hits)
        for hits in range(21)
    )


@pytest.mark.parametrize(
    ("printed", "roll"), [("d6", Roll(6)), ("d6-1", Roll(6, -1)), ("d12+3", Roll(12, 3))]
)
def test_rolls_are_read_as_printed(printed, roll):
    assert read_roll(printed) == roll
    assert str(roll) == printed


@pytest.mark.parametrize("printed", ["", "6", "2d6", "d6-", "d6 - 1", "d6-1x"])
def test_what_is_not_a_roll_is_refused(printed):
    with pytest.raises(ValueError, match="is not a roll such as d6"):
        read_roll(printed)
