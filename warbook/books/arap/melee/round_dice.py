"""Rounds of melee: Initiative steps, and what both sides lose in all of them."""

from __future__ import annotations

from functools import lru_cache
from math import lcm
from typing import TypeAlias

from msgspec import Struct

from warbook.books.arap.dice.goals import low
from warbook.books.arap.melee.counting import felled, follow
from warbook.books.arap.melee.dice import (
    TO_HIT,
    Attacks,
    Blow,
    blows,
    first_tier,
    hurt,
    together,
    unsaved_blows,
)
from warbook.books.arap.shooting.wound_dice import Band, Tally, fallen, harm_of, unhurt, wounds_lost
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


@lru_cache(maxsize=16)
def _fought(a: Side, b: Side, steps: tuple[int, ...]) -> Odds[Fought]:
    """Counted step by step."""
    ours, theirs = _bands(a), _bands(b)
    state = Fought(tuple(map(unhurt, ours)), tuple(map(unhurt, theirs)))
    if not steps:
        return Odds({state: 1})

    def after(before: Fought) -> Odds[Fought]:
        on_a = battered(attacks_of(b, before.b, steps[-1]), ours, before.a)
        on_b = battered(attacks_of(a, before.a, steps[-1]), theirs, before.b)
        return Odds(
            {
                Fought(hurt_a, hurt_b): ways_a * ways_b
                for hurt_a, ways_a in on_a.weights.items()
                for hurt_b, ways_b in on_b.weights.items()
            }
        )

    return follow(_fought(a, b, steps[:-1]), after)


@lru_cache(maxsize=2048)
def battered(
    attacks: Attacks, bands: tuple[Band, ...], tallies: tuple[Tally, ...]
) -> Odds[tuple[Tally, ...]]:
    """What is left of bands after these blows, counted one by one."""
    if not attacks:
        return Odds({tallies: 1})
    *others, (count, blow) = attacks
    rest = (*others, (count - 1, blow)) if count > 1 else tuple(others)
    return follow(battered(rest, bands, tallies), lambda before: _one_blow(blow, bands, before))


@lru_cache(maxsize=16384)
def _one_blow(blow: Blow, bands: tuple[Band, ...], tallies: tuple[Tally, ...]) -> Odds[tuple[Tally, ...]]:
    standing = first_tier(bands, tallies)
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


# ---------------------------------------------------------------- what a round costs both


@lru_cache(maxsize=256)
def bloodshed(a: Side, b: Side) -> Odds[tuple[int, int]]:
    """The wounds that both sides lose in a round."""
    if len(a) == len(b) == 1 and all(blow.hit.damage == 1 for each in (*a, *b) for _, blow in each.attacks):
        return _clash(a[0], b[0])
    return _fought(a, b, steps_of(a, b)).map(lost)


def lost(after: Fought) -> tuple[int, int]:
    return sum(map(wounds_lost, after.a)), sum(map(wounds_lost, after.b))


def _clash(a: Fighters, b: Fighters) -> Odds[tuple[int, int]]:
    """Figures of each side that are all alike: it is enough to count wounds and who stands."""
    if a.initiative < b.initiative:
        return _clash(b, a).map(lambda each: each[::-1])
    on_b = _wounds(a, a.band.count, b.band)
    if a.initiative == b.initiative:
        on_a = _wounds(b, b.band.count, a.band)
        return follow(on_b, lambda theirs: on_a.map(lambda ours: (ours, theirs)))

    def back(theirs: int) -> Odds[tuple[int, int]]:
        gone = felled(theirs, b.band.count, b.band.left)
        on_a = follow(gone, lambda number: _wounds(b, b.band.count - number, a.band))
        return on_a.map(lambda ours: (ours, theirs))

    return follow(on_b, back)


@lru_cache(maxsize=4096)
def _wounds(strikers: Fighters, standing: int, band: Band) -> Odds[int]:
    """Unsaved wounds by so many of the strikers; the band cannot take more than it has left."""
    attacks = together(tuple((count * standing, blow) for count, blow in strikers.attacks))
    return unsaved_blows.odds(attacks, band.t, band.save, band.inv, band.count * band.left)
