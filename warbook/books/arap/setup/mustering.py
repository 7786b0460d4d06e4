"""A battle before its first step: the squads and boats of every side, none of them on the table."""

from __future__ import annotations

from itertools import count

from warbook.board.geometry import Spot
from warbook.board.terrain import Area
from warbook.books.arap.army.forces import squad_names
from warbook.books.arap.state import SIDES, Battle, Cloud, Figure, Marker, Setup, Unit
from warbook.books.arap.terrain import traits


def muster(setup: Setup) -> Battle:
    sides = SIDES[: len(setup.forces)]
    battle = Battle(setup=setup, units=[], figures=[], order=sides)
    numbers = count()
    for side, force, roster in zip(sides, setup.forces, setup.rosters, strict=True):
        names = [*squad_names(force)[: setup.scenario.squads or None]]
        names += [f"Boat {number}" for number in range(1, len(roster) - len(names) + 1)]
        for place, (name, squad) in enumerate(zip(names, roster, strict=True), 1):
            unit = Unit(f"{side}{place}", name, side, f"{side}{place}", len(squad), len(squad))
            battle.units.append(unit)
            for at, one in enumerate(squad, 1):
                battle.figures.append(
                    Figure(f"{unit.id}.{at}", unit.id, unit.id, next(numbers), one.profile.w)
                )
        _moor(battle, side)
    battle.markers = [
        Marker(f"post{number}", "post", x, y) for number, (x, y) in enumerate(setup.scenario.posts, 1)
    ]
    battle.clouds = [
        _cloud(number, area)
        for number, area in enumerate(setup.scenario.table.areas, 1)
        if traits(area.words, setup.scenario.terrain).drifts
    ]
    return battle


def _moor(battle: Battle, side: str) -> None:
    """Boats lie where the scenario has them."""
    boats = battle.part(side).boats
    if not boats:
        return
    lent = [unit for unit in battle.units if unit.side == side][-len(boats) :]
    for unit, boat in zip(lent, boats, strict=True):
        unit.lent = True
        for figure in battle.members(unit):
            figure.at(Spot(*boat.at), boat.facing)
            figure.place = "table"


def _cloud(number: int, area: Area) -> Cloud:
    """What drifts is a cloud as wide as the area that it began as."""
    xs, ys = [x for x, _ in area.polygon], [y for _, y in area.polygon]
    radius = (max(xs) - min(xs) + max(ys) - min(ys)) / 4
    return Cloud(f"gas{number}", "gas", (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, radius)
