"""Hand-to-hand combat between two: attack dice, combat scores, who wins and by how much."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from warbook.books.family.called import Called
from warbook.books.family.injuries import Body, blows
from warbook.books.family.wounds import Hit
from warbook.core.chance import chance
from warbook.core.dice import Dice


class Fighting(Struct, frozen=True, cache_hash=True):
    """One side of a fighting pair as the dice see him."""

    ws: int
    dice: int
    initiative: int  # as it counts in a draw: who wins draws has 100 more
    modifier: int = 0  # all that is known before the dice, already added up
    parries: bool = False  # may make the foe roll his best die again; two parries cancel
    fumble_worth: int = 1  # what each 1 of his gives the foe
    loses_draws: bool = False
    critical_worth: int = 1  # what each 6 after the first gives him


class Throw(Struct, frozen=True):
    """Attack dice as the combat score takes them: the best die with its criticals, and the fumbles."""

    score: int
    ones: int


class Round(Struct, frozen=True):
    """The bodies after a round."""

    a: Body
    b: Body


@chance
def attack_dice(dice: Dice, called: Called, count: int) -> tuple[int, ...]:
    """One D6 for each Attack, the highest first."""
    return dice.pool(count, called.attack_dice, keep=1)


@chance
def parried(dice: Dice, called: Called, faces: tuple[int, ...]) -> tuple[int, ...]:
    """A parry: the best die is rolled again."""
    again = dice.d6(called.attack_dice)
    return tuple(sorted((*faces[1:], again), reverse=True))


def read(faces: tuple[int, ...], critical_worth: int = 1) -> Throw:
    """The highest single die counts; each 6 after the first adds to it, each 1 helps the foe."""
    if not faces:
        return Throw(0, 0)
    sixes = faces.count(6)
    criticals = (sixes - 1) * critical_worth if sixes else 0
    return Throw(faces[0] + criticals, faces.count(1))


def sum_of(one: Fighting, foe: Fighting, faces: tuple[int, ...], foe_faces: tuple[int, ...]) -> str:
    """What a combat score is the sum of: 3 + 5."""
    best = faces[0] if faces else 0
    parts = [str(one.ws + one.modifier), str(best)]
    criticals = read(faces, one.critical_worth).score - best
    fumbles = read(foe_faces).ones * foe.fumble_worth
    if criticals:
        parts.append(f"{criticals} for further 6s")
    if fumbles:
        parts.append(f"{fumbles} for the other's 1s")
    return " + ".join(parts)


def margin(a: Fighting, b: Fighting, ours: Throw, theirs: Throw) -> int:
    """Hits for a (positive) or for b (negative)."""
    score_a = ours.score + a.ws + a.modifier + theirs.ones * b.fumble_worth
    score_b = theirs.score + b.ws + b.modifier + ours.ones * a.fumble_worth
    return score_a - score_b or draw(a, b)


def draw(a: Fighting, b: Fighting) -> int:
    """The higher Initiative wins by one hit, equal ones stand off; who loses draws loses to any other."""
    if a.loses_draws != b.loses_draws:
        return -1 if a.loses_draws else 1
    return (a.initiative > b.initiative) - (a.initiative < b.initiative)


@cache
def worth_parrying(faces: tuple[int, ...], critical_worth: int = 1) -> bool:
    """Whether rolling the best die again lowers what the throw is worth on average."""

    def worth(throw: Throw) -> int:
        return throw.score - throw.ones

    again = [tuple(sorted((*faces[1:], face), reverse=True)) for face in range(1, 7)]
    return sum(worth(read(each, critical_worth)) for each in again) < 6 * worth(read(faces, critical_worth))


# ---------------------------------------------------------------- the odds, where everybody parries well


@chance
def swing(dice: Dice, called: Called, count: int, foe_parries: bool, critical_worth: int = 1) -> Throw:
    """One fighter's attack dice."""
    faces = dice.pool(count, called.attack_dice)
    if foe_parries and worth_parrying(faces, critical_worth):
        faces = parried(dice, called, faces)
    return read(faces, critical_worth)


@chance
def clash(dice: Dice, called: Called, a: Fighting, b: Fighting) -> int:
    """Both throw their dice: hits for a (positive) or for b (negative)."""
    ours = swing(dice, called, a.dice, b.parries and not a.parries, a.critical_worth)
    theirs = swing(dice, called, b.dice, a.parries and not b.parries, b.critical_worth)
    return margin(a, b, ours, theirs)


@chance
def duel(
    dice: Dice,
    called: Called,
    a: Fighting,
    b: Fighting,
    a_hits: tuple[Hit, ...],
    b_hits: tuple[Hit, ...],
    a_body: Body,
    b_body: Body,
) -> Round:
    """A whole round between two: `a_hits` are the hits a deals, in the order of his weapons."""
    hits = clash(dice, called, a, b)
    if hits > 0:
        return Round(a_body, blows(dice, called, hits, a_hits, b_body))
    if hits < 0:
        return Round(blows(dice, called, -hits, b_hits, a_body), b_body)
    return Round(a_body, b_body)
