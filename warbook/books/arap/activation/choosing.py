"""The activation phase: which unit is tried next, and with how many dice."""

from __future__ import annotations

from functools import partial

from warbook.books.arap.activation.able import may_try, present
from warbook.books.arap.activation.dice import is_bust as busts_with
from warbook.books.arap.activation.dice import points_of, successes
from warbook.books.arap.activation.pickups import pickup_offered
from warbook.books.arap.activation.previews import attempt_preview
from warbook.books.arap.field.units import state_of, value_of
from warbook.books.arap.movement.free import free_move, may_move_freely
from warbook.books.arap.scenery.deeds import LEAVE, leave, leave_words, may_leave
from warbook.books.arap.state import Acting, Battle, Game, Offer, Unit, at_rest
from warbook.core.events import Became, Note
from warbook.core.questions import Choose, Option

MOST_DICE = 3  # arap.turn.activation-dice


def choose(game: Game) -> bool:
    """arap.turn.activation-choice: the player tries a unit, moves one freely or ends the phase; False at its
    end."""
    battle = game.battle
    with at_rest(battle):
        options = [
            Option(unit.id, unit.name, unit.id, may_try(battle, unit))
            for unit in present(battle, battle.side)
        ]
        if all(option.barred for option in options):
            return False
        options.append(Option("done", "No other unit acts this turn"))
        chosen = game.ask(
            battle.side, Choose("Which unit acts?", options, "arap.turn.activation-choice", kind="who acts")
        )
        if chosen == "done":
            return False
        unit = battle.unit(chosen)
        how = game.ask(battle.side, dice_question(battle, unit))
    if how == "free":
        free_move(game, unit)
    elif how == LEAVE:
        leave(game, unit)
    else:
        attempt_with(game, unit, int(how))
    return True


def dice_question(battle: Battle, unit: Unit) -> Choose:
    """arap.turn.activation-dice; a free move may come before (arap.movement.free-move, arap.C13), and take it
    off the table where it is to leave (arap.H1)."""
    options = [
        Option(
            str(dice),
            "Roll 1 die" if dice == 1 else f"Roll {dice} dice",
            unit.id,
            preview=partial(attempt_preview, battle, unit, dice),
        )
        for dice in range(1, MOST_DICE + 1)
    ]
    barred = may_move_freely(battle, unit)
    options.append(Option("free", "First move for free, without dice", unit.id, barred))
    if barred is None and may_leave(battle, unit):
        options.append(Option(LEAVE, f"{leave_words(battle)} for free", unit.id))
    return Choose(
        f"How many dice for {unit.name}?", options, "arap.turn.activation-dice", unit.id, "2", kind="dice"
    )


def attempt_with(game: Game, unit: Unit, dice: int) -> None:
    """arap.turn.action-points, arap.turn.activation-six, arap.turn.bust: rolls, and puts the unit and the
    failed dice on the stack. With one success it acts before it busts (arap.turn.bust-with-success)."""
    battle = game.battle
    value = value_of(battle, unit)
    unit.tried = True
    good = game.rolling(unit.id).roll(successes, dice, value)
    points, failed, busts = points_of(good, state_of(unit)), dice - good, busts_with(dice, good)
    battle.stack.append(Acting(unit.id, "activation", points, busts=busts))
    _say(game, unit, points, busts)
    if failed and pickup_offered(battle, failed, busts):
        battle.stack.append(Offer(unit.id, battle.next_side, failed))


def _say(game: Game, unit: Unit, points: int, busts: bool) -> None:
    many = f"{points} action point{'' if points == 1 else 's'}"
    game.tell(
        Became(
            piece=unit.id, status="acting", words=f"{unit.name} has {many}.", rule="arap.turn.action-points"
        )
    )
    if busts:
        game.tell(Note(words="Two dice or more have failed: bust.", piece=unit.id, rule="arap.turn.bust"))


def turn_is_bust(battle: Battle) -> bool:
    """arap.turn.bust, arap.turn.bust-allowance."""
    return battle.busts >= battle.rulings.busts_allowed
