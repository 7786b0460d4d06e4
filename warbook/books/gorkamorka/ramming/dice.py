"""The dice of vehicles that meet: ramming actions by size, collisions, crashes.

`a` rams or strikes and `b` is struck; a vehicle is a bike or larger. Points of damage are rolled for here;
what they hit and do is the damage chapter's.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.books.family import tests
from warbook.core.chance import chance, given
from warbook.core.dice import Dice

__all__ = (
    "Action", "Chicken", "Impact", "Ram", "collision", "crash_points", "head_on",
    "head_on_happens", "immobilises", "impact", "kind_by_quadrant", "rake", "ram", "rolls_for_wreck", "shunt",
    "sideswipe", "swerves", "t_bone",
)  # fmt: skip

Action: TypeAlias = Literal["head-on", "t-bone", "shunt", "rake", "sideswipe"]
Quadrant: TypeAlias = Literal["front", "left", "rear", "right"]
Chicken: TypeAlias = Literal["left", "straight", "right"]

KINDS: dict[Quadrant, Action] = {"front": "head-on", "left": "t-bone", "right": "t-bone", "rear": "shunt"}


class Impact(Struct, frozen=True):
    """Points of damage of both, and who swerves away."""

    a: int = 0
    b: int = 0
    a_swerves: bool = False
    b_swerves: bool = False


class Ram(Struct, frozen=True):
    """A whole ramming action: whether the target swerved out of the way, else its impact and who is
    immobilised."""

    swerved: bool = False
    impact: Impact = Impact()
    a_immobilised: bool = False
    b_immobilised: bool = False


swerves = given(tests.leadership, "gce.ramming.swerve")
"""The driver's gce.basics.leadership-test to avoid a rake, sideswipe, shunt or T-bone."""


def kind_by_quadrant(struck: Quadrant) -> Action:
    """gce.ramming.quadrants: the quadrant of the target decides."""
    return KINDS[struck]


# ---------------------------------------------------------------- ramming actions


@chance
def rake(dice: Dice, a_bike: bool, b_bike: bool) -> Impact:
    """gce.ramming.rake: D3 points each, and both swerve away. gce.ramming.rake-bikes: of a bike and a larger
    vehicle the larger one has a point less and holds its course (gce.R7.22)."""
    rule = "gce.ramming.rake"
    a, b = dice.d3(rule), dice.d3(rule)
    return Impact(
        a - int(b_bike and not a_bike),
        b - int(a_bike and not b_bike),
        a_bike or not b_bike,
        b_bike or not a_bike,
    )


@chance
def sideswipe(dice: Dice, a_bike: bool, b_bike: bool) -> Impact:
    """gce.ramming.sideswipe: on a 4+ one point and a swerve, for each by itself. gce.ramming.sideswipe-bikes:
    a larger vehicle does not roll against a bike (gce.R7.34)."""
    a = _scraped(dice, a_bike, b_bike)
    b = _scraped(dice, b_bike, a_bike)
    return Impact(int(a), int(b), a, b)


def _scraped(dice: Dice, bike: bool, other_bike: bool) -> bool:
    rule = "gce.ramming.sideswipe"
    return (bike or not other_bike) and dice.d6(rule, need=4) >= 4


@chance
def shunt(dice: Dice, a_bike: bool, b_bike: bool) -> Impact:
    """gce.ramming.shunt, gce.ramming.shunt-bikes: the rammer takes nothing."""
    if b_bike and not a_bike:
        return Impact(b=dice.d3("gce.ramming.shunt"))
    return Impact(b=int(a_bike == b_bike))


@chance
def t_bone(dice: Dice, a_bike: bool, b_bike: bool) -> Impact:
    """gce.ramming.t-bone, gce.ramming.t-bone-bikes (gce.R7.23)."""
    a = int(a_bike or not b_bike)
    b = dice.d3("gce.ramming.t-bone") if b_bike or not a_bike else 0
    return Impact(a, b)


@chance
def head_on(dice: Dice, a_bike: bool, b_bike: bool) -> Impact:
    """gce.ramming.head-on: D6 points each; gce.ramming.head-on-bikes: one for a larger vehicle that meets a
    bike, whoever moved (gce.R7.26). The same for fronts that collide (gce.collision.front-to-front)."""
    return Impact(_smashed(dice, a_bike, b_bike), _smashed(dice, b_bike, a_bike))


def _smashed(dice: Dice, bike: bool, other_bike: bool) -> int:
    return dice.d6("gce.ramming.head-on") if rolls_for_wreck(bike, other_bike) else 1


def rolls_for_wreck(bike: bool, other_bike: bool) -> bool:
    """Who may be immobilised head-on: not a larger vehicle that meets a bike (gce.ramming.head-on-bikes)."""
    return bike or not other_bike


@chance
def immobilises(dice: Dice) -> bool:
    """gce.ramming.head-on: the further D6 for a vehicle that survived."""
    return dice.d6("gce.ramming.head-on", need=4) >= 4


@chance
def impact(dice: Dice, kind: Action, a_bike: bool, b_bike: bool) -> Impact:
    """A ramming action that was not avoided."""
    return IMPACTS[kind](dice, a_bike, b_bike)


IMPACTS = {"head-on": head_on, "t-bone": t_bone, "shunt": shunt, "rake": rake, "sideswipe": sideswipe}


@chance
def ram(dice: Dice, kind: Action, a_bike: bool, b_bike: bool, b_ld: int | None) -> Ram:
    """A ramming action as a whole, if both survive it. Without Leadership the target cannot swerve; head-on,
    nobody does any more (gce.ramming.playin-chicken)."""
    if kind != "head-on":
        if b_ld is not None and swerves(dice, b_ld):
            return Ram(swerved=True)
        return Ram(impact=impact(dice, kind, a_bike, b_bike))
    met = head_on(dice, a_bike, b_bike)
    a = rolls_for_wreck(a_bike, b_bike) and immobilises(dice)
    b = rolls_for_wreck(b_bike, a_bike) and immobilises(dice)
    return Ram(False, met, a, b)


def head_on_happens(a: Chicken, b: Chicken) -> bool:
    """gce.ramming.chicken-result: both straight on, or both to the same side of the table (gce.R7.25)."""
    return (a, b) in (("straight", "straight"), ("left", "right"), ("right", "left"))


# ---------------------------------------------------------------- collisions and crashes


@chance
def collision(dice: Dice, a: Quadrant, b: Quadrant, a_bike: bool, b_bike: bool) -> Impact:
    """By the pair of quadrants that met: gce.collision.front-to-front, gce.collision.side-to-side
    (gce.R7.30), gce.collision.other. After two fronts those who may be immobilised roll for it."""
    if a == b == "front":
        return head_on(dice, a_bike, b_bike)
    if {a, b} <= {"left", "right"}:
        rule = "gce.collision.side-to-side"
        if a_bike != b_bike:
            hurt = dice.d3(rule)
            return Impact(hurt, 1) if a_bike else Impact(1, hurt)
        return Impact(1, 1)
    return Impact(int(a_bike or not b_bike), int(b_bike or not a_bike))


@chance
def crash_points(dice: Dice, front: bool) -> int:
    """Points of damage: gce.crash.front, gce.crash.side-rear."""
    if front:
        return dice.d3("gce.crash.front")
    return int(dice.d6("gce.crash.side-rear", need=4) >= 4)
