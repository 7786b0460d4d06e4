"""The dice of shooting: to hit, and a volley at a vehicle."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.damage.dice import (
    UNHARMED,
    Armour,
    Condition,
    Harm,
    Strike,
    Struck,
    harm_after,
    harm_together,
    hit,
    settle,
)
from warbook.core.chance import chance
from warbook.core.dice import Dice

__all__ = (
    "AUTOMATIC", "Aim", "Aimed", "Fired", "Shot", "VolleyHarm", "aim_of", "alike", "fire_shot",
    "rolls_to_hit", "to_hit", "volley",
)  # fmt: skip

Aimed: TypeAlias = Literal["hit", "miss", "hot"]


class Aim(Struct, frozen=True, cache_hash=True):
    """What a die needs to hit, nothing if 0; what a miss needs when it is rolled again; whether a 1 burns him
    who fires (gets hot); and the rule of the roll."""

    need: int
    again: int = NEVER
    hot: bool = False
    rule: str = "veh.P5"


AUTOMATIC = Aim(0)  # a template needs no roll (veh.P10)


class Shot(Struct, frozen=True, cache_hash=True):
    """A shot at one side of a vehicle."""

    aim: Aim
    strike: Strike
    armour: Armour


class Fired(Struct, frozen=True, cache_hash=True):
    """How a shot was aimed, and what its hit came to."""

    aimed: Aimed
    struck: Struck = Struck("none")


class VolleyHarm(Struct, frozen=True, cache_hash=True):
    """What a whole volley did, and how many shots burnt who fired, for each kind of shot in it."""

    harm: Harm = UNHARMED
    hot: tuple[int, ...] = ()


def aim_of(bs: int, twin_linked: bool = False, gets_hot: bool = False) -> Aim:
    """veh.P5: 7 - BS, not below 2+; from BS 6 on a miss is rolled again at 12 - BS. Twin-linked rolls a miss
    again at the first need instead (veh.P13): no die is rolled a third time."""
    need = max(2, 7 - bs)
    again = need if twin_linked else 12 - bs if bs >= 6 else NEVER
    return Aim(need, again, gets_hot)


@chance
def to_hit(dice: Dice, aim: Aim) -> Aimed:
    """veh.attack.facing-and-hit (veh.P5): one roll. The die that stands burns who fires if it shows a 1."""
    if not aim.need:
        return "hit"
    roll = dice.d6(aim.rule, need=aim.need)
    if roll >= aim.need:
        return "hit"
    if aim.again < NEVER:
        roll = dice.d6(aim.rule, need=aim.again)
        if roll >= aim.again:
            return "hit"
    return "hot" if aim.hot and roll == 1 else "miss"


def rolls_to_hit(dice: Dice, count: int, aim: Aim) -> tuple[int, int]:
    """Hits and burns of several shots, thrown together: for play, where all see the dice at once."""
    if not aim.need or not count:
        return count, 0
    faces = dice.each(count, aim.rule, aim.need)
    hits = sum(face >= aim.need for face in faces)
    if aim.again < NEVER and hits < count:
        faces = dice.each(count - hits, aim.rule, aim.again)
        hits += sum(face >= aim.again for face in faces)
    return hits, faces.count(1) if aim.hot else 0


@chance
def fire_shot(dice: Dice, shot: Shot) -> Fired:
    """One shot, from the roll to hit to the damage table."""
    aimed = to_hit(dice, shot.aim)
    return Fired(aimed, hit(dice, shot.strike, shot.armour)) if aimed == "hit" else Fired(aimed)


@chance
def alike(dice: Dice, count: int, shot: Shot, condition: Condition) -> Harm:
    """Shots that are alike and burn nobody who fires, settled together."""
    if not dice.exact:
        hits, _ = rolls_to_hit(dice, count, shot.aim)
        return settle(dice, ((shot.strike, shot.armour),) * hits, condition)
    if count > 1:
        some = count - 1 if count % 2 else count // 2
        first = alike(dice, some, shot, condition)
        return harm_together(condition, first, alike(dice, count - some, shot, condition))
    return harm_after(condition, UNHARMED, fire_shot(dice, shot).struck.total) if count else UNHARMED


@chance
def volley(dice: Dice, shots: tuple[tuple[int, Shot], ...], condition: Condition) -> VolleyHarm:
    """veh.attack.sequence: all that one unit fires at a vehicle, so many shots of each kind, each at the side
    it is aimed at (veh.attack.note-armor). All are rolled to hit, then all hits are settled (veh.V25)."""
    if not dice.exact:
        rolled = [rolls_to_hit(dice, count, shot.aim) for count, shot in shots]
        hits = [
            (shot.strike, shot.armour)
            for (_, shot), (landed, _) in zip(shots, rolled, strict=True)
            for _ in range(landed)
        ]
        return VolleyHarm(settle(dice, tuple(hits), condition), tuple(hot for _, hot in rolled))
    if not shots:
        return VolleyHarm()
    *others, (count, shot) = shots
    if not shot.aim.hot:
        before = volley(dice, tuple(others), condition)
        harm = harm_together(condition, before.harm, alike(dice, count, shot, condition))
        return VolleyHarm(harm, (*before.hot, 0))
    if not count:
        before = volley(dice, tuple(others), condition)
        return VolleyHarm(before.harm, (*before.hot, 0))
    before = volley(dice, (*others, (count - 1, shot)), condition)
    fired = fire_shot(dice, shot)
    harm = harm_after(condition, before.harm, fired.struck.total)
    return VolleyHarm(harm, (*before.hot[:-1], before.hot[-1] + (fired.aimed == "hot")))
