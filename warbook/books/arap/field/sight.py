"""Who sees whom: eyes, arcs, figures and smoke in the way."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from warbook.board.bodies import KEEP, TALL, X, Y, Z
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
from warbook.board.kernel import Flags, Floats, Ints, kernel
from warbook.board.sight import HALF, Sight, sight_of
from warbook.board.terrain import Table
from warbook.books.arap.field.bodies import (
    CONTACT,
    RISE,
    Everybody,
    body,
    everybody,
    gaps_between,
    has,
    profile,
    radius,
    size,
    touch,
    within,
)
from warbook.books.arap.field.ground import boxes, lie_of
from warbook.books.arap.field.near import is_engaged
from warbook.books.arap.field.stills import while_still
from warbook.books.arap.state import MOUNTED, SIZE, Battle, Figure, Unit
from warbook.books.arap.terrain import Terrain, traits

Eye = tuple[float, float, float]

INNER = 0.75  # arap.F1: head, torso and limbs fill so much of the base
WIDEST = 2.0  # inches from a line within which a figure may stand in it
FREE_TURN = 90.0  # degrees
NOBODY = np.empty(0, np.int64)
SEEN = np.array((X, Y, Z, KEEP, TALL))  # what of a body matters to who looks at it


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


def target_row(battle: Battle, figure: Figure) -> tuple[float, ...]:
    """The same as a row of the board's."""
    kind = size(battle, figure)
    height = kind.height_prone if figure.prone else kind.height
    return figure.x, figure.y, figure.z, radius(battle, figure) * INNER, height


def off_front(figure: Figure, spot: Spot) -> float:
    """Degrees between the way the figure faces and a spot, from 0 to 180."""
    if (figure.x, figure.y) == (spot.x, spot.y):
        return 0.0
    return abs(turn_between(figure.facing, bearing(figure, spot)))


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
    if spot is not None or viewer.place != "table" or target.place != "table":
        return _share_open(battle, viewer, target, eye(battle, viewer, spot))
    return lines(battle, viewer.unit, target.unit).share(viewer.id, target.id)


class Lines:
    """`share_open` from everybody of one unit to everybody of another: by their ids, and as rows (n, m) from
    the eyes (n, 3) of the one to the bodies (m, 5) of the other."""

    def __init__(self, place: dict[str, int], eyes: Floats, bodies: Floats, shares: Floats) -> None:
        self._place = place
        self.eyes, self.bodies, self.shares = eyes, bodies, shares

    def share(self, viewer: str, target: str) -> float:
        return float(self.shares[self._place[viewer], self._place[target]])

    @cached_property
    def any_seen(self) -> bool:
        return bool(self.shares.any())


def lines(battle: Battle, one: str, other: str) -> Lines:
    """All lines from one unit to another."""
    return while_still(battle, (lines, one, other), lambda: _lines(battle, one, other))


def sees(battle: Battle, viewer: Figure, target: Figure, all_round: bool = False) -> bool:
    """arap.shooting.line-of-sight; within his field of view, unless he may turn."""
    if not all_round and not in_view(battle, viewer, target.spot):
        return False
    return share_seen(battle, viewer, target) > 0.0


def unit_sees(battle: Battle, unit: Unit, other: Unit, all_round: bool = True) -> bool:
    """Whether a figure of the one sees a figure of the other."""
    if all_round and not hazy(battle):
        return while_still(battle, (unit_sees, unit.id, other.id), lambda: _any_line(battle, unit, other))
    open_to = lines(battle, unit.id, other.id)
    them = battle.standing(other)
    return any(
        open_to.share(one.id, two.id) > 0.0 and sees(battle, one, two, all_round)
        for one in battle.standing(unit)
        for two in them
    )


def _any_line(battle: Battle, unit: Unit, other: Unit) -> bool:
    """Whether a figure of the one would see a figure of the other if the air were clear: it looks no further
    than the first."""
    return sights(battle).any_past(*_view(battle, unit.id, other.id))


def sees_within(battle: Battle, unit: Unit, other: Unit, inches: float) -> bool:
    """Whether in clear air a figure of the one sees a figure of the other that is so near to him; those who
    are nearest look first."""
    gaps = gaps_between(battle, unit, other)
    eyes, bodies, crowd, whom, hinder, wide, yielding = _view(battle, unit.id, other.id)
    for row in np.argsort(gaps.min(axis=1)).tolist():
        near = np.flatnonzero(gaps[row] <= inches)
        own = slice(row, row + 1)
        if len(near) and sights(battle).any_past(
            eyes[own], bodies[near], crowd, whom[near], hinder[own], wide, yielding[own]
        ):
            return True
    return False


def hazy(battle: Battle) -> bool:
    """Whether the dark or smoke may hide anybody at all."""
    if battle.visibility or any(cloud.kind == "smoke" for cloud in battle.clouds):
        return True
    return lie_of(battle, _smoky)


def _smoky(table: Table, own: tuple[Terrain, ...]) -> bool:
    return any(traits(area.words, own).blocks_sight for area in table.areas)


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


