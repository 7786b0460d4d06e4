"""Low rolls, that must not exceed a goal ("4-"), and high rolls, that must reach one ("4+",
arap.dice.notation-plus-minus); beyond a die's faces both take a second die (arap.dice.extreme-goals)."""

from __future__ import annotations

from warbook.books.family.to_hit import stages
from warbook.core.chance import chance
from warbook.core.dice import Dice

NEVER_HITS = -99  # the goal of who has no ranged attacks at all (arap.shooting.bs-zero)
BEST_GOAL = 5
"""arap.dice.to-hit-limits: a 6 never hits."""


def ranged_goal(bs: int, modifiers: int) -> int:
    """arap.dice.ranged-goal: no modifier lets BS 0 hit anything (arap.shooting.bs-zero)."""
    return goal_of(bs, modifiers) if bs > 0 else NEVER_HITS


def goal_of(skill: int, modifiers: int) -> int:
    """arap.dice.modifier-sign; in melee the skill is the attacker's own (arap.dice.melee-goal). What a skill
    has above 5 swallows negative modifiers: the limit comes last (arap.dice.skill-above-five)."""
    return min(skill + modifiers, BEST_GOAL)


def wound_goal(s: int, t: int) -> int:
    """arap.dice.wound-goal, arap.dice.wound-limits, arap.dice.wound-natural-one: 2 at least."""
    return max(2, t + 4 - s)


def turned(need: int) -> int:
    """arap.intro.high-to-low-conversion, arap.dice.skill-conversion: "4+" to hit, as others print it, is 3 or
    less, and 3 is 4+."""
    return 7 - need


def low_stages(goal: int) -> tuple[int, ...]:
    """The most that each die may show, one after the other; nothing where no roll can be made. They are the
    stages of a high roll upside down."""
    return tuple(turned(score) for score in stages(turned(goal)))


def wound_stages(goal: int, near: bool) -> tuple[int, ...]:
    """What each die must show to wound. Goals of 8 and 9 are for melee and short range, `near`
    (arap.dice.wound-limits)."""
    return stages(goal) if goal <= 7 or near else ()


@chance
def low(dice: Dice, goal: int, rule: str) -> bool:
    """arap.dice.low-roll: a D6 of at most the goal."""
    steps = low_stages(goal)
    return bool(steps) and all(dice.d6(rule, most=most) <= most for most in steps)


@chance
def lows(dice: Dice, count: int, goal: int, rule: str) -> int:
    """How many of so many low rolls succeed."""
    steps = low_stages(goal)
    if not steps or not count:
        return 0
    if not dice.exact:
        for most in steps:
            count = sum(face <= most for face in dice.each(count, rule, most=most)) if count else 0
        return count
    if count == 1:
        return int(low(dice, goal, rule))
    return lows(dice, count // 2, goal, rule) + lows(dice, count - count // 2, goal, rule)


@chance
def high(dice: Dice, steps: tuple[int, ...], rule: str) -> bool:
    """A high roll in its stages, each die of at least the score (arap.dice.save-roll)."""
    return bool(steps) and all(dice.d6(rule, need=score) >= score for score in steps)
