"""The blows of an Initiative step."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from warbook.books.arap.dice.goals import low, lows
from warbook.books.arap.melee import counting
from warbook.books.arap.shooting.wound_dice import (
    Band,
    Damage,
    Harm,
    Hit,
    Tally,
    damage_of,
    drawn,
    harm_of,
    merged,
    save_need,
    save_rule,
    unsaved_hits,
    wound_rolls,
    wounds_lost,
)
from warbook.books.family.wounds import NEVER
from warbook.core.chance import chance, foretold
from warbook.core.dice import Dice

TO_HIT, ALLOCATION = "arap.melee.to-hit", "arap.melee.wound-allocation"


class Blow(Struct, frozen=True, cache_hash=True):
    """An attack: its goal after all modifiers, and what its hit does."""

    goal: int
    hit: Hit


Attacks: TypeAlias = tuple[tuple[int, Blow], ...]
"""So many attacks of each kind, none of them zero."""


def melee_hit(s: int, ap: int = NEVER, rending: bool = False, damage: Damage = 1) -> Hit:
    """Goals of 8 and 9 may be tried in melee (arap.melee.to-wound)."""
    return Hit(s, ap, damage, near=True, rending=rending, rule="arap.melee.to-wound")


def together(attacks: Attacks) -> Attacks:
    """Pools, the strongest first (arap.G20)."""
    counts: dict[Blow, int] = {}
    for count, blow in attacks:
        counts[blow] = counts.get(blow, 0) + count
    return tuple(sorted(((count, blow) for blow, count in counts.items() if count), key=_weakness))


def _weakness(pool: tuple[int, Blow]) -> tuple[int, int, int, int]:
    hit = pool[1].hit
    most = hit.damage if isinstance(hit.damage, int) else int(hit.damage[1:])
    return -hit.s, hit.ap, -most, -pool[1].goal


# ---------------------------------------------------------------- one step of one side


@chance
def blows(dice: Dice, attacks: Attacks, bands: tuple[Band, ...], tallies: tuple[Tally, ...]) -> Harm:
    """arap.melee.wound-allocation, arap.G41: wounds are dealt one after the other, each to a random standing
    figure of the first tier that has one, and the next not before its save. Nothing is lost while somebody
    stands. Where Toughness differs hits are dealt so, before they wound (arap.G21)."""
    if not dice.exact:
        return _thrown(dice, attacks, bands, tallies)
    left = _left(bands, tallies)
    if not attacks or not left:
        return Harm(tallies)
    kinds = {(band.t, band.save, band.inv) for band in bands if band.count}
    if len(kinds) == 1 and all(blow.hit.damage == 1 for _, blow in attacks):
        unsaved = unsaved_blows(dice, attacks, *kinds.pop(), left)
        return Harm(dealt(dice, unsaved, bands, tallies), unsaved)
    *others, (count, blow) = attacks
    before = blows(dice, _less(others, count, blow), bands, tallies)
    if not low(dice, blow.goal, TO_HIT) or not _left(bands, before.bands):
        return before
    at, place = _struck(dice, bands, before.bands)
    came = harm_of(dice, blow.hit, bands[at].t, bands[at].save, bands[at].inv)
    if came <= 0:
        return before
    return Harm(hurt(before.bands, at, place, bands[at], came), before.unsaved + 1)


@chance
def automatic_hit(dice: Dice, hit: Hit, bands: tuple[Band, ...], tallies: tuple[Tally, ...]) -> Harm:
    """One hit that takes no roll to hit; somebody stands."""
    at, place = _struck(dice, bands, tallies)
    came = harm_of(dice, hit, bands[at].t, bands[at].save, bands[at].inv)
    return Harm(hurt(tallies, at, place, bands[at], came), 1) if came > 0 else Harm(tallies)


@chance
def unsaved_blows(dice: Dice, attacks: Attacks, t: int, save: int, inv: int, most: int) -> int:
    """How many attacks hit, wound and are not saved by those who stand; they are counted up to `most`."""
    if dice.exact:
        chances = tuple((count, bites.odds(blow, t, save, inv).chance(True)) for count, blow in attacks)
        return foretold(dice, counting.bitten(chances, most))
    hits = [(lows(dice, count, blow.goal, TO_HIT), blow.hit) for count, blow in attacks]
    return min(sum(len(unsaved_hits(dice, count, hit, t, save, inv)) for count, hit in hits), most)


@chance
def bites(dice: Dice, blow: Blow, t: int, save: int, inv: int) -> bool:
    """One attack on one figure."""
    return low(dice, blow.goal, TO_HIT) and harm_of(dice, blow.hit, t, save, inv) > 0


@chance
def dealt(dice: Dice, wounds: int, bands: tuple[Band, ...], tallies: tuple[Tally, ...]) -> tuple[Tally, ...]:
    """So many unsaved wounds, dealt one after the other among those who stand."""
    if not wounds:
        return tallies
    before = dealt(dice, wounds - 1, bands, tallies)
    if not _left(bands, before):
        return before
    at, place = _struck(dice, bands, before)
    return hurt(before, at, place, bands[at], 1)


def _less(others: list[tuple[int, Blow]], count: int, blow: Blow) -> Attacks:
    return (*others, (count - 1, blow)) if count > 1 else tuple(others)


def _left(bands: tuple[Band, ...], tallies: tuple[Tally, ...]) -> int:
    """The wounds that those who stand have left."""
    return sum(
        band.count * band.left - wounds_lost(tally) for band, tally in zip(bands, tallies, strict=True)
    )


def _struck(dice: Dice, bands: tuple[Band, ...], tallies: tuple[Tally, ...]) -> tuple[int, int]:
    """The condition of the figure that is struck."""
    standing = first_tier(bands, tallies)
    faces = tuple(n for n, (at, place) in enumerate(standing) for _ in range(tallies[at][place][3]))
    return standing[drawn(dice, faces, ALLOCATION)]


def first_tier(bands: tuple[Band, ...], tallies: tuple[Tally, ...]) -> list[tuple[int, int]]:
    """The conditions, as band and place in its tally, of all who stand in the first tier that has anybody."""
    standing = [
        (at, place)
        for at, tally in enumerate(tallies)
        for place, (lost, *_) in enumerate(tally)
        if lost < bands[at].left
    ]
    first = min((bands[at].tier for at, _ in standing), default=0)
    return [(at, place) for at, place in standing if bands[at].tier == first]


def hurt(tallies: tuple[Tally, ...], at: int, place: int, band: Band, points: int) -> tuple[Tally, ...]:
    tally = tallies[at]
    lost, *_, number = tally[place]
    rest = (*tally[:place], (lost, 0, 0, number - 1), *tally[place + 1 :])
    return (*tallies[:at], merged((*rest, (min(lost + points, band.left), 0, 0, 1))), *tallies[at + 1 :])


class _Figure(Struct):
    at: int
    lost: int


def _thrown(dice: Dice, attacks: Attacks, bands: tuple[Band, ...], tallies: tuple[Tally, ...]) -> Harm:
    """All attacks are rolled to hit together, and to wound where Toughness is the same."""
    figures = [
        _Figure(at, lost)
        for at, tally in enumerate(tallies)
        for lost, *_, number in tally
        for _ in range(number)
    ]
    standing = [each for each in figures if each.lost < bands[each.at].left]
    alike = len({bands[each.at].t for each in standing}) == 1
    hits = [(lows(dice, count, blow.goal, TO_HIT), blow.hit) for count, blow in attacks] if standing else []
    unsaved = 0
    for count, hit in hits:
        wounds = (
            wound_rolls(dice, count, hit, bands[standing[0].at].t) if alike and standing else [None] * count
        )
        for face in wounds:
            if not standing:
                break
            first = min(bands[each.at].tier for each in standing)
            figure = drawn(dice, [each for each in standing if bands[each.at].tier == first], ALLOCATION)
            band = bands[figure.at]
            if not alike:
                face = next(iter(wound_rolls(dice, 1, hit, band.t)), None)
                if face is None:
                    continue
            points = _unsaved(dice, hit, band, hit.rending and face == 6)
            unsaved += points > 0
            figure.lost = min(figure.lost + points, band.left)
            standing = [each for each in standing if each.lost < bands[each.at].left]
    after = tuple(
        merged((each.lost, 0, 0, 1) for each in figures if each.at == at) for at in range(len(bands))
    )
    return Harm(after, unsaved)


def _unsaved(dice: Dice, hit: Hit, band: Band, rends: bool) -> int:
    need = save_need(band.save, band.inv, hit.ap, rends)
    if need < NEVER and dice.d6(save_rule(band.save, band.inv, need), need=need) >= need:
        return 0
    return damage_of(dice, hit.damage)
