"""Spending action points: one action of the unit on top of the stack, and when it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from warbook.books.arap.activation.splitting import split_options, take_split
from warbook.books.arap.charge.turn import charge_options, take_charge
from warbook.books.arap.field.coherency import regroup
from warbook.books.arap.movement.riding import riding_options, take_riding
from warbook.books.arap.movement.turn import move_options, take_move
from warbook.books.arap.scenery.deeds import deed_options, take_deed
from warbook.books.arap.shooting.turn import shooting_options, take_shooting
from warbook.books.arap.shooting.watching import interrupt
from warbook.books.arap.state import Acting, Battle, Game, Unit, at_rest
from warbook.core.questions import Choose, Option


class ActionKind(NamedTuple):
    """What the unit might do of this kind with its points; and doing it, paid with `spend`."""

    options: Callable[[Battle, Acting], list[Option]]
    take: Callable[[Game, Acting, str], None]


MOVE = ActionKind(move_options, take_move)
CHARGE = ActionKind(charge_options, take_charge)
ACTIONS = (
    MOVE,
    ActionKind(shooting_options, take_shooting),
    CHARGE,
    ActionKind(riding_options, take_riding),
    ActionKind(deed_options, take_deed),
    ActionKind(split_options, take_split),
)


def act(game: Game, frame: Acting) -> None:
    """arap.turn.action-order, arap.turn.state-active: one action, chosen among all that the points allow."""
    battle = game.battle
    unit = battle.unit(frame.unit)
    if not frame.points or _taken_out(battle, unit):
        _finish(game, frame, unit)
        return
    actions = (CHARGE,) if unit.failed_charge else ACTIONS  # arap.charge.failed-retry
    with at_rest(battle):
        listed = [(action, action.options(battle, frame)) for action in actions]
    options = [option for _, each in listed for option in each]
    if all(option.barred for option in options):
        _finish(game, frame, unit)
        return
    options.append(Option("done", f"{unit.name} is done", unit.id))
    many = f"{frame.points} action point{'' if frame.points == 1 else 's'}"
    question = Choose(
        f"{unit.name}: what does it do with {many}?", options, "arap.turn.action-cost", unit.id, kind="act"
    )
    chosen = game.ask(unit.side, question)
    if chosen == "done":
        frame.points = 0
        return
    for action, each in listed:
        if any(option.id == chosen for option in each):
            action.take(game, frame, chosen)
            if action is MOVE:
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
