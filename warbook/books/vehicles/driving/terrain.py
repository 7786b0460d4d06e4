"""Bad ground: where a way has to be tested for it, and what a failed test does."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from warbook.board.driving import Driven, lies_over
from warbook.board.geometry import Body
from warbook.board.hulls import Leg
from warbook.board.terrain import SAME_LEVEL, Area
from warbook.books.vehicles.army.lists import VehicleType
from warbook.books.vehicles.damage.effects import immobilize
from warbook.books.vehicles.driving.course import TINY, end_of, length, rough
from warbook.books.vehicles.driving.dice import gets_through
from warbook.books.vehicles.driving.speeds import band
from warbook.books.vehicles.field.bodies import hull, type_of
from warbook.books.vehicles.field.ground import is_dangerous, is_difficult, is_impassable
from warbook.books.vehicles.state import Battle, Game, Vehicle
from warbook.core.events import Note

RULE = "veh.terrain.dangerous-test"


class Risk(Struct, frozen=True):
    """Where a way has to be tested: after how many inches, and the piece of ground."""

    inches: float
    area: str


def bad(area: Area) -> bool:
    """veh.terrain.difficult: to a hull all difficult ground is dangerous."""
    return is_difficult(area) or is_dangerous(area)


def risk_of(battle: Battle, vehicle: Vehicle, legs: Sequence[Leg], driven: Driven) -> Risk | None:
    """veh.V5: the one test of a way, at the first piece of bad ground in which it starts, or which it enters
    or crosses. A pivot by itself is never tested."""
    if length(legs) <= TINY:
        return None
    if type_of(vehicle).skimmer:
        return landing_risk(battle, hull(vehicle), end_of(hull(vehicle), legs), length(legs))
    return driving_risk(driven)


def driving_risk(driven: Driven) -> Risk | None:
    found = [Risk(crossed.hull[0][0], crossed.area.name) for crossed in driven.passes if bad(crossed.area)]
    return min(found, key=lambda risk: risk.inches, default=None)


def landing_risk(battle: Battle, start: Body, end: Body, inches: float) -> Risk | None:
    """veh.skimmer.terrain-test: where it starts, or else where it lands."""
    for own, far in ((start, 0.0), (end, inches)):
        for area in (*battle.table.areas, *rough(battle)):
            level = abs(area.level - own.spot.z) <= SAME_LEVEL
            if level and (bad(area) or is_impassable(area)) and lies_over(own, area.polygon):
                return Risk(far, area.name)
    return None


def dangerous_test(game: Game, vehicle: Vehicle) -> bool:
    """veh.terrain.dangerous-test: whether it goes on."""
    return game.rolling(vehicle.id).roll(gets_through)


def stuck(game: Game, vehicle: Vehicle, area: str) -> None:
    """It halts where it is and is Immobilized, or crashes."""
    game.tell(Note(words=f"{vehicle.name} is caught by the {area}.", piece=vehicle.id, rule=RULE))
    immobilize(game, vehicle)


def foretold(kind: VehicleType, risk: Risk, inches: float) -> str:
    """What the test of a way of so many inches may come to, in words."""
    fails = 1 - gets_through.odds().chance(True)
    crashes = kind.skimmer and risk.inches > 0 and band(kind, inches) == "flat out"
    where = f"after {risk.inches:.1f} inches" if risk.inches > 0 else "where it stands"
    what = "to crash" if crashes else "to be Immobilized"
    return f"Dangerous ground ({risk.area}) {where}: {_share(fails)} {what} there."


def _share(chance: Fraction) -> str:
    return f"{chance.numerator} in {chance.denominator}"
