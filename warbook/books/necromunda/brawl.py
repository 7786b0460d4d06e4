"""The dice of hand-to-hand combat: attack dice, combat scores, who wins and by how much."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from warbook.books.necromunda.injury import Body, Hit, blows
from warbook.core.chance import chance
from warbook.core.dice import Dice


class Fighting(Struct, frozen=True):
    """One side of a fighting pair as the dice see him."""

    ws: int
    dice: int
    initiative: int
    modifier: int = 0  # charging, higher up, encumbered, obstacle, outnumbering, already added up
    parries: bool = False  # may make the foe roll his best die again; two parries cancel
    fumble_worth: int = 1  # what each 1 of his gives the foe
    loses_draws: bool = False


class Throw(Struct, frozen=True):
    """Attack dice as the combat score takes them: the best die with its criticals, and the fumbles."""

    score: int
    ones: int


class Round(Struct, frozen=True):
    """The bodies after a round."""

    a: Body
    b: Body


@chance
def attack_dice(dice: Dice, count: int) -> tuple[int, ...]:
    """nec.combat.attack-dice: one D6 for each Attack, the highest first."""
    return dice.pool(count, "nec.combat.attack-dice")


@chance
def parried(dice: Dice, faces: tuple[int, ...]) -> tuple[int, ...]:
    """A parry: the best die is rolled again."""
    again = dice.d6("nec.combat.attack-dice")
    return tuple(sorted((*faces[1:], again), reverse=True))


def read(faces: tuple[int, ...]) -> Throw:
    """nec.combat.score: the highest single die counts. nec.combat.mod-critical: each 6 after the first adds
    1 (nec.A25); nec.combat.mod-fumble: each 1 helps the foe."""
    return Throw(faces[0] + max(0, faces.count(6) - 1), faces.count(1)) if faces else Throw(0, 0)


def margin(a: Fighting, b: Fighting, ours: Throw, theirs: Throw) -> int:
    """nec.combat.score, nec.combat.winner, nec.combat.hits: hits for a (positive) or for b (negative)."""
    score_a = ours.score + a.ws + a.modifier + theirs.ones * b.fumble_worth
    score_b = theirs.score + b.ws + b.modifier + ours.ones * a.fumble_worth
    return score_a - score_b or draw(a, b)


def draw(a: Fighting, b: Fighting) -> int:
    """nec.combat.draw: the higher Initiative wins by one hit; nec.combat.stand-off: equal ones do not."""
    if a.loses_draws != b.loses_draws:
        return -1 if a.loses_draws else 1
    return (a.initiative > b.initiative) - (a.initiative < b.initiative)


@cache
def worth_parrying(faces: tuple[int, ...]) -> bool:
    """Whether rolling the best die again lowers what the throw is worth on average."""

    def worth(throw: Throw) -> int:
        return throw.score - throw.ones

    again = [read(tuple(sorted((*faces[1:], face), reverse=True))) for face in range(1, 7)]
    return sum(map(worth, again)) < 6 * worth(read(faces))


# ---------------------------------------------------------------- the odds, where everybody parries well


@chance
def swing(dice: Dice, count: int, foe_parries: bool) -> Throw:
    """One fighter's attack dice."""
    faces = dice.pool(count, "nec.combat.attack-dice")
    if foe_parries and worth_parrying(faces):
        faces = parried(dice, faces)
    return read(faces)


@chance
def clash(dice: Dice, a: Fighting, b: Fighting) -> int:
    """Steps 1 to 4 of nec.combat.sequence: hits for a (positive) or for b (negative)."""
    ours = swing(dice, a.dice, b.parries and not a.parries)
    theirs = swing(dice, b.dice, a.parries and not b.parries)
    return margin(a, b, ours, theirs)


@chance
def duel(
    dice: Dice,
    a: Fighting,
    b: Fighting,
    a_hits: tuple[Hit, ...],
    b_hits: tuple[Hit, ...],
    a_body: Body,
    b_body: Body,
) -> Round:
    """A whole round between two: `a_hits` are the hits a deals, in the order of his weapons."""
    hits = clash(dice, a, b)
    if hits > 0:
        return Round(a_body, blows(dice, hits, a_hits, b_body))
    if hits < 0:
        return Round(blows(dice, -hits, b_hits, a_body), b_body)
    return Round(a_body, b_body)
