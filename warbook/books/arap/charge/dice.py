"""Charge distances, flight from a Charge, and fire at Chargers."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.arap.activation.dice import successes
from warbook.books.arap.dice.odd import best_two, higher_of_two, variable_die
from warbook.books.arap.shooting.dice import Shot, toll
from warbook.books.arap.shooting.wound_dice import Band
from warbook.core.chance import chance
from warbook.core.dice import Dice

FAST = 12  # inches; Chargers that go further are at -1 (arap.charge.stand-and-fire-fast)
FIRE_BS = 1  # arap.charge.stand-and-fire-bs, arap.charge.fire-and-charge
STEADY = 6  # basic moves above this roll three dice and keep two (arap.movement.flee-rate, arap.G2)


class ChargeRoll(Struct, frozen=True, cache_hash=True):
    """The distance, and the highest die of its roll: as far as a failed Charge goes (arap.charge.failed)."""

    inches: int
    highest: int


class Run(Struct, frozen=True, cache_hash=True):
    """Whether a Charge makes contact, and what it rolled."""

    contact: bool
    charge: ChargeRoll


Dash: TypeAlias = Literal["open", "variable", "prone"]


@chance
def charge(dice: Dice, move: int, way: Dash = "open") -> ChargeRoll:
    """arap.charge.distance, arap.movement.charge-move; twice the higher of two dice on variable ground
    (arap.charge.distance-variable, arap.G3); whoever lies down goes his move and rolls nothing
    (arap.movement.prone-charge, arap.E22)."""
    if way == "prone":
        return ChargeRoll(move, move)
    if way == "variable":
        die = variable_die(move)
        high = higher_of_two(dice, die, "arap.charge.distance-variable") if die else move
        return ChargeRoll(2 * high, high)
    faces = dice.pool(2 if move <= STEADY else 3, "arap.charge.distance")
    return ChargeRoll(move + faces[0] + faces[1], faces[0])


@chance
def flight(dice: Dice, move: int, rule: str = "arap.movement.flee-rate") -> int:
    """arap.movement.flee-rate: of routers, pursuers, those who run from a Charge or break off."""
    return best_two(dice, 2 if move <= STEADY else 3, rule)


@chance
def run_in(dice: Dice, move: int, way: Dash, gap: int, runs_move: int | None = None) -> Run:
    """A Charge that must go `gap` inches to contact, which the flight of a target that runs widens
    (arap.charge.run-distance, arap.charge.run-caught)."""
    widened = 0 if runs_move is None else flight(dice, runs_move, "arap.charge.run-distance")
    rolled = charge(dice, move, way)
    return Run(rolled.inches >= gap + widened, rolled)


@chance
def stands_and_fires(dice: Dice, value: int) -> int:
    """arap.charge.stand-and-fire-roll: successes of the two dice, that are no activation (arap.C16)."""
    return successes(dice, 2, value, "arap.charge.stand-and-fire-roll")


def fire_goal(modifiers: int) -> int:
    """arap.charge.stand-and-fire-bs, arap.charge.fire-and-charge: BS 1 for all. It is one less for Chargers
    that go over 12 inches (arap.charge.stand-and-fire-fast), by the distance they roll (arap.G11)."""
    return FIRE_BS + modifiers


@chance
def is_fast(dice: Dice, move: int, way: Dash = "open") -> bool:
    """Whether Chargers go so far that they are harder to hit."""
    return charge(dice, move, way).inches > FAST


@chance
def stand_and_fire(
    dice: Dice, value: int, need: int, shots: int, shot: Shot, chargers: Band, move: int
) -> int | None:
    """Like shots at Chargers that are alike: who falls, or None where there are too few successes to fire."""
    if stands_and_fires(dice, value) < need:
        return None
    return toll(dice, shots, slowed(shot, is_fast(dice, move)), chargers, 0).count


def slowed(shot: Shot, fast: bool) -> Shot:
    return replace(shot, goal=shot.goal - 1) if fast else shot


@chance
def krak(dice: Dice, has_ws: bool) -> Literal["hit", "miss", "mishap"]:
    """arap.charge.krak-attack: a 1 and nothing else works (arap.G17); a 6 against somebody with a WS goes off
    in the hand (arap.charge.krak-mishap)."""
    face = dice.d6("arap.charge.krak-attack", most=1)
    if face == 1:
        return "hit"
    return "mishap" if has_ws and face == 6 else "miss"
