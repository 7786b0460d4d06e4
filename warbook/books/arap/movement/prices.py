"""What actions cost: a scenario may make some dearer (arap.turn.action-cost-gm)."""

from __future__ import annotations

from warbook.books.arap.field.units import any_has
from warbook.books.arap.state import Battle, Unit


def price(battle: Battle, unit: Unit, action: str, points: int) -> int:
    """arap.turn.action-cost: the points of an action, and what the scenario adds."""
    more = [
        each.points
        for each in battle.scenario.dearer
        if each.action == action and (each.rule is None or any_has(battle, unit, each.rule))
    ]
    return points + max(more, default=0)
