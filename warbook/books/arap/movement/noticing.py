"""Hidden units (arap.H8): who moves in view of the enemy is found, and who comes near them finds them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import ceil

from warbook.board.geometry import Spot, distance
from warbook.board.paths import Path
from warbook.books.arap.field.bodies import within
from warbook.books.arap.field.ground import cut_to
from warbook.books.arap.field.hiding import reveal
from warbook.books.arap.field.near import foes
from warbook.books.arap.field.sight import sees, share_seen
from warbook.books.arap.state import Battle, Figure, Game, Unit

NEAR = 8.0  # inches at which a hidden unit is found by who has it in sight
GRAIN = 0.5  # inches between the points of a way from which one looks


def found_on_the_way(game: Game, unit: Unit, paths: Mapping[str, Path]) -> dict[str, Path]:
    """Whoever comes within 8 inches and in sight of a hidden unit finds it and stops there: its ways as far
    as they are gone."""
    finds = _all_found(game.battle, unit, paths)
    if not finds:
        return dict(paths)
    inches, enemy = min(finds, key=lambda each: each[0])
    reveal(game, enemy, f"{enemy.name} is found.")
    return {name: cut_to(path, inches) for name, path in paths.items()}


def found_in_passing(game: Game, unit: Unit, paths: Mapping[str, Path]) -> None:
    """Who Charges, runs, flees or pursues finds them too, and goes on."""
    for _, enemy in _all_found(game.battle, unit, paths):
        reveal(game, enemy, f"{enemy.name} is found.")


def seen_moving(game: Game, unit: Unit) -> None:
    """A hidden unit that has moved is found by any enemy who sees one of it."""
    battle = game.battle
    if unit.hidden and any(
        sees(battle, foe, figure) for foe in foes(battle, unit.side) for figure in battle.standing(unit)
    ):
        reveal(game, unit, f"{unit.name} is found.")


def _all_found(battle: Battle, unit: Unit, paths: Mapping[str, Path]) -> list[tuple[float, Unit]]:
    """The hidden enemies that are found on these ways, each after how many inches of somebody's."""
    if not any(each.hidden for each in battle.units):
        return []
    hidden = [enemy for enemy in battle.enemies(unit.side) if enemy.hidden]
    return [
        (inches, enemy)
        for name, path in paths.items()
        for enemy in hidden
        if (inches := _finds(battle, battle.figure(name), path, enemy)) is not None
    ]


def _finds(battle: Battle, figure: Figure, path: Path, enemy: Unit) -> float | None:
    """After how many inches of a way a figure finds the hidden unit. Who stood so near already and has not
    found it would see it only now."""
    targets = battle.standing(enemy)
    gone = 0.0
    for a, b in pairwise(path):
        long = distance(a, b)
        steps = max(1, ceil(long / GRAIN))
        for step in range(1, steps + 1):
            share = step / steps
            at = Spot(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z + share * (b.z - a.z))
            for target in targets:
                if within(distance(at, target), NEAR) and share_seen(battle, figure, target, at) > 0.0:
                    return gone + share * long
        gone += long
    return None
