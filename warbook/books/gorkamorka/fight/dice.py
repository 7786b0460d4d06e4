"""The dice of hand-to-hand combat: attack dice, combat scores, who wins by how much, who is thrown off."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.family import combat_score as shared
from warbook.books.family.combat_score import Fighting, Throw, draw, margin, read, worth_parrying
from warbook.books.gorkamorka.called import CALLED
from warbook.books.gorkamorka.fight.hand import Hand, hand_of
from warbook.books.gorkamorka.wounds.dice import Body, Hit, blow, blows
from warbook.core.chance import chance, given
from warbook.core.dice import Dice

__all__ = (
    "Fighting", "Round", "Throw", "attack_count", "attack_dice", "blocked", "brawl", "clash",
    "combat_modifier", "draw", "duel", "goes_off", "margin", "read", "rerolled", "swing", "vehicle_hits",
    "worth_parrying", "worth_rerolling",
)  # fmt: skip

Loser = Literal["", "a", "b"]


class Round(Struct, frozen=True):
    """The bodies after a round, and who of the two was thrown overboard."""

    a: Body
    b: Body
    overboard: Loser = ""


def attack_count(attacks: int, single_handed: int, two_handed: bool, more: int = 0, times: int = 1) -> int:
    """gce.hand-to-hand.attack-dice: one for each Attack, `times` 2 for who is frenzied before anything else
    (gce.frenzy.double-attacks, gce.R9.16) or storms in with Waaagh. gce.hand-to-hand.two-weapons: one more
    with two single-handed weapons for hand-to-hand combat, the knife that everybody has included
    (gce.hand-to-hand.knife), and nothing two-handed carried at all (gce.hand-to-hand.two-handed-carried,
    gce.R6.10, gce.R6.23). `more` are those of gce.hand-to-hand.outnumber-bonus and gce.pilin-on.bonus."""
    return attacks * times + int(single_handed >= 2 and not two_handed) + more


def combat_modifier(charged: int = 0, obstacle: bool = False, more: int = 0) -> int:
    """What is known of the combat score before the dice: gce.hand-to-hand.charge-bonus (`charged` 2 with a
    Flying Tackle), gce.hand-to-hand.obstacle, and `more` for outnumbering or Pilin' On
    (gce.hand-to-hand.outnumber-bonus, gce.pilin-on.bonus)."""
    return charged - int(bool(charged) and obstacle) + more


def goes_off(ours: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    """A bomb used hand to hand: both sides rolled a 6."""
    return 6 in ours and 6 in theirs


def vehicle_hits(faces: tuple[int, ...], ws: int, modifier: int = 0) -> int:
    """gce.boarding.attack-stationary-vehicle: the whole combat score, against 0 (gce.R6.17)."""
    return read(faces).score + ws + modifier


attack_dice = given(shared.attack_dice, CALLED)
"""gce.hand-to-hand.roll: the highest first."""

blocked = given(shared.parried, CALLED)
"""A shield blocks: the best die is rolled again."""

swing = given(shared.swing, CALLED)
"""gce.hand-to-hand.combat-score: the highest single die counts. gce.hand-to-hand.critical: each 6 after the
first adds 1; gce.hand-to-hand.fumble: each 1 helps the foe; extra dice count for both (gce.R6.5)."""

clash = given(shared.clash, CALLED)
"""Steps 1 to 4 of gce.hand-to-hand.sequence: gce.hand-to-hand.winner; gce.hand-to-hand.draw with
gce.hand-to-hand.draw-weapons (gce.R6.9)."""


@chance
def rerolled(dice: Dice, kept: tuple[int, ...], count: int) -> tuple[int, ...]:
    """gce.hatred.reroll: so many dice are rolled again beside those that are kept (gce.R9.11)."""
    return tuple(sorted((*kept, *dice.pool(count, "gce.hatred.reroll")), reverse=True))


@chance
def duel(
    dice: Dice,
    a: Fighting,
    b: Fighting,
    a_hits: tuple[Hit, ...],
    b_hits: tuple[Hit, ...],
    a_body: Body,
    b_body: Body,
    a_fall: Hit | None = None,
    b_fall: Hit | None = None,
) -> Round:
    """A whole round between two: `a_hits` are the hits a deals, in the order of his weapons. Aboard a moving
    vehicle each has the hit he takes if he is thrown overboard."""
    hits = clash(dice, a, b)
    if hits > 0:
        after, fell = beaten(dice, hits, a_hits, b_body, b_fall)
        return Round(a_body, after, "b" if fell else "")
    if hits < 0:
        after, fell = beaten(dice, -hits, b_hits, a_body, a_fall)
        return Round(after, b_body, "a" if fell else "")
    return Round(a_body, b_body)


@chance
def brawl(
    dice: Dice,
    a: Fighting,
    b: Fighting,
    a_hits: tuple[Hit, ...],
    b_hits: tuple[Hit, ...],
    a_body: Body,
    b_body: Body,
    hate: tuple[bool, bool] = (False, False),
    bombs: tuple[tuple[Hit, Hit], ...] = (),
    a_fall: Hit | None = None,
    b_fall: Hit | None = None,
) -> Round:
    """The same where somebody rolls dice again out of hatred, or bombs may go off, each with the hit it deals
    to a and to b: before the winner's hits, which then depend on his state (gce.S42)."""
    hits, both_lit = bout(dice, a, b, hate)
    if both_lit:
        for on_a, on_b in bombs:
            a_body = a_body if a_body.state == "out" else blow(dice, on_a, a_body)
            b_body = b_body if b_body.state == "out" else blow(dice, on_b, b_body)
    aboard = a_fall is not None
    if hits > 0:
        count = hits if a_body.state == "up" else 0
        after, fell = beaten(dice, count, a_hits, b_body, b_fall)
        return Round(_left(a_body, aboard), after, "b" if fell else "")
    if hits < 0:
        count = -hits if b_body.state == "up" else 0
        after, fell = beaten(dice, count, b_hits, a_body, a_fall)
        return Round(after, _left(b_body, aboard), "a" if fell else "")
    return Round(_left(a_body, aboard), _left(b_body, aboard))


