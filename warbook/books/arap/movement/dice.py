"""Dice of the movement chapter: how far a move of chance goes, and who drowns or falls."""

from __future__ import annotations

from msgspec import Struct

from warbook.books.arap.dice.odd import roll, variable_die
from warbook.core.chance import chance
from warbook.core.dice import Dice


class Swim(Struct, frozen=True):
    """Inches, and whether somebody is in trouble."""

    inches: int
    mishap: bool


class Varied(Struct, frozen=True):
    """An allowance in variable ground: for who walks, and for who crawls (arap.movement.crawl-variable)."""

    walking: int
    crawling: int


@chance
def swim(dice: Dice) -> Swim:
    """arap.movement.swim: D3 + 1, a natural 1 of the D6 being a mishap (arap.A13)."""
    face = dice.d6("arap.movement.swim")
    return Swim((face - 1) % 3 + 2, face == 1)


@chance
def drowns(dice: Dice) -> bool:
    """arap.movement.swim-character: a second 1."""
    return dice.d6("arap.movement.swim-character", most=1) == 1


@chance
def tactical(dice: Dice) -> int:
    """arap.movement.tactical-distance."""
    return dice.d6("arap.movement.tactical-distance")


@chance
def varied(dice: Dice, move: int, crawling: bool) -> Varied:
    """arap.movement.variable-terrain: the higher of two dice; crawlers have the first, which is thrown alone
    where all crawl. A move below 3 is not rolled for (arap.E5)."""
    die = variable_die(move)
    if die is None:
        return Varied(move, move)
    first = roll(dice, die, "arap.movement.variable-terrain")
    if crawling:
        return Varied(first, first)
    return Varied(max(first, roll(dice, die, "arap.movement.variable-terrain")), first)


@chance
def fall_hits(dice: Dice) -> int:
    """arap.movement.fall-damage: D3."""
    return roll(dice, "D3", "arap.movement.fall-damage")


@chance
def so_many(dice: Dice, figures: int, rule: str) -> tuple[int, ...]:
    """D6 of so many figures, at most all of them, by their numbers."""
    many = min(figures, dice.d6(rule))
    left = list(range(figures))
    found = []
    for _ in range(many):
        found.append(
            left.pop(dice.throw(len(left), 1, rule, None, None)[0] - 1) if len(left) > 1 else left.pop()
        )
    return tuple(sorted(found))


@chance
def hazard(dice: Dice, trigger: int) -> bool:
    """arap.movement.dangerous-ground: whether a D6 comes to the trigger or less."""
    return dice.d6("arap.movement.dangerous-ground", most=trigger) <= trigger
