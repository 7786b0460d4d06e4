"""A squad goes where it was told: who is intercepted, what the ground does, and how everybody stands then."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from warbook.board.geometry import point_to_segment
from warbook.board.memory import recall
from warbook.board.paths import Path
from warbook.board.terrain import Table, Wall
from warbook.books.arap.charge.interception import intercepted
from warbook.books.arap.field.bodies import profile
from warbook.books.arap.field.ground import areas_under, length_of, traits_of
from warbook.books.arap.field.hiding import told_to
from warbook.books.arap.field.units import note_move
from warbook.books.arap.morale.tests import own_turn_losses
from warbook.books.arap.movement.gaits import Gait
from warbook.books.arap.movement.hazards import tread
from warbook.books.arap.movement.ladders import count_up, on_ladder
from warbook.books.arap.movement.marching import March
from warbook.books.arap.movement.noticing import found_on_the_way, seen_moving
from warbook.books.arap.movement.riding import carry, take_up_swimmers
from warbook.books.arap.movement.swimming import dive
from warbook.books.arap.state import Battle, Figure, Game
from warbook.books.arap.terrain import Terrain, traits
from warbook.core.events import Moved, Turned
from warbook.core.questions import Refusal, Way

CLOSE = 1.0  # inches behind a wall at which one has cover from it
HOW = {"walk": "moves", "tactical": "moves tactically", "swim": "swims", "leap": "moves"}


def go_ways(game: Game, march: March, ways: Mapping[str, Way], rule: str) -> None:
    """The figures go their ways; whoever comes too near to an enemy may be stopped there (arap.G7)."""
    battle, unit, gait = game.battle, march.unit, march.gait
    facings = _facings(march, ways)
    paths = {name: way.path for name, way in ways.items()}
    moves = any(len(path) > 1 for path in paths.values())
    if moves:
        paths = intercepted(game, unit, found_on_the_way(game, unit, paths))
    for figure in list(battle.standing(unit)):
        walk(game, figure, paths.get(figure.id, (figure.spot,)), facings[figure.id], gait, rule)
        if profile(battle, figure).carries:
            carry(battle, figure)
            take_up_swimmers(game, figure, paths.get(figure.id, (figure.spot,)))
    if moves:
        seen_moving(game, unit)
    dive(battle, unit)
    own_turn_losses(game, unit)


def walk(game: Game, figure: Figure, path: Path, facing: float, gait: Gait, rule: str) -> None:
    """One figure goes one way."""
    battle = game.battle
    to = told_to(battle.unit(figure.unit))
    if len(path) < 2:
        if abs(facing - figure.facing) > 1e-6:
            figure.facing = facing
            game.tell(Turned(piece=figure.id, facing=facing, rule="arap.movement.free-turn", to=to))
        return
    began = _cover_pieces(battle, figure)
    count_up(battle, figure, path)
    start = figure.spot
    gone = tread(game, figure, path, gait.kind == "leap")
    if len(gone) > 1:
        how = "crawls" if figure.prone and gait.kind == "walk" else HOW[gait.kind]
        game.tell(Moved(piece=figure.id, path=gone, how=how, rule=rule, to=to))
        figure.gone += length_of(gone)
        note_move(battle, battle.unit(figure.unit))
    if figure.place != "table":
        return
    if figure.spot == start:
        figure.at(gone[-1], facing)
    figure.hangs = on_ladder(battle, figure.spot)
    if began and _cover_pieces(battle, figure) - began:
        figure.fleeting = True  # arap.shooting.fleeting-target


def _facings(march: March, ways: Mapping[str, Way]) -> dict[str, float]:
    """How each ends, by the footwork that its way takes."""
    found = {figure.id: figure.facing for figure in march.figures}
    for name, way in ways.items():
        if len(way.path) > 1 or way.facing is not None:
            done = march.walkers[name].footwork(way.path, way.facing)
            found[name] = found[name] if isinstance(done, Refusal) else done.end
    return found


def _cover_pieces(battle: Battle, figure: Figure) -> set[str]:
    """What the figure has cover from where it stands: the areas it is in, and what it stands close behind
    (arap.F47)."""
    under = areas_under(battle, figure.spot)
    found = {
        f"area {number}"
        for number, area in enumerate(battle.table.areas if under else ())
        if area in under and traits_of(battle, area).cover != "none"
    }
    x, y = figure.x, figure.y
    for name, wall, (west, south, east, north) in recall(
        battle.table, _covering_walls, battle.scenario.terrain
    ):
        near = west <= x <= east and south <= y <= north and wall.base <= figure.z < wall.top
        if near and min(point_to_segment(x, y, p, q) for p, q in pairwise(wall.line)) <= CLOSE:
            found.add(name)
    return found


def _covering_walls(
    table: Table, own: tuple[Terrain, ...]
) -> list[tuple[str, Wall, tuple[float, float, float, float]]]:
    """The walls that give cover, with the boxes around all that is close to them."""
    found = []
    for number, wall in enumerate(table.walls):
        xs, ys = [x for x, _ in wall.line], [y for _, y in wall.line]
        box = min(xs) - CLOSE, min(ys) - CLOSE, max(xs) + CLOSE, max(ys) + CLOSE
        if traits(wall.words, own).cover != "none":
            found.append((f"wall {number}", wall, box))
    return found