@chance
def bout(dice: Dice, a: Fighting, b: Fighting, hate: tuple[bool, bool]) -> tuple[int, bool]:
    """The hits for a, or if negative for b; and whether both threw a 6, as it takes for a bomb to go off."""
    ours, lit = attack_throw(dice, a, hate[0], b.parries and not a.parries)
    theirs, lit_too = attack_throw(dice, b, hate[1], a.parries and not b.parries)
    return margin(a, b, ours, theirs), lit and lit_too


@chance
def attack_throw(dice: Dice, fighter: Fighting, hates: bool, shielded: bool) -> tuple[Throw, bool]:
    """His attack dice, some rolled again where he hates, and the best blocked, wherever it pays; and whether
    there is a 6 among them."""
    hand = swung(dice, fighter.dice, CALLED.attack_dice)
    again = worth_swinging(hand, fighter.critical_worth, fighter.fumble_worth) if hates else 0
    if again:
        hand = swung_again(dice, hand.best_of(hand.count - again), again)
    if shielded and _worth_blocking(hand, fighter.critical_worth):
        hand = hand.blocked(dice.d6(CALLED.attack_dice))
    return hand.read(fighter.critical_worth), hand.sixes > 0


@chance
def swung(dice: Dice, count: int, rule: str) -> Hand:
    return hand_of(dice.pool(count, rule))


@chance
def swung_again(dice: Dice, kept: Hand, count: int) -> Hand:
    """gce.hatred.reroll: so many dice beside those that are kept."""
    return kept.beside(swung(dice, count, "gce.hatred.reroll"))


@cache
def _worth_blocking(hand: Hand, critical_worth: int) -> bool:
    """What `worth_parrying` says of the dice."""

    def worth(hand: Hand) -> int:
        throw = hand.read(critical_worth)
        return throw.score - throw.ones

    return sum(worth(hand.blocked(face)) for face in range(1, 7)) < 6 * worth(hand)


def worth_rerolling(faces: tuple[int, ...], critical_worth: int = 1, fumble_worth: int = 1) -> int:
    """gce.hatred.reroll: how many of the dice, the highest first, it pays to roll again on average."""
    return worth_swinging(hand_of(faces), critical_worth, fumble_worth)


@cache
def worth_swinging(hand: Hand, critical_worth: int = 1, fumble_worth: int = 1) -> int:
    """The same of a hand; the lowest dice are the ones, since a higher die is never worse to keep."""

    def worth(count: int) -> tuple[Fraction, int]:
        kept = hand.best_of(hand.count - count)
        return mean_worth(kept, count, critical_worth, fumble_worth), -count

    return max(range(hand.count + 1), key=worth)


def mean_worth(kept: Hand, count: int, critical_worth: int = 1, fumble_worth: int = 1) -> Fraction:
    """What dice that are kept are worth on average with so many rolled beside them: the best of all, each 6
    after the first, less the 1s."""
    highest = 6 - sum(Fraction(face, 6) ** count for face in range(kept.best, 6))
    more = Fraction(count, 6)  # 6s, and 1s, among those rolled
    criticals = kept.sixes - 1 + more + (0 if kept.sixes else Fraction(5, 6) ** count)
    return highest + criticals * critical_worth - (kept.ones + more) * fumble_worth


def _left(body: Body, aboard: bool) -> Body:
    """gce.hand-to-hand.down-is-out for who won, or did not lose, and was brought Down by a bomb."""
    return replace(body, state="out") if body.state == "down" and not aboard else body


@chance
def beaten(dice: Dice, count: int, hits: tuple[Hit, ...], body: Body, fall: Hit | None) -> tuple[Body, bool]:
    """The loser of a round, and whether he goes overboard. On the ground Down is out of action
    (gce.hand-to-hand.down-is-out); aboard, who is not out is thrown off and takes another hit
    (gce.boarding.losing, gce.hand-to-hand.thrown-off, gce.R6.16)."""
    after = blows(dice, count, hits, body)
    if after.state == "out":
        return after, False
    if fall is not None:
        return blow(dice, fall, after), True
    return replace(after, state="out") if after.state == "down" else after, False
