"""Who sees whom: eyes, arcs, figures and smoke in the way."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.board.geometry import (
    Body,
    Disc,
    Spot,
    bearing,
    distance,
    point_to_segment,
    stretches_inside,
    turn_between,
)
from warbook.board.sight import Sight, sight_of
from warbook.books.arap.field.bodies import body, has, profile, radius, size, touch, within
from warbook.books.arap.field.ground import boxes
from warbook.books.arap.field.near import is_engaged
from warbook.books.arap.state import Battle, Figure, Unit

Eye = tuple[float, float, float]

INNER = 0.75  # arap.F1: head, torso and limbs fill so much of the base
WIDEST = 2.0  # inches from a line within which a figure may stand in it
FREE_TURN = 90.0  # degrees


def eye(battle: Battle, figure: Figure, spot: Spot | None = None) -> Eye:
    """Where the figure looks from, or would from the spot."""
    kind, at = size(battle, figure), spot or figure.spot
    up = kind.eye * kind.height_prone / kind.height if figure.prone else kind.eye
    return at.x, at.y, at.z + up


def sights(battle: Battle) -> Sight:
    return sight_of(battle.table)


def target_body(battle: Battle, figure: Figure, spot: Spot | None = None) -> Body:
    """arap.shooting.visible-creature, arap.shooting.visible-vehicle, arap.area.in-or-out, arap.F1: what there
    is to be seen and hit of a figure. What sticks out of it is no target (arap.shooting.visible-weapons)."""
    whole = body(battle, figure, spot)
    return Body(whole.spot, Disc(radius(battle, figure) * INNER), whole.height)


def off_front(figure: Figure, spot: Spot) -> float:
    """Degrees between the way the figure faces and a spot, from 0 to 180."""
    if (figure.x, figure.y) == (spot.x, spot.y):
        return 0.0
    return abs(turn_between(figure.facing, bearing(figure.spot, spot)))


def in_view(battle: Battle, figure: Figure, spot: Spot) -> bool:
    """arap.shooting.field-of-view."""
    return off_front(figure, spot) <= profile(battle, figure).view / 2 + 1e-6


def can_bear(battle: Battle, figure: Figure, spot: Spot, turn: float = FREE_TURN) -> bool:
    """arap.shooting.fire-arc, arap.turn.free-turn: whether he could fire there after such a turn."""
    return off_front(figure, spot) <= profile(battle, figure).fire_arc / 2 + turn + 1e-6


def share_seen(battle: Battle, viewer: Figure, target: Figure, spot: Spot | None = None) -> float:
    """The share of the target that the viewer sees past terrain, smoke and figures, wherever he faces; from
    the spot, if one is given (arap.shooting.line-of-sight)."""
    if not clear_air(battle, eye(battle, viewer, spot), target.spot):
        return 0.0
    return share_open(battle, viewer, target, spot)


def share_open(battle: Battle, viewer: Figure, target: Figure, spot: Spot | None = None) -> float:
    """The share of the target that he would see if the air were clear."""
    look = eye(battle, viewer, spot)
    whole = target_body(battle, target)
    others = between(battle, viewer, target)
    screens = [body(battle, each) for each in others]
    seen = sights(battle).fraction(look, whole, screens)
    if seen > 0.0 or not others:
        return seen
    return _past_a_comrade(battle, viewer, look, whole, others, screens)


def sees(battle: Battle, viewer: Figure, target: Figure, all_round: bool = False) -> bool:
    """arap.shooting.line-of-sight; within his field of view, unless he may turn."""
    if not all_round and not in_view(battle, viewer, target.spot):
        return False
    return share_seen(battle, viewer, target) > 0.0


def unit_sees(battle: Battle, unit: Unit, other: Unit, all_round: bool = True) -> bool:
    """Whether a figure of the one sees a figure of the other."""
    them = battle.standing(other)
    return any(sees(battle, one, two, all_round) for one in battle.standing(unit) for two in them)


def clear_air(battle: Battle, look: Eye, spot: Spot) -> bool:
    """Whether neither the dark nor smoke hides the spot (arap.shooting.laser-smoke, arap.F39)."""
    if battle.visibility and not within(distance(Spot(*look), spot), battle.visibility):
        return False
    return not through_smoke(battle, look, spot)


def through_smoke(battle: Battle, look: Eye, spot: Spot) -> bool:
    """Whether the line from an eye to a spot touches smoke."""
    a, b = look[:2], (spot.x, spot.y)
    for cloud in battle.clouds:
        if cloud.kind == "smoke" and point_to_segment(cloud.x, cloud.y, a, b) < cloud.radius:
            return True
    return any(kind.blocks_sight and stretches_inside(area.polygon, a, b) for *_, area, kind in boxes(battle))


def between(battle: Battle, viewer: Figure, target: Figure) -> list[Figure]:
    """arap.F2: the figures near the line from one to the other. From above or below one may see past them
    (arap.shooting.past-other-units, arap.shooting.over-units)."""
    if not battle.rulings.models_block_sight:
        return []
    a, b = (viewer.x, viewer.y), (target.x, target.y)
    ride = battle.unit(viewer.unit).aboard
    left, right = min(a[0], b[0]) - WIDEST, max(a[0], b[0]) + WIDEST
    low, high = min(a[1], b[1]) - WIDEST, max(a[1], b[1]) + WIDEST
    return [
        each
        for each in battle.figures
        if left < each.x < right
        and low < each.y < high
        and each.place == "table"
        and each is not viewer
        and each is not target
        and each.unit != ride
        and point_to_segment(each.x, each.y, a, b) < WIDEST
    ]


def may_fire_past(battle: Battle, viewer: Figure, comrade: Figure) -> bool:
    """arap.shooting.past-allies, arap.shooting.past-allies-limits: one of his own unit who is not larger, not
    in close combat and in contact with nobody."""
    if comrade.unit != viewer.unit or comrade is viewer:
        return False
    if profile(battle, comrade).size > profile(battle, viewer).size:
        return False
    if has(battle, comrade, "mounted") and not has(battle, viewer, "mounted"):
        return False
    if is_engaged(battle, comrade):
        return False
    return not any(
        each.place == "table" and each is not comrade and each is not viewer and touch(battle, comrade, each)
        for each in battle.figures
        if abs(each.x - comrade.x) < 3.0 and abs(each.y - comrade.y) < 3.0
    )


def _past_a_comrade(
    battle: Battle, viewer: Figure, look: Eye, whole: Body, others: Sequence[Figure], screens: Sequence[Body]
) -> float:
    """What is seen if one comrade is not counted, of those whom all together hide."""
    best = 0.0
    for number, comrade in enumerate(others):
        if comrade.unit == viewer.unit:
            rest = [*screens[:number], *screens[number + 1 :]]
            seen = sights(battle).fraction(look, whole, rest)
            if seen > best and may_fire_past(battle, viewer, comrade):
                best = seen
    return best
