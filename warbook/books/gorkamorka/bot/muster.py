"""The drill bot before the first turn: edges, what lies about, who comes first, and the set-up."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
from msgspec.structs import replace

from warbook.board.geometry import Spot
from warbook.board.kernel import Floats
from warbook.books.gorkamorka.bot.worth import value
from warbook.books.gorkamorka.driving.ways import mired
from warbook.books.gorkamorka.field.bodies import body, model
from warbook.books.gorkamorka.setup.deploying import free_ahead
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior
from warbook.core.questions import Choose, Refusal, Route, Way

WANDER = 8.0  # inches along the edge by which the middle of a mob may be off
CORNER = 8.0  # inches from the corners of the table that nobody is set up in
STRIDE = 4  # one of so many places is looked at
ELBOW = 5.0  # inches between two vehicles


def first_vehicle(battle: Battle, question: Choose) -> str:
    """The one with most aboard."""
    return max(question.open(), key=lambda option: len(_crew(battle, option.piece))).id


def first_wave(battle: Battle, question: Choose) -> str:
    return max(question.open(), key=lambda option: value(battle.warrior(option.piece))).id


def next_model(question: Choose) -> str:
    """One after another, in the order of the list: vehicles come first."""
    return next(option.piece for option in question.open() if option.piece)


def best_marker(battle: Battle, question: Route, luck: Random) -> Way:
    """Scrap and lairs are laid down before anybody has an edge: anywhere."""
    return Way((_spot(luck.choice(list(question.reach()))),))


def best_place(battle: Battle, question: Route, luck: Random) -> Way:
    """Towards the enemy, or the middle of the table while there is none, beside one's own."""
    own = model(battle, question.piece)
    spots = np.array(list(question.reach()))
    models: list[Warrior | Vehicle] = [*battle.warriors, *battle.vehicles]
    enemies = [each for each in models if each.on_table and each.side != own.side]
    bodies = [body(battle, each).spot for each in enemies] or [_middle(battle, luck)]
    friends = [v for v in battle.vehicles if v.on_table and v.side == own.side]

    def away(x: float, y: float) -> Floats:
        return np.hypot(spots[:, 0] - x, spots[:, 1] - y)

    ill = np.min([away(each.x, each.y) for each in bodies], axis=0)
    ill += 2.0 * np.maximum(0.0, CORNER - _from_corner(battle, own.side, spots))
    if isinstance(own, Vehicle):
        ill += sum(np.maximum(0.0, ELBOW - away(v.x, v.y)) for v in friends)
    order = np.argsort(ill, kind="stable")
    if isinstance(own, Vehicle):
        assert question.faces is not None, "a vehicle faces somewhere"
        for row in order[::STRIDE]:
            spot = _spot(spots[row])
            facing = question.faces(spot, None)
            assert not isinstance(facing, Refusal), "it fits there as it usually faces"
            placed = replace(own, x=spot.x, y=spot.y, facing=facing)
            if not mired(battle, placed) and free_ahead(battle, placed):
                return Way((spot,))
    return Way((_spot(spots[order[0]]),))


def _from_corner(battle: Battle, side: str, spots: Floats) -> Floats:
    """Inches along the side's edge to the nearer end of it."""
    along, whole = spots[:, 0], battle.table.width
    if battle.edges[side] in ("west", "east"):
        along, whole = spots[:, 1], battle.table.depth
    return np.minimum(along, whole - along)


def _middle(battle: Battle, luck: Random) -> Spot:
    table = battle.table
    return Spot(table.width / 2 + luck.uniform(-WANDER, WANDER), table.depth / 2)


def _crew(battle: Battle, vehicle: str) -> list[str]:
    return [warrior.id for warrior in battle.warriors if warrior.aboard == vehicle]


def _spot(row: Sequence[float]) -> Spot:
    x, y, z = (float(part) for part in row)
    return Spot(x, y, z)
