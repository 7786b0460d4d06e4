"""Leaving the table by the far edge, where that is what a scenario is about."""

from __future__ import annotations

from warbook.board.geometry import turn_between
from warbook.board.hulls import Leg, followed
from warbook.books.vehicles.driving import walkers, ways
from warbook.books.vehicles.field.bodies import WITHIN, type_of
from warbook.books.vehicles.state import Battle, Game, Vehicle
from warbook.core.events import Removed
from warbook.core.questions import Refusal, Way

NORTH = 90.0
RULE = "veh.V93"


def way_off(battle: Battle, vehicle: Vehicle) -> tuple[Leg, ...] | None:
    """The attacker of a breakthrough leaves by the north edge, opposite to his own: a turn to it and straight
    on, front or rear first, until the hull touches it. None if the vehicle does not get so far."""
    if battle.setup.scenario.wins != "breakthrough" or vehicle.side != battle.attacker:
        return None
    kind = type_of(vehicle)
    far = battle.table.depth - vehicle.y - kind.length / 2
    if far > ways.most(battle, vehicle):
        return None
    ways_from = ways.Ways(battle, vehicle)
    for turn, inches in ((NORTH, far), (-NORTH, -far)):
        legs = (Leg(turn_between(vehicle.facing, turn % 360.0), inches),)
        if not isinstance(ways_from.judge(legs), Refusal):
            return legs
    return None


def leave(game: Game, vehicle: Vehicle) -> None:
    """It drives there, with the test of its way, and is gone with whoever is aboard (veh.V93). A Walker goes
    as infantry does, and difficult ground may slow it too much (veh.walker.terrain)."""
    battle = game.battle
    legs = way_off(battle, vehicle)
    assert legs is not None
    path, facings = followed(vehicle.spot, vehicle.facing, legs)
    if type_of(vehicle).walker is None:
        ways.drive_way(game, vehicle, legs)
    else:
        walkers.walk_way(game, vehicle, Way(path, facings[-1]))
    if not vehicle.works or vehicle.immobilized or vehicle.y < path[-1].y - WITHIN:
        return
    for unit in battle.passengers(vehicle):
        unit.aboard = ""
        for model in battle.members(unit):
            model.place = "off"
    vehicle.place = "off"
    words = f"{vehicle.name} has broken through."
    game.tell(Removed(piece=vehicle.id, words=words, rule=RULE))
