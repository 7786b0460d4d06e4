"""Who may assault, and whom."""

from __future__ import annotations

from warbook.board.geometry import gap
from warbook.books.vehicles.assault.contact import Piece, in_contact, is_walker, may_lock
from warbook.books.vehicles.field.bodies import WITHIN, apart, base, hull, on_table, type_of
from warbook.books.vehicles.state import Battle, Unit, Vehicle, other
from warbook.core.questions import Refusal

FAR = 6.0  # veh.V29, veh.P12, veh.walker.assault-move
BESIDE = 2.0  # veh.transport.disembark


def assaulters(battle: Battle, side: str) -> list[Piece]:
    """Those who could assault at all: foot units on the table, and Walkers."""
    return [each for each in on_table(battle, side) if may_lock(each)]


def barred(battle: Battle, one: Piece) -> Refusal | None:
    """Why it may assault nobody in this phase."""
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
    if one.alighted == "emergency":
        return Refusal("it got off in an emergency", "veh.transport.emergency")
    if one.alighted == "after" and not _lets_assault(battle, one):
        return Refusal("its transport had moved before it got off", "veh.transport.after-move")
    return None


def target_barred(battle: Battle, one: Piece, foe: Piece) -> Refusal | None:
    """Why it may not assault this one; whether there is a way to it is another question."""
    if one.shot_at and one.shot_at != foe.id:
        rule = "veh.walker.assault-same-target" if is_walker(one) else "veh.P14.assault"
        return Refusal(f"it shot at {battle.either(one.shot_at).name}", rule)
    if apart(battle, one, foe) > FAR + WITHIN:
        return Refusal(
            "it is more than 6 inches away", "veh.walker.assault-move" if is_walker(one) else "veh.V29"
        )
    if in_contact(battle, one, foe) and not may_lock(foe):
        return Refusal("it is in contact already and strikes without assaulting", "veh.V33")
    return None


def targets(battle: Battle, one: Piece) -> list[Piece]:
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


def _lets_assault(battle: Battle, unit: Unit) -> bool:
    """veh.open.assault, and the word `assault_ramp` of a vehicle. Who got off after the move has not moved
    since: the transport is the one beside him."""
    bases = [base(battle, model) for model in battle.standing(unit)]
    return any(
        (type_of(ride).open_topped or type_of(ride).assault_ramp)
        and all(gap(each, hull(ride)) <= BESIDE + WITHIN for each in bases)
        for ride in battle.vehicles
        if ride.side == unit.side and ride.let_off_after and ride.works
    )
