"""Who may assault, and whom."""

from __future__ import annotations

from warbook.books.vehicles.assault.engaged import Piece, in_contact, is_walker, may_lock
from warbook.books.vehicles.field.bodies import WITHIN, apart, on_table
from warbook.books.vehicles.state import Battle, Vehicle, other
from warbook.books.vehicles.transports.riding import may_assault
from warbook.core.questions import Refusal

FAR = 6.0  # veh.V29, veh.P12, veh.walker.assault-move


def assaulters(battle: Battle, side: str) -> list[Piece]:
    """Those who could assault at all: foot units on the table, and Walkers."""
    return [each for each in on_table(battle, side) if may_lock(each)]


def barred(battle: Battle, one: Piece) -> Refusal | None:
    """Why it may assault nobody in this phase. Heavy and Rapid Fire weapons keep no Walker from it
    (veh.walker.assault-after-fire)."""
    if one.locked:
        return Refusal("it is locked in combat", "veh.P12")
    if isinstance(one, Vehicle):
        return _walker_barred(one)
    if one.falling_back:
        return Refusal("it is falling back", "veh.P8.fall-back")
    if one.moved == "regrouped":
        return Refusal("it has regrouped this turn", "veh.P8.regroup")
    if one.grounded_until:
        return Refusal("it has gone to ground", "veh.P7.ground")
    if one.ran:
        return Refusal("it ran", "veh.P3.run")
    if one.fired_slow:
        return Refusal("it fired Rapid Fire or Heavy weapons", "veh.P11")
    return may_assault(battle, one)


def target_barred(battle: Battle, one: Piece, foe: Piece) -> Refusal | None:
    """Why it may not assault this one; whether there is a way to it is another question. A vehicle that has
    come to it may be assaulted, one that it struck before and that has not moved since may not (veh.V33)."""
    if one.shot_at and one.shot_at != foe.id:
        rule = "veh.walker.assault-same-target" if is_walker(one) else "veh.P14.assault"
        return Refusal(f"it shot at {battle.either(one.shot_at).name}", rule)
    if apart(battle, one, foe) > FAR + WITHIN:
        return Refusal(
            "it is more than 6 inches away", "veh.walker.assault-move" if is_walker(one) else "veh.V29"
        )
    if isinstance(foe, Vehicle) and not may_lock(foe) and not foe.straight and in_contact(battle, one, foe):
        return Refusal("it is in contact already and strikes without assaulting", "veh.V33")
    return None


def assault_targets(battle: Battle, one: Piece) -> list[Piece]:
    """veh.assault.select, veh.P14.assault: one enemy unit or vehicle, the nearest first."""
    return sorted(on_table(battle, other(one.side)), key=lambda foe: apart(battle, one, foe))


def _walker_barred(walker: Vehicle) -> Refusal | None:
    if walker.ran:
        return Refusal("it ran", "veh.walker.run-no-assault")
    if walker.stunned:
        return Refusal("it is Stunned", "veh.damage.stunned")
    if walker.immobilized:
        return Refusal("it is Immobilized", "veh.damage.immobilized")
    return None
