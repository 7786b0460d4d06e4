"""The drill bot before the first turn: edges, what lies about, who comes first, and the set-up."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from random import Random

from msgspec.structs import replace

from warbook.board.geometry import Spot
from warbook.board.hulls import Leg
from warbook.books.gorkamorka.bot.worth import value
from warbook.books.gorkamorka.field.bodies import body, model
from warbook.books.gorkamorka.ramming.segments import first_met
from warbook.books.gorkamorka.setup.zones import AHEAD
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior
from warbook.core.questions import Choose, Route, Way

WANDER = 8.0  # inches along the edge by which the middle of a mob may be off
CORNER = 8.0  # inches from the corners of the table that nobody is set up in
CLEAR = 9.0  # inches that should be free before a vehicle
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


def marker(battle: Battle, question: Route, luck: Random) -> Way:
    """Scrap and lairs are laid down before anybody has an edge: anywhere."""
    return Way((_spot(luck.choice(list(question.reach()))),))


def place(battle: Battle, question: Route, luck: Random) -> Way:
    """Towards the enemy, or the middle of the table while there is none, beside one's own."""
    own = model(battle, question.piece)
    spots = [_spot(row) for row in question.reach()]
    models: list[Warrior | Vehicle] = [*battle.warriors, *battle.vehicles]
    enemies = [each for each in models if each.on_table and each.side != own.side]
    bodies = [body(battle, each).spot for each in enemies] or [_middle(battle, luck)]
    friends = [v for v in battle.vehicles if v.on_table and v.side == own.side]

    def ill(spot: Spot) -> float:
        far = min(hypot(spot.x - each.x, spot.y - each.y) for each in bodies)
        far += 2.0 * max(0.0, CORNER - _from_corner(battle, own.side, spot))
        crowd = sum(max(0.0, ELBOW - hypot(spot.x - v.x, spot.y - v.y)) for v in friends)
        return far + (crowd if isinstance(own, Vehicle) else 0.0)

    spots.sort(key=ill)
    if not isinstance(own, Vehicle):
        return Way((spots[0],))
    facing = AHEAD[battle.edges[own.side]]
    for spot in spots[::STRIDE]:
        if _free_ahead(battle, replace(own, x=spot.x, y=spot.y, facing=facing)):
            return Way((spot,))
    return Way((spots[0],))


def _from_corner(battle: Battle, side: str, spot: Spot) -> float:
    """Inches along the side's edge to the nearer end of it."""
    along, whole = spot.x, battle.table.width
    if battle.edges[side] in ("west", "east"):
        along, whole = spot.y, battle.table.depth
    return min(along, whole - along)


def _free_ahead(battle: Battle, vehicle: Vehicle) -> bool:
    """Whether nothing is in its way for a turn or two."""
    return first_met(battle, vehicle, Leg(0.0, CLEAR))[0].kind in ("", "warrior")


def _middle(battle: Battle, luck: Random) -> Spot:
    table = battle.table
    return Spot(table.width / 2 + luck.uniform(-WANDER, WANDER), table.depth / 2)


def _crew(battle: Battle, vehicle: str) -> list[str]:
    return [warrior.id for warrior in battle.warriors if warrior.aboard == vehicle]


def _spot(row: Sequence[float]) -> Spot:
    x, y, z = (float(part) for part in row)
    return Spot(x, y, z)
