"""Templates, markers and grenades: how far they stray, whom they hit, and what the hits do."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.books.arap.dice.goals import low, low_stages, lows
from warbook.books.arap.dice.scatter import scatter, short_scatter, three_dice
from warbook.books.arap.shooting.wound_dice import Hit, damage_of, harm_of, unsaved_hits
from warbook.books.family.wounds import NEVER
from warbook.core.chance import chance
from warbook.core.dice import Dice

Cover: TypeAlias = Literal["open", "soft", "hard"]
Reach: TypeAlias = Literal["missed", "open", "soft", "hard"]
"""How deep a template's roll goes into cover; missed, it still burns some."""

Sirs: TypeAlias = tuple[tuple[int, int], ...]
"""Which kinds are characters, and which kind takes their hits."""

MARGINS: dict[Cover, int] = {"open": 0, "soft": 1, "hard": 2}  # arap.template.hit-by-margin
MISSED: dict[Cover, int] = {"open": 3, "soft": 2, "hard": 1}  # arap.template.missed-roll
MARKED: dict[Cover, int] = {"open": 6, "soft": 5, "hard": 4}  # arap.area.hits; 6 needs no roll
TEMPLATE, MARKER = "arap.template.hit-by-margin", "arap.area.hits"


class Caught(Struct, frozen=True, cache_hash=True):
    """Figures under a template or a marker that are alike. Each hit on a swarm counts double."""

    count: int
    t: int
    save: int = NEVER
    inv: int = NEVER
    cover: Cover = "open"
    swarm: bool = False


class Struck(Struct, frozen=True, cache_hash=True):
    """Of figures that are alike: the hits, and what each failed save takes from one of them, most first. The
    nearest to the weapon or the centre suffer it (arap.shooting.casualty-order-templates)."""

    hits: int = 0
    damage: tuple[int, ...] = ()


# ---------------------------------------------------------------- templates


@chance
def template_reach(dice: Dice, goal: int) -> Reach:
    """arap.template.hit-by-margin: one roll; who beats the goal by 1 reaches soft, by 2 hard cover
    (arap.F23). A goal below 1 leaves no margin."""
    steps = low_stages(goal)
    if not steps:
        return "missed"
    face = dice.d6(TEMPLATE, most=steps[0])
    if face > steps[0] or any(dice.d6(TEMPLATE, most=most) > most for most in steps[1:]):
        return "missed"
    if face == steps[0]:
        return "open"
    return "hard" if face <= steps[0] - MARGINS["hard"] else "soft"


def reaches(reach: Reach, cover: Cover) -> bool:
    return reach != "missed" and MARGINS[reach] >= MARGINS[cover]


@chance
def template_hits(dice: Dice, reach: Reach, count: int, cover: Cover, fallback: bool = False) -> int:
    """How many of the figures are hit. `fallback`: those whom the margin did not reach are rolled for as if
    it had missed (arap.F24)."""
    if reaches(reach, cover):
        return count
    if reach != "missed" and not fallback:
        return 0
    return lows(dice, count, MISSED[cover], "arap.template.missed-roll")


@chance
def under_template(
    dice: Dice, goal: int, counts: tuple[tuple[int, Cover], ...], fallback: bool = False
) -> int:
    """How many figures a template hits of so many in each kind of cover."""
    reach = template_reach(dice, goal)
    return sum(template_hits(dice, reach, count, cover, fallback) for count, cover in counts)


@chance
def template(
    dice: Dice, goal: int, hit: Hit, caught: tuple[Caught, ...], fallback: bool = False, sirs: Sirs = ()
) -> tuple[Struck, ...]:
    """A template and all it does."""
    hits = burnt(dice, goal, caught, fallback, sirs)
    return tuple(harm(dice, count, hit, each) for count, each in zip(hits, caught, strict=True))


@chance
def burnt(
    dice: Dice, goal: int, caught: tuple[Caught, ...], fallback: bool = False, sirs: Sirs = ()
) -> tuple[int, ...]:
    """How many of each kind a template hits."""
    reach = template_reach(dice, goal)
    hits = tuple(template_hits(dice, reach, each.count, each.cover, fallback) for each in caught)
    return looked_out(dice, hits, sirs)


