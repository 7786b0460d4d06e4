"""Smoke launchers."""

from __future__ import annotations

from warbook.books.vehicles.field.bodies import type_of
from warbook.books.vehicles.state import Game, Vehicle, other
from warbook.core.events import Became
from warbook.core.questions import Refusal

RULE = "veh.smoke.trigger"


def no_smoke(vehicle: Vehicle) -> Refusal | None:
    """Why it may not trigger its launchers now. A crew that is Shaken or Stunned may
    (veh.smoke.crew-state)."""
    if not type_of(vehicle).smoke_launchers:
        return Refusal(f"{vehicle.name} has no smoke launchers", RULE)
    if vehicle.smoke_used:
        return Refusal("the launchers are empty: once in a battle", RULE)
    if not vehicle.works:
        return Refusal(f"{vehicle.name} is a wreck", RULE)
    return None


def trigger(game: Game, vehicle: Vehicle) -> None:
    """veh.smoke.trigger: after its move, or instead of one. Whoever has not moved has now declared a halt. A
    Walker may do it after its run too (veh.walker.run-smoke, veh.V73)."""
    vehicle.moved = vehicle.smoke_used = vehicle.smoking = True
    words = f"{vehicle.name} triggers its smoke launchers."
    game.tell(Became(piece=vehicle.id, status="smoking", words=words, rule=RULE))


def lift(game: Game, side: str) -> None:
    """veh.V9: when the Shooting phase of a side is over, the smoke of its enemies is gone."""
    for vehicle in game.battle.vehicles:
        if vehicle.side == other(side) and vehicle.smoking:
            vehicle.smoking = False
            game.tell(Became(piece=vehicle.id, status="smoking", gained=False, rule="veh.target.smoke-cover"))
