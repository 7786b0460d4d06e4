"""The dice of a volley: rolls to hit, weapons that burn their firer, and what all of it comes to."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.books.arap.dice.goals import low_stages, lows
from warbook.books.arap.shooting.losses import losses
from warbook.books.arap.shooting.wound_dice import (
    Band,
    Harm,
    Hit,
    Hits,
    Strikes,
    Tally,
    allotted,
    fallen,
    harm_of,
    new_kind,
    save_need,
    unhurt,
)
from warbook.books.family.wounds import NEVER
from warbook.core.chance import Odds, chance, foretold
from warbook.core.dice import Dice

TO_HIT = "arap.shooting.to-hit"
Aimed: TypeAlias = Literal["hit", "miss", "hot", "by-one"]


class Shot(Struct, frozen=True, cache_hash=True):
    """A shot: its goal after all modifiers, and what it does. `hot`: a 6 wounds the firer (gets-hot);
    `cover`: a miss by one hits what the target hides behind (arap.shooting.hit-the-cover)."""

    goal: int
    hit: Hit
    hot: bool = False
    cover: bool = False


class Landed(Struct, frozen=True, cache_hash=True):
    """Of shots that are alike: those that hit, that burnt their firer, and that missed by one."""

    hits: int = 0
    hot: int = 0
    by_one: int = 0


class Volley(Struct, frozen=True, cache_hash=True):
    """What became of each kind of shot, and what the hits did."""

    landed: tuple[Landed, ...]
    harm: Harm

    @property
    def hits(self) -> int:
        return sum(each.hits for each in self.landed)


class Shared(Struct, frozen=True, cache_hash=True):
    """The same where the hits were shared among the units of a combat: how many each took, and what became of
    it."""

    landed: tuple[Landed, ...]
    hits: tuple[int, ...]
    harms: tuple[Harm, ...]


class Foreseen(Struct, frozen=True, cache_hash=True):
    """What matters of a volley beforehand: hits up to the number that suppresses, whether a pinning weapon
    wounded, and who fell of each band."""

    hits: int
    pins: bool
    fallen: tuple[int, ...]


Shots: TypeAlias = tuple[tuple[int, Shot], ...]
"""So many shots of each kind (arap.shooting.mixed-dice)."""


@chance
def to_hit(dice: Dice, shot: Shot) -> Aimed:
    """arap.shooting.to-hit."""
    steps = low_stages(shot.goal)
    if not steps:
        return "miss"
    face = dice.d6(TO_HIT, most=steps[0])
    if face <= steps[0]:
        return "hit" if all(dice.d6(TO_HIT, most=most) <= most for most in steps[1:]) else "miss"
    if shot.hot and face == 6:
        return "hot"
    return "by-one" if shot.cover and shot.goal > 0 and face == steps[0] + 1 else "miss"


@chance
def landed(dice: Dice, count: int, shot: Shot) -> Landed:
    """Shots that are alike, rolled to hit together."""
    steps = low_stages(shot.goal)
    if not count or not steps:
        return Landed()
    if not dice.exact:
        faces = dice.each(count, TO_HIT, most=steps[0])
        hits = sum(face <= steps[0] for face in faces)
        for most in steps[1:]:
            hits = sum(face <= most for face in dice.each(hits, TO_HIT, most=most)) if hits else 0
        hot = faces.count(6) if shot.hot else 0
        by_one = shot.cover and shot.goal > 0 and not (shot.hot and steps[0] == 5)
        return Landed(hits, hot, faces.count(steps[0] + 1) if by_one else 0)
    if count == 1:
        aimed = to_hit(dice, shot)
        return Landed(int(aimed == "hit"), int(aimed == "hot"), int(aimed == "by-one"))
    first, second = landed(dice, count // 2, shot), landed(dice, count - count // 2, shot)
    return Landed(first.hits + second.hits, first.hot + second.hot, first.by_one + second.by_one)


@chance
def volley(dice: Dice, shots: Shots, bands: tuple[Band, ...], evenly: bool = False) -> Volley:
    """All that a unit fires at another in one action: all rolls to hit, then all wounds, then all saves."""
    came = tuple(landed(dice, count, shot) for count, shot in shots)
    return Volley(came, allotted(dice, hits_of(shots, came), bands, evenly))


def hits_of(shots: Shots, came: tuple[Landed, ...]) -> Hits:
    return tuple((each.hits, shot.hit) for (_, shot), each in zip(shots, came, strict=True) if each.hits)


@chance
def foreseen(dice: Dice, shots: Shots, bands: tuple[Band, ...], most: int, evenly: bool = False) -> Foreseen:
    """The same volley with only that kept which tells what it leads to; hits are counted up to `most`."""
    if dice.exact:
        return foretold(dice, _foreseen(shots, bands, most, evenly))
    whole = volley(dice, shots, bands, evenly)
    return _in_short(min(whole.hits, most), whole.harm.pins, bands, whole.harm.bands)


def _in_short(hits: int, pins: bool, bands: tuple[Band, ...], tallies: tuple[Tally, ...]) -> Foreseen:
    return Foreseen(hits, pins, tuple(fallen(*each) for each in zip(bands, tallies, strict=True)))


@lru_cache(maxsize=64)
def _foreseen(shots: Shots, bands: tuple[Band, ...], most: int, evenly: bool) -> Odds[Foreseen]:
    """Counted shot by shot: the ways that lead to each condition of the bands."""
    ways: dict[tuple[int, bool], dict[tuple[Tally, ...], int]] = {(0, False): {tuple(map(unhurt, bands)): 1}}
    for count, shot in shots:
        hit, of = to_hit.odds(shot).chance("hit").as_integer_ratio()
        struck = Strikes(shot.hit, bands, evenly)
        ways = {noted: _renewed(tallies) if evenly else tallies for noted, tallies in ways.items()}
        for _ in range(count if hit and struck.share else 0):
            after: dict[tuple[int, bool], dict[tuple[Tally, ...], int]] = {}
            for (hits, pins), tallies in ways.items():
                missed = after.setdefault((hits, pins), {})
                landed = after.setdefault((min(hits + 1, most), pins), {})
                pinned = after.setdefault((min(hits + 1, most), pins or shot.hit.pinning), {})
                for tally, number in tallies.items():
                    missed[tally] = missed.get(tally, 0) + number * (of - hit) * struck.share
                    for worse, failed, share in struck.after(tally):
                        into = pinned if failed else landed
                        into[worse] = into.get(worse, 0) + number * hit * share
            ways = after
    found: dict[Foreseen, int] = {}
    for (hits, pins), tallies in ways.items():
        for tally, number in tallies.items():
            end = _in_short(hits, pins, bands, tally)
            found[end] = found.get(end, 0) + number
    return Odds({end: number for end, number in found.items() if number})


def _renewed(ways: dict[tuple[Tally, ...], int]) -> dict[tuple[Tally, ...], int]:
    renewed: dict[tuple[Tally, ...], int] = {}
    for tallies, number in ways.items():
        anew = new_kind(tallies)
        renewed[anew] = renewed.get(anew, 0) + number
    return renewed


@chance
def units_struck(dice: Dice, hits: int, weights: tuple[int, ...]) -> tuple[int, ...]:
    """arap.shooting.into-close-combat: how many of so many hits are each unit's, which is as likely as its
    weight."""
    if not hits:
        return (0,) * len(weights)
    whose = tuple(unit for unit, weight in enumerate(weights) for _ in range(weight))
    if not dice.exact:
        faces = dice.throw(len(whose), hits, "arap.shooting.into-close-combat", None, None)
        struck = [whose[face - 1] for face in faces]
        return tuple(struck.count(unit) for unit in range(len(weights)))
    before = units_struck(dice, hits - 1, weights)
    unit = int(dice.face(whose, "arap.shooting.into-close-combat"))
    return (*before[:unit], before[unit] + 1, *before[unit + 1 :])


@chance
def burns(dice: Dice, count: int, save: int, inv: int, ap: int = NEVER) -> int:
    """gets-hot: how many of so many burns are not saved by those who fired."""
    need = save_need(save, inv, ap)
    if not count or need >= NEVER:
        return count
    if not dice.exact:
        return sum(face < need for face in dice.each(count, "arap.dice.save-roll", need))
    return burns(dice, count - 1, save, inv, ap) + int(dice.d6("arap.dice.save-roll", need=need) < need)


@chance
def overheats(dice: Dice) -> bool:
    """gets-hot of a weapon that rolls no dice to hit: a die for this alone."""
    return dice.d6(TO_HIT, need=6) == 6


# ---------------------------------------------------------------- like shots at like figures


class Toll(Struct, frozen=True, cache_hash=True):
    """Hits, up to a number that is given, and failed saves, or figures that fell."""

    hits: int
    count: int


@chance
def toll(dice: Dice, shots: int, shot: Shot, band: Band, most: int) -> Toll:
    """A volley of one kind at figures that are all alike: who falls of them. Hits are counted up to
    `most`."""
    struck = unsaved_of(dice, shots, shot, band, most)
    return Toll(struck.hits, losses(dice, struck.count, band.count, band.left, shot.hit.damage))


@chance
def unsaved_of(dice: Dice, shots: int, shot: Shot, band: Band, most: int) -> Toll:
    hits = lows(dice, shots, shot.goal, TO_HIT)
    return Toll(min(hits, most), unsaved(dice, hits, _plain(shot.hit), band.t, band.save, band.inv))


def _plain(hit: Hit) -> Hit:
    """What decides whether it goes through."""
    return Hit(hit.s, hit.ap, 1, hit.near, hit.melta, hit.rending)


@chance
def unsaved(dice: Dice, hits: int, hit: Hit, t: int, save: int, inv: int) -> int:
    """How many of so many hits wound and are not saved."""
    if not hits:
        return 0
    return unsaved(dice, hits - 1, hit, t, save, inv) + int(harm_of(dice, hit, t, save, inv) > 0)


# ---------------------------------------------------------------- into close combat


@chance
def into_melee(
    dice: Dice,
    shots: Shots,
    units: tuple[tuple[Band, ...], ...],
    weights: tuple[int, ...],
    evenly: bool = False,
) -> Shared:
    """A volley into close combat: each hit is first one unit's of those who fight there (arap.F11)."""
    came = tuple(landed(dice, count, shot) for count, shot in shots)
    shared = shares(dice, hits_of(shots, came), weights)
    return Shared(
        came,
        tuple(sum(count for count, _ in hits) for hits in shared),
        tuple(allotted(dice, hits, bands, evenly) for hits, bands in zip(shared, units, strict=True)),
    )


@chance
def shares(dice: Dice, hits: Hits, weights: tuple[int, ...]) -> tuple[Hits, ...]:
    """Which hits are whose."""
    found: list[list[tuple[int, Hit]]] = [[] for _ in weights]
    for count, hit in hits:
        for unit, share in enumerate(units_struck(dice, count, weights)):
            if share:
                found[unit].append((share, hit))
    return tuple(tuple(each) for each in found)


@chance
def unsaved_by_all(dice: Dice, shots: Shots, t: int, save: int, inv: int) -> int:
    """How many wounds of a mixed volley are not saved by figures that are alike."""
    if not shots:
        return 0
    *others, (count, shot) = shots
    band = Band(1, t, save, inv)
    return unsaved_by_all(dice, tuple(others), t, save, inv) + unsaved_of(dice, count, shot, band, 0).count


@chance
def toll_of_all(dice: Dice, shots: Shots, band: Band) -> int:
    """Who falls of figures that are all alike and have one wound each, in a mixed volley."""
    return losses(dice, unsaved_by_all(dice, shots, band.t, band.save, band.inv), band.count, 1)
