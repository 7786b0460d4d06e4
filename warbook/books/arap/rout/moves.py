"""The compulsory phase of routers and pursuers (arap.A1)."""

from __future__ import annotations

from collections.abc import Callable

from warbook.board.paths import Path
from warbook.books.arap.charge.dice import flight
from warbook.books.arap.charge.interception import intercepted
from warbook.books.arap.field.coherency import regroup
from warbook.books.arap.field.ground import cut_to, stretches
from warbook.books.arap.field.units import slowest
from warbook.books.arap.rout import pursuit
from warbook.books.arap.rout.falls import (
    choose_way,
    hacked_by_others,
    last_test,
    run_ways,
    try_to_rally,
)
from warbook.books.arap.rout.ways import away_from, flights, paths_of
from warbook.books.arap.state import Battle, Game, Unit
from warbook.core.events import Note

FLEE, HALT, PURSUE, RALLY = "flee", "halt", "pursue", "rally"
ORDERS = {
    "hack_then_rally": (FLEE, HALT, PURSUE, RALLY),
    "rally_then_hack": (FLEE, RALLY, HALT, PURSUE),
}
AT_EDGE = "edge:"
INTO = 0.05  # inches into cover at which routers test


def compulsory_move(game: Game) -> bool:
    """arap.turn.compulsory-moves: one router or pursuer moves or tests; False when all have. `battle.queue`
    is the part of the phase, the units that have had their turn in it, and the routers who are at an edge."""
    battle = game.battle
    order = ORDERS[battle.rulings.pursuit_order]
    if not battle.queue:
        battle.queue = (order[0],)
    while True:
        part, done = battle.queue[0], battle.queue[1:]
        unit = next((each for each in _due(battle, part) if each.id not in done), None)
        if unit is not None:
            battle.queue = (*battle.queue, unit.id)
            DEEDS[part](game, unit)
            return True
        if part == order[-1]:
            return False
        edges = tuple(each for each in done if each.startswith(AT_EDGE))
        battle.queue = (order[order.index(part) + 1], *edges)


def _due(battle: Battle, part: str) -> list[Unit]:
    """arap.turn.compulsory-frequency, arap.A3: of all sides, or by the switch of the one whose turn it is;
    this one's first. Who has broken by the test at the start of this turn flees in it (arap.F19)."""
    if not any(unit.routing or unit.pursuing for unit in battle.units):
        return []
    sides = (battle.side, *(side for side in battle.order if side != battle.side))
    if battle.rulings.rout_moves == "own_turn_only":
        sides = sides[:1]
    units = [unit for side in sides for unit in battle.on_table(side)]
    if part == FLEE:
        return [unit for unit in units if unit.routing and unit.fled < battle.clock]
    if part == RALLY:
        return [unit for unit in units if unit.routing and unit.fled == battle.clock]
    return [unit for unit in units if unit.pursuing]


def _flee(game: Game, unit: Unit) -> None:
    """arap.rout.compulsory-move; a piece of cover on the way gives one more test at its first point, and
    whoever passes stops there (arap.rout.rally-in-cover, arap.G33)."""
    battle = game.battle
    rule = "arap.rout.compulsory-move"
    inches = game.rolling(unit.id).roll(flight, slowest(battle, unit), rule)
    origin = away_from(battle, unit, unit.fled_from)
    way = choose_way(game, unit, flights(battle, unit, unit.fled_from, inches))
    unit.fled = battle.clock
    behind = [unit.fled_from, *(each.id for each in battle.units if each.pursuing == unit.id)]
    planned = paths_of(battle, unit, way)
    paths = intercepted(game, unit, planned, behind)
    stopped = paths != planned
    cover = _cover_on(battle, paths)
    if cover is not None:
        run_ways(
            game, unit, {name: cut_to(path, cover) for name, path in paths.items()}, "routs", rule, origin
        )
        if battle.standing(unit) and try_to_rally(game, unit, "arap.rout.rally-in-cover"):
            regroup(game)
            return
        paths = {name: _rest(path, cover) for name, path in paths.items()}
        here = {figure.id: figure.spot for figure in battle.standing(unit)}
        paths = {name: path for name, path in paths.items() if here.get(name) == path[0]}
    run_ways(game, unit, paths, "routs", rule, origin)
    hacked_by_others(game, unit, behind)
    if way.at_edge and unit.routing and not stopped:
        battle.queue = (*battle.queue, f"{AT_EDGE}{unit.id}")
    regroup(game)


def _cover_on(battle: Battle, paths: dict[str, Path]) -> float | None:
    """After how many inches the first of them comes into cover."""
    entered = [
        stretch.begin
        for path in paths.values()
        if len(path) > 1
        for stretch in stretches(battle, path, lambda kind: kind.cover != "none")
        if stretch.begin > INTO
    ]
    return min(entered) + INTO if entered else None


def _rest(path: Path, inches: float) -> Path:
    """What is left of a way after so many inches."""
    first = cut_to(path, inches)
    return (first[-1], *path[len(first) - 1 :])


def _halt(game: Game, unit: Unit) -> None:
    """arap.pursuit.halt-timing, arap.A1."""
    over = pursuit.able(game.battle, unit)
    if over is not None:
        pursuit.end(game, unit, f"{unit.name} pursues no longer: {over.words}.", over.rule)
        return
    pursuit.halt(game, unit)


def _pursue(game: Game, unit: Unit) -> None:
    pursuit.pursue(game, unit)


def _rally(game: Game, unit: Unit) -> None:
    """arap.rout.rally-test, arap.rout.rallied; at the edge it is the last one (arap.G34)."""
    battle = game.battle
    if f"{AT_EDGE}{unit.id}" in battle.queue:
        last_test(game, unit)
    elif not try_to_rally(game, unit):
        words = f"{unit.name} routs on."
        game.tell(Note(words=words, piece=unit.id, rule="arap.rout.rally-test"))


DEEDS: dict[str, Callable[[Game, Unit], None]] = {
    FLEE: _flee,
    HALT: _halt,
    PURSUE: _pursue,
    RALLY: _rally,
}
