"""Swimming: how far, who drowns, and getting out of the water."""

from __future__ import annotations

from collections.abc import Mapping

from warbook.board.geometry import Spot, point_to_outline
from warbook.board.paths import Path
from warbook.books.arap.field.bodies import fighter, has, profile
from warbook.books.arap.field.ground import GRAZE, areas_under, cut_to, has_any, length_of, touches, traits_of
from warbook.books.arap.harm.casualties import remove
from warbook.books.arap.movement.agility import agility_failures, at_random
from warbook.books.arap.movement.dice import drowns
from warbook.books.arap.movement.gaits import at_home_in_water
from warbook.books.arap.movement.walking import Walker
from warbook.books.arap.state import Battle, Figure, Game, Unit
from warbook.core.events import Note
from warbook.core.questions import Way

JETTY = 0.1  # inches above the water: what is higher is climbed onto


def in_water(battle: Battle, spot: Spot) -> bool:
    """Who stands on the bank, on its very outline, is out of it: he comes and goes without swimming."""
    return has_any(battle, "water") and any(
        traits_of(battle, area).water and point_to_outline(spot.x, spot.y, area.polygon) > GRAZE
        for area in areas_under(battle, spot)
    )


def swims(battle: Battle, figure: Figure, path: Path) -> bool:
    """Whether it is in the water, or its way leads through."""
    wet = in_water(battle, figure.spot) or touches(battle, path, lambda kind: kind.water)
    return wet and not at_home_in_water(battle, figure)


def mishap(game: Game, unit: Unit, ways: Mapping[str, Way]) -> None:
    """arap.movement.swim-mishap, arap.E17: D6 of those who swim are out of action; a character of these rolls
    once more (arap.movement.swim-character)."""
    battle = game.battle
    wet = [figure for figure in battle.standing(unit) if swims(battle, figure, ways[figure.id].path)]
    if not wet:
        return
    lost = wet if len(wet) == 1 else at_random(game, unit, wet, "arap.movement.swim-mishap")
    for figure in lost:
        character = profile(battle, figure).character
        if character and not game.rolling(figure.id).roll(drowns):
            words = f"{fighter(battle, figure).name} comes up again."
            game.tell(Note(words=words, piece=figure.id, rule="arap.movement.swim-character"))
            continue
        words = f"{fighter(battle, figure).name} of {unit.name} goes under."
        remove(game, figure, "arap.movement.swim-mishap", words)


def climbing_out(
    game: Game, unit: Unit, ways: Mapping[str, Way], walkers: Mapping[str, Walker]
) -> dict[str, Way]:
    """arap.movement.leave-water: the ways as they come out: who fails to climb onto a boat or a jetty stays
    in the water before it, and may try again."""
    battle = game.battle
    leaving = [
        figure
        for figure in battle.standing(unit)
        if figure.id in ways and _climbs_out(battle, figure, ways[figure.id].path)
    ]
    found = dict(ways)
    for figure in agility_failures(game, unit, leaving, "arap.movement.leave-water"):
        stays = _afloat(battle, ways[figure.id].path, walkers[figure.id])
        found[figure.id] = Way(stays, ways[figure.id].facing)
    return found


def _afloat(battle: Battle, path: Path, walker: Walker) -> Path:
    """The way as far as there is room in the water, by tenths of an inch."""
    for tenths in range(int(10 * length_of(path)), 0, -1):
        part = cut_to(path, tenths / 10)
        if part[-1].z <= JETTY and in_water(battle, part[-1]) and walker.stands(part[-1]):
            return part
    return path[:1]


def dive(battle: Battle, unit: Unit) -> None:
    """arap.movement.underwater: who moves under water is hidden, where hiding is played."""
    figures = battle.standing(unit)
    if battle.rulings.hidden_units and figures:
        unit.hidden = unit.hidden or all(
            has(battle, figure, "gills") and in_water(battle, figure.spot) for figure in figures
        )


def _climbs_out(battle: Battle, figure: Figure, path: Path) -> bool:
    if not swims(battle, figure, path) or in_water(battle, path[-1]):
        return False
    return path[-1].z > JETTY
