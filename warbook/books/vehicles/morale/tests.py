"""Tests of nerve: morale and pinning."""

from __future__ import annotations

from warbook.books.vehicles.shooting.troops_dice import morale, pinning
from warbook.books.vehicles.state import Game, Unit
from warbook.books.vehicles.wounds.casualties import go_to_ground
from warbook.books.vehicles.wounds.groups import leadership_of
from warbook.core.events import Note
from warbook.core.questions import Modifier


def passes(game: Game, unit: Unit, rule: str = "veh.P8", modifier: int = 0, why: str = "") -> bool:
    """veh.P8: a Ld test; `modifier` is added to the Ld, and `why` says what for. Who falls back already
    fails."""
    if unit.falling_back:
        game.tell(Note(words=f"{unit.name} is falling back already.", piece=unit.id, rule="veh.P8"))
        return False
    return leadership_test(game, unit, rule, modifier, why)


def leadership_test(game: Game, unit: Unit, rule: str, modifier: int = 0, why: str = "") -> bool:
    """The 2D6 alone."""
    ld = leadership_of(game.battle, unit)
    reasons = {rule: (Modifier(modifier, why, rule),)} if modifier else {}
    return game.rolling(unit.id, reasons).roll(morale, ld + modifier, rule)


def pin(game: Game, unit: Unit, rule: str = "veh.P9", modifier: int = 0) -> bool:
    """veh.P9: whether the unit is pinned: it fails a Ld test and goes to ground. Not who is aboard (veh.V93)
    or locked in combat, nor who lies down already or runs. The roll is called by veh.P9, the event by
    `rule`."""
    battle = game.battle
    if unit.aboard or unit.locked or unit.grounded_until or unit.falling_back or not battle.members(unit):
        return False
    ld = max(2, leadership_of(battle, unit) + modifier)
    why = {"veh.P9": (Modifier(modifier, "of the weapon", rule),)} if modifier else {}
    if game.rolling(unit.id, why).roll(pinning, ld):
        return False
    go_to_ground(game, unit, rule)
    return True