# ---------------------------------------------------------------- markers


@chance
def marker_hits(dice: Dice, count: int, cover: Cover) -> int:
    """arap.area.hits: in the open without a roll."""
    return count if cover == "open" else lows(dice, count, MARKED[cover], MARKER)


@chance
def marker(dice: Dice, hit: Hit, caught: tuple[Caught, ...], sirs: Sirs = ()) -> tuple[Struck, ...]:
    """A marker that has come down, and all it does."""
    hits = under_marker(dice, caught, sirs)
    return tuple(harm(dice, count, hit, each) for count, each in zip(hits, caught, strict=True))


@chance
def under_marker(dice: Dice, caught: tuple[Caught, ...], sirs: Sirs = ()) -> tuple[int, ...]:
    """How many of each kind a marker hits."""
    return looked_out(dice, tuple(marker_hits(dice, each.count, each.cover) for each in caught), sirs)


@chance
def looked_out(dice: Dice, hits: tuple[int, ...], sirs: Sirs) -> tuple[int, ...]:
    """arap.area.look-out-sir: hits on characters that others take for them."""
    for of, by in sirs:
        for _ in range(hits[of]):
            if look_out(dice):
                moved = {of: hits[of] - 1, by: hits[by] + 1}
                hits = tuple(moved.get(at, count) for at, count in enumerate(hits))
    return hits


@chance
def harm(dice: Dice, hits: int, hit: Hit, caught: Caught) -> Struck:
    """Wounds and saves of figures that are alike (arap.template.wounds, arap.area.casualties)."""
    hits *= 1 + caught.swarm
    damage = failed(dice, hits, hit, caught.t, caught.save, caught.inv)
    return Struck(hits, damage)


@chance
def failed(dice: Dice, hits: int, hit: Hit, t: int, save: int, inv: int) -> tuple[int, ...]:
    """What each failed save of so many hits takes, most first."""
    if not hits:
        return ()
    if not dice.exact:
        taken = [damage_of(dice, each.damage) for each in unsaved_hits(dice, hits, hit, t, save, inv)]
        return tuple(sorted(taken, reverse=True))
    before = failed(dice, hits - 1, hit, t, save, inv)
    came = harm_of(dice, hit, t, save, inv)
    return tuple(sorted((*before, came), reverse=True)) if came > 0 else before


@chance
def look_out(dice: Dice) -> bool:
    """arap.area.look-out-sir: whether the hit on a character goes to another."""
    return dice.d6("arap.area.look-out-sir", most=5) <= 5


# ---------------------------------------------------------------- straying


@chance
def stray(
    dice: Dice, kind: Literal["direct", "indirect", "hidden"], bs: int, modifiers: int, seven: bool = False
) -> int:
    """How far an area shot strays before the half-range limit: with BS (arap.area.scatter), without it
    (arap.grenade.indirect, arap.F43), at hidden targets with three dice (arap.shooting.hidden-targets-area,
    arap.F44). `seven` is the switch of arap.D11."""
    if kind == "hidden":
        return three_dice(dice, modifiers, "arap.shooting.hidden-targets-area")
    less = modifiers + (bs if kind == "direct" else 0)
    rule = "arap.area.scatter" if kind == "direct" else "arap.grenade.indirect"
    return scatter(dice, less, "double-or-seven" if seven else "double", rule)


@chance
def thrown(dice: Dice, goal: int) -> int:
    """arap.grenade.throw, arap.grenade.scatter: inches from the point aimed at. The goal has the -1 in it."""
    if low(dice, goal, "arap.grenade.throw"):
        return 0
    return short_scatter(dice, True, "arap.grenade.scatter")


@chance
def rock(dice: Dice, goal: int) -> bool:
    """arap.grenade.rocks: a rock that strays has missed. The goal has the -2 in it (arap.F34)."""
    return low(dice, goal, "arap.grenade.rocks")
