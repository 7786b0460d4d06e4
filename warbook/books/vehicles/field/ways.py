"""How foot units walk: the price of ground and walls, and who is in the way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from warbook.board.bodies import Other
from warbook.board.geometry import Body, farthest, gap
from warbook.board.hulls import widened
from warbook.board.paths import APART, Going
from warbook.books.vehicles.field.bodies import CLEAR, LARGEST, WITHIN, bodies, on_table
from warbook.books.vehicles.state import Battle, Unit, other

HIGHEST = 2.0  # inches: what is higher is climbed by ladders only (own)
BARRED = 1000.0  # the price of an inch that nobody can pay
ROOM = CLEAR - WITHIN - APART  # the board keeps bodies apart by so much anyway


def going(inches: float, rough: bool = True) -> Going:
    """So many inches; not `rough`: round difficult ground, to which walls and steps belong (own)."""
    if rough:
        return Going(inches, 0.0, 0.0, HIGHEST)
    return Going(inches, BARRED, 0.0, HIGHEST, (("difficult", BARRED), ("very-difficult", BARRED)))


def obstacles(battle: Battle, unit: Unit, held: Sequence[Body] = ()) -> list[Other]:
    """veh.P3: enemies with the inch around them that nobody comes into, and friends of other units. Of the
    enemies who are `held` off by less than that already only they themselves are in the way."""
    found: list[Other] = []
    for foe in on_table(battle, other(unit.side)):
        for body in bodies(battle, foe):
            found += (body,) if body in held else wide(body)
    for friend in on_table(battle, unit.side):
        if friend.id != unit.id:
            found += bodies(battle, friend)
    return found


def too_close(battle: Battle, unit: Unit) -> list[Body]:
    """The enemies nearer than an inch to somebody of the unit: whom it has struck without being locked
    (veh.assault.not-locked), or who have come to it."""
    own = bodies(battle, unit)
    xs, ys = [body.spot.x for body in own], [body.spot.y for body in own]
    reach = CLEAR + LARGEST + max(farthest(body.base) for body in own)
    west, east, south, north = min(xs) - reach, max(xs) + reach, min(ys) - reach, max(ys) + reach
    return [
        body
        for foe in on_table(battle, other(unit.side))
        for body in bodies(battle, foe)
        if west < body.spot.x < east and south < body.spot.y < north and any(_close(body, b) for b in own)
    ]


def _close(one: Body, two: Body) -> bool:
    room = CLEAR + farthest(one.base) + farthest(two.base)
    near = abs(one.spot.x - two.spot.x) < room and abs(one.spot.y - two.spot.y) < room
    return near and gap(one, two) < CLEAR - WITHIN


@lru_cache(10_000)
def wide(foe: Body) -> tuple[Other, ...]:
    """A body and all that is within an inch of it."""
    return widened(foe, ROOM)
