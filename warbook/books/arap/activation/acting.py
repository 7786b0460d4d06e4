"""Spending action points: one action of the unit on top of the stack, and when it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from warbook.board.geometry import Shapes
from warbook.books.arap.activation.splitting import split_options, take_split
from warbook.books.arap.charge.turn import charge_options, take_charge
from warbook.books.arap.field.coherency import regroup
from warbook.books.arap.movement.riding import riding_options, take_riding
from warbook.books.arap.movement.turn import move_options, take_move
from warbook.books.arap.scenery.deeds import deed_options, take_deed
from warbook.books.arap.shooting.turn import SHOOT, shooting_options, take_shooting
from warbook.books.arap.shooting.watching import interrupt
from warbook.books.arap.shooting.wedges import unit_bears
from warbook.books.arap.state import Acting, Battle, Game, Unit, at_rest
from warbook.core.questions import Choose, Later, Listed, Option


class ActionKind(NamedTuple):
    """What the unit might do of this kind with its points; and doing it, paid with `spend`."""

    options: Callable[[Battle, Acting], Sequence[Option | Later]]
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
        listed = [(action, each) for action in actions for each in action.options(battle, frame)]
        kinds = {each.id: action for action, each in listed}
        done = Option("done", f"{unit.name} is done", unit.id)
        options = Listed({each.id: each for _, each in listed}, partial(as_option, battle), done)
        idle = all(option.barred for option in options if option is not done)
        many = f"{frame.points} action point{'' if frame.points == 1 else 's'}"
        text = f"{unit.name}: what does it do with {many}?"
        question = Choose(text, options, "arap.turn.action-cost", unit.id, kind="act")
        question.bears = partial(_bears, battle, unit)
        chosen = "" if idle else game.ask(unit.side, question)
    if idle:
        _finish(game, frame, unit)
        return
    if chosen == "done":
        frame.points = 0
        return
    kinds[chosen].take(game, frame, chosen)
    if kinds[chosen] is MOVE:
        interrupt(game, unit)
    if battle.top is frame:
        regroup(game)


def _bears(battle: Battle, unit: Unit, option: str) -> Shapes:
    """Of fire at a target that is pointed at."""
    if not option.startswith(SHOOT):
        return ()
    return unit_bears(battle, unit, battle.unit(option.split(":")[1]))


def as_option(battle: Battle, option: Option | Later) -> Option:
    """The option itself, if it was only promised."""
    if isinstance(option, Option):
        return option
    with at_rest(battle):
        return option.make()


def _taken_out(battle: Battle, unit: Unit) -> bool:
    """C17: it is destroyed, runs, pursues or is in melee."""
    return not battle.members(unit) or unit.routing or bool(unit.pursuing) or bool(unit.locked)


def _finish(game: Game, frame: Acting, unit: Unit) -> None:
    """arap.turn.finish-unit-first, arap.C7: points left are lost, unless the unit is in a melee whose round
    is still to come in this player turn."""
    battle = game.battle
    battle.stack.remove(frame)
    if unit.locked and battle.members(unit) and not unit.routing and frame.why != "leftover":
        unit.kept = frame.points
    if frame.busts:
        battle.busts += 1
    regroup(game)