def _lines(battle: Battle, one: str, other: str) -> Lines:
    view = _view(battle, one, other)
    return Lines(everybody(battle).place, *view[:2], sights(battle).past(*view))


def _view(battle: Battle, one: str, other: str) -> tuple[Floats, Floats, Floats, Ints, Flags, float, Flags]:
    """Who looks at whom past whom, as `Sight.past` takes it."""
    ranks = everybody(battle)
    viewers, targets = ranks.of.get(one, NOBODY), ranks.of.get(other, NOBODY)
    hinder, yielding = while_still(battle, (_crowding, one), lambda: _crowding(battle, ranks, one, viewers))
    bodies = ranks.rows[targets[:, None], SEEN]
    bodies[:, HALF] *= INNER
    return ranks.eyes[viewers], bodies, ranks.rows, targets, hinder, WIDEST, yielding


def _crowding(battle: Battle, ranks: Everybody, unit: str, viewers: Ints) -> tuple[Flags, Flags]:
    """arap.F2: for each who looks, all of one unit, who may stand in his way, and past which of these he may
    look (`may_fire_past`). From above or below one may see past others (arap.shooting.past-other-units,
    arap.shooting.over-units)."""
    ride = battle.unit(unit).aboard
    aboard = ranks.of.get(ride, NOBODY) if ride else NOBODY
    idle = np.ones(len(viewers), np.bool_)
    if battle.unit(unit).locked:
        members = [battle.figure(ranks.ids[number]) for number in viewers.tolist()]
        idle = np.array([not is_engaged(battle, each) for each in members], np.bool_)
    return _screens(ranks.rows, ranks.builds, viewers, battle.rulings.models_block_sight, aboard, idle)


@kernel
def _screens(
    rows: Floats, builds: Floats, viewers: Ints, blocks: bool, aboard: Ints, idle: Flags
) -> tuple[Flags, Flags]:
    """For each viewer whether anybody hinders him, and who of his unit yields: who is in base contact with
    nobody but him, is idle, no larger, and not mounted if he is not."""
    many = len(viewers)
    hinder, yielding = np.full((many, len(rows)), blocks), np.zeros((many, len(rows)), np.bool_)
    touching = np.zeros((many, len(rows)), np.bool_)
    alone = np.zeros(many, np.int64)
    for i in range(many):
        hinder[i][aboard] = False
        hinder[i, viewers[i]] = False
        for k in range(len(rows)):
            if k != viewers[i] and abs(rows[viewers[i], Z] - rows[k, Z]) <= RISE:
                dx, dy = rows[viewers[i], X] - rows[k, X], rows[viewers[i], Y] - rows[k, Y]
                apart = np.hypot(dx, dy) - (rows[viewers[i], KEEP] + rows[k, KEEP])
                touching[i, k] = apart <= CONTACT
                alone[i] += touching[i, k]
    for i in range(many):
        for j in range(many):
            other = builds[viewers[j]]
            if i == j or not idle[j] or alone[j] > touching[j, viewers[i]]:
                continue
            if other[SIZE] <= builds[viewers[i], SIZE] and (
                builds[viewers[i], MOUNTED] > 0.0 or not other[MOUNTED] > 0.0
            ):
                yielding[i, viewers[j]] = True
    return hinder, yielding


def _share_open(battle: Battle, viewer: Figure, target: Figure, look: Eye) -> float:
    """Of one figure, wherever it looks from or is."""
    ranks = everybody(battle)
    others = np.flatnonzero(_between(battle, ranks, viewer, target, look))
    return _past(battle, viewer, look, target_body(battle, target), ranks, others)


def _between(battle: Battle, ranks: Everybody, viewer: Figure, target: Figure, look: Eye) -> Flags:
    """The figures near the line from an eye to the target."""
    if not battle.rulings.models_block_sight:
        return np.zeros(len(ranks.ids), np.bool_)
    begin, end = look[:2], (target.x, target.y)
    near = [point_to_segment(x, y, begin, end) < WIDEST for x, y in ranks.rows[:, :2].tolist()]
    found = np.array(near, np.bool_)
    ride = battle.unit(viewer.unit).aboard
    if ride:
        found[ranks.of.get(ride, NOBODY)] = False
    for each in (viewer, target):
        if each.id in ranks.number:
            found[ranks.number[each.id]] = False
    return found


def _past(battle: Battle, viewer: Figure, look: Eye, whole: Body, ranks: Everybody, others: Ints) -> float:
    """What is seen past these; where they hide all of it together, what is seen if one comrade is not
    counted."""
    field = sights(battle)
    best = field.fraction(look, whole, ranks.rows[others])
    if best > 0.0:
        return best
    for number in others.tolist():
        if ranks.units[number] == viewer.unit:
            comrade = battle.figure(ranks.ids[number])
            seen = field.fraction(look, whole, ranks.rows[others[others != number]])
            if seen > best and may_fire_past(battle, viewer, comrade):
                best = seen
    return best


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
