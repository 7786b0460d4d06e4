"""A battle before its first step: the squads and boats of every side, none of them on the table."""

from __future__ import annotations

from itertools import count

from warbook.books.arap.army.forces import squad_names
from warbook.books.arap.state import SIDES, Battle, Figure, Marker, Setup, Unit


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
    battle.markers = [
        Marker(f"post{number}", "post", x, y) for number, (x, y) in enumerate(setup.scenario.posts, 1)
    ]
    return battle
