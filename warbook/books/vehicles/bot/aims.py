"""What a scenario wants of each piece, as a pull towards places."""

from __future__ import annotations

import numpy as np

from warbook.board.geometry import Body, farthest
from warbook.board.kernel import Floats
from warbook.books.vehicles.bot.roads import Goals, far_by_road, net
from warbook.books.vehicles.bot.worth import points
from warbook.books.vehicles.driving.speeds import fastest
from warbook.books.vehicles.ending.victory import holder, score
from warbook.books.vehicles.field.bodies import bodies, hull, on_table, type_of
from warbook.books.vehicles.state import Battle, Marker, Unit, Vehicle, other

CAREFUL = 0.25  # of what the enemy may do, how much it counts
KEEPS = 0.6  # and to who leads
KEPT = 0.05  # of what an inch is worth, what it is worth to who holds back
NEARER = 0.5  # of the worth of a shot, how much it is worth to be on the way to it
HUNTS, PRESSES = 1.0, 2.0  # and to who has to destroy others, and to such who do not lead late in the battle
BOLD = 2  # the turn from which who does not lead dares more
MARKER = 90.0  # points that a marker is worth
THROUGH = 4.0  # times its worth, from one edge to the other, that getting through is worth
EARLY = 0.2  # of what an inch is worth, what it is worth to who has time to spare
SPARED = 0.25  # what a turn to spare adds to the chance to get off
LATE = 0.15  # of that, if it is too far
DASH = 3.5  # inches that a Walker runs
CROWDED = 6.0  # inches of the way that it is worth to keep clear of a friend
FAR = 14.0  # inches over which its pull falls off


def caution(battle: Battle, piece: Unit | Vehicle) -> float:
    """How much a piece minds what may be done to it, beside what it does. Who does not lead in kills, or has
    stopped too few, has to dare more from turn to turn, and who leads has something to lose."""
    if breaks_through(battle, piece):
        return KEEPS if keeps_back(battle, piece) else CAREFUL
    if battle.setup.scenario.wins == "markers" or battle.turn < BOLD:
        return CAREFUL
    if _leads(battle, piece.side):
        return KEEPS
    left = battle.setup.scenario.turns - battle.turn
    return CAREFUL * max(0, left) / battle.setup.scenario.turns


def later(battle: Battle, piece: Unit | Vehicle) -> float:
    """How much it counts, beside what is done now, to be on the way to do more: more to who has to destroy
    others, and does not lead when half of the battle is over."""
    hunts = battle.setup.scenario.wins != "markers" and not breaks_through(battle, piece)
    late = battle.turn > battle.setup.scenario.turns / 2
    if not hunts:
        return NEARER
    return PRESSES if late and not _leads(battle, piece.side) else HUNTS


def keeps_back(battle: Battle, piece: Unit | Vehicle) -> bool:
    """Whether a slow vehicle stays out of harm's way: others have got through for more than was lost."""
    slow = isinstance(piece, Vehicle) and not type_of(piece).fast
    return slow and breaks_through(battle, piece) and _leads(battle, piece.side)


def _leads(battle: Battle, side: str) -> bool:
    points = score(battle)
    return points[side] > points[other(side)]


def pull(battle: Battle, piece: Unit | Vehicle, places: Floats) -> Floats:
    """What the aim of the battle makes places worth to a piece."""
    if battle.setup.scenario.wins == "markers":
        return _markers(battle, piece, places)
    if isinstance(piece, Vehicle) and breaks_through(battle, piece):
        far = far_through(battle, piece, places) + CROWDED * _crowding(battle, piece, places)
        if keeps_back(battle, piece):
            return KEPT * (battle.table.depth - far) * inch_through(battle, piece)
        return THROUGH * points(battle, piece) * _gets_off(battle, piece, far)
    return np.zeros(len(places))


def _gets_off(battle: Battle, vehicle: Vehicle, far: Floats) -> Floats:
    """How likely it still gets off, so many inches from the far edge after this turn: the likelier, the more
    turns there are to spare; who has many fires first, unless he is fast."""
    kind = type_of(vehicle)
    inches = fastest(kind) + (DASH if kind.walker is not None else 0.0)
    spare = battle.setup.scenario.turns - battle.turn - far / inches
    found: Floats = np.where(
        spare >= 0.0, np.clip(0.5 + SPARED * spare, 0.5, 1.0), LATE * np.exp(0.5 * np.minimum(spare, 0.0))
    )
    nearer = EARLY if not kind.fast and kind.walker is None else 1.0
    return found + nearer * (1.0 - far / battle.table.depth)


def breaks_through(battle: Battle, piece: Unit | Vehicle) -> bool:
    return battle.setup.scenario.wins == "breakthrough" and piece.side == battle.attacker


def inch_through(battle: Battle, vehicle: Vehicle) -> float:
    """What an inch on its way to the far edge is worth."""
    return through(battle, vehicle) / battle.table.depth


