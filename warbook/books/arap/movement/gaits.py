"""How a figure goes in one movement action: how far, over what, and at which price."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.board.geometry import Spot
from warbook.board.paths import Going
from warbook.books.arap.field.bodies import has, profile, size
from warbook.books.arap.field.ground import (
    Afoot,
    factor_at,
    has_any,
    length_of,
    stands_in,
    stretches,
    touches,
)
from warbook.books.arap.state import Battle, Figure
from warbook.core.questions import Refusal

Kind: TypeAlias = Literal["walk", "tactical", "swim", "leap"]

WALKING = (("difficult", 2.0), ("very-difficult", 4.0))
CRAWLING = (("open", 2.0), ("difficult", 2.0), ("very-difficult", 4.0))


class Gait(Struct, frozen=True):
    """A movement action. `rolled` are the inches of its die or dice: of a tactical move, of a swim, or in
    variable ground, None where none were thrown; `crawled` those of a figure that crawls in variable ground.
    `mishap`: who swims is in trouble."""

    kind: Kind = "walk"
    rolled: int | None = None
    crawled: int | None = None
    mishap: bool = False


def crawls(battle: Battle, figure: Figure, gait: Gait) -> bool:
    """arap.movement.prone-state: who is prone crawls, unless his unit moves tactically; for some it is the
    natural gait (arap.movement.crawl, arap.movement.who-can-crawl)."""
    return figure.prone and gait.kind != "tactical" and not has(battle, figure, "crawler")


def at_home_in_water(battle: Battle, figure: Figure) -> bool:
    """Who goes in it as others go on land, and is in no danger there."""
    return has(battle, figure, "gills") or has(battle, figure, "boat")


def afoot(battle: Battle, figure: Figure, gait: Gait) -> Afoot:
    """What bars the figure besides what is impassable; to leapers gaps are nothing
    (arap.movement.jump-exceptions)."""
    if gait.kind == "swim" or at_home_in_water(battle, figure):
        return "swim"
    return "leap" if gait.kind == "leap" or has(battle, figure, "leaper") else "walk"


def allowance(battle: Battle, figure: Figure, gait: Gait, path: Sequence[Spot]) -> float | Refusal:
    """The inches of move that the figure has for a way."""
    if figure.down or figure.stopped:
        return Refusal("it has fallen over and stays where it is", "arap.movement.agility-failure")
    basic = float(profile(battle, figure).move)
    if gait.kind == "tactical":
        if has_any(battle, "flat") and touches(battle, path, lambda kind: kind.flat):
            return Refusal("the ground is too flat for it", "arap.movement.tactical-flat-ground")
        return float(gait.rolled or 0)
    if has(battle, figure, "boat"):
        wet = sum(each.inches for each in stretches(battle, path, lambda kind: kind.water))
        dry = length_of(path) - wet > 0.01 and len(path) > 1
        return Refusal("a boat stays in the water", "arap.H19") if dry else basic
    if has_any(battle, "water") and _swims(battle, figure, path):
        if gait.kind != "swim":
            return Refusal("it would have to swim", "arap.movement.swim")
        return float(gait.rolled or 0)
    if _varies(battle, path):
        rolled = gait.crawled if crawls(battle, figure, gait) and gait.crawled is not None else gait.rolled
        if gait.kind == "swim" or rolled is None:
            words = "that way leads through variable ground, and no dice were rolled for it"
            return Refusal(words, "arap.movement.variable-terrain")
        return float(rolled)
    return basic


def furthest(battle: Battle, figure: Figure, gait: Gait) -> float:
    """The most that it could go by any way."""
    if figure.down or figure.stopped:
        return 0.0
    basic = float(profile(battle, figure).move)
    if gait.kind == "tactical":
        return float(gait.rolled or 0)
    return max(basic, float(gait.rolled or 0)) if gait.kind == "swim" else basic


def going(battle: Battle, figure: Figure, gait: Gait, inches: float, climbing: float = 0.0) -> Going:
    """arap.movement.free-climb, arap.movement.obstacle-up-to-height, and as far down
    (arap.movement.descend-free, arap.movement.descend-up-to-height); so stairs are flat ground
    (arap.movement.slopes)."""
    body = size(battle, figure)
    factors = CRAWLING if crawls(battle, figure, gait) else WALKING
    return Going(inches, 0.0, body.free_step, body.height, factors, 2.0, climbing)


def over_gaps(battle: Battle, figure: Figure, gait: Gait, path: Sequence[Spot]) -> bool:
    """Whether the way leads over something to be jumped."""
    if not has_any(battle, "gap") or has(battle, figure, "leaper"):
        return False
    return touches(battle, path, lambda kind: kind.gap)


def _swims(battle: Battle, figure: Figure, path: Sequence[Spot]) -> bool:
    return touches(battle, path, lambda kind: kind.water) and not at_home_in_water(battle, figure)


def _varies(battle: Battle, path: Sequence[Spot]) -> bool:
    """arap.movement.variable-terrain, where it is played."""
    if not battle.rulings.variable_terrain or not has_any(battle, "variable"):
        return False
    return touches(battle, path, lambda kind: kind.variable)


def current_move(battle: Battle, figure: Figure) -> float:
    """arap.movement.current-move, arap.E21: its allowance, over what the ground under it takes; to a jump
    pack no ground is anything (own)."""
    basic = float(profile(battle, figure).move)
    if has(battle, figure, "jump-pack"):
        return basic + 1.0
    if stands_in(battle, figure.spot, lambda kind: kind.water) and not at_home_in_water(battle, figure):
        return 2.0
    factor = factor_at(battle, figure.spot)
    return basic / (max(2.0, factor) if figure.prone else factor)
