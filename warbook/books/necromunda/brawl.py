"""The dice of hand-to-hand combat: attack dice, combat scores, who wins and by how much."""

from __future__ import annotations

from msgspec import Struct

from warbook.books.necromunda.injury import Body, Hit, blows
from warbook.core.chance import chance
from warbook.core.dice import Dice

PARRY_AT = 4  # a fighter parries when the foe's best die is at least this: a lower one he leaves alone


class Fighting(Struct, frozen=True):
    """One side of a fighting pair as the dice see him."""

    ws: int
    dice: int
    initiative: int
    modifier: int = 0  # charging, higher up, encumbered, obstacle, outnumbering, already added up
    parries: bool = False  # makes the foe roll his best die again; two parries cancel
    fumble_worth: int = 1  # what each 1 of his gives the foe
    loses_draws: bool = False


class Throw(Struct, frozen=True):
    """Attack dice: the best die with its criticals, and the number of fumbles."""

    score: int
    ones: int


class Round(Struct, frozen=True):
    """A round fought: `margin` hits for a when positive, for b when negative; the bodies afterwards."""

    margin: int
    a: Body
    b: Body


@chance
def attack_dice(dice: Dice, count: int, parried: bool) -> Throw:
    """nec.combat.attack-dice, nec.combat.mod-critical, nec.combat.mod-fumble."""
    faces = dice.pool(count, "nec.combat.attack-dice")
    if parried and faces and faces[0] >= PARRY_AT:
        again = dice.d6("nec.combat.attack-dice")
        faces = tuple(sorted((*faces[1:], again), reverse=True))
    if not faces:
        return Throw(0, 0)
    return Throw(faces[0] + max(0, faces.count(6) - 1), faces.count(1))


@chance
def clash(dice: Dice, a: Fighting, b: Fighting) -> int:
    """nec.combat.score, nec.combat.winner, nec.combat.hits: hits for a (positive) or for b (negative)."""
    ours = attack_dice(dice, a.dice, b.parries and not a.parries)
    theirs = attack_dice(dice, b.dice, a.parries and not b.parries)
    score_a = ours.score + a.ws + a.modifier + theirs.ones * b.fumble_worth
    score_b = theirs.score + b.ws + b.modifier + ours.ones * a.fumble_worth
    if score_a != score_b:
        return score_a - score_b
    return draw(a, b)


def draw(a: Fighting, b: Fighting) -> int:
    """nec.combat.draw: the higher Initiative wins by one hit; nec.combat.stand-off: equal ones do not."""
    if a.loses_draws != b.loses_draws:
        return -1 if a.loses_draws else 1
    return (a.initiative > b.initiative) - (a.initiative < b.initiative)


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
    margin = clash(dice, a, b)
    if margin > 0:
        return Round(margin, a_body, blows(dice, margin, a_hits, b_body))
    if margin < 0:
        return Round(margin, blows(dice, -margin, b_hits, a_body), b_body)
    return Round(0, a_body, b_body)
