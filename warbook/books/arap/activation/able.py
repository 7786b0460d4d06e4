"""Who may be activated: able, engaged, neither (arap.turn.state-able, arap.turn.state-unable)."""

from __future__ import annotations

from warbook.books.arap.field.units import fewer, value_of
from warbook.books.arap.state import Battle, Unit, resting
from warbook.core.questions import Refusal


def unable(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit may not be activated with dice; one that is engaged needs none (arap.turn.state-engaged)."""
    if unit.routing:
        return Refusal("it is routing", "arap.turn.routers-not-activated")
    if unit.pursuing:
        return Refusal("it is pursuing", "arap.turn.routers-not-activated")
    if unit.locked:
        return Refusal("it is locked in melee: it fights or breaks off", "arap.turn.auto-activation-melee")
    return None


def may_try(battle: Battle, unit: Unit) -> Refusal | None:
    """arap.turn.activation-attempts: why its own side may not try it in its turn."""
    if unit.tried:
        return Refusal("it has been tried in this turn", "arap.turn.activation-attempts")
    return unable(battle, unit)


def may_react(battle: Battle, unit: Unit) -> Refusal | None:
    """C2: why picked-up dice may not be rolled for it."""
    if unit.reacted:
        return Refusal("it has been tried with picked-up dice in this turn", "arap.C2")
    return unable(battle, unit)


@resting
def present(battle: Battle, side: str) -> list[Unit]:
    """arap.turn.activation-by-unit: the side's units that are on the table or aboard something there."""
    return [
        unit
        for unit in battle.units
        if unit.side == side and any(each.place in ("table", "aboard") for each in battle.members(unit))
    ]


@resting
def takers(battle: Battle, side: str) -> list[Unit]:
    """arap.turn.pick-up: the units that dice may be rolled for."""
    return [unit for unit in present(battle, side) if may_react(battle, unit) is None]


def best_taker(battle: Battle) -> Unit | None:
    """The unit that would make most of dice that the next player picks up."""
    units = takers(battle, battle.next_side)
    return max(units, key=lambda unit: (-fewer(unit), value_of(battle, unit)), default=None)
