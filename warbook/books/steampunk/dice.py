"""The dice of the book: d4 to d12 with a bonus, dice that are open-ended, and handfuls of d6."""

from __future__ import annotations

import re

from msgspec import Struct

from warbook.core.chance import chance
from warbook.core.dice import Dice

FURTHER = 5  # what each further die of an open-ended one must show
MOST_AT_ONCE = 6  # d6 whose odds are worked out together; those of more in several lots


class Roll(Struct, frozen=True):
    """A roll as the lists print it: d6-1 is `Roll(6, -1)`."""

    sides: int
    plus: int = 0

    def __str__(self) -> str:
        return f"d{self.sides}{self.plus:+d}" if self.plus else f"d{self.sides}"


def read_roll(printed: str) -> Roll:
    """The roll that is printed as `d6`, `d6-1` or `d12+3`."""
    found = re.fullmatch(r"d(\d+)([+-]\d+)?", printed)
    if not found:
        raise ValueError(f"'{printed}' is not a roll such as d6 or d6-1.")
    return Roll(int(found[1]), int(found[2] or 0))


def open_ended_scores(need: int) -> tuple[int, ...]:
    """spf.fire.open-ended: what the die must show, and then each further one."""
    return (min(need, 6), *(FURTHER for _ in range(need - 6)))


def need_words(need: int) -> str:
    """The very scores that the dice are thrown for."""
    return ", then ".join(f"{score}+" for score in open_ended_scores(need))


@chance
def reaches(dice: Dice, need: int, rule: str = "spf.fire.open-ended", sides: int = 6) -> bool:
    """spf.fire.open-ended: whether an open-ended die comes to `need`. All dice that can still help are
    rolled (ruling G6), and none that cannot."""
    face = dice.d6(rule, need=open_ended_scores(need)[0]) if sides == 6 else die(dice, sides, rule)
    if need <= sides:
        return face >= need
    return face == sides and rises(dice, need - sides)


@chance
def open_ended(dice: Dice, cap: int, rule: str = "spf.fire.open-ended", sides: int = 6) -> int:
    """spf.fire.open-ended: what an open-ended die comes to; `cap`, at least `sides`, stands for all above."""
    face = die(dice, sides, rule)
    if face < sides:
        return int(face)
    result = sides
    while result < cap and rises(dice, 1):
        result += 1
    return result


def rises(dice: Dice, steps: int) -> bool:
    """Whether that many further dice in a row each show 5 or more."""
    return all(dice.d6("spf.fire.open-ended", need=FURTHER) >= FURTHER for _ in range(steps))


@chance
def successes(dice: Dice, count: int, need: int, rule: str) -> int:
    """How many of `count` d6 show `need` or more."""
    if not count:
        return 0
    if dice.exact and count > MOST_AT_ONCE:
        return successes(dice, count // 2, need, rule) + successes(dice, count - count // 2, need, rule)
    return sum(face >= need for face in dice.pool(count, rule, need=need))


def die(dice: Dice, sides: int, rule: str) -> int:
    """A plain dN."""
    return dice.face(tuple(range(1, sides + 1)), rule)
