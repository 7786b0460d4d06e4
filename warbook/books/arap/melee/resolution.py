"""Who has won a round: wounds, scores, and the Rout Test of the loser."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.books.arap.dice.tests import limited, passes
from warbook.books.arap.melee.counting import follow
from warbook.books.arap.melee.round_dice import Side, bloodshed, fought, lost, steps_of
from warbook.core.chance import Odds, chance, foretold
from warbook.core.dice import Dice
from warbook.core.questions import Modifier

Method: TypeAlias = Literal["signed_difference", "wounds_inflicted"]
Verdict: TypeAlias = Literal[
    "a-wiped", "a-routs", "a-flinches", "draw", "b-flinches", "b-routs", "b-wiped", "both-wiped"
]


class Circumstances(Struct, frozen=True):
    """What counts for a unit's score besides wounds. `struck`: how many of its flanks and its rear were
    Charged in this round; `visage`: how many of its enemies have a Daemonic Visage, a Greater Daemon being
    all."""

    charged: bool = False
    uphill: bool = False
    hates: bool = False
    struck: int = 0
    visage: Literal["none", "some", "all"] = "none"


class Resolve(Struct, frozen=True, cache_hash=True):
    """How a unit stands in the reckoning: what is added to its score, its Ld, whether it tests again."""

    score: int
    ld: int
    again: bool = False


def score_modifiers(unit: Circumstances) -> tuple[Modifier, ...]:
    """arap.resolution.modifiers; of the two for Daemonic Visage only the greater counts (arap.G27)."""
    rule = "arap.resolution.modifiers"
    lines = (
        (int(unit.charged), "Charged this round"),
        (int(unit.charged and unit.uphill), "Charged from above"),
        (int(unit.hates), "a Hated enemy"),
        (-unit.struck, "Charged in flank or rear"),
        ({"none": 0, "some": -1, "all": -2}[unit.visage], "Daemonic Visage"),
    )
    return tuple(Modifier(value, why, rule) for value, why in lines if value)


def wound_difference(inflicted: int, taken: int, elsewhere: int = 0) -> int:
    """arap.resolution.wound-difference; wounds from `elsewhere`, such as mines, are taken and credited to
    nobody (arap.resolution.environment-wounds, arap.A8)."""
    return inflicted - taken - elsewhere


def score(difference: int, inflicted: int, modifiers: int, method: Method = "signed_difference") -> int:
    """arap.resolution.score; arap.A7 has a switch."""
    return modifiers + (difference if method == "signed_difference" else inflicted)


def loser(a: int, b: int) -> Literal["a", "b"] | None:
    """Of two units the one with the lower score tests (arap.resolution.outcome)."""
    return None if a == b else "a" if a < b else "b"


def loses_among_many(score: int) -> bool:
    """arap.resolution.multi-unit: of more than two, each by itself; 0 tests nothing (arap.G28)."""
    return score < 0


@chance
def rout_test(dice: Dice, ld: int, difference: int, again: bool = False) -> bool:
    """arap.rout.test: whether the loser only flinches. A positive difference helps him
    (arap.resolution.lose-with-positive-difference)."""
    return passes(dice, ld + limited(difference), "arap.rout.test", again)


@chance
def combat(dice: Dice, a: Side, b: Side, for_a: Resolve, for_b: Resolve) -> Verdict:
    """A round of two units, all of whose figures can strike, and what comes of it."""
    if dice.exact:
        came = foretold(dice, _reckoned(a, b, for_a.score, for_b.score))
    else:
        came = reckoned(lost(fought(dice, a, b, steps_of(a, b))), a, b, for_a.score, for_b.score)
    if isinstance(came, str):
        return came
    if came.side == "a":
        return "a-flinches" if rout_test(dice, for_a.ld, came.difference, for_a.again) else "a-routs"
    return "b-flinches" if rout_test(dice, for_b.ld, came.difference, for_b.again) else "b-routs"


def verdicts(a: Side, b: Side, for_a: Resolve, for_b: Resolve) -> Odds[Verdict]:
    """The odds of `combat`, put together from those of its parts: sooner than along all paths of its dice."""

    def after(came: Verdict | Beaten) -> Odds[Verdict]:
        if isinstance(came, str):
            return Odds({came: 1})
        how = for_a if came.side == "a" else for_b
        return _tested(came, how.ld, how.again)

    return follow(_reckoned(a, b, for_a.score, for_b.score), after)


class Beaten(Struct, frozen=True, cache_hash=True):
    """Who tests, and by what its Wound Difference changes its Ld."""

    side: Literal["a", "b"]
    difference: int


@lru_cache(maxsize=1024)
def _tested(beaten: Beaten, ld: int, again: bool) -> Odds[Verdict]:
    """What the Rout Test of the loser comes to."""
    kept: Verdict = "a-flinches" if beaten.side == "a" else "b-flinches"
    lost: Verdict = "a-routs" if beaten.side == "a" else "b-routs"
    return rout_test.odds(ld, beaten.difference, again).map(lambda passed: kept if passed else lost)


def reckoned(wounds: tuple[int, int], a: Side, b: Side, a_score: int, b_score: int) -> Verdict | Beaten:
    """What the wounds of a round come to, with what else is added to both scores. Who has eliminated all his
    enemies has won (arap.resolution.wipe-out)."""
    a_wiped, b_wiped = wounds[0] == wounds_of(a), wounds[1] == wounds_of(b)
    if a_wiped or b_wiped:
        return "both-wiped" if a_wiped and b_wiped else "a-wiped" if a_wiped else "b-wiped"
    difference = wound_difference(wounds[1], wounds[0])
    beaten = loser(difference + a_score, b_score - difference)
    if beaten is None:
        return "draw"
    return Beaten(beaten, limited(difference if beaten == "a" else -difference))


def wounds_of(side: Side) -> int:
    return sum(each.band.count * each.band.left for each in side)


@lru_cache(maxsize=512)
def _reckoned(a: Side, b: Side, a_score: int, b_score: int) -> Odds[Verdict | Beaten]:
    return bloodshed(a, b).map(lambda wounds: reckoned(wounds, a, b, a_score, b_score))
