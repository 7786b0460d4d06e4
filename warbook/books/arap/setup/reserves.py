"""Reserves and pursuers who come back: the last thing of the compulsory phase."""

from __future__ import annotations

from warbook.books.arap.scenario import Reserves, Zone
from warbook.books.arap.setup.deploying import has_room, put, where
from warbook.books.arap.setup.dice import arrives
from warbook.books.arap.setup.zones import words_of
from warbook.books.arap.state import Battle, Game, Unit
from warbook.core.events import Note
from warbook.core.questions import Way

ENTRY = 6.0  # inches from the edge within which reserves come on (own)
RETURN = 4  # arap.pursuit.off-table


def arrive(game: Game) -> bool:
    """arap.turn.compulsory-reserves: rolls for the next unit that may come, and has it come on; False when
    all have been rolled for."""
    battle = game.battle
    for unit in expected(battle):
        if unit.id in battle.queue:
            continue
        battle.queue = (*battle.queue, unit.id)
        need = unit.arrives or _need(battle)
        if game.rolling(unit.id).roll(arrives, need):
            _come_on(game, unit)
        else:
            words = f"{unit.name} does not come yet."
            game.tell(Note(words=words, piece=unit.id, rule="arap.turn.compulsory-reserves"))
        return True
    return False


def expected(battle: Battle) -> list[Unit]:
    """The side's units in reserve, from the scenario's turn on, and those off in pursuit (arap.G38)."""
    found = [unit for unit in battle.units if unit.side == battle.side and _away(battle, unit)]
    reserves = battle.part(battle.side).reserves
    if reserves and battle.turn >= reserves.from_turn:
        found += [
            unit
            for unit in battle.units
            if unit.side == battle.side and any(each.place == "reserve" for each in battle.members(unit))
        ]
    return found


def _away(battle: Battle, unit: Unit) -> bool:
    """Off in pursuit since an earlier player turn."""
    return unit.left_at is not None and unit.moved < battle.clock


def _need(battle: Battle) -> int:
    reserves = battle.part(battle.side).reserves
    return reserves.arrives_on if reserves else RETURN


def _come_on(game: Game, unit: Unit) -> None:
    battle = game.battle
    reserves = battle.part(unit.side).reserves
    zone = entry(reserves) if unit.left_at is None and reserves else _edge_by(battle, unit)
    game.tell(Note(words=f"{unit.name} comes on {words_of(zone)}.", piece=unit.id, rule="arap.H16"))
    for figure in battle.members(unit):
        figure.place = "reserve"
    question = where(battle, unit, zone)
    if not has_room(battle, unit, zone):
        return
    if unit.left_at is not None:
        path = question.path(unit.left_at.x, unit.left_at.y, 0.0)
        assert path is not None
        put(game, unit, path[0], None, zone)
    else:
        way: Way = game.ask(unit.side, question)
        put(game, unit, way.path[0], way.facing, zone)
    unit.left_at, unit.pursuing, unit.arrives = None, "", 0


def entry(reserves: Reserves) -> Zone:
    """Where reserves come on."""
    return Zone(edge=reserves.edge, within=ENTRY)


def _edge_by(battle: Battle, unit: Unit) -> Zone:
    """arap.pursuit.off-table: the edge at which it left the table."""
    at, table = unit.left_at, battle.table
    assert at is not None
    away = {"south": at.y, "north": table.depth - at.y, "west": at.x, "east": table.width - at.x}
    edge = min(away, key=away.__getitem__)
    return Zone(edge=edge, within=ENTRY)  # type: ignore[arg-type]
