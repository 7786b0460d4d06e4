"""How many of a number of like figures fall, when wounds are allotted among them at random."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from warbook.books.arap.shooting.wound_dice import Damage, damage_of
from warbook.core.chance import Odds, chance, foretold
from warbook.core.dice import Dice

SIDES = {"D3": 3, "D6": 6}
STEP = 20  # tables are counted for so many wounds more at a time


@chance
def losses(dice: Dice, unsaved: int, figures: int, left: int, damage: Damage = 1) -> int:
    """Each failed save was one of the figures', all alike every time, and takes its damage from that figure;
    what he has not left is lost (arap.F10, arap.shooting.damage-per-hit)."""
    if dice.exact:
        return foretold(dice, _odds(unsaved, figures, left, damage))
    who = dice.throw(figures, unsaved, "arap.shooting.randomise-hits", None, None) if unsaved else ()
    lost: dict[int, int] = {}
    for figure in who:
        lost[figure] = lost.get(figure, 0) + damage_of(dice, damage)
    return sum(points >= left for points in lost.values())


@lru_cache(maxsize=1024)
def _odds(unsaved: int, figures: int, left: int, damage: Damage) -> Odds[int]:
    most = -(-unsaved // STEP) * STEP
    ways = _ways(most, figures, left, damage)[unsaved]
    return Odds({fallen: number for fallen, number in enumerate(ways) if number})


@lru_cache(maxsize=64)
def _ways(most: int, figures: int, left: int, damage: Damage) -> tuple[tuple[int, ...], ...]:
    """For each number of failed saves up to `most`: in how many ways, of who is struck and of what the damage
    dice show, so many figures fall.

    Invariant: `stand[f][w]` and `fall[f][w]` are the ways in which w wounds leave all of f figures standing,
    or none of them.
    """
    sides = SIDES.get(damage, 1) if isinstance(damage, str) else 1
    survives = _survivals(most, left, damage)
    dies = [sides**wounds - ways for wounds, ways in enumerate(survives)]
    stand, fall = _shared(survives, figures), _shared(dies, figures)
    return tuple(
        tuple(
            comb(figures, fallen) * _split(wounds, fall[fallen], stand[figures - fallen])
            for fallen in range(figures + 1)
        )
        for wounds in range(most + 1)
    )


def _survivals(most: int, left: int, damage: Damage) -> list[int]:
    """In how many ways so many wounds do not fell one figure."""
    points = range(1, SIDES[damage] + 1) if isinstance(damage, str) else (damage,)
    sums = {0: 1}
    survives = []
    for _ in range(most + 1):
        survives.append(sum(sums.values()))
        longer: dict[int, int] = {}
        for lost, ways in sums.items():
            for each in points:
                if lost + each < left:
                    longer[lost + each] = longer.get(lost + each, 0) + ways
        sums = longer
    return survives


def _shared(one: list[int], figures: int) -> list[list[int]]:
    """The ways of one figure, for any number of them that share the wounds."""
    many = [[1] + [0] * (len(one) - 1)]
    for _ in range(figures):
        many.append([_split(wounds, one, many[-1]) for wounds in range(len(one))])
    return many


def _split(wounds: int, first: list[int], second: list[int]) -> int:
    return sum(
        comb(wounds, share) * first[share] * second[wounds - share]
        for share in range(wounds + 1)
        if first[share] and second[wounds - share]
    )
