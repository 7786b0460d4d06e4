"""Cover as the rules say it, one figure and one piece of terrain after another."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from warbook.board.geometry import (
    Spot,
    point_to_outline,
    point_to_segment,
    segments_cross,
    sides,
    stretches_inside,
)
from warbook.board.terrain import SAME_LEVEL, Block, Wall
from warbook.books.arap.field.cover import is_cover_broken
from warbook.books.arap.field.ground import areas_under, traits_of
from warbook.books.arap.field.sight import Eye, sights, target_body
from warbook.books.arap.state import Battle, Figure
from warbook.books.arap.terrain import Cover

OWN = 1.0  # inches: a low thing so near to who fires is his own cover


def stands_in_cover(battle: Battle, spot: Spot) -> Cover:
    covers = [
        traits_of(battle, area).cover
        for area in areas_under(battle, spot)
        if not is_cover_broken(battle, area)
    ]
    return "hard" if "hard" in covers else "soft" if "soft" in covers else "none"


def cover_from(battle: Battle, look: Eye, target: Figure) -> Cover:
    found = stands_in_cover(battle, target.spot)
    if found == "hard":
        return "hard"
    if 1.0 - sights(battle).fraction(look, target_body(battle, target)) >= 0.25:
        pieces = solids_between(battle, look, target)
        between = [traits_of(battle, piece).cover for piece in pieces if not is_cover_broken(battle, piece)]
        if not pieces or any(cover != "soft" for cover in between):
            return "hard"
        found = "soft" if between else found
    return "soft" if found == "none" and behind_soft(battle, look, target) else found


def fires_from_hard_cover(battle: Battle, shooter: Figure, target: Spot) -> bool:
    if stands_in_cover(battle, shooter.spot) == "hard":
        return True
    a, b = (shooter.x, shooter.y), (target.x, target.y)
    return any(
        traits_of(battle, wall).cover != "soft"
        and wall.base <= shooter.z + SAME_LEVEL < wall.top
        and any(
            segments_cross(a, b, p, q) and point_to_segment(*a, p, q) <= OWN + 1e-9
            for p, q in pairwise(wall.line)
        )
        for wall in battle.table.walls
    ) or any(
        traits_of(battle, block).cover != "soft"
        and block.base <= shooter.z + SAME_LEVEL < block.top
        and point_to_outline(*a, block.polygon) <= OWN + 1e-9
        and any(segments_cross(a, b, p, q) for p, q in sides(block.polygon))
        for block in battle.table.blocks
    )


def solids_between(battle: Battle, look: Eye, target: Figure) -> list[Block | Wall]:
    a, b = look[:2], (target.x, target.y)

    def own(piece: Block | Wall, inches: float) -> bool:
        return piece.top <= look[2] and inches <= OWN + 1e-9

    walls = [
        wall
        for wall in battle.table.walls
        if any(
            segments_cross(a, b, p, q) and not own(wall, point_to_segment(*a, p, q))
            for p, q in pairwise(wall.line)
        )
    ]
    blocks = [
        block
        for block in battle.table.blocks
        if any(segments_cross(a, b, p, q) for p, q in sides(block.polygon))
        and not own(block, point_to_outline(*a, block.polygon))
    ]
    return [*walls, *blocks]


def behind_soft(battle: Battle, look: Eye, target: Figure) -> bool:
    """Whether the line to the middle of the body crosses soft cover."""
    a, b = look[:2], (target.x, target.y)
    if any(
        traits_of(battle, piece).cover == "soft" and crossed(piece, look, target)
        for piece in solids_between(battle, look, target)
    ):
        return True
    long = hypot(b[0] - a[0], b[1] - a[1])
    return any(
        traits_of(battle, area).cover == "soft"
        and abs(area.level - target.z) <= 2.0
        and any(
            end > OWN + 1e-9 and begin < long - 1e-9 for begin, end in stretches_inside(area.polygon, a, b)
        )
        for area in battle.table.areas
    )


def crossed(piece: Block | Wall, look: Eye, target: Figure) -> bool:
    """Whether the line from the eye to the middle of the body meets a piece below its top."""
    (ax, ay), (bx, by) = look[:2], (target.x, target.y)
    dx, dy = bx - ax, by - ay
    for (px, py), (qx, qy) in list(pairwise(piece.line)) if isinstance(piece, Wall) else sides(piece.polygon):
        ex, ey = qx - px, qy - py
        across = dx * ey - dy * ex
        if abs(across) < 1e-12:
            continue
        s, t = ((px - ax) * ey - (py - ay) * ex) / across, ((px - ax) * dy - (py - ay) * dx) / across
        height = look[2] + s * (target.z + 0.6 - look[2])
        if 0.0 <= s <= 1.0 and 0.0 <= t <= 1.0 and piece.base <= height <= piece.top:
            return True
    return False
