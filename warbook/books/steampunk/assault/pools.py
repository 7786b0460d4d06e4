"""The dice of assault: pools by source, deflection, Ork rerolls, and who gains the advantage."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.steampunk.dice import MOST_AT_ONCE
from warbook.core.chance import chance
from warbook.core.dice import Dice

Waves = Literal["per-six", "per-wave"]  # the switch ork_reroll of ruling K1


class Pool(Struct, frozen=True):
    """Dice of one side that are alike: so many at one need, from one source (spf.assault.track-source)."""

    dice: int
    need: int  # with all modifiers; above 6 no face is enough
    source: str = ""
    deflects: bool = False
    side: str = ""  # where these hits come from; of deflection: the only side it works against ("": all)
    reroll: int = 0  # reroll assault[N]
    twice: bool = False  # successes are rolled again and the second result stands

    @property
    def die(self) -> Die:
        return Die(self.need, self.deflects, self.reroll > 0, self.twice)


class Die(Struct, frozen=True):
    """One die of a pool, as far as it matters how it falls."""

    need: int
    deflects: bool = False
    rerolls: bool = False
    twice: bool = False


class Fallen(Struct, frozen=True):
    """A lot of dice: successes, dice with a natural 6 that calls for rerolls, dice that failed."""

    successes: int = 0
    sixes: int = 0
    failed: int = 0

    def __add__(self, other: Fallen) -> Fallen:
        return Fallen(self.successes + other.successes, self.sixes + other.sixes, self.failed + other.failed)


class Net(Struct, frozen=True):
    """Net successes of both sides."""

    a: int
    b: int


# ---------------------------------------------------------------- counting


def needed(need: int, modifiers: int) -> int:
    """spf.ability.crippled-crew: the roll is lowered, so the need rises (ruling P19)."""
    return need - modifiers


def net_successes(
    pools: tuple[Pool, ...], rolled: tuple[int, ...], foes: tuple[Pool, ...], foes_rolled: tuple[int, ...]
) -> int:
    """spf.assault.deflection-effect (ruling S6): successes less the enemy's deflections, where deflection
    limited to a side stops at most the hits from that side."""
    hits: dict[str, int] = {}
    for pool, count in zip(pools, rolled, strict=True):
        if not pool.deflects:
            hits[pool.side] = hits.get(pool.side, 0) + count
    anywhere = 0
    for pool, count in zip(foes, foes_rolled, strict=True):
        if pool.deflects and pool.side:
            hits[pool.side] = max(0, hits.get(pool.side, 0) - count)
        elif pool.deflects:
            anywhere += count
    return max(0, sum(hits.values()) - anywhere)


def advantage(net: Net, tie: Literal["a", "b"]) -> Literal["a", "b"]:
    """spf.assault.advantage; equal sides by their rank (spf.assault.tie-rank)."""
    if net.a == net.b:
        return tie
    return "a" if net.a > net.b else "b"


# ---------------------------------------------------------------- the dice


@chance
def side(dice: Dice, pools: tuple[Pool, ...], waves: Waves) -> tuple[int, ...]:
    """spf.assault.pooling: the successes of each pool of one side, with all its rerolls."""
    return wave(dice, pools, tuple(pool.dice for pool in pools), (0,) * len(pools), waves)


@chance
def wave(
    dice: Dice, pools: tuple[Pool, ...], counts: tuple[int, ...], failed: tuple[int, ...], waves: Waves
) -> tuple[int, ...]:
    """spf.team.ork-reroll: the successes of `counts` dice of each pool, and of the waves that follow.
    `failed` dice lie there from the waves before."""
    lots = tuple(thrown(dice, count, pool.die) for count, pool in zip(counts, pools, strict=True))
    successes = tuple(lot.successes for lot in lots)
    failed = added(failed, tuple(lot.failed for lot in lots))
    again = picked(pools, failed, rerolls(pools, tuple(lot.sixes for lot in lots), waves))
    if not any(again):
        return successes
    rest = tuple(before - taken for before, taken in zip(failed, again, strict=True))
    return added(successes, wave(dice, pools, again, rest, waves))


@chance
def thrown(dice: Dice, count: int, die: Die) -> Fallen:
    """`count` dice of a kind. With reroll assault a natural 6 is two hits whatever the modifier
    (spf.team.ork-double-hit, ruling K2)."""
    if not count:
        return Fallen()
    if dice.exact and count > MOST_AT_ONCE:
        return thrown(dice, count // 2, die) + thrown(dice, count - count // 2, die)
    rule = "spf.assault.deflection" if die.deflects else "spf.assault.stats"
    faces = dice.pool(count, rule, need=die.need)
    good = sum(face >= die.need for face in faces)
    if die.twice and good:
        good = sum(face >= die.need for face in dice.pool(good, rule, need=die.need))
    failed = sum(face < min(die.need, 6) for face in faces)
    if not die.rerolls:
        return Fallen(good, 0, failed)
    sixes = faces.count(6)
    return Fallen(good if die.deflects else count - failed + sixes, sixes, failed)


def rerolls(pools: tuple[Pool, ...], sixes: tuple[int, ...], waves: Waves) -> int:
    """How many dice may be rolled again after these natural 6s (ruling K1)."""
    each = [pool.reroll * count for pool, count in zip(pools, sixes, strict=True)]
    if waves == "per-six":
        return sum(each)
    return max((pool.reroll for pool, count in zip(pools, sixes, strict=True) if count), default=0)


def reroll_order(pools: tuple[Pool, ...]) -> list[int]:
    """The pools by how much their dice are worth rolling again: assault before deflection, where a 6 is two
    hits before others, and the lowest need first."""
    return sorted(range(len(pools)), key=lambda n: (pools[n].deflects, not pools[n].reroll, pools[n].need))


def picked(pools: tuple[Pool, ...], failed: tuple[int, ...], again: int) -> tuple[int, ...]:
    """The dice to roll again, of each pool: those that failed, the worthiest first."""
    taken = [0] * len(pools)
    for n in reroll_order(pools):
        taken[n] = min(failed[n], again)
        again -= taken[n]
    return tuple(taken)


@chance
def clash(dice: Dice, a: tuple[Pool, ...], b: tuple[Pool, ...], waves: Waves) -> Net:
    """An assault up to the net successes of both sides, whatever their sources."""
    a, b = alike(a), alike(b)
    if any(pool.reroll for pool in (*a, *b)):
        ours, theirs = side(dice, a, waves), side(dice, b, waves)
        return Net(net_successes(a, ours, b, theirs), net_successes(b, theirs, a, ours))
    return Net(pressed(dice, _attacking(a), _deflecting(b)), pressed(dice, _attacking(b), _deflecting(a)))


@chance
def pressed(dice: Dice, pools: tuple[Pool, ...], foes: tuple[Pool, ...]) -> int:
    """The net successes of assault dice against deflection dice, where nobody rerolls."""
    return net_successes(pools, side(dice, pools, "per-six"), foes, side(dice, foes, "per-six"))


def alike(pools: tuple[Pool, ...]) -> tuple[Pool, ...]:
    """The pools with all dice together that differ in nothing but their source."""
    counts: dict[Pool, int] = {}
    for pool in pools:
        kind = replace(pool, dice=0, source="")
        counts[kind] = counts.get(kind, 0) + pool.dice
    return tuple(replace(kind, dice=count) for kind, count in counts.items())


def _attacking(pools: tuple[Pool, ...]) -> tuple[Pool, ...]:
    return tuple(pool for pool in pools if not pool.deflects)


def _deflecting(pools: tuple[Pool, ...]) -> tuple[Pool, ...]:
    return tuple(pool for pool in pools if pool.deflects)


def added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """Pool by pool."""
    return tuple(a + b for a, b in zip(one, other, strict=True))
