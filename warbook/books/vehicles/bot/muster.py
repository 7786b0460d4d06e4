"""Setting up, and where markers are laid."""

from __future__ import annotations

from random import Random

import numpy as np

from warbook.board.geometry import Spot
from warbook.books.vehicles.army.data import ammunitions, shooters
from warbook.books.vehicles.bot.places import reach
from warbook.books.vehicles.field.bodies import type_of, unit_type
from warbook.books.vehicles.setup.zones import ahead, zone_of
from warbook.books.vehicles.state import Battle, Unit, Vehicle
from warbook.core.questions import Route, Way


def place(battle: Battle, question: Route, luck: Random) -> Way:
    """Those of short range in front, guns of long range behind; spread along the zone."""
    piece = battle.either(question.piece)
    spots = [Spot(*row[:3]) for row in question.reach()]
    zone = zone_of(battle, piece.side)
    front = zone.north if ahead(battle, piece.side) == 90.0 else zone.south
    long = _reach(battle, piece) >= 36.0
    wanted = zone.west + luck.random() * (zone.east - zone.west)

    def cost(spot: Spot) -> float:
        depth = abs(spot.y - front)
        return (0.3 if long else 1.0) * depth + 0.5 * abs(spot.x - wanted)

    for spot in sorted(spots, key=cost):
        if not isinstance(question.judge((spot,)), float | int):
            continue
        return Way((spot,), ahead(battle, piece.side))
    return Way((spots[0],))


def marker(battle: Battle, question: Route, luck: Random) -> Way:
    rows = list(question.reach())
    return Way((Spot(*luck.choice(rows)[:3]),))


def _reach(battle: Battle, piece: Unit | Vehicle) -> float:
    if isinstance(piece, Vehicle):
        weapons = [reach(ammunitions(gun)[0]) for gun in type_of(piece).guns]
    else:
        kinds = unit_type(battle, piece).models
        weapons = [reach(weapon) for kind in kinds for weapon in shooters(kind)]
    return float(np.median(weapons)) if weapons else 12.0
