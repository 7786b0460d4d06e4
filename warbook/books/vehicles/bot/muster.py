"""Setting up, and where markers are laid."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from random import Random

import numpy as np

from warbook.board.driving import lies_over
from warbook.board.geometry import Body, Oblong, Spot
from warbook.board.kernel import Floats
from warbook.board.memory import recall
from warbook.board.terrain import Table
from warbook.books.vehicles.army.data import ammunitions, shooters
from warbook.books.vehicles.bot.aims import breaks_through, far_through
from warbook.books.vehicles.bot.places import reach
from warbook.books.vehicles.driving.course import low_walls
from warbook.books.vehicles.driving.speeds import fastest
from warbook.books.vehicles.driving.terrain import bad
from warbook.books.vehicles.field.bodies import type_of, unit_type
from warbook.books.vehicles.setup.deploying import grid
from warbook.books.vehicles.setup.zones import ahead, zone_of
from warbook.books.vehicles.state import Battle, Unit, Vehicle
from warbook.core.questions import Choose, Refusal, Route, Way

LONG = 36.0  # inches: guns that reach so far may stand behind
BOGGED = 12.0  # inches that beginning in bad ground counts
HEMMED = 8.0  # and to who is to break through, to have it straight before him
BEFORE = 12.0  # and to a Walker, to stand before friends who are faster
APART = 4  # places drawn along the zone, of which the one furthest from other vehicles is taken
DRAWS = 12  # places drawn for a marker, of which the nearest is taken


def choose_roll_off(question: Choose) -> str:
    """First; and rather to stop others than to get past them: even the fastest lose more often than not."""
    ids = [option.id for option in question.open()]
    return "defend" if "defend" in ids else ids[0]


def next_piece(question: Choose) -> str:
    """One after another, aboard of what they came with."""
    return next(option.id for option in question.open() if option.piece and "@" not in option.id)


def place(battle: Battle, question: Route, luck: Random) -> Way:
    """In front, guns of long range behind where that is nearer to where they are wanted, spread along the
    zone; foot troops, and who carries them, near markers; who is to break through where the way is
    shortest."""
    piece = battle.either(question.piece)
    zone, facing = zone_of(battle, piece.side), ahead(battle, piece.side)
    front = zone.north if facing == 90.0 else zone.south
    depth = 0.3 if _reach(battle, piece) >= LONG else 1.0
    drawn = [zone.west + luck.random() * (zone.east - zone.west) for _ in range(APART)]
    friends = [each.x for each in battle.vehicles if each.side == piece.side and each.place == "table"]
    wanted = max(drawn, key=lambda x: min((abs(x - other) for other in friends), default=0.0))
    holds = isinstance(piece, Unit) or any(unit.aboard == piece.id for unit in battle.units)

    spots = grid(zone)
    places = np.array([(spot.x, spot.y) for spot in spots])
    x, y = places[:, 0], places[:, 1]
    along = 0.5 * np.abs(x - wanted)
    if isinstance(piece, Vehicle) and breaks_through(battle, piece):
        cost = far_through(battle, piece, places) + 0.25 * along
        if type_of(piece).walker is not None:
            cost += BEFORE * _before_others(battle, piece, places)
    elif holds and battle.markers:
        cost = 0.5 * along + np.min([np.hypot(each.x - x, each.y - y) for each in battle.markers], axis=0)
    else:
        cost = depth * np.abs(y - front) + along
    if isinstance(piece, Vehicle):
        kind = type_of(piece)
        begins = recall(battle.table, _bogged, kind.length, kind.width, facing, tuple(spots), 0.0)
        cost = cost + BOGGED * begins
        if breaks_through(battle, piece) and not kind.skimmer and kind.walker is None:
            far = fastest(kind)
            cost += HEMMED * recall(battle.table, _bogged, kind.length, kind.width, facing, tuple(spots), far)
    for number in np.argsort(cost, kind="stable").tolist():
        spot = spots[number]
        if not isinstance(question.judge((spot,)), Refusal):
            return Way((spot,), facing)
    return Way((Spot(*question.reach()[0][:3]),), facing)


def _before_others(battle: Battle, walker: Vehicle, places: Floats) -> Floats:
    """Where a Walker would stand in the lane of a friend who is faster."""
    found = np.zeros(len(places))
    for each in battle.vehicles:
        if each.side == walker.side and each.place == "table" and type_of(each).walker is None:
            lane = (type_of(each).width + type_of(walker).length) / 2
            found = np.maximum(found, np.abs(places[:, 0] - each.x) < lane)
    return found


def best_marker(battle: Battle, question: Route, side: str, luck: Random) -> Way:
    """Near one's own zone."""
    rows = list(question.reach())
    zone = zone_of(battle, side)
    x, y = (zone.west + zone.east) / 2, (zone.south + zone.north) / 2
    drawn = [luck.choice(rows) for _ in range(DRAWS)]
    return Way((Spot(*min(drawn, key=lambda row: hypot(row[0] - x, row[1] - y))[:3]),))


def _bogged(
    table: Table, length: float, width: float, facing: float, spots: tuple[Spot, ...], far: float
) -> Floats:
    """At which of the spots a hull would begin in bad ground, or come to it straight ahead so far."""
    areas = [area.polygon for area in (*table.areas, *low_walls(table)) if bad(area)]
    aside, on = far / 2 * cos(radians(facing)), far / 2 * sin(radians(facing))
    swept = Oblong(length + far, width)
    hulls = [Body(Spot(spot.x + aside, spot.y + on), swept, 1.0, facing) for spot in spots]
    return np.array([float(any(lies_over(hulk, each) for each in areas)) for hulk in hulls])


def _reach(battle: Battle, piece: Unit | Vehicle) -> float:
    if isinstance(piece, Vehicle):
        weapons = [reach(ammunitions(gun)[0]) for gun in type_of(piece).guns]
    else:
        kinds = unit_type(battle, piece).models
        weapons = [reach(weapon) for kind in kinds for weapon in shooters(kind)]
    return float(np.median(weapons)) if weapons else 12.0
