"""Where on its way a vehicle may be shot at by those on overwatch."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from msgspec.structs import replace

from warbook.board.hulls import Leg, moved, turned
from warbook.books.gorkamorka.driving.ways import rammed
from warbook.books.gorkamorka.field.bodies import hull
from warbook.books.gorkamorka.ramming.segments import TINY, Traffic
from warbook.books.gorkamorka.shooting import overwatch
from warbook.books.gorkamorka.state import Battle, Game, Vehicle


class Watched:
    """gce.R9.19: where on its way those on overwatch may shoot at a vehicle: at the start, every so many
    inches, and where it stops."""

    def __init__(self, battle: Battle, vehicle: Vehicle, legs: Sequence[Leg], rams: bool = True) -> None:
        self.vehicle = vehicle
        self.total = sum(abs(leg.inches) for leg in legs)
        self.chances: list[overwatch.Chance] = []
        if overwatch.watchers(battle, vehicle):
            rushing = rams and _leads_to_ram(battle, vehicle, tuple(legs))
            stations = _stations(vehicle, legs, battle.rulings.overwatch_step_inches)
            self.chances = overwatch.plan_overwatch(battle, vehicle, stations, rushing)

    def until(self, went: float, left: float) -> float:
        """How far it goes before the next of them."""
        return min([left, *(each.inches - went for each in self.chances if each.inches > went + TINY)])

    def at(self, game: Game, went: float) -> None:
        due = [each for each in self.chances if each.inches <= went + TINY]
        for chance in due:
            overwatch.interrupt(game, self.vehicle, chance.watchers)
        self.chances = [
            each for each in self.chances if each not in due and overwatch.anybody(game.battle, each.watchers)
        ]

    def end(self, game: Game, went: float) -> None:
        """It stops before the end of its way."""
        if went < self.total - TINY:
            overwatch.halted(game, self.vehicle)


def _leads_to_ram(battle: Battle, vehicle: Vehicle, legs: tuple[Leg, ...]) -> bool:
    traffic = Traffic(battle, vehicle)
    return rammed(traffic, traffic.follow(legs)) is not None


def _stations(vehicle: Vehicle, legs: Sequence[Leg], step: float) -> list[tuple[float, Vehicle]]:
    """The vehicle as it will be on its way, if nothing stops it."""
    body, gone = hull(vehicle), 0.0
    found = [(gone, vehicle)]
    for leg in legs:
        body = turned(body, leg.turn)
        count = ceil(abs(leg.inches) / step - TINY)
        for number in range(1, count + 1):
            part = leg.inches * number / count
            spot = moved(body, part).spot
            twin = replace(vehicle, x=spot.x, y=spot.y, facing=body.facing)
            found.append((gone + abs(part), twin))
        body, gone = moved(body, leg.inches), gone + abs(leg.inches)
    return found
