"""The dice before a battle: who begins, how much lies about, who arrives and where."""

from __future__ import annotations

from msgspec import Struct

from warbook.books.gorkamorka.called import HOURS
from warbook.core.chance import chance
from warbook.core.dice import Dice

ARRIVES_FROM = 4
EDGES = ("south", "west", "north", "east")  # clockwise


class Scattered(Struct, frozen=True):
    """So many inches from the middle, in twelfths of a circle."""

    inches: int
    direction: int


def ranks(dice: Dice, count: int, rule: str) -> tuple[int, ...]:
    """gce.R2.2: each of so many players rolls a D6; the places from the highest to the lowest, those who tie
    roll again."""
    faces = [dice.d6(rule) for _ in range(count)]
    found: list[int] = []
    for face in sorted(set(faces), reverse=True):
        tied = [number for number in range(count) if faces[number] == face]
        found += tied if len(tied) == 1 else [tied[n] for n in ranks(dice, len(tied), rule)]
    return tuple(found)


@chance
def sum_of(dice: Dice, count: int, sides: int, plus: int, rule: str) -> int:
    """Dice written as D6, 2D6, D3+1 (gce.basics.d6, gce.basics.d3)."""
    if sides == 3:
        return plus + sum(dice.d3(rule) for _ in range(count))
    return plus + dice.total(count, rule)


@chance
def arrives(dice: Dice) -> str:
    """Whether a group comes on, and over which edge; "" if it does not."""
    if dice.d6("gce.game.scenario", need=ARRIVES_FROM) < ARRIVES_FROM:
        return ""
    return dice.face(EDGES, "gce.game.scenario")


@chance
def lies(dice: Dice) -> Scattered:
    """Where a creature of a nest lies in wait."""
    return Scattered(dice.total(2, "gce.game.scenario"), dice.face(HOURS, "gce.game.scenario"))
