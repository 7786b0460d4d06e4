"""Interception (arap.G6, arap.G7): who comes too near to an enemy on his way may be stopped there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

import numpy as np
from msgspec import Struct

from warbook.board.formation import places_round
from warbook.board.geometry import distance, overlap
from warbook.board.kernel import Floats, kernel
from warbook.board.paths import Path
from warbook.books.arap.field.bodies import (
    WITHIN,
    body,
    in_the_way,
    melee_radius,
    profile,
    radius,
    units_apart,
    upright,
    within,
)
from warbook.books.arap.field.ground import cut_to, floor_of
from warbook.books.arap.field.near import lock
from warbook.books.arap.field.stills import while_still
from warbook.books.arap.state import Battle, Figure, Game, Unit, at_rest, resting
from warbook.core.events import Moved, Note
from warbook.core.questions import Choose, Option, Refusal

GRAIN = 0.1  # inches between the points of a way that are looked at
RULE = "arap.charge.interception"


class Passing(Struct, frozen=True):
    """Where a way first comes within reach of a unit: after how many inches, and whose way."""

    unit: str
    inches: float
    figure: str


def may_intercept(battle: Battle, unit: Unit) -> Refusal | None:
    """arap.charge.interception-barred: why a unit may not intercept."""
    if unit.pinned:
        return Refusal("it is pinned", "arap.charge.interception-barred")
    if unit.charged_by:
        return Refusal("it is being Charged", "arap.charge.interception-barred")
    if unit.locked:
        return Refusal("it is in close combat", "arap.charge.interception-barred")
    if unit.routing or unit.pursuing:
        return Refusal("it is routing or pursuing", "arap.charge.interception-barred")
    return None


@resting
def passings(battle: Battle, unit: Unit, paths: Mapping[str, Path], but: Iterable[str] = ()) -> list[Passing]:
    """The enemy units that the ways come within melee radius of, each where that first happens, in order."""
    left_out = set(but)
    found = []
    longest = max((sum(distance(a, b) for a, b in pairwise(path)) for path in paths.values()), default=0.0)
    for enemy in battle.enemies(unit.side):
        if enemy.id in left_out or may_intercept(battle, enemy) or unit.id in enemy.locked:
            continue
        far = units_apart(battle, unit, enemy) - longest - GRAIN
        if far > battle.setup.longest_reach:
            continue
        if far > max(melee_radius(battle, foe) for foe in battle.standing(enemy)):
            continue
        here = [
            each
            for name, path in paths.items()
            if len(path) > 1
            for each in [_first(battle, enemy, battle.figure(name), path)]
            if each is not None
        ]
        if here:
            found.append(min(here, key=lambda each: each.inches))
    return sorted(found, key=lambda each: each.inches)


def _words(unit: Unit) -> str:
    """What comes of it (arap.charge.interception, arap.charge.interception-pursuers-routers)."""
    if unit.routing:
        return "Intercept: it stops there, and cannot strike back"
    return "Intercept: it stops there, and they fight without Charge bonuses"


def intercepted(
    game: Game, unit: Unit, paths: Mapping[str, Path], but: Iterable[str] = (), charges: bool = False
) -> dict[str, Path]:
    """Asks those whom the unit passes whether they intercept; the ways as far as they are then gone. Who is
    intercepted stops there and is locked (arap.turn.auto-activation-intercept). The switch is about those who
    neither Charge, rout nor pursue (arap.G7)."""
    battle = game.battle
    strays = not (charges or unit.routing or unit.pursuing)
    if strays and not battle.rulings.general_interception:
        return dict(paths)
    with at_rest(battle):
        passed = passings(battle, unit, paths, but)
    for passing in passed:
        enemy = battle.unit(passing.unit)
        options = [
            Option("intercept", _words(unit), enemy.id, about=passing),
            Option("let pass", "Let them pass", enemy.id),
        ]
        question = Choose(
            f"{unit.name} passes {enemy.name} too near. Intercept?", options, RULE, enemy.id, "let pass",
            kind="intercept",
        )  # fmt: skip
        if game.ask(enemy.side, question) == "intercept":
            game.tell(Note(words=f"{enemy.name} intercepts {unit.name}.", piece=enemy.id, rule=RULE))
            cut = {name: cut_to(path, passing.inches) for name, path in paths.items()}
            lock(battle, unit, enemy)
            _close_up(game, enemy, battle.figure(passing.figure), cut)
            return cut
    return dict(paths)


def _first(battle: Battle, enemy: Unit, figure: Figure, path: Path) -> Passing | None:
    """Where a figure's way first enters the melee radius of one of the unit. Who began within it does not
    come near."""
    way = np.array([(spot.x, spot.y, spot.z) for spot in path])
    inches = _comes_near(way, _reaches(battle, enemy))
    return Passing(enemy.id, inches, figure.id) if inches >= 0.0 else None


def _reaches(battle: Battle, unit: Unit) -> Floats:
    """Where its figures stand, and the limit of the melee radius of each."""

    def made() -> Floats:
        figures = battle.standing(unit)
        return np.array([(each.x, each.y, each.z, melee_radius(battle, each) + WITHIN) for each in figures])

    return while_still(battle, (_reaches, unit.id), made)


@kernel
def _comes_near(way: Floats, foes: Floats) -> float:
    """After how many inches a way first comes within the reach (the last column) of somebody, looked at from
    point to point; -1 if it never does, or begins there."""
    if _is_near(foes, way[0, 0], way[0, 1], way[0, 2]):
        return -1.0
    gone = 0.0
    for n in range(len(way) - 1):
        a, leg = way[n], way[n + 1] - way[n]
        long = np.sqrt(leg[0] ** 2 + leg[1] ** 2 + leg[2] ** 2)
        steps = max(1, int(np.ceil(long / GRAIN)))
        for step in range(1, steps + 1):
            share = step / steps
            if _is_near(foes, a[0] + share * leg[0], a[1] + share * leg[1], a[2] + share * leg[2]):
                return float(gone + share * long)
        gone += long
    return -1.0


@kernel
def _is_near(foes: Floats, x: float, y: float, z: float) -> bool:
    for k in range(len(foes)):
        dx, dy, dz = foes[k, 0] - x, foes[k, 1] - y, foes[k, 2] - z
        if dx * dx + dy * dy + dz * dz <= foes[k, 3] * foes[k, 3]:
            return True
    return False


def _close_up(game: Game, enemy: Unit, caught: Figure, paths: Mapping[str, Path]) -> None:
    """G6: the interceptors come nearer by up to their basic move."""
    battle = game.battle
    goal = paths[caught.id][-1]
    for figure in sorted(battle.standing(enemy), key=lambda each: distance(each, goal)):
        reach = melee_radius(battle, figure)
        if within(distance(figure, goal), reach):
            continue
        move = profile(battle, figure).move
        taken = [each for each in in_the_way(battle) if each != body(battle, figure)]
        taken += [upright(battle, battle.figure(name), path[-1]) for name, path in paths.items()]
        places = places_round(
            floor_of(battle, radius(battle, figure)), goal, 1, 1.0, reach, taken,
            lambda place, figure=figure, move=move: distance(place.spot, figure) <= move,  # type: ignore[misc]
            towards=figure.spot,
        )  # fmt: skip
        if places and not any(overlap(places[0], each) for each in taken):
            game.tell(Moved(piece=figure.id, path=(figure.spot, places[0].spot), how="closes up", rule=RULE))
            figure.at(places[0].spot)