def _crowding(battle: Battle, vehicle: Vehicle, places: Floats) -> Floats:
    """How near places are to friends, among whom a hull cannot turn: of each 1 on top of him, nothing where
    both turn as they like."""
    found: Floats = np.zeros(len(places))
    for friend in battle.vehicles:
        if friend.side == vehicle.side and friend.works and friend is not vehicle:
            room = farthest(hull(friend).base) + farthest(hull(vehicle).base)
            away = np.hypot(places[:, 0] - friend.x, places[:, 1] - friend.y)
            found += np.maximum(0.0, 1.0 - away / room)
    return found


def through(battle: Battle, vehicle: Vehicle) -> float:
    """What the whole way from one edge to the other is worth to the attacker of a breakthrough. Who does not
    get to the far edge in time any more has little of it."""
    kind = type_of(vehicle)
    turns = battle.setup.scenario.turns - battle.turn + 1
    far = float(far_through(battle, vehicle, np.array([(vehicle.x, vehicle.y)]), ())[0])
    late = far > turns * (fastest(kind, False, True) + (DASH if kind.walker is not None else 0.0))
    return THROUGH * points(battle, vehicle) * (LATE if late else 1.0)


def far_through(
    battle: Battle, vehicle: Vehicle, places: Floats, others: tuple[Body, ...] | None = None
) -> Floats:
    """Inches to drive to the edge by which the attacker leaves, past the enemy if not past these others, and
    round his vehicles that stand still if there is room."""
    if others is None:
        return far_by_road(
            battle.table, type_of(vehicle), _far_edge(battle, vehicle), places, *_in_between(battle, vehicle)
        )
    stuck = _stuck(battle, vehicle)
    return far_by_road(battle.table, type_of(vehicle), _far_edge(battle, vehicle), places, others, stuck)


def onward(battle: Battle, vehicle: Vehicle) -> list[tuple[float, float]]:
    """The shortest way to the far edge, cell by cell, as far as one may come in a turn."""
    roads = net(battle.table, type_of(vehicle))
    return roads.way((vehicle.x, vehicle.y), _far_edge(battle, vehicle), *_in_between(battle, vehicle))


def _far_edge(battle: Battle, vehicle: Vehicle) -> Goals:
    depth = battle.table.depth - type_of(vehicle).length / 2
    return tuple((float(x), depth) for x in range(3, int(battle.table.width) - 2, 2))


def _in_between(battle: Battle, vehicle: Vehicle) -> tuple[tuple[Body, ...], ...]:
    """Enemies who may be gone when it comes there, friends who stand still for good, and enemies who stand
    still."""
    foes = on_table(battle, other(vehicle.side))
    parked = tuple(hull(each) for each in foes if isinstance(each, Vehicle) and each.straight == 0.0)
    moving = tuple(body for each in foes for body in bodies(battle, each) if body not in parked)
    return moving, _stuck(battle, vehicle), parked


def _stuck(battle: Battle, vehicle: Vehicle) -> tuple[Body, ...]:
    return tuple(
        hull(each)
        for each in battle.vehicles
        if each.side == vehicle.side and each.works and each.immobilized and each is not vehicle
    )


def goal(battle: Battle, unit: Unit, x: float, y: float) -> Marker | None:
    """The marker that a foot unit makes for."""
    wanted = [marker for marker in battle.markers if _wanted(battle, unit, marker)]
    return min(wanted, key=lambda each: np.hypot(each.x - x, each.y - y)) if wanted else None


def _wanted(battle: Battle, piece: Unit | Vehicle, marker: Marker) -> bool:
    """Whether nobody of ours holds it, or this one does."""
    if holder(battle, marker) != piece.side:
        return True
    others = [
        unit
        for unit in battle.units
        if unit.side == piece.side and unit.id != piece.id and battle.standing(unit)
    ]
    return not any(
        np.hypot(model.x - marker.x, model.y - marker.y) <= 3.5
        for unit in others
        for model in battle.standing(unit)
    )


def _markers(battle: Battle, piece: Unit | Vehicle, places: Floats) -> Floats:
    """Foot units and those who carry them make for markers; vehicles for those that an enemy holds, more so
    towards the end."""
    found: Floats = np.zeros(len(places))
    scores = isinstance(piece, Unit) or bool(battle.passengers(piece))
    late = battle.turn >= battle.setup.scenario.turns - 1
    contests = 0.6 if _leads(battle, piece.side) else 1.0
    for marker in battle.markers:
        if scores:
            if not _wanted(battle, piece, marker):
                continue
            weight = 1.0
        else:
            weight = contests if late and holder(battle, marker) not in ("", piece.side) else 0.1
        if isinstance(piece, Vehicle):
            far = far_by_road(battle.table, type_of(piece), ((marker.x, marker.y),), places)
        else:
            far = np.hypot(places[:, 0] - marker.x, places[:, 1] - marker.y)
        near = np.where(far <= 3.0, 1.0, 0.8 * np.exp(-(far - 3.0) / FAR))
        found = np.maximum(found, weight * MARKER * near)
    return found
