"""From hits to casualties: rolls to wound, who is struck, saves and damage, for fire and for blows alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import lcm
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct

from warbook.books.arap.dice.goals import wound_goal, wound_stages
from warbook.books.arap.dice.odd import roll
from warbook.books.family.wounds import NEVER
from warbook.core.chance import chance
from warbook.core.dice import Dice

T = TypeVar("T")
Damage: TypeAlias = int | Literal["D3", "D6"]
Wounding: TypeAlias = Literal["none", "wounds", "rends"]
Tally: TypeAlias = tuple[tuple[int, int, int, int], ...]
"""The figures of a band: wounds lost, wounds allotted, hits of the present kind, and how many figures stand
so. Allotments are noted only where they matter (`Band.noted`), hits of a kind only where they are spread
evenly."""

NOTHING, SAVED = -1, 0  # what a hit comes to if it takes no wounds


class Hit(Struct, frozen=True, cache_hash=True):
    """What a hit is like. Without AP it is NEVER; `near` is short range or melee; a melta at half range rolls
    two dice to wound; the damage of a hit stays with one figure."""

    s: int
    ap: int = NEVER
    damage: Damage = 1
    near: bool = False
    melta: bool = False
    rending: bool = False
    pinning: bool = False
    rule: str = "arap.shooting.wound-roll"


class Band(Struct, frozen=True, cache_hash=True):
    """Figures that are alike, down to the wounds each has left. `cover`: they are struck after those in the
    open (arap.F10); `tier`: of a melee, the lowest first; `climbs`: whoever is wounded falls, saved or
    not."""

    count: int
    t: int
    save: int = NEVER
    inv: int = NEVER
    left: int = 1
    cover: bool = False
    tier: int = 1
    climbs: bool = False

    def noted(self, others: tuple[Band, ...]) -> int:
        """How many allotted wounds of a figure are noted."""
        first = not self.cover and any(band.cover for band in others)
        return self.left if first else int(self.climbs)


class Harm(Struct, frozen=True, cache_hash=True):
    """What has become of each band; failed saves; and whether one was against a weapon that pins."""

    bands: tuple[Tally, ...]
    unsaved: int = 0
    pins: bool = False


Hits: TypeAlias = tuple[tuple[int, Hit], ...]
"""So many hits of each kind."""


def fallen(band: Band, tally: Tally) -> int:
    """How many of the band are out of action."""
    return sum(number for lost, _, _, number in tally if lost >= band.left)


def wounds_lost(tally: Tally) -> int:
    return sum(lost * number for lost, _, _, number in tally)


def unhurt(band: Band) -> Tally:
    return ((0, 0, 0, band.count),) if band.count else ()


def changes(tally: Tally) -> tuple[tuple[int, int], ...]:
    """Wounds lost and wounds allotted of every figure to which something happened, the worst first. Which
    figures of the band they are is a die for each."""
    return tuple(
        (lost, noted) for lost, noted, _, number in reversed(tally) if lost or noted for _ in range(number)
    )


# ---------------------------------------------------------------- one hit


@chance
def wound_roll(dice: Dice, steps: tuple[int, ...], melta: bool, rending: bool, rule: str) -> Wounding:
    """arap.dice.wound-goal. The higher of two first dice for a melta (arap.dice.melta-half-range, arap.D4,
    arap.D5); a natural 6 of a rending weapon goes through armour."""
    if not steps:
        return "none"
    first = dice.pool(2, rule)[0] if melta else dice.d6(rule, need=steps[0])
    if first < steps[0] or any(dice.d6(rule, need=score) < score for score in steps[1:]):
        return "none"
    return "rends" if rending and first == 6 else "wounds"


def wound_steps(hit: Hit, t: int) -> tuple[int, ...]:
    return wound_stages(wound_goal(hit.s, t), hit.near)


def save_need(save: int, inv: int, ap: int, rends: bool = False) -> int:
    """arap.F12: the better of those allowed. AP of the save's number or a lower one denies it
    (arap.shooting.ap-against-save), never an invulnerable one; a 1 never saves
    (arap.shooting.save-natural-one)."""
    return max(2, min(inv, save if save < ap and not rends else NEVER))


def save_rule(save: int, inv: int, need: int) -> str:
    return "arap.shooting.invulnerable-save" if need == inv and need != save else "arap.dice.save-roll"


@chance
def harm_of(dice: Dice, hit: Hit, t: int, save: int, inv: int) -> int:
    """What one hit takes from a figure: NOTHING, SAVED, or wounds (arap.shooting.damage-default)."""
    came = wound_roll(dice, wound_steps(hit, t), hit.melta, hit.rending, hit.rule)
    if came == "none":
        return NOTHING
    need = save_need(save, inv, hit.ap, came == "rends")
    if need < NEVER and dice.d6(save_rule(save, inv, need), need=need) >= need:
        return SAVED
    return damage_of(dice, hit.damage)


@chance
def damage_of(dice: Dice, damage: Damage) -> int:
    return damage if isinstance(damage, int) else roll(dice, damage, "arap.shooting.damage-default")


# ---------------------------------------------------------------- all hits of a volley


@chance
def allotted(dice: Dice, hits: Hits, bands: tuple[Band, ...], evenly: bool = False) -> Harm:
    """arap.shooting.randomise-hits: every wound goes to one of the figures, all alike every time, before any
    save, and those in the open are struck before those in cover (arap.F10). Who has fallen may be struck
    again: what he cannot lose is lost. `evenly`: each kind of hit is spread evenly
    (arap.shooting.randomise-large)."""
    if not dice.exact:
        return _thrown(dice, hits, bands, evenly)
    if not hits or not any(band.count for band in bands):
        return Harm(tuple(map(unhurt, bands)))
    *others, (count, hit) = hits
    before = allotted(dice, (*others, (count - 1, hit)) if count > 1 else tuple(others), bands, evenly)
    tallies = new_kind(before.bands) if count == 1 else before.bands
    open_to = _eligible(tallies, bands, evenly)
    at, place = open_to[drawn(dice, _faces(tallies, open_to), "arap.shooting.randomise-hits")]
    came = harm_of(dice, hit, bands[at].t, bands[at].save, bands[at].inv)
    tallies = _moved(tallies, at, place, bands, came, evenly)
    return Harm(tallies, before.unsaved + (came > SAVED), before.pins or (hit.pinning and came > SAVED))


def new_kind(tallies: tuple[Tally, ...]) -> tuple[Tally, ...]:
    """Hits of another kind are spread anew."""
    return tuple(merged((lost, noted, 0, number) for lost, noted, _, number in tally) for tally in tallies)


def _eligible(tallies: tuple[Tally, ...], bands: tuple[Band, ...], evenly: bool) -> list[tuple[int, int]]:
    """The conditions (band, place in its tally) whose figures may be struck next."""
    places = [(at, place) for at, tally in enumerate(tallies) for place in range(len(tally))]
    in_open = [(at, place) for at, place in places if not bands[at].cover]
    if len(in_open) < len(places):
        unfilled = any(tallies[at][place][1] < bands[at].left for at, place in in_open)
        places = in_open if unfilled else [(at, place) for at, place in places if bands[at].cover]
    if evenly:
        least = min(tallies[at][place][2] for at, place in places)
        places = [(at, place) for at, place in places if tallies[at][place][2] == least]
    return places


def _faces(tallies: tuple[Tally, ...], open_to: list[tuple[int, int]]) -> tuple[int, ...]:
    """A die with a face for every figure; it tells the condition."""
    return tuple(n for n, (at, place) in enumerate(open_to) for _ in range(tallies[at][place][3]))


def _moved(
    tallies: tuple[Tally, ...], at: int, place: int, bands: tuple[Band, ...], came: int, evenly: bool
) -> tuple[Tally, ...]:
    """One figure changes its condition by what a hit came to."""
    tally, band = tallies[at], bands[at]
    noted = band.noted(bands) if came > NOTHING else 0
    lost, had, turns, number = tally[place]
    after = min(lost + max(came, 0), band.left), min(had + 1, max(noted, had)), turns + evenly, 1
    if after[:3] == (lost, had, turns):
        return tallies
    rest = (*tally[:place], (lost, had, turns, number - 1), *tally[place + 1 :], after)
    return (*tallies[:at], merged(rest), *tallies[at + 1 :])


def merged(conditions: Iterable[tuple[int, int, int, int]]) -> Tally:
    found: dict[tuple[int, int, int], int] = {}
    for lost, noted, turns, number in conditions:
        if number:
            found[lost, noted, turns] = found.get((lost, noted, turns), 0) + number
    return tuple((*condition, number) for condition, number in sorted(found.items()))


class Strikes:
    """What one hit more does to bands in any condition, counted: `after` gives what may become of them,
    whether a save failed, and in how many of `share` ways. Nobody is there to be hit where that is 0."""

    def __init__(self, hit: Hit, bands: tuple[Band, ...], evenly: bool) -> None:
        self.bands, self.evenly = bands, evenly
        self.harms = [harm_of.odds(hit, band.t, band.save, band.inv) for band in bands]
        open_ones = sum(band.count for band in bands if not band.cover)
        covered = sum(band.count for band in bands if band.cover)
        numbers = range(1, open_ones + covered + 1) if evenly else filter(None, (open_ones, covered))
        self.share = lcm(*numbers) * lcm(*(odds.total for odds in self.harms)) if open_ones + covered else 0
        self.known: dict[tuple[Tally, ...], list[tuple[tuple[Tally, ...], bool, int]]] = {}

    def after(self, tallies: tuple[Tally, ...]) -> list[tuple[tuple[Tally, ...], bool, int]]:
        found = self.known.get(tallies)
        if found is None:
            ways: dict[tuple[tuple[Tally, ...], bool], int] = {}
            places = _eligible(tallies, self.bands, self.evenly)
            figures = sum(tallies[at][place][3] for at, place in places)
            for at, place in places:
                harms = self.harms[at]
                each = tallies[at][place][3] * (self.share // (figures * harms.total))
                for came, weight in harms.weights.items():
                    key = _moved(tallies, at, place, self.bands, came, self.evenly), came > SAVED
                    ways[key] = ways.get(key, 0) + each * weight
            found = self.known[tallies] = [(*key, number) for key, number in ways.items()]
        return found


# ---------------------------------------------------------------- the same with dice thrown together


class _Figure(Struct):
    at: int  # the number of its band
    lost: int = 0
    noted: int = 0
    turns: int = 0


def _thrown(dice: Dice, hits: Hits, bands: tuple[Band, ...], evenly: bool) -> Harm:
    """All rolls to wound come first, unless Toughness differs: then who is hit comes before (arap.C4)."""
    figures = [_Figure(at) for at, band in enumerate(bands) for _ in range(band.count)]
    if not figures:
        return Harm(tuple(map(unhurt, bands)))
    alike = len({bands[each.at].t for each in figures}) == 1 and not evenly
    struck: list[tuple[_Figure, Hit, bool]] = []
    for count, hit in hits:
        for figure in figures:
            figure.turns = 0
        if alike:
            for face in wound_rolls(dice, count, hit, bands[figures[0].at].t):
                _allot(figure := _drawn(dice, figures, bands, evenly), bands)
                struck.append((figure, hit, hit.rending and face == 6))
            continue
        for _ in range(count):
            figure = _drawn(dice, figures, bands, evenly)
            figure.turns += evenly
            for face in wound_rolls(dice, 1, hit, bands[figure.at].t):
                _allot(figure, bands)
                struck.append((figure, hit, hit.rending and face == 6))
    failed = _saved(dice, struck, bands)
    for figure, hit in failed:
        figure.lost = min(figure.lost + damage_of(dice, hit.damage), bands[figure.at].left)
    tallies = tuple(
        merged((each.lost, each.noted, each.turns, 1) for each in figures if each.at == at)
        for at in range(len(bands))
    )
    return Harm(tallies, len(failed), any(hit.pinning for _, hit in failed))


def wound_rolls(dice: Dice, count: int, hit: Hit, t: int) -> list[int]:
    """The first dice of those hits that wound."""
    steps = wound_steps(hit, t)
    if not steps or not count:
        return []
    if hit.melta:
        first = [dice.pool(2, hit.rule)[0] for _ in range(count)]
    else:
        first = list(dice.each(count, hit.rule, steps[0]))
    wounds = [face for face in first if face >= steps[0]]
    for score in steps[1:]:
        seconds = dice.each(len(wounds), hit.rule, score) if wounds else ()
        wounds = [face for face, second in zip(wounds, seconds, strict=True) if second >= score]
    return wounds


def unsaved_hits(dice: Dice, count: int, hit: Hit, t: int, save: int, inv: int) -> list[Hit]:
    """Of so many hits on figures that are alike, those that wound and are not saved."""
    wounds = wound_rolls(dice, count, hit, t)
    rends = wounds.count(6) if hit.rending else 0
    failed: list[Hit] = []
    for number, through in ((len(wounds) - rends, False), (rends, True)):
        need = save_need(save, inv, hit.ap, through)
        throw = number and need < NEVER
        faces = dice.each(number, save_rule(save, inv, need), need) if throw else (0,) * number
        failed += [hit for face in faces if face < need]
    return failed


def _drawn(dice: Dice, figures: list[_Figure], bands: tuple[Band, ...], evenly: bool) -> _Figure:
    if any(bands[each.at].cover for each in figures):
        in_open = [each for each in figures if not bands[each.at].cover]
        unfilled = any(each.noted < bands[each.at].left for each in in_open)
        figures = in_open if unfilled else [each for each in figures if bands[each.at].cover]
    if evenly:
        least = min(each.turns for each in figures)
        figures = [each for each in figures if each.turns == least]
    return drawn(dice, figures, "arap.shooting.randomise-hits")


def drawn(dice: Dice, figures: Sequence[T], rule: str) -> T:
    """One of the figures, all alike; one alone needs no die."""
    return dice.face(tuple(figures), rule) if len(figures) > 1 else figures[0]


def _allot(figure: _Figure, bands: tuple[Band, ...]) -> None:
    figure.noted = min(figure.noted + 1, bands[figure.at].noted(bands))


def _saved(
    dice: Dice, struck: list[tuple[_Figure, Hit, bool]], bands: tuple[Band, ...]
) -> list[tuple[_Figure, Hit]]:
    """Who fails his save, and against what; saves that are alike are thrown together."""
    throws: dict[tuple[int, str], list[tuple[_Figure, Hit]]] = {}
    for figure, hit, rends in struck:
        band = bands[figure.at]
        need = save_need(band.save, band.inv, hit.ap, rends)
        throws.setdefault((need, save_rule(band.save, band.inv, need)), []).append((figure, hit))
    failed = []
    for (need, rule), wounds in throws.items():
        faces = dice.each(len(wounds), rule, need) if need < NEVER else (0,) * len(wounds)
        failed += [wound for wound, face in zip(wounds, faces, strict=True) if face < need]
    return failed
