"""gce.vehicle-damage.nested: what comes of damage is settled before the hits that still wait."""

from __future__ import annotations

from warbook.books.gorkamorka.damage import fire, hits
from warbook.books.gorkamorka.ramming import impact, wild
from warbook.books.gorkamorka.shooting import explosives
from warbook.books.gorkamorka.state import Disturbed, Game, Halt, Penetrated, Points, Spin, Thrusting, Wild


def settle(game: Game) -> None:
    """Take what came last first, until nothing is left. Who deals damage pushes it and then calls this."""
    waiting = game.battle.trouble
    while waiting:
        match waiting.pop():
            case Points() as points:
                hits.take_points(game, points)
            case Penetrated() as hit:
                hits.resolve(game, hit)
            case Wild() as move:
                wild.wild_move(game, move)
            case Spin() as spin:
                wild.spin(game, spin)
            case Thrusting() as thrusting:
                wild.thrust_on(game, thrusting)
            case Halt() as halt:
                impact.halt(game, halt)
            case Disturbed() as past:
                explosives.run_past(game, past)


def burn_vehicles(game: Game, side: str) -> None:
    """gce.R8.7: at the end of its shooting phase a side rolls for each of its locations that burnt when the
    phase began."""
    for vehicle, place in fire.burning(game.battle, side):
        if vehicle.on_table and place in vehicle.burning and place not in vehicle.kindled:
            fire.burn_location(game, vehicle, place)
            settle(game)
    for vehicle in game.battle.vehicles:
        vehicle.kindled = ()
