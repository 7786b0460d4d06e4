"""Rounds of melee: Initiative steps, and what both sides lose in all of them."""

from __future__ import annotations

from functools import lru_cache
from math import lcm
from typing import TypeAlias

from msgspec import Struct

from warbook.books.arap.dice.goals import low
from warbook.books.arap.melee import counting
from warbook.books.arap.melee.dice import (
    TO_HIT,
    Attacks,
    Blow,
    blows,
    dealt,
    hurt,
    nearest,
    together,
    unsaved_blows,
)
from warbook.books.arap.shooting.wound_dice import Band, Tally, fallen, harm_of, unhurt
from warbook.core.chance import Odds, chance, foretold
from warbook.core.dice import Dice


class Fighters(Struct, frozen=True, cache_hash=True):
    """Figures of one side that are alike: the attacks of each, and when they strike."""

    band: Band
    attacks: Attacks
    initiative: int


Side: TypeAlias = tuple[Fighters, ...]


class Fought(Struct, frozen=True, cache_hash=True):
    """The bands of both sides after some steps of a round."""

    a: tuple[Tally, ...]
    b: tuple[Tally, ...]


def steps_of(a: Side, b: Side) -> tuple[int, ...]:
    """The Initiatives of a round, the highest first."""
    return tuple(sorted({each.initiative for each in (*a, *b)}, reverse=True))


def attacks_of(side: Side, tallies: tuple[Tally, ...], step: int) -> Attacks:
    """All attacks of those who strike in the step and still stand."""
    return together(
        tuple(
            (count * (each.band.count - fallen(each.band, tally)), blow)
            for each, tally in zip(side, tallies, strict=True)
            if each.initiative == step
            for count, blow in each.attacks
        )
    )


@chance
def fought(dice: Dice, a: Side, b: Side, steps: tuple[int, ...]) -> Fought:
    """arap.melee.round: the Initiative steps in their order, all fighters of a step at once
    (arap.melee.initiative-order)."""
    if dice.exact:
        return foretold(dice, _fought(a, b, steps))
    ours, theirs = _bands(a), _bands(b)
    state = Fought(tuple(map(unhurt, ours)), tuple(map(unhurt, theirs)))
    for step in steps:
        on_b = blows(dice, attacks_of(a, state.a, step), theirs, state.b)
        on_a = blows(dice, attacks_of(b, state.b, step), ours, state.a)
        state = Fought(on_a.bands, on_b.bands)
    return state


def _bands(side: Side) -> tuple[Band, ...]:
    return tuple(each.band for each in side)


@lru_cache(maxsize=512)
def _fought(a: Side, b: Side, steps: tuple[int, ...]) -> Odds[Fought]:
    """Counted step by step."""
    ours, theirs = _bands(a), _bands(b)
    state = Fought(tuple(map(unhurt, ours)), tuple(map(unhurt, theirs)))
    if not steps:
        return Odds({state: 1})
    before = _fought(a, b, steps[:-1])
    parts = []
    for each, weight in before.weights.items():
        on_b = battered(attacks_of(a, each.a, steps[-1]), theirs, each.b)
        on_a = battered(attacks_of(b, each.b, steps[-1]), ours, each.a)
        parts.append((weight, on_a, on_b))
    share = lcm(*(on_a.total * on_b.total for _, on_a, on_b in parts))
    found: dict[Fought, int] = {}
    for weight, on_a, on_b in parts:
        ways = weight * (share // (on_a.total * on_b.total))
        for tallies_a, ways_a in on_a.weights.items():
            for tallies_b, ways_b in on_b.weights.items():
                state = Fought(tallies_a, tallies_b)
                found[state] = found.get(state, 0) + ways * ways_a * ways_b
    return Odds(found)


@lru_cache(maxsize=8192)
def battered(
    attacks: Attacks, bands: tuple[Band, ...], tallies: tuple[Tally, ...]
) -> Odds[tuple[Tally, ...]]:
    """What is left of bands after these blows, counted one by one."""
    if not attacks:
        return Odds({tallies: 1})
    *others, (count, blow) = attacks
    rest = (*others, (count - 1, blow)) if count > 1 else tuple(others)
    before = battered(rest, bands, tallies)
    after = [(weight, _one_blow(blow, bands, each)) for each, weight in before.weights.items()]
    share = lcm(*(odds.total for _, odds in after))
    found: dict[tuple[Tally, ...], int] = {}
    for weight, odds in after:
        for worse, ways in odds.weights.items():
            found[worse] = found.get(worse, 0) + weight * ways * (share // odds.total)
    return Odds(found)


@lru_cache(maxsize=65536)
def _one_blow(blow: Blow, bands: tuple[Band, ...], tallies: tuple[Tally, ...]) -> Odds[tuple[Tally, ...]]:
    standing = nearest(bands, tallies)
    if not standing:
        return Odds({tallies: 1})
    hits, of = low.odds(blow.goal, TO_HIT).chance(True).as_integer_ratio()
    harms = {at: harm_of.odds(blow.hit, bands[at].t, bands[at].save, bands[at].inv) for at, _ in standing}
    figures = sum(tallies[at][place][3] for at, place in standing)
    share = figures * lcm(*(odds.total for odds in harms.values()))
    found = {tallies: (of - hits) * share}
    for at, place in standing:
        each = hits * tallies[at][place][3] * (share // figures // harms[at].total)
        for came, ways in harms[at].weights.items():
            worse = hurt(tallies, at, place, bands[at], came) if came > 0 else tallies
            found[worse] = found.get(worse, 0) + each * ways
    return Odds({worse: ways for worse, ways in found.items() if ways})


# ---------------------------------------------------------------- figures that are all alike


class Bled(Struct, frozen=True, cache_hash=True):
    """Unsaved wounds that a side of like figures has taken, and how many of it stand."""

    wounds: int
    standing: int


@chance
def clash(dice: Dice, a: Fighters, b: Fighters) -> tuple[int, int]:
    """A round of two units, each of like figures that strike together: the unsaved wounds that a and b
    take."""
    if a.initiative < b.initiative:
        theirs, ours = clash(dice, b, a)
        return ours, theirs
    if a.initiative == b.initiative:
        on_b = wounds_by(dice, a, a.band.count, b.band)
        return wounds_by(dice, b, b.band.count, a.band), on_b
    first = bled(dice, a, b.band)
    return wounds_by(dice, b, first.standing, a.band), first.wounds


@chance
def bled(dice: Dice, strikers: Fighters, band: Band) -> Bled:
    wounds = wounds_by(dice, strikers, strikers.band.count, band)
    return Bled(wounds, band.count - felled(dice, wounds, band))


@chance
def wounds_by(dice: Dice, strikers: Fighters, standing: int, band: Band) -> int:
    """Unsaved wounds by so many of the strikers; none is more than the band has left."""
    attacks = together(tuple((count * standing, blow) for count, blow in strikers.attacks))
    return unsaved_blows(dice, attacks, band.t, band.save, band.inv, band.count * band.left)


@chance
def felled(dice: Dice, wounds: int, band: Band) -> int:
    """How many fall of so many wounds."""
    if band.left == 1:
        return wounds
    if dice.exact:
        return foretold(dice, counting.felled(wounds, band.count, band.left))
    (tally,) = dealt(dice, wounds, (band,), (unhurt(band),))
    return fallen(band, tally)
