"""Activation rolls, and what failed dice give to the next player."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.books.arap.dice.goals import lows
from warbook.core.chance import chance
from warbook.core.dice import Dice

State: TypeAlias = Literal["able", "suppressed", "pinned"]
DEDUCTIONS: dict[State, int] = {"able": 0, "suppressed": 1, "pinned": 2}  # arap.morale.suppressed, .pinned
BUST = 2  # failures in one roll (arap.turn.bust)


class Attempt(Struct, frozen=True):
    """Points of the unit, whether its player is bust before any pick-up, and whether the failed dice would
    give the next player's unit a point."""

    points: int
    bust: bool
    picked_up: bool


def activation_value(initiative: int) -> int:
    """arap.turn.activation-value; Initiative 0 counts as 1 (arap.C5)."""
    return max(3, min(initiative, 5))


def points_of(successes: int, state: State) -> int:
    """arap.turn.action-points, in every activation until the state ends (arap.C3)."""
    return max(0, successes - DEDUCTIONS[state])


def is_bust(dice: int, successes: int) -> bool:
    return dice - successes >= BUST


@chance
def successes(dice: Dice, count: int, value: int, rule: str = "arap.turn.activation-dice") -> int:
    """arap.turn.activation-dice: how many of the dice show the activation value or less."""
    return lows(dice, count, value, rule)


@chance
def attempt(
    dice: Dice, count: int, value: int, state: State, next_value: int | None, next_state: State
) -> Attempt:
    """One unit is tried with so many dice, and a unit of the next player, if there is one, takes every failed
    die (arap.turn.pick-up)."""
    good = successes(dice, count, value)
    failed = 0 if next_value is None else count - good
    again = successes(dice, failed, next_value or 0, "arap.turn.pick-up")
    return Attempt(points_of(good, state), is_bust(count, good), points_of(again, next_state) > 0)
