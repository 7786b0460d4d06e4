"""Tests against Leadership, by their classes, and against other characteristics."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

from warbook.books.family.tests import at_most, leadership
from warbook.core.chance import chance
from warbook.core.dice import Dice

Kind: TypeAlias = Literal["morale", "control", "other"]
Tested: TypeAlias = Literal["passed", "even", "odd"]
"""Passed, or failed with an even or an odd total."""

CLASSES: dict[str, Kind] = {
    "pinning": "morale",
    "casualties": "morale",
    "suppression": "morale",
    "rout": "morale",
    "rally": "control",
    "not-pursuing": "control",
    "halting": "control",
    "breaking-off": "control",
}  # arap.dice.leadership-test-classes; every other test is "other"

MOST_DIFFERENCE = 3  # arap.rout.test, arap.G29: Ld changes by the Wound Difference so far and no further


def class_of(test: str, pinning_is_morale: bool = True) -> Kind:
    """arap.dice.leadership-test-classes; arap.A21 has a switch for pinning."""
    if test == "pinning" and not pinning_is_morale:
        return "other"
    return CLASSES.get(test, "other")


def passes_unrolled(test: str, exempt: Collection[str], pinning_is_morale: bool = True) -> bool:
    """arap.dice.leadership-auto-pass: `exempt` names what a unit passes without a roll: "all", a class, or a
    test."""
    return not {"all", test, class_of(test, pinning_is_morale)}.isdisjoint(exempt)


def rolls_again(test: str, pinning_is_morale: bool = True) -> bool:
    """arap.rout.no-fear, arap.A17: which tests may be rolled again by those who know no fear."""
    return test == "rally" or class_of(test, pinning_is_morale) == "morale"


def limited(difference: int) -> int:
    """What a Wound Difference changes Ld by (arap.rout.test, arap.G29)."""
    return max(-MOST_DIFFERENCE, min(MOST_DIFFERENCE, difference))


@chance
def passes(dice: Dice, ld: int, rule: str, again: bool = False) -> bool:
    """arap.dice.leadership-roll: 2D6 of at most Ld, modifiers in it; a double 1 always passes
    (arap.dice.snake-eyes, arap.rout.snake-eyes). `again`: a failure is rolled once more
    (arap.rout.no-fear)."""
    least = max(ld, 2)
    return leadership(dice, rule, least) or (again and leadership(dice, rule, least))


@chance
def leadership_roll(dice: Dice, ld: int, rule: str, again: bool = False) -> Tested:
    """The same where it matters what a failed roll showed; the second roll stands."""
    least = max(ld, 2)
    total = dice.total(2, rule, most=least)
    if total > least and again:
        total = dice.total(2, rule, most=least)
    return "passed" if total <= least else "odd" if total % 2 else "even"


@chance
def initiative_test(dice: Dice, initiative: int, rule: str = "arap.dice.initiative-test") -> bool:
    """arap.dice.initiative-test: a 6 always fails."""
    return at_most(dice, rule, min(initiative, 5))


@chance
def characteristic_test(
    dice: Dice, score: int, six_fails: bool = False, rule: str = "arap.dice.strength-toughness-test"
) -> bool:
    """arap.dice.strength-toughness-test; arap.D10 has a switch for the 6."""
    return at_most(dice, rule, min(score, 5) if six_fails else score)


def agility(initiative: int, current_move: float) -> int:
    """arap.movement.movement-save: what a movement save or an agility roll is made against."""
    return initiative + (-1 if current_move <= 2 else 0 if current_move <= 4 else 1)
