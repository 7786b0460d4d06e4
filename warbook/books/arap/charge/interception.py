"""Interception (arap.G6, arap.G7): who comes too near to an enemy on his way may be stopped there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import ceil

from msgspec import Struct

from warbook.board.formation import places_round
from warbook.board.geometry import Spot, distance, overlap
from warbook.board.paths import Path
from warbook.books.arap.field.bodies import (
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
from warbook.books.arap.state import Battle, Figure, Game, Unit, at_rest
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


def passings(battle: Battle, unit: Unit, paths: Mapping[str, Path], but: Iterable[str] = ()) -> list[Passing]:
    """The enemy units that the ways come within melee radius of, each where that first happens, in order."""
    left_out = set(but)
    found = []
    longest = max((sum(distance(a, b) for a, b in pairwise(path)) for path in paths.values()), default=0.0)
    for enemy in battle.enemies(unit.side):
        if enemy.id in left_out or may_intercept(battle, enemy) or unit.id in enemy.locked:
            continue
        reach = max(melee_radius(battle, foe) for foe in battle.standing(enemy))
        if units_apart(battle, unit, enemy) > longest + reach + GRAIN:
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
            Option("intercept", "Intercept", enemy.id, about=passing),
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
    foes = [(foe, melee_radius(battle, foe)) for foe in battle.standing(enemy)]
    if any(within(distance(path[0], foe), reach) for foe, reach in foes):
        return None
    gone = 0.0
    for a, b in pairwise(path):
        long = distance(a, b)
        close = [(foe, reach) for foe, reach in foes if distance(a, foe) <= long + reach + GRAIN]
        steps = max(1, ceil(long / GRAIN)) if close else 0
        for step in range(1, steps + 1):
            share = step / steps
            at = Spot(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z + share * (b.z - a.z))
            for foe, reach in close:
                if within(distance(at, foe), reach):
                    return Passing(enemy.id, gone + share * long, figure.id)
        gone += long
    return None


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
