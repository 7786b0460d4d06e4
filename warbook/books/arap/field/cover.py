"""Cover: what a figure stands in and what hides it from an eye (arap.F45 to arap.F47)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from warbook.board.geometry import Spot, point_to_outline, point_to_segment, segments_cross, sides
from warbook.board.kernel import Floats, Ints
from warbook.board.memory import recall
from warbook.board.terrain import Area, Block, Wall
from warbook.books.arap.field.covering import CLASSES, OWN, Covering, covers_named
from warbook.books.arap.field.ground import areas_under
from warbook.books.arap.field.sight import Eye, eye, share_seen, sights, target_row
from warbook.books.arap.field.stills import while_still
from warbook.books.arap.state import Battle, Figure, Unit
from warbook.books.arap.terrain import Cover

BROKEN = "broken cover"  # the kind of the marker at cover that was shot to pieces


def covering(battle: Battle) -> Covering:
    """What of the table gives cover as it is now."""
    broken = frozenset(marker.state for marker in battle.markers if marker.kind == BROKEN)
    return recall(battle.table, Covering, battle.scenario.terrain, broken)


def stands_in_cover(battle: Battle, spot: Spot) -> Cover:
    """The cover of the areas in which one stands."""
    return CLASSES[int(covering(battle).standing(np.array([[spot.x, spot.y, spot.z]]))[0])]


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
    return covers_from(battle, np.array([look]), [target])[0]


def covers_from(battle: Battle, eyes: Floats, targets: Sequence[Figure]) -> Sequence[Cover]:
    """The same of each target from the eye (n, 3) that goes with it."""
    bodies = np.array([target_row(battle, target) for target in targets]).reshape(-1, 5)
    return covers_named(classes_from(battle, eyes, bodies))


def classes_from(battle: Battle, eyes: Floats, bodies: Floats) -> Ints:
    """The same of bodies to be seen (n, 5)."""
    field, feet = covering(battle), np.ascontiguousarray(bodies[:, :3])
    shares = sights(battle).fraction_pairs(eyes, bodies)
    return field.between(eyes, feet, shares, field.standing(feet))


def cover_of_unit(battle: Battle, shooter: Figure, unit: Unit) -> Cover:
    """arap.shooting.unit-cover, arap.F46: the cover of a unit from a figure that fires: of more than half of
    its members, those unseen counting as in hard cover."""
    seen = [member for member in battle.standing(unit) if share_seen(battle, shooter, member) > 0.0]
    eyes = np.array([eye(battle, shooter)] * len(seen)).reshape(-1, 3)
    hidden: list[Cover] = ["hard"] * (len(battle.standing(unit)) - len(seen))
    return cover_of_most([*covers_from(battle, eyes, seen), *hidden])


def cover_of_most(covers: Sequence[Cover]) -> Cover:
    """F46: hard if more than half have it, else soft if more than half have any."""
    if 2 * covers.count("hard") > len(covers):
        return "hard"
    return "soft" if 2 * (len(covers) - covers.count("none")) > len(covers) else "none"


def fires_from_hard_cover(battle: Battle, shooter: Figure, target: Spot) -> bool:
    """F45: he stands in hard cover, or within an inch of a hard wall or barricade between him and the
    target."""
    here, there = (shooter.x, shooter.y, shooter.z), (target.x, target.y, target.z)
    return while_still(
        battle,
        (fires_from_hard_cover, here, there),
        lambda: bool(covering(battle).fired_from(np.array([here]), np.array([there]))[0]),
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


def _own(piece: Block | Wall, look: Eye, inches: float) -> bool:
    """A low thing by the firer is his own cover and not the target's."""
    return piece.top <= look[2] and inches <= OWN + 1e-9
