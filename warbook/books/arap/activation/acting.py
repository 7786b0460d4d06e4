"""Spending action points: one action of the unit on top of the stack, and when it is done."""

from __future__ import annotations

from types import ModuleType

from warbook.books.arap.activation import splitting
from warbook.books.arap.charge import turn as charge
from warbook.books.arap.field.coherency import regroup
from warbook.books.arap.movement import riding
from warbook.books.arap.movement import turn as movement
from warbook.books.arap.scenery import deeds as scenery
from warbook.books.arap.shooting import turn as shooting
from warbook.books.arap.shooting.watching import interrupt
from warbook.books.arap.state import Acting, Battle, Game, Unit, at_rest
from warbook.core.questions import Choose, Option

CHAPTERS: tuple[ModuleType, ...] = (movement, shooting, charge, riding, scenery, splitting)
"""Each has `options(battle, frame)`, what the unit might do with its points, and `take(game, frame, id)`,
which does it and pays with `spend`."""


def act(game: Game, frame: Acting) -> None:
    """arap.turn.action-order, arap.turn.state-active: one action, chosen among all that the points allow."""
    battle = game.battle
    unit = battle.unit(frame.unit)
    if not frame.points or _taken_out(battle, unit):
        _finish(game, frame, unit)
        return
    chapters = (charge,) if unit.failed_charge else CHAPTERS  # arap.charge.failed-retry
    with at_rest(battle):
        listed = [(chapter, chapter.options(battle, frame)) for chapter in chapters]
    options = [option for _, each in listed for option in each]
    if all(option.barred for option in options):
        _finish(game, frame, unit)
        return
    options.append(Option("done", f"{unit.name} is done", unit.id))
    many = f"{frame.points} point{'' if frame.points == 1 else 's'}"
    question = Choose(f"{unit.name}: {many} left", options, "arap.turn.action-cost", unit.id, kind="act")
    chosen = game.ask(unit.side, question)
    if chosen == "done":
        frame.points = 0
        return
    for chapter, each in listed:
        if any(option.id == chosen for option in each):
            chapter.take(game, frame, chosen)
            if chapter is movement:
                interrupt(game, unit)
            break
    if battle.top is frame:
        regroup(game)


def _taken_out(battle: Battle, unit: Unit) -> bool:
    """C17: it is destroyed, runs, pursues or is in melee."""
    return not battle.members(unit) or unit.routing or bool(unit.pursuing) or bool(unit.locked)


def _finish(game: Game, frame: Acting, unit: Unit) -> None:
    """arap.turn.finish-unit-first, arap.C7: points left are lost, unless the unit is in melee."""
    battle = game.battle
    battle.stack.remove(frame)
    if unit.locked and battle.members(unit) and not unit.routing:
        unit.kept = frame.points
    if frame.busts:
        battle.busts += 1
    regroup(game)
