"""Cover: what a figure stands in and what hides it from an eye (arap.F45 to arap.F47)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from warbook.board.geometry import (
    Point,
    Spot,
    point_to_outline,
    point_to_segment,
    segments_cross,
    sides,
    stretches_inside,
)
from warbook.board.terrain import SAME_LEVEL, Area, Block, Wall
from warbook.books.arap.field.ground import areas_under, best_cover, traits_of
from warbook.books.arap.field.sight import Eye, eye, share_seen, sights, target_body
from warbook.books.arap.state import Battle, Figure, Unit
from warbook.books.arap.terrain import Cover

QUARTER = 0.25
BROKEN = "broken cover"  # the kind of the marker at cover that was shot to pieces
OWN = 1.0  # inches: a low thing so near to who fires is his own cover


def stands_in_cover(battle: Battle, spot: Spot) -> Cover:
    """The cover of the areas in which one stands."""
    return best_cover(
        traits_of(battle, area).cover
        for area in areas_under(battle, spot)
        if not is_cover_broken(battle, area)
    )


def is_cover_broken(battle: Battle, piece: Area | Block | Wall) -> bool:
    """Whether a shot has broken this cover (arap.shooting.hit-the-cover)."""
    return any(marker.kind == BROKEN and marker.state == piece.name for marker in battle.markers)


def pieces_of_cover(battle: Battle, look: Eye, target: Figure) -> list[Area | Block | Wall]:
    """What a figure has before it or about it that is whole."""
    found: list[Area | Block | Wall] = [*areas_under(battle, target.spot)]
    found += _solids_between(battle, look, target)
    return [piece for piece in found if not is_cover_broken(battle, piece)]


def cover_from(battle: Battle, look: Eye, target: Figure) -> Cover:
    """F47: the cover that a figure has from an eye."""
    found = stands_in_cover(battle, target.spot)
    if found == "hard":
        return "hard"
    body = target_body(battle, target)
    if 1.0 - sights(battle).fraction(look, body) >= QUARTER:
        pieces = _solids_between(battle, look, target)
        between = [traits_of(battle, piece).cover for piece in pieces if not is_cover_broken(battle, piece)]
        if not pieces or any(cover != "soft" for cover in between):
            return "hard"
        found = "soft" if between else found
    if found == "none" and _behind_soft(battle, look, target):
        return "soft"
    return found


def cover_of_unit(battle: Battle, shooter: Figure, unit: Unit) -> Cover:
    """arap.shooting.unit-cover, arap.F46: the cover of a unit from a figure that fires: of more than half of
    its members, those unseen counting as in hard cover."""
    look = eye(battle, shooter)
    covers: list[Cover] = [
        cover_from(battle, look, member) if share_seen(battle, shooter, member) > 0.0 else "hard"
        for member in battle.standing(unit)
    ]
    return cover_of_most(covers)


def cover_of_most(covers: Sequence[Cover]) -> Cover:
    """F46: hard if more than half have it, else soft if more than half have any."""
    if 2 * covers.count("hard") > len(covers):
        return "hard"
    return "soft" if 2 * (len(covers) - covers.count("none")) > len(covers) else "none"


def fires_from_hard_cover(battle: Battle, shooter: Figure, target: Spot) -> bool:
    """F45: he stands in hard cover, or within an inch of a hard wall or barricade between him and the
    target."""
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


def _solids_between(battle: Battle, look: Eye, target: Figure) -> list[Block | Wall]:
    """Blocks and walls that stand on the line as seen from above, but for low ones by the firer."""
    a, b = look[:2], (target.x, target.y)
    found: list[Block | Wall] = [
        wall
        for wall in battle.table.walls
        if any(
            segments_cross(a, b, p, q) and not _own(wall, look, point_to_segment(*a, p, q))
            for p, q in pairwise(wall.line)
        )
    ]
    found += [
        block
        for block in battle.table.blocks
        if any(segments_cross(a, b, p, q) for p, q in sides(block.polygon))
        and not _own(block, look, point_to_outline(*a, block.polygon))
    ]
    return found


def _behind_soft(battle: Battle, look: Eye, target: Figure) -> bool:
    """Whether the line to the middle of the body crosses soft cover."""
    a, b = look[:2], (target.x, target.y)
    if any(
        traits_of(battle, piece).cover == "soft" and _crossed(piece, look, target)
        for piece in _solids_between(battle, look, target)
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


def _crossed(piece: Block | Wall, look: Eye, target: Figure) -> bool:
    """Whether the line from the eye to the middle of the body meets a piece below its top."""
    a, b = look[:2], (target.x, target.y)
    lines = list(pairwise(piece.line)) if isinstance(piece, Wall) else sides(piece.polygon)
    goal = target.z + 0.6
    for p, q in lines:
        share = _share(a, b, p, q)
        if share is not None and piece.base <= look[2] + share * (goal - look[2]) <= piece.top:
            return True
    return False


def _share(a: Point, b: Point, p: Point, q: Point) -> float | None:
    """Where the segment ab crosses pq, as a share of ab."""
    dx, dy, ex, ey = b[0] - a[0], b[1] - a[1], q[0] - p[0], q[1] - p[1]
    across = dx * ey - dy * ex
    if abs(across) < 1e-12:
        return None
    s = ((p[0] - a[0]) * ey - (p[1] - a[1]) * ex) / across
    t = ((p[0] - a[0]) * dy - (p[1] - a[1]) * dx) / across
    return s if 0.0 <= s <= 1.0 and 0.0 <= t <= 1.0 else None


def _own(piece: Block | Wall, look: Eye, inches: float) -> bool:
    """A low thing by the firer is his own cover and not the target's."""
    return piece.top <= look[2] and inches <= OWN + 1e-9
